"""How a driver waits: it does not.

What takes time is a generator, made by a method named `start_...`: steps. Making them does nothing
yet. Each `next` is one poll; it yields for how many microseconds it wants to be left alone, and
returns its result. Steps that nobody will poll again must be closed. So the same driver runs under
a plain loop, under asyncio, and under a clock that a test moves.
"""

# Clocks of microseconds count to here and begin anew, as time.ticks_us does on every board. One
# more would be no small integer there, and reckoning with it would allocate memory.
MASK = 0x3FFFFFFF


class DeviceError(OSError):
    """A chip does not do what it should: `device` says which, `reason` how, in one word."""

    def __init__(self, device, reason):
        super().__init__("%s: %s" % (device, reason))
        self.device = device
        self.reason = reason


def since(now, then):
    """Return the microseconds from `then` to `now`, readings of a clock that wraps.

    Right for up to nine minutes either way.
    """
    return ((now - then + 0x20000000) & 0x3FFFFFFF) - 0x20000000


def poll(steps):
    """Poll once: return (microseconds to wait, None), or (-1, result) when it is done."""
    try:
        return next(steps), None
    except StopIteration as stop:
        return -1, stop.value


def blocking(steps, sleep_us):
    """Run to the end and return the result, sleeping in between."""
    while True:
        wait, result = poll(steps)
        if wait < 0:
            return result
        sleep_us(wait)


async def finish(steps, sleep_ms):
    """Run to the end under asyncio and return the result; `sleep_ms` as of MicroPython's asyncio.

    Waits are rounded up to its milliseconds: for what must be quick, there is `blocking`.
    """
    while True:
        wait, result = poll(steps)
        if wait < 0:
            return result
        await sleep_ms((wait + 999) // 1000)
