"""MicroPython's `neopixel`: `write` shows the colours on the strip of the pin's wire."""

from . import machine

_LED_US = 30  # 24 bits of 1.25 us


class NeoPixel:
    ORDER = (1, 0, 2, 3)  # order of the bytes in `buf`: green is first

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self._clock = machine.board().clock

    def __len__(self):
        return self.n

    def __setitem__(self, at, colour):
        offset = at * self.bpp
        for i in range(self.bpp):
            self.buf[offset + self.ORDER[i]] = colour[i]

    def __getitem__(self, at):
        offset = at * self.bpp
        return tuple([self.buf[offset + self.ORDER[i]] for i in range(self.bpp)])

    def fill(self, colour):
        one = bytearray(self.bpp)
        for i in range(self.bpp):
            one[self.ORDER[i]] = colour[i]
        self.buf[:] = bytes(one) * self.n

    def write(self):
        self._clock.sleep_us(_LED_US * self.n)
        strip = self.pin.wire.strip
        if strip:
            strip.show(bytes(self.buf), self.n)
