"""The lights of the zones: a strip of WS2812, some lights of it under each zone.

Every state has a colour and a pattern of its own. The colours are those of Okabe and Ito, which
colour-blind people tell apart; the patterns tell the states apart without any colour. Nothing
flashes more than three times a second, for those whom that makes ill.
"""

try:
    from micropython import const
except ImportError:
    const = int

_FRAME_MS = const(40)
_LED_MA = const(1)  # of a dark light; each of its three colours takes up to 20 mA more
_COLOUR_MA = const(20)

_DARK = const(0)
_STEADY = const(1)
_BREATHE = const(2)
_BLINK = const(3)
_DOUBLE = const(4)  # up to here all lights of a zone are alike
_CHASE = const(5)
_FILL = const(6)
_SPREAD = const(7)
_HALVES = const(8)
_EVEN_ODD = const(9)
_ENDS = const(10)
_BOUNCE = const(11)

_WHITE = (255, 200, 140)
_GREEN = (0, 158, 70)  # bluish green
_VERMILION = (230, 60, 0)
_ORANGE = (230, 120, 0)
_SKY = (50, 140, 220)
_YELLOW = (230, 190, 20)
_BLUE = (0, 60, 255)
_PURPLE = (204, 60, 160)  # reddish purple

# The patterns of a zone that wants something look like what is wanted: cards laid out side by side
# fill it, squared-up cards spread from the middle, two halves of which one has to go.
STATES = {
    "idle": (_WHITE, _DARK),
    "turn": (_WHITE, _BREATHE),
    "read": (_SKY, _CHASE),
    "good": (_GREEN, _STEADY),
    "bad": (_VERMILION, _BLINK),
    "count": (_BLUE, _FILL),
    "two_zones": (_YELLOW, _HALVES),
    "foreign": (_PURPLE, _DOUBLE),
    "too_many": (_ORANGE, _EVEN_ODD),
    "stacked": (_ORANGE, _SPREAD),
    "lost": (_VERMILION, _ENDS),
    "teach": (_SKY, _BOUNCE),
}


def level(pattern, index, count, ms):
    """Return how bright (0 to 255) light `index` of `count` is in a pattern at a time."""
    if pattern == _DARK:
        return 0
    if pattern == _STEADY:
        return 255
    if pattern == _BREATHE:
        step = ms % 3000 * 512 // 3000
        if step > 255:
            step = 511 - step
        return 30 + step * step * 225 // 65025  # squared, as eyes see it
    if pattern == _BLINK:
        return 255 if ms % 400 < 200 else 0
    if pattern == _DOUBLE:
        ms %= 1600
        return 255 if ms < 160 or 340 <= ms < 500 else 0
    if pattern == _CHASE:
        head = ms % 800 * (count + 2) // 800
        behind = head - index
        return (255, 90, 20)[behind] if 0 <= behind < 3 else 0
    if pattern == _FILL:
        ms %= 2000
        return 255 if ms < 1600 and index <= ms * count // 1200 else 20
    if pattern == _SPREAD:
        ms %= 1200
        return 255 if ms < 1000 and abs(2 * index + 1 - count) <= ms * count // 800 else 0
    if pattern == _HALVES:
        return 255 if (ms % 1200 < 600) == (2 * index < count) else 0
    if pattern == _EVEN_ODD:
        return 255 if (ms // 350 + index) & 1 else 40
    if pattern == _ENDS:
        if index and index != count - 1:
            return 0
        return 255 if ms % 2400 < 240 else 90
    at = ms % 1800  # _BOUNCE
    if at >= 900:
        at = 1799 - at
    return 255 if at * (count + 1) // 900 == index else 20


def look(state, index, count, ms):
    """Return (red, green, blue), each 0 to 255, of a light at full brightness."""
    colour, pattern = STATES[state]
    high = level(pattern, index, count, ms)
    return tuple([each * high // 255 for each in colour])


class Leds:
    """The lights of all zones on one strip.

    `bright` (0 to 255) is for all; they get darker still where they would take more than `most_ma`.
    """

    def __init__(self, neopixel, bright=64, most_ma=500):
        self.bright = bright
        self.most_ma = most_ma
        self._neopixel = neopixel
        self._ranges = {}
        self._states = {}
        self._drawn = {}  # (state, brightness) of what stands still
        self._want = bytearray(neopixel.n * 3)  # as sent, but for the limit of current
        self._sent = bytearray(neopixel.n * 3)
        self._fresh = False  # whether the strip shows `_sent`
        self._next_ms = 0

    def add(self, name, first, count):
        """Let `count` lights from `first` on be those of `name`; they begin idle."""
        if first < 0 or count < 0 or first + count > self._neopixel.n:
            raise ValueError("no such lights: %d + %d" % (first, count))
        self._ranges[name] = (first, count)
        self._states[name] = "idle"

    def set(self, name, state):
        """Set the state of a zone; one without lights has none to set."""
        if name in self._ranges:
            STATES[state]
            self._states[name] = state

    def state(self, name):
        """Return the state of a zone, None if it has no lights."""
        return self._states.get(name)

    def draw(self, now_ms):
        """Show the lights as they are at this time; return whether anything was sent.

        Call it as often as you like: it draws 25 times a second, and sends what differs.
        """
        wait = self._next_ms - now_ms
        if 0 < wait <= _FRAME_MS:
            return False
        self._next_ms = now_ms + _FRAME_MS
        for name in self._ranges:
            state = self._states[name]
            still = STATES[state][1] <= _STEADY
            if still and self._drawn.get(name) == (state, self.bright):
                continue
            self._drawn[name] = (state, self.bright) if still else None
            self._draw(name, state, now_ms)
        return self._send()

    def off(self):
        """Darken all of them now; states stay set, and the next draw shows them again."""
        for i in range(len(self._want)):
            self._want[i] = 0
        self._drawn.clear()
        self._fresh = False
        self._send()

    def current_ma(self):
        """Return about how many milliamperes the strip takes as it shines now."""
        return self._neopixel.n * _LED_MA + sum(self._sent) * _COLOUR_MA // 255

    def _draw(self, name, state, ms):
        first, count = self._ranges[name]
        (red, green, blue), pattern = STATES[state]
        want = self._want
        bright = self.bright
        at = 3 * first
        if pattern <= _DOUBLE:
            high = level(pattern, 0, count, ms) * bright
            one = bytes((green * high // 65025, red * high // 65025, blue * high // 65025))
            want[at : at + 3 * count] = one * count
            return
        for index in range(count):
            high = level(pattern, index, count, ms) * bright
            want[at] = green * high // 65025
            want[at + 1] = red * high // 65025
            want[at + 2] = blue * high // 65025
            at += 3

    def _send(self):
        want = self._want
        part = self._part()
        buffer = self._neopixel.buf
        if part < 256:
            for i in range(len(want)):
                buffer[i] = want[i] * part >> 8
        else:
            buffer[:] = want
        # Sending keeps interrupts out for some 30 us a light, so it is not done for nothing.
        if self._fresh and buffer == self._sent:
            return False
        self._sent[:] = buffer
        self._neopixel.write()
        self._fresh = True
        return True

    def _part(self):
        """Return how much of the wished light there is current for, of 256."""
        room = max(0, (self.most_ma - self._neopixel.n * _LED_MA) * 255 // _COLOUR_MA)
        total = sum(self._want)
        return 256 if total <= room else room * 256 // total
