"""The lines of a reader beside its bus: chip select, busy, reset and interrupt.

Two kinds with the same methods: `PinLines`, a pin for each line; `DecodedLines`, where a decoder
selects one of up to 48 readers and all of them share a busy and an interrupt line.
"""


class PinLines:
    """Lines that are pins of the board; only the chip select must be there."""

    def __init__(self, cs, busy=None, reset=None, irq=None):
        self._cs = cs
        self._reset = reset
        cs(1)
        # Straight to the pin where there is one: these are read in loops.
        self.busy = busy if busy is not None else _never
        self.irq = irq if irq is not None else _nothing

    def select(self):
        self._cs(0)

    def release(self):
        self._cs(1)

    def reset(self, on):
        """Hold the chip in reset, or let it go; return whether there is such a line."""
        if self._reset is None:
            return False
        self._reset(0 if on else 1)
        return True


def _never():
    return 0


def _nothing():
    return -1


class Decoder:
    """74HC138s behind three to six address pins. `enable` high: none is selected."""

    def __init__(self, address_pins, enable):
        self.enable = enable
        enable(1)
        self._pins = address_pins
        self._number = 0
        for pin in address_pins:
            pin(0)

    def select(self, number):
        if number != self._number:
            # Address lines do not change all at once: in between, others would be selected.
            self.enable(1)
            self._number = number
            for pin in self._pins:
                pin(number & 1)
                number >>= 1
        self.enable(0)


class Resets:
    """A chain of 74HC595 on the readers' own clock and data. A reader's bit is 1 while it may run.

    The first byte that is shifted ends up farthest from the board.
    """

    def __init__(self, spi, latch, count):
        self._spi = spi
        self._latch = latch
        self._bits = bytearray((count + 7) // 8)
        latch(0)
        self._show()

    def hold(self, number, on):
        index = len(self._bits) - 1 - (number >> 3)
        if on:
            self._bits[index] &= ~(1 << (number & 7))
        else:
            self._bits[index] |= 1 << (number & 7)
        self._show()

    def _show(self):
        self._spi.write(self._bits)
        self._latch(1)
        self._latch(0)


class DecodedLines:
    """The lines of reader `number` behind a decoder."""

    def __init__(self, decoder, number, busy, resets=None, irq=None):
        self._decoder = decoder
        self._number = number
        self._resets = resets
        self.busy = busy if busy is not None else _never
        self.irq = irq if irq is not None else _nothing

    def select(self):
        self._decoder.select(self._number)

    def release(self):
        self._decoder.enable(1)

    def reset(self, on):
        """Hold the chip in reset, or let it go; return whether there is such a line."""
        if self._resets is None:
            return False
        self._resets.hold(self._number, on)
        return True
