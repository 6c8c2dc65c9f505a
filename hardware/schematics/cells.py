"""A circuit's parts, each with a short wire and a label on each pin; those with two pins in banks
with wires between them. Each such group is a cell, drawn around a place of its own.
"""

import dataclasses
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import symbols
from pieces import (
    GRID,
    SIZE,
    SMALL,
    STEP,
    STUB,
    Item,
    Label,
    NoConnect,
    Part,
    Point,
    Text,
    Wire,
    shape_box,
    tidy,
    turned,
    up,
    wide,
)
from symbols import Symbol

# What is drawn: a circuit, as far as a drawing needs it.


@dataclass(frozen=True)
class Component:
    ref: str
    value: str
    symbol: Symbol
    footprint: str
    datasheet: str
    fields: tuple[tuple[str, str], ...]
    block: int

    def placed(self, unit: int, x: float, y: float, angle: int, ref: Text, value: Text) -> Part:
        """Return a unit of it in a place, with its reference and its value."""
        return Part(
            self.ref, self.symbol, unit, x, y, angle, self.value, self.footprint, self.datasheet,
            self.fields if unit == 1 else (), ref, value,
        )  # fmt: skip

    def label(self, unit: int) -> str:
        """Return the reference as it is shown: U3B for the second of several units."""
        return self.ref + (chr(64 + unit) if len(self.symbol.units) > 1 else "")


@dataclass(frozen=True)
class Net:
    name: str
    nodes: tuple[tuple[str, str], ...]  # reference, pin number
    supply: bool  # gets supply symbols, not labels
    flag: bool  # nothing in it says that it is where power comes from, though it is
    shared: bool  # between blocks


@dataclass(frozen=True)
class Circuit:
    title: str
    blocks: tuple[str, ...]
    components: tuple[Component, ...]
    nets: tuple[Net, ...]
    at: dict[tuple[str, str], Net] = field(default_factory=dict[tuple[str, str], Net])


def read(sheet: Any) -> Circuit:
    """Return the circuit of a sheet: its SKiDL circuit, in the blocks given.

    ValueError if a part is in no block or in several.
    """
    from quiet import skidl

    components: list[Component] = []
    for index, block in enumerate(sheet.blocks):
        for part in block.parts:
            library = str(getattr(part.lib, "filename", part.lib))
            library = library.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".kicad_sym")
            components.append(
                Component(
                    str(part.ref),
                    str(part.value or part.name),
                    symbols.load(library, str(part.name)),
                    str(getattr(part, "footprint", "") or ""),
                    str(getattr(part, "datasheet", "") or ""),
                    tuple((str(k), str(v)) for k, v in part.fields.items() if str(v)),
                    index,
                )
            )
    count = Counter(each.ref for each in components)
    wrong = [ref for ref, times in count.items() if times > 1]
    wrong += sorted({str(each.ref) for each in sheet.circuit.parts} - set(count))
    if wrong:
        raise ValueError(f"not in exactly one block: {', '.join(wrong)}")
    block_of = {each.ref: each.block for each in components}
    kinds = {
        (each.ref, pin.number): pin.kind
        for each in components
        for unit in each.symbol.units.values()
        for pin in unit.pins
    }
    nets: list[Net] = []
    for net in sheet.circuit.get_nets():
        nodes = sorted({(str(pin.part.ref), str(pin.num)) for pin in net.pins})
        if not nodes or type(net).__name__ == "NCNet":
            continue
        supply = net.drive >= skidl.POWER
        nets.append(
            Net(
                str(net.name),
                tuple(nodes),
                supply,
                supply and not any(kinds.get(node) == "power_out" for node in nodes),
                len({block_of[ref] for ref, _ in nodes}) > 1,
            )
        )
    nets.sort(key=lambda net: net.name)
    return Circuit(
        sheet.title,
        tuple(" · ".join(dict.fromkeys((b.title_en, b.title_fr))) for b in sheet.blocks),
        tuple(components),
        tuple(nets),
        {node: net for net in nets for node in net.nodes},
    )


# Parts with what is on their pins: cells, each around a place of its own.

Cell = list[Item]

# Which way an angle of a label or of what leaves a pin goes.
WAYS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}


