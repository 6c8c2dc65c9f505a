"""The workbench: a hand, a log, house rules; whatever is asked."""

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import ring

from tierce_tools.base import paths
from tierce_tools.page import workbench
from tierce_tools.rules import program
from tierce_tools.rules.runners import modules

LESSONS = Path(__file__).parents[2] / "hardware/lessons"


def ask(do: str, language: str = "en", **more: Any) -> dict[str, Any]:
    """Return the answer to a request, from its JSON."""
    told = json.loads(workbench.answer(json.dumps({"id": 7, "do": do, "language": language, **more})))
    assert told.pop("re") == 7
    return told


def complaint(do: str, language: str = "en", **more: Any) -> str:
    """Return what is said of a request that is wrong: one line, from no fault of ours."""
    told = ask(do, language, **more)
    assert list(told) == ["error"], told
    said = told["error"][language]
    assert re.fullmatch(r"(?!.*(Traceback|went wrong)).+", said), said
    return said


def test_a_hand_says_its_melds():
    told = ask("hand", game="rami51", cards="5♥ 6h, 7H  V♠ R♥ D♦")
    assert told["hand"] == ["5H", "6H", "7H", "JS", "KH", "QD"]
    head, melds, *_, last = told["parts"]
    assert head == {"text": "cards down: 3, points: 18", "kind": "head"}
    assert melds == {"title": "Melds", "melds": [["5H", "6H", "7H"]], "new": []}
    assert last["kind"] == "note"
    french = ask("hand", "fr", game="gin", cards="5H 6H 7H RP RH RK 2T 3♣ 9D TS")
    assert [each["title"] for each in french["parts"][1:]] == ["Combinaisons", "Dépareillées"]


def test_a_hand_beside_a_table():
    told = ask("hand", game="rami51", cards="6H KS", laid=True, table="5H X1 7H\n\n9S 9H 9D", jokers="X1=6H")
    titled = {each.get("title"): each.get("melds") for each in told["parts"]}
    assert titled["Add to meld 1 and take its joker"] == [["6H"]]
    told = ask("hand", game="manipulation", cards="5H 9C", table="2H 3H 4H")
    assert [each["melds"] for each in told["parts"] if each.get("new")] == [[["2H", "3H", "4H", "5H"]]]


@pytest.mark.parametrize(
    ("do", "more", "said"),
    [
        *((do, {"game": "poker", "cards": "5H"}, "poker") for do in ("hand", "what")),
        *((do, {"game": game, "cards": "5H"}, "") for do in ("hand", "what") for game in (["gin"], {}, [])),
        *((do, {"game": "gin", "cards": 5}, "too long") for do in ("hand", "what")),
        *(("hand", {"game": "gin", "cards": cards}, cards[-3:].strip()) for cards in ("5H 11H", "5H 5H")),
        ("hand", {"game": "gin", "cards": "5H " * 700}, "too long"),
        ("hand", {"game": "gin", "cards": "<script>alert(1)</script>"}, "script"),
        *(
            ("hand", {"game": "rami51", "cards": "5H", **more}, said)
            for more, said in (
                *(({"laid": "yes"}, "yes"), ({"jokers": "X1=5H"}, "X1"), ({"table": "X1 6H 7H", "jokers": "X1"}, "")),
                *(({"rules": 3}, ""), ({"rules": {"jokers": True}}, "jokers")),
            )
        ),
        *(
            ("what", {"game": "atelier", "cards": cards}, said)
            for cards, said in (("", "typed"), ("5H 9C 9C 9C", "9C"), ("5H zz", "zz"))
        ),
        ("what", {"game": "gin", "cards": "5H", "rules": {"jokers": 1}}, "jokers"),
        *(
            (do, {"game": "rami51", "rules": rules}, next(iter(rules), ""))
            for do in ("rules", "clauses")
            for rules in ({"jokers_per_meld": 7}, {"jokers": "4"}, {"nothing": 1}, [])
        ),
        *((do, {"game": game}, "") for do in ("rules", "clauses") for game in ("../../etc/passwd", None, {"gin": 1})),
        *(("clauses", {"game": "gin", "module": module}, "") for module in ("os", "../run", None, [], "test_nothing")),
    ],
)
def test_what_is_wrong_is_told_in_one_line(do: str, more: dict[str, Any], said: str):
    assert said in complaint(do, **more)
    complaint(do, "fr", **more)


