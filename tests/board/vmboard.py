"""A simulated board: a real MicroPython behind a serial port, at the modelled table.

    from vmboard import VmBoard, club_files

    with VmBoard(club_files()) as board:
        mpremote("connect", board.port, "exec", "print(1)")
        board.do('put("discard", "5H 6H")')

The machine is the WebAssembly build under Node. It runs the files of its own flash: boot.py and
main.py at power-on, as a Pico does. Its pins, buses and time are those of `tierce_tools.twin`,
inside the machine. Its time is real time, or slower if this computer is slow; while a test waits
for the table (`until`, `wait_ms`, `act`), or a host talks to it, as fast as this computer can. Any
program that talks to a board over a serial port can talk to this one.

Differences from a Pico: a loop that neither sleeps nor reads the time can't be interrupted, only the
watchdog ends it, which goes by this computer's time then and sleeps at the prompt; files
survive a power cut as last flushed; the heap grows instead of filling up; there is no viper, no
PIO, no second core. Bytes written to sys.stdout.buffer are recognised only by a poll before them;
other output gets "\\r\\n".

Each board has a thread that passes data between its port, a pseudo-terminal, and board.mjs, the
process under Node. Frames to it: S for a new machine, M a file of the model, F one of the flash
(name, zero byte, contents; a folder's name ends in "/"), G the settings, which starts it; D bytes
of the serial line, K how many more may come, E something to evaluate, U something to evaluate
until it is true; X ends the machine at once.
From it: d bytes of the serial line, f a change of the flash, a the answer to an E or U, s its
current state, r the reason of a reset, x after an X: nothing comes after it. A process whose machine has
ended serves the next board, which then starts faster.
"""

import atexit
import json
import os
import pty
import queue
import select
import shutil
import struct
import tempfile
import termios
import threading
import tty
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from processes import PATIENCE, PIPE, Process

from tierce_tools.board import archive, build
from tierce_tools.description.boards import BY_KEY
from tierce_tools.rules import vm
from tierce_tools.twin.assembly import uid_of, uid_of_14443

_HERE = Path(__file__).resolve().parent
_ROOT = _HERE.parents[1]
_FIRMWARE = _ROOT / "firmware"
_TWIN = _ROOT / "host_tools" / "tierce_tools" / "twin"
_ROOM = 1024  # bytes in transit to the host
_UNIQUE_ID = "e660583883000001"
_BLOCKS = BY_KEY["pico"].files // 4096
_LOOK_S = 0.02
_RESET_CAUSE = {"power": 1, "reset": 1, "watchdog": 3, "bootloader": 1}

Result = TypeVar("Result")
_running: "weakref.WeakSet[VmBoard]" = weakref.WeakSet()
_idle: list[Process] = []  # processes whose machine has ended
_errors = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - standard error of all of them


class BoardError(Exception):
    """The board failed to do something; the text gives its state."""


class _StartedAnew(BoardError):
    """The machine that was asked has ended, and another one runs."""


@cache
def _model() -> dict[str, bytes]:
    """Return what is in the machine but not on the flash: the twin and model.py, compiled."""
    sources = {f"twin/{file.name}": file.read_bytes() for file in sorted(_TWIN.glob("*.py"))}
    sources["model.py"] = (_HERE / "model.py").read_bytes()
    return build.compiled(sources)


@cache
def _deployed(taps: bool) -> dict[str, bytes]:
    """Return what `tierce deploy` puts on a board: name -> bytes, without config.json."""
    return archive.packed(build.build(taps=taps))


def club_config(**changes: Any) -> dict[str, Any]:
    """Return the config of the club's table; a change to None removes an entry."""
    config = json.loads((_FIRMWARE / "config.json").read_text("utf-8"))
    config.update(changes)
    return {name: value for name, value in config.items() if value is not None}


def club_files(config: Mapping[str, Any] | None = None, deck: bool = True) -> dict[str, bytes]:
    """Return all files of a table's flash: the program, config.json and deck.bin."""
    from tierce_tools.virtual.board import deck_bin

    given = json.dumps(config or club_config()).encode()
    taps = build.has_taps(given)
    uids = {"deck.bin": deck_bin(uid_of_14443 if taps else uid_of)} if deck else {}
    return {**_deployed(taps), "config.json": given, **uids}


def _process() -> Process:
    """Return a process under Node without a machine. Raises NpmError without MicroPython."""
    while _idle:
        process = _idle.pop()
        if process.poll() is None:
            return process
    *node, _, engine = vm.find()[0].command
    return Process(*node, _HERE / "board.mjs", engine, stdin=PIPE, stderr=_errors, heard=False)


