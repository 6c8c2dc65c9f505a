"""`tierce hint` and `tierce replay --hints`."""

import json
import os
import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import ring
from processes import PIPE, TIERCE, Completed, Process, run_on_terminal
from verbs import complaint, here

from tierce.outcomes import line_of
from tierce_tools.base.trouble import Trouble
from tierce_tools.hints.answers import MANY, BadQuestion, Block, answered
from tierce_tools.hints.gin_hands import answers as gin_answers
from tierce_tools.hints.questions import answer
from tierce_tools.hints.typed import codes as typed_codes

Question = dict[str, Any]


def hint(*args: str | Path, **how: Any) -> Completed[bytes]:
    return here("hint", *args, **how)


def written(*questions: Question) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in questions)


def expected(*questions: Question) -> bytes:
    return "".join(line_of(answer(each)) + "\n" for each in questions).encode()


# --- the filter

TEN = {"game": "gin", "hand": "4S 4H 4D 5H 6H 7H TC JC 2S KD".split()}
KNOCKED = {"game": "gin", "hand": "8H 9H KC".split(), "table": [["5H", "6H", "7H"]]}
ALL: list[Question] = [
    TEN,
    {"game": "gin", "hand": "4S 4H 4D 5H 6H 7H 9C TC JC 2S KD".split()},
    KNOCKED,
    {"game": "rami51", "hand": "KS KH KD QS QH QD JS TC TD TH 2C 8D 6H".split()},
    {"game": "rami51", "laid": True, "table": [["3C", "4C", "X1"]], "hand": "5C 7S 7H KD".split()},
    {"game": "rami30", "hand": "2H 3H 4H".split(), "rules": {"first_lay_points": 9}},
    {"game": "manipulation", "hand": "6H KS KD".split(), "table": [["5H", "X1", "7H"]], "jokers": {"X1": "6H"}},
    {"game": "manipulation", "hand": "X1 AS 2S 4S KH KD".split(), "goal": "points"},
    {"game": "gin", "hand": []},
    {"game": "rami500", "hand": "7S 8S 9S".split(), "rules": {"hand": 26}},  # of two players, and of no more
]


def test_several_files_and_standard_input(tmp_path: Path):
    """The lines are the engine's own, byte for byte; what it answers is tested in tests/firmware."""
    one, two = tmp_path / "one.jsonl", tmp_path / "deux é.jsonl"
    one.write_bytes(written(*ALL[:3]))
    two.write_bytes(written(*ALL[3:6]))
    done = hint(str(two), "-", str(one), stdin=written(*ALL[6:]))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == expected(*ALL[3:6], *ALL[6:], *ALL[:3])


def test_what_editors_leave_behind_and_other_keys_are_let_pass(tmp_path: Path):
    names: list[str] = []
    for mark in (b"", b"\xef\xbb\xbf"):
        for end in (b"\n", b"\r\n", b"\n\n \n\t\n", b"\n\r\n"):
            for last in (end, b""):
                names.append(str(tmp_path / f"{len(names)}.jsonl"))
                text = (written(*ALL[:2]).rstrip(b"\n") + b"\n").replace(b"\n", end)
                Path(names[-1]).write_bytes(mark + text.removesuffix(end) + last)
    done = hint(*names, "-", stdin=written({**TEN, "id": 7, "goal": None}))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == expected(*ALL[:2]) * len(names) + expected(TEN)


@pytest.mark.parametrize("args", [["-"], ["--jobs", "2"]], ids=" ".join)
def test_who_waits_is_answered_at_once(args: list[str]):
    with Process(TIERCE, "hint", *args, stdin=PIPE) as process:
        for question in ALL[:3]:
            text = written(question)
            for part in (text[:9], text[9:]):
                process.say(part)
            assert process.out.line() == expected(question).decode().rstrip("\n")
        assert process.poll() is None
        process.end_input()
        assert (process.out.rest(), process.wait()) == ("", 0)


