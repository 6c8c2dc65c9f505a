"""The modelled board of these tests behaves at its port as a Pico with the firmware would."""

import sys
import textwrap

import pytest
from processes import run_text
from vmboard import BoardError, VmBoard, club_config, club_files

# Also every test of a verb at a board is one of this board.
pytestmark = pytest.mark.longer


def mpremote(board: VmBoard, *args: str) -> str:
    """Run mpremote on a board; return its output."""
    return run_text(sys.executable, "-m", "mpremote", "connect", board.port, *args, check=True).stdout


def test_a_cut_keeps_what_was_flushed_and_the_cards(bare_board: VmBoard):
    code = """
        a = open('a', 'w'); a.write('safe'); a.flush(); a.write(' not safe')
        b = open('b', 'w'); b.write('not safe')
        """
    mpremote(bare_board, "exec", textwrap.dedent(code))
    bare_board.put("seat0", "5H")
    bare_board.put("discard", "6H 7H")
    bare_board.cut()
    assert bare_board.files() == {"a": b"safe", "b": b""}
    assert bare_board.do("[table.zones, table.pile]") == [
        {"5H": "seat0", "6H": "discard", "7H": "discard"},
        ["6H", "7H"],
    ]
    assert mpremote(bare_board, "exec", "print(open('a').read())") == "safe\n"


@pytest.mark.parametrize("loop", ["while True: time.ticks_ms()", "while True: pass"])
def test_a_program_that_hangs_is_bitten_by_its_watchdog(loop: str) -> None:
    with VmBoard(club_files(club_config(watchdog_ms=1000))) as board:
        board.ready()
        board.wait_ms(33000)  # it begins after 30 s, and is fed
        starts = board.starts
        with pytest.raises(BoardError, match="started anew"):
            board.do(f"import time\n{loop}", turn=True)
        assert board.starts == starts + 1
        board.ready()
        assert board.do("machine.reset_cause() == machine.WDT_RESET")
