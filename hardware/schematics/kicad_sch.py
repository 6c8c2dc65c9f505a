"""A drawing as a KiCad 6 schematic file, and the nets of such a file by where things lie in it.

Format: https://dev-docs.kicad.org/en/file-formats/sexpr-schematic/ (version 20211123). The names of
things in the file (UUIDs) come from what they are: the same drawing is the same file.
"""

import json
import uuid
from collections import defaultdict
from typing import Any

import symbols
from layout import (
    Drawing,
)
from pieces import (
    SMALL,
    Frame,
    Junction,
    Label,
    NoConnect,
    Part,
    Point,
    Text,
    Wire,
    tidy,
    turned,
)
from symbols import Tree, first, lists, numbers, plain, quoted

VERSION = "20211123"
COMMENTS = (
    "Made by hardware/schematics/make.py from the table's description",
    "A name in a flag goes on in another block, a plain one does not",
    "Un nom en drapeau continue dans un autre bloc, un nom nu, non",
)
OURS = uuid.uuid5(uuid.NAMESPACE_URL, "tierce/hardware/schematics")


def _number(value: float) -> str:
    return f"{tidy(value):g}" if abs(value) < 1000 else f"{tidy(value):.7g}"


def _at(x: float, y: float, angle: int | None = None) -> Tree:
    return ["at", _number(x), _number(y), *([] if angle is None else [str(angle)])]


def _effects(size: float, *more: str | Tree) -> Tree:
    return ["effects", ["font", ["size", _number(size), _number(size)]], *more]


def _property(name: str, value: str, number: int, part: Part, text: Text | None) -> Tree:
    # KiCad turns a field with its symbol: what is level on a turned one is written as upright.
    lying = part.angle % 180 == 90
    if text is None:
        at, effects = _at(part.x, part.y, 0), _effects(1.27, "hide")
    else:
        at = _at(text.x, text.y, 90 if text.vertical != lying else 0)
        effects = _effects(text.size)
    return ["property", quoted(name), quoted(value), ["id", str(number)], at, effects]


class _Names:
    """UUIDs of a drawing's things: by their kind and what they are; a second one alike counts."""

    def __init__(self, title: str) -> None:
        self.root = uuid.uuid5(OURS, title)
        self.seen: dict[str, int] = defaultdict(int)

    def __call__(self, *what: Any) -> str:
        key = " ".join(map(str, what))
        self.seen[key] += 1
        return str(uuid.uuid5(self.root, f"{key} {self.seen[key]}"))


def _item(item: Text | Part | Wire | Label | NoConnect | Junction, name: _Names) -> Tree:
    if isinstance(item, Wire):
        points = ["pts", ["xy", _number(item.x), _number(item.y)]]
        points.append(["xy", _number(item.x2), _number(item.y2)])
        return ["wire", points, _stroke(0), ["uuid", name(item)]]
    if isinstance(item, Junction):
        return [
            "junction", _at(item.x, item.y), ["diameter", "0"], ["color", *"0000"],
            ["uuid", name(item)],
        ]  # fmt: skip
    if isinstance(item, NoConnect):
        return ["no_connect", _at(item.x, item.y), ["uuid", name(item)]]
    if isinstance(item, Label):
        side = "left" if item.angle in (0, 90) else "right"
        if item.shape is None:
            effects = _effects(SMALL, ["justify", side, "bottom"])
            return [
                "label", quoted(item.text), _at(item.x, item.y, item.angle), effects,
                ["uuid", name(item)],
            ]  # fmt: skip
        refs = ["property", quoted("Intersheet References"), quoted("${INTERSHEET_REFS}")]
        refs += [["id", "0"], _at(item.x, item.y, 0), _effects(1.27, ["justify", side], "hide")]
        return [
            "global_label", quoted(item.text), ["shape", item.shape],
            _at(item.x, item.y, item.angle), ["fields_autoplaced"],
            _effects(1.27, ["justify", side]), ["uuid", name(item)], refs,
        ]  # fmt: skip
    if isinstance(item, Text):
        font: Tree = ["font", ["size", _number(item.size), _number(item.size)]]
        font += [["thickness", "0.4"], "bold"] if item.bold else []
        # From its left end, on its base line.
        left = item.x if item.left else item.x - len(item.text) * item.size / 2
        at = _at(left, item.y + item.size / 2, 0)
        return [
            "text", quoted(item.text), at, ["effects", font, ["justify", "left", "bottom"]],
            ["uuid", name(item)],
        ]  # fmt: skip
    return [
        "symbol", ["lib_id", quoted(item.symbol.name)], _at(item.x, item.y, item.angle),
        ["unit", str(item.unit)], ["in_bom", "yes"], ["on_board", "yes"],
        ["uuid", name(item.ref, item.unit)],
        _property("Reference", item.ref, 0, item, item.ref_text),
        _property("Value", item.value, 1, item, item.value_text),
        _property("Footprint", item.footprint, 2, item, None),
        _property("Datasheet", item.datasheet or "~", 3, item, None),
        *(
            _property(key, text, 4 + index, item, None)
            for index, (key, text) in enumerate(item.fields)
        ),
        *(
            ["pin", quoted(pin.number), ["uuid", name(item.ref, item.unit, pin.number)]]
            for pin in item.symbol.units[item.unit].pins
        ),
    ]  # fmt: skip


