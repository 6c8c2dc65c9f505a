"""Steps: how drivers take time without blocking.

An operation that takes time is a generator, called steps. A method named `start_...` returns it;
that alone does nothing. Each `next` is one poll: it yields the microseconds until the next poll is
due, and in the end the generator returns its result. Steps that are abandoned must be closed. This
way a driver runs in a plain loop, under asyncio, and with a clock that a test controls.
"""

# Microsecond clocks wrap after this value, as time.ticks_us does on every board. A larger value
# would not be a small integer there, and arithmetic with it would allocate memory.
MASK = 0x3FFFFFFF


class DeviceError(OSError):
    """A chip fails: `device` is its name, `reason` the kind of failure, one word each."""

    def __init__(self, device: str, reason: str) -> None:
        super().__init__("%s: %s" % (device, reason))
        self.device = device
        self.reason = reason


def since(now: int, then: int) -> int:
    """Return the microseconds from `then` to `now`, two readings of a clock that wraps.

    Valid for up to nine minutes in either direction.
    """
    return ((now - then + 0x20000000) & 0x3FFFFFFF) - 0x20000000


def poll(steps: "Steps[T]") -> "tuple[int, Any]":
    """Poll steps once; return (microseconds to wait, None), or (-1, result) at the end."""
    try:
        return next(steps), None
    except StopIteration as stop:
        return -1, stop.value


def blocking(steps: "Steps[T]", sleep_us: "Callable[[int], object]") -> "T":
    """Run steps to their end, with `sleep_us` between polls; return the result."""
    while True:
        wait, result = poll(steps)
        if wait < 0:
            return result
        sleep_us(wait)


async def finish(steps: "Steps[T]", sleep_ms: "Callable[[int], Awaitable[object]]") -> "T":
    """Run steps to their end under asyncio; return the result.

    `sleep_ms` is that of MicroPython's asyncio. Waits are rounded up to whole milliseconds: use
    `blocking` for steps that must be quick.
    """
    while True:
        wait, result = poll(steps)
        if wait < 0:
            return result
        await sleep_ms((wait + 999) // 1000)
