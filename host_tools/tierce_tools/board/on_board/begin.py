"""What all pieces share. Sent first; it stays while the others come and go.

A piece prints facts, a line of JSON each. `clock` and `files` are None on a board, where they are
made here; a modelled table brings its own.
"""

import gc
import json
import sys

board = config = None
_MOST = 1 << 19  # of a block of memory: more than any board has


def tell(fact, **more):
    """Print a fact."""
    more["fact"] = fact
    print(json.dumps(more))


def tidy():
    """Collect garbage, where memory is small."""
    if hasattr(gc, "mem_free"):
        gc.collect()


def attempt(part, function, *args):
    """Run a part of the examination; if it fails, that is a fact too."""
    try:
        function(*args)
    except Exception as error:
        tell("failed", part=part, error="%s: %s" % (type(error).__name__, error))
    tidy()


def done(steps):
    """Run the steps of a driver to their end, and return the result."""
    while True:
        try:
            wait = next(steps)
        except StopIteration as stop:
            return stop.value
        begun = clock.us()
        left = wait
        # What is long is slept in whole milliseconds, and so less than was asked for.
        while left > 0:
            clock.sleep_us(left)
            left = wait - ((clock.us() - begun) & 0x3FFFFFFF)


def forget(kept):
    """Forget what a piece has defined."""
    for name in list(globals()):
        if name not in kept:
            del globals()[name]
    tidy()


def look_at_memory():
    """Tell how much memory there is for a program that has not begun yet."""
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
    """Tell what runs here: MicroPython, the version of its compiled code, Tierce."""
    import machine

    implementation = sys.implementation
    mpy = getattr(implementation, "_mpy", 0)
    version = implementation.version
    tell("micropython", name=implementation.name, hz=machine.freq(), mpy=[mpy & 255, mpy >> 8 & 3],
         version="%d.%d.%d" % (version[0], version[1], version[2]))
    from app import VERSION

    tell("tierce", version=VERSION)


def set_up(language):
    """Read config.json, and build what it describes, as the program does."""
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
    unload("app.config", "app.schema", "app.errors", "app.errors_en", "app.errors_fr", "app.board")


def look_at_clock():
    """Tell what time it is by the board's clock."""
    tell("clock", ms=clock.ms())


def put_out():
    """Leave everything as a program that was stopped leaves it."""
    if board:
        for zone in board.zones:
            zone.reader.off()
        if board.leds:
            board.leds.off()
        if board.buzzer:
            board.buzzer.off()
