"""Places boxes in columns and routes wires between them, at right angles.

Wires run in the channels between columns: from each port straight into the channel, where each net
has one vertical line. Wires cross, but never lie on each other: ports on the right side of a box,
ports on the left side, and wires that pass a column use three separate sets of heights. A wire
passes a column above, below or between its boxes, never across one. Lengths are in pixels.
"""

from dataclasses import dataclass, field

STEP = 6  # distance between the three sets of heights
ROW = 3 * STEP  # from port to port
TRACK = 7  # from one vertical line to the next
GAP = 20  # between two boxes of a column
_MARGIN = 14  # from a box to the nearest vertical line
_CLEAR = 10  # least distance between a passing wire and a box


@dataclass
class Port:
    """The point where a wire enters a box. `row` counts from the box's first row of ports."""

    label: str
    net: str  # "" without a wire
    side: str  # "left" or "right"
    row: int
    note: str = ""  # grey text beside its label
    rail: str = ""  # the supply that it is wired to, where `net` is ""


@dataclass
class Box:
    """A part: text, supplies, ports. `head` is its height down to the first row of ports."""

    key: str
    width: int
    head: int
    ports: list[Port] = field(default_factory=list[Port])
    foot: int = 0  # below the last row of ports
    x: int = 0
    y: int = 0

    @property
    def rows(self) -> int:
        """Number of rows of ports."""
        return max((port.row + 1 for port in self.ports), default=0)

    @property
    def height(self) -> int:
        """Height of the box."""
        if not self.ports:
            return self.head + self.foot
        return -(-self.head // ROW) * ROW + (self.rows - 1) * ROW + ROW + self.foot

    def at(self, port: Port) -> int:
        """Return the y of a port in the drawing: the two sides use different heights."""
        first = self.y + -(-self.head // ROW) * ROW
        return first + port.row * ROW + (STEP if port.side == "left" else 0)


@dataclass(frozen=True)
class Wire:
    """A net as drawn: straight lines (x, y, x, y), and dots where three of them meet."""

    net: str
    lines: tuple[tuple[int, int, int, int], ...]
    dots: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Drawing:
    """Placed boxes, wires, and the size of the whole."""

    boxes: list[Box]
    wires: list[Wire]
    width: int
    height: int


def route(columns: list[list[Box]], left: int, top: int) -> Drawing:
    """Place columns of boxes, starting at `left`, `top`, and route all nets between them."""
    # Ports on the outer side of the first column need a channel too.
    if any(port.side == "left" and port.net for box in columns[0] for port in box.ports):
        columns = [[], *columns]
    if any(port.side == "right" and port.net for box in columns[-1] for port in box.ports):
        columns = [*columns, []]
    _stack(columns, top)
    channels = _Channels(columns)
    channels.pass_columns()
    x = left
    for i, column in enumerate(columns):
        width = max((box.width for box in column), default=0)
        for box in column:
            box.x = x if i else x + width - box.width  # the first column is aligned right
        x += width
        if i < len(columns) - 1:
            channels.begin[i] = x
            channels.tracks(i)
            x = channels.end(i)
    boxes = [box for column in columns for box in column]
    wires = channels.wires()
    low = max([box.y + box.height for box in boxes] + [line[3] for w in wires for line in w.lines])
    high = min([line[1] for wire in wires for line in wire.lines] + [top])
    if high < top:  # some wires pass above the first box
        down = -(-(top - high) // ROW) * ROW
        for box in boxes:
            box.y += down
        wires = [_moved(wire, down) for wire in wires]
        low += down
    return Drawing(boxes, wires, x, low)


def _moved(wire: Wire, down: int) -> Wire:
    lines = tuple((a, b + down, c, d + down) for a, b, c, d in wire.lines)
    return Wire(wire.net, lines, tuple((x, y + down) for x, y in wire.dots))


def _stack(columns: list[list[Box]], top: int) -> None:
    """Stack each column, centred on the highest."""
    heights = [sum(_step(box) for box in column) - GAP for column in columns]
    for column, height in zip(columns, heights, strict=True):
        y = top + (max(heights) - height) // 2 // ROW * ROW
        for box in column:
            box.y = y
            y += _step(box)


def _step(box: Box) -> int:
    """Return how far below a box the next one begins."""
    return -(-(box.height + GAP) // ROW) * ROW


class _Channels:
    """The channels between columns; channel i is to the right of column i."""

    def __init__(self, columns: list[list[Box]]) -> None:
        self.columns = columns
        self.begin: dict[int, int] = {}  # x of a channel's left edge
        self.count: dict[int, int] = {}  # number of its vertical lines
        # channel -> net -> heights at which it enters, each with the side of the box
        self.enters: list[dict[str, list[tuple[int, str]]]] = [{} for _ in columns]
        self.x: dict[tuple[int, str], int] = {}  # x of a net's vertical line in a channel
        self.stubs: list[tuple[int, str, int, str, Box | None]] = []
        for i, column in enumerate(columns):
            for box in column:
                for port in box.ports:
                    if port.net:
                        channel = i if port.side == "right" else i - 1
                        self._enter(channel, port.net, box.at(port), port.side, box)

    def _enter(self, channel: int, net: str, y: int, side: str, box: Box | None) -> None:
        self.enters[channel].setdefault(net, []).append((y, side))
        self.stubs.append((channel, net, y, side, box))

    def pass_columns(self) -> None:
        """Take each net past the columns between its channels."""
        spans: dict[str, list[int]] = {}
        for channel, nets in enumerate(self.enters):
            for net in nets:
                spans.setdefault(net, []).append(channel)
        for i in range(1, len(self.columns)):
            passing = [net for net, at in spans.items() if min(at) < i <= max(at)]
            for net in sorted(passing, key=lambda net: (self._wish(i, net), net)):
                y = self._free(i, net)
                self._enter(i - 1, net, y, "left", None)
                self._enter(i, net, y, "right", None)

    def _wish(self, column: int, net: str) -> int:
        """Return the best height for a net to pass a column."""
        ys = [y for channel in (column - 1, column) for y, _ in self.enters[channel].get(net, ())] or [
            y for nets in self.enters for y, _ in nets.get(net, ())
        ]
        return sum(ys) // len(ys)

    def _free(self, column: int, net: str) -> int:
        """Return the free height nearest to the best one, from the set for passing wires."""
        taken = {
            y
            for channel in (column - 1, column)
            for other, ys in self.enters[channel].items()
            if other != net
            for y, _ in ys
        }
        boxes = self.columns[column]
        wish = self._wish(column, net) // ROW * ROW + 2 * STEP
        for i in range(10000):
            y = wish + (i + 1) // 2 * ROW * (1 if i % 2 else -1)
            inside = any(box.y - _CLEAR < y < box.y + box.height + _CLEAR for box in boxes)
            if y not in taken and not inside:
                return y
        raise AssertionError("no way past a column")

    def tracks(self, channel: int) -> None:
        """Give each net of a channel a vertical line: the first one that is free at its heights."""
        ends: list[list[tuple[int, int]]] = []
        spans: list[tuple[int, int, str]] = []
        for net, ys in self.enters[channel].items():
            heights = [y for y, _ in ys]
            if min(heights) < max(heights):
                spans.append((min(heights), max(heights), net))
        for low, high, net in sorted(spans):
            free = [all(high + ROW < a or b + ROW < low for a, b in used) for used in ends]
            track = free.index(True) if True in free else len(ends)
            ends[track:] = ends[track:] or [[]]
            ends[track].append((low, high))
            self.x[channel, net] = self.begin[channel] + _MARGIN + track * TRACK
        self.count[channel] = len(ends)

    def end(self, channel: int) -> int:
        """Return the x of a channel's right edge."""
        return self.begin[channel] + 2 * _MARGIN + max(self.count[channel] - 1, 0) * TRACK

    def wires(self) -> list[Wire]:
        """Return all nets as lines and dots."""
        lines: dict[str, list[tuple[int, int, int, int]]] = {}
        dots: dict[str, list[tuple[int, int]]] = {}
        for channel, net, y, side, box in self.stubs:
            # From the box, or from the middle of the passed column, to the vertical line.
            edge = self._edge(channel, side, box)
            x = self.x.get((channel, net))
            if x is None:  # straight through: both ends are at the same height
                x = self.end(channel) if side == "right" else self.begin[channel]
            lines.setdefault(net, []).append((min(edge, x), y, max(edge, x), y))
        for (channel, net), x in self.x.items():
            ys = sorted({y for y, _ in self.enters[channel][net]})
            lines[net].append((x, ys[0], x, ys[-1]))
            for y in ys:
                ways = len([1 for each, _ in self.enters[channel][net] if each == y])
                ways += (y != ys[0]) + (y != ys[-1])
                if ways > 2:
                    dots.setdefault(net, []).append((x, y))
        return [Wire(net, tuple(sorted(set(lines[net]))), tuple(sorted(dots.get(net, [])))) for net in sorted(lines)]

    def _edge(self, channel: int, side: str, box: Box | None) -> int:
        if box is not None:
            return box.x + box.width if side == "right" else box.x
        column = channel if side == "right" else channel + 1
        boxes = self.columns[column]
        return boxes[0].x + max(each.width for each in boxes) // 2
