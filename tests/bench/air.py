"""Benchmark of the air: how long scans of a table take, beside what ISO 15693 makes them take.

    make bench-air ARGS="--seeds 50"

Times are of the modelled table's clock: twelve PN5180 behind decoders on one bus of 2 MHz, wired as
in the plans. The limit is computed from the standard's times, for the actual UIDs. A is a full
inventory: sixteen slots, and each collision is split in two. C is a check: one round without
further questions; the figure is the mean of two checks, as every second one asks more if tags share
a slot. With at most one tag, both use a single slot.

`ratio` is the time without the SPI transfers, divided by the limit; the goal is at most 1.15.
Medians over the seeds are printed, and the worst ratio. `Rig`, `Zones` and `notice` serve tests too.
"""

import argparse
import random
import statistics
from types import SimpleNamespace

from drivers.lines import DecodedLines, Decoder, Resets
from drivers.pn5180 import PN5180
from drivers.pn5180_fast import FastPN5180
from drivers.steps import blocking
from tierce_tools import twin
from tierce_tools.twin.inventory import limit_a, limit_c, query_us, questions, slots

ZONES = 12
TABLES = {f"N={count}": [count] * ZONES for count in (0, 1, 3, 5, 7, 13)} | {"typical": [4] * 8 + [3] + [0] * 3}
SETTLE = (1000, 5000)


class Rig:
    """Twelve readers, wired as in the plans, each with an antenna, on a modelled board."""

    def __init__(
        self, zones: int = ZONES, faults=None, hz: int = 2_000_000, irq: bool = False, fast: bool = False
    ) -> None:
        machine, _ = twin.modules()
        from tierce_tools.twin import board, clock, field, hc, pn5180

        self.clock = clock.Clock()
        self.board = machine.plug(board.Board(self.clock))
        self.air = field.Air(self.clock, faults)
        wire, bus = self.board.wire, self.board.spi(0)
        self.decoder = hc.Decoder([wire(number) for number in (5, 6, 7, 8)], wire(9))
        self.resets = hc.ShiftRegister(bus, wire(14), 16)
        self.antennas = [field.Antenna(self.air, f"zone{number}") for number in range(zones)]
        ends = zip(self.decoder.outputs, self.antennas, self.resets.outputs)  # noqa: B905 - MicroPython has no strict
        self.chips = [
            pn5180.Pn5180(bus, select, antenna, reset=reset, serial=number)
            for number, (select, antenna, reset) in enumerate(ends)
        ]
        self.busy = hc.Or([chip.busy for chip in self.chips], wire(12))
        self.irq = hc.Or([chip.irq for chip in self.chips], wire(13))

        pin = machine.Pin
        spi = machine.SPI(0, hz)
        decoder = Decoder([pin(number, pin.OUT) for number in (5, 6, 7, 8)], pin(9, pin.OUT, value=1))
        latches = Resets(spi, pin(14, pin.OUT), 16)
        busy, asks = pin(12, pin.IN), pin(13, pin.IN) if irq else None
        kind = FastPN5180 if fast else PN5180
        self.readers = []
        for number in range(zones):
            lines = DecodedLines(decoder, number, busy, latches, asks)
            self.readers.append(kind(spi, lines, self.clock, self.readers and self.readers[0]))

    def run(self, steps):
        """Run steps to their end on the modelled clock; return their result."""
        return blocking(steps, self.clock.sleep_us)

    def open(self) -> "Rig":
        for reader in self.readers:
            self.run(reader.start_open())
        return self

    def lay(self, zone: int, uids: list[bytes], **how) -> None:
        """Put exactly these tags in a zone."""
        from tierce_tools.twin.tags import Tag15693

        self.antennas[zone].tags = [Tag15693(uid, **how) for uid in uids]


def some_uids(dice: random.Random, count: int) -> list[bytes]:
    """Return UIDs of SLIX2 cards."""
    return [b"\xe0\x04\x01" + bytes(dice.randrange(256) for _ in range(5)) for _ in range(count)]


def limit_checked(uids: list[bytes]) -> float:
    """Return the least time of a check and, every second time, of one question about a slot that tags share.

    Without the latter a table whose tags happen to share many slots would look slow.
    """
    asked = [query_us(next(questions(here))[1]) for here in slots(uids).values() if len(here) > 1]
    return limit_c(uids) + (statistics.mean(asked) / 2 if asked else 0)


