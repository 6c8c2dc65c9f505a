"""`tierce test --port`: the rules tests on a real MicroPython behind a serial port."""

import json
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from processes import TIERCE, Completed, Process
from verbs import tierce_text
from vmboard import VmBoard, club_files

from tierce_tools.board.archive import packed
from tierce_tools.board.build import build
from tierce_tools.board.rules_on_board import SCRATCH
from tierce_tools.rules.runners import OnCPython, run_rules


def run(*arguments: str) -> Completed[str]:
    """Run `tierce test` with these arguments."""
    return tierce_text("test", *arguments)


@pytest.fixture(scope="module")
def table() -> Iterator[VmBoard]:
    """Return a board in use."""
    with VmBoard(club_files()) as made:
        yield made


def scratch(board: VmBoard) -> list[str]:
    """Return files that the tests have left behind."""
    return [name for name in board.files() if name.startswith(SCRATCH)]


def facts(text: str) -> list[dict[str, Any]]:
    """Return lines of JSON, without the Python that ran them."""
    return [{key: value for key, value in json.loads(line).items() if key != "on"} for line in text.splitlines()]


@pytest.mark.longer
def test_a_board_says_what_this_python_says(table: VmBoard) -> None:
    starts = table.starts
    done = run("--port", table.port, "--json")
    assert not done.returncode, done.stderr
    here = [vars(each) for each in run_rules(OnCPython())]
    assert facts(done.stdout) == here
    assert len(here) > 600
    assert "test_turns" in done.stderr
    assert json.loads(done.stdout.splitlines()[0])["on"].startswith("MicroPython 1.")
    assert not scratch(table)
    assert table.starts == starts + 1
    table.until("program is not None")


def test_one_clause_under_a_house_rule_fails_where_it_must(table: VmBoard) -> None:
    done = run("--port", table.port, "--clause", "first_lay_points", "--rule", "first_lay_points=40", "--lang", "fr")
    assert done.returncode == 1
    assert "ne tient plus" in done.stdout
    assert "MicroPython" in done.stdout
    assert "test_match" not in done.stderr  # modules without tests of that clause are not run
    assert not scratch(table)


@pytest.mark.longer
def test_a_board_with_another_engine_is_told_to_deploy(table: VmBoard) -> None:
    files = table.files()
    table.set_files({**files, **packed({**build(), "tierce/old.mpy": b"M\6\0old"})})
    done = run("--port", table.port)
    table.set_files(files)
    assert done.returncode == 2
    assert not done.stdout
    assert "tierce deploy" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "arguments", [["--port", "/dev/nothing-is-here"], ["--port", "modelled"], ["--port", "auto", "--on", "micropython"]]
)
def test_what_cannot_be_is_one_line(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.longer
@pytest.mark.parametrize("how", ["cable", "keys"])
def test_what_breaks_off_is_one_line_and_leaves_no_trace_for_long(table: VmBoard, how: str) -> None:
    with Process(TIERCE, "test", "--port", table.port) as process:
        process.err.until("test_bad_data")
        if how == "cable":
            begun = table.do("clock.now")
            table.until(f"clock.now > {begun}")  # it passes only while code runs
            table.pull()
        else:
            process.send(signal.SIGINT)
        assert process.wait() == (2 if how == "cable" else 130)
        said = [line for line in process.err.rest().splitlines()[1:] if "Rules tests" not in line]
    if how == "cable":
        assert len(said) == 1, said
        assert table.port in said[0]
        table.plug()
        assert scratch(table)
        assert not run("--port", table.port, "--clause", "runs").returncode
    assert "Traceback" not in "".join(said)
    assert not scratch(table)
    table.until("program is not None")
