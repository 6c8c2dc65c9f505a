"""`tierce replay`: what it says of good and bad logs, for people and programs, live and on terminals."""

import json
import os
import re
import time
from pathlib import Path

import pytest
from processes import TIERCE, Process, run_on_terminal
from verbs import here

from tierce_tools.base.paths import games
from tierce_tools.match.lines import Lines, unstyled

SAMPLES = sorted(p for p in games().glob("*.jsonl") if not p.name.endswith(".expected.jsonl"))
HEADER = b'{"tierce":1,"game":"rami51","players":["Ana","Luc"],"dealer":0}\n'
DEAL = b'{"t":0,"seat":0,"press":"deal"}\n'
UPCARD = b'{"t":1,"zone":"discard","in":["4C"]}\n'
TURN = b'{"t":9,"zone":"discard","in":["2D"]}\n'
TURN_OUT = '{"t":9,"event":"turn","seat":1,"took":"stock","laid":0,"hand":13}\n'


def test_who_was_counted_with_other_cards_has_not_won():
    told = Lines(json.loads(HEADER), "en")
    score = {"round": 1, "how": "out", "winners": [1], "scores": [3, 0], "totals": [3, 0], "dealer": 1, "short": [0, 1]}
    lines = [unstyled(line) for line in told.outcome("round", 0, score)]
    assert lines[1].strip() == "counted with a different number of cards from what they hold: Ana and Luc"


def test_a_number_of_cards_that_players_rule_is_said():
    (line,) = Lines(json.loads(HEADER), "en").outcome("ruling", 0, {"ruling": "hand", "seat": 0, "cards": 5})
    assert unstyled(line).endswith("Ana's hand has 5 cards, as the players say")


@pytest.mark.parametrize(("kind", "cards", "said"), [("set", "5S 5H 5D 5C", "carré"), ("run", "5H 6H 7H 8H", "suite")])
def test_four_of_a_rank_have_a_name_of_their_own(kind: str, cards: str, said: str):
    meld = {"zone": "meld1", "kind": kind, "cards": cards.split(), "jokers": {}, "points": 20, "codes": []}
    (line,) = Lines(json.loads(HEADER), "fr").outcome("meld", 0, meld)
    assert said in unstyled(line)


def test_sample_logs():
    done = here("replay", "--json", *SAMPLES)
    assert (done.returncode, done.stderr) == (0, b"")
    told: dict[str, list[dict[str, object]]] = {}
    for each in map(json.loads, done.stdout.splitlines()):
        figures = each.pop("figures", ())
        if each.get("event") == "refused":
            assert len(each.pop("why")) == len(figures) == len(each["codes"])
        told.setdefault(str(each["file"]), []) if "file" in each else list(told.values())[-1].append(each)
    assert list(told) == list(map(str, SAMPLES))
    for sample in SAMPLES:
        expected = sample.with_name(sample.stem + ".expected.jsonl").read_bytes()
        assert told[str(sample)] == [json.loads(line) for line in expected.splitlines()], sample


@pytest.mark.parametrize("where", [(), ("--on-table",)])
def test_a_deal_that_is_accepted_is_said_if_asked_for(where: tuple[str, ...], tmp_path: Path):
    early, again = b'{"t":0,"seat":1,"press":"deal"}\n', b'{"t":9000,"seat":0,"press":"deal"}\n'
    left = b'{"t":0,"zone":"meld1","in":["5H"]}\n'
    log = tmp_path / "deals.jsonl"
    log.write_bytes(HEADER + early + left + DEAL.replace(b"0", b"1", 1) + again)
    done = here("replay", "--json", "--deals", *where, log)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["event"], each.get("code")) for each in told] == [
        ("warning", "not_your_turn"),
        ("warning", "table_not_clear"),
        ("deal", None),
        ("warning", "not_your_turn"),
    ]
    assert told[2] == {"t": 1, "event": "deal", "seat": 0, "round": 1, "hands": [13, 13], "stock": 81}


