"""A board's REPL, on a real MicroPython behind a pseudo-terminal, in any state of the board."""

import os
import pty
import random
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

import pytest
import ring
import serial
from vmboard import VmBoard

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.repl import BoardError, Repl
from tierce_tools.board.transport import Unplugged
from tierce_tools.logs.words import trouble_text

PRINTS = b"""
import time, sys
while True:
    sys.stdout.write('\\x1e{"seq":1}\\n')
    time.sleep_ms(1)
"""
STUBBORN = b"""
import time
for _ in range(2):
    try:
        while True:
            time.sleep_ms(5)
    except KeyboardInterrupt:
        print("not yet")
while True:
    time.sleep_ms(5)
"""
ENDS_SLOWLY = b"""
import time
try:
    while True:
        time.sleep_ms(5)
finally:
    time.sleep_ms(700)
    with open("closed", "w") as file:
        file.write("whole")
"""


@pytest.fixture(scope="module")
def bare() -> Iterator[VmBoard]:
    """Return a board without program, shared by the tests of this file."""
    with VmBoard() as made:
        yield made


@pytest.fixture
def repl(bare: VmBoard) -> Iterator[Repl]:
    """Return its REPL, with an empty flash."""
    if bare.files():
        bare.set_files({})
    with Repl(bare.port) as made:
        yield made


def _says_two(board: VmBoard) -> None:
    with Repl(board.port) as repl:
        assert repl.eval("1 + 1") == 2


@pytest.mark.parametrize("program", ring.longer(PRINTS, STUBBORN, b"1/0"))
def test_whatever_runs_is_stopped(bare: VmBoard, program: bytes) -> None:
    bare.set_files({"main.py": program})
    _says_two(bare)
    _says_two(bare)


def test_what_a_program_does_at_its_end_is_not_broken_off(bare: VmBoard) -> None:
    bare.set_files({"main.py": ENDS_SLOWLY})
    _says_two(bare)
    assert bare.files()["closed"] == b"whole"


LEFT = (b"", b"\x01print('''", b"\x01print(", b"\x01x = 1\x04", b"if True:\r\n    x", b"\x04")


@pytest.mark.parametrize("left", [b"\x05pasted\r", *ring.longer(b"\x01while True: pass if 1 else 0", *LEFT)])
def test_whatever_a_broken_session_has_left(bare: VmBoard, left: bytes) -> None:
    bare.set_files({})
    with serial.Serial(bare.port) as port:
        port.write(left)
    _says_two(bare)


