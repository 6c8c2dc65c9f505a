"""`tierce doctor` at a board: over its REPL, with a person's help, and when the cable is pulled."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest
import ring
from journals import played
from verbs import tierce_text
from vmboard import VmBoard, club_config, club_files

from tierce_tools.board.examine import Examination
from tierce_tools.board.findings import findings
from tierce_tools.board.session import Session
from tierce_tools.cli.doctor_texts import ASK

TIERCE = Path(sys.executable).with_name("tierce")
ZONES = ("discard", "meld1", "seat0")
BUTTONS = ("minus", "plus", "ok")


def small(**changes: Any) -> dict[str, Any]:
    config = club_config(**changes)
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ZONES]
    return config


@pytest.fixture(scope="module")
def table() -> Iterator[VmBoard]:
    with VmBoard(club_files(small(buttons=club_config()["buttons"][:3]))) as made:
        made.ready()
        yield made


def command(board: VmBoard, *arguments: str) -> list[str]:
    return [str(TIERCE), "doctor", "--port", board.port, *arguments]


def doctor(board: VmBoard, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Run `tierce doctor`; return its exit code, the findings, and standard error."""
    done = tierce_text("doctor", "--port", board.port, "--json", *arguments)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def wrong(found: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    # The clock is ignored: this board's time is late on a busy computer.
    return [
        (each["what"], each["verdict"], each["advice"])
        for each in found
        if each["verdict"] in ("bad", "look") and each["what"] != "clock"
    ]


def plays(board: VmBoard) -> dict[str, Any]:
    """Return the table's `hello`: its program runs."""
    with Session.open(board.port, 30) as session:
        return session.hello


def test_a_sound_table_is_sound_and_its_match_goes_on():
    with VmBoard(club_files(small())) as board:
        board.begin({"game": "rami51", "players": ["Ana", "Luc"], "dealer": 1})
        board.press("ok")
        with Session.open(board.port, 30) as session:
            before, hello = session.ask("get", what="table")["table"], session.hello
        assert before["round"] == 1
        code, found, complaints = doctor(board)
        assert (code, wrong(found), complaints) == (0, [], "")
        examined = {each["what"] for each in found if each["verdict"] == "ok"}
        assert {"memory", "flash", "reader", "antenna", "time", "lights", "screen", "button"} <= examined
        assert "clock" in {each["what"] for each in found}
        with Session.open(board.port, 30) as session:
            after = session.ask("get", what="table")["table"]
            assert session.hello["boot"] == hello["boot"] + 1
            assert session.hello["recording"]
        for key in ("phase", "seat", "round", "dealer", "totals"):
            assert after[key] == before[key]
        assert {"error.txt", "doctor.txt"}.isdisjoint(board.files())


@pytest.mark.longer
def test_faults_of_the_hardware():
    there = small(screen=None)
    there["zones"][1]["cs"] = 15
    with VmBoard(club_files(small()), there) as board:
        code, found, _ = doctor(board)
        assert code == 1
        assert wrong(found) == [("reader", "bad", "reader_version"), ("screen", "bad", "epaper_silent")]


@pytest.mark.longer
def test_a_journal_that_is_damaged():
    """A host sees that the table asks for the totals; later the journal's note is found."""
    played_there = played(range(1), whole=False, turns=60)
    name = max(name for name in played_there if name.startswith("journal/"))
    data = bytearray(played_there[name])
    data[len(data) // 2] ^= 8
    with VmBoard({**club_files(small()), **played_there, name: bytes(data)}) as board:
        assert plays(board)["doubt"] is True
        board.do("program.table.end()")
        assert "doubt" not in plays(board)
        code, found, _ = doctor(board)
        assert (code, wrong(found)) == (0, [("journal", "look", "journal_damaged")])


@pytest.mark.longer
def test_a_board_with_nothing_on_it(bare_board: VmBoard):
    code, found, complaints = doctor(bare_board)
    assert code == 1
    assert ("program", "bad", "no_program") in wrong(found)
    assert "reader" not in {each["what"] for each in found}
    assert complaints == ""


@pytest.mark.longer
def test_a_board_that_was_deployed_differently():
    files = club_files(small())
    del files["p1/app/people/sheet.mpy"]
    with VmBoard(files) as board:
        code, found, complaints = doctor(board, "--zone", "meld1")
        assert code == 0, complaints
        assert wrong(found) == [("program", "look", "deploy")]
        assert {each.get("zone") for each in found} == {None, "meld1"}


# --- with a person


class Person:
    """Reads what is asked, and does it."""

    def __init__(self, board: VmBoard, process: "subprocess.Popen[str]") -> None:
        self._board = board
        self._process = process
        self.asked: list[str] = []
        self._lies = False

    def help(self) -> None:
        """Answer until the questions end."""
        stream: IO[str] | None = self._process.stderr
        assert stream
        text = ""
        while letter := stream.read(1):
            text += letter
            for key in ("card", "take", "lights", "screen", "listen", "buzzer", "press"):
                match = re.fullmatch(re.escape(ASK[key]).replace(r"\{name\}", "(.*)"), text)
                if match:
                    self.asked.append(" ".join([key, *match.groups()]))
                    text = ""
                    self._do(key, *match.groups())
                    break
            if text.endswith("\n"):
                text = ""

    def _do(self, key: str, name: str = "") -> None:
        board = self._board
        if key == "card":
            board.put(name, "9C")
            self._say("")
        elif key == "take":
            board.take("9C")
        elif key == "lights":
            zone = next(each for each in small()["zones"] if each["zone"] == name)
            first, count = zone["leds"]
            lit = board.do("[i for i in range(96) if any(table.strip.pixels[i])]")
            self._say("y" if lit == list(range(first, first + count)) else "n")
        elif key == "screen":
            self._say("y" if board.do("table.panel.picture()[0][0]") else "n")
        elif key == "buzzer":
            self._say("n")
        elif key == "press":
            board.do(f"table.keys[{name!r}].tap(clock, 1500)")

    def _say(self, answer: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(answer + "\n")
        self._process.stdin.flush()


@pytest.mark.longer
def test_a_person_helps(table: VmBoard):
    with subprocess.Popen(
        command(table, "--json", "--ask"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        person = Person(table, process)
        thread = threading.Thread(target=person.help)
        thread.start()
        assert process.stdout
        found = [json.loads(line) for line in process.stdout]
        thread.join(300)
    assert person.asked == [
        *(each for zone in ZONES for each in (f"card {zone}", "take")),
        *(f"lights {zone}" for zone in ZONES),
        "screen",
        *(f"press {name}" for name in BUTTONS),
        "listen",
        "buzzer",
    ]
    assert wrong(found) == [("buzzer", "bad", "buzzer")]
    assert process.returncode == 1
    assert not [each for each in found if each["verdict"] == "not examined"]
    rates = {each["zone"]: each["value"] for each in found if each["what"] == "reading"}
    assert rates == {zone: {"percent": 100, "scans": 50, "cards": 1} for zone in ZONES}


@pytest.mark.longer
def test_nobody_answers(table: VmBoard):
    done = tierce_text("doctor", "--port", table.port, "--json", "--ask")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, wrong(found)) == (0, [])
    assert {each["what"] for each in found if each["verdict"] == "not examined"} == {
        "reading",
        "zone_lights",
        "picture",
        "press",
        "buzzer",
    }


# --- interruptions


@pytest.mark.longer
def test_ctrl_c_lets_the_table_play_on(table: VmBoard):
    boot = plays(table)["boot"]
    process = subprocess.Popen(command(table, "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        table.until("table.air.switches > 40 and not table.panel.fulls", 30)
        process.send_signal(signal.SIGINT)
        out, complaints = process.communicate(timeout=300)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in complaints
    assert plays(table)["boot"] == boot + 1


def begun(table: VmBoard, *arguments: str) -> "subprocess.Popen[str]":
    """Return a running `tierce doctor` that has stopped the table's program."""
    plays(table)
    process = subprocess.Popen(
        command(table, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "TIERCE_LANG": "en"},
    )
    table.until("program is None", 60)
    return process


@pytest.mark.longer
def test_ctrl_c_at_any_moment_stops_it_and_the_table_plays_on(table: VmBoard):
    seed = random.SystemRandom().randrange(1 << 30)
    dice = random.Random(seed)
    for _ in range(4):
        process = begun(table)
        wait = dice.uniform(0, 4)
        print("seed", seed, "Ctrl-C after", wait)
        try:
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            _, complaints = process.communicate(timeout=300)
        finally:
            process.kill()
        assert process.returncode == 130
        assert "Traceback" not in complaints
    plays(table)


@pytest.mark.longer
def test_a_cable_that_is_pulled(table: VmBoard):
    seed = random.SystemRandom().randrange(1 << 30)
    dice = random.Random(seed)
    for _ in range(ring.rounds(1, 3)):
        process = begun(table, "--json")
        wait = dice.uniform(0, 4)
        print("seed", seed, "pulled after", wait)
        try:
            time.sleep(wait)
            table.pull()
            out, complaints = process.communicate(timeout=300)
        finally:
            process.kill()
            table.plug()
        if process.returncode == 0:  # it had ended before
            continue
        assert (process.returncode, out) == (2, ""), complaints
        assert complaints.count("\n") == 1, complaints
        assert table.port in complaints
        # The board is left at its REPL; the next examination succeeds, and restarts it.
        code, found, _ = doctor(table, "--zone", "meld1")
        assert code == 0, found
    assert "error.txt" not in table.files()


# --- an emulated Pico


class AtPico:
    """A bench on an emulated Pico; `free` is the least free heap between two pieces."""

    def __init__(self, pico: Any) -> None:
        self._pico = pico
        self.free = 1 << 30

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        said = self._pico.exec(code, timeout * 1000)
        self.free = min(self.free, int(self._pico.exec("import gc\nprint(gc.mem_free())")))
        return iter(said.splitlines())

    def now(self) -> float:
        return self._pico.ms / 1000


@pytest.mark.longer
@pytest.mark.skipif(not os.environ.get("TIERCE_UF2"), reason="TIERCE_UF2 names no image")
def test_a_pico_has_room_for_it():
    """With twelve zones; it takes some minutes."""
    twin_pico = pytest.importorskip("tierce_tools.machines.twin_pico")
    files = {**club_files(), "main.py": b""}
    pico = twin_pico.Pico(Path(os.environ["TIERCE_UF2"]), files, club_config())
    pico.connect(5000)
    bench = AtPico(pico)
    for _ in bench.lines("clock = files = None", 10):
        pass
    found = findings(Examination(bench, lambda what, zone: None, "en", 10).run())
    assert [each for each in found if each.verdict in ("bad", "look")] == []
    print("free between two pieces:", bench.free)
    assert bench.free > 100000