HUGE = b"9" * 4300  # as many digits as Python converts
# Bad lines and their messages: what is no JSON (MicroPython takes some of it), and one of each kind that
# tests/rules/test_bad_data.py has.
BAD_LINES = {
    "malformed JSON": (b'{"t":5,\n', "not JSON"),
    **{
        f"not JSON: {bad[-9:]!r}": (b'{"t":1,' + bad + b"\n", "not JSON (column ")
        for bad in (b'"draw":1.}', b'"draw":0x1}', b'"draw":01}', b'"draw":1}\0', b'"press":"do\x01ne"}', b"1:1}")
    },
    "a mark of UTF-8": (b'\xef\xbb\xbf{"t":1,"draw":1}\n', "not JSON (column 1)"),
    "half a letter": (b'{"t":1,"press":"\xed\xa0\x80"}\n', "not UTF-8 text (byte "),
    "no object": (b"[1,2]\n", "not an event"),
    "no time": (b'{"zone":"meld1","in":["5H"]}\n', "9007199254740991, not null"),
    "falling time": (b'{"t":0,"draw":1}\n', "time goes back: 0 after 1"),
    "unknown card": (b'{"t":5,"zone":"meld1","in":["5H","1H"]}\n', 'unknown card "1H"'),
    "cards as text": (b'{"t":5,"zone":"meld1","in":"5H"}\n', '"in" must be a list'),
    "unknown zone": (b'{"t":5,"zone":"table","in":["5H"]}\n', 'unknown zone "table"'),
    "unknown seat": (b'{"t":5,"seat":2,"press":"done"}\n', "unknown seat 2; seats are 0 to 1"),
    "unknown button": (b'{"t":5,"seat":1,"press":"fold"}\n', '"fold"; buttons are deal, done'),
    "draw as text": (b'{"t":5,"draw":"1"}\n', 'from -200 to 200, not "1"'),
    "joker that is none": (b'{"t":5,"zone":"meld1","joker":"5H","as":"6H"}\n', "only a joker"),
    "joker as joker": (b'{"t":5,"zone":"meld1","joker":"X1","as":"X2"}\n', 'not for "X2"'),
    "not UTF-8": (b'{"t":5,"zone":"\xff"}\n', "not UTF-8"),
    "too deep": (b"[" * 100_000 + b"\n", "not JSON"),
    "1 MB of rubbish": (b"x" * 1_000_000 + b"\n", "not JSON"),
    "3 MB of rubbish": (b"x" * 3_000_000 + b"\n", "longer than"),
    "900 kB of a name": (b'{"t":5,"zone":"' + b"z" * 900_000 + b'","in":[]}\n', 'unknown zone "zzz'),
    **{
        f"a time of {t[:20]}": (b'{"t":%s,"draw":1}\n' % t, said)
        for t, said in ((b"9007199254740992", "9007199254740991"), (HUGE, ""), (b"NaN", ""), (b"1" + HUGE, "not JSON"))
    },
    **{f"drawn {draw[:20]}": (b'{"t":1,"draw":%s}\n' % draw, "") for draw in (HUGE, b"-" + HUGE, b"-Infinity")},
    "seat too large": (b'{"t":1,"seat":%s,"press":"done"}\n' % HUGE, "unknown seat"),
    "no correction": (b'{"t":1,"ruling":"points","seat":0,"points":0}\n', "from -1000000 to 1000000, not 0"),
    "points missing": (b'{"t":1,"ruling":"points","seat":0}\n', '"points" must be a whole number'),
    "a hand too large": (b'{"t":1,"ruling":"hand","seat":0,"cards":201}\n', "a whole number from 1 to 200"),
    "unknown ruling": (b'{"t":1,"ruling":"redo"}\n', "unknown ruling"),
}


def written(folder: Path, logs: list[bytes]) -> list[Path]:
    """Write some logs; return their paths."""
    paths = [folder / f"{number}.jsonl" for number in range(len(logs))]
    for path, log in zip(paths, logs, strict=True):
        path.write_bytes(log)
    return paths