def supply(net: str, x: float, y: float, way: int, upright: bool = True) -> Part:
    """Return a supply's symbol at a point, going from it in a way (0 right, 90 up ...)."""
    symbol = symbols.supply(net)
    angle = (way + 90) % 360 if symbols.ground(net) else (way - 90) % 360
    dx, dy = WAYS[way]
    reach = 2.54 + 0.4 + (SIZE / 2 if dx == 0 and upright else wide(net) / 2)
    text = Text(net, tidy(x + dx * reach), tidy(y + dy * reach), vertical=dx == 0 and not upright)
    return Part("#PWR", symbol, 1, x, y, angle, net, value_text=text)


def _shape(kind: str, net: Net) -> str | None:
    if not net.shared:
        return None
    return kind if kind in ("input", "output", "bidirectional", "tri_state") else "passive"


def _leave(net: Net | None, kind: str, x: float, y: float, way: int, cramped: bool = False) -> Cell:
    """Return what is drawn where a net leaves a point: a flag, a supply, or a wire and its name."""
    if net is None:
        return [NoConnect(x, y)]
    dx, dy = WAYS[way]
    if net.supply:
        x2, y2 = tidy(x + dx * GRID), tidy(y + dy * GRID)
        return [Wire(x, y, x2, y2), supply(net.name, x2, y2, way, upright=not cramped)]
    if net.shared:
        x2, y2 = tidy(x + dx * STUB), tidy(y + dy * STUB)
        return [Wire(x, y, x2, y2), Label(net.name, x2, y2, way, _shape(kind, net))]
    reach = up(wide(net.name, SMALL) + GRID)
    x2, y2 = tidy(x + dx * reach), tidy(y + dy * reach)
    return [Wire(x, y, x2, y2), Label(net.name, x2, y2, (way + 180) % 360, None)]


def unit_cell(part: Component, unit: int, circuit: Circuit) -> Cell:
    """Return a unit of a part, upright, with what is on its pins."""
    blank = Text("", 0, 0)
    placed = part.placed(unit, 0, 0, 0, blank, blank)
    body = shape_box(part.symbol, unit, 0, pins=False)
    sides: dict[int, list[tuple[symbols.Pin, Point]]] = defaultdict(list)
    seen: dict[Point, Net | None] = {}
    for pin, point in placed.pins():
        net = circuit.at.get((part.ref, pin.number))
        if point in seen:
            if seen[point] is not net:
                raise ValueError(f"{part.ref}: pins in one place on different nets ({pin.number})")
            continue
        seen[point] = net
        sides[(pin.angle + 180) % 360].append((pin, point))
    out: Cell = []
    for way, pins in list(sides.items()):
        for pin, (x, y) in pins:
            net = circuit.at.get((part.ref, pin.number))
            across = way in (90, 270)
            near = across and any(0 < abs(other[0] - x) < 7.62 for _, other in pins)
            if across and len(pins) == 1 and net is not None and not net.supply:
                # A lone pin above or below: round the corner to where the others' names are.
                turn = 180 if pin.kind != "output" else 0
                level = [p[1] for _, p in sides[turn]]
                down = way == 270
                beyond = STUB if down else -STUB
                corner = (max if down else min)([*(v + beyond for v in level), y])
                if not down:  # above the reference, which stands on the body
                    corner = min(corner, -up(3.81 - body[1]))
                column = [p[0] for _, p in sides[turn]] or [x]
                edge = min(column) if turn == 180 else max(column)
                out += [Wire(x, y, x, corner)] if corner != y else []
                out += [Wire(x, corner, edge, corner)] if edge != x else []
                out += _leave(net, pin.kind, edge, corner, turn)
            else:
                out += _leave(net, pin.kind, x, y, way, near)
    ref, value = part.label(unit), part.value
    above = [x for _, (x, _) in sides[90]]
    line = body[1] - GRID
    if above:
        ref_at = min(above) - 1.9 - wide(ref) / 2  # the pin's number is there too
        value_at = max(above) + 1 + wide(value) / 2
        texts = Text(ref, ref_at, line), Text(value, value_at, line)
    elif wide(ref + value) + GRID <= max(body[2] - body[0], 15.24):
        middle = (body[0] + body[2]) / 2
        texts = _beside(ref, value, middle, line)
    else:
        left = body[0]
        texts = (
            Text(ref, left + wide(ref) / 2, line - 2),
            Text(value, left + wide(value) / 2, line),
        )
    placed = dataclasses.replace(placed, ref_text=texts[0], value_text=texts[1])
    return [placed, *out]


def _beside(ref: str, value: str, x: float, y: float) -> tuple[Text, Text]:
    """Return a reference and a value on one line around a middle."""
    gap = GRID
    left = x - (wide(ref) + gap + wide(value)) / 2
    return (
        Text(ref, tidy(left + wide(ref) / 2), tidy(y)),
        Text(value, tidy(left + wide(ref) + gap + wide(value) / 2), tidy(y)),
    )


