"""The same log gives the same bytes on CPython and on every MicroPython (LOG.md). So do hints."""

import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ring
from players import Deciding, Players, random_log
from verbs import here

from tierce.cards import CARDS, code, in_deck
from tierce.outcomes import line_of
from tierce.presets import PRESETS, LogError, options_of
from tierce_tools.base.paths import engine, games
from tierce_tools.hints.questions import answer, parse
from tierce_tools.logs.reader import parse as parse_line
from tierce_tools.rules import vm

# `tierce replay --json --melds --hints`, on MicroPython with its own json and strings.
REPLAY = """
import json, sys
from tierce.bad_data import LogError, error_text
from tierce.outcomes import line, line_of
from tierce.phrases import table
from tierce.referee import Referee
from tierce.said import sentence
words = table(sys.argv[1])
def told(outcome):
    found = line(outcome)
    if outcome[0] == "refused":
        why = line_of([("why", [sentence(each, words) for each in outcome[4]])])
        return found.replace(',"figures":', "," + why[1:-1] + ',"figures":')
    if outcome[0] == "hint" and outcome[3][0][0] == "error":
        error = line_of([("error", error_text(LogError(*outcome[3][0][1]), sys.argv[1]))])
        return found[: found.find('"error"')] + error[1:]
    return found
for name in open("names.txt"):
    name = name.strip()
    print(json.dumps({"file": name}).replace(" ", ""))
    with open("logs/" + name) as log:
        referee = Referee(json.loads(log.readline()), True, True)
        for text in log:
            for outcome in referee.feed(json.loads(text)):
                print(told(outcome))
"""
# The same questions as a table asks them, without JSON.
ANSWER = """
import json
from tierce.hints import Question
from tierce.outcomes import line_of
from tierce.presets import LogError
for text in open("questions.jsonl"):
    rules, hand, table, zones, stands, laid, goal = json.loads(text)
    question = Question(rules, hand, table, zones, dict(stands))
    question.laid = laid
    question.goal = goal
    try:
        print(line_of(question.answer()))
    except LogError as error:
        print(error.key, *error.details)
"""
# Possibly invalid events, parsed from JSON before; prints the error's key and details.
EVENTS = """
import json
from tierce.outcomes import line
from tierce.presets import LogError
from tierce.referee import Referee
with open("log.jsonl") as log:
    referee = Referee(json.loads(log.readline()))
    for text in log:
        try:
            print("[%s]" % ",".join([line(each) for each in referee.feed(json.loads(text))]))
        except LogError as error:
            print(json.dumps([error.key, list(error.details)]))
"""
# Invalid JSON, most of which MicroPython's json accepts, and the error messages.
NO_JSON = [
    *(
        (line, "not JSON (column ")
        for line in (
            *(b'{"t":%s,"draw":1}' % t for t in (b"1.", b"+1", b"0x1")),
            *(
                b'{"t":1,"draw":%s' % draw
                for draw in (b"1,}", b"01}", b"1]", b"1} x", b'1}{"t":2,"draw":1}', b"1}\0", b"1")
            ),
            *(b'{"t":1,"zone":"meld1","in":["7H"%s]}' % more for more in (b",", b' "8H"')),
            *(b'{"t"%s' % more for more in (b' 1,"draw":1}', b':1 "draw":1}', b':1,,"draw":1}', b'::1,"draw":1}')),
            *(b'{"t":1,"press":"%s","seat":0}' % text for text in (b"do\x01ne", b"\\x64one", b"\\u12")),
            b'{"t":1,"press":True}',
        )
    ),
    *((b'{"t":%s}' % each, "not JSON (column 1)") for each in (b'NaN,"draw":1', b'1,"draw":-Infinity')),
    (b'{t:1,"draw":1}', "not JSON (column 2)"),
    (b"{'t':1,'draw':1}", "not JSON (column 2)"),
    (b'{1:1,"t":1,"draw":1}', "not JSON (column 2)"),
    (b'\xef\xbb\xbf{"t":1,"draw":1}', "not JSON (column 1)"),
    (b'{"t":1,"press":"\xff"}', "not UTF-8 text (byte "),
    (b'{"t":1,"press":"\xed\xa0\x80"}', "not UTF-8 text (byte "),
    (b'{"t":1,"draw":' + b"[" * 50_000 + b"]" * 50_000 + b"}", ""),
]
# Valid but unusual JSON: both Pythons give the same result for the parsed value.
ODD_JSON = [
    *(b'{"t":1,"t":2,"seat":0,"press":"done"}', b'{"t":2,"seat":0,"press":"hint","press":"done"}'),
    *(b'{"t":2,"zone":"\\ud800","in":["7H"]}', b'{"t":2,"zone":"meld1","in":["\\udc00"]}'),
    *(b'{"t":2,"seat":0,"press":"\\ud83d\\ude00"}', b'{"t":2,"ruling":"\\ud800"}'),
    *(b'{"t":99999999999999999999999999,"draw":1}', b'{"t":2,"draw":99999999999999999999999999}'),
    *(b'{"t":2e0,"draw":1}', b'{"t":2,"draw":-0}', b'{"t":2,"draw":[[[[[[]]]]]]}'),
    *(b'{"t":2,"zone":{"a":1},"in":["7H"]}', b'{"t":2,"zone":"meld1","in":{"7H":1}}'),
    *(b'{"t":2,"zone":"meld1","in":[["7H"]]}', b'{"t":2,"zone":"meld1","in":"7H"}'),
    *(b'{"t":2,"seat":true,"press":"done"}', b'{"t":2,"seat":0.0,"press":"done"}', b'{"t":null,"draw":1}'),
    *(b'{"t":2,"draw":"1"}', b"[]", b'""', b"17", b"{}", b' {"t":2,\t"seat" : 0 , "press":"done"} '),
]
HEADER = b'{"tierce":1,"game":"rami51","players":["Ana","Luc"],"dealer":1}'
DEAL = b'{"t":0,"seat":1,"press":"deal"}'
# The others are these with other options.
GAMES = ("chamberliens", "contrat", "gin", "manipulation", "rami500", "rami51", "rami7")
# Many matches in all; each has its own seed, which is its name.
SEEDS = ring.rounds(1, 3)
TURNS = 40
# Per game: further matches with hints, and the number of questions.
ASKING = {"manipulation": (ring.rounds(1, 4), 12)}
MOST_ASKING = (ring.rounds(1, 3), 25)
QUESTIONS = {"manipulation": ring.rounds(30, 60)}
MOST_QUESTIONS = ring.rounds(60, 90)