def test_bad_lines(tmp_path: Path):
    """One line says where and why; with --keep-going nothing else is lost."""
    paths = written(tmp_path, [HEADER + DEAL + UPCARD + bad + TURN for bad, _ in BAD_LINES.values()])
    done = here("replay", "--json", "--keep-going", *paths)
    assert done.returncode == 2
    said = done.stderr.decode().splitlines()
    for line, path, (name, (_, reason)) in zip(said, paths, BAD_LINES.items(), strict=True):
        assert line.startswith(f"{path}:4: "), name
        assert reason in line, name
        assert len(line) < 1000, name
    assert done.stdout.decode() == "".join(f'{{"file":"{path}"}}\n{TURN_OUT}' for path in paths)
    large = [path for path, name in zip(paths, BAD_LINES, strict=True) if name.startswith("a time of")]
    for options, some in ((("--lang", "fr"), paths), (("--json", "--speed", "1e6"), large), (("--on-table",), large)):
        again = here("replay", "--keep-going", *options, *some).stderr.decode().splitlines()
        for line, path in zip(again, some, strict=True):
            assert line.startswith(f"{path}:4: "), options
    # Without --keep-going it stops there.
    done = here("replay", "--json", paths[0])
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said[0] + "\n")


def ruled(rules: bytes, game: bytes = b"rami51") -> bytes:
    """Return a header with house rules."""
    return HEADER.replace(b"rami51", game).replace(b"}", b',"rules":%s}' % rules)


def with_more(more: bytes) -> bytes:
    return HEADER.replace(b"}", b",%s}" % more)


BAD_HEADERS = {
    "no header": (b'{"t":0,"seat":0,"press":"deal"}\n', "header"),
    "another version": (HEADER.replace(b'"tierce":1', b'"tierce":2'), "log version 2 is unknown"),
    "unknown game": (HEADER.replace(b"rami51", b"rami52"), 'no game "rami52"; the games are'),
    "too few": (HEADER.replace(b',"Luc"', b""), "for 2..6 players, not 1"),
    "names as text": (HEADER.replace(b'["Ana","Luc"]', b'"Ana"'), "players must be"),
    "dealer of no seat": (HEADER.replace(b'"dealer":0', b'"dealer":2'), "dealer 2 is not a seat"),
    "no option": (
        ruled(b'{"first_lay":40}'),
        'no option "first_lay" in "rami51"; the options are ace_in_hand, check_melds,',
    ),
    "value too low": (ruled(b'{"hand":0}'), '"hand": 0 makes no sense'),
    "more than the deck": (ruled(b'{"hand":26}', b"rami7"), '"hand": 26 makes no sense; it may be 1..25'),
    "number for a truth": (ruled(b'{"joker_swap":1}'), "true|false"),
    "word unknown": (ruled(b'{"final_discard":"maybe"}'), '"optional"|"required"'),
    "rules as list": (ruled(b"[]"), '"rules" must be an object'),
    "deck as list": (with_more(b'"deck":[]'), '"deck" must be an object'),
    "tag of no card": (with_more(b'"deck":{"E0":"5X"}'), '"E0" names no card: "5X"'),
    "a card twice": (with_more(b'"deck":{"E0":"5H","E1":"5H"}'), 'two tags, "E0" and "E1"'),
    "totals too large": (with_more(b'"totals":[-%s,0]' % HUGE), "totals"),
    "rounds too many": (with_more(b'"rounds":%s' % HUGE), "rounds"),
    "nothing": (b"", "empty"),
    "blank lines": (b"\n\n\n", "empty"),
}


def test_bad_headers(tmp_path: Path):
    paths = written(tmp_path, [bad + (DEAL if bad.strip() else b"") for bad, _ in BAD_HEADERS.values()])
    for flags in ((), ("--json",)):
        done = here("replay", "--keep-going", *flags, *paths)
        assert done.returncode == 2
        assert b"event" not in done.stdout
        said = done.stderr.decode().splitlines()
        for line, path, (name, (_, reason)) in zip(said, paths, BAD_HEADERS.items(), strict=True):
            assert re.match(rf"{re.escape(str(path))}:\d+: ", line), name
            assert reason in line, name
        done = here("replay", *flags, "-", stdin=paths[0].read_bytes())
        assert (done.returncode, done.stdout) == (2, b"")
        assert re.match(rb"<stdin>:\d+: .*\n\Z", done.stderr)