def two_ended(part: Component) -> bool:
    """Tell whether a part has two pins in a line, as a resistor."""
    return two_ended_symbol(part.symbol)


def two_ended_symbol(symbol: Symbol) -> bool:
    """Tell whether a symbol has two pins in a line."""
    pins = symbol.units[1].pins
    if len(symbol.units) > 1 or len(pins) != 2:
        return False
    a, b = pins
    return (a.x, a.y) == (-b.x, -b.y) and 0 in (a.x, a.y) and abs(a.angle - b.angle) == 180


def _turn(part: Component, pin: str, way: int) -> int:
    """Return the angle at which a pin of a part with two is on that side of it."""
    first = next(each for each in part.symbol.units[1].pins if each.number == pin)
    dx, dy = WAYS[way]
    for angle in (0, 90, 180, 270):
        x, y = turned(first.x, first.y, angle)
        if x * dx + y * dy > 0.1 and abs(x * dy) + abs(y * dx) < 0.1:
            return angle
    raise AssertionError(part.ref)


def _reach(part: Component) -> float:
    pin = part.symbol.units[1].pins[0]
    return abs(pin.x) + abs(pin.y)


def _ends(part: Component, circuit: Circuit) -> list[tuple[str, Net | None]]:
    return [
        (pin.number, circuit.at.get((part.ref, pin.number))) for pin in part.symbol.units[1].pins
    ]


def _is_ground(net: Net | None) -> bool:
    return net is not None and net.supply and symbols.ground(net.name)


def _is_rail(net: Net | None) -> bool:
    return net is not None and net.supply and not symbols.ground(net.name)


def rail_cell(parts: list[Component], circuit: Circuit) -> Cell:
    """Return parts between the same supply and ground, upright in a row between two wires."""
    out: Cell = []
    x = 0.0
    reach = 0.0
    for part in parts:  # what a symbol draws beside its pins may reach further than they
        box = shape_box(part.symbol, 1, 0, pins=False)
        reach = max(reach, _reach(part), up(max(map(abs, box)) + 0.2))
    last: float | None = None
    high = low = ""
    for part in parts:
        ends = _ends(part, circuit)
        top, net = next((pin, net) for pin, net in ends if _is_rail(net))
        high = net.name if net else ""
        low = next(net.name for _, net in ends if net and _is_ground(net))
        angle = _turn(part, top, 90)
        box = shape_box(part.symbol, 1, angle, pins=False)
        width = max(wide(part.ref), wide(part.value))
        middle = box[2] + 0.6
        out.append(
            part.placed(
                1, x, 0, angle,
                Text(part.ref, tidy(x + middle + wide(part.ref) / 2), -GRID),
                Text(part.value, tidy(x + middle + wide(part.value) / 2), GRID),
            )
        )  # fmt: skip
        own = _reach(part)
        for side in (-1, 1):
            if own != reach:
                out.append(Wire(x, side * own, x, side * reach))
            if last is not None:
                out.append(Wire(last, side * reach, x, side * reach))
        last = x
        x = tidy(x + up(middle + width + 1.5 + abs(box[0])))
    out += [supply(high, 0, -reach, 90), supply(low, 0, reach, 270)]
    return out


@dataclass
class Chain:
    """Parts with two pins, one after the other; for each, its left and its right pin."""

    parts: list[tuple[Component, str, str]]
    left: Net | None
    right: Net | None

    def kind(self, side: int) -> str:
        part, *pins = self.parts[0 if side == 0 else -1]
        return next(p.kind for p in part.symbol.units[1].pins if p.number == pins[side])

    def reverse(self) -> None:
        self.parts = [(part, right, left) for part, left, right in reversed(self.parts)]
        self.left, self.right = self.right, self.left


