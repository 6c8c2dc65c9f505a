"""A scale under the stock, an HX711 with a load cell: it counts the cards that lie there.

Weights are the chip's own units throughout; grams would only be a detour. `card` is what one card
weighs in them, negative where the load cell's wires are swapped; `zero` is what the empty scale
does, which `start_tare` finds.

Only a weight that rests is counted, so hands and falling cards are not.
"""

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

_PULSES = const(25)  # 24 bits, and one more for a gain of 128 next time
_SAMPLE_US = const(100000)  # ten a second
_TOP = const(0x7FFFFF)  # as much as the chip can say
_WINDOW = const(5)
_REST = const(5)  # readings in a row within the band that make a weight one that rests
_RISE_REST = const(30)  # the same for a weight that grew: a hand leans, cards laid back stay
_TARE_REST = const(10)
_SILENT_MS = const(2000)
_LEAST_CARD = const(100)  # lighter than this in units, noise is taken for cards
_NOISE = const(300)  # how far readings of a weight that rests may lie apart before a card is known


class Scale:
    """`count` is how many cards lie in the stock, -1 while nobody knows.

    `most` is how many there can be: what weighs more is a hand or a glass. `data` is an input and
    `clock` an output pin, low between readings.
    """

    def __init__(self, data, clock, card=0, zero=0, most=108):
        self.card = card
        self.zero = zero
        self.most = most
        self.count = -1
        self.trouble = ""  # "silent" or "range", for the screen
        self._data = data
        self._clock = clock
        self._last = []  # readings, the newest last
        self._rest = 0  # how long the weight rests, in readings
        self._level = 0  # where it rests
        self._heard_ms = -1
        clock.value(0)

    def start_open(self):
        """Steps: power the chip down and up again, and read it once; return that."""
        self._clock.value(1)
        yield 100
        self._clock.value(0)
        yield 1000  # its first reading takes 400 ms from here
        self._forget()
        return (yield from self.start_read())

    def start_read(self):
        """Steps: wait for a reading, a second at most, and return it."""
        for _ in range(100):
            if not self._data.value():
                return self._read()
            yield _SAMPLE_US // 10
        raise DeviceError("hx711", "timeout")

    def start_settled(self):
        """Steps: wait until the weight rests, ten seconds at most; return it."""
        self._forget()
        for _ in range(100):
            self._take((yield from self.start_read()))
            if self._rest >= _TARE_REST:
                return self._level
            yield _SAMPLE_US // 2
        raise DeviceError("hx711", "unsteady")

    def start_tare(self):
        """Steps: what lies there now is nothing."""
        self.zero = yield from self.start_settled()
        self.count = -1

    def poll(self, now_ms):
        """Look whether there is a reading; return the count where it changed, else -1.

        To be called about every 50 ms. The first count after a start is a change as well.
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
            # At the stop; or all bits alike: the wire is stuck, or the chip fell asleep meanwhile.
            self._forget("range")
            return -1
        self.trouble = ""
        self._take(value)
        return self._judge()

    def _read(self):
        """Return the reading that is ready, 24 bits with sign.

        The clock may stay high for 60 us at most, then the chip powers down. So the loop that reads
        does nothing else.
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

    def _judge(self):
        card = abs(self.card)
        if card < _LEAST_CARD or self._rest < _REST:
            return -1
        sign = 1 if self.card > 0 else -1
        above = (self._level - self.zero) * sign
        cards = (above + card // 2) // card
        rest = above - cards * card
        if not 0 <= cards <= self.most or abs(rest) * 3 > card:
            return -1  # no number of cards, or as much one count as the next
        if cards > self.count >= 0 and self._rest < _RISE_REST:
            return -1
        # Warmth moves the zero slowly, and cards are not all alike: what is left over goes there.
        # As a whole card never is left over, nothing that is drawn gets lost this way.
        self.zero += (rest + (4 if rest > 0 else 3)) // 8 * sign
        if cards == self.count:
            return -1
        self.count = cards
        return cards

    def _take(self, value):
        """Add a reading to the window; see whether the weight rests, and where."""
        last = self._last
        last.append(value)
        if len(last) < _WINDOW:
            return
        ordered = sorted(last)
        last.pop(0)
        middle = ordered[_WINDOW // 2]
        # The lowest and the highest may be a knock on the table or a bit read wrong.
        band = abs(self.card) // 3 or _NOISE
        if ordered[_WINDOW - 2] - ordered[1] > band:
            self._rest = 0
        elif self._rest and abs(middle - self._level) <= band:
            self._rest += 1
            self._level += (middle - self._level) // 2
        else:
            self._rest = 1
            self._level = middle

    def _forget(self, trouble=""):
        self.trouble = trouble
        self._last.clear()
        self._rest = 0
