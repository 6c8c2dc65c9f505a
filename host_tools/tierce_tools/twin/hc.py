"""Logic between the Pico and the readers: 74HC138s, a 74HC595 chain, a diode-OR."""

from .wires import Wire


class Decoder:
    """One to eight 74HC138: the output whose number is on the address wires is low.

    All outputs are high while `enable` is high. `outputs` has a wire for each address; some are not
    connected. As on the real chip, changing the address while it is enabled selects other outputs
    for a moment; `glitches` counts that.
    """

    def __init__(self, address, enable):
        self.address = address
        self.enable = enable
        self.outputs = [Wire("Y%d" % i) for i in range(1 << len(address))]
        self.glitches = 0
        self._choose()
        for wire in address:
            wire.listen(self._addressed)
        enable.listen(self._enabled)

    def _choose(self):
        number = 0
        bit = 1
        for wire in self.address:
            if wire.level:
                number |= bit
            bit <<= 1
        self._chosen = self.outputs[number]
        if not self.enable.level:
            self._chosen.drive(0)

    def _addressed(self, _):
        if not self.enable.level:
            self.glitches += 1
            self._chosen.drive(1)
        self._choose()

    def _enabled(self, level):
        wire = self._chosen
        if level != wire.level:
            wire.level = level
            for function in wire.listeners:
                function(level)


class ShiftRegister:
    """A chain of 74HC595 on MOSI and SCK of a bus, without select: it shifts everything sent.

    A rising edge of `latch` copies the bits to `outputs`; the first output gets the last bit. All
    are low at power-on, which holds the readers in reset.
    """

    def __init__(self, bus, latch, count=16):
        self.outputs = [Wire("Q%d" % i, 0) for i in range(count)]
        self._size = (count + 7) // 8
        self._shifted = bytes(self._size)
        latch.listen(self._latch)
        bus.snoop(self)

    def transfer(self, out, into):
        size = self._size
        if len(out) >= size:
            self._shifted = bytes(out[-size:])
        else:
            self._shifted = self._shifted[len(out) :] + bytes(out)

    def _latch(self, level):
        if level:
            bits = int.from_bytes(self._shifted, "big")
            for i in range(len(self.outputs)):
                self.outputs[i].drive(bits >> i & 1)


class Or:
    """Wires joined by diodes, with a pull-down: `out` is high if one of them is."""

    def __init__(self, wires, out):
        self.out = out
        # Wires with a `source` are read each time. The others report changes, so that only those
        # that are high are read.
        self._asked = [wire for wire in wires if wire.source]
        self._high = []
        for wire in wires:
            if not wire.source:
                self._follow(wire)
        out.source = self.level
        out.drive(self.level())

    def _follow(self, wire):
        high = self._high

        def changed(level):
            if level:
                high.append(wire)
            else:
                high.remove(wire)
            if self.out.listeners:
                self.out.drive(1 if high else 0)

        wire.listen(changed)
        if wire.level:
            high.append(wire)

    def level(self):
        high = self._high
        while high:
            wire = high[-1]
            if not wire.until or wire.until():
                return 1
            wire.drive(0)
        for wire in self._asked:
            if wire.source():
                return 1
        return 0