def _frame(item: Frame, name: _Names) -> list[Tree]:
    """Return a frame's sides: in KiCad 6 a graphic line has two points."""
    corners = [(item.x, item.y), (item.x2, item.y), (item.x2, item.y2), (item.x, item.y2)]
    return [
        [
            "polyline", ["pts", ["xy", _number(a), _number(b)], ["xy", _number(c), _number(d)]],
            ["stroke", ["width", "0.254"], ["type", "dash"], ["color", *"0000"]],
            ["uuid", name(item, side)],
        ]
        for side, ((a, b), (c, d)) in enumerate(
            zip(corners, [*corners[1:], corners[0]], strict=True)
        )
    ]  # fmt: skip


def _stroke(width: float) -> Tree:
    return ["stroke", ["width", _number(width)], ["type", "solid"], ["color", *"0000"]]


def schematic(drawing: Drawing) -> str:
    """Return the schematic file of a drawing."""
    name = _Names(drawing.title)
    parts: list[Part] = drawing.of(Part)
    used = {part.symbol.name: part.symbol for part in parts}
    tree: Tree = [
        "kicad_sch", ["version", VERSION], ["generator", "eeschema"], ["uuid", str(name.root)],
        ["paper", quoted(drawing.paper)],
        ["title_block", ["title", quoted(drawing.title)], ["company", quoted("Tierce")],
         *(["comment", str(n), quoted(text)] for n, text in enumerate(COMMENTS, 1))],
        ["lib_symbols", *(used[each].tree for each in sorted(used))],
    ]  # fmt: skip
    instances: list[tuple[str, int, Tree]] = []
    order = (Junction, NoConnect, Wire, Frame, Text, Label, Part)
    for kind in order:
        for item in drawing.of(kind):
            if isinstance(item, Frame):
                tree += _frame(item, name)
                continue
            written = _item(item, name)
            tree.append(written)
            if isinstance(item, Part):
                path = ["path", quoted(f"/{first(written, 'uuid')[1]}")]
                path += [["reference", quoted(item.ref)], ["unit", str(item.unit)]]
                path += [["value", quoted(item.value)], ["footprint", quoted(item.footprint)]]
                instances.append((item.ref, item.unit, path))
    tree.append(["sheet_instances", ["path", quoted("/"), ["page", quoted("1")]]])
    tree.append(["symbol_instances", *(path for _, _, path in instances)])
    return symbols.write(tree) + "\n"


def project(name: str) -> str:
    """Return the project file that goes with a schematic: KiCad's defaults, and no date in it."""
    return json.dumps({"meta": {"filename": name, "version": 1}}, indent=2) + "\n"


def library_tables() -> dict[str, str]:
    """Return the tables that tell a project where our symbols and footprints are: file -> text."""
    ours = "${KIPRJMOD}/../schematics/"
    libraries = {
        "sym_lib_table": {
            "tierce": ("tierce.kicad_sym", "Parts that KiCad has no symbol for"),
            symbols.POWER_LIBRARY: (f"{symbols.POWER_LIBRARY}.kicad_sym", "Supplies"),
        },
        "fp_lib_table": {"tierce": ("tierce.pretty", "Footprints that KiCad does not have")},
    }
    return {
        head.replace("_", "-"): symbols.write(
            [
                head,
                *(
                    ["lib", ["name", quoted(name)], ["type", quoted("KiCad")],
                     ["uri", quoted(ours + file)], ["options", '""'], ["descr", quoted(text)]]
                    for name, (file, text) in rows.items()
                ),
            ]
        ) + "\n"
        for head, rows in libraries.items()
    }  # fmt: skip


Node = tuple[str, str]  # reference, pin number


