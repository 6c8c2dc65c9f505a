"""Push buttons: from levels and times to gestures. Polled every 10 ms or so; never waits."""

SHORT = 0
DOUBLE = 1  # two presses, the second not later than _AGAIN_MS after the first ended
LONG = 2  # told while the button is still held
STUCK = 3  # held for so long that nobody means it
GESTURES = ("short", "double", "long", "stuck")

PERIOD_US = 10000

_STEADY_MS = 25  # a level is believed when it lasted this long
_AGAIN_MS = 350
_LONG_MS = 700
_STUCK_MS = 15000

# What a button is doing
_UP = 0
_DOWN = 1
_BETWEEN = 2  # up again, and a second press may follow
_SPENT = 3  # down, but this press has been told, or began before power came


class Button:
    """One button, as a function of levels and times; it reads no pin and no clock.

    Where `doubles` is false, a short press is told when it ends, without waiting for a second one.
    """

    def __init__(self, down, doubles=True):
        self.down = down  # the level that is believed
        self._doubles = doubles
        self._state = _SPENT if down else _UP
        self._raw = down
        self._raw_at = -1  # since when the level is what it is; -1: since before the first poll
        self._at = 0  # when the press began, or ended
        self._down_at = 0
        self._told_stuck = False

    def feed(self, down, now_ms):
        """Take the level at this time; return a gesture, or -1."""
        if self._raw_at < 0:
            self._raw_at = self._down_at = now_ms
        if down != self._raw:
            self._raw = down
            self._raw_at = now_ms
        if down != self.down and now_ms - self._raw_at >= _STEADY_MS:
            self.down = down
            return self._pressed() if down else self._released()
        return self._waited(now_ms)

    def _pressed(self):
        self._down_at = self._raw_at
        self._told_stuck = False
        if self._state == _BETWEEN and self._raw_at - self._at <= _AGAIN_MS:
            self._state = _SPENT
            return DOUBLE
        late = self._state == _BETWEEN
        self._state = _DOWN
        self._at = self._raw_at
        return SHORT if late else -1

    def _released(self):
        state = self._state
        self._state = _UP
        if state != _DOWN:
            return -1
        if not self._doubles:
            return SHORT
        self._state = _BETWEEN
        self._at = self._raw_at
        return -1

    def _waited(self, now_ms):
        if self.down:
            if self._state == _DOWN and self._raw and now_ms - self._at >= _LONG_MS:
                self._state = _SPENT
                return LONG
            if not self._told_stuck and now_ms - self._down_at >= _STUCK_MS:
                self._told_stuck = True
                return STUCK
        elif self._state == _BETWEEN and not self._raw and now_ms - self._at > _AGAIN_MS:
            self._state = _UP
            return SHORT
        return -1


class Buttons:
    """`pins` are ready inputs. Low means pressed, unless `active_low` is false.

    `doubles` lists the buttons at which a double press means something; None: all.
    """

    def __init__(self, pins, active_low=True, doubles=None):
        self._pins = pins
        self._pressed = 0 if active_low else 1
        self._buttons = [
            Button(pins[i].value() == self._pressed, doubles is None or i in doubles)
            for i in range(len(pins))]

    def poll(self, now_ms):
        """Read all buttons; return a list of (index, gesture)."""
        told = []
        for i in range(len(self._pins)):
            gesture = self._buttons[i].feed(self._pins[i].value() == self._pressed, now_ms)
            if gesture >= 0:
                told.append((i, gesture))
        return told

    def held(self, index):
        """Whether the button is down; also before the first poll, for a safe start."""
        return self._buttons[index].down
