"""Reads a KiCad netlist as a board that can be powered and run.

Written from data sheets only: knows neither how the schematics are made nor the names of nets.
Levels are 1, 0 or None (floating). Strong drivers that disagree are a fight. Resistors up to 1k
pass a level, larger ones pull; the Pico's own pulls at its pins are weaker than those.
"""

import re
from dataclasses import dataclass

from simp_sexp import Sexp

# GPIO -> pin of the Pico's edge (Raspberry Pi Pico data sheet, "The pinout")
EDGE = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
RUN, ADC_VREF, V33_OUT, V33_EN, VSYS, VBUS = 30, 35, 36, 37, 39, 40

PASS_OHM = 1000


@dataclass(frozen=True)
class Part:
    ref: str
    symbol: str
    value: str


class Board:
    """Parts by name, and the pins of each net."""

    def __init__(self, text):
        sections = {each[0]: each[1:] for each in Sexp(text)[1:] if isinstance(each, list)}
        self.parts, self.nets, self.net_of = {}, [], {}
        for comp in sections["components"]:
            of = {each[0]: each[1:] for each in comp[1:]}
            source = {each[0]: each[1] for each in of["libsource"]}
            ref, value = str(of["ref"][0]), str(of["value"][0]) if of["value"] else ""
            assert ref not in self.parts, ref
            self.parts[ref] = Part(ref, str(source["part"]), value)
        for net in sections["nets"]:
            nodes = [{item[0]: str(item[1]) for item in each[1:]} for each in net[1:] if each[0] == "node"]
            pins = [(of["ref"], int(of["pin"])) for of in nodes]
            for pin in pins:
                assert pin[0] in self.parts, pin
                assert pin not in self.net_of, pin
                self.net_of[pin] = len(self.nets)
            self.nets.append(pins)

    def net(self, ref, pin):
        """Return the number of the net at a pin, or None if it is unconnected."""
        return self.net_of.get((ref, pin))

    def of(self, *symbols):
        """Return the parts with these symbols, by name."""
        return [self.parts[ref] for ref in sorted(self.parts) if self.parts[ref].symbol in symbols]

    def between(self, part):
        """Return the nets at pins 1 and 2."""
        return self.net(part.ref, 1), self.net(part.ref, 2)


def ohm(value):
    """Return the resistance of a value such as "8x100k" or "33"."""
    found = re.fullmatch(r"(?:8x)?([\d.]+)(k?)", value)
    assert found, value
    return int(float(found[1]) * (1000 if found[2] else 1))


SUPPLY = {
    "74LS138": (16, 8), "74HC595": (16, 8), "74LVC125": (14, 7), "74LS125": (14, 7), "74HC244": (20, 10),
    "SP3485EN": (8, 5),
}  # fmt: skip
Y138 = (15, 14, 13, 12, 11, 10, 9, 7)  # Y0 to Y7
Q595 = (15, 1, 2, 3, 4, 5, 6, 7)  # QA to QH
QH2, SRCLR, SRCLK, RCLK, OE595, SER = 9, 10, 11, 12, 13, 14
GATES125 = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))  # /OE, A, Y
GATES244 = (
    (1, 2, 18), (1, 4, 16), (1, 6, 14), (1, 8, 12), (19, 11, 9), (19, 13, 7), (19, 15, 5),
    (19, 17, 3),
)  # fmt: skip


class Fault(Exception):
    """The board fails as logic: a fight, or a floating input."""