# A bad line for each message, and parts of it; tests/firmware/test_hints_questions.py has the other lines.
MEBIBYTE = 1 << 20
ROWS = r"""
{"game":"gin",  ->  not JSON
7  ->  not a question
{"game":"bridge","hand":["5H"]}  ->  no game "bridge"; the games are
{"game":["gin"],"hand":["5H"]}  ->  no game
{"game":"gin"}  ->  hand is missing
{"game":"gin","hand":"5H 6H"}  ->  "hand" must be a list
{"game":"gin","hand":["5h"]}  ->  unknown card "5h"
{"game":"gin","hand":[5]}  ->  unknown card 5
{"game":"gin","hand":["5H","5H"]}  ->  "5H" is there twice
{"game":"rami51","hand":["5H"],"laid":true,"table":[["2S","3S","4S"],["7S","8S"]]}  ->  "meld2" holds "7S 8S"
{"game":"gin","hand":["5H"],"table":{}}  ->  must be a list
{"game":"rami51","hand":["X1"],"jokers":{"X1":"5H"}}  ->  jokers: "X1" is not a joker
{"game":"rami51","hand":["2H"],"table":[["5S","6S","X1"]],"jokers":{"X1":"X2"}}  ->  not for "X2"
{"game":"rami51","hand":["2H"],"jokers":[]}  ->  must be an object
{"game":"gin","hand":["5H"],"rules":{"hands":1}}  ->  no option "hands" in "gin"; the options are big_gin_bonus
{"game":"rami51","hand":["5H"],"rules":{"hand":0}}  ->  "hand": 0 makes no sense
{"game":"rami500","hand":["5H"],"rules":{"hand":27}}  ->  it may be 1..26
{"game":"gin","hand":["5H"],"rules":[]}  ->  "rules" must be an object
{"game":"gin","hand":["5H"],"goal":"glory"}  ->  not "glory"
{"game":"gin","hand":["5H"],"goal":[]}  ->  goal must be
{"game":"rami51","hand":["5H"],"laid":"yes"}  ->  true or false
{"game":"gin","hand":["\u001b[2J"]}  ->  unknown card
"""
BAD_LINES = [
    (line.encode() + b"\n", said) for line, _, said in (each.partition("  ->  ") for each in ROWS.split("\n")[1:-1])
]
BAD_LINES += [
    (written({"game": "gin", "hand": [rank + "S" for rank in "A23456789TJQ"]}), "12 cards: 11 at most"),
    (b'{"game":"gin","hand":["\xff"]}\n', "not UTF-8"),
    (b"[" * 100_000 + b"\n", "not JSON"),
    (b'{"game":"gin","hand":[' + b"9" * 5000 + b"]}\n", "not JSON"),
    (b"x" * (MEBIBYTE + 1) + b"\n", "longer than 1048576 bytes"),
    (b'{"game":"gin","hand":["' + b"5" * 3_000_000 + b'"]}\n', "longer than"),
    (b'{"game":"gin","hand":["' + b"5" * 1_000_000 + b'"]}\n', "unknown card"),
]


def test_a_bad_line_is_the_end(tmp_path: Path):
    bad, reason = BAD_LINES[-7]
    path = tmp_path / "questions.jsonl"
    path.write_bytes(written(TEN) + b"\n" + bad + written(*ALL[:2]))
    done = hint(path, path)
    assert (done.returncode, done.stdout) == (2, expected(TEN))
    assert re.fullmatch(rf"{re.escape(str(path))}:3: [^\n]*{reason}[^\n]*\n", done.stderr.decode())


