"""The common part of all pieces. It is sent first and stays while other pieces come and go.

A piece prints facts, one line of JSON each. On a board `clock` and `files` are None and are created
here; a modelled table passes its own.
"""

import gc
import json
import sys

board = config = None
_MOST = 1 << 19  # larger than any board's memory


def tell(fact, **more):
    """Print a fact."""
    more["fact"] = fact
    print(json.dumps(more))


def tidy():
    """Collect garbage, on a MicroPython only."""
    if hasattr(gc, "mem_free"):
        gc.collect()


def attempt(part, function, *args):
    """Run a part of the examination; report a failure as a fact."""
    try:
        function(*args)
    except Exception as error:
        tell("failed", part=part, error="%s: %s" % (type(error).__name__, error))
    tidy()


def done(steps):
    """Run a driver's steps to their end; return the result."""
    while True:
        try:
            wait = next(steps)
        except StopIteration as stop:
            return stop.value
        begun = clock.us()
        left = wait
        # Long sleeps are rounded down to milliseconds, so check and sleep again.
        while left > 0:
            clock.sleep_us(left)
            left = wait - ((clock.us() - begun) & 0x3FFFFFFF)


def forget(kept):
    """Delete the names that a piece defined."""
    for name in list(globals()):
        if name not in kept:
            del globals()[name]
    tidy()


def look_at_memory():
    """Report the free memory before the program starts."""
    if not hasattr(gc, "mem_free"):
        return
    gc.collect()
    free = gc.mem_free()
    low = 0
    high = min(free, _MOST)
    while high - low > 1024:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    tell("memory", free=free, largest=low)


def look_at_version():
    """Report the versions of MicroPython, of its .mpy format, and of Tierce."""
    import machine

    implementation = sys.implementation
    mpy = getattr(implementation, "_mpy", 0)
    version = implementation.version
    tell(
        "micropython",
        name=implementation.name,
        hz=machine.freq(),
        mpy=[mpy & 255, mpy >> 8 & 3],
        version="%d.%d.%d" % (version[0], version[1], version[2]),
    )
    from app import VERSION

    tell("tierce", version=VERSION)


def set_up(language):
    """Read config.json and build its hardware, as the program does."""
    global board, clock, config, files
    if files is None:
        from app.clock import Clock
        from app.files import Files

        clock = Clock()
        files = Files()
    from app import config as configs

    config, errors = configs.load(files)
    tell("config", errors=configs.say(errors, language), config=config)
    from app.board import build

    board = build(config, clock)
    tell("parts", faults=board.faults)
    from app.unload import unload

    configs = build = None
    unload("config", "start")


def look_at_clock():
    """Report the board's clock."""
    tell("clock", ms=clock.ms())


def put_out():
    """Switch everything off, as a stopped program does."""
    if board:
        for zone in board.zones:
            zone.reader.off()
        if board.leds:
            board.leds.off()
        if board.buzzer:
            board.buzzer.off()
