"""The lessons: each command is run, each figure computed, each step played.

    .venv/bin/python tests/hardware/test_hw_lessons.py

updates the outputs of the commands in the lessons and in the folder's README.
"""

import functools
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tierce_plans import timing
from tierce_tools.base.texts import texts
from tierce_tools.page import workbench
from tierce_tools.twin.assembly import uid_of
from tierce_tools.twin.inventory import limit_a, questions
from tierce_tools.twin.people import People
from tierce_tools.virtual import actions
from tierce_tools.virtual.board import ModelledBoard
from tierce_tools.virtual.modelled import maker
from tierce_tools.virtual.play import Play

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "hardware" / "lessons"))

import draw_lessons  # noqa: E402

LESSONS = ROOT / "hardware" / "lessons"
TIERCE = Path(sys.executable).with_name("tierce")
NAMES = sorted(path.name for path in LESSONS.glob("[0-9]-*.md"))
HEARTS = [rank + "H" for rank in "A23456789TJQK"]
# A table is opened, and ended as soon as its link is printed. What it says before is shown.
_SERVE = """
import signal, subprocess, sys
table = subprocess.Popen([*sys.argv[1:], "--headless"], stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.STDOUT)
said = table.stdout.readline()
while said and not said.startswith("http://127.0.0.1"):
    print(said, end="")
    said = table.stdout.readline()
table.send_signal(signal.SIGINT)
rest = table.communicate(timeout=60)[0]
if table.returncode:
    print(rest)
"""
# A change as a lesson shows it: removed lines, added lines, and lines around them.
_CHANGE = """
import sys
from pathlib import Path
name, *lines = sys.stdin.read().splitlines()
path = Path(name.removeprefix("--- "))
text = path.read_text("utf-8")
before = "".join(line[1:] + "\\n" for line in lines if line[0] != "+")
after = "".join(line[1:] + "\\n" for line in lines if line[0] != "-")
assert text.count(before) == 1, (name, before)
path.write_text(text.replace(before, after), "utf-8", newline="\\n")
"""
_HEADER = """
import sys
from pathlib import Path
path = Path(sys.argv[1])
old = path.read_text("utf-8").splitlines(keepends=True)
path.write_text("".join([sys.stdin.readline(), *old[1:]]), "utf-8", newline="\\n")
"""


@dataclass
class Block:
    """A fenced block of a document: its kind, its lines, and the number of the first one."""

    kind: str
    lines: list[str]
    at: int


def blocks_of(document: Path) -> list[Block]:
    """Return the fenced blocks of a document."""
    found: list[Block] = []
    lines = document.read_text("utf-8").splitlines()
    inside: Block | None = None
    for number, line in enumerate(lines):
        if inside is None and line.startswith("```"):
            inside = Block(line[3:], [], number + 1)
        elif inside is not None and line == "```":
            found.append(inside)
            inside = None
        elif inside is not None:
            inside.lines.append(line)
    assert inside is None, f"{document}: a block is not closed"
    return found