def test_what_editors_leave_behind_is_let_pass():
    log = HEADER + DEAL + UPCARD + TURN
    for mark in (b"", b"\xef\xbb\xbf"):
        for end in (b"\n", b"\r\n", b"\n\n \n"):
            for text in (log, log.rstrip(b"\n")):
                done = here("replay", "--json", "-", stdin=mark + text.replace(b"\n", end))
                assert (done.returncode, done.stdout.decode(), done.stderr) == (0, TURN_OUT, b"")


def test_a_last_line_that_is_cut_off():
    log = HEADER + DEAL + UPCARD + TURN + TURN[:20]
    done = here("replay", "--json", "-", stdin=log)
    assert (done.returncode, done.stdout.decode()) == (2, TURN_OUT)
    assert done.stderr.decode() == "<stdin>:5: the last line is cut off\n"


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "/proc/self/mem", "-"])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path):
    done = here("replay", name, cwd=tmp_path, stdin=None)
    assert done.returncode == 2
    assert re.match(rf"{re.escape(name)}(:1)?: cannot be read: .*\n\Z", done.stderr.decode())


def test_bad_usage():
    for args in (
        *(["replay"], ["replay", "--speed", "0", "-"], ["replay", "--lang", "xx", "-"]),
        *(["replay", "--speed", "2", "--jobs", "2", "-"], ["replay", "--speed", "2", "--summary", "-"]),
        *(["replay", "--jobs", "-1", "-"], ["replay", "--jobs", "x", "-"], ["play"], ["test", "--clause", "x"]),
        *(["test", "--rule", "hand"], ["test", "--rule", "hand=x"], ["test", "--rule", "hands=3"]),
    ):
        done = here(*args)
        assert done.returncode == 2, args
        assert done.stderr, args


def test_standard_input_twice():
    done = here("replay", "--json", "-", "-", stdin=HEADER + DEAL + UPCARD + TURN)
    assert (done.returncode, done.stderr.count(b"\n"), TURN_OUT in done.stdout.decode()) == (2, 1, True)


def test_for_people_in_both_languages():
    sample = games() / "demo.jsonl"
    english, french = (here("replay", "--lang", lang, sample).stdout.decode() for lang in ("en", "fr"))
    refused = "the first lay needs a run without a joker  [first_lay_pure_run]"
    assert all(said in english for said in ("Zoé draws from the stock", refused, "Score sheet"))
    assert english.count("Score sheet") == english.count("Round ") == 2
    assert all(said in french for said in ("Zoé pioche, défausse", "tierce franche", "Feuille de marque"))
    assert english.count("\n") == french.count("\n")
    assert "\x1b" not in english  # colour on a terminal only


def test_what_the_players_decided_is_said():
    logs = sorted(each for each in games().glob("rulings-*.jsonl") if "expected" not in each.name)
    done = here("replay", *logs)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    for said in (
        "Ana's turn is accepted in spite of: nobody lays in their first turn, the first lay",
        *("Luc's hand counts 4 points, as the players say", "this round does not count"),
        *("Zoé's score is corrected: +20", "correction, 0:20", "−300", "Brought forward"),
        *("what this hand counts is not asked for now", "no round is on"),
        "5: this round does not count, take back the last turn",
    ):
        assert said in text
    assert not set("{}") & set(text)


def test_who_buys_in_again_is_said_and_stands_on_the_sheet():
    rules = b'{"recave":"once","target":300,"hand":3,"first_lay_points":0,"first_lay_pure_run":false}'
    header = ruled(rules).replace(b'"Luc"]', b'"Luc","Zo\xc3\xa9"],"totals":[0,0,200],"rounds":1')
    out = b'{"t":2,"zone":"meld1","in":["5H","6H","7H"]}\n' + TURN
    done = here("replay", "-", stdin=header + DEAL + UPCARD + out)
    assert (done.returncode, done.stderr) == (0, b"")
    for said in ("Zoé buys in again at 200", "buys in again, 0:0", "−200"):
        assert said in done.stdout.decode()