@pytest.mark.parametrize(
    ("game", "cards", "order", "mood", "said"),
    [
        ("atelier", "7H 5♥ 6h", ["5H", "6H", "7H"], "good", "A run, 18 points"),
        ("rami51", "TS TH TD TC", ["TS", "TH", "TD", "TC"], "good", "A set of four, 40 points"),
        ("rami7", "AH 2H 3H", ["AH", "2H", "3H"], "good", "A run, 16 points"),
        ("atelier", "9C 9D 9C", ["9D", "9C", "9C2"], "bad", "No meld"),
        ("gin", "QS KS AS", ["AS", "QS", "KS"], "bad", "No meld"),
        ("atelier", "4S", ["4S"], "", "Not yet a meld"),
        ("manipulation", "6H 7H X1", ["6H", "7H", "X1"], "", "A run"),
    ],
)
def test_cards_are_a_run_a_set_or_neither(game: str, cards: str, order: list[str], mood: str, said: str):
    told = ask("what", game=game, cards=cards)
    assert (told["cards"], told["mood"], told["parts"][0]["text"]) == (order, mood, said)
    assert (mood == "good") == (len(told["parts"]) == 1)


def test_why_cards_are_no_meld_and_what_a_joker_stands_for():
    told = ask("what", game="rami51", cards="3C 4C 6C")
    assert told["parts"][1]["text"] == "The zone holds 3♣ 4♣ 6♣: neither a run nor a set."
    told = ask("what", "fr", game="rami51", cards="VT X1 RT")
    assert told["parts"] == [{"text": "Une suite, 30 points", "kind": "head"}, {"joker": "X1", "card": "QC"}]
    told = ask("what", game="rami51", cards="JC X1 X2 AC", rules={"jokers_per_meld": 2})
    assert told["mood"] == "good"


def test_a_log_of_a_lesson():
    told = ask("referee", text=(LESSONS / "first-lay.jsonl").read_text("utf-8"))
    assert told["count"]["bad"] == told["count"]["left"] == 0
    assert told["count"]["refused"] > 1
    reasons = [text for each in told["lines"] for event, text in each["said"] if event == "refused"]
    assert any("[first_lay_points]" in each for each in reasons)
    assert [each["n"] for each in told["lines"]] == list(range(1, len(told["lines"]) + 1))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_sheet_of_a_whole_match(language: str):
    text = (paths.games() / "demo-rami51.jsonl").read_text("utf-8")
    told = ask("referee", language, text="\ufeff" + text.replace("\n", "\r\n"))
    sheet = told["sheet"]
    sums = [sum(int(row["points"][seat]) for row in sheet["rows"]) for seat in range(len(told["players"]))]
    assert sums == sheet["totals"]
    assert sheet["winners"]
    assert told["count"]["turn"] > 5


def test_a_bad_line_has_its_number_and_changes_nothing():
    lines = (LESSONS / "house.jsonl").read_text("utf-8").splitlines()
    lines[2:2] = ["{", '{"t":1,"zone":"meld1","in":["ZZ"]}', "", "null"]
    told = ask("referee", text="\n".join(lines))
    bad = [each for each in told["lines"] if each["error"]]
    assert [each["n"] for each in bad] == [3, 4, 6]
    assert told["count"]["bad"] == 3
    assert told["count"]["turn"] + told["count"]["refused"] > 0