class Asking(Players):
    """Players who lay their hands down and press `hint`, in play and at the count."""

    def stray(self) -> None:
        super().stray()
        if self.rng.random() < 0.4:
            for seat in self.rng.sample(range(self.referee.seats), 2):
                self.ask(seat)

    def count(self) -> None:
        for seat in range(self.referee.seats):
            self.ask(seat)
        super().count()

    def ask(self, seat: int) -> None:
        zone = f"seat{seat}"
        view = self.view
        lying = [card for at in (-1 - seat, *view.melds()) for card in view.cards(at)]
        cards = [card for card in self.hands[seat] if card not in lying]
        self.put(zone, cards)
        self.feed(seat=seat, press="hint")
        self.lift(zone, cards)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all sample logs and the random ones."""
    folder = tmp_path_factory.mktemp("logs")
    samples = sorted(each for each in games().glob("*.jsonl") if ".expected" not in each.suffixes)
    for sample in samples[:: ring.rounds(3, 1)]:
        (folder / sample.name).write_bytes(sample.read_bytes())
    for game in GAMES:
        for seed in range(SEEDS):
            log, _ = random_log(game, f"bytes-{seed}", turns=TURNS)
            write(folder / f"{game}-seed{seed}.jsonl", log)
            write(folder / f"{game}-rulings{seed}.jsonl", Deciding(game, seed).play(TURNS).log)
        seeds, turns = ASKING.get(game, MOST_ASKING)
        for seed in range(seeds):
            players = Asking(game, f"asking-{seed}").play(turns)
            write(folder / f"{game}-asking{seed}.jsonl", players.log)
    return folder


def write(path: Path, values: list[Any]) -> None:
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in values)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.longer)])
@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_bytes(machine: vm.Vm, language: str, logs: Path):
    names = sorted(path.name for path in logs.iterdir())
    assert len(names) > len(GAMES) * SEEDS
    if language == "fr":  # only the words differ, so a part is enough
        names = names[::5]
    done = here("replay", "--json", "--melds", "--hints", "--lang", language, *names, cwd=logs)
    assert done.returncode == 0, done.stderr
    files = {"tierce": engine(), "logs": logs, "names.txt": "\n".join(names).encode()}
    there = machine.run(REPLAY, files, ["."], [language])
    assert there.returncode == 0, there.stderr
    # By lines first, for a readable failure; the seed is the file's name.
    file = ""
    for ours, theirs in zip(done.stdout.decode().splitlines(), there.stdout.splitlines(), strict=False):
        file = ours if ours.startswith('{"file"') else file
        assert ours == theirs, file
    same = done.stdout == there.stdout.encode()  # pytest would print megabytes
    assert same
    if language == "fr":
        return
    assert done.stdout.count(b'"event":"turn"') > ring.rounds(100, 1000)
    assert done.stdout.count(b'"event":"ruling"') > ring.rounds(20, 100)
    hints = [each for each in done.stdout.splitlines() if b'"event":"hint"' in each]
    for key in (b'"deadwood":', b'"can_lay":', b'"table":', b'"error":'):
        assert sum(key in each for each in hints) > ring.rounds(0, 5), key


def questions(game: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield endless questions about a game; some have an invalid table."""
    rules = PRESETS[game]
    decks, jokers = (2, 2) if game == "manipulation" else (rules["decks"], rules["jokers"])
    deck = [code(card) for card in range(CARDS) if in_deck(card, decks, jokers)]
    while True:
        cards = list(deck)
        if rng.random() < 0.7:
            # A few neighbouring ranks: melds compete for cards.
            low = rng.randrange(10)
            ranks = "A23456789TJQKA"[low : low + rng.randint(3, 6)] + "X"
            cards = [card for card in cards if card[0] in ranks]
        rng.shuffle(cards)
        table: list[list[str]] = []
        while rng.random() < 0.5:
            meld = first_meld(cards, rng.random() < 0.4)
            table += [meld] if meld else []
            cards = [card for card in cards if card not in meld]
        size = rng.randint(1, {"gin": 11, "manipulation": 9}.get(game, 13))
        question: dict[str, Any] = {"game": game, "hand": cards[:size]}
        if table:
            question |= {"table": table, "laid": rng.random() < 0.7}
        if rng.random() < 0.2:
            question["goal"] = rng.choice(["cards", "points"])
        if rng.random() < 0.2 and game not in ("gin", "manipulation"):
            house = {"first_lay_points": rng.choice([0, 20]), "jokers_per_meld": 2}
            allowed = options_of(rules)
            question["rules"] = {name: house[name] for name in house if name in allowed}
        yield question