def commands(block: Block) -> list[tuple[str, list[str]]]:
    """Return the commands of a console block, each with the output shown."""
    assert block.lines[0].startswith("$ "), block
    found: list[tuple[str, list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def _here(what: str, end: str = "END_OF_BLOCK") -> str:
    return f"<<'{end}'\n{what}\n{end}\n"


def script(document: Path, helpers: Path) -> str:
    """Return the reader's input as a script that prints a mark before each output."""
    python = sys.executable
    parts: list[str] = []
    number = 0
    every = blocks_of(document)
    for place, block in enumerate(every):
        text = "\n".join(block.lines)
        if block.kind == "python":
            parts.append(f"cat > {block.lines[0].removeprefix('# ')} {_here(text)}")
        elif block.kind == "diff":
            parts.append(f"{python} {helpers}/change.py {_here(text)}")
        elif block.kind == "jsonl":
            after = next(each for each in every[place:] if each.kind == "console")
            log = next(word for word in after.lines[0].split() if word.endswith(".jsonl"))
            parts.append(f"{python} {helpers}/header.py {log} {_here(text)}")
        elif block.kind == "console":
            for command, _ in commands(block):
                if command.startswith("tierce table"):
                    command = f"{python} {helpers}/serve.py {command}"
                parts.append(f"echo '@@ {number}'\n{{ {command}\n}} 2>&1\n")
                number += 1
    return "".join(parts)


@functools.cache
def printed(document: Path) -> list[list[str]]:
    """Run all commands of a document in order, on a copy; return the output of each."""
    with tempfile.TemporaryDirectory() as folder:
        project, helpers = Path(folder) / "tierce", Path(folder) / "helpers"
        helpers.mkdir()
        for helper, text in (("serve", _SERVE), ("change", _CHANGE), ("header", _HEADER)):
            (helpers / f"{helper}.py").write_text(text, "utf-8")
        for part in ("firmware", "host_tools", "tests/rules", "tests/games", "hardware/lessons", "hardware/tables"):
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "hardware/draw_table.py", project / "hardware")
        env = {
            **os.environ,
            "PATH": f"{TIERCE.parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "80",
            "TERM": "dumb",
            "HOME": folder,
            "PYTHONUTF8": "1",
            "LC_ALL": "C.UTF-8",
        }
        for each in ("PYTHONPATH", "XDG_DATA_HOME"):  # what other tests keep there
            env.pop(each, None)
        done = subprocess.run(
            ["bash", "-s"],
            input=script(document, helpers),
            env=env,
            cwd=project,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=600,
        )
    assert not done.stderr, done.stderr
    assert "Traceback" not in done.stdout, done.stdout
    outputs = re.split(r"^@@ \d+\n", done.stdout, flags=re.MULTILINE)
    assert outputs[0] == ""
    return [[line.rstrip() for line in each.splitlines()] for each in outputs[1:]]


def agrees(shown: list[str], found: list[str]) -> bool:
    """Compare shown and actual output.

    A line `...` stands for any lines; at the end of a line it stands for any rest, such as the
    number of all rules tests, which grows with each test.
    """
    pattern = "\n".join(re.escape(line) for line in shown) + "\n"
    pattern = re.sub(r"(?m)^\\\.\\\.\\\.\n", r"(?:.*\\n)*?", pattern)
    pattern = re.sub(r"(?m)(?<=\\ )\\\.\\\.\\\.$", r".*", pattern)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found) or "\n") is not None


def run_commands(document: Path) -> int:
    """Check the shown outputs of a document's commands; return the number of commands."""
    shown = [each for block in blocks_of(document) if block.kind == "console" for each in commands(block)]
    for (command, lines), found in zip(shown, printed(document), strict=True):
        while found and not found[-1]:
            found = found[:-1]
        assert agrees(lines or [""], found), f"{document}: {command}\n" + "\n".join(found)
    return len(shown)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "2-anticollision.md" else pytest.mark.longer) for name in NAMES]
)
def test_what_the_lessons_show_is_fresh(name: str):
    """test_hw_docs.py says that the French ones have the same commands."""
    assert run_commands(LESSONS / name) > 3


@pytest.mark.parametrize("name", NAMES)
def test_the_minutes_of_the_hour_add_up(name: str):
    text = (LESSONS / name).read_text("utf-8")
    spans = [tuple(map(int, each)) for each in re.findall(r"^\| (\d+)–(\d+) \|", text, re.M)]
    assert len(spans) > 4
    assert spans[0][0] == 0
    assert spans[-1][1] == 55
    assert all(before[1] == after[0] for before, after in pairwise(spans))