class VmBoard:
    """A board with the hardware of `config`; the default is its config.json, or the club's.

    `port` is a path that stays the same whenever the port disappears and returns. `serial` is its
    USB serial number. Time passes `speed` times as fast as real time, if this computer can. With
    `rom` it has a ROMFS of `rom` blocks, which is the file .rom of `files`: modelled in Python, as
    this build has none. Raises BoardError if it does not start, NpmError if there is no MicroPython.
    """

    def __init__(
        self,
        files: Mapping[str, bytes] | None = None,
        config: Mapping[str, Any] | None = None,
        *,
        blocks: int = _BLOCKS,
        rom: int = 0,
        speed: float = 1,
    ) -> None:
        self._flash: dict[str, bytes | None] = dict(files or {})
        if config is None:
            given = self._flash.get("config.json")
            config = json.loads(given) if given else club_config()
        self.config = dict(config or {})
        self.serial = _UNIQUE_ID.upper()
        self.starts = 0  # number of starts
        self.state = "off"  # "run": boot.py or main.py runs; "repl"; "off"
        self._settings: dict[str, Any] = {"config": self.config, "unique_id": _UNIQUE_ID}
        self._settings |= {"blocks": blocks, "rom": rom, "speed": speed}
        self._cards: list[tuple[str, str]] = []
        self._folder = Path(tempfile.mkdtemp(prefix="tierce-board-"))
        self.port = str(self._folder / "port")
        self._plugged = True
        self._master: int | None = None
        self._opened = False  # whether a program has the port open
        self._out = b""  # bytes to the host
        self._node: Process | None = None
        self._come = b""  # an incomplete frame from node
        self._answers: dict[int, dict[str, Any]] = {}
        self._asked = 0
        self._news = threading.Condition()
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._bell, self._ring = os.pipe()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="vmboard", daemon=True)
        self._thread.start()
        _running.add(self)
        try:
            self.on()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "VmBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- power and cable

    def on(self) -> None:
        """Switch the board on, and wait until it has started."""
        self._do_there(lambda: self._start("power"))
        self._until(lambda: self.state != "off", "the board does not start")

    def off(self) -> None:
        """Switch the power off at once."""
        self._do_there(self._stop)

    def cut(self) -> None:
        """Cut the power and restore it: it starts with the contents of its flash."""
        self.off()
        self.on()

    def pull(self) -> None:
        """Pull the cable; the board stays powered."""
        self._plugged = False
        self._do_there(self._hang_up)

    def plug(self) -> None:
        """Plug the cable in again."""
        self._plugged = True
        if self.state != "off":
            self._do_there(self._open_port)

    def close(self) -> None:
        """Remove the board and everything it used."""
        if self._thread.is_alive():
            self._do_there(self._closed.set)
            self._thread.join(10)
        shutil.rmtree(self._folder, ignore_errors=True)

    # --- flash

    def files(self) -> dict[str, bytes]:
        """Return the contents of the flash as they would survive a power cut."""
        return self._do_there(lambda: {name: data for name, data in self._flash.items() if data is not None})

    def set_files(self, files: Mapping[str, bytes]) -> None:
        """Replace the contents of the flash with these files, and start the board."""
        self.off()
        self._flash = dict(files)
        self.on()

    # --- the table

    def do(self, python: str, turn: bool = False) -> Any:
        """Evaluate Python in the machine, during main.py or at the prompt; return the result.

        An expression gives its value; statements give what they store in `result`. Both must be
        JSON values. Names: `table` (a twin.assembly.Hardware), `clock`, `machine`,
        `put(zone, "5H 6H")`, `take("5H")`, `press(button, gesture)`, earlier assignments, and
        `program` while the firmware runs. With `turn` it is done between two turns of the program's
        loop, so that `people` (a twin.puppets.Puppets) can let it go on meanwhile. Raises BoardError
        with the exception, or if there is no answer.
        """
        return self._ask("E", python, turn=turn)

    def _ask(self, kind: str, python: str, **how: object) -> Any:
        with self._news:
            self._asked += 1
            number = self._asked
        asked = json.dumps({"id": number, "code": python, **how}).encode()

        def tell() -> int:
            if not self._node:
                raise BoardError(f"the board is off: {self.describe()}")
            self._tell(kind, asked)
            return self.starts

        start = self._do_there(tell)
        self._until(lambda: number in self._answers or self.starts != start, f"no answer to {python!r}")
        with self._news:
            answer = self._answers.pop(number, None)
        if answer is None:
            raise _StartedAnew("the board has started anew")
        if "error" in answer:
            raise BoardError(f"{python!r}: {answer['error']}; {self.describe()}")
        return answer["result"]

    def until(self, python: str, ms: float = 120_000) -> Any:
        """Evaluate Python until it is true, for at most `ms` of the table's time; return its value.

        Before main.py, at the prompt and after another start it is evaluated too, but the table's
        time passes only while something runs.
        """
        while True:
            with suppress(_StartedAnew):
                return self._ask("U", python, ms=ms)

    def ready(self) -> None:
        """Wait until the firmware runs."""
        self.until("program is not None and True")

    def wait_ms(self, ms: float) -> None:
        """Wait until `ms` of the table's own time have passed. Only while main.py runs."""
        end = self.do(f"clock.now + {int(ms * 1000)}")
        self.until(f"clock.now >= {end}", ms + 1000)

    def put(self, zone: str, cards: str) -> None:
        """Lay cards, given as "5H 6H", in a zone."""
        self.do(f"put({zone!r}, {cards!r})")

    def take(self, cards: str) -> None:
        """Take cards off the table."""
        self.do(f"take({cards!r})")

    def press(self, button: str | int, gesture: str = "short") -> None:
        """Press "ok", "plus", "minus" or a seat's button, and wait for the end of the gesture."""
        self.wait_ms(self.do(f"press({button!r}, {gesture!r})"))

    def begin(self, header: Mapping[str, Any]) -> None:
        """Begin the match of a log by the buttons; names and house rules come from the config."""
        self.ready()
        self.do(f"people.begin(json.loads({json.dumps(header)!r}))", turn=True)

    def act(self, event: Mapping[str, Any]) -> None:
        """Let people do the event of a log, and wait until the table has seen it."""
        self.do(f"people.do(json.loads({json.dumps(event)!r}))", turn=True)

    def describe(self) -> str:
        """Return the board's state, for failure messages."""
        size = os.fstat(_errors.fileno()).st_size
        said = os.pread(_errors.fileno(), 2000, max(0, size - 2000)).decode("utf-8", "replace")
        return f"state {self.state}, started {self.starts} times {said}"

    # --- in the thread

    def _do_there(self, job: Callable[[], Result]) -> Result:
        """Run a job in the board's own thread; return its result, or raise its exceptions."""
        done: Future[Result] = Future()

        def run() -> None:
            try:
                done.set_result(job())
            except BaseException as error:
                done.set_exception(error)

        self._jobs.put(run)
        os.write(self._ring, b"!")
        while True:
            try:
                return done.result(timeout=1)
            except TimeoutError:
                if not done.done() and not self._thread.is_alive():
                    raise BoardError("the board is closed") from None

    def _until(self, true: Callable[[], object], otherwise: str) -> None:
        with self._news:
            if not self._news.wait_for(true, PATIENCE):
                raise BoardError(f"{otherwise}: {self.describe()}")

    def _serve(self) -> None:
        try:
            while not self._closed.is_set():
                self._turn()
        finally:
            self._stop()
            os.close(self._bell)
            os.close(self._ring)

    def _turn(self) -> None:
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        out = self._node.stdout if self._node else None
        if out:
            poll.register(out, select.POLLIN)
        if self._master is not None and self._opened:
            poll.register(self._master, select.POLLIN | (select.POLLOUT if self._out else 0))
        events = dict(poll.poll(1000 if self._master is None or self._opened else _LOOK_S * 1000))
        if self._master is not None:
            self._look(self._master)
        if out and out.fileno() in events:
            self._hear(os.read(out.fileno(), 65536))
        if self._bell in events:
            os.read(self._bell, 4096)
            while not self._jobs.empty():
                self._jobs.get()()

    # --- the port

    def _open_port(self) -> None:
        if self._master is not None or not self._plugged:
            return
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._opened = False
        link = self.port + "~"
        os.symlink(name, link)
        os.replace(link, self.port)

    def _hang_up(self) -> None:
        if self._master is None:
            return
        Path(self.port).unlink(missing_ok=True)
        os.close(self._master)
        self._master = None
        self._opened = False
        self._drop()

    def _drop(self) -> None:
        if self._out:
            self._give_room(len(self._out))
            self._out = b""

    def _give_room(self, size: int) -> None:
        if self._node:
            self._tell("K", struct.pack("<I", size))

    def _look(self, master: int) -> None:
        """Pass on the host's bytes and send what it accepts; check whether it is connected."""
        poll = select.poll()
        poll.register(master, select.POLLIN | select.POLLOUT)
        event = dict(poll.poll(0)).get(master, 0)
        if event & select.POLLIN:
            try:
                data = os.read(master, 65536)
            except OSError:  # closed in between
                data = b""
            if data:
                self._opened = True
                if self._node:
                    self._tell("D", data)
        elif event & select.POLLHUP:
            if self._opened:
                # Unread bytes are not for the port's next user.
                with suppress(OSError):
                    slave = os.open(os.readlink(self.port), os.O_RDWR | os.O_NOCTTY)
                    try:
                        tty.setraw(slave)
                        termios.tcflush(slave, termios.TCIFLUSH)
                    finally:
                        os.close(slave)
            self._opened = False
            self._drop()
            return
        self._opened = True
        if self._out and event & select.POLLOUT:
            try:
                size = os.write(master, self._out)
            except OSError:
                size = 0
            self._out = self._out[size:]
            self._give_room(size)

    # --- node

    def _start(self, cause: str) -> None:
        if self._node:
            return
        self._node = _process()
        self._come = b""
        self._tell("S", b"")
        self.starts += 1
        for name, data in _model().items():
            self._tell("M", name.encode() + b"\0" + data)
        for name, data in self._flash.items():
            self._tell("F", name.encode() + (b"/" if data is None else b"") + b"\0" + (data or b""))
        self._give_room(_ROOM)
        self._settings |= {"cards": self._cards, "cause": _RESET_CAUSE[cause]}
        self._tell("G", json.dumps(self._settings).encode())

    def _stop(self) -> None:
        self._hang_up()
        if self._node:
            node = self._node
            assert node.stdout
            self._tell("X", b"")
            # Apply the flash writes that it had sent before it ended.
            ended = ""
            while not ended and (data := os.read(node.stdout.fileno(), 65536)):
                ended = self._take_frames(data, only="fx")
            self._node = None
            if ended:
                _idle.append(node)
            else:  # it has failed
                node.close()
        self._out = b""
        self._come = b""
        self._become("off")

    def _become(self, state: str) -> None:
        with self._news:
            self.state = state
            self._news.notify_all()

    def _tell(self, kind: str, data: bytes) -> None:
        assert self._node
        with suppress(BrokenPipeError):  # the end of its output reports this
            self._node.say(kind.encode() + struct.pack("<I", len(data)) + data)

    def _hear(self, data: bytes) -> None:
        if not data:
            self._stop()
            return
        reset = self._take_frames(data)
        if reset:
            self._stop()
            if reset != "bootloader":
                self._start(reset)

    def _take_frames(self, data: bytes, only: str = "") -> str:
        """Take frames; return the reason of a reset, or "end", if there is one."""
        self._come += data
        reset = ""
        while len(self._come) >= 5:
            end = 5 + struct.unpack("<I", self._come[1:5])[0]
            if len(self._come) < end:
                break
            kind, content = chr(self._come[0]), self._come[5:end]
            self._come = self._come[end:]
            if only and kind not in only:
                continue
            if kind == "d":
                self._out += content
                if self._master is None or not self._opened:
                    self._drop()
            elif kind == "f":
                self._change(*content.split(b"\0", 1))
            elif kind == "a":
                self._answer(json.loads(content))
            elif kind == "s":
                self._open_port()
                self._become(content.decode())
            elif kind == "r":
                reset = content.decode()
            elif kind == "x":
                reset = "end"
        return reset

    def _change(self, told: bytes, data: bytes) -> None:
        change = json.loads(told)
        name = change["name"]
        flash = self._flash
        if change["op"] == "mkdir":
            flash[name] = None
        elif change["op"] == "remove":
            flash.pop(name, None)
        elif change["op"] == "write":
            flash[name] = (flash.get(name) or b"")[: change["from"]] + data
        else:
            new = change["to"]
            for each in [each for each in flash if each == name or each.startswith(name + "/")]:
                flash[new + each[len(name) :]] = flash.pop(each)

    def _answer(self, answer: dict[str, Any]) -> None:
        self._cards = answer.get("cards", self._cards)
        with self._news:
            self._answers[answer["id"]] = answer
            self._news.notify_all()


@atexit.register
def _close_all() -> None:
    for board in list(_running):
        board.close()
    while _idle:
        _idle.pop().close()
