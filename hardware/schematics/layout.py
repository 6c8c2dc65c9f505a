"""Lay a circuit out as a drawing: its cells in frames, a frame for each block, on one sheet.

A drawing knows nothing of files: kicad_sch.py and svg.py write the same one.
"""

import dataclasses
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cells import Cell, Net, cells, read, two_ended_symbol
from pieces import (
    STEP,
    TITLE,
    Box,
    Frame,
    Item,
    Junction,
    Label,
    NoConnect,
    Part,
    Point,
    Text,
    Wire,
    around,
    boxes,
    graphic_boxes,
    moved,
    overlap,
    shape_box,
    tidy,
    turned,
    up,
    wide,
)

PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594), "A0": (1189, 841)}
MARGIN = 15.24  # of a sheet, its printed frame included
TITLE_BLOCK = (112, 38)  # what the sheet's title block takes at the bottom right
GAP = 5.08  # between cells, side by side, and between blocks


@dataclass
class Laid:
    """Cells in a frame: its size, and where each cell's own place is from its top left."""

    width: float
    height: float
    items: list[Item]


def grids(of: list[Cell], most: float) -> list[tuple[Cell, Box]]:
    """Return cells and what they cover, neighbours of one symbol in a grid as one cell."""
    runs: list[list[Cell]] = []
    last: Any = None
    for cell in of:
        part = cell[0]
        key: Any = None
        if isinstance(part, Part) and not two_ended_symbol(part.symbol):
            key = (part.symbol.name, shape_box(part.symbol, part.unit, 0))
        if key is None or key != last:
            runs.append([])
        runs[-1].append(cell)
        last = key
    out: list[tuple[Cell, Box]] = []
    for run in runs:
        each = [around(cell) for cell in run]
        left, top = min(b[0] for b in each), min(b[1] for b in each)
        w, h = max(b[2] for b in each) - left, max(b[3] for b in each) - top
        across, down = up(w + GAP, STEP), up(h + GAP / 2, STEP)
        columns = max(1, int((most - w + 0.01) // across) + 1)
        cell = [
            moved(item, tidy(n % columns * across), tidy(n // columns * down))
            for n, one in enumerate(run)
            for item in one
        ]
        right = left + w + (min(len(run), columns) - 1) * across
        out.append((cell, (left, top, right, top + h + (len(run) - 1) // columns * down)))
    return out


def lay(title: str, of: list[Cell], most: float) -> Laid:
    """Place cells in order, each as far up, then left, as it goes in `most` mm; frame them."""
    edge, head = STEP, 7.62
    items: list[Item] = []
    taken: list[Box] = []
    for cell, box in grids(of, most):
        w = box[2] - box[0]
        xs = sorted({0.0, *(each[2] + GAP for each in taken)})
        ys = sorted({0.0, *(each[3] + GAP / 2 for each in taken)})
        for y, x in ((y, x) for y in ys for x in xs):
            # On the grid: so much further right and down that it lies on it.
            dx, dy = up(x - box[0], STEP), up(y - box[1], STEP)
            here = (dx + box[0], dy + box[1], dx + box[2], dy + box[3])
            air, above = GAP - STEP, GAP / 2
            near = (here[0] - air, here[1] - above, here[2] + air, here[3] + above)
            if (x + w > most and x > 0) or any(overlap(near, other) for other in taken):
                continue
            taken.append(here)
            items += [moved(each, tidy(dx + edge), tidy(dy + head)) for each in cell]
            break
    right = max([each[2] for each in taken] + [wide(title, TITLE)])
    bottom = max(each[3] for each in taken)
    w, h = up(right + 2 * edge, STEP), up(bottom + head + edge, STEP)
    items.append(Frame(0, 0, w, h))
    items.append(Text(title, 2.54, 3.81, size=TITLE, bold=True, left=True))
    return Laid(w, h, items)


def shapes(title: str, of: list[Cell]) -> list[Laid]:
    """Return a block laid out in several widths, none larger both ways than another."""
    widest = max(around(cell)[2] - around(cell)[0] for cell in of)
    total = sum(around(cell)[2] - around(cell)[0] + GAP for cell in of)
    out: dict[tuple[float, float], Laid] = {}
    for n in (1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 12):
        laid = lay(title, of, max(widest, total / n))
        out.setdefault((laid.width, laid.height), laid)
    return [
        each
        for each in out.values()
        if not any(
            other.width <= each.width and other.height <= each.height and other is not each
            for other in out.values()
        )
    ]


Wish = Callable[[float, float, Laid], tuple[float, ...]]  # x, y, shape -> the least is taken

WISHES: tuple[Wish, ...] = (
    lambda x, y, laid: (y + laid.height, laid.width * laid.height, x),
    lambda x, y, laid: (y, x, laid.width * laid.height),
    lambda x, y, laid: (y, laid.height, x),
)


def pack(
    blocks: list[list[Laid]], width: float, height: float, wish: Wish
) -> list[tuple[Laid, Point]] | None:
    """Place blocks on a page (mm) one after the other, each where and in the shape wished for.

    None if they don't fit so.
    """
    done: list[tuple[Laid, Point]] = []
    taken: list[Box] = [
        (width - TITLE_BLOCK[0], height - TITLE_BLOCK[1], width + 1000, height + 1000)
    ]
    for choices in blocks:
        xs = sorted({0.0, *(up(box[2] + GAP, STEP) for box in taken)})
        ys = sorted({0.0, *(up(box[3] + GAP, STEP) for box in taken)})
        best: tuple[tuple[float, ...], int, Point] | None = None
        for number, laid in enumerate(choices):
            for y in ys:
                if y + laid.height > height:
                    break
                for x in xs:
                    if x + laid.width > width:
                        break
                    box = (x - GAP, y - GAP, x + laid.width + GAP, y + laid.height + GAP)
                    if any(overlap(box, other) for other in taken):
                        continue
                    key = wish(x, y, laid)
                    if best is None or (key, number) < best[:2]:
                        best = (key, number, (x, y))
                    break
        if best is None:
            return None
        _, number, (x, y) = best
        laid = choices[number]
        done.append((laid, (x, y)))
        taken.append((x, y, x + laid.width, y + laid.height))
    return done


TRIES = 40  # orders of blocks on a page before a larger one is taken


def orders(blocks: list[list[Laid]]) -> Iterable[list[list[Laid]]]:
    """Yield orders in which to place blocks: as they come, a little shuffled, large ones first.

    Always the same: the numbers are of a generator with a fixed seed.
    """

    def area(block: list[Laid]) -> float:
        return -min(each.width * each.height for each in block)

    yield blocks
    shuffle = random.Random(1)
    for number in range(TRIES):
        by = {id(b): n + shuffle.uniform(0, 1 + number / 8) for n, b in enumerate(blocks)}
        yield sorted(blocks, key=lambda block, by=by: by[id(block)])
    yield sorted(blocks, key=area)
    yield sorted(blocks, key=lambda block: -min(each.height for each in block))


def place(blocks: list[list[Laid]], width: float, height: float) -> Any:
    """Place blocks on a page in the first order in which they fit; where each is, or None."""
    needed = sum(min((b.width + GAP) * (b.height + GAP) for b in block) for block in blocks)
    if needed > (width + GAP) * (height + GAP) - TITLE_BLOCK[0] * TITLE_BLOCK[1]:
        return None
    for order in orders(blocks):
        for wish in WISHES:
            placed = pack(order, width, height, wish)
            if placed is not None:
                return placed
    return None


@dataclass(frozen=True)
class Drawing:
    """A sheet with all that is on it."""

    title: str
    paper: str
    width: float
    height: float
    items: tuple[Item, ...]

    def of(self, kind: type) -> list[Any]:
        """Return the items of a kind, in order."""
        return [each for each in self.items if isinstance(each, kind)]


def junctions(items: list[Item]) -> list[Junction]:
    """Return the points where three ends or more meet."""
    ends: Counter[Point] = Counter()
    for item in items:
        if isinstance(item, Wire):
            ends.update([(item.x, item.y), (item.x2, item.y2)])
        elif isinstance(item, Part):
            ends.update({point for _, point in item.pins()})
    return [Junction(*point) for point, count in sorted(ends.items()) if count > 2]


def numbered(items: list[Item]) -> list[Item]:
    """Give supplies and flags their references: #PWR01, #FLG01."""
    counts: Counter[str] = Counter()
    out: list[Item] = []
    for item in items:
        if isinstance(item, Part) and item.ref.startswith("#"):
            counts[item.ref] += 1
            item = dataclasses.replace(item, ref=f"{item.ref}{counts[item.ref]:02d}")
        out.append(item)
    return out


def draw(sheet: Any) -> Drawing:
    """Return the drawing of a sheet on the smallest paper (A4 to A0, landscape) that it fits on."""
    circuit = read(sheet)
    block_of = {part.ref: part.block for part in circuit.components}
    flags: dict[int, list[Net]] = defaultdict(list)
    for net in circuit.nets:
        if net.flag:
            flags[min(block_of[ref] for ref, _ in net.nodes)].append(net)
    blocks = [
        shapes(title, cells(index, circuit, flags[index]))
        for index, title in enumerate(circuit.blocks)
        if any(part.block == index for part in circuit.components)
    ]
    for paper, (width, height) in PAPERS.items():
        placed = place(blocks, width - 2 * MARGIN, height - 2 * MARGIN)
        if placed is not None:
            items = [
                moved(item, tidy(x + MARGIN), tidy(y + MARGIN))
                for laid, (x, y) in placed
                for item in laid.items
            ]
            items = numbered(items)
            return Drawing(sheet.title, paper, width, height, (*items, *junctions(items)))
    raise ValueError(f"{sheet.title}: too much for one A0 sheet")


def collisions(drawing: Drawing) -> list[tuple[str, str]]:
    """Return what covers what: texts, names, symbols, flags and lines where they should not meet.

    Lines may cross and touch lines; a part's own things do not disturb each other, save its texts.
    """
    things: list[tuple[Box, str, bool, str]] = []  # box, what, a line, whose

    def add(box: Box, what: str, line: bool = False, whose: str = "") -> None:
        by = 0.1 if line else 0.0
        things.append(
            ((box[0] - by, box[1] - by, box[2] + by, box[3] + by), what, line, whose)
        )

    for item in drawing.items:
        if isinstance(item, Part):
            name = f"{item.ref}/{item.unit}"
            for left, top, right, bottom in graphic_boxes(item.symbol, item.unit, item.angle):
                flat = min(right - left, bottom - top) < 0.2
                box = (item.x + left, item.y + top, item.x + right, item.y + bottom)
                add(box, name, flat, whose=name)
            for pin, (x, y) in item.pins():
                inward = math.radians(pin.angle)
                dx, dy = turned(math.cos(inward), math.sin(inward), item.angle)
                x2, y2 = x + dx * pin.length, y + dy * pin.length
                box = (min(x, x2), min(y, y2), max(x, x2), max(y, y2))
                add(box, f"{name} pin {pin.number}", True, name)
            for text in (item.ref_text, item.value_text):
                if text is not None:
                    add(text.box(), f"{name} text {text.text}")
        elif isinstance(item, Wire):
            add(boxes(item)[0], str(item), True)
        elif isinstance(item, Text | Label | NoConnect):
            # A flag of no connection is on the end of a pin: what is about that is a line.
            add(boxes(item)[0], str(item), isinstance(item, NoConnect))
        elif isinstance(item, Frame):
            for box in (
                (item.x, item.y, item.x2, item.y), (item.x, item.y2, item.x2, item.y2),
                (item.x, item.y, item.x, item.y2), (item.x2, item.y, item.x2, item.y2),
            ):  # fmt: skip
                add(box, str(item), True)
    found: list[tuple[str, str]] = []
    things.sort()
    for index, (box, name, line, whose) in enumerate(things):
        for other, other_name, other_line, other_whose in things[index + 1 :]:
            if other[0] >= box[2]:
                break
            if (line and other_line) or (whose and whose == other_whose):
                continue
            if overlap(box, other, 0.12):  # lines touch what they lead to
                found.append((name, other_name))
    return found
