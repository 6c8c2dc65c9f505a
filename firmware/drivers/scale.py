"""A scale under the stock, an HX711 with a load cell: it counts the cards that lie there.

Weights are the chip's own units throughout; grams would only be a detour. `card` is what one card
weighs in them, `zero` what the empty scale does: both come from `start_tare` and `start_calibrate`
and are kept by the caller. `card` is negative where the load cell's wires are swapped.

Only a weight that rests is counted, so hands and falling cards are not.
"""

from drivers.steps import DeviceError

_PULSES = 25  # 24 bits, and one more for a gain of 128 next time
_SAMPLE_US = 100000  # ten a second
_TOP = (1 << 23) - 1  # as much as the chip can say
_WINDOW = 5
_REST = 5  # readings in a row within the band that make a weight one that rests
_RISE_REST = 30  # the same for a weight that grew: a hand leans, cards laid back stay
_SILENT_MS = 2000
_LEAST_CARD = 100  # lighter than this in units, noise is taken for cards
_NOISE = 300  # how far readings of a weight that rests may lie apart before a card is known


class HX711:
    """`data` is an input and `clock` an output pin, low between readings.

    The clock may stay high for 60 us at most, then the chip powers down. So the loop that reads
    does nothing else.
    """

    def __init__(self, data, clock):
        self._data = data
        self._clock = clock
        clock.value(0)

    def ready(self):
        return not self._data.value()

    def read(self):
        """Return the reading that is ready, 24 bits with sign."""
        clock = self._clock.value
        data = self._data.value
        bits = 0
        for _ in range(24):
            clock(1)
            clock(0)
            bits = bits << 1 | data()
        for _ in range(_PULSES - 24):
            clock(1)
            clock(0)
        return bits - (1 << 24) if bits & 1 << 23 else bits

    def start_reset(self):
        """Steps: power down and up again; its first reading takes 400 ms from here."""
        self._clock.value(1)
        yield 100
        self._clock.value(0)
        yield 1000

    def start_read(self):
        """Steps: wait for a reading, a second at most, and return it."""
        for _ in range(100):
            if self.ready():
                return self.read()
            yield _SAMPLE_US // 10
        raise DeviceError("hx711", "timeout")


def drawn(previous, now):
    """Return how many cards left the stock between two counts; negative: so many came back."""
    return previous - now if previous >= 0 and now >= 0 else 0


class Scale:
    """`count` is how many cards lie in the stock, -1 while nobody knows.

    `most` is how many there can be: what weighs more is a hand or a glass.
    """

    def __init__(self, data, clock, card=0, zero=0, most=108):
        self.chip = HX711(data, clock)
        self.card = card
        self.zero = zero
        self.most = most
        self.count = -1
        self.trouble = ""  # "silent" or "range", for the screen
        self.leaning = False  # more weight than the stock can have, or not resting yet
        self._last = [0] * _WINDOW  # readings, in a ring
        self._sorted = [0] * _WINDOW
        self._taken = 0
        self._rest = 0  # how long the weight rests, in readings
        self._level = 0  # where it rests
        self._heard_ms = -1

    def start_open(self):
        """Steps: wake the chip and read it once; return that."""
        yield from self.chip.start_reset()
        value = yield from self.chip.start_read()
        self._forget()
        return value

    def start_settled(self, readings=10):
        """Steps: wait until the weight rests, ten seconds at most; return it."""
        self._forget()
        for _ in range(100):
            self._take((yield from self.chip.start_read()))
            if self._rest >= readings:
                return self._level
            yield _SAMPLE_US // 2
        raise DeviceError("hx711", "unsteady")

    def start_tare(self):
        """Steps: what lies there now is nothing. Return the new `zero`."""
        zero = yield from self.start_settled()
        self.zero = zero
        self.count = -1
        return zero

    def start_calibrate(self, cards):
        """Steps: what lies there now is so many cards. Return the new `card`."""
        level = yield from self.start_settled()
        card = (level - self.zero + cards // 2) // cards
        if abs(card) < _LEAST_CARD:
            raise DeviceError("hx711", "weight")
        self.card = card
        self.count = cards
        return card

    def poll(self, now_ms):
        """Look whether there is a reading; return the count where it changed, else -1.

        To be called about every 50 ms. The first count after a start is a change as well.
        """
        if self._heard_ms < 0:
            self._heard_ms = now_ms
        if not self.chip.ready():
            if now_ms - self._heard_ms >= _SILENT_MS:
                self.trouble = "silent"
                self._forget()
            return -1
        self._heard_ms = now_ms
        value = self.chip.read()
        if value >= _TOP or value <= -_TOP - 1 or value in (0, -1):
            # At the stop; or all bits alike: the wire is stuck, or the chip fell asleep meanwhile.
            self.trouble = "range"
            self._forget()
            return -1
        self.trouble = ""
        if abs(self.card) < _LEAST_CARD:
            return -1  # not calibrated
        self._take(value)
        return self._judge()

    def _judge(self):
        card = abs(self.card)
        sign = 1 if self.card > 0 else -1
        above = (self._level - self.zero) * sign
        cards = (above + card // 2) // card
        self.leaning = cards > self.most
        if self._rest < _REST:
            self.leaning = self.leaning or cards > self.count >= 0
            return -1
        if not 0 <= cards <= self.most:
            return -1
        rest = above - cards * card
        if abs(rest) * 3 > card:
            return -1  # as much one count as the next
        if cards > self.count >= 0 and self._rest < _RISE_REST:
            self.leaning = True
            return -1
        # Warmth moves the zero slowly, and cards are not all alike: what is left over goes there.
        # As a whole card never is left over, nothing that is drawn gets lost this way.
        self.zero += (rest + (4 if rest > 0 else 3)) // 8 * sign
        if cards == self.count:
            return -1
        self.count = cards
        return cards

    def _take(self, value):
        """Put a reading into the window; see whether the weight rests, and where."""
        last = self._last
        last[self._taken % _WINDOW] = value
        self._taken += 1
        if self._taken < _WINDOW:
            return
        ordered = self._sorted
        for i in range(_WINDOW):
            ordered[i] = last[i]
        ordered.sort()
        middle = ordered[_WINDOW // 2]
        # The lowest and the highest may be a knock on the table or a bit read wrong.
        band = abs(self.card) // 3 or _NOISE
        steady = ordered[_WINDOW - 2] - ordered[1] <= band
        if self._rest and abs(middle - self._level) > band:
            self._rest = 0
        if not steady:
            self._rest = 0
        elif self._rest:
            self._rest += 1
            self._level += (middle - self._level) // 2
        else:
            self._rest = 1
            self._level = middle

    def _forget(self):
        self._taken = 0
        self._rest = 0