@pytest.mark.parametrize(
    "text",
    [
        *("", " \n\n", "hello", "null", "[[[[", "{}", '{"tierce":1}', '{"tierce":2,"game":"gin"}'),
        *('{"tierce":1,"game":"gin","players":[{},[]],"dealer":0}', "\ud800", "\0\0", "[" * 100_000),
        *('{"tierce":1,"game":"rami51","players":["\u202e\u0007","<b>"],"dealer":0}\n{"t":1e999}', None, 5),
        '{"tierce":1,"game":"gin","players":["A","B"],"dealer":' + "9" * 5000 + "}",
    ],
)
def test_what_is_no_log_is_told_line_by_line(text: object):
    told = ask("referee", text=text)
    assert told["count"]["bad"] == 1
    assert re.fullmatch(".+", next(each["error"] for each in told["lines"] if each["error"]))
    assert all(each["log"].isprintable() for each in told["lines"])


def test_a_log_that_is_too_long():
    assert "1 MB" in complaint("referee", text="x" * (1 << 20) + "y")
    line = '{"t":1,"zone":"meld1","in":["5H"]}\n'
    told = ask("referee", text=(LESSONS / "house.jsonl").read_text("utf-8") + line * 5000)
    assert len(told["lines"]) == workbench.MOST_LINES
    assert told["count"]["left"] > 2000


def test_damaged_logs_are_refereed_to_their_end():
    draw = random.Random(5)
    whole = (LESSONS / "first-lay.jsonl").read_text("utf-8")
    for _ in range(60):
        letters = list(whole)
        for _ in range(draw.randint(1, 12)):
            letters[draw.randrange(len(letters))] = draw.choice('{}[]",:0 9\n\\AéX')
        assert "lines" in ask("referee", text="".join(letters))


def test_recorded_matches_under_other_rules():
    told = ask("rules", game="rami51", rules={"first_lay_points": 90})
    matches = told["matches"]
    assert "90" in told["said"]
    assert [each["name"] for each in matches] == ["demo-rami51", "rami51-1", "rami51-2"]
    assert all(each["as_played"]["ahead"] and not each["as_played"]["bad"] for each in matches)
    assert matches[0]["as_played"]["winners"]
    refused = [sum(each[how]["refused"] for each in matches) for how in ("as_played", "under_rules")]
    assert refused[0] < refused[1]
    assert any("first_lay_points" in each["under_rules"]["first"] for each in matches)
    told = ask("rules", "fr", game="rami51", rules={"hand": 50})  # the players are too many for it
    assert any(each["under_rules"]["error"] for each in told["matches"])


def test_without_changes_every_match_comes_out_as_played():
    for game in ring.FAMILIES:
        matches = ask("rules", game=game)["matches"]
        assert matches, game
        for each in matches:
            assert each["as_played"] == each["under_rules"], each["name"]


def test_clauses_are_those_of_the_command():
    """A test that fails says in which lines; and nothing is left behind."""
    house = {"first_lay_points": 40}
    tests = [
        each
        for module in ("test_first_lay", "test_options")
        for each in ask("clauses", game="rami51", module=module, rules=house)["tests"]
    ]
    failed = [each for each in tests if each["trouble"]]
    assert {each["clause"] for each in failed} >= {"first_lay_points"}
    assert all(each["words"] for each in tests)
    play = (paths.rules_tests() / "play.py").read_text("utf-8").splitlines()
    ours = [line for each in failed for name, line in each["at"] if name == "tests/rules/play.py"]
    assert ours
    assert all("(" in play[line - 1] for line in ours)  # each is a call
    assert {each["at"][0][0] for each in failed} == {"tests/rules/run.py"}
    before = dict(sys.modules), list(sys.path)
    good = ask("clauses", game="rami51", module="test_first_lay")["tests"]  # as before
    assert not [each for each in good if each["trouble"]]
    assert set(ask("about")["modules"]) == set(modules())
    assert (dict(sys.modules), sys.path) == before


