"""The modelled board of these tests behaves at its port as a Pico with the firmware would."""

import itertools
import json
import os
import random
import signal
import sys
import textwrap
from pathlib import Path
from typing import Any

import psutil
import pytest
import serial
from processes import Process, run_text, until
from vmboard import BoardError, VmBoard

# Also every test of a verb at a board is one of this board.
pytestmark = pytest.mark.longer

_numbers = itertools.count(1)  # of commands, as answers to an earlier host may still come


def mpremote(board: VmBoard, *args: str, ok: bool = True) -> str:
    """Run mpremote on a board; return its output."""
    done = run_text(sys.executable, "-m", "mpremote", "connect", board.port, *args)
    assert (done.returncode == 0) is ok, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout + done.stderr


class Line:
    """The port, opened as a host does."""

    def __init__(self, board: VmBoard) -> None:
        self.port = serial.Serial(board.port, timeout=0.05, exclusive=True)
        self.come = b""

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def read(self) -> bytes:
        """Return all bytes that were not taken yet."""
        self.come += self.port.read(256)
        return self.come

    def until(self, text: bytes) -> bytes:
        """Return the bytes up to and including a text; fail if it does not come."""
        until(lambda: text in self.read(), repr(text))
        got, _, self.come = self.come.partition(text)
        return got + text

    def ask(self, command: str, **more: Any) -> dict[str, Any]:
        asked = {"cmd": command, "id": next(_numbers), **more}
        self.port.write(b"\x1e" + json.dumps(asked).encode() + b"\n")
        while True:
            self.until(b'\x1e{"re"')
            answer = json.loads(b'{"re"' + self.until(b"\n"))
            if answer["id"] == asked["id"]:
                return answer


# --- mpremote


def test_a_folder_there_and_back(bare_board: VmBoard, tmp_path: Path):
    dice = random.Random(5)
    files = {"a.bin": bytes(range(256)) * 20, "empty": b"", "sub/b.bin": dice.randbytes(3000)}
    for name, data in files.items():
        path = tmp_path / "there" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    mpremote(bare_board, "fs", "cp", "-r", str(tmp_path / "there"), ":")
    same = bare_board.files() == {f"there/{name}": data for name, data in files.items()}
    assert same, {name: len(data) for name, data in bare_board.files().items()}
    listed = mpremote(bare_board, "fs", "tree", "-s", ":")
    assert all(name in listed for name in ("a.bin", "empty", "b.bin", "5120"))
    assert "dev" not in listed  # nothing of the machine's own
    (tmp_path / "back").mkdir()
    mpremote(bare_board, "fs", "cp", "-r", ":there", str(tmp_path / "back"))
    for name, data in files.items():
        same = (tmp_path / "back" / "there" / name).read_bytes() == data
        assert same, name
    mpremote(bare_board, "fs", "rm", ":there/a.bin")
    mpremote(bare_board, "exec", "import os; os.rename('there/sub', 'there/other')")
    assert set(bare_board.files()) == {"there/empty", "there/other/b.bin"}


def test_soft_reset_forgets_names_and_keeps_files(bare_board: VmBoard):
    mpremote(bare_board, "exec", "kept = 5; open('x', 'w').write('abc')")
    assert mpremote(bare_board, "resume", "exec", "print(kept)") == "5\n"
    mpremote(bare_board, "soft-reset")
    said = mpremote(bare_board, "resume", "exec", "print(open('x').read()); kept", ok=False)
    assert said.startswith("abc\n")
    assert "NameError" in said
    assert bare_board.starts == 1


# --- the prompt


def test_raw_paste(bare_board: VmBoard):
    with Line(bare_board) as line:
        line.port.write(b"\x01")
        line.until(b"raw REPL; CTRL-B to exit\r\n>")
        for code, said in (
            (b"print(1 + 1)\x04", b"\x042\r\n\x04\x04>"),
            (b"x = '" + b"x" * 8000 + b"'\x04", b"\x01\x04\x04\x04>"),
            (b"print(\x03", b"\x04\x04KeyboardInterrupt: \r\n\x04>"),
            (b"print(len(x))\x04", b"\x048000\r\n\x04\x04>"),
        ):
            line.port.write(b"\x05A\x01")
            assert line.until(b"\x10\x01") == b"R\x01\x00\x10\x01"
            line.port.write(code)
            assert line.until(b"\x04>") == said


def test_time_is_that_of_the_wall(bare_board: VmBoard):
    """At the prompt, where a host waits for the board, and no test for the program."""
    code = "import time; a = time.ticks_ms(); time.sleep(0.7); print(time.ticks_ms() - a)"
    assert int(mpremote(bare_board, "exec", code)) > 695


def test_time_is_asked_for_while_the_program_runs(board: VmBoard):
    """A minute in some seconds; what never comes about is told after its time."""
    board.cut()
    board.ready()
    with pytest.raises(BoardError, match="not in 60000 ms"):
        board.until("program is None", 60_000)
    assert board.do("clock.now") > 60_000_000


def test_a_full_flash_says_so():
    with VmBoard(blocks=8) as board:
        code = "open('big', 'wb').write(bytes(40000))"
        assert "OSError: 28" in mpremote(board, "exec", code, ok=False)
        said = mpremote(board, "exec", "import os; print(os.statvfs('/')[2:4])")
        blocks, free = json.loads(said.replace("(", "[").replace(")", "]"))
        assert (blocks, free < 8) == (8, True)


# --- the firmware