def test_keep_going_keeps_the_order(tmp_path: Path):
    """After each bad line comes a good one."""
    mixed = tmp_path / "questions.jsonl"
    mixed.write_bytes(b"".join(bad + written(TEN) for bad, _ in BAD_LINES))
    done = hint("--keep-going", str(mixed), "-", stdin=written(*ALL))
    assert done.returncode == 2
    found = done.stdout.splitlines(keepends=True)
    assert found[1 : 2 * len(BAD_LINES) : 2] == [expected(TEN)] * len(BAD_LINES)
    assert b"".join(found[2 * len(BAD_LINES) :]) == expected(*ALL)
    said = done.stderr.decode().splitlines()
    reasons = zip(BAD_LINES, said, found[: 2 * len(BAD_LINES) : 2], strict=True)
    for number, ((_, reason), line, instead) in enumerate(reasons):
        where, _, text = line.partition(": ")
        assert where == f"{mixed}:{2 * number + 1}"
        assert reason in text
        assert json.loads(instead) == {"error": text}
        assert len(text) < 300
        assert text.isprintable()
    french = hint("--keep-going", "--lang", "fr", stdin=BAD_LINES[0][0])
    assert json.loads(french.stdout) == {"error": "pas du JSON (colonne 15)"}
    assert french.stderr.decode() == "<stdin>:1: pas du JSON (colonne 15)\n"


def test_a_last_line_that_is_cut_off():
    done = hint(stdin=written(*ALL[:2]) + written(TEN)[:20])
    assert (done.returncode, done.stdout) == (2, expected(*ALL[:2]))
    assert done.stderr == b"<stdin>:3: the last line is cut off\n"


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "/proc/self/mem"])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path):
    good = tmp_path / "good.jsonl"
    good.write_bytes(written(TEN))
    for flags, answers in (["--jobs", "2"], 1), (["--keep-going"], 2):
        done = hint(good, name, good, *flags, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, expected(TEN) * answers)
        assert done.stderr.startswith(name.encode() + b": cannot be read: ")
        assert done.stderr.count(b"\n") == 1


def test_no_standard_input_and_no_questions():
    for args in ([], ["--jobs", "2"]):
        done = hint(*args, stdin=None)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), args
        assert b": cannot be read: " in done.stderr, args
    assert hint(stdin=b"\n \n").returncode == 0


# --- many questions


def test_jobs_give_the_same_bytes(tmp_path: Path):
    rng = random.Random("jobs")
    # Both ways of answering gin hands: gin hands only, and mixed with other questions.
    hands = [{"game": "gin", "hand": rng.sample(DECK, rng.randint(1, 11))} for _ in range(700)]
    # Blocks are counted in bytes.
    lines = [each + b" " * 700 + b"\n" for each in written(*ALL * 6, *hands, *ALL * 6).splitlines()]
    for at in rng.sample(range(len(lines)), 3):
        lines[at] = b'{"game":"gin","hand":["1H"]}\n'
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b"".join(lines))
    assert path.stat().st_size > 2 << 18, "three blocks for two processes"
    one, two = (hint("--jobs", jobs, "--keep-going", path) for jobs in "12")
    assert one.returncode == two.returncode == 2
    assert (one.stderr, one.stdout) == (two.stderr, two.stdout)
    assert one.stdout.count(b"\n") == len(lines)
    assert one.stdout.count(b"error") == one.stderr.count(b"\n") == 3


DECK = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
NEIGHBOURS = [
    [card for card in DECK if card[0] in "A23456789TJQK"[low : low + width]]
    for width in (3, 4, 5, 6)
    for low in range(14 - width)
]


@pytest.mark.parametrize("seed", ring.seeds("hint", 1, 4))
def test_many_gin_hands_have_the_engines_answers(seed: int):
    rng = random.Random(seed)
    hands: list[list[str]] = []
    for _ in range(ring.rounds(400, 1500)):
        for deck in (DECK, rng.choice(NEIGHBOURS)):
            size = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 11, 11, 11])
            hands.append(rng.sample(deck, min(size, len(deck))))
    found = gin_answers(hands)
    assert found is not None
    for hand, text in zip(hands, found, strict=True):
        assert text == line_of(answer({"game": "gin", "hand": hand})), hand
    told = dict(zip(map(tuple, hands), found, strict=True))
    for size in range(1, 12):  # hands of one size take other paths through the tables
        alone = [hand for hand in hands if len(hand) == size]
        for some in (alone, alone[:1]):
            assert gin_answers(some) == [told[tuple(hand)] for hand in some]


