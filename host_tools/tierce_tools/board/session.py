"""Talks to a board: commands, their answers, and the records that arrive in between.

JSON text sequences (RFC 7464); see firmware/BOARD.md, "The link".
"""

import json
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.transport import NO_ANSWER, Transport, Unplugged, open_transport
from tierce_tools.logs.records import Record, is_loss, is_number, is_record

ODD_HELLO = N_(
    "the board says something odd about itself ({key}: {value}): is its program complete? tierce deploy installs it"
)

LOG_VERSION = 1
BOOT_S = 15.0  # how long a board may take to answer after a reset

_LONGEST = 1 << 16  # bytes; a board never sends longer texts
_HELLO_S = 1.5
_TRIES = 2  # unanswered hellos before checking for a MicroPython prompt


class Refused(Trouble):
    """The board refuses a command, for the reason `why` in its own words; `problem` names some of them."""

    def __init__(self, why: str, problem: object = None) -> None:
        super().__init__("link.refused", N_("the board refuses: {why}"), why=why)
        self.why = why
        self.problem = problem


class Sequences:
    """Splits bytes into JSON objects; other data is dropped, its end kept as `noise`."""

    def __init__(self) -> None:
        self._rest: bytearray | None = None  # an incomplete text
        self.noise = b""

    def feed(self, data: bytes) -> list[Record]:
        """Take bytes; return the objects completed by them."""
        found: list[Record] = []
        parts = data.split(b"\x1e")
        for number, part in enumerate(parts):
            if number:
                self._rest = bytearray()
            if self._rest is None:
                self._heed(part)
                continue
            text, ended, after = part.partition(b"\n")
            self._rest += text
            if ended:
                thing = _parsed(self._rest)
                if thing is not None:
                    found.append(thing)
                self._rest = None
                self._heed(after)
            elif len(self._rest) > _LONGEST:
                self._rest = None
        return found

    def _heed(self, text: bytes) -> None:
        self.noise = (self.noise + text)[-200:]


def _parsed(text: bytearray) -> Record | None:
    try:
        thing: object = loads(text)
    except ValueError:
        return None
    return thing if isinstance(thing, dict) else None  # pyright: ignore[reportUnknownVariableType]


class Session:
    """A conversation over a transport, which it closes. Not thread-safe.

    `check()` is called a few times a second while it waits, between two reads; what it raises ends the waiting.
    """

    def __init__(self, transport: Transport, port: str = "", check: Callable[[], object] = lambda: None) -> None:
        self.transport = transport
        self._check = check
        self.now: Callable[[], float] = getattr(transport, "now", time.monotonic)  # in seconds
        self.port = port
        self.hello: Record = {}  # the last answer to `hello`
        self._sequences = Sequences()
        self._answers: dict[int, deque[Record]] = {}
        self._records: deque[Record] = deque()
        self._stream: int | None = None  # the last `get`; until its answer records are dropped
        # A random start, as answers to an earlier session's commands may still arrive.
        self._number = random.SystemRandom().randrange(1 << 29)

    @classmethod
    def open(cls, port: str, boot_s: float = BOOT_S, check: Callable[[], object] = lambda: None) -> "Session":
        """Open a port; return once the board has answered `hello`. Raises Trouble."""
        check()
        session = cls(open_transport(port), port, check)
        try:
            session.greet(boot_s)
        except BaseException:
            session.close()
            raise
        return session

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def greet(self, boot_s: float = BOOT_S) -> Record:
        """Send `hello` until it is answered, for at most `boot_s` seconds; return the answer.

        Raises Trouble.
        """
        end = self.now() + boot_s
        tries = 0
        while True:
            try:
                self.hello = self.ask("hello", min(_HELLO_S, boot_s))
                break
            except (Refused, Unplugged):
                raise
            except Trouble:
                tries += 1
                if tries >= _TRIES and self._at_prompt():
                    raise Trouble(
                        "link.prompt",
                        "{port}: the board is at MicroPython's prompt and Tierce "
                        "does not run; unplug it and plug it in, or tierce deploy",
                        port=self.port,
                    ) from None
                if self.now() >= end:
                    raise
        self.hello = read_hello(self.hello)
        return self.hello

    def _at_prompt(self) -> bool:
        """Tell whether MicroPython's prompt echoes the commands."""
        noise = self._sequences.noise
        return b'"cmd":' in noise or noise.rstrip().endswith(b">>>")

    # --- commands

    def ask(self, command: str, timeout: float = 5.0, **more: object) -> Record:
        """Send a command; return its first answer.

        Raises Refused if the answer is an error, Trouble if none comes within `timeout` seconds.
        `from_` is sent as `from`.
        """
        return self.wait(self.send(command, **more), timeout)

    def send(self, command: str, **more: object) -> int:
        """Send a command; return its id, for `wait`."""
        self._number += 1
        # Few commands are open at a time; the oldest ones are of commands given up.
        while len(self._answers) > 16:
            del self._answers[next(iter(self._answers))]
        self._answers[self._number] = deque()
        told: Record = {"cmd": command, "id": self._number}
        told.update({key.rstrip("_"): value for key, value in more.items()})
        text = json.dumps(told, separators=(",", ":"))
        self.transport.write(b"\x1e" + text.encode() + b"\n")
        return self._number

    def wait(self, number: int, timeout: float) -> Record:
        """Return the next answer to a command; after an answer with `waiting`, the final one.

        Raises Refused, Trouble.
        """
        end = self.now() + timeout
        mine = self._answers.setdefault(number, deque())
        while not mine:
            left = end - self.now()
            self._take(max(0.0, min(left, 0.25)))
            # After this computer slept, the deadline has passed, but the answer may have arrived.
            if left < 0 and not mine:
                raise Trouble("link.no_answer", NO_ANSWER, port=self.port)
        answer = mine.popleft()
        if "error" in answer:
            raise Refused(_sentence(answer), answer.get("problem"))
        return answer

    # --- the log

    def stream(self, begin: int | None, timeout: float = 5.0) -> Record:
        """Request the log from number `begin`, None: from now on; return the answer.

        Records of an earlier stream are dropped until the answer. Read the new ones with `records`.
        """
        more: Record = {} if begin is None else {"from_": begin}
        self._stream = self.send("get", **more)
        return self.wait(self._stream, timeout)

    def records(self, timeout: float = 0.0) -> list[Record]:
        """Return the records that have arrived, after waiting up to `timeout` s for the first.

        Losses, {"lost": count, "from": number}, are among them.
        """
        end = self.now() + timeout
        self._take(0.0)
        while not self._records:
            left = end - self.now()
            if left <= 0:
                break
            self._take(min(left, 0.25))
        found = list(self._records)
        self._records.clear()
        return found

    def _take(self, timeout: float) -> None:
        self._check()
        for thing in self._sequences.feed(self.transport.read(timeout)):
            if "re" in thing:
                number = thing.get("id")
                if not is_number(number):
                    continue
                if number == self._stream:
                    self._records.clear()
                    self._stream = None
                if number in self._answers:
                    self._answers[number].append(thing)
            elif self._stream is None and (is_record(thing) or is_loss(thing)):
                self._records.append(thing)

    def close(self) -> None:
        """Let go of the port."""
        self.transport.close()


