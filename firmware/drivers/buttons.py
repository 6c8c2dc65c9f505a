"""Push buttons: from levels and times to gestures. Polled every 10 ms or so; never waits."""

try:
    from micropython import const
except ImportError:
    const = int

SHORT = 0
DOUBLE = 1  # two presses, the second not later than _AGAIN_MS after the first ended
LONG = 2  # told while the button is still held
STUCK = 3  # held for so long that nobody means it
GESTURES = ("short", "double", "long", "stuck")

_STEADY_MS = const(25)  # a level is believed when it lasted this long
_AGAIN_MS = const(350)
_LONG_MS = const(700)
_STUCK_MS = const(15000)

# What a button is doing
_UP = const(0)
_BETWEEN = const(1)  # up again, and a second press may follow
_DOWN = const(2)
_SPENT = const(3)  # down, but this press has been told, or began before power came
_STUCK = const(4)  # and told to be stuck


class Buttons:
    """`pins` are ready inputs; low means pressed."""

    def __init__(self, pins):
        self._pins = pins
        # As last read, 1 pressed, and since when
        self._levels = bytearray([not pin.value() for pin in pins])
        self._level_ms = [0] * len(pins)
        self._states = bytearray([_SPENT if level else _UP for level in self._levels])
        self._state_ms = [0] * len(pins)  # when the press began, or ended

    def poll(self, now_ms):
        """Read all buttons; return (index, gesture) of those that told something."""
        told = ()
        for i in range(len(self._pins)):
            gesture = self._feed(i, not self._pins[i].value(), now_ms)
            if gesture >= 0:
                told += ((i, gesture),)
        return told

    def _feed(self, i, pressed, now_ms):
        """Take a button's level at this time; return a gesture, or -1."""
        if pressed != self._levels[i]:
            self._levels[i] = pressed
            self._level_ms[i] = now_ms
        since = self._level_ms[i]
        state = self._states[i]
        lasted = now_ms - self._state_ms[i]
        if pressed != (state >= _DOWN):
            if now_ms - since < _STEADY_MS:
                return -1
            gesture = -1
            if pressed:
                following = _DOWN
                if state == _BETWEEN:
                    gesture = SHORT
                    if since - self._state_ms[i] <= _AGAIN_MS:
                        gesture = DOUBLE
                        following = _SPENT
            else:
                following = _BETWEEN if state == _DOWN else _UP
            self._states[i] = following
            self._state_ms[i] = since
            return gesture
        if state == _BETWEEN and lasted > _AGAIN_MS:
            self._states[i] = _UP
            return SHORT
        if state == _DOWN and lasted >= _LONG_MS:
            self._states[i] = _SPENT
            return LONG
        if state == _SPENT and lasted >= _STUCK_MS:
            self._states[i] = _STUCK
            return STUCK
        return -1