NO_HANDS: list[list[Any]] = [
    *(each.split() for each in ("5H 1H", "5H 5X", "5h", "H5", "5H 6H 5H", "5H 5H 6H 6H", "KC KC", "5H2", "X1")),
    *(DECK[:12], ["5H6", "H"], [5], [None], [["5H"]], [["5", "H"]], [{"5": 1, "H": 2}]),
    *(["5♥"], ["\uff15H"], [""], ["\ud800H"], ["\0\0"]),
]


def test_among_many_gin_hands_one_that_is_none():
    hands = [random.Random("none").sample(DECK, 10)] * MANY
    assert gin_answers(hands) is not None
    for wrong in NO_HANDS:
        for at in (0, 77, MANY):
            assert gin_answers([*hands[:at], wrong, *hands[at:]]) is None, (wrong, at)


GIN = b'{"game":"gin","hand":["5H"]'
BAD_AMONG_MANY = [
    # Valid JSON as a whole, but not line by line.
    [b'{"game":"gin"', b'"hand":["5H"]}', b'{"game":"gin","hand":[]},{"game":"gin","hand":[]}'],
    *([GIN, b"}"], [GIN + b"}," + GIN + b"}"], [GIN + b"},"], [GIN + b" " * MEBIBYTE + b"}"]),
    *([GIN + b',"game":"bridge"}'], [b"\xef\xbb\xbf" + GIN + b"}"], [b'{"game":"rami51","hand":["1H"]}']),
    *([b'{"hand":["5H"],"hands":1}'], [b'["game","hand"]'], [b'"gi"'], [b"null"], [b"{}"]),
    *(
        [b'{"game":"gin","hand":{"5H":1}}'],
        [b'{"game":"gin","hand":"5H"}'],
        [b'{"game":"gin","hand":["\xed\xa0\x80"]}'],
    ),
]


def test_a_bad_line_among_many_is_as_bad_as_alone():
    none = {"game": "gin", "hand": []}
    good, said = written(none).rstrip(), line_of(answer(none))
    for lines in BAD_AMONG_MANY:
        alone = answered(Block(1, lines))
        among = answered(Block(1, [good] * MANY + lines + [good]))
        assert among[:MANY] + among[-1:] == [said] * (MANY + 1), lines
        for one, other in zip(alone, among[MANY:-1], strict=True):
            assert isinstance(one, BadQuestion), lines
            assert isinstance(other, BadQuestion), lines
            assert other.line == MANY + one.line
            assert (other.error.key, other.error.details) == (one.error.key, one.error.details)


def test_a_table_among_many_gin_hands():
    questions = [TEN] * MANY + [KNOCKED, {**TEN, "goal": "cards"}]
    assert hint(stdin=written(*questions)).stdout == expected(*questions)


# --- for people


def drawn(text: str) -> dict[str, list[str]]:
    """Read a drawing: heading -> the cards in the frames below it. Checks the frames."""
    said: dict[str, list[str]] = {}
    lines = iter(text.splitlines())
    title = ""
    for each in lines:
        if not each.startswith("┌"):
            title = each
            said[title] = []
            continue
        middle, bottom = next(lines), next(lines)
        cards = re.findall(r"│(.{3})│", middle)
        assert re.sub(r"\s", "", each) == "┌───┐" * len(cards), text
        assert re.sub(r"\s", "", bottom) == "└───┘" * len(cards), text
        said[title] += [card.strip() for card in cards]
    return said


