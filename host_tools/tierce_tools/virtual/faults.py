"""Faults of a modelled table, switched on and off for a zone or a card, to see their effect."""

import zlib
from collections.abc import Callable
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.virtual.machine import Machine

End = Callable[[], None]

# Probability that a card of a flaky zone is missing from a scan; high enough for it to come and go.
_ABSENT = 0.7


def _flaky(table: Any, zone: str) -> End:
    """Make the cards of a zone answer only sometimes."""
    antenna = table.antennas[zone]
    antenna.absent = _ABSENT

    def end() -> None:
        antenna.absent = 0

    return end


def _dead(table: Any, zone: str) -> End:
    """Make a reader answer nothing."""
    reader = table.readers[zone]
    table.faults.miso_low(reader)
    return lambda: table.faults.miso_low(reader, False)


def _stacked(table: Any, zone: str) -> End:
    """Stack the cards of a zone, including cards that arrive later."""
    antenna = table.antennas[zone]
    antenna.stacked = antenna.tags

    def end() -> None:
        antenna.stacked = []

    return end


def _foreign(table: Any, zone: str) -> End:
    """Put an unknown tag into a zone, a different one in each zone."""
    number = zlib.crc32(zone.encode()).to_bytes(4, "big")
    kind = b"\x04\x99\x2a" if table.iso14443 else b"\xe0\x04\x01\x53"
    return table.stranger(zone, kind + number)


# Each function begins a fault, and returns a function that ends it.
KINDS: dict[str, Callable[[Any, str], End]] = {"flaky": _flaky, "dead": _dead, "stacked": _stacked, "foreign": _foreign}


class Faults:
    """The active faults. `power` is set by the caller: whether the power is cut."""

    def __init__(self) -> None:
        self.power = False
        self._ends: dict[str, dict[str, End]] = {what: {} for what in KINDS}
        self._tags: list[str] = []  # codes of the cards whose tags no reader sees

    def break_tag(self, machine: Machine, card: str, on: bool) -> None:
        """Break the tag of a card, or mend it; no effect if it is so already.

        The card can be moved and played as before, but no reader sees it: people put it into
        zones, and take it out, by hand (the action "by_hand").
        """
        if on != (card in self._tags):
            machine.table.break_tag(card, on)
            if on:
                self._tags.append(card)
            else:
                self._tags.remove(card)

    def mend_tags(self) -> None:
        """Forget the broken tags, as a new match is played with whole cards; the table is new too."""
        self._tags.clear()

    def switch(self, machine: Machine, what: str, zone: str | None, on: bool) -> None:
        """Switch a fault of a zone on or off; no effect if it is so already. Raises Trouble."""
        if what not in KINDS:
            raise Trouble(
                "table.no_fault", "There is no fault {fault}; there are: {faults}.", fault=what, faults=", ".join(KINDS)
            )
        if zone is None or zone not in machine.table.antennas:
            raise Trouble(
                "table.no_zone",
                "There is no zone {zone}; there are: {zones}.",
                zone=zone,
                zones=", ".join(machine.table.antennas),
            )
        ends = self._ends[what]
        if on and zone not in ends:
            ends[zone] = KINDS[what](machine.table, zone)
        elif not on and zone in ends:
            ends.pop(zone)()

    def again(self, machine: Machine) -> None:
        """Apply the same faults to another machine, in the zones that it has."""
        self.power = False
        before, self._ends = self._ends, {what: {} for what in KINDS}
        for what, ends in before.items():
            for zone, end in ends.items():
                end()  # if it is the same machine, the fault would be applied twice
                if zone in machine.table.antennas:
                    self.switch(machine, what, zone, True)
        for card in self._tags:
            machine.table.break_tag(card)

    def section(self) -> dict[str, Any]:
        """Return fault -> zones where it is on, in order; `tag`: the broken cards; and `power`."""
        zones = {what: list(ends) for what, ends in self._ends.items()}
        return {**zones, "tag": list(self._tags), "power": self.power}
