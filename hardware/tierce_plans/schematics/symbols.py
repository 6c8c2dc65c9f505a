"""Symbols of KiCad 6, as they go into a schematic, and S-expressions as lists.

A text in an expression keeps its quotes, so that what was read is written unchanged. In a symbol y
points up, on a sheet down; lengths are millimetres.

Formats: https://dev-docs.kicad.org/en/file-formats/sexpr-symbol-lib/
"""

import functools
import json
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

HERE = Path(__file__).parent
KICAD = Path(os.environ.get("KICAD6_SYMBOL_DIR", "/usr/share/kicad/symbols"))
KEPT = "kicad.kicad_sym"  # from KiCad 6: LICENSE.KiCad
GRAPHICS = ("polyline", "rectangle", "circle", "arc", "text")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')
_NUMBER = re.compile(r"-?\d*\.\d+")


def parse(text: str) -> Any:
    """Return the expression that a text is."""
    open_lists: list[list[Any]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            open_lists.append([])
        elif token == ")":
            done = open_lists.pop()
            open_lists[-1].append(done)
        else:
            number = float if _NUMBER.fullmatch(token) else str
            open_lists[-1].append(int(token) if token.lstrip("-").isdecimal() else number(token))
    return open_lists[0][0]


def write(head: str, items: list[Any]) -> str:
    """Return an expression as text, a line for each item; an item may be text already."""
    return "\n".join([f"({head}", *map(_written, items), ")"])


def _written(item: Any) -> str:
    return f"({' '.join(map(_written, cast('list[Any]', item)))})" if isinstance(item, list) else str(item)


def quoted(text: str) -> str:
    """Return a text as an expression has it."""
    return json.dumps(text, ensure_ascii=False)


def plain(token: Any) -> str:
    """Return the text of a token."""
    return json.loads(token) if str(token)[:1] == '"' else str(token)


def lists(tree: Any, *heads: str) -> Iterator[Any]:
    """Yield the lists in a list which begin with one of these heads."""
    for each in tree:
        if isinstance(each, list) and cast("list[Any]", each)[0] in heads:
            yield cast("list[Any]", each)


def first(tree: Any, *heads: str) -> Any:
    """Return the first list with this head, of that the one with the next; or an empty one."""
    for head in heads:
        tree = next(lists(tree, head), cast("list[Any]", []))
    return tree


@dataclass(frozen=True)
class Pin:
    """A pin: where a wire meets it, and the angle (degrees) in which the symbol lies from there."""

    number: str
    name: str
    kind: str  # input, output, tri_state, bidirectional, passive, power_in, power_out ...
    shape: str  # line, inverted, clock ...
    x: float
    y: float
    angle: int
    length: float
    hidden: bool


@dataclass(frozen=True)
class Symbol:
    """A symbol of a library, `library:name`, as its expression; what each of its units draws."""

    name: str
    tree: Any
    graphics: dict[int, list[Any]]
    pins: dict[int, list[Pin]]

    @property
    def every(self) -> list[Pin]:
        """The pins of all units; one of a number."""
        return list({pin.number: pin for pins in self.pins.values() for pin in pins}.values())

    @property
    def title(self) -> str:
        """Its name in its library."""
        return self.name.partition(":")[2]


@functools.cache
def _shipped() -> dict[str, Any]:
    """Return our own symbols and those of KiCad's that come with us: library:name -> expression.

    Which KiCad is here, if any, makes no difference to those.
    """
    own = parse((HERE / "tierce.kicad_sym").read_text("utf-8"))
    theirs = parse((HERE / KEPT).read_text("utf-8"))
    found = {f"tierce:{plain(each[1])}": each for each in lists(own, "symbol")}
    return found | {plain(each[1]): each for each in lists(theirs, "symbol")}


def kept(names: Iterable[str]) -> str:
    """Return the text of the file with those of KiCad's symbols that come with us."""
    trees = [load(name).tree for name in sorted({*names}) if not name.startswith("tierce:")]
    return write("kicad_symbol_lib", [["version", 20211014], ["generator", "tierce"], *trees]) + "\n"


def _of_kicad(library: str, name: str) -> Any:
    """Return a symbol of KiCad's libraries, what it extends filled in; LookupError."""
    path = KICAD / f"{library}.kicad_sym"
    text = path.read_text("utf-8") if path.is_file() else ""
    begin = text.find(f'\n  (symbol "{name}"')
    if begin < 0:
        raise LookupError(f"no symbol {name} in {path}: apt install kicad-symbols (KiCad 6)")
    end = text.find('\n  (symbol "', begin + 1)
    tree = parse(text[begin : end if end > 0 else text.rindex(")")])
    parent = first(tree, "extends")
    if not parent:
        return tree
    base = plain(parent[1])
    own = {each[1]: each for each in lists(tree, "property")}
    whole: list[Any] = []
    for each in _of_kicad(library, base)[2:]:
        if each[0] == "property":
            each = own.pop(each[1], each)
        elif each[0] == "symbol":
            unit = plain(each[1]).removeprefix(base)
            each = ["symbol", quoted(name + unit), *each[2:]]
        whole.append(each)
    return ["symbol", quoted(name), *own.values(), *whole]


@functools.cache
def load(name: str) -> Symbol:
    """Return a symbol by library:name; LookupError says where it was looked for."""
    tree = _shipped().get(name) or _of_kicad(*name.split(":"))
    return described([tree[0], quoted(name), *tree[2:]])


def described(tree: Any) -> Symbol:
    """Return the symbol that an expression describes."""
    drawn: dict[int, tuple[list[Any], list[Pin]]] = {}
    for part in lists(tree, "symbol"):
        unit, style = map(int, plain(part[1]).rsplit("_", 2)[1:])
        if style > 1:  # the other way of drawing a gate
            continue
        graphics, pins = drawn.setdefault(unit, ([], []))
        graphics += lists(part, *GRAPHICS)
        for pin in lists(part, "pin"):
            x, y, angle = first(pin, "at")[1:]
            number, name = plain(first(pin, "number")[1]), plain(first(pin, "name")[1])
            length = first(pin, "length")[1]
            pins.append(Pin(number, name, pin[1], pin[2], x, y, int(angle), length, "hide" in pin))
    shared = drawn.pop(0, ([], []))  # by all units
    units = drawn or {1: ([], [])}
    return Symbol(
        plain(tree[1]), tree,
        {unit: shared[0] + units[unit][0] for unit in sorted(units)},
        {unit: shared[1] + units[unit][1] for unit in sorted(units)},
    )  # fmt: skip


_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def turned(x: float, y: float, angle: int) -> tuple[float, float]:
    """Return where a point of a symbol (y up) lies from the symbol's place on a sheet (y down)."""
    c, s = _TURNS[angle]
    return round(c * x - s * y, 3) + 0.0, round(-s * x - c * y, 3) + 0.0


def points(graphic: Any) -> list[tuple[float, float]]:
    """Return the points that a line or shape of a symbol goes through, of a circle its corners."""
    if graphic[0] == "circle":
        (x, y), r = first(graphic, "center")[1:], first(graphic, "radius")[1]
        return [(x - r, y - r), (x + r, y + r)]
    found = [*lists(first(graphic, "pts"), "xy"), *lists(graphic, "start", "mid", "end", "at")]
    return [(each[1], each[2]) for each in found]