# The page's labels for the controls that the lessons mention, by their keys.
PRESSED = (
    "pause",
    "step",
    "resume",
    "stop",
    "open",
    "why",
    "done",
    "deal_cards",
    "slow_head",
    "slow",
    "faults",
    "fault_stacked",
    "projector",
    "new",
    "options",
    "more",
    "bench",
    "referee_ask",
    "referee_watch",
    "program_ask",
    "what",
)
# The pages of the workbench that stand for commands.
BENCH_PAGES = {
    "1": ("hand_page", "referee_page", "what"),
    "2": ("referee_page", "reading_page"),
    "3": ("referee_page", "rules_page", "program_page"),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_pressed_is_called_so_on_the_page(language: str):
    say = texts(language, "page")
    words = (ROOT / "host_tools/tierce_tools/page/static/texts.js").read_text("utf-8")
    end = ".fr.md" if language == "fr" else ".md"
    text = "".join(
        (LESSONS / name).read_text("utf-8")
        for name in NAMES
        if name.endswith(".fr.md") == (language == "fr") and name.endswith(end)
    )
    text = " ".join(text.replace("’", "'").split())
    for key in PRESSED:
        said = re.search(rf'^  {key}: N_\("(.*)"\),$', words, re.MULTILINE)
        assert said, key
        label = say(said[1]).replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")
        assert f"**{label}**" in text, label


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_works_from_the_site(name: str):
    """It names pages of the workbench, which has all its logs."""
    text = (LESSONS / name).read_text("utf-8")
    said = " ".join(text.replace("’", "'").split())
    say = texts("fr" if name.endswith(".fr.md") else "en", "page")
    words = (ROOT / "host_tools/tierce_tools/page/static/texts.js").read_text("utf-8")
    for key in BENCH_PAGES[name[0]]:
        found = re.search(rf'^  {key}: N_\("(.*)"\),$', words, re.MULTILINE)
        assert found
        label = say(found[1]).replace("’", "'").replace("\u00a0", " ").replace("\u202f", " ")
        assert f"*{label}*" in said, key
    samples = json.loads(workbench.answer('{"do":"about"}'))["samples"]
    assert set(re.findall(r"[\w-]+\.jsonl", text)) <= {*samples}


# --- drawings


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "XX is no card: write them as 5H, TS, KD2\n"),
        ("fr", "XX n'est pas une carte : écrivez-les comme 5H, TS, KD2\n"),
    ],
)
def test_what_is_no_card_is_said_in_one_line(language: str, said: str):
    done = subprocess.run(
        [sys.executable, str(LESSONS / "air_time.py"), "--lang", language, "5H", "xx"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_the_drawings_are_fresh():
    files = draw_lessons.files()
    assert len(files) == 14
    for name, drawing in files.items():
        assert (LESSONS / name).read_bytes() == drawing.encode(), f"{name}: run hardware/lessons/draw_lessons.py"


def test_the_tag_cards_are_the_modelled_tags():
    module = draw_lessons
    every = [card for sheet in module.TAGS for card in sheet]
    assert len(every) == len(set(every)) == 32
    for number, sheet in enumerate(module.TAGS, 1):
        text = (LESSONS / f"tags-{number}.svg").read_text("utf-8")
        for card in sheet:
            assert uid_of(card).hex(" ").upper() in text, card
    assert module.slot("7H") == module.slot("4H") == 5
    assert module.same_end("4H", "7H") == 8


# --- figures of the second lesson


def rounds() -> dict[str, list[str]]:
    tags = draw_lessons.TAGS
    return {"A": HEARTS[4:8], "B": HEARTS[3:9], "C": HEARTS, "D": [*tags[0], *tags[1]]}


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("2-")])
def test_the_reckoned_times(name: str):
    text = (LESSONS / name).read_text("utf-8").replace(",", ".")
    module = draw_lessons
    for title, cards in rounds().items():
        row = re.search(rf"^\| {title} \|([ \d.|]+)\|$", text, re.MULTILINE)
        assert row, title
        figures = [float(each) for each in re.findall(r"\d+(?:\.\d+)?", row[1])]
        uids = [uid_of(card) for card in cards]
        numbers = [int.from_bytes(uid, "big") for uid in uids]
        slots = [[number for number in numbers if number & 15 == slot] for slot in range(16)]
        silent = sum(not each for each in slots)
        extra = sum(1 for each in slots for _ in questions(each))
        school = (
            module.QUESTION_MS + module.SILENT_MS * silent + module.HEARD_MS * (16 - silent) + module.EXTRA_MS * extra
        )
        exact = limit_a(uids) / 1000
        assert figures == [len(cards), silent, 16 - silent, extra, round(school, 1), round(exact, 1)], title
        assert abs(school - exact) < 0.02 * exact


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("2-")])
def test_how_likely_a_collision_is(name: str):
    text = (LESSONS / name).read_text("utf-8").replace(",", ".")
    shown = re.findall(r"^\| (\d+) \| ([\d.]+) %", text, re.MULTILINE)
    assert [int(cards) for cards, _ in shown] == [2, 4, 5, 7, 13]
    for cards, share in shown:
        assert abs(float(share) - 100 * timing.shared(int(cards))) < 0.051, cards
    assert "10.4" in text
    assert round(13.56 / 1.7**0.5, 1) == 10.4  # two touching tags, from hardware/guides/TAGS.md


# --- the page's behaviour in the lessons