@contextmanager
def _line(serve: Callable[[int], object]) -> Iterator[str]:
    """Return a port of which `serve` is called again and again with the other side."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    ended = threading.Event()

    def go_on() -> None:
        while not ended.wait(0.003):
            with suppress(BlockingIOError):
                serve(master)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        ended.set()
        thread.join()
        os.close(master)
        os.close(slave)


def test_what_an_earlier_session_is_answered_is_not_taken_for_an_answer(bare: VmBoard) -> None:
    """The answers come late and byte by byte, as on an overloaded computer."""
    bare.set_files({})
    late = iter(range(200))  # times that nothing is handed over
    with serial.Serial(bare.port, timeout=0) as board:

        def slowly(master: int) -> None:
            if next(late, None) is None:
                os.write(master, board.read(1))
            board.write(os.read(master, 256))

        with _line(slowly) as port:
            with serial.Serial(port) as earlier:
                earlier.write(b"\x01while True: pass if 1 else 0")
            with Repl(port, clean=False) as repl:
                assert repl.eval("1 + 1") == 2


@pytest.mark.parametrize(("says", "key"), ring.longer((b"", "silent"), (b"$GPGGA,1\r\n", "busy")))
def test_where_no_board_answers_one_is_told(says: bytes, key: str) -> None:
    def chatter(master: int) -> None:
        os.write(master, says)
        os.read(master, 100)

    with _line(chatter) as port, pytest.raises(Trouble) as caught, Repl(port, tries=1):
        pass
    assert (caught.value.area, caught.value.key) == ("repl", key)


def test_no_port_and_a_port_that_is_taken(bare: VmBoard) -> None:
    with pytest.raises(Trouble, match=r"'ports\.missing',"), Repl("/dev/nothing-is-here"):
        pass
    with pytest.raises(Trouble, match=r"\.modelled',"), Repl("modelled"):
        pass
    with serial.Serial(bare.port, exclusive=True), pytest.raises(Trouble) as caught:
        Repl(bare.port).__enter__()
    assert (caught.value.area, caught.value.key) == ("ports", "in_use")


def test_code_gives_what_it_prints(repl: Repl) -> None:
    assert repl.exec("print('a')\nprint('é', 1)") == "a\né 1\n"
    assert repl.exec("x = 1") == ""
    assert repl.eval("[x, 'y', b'\\x00\\x04z', None]") == [1, "y", b"\0\x04z", None]
    assert list(repl.lines("for i in range(3): print(i)")) == ["0", "1", "2"]
    assert repl.exec("print('x' * 20000)") == "x" * 20000 + "\n"


def test_lines_come_as_they_are_printed_and_may_be_given_up(repl: Repl) -> None:
    code = "import time\ni = 0\nwhile True:\n    print(i)\n    i += 1\n    time.sleep_ms(5)"
    lines = repl.lines(code)
    assert [next(lines) for _ in range(3)] == ["0", "1", "2"]
    lines.close()
    assert repl.eval("i >= 2")
    repl.fresh()
    assert repl.eval("'i' in globals()") is False


def test_an_error_on_the_board_is_one_line(repl: Repl) -> None:
    for code, key in (
        ("1/0", "failed"),
        ("raise OSError(28)", "full"),
        ("raise OSError(30)", "read_only"),
        ("raise OSError(2)", "failed"),
        ("raise MemoryError('memory allocation failed')", "memory"),
        ("def (", "failed"),
    ):
        with pytest.raises(BoardError) as caught:
            repl.exec(code)
        assert caught.value.key == key
        assert "Error" in caught.value.traceback
        assert "\n" not in trouble_text(caught.value, "en")
        assert repl.eval("3") == 3


def test_code_that_is_silent_for_too_long_is_stopped(repl: Repl) -> None:
    with pytest.raises(Trouble, match=r"\.timeout',"):
        repl.exec("import time\nwhile True: time.sleep_ms(5)", 0.3)
    assert repl.eval("3") == 3


def test_files(repl: Repl) -> None:
    some = random.Random(5)
    files = {
        name: some.randbytes(size)
        for name, size in (("a", 0), ("b/c", 1), ("b/d é'", 2047), ("e/f/g.mpy", 5000), ('h"{}', 2048))
    }
    told: list[int] = []
    for name, data in files.items():
        repl.write(name, data, told.append)
    assert sum(told) == sum(map(len, files.values()))
    for name, data in files.items():
        same = repl.read(name) == data
        assert same, name
    assert repl.listing() == {name: len(data) for name, data in files.items()}
    assert repl.listing("e") == {"e/f/g.mpy": 5000}
    assert repl.listing("nothing") == {}
    assert repl.folders("e") == ["e/f"]
    wanted = {name: sha256(data).hexdigest() for name, data in files.items()}
    assert repl.hashes([*files, "nothing", "b"]) == wanted
    repl.write("a", b"other")
    repl.rename("a", 'h"{}')
    assert repl.read('h"{}') == b"other"
    assert not repl.exists("a")
    repl.remove("e/f/g.mpy")
    repl.remove_folder("e")
    assert repl.exists("e")
    repl.remove_folder("e/f")
    repl.remove_folder("e")
    assert not repl.exists("e")


def test_what_the_board_is(repl: Repl, bare: VmBoard) -> None:
    board = repl.about()
    assert board.unique_id.upper() == bare.serial
    assert board.mpy == 6
    assert board.version.count(".") == 2
    assert 0 < board.free <= board.total
    assert board.block == 4096


def test_a_file_that_has_no_room_leaves_the_old_one_and_no_half() -> None:
    with VmBoard({"a": b"old"}, blocks=4) as board, Repl(board.port) as repl:
        with pytest.raises(BoardError, match=r"\.full',"):
            repl.write("a", bytes(20000))
        assert repl.listing() == {"a": 3}
        assert repl.read("a") == b"old"


@pytest.mark.parametrize(
    "act",
    [
        lambda repl: repl.exec("import time\nwhile True: time.sleep_ms(5)"),
        lambda repl: repl.write("big", bytes(100000)),
    ],
    ids=["code", "write"],
)
def test_a_cable_that_goes_is_one_trouble(bare: VmBoard, act: Callable[[Repl], object]) -> None:
    bare.set_files({})

    def pull() -> None:
        bare.until(f"clock.now > {begun + 100_000}")  # it passes only while code runs
        bare.pull()

    with Repl(bare.port) as repl:
        begun = bare.do("clock.now")
        thread = threading.Thread(target=pull)
        thread.start()
        with pytest.raises(Unplugged):
            act(repl)
        thread.join()
    bare.plug()
    with Repl(bare.port) as repl:
        assert "big" not in repl.listing()


def test_a_restart_without_machine_reset_runs_the_program(bare: VmBoard) -> None:
    program = b"with open('n', 'a') as file: file.write('x')"
    bare.set_files({"boot.py": b"import machine\ndel machine.reset", "main.py": program})
    with Repl(bare.port) as repl:
        assert repl.read("n") == b"x"
        assert repl.restart() == bare.port
    with Repl(bare.port) as repl:
        assert repl.read("n") == b"xx"


def test_a_mounted_program_gets_ctrl_c_until_it_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it waits for an answer of the mounted folder, Ctrl-C is a byte of the answer."""

    class Loading(Repl):
        sent = 0
        takes = 20

        def _send(self, data: bytes) -> None:
            self.sent += 1

        def _until(self, ending: bytes, timeout: float | None) -> bytes:
            self._requests += 1
            return b"KeyboardInterrupt: \r\n" + ending if self.sent == self.takes else b""

    repl = Loading("port")
    repl._stop_mounted()
    assert repl.sent == repl.takes
    repl.takes = 0
    monkeypatch.setattr("tierce_tools.board.repl._MOUNT_S", 0.05)
    with pytest.raises(Trouble, match=r"'repl\.busy',"):
        repl._stop_mounted()
