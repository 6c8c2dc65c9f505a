"""The lines of a reader beside its bus: chip select, busy, reset and interrupt.

Two classes with the same methods. `PinLines`: one pin per line. `DecodedLines`: a decoder selects
one of up to 48 readers, and all readers share one busy line and one interrupt line. `busy()` and
`irq()` return the level of the line, or 0 and -1 if there is no such line.
"""


class PinLines:
    """Lines on pins of the board; only the chip select is required."""

    def __init__(
        self, cs: "Drive", busy: "Level | None" = None, reset: "Drive | None" = None, irq: "Level | None" = None
    ) -> None:
        self._cs = cs
        self._reset = reset
        cs(1)
        # The pins themselves, without a method between: they are read in loops.
        self.busy = busy if busy is not None else _never
        self.irq = irq if irq is not None else _nothing

    def select(self) -> None:
        """Begin a transfer: chip select low."""
        self._cs(0)

    def release(self) -> None:
        """End a transfer: chip select high."""
        self._cs(1)

    def reset(self, on: bool) -> bool:
        """Hold the chip in reset, or release it; return whether there is a reset line."""
        if self._reset is None:
            return False
        self._reset(0 if on else 1)
        return True


def _never() -> int:
    return 0


def _nothing() -> int:
    return -1


class Decoder:
    """74HC138s behind three to six address pins. `enable` high selects no reader."""

    def __init__(self, address_pins: "Sequence[Drive]", enable: "Drive") -> None:
        self.enable = enable
        enable(1)
        self._pins = address_pins
        self._number = 0
        for pin in address_pins:
            pin(0)

    def select(self, number: int) -> None:
        """Select reader `number` and no other."""
        if number != self._number:
            # The address pins change one by one: stay disabled, or other readers get selected.
            self.enable(1)
            self._number = number
            for pin in self._pins:
                pin(number & 1)
                number >>= 1
        self.enable(0)


class Resets:
    """The readers' resets: a chain of 74HC595 on the readers' clock and data lines.

    A reader's bit is 0 in reset, else 1. The first byte shifted out goes to the register farthest
    from the board.
    """

    def __init__(self, spi: "Spi", latch: "Drive", count: int) -> None:
        self._spi = spi
        self._latch = latch
        self._bits = bytearray((count + 7) // 8)
        latch(0)
        self._show()

    def hold(self, number: int, on: bool) -> None:
        """Hold reader `number` in reset, or release it."""
        index = len(self._bits) - 1 - (number >> 3)
        if on:
            self._bits[index] &= ~(1 << (number & 7))
        else:
            self._bits[index] |= 1 << (number & 7)
        self._show()

    def _show(self) -> None:
        self._spi.write(self._bits)
        self._latch(1)
        self._latch(0)


class DecodedLines:
    """The lines of reader `number` behind a decoder."""

    def __init__(
        self,
        decoder: Decoder,
        number: int,
        busy: "Level | None",
        resets: "Resets | None" = None,
        irq: "Level | None" = None,
    ) -> None:
        self._decoder = decoder
        self._number = number
        self._resets = resets
        self.busy = busy if busy is not None else _never
        self.irq = irq if irq is not None else _nothing

    def select(self) -> None:
        """Begin a transfer: select this reader."""
        self._decoder.select(self._number)

    def release(self) -> None:
        """End a transfer: select no reader."""
        self._decoder.enable(1)

    def reset(self, on: bool) -> bool:
        """Hold the chip in reset, or release it; return whether there is a reset line."""
        if self._resets is None:
            return False
        self._resets.hold(self._number, on)
        return True
