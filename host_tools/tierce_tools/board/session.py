"""Talking to a board: commands and their answers, and the records that come in between.

JSON text sequences (RFC 7464), as firmware/BOARD.md has them under "The link".
"""

import json
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from tierce_tools.board.wire import Unplugged, Wire, open_wire
from tierce_tools.logs.records import is_loss, is_number, is_record
from tierce_tools.trouble import Trouble

LOG_VERSION = 1
BOOT_S = 15.0  # so long a board may take until it answers

_LONGEST = 1 << 16  # bytes; what is longer is nothing that a board says
_HELLO_S = 1.5
_TRIES = 2  # hellos that go unanswered before the prompt is believed

Thing = dict[str, Any]


class Refused(Trouble):
    """The board answers that it can't do it, in a sentence of its own: `why`."""

    def __init__(self, why: str) -> None:
        super().__init__("link", "refused", why)
        self.why = why


class Sequences:
    """Splits bytes into JSON objects; what is none is left out, its end kept as `noise`."""

    def __init__(self) -> None:
        self._rest: bytearray | None = None  # of a text that is not complete
        self.noise = b""

    def feed(self, data: bytes) -> list[Thing]:
        """Take in bytes; return the objects that are complete."""
        found: list[Thing] = []
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


def _parsed(text: bytearray) -> Thing | None:
    try:
        thing: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return thing if isinstance(thing, dict) else None  # pyright: ignore[reportUnknownVariableType]


class Session:
    """A wire and what is said over it. Not for two threads at once. Closes the wire."""

    def __init__(self, wire: Wire, port: str = "") -> None:
        self.wire = wire
        self.port = port
        self.hello: Thing = {}  # the last answer to `hello`
        self._sequences = Sequences()
        self._answers: dict[int, deque[Thing]] = {}
        self._records: deque[Thing] = deque()
        self._stream: int | None = None  # the `get` whose answer comes before what it asks for
        # Answers to whoever was here before may still come.
        self._number = random.SystemRandom().randrange(1 << 29)

    @classmethod
    def open(cls, port: str, boot_s: float = BOOT_S) -> "Session":
        """Open a port and return when the board on it has said hello: see `hello`."""
        session = cls(open_wire(port), port)
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

    def greet(self, boot_s: float = BOOT_S) -> Thing:
        """Ask `hello` until it is answered, for so long at most; return the answer."""
        end = time.monotonic() + boot_s
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
                    raise Trouble("link", "prompt", self.port) from None
                if time.monotonic() >= end:
                    raise
        self.hello = read_hello(self.hello)
        return self.hello

    def _at_prompt(self) -> bool:
        """Tell whether MicroPython's prompt has taken what was sent: it shows what it is given."""
        noise = self._sequences.noise
        return b'"cmd":' in noise or noise.rstrip().endswith(b">>>")

    # --- commands

    def ask(self, command: str, timeout: float = 5.0, **more: object) -> Thing:
        """Send a command; return its answer, the first one where there are several.

        Raises Refused where the answer is an error, Trouble where there is none in so many seconds.
        `from_` is sent as `from`.
        """
        return self.wait(self.send(command, **more), timeout)

    def send(self, command: str, **more: object) -> int:
        """Send a command; return its id, for `wait`."""
        self._number += 1
        # Numbers that are waited for are few; what nobody fetched is of a command given up.
        while len(self._answers) > 16:
            del self._answers[next(iter(self._answers))]
        self._answers[self._number] = deque()
        told: Thing = {"cmd": command, "id": self._number}
        told.update({key.rstrip("_"): value for key, value in more.items()})
        text = json.dumps(told, separators=(",", ":"))
        self.wire.write(b"\x1e" + text.encode() + b"\n")
        return self._number

    def wait(self, number: int, timeout: float) -> Thing:
        """Return the next answer to a command: the final one after one that says `waiting`."""
        end = time.monotonic() + timeout
        mine = self._answers.setdefault(number, deque())
        while not mine:
            left = end - time.monotonic()
            self._take(max(0.0, min(left, 0.25)))
            # A computer that slept has waited for nothing: what has come meanwhile counts.
            if left < 0 and not mine:
                raise Trouble("link", "no_answer", self.port)
        answer = mine.popleft()
        if "error" in answer:
            raise Refused(_sentence(answer))
        return answer

    # --- the log

    def stream(self, begin: int | None, timeout: float = 5.0) -> Thing:
        """Ask for the log from a number on, None for from now on; return the answer.

        What comes of an earlier stream before the answer is left out. The records are those of
        `records`.
        """
        more: Thing = {} if begin is None else {"from_": begin}
        self._stream = self.send("get", **more)
        return self.wait(self._stream, timeout)

    def records(self, timeout: float = 0.0) -> list[Thing]:
        """Return the records that have come, having waited so many seconds for the first one.

        A loss, {"lost": count, "from": number}, stands among them.
        """
        end = time.monotonic() + timeout
        self._take(0.0)
        while not self._records:
            left = end - time.monotonic()
            if left <= 0:
                break
            self._take(min(left, 0.25))
        found = list(self._records)
        self._records.clear()
        return found

    def _take(self, timeout: float) -> None:
        for thing in self._sequences.feed(self.wire.read(timeout)):
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
        self.wire.close()


def read_hello(answer: Thing) -> Thing:
    """Return the answer to `hello` if what the host relies on is in it, and of the right kind.

    Raises Trouble: BOARD.md, "The link", says what a board answers.
    """
    version = answer.get("log")
    if type(version) is not int or version != LOG_VERSION:
        raise Trouble("link", "log_version", version, LOG_VERSION)
    for key, check in _HELLO.items():
        if not check(answer.get(key)):
            raise Trouble("link", "odd_hello", key, answer.get(key))
    return answer


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_health(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    told = cast("Thing", value)
    readers, errors = told.get("readers"), told.get("errors")
    return (
        isinstance(readers, dict)
        and all(isinstance(reader, dict) for reader in cast("Thing", readers).values())
        and isinstance(errors, list)
        and all(isinstance(each, list) and len(cast("list[Any]", each)) == 2
                for each in cast("list[Any]", errors))
    )


# What the host relies on.
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


def _sentence(answer: Thing) -> str:
    """Return what an error says, with all that is wrong where that is a list."""
    errors = answer.get("errors")
    said = str(answer["error"])
    if isinstance(errors, list):
        said += " " + "; ".join(str(each) for each in errors)  # pyright: ignore
    return said