# A game, options and a hand; then each heading with the cards below it.
TOLD = """
gin 4S 4H 4D 5H 6H 7H 9C TC JC 2S KD -> deadwood: 2 | Melds 4♠ 4♥ 4♦ 5♥ 6♥ 7♥ 9♣ 10♣ J♣ | Left over 2♠ | Discard K♦
gin --lang fr 4P 4H 4K 5H 6H 7H 9T TT VT 2P RK -> points dépareillés : 2 | \
Combinaisons 4♠ 4♥ 4♦ 5♥ 6♥ 7♥ 9♣ 10♣ V♣ | Dépareillées 2♠ | Défausse R♦
gin --table "5H 6H 7H" --table "3S 3H 3D" 8H 9H KC 3C 2D -> deadwood: 12 | Left over K♣ 2♦ | Lay off on meld 1 8♥ 9♥ | \
Lay off on meld 2 3♣
rami51 2h 3h 4h 9c Kd -> cards down: 3, points: 9 | Melds 2♥ 3♥ 4♥ | no first lay yet
rami51 --rule first_lay_points=9 2h 3h 4h 9c Kd -> cards down: 3, points: 9 | Melds 2♥ 3♥ 4♥
rami51 5h 9d -> nothing to lay
rami51 --laid --table "5H X1 7H" --table "5D 5C 5S" 6h Ks Kd 5h 2c -> cards down: 4, points: 35 | Melds K♠ K♦ ★ | \
Add to meld 1 and take its joker 6♥ | Lay off on meld 2 5♥
rami51 --table "5H X1 7H" --table "5D 5C 5S" 6h Ks Kd 5h 2c -> nothing to lay
rami51 --laid --table "QH KH X1" --joker X1=JH Ah -> cards down: 1, points: 11 | Lay off on meld 1 A♥
rami51 --laid --table "QH KH X1" --joker X1=JH 10h -> cards down: 1, points: 10 | Lay off on meld 1 10♥
rami51 KS KH KD QS QH QD JS T♣ TD TH 2♣ 8D 6H -> cards down: 9, points: 90 | Melds Q♠ Q♥ Q♦ K♠ K♥ K♦ 10♥ 10♦ 10♣ | \
As a first lay J♠ Q♠ K♠ 10♥ 10♦ 10♣
rami51 JH QH KH 7S 7D 7♣ 2♣ -> cards down: 6, points: 51 | Melds 7♠ 7♦ 7♣ J♥ Q♥ K♥ | rami sec: all cards can go down
rami51 JH QH KH 7S 7D 7♣ 2♣ 4d -> cards down: 6, points: 51 | Melds 7♠ 7♦ 7♣ J♥ Q♥ K♥
chamberliens 2h 3h 4h 5s 5d 5c -> cards down: 6, points: 24 | Melds 5♠ 5♦ 5♣ 2♥ 3♥ 4♥ | rami sec: all cards can go down
manipulation --table "5h x1 7h" --joker x1=6h 6h Ks Kd 2c -> cards down: 3, points: 26 | \
The table then K♠ K♦ ★ 5♥ 6♥ 7♥ | ★ = K♥
manipulation X1 AS 2S 4S KH KD -> cards down: 4, points: 32 | The table then A♠ 2♠ ★ 4♠ | ★ = 3♠
manipulation --goal points X1 AS 2S 4S KH KD -> cards down: 3, points: 45 | The table then K♥ K♦ ★ | ★ = K♠
"""


@pytest.mark.parametrize("row", TOLD.strip().split("\n"))
def test_what_people_are_told(row: str):
    asked, _, wanted = row.partition(" -> ")
    done = hint("--game", *shlex.split(asked))
    assert (done.returncode, done.stderr, b"\x1b" in done.stdout) == (0, b"", False)
    found = drawn(done.stdout.decode())
    assert [" ".join([title, *cards]).replace("\xa0", " ") for title, cards in found.items()] == wanted.split(" | ")