def first_meld(cards: list[str], with_joker: bool) -> list[str]:
    """Return three cards that are a set or a run, optionally with a joker in the middle; or []."""
    ranks = "A23456789TJQK"
    jokers = [card for card in cards if card[0] == "X"] if with_joker else []
    for card in cards[:8]:
        suits = {other[1]: other for other in cards if other[0] == card[0] != "X"}
        at = ranks.find(card[0])
        row = [next((other for other in cards if other[:2] == rank + card[1]), "") for rank in ranks[at : at + 3]]
        if at >= 0 and len(row) == 3 and jokers:
            row[1] = jokers[0]
        elif len(suits) > 2:
            return list(suits.values())[:3]
        if at >= 0 and len(row) == 3 and "" not in row:
            return row
    return []


def answered(question: dict[str, Any]) -> str:
    """Return the line for a question as ANSWER prints it."""
    try:
        return line_of(answer(question))
    except LogError as error:
        return " ".join(map(str, (error.key, *error.details)))


def taken(question: dict[str, Any]) -> list[Any]:
    """Return a question as ANSWER reads it."""
    asked = parse(question)
    stands = list(asked.stands.items())
    return [asked.rules, asked.hand, asked.table, asked.zones, stands, asked.laid, asked.goal]


@pytest.mark.parametrize("machine", vm.find(), ids=str)
@pytest.mark.parametrize("game", GAMES if ring.ALL else ["rami51", "gin"])
def test_the_same_answers(machine: vm.Vm, game: str, tmp_path: Path):
    asking = questions(game, random.Random(f"questions-{game}"))
    asked = [next(asking) for _ in range(QUESTIONS.get(game, MOST_QUESTIONS))]
    write(tmp_path / "questions.jsonl", [taken(question) for question in asked])
    files = {"tierce": engine(), "questions.jsonl": tmp_path / "questions.jsonl"}
    there = machine.run(ANSWER, files, ["."])
    assert there.returncode == 0, there.stderr
    answers = [answered(question) for question in asked]
    for question, ours, theirs in zip(asked, answers, there.stdout.splitlines(), strict=True):
        assert ours == theirs, question
    # Enough questions are valid and have melds, and tables have jokers except at gin.
    assert sum("[[" in each for each in answers) > len(answers) // 4
    jokers = sum("X" in str(each.get("table")) for each in asked)
    assert (jokers == 0) is (game == "gin")