class Class:
    """A table of `tierce table`, run as fast as possible."""

    def __init__(self, folder: Path) -> None:
        self.play = Play(maker(folder), 1)
        self.told: list[dict[str, Any]] = []
        take = self.play.match.take

        def noted(records: Any) -> Any:
            self.told += records
            return take(records)

        self.play.match.take = noted

    def do(self, do: str, **more: Any) -> None:
        future: Future[Any] = Future()
        actions.ask(self.play, {"do": do, **more}, future)
        self.until(lambda: any(each is future for each, _ in self.play.answered))
        answer = next(answer for each, answer in self.play.answered if each is future)
        self.play.answered.clear()
        if isinstance(answer, Exception):
            raise answer

    def until(self, true: Any, ms: float = 90000) -> None:
        end = self.play.machine.ms() + ms
        while not true():
            assert self.play.machine.ms() < end, self.told[-5:]
            self.play.advance(10)

    def wait(self, ms: float) -> None:
        end = self.play.machine.ms() + ms
        self.until(lambda: self.play.machine.ms() >= end)

    def lay(self, cards: str, to: str) -> None:
        self.do("move", cards=cards.split(), to=to)

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        return [each for each in self.told if each.get("event") in kinds]

    def verdict(self) -> dict[str, Any]:
        known = len(self.events("turn", "refused"))
        self.until(lambda: len(self.events("turn", "refused")) > known)
        return self.events("turn", "refused")[known]


@pytest.fixture
def pupils(tmp_path: Path) -> Iterator[Class]:
    made = Class(tmp_path)
    yield made
    made.play.close()


TWO = [{"name": "Ana"}, {"name": "Luc"}]


def test_the_deal_of_the_first_lesson(pupils: Class):
    """Deal 43 gives Luc these cards; the refusal and its repair are as in the lesson."""
    pupils.do("new", game="rami51", players=TWO, rules={}, seed=43)
    pupils.do("deal")
    hand = pupils.play.scene.places["hand1"]
    assert sorted(hand) == sorted("3S 4S2 5S 7S2 8S QS2 6H 6H2 QD2 9C JC2 QC X2".split())
    pupils.do("draw", seat=1)
    assert "TC" in hand
    pupils.lay("3S 4S2 5S", "meld1")
    pupils.lay("6H 6H2 X2", "meld2")
    pupils.lay("7S2", "discard")
    refused = pupils.verdict()
    assert (refused["event"], refused["codes"]) == ("refused", ["set_same_suit", "first_lay_points"])
    pupils.lay("6H 6H2 X2", "hand1")
    pupils.lay("QS2 QD2 QC", "meld2")
    pupils.lay("9C TC JC2", "meld3")
    pupils.do("act", seat=1, press="done")
    pupils.until(lambda: pupils.events("turn"))
    found = pupils.events("turn")
    assert [each["laid"] for each in found] == [71]
    assert found[0]["hand"] == 4


def test_the_round_of_the_first_lesson(pupils: Class):
    """Deal 56 of Classroom Rami: the table says what is wrong before the turn is judged."""
    pupils.do("what", cards="3C 4C 6C", zone="meld1", game="atelier")
    assert pupils.play.match.header is None
    pupils.do("new", game="atelier", players=TWO, rules={}, seed=56)
    pupils.do("deal")
    places = pupils.play.scene.places
    assert sorted(places["hand1"]) == sorted("5S 2H JH 5D 8D 9D TD".split())
    assert {"AS", "AD", "AC"} < set(places["hand0"])
    pupils.do("draw", seat=1)
    assert "JD" in places["hand1"]
    pupils.lay("8D 9D JD", "meld1")
    pupils.wait(3000)
    checks = pupils.play.match.sections()["checks"]
    assert "neither a run nor a set" in checks["meld1"]["en"][0]
    assert any("Meld 1: no meld" in each for each in pupils.play.machine.screen_text())
    assert not pupils.events("turn", "refused")
    pupils.lay("TD", "meld1")
    pupils.wait(3000)
    assert pupils.play.match.sections()["checks"]["meld1"]["en"] == []
    pupils.lay("2H", "discard")
    verdict = pupils.verdict()
    assert (verdict["event"], verdict.get("hand")) == ("turn", 3)