class Run:
    """A powered board. `closed`: pairs of pins joined by jumper caps. `rails`: net -> level."""

    def __init__(self, board, rails, closed=()):
        self.board = board
        self._root = list(range(len(board.nets)))
        for one, other in closed:
            self._join(board.net(*one), board.net(*other))
        resistors = [(part, *board.between(part)) for part in board.of("R")]
        for part, one, other in resistors:
            if ohm(part.value) <= PASS_OHM and one not in rails and other not in rails:
                self._join(one, other)
        self._pulls = {}  # root -> (level, ohm)
        networks = [(part, board.net(part.ref, 1), board.net(part.ref, pin))
                    for part in board.of("R_Network08") for pin in range(2, 10)]  # fmt: skip
        for part, one, other in (*resistors, *networks):
            if PASS_OHM < ohm(part.value) < 1000000:
                self._pull(rails, one, other, ohm(part.value))
        # After a reset each GPIO of a Pico is an input with some 50k to GND (RP2040 data sheet).
        gpios = [board.net("U1", pin) for pin in EDGE.values()]
        self._weak = {self._find(net): {0} for net in gpios if net is not None}
        self._drives = {self._find(net): {("rail", net): level} for net, level in rails.items()}  # root -> {who: level}
        self._hears = {}  # root -> chips
        self._doubts = set()
        self._todo = {*board.of(*SUPPLY, "BAT85")}
        # 595 -> [shift register, latch, its clocks before]
        self._shift = {part.ref: [[0] * 8, [0] * 8, (None, None)] for part in board.of("74HC595")}
        chips = {part.ref: part for part in self._todo}
        for (ref, _), net in board.net_of.items():
            if ref in chips:
                self._hears.setdefault(self._find(net), set()).add(chips[ref])
        self.settle()

    def _find(self, net):
        while self._root[net] != net:
            net = self._root[net]
        return net

    def _join(self, one, other):
        if one is not None and other is not None:
            self._root[self._find(one)] = self._find(other)

    def _pull(self, rails, one, other, value):
        for rail, line in ((one, other), (other, one)):
            if rail in rails and line is not None and line not in rails:
                self._pulls.setdefault(self._find(line), set()).add((rails[rail], value))

    def same(self, one, other):
        """Tell whether two pins are one net, through closed jumpers and small resistors."""
        one, other = self.board.net(*one), self.board.net(*other)
        return None not in (one, other) and self._find(one) == self._find(other)

    def at(self, ref, pin):
        """Return the level at a pin."""
        net = self.board.net(ref, pin)
        return None if net is None else self._level(self._find(net))

    def driven(self, ref, pin):
        """Return the drivers of a pin's net, without pulls."""
        net = self.board.net(ref, pin)
        return set() if net is None else set(self._drives.get(self._find(net), ()))

    def pulled(self, ref, pin):
        """Return the pull of a pin's net: (level, ohm)."""
        net = self.board.net(ref, pin)
        return set() if net is None else self._pulls.get(self._find(net), set())

    def _level(self, root):
        levels = set(self._drives.get(root, {}).values())
        if len(levels) > 1:
            raise Fault(f"fight: {sorted(map(str, self._drives[root]))}")
        if not levels:
            pulls = {level for level, _ in self._pulls.get(root, ())}
            levels = pulls or self._weak.get(root, set())
        return next(iter(levels)) if len(levels) == 1 else None

    def put(self, ref, pin, level):
        """Drive a pin from outside; None releases it."""
        net = self.board.net(ref, pin)
        if net is None:
            raise Fault(f"{ref}.{pin} isn't connected")
        self._put((ref, pin), net, level)
        self.settle()

    def pin(self, gpio):
        """Return a pin of the Pico as the firmware's drivers use it."""
        return lambda level: self.put("U1", EDGE[gpio], level)

    def _put(self, who, net, level):
        if net is None:
            return
        root = self._find(net)
        drives = self._drives.setdefault(root, {})
        if drives.get(who) != level:
            drives[who] = level
            if level is None:
                del drives[who]
            self._todo |= self._hears.get(root, set())

    def settle(self):
        """Update the chips until nothing changes. Raises Fault."""
        for _ in range(1000):
            if not self._todo:
                break
            todo, self._todo = sorted(self._todo, key=lambda part: part.ref), set()
            clocked = [part for part in todo if part.symbol == "74HC595"]
            # All shift registers read their inputs before any of them shifts.
            for part, inputs in [(part, [self._in(part, pin) for pin in range(10, 15)]) for part in clocked]:
                self._answer_595(part, *inputs)
            for part in todo:
                if part not in clocked:
                    ANSWERS[part.symbol](self, part)
        else:
            raise Fault("it doesn't settle")
        doubts, self._doubts = self._doubts, set()
        for pin in sorted(doubts):
            if self.at(*pin) is None:
                raise Fault(f"{pin[0]}.{pin[1]} floats")

    def _in(self, part, pin):
        level = self.at(part.ref, pin)
        if level is None:  # floating, perhaps only until its driver has settled
            self._doubts.add((part.ref, pin))
        return level or 0

    def _out(self, part, pin, level):
        self._put((part.ref, pin), self.board.net(part.ref, pin), level)

    def _answer_138(self, part):
        a, b, c, g2a, g2b, g1 = (self._in(part, pin) for pin in range(1, 7))
        on = g1 and not g2a and not g2b
        for output, pin in enumerate(Y138):
            self._out(part, pin, 0 if on and output == a + 2 * b + 4 * c else 1)

    def _answer_595(self, part, clear, shift_clock, latch_clock, off, data):
        state = self._shift[part.ref]
        shift_before, latch_before = state[2]
        if latch_clock and latch_before == 0:
            state[1] = list(state[0])
        if not clear:
            state[0] = [0] * 8
        elif shift_clock and shift_before == 0:
            state[0] = [data, *state[0][:7]]
        state[2] = (shift_clock, latch_clock)
        for bit, pin in enumerate(Q595):
            self._out(part, pin, None if off else state[1][bit])
        self._out(part, QH2, state[0][7])

    def _answer_gates(self, part, gates):
        for enable, into, out in gates:
            off, level = self._in(part, enable), self._in(part, into)
            self._out(part, out, None if off else level)

    def _answer_diode(self, part):
        self._out(part, 1, 1 if self.at(part.ref, 2) == 1 else None)

    def _answer_485(self, part):
        for pin in (2, 3, 4):
            self._in(part, pin)
        self._out(part, 1, None if self._in(part, 2) else 1)


ANSWERS = {
    "74LS138": Run._answer_138,
    "74LVC125": lambda run, part: run._answer_gates(part, GATES125),
    "74LS125": lambda run, part: run._answer_gates(part, GATES125),
    "74HC244": lambda run, part: run._answer_gates(part, GATES244),
    "BAT85": Run._answer_diode,
    "SP3485EN": Run._answer_485,
}