def test_samples_are_the_logs_of_the_lessons_and_recorded_matches():
    names = ask("about")["samples"]
    assert {"melds.jsonl", "demo-gin.jsonl"} < set(names)
    for name in names:
        told = ask("referee", text=ask("sample", name=name)["text"])
        assert told["count"]["bad"] == 0, name
    for name in ("../BRIEF", "demo-gin.expected.jsonl", None, []):
        assert complaint("sample", name=name)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "[]", "null", "{}", '{"do":5}', '{"do":"__init__"}', '{"do":"about","id":[]}'),
        *('{"id":{},"do":"hand"}', "[" * 100_000, '{"do":"hand","language":{}}', "\ud800"),
        *('{"do":"hand","language":"xx"}', '{"do":"referee","id":NaN}'),
    ],
)
def test_what_is_no_request_gets_an_answer(text: str):
    told = json.loads(workbench.answer(text))
    assert set(told) >= {"re"}
    assert "error" not in told or "went wrong" not in told["error"]["en"]


def test_a_reading_has_the_slots_of_the_lesson() -> None:
    told = ask("reading", cards="4H 5h 6♥ 7H 8H 9H 9H")
    assert [each["slot"] for each in told["slots"]] == [0, 5, 12, 14, 15]
    assert told["slots"][1] == {
        "slot": 5,
        "cards": ["4H", "7H"],
        "asked": [{"ends": "0 1110 0101", "cards": ["4H"]}, {"ends": "1 1110 0101", "cards": ["7H"]}],
    }
    assert (told["silent"], told["extra"], told["ms"]) == (11, 2, 43.8)
    assert ask("reading", cards="")["slots"] == []
    assert "foo" in complaint("reading", cards="5H foo")
    complaint("reading", "fr", cards=7)


def test_a_file_of_the_program_is_shown() -> None:
    told = ask("program")
    assert "firmware/tierce/presets.py" in told["files"]
    assert told["own"] not in told["files"]
    text = ask("source", name="firmware/tierce/presets.py")["text"]
    assert text == (paths.engine() / "presets.py").read_text("utf-8")
    assert ask("source", name=told["own"])["text"] == ""
    for name in ("firmware/tierce/../main.py", "", 7, None):
        complaint("source", name=name)


def test_what_is_wrong_in_a_file_is_said_with_its_line() -> None:
    presets, words = "firmware/tierce/presets.py", "firmware/tierce/names_en.words"
    for name, text, wrong in (
        (presets, (paths.engine() / "presets.py").read_text("utf-8"), []),
        (presets, "a = 1\ndef (\n", [(2, "SyntaxError: invalid syntax")]),
        *((presets, text, [(1, "")]) for text in ("\0", "(" * 500)),
        (words, "# a\n[GAMES]\n\nrami51=Rami 51\nlay_ace\n", [(5, "name=words")]),
    ):
        errors = ask("mistakes", name=name, text=text)["errors"]
        assert [(each["line"], said and each["text"]) for each, (_, said) in zip(errors, wrong, strict=True)] == wrong
    complaint("mistakes", name="other.py", text="")
    complaint("mistakes", name=presets, text=7)


def test_only_files_of_the_engine_and_its_tests_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, rules, other = (tmp_path / name for name in ("tierce", "rules", "other"))
    for folder in (engine, rules, other):
        folder.mkdir()
    (engine / "cards.py").write_text("old")
    monkeypatch.setattr(paths, "engine", lambda: engine)
    monkeypatch.setattr(paths, "rules_tests", lambda: rules)
    bad = {"firmware/tierce/../other/x.py": "bad", "tests/rules/new.py": "bad"}
    program.change({"firmware/tierce/cards.py": "new\n", program.OWN: "own\n", **bad})
    assert {path: path.read_text() for path in tmp_path.rglob("*.py")} == {
        engine / "cards.py": "new\n",
        rules / "test_our_rule.py": "own\n",
    }
