"""What goes wrong at a modelled table, to be seen and mended: switched on and off for a zone."""

import zlib
from collections.abc import Callable
from typing import Any

from tierce_tools.trouble import Trouble
from tierce_tools.virtual.machine import Machine

End = Callable[[], None]

# How likely a card of a flaky zone is not there in a scan: often enough that it comes and goes.
_ABSENT = 0.7


def _flaky(table: Any, zone: str) -> End:
    """Let the cards of a zone answer only now and then."""
    antenna = table.antennas[zone]
    antenna.absent = _ABSENT

    def end() -> None:
        antenna.absent = 0

    return end


def _dead(table: Any, zone: str) -> End:
    """Let a reader answer nothing any more."""
    reader = table.readers[zone]
    table.faults.miso_low(reader)
    return lambda: table.faults.miso_low(reader, False)


def _stacked(table: Any, zone: str) -> End:
    """Push the cards of a zone into one stack, with those that will come."""
    antenna = table.antennas[zone]
    antenna.stacked = antenna.tags

    def end() -> None:
        antenna.stacked = []

    return end


def _foreign(table: Any, zone: str) -> End:
    """Put a tag that is no card into a zone: another one in each."""
    number = zlib.crc32(zone.encode()).to_bytes(4, "big")
    kind = b"\x04\x99\x2a" if table.iso14443 else b"\xe0\x04\x01\x53"
    return table.stranger(zone, kind + number)


# Each begins a fault, and gives what ends it.
KINDS: dict[str, Callable[[Any, str], End]] = {
    "flaky": _flaky,
    "dead": _dead,
    "stacked": _stacked,
    "foreign": _foreign,
}


class Faults:
    """The faults that are switched on. `power` is for who cuts it: whether it is cut."""

    def __init__(self) -> None:
        self.power = False
        self._ends: dict[str, dict[str, End]] = {what: {} for what in KINDS}

    def switch(self, machine: Machine, what: str, zone: str | None, on: bool) -> None:
        """Switch a fault of a zone on or off; what is so already stays so. Raises Trouble."""
        if what not in KINDS:
            raise Trouble("table", "no_fault", what, ", ".join(KINDS))
        if zone is None or zone not in machine.table.antennas:
            raise Trouble("table", "no_zone", zone, ", ".join(machine.table.antennas))
        ends = self._ends[what]
        if on and zone not in ends:
            ends[zone] = KINDS[what](machine.table, zone)
        elif not on and zone in ends:
            ends.pop(zone)()

    def again(self, machine: Machine) -> None:
        """Have the same faults at another machine, in the zones that it has."""
        self.power = False
        before, self._ends = self._ends, {what: {} for what in KINDS}
        for what, ends in before.items():
            for zone, end in ends.items():
                end()  # it may be the same machine, which would have it twice
                if zone in machine.table.antennas:
                    self.switch(machine, what, zone, True)

    def section(self) -> dict[str, Any]:
        """Return fault -> zones where it is on, in order; and `power`."""
        return {**{what: list(ends) for what, ends in self._ends.items()}, "power": self.power}
