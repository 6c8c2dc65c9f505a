"""Push buttons: turns edges into gestures. An interrupt notes the edges; `poll` never waits.

The chip latches the edges of its pins, even while a flash erase blocks interrupts, so a press is
noted whatever the program does. The next `poll` processes the noted edges with their times, as if
it had polled all the time, and returns the gestures in order.

An edge that was latched while interrupts were blocked has no time of its own: if the last poll was
25 ms ago or more, a press counts as begun 30 ms before its interrupt. Several presses during one
flash erase count as one.
"""

from array import array

from drivers.steps import MASK

SHORT = 0
DOUBLE = 1  # two presses, the second not later than _AGAIN_MS after the first ended
LONG = 2  # reported while the button is still held
STUCK = 3  # held for _STUCK_MS: surely by mistake
HELD = 4  # if `repeats`: every _HELD_MS while a button is held on after LONG
GESTURES = ("short", "double", "long", "stuck", "held")

_STEADY_MS = 25  # debounce: a level counts once it has lasted this long
_AGAIN_MS = 350
_LONG_MS = 700
_HELD_MS = 300
_STUCK_MS = 15000
_LATCHED_MS = 30  # assumed age of a press that may have been latched
_STEP_MS = 25  # missed polls are made up for in steps of this length
_CALM_MS = 1000  # made up for in such steps at most: after that only STUCK can follow
_NOTED = 32  # edges that can wait; bounces take no place

# States of a button
_UP = 0
_BETWEEN = 1  # released; a second press may follow
_DOWN = 2
_SPENT = 3  # down, but this press was reported already, or began before power-on
_STUCK = 4  # down and reported as stuck

_BOTH = 12  # Pin.IRQ_FALLING | Pin.IRQ_RISING
_FALLING = 4
_RISING = 8


class _Edges:
    """The interrupt handler of one pin of `buttons`. Nothing that it calls allocates memory."""

    def __init__(self, buttons: "Buttons", index: int, pin: "ButtonPin") -> None:
        self.buttons = buttons
        self.index = index
        self.irq = pin.irq(self.note, _BOTH, hard=True)

    def note(self, pin: "ButtonPin") -> None:
        flags = self.irq.flags()
        buttons = self.buttons
        us = buttons.us()  # pyright: ignore[reportOptionalCall]
        if flags & _FALLING:
            buttons.note(self.index, 1, us)
        if flags & _RISING and (flags & _BOTH != _BOTH or pin.value()):
            buttons.note(self.index, 0, us)


class Buttons:
    """`pins` are ready inputs; low means pressed. Without `us` they are polled only.

    `us()` returns microseconds, which wrap as in drivers.steps.
    """

    def __init__(self, pins: "Sequence[ButtonPin]", us: "Callable[[], int] | None" = None) -> None:
        self.pins = pins
        self.us = us
        self.polled_us = us() if us else 0
        self._polled_ms = -1  # when `poll` was called last; -1: never
        # The level last read, 1 for pressed, and the time of its change
        self._levels = bytearray([not pin.value() for pin in pins])
        self._level_ms = [0] * len(pins)
        self._states = bytearray([_SPENT if level else _UP for level in self._levels])
        self._state_ms = [0] * len(pins)  # when the press began, or ended
        self.repeats = False  # whether a button that is held gives HELD
        self._repeat_ms = 0  # the time of the next HELD
        # A ring of noted edges: number n is at index n % _NOTED, and numbers never wrap. The
        # interrupt may remove its last edge until `poll` claims it.
        self._whose = bytearray(_NOTED)  # 2 * index, plus 1 for a press
        self._when = array("I", [0] * _NOTED)
        self._next = 0  # number of the next edge
        self._claimed = 0  # `poll` has claimed the edges below this number
        self._done = 0  # the places of edges below this number are free
        if us:
            self._edges = [_Edges(self, i, pins[i]) for i in range(len(pins))]

    def note(self, index: int, pressed: int, us: int) -> None:
        """Note an edge. If it undoes the last one within the debounce time, both are dropped.

        After a pause in polling, interrupts may have been blocked, so a press is dated back.
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

    def poll(self, now_ms: int) -> "Sequence[tuple[int, int]]":
        """Read all buttons; return a tuple of (index, gesture) since the last poll, in order."""
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

    def _look(self, told: "tuple[tuple[int, int], ...]", ms: int, now: bool) -> "tuple[tuple[int, int], ...]":
        """Process the levels of all buttons at time `ms`: as read now, or as last known."""
        for i in range(len(self.pins)):
            pressed = not self.pins[i].value() if now else self._levels[i]
            gesture = self._feed(i, pressed, ms)
            if gesture >= 0:
                told += ((i, gesture),)
        return told

    def _catch_up(self, ms: int, now_ms: int, us: int) -> "tuple[tuple[int, int], ...]":
        """Process the edges noted since the last poll, each at its time."""
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

    def _pass(self, told: "tuple[tuple[int, int], ...]", ms: int, until: int) -> "tuple[tuple[int, int], ...]":
        """Process the time from `ms` to `until`, in which no level changed."""
        end = min(until, ms + _CALM_MS)
        while ms < end:
            ms = min(ms + _STEP_MS, end)
            told = self._look(told, ms, False)
        return self._look(told, until, False)

    def _feed(self, i: int, pressed: int, now_ms: int) -> int:
        """Process a button's level at this time; return a gesture, or -1."""
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
                        self._repeat_ms = now_ms + _LONG_MS
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
            self._repeat_ms = now_ms + _HELD_MS
            return LONG
        if state == _SPENT and lasted >= _STUCK_MS:
            self._states[i] = _STUCK
            return STUCK
        if state == _SPENT and self.repeats and now_ms >= self._repeat_ms:
            self._repeat_ms = now_ms + _HELD_MS
            return HELD
        return -1
