"""Data from a board or a shared store is hostile until it is checked: no verb ends in a traceback.

Each value in each kind of record is replaced by wrong values. All such matches are in one store
with good ones, and the verbs must still handle the good ones.
"""

import json
import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from io import StringIO
from itertools import chain, groupby, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import ring
from entries import changed, places
from evenings import log_of, records_of
from rich.console import Console
from typer.testing import CliRunner

from tierce.outcomes import KEYS
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import follow
from tierce_tools.board.session import Session, read_hello
from tierce_tools.cli import live
from tierce_tools.cli.live import Terminal
from tierce_tools.cli.main import app
from tierce_tools.logs.records import HEADER, kind_of
from tierce_tools.logs.store import Store
from tierce_tools.match.match import FollowedMatch
from tierce_tools.match.watcher import Watcher

# Controls a terminal, reverses text, begins a formula: ESC, U+009B, U+202E, U+FF1D, BEL, NUL.
NASTY = "\x1b[2J\x9b31m\u202eevil\uff1d\x07\0"
JUNK: list[Any] = [NASTY, None, {"x": [1]}, 10**400, -1]
JUNK = random.Random(ring.FIRST).sample(JUNK, 3) if ring.ALL else JUNK[:2]
GOOD = "demo-rami51"


GIN_OF_TWO: dict[str, Any] = {"tierce": 1, "game": "gin", "players": ["Ana", "Luc"], "dealer": 0}
ENDED: dict[str, Any] = {"t": 9, "event": "round", "round": 1, "winners": [1]}


def played() -> list[dict[str, Any]]:
    """Return a short match as a board sends it, with every kind of record."""
    sent: list[dict[str, Any]] = [
        {"note": {"boot": 1, "after": 0}},
        {**GIN_OF_TWO, "rules": {"target": 30}, "totals": [3, 0], "rounds": 1},
        {"note": {"unix": 1_800_000_000, "at": 5}},
        {"t": 0, "seat": 0, "press": "deal"},
        {"t": 1, "zone": "discard", "in": ["4C"]},
        {"t": 2, "draw": 1},
        {"t": 3, "event": "refused", "seat": 1, "codes": ["no_draw"], "why": ["no card drawn"]},
        {"t": 4, "event": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 10},
        {"t": 5, "event": "reshuffle", "stock": 20},
        {"t": 6, "event": "warning", "code": "count_mismatch", "zone": "seat1", "expected": 5, "read": 3},
        {"t": 7, "event": "warning", "code": "two_zones", "card": "4C", "zone": "meld1", "other": "seat0"},
        {"t": 8, "event": "warning", "code": "unknown_card", "zone": "meld1", "card": "E004"},
        {**ENDED, "how": "gin", "scores": [0, 40], "totals": [0, 40], "dealer": 1},
        {"t": 9, "event": "ruling", "ruling": "undo", "seat": 1, "hand": 10, "totals": [3, 0]},
        {"t": 9, "event": "match", "winners": [1], "ranking": [1, 0], "totals": [0, 40]},
        {"note": {"over": True}},
    ]
    return [{"seq": seq, **record} for seq, record in enumerate(sent, 1)]