def test_ctrl_c_lands_at_the_prompt_and_ctrl_d_starts_again(board: VmBoard):
    board.cut()
    with Line(board) as line:
        boot = line.ask("hello")["boot"]
        line.port.write(b"\x03")
        assert b"Tierce: stopped" in line.until(b">>> ")
        assert board.state == "repl"
        line.port.write(b"print(__name__)\r")
        line.until(b"__main__\r\n>>> ")
        line.port.write(b"\x04")
        line.until(b"soft reboot\r\n")
        assert line.ask("hello")["boot"] == boot + 1


def test_reset_hangs_up_and_comes_back(board: VmBoard):
    board.cut()
    with Line(board) as line:
        boot = line.ask("hello")["boot"]
        starts = board.starts
        line.port.write(b"\x03")
        line.until(b">>> ")
        line.port.write(b"import machine; machine.reset()\r")
        with pytest.raises(serial.SerialException):
            line.until(b"nothing")
    until(lambda: board.starts > starts and board.state == "run")
    with Line(board) as line:
        assert line.ask("hello")["boot"] == boot + 1


def test_the_watchdog_bites(bare_board: VmBoard):
    code = "import machine, time; machine.WDT(timeout=200); time.sleep(5); print('too late')"
    mpremote(bare_board, "exec", code, ok=False)
    until(lambda: bare_board.starts == 2 and bare_board.state == "repl")
    assert mpremote(bare_board, "exec", "import machine; print(machine.reset_cause())") == "3\n"


# --- cable and power


def test_a_cable_that_is_pulled(board: VmBoard):
    board.cut()
    port = board.port
    with Line(board) as line:
        line.ask("hello")
        board.pull()
        with pytest.raises(serial.SerialException):
            line.until(b"nothing")
    assert not os.path.lexists(port)
    starts = board.starts
    board.wait_ms(500)  # the table goes on
    board.plug()
    assert board.port == port
    with Line(board) as line:
        assert line.ask("hello")["health"]["uptime_ms"] > 500
    assert board.starts == starts


def test_what_nobody_reads_does_not_hold_up_the_table(board: VmBoard):
    board.cut()
    room = "p = select.poll(); p.register(sys.stdout, select.POLLOUT); result = p.poll(0) != []"
    with Line(board) as line:
        line.ask("hello")
        board.do("import select, sys")
        assert board.do(room)
        for _ in range(999):
            line.port.write(b'\x1e{"cmd":"get","what":"deck","id":0}\n')
            board.wait_ms(20)
            if not board.do(room):
                break
        else:
            pytest.fail("there is always room")
        board.wait_ms(1000)
    with Line(board) as line:
        assert line.ask("hello")["health"]["uptime_ms"] > 1000


def test_what_nobody_reads_is_dropped_at_the_prompt(bare_board: VmBoard):
    with Line(bare_board) as line:
        line.port.write(b"for i in range(40000): print('............', i)\r\r")
        until(lambda: line.port.in_waiting > 1000)
        bare_board.do("1")  # at the prompt again: it gives up after half a second
        line.until(b"... 5\r\n")

        def ended() -> bool:
            # If much is still unread, this may be dropped too, and is sent again.
            line.port.write(b"print('the', 'end')\r")
            return b"the end\r\n" in line.read()

        until(ended)
        assert b"... 39999" not in line.come


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


def test_cuts_at_any_moment(seed: int):
    dice = random.Random(seed)
    main = """
        import json
        from time import sleep_us
        try:
            with open("n") as file:
                n = int(file.read().split()[-1])
        except (OSError, IndexError):
            n = 0
        with open("n", "a") as file:
            while True:
                n += 1
                file.write("%d\\n" % n)
                file.flush()
                sleep_us(100)
        """
    with VmBoard({"main.py": textwrap.dedent(main).encode()}) as board:
        written: list[str] = []
        for _ in range(6):
            board.wait_ms(200 * dice.random())
            board.off()
            now = board.files().get("n", b"").decode()
            numbers = now.split("\n")
            assert numbers.pop() == ""
            assert numbers == [str(i + 1) for i in range(len(numbers))]
            assert numbers[: len(written)] == written
            written = numbers
            board.on()
        until(lambda: board.files().get("n", b"").count(b"\n") > 100)


# --- the board as a process of this computer


def test_do(bare_board: VmBoard):
    assert bare_board.do("{'one': [1, None, 'é']}") == {"one": [1, None, "é"]}
    assert bare_board.do("x = 5") is None
    assert bare_board.do("result = x + 1") == 6
    assert bare_board.do("result") is None
    for code, error in (
        ("1 // 0", "ZeroDivisionError"),
        ("1 +", "SyntaxError"),
        ("y", "NameError"),
        ("put('nowhere', '5H')", "KeyError"),
    ):
        with pytest.raises(BoardError, match=error):
            bare_board.do(code)
    with pytest.raises(BoardError, match="does not run"):
        bare_board.do("1", turn=True)
    bare_board.off()
    with pytest.raises(BoardError, match="off"):
        bare_board.do("1")


def test_nothing_is_left(tmp_path: Path):
    code = f"""
        import sys, time
        sys.path[:0] = [{str(Path(__file__).parents[1])!r}, {str(Path(__file__).parents[1] / "board")!r}]
        from vmboard import VmBoard
        board = VmBoard({{"main.py": b"while True: pass"}})
        print(board._node.pid, board.port, flush=True)
        if sys.argv[1] == "wait":
            time.sleep(60)
        """
    for how in ("end", "wait"):
        with Process(sys.executable, "-c", textwrap.dedent(code), how) as parent:
            node, port = parent.out.line().split()
            if how == "wait":
                parent.send(signal.SIGKILL)
            parent.wait()
            until(lambda node=node: not _lives(int(node)))
        assert how == "wait" or not Path(port).parent.exists()


def _lives(process: int) -> bool:
    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
