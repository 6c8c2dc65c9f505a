"""The same log gives the same bytes on CPython and on every MicroPython (LOG.md). So do hints."""

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
import ring
from contrived import QUESTION, contrived
from players import Deciding, Players
from verbs import here

from tierce_tools.base.paths import engine, games
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
# Questions of `contrived`, asked without JSON.
ANSWER = (
    """
import json
from tierce.hints import Question
from tierce.outcomes import line_of
from tierce.presets import rules_of
"""
    + QUESTION
    + """
def answer(asked):
    made = question(asked)
    made.goal = asked["goal"] or made.goal
    return line_of(made.answer())
"""
)
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
# In `make test-all` two that are Rami 51 with other options, too; the others are these with other ones again.
GAMES = (*ring.MODULES, *("chamberliens", "rami7")[: ring.rounds(0, 2)])
# Many matches in all; each has its own seed, which is its name.
SEEDS = ring.rounds(1, 3)
TURNS = 40
# Per game: further matches with hints, and their turns.
ASKING = {"manipulation": (ring.rounds(1, 4), 12)}
MOST_ASKING = (ring.rounds(1, 3), 25)


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
    # Once, the melds of a knock came in another order on MicroPython: another zone was named.
    for sample in {*samples[:: ring.rounds(3, 1)], games() / "changes-order-gin.jsonl"}:
        (folder / sample.name).write_bytes(sample.read_bytes())
    for game in GAMES:
        for seed in range(SEEDS):
            log = Players(game, f"bytes-{seed}").play(TURNS).log
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


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_answers(machine: vm.Vm, tmp_path: Path):
    """To hands of 4 to 11 cards, some of them for most points."""
    asked = [
        {**each, "hand": each["hand"][: 4 + i % 8], "goal": "points" if i % 5 == 0 else None}
        for i, each in enumerate(contrived(ring.rounds(40, 400)))
    ]
    write(tmp_path / "questions.jsonl", asked)
    files = {"tierce": engine(), "questions.jsonl": tmp_path / "questions.jsonl"}
    there = machine.run(ANSWER + 'for text in open("questions.jsonl"): print(answer(json.loads(text)))', files, ["."])
    assert there.returncode == 0, there.stderr
    scope: dict[str, Any] = {}
    exec(ANSWER, scope)
    answers = [scope["answer"](each) for each in asked]
    for question, ours, theirs in zip(asked, answers, there.stdout.splitlines(), strict=True):
        assert ours == theirs, question
    assert sum("[[" in each for each in answers) > len(answers) // 4, "too few melds"


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
    # Bytes that are no UTF-8 come as `\x..`: they are lone surrogates in the end.
    escaped = re.sub(rb"\\x(..)", lambda found: bytes.fromhex(found[1].decode()), there.stdout.encode())
    heard = escaped.decode("utf-8", "surrogatepass").splitlines()
    for line, ours, theirs in zip([DEAL, *ODD_JSON], said, heard, strict=True):
        assert json.loads(ours) == json.loads(theirs), line
