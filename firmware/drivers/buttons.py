"""Push buttons: from edges and times to gestures. Edges are noted by interrupt; `poll` never waits.

The chip latches the edges of its pins, also while a flash erase keeps interrupts out: so a press is
noted whatever the program does. What is noted waits for the next `poll`, which sees it as if it had
polled all the time: gestures are told in their order, made of the times of the edges.

An edge that was latched while interrupts were out has no time of its own: where nobody has polled
for 25 ms, a press counts as begun 30 ms before it was heard of. Of several presses during one flash
erase one is left.
"""

from array import array

from drivers.steps import MASK

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
_LATCHED_MS = const(30)  # what a press has lasted that may have been latched for a while
_STEP_MS = const(25)  # polls that were missed are made up for in such steps
_CALM_MS = const(1000)  # longer without an edge no gesture begins but the last
_NOTED = const(32)  # edges; those that bounce take none

# What a button is doing
_UP = const(0)
_BETWEEN = const(1)  # up again, and a second press may follow
_DOWN = const(2)
_SPENT = const(3)  # down, but this press has been told, or began before power came
_STUCK = const(4)  # and told to be stuck

_BOTH = const(12)  # Pin.IRQ_FALLING | Pin.IRQ_RISING
_FALLING = const(4)
_RISING = const(8)


class _Edges:
    """Hears the interrupts of one pin, for `buttons`. Nothing that it calls allocates memory."""

    def __init__(self, buttons, index, pin):
        self.buttons = buttons
        self.index = index
        self.irq = pin.irq(self.hear, _BOTH, hard=True)

    def hear(self, pin):
        flags = self.irq.flags()
        buttons = self.buttons
        us = buttons.us()
        if flags & _FALLING:
            buttons.note(self.index, 1, us)
        if flags & _RISING and (flags & _BOTH != _BOTH or pin.value()):
            buttons.note(self.index, 0, us)


class Buttons:
    """`pins` are ready inputs; low means pressed. They are only polled where there is no `us`.

    `us()` gives microseconds, that wrap as in drivers.steps.
    """

    def __init__(self, pins, us=None):
        self.pins = pins
        self.us = us
        self.polled_us = us() if us else 0
        self._polled_ms = -1  # when `poll` was called last; -1: never
        # As last read, 1 pressed, and since when
        self._levels = bytearray([not pin.value() for pin in pins])
        self._level_ms = [0] * len(pins)
        self._states = bytearray([_SPENT if level else _UP for level in self._levels])
        self._state_ms = [0] * len(pins)  # when the press began, or ended
        # The edges noted, in a ring. What an interrupt has put there it may take back, as long as
        # it was not claimed. Numbers only grow.
        self._whose = bytearray(_NOTED)  # 2 * index, and 1 where it was pressed
        self._when = array("I", [0] * _NOTED)
        self._next = 0  # the one that is noted next
        self._claimed = 0  # those before are, or were, looked at
        self._done = 0  # those before are free
        if us:
            self._edges = [_Edges(self, i, pins[i]) for i in range(len(pins))]

    def note(self, index, pressed, us):
        """Note an edge; one that takes back the last within a bounce's time leaves nothing.

        Where nobody has polled for a while interrupts may have been out: then a press began before.
        """
        whose = 2 * index + pressed
        last = self._next - 1
        if last >= self._claimed and self._whose[last % _NOTED] >> 1 == index:
            if self._whose[last % _NOTED] == whose:
                return
            if (us - self._when[last % _NOTED] & MASK) < 1000 * _STEADY_MS:
                self._next = last
                return
        if pressed and (us - self.polled_us & MASK) >= 1000 * _STEADY_MS:
            us = us - 1000 * _LATCHED_MS & MASK
        if last + 1 - self._done < _NOTED:
            self._whose[(last + 1) % _NOTED] = whose
            self._when[(last + 1) % _NOTED] = us
            self._next = last + 2

    def poll(self, now_ms):
        """Read all buttons; return (index, gesture) of those that told something since."""
        told = ()
        if self.us:
            us = self.us()
            before = self._polled_ms
            if before < 0:
                before = now_ms - (us - self.polled_us & MASK) // 1000
            if self._next != self._done:
                told = self._catch_up(before, now_ms, us)
            self.polled_us = us
            self._polled_ms = now_ms
        return self._look(told, now_ms, True)

    def _look(self, told, ms, now):
        """Feed the levels of all buttons at this time: as they are now, or as they were then."""
        for i in range(len(self.pins)):
            pressed = not self.pins[i].value() if now else self._levels[i]
            gesture = self._feed(i, pressed, ms)
            if gesture >= 0:
                told += ((i, gesture),)
        return told

    def _catch_up(self, ms, now_ms, us):
        """Feed the edges that were noted between two polls, each at its time."""
        end = -1
        while end != self._next:  # an interrupt may come in between
            end = self._next
            self._claimed = end
        told = ()
        for at in range(self._done, end):
            whose = self._whose[at % _NOTED]
            then = max(ms, now_ms - (us - self._when[at % _NOTED] & MASK) // 1000)
            told = self._pass(told, ms, then)
            self._feed(whose >> 1, whose & 1, then)
            ms = then
        self._done = end
        return self._pass(told, ms, now_ms)

    def _pass(self, told, ms, until):
        """Let the time pass in which no button moved."""
        end = min(until, ms + _CALM_MS)
        while ms < end:
            ms = min(ms + _STEP_MS, end)
            told = self._look(told, ms, False)
        return self._look(told, until, False)

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