def test_slow_motion_shows_the_slots_of_the_lesson(pupils: Class):
    """Each reading of a step in slow motion: the slots, the questions, the time."""
    text = (LESSONS / "slots.jsonl").read_text("utf-8")
    pupils.do("open", name="slots.jsonl", text=text)
    pupils.do("playback", paused=True)
    play = pupils.play

    def scan() -> dict[str, Any]:
        section = play.scans.section()
        assert section
        return section

    def shown() -> str:
        """Return the sixteen slots of the last full round, in the lesson's words."""
        section = scan()
        if section["zone"] != "meld1" or section["what"] != "inventory":
            return ""
        return " ".join({"silent": "·", "collision": "✱", "card": card}[heard] for heard, card in section["slots"])

    def step() -> None:
        playback = play.playback
        assert playback
        at = playback.section()["at"]
        pupils.do("playback", step=True)
        pupils.until(lambda: playback.section()["at"] > at)

    def read(expected: str, least: float, most: float) -> None:
        """Look until a whole reading has shown `expected`; check its time in ms."""
        pupils.do("pace", slow=True)
        end = play.machine.ms() + 5000
        since, took = -1, 0.0
        while since < 0 or scan()["since"] == since:
            assert play.machine.ms() < end, (expected, shown())
            play.advance(0.3)
            section = scan()
            if shown() == expected and section["rounds"] == 1 and since in (-1, section["since"]):
                since, took = section["since"], section["air_us"] / 1000
            elif since == section["since"]:
                since = -1  # it asked more questions
        assert least < took < most, took
        pupils.do("pace", slow=False)

    for _ in range(3):
        step()
    pupils.wait(500)
    read("8H · · · · 7H · · · · · · 6H · 5H ·", 33, 38)
    step()
    pupils.wait(500)
    read("8H · · · · 7H · · · · · · 6H · 5H 9H", 37, 42)
    step()
    pupils.wait(500)
    read("8H · · · · ✱ · · · · · · 6H · 5H 9H", 37, 42)
    step()
    pupils.wait(500)
    read("✱ 3H 2H · · ✱ · TH · · QH AH 6H · ✱ 9H", 55, 62)


# --- a classroom table


@pytest.mark.parametrize("name", ["classroom", "classroom-pn5180"])
def test_a_classroom_table_says_what_lies_on_its_zone(name: str, tmp_path: Path):
    """As in the first lesson: OK, minus up to "What is this?", OK; then cards, and no press."""
    config = json.loads((ROOT / f"hardware/tables/{name}.json").read_text("utf-8"))
    assert config["game"] == "atelier"
    board = ModelledBoard(tmp_path, config)
    board.start()
    board.run(2000)
    people = People(board.table, board.program)
    panel: Any = board.program.panel

    def lines() -> str:
        rows: Any = importlib.import_module("app.people.text").cells_of
        texts = [" ".join(text for _, text in rows(row)) for _, row, _ in panel.rows(37, 8)]
        return " ".join(texts)

    people.press("ok")
    for _ in range(20):
        if panel.menu._items()[panel.menu.at][0] == "what":
            break
        people.press("minus")
    people.press("ok")
    for card in ("5H", "6H", "8H"):
        board.table.put("meld1", card)
    board.run(3000)
    assert "neither a run nor a set" in lines()
    assert board.program.board.leds.state("meld1") == "bad"
    board.table.take("8H")
    board.table.put("meld1", "7H")
    board.run(4000)
    assert "a run 5♥ 6♥ 7♥: 18 points." in lines()
    assert board.program.board.leds.state("meld1") == "good"
    board.stop()


def write(document: Path) -> None:
    """Update the outputs in a document; a shown `...` stays."""
    lines = document.read_text("utf-8").splitlines()
    outputs = iter(printed(document))
    changes: list[tuple[int, int, list[str]]] = []
    for block in blocks_of(document):
        if block.kind != "console":
            continue
        fresh: list[str] = []
        for command, shown in commands(block):
            found = next(outputs)
            while found and not found[-1]:
                found.pop()
            keep = "..." in shown and agrees(shown, found)
            fresh += [f"$ {command}", *(shown if keep else found)]
        changes.append((block.at, len(block.lines), fresh))
    for at, length, fresh in reversed(changes):
        lines[at : at + length] = fresh
    document.write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    for each in [*(LESSONS / name for name in NAMES), *LESSONS.parent.glob("README*.md")]:
        write(each)