def read_hello(answer: Record) -> Record:
    """Check an answer to `hello`: all fields that the host needs, with their types; return it.

    Raises Trouble. BOARD.md, "The link", defines the answer.
    """
    version = answer.get("log")
    if type(version) is not int or version != LOG_VERSION:
        raise Trouble(
            "link.log_version",
            "this board writes logs of version {version}, and version "
            "{known} is known here: bring both up to date, the board with tierce deploy",
            version=version,
            known=LOG_VERSION,
        )
    for key, check in _HELLO.items():
        if not check(answer.get(key)):
            raise Trouble("link.odd_hello", ODD_HELLO, key=key, value=answer.get(key))
    return answer


def read_screen(answer: Record) -> list[Any]:
    """Check an answer to `press`; return the rows of the screen, as app.people.text has them. Raises Trouble."""
    rows: Any = answer.get("screen")
    if not isinstance(rows, list) or not all(map(_is_row, cast("list[Any]", rows))):
        raise Trouble("link.odd_hello", ODD_HELLO, key="screen", value=answer.get("screen"))
    return cast("list[Any]", rows)


def _is_row(row: object) -> bool:
    """Tell whether this is a row: (size, text or cells, style); a cell is (column, text)."""
    if not isinstance(row, list) or len(cast("list[Any]", row)) != 3:
        return False
    size, told, style = cast("list[Any]", row)
    cells = cast("list[Any]", told) if isinstance(told, list) else [[0, told]]
    return (
        type(size) is type(style) is int
        and bool(cells)
        and all(isinstance(each, list) and list(map(type, cast("list[Any]", each))) == [int, str] for each in cells)
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_health(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    told = cast("Record", value)
    readers, errors = told.get("readers"), told.get("errors")
    return (
        isinstance(readers, dict)
        and all(isinstance(reader, dict) for reader in cast("Record", readers).values())
        and isinstance(errors, list)
        and all(isinstance(each, list) and len(cast("list[Any]", each)) == 2 for each in cast("list[Any]", errors))
    )


# The fields that the host needs.
_HELLO: dict[str, Callable[[object], bool]] = {
    "name": _is_text,
    "firmware": _is_text,
    "micropython": _is_text,
    "cards": is_number,
    "boot": is_number,
    "first": is_number,
    "next": is_number,
    "zones": lambda value: isinstance(value, list) and all(map(_is_text, cast("list[Any]", value))),
    "health": _is_health,
}


def _sentence(answer: Record) -> str:
    """Return an error's text, with its list of errors if it has one."""
    errors = answer.get("errors")
    said = str(answer["error"])
    if isinstance(errors, list):
        said += " " + "; ".join(str(each) for each in errors)  # pyright: ignore
    return said
