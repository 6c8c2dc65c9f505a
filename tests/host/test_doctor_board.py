"""`tierce doctor` at a board: over its REPL, and when the cable is pulled."""

import json
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import TIERCE, Process
from verbs import tierce_here
from vmboard import VmBoard, club_config, club_files

from tierce_tools.board.archive import main_for
from tierce_tools.board.build import build
from tierce_tools.board.examine import Examination
from tierce_tools.board.findings import findings
from tierce_tools.board.session import Session

QUICK = 20  # the pace of tables at which nobody has to help


def small() -> dict[str, Any]:
    config = club_config()
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ("discard", "meld1", "seat0")]
    return config


@pytest.fixture(scope="module")
def table() -> Iterator[VmBoard]:
    with VmBoard(club_files(small())) as made:
        made.ready()
        yield made


def doctor(board: VmBoard, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    done = tierce_here("doctor", "--port", board.port, "--json", *arguments)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def wrong(found: list[dict[str, Any]]) -> list[str]:
    # The clock is ignored: this board's time is late on a busy computer.
    return [each["advice"] for each in found if each["verdict"] in ("bad", "look") and each["what"] != "clock"]


def plays(board: VmBoard) -> dict[str, Any]:
    """Return the table's `hello`: its program runs."""
    with Session.open(board.port, 30) as session:
        return session.hello


def test_a_sound_table_is_sound_and_its_match_goes_on():
    with VmBoard(club_files(small()), speed=QUICK) as board:
        board.begin({"game": "rami51", "players": ["Ana", "Luc"], "dealer": 1})
        board.press("ok")
        with Session.open(board.port, 30) as session:
            before, hello = session.ask("get", what="table")["table"], session.hello
        assert before["round"] == 1
        code, found, complaints = doctor(board)
        assert (code, wrong(found), complaints) == (0, [], "")
        examined = {each["what"] for each in found if each["verdict"] == "ok"}
        assert {"memory", "flash", "reader", "antenna", "time", "lights", "screen", "button"} <= examined
        with Session.open(board.port, 30) as session:
            after = session.ask("get", what="table")["table"]
            assert session.hello["boot"] == hello["boot"] + 1
            assert session.hello["recording"]
        for key in ("phase", "seat", "round", "dealer", "totals"):
            assert after[key] == before[key]
        assert {"error.txt", "doctor.txt"}.isdisjoint(board.files())


@pytest.mark.longer
@pytest.mark.parametrize("program", ["", "p1", "p1.rom"])
def test_a_board_with_nothing_on_it_or_only_the_main_of_a_deployment_that_broke_off(bare_board: VmBoard, program: str):
    bare_board.set_files({"main.py": main_for(build()["main.py"], program) if program else b""})
    code, found, complaints = doctor(bare_board)
    assert code == 1
    assert "no_program" in wrong(found)
    assert "reader" not in {each["what"] for each in found}
    assert complaints == ""


# --- interruptions


def begun(table: VmBoard, seed: int) -> Process:
    """Return a running `tierce doctor` that has stopped the table's program some time ago."""
    plays(table)
    process = Process(TIERCE, "doctor", "--port", table.port, "--json", env={**os.environ, "TIERCE_LANG": "en"})
    table.until("program is None")
    end = table.do("clock.now") + random.Random(seed).randrange(3000) * 1000
    print("until", end)
    table.until(f"clock.now >= {end} or program is not None")
    return process


@pytest.mark.longer
def test_ctrl_c_at_any_moment_stops_it_and_the_table_plays_on(table: VmBoard, seed: int):
    boot = plays(table)["boot"]
    with begun(table, seed) as process:
        assert process.end(signal.SIGINT) == 130
        assert process.out.rest() == ""
        assert "Traceback" not in process.err.rest()
    assert plays(table)["boot"] == boot + 1


@pytest.mark.longer
def test_a_cable_that_is_pulled(table: VmBoard, seed: int):
    with begun(table, seed) as process:
        table.pull()
        code, out, complaints = process.wait(), process.out.rest(), process.err.rest()
        table.plug()
    assert (code, out) == (2, ""), complaints
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
    files = club_files()
    files["main.py"] = files["main.py"].removesuffix(b"    main()\n")  # mounts its modules, and ends
    pico = twin_pico.Pico(Path(os.environ["TIERCE_UF2"]), files, club_config())
    pico.connect(5000)
    bench = AtPico(pico)
    for _ in bench.lines("clock = files = None", 10):
        pass
    found = findings(Examination(bench, lambda what, zone: None, "en", 10).run())
    assert [each for each in found if each.verdict in ("bad", "look")] == []
    print("free between two pieces:", bench.free)
    assert bench.free > 100000