def measure(counts: list[int], settle_us: int, seed: str) -> dict[str, tuple[float, float, float]]:
    """Scan a table; return (limit, time, SPI time) in microseconds for "A" and "C"."""
    dice = random.Random(seed)
    rig = Rig().open()
    cards = [some_uids(dice, count) for count in counts]
    for zone, uids in enumerate(cards):
        # Readers adapt to their chip and zone during the first scans.
        for limit, lying in ((40, some_uids(dice, 40)), (20, uids)):
            rig.lay(zone, lying)
            rig.readers[zone].limit = limit
            rig.run(rig.readers[zone].start_inventory(settle_us))
    results = {}
    for name, limit, times in (("A", limit_a, 1), ("C", limit_checked, 2)):
        begun, bus = rig.clock.now, rig.clock.bus_us
        for zone, uids in enumerate(cards * times):
            reader = rig.readers[zone % ZONES]
            scan = rig.run(reader.start_inventory(settle_us) if name == "A" else reader.start_scan(uids, settle_us))
            if sorted(scan.seen) != sorted(uids):
                raise AssertionError(f"{name} {seed}: {scan}")
        took, on_bus = ((now - before) / times for now, before in ((rig.clock.now, begun), (rig.clock.bus_us, bus)))
        results[name] = sum(limit(uids) + settle_us for uids in cards), took, on_bus
    if rig.air.overlaps or rig.air.early or rig.air.bad:
        raise AssertionError("two fields at once, or requests that no tag could hear")
    return results


class Zones:
    """Zones of a rig, scanned by the app's own schedule; `lay` places the cards."""

    def __init__(self, rig: Rig, uids: list[bytes]) -> None:
        from app.sensing.presence import Presence
        from app.sensing.readers import HOT, Readers, Zone

        self.rig = rig
        self.uids = uids
        zones = [Zone(f"meld{index + 1}", index + 1, reader, 5000) for index, reader in enumerate(rig.readers)]
        self.troubles: list[tuple] = []
        self.presence = Presence(len(zones))
        trouble = lambda *trouble: self.troubles.append(trouble)  # noqa: E731
        deck = SimpleNamespace(card=lambda uid: uids.index(uid) if uid in uids else -1, uid=uids.__getitem__)
        self.readers = Readers(rig.clock, zones, self.presence, deck, trouble, lambda: None)
        self.readers.attend(bytes([HOT] * len(zones)))
        self.steps = self.readers.run()

    def lay(self, zone: int, cards: list[int]) -> None:
        self.rig.lay(zone, [self.uids[card] for card in cards])

    def scan(self) -> None:
        """Run until a scan has ended."""
        scans = self.readers.scans
        for _ in range(100000):
            self.rig.clock.sleep_us(next(self.steps))
            if self.readers.scans > scans:
                return
        raise AssertionError("no reader works")

    def until_changed(self, most: int = 60) -> tuple[int, int]:
        """Scan until cards come or go; return the number of scans and of milliseconds."""
        self.presence.changes.clear()
        begun = self.rig.clock.now
        for scans in range(1, most + 1):
            self.scan()
            if self.presence.changes:
                return scans, (self.rig.clock.now - begun) // 1000
        raise AssertionError("nothing changed")


def notice(count: int, dice: random.Random, rig: Rig) -> tuple[int, int]:
    """Lay a card beside `count` others in the rig's only zone; return how soon it is confirmed."""
    zones = Zones(rig, some_uids(dice, count + 1))
    zones.lay(0, list(range(count)))
    for _ in range(dice.randrange(10, 20)):
        zones.scan()
    if sorted(zones.presence.lying[0]) != list(range(count)):
        raise AssertionError("the others do not lie there")
    zones.lay(0, list(range(count + 1)))
    found = zones.until_changed()
    zones.steps.close()
    if zones.presence.changes != [(0, (), [count])]:
        raise AssertionError(f"{zones.presence.changes}")
    return found


def ratio(limit: float, took: float, spi: float) -> float:
    return (took - spi) / limit


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=15, help="tables of each kind")
    options = parser.parse_args()
    print(f"{ZONES} zones, milliseconds for all of them; medians of {options.seeds} tables\n")
    print("                   full inventory                      check")
    print("table    settle    limit A    took  of it SPI  ratio   limit C    took  of it SPI  ratio   worst")
    for name, counts in TABLES.items():
        for settle_us in SETTLE:
            rows = [measure(counts, settle_us, f"{name} {seed}") for seed in range(options.seeds)]
            line = f"{name:9}{settle_us / 1000:>4.0f} ms"
            for kind in ("A", "C"):
                limit, took, spi = (statistics.median(row[kind][at] for row in rows) / 1000 for at in range(3))
                middle = statistics.median(ratio(*row[kind]) for row in rows)
                line += f"{limit:>10.1f}{took:>9.1f}{spi:>11.1f}{middle:>7.3f}"
            worst = max(ratio(*row[kind]) for row in rows for kind in ("A", "C"))
            print(f"{line}{worst:>8.3f}")


if __name__ == "__main__":
    main()