def chains(parts: list[Component], circuit: Circuit) -> list[Chain]:
    """Return parts with two pins in chains: joined where nothing else is on the net between."""
    inside = {part.ref for part in parts}

    def only_between(net: Net | None) -> bool:
        return (
            net is not None
            and not net.supply
            and len(net.nodes) == 2
            and len({ref for ref, _ in net.nodes} & inside) == 2
        )

    by_ref = {part.ref: part for part in parts}
    left_over = dict(by_ref)

    def follow(ref: str, pin: str) -> list[tuple[Component, str, str]]:
        """Walk on from a part's pin."""
        out: list[tuple[Component, str, str]] = []
        while True:
            net = circuit.at.get((ref, pin))
            if not only_between(net) or net is None:
                return out
            ref, pin = next(node for node in net.nodes if node[0] != ref)
            if ref not in left_over:
                return out
            part = left_over.pop(ref)
            other = next(p for p, _ in _ends(part, circuit) if p != pin)
            out.append((part, pin, other))
            pin = other

    out: list[Chain] = []
    for part in parts:
        if left_over.pop(part.ref, None) is None:
            continue
        (a, _), (b, _) = _ends(part, circuit)
        # Diodes have their cathode first: current goes from left to right.
        if part.ref.startswith("D"):
            a, b = b, a
        before = [(p, right, left) for p, left, right in reversed(follow(part.ref, a))]
        row = [*before, (part, a, b), *follow(part.ref, b)]
        begin, end = (row[0][0].ref, row[0][1]), (row[-1][0].ref, row[-1][2])
        chain = Chain(row, circuit.at.get(begin), circuit.at.get(end))
        diode = any(p.ref.startswith("D") for p, _, _ in row)
        if not diode and (
            _is_ground(chain.left)
            or (_is_rail(chain.left) and not (chain.right is not None and chain.right.supply))
            or (_fed(chain.right, circuit) and not _fed(chain.left, circuit))
        ):
            chain.reverse()
        out.append(chain)
    return out


def _fed(net: Net | None, circuit: Circuit) -> bool:
    """Tell whether an output is what drives a net."""
    if net is None or net.supply:
        return False
    kinds = {
        pin.kind
        for part in circuit.components
        for unit in part.symbol.units.values()
        for pin in unit.pins
        if (part.ref, pin.number) in net.nodes
    }
    return bool(kinds & {"output", "tri_state"})


def bank_cell(rows: list[Chain], joined: bool, pulls: list[Component], circuit: Circuit) -> Cell:
    """Return chains one below the other, their right ends joined by a wire, or not.

    `pulls`: parts from the net of the joined ends to a supply, which hang on that wire.
    """
    out: Cell = []
    columns = max(len(row.parts) for row in rows)
    slots = [
        max(
            max(
                up(2 * _reach(row.parts[n][0]) + STUB, 2.54),
                up(wide(row.parts[n][0].ref + row.parts[n][0].value) + 2 * GRID + 1, 2.54),
            )
            for row in rows
            if n < len(row.parts)
        )
        for n in range(columns)
    ]
    # A supply's symbol stands up beside the texts.
    end = tidy(sum(slots) + (STEP if joined and _is_rail(rows[0].right) else 0))
    shapes_of = [
        shape_box(part.symbol, 1, _turn(part, left, 180), pins=False)
        for row in rows
        for part, left, _ in row.parts
    ]
    # A row: the parts, a line of text above, some air.
    pitch = max(
        5.08, up(max(b[3] for b in shapes_of) - min(b[1] for b in shapes_of) + 2.1, STEP)
    )
    for index, row in enumerate(rows):
        y = tidy(index * pitch)
        x = begin = 0.0
        for (part, left, _), slot in zip(row.parts, slots, strict=False):
            middle = up(x + slot / 2)
            angle = _turn(part, left, 180)
            top = shape_box(part.symbol, 1, angle, pins=False)[1]
            texts = _beside(part.ref, part.value, middle, y + top - 0.95)
            out.append(part.placed(1, middle, y, angle, *texts))
            reach = _reach(part)
            start = tidy(middle - reach)
            if part is row.parts[0][0]:
                first = start if row.left is None else 0.0
                out += _leave(row.left, row.kind(0), first, y, 180)
                begin = first
            if start != begin:
                out.append(Wire(begin, y, start, y))
            begin = tidy(middle + reach)
            x += slot
        if begin != end and row.right is not None:
            out.append(Wire(begin, y, end, y))
            begin = end
        if not joined:
            out += _right_end(row.right, row.kind(1), begin, y)
        elif index:
            out.append(Wire(end, tidy(y - pitch), end, y))
    if not joined:
        return out
    net = rows[0].right
    last = tidy((len(rows) - 1) * pitch)
    down = [part for part in pulls if any(_is_ground(n) for _, n in _ends(part, circuit))]
    out += _right_end(net, rows[0].kind(1), end, last if _is_ground(net) else 0.0)
    for index, part in enumerate(down):
        pin = next(p for p, n in _ends(part, circuit) if n is net)
        ground_net = next(n for _, n in _ends(part, circuit) if _is_ground(n))
        x, reach = tidy(end + index * 12.7), _reach(part)
        if index:
            out.append(Wire(tidy(x - 12.7), last, x, last))
        y = up(last + GRID + reach)
        out.append(Wire(x, last, x, tidy(y - reach)))
        angle = _turn(part, pin, 90)
        right = shape_box(part.symbol, 1, angle, pins=False)[2] + 0.6
        out.append(
            part.placed(
                1, x, y, angle,
                Text(part.ref, tidy(x + right + wide(part.ref) / 2), tidy(y - GRID)),
                Text(part.value, tidy(x + right + wide(part.value) / 2), tidy(y + GRID)),
            )
        )  # fmt: skip
        out.append(supply(ground_net.name if ground_net else "", x, tidy(y + reach), 270))
    return out