def nets(text: str) -> dict[str, frozenset[Node]]:
    """Return the nets of a schematic file (one sheet) by position: name -> pins of parts.

    Read from the file alone, as KiCad joins things: ends of wires, pins and labels that are in one
    point, and labels and supplies of one name. What the file leaves open is an error (ValueError):
    an end on the middle of a wire, a pin with neither a net nor a no-connect flag, two names on a
    net, a part without its unit.
    """
    tree = symbols.parse(text)
    library = {
        plain(each[1]): symbols.from_tree(plain(each[1]), each)
        for each in lists(first(tree, "lib_symbols"), "symbol")
    }
    refs: dict[str, tuple[str, str]] = {}
    for path in lists(first(tree, "symbol_instances"), "path"):
        ref, unit = plain(first(path, "reference")[1]), first(path, "unit")[1]
        refs[plain(path[1]).rsplit("/", 1)[-1]] = (ref, unit)
    parent: dict[Any, Any] = {}

    def find(key: Any) -> Any:
        parent.setdefault(key, key)
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    def join(a: Any, b: Any) -> None:
        parent[find(a)] = find(b)

    def spot(each: Tree) -> Point:
        x, y = numbers(first(each, "at"))[:2]
        return (tidy(x), tidy(y))

    wires: list[tuple[Point, Point]] = []
    for wire in lists(tree, "wire"):
        a, b = [(tidy(x), tidy(y)) for x, y in map(numbers, lists(first(wire, "pts"), "xy"))]
        wires.append((a, b))
        join(a, b)
    names: dict[Point, set[str]] = defaultdict(set)
    for label in lists(tree, "label", "global_label"):
        kind = "global" if label[0] == "global_label" else "local"
        name = plain(label[1])
        names[spot(label)].add(name)
        join(spot(label), (kind, name))
    pins: dict[Point, list[tuple[str, str]]] = defaultdict(list)
    units: dict[str, set[int]] = defaultdict(set)
    symbol_of: dict[str, symbols.Symbol] = {}
    for each in lists(tree, "symbol"):
        symbol = library[plain(first(each, "lib_id")[1])]
        ref, unit = refs[first(each, "uuid")[1]]
        if unit != first(each, "unit")[1]:
            raise ValueError(f"{ref}: unit {unit} is another in its path")
        if int(unit) in units[ref]:
            raise ValueError(f"{ref}: unit {unit} twice")
        units[ref].add(int(unit))
        symbol_of[ref] = symbol
        x, y, angle = numbers(first(each, "at"))
        for pin in symbol.units[int(unit)].pins:
            dx, dy = turned(pin.x, pin.y, int(angle))
            point = (tidy(x + dx), tidy(y + dy))
            find(point)
            pins[point].append((ref, pin.number))
            if symbol.power and pin.kind == "power_in":
                names[point].add(pin.name)
                join(point, ("global", pin.name))
    for ref, there in units.items():
        if there != set(symbol_of[ref].units):
            raise ValueError(f"{ref}: units {sorted(there)} of {sorted(symbol_of[ref].units)}")
    flags = {spot(each) for each in lists(tree, "no_connect")}
    ends = {end for wire in wires for end in wire} | set(names) | set(pins) | flags
    rows: dict[float, list[tuple[float, float]]] = defaultdict(list)
    columns: dict[float, list[tuple[float, float]]] = defaultdict(list)
    for (x, y), (x2, y2) in wires:
        if y == y2:
            rows[y].append((min(x, x2), max(x, x2)))
        elif x == x2:
            columns[x].append((min(y, y2), max(y, y2)))
        else:
            raise ValueError(f"a wire aslant from {x}, {y}")
    for x, y in ends:
        if any(a < x < b for a, b in rows[y]) or any(a < y < b for a, b in columns[x]):
            raise ValueError(f"something meets the middle of a wire at {x}, {y}")
    groups: dict[Any, tuple[set[str], set[Node]]] = defaultdict(lambda: (set(), set()))
    wired = {end for wire in wires for end in wire}
    for point, found in names.items():
        groups[find(point)][0].update(found)
    for point, nodes in pins.items():
        if point in flags:
            if point in wired or len(nodes) > 1 or names[point]:
                raise ValueError(f"a no-connect flag on something connected: {nodes}")
            continue
        if point not in wired and not names[point] and len(nodes) == 1:
            raise ValueError(f"a pin with nothing on it: {nodes}")
        groups[find(point)][1].update(node for node in nodes if node[0][0] != "#")
    out: dict[str, frozenset[Node]] = {}
    for found, nodes in groups.values():
        if len(found) > 1:
            raise ValueError(f"two names on a net: {sorted(found)}")
        if nodes:
            ref, pin = min(nodes)
            out[min(found, default=f"Net-({ref}-Pad{pin})")] = frozenset(nodes)
    if flags - set(pins):
        raise ValueError("a no-connect flag on nothing")
    return out


def netlist(text: str) -> dict[str, frozenset[Node]]:
    """Return the nets of a netlist file (KiCad's or SKiDL's): name -> pins of parts."""
    tree = symbols.parse(text)
    return {
        plain(first(net, "name")[1]).removeprefix("/"): frozenset(
            (plain(first(node, "ref")[1]), plain(first(node, "pin")[1]))
            for node in lists(net, "node")
        )
        for net in lists(first(tree, "nets"), "net")
    }
