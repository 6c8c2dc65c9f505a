# The names that annotations in the firmware use in quotes; neither Python ever looks them up. Pyright
# reads this file by its name and takes what it declares as known everywhere.

from array import array as array
from collections.abc import Awaitable as Awaitable
from collections.abc import Callable as Callable
from collections.abc import Generator
from collections.abc import Iterable as Iterable
from collections.abc import Iterator as Iterator
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from typing import Any as Any
from typing import Protocol, TypeVar

# Classes that a module gets as arguments and does not import. For tests/firmware/test_imports.py, to
# name one is to import its module: a lower one only.
from drivers.canvas import Canvas as Canvas
from drivers.iso15693 import Heard
from drivers.pn5180_radio import Radio as Radio
from drivers.scan import Scan as Scan
from tierce.game import Game as Game
from tierce.hints import Question as Question
from tierce.layout import Layout as Layout

T = TypeVar("T")

# --- the engine: what its modules say in words, as types

Event = tuple[Any, ...]  # tierce.events
Outcome = tuple[Any, ...]  # tierce.outcomes
Rules = Mapping[str, Any]  # presets.rules_of
Row = tuple[Any, str, Any, Any]  # state or states, event, next state, method: tierce.phases
Allowed = tuple[bool | int | str | tuple[int, int], ...]  # tierce.presets
Form = tuple[Any, ...]  # tierce.melds
Reading = tuple[Any, Any, Any, Any]  # kind, cards, stands, broken clauses: tierce.melds
Answer = list[tuple[str, Any]]  # of a hint: LOG.md "Hints"
Reason = Sequence[Any]  # case, figures: tierce.said
Broken = dict[str, Reason]  # code of a broken clause -> why: tierce.said
# kind, cards, joker -> face, points, codes of the broken clauses, their reasons
Check = tuple[str, Sequence[int], dict[int, int], int, Sequence[str], list[Reason]]
Melds = list[list[int]]
Found = tuple[int, list[int], list[tuple[int, int]], list[int], bool]  # of arrange.ranks
Sets = tuple[int, int, Any] | None  # a chain: tierce.arrange.gin
# points, cards, new melds, changes of melds (index, cards added, jokers taken), a pure run among them
Lay = tuple[int, int, Melds, list[tuple[int, list[int], list[int]]], bool]

# meld zone -> its cards afterwards, joker -> face to declare, whether the lay is legal: tierce.taps
Arrangement = tuple[dict[int, list[int]], dict[int, int], bool]

class Words(Protocol):
    """A module tierce.words_xx."""

    LANGUAGE: str
    JOKER: str
    MELD: str
    RANKS: dict[str, str]
    SUITS: dict[str, str]

class OfMatch(Protocol):
    """A tierce.view.View, for a module beneath it."""

    _game: Any

# --- the drivers: what they are given. Methods of MicroPython's classes, as far as they are called.

Steps = Generator[int, None, T]  # yields microseconds: drivers.steps
Bytes = bytes | bytearray | memoryview
Level = Callable[[], int]  # an input
Drive = Callable[[int], object]  # an output

class Spi(Protocol):
    def write(self, buf: Bytes, /) -> object: ...
    def readinto(self, buf: bytearray | memoryview, write: int = 0, /) -> object: ...
    def write_readinto(self, write_buf: Bytes, read_buf: bytearray | memoryview, /) -> object: ...

class I2c(Protocol):
    def writeto(self, addr: int, buf: Bytes, /) -> object: ...

class ButtonPin(Protocol):
    def value(self) -> int: ...
    @property
    def irq(self) -> Callable[..., Any]: ...

class InputPin(Protocol):
    def value(self) -> int: ...

class OutputPin(Protocol):
    def value(self, level: int, /) -> object: ...

class Pwm(Protocol):
    def freq(self, hz: int, /) -> object: ...
    def duty_u16(self, duty: int, /) -> object: ...

class NeoPixel(Protocol):
    n: int
    buf: bytearray
    def fill(self, colour: tuple[int, int, int], /) -> object: ...
    def write(self) -> object: ...

class Clock(Protocol):
    def us(self) -> int: ...

class Lines(Protocol):
    """The lines of a reader beside its bus: drivers.lines."""

    @property
    def busy(self) -> Level: ...
    @property
    def irq(self) -> Level: ...
    def select(self) -> None: ...
    def release(self) -> None: ...
    def reset(self, on: bool) -> bool: ...

class Reader(Protocol):
    """The contract of a reader: drivers.scan."""

    limit: int
    @property
    def agc(self) -> int: ...
    def start_open(self) -> Steps[tuple[int, ...]]: ...
    def start_scan(self, expected: Sequence[bytes], settle_us: int) -> Steps[Scan]: ...
    def start_inventory(self, settle_us: int, expected: Sequence[bytes] = ()) -> Steps[Scan]: ...
    def start_probe(self, settle_us: int) -> Steps[bool]: ...
    def start_selftest(self) -> Steps[Mapping[str, int | str]]: ...
    def off(self) -> None: ...

class InventoryRadio(Protocol):
    """The radio that an inventory is given: drivers.inventory."""

    base: int
    crowd: int
    turn: int
    @property
    def limit(self) -> int: ...
    def start_round(self, bits: int, mask: bytes, slots: int) -> Steps[Heard]: ...