def spoilt(records: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield a place, and copies of some records with wrong values there."""
    seen: set[Any] = set()
    for at, record in enumerate(records):
        for path in places(record):
            named = record.get("code"), record.get("ruling")
            shape = (kind_of(record), record.get("event"), *named, *path)
            if path == ("seq",) or shape in seen:
                continue
            seen.add(shape)
            # In `make test` each place has one of the values.
            for value in [*JUNK, ...] if ring.ALL else [[*JUNK, ...][len(seen) % 3]]:
                yield str(shape), changed(records, (at, *path), value)


def run(*args: object) -> str:
    done = CliRunner().invoke(app, [str(each) for each in args], standalone_mode=False)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    is_printable(done.output, *args)
    return done.stdout


def is_printable(text: str, *where: object) -> None:
    odd = [] if text.translate(dict.fromkeys(map(ord, "\n\r\ufeff"))).isprintable() else sorted(set(text))
    assert not [hex(ord(each)) for each in odd if not each.isprintable() and each not in "\n\r\ufeff"], where


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with Store.open(str(path)) as kept:
        kept.journal("good", "club").keep(records_of([log_of(GOOD)]))
        for number, (_, found) in enumerate(groupby(spoilt(played()), lambda each: each[0])):
            told = [record for _, records in found for record in records]
            for seq, record in enumerate(told, 1):
                record["seq"] = seq
            kept.journal(f"evil{number}", NASTY).keep(told)
    return path


def good_games(store: Path, folder: Path, *forms: str) -> None:
    """Check that each verb still tells of the good games."""
    assert "Ana" in run("logs", "--store", store)
    found = [json.loads(each) for each in run("logs", "--store", store, "--json").splitlines()]
    assert sum(each["game"] == "rami51" and each["ended"] for each in found) == 1
    assert "rami51" in json.loads(run("stats", "--store", store, "--json"))["games"]
    for form in forms:
        (out := folder / form).mkdir()
        # PDFs are slow, so only some of the matches.
        which = ["--all"] if form != "pdf" else [each["id"] for each in found[::14]]
        run("export", *which, "--store", store, "--to", form, "--out", out)
        for path in out.iterdir() if form == "csv" else ():
            text = path.read_text("utf-8-sig")
            assert "rami51" in text
            is_printable(text, path)
        assert list(out.iterdir())


def test_watch_goes_on():
    """The same records sent by a board; `watch` handles them one by one."""
    for what, records in spoilt(played()):
        watching = Watcher()
        try:
            for record in records:
                list(watching.take(record))
        except Exception as error:
            raise AssertionError(what) from error


def test_rows_of_a_shared_store_may_hold_anything(store: Path, tmp_path: Path):
    """Other programs may write anything to the database, even invalid JSON."""
    if ring.ALL:
        good_games(store, tmp_path, "html", "log", "pdf")
    with closing(sqlite3.connect(store)) as database, database:
        texts = ["", "{", "[]", "null", "7", '"x"', "{}", '{"note":5}', "[" * 100_000, "9" * 5000]
        rows = database.execute("select journal, seq from records where journal > 1 order by journal, seq").fetchall()
        for number, row in enumerate(rows[::7]):
            text = texts[number % len(texts)]
            database.execute("update records set text = ? where journal = ? and seq = ?", (text, *row))
    good_games(store, tmp_path, "csv")


HELLO: dict[str, Any] = {
    **{"re": "hello", "id": 1, "log": 1, "firmware": "0.1.0", "micropython": "1.28.0", "name": "club"},
    **{"zones": ["meld1", "discard"], "language": "en", "cards": 108, "boot": 3, "first": 1, "next": 7, "game": "gin"},
    "health": {"readers": {"meld1": {"ok": True}}, "errors": [["epaper", "no answer"]]},
}


def test_a_hello_is_read_before_it_is_used():
    assert read_hello(HELLO) == HELLO
    for path in places(HELLO):
        for value in [*JUNK, ...]:
            try:
                found = read_hello(changed(HELLO, path, value))
            except Trouble:  # a message in one line
                continue
            assert isinstance(found["name"], str)
            assert all(type(found[key]) is int and found[key] >= 0 for key in ("boot", "first", "next"))


HEADER_OF_TWO: dict[str, Any] = {**GIN_OF_TWO, "game": "rami51", "deck": {"E004": "4C"}}
A_VALUE: dict[str, Any] = {"zone": "meld1", "other": "seat0", "card": "4C", "read": 3, "expected": 5, "seat": 1}
A_VALUE |= {"figures": ["no_hint_now"], "reason": "full", "ruling": "undo", "zones": 9, "round": 3}


RULED: dict[str, dict[str, Any]] = {
    **{"undo": {"seat": 1, "hand": 10, "totals": [3, 0]}, "points": {"seat": 1, "points": -20, "totals": [3, 0]}},
    **{"accept": {"seat": 1, "codes": ["no_draw", "first_lay_points"]}, "hand": {"seat": 0, "cards": 13}},
    **{"count": {"seat": 0, "points": 37}, "void": {}, "reshuffle": {}, "end": {}},
}


def told_after_a_loss() -> list[dict[str, Any]]:
    """Return all kinds of outcomes that a board sends while this computer can't referee."""
    warnings = {name: KEYS[name].split()[1:] for name in KEYS if KEYS[name].startswith("code")}
    said: list[dict[str, Any]] = [
        {"t": 3, "event": "refused", "seat": 1, "codes": ["no_draw"], "figures": [["no_draw", 0, 1]]},
        {"t": 3, "event": "refused", "seat": 1, "codes": ["no_draw"], "why": ["no card drawn"]},
        {"t": 4, "event": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 10},
        {"t": 5, "event": "reshuffle", "stock": 20},
        {
            **{"t": 6, "event": "meld", "zone": "meld1", "kind": "run", "cards": ["5H", "6H", "X1"]},
            **{"jokers": {"X1": "7H"}, "points": 18, "codes": ["no_draw"]},
        },
        {**ENDED, "how": "out", "scores": [40, 0], "totals": [40, 0], "dealer": 1, "short": [0]},
        {"t": 9, "event": "match", "winners": [1], "ranking": [1, 0], "totals": [40, 0]},
    ]
    said += [
        {"t": 7, "event": "warning", "code": name, **{key: A_VALUE[key] for key in warnings[name]}} for name in warnings
    ]
    said += [{"t": 9, "event": "ruling", "ruling": name, **values} for name, values in RULED.items()]
    no_ruling = {"t": 9, "event": "warning", "code": "no_ruling"}
    return said + [{**no_ruling, "ruling": name} for name in RULED if name not in ("undo", "points")]


def shown(records: Iterable[dict[str, Any]]) -> tuple[Terminal, FollowedMatch]:
    """Show records of a match on the terminal and in the page, after others were lost."""
    watching = Watcher()
    people, match = Terminal("club", "en", watching), FollowedMatch()
    sent = [{"seq": 1, **HEADER_OF_TWO}, {"seq": 2, "t": 0, "seat": 0, "press": "deal"}, {"lost": 7, "from": 3}]
    for record in [*sent, *({"seq": seq, **each} for seq, each in enumerate(records, 10))]:
        for happening in watching.take(record):
            people.show(happening)
        match.take([record])
    people.refresh()
    json.dumps(match.sections())
    return people, match


def test_all_that_a_board_says_after_a_loss_is_shown(capsys: pytest.CaptureFixture[str]):
    """Ensures that the test below does not pass only because nothing is shown."""
    shown([])
    before = capsys.readouterr().out.count("\n")
    for outcome in told_after_a_loss():
        _, match = shown([outcome])
        assert capsys.readouterr().out.count("\n") > before, outcome
        if outcome["event"] != "meld":
            assert match.entries[-1]["event"] == outcome["event"]


def test_keys_of_other_outcomes_are_left_out():
    def told(outcome: dict[str, Any]) -> tuple[Any, Any]:
        _, match = shown([outcome])
        return match.entries[-1]["text"], match.sections()["sheet"]

    ruled = {"ruling": "points", "cards": ["5H"]}
    for outcome in told_after_a_loss():
        for more in ({"ruling": "undo"}, ruled, {"scores": [1, 2]}, {"ruled": 1}, {"round": 1}):
            assert told({**more, **outcome}) == told(outcome), (outcome, more)


COUNTED = {"event": "ruling", "ruling": "points"}
ODD: list[dict[str, Any]] = [
    {"event": "refused", "seat": 1, "codes": ["no_draw"]},
    {"event": "refused", "seat": 1, "codes": ["no_draw", "no_discard"], "why": ["no card drawn"]},
    {"event": "refused", "seat": 1, "codes": [], "why": ["no card drawn"]},
    {"event": "round", "round": 1, "how": "won", "winners": [1], "scores": [40, 0], "totals": [40, 0], "dealer": 1},
    {"event": "meld", "zone": "discard", "kind": "run", "cards": ["5H"], "jokers": {}, "points": 0, "codes": []},
    {"event": "meld", "zone": "meld1", "kind": "row", "cards": ["5H"], "jokers": {}, "points": 0, "codes": []},
    {"event": "warning", "code": "turn", "seat": 1, "took": "stock", "laid": 0, "hand": 10},
    {"event": "warning", "code": "ruling_undo", "ruling": "undo", "seat": 1, "hand": 1, "totals": [0, 0]},
    *({"event": "warning", "code": "no_ruling", "ruling": ruling} for ruling in ("redo", "points")),
    *({"event": "ruling", "ruling": ruling} for ruling in ("redo", ["void"])),
    *({**COUNTED, "seat": 1, "points": points, "totals": [0, 0]} for points in (0, 1000001)),
    *({**COUNTED, "seat": 2, "points": 5, "totals": [0, 5]}, {**COUNTED, "seat": 1, "points": 5, "totals": [5]}),
    {"event": "ruling", "ruling": "count", "seat": 1, "points": -1},
    *({"event": "ruling", "ruling": "hand", "seat": 1, "cards": cards} for cards in (0, ["5H"], 1001)),
    {"event": "ruling", "ruling": "accept", "seat": 1, "codes": "no_draw"},
    {"event": "warning", "code": "reader_lost", "zone": "meld1", "other": 5},
    {"event": "warning", "code": "count_mismatch", "zone": "meld1", "expected": 1, "read": 2, "card": [1]},
    *({"event": "warning", "code": "bad_event"}, {"event": "hint", "seat": 1}),
    {"event": "reader_lost", "code": "reader_lost", "zone": "meld1"},
]


def test_an_odd_outcome_is_left_out(capsys: pytest.CaptureFixture[str]):
    shown([])
    before = capsys.readouterr().out
    for odd in ODD:
        _, match = shown([{"t": 5, **odd}])
        assert capsys.readouterr().out == before, odd
        assert match.entries[-1]["event"] == "lost", odd


def test_what_is_shown_after_a_loss_steers_no_terminal(capsys: pytest.CaptureFixture[str]):
    good = told_after_a_loss()
    for what, records in spoilt(good):
        try:
            shown(each for each in records if each not in good)
        except Exception as error:
            raise AssertionError(what) from error
        said = capsys.readouterr()
        is_printable(said.out + said.err, what)


def test_the_live_table_shows_it_too(monkeypatch: pytest.MonkeyPatch):
    screen = StringIO()
    terminal = Console(file=screen, force_terminal=True, width=100, height=50)
    monkeypatch.setattr(live, "console", lambda **_: terminal)
    nasty = {"t": 5, "event": "refused", "seat": 1, "codes": [NASTY], "why": [NASTY]}
    with shown([*told_after_a_loss(), nasty, *({"t": 5, **odd} for odd in ODD)])[0] as people:
        people.refresh()
    said = screen.getvalue()
    assert "evil" in said
    assert not {"\x9b", "\u202e", "\x07", "\0"} & set(said)
    assert "\x1b[2Jevil" not in said


def saying(*things: Any) -> Any:
    """Return a wire on which a board sends these things once, whatever it is asked."""
    said = [b"".join(b"\x1e" + json.dumps(each).encode() + b"\n" for each in things)]
    nothing = MagicMock()
    return SimpleNamespace(read=lambda timeout: said.pop() if said else b"", write=nothing, close=nothing)


def test_what_is_neither_a_record_nor_a_loss_is_left_out():
    good = [{"seq": 4, "t": 0}, {"lost": 2, "from": 5}]
    for odd in (
        *({"seq": 5, "lost": 1}, {"seq": 5, "lost": 1, "from": 4}, {"seq": 5, "lost": "x", "t": 0}),
        *({"seq": -1, "t": 0}, {"seq": "5"}, {"t": 0}, {"lost": 1}, {"lost": 1, "from": None}),
        *({"lost": 1, "from": 4, "tierce": 1}, {"lost": 1, "from": 4, "note": 5}, {"from": 4}, {}, {"re": "get"}),
        *({"re": "get", "id": [1]}, {"re": {}, "id": {"a": 1}}),
    ):
        with Session(saying(good[0], odd, good[1])) as session:
            assert session.records() == good, odd


def asked(answer: dict[str, Any], *records: dict[str, Any]) -> Any:
    session = MagicMock(hello={**HELLO, "next": 2000})
    session.stream.return_value = answer
    session.records.side_effect = chain([[*records]], repeat([]))
    return session


@pytest.mark.parametrize(
    "note", [*JUNK, 5, "boot", ["boot"], {"boot": 1}, {"boot": 1, "after": "x"}, {"boot": None, "after": 3}]
)
def test_a_match_is_looked_for_behind_whatever_note(note: Any):
    assert follow.find_match(asked({"next": 2000}, {"seq": 1999, "note": note})) == []


@pytest.mark.parametrize("answer", [{}, *({"next": value} for value in JUNK)])
def test_a_log_whose_end_is_not_said_is_trouble(answer: dict[str, Any]):
    with pytest.raises(Trouble):
        follow.find_match(asked(answer))


def test_a_header_is_one_only_if_it_names_game_and_players():
    header = played()[1]
    assert kind_of(header) == HEADER
    for key in ("players", "dealer"):
        for value in JUNK:
            assert kind_of({**header, key: value}) != HEADER, (key, value)
