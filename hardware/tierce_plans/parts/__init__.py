"""The parts that a table has: readers, screens, lights, scale; one file each with all facts about it.

A kind's file is named as in config.json, and so are its driver (firmware/drivers/KIND.py, with the
entries of config.json in KIND.words) and its model (twin/KIND.py). Everybody asks the part; nobody
asks which it is. Marks of figures: V was read in the named source, C is computed, K is known but was
not looked up, HW has to be measured on the bench.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tierce_tools.base.trouble import Trouble

T = TypeVar("T")


class Entry(NamedTuple):
    """A part to buy: the price of one unit in EUR cents, its name, what to look for.

    Texts have holes for a board's title, chip, list price and its year.
    """

    cents: float
    name: str
    look: str
    group: str = "electronics"  # or "table", "deck", "option"
    unit: str = ""  # "m", "m2"; "" for pieces
    source: str = ""  # of the price


class Current(NamedTuple):
    """The current of one unit from its rail in mA, typical and at most, each with its mark."""

    rail: str  # "5V" or "3V3"
    typical: float
    mark: str
    most: float
    most_mark: str
    name: str
    source: str


class Figure(NamedTuple):
    """A figure and its source. The unit is in its name."""

    value: float
    mark: str  # V, C, K or HW
    name: str
    source: str


class Symbol(NamedTuple):
    """How KiCad draws a part: library:name, the value beside it (with holes), why it is there."""

    symbol: str
    value: str
    why: str
    pourquoi: str


def module(symbol: str, value: str) -> Symbol:
    """Return the symbol of a reader's board."""
    words = "Reader module: wire it by the names printed on it.", "Module lecteur : câbler d'après les noms imprimés."
    return Symbol(symbol, value, *words)


@dataclass(frozen=True)
class Part:
    """What all parts have. `pins` are those printed on the usual board, in their order."""

    label: str  # its name where there is room for a word
    pins: str
    entry: Entry
    currents: Mapping[str, Current]  # by the end of its key in the budget: "" for itself
    symbol: Symbol
    describes: Mapping[str, str] = field(default_factory=dict[str, str])  # its own entries of config.json
    advice: Mapping[str, str] = field(default_factory=dict[str, str])  # doctor's, by what fails
    wokwi: str = ""  # Wokwi's type, whose pins have our names; "": it has none
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])  # there
    stands_in: bool = False  # on Wokwi, for those that it does not have


@dataclass(frozen=True, kw_only=True)
class ReaderPart(Part):
    """A reader. `lines`: the readers' common lines -> its pins."""

    lines: Mapping[str, str]
    tag: str  # of the cards that it reads: a key of the catalogue
    loop: tuple[int, int]  # of its own board, mm, long side first [K]
    wound: bool  # whether it drives a loop of another size
    single: bool  # whether it is for single cards, or some
    bus: Mapping[str, Figure]  # its pins: hz, miso_pf, input_pf, output_ohm, valid_ns, setup_ns, half_ns
    visit: Callable[[int, float, Any], Any]  # (tags, settle_us, bus) -> the mean times of a scan
    version: Callable[[Mapping[str, Any]], tuple[str, bool, bool]]  # self-test -> text, known, a copy


@dataclass(frozen=True, kw_only=True)
class ScreenPart(Part):
    """A screen. `wires`: its entries of config.json -> (pin, net)."""

    wires: Mapping[str, tuple[str, str]]
    carrier: bool = False  # whether the carrier board has its connector
    pictures_ms: tuple[tuple[int, int], ...] = ()  # least and most, of a whole refresh and of a partial one
    addresses: tuple[int, ...] = ()  # that it may have on I2C


_HERE = Path(__file__).parent


@cache
def kinds() -> dict[str, Part]:
    """Return the parts by kind, sorted."""
    names = sorted(path.stem for path in _HERE.glob("[a-z]*.py"))
    return {name: import_module(f"{__name__}.{name}").PART for name in names}


def readers() -> dict[str, ReaderPart]:
    """Return the readers by kind, sorted."""
    return {kind: part for kind, part in kinds().items() if isinstance(part, ReaderPart)}


def screens() -> dict[str, ScreenPart]:
    """Return the screens by kind, sorted."""
    return {kind: part for kind, part in kinds().items() if isinstance(part, ScreenPart)}


def advice() -> dict[str, str]:
    """Return what to do about a failing part: KIND_FAILURE -> the text, of the plans' catalogue."""
    return {f"{kind}_{what}": text for kind, part in kinds().items() for what, text in part.advice.items()}


def reader(kind: str) -> ReaderPart:
    """Return a reader. Raises Trouble if there is none of this kind."""
    return _of(kind, readers())


def screen(kind: str) -> ScreenPart:
    """Return a screen. Raises Trouble if there is none of this kind."""
    return _of(kind, screens())


def _of(kind: str, known: Mapping[str, T]) -> T:
    if kind not in known:
        raise Trouble(
            "hardware.no_part", "there is no part {kind}; there are {kinds}", kind=kind, kinds=", ".join(known)
        )
    return known[kind]