def test_everything_in_json():
    question = {
        **{"game": "rami51", "hand": ["6H", "KS", "KD", "7S2"], "table": [["5H", "X1", "7H"], ["7S", "7D", "7C"]]},
        **{"jokers": {"X1": "6H"}, "laid": True, "goal": "cards"},
        "rules": {"joker_swap": False, "first_lay_points": 40, "final_discard": "required"},
    }
    asked = (
        "--json --game rami51 --laid --goal cards --joker X1=6h --table '5h X1 7h' --table '7♠,7♦,7♣' "
        "--rule joker_swap=false --rule first_lay_points=40 --rule final_discard=required 6h Ks Kd 7s2"
    )
    done = hint(*shlex.split(asked))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == expected(question)


BAD_USAGE = """
--table '5H 6H 7H'  ->  --game
--laid  ->  --game
--rule hand=9 questions.jsonl  ->  --game
--game bridge 5h  ->  no game "bridge"; the games are atelier
--game gin 5h 5x  ->  unknown card
--game gin 5h 5♥  ->  twice
--game gin --table '5h 6h 8h' 2s  ->  5H 6H 8H
--game gin --table '' 2s  ->  not a meld
--game rami51 --joker X1=5H 2s  ->  "X1" is not a joker
--game gin --rule hands=3 5h  ->  hands
--game rami51 --rule first_lay_points 5h  ->  NAME=VALUE
--game gin --rule knock_limit=x 5h  ->  0..1000
--game gin --goal glory 5h  ->  cards or points
--jobs x  ->  --jobs
--lang fr --game gin 5h 5h  ->  "5H" y est deux fois
--lang fr --laid  ->  nommez-le avec --game
"""


def test_bad_usage():
    for row in BAD_USAGE.strip().splitlines():
        args, _, reason = row.partition("  ->  ")
        assert reason in complaint("hint", *shlex.split(args)), args


def test_drawn_on_a_terminal():
    melds = ["5h 6h 7h 8h", "9s 9d 9c", "2c 3c 4c", "Jd Qd Kd"]
    asked = [arg for meld in melds for arg in ("--table", meld)]
    done = run_on_terminal(TIERCE, "hint", "--game", "manipulation", *asked, "9h", "5c", "As", columns=40)
    assert (done.returncode, "\x1b[31m" in done.stderr) == (0, True), "hearts and diamonds are red"
    text = re.sub(r"\x1b\[[0-9;]*m", "", done.stderr)
    assert max(map(len, text.splitlines())) <= 40
    found = drawn(text)
    assert found["cards down: 2, points: 14"] == []
    assert len(found["The table then"]) == len(" ".join(melds).split()) + 2
    assert text.count("┌───┐┌───┐┌───┐") >= 4, "as many melds side by side as fit"
    assert len(re.findall("^┌", text, re.MULTILINE)) > 2


def test_more_cards_than_a_line_holds():
    hand = "5h 2h 9c Jd Qd 3s Ks 2c 9d 7s".split()
    run = "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh 9d".split()
    for columns in (80, 40):
        for game, cards, title, number in (("gin", hand, "Left over", 10), ("rami51", run, "Melds", 13)):
            done = hint("--game", game, *cards, env={**os.environ, "COLUMNS": str(columns)})
            text = done.stdout.decode()
            assert max(map(len, text.splitlines())) <= columns
            assert len(drawn(text)[title]) == number


def test_on_a_terminal_help_is_shown_and_nothing_is_waited_for():
    done = run_on_terminal(TIERCE, "hint", columns=80)
    assert (done.returncode, "-game" in done.stderr) == (2, True)


# --- replay --hints

