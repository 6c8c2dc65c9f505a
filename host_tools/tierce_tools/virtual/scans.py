"""The readers' radio traffic for slow motion: fields, rounds of slots, and their times.

It hooks into the modelled antennas; the model does not know of it, and detaching removes every
hook.
"""

from typing import Any

SILENT, CARD, COLLISION = "silent", "card", "collision"
SLOTS = 16
Slot = list[str | None]  # [kind of reply, the card's code]


class _Zone:
    """The activity of one zone's reader since `attach`."""

    def __init__(self) -> None:
        self.scans = 0
        self.air_us = 0


class Scan:
    """One period with the field on. `slots` are those of its last round.

    `what` is "inventory" for a round of sixteen slots, and "check" for a question that all
    addressed tags answer at once: then only the first slot is used.
    """

    def __init__(self, zone: str, since: int) -> None:
        self.zone = zone
        self.since = since
        self.end: int | None = None
        self.rounds = 0
        self.what = "check"
        self.slots: list[Slot] = _silent()
        self.slot = 0  # the current slot of the round, or its last one

    def heard(self, slot: int, kind: str, card: str | None) -> None:
        """Record the reply in a slot of the round."""
        self.slot = slot
        self.slots[slot] = [kind, card]


def _silent() -> list[Slot]:
    return [[SILENT, None] for _ in range(SLOTS)]


class Scans:
    """Records the fields of a modelled table (twin.assembly.Hardware) while it is attached."""

    def __init__(self, table: Any) -> None:
        self._table = table
        self._zones: dict[str, _Zone] = {}
        self._names: dict[bytes, str] = {}  # UID -> code
        self._scan: Scan | None = None
        self._on: list[str] = []  # zones whose field is on, as far as seen
        self._since = 0
        self._attached = False

    # --- listening

    def attach(self) -> None:
        """Start recording, with all counts at 0. No effect if it is attached."""
        if self._attached:
            return
        self._attached = True
        air = self._table.air
        self._zones = {name: _Zone() for name in self._table.antennas}
        self._scan = None
        self._on = []
        self._since = air.clock.now
        for antenna in air.on:  # already in a scan: record its rest
            self._begin(antenna)
        switched = air.switched

        def on_switch(antenna: Any, on: bool) -> None:
            switched(antenna, on)
            if on:
                self._begin(antenna)
            else:
                self._finish(antenna)

        air.switched = on_switch
        for antenna in self._table.antennas.values():
            self._listen(antenna)

    def detach(self) -> None:
        """Stop recording."""
        if not self._attached:
            return
        self._attached = False
        del self._table.air.switched
        for antenna in self._table.antennas.values():
            del antenna.ask
            del antenna.next_slot
            del antenna.ask_a

    def _listen(self, antenna: Any) -> None:
        """Hook into one antenna's requests and replies."""
        ask, next_slot, ask_a = antenna.ask, antenna.next_slot, antenna.ask_a

        def on_ask(frame: bytes, start: int, end: int, ask10: bool) -> Any:
            reply = ask(frame, start, end, ask10)
            scan = self._round(antenna)
            if scan is not None:
                # Without the one-slot flag it is an inventory of sixteen slots.
                scan.what = "inventory" if frame[:1] and not frame[0] & 0x20 else "check"
                self._hear(scan, 0, reply)
            return reply

        def on_slot(start: int, end: int) -> Any:
            reply = next_slot(start, end)
            scan = self._scan
            if scan is not None and scan.zone == antenna.name and scan.slot < SLOTS - 1:
                self._hear(scan, scan.slot + 1, reply)
            return reply

        def on_ask_a(data: bytes, bits: int, start: int) -> Any:
            reply = ask_a(data, bits, start)
            scan = self._round(antenna)
            if scan is not None:
                self._hear(scan, 0, reply)
            return reply

        antenna.ask, antenna.next_slot, antenna.ask_a = on_ask, on_slot, on_ask_a

    def _begin(self, antenna: Any) -> None:
        name: str = antenna.name
        self._on.append(name)
        self._zones[name].scans += 1
        self._scan = Scan(name, self._table.air.clock.now)

    def _finish(self, antenna: Any) -> None:
        name: str = antenna.name
        if name in self._on:
            self._on.remove(name)
        now: int = self._table.air.clock.now
        since = max(self._since, antenna.since)
        self._zones[name].air_us += now - since
        if self._scan is not None and self._scan.zone == name:
            self._scan.end = now

    def _round(self, antenna: Any) -> Scan | None:
        """Begin a round of the current scan."""
        scan = self._scan
        if scan is None or scan.zone != antenna.name or scan.end is not None:
            return None
        scan.rounds += 1
        scan.slots = _silent()
        return scan

    def _hear(self, scan: Scan, slot: int, reply: Any) -> None:
        if reply is None:
            scan.heard(slot, SILENT, None)
        elif reply.collision >= 0:
            scan.heard(slot, COLLISION, None)
        else:
            scan.heard(slot, CARD, self._code(reply.tag))

    def _code(self, tag: Any) -> str | None:
        """Return the code of a tag's card, None for an unknown tag."""
        name = self._names.get(tag.uid)
        if name is None:
            self._names = {each.uid: name for name, each in self._table.tags.items()}
            name = self._names.get(tag.uid)
        return name

    # --- display

    def section(self) -> dict[str, Any] | None:
        """Return the section "scan", as JSON values: the current scan or the last one; or None.

        Times are in microseconds: `air_us` of the scan, `total_us` of all scans since `attach`,
        `elapsed_us` since `attach`. A zone's `share` is relative to `elapsed_us`, 0 to 1.
        """
        if not self._attached:
            return None
        now: int = self._table.air.clock.now
        elapsed = now - self._since
        zones: dict[str, Any] = {}
        total = 0
        for name, zone in self._zones.items():
            air_us = zone.air_us
            if name in self._on:
                air_us += now - max(self._since, self._table.antennas[name].since)
            total += air_us
            share = round(air_us / elapsed, 4) if elapsed else 0.0
            zones[name] = {"scans": zone.scans, "air_us": air_us, "share": share}
        section: dict[str, Any] = {
            "zone": None,
            "what": None,
            "slots": _silent(),
            "slot": 0,
            "rounds": 0,
            "air_us": 0,
            "since": 0,
        }
        scan = self._scan
        if scan is not None:
            end = now if scan.end is None else scan.end
            section |= {
                "zone": scan.zone,
                "what": scan.what,
                "slots": [list(each) for each in scan.slots],
                "slot": scan.slot,
                "rounds": scan.rounds,
                "air_us": end - scan.since,
                "since": scan.since,
            }
        section["zones"] = zones
        section["field"] = self._on[-1] if self._on else None
        section["total_us"] = total
        section["elapsed_us"] = elapsed
        return section
