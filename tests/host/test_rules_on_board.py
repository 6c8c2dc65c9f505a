"""`tierce test --port`: the rules tests on a real MicroPython behind a serial port."""

import json
import signal
from functools import partial

import pytest
from processes import TIERCE, Process
from verbs import complaint, tierce_here
from vmboard import VmBoard

from tierce_tools.board.archive import packed
from tierce_tools.board.build import build
from tierce_tools.board.rules_on_board import SCRATCH
from tierce_tools.rules.runners import OnCPython, run_rules

run = partial(tierce_here, "test")


def scratch(board: VmBoard) -> list[str]:
    """Return files that the tests have left behind."""
    return [name for name in board.files() if name.startswith(SCRATCH)]


@pytest.mark.longer
def test_a_board_says_what_this_python_says(board: VmBoard) -> None:
    starts = board.starts
    done = run("--port", board.port, "--json")
    assert not done.returncode, done.stderr
    here = [vars(each) for each in run_rules(OnCPython())]
    there = [json.loads(line) for line in done.stdout.splitlines()]
    assert {each.pop("on")[:14] for each in there} == {"MicroPython 1."}
    assert there == here
    assert len(here) > 600
    assert "test_turns" in done.stderr
    assert not scratch(board)
    assert board.starts == starts + 1
    board.until("program is not None")


def test_one_clause_under_a_house_rule_fails_where_it_must(board: VmBoard) -> None:
    done = run("--port", board.port, "--clause", "first_lay_points", "--rule", "first_lay_points=40", "--lang", "fr")
    assert done.returncode == 1
    assert "échoue" in done.stdout
    assert "MicroPython" in done.stdout
    assert "test_match" not in done.stderr  # modules without tests of that clause are not run
    assert not scratch(board)


@pytest.mark.longer
def test_a_board_with_another_engine_is_told_to_deploy(board: VmBoard) -> None:
    files = board.files()
    board.set_files({**files, **packed({**build(), "tierce/old.mpy": b"M\6\0old"})})
    done = run("--port", board.port)
    board.set_files(files)
    assert done.returncode == 2
    assert not done.stdout
    assert "tierce deploy" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "arguments", [["--port", "/dev/nothing-is-here"], ["--port", "modelled"], ["--port", "auto", "--on", "micropython"]]
)
def test_what_cannot_be_is_one_line(arguments: list[str]) -> None:
    assert complaint("test", *arguments)


@pytest.mark.longer
@pytest.mark.parametrize("how", ["cable", "keys"])
def test_what_breaks_off_is_one_line_and_leaves_no_trace_for_long(board: VmBoard, how: str) -> None:
    with Process(TIERCE, "test", "--port", board.port) as process:
        process.err.until("test_bad_data")
        if how == "cable":
            begun = board.do("clock.now")
            board.until(f"clock.now > {begun}")  # it passes only while code runs
            board.pull()
        else:
            process.send(signal.SIGINT)
        assert process.wait() == (2 if how == "cable" else 130)
        said = [line for line in process.err.rest().splitlines()[1:] if "Rules tests" not in line]
    if how == "cable":
        assert len(said) == 1, said
        assert board.port in said[0]
        board.plug()
        assert scratch(board)
        assert not run("--port", board.port, "--clause", "runs").returncode
    assert "Traceback" not in "".join(said)
    assert not scratch(board)
    board.until("program is not None")