def _right_end(net: Net | None, kind: str, x: float, y: float) -> Cell:
    if net is not None and net.supply:
        return [supply(net.name, x, y, 270 if _is_ground(net) else 90)]
    return _leave(net, kind, x, y, 0)


def flags_cell(nets: list[Net]) -> Cell:
    """Return a flag on each net that power comes from outside into: KiCad's check asks for it."""
    out: Cell = []
    for index, net in enumerate(nets):
        x = tidy(index * 15.24)
        down = symbols.ground(net.name)
        text = Text("PWR_FLAG", x, -3.6 if down else 3.6)
        symbol = symbols.load("power", "PWR_FLAG")
        out += [
            supply(net.name, x, 0, 270 if down else 90),
            Part("#FLG", symbol, 1, x, 0, 0 if down else 180, "PWR_FLAG", value_text=text),
        ]
    return out


MOST_ROWS = 20  # of a bank, before another column is begun
MOST_ON_RAIL = 8


def cells(index: int, circuit: Circuit, flags: list[Net]) -> list[Cell]:
    """Return the cells of a block: chips and connectors, then parts with two pins, then flags."""
    parts = [part for part in circuit.components if part.block == index]
    units = [(part, unit) for part in parts if not two_ended(part) for unit in part.symbol.units]

    def feeds(each: tuple[Component, int]) -> bool:
        part, unit = each
        kinds = {pin.kind for pin in part.symbol.units[unit].pins}
        return len(part.symbol.units) > 1 and kinds == {"power_in"}

    # Units that only take the supply come after the gates.
    out = [unit_cell(part, unit, circuit) for part, unit in sorted(units, key=feeds)]
    rails: dict[tuple[str, str], list[Component]] = defaultdict(list)
    rest: list[Component] = []
    for part in filter(two_ended, parts):
        nets = [net for _, net in _ends(part, circuit)]
        high = next((net for net in nets if _is_rail(net)), None)
        low = next((net for net in nets if _is_ground(net)), None)
        if high is not None and low is not None:
            rails[high.name, low.name].append(part)
        else:
            rest.append(part)
    by_end: dict[str, list[Chain]] = defaultdict(list)
    for number, chain in enumerate(chains(rest, circuit)):
        by_end[chain.right.name if chain.right is not None else f" {number}"].append(chain)
    # What pulls a joined line to ground hangs on it.
    pulls: dict[str, list[Component]] = defaultdict(list)
    for rows in list(by_end.values()):
        for chain in list(rows):
            there = by_end.get(chain.left.name, []) if chain.left is not None else []
            if len(chain.parts) == 1 and _is_ground(chain.right) and len(there) > 1:
                if there is not rows:
                    rows.remove(chain)
                    pulls[there[0].right.name if there[0].right else ""].append(chain.parts[0][0])
    loose: dict[int, list[Chain]] = defaultdict(list)
    for name, rows in by_end.items():
        if len(rows) == 1 and (rows[0].right is None or not rows[0].right.supply):
            loose[len(rows[0].parts)].append(rows[0])
            continue
        for some in range(0, len(rows), MOST_ROWS):
            out.append(bank_cell(rows[some : some + MOST_ROWS], True, pulls[name], circuit))
    for rows in loose.values():
        for some in range(0, len(rows), MOST_ROWS):
            out.append(bank_cell(rows[some : some + MOST_ROWS], False, [], circuit))
    for row in rails.values():
        for some in range(0, len(row), MOST_ON_RAIL):
            out.append(rail_cell(row[some : some + MOST_ON_RAIL], circuit))
    if flags:
        out.append(flags_cell(flags))
    return out