def test_live_on_a_terminal(tmp_path: Path):
    # So fast that it never waits; the table must be drawn, and the terminal left clean.
    log = tmp_path / "some.jsonl"
    log.write_bytes(b"".join((games() / "demo.jsonl").read_bytes().splitlines(keepends=True)[:50]))
    done = run_on_terminal(TIERCE, "replay", "--speed", "1000000", log)
    assert done.returncode == 0
    assert all(said in done.stderr for said in ("Rami 51", "on turn", "\x1b[31m"))
    assert done.stderr.count("\x1b[?25l") == done.stderr.count("\x1b[?25h")  # the cursor is visible again


SAID = {
    "a seat goes out by laying: no discard, whatever card was last seen there": (
        HEADER.replace(b"rami51", b"rami7").replace(b"}", b',"rules":{"first_lay_points":0}}')
        + DEAL
        + UPCARD
        + b'{"t":2,"zone":"meld1","in":["5H","6H","7H","8H"]}\n{"t":3,"zone":"meld2","in":["KS","KH","KD"]}\n'
        + b'{"t":4,"seat":1,"press":"done"}\n',
        ["does not draw, lays 56 points, no card left"],
    ),
    "a deal on a table that is not clear": (
        (games() / "chamberliens-3.jsonl").read_bytes(),
        ["Luc deals round 1\n", "Zoé deals round 2\n", "Ana deals round 3\n"],
    ),
    "a void round of contrat is dealt again with its contract": (
        HEADER.replace(b"rami51", b"contrat").replace(b"}", b',"rounds":2}')
        + DEAL
        + b'{"t":1,"ruling":"void"}\n{"t":2,"seat":0,"press":"deal"}\n',
        ["Ana deals round 3: 2 runs, 9 cards each"] * 2,
    ),
    "a name cannot steer the terminal": (
        HEADER.replace(b"Ana", rb"\u001b[2JA\tna") + DEAL,
        ["Rami 51: ?[2JA na, Luc\n"],
    ),
    "house rules stand at the top": (
        HEADER.replace(b"}", b',"rules":{"target":200}}'),
        ["Rami 51: Ana, Luc\nHouse rules: total that ends the match: 200\n"],
    ),
}


@pytest.mark.parametrize(("log", "said"), SAID.values(), ids=SAID)
def test_what_is_said_of_a_log(log: bytes, said: list[str]):
    text = here("replay", "-", stdin=log).stdout.decode()
    for each in set(said):
        assert text.count(each) == said.count(each), text


def test_a_long_log_shows_that_something_comes(tmp_path: Path):
    log = tmp_path / "long.jsonl"
    event = b'{"t":0,"zone":"seat0","in":["5H"]}' + 50_000 * b" " + b"\n"
    log.write_bytes(HEADER + DEAL + event * 24)
    with Process("cat", log, heard=False) as pipe:
        done = run_on_terminal(TIERCE, "replay", "-", stdin=pipe.stdout)
    assert (done.returncode, "Refereeing -" in done.stderr) == (0, True)
    done = run_on_terminal(TIERCE, "replay", log)
    assert (done.returncode, "Refereeing" in done.stderr) == (0, True)


def test_the_headers_own_t_is_no_time_and_the_default_language_is_the_environments():
    log = HEADER.replace(b"}", b',"t":50}') + DEAL + UPCARD
    done = here("replay", "--json", "--speed", "1000", "-", stdin=log)
    assert (done.returncode, done.stderr) == (0, b"")
    done = here("replay", games() / "rami7-1.jsonl", env={**os.environ, "TIERCE_LANG": "fr_FR.UTF-8"})
    assert "Feuille de marque" in done.stdout.decode()


def test_speed_is_the_logs_own_time(monkeypatch: pytest.MonkeyPatch):
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    log = HEADER + DEAL + b'{"t":600,"seat":0,"press":"done"}\n'
    assert here("replay", "--json", "--speed", "2", "-", stdin=log).returncode == 0
    assert sum(slept) == pytest.approx(0.3, abs=0.1)  # 600 ms at twice the speed
