"""The lights of the zones: a strip of WS2812 LEDs, with a range of LEDs under each zone.

Every state has its colour and its pattern. The colours are from the palette of Okabe and Ito, which
colour-blind people can tell apart; the patterns differ even without colour. Nothing flashes more
than three times a second, to be safe for people with photosensitive epilepsy.
"""

from array import array
from binascii import crc32

_FRAME_MS = 40
_LED_MA = 1  # drawn by a dark LED; each of its three colours adds up to _COLOUR_MA
_COLOUR_MA = 20

STATES = (
    "idle",
    "good",  # steady
    "turn",
    "bad",
    "foreign",  # up to here all lights of a zone look the same
    "read",
    "count",
    "two_zones",
    "too_many",
    "stacked",
    "lost",
    "teach",
    "joker",
)
_IDLE = 0
_GOOD = 1
_TURN = 2
_BAD = 3
_FOREIGN = 4
_READ = 5
_COUNT = 6
_TWO_ZONES = 7
_TOO_MANY = 8
_STACKED = 9
_LOST = 10
_TEACH = 11
_NOT = 255

# Each state's green, red and blue, in the order of the WS2812
COLOURS = (
    b"\xc8\xff\x8c"  # white
    b"\x9e\x00\x46"  # bluish green
    b"\xc8\xff\x8c"
    b"\x3c\xe6\x00"  # vermilion
    b"\x3c\xcc\xa0"  # reddish purple
    b"\x8c\x32\xdc"  # sky blue
    b"\x3c\x00\xff"  # blue
    b"\xbe\xe6\x14"  # yellow
    b"\x78\xe6\x00"  # orange
    b"\x78\xe6\x00"
    b"\x3c\xe6\x00"
    b"\x8c\x32\xdc"
    b"\xbe\xe6\x14"
)


def level(state: int, index: int, count: int, ms: int) -> int:
    """Return the brightness (0 to 255) of light `index` of `count` in a state at time `ms`.

    Some patterns show what to do: "count" fills the zone as cards laid side by side, "stacked"
    spreads from the middle, "two_zones" alternates between two halves.
    """
    low = 0
    if state == _IDLE:
        lit = False
    elif state == _GOOD:
        lit = True
    elif state == _TURN:  # breathes; squared, to look even to the eye
        ms = 1500 - abs(ms % 3000 - 1500)
        return 30 + ms * ms // 10000
    elif state == _BAD:
        lit = ms % 400 < 200
    elif state == _FOREIGN:  # blinks twice
        ms %= 1600
        lit = ms < 160 or 340 <= ms < 500
    elif state == _READ:  # one runs across, with a tail
        behind = ms % 800 * (count + 2) // 800 - index
        lit = behind == 0
        if 0 < behind < 3:
            low = 160 - 70 * behind
    elif state == _COUNT:
        ms %= 2000
        low = 20
        lit = ms < 1600 and index <= ms * count // 1200
    elif state == _TWO_ZONES:
        lit = (ms % 1200 < 600) == (2 * index < count)
    elif state == _TOO_MANY:
        low = 40
        lit = (ms // 350 + index) & 1
    elif state == _STACKED:
        ms %= 1200
        lit = ms < 1000 and abs(2 * index + 1 - count) <= ms * count // 800
    elif state == _LOST:  # only the first and last light
        if not index or index == count - 1:
            low = 90
        lit = low and ms % 2400 < 240
    elif state == _TEACH:  # one runs to and fro
        low = 20
        lit = abs(ms % 1800 - 900) * (count + 1) // 900 == index
    else:  # joker: lit with a wink
        lit = ms % 2400 > 300
    return 255 if lit else low


class Leds:
    """The lights of all zones on one strip.

    `bright` (0 to 255) applies to all lights. They are dimmed further if they would draw more than
    `most_ma` milliamperes.
    """

    def __init__(self, neopixel: "NeoPixel", bright: int = 64, most_ma: int = 500) -> None:
        self._bright = bright
        self._neopixel = neopixel
        # The highest allowed sum of all bytes sent
        self._room = max(0, (most_ma - neopixel.n * _LED_MA) * 255 // _COLOUR_MA)
        self._names = []
        self._ranges = array("H")  # for each zone its first light and their number
        self._states = bytearray()
        self._drawn = bytearray()  # the states drawn in the strip's buffer, _NOT: none
        self._sum = -1  # the checksum of the bytes last sent
        self._next_ms = 0

    def add(self, name: str, first: int, count: int) -> None:
        """Give zone `name` the `count` lights from `first` on, in state idle.

        Raises ValueError if the strip lacks these lights.
        """
        if first < 0 or count < 0 or first + count > self._neopixel.n:
            raise ValueError("no such lights: %d + %d" % (first, count))
        self._names.append(name)
        self._ranges.extend(array("H", (first, count)))
        self._states.append(_IDLE)
        self._drawn.append(_NOT)

    def set(self, name: str, state: str) -> None:
        """Set the state of a zone; a zone without lights is ignored."""
        if name in self._names:
            self._states[self._names.index(name)] = STATES.index(state)

    def state(self, name: str) -> "str | None":
        """Return the state of a zone, None if it has no lights."""
        if name in self._names:
            return STATES[self._states[self._names.index(name)]]
        return None

    def draw(self, now_ms: int) -> bool:
        """Draw the lights for this time; return whether anything was sent.

        Call it as often as you like: it draws at most 25 times a second and sends only changes.
        """
        if 0 < self._next_ms - now_ms <= _FRAME_MS:
            return False
        self._next_ms = now_ms + _FRAME_MS
        buffer = self._neopixel.buf
        for zone in range(len(self._states)):
            state = self._states[zone]
            if state > _GOOD or state != self._drawn[zone]:
                self._drawn[zone] = state
                self._draw(buffer, zone, now_ms)
        total = sum(buffer)
        if total > self._room:
            for i in range(len(buffer)):
                buffer[i] = buffer[i] * self._room // total
            self._forget()
        # Sending blocks interrupts for some 30 us per light, so send only changes.
        now = crc32(buffer)
        if now == self._sum:
            return False
        self._sum = now
        self._neopixel.write()
        return True

    def off(self) -> None:
        """Switch all lights off now. The states stay, and the next draw shows them again."""
        self._neopixel.fill((0, 0, 0))
        self._neopixel.write()
        self._sum = -1
        self._forget()

    def _forget(self) -> None:
        for zone in range(len(self._drawn)):
            self._drawn[zone] = _NOT

    def _draw(self, buffer: bytearray, zone: int, ms: int) -> None:
        state = self._states[zone]
        count = self._ranges[2 * zone + 1]
        at = 3 * self._ranges[2 * zone]
        end = at + 3 * count
        index = 0
        while at < end:
            high = level(state, index, count, ms) * self._bright
            for i in range(3 * state, 3 * state + 3):
                buffer[at] = COLOURS[i] * high // 65025
                at += 1
            index += 1
            if state <= _FOREIGN:
                buffer[at:end] = bytes(buffer[at - 3 : at]) * (count - 1)
                break