def test_what_is_no_json_is_said_before_any_referee(tmp_path: Path):
    """The host parses logs for both Pythons, so MicroPython's json is never used."""
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"\n".join([HEADER, DEAL, *(line for line, _ in NO_JSON), b""]))
    done = here("replay", "--json", "--keep-going", log.name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    said = done.stderr.decode().splitlines()
    for i, ((line, text), each) in enumerate(zip(NO_JSON, said, strict=True)):
        assert each.startswith(f"log.jsonl:{i + 3}: {text}"), line[:80]


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_of_odd_lines(machine: vm.Vm, tmp_path: Path, capsys: pytest.CaptureFixture):
    read = [parse_line(line, True) for line in [HEADER, DEAL, *ODD_JSON]]
    # A lone surrogate is not UTF-8: MicroPython has its bytes in a text, CPython its escape.
    raw = [json.dumps(each, ensure_ascii=False).encode("utf-8", "surrogatepass") for each in read]
    there = machine.run(EVENTS, {"tierce": engine(), "log.jsonl": b"\n".join(raw)}, ["."])
    assert there.returncode == 0, there.stderr
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, read)), encoding="ascii")
    with contextlib.chdir(tmp_path):
        exec(EVENTS, {})
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(ODD_JSON) + 1
    for line, ours, theirs in zip([DEAL, *ODD_JSON], said, there.stdout.splitlines(), strict=True):
        assert json.loads(ours) == json.loads(unescaped(theirs)), line


def unescaped(text: str) -> str:
    """Return a machine's output with invalid UTF-8 bytes as lone surrogates."""
    raw = re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), text.encode())
    return raw.decode("utf-8", "surrogatepass")


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_melds_of_a_knock_are_judged_in_the_order_of_their_zones(machine: vm.Vm):
    """In a dict, the knocker's melds had another order on MicroPython: another zone was named."""
    name = "changes-order-gin.jsonl"
    files = {"tierce": engine(), "logs/" + name: games() / name, "names.txt": name.encode()}
    there = machine.run(REPLAY, files, ["."], ["en"])
    refused = [each for each in there.stdout.splitlines() if "meld_broken" in each]
    assert len(refused) == 1
    assert "has left meld 9:" in refused[0]
