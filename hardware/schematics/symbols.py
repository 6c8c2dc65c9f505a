"""Symbols of KiCad 6 libraries (.kicad_sym), as they go into a schematic file.

A file is a tree of S-expressions: here nested lists of tokens kept as they are written, quotes
included, so that what is copied from a library comes out unchanged. Lengths are millimetres; in a
symbol y points up, on a sheet down.

Format: https://dev-docs.kicad.org/en/file-formats/sexpr-symbol-lib/
"""

import functools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KICAD = Path(os.environ.get("KICAD6_SYMBOL_DIR", "/usr/share/kicad/symbols"))
OWN = Path(__file__).parent
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')

Tree = list[Any]


def parse(text: str, start: int = 0) -> Tree:
    """Return the expression that begins at `start`; ValueError if it isn't closed."""
    stack: list[Tree] = [[]]
    for match in TOKEN.finditer(text, start):
        token = match[0]
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
            if len(stack) == 1:
                return done
        else:
            stack[-1].append(token)
    raise ValueError("expression without an end")


def write(tree: Tree, indent: int = 0) -> str:
    """Return an expression as text, on one line if it is short, else a line for each inner list."""
    space = "  " * indent
    flat = _flat(tree)
    if len(space) + len(flat) <= 100:
        return space + flat
    out = f"{space}({tree[0]}"
    for each in tree[1:]:
        out += "\n" + write(each, indent + 1) if isinstance(each, list) else f" {each}"
    return f"{out}\n{space})"


def _flat(tree: Tree) -> str:
    return f"({' '.join(_flat(each) if isinstance(each, list) else each for each in tree)})"


def quoted(text: str) -> str:
    """Return a text as a token."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def plain(token: str) -> str:
    """Return the text of a token."""
    if token[:1] != '"':
        return token
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], token[1:-1])


def lists(tree: Tree, *names: str) -> Iterator[Tree]:
    """Yield the lists in a list which have one of these heads."""
    return (each for each in tree if isinstance(each, list) and each[0] in names)


def first(tree: Tree, name: str) -> Tree:
    """Return the first list with this head, or an empty one."""
    return next(lists(tree, name), [])


def numbers(tree: Tree) -> list[float]:
    """Return the numbers of a list after its head."""
    return [float(each) for each in tree[1:] if isinstance(each, str)]


@dataclass(frozen=True)
class Pin:
    """A pin: where a wire meets it, and the angle (degrees) in which the symbol lies from there."""

    number: str
    name: str
    kind: str  # input, output, tri_state, bidirectional, passive, power_in, power_out ...
    shape: str  # line, inverted ...
    x: float
    y: float
    angle: int
    length: float
    hidden: bool


@dataclass(frozen=True)
class Unit:
    """What one unit of a symbol draws, and its pins."""

    graphics: tuple[Tree, ...]
    pins: tuple[Pin, ...]


@dataclass(frozen=True)
class Symbol:
    """A symbol of a library; `tree` is what goes into a schematic's lib_symbols."""

    name: str  # library:symbol
    tree: Tree
    units: dict[int, Unit]
    power: bool
    name_offset: float
    names_hidden: bool
    numbers_hidden: bool

    def __hash__(self) -> int:
        return hash(self.name)


@functools.cache
def _text(library: str) -> str:
    for folder in (OWN, KICAD):
        path = folder / f"{library}.kicad_sym"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise LookupError(f"no symbol library {library}.kicad_sym in {OWN} or {KICAD}")


def _definition(library: str, name: str) -> Tree:
    """Return a symbol as its library writes it, what it extends filled in."""
    text = _text(library)
    start = re.search(r"\(symbol " + re.escape(quoted(name)) + r"[\s)]", text)
    if start is None:
        raise LookupError(f"no symbol {name} in {library}.kicad_sym")
    tree = parse(text, start.start())
    parent = first(tree, "extends")
    if not parent:
        return tree
    base = plain(parent[1])
    whole = _definition(library, base)
    mine = {each[1]: each for each in lists(tree, "property")}
    out: Tree = ["symbol", quoted(name)]
    for each in whole[2:]:
        if isinstance(each, list) and each[0] == "property":
            each = mine.pop(each[1], each)
        elif isinstance(each, list) and each[0] == "symbol":
            if mine:  # before the units, as KiCad writes them
                out += mine.values()
                mine = {}
            sub = plain(each[1]).removeprefix(base)
            each = ["symbol", quoted(name + sub), *each[2:]]
        out.append(each)
    return out + list(mine.values())


def from_tree(full: str, tree: Tree) -> Symbol:
    """Return the symbol that a (symbol ...) expression describes, under the name `full`."""
    drawn: dict[int, list[Tree]] = {}
    pins: dict[int, list[Pin]] = {}
    for part in lists(tree, "symbol"):
        number, style = map(int, plain(part[1]).rsplit("_", 2)[1:])
        if style > 1:  # the other way of drawing a gate
            continue
        drawn.setdefault(number, []).extend(
            lists(part, "polyline", "rectangle", "circle", "arc", "bezier", "text")
        )
        for pin in lists(part, "pin"):
            x, y, angle = numbers(first(pin, "at"))
            pins.setdefault(number, []).append(
                Pin(
                    plain(first(pin, "number")[1]),
                    plain(first(pin, "name")[1]),
                    pin[1],
                    pin[2],
                    x,
                    y,
                    int(angle),
                    numbers(first(pin, "length"))[0],
                    "hide" in pin,
                )
            )
    units = sorted({*drawn, *pins} - {0}) or [1]
    names = first(tree, "pin_names")
    return Symbol(
        full,
        ["symbol", quoted(full), *tree[2:]],
        {
            n: Unit(
                tuple(drawn.get(0, []) + drawn.get(n, [])),
                tuple(pins.get(0, []) + pins.get(n, [])),
            )
            for n in units
        },
        bool(first(tree, "power")),
        numbers(first(names, "offset"))[0] if first(names, "offset") else 0.508,
        "hide" in names,
        "hide" in first(tree, "pin_numbers"),
    )


@functools.cache
def load(library: str, name: str) -> Symbol:
    """Return a symbol of a library, KiCad's or our own; LookupError says what isn't there."""
    return from_tree(f"{library}:{name}", _definition(library, name))


POWER_LIBRARY = "tierce_power"


@functools.cache
def supply(net: str) -> Symbol:
    """Return the power symbol of a net: KiCad's GND or +5V, with this net's name on its pin.

    KiCad 6 joins power symbols by the name of their pin, so a net needs a symbol of its own.
    """
    look = "GND" if ground(net) else "+5V"
    text = write(_definition("power", look))
    old, new = quoted(look), quoted(net)
    text = text.replace(f"(name {old}", f"(name {new}").replace(
        f'(property "Value" {old}', f'(property "Value" {new}'
    )
    text = text.replace(f'(symbol "{look}', "(symbol " + new[:-1])
    text = re.sub(r'(?<=\(property "ki_description" ).*', quoted(f"Supply {net}"), text)
    return from_tree(f"{POWER_LIBRARY}:{net}", parse(text))


def ground(net: str) -> bool:
    """Tell whether a supply is drawn as ground."""
    return "GND" in net.upper()


def library(symbols: list[Symbol]) -> str:
    """Return a library file of symbols."""
    trees = [["symbol", quoted(each.name.split(":")[1]), *each.tree[2:]] for each in symbols]
    head = ["kicad_symbol_lib", ["version", "20211014"], ["generator", "tierce"]]
    return write([*head, *trees]) + "\n"
