"""A scale under the stock, an HX711 with a load cell: it counts the cards.

All weights are in the chip's own units. `card` is the weight of one card, negative if the load
cell's wires are swapped. `zero` is the reading of the empty scale; `start_tare` measures it.

Only a steady weight is counted, so hands and falling cards have no effect.
"""

from drivers.steps import DeviceError

_PULSES = 25  # 24 bits, and one that selects a gain of 128 for the next reading
_SAMPLE_US = 100000  # ten readings a second
_TOP = 0x7FFFFF  # the highest reading
_WINDOW = 5  # readings
_REST = 5  # readings in a row within the band make a steady weight
_RISE_REST = 30  # the same for more cards: a leaning hand leaves sooner, cards stay
_TARE_REST = 10  # the same for the tare
_SILENT_MS = 2000  # without a reading for this long the scale is in trouble
_LEAST_CARD = 100  # units; a lighter card cannot be told from noise
_NOISE = 300  # width of the band before the weight of a card is known


class Scale:
    """`count` is the number of cards in the stock, -1 while unknown.

    `most` is the highest possible count: a heavier weight is a hand or a glass. `data` is an input
    pin; `clock` is an output pin, low between readings.
    """

    def __init__(self, data: "InputPin", clock: "OutputPin", card: int = 0, zero: int = 0, most: int = 108) -> None:
        self.card = card
        self.zero = zero
        self.most = most
        self.count = -1
        self.trouble = ""  # "silent" or "range", for the screen
        self._data = data
        self._clock = clock
        self._last = []  # readings, the newest last
        self._rest = 0  # for how many readings the weight has been steady
        self._level = 0  # the steady weight
        self._heard_ms = -1
        clock.value(0)

    def start_open(self) -> "Steps[int]":
        """Steps: power the chip down and up again; return a first reading.

        Raises DeviceError as `start_read`.
        """
        self._clock.value(1)
        yield 100
        self._clock.value(0)
        yield 1000  # the first reading comes 400 ms after power-up
        self._forget()
        return (yield from self.start_read())

    def start_read(self) -> "Steps[int]":
        """Steps: wait for a reading and return it; DeviceError "timeout" after a second."""
        for _ in range(100):
            if not self._data.value():
                return self._read()
            yield _SAMPLE_US // 10
        raise DeviceError("hx711", "timeout")

    def start_settled(self) -> "Steps[int]":
        """Steps: wait until the weight is steady and return it.

        Raises DeviceError: "unsteady" after 100 readings, "timeout" as `start_read`.
        """
        self._forget()
        for _ in range(100):
            self._take((yield from self.start_read()))
            if self._rest >= _TARE_REST:
                return self._level
            yield _SAMPLE_US // 2
        raise DeviceError("hx711", "unsteady")

    def start_tare(self) -> "Steps[None]":
        """Steps: take the present weight as that of the empty scale."""
        self.zero = yield from self.start_settled()
        self.count = -1

    def poll(self, now_ms: int) -> int:
        """Take a reading if there is one; return the count if it changed, else -1.

        Call it about every 50 ms. The first count after a start is a change too.
        """
        if self._heard_ms < 0:
            self._heard_ms = now_ms
        if self._data.value():
            if now_ms - self._heard_ms >= _SILENT_MS:
                self._forget("silent")
            return -1
        self._heard_ms = now_ms
        value = self._read()
        if not -_TOP <= value < _TOP or value in (0, -1):
            # Out of range. Or all bits are equal: the line is stuck, or the chip powered down.
            self._forget("range")
            return -1
        self.trouble = ""
        self._take(value)
        return self._judge()

    def _read(self) -> int:
        """Return the waiting reading, a signed 24-bit number.

        The chip powers down if the clock stays high for more than 60 us, so this loop does nothing
        else.
        """
        clock = self._clock.value
        data = self._data.value
        bits = 0
        for _ in range(_PULSES):
            clock(1)
            clock(0)
            bits = bits << 1 | data()
        bits >>= _PULSES - 24
        return bits - (1 << 24) if bits > _TOP else bits

    def _judge(self) -> int:
        card = abs(self.card)
        if card < _LEAST_CARD or self._rest < _REST:
            return -1
        sign = 1 if self.card > 0 else -1
        above = (self._level - self.zero) * sign
        cards = (above + card // 2) // card
        rest = above - cards * card
        if not 0 <= cards <= self.most or abs(rest) * 3 > card:
            return -1  # out of range, or too far from a whole number of cards
        if cards > self.count >= 0 and self._rest < _RISE_REST:
            return -1
        # Temperature moves the zero slowly and cards vary in weight, so the zero follows the
        # remainder. That is always less than a card, so no drawn card gets lost.
        self.zero += (rest + (4 if rest > 0 else 3)) // 8 * sign
        if cards == self.count:
            return -1
        self.count = cards
        return cards

    def _take(self, value: int) -> None:
        """Add a reading to the window; find out whether the weight is steady, and its value."""
        last = self._last
        last.append(value)
        if len(last) < _WINDOW:
            return
        ordered = sorted(last)
        last.pop(0)
        middle = ordered[_WINDOW // 2]
        # Ignore the lowest and the highest: a knock on the table, or a misread bit.
        band = abs(self.card) // 3 or _NOISE
        if ordered[_WINDOW - 2] - ordered[1] > band:
            self._rest = 0
        elif self._rest and abs(middle - self._level) <= band:
            self._rest += 1
            self._level += (middle - self._level) // 2
        else:
            self._rest = 1
            self._level = middle

    def _forget(self, trouble: str = "") -> None:
        self.trouble = trouble
        self._last.clear()
        self._rest = 0