LOG = b"""\
{"tierce":1,"game":"rami51","players":["Ana","Luc"],"dealer":0,"rules":{"first_lay_points":0,"hand":9}}
{"t":0,"seat":1,"press":"hint"}
{"t":10,"seat":0,"press":"deal"}
{"t":20,"zone":"discard","in":["4C"]}
{"t":30,"seat":1,"press":"hint"}
{"t":40,"zone":"seat1","in":["5H","6H","7H","KD"]}
{"t":50,"seat":1,"press":"hint"}
{"t":60,"zone":"seat1","out":["5H","6H","7H","KD"]}
{"t":70,"zone":"meld1","in":["5H","6H","7H"]}
{"t":80,"zone":"discard","in":["2D"]}
{"t":90,"zone":"seat1","in":["8H","KD","KS","X1","QC"]}
{"t":100,"seat":1,"press":"hint"}
{"t":110,"zone":"seat1","out":["8H","KD","KS","X1","QC"]}
{"t":120,"seat":0,"press":"done"}
{"t":130,"zone":"discard","in":["3D"]}
"""


def replayed(*flags: str, log: bytes = LOG) -> list[str]:
    done = here("replay", *flags, "-", stdin=log)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_replay_answers_hints():
    lines = replayed("--json", "--hints")
    found = [json.loads(each) for each in lines]
    assert [(each["t"], each["event"]) for each in found] == [
        *((0, "hint"), (30, "hint"), (50, "hint"), (80, "turn"), (100, "hint"), (120, "refused"), (130, "turn"))
    ]
    assert lines[0] == '{"t":0,"event":"hint","seat":1,"error":"there is nothing to play now"}'
    assert (found[2]["melds"], found[2]["can_lay"], found[2]["lay_offs"]) == ([["5H", "6H", "7H"]], True, [])
    assert (found[4]["points"], found[4]["cards"], found[4]["seat"]) == (38, 4, 1)
    assert found[4]["lay_offs"] == [{"zone": "meld1", "in": ["8H"]}]
    assert replayed("--json", "--hints", "--speed", "100000") == lines
    events = [json.loads(each)["event"] for each in replayed("--json", "--melds", "--hints")]
    assert (events.count("meld"), events.count("hint")) == (1, 4)
    # Nothing is said of hints unless one asks for it; without the presses nothing else is different.
    without = [each for each in lines if '"event":"hint"' not in each]
    unasked = b"".join(each + b"\n" for each in LOG.splitlines() if b'"press":"hint"' not in each)
    assert replayed("--json") == replayed("--json", "--hints", log=unasked) == without


def test_replay_answers_hints_for_people():
    said = ["il n'y a rien à jouer maintenant", "poser 5♥ 6♥ 7♥", "poser R♠ R♦ joker"]
    with_them, without = replayed("--lang", "fr", "--hints"), replayed("--lang", "fr")
    lines = [each.strip() for each in with_them]
    assert [each for each in said if each not in lines or each in " ".join(without)] == []
    assert sum(" ? Luc" in each for each in lines) == 4
    # The hints come between the lines of the log without them.
    rest = iter(with_them)
    assert all(each in rest for each in without)
    assert "\x1b" not in "".join(with_them)


@pytest.mark.parametrize(
    ("language", "typed", "codes"),
    [
        ("en", "5H 10h V♠ Th,1s, 5c2 X1 x2 queen of hearts, 3 spades", "5H TH JS TH AS 5C2 X1 X2 QH 3S"),
        ("fr", "3P 3T TT 10K dame de cœur, 7 pique as de trèfle AS", "3S 3C TC TD QH 7S AC AS"),
        ("de", "Herz 7 Pik-Dame 8 Karo BP kreuz ass 9C", "7H QS 8D JS AC 9C"),
        ("fr", "zz 11H 5X dix", "zz 11H 5X dix"),
    ],
)
def test_cards_are_typed_as_one_says_them(language: str, typed: str, codes: str):
    assert typed_codes(typed, language) == codes.split()


@pytest.mark.parametrize(("language", "card"), [("fr", "3C"), ("fr", "rc2"), ("de", "10k")])
def test_a_letter_of_two_suits_is_asked_about(language: str, card: str):
    with pytest.raises(Trouble, match="which_suit") as caught:
        typed_codes(card, language)
    assert caught.value.details["card"] == card
    assert str(caught.value.details["one"])[-1] != str(caught.value.details["other"])[-1]
