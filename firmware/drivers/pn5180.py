"""The PN5180 as a reader of ISO 15693 tags: rounds, scans, and commands to one tag.

What a zone's scan asks, and how collisions are split, is in `inventory`; the chip is in
`pn5180_chip`.

A slot of an inventory takes four frames: one that clears old interrupts and makes the chip ready
to send, one that sends, two to look whether a reply begins; four more, while tags must be left
alone anyway, to look at the end of a reply and to fetch it. Steps that are given up half-way have
to be closed (`steps.close()`), as every generator on MicroPython: that switches the field off.
"""

from drivers import crc, iso15693
from drivers.inventory import COLLISION, GARBLED, GOOD, SILENT, Inventory
from drivers.pn5180_chip import (
    DELAY,
    END_SLOT,
    FIELD_ON,
    FIRST,
    GET_REPLY,
    MASK,
    NEXT,
    RX_14443A,
    RX_15693,
    RX_BAD,
    RX_COLLISION,
    RX_FAST,
    RX_IRQ,
    SOF_IRQ,
    TX_14443A,
    TX_15693,
    TX_IRQ,
    Chip,
)
from drivers.pn5180_host import NAME
from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_WUPA = const(0x52)  # ISO 14443A: who is there? 7 bits
_GUARD_A = const(5000)  # us that its tags need to wake up
_DIE_ID = const(0x00)  # EEPROM


class PN5180(Chip):
    """A reader. `most`: how many tags a scan reads at most.

    `fast`: all tags are ICODE, and are asked with FAST INVENTORY READ. `own_crc`: checksums are
    checked here and not by the chip. With a `clock`, waits end as early as may be.
    """

    def __init__(self, spi, lines, clock=None, most=20, fast=False, own_crc=False):
        Chip.__init__(self, spi, lines, clock, own_crc)
        self.fast = fast
        self.most = most
        self.kinds = bytearray(16)  # of each slot of a round: what was heard
        self.places = bytearray(16)  # of a collision: the UID's bit, counted from 0 in the reply
        self.wires = [b""] * 16  # the UID's bytes as they came; of a collision, those before it
        self.inventory = Inventory(self)
        self._rx_round = RX_FAST if fast else RX_15693
        self._reply = bytearray(iso15693.REPLY + (2 if own_crc else 0))

    # --- one round of an inventory

    def start_round(self, bits, wire, slots):
        """Ask the tags whose UID ends in these bits, in 1 or 16 slots.

        What was heard in each slot is then in `kinds`, `places` and `wires`.
        """
        fast = self.fast
        ask = iso15693.fast_inventory if fast else iso15693.inventory
        end = ask(self.out, 2, bits, wire, slots == 1)
        request = memoryview(self.out)[:end]
        known = bits + 4 if slots == 16 else bits
        size = iso15693.REPLY
        if fast:
            size = 1 + (64 - known + 7 >> 3) + iso15693.BLOCK
        begins = iso15693.T1 + (iso15693.SOF >> 1 if fast else iso15693.SOF) + DELAY
        lasts = iso15693.T1 + iso15693.reply_us(size + 2, fast)
        kinds = self.kinds
        host = self.host
        frame = host.frame
        us = self._us
        air = iso15693.request_us(end)  # two bytes of instruction here are two of checksum there
        again = 0
        slot = 0
        yield from self.start_tuned(TX_15693, self._rx_round)
        yield from self.start_send(request)
        begun = us()
        while True:
            wait = air + begins - ((us() - begun) & MASK)
            if wait > 0:
                self._asleep = (self._asleep + wait) & MASK
                yield wait
            # Where there is a line for it, most silent slots need no look at the registers. The
            # last one gets it anyway: it says whether the chip has sent at all.
            if self._heeds_irq and slot + 1 < slots and not self.lines.irq():
                irq = TX_IRQ
            else:
                irq = self.irq()
            pause = 0
            if irq & (RX_IRQ | SOF_IRQ):
                wait = air + lasts + DELAY - ((us() - begun) & MASK)
                if wait > 0:
                    self._asleep = (self._asleep + wait) & MASK
                    yield wait
                rx = yield from self.start_rx()
                kinds[slot] = self._heard(slot, rx, size, bits, wire, slots)
                pause = air + lasts + iso15693.T2
            elif irq & TX_IRQ:
                kinds[slot] = SILENT
            else:
                # It was not ready, or it is not the chip that it was.
                again += 1
                if again > 3:
                    raise DeviceError(NAME, "stuck")
                yield from self.start_ready()
                frame(END_SLOT if slot else request)
                begun = us()
                continue
            again = 0
            slot += 1
            if slot < slots:
                frame(FIRST if slot == 1 else NEXT)
            if pause:
                wait = pause - ((us() - begun) & MASK)
                if wait > 0:
                    self._asleep = (self._asleep + wait) & MASK
                    yield wait
            if slot == slots:
                return
            frame(END_SLOT)
            begun = us()
            air = iso15693.EOF

    def _heard(self, slot, rx, size, bits, wire, slots):
        """Fetch what was heard in a slot; return what it is."""
        if rx < 0:
            return GARBLED
        got = rx & 0x1FF
        if self.own_crc:
            size += 2
        collided = rx & RX_COLLISION
        if got > size or (not collided and (got != size or rx & RX_BAD)):
            return GARBLED
        data = self._reply
        if got != len(data):
            data = memoryview(self.heard)[:got]
        if got:
            self.host.ask(GET_REPLY, data)
        if self.fast:
            self.wires[slot] = reply = _whole(data, bits, wire, slot, slots)
            place = bits + (4 if slots == 16 else 0) - 8
        else:
            self.wires[slot] = reply = bytes(data[2:10])
            place = -16
        if collided:
            place += rx >> 19 & 0x7F
            # Bits that did not come can't be split at.
            if place < 0 or (rx >> 19 & 0x7F) > got * 8:
                return GARBLED
            if len(reply) < 8:
                self.wires[slot] = reply + bytes(8 - len(reply))
            self.places[slot] = place
            return COLLISION
        # Sixteen bits of checksum let some noise pass: what is asked for is known as well.
        if data[0] or reply[7] != 0xE0 or (self.own_crc and not crc.good(data, got)):
            return GARBLED
        if slots == 16 and not bits:
            if reply[0] & 15 != slot:
                return GARBLED
        elif bits:
            if slots == 16:
                wire = iso15693.with_slot(wire, bits, slot)
                bits += 4
            if not iso15693.ends_in(iso15693.uid_of(reply), bits, wire):
                return GARBLED
        return GOOD

    # --- scans

    def start_scan(self, expected, settle_us):
        """Read the zone, where these UIDs are believed to lie; returns a Scan."""
        try:
            yield from self.start_tuned(TX_15693, self._rx_round)
            yield from self.start_field(settle_us)
            return self._sure((yield from self.inventory.start_check(expected)))
        finally:
            self.off()

    def start_inventory(self, settle_us, expected=()):
        """Read every tag of the zone, one by one, whatever is believed; returns a Scan."""
        try:
            yield from self.start_tuned(TX_15693, self._rx_round)
            yield from self.start_field(settle_us)
            return self._sure((yield from self.inventory.start_all(expected)))
        finally:
            self.off()

    def _sure(self, scan):
        # Too hot, or starved of power, the chip ends its field by itself, and tags fall silent.
        if scan.missing and not self.alive() & FIELD_ON:
            raise DeviceError(NAME, "field")
        return scan

    def start_probe(self, settle_us):
        """Return whether an ISO 14443A tag is there, which no scan reads."""
        out = self.out
        try:
            yield from self.start_tuned(TX_14443A, RX_14443A)
            yield from self.start_field(max(settle_us, _GUARD_A))
            out[1] = 7  # bits
            out[2] = _WUPA
            yield from self.start_send(memoryview(out)[:3])
            yield 1000
            return self.irq() & (RX_IRQ | SOF_IRQ) != 0
        finally:
            out[1] = 0
            self.off()

    # --- commands to one tag, while the field is on

    def start_read(self, uid, first, count):
        """Read blocks of a tag; returns their bytes, or None where it does not answer so."""
        out = self.out
        command = iso15693.READ_SINGLE if count == 1 else iso15693.READ_MULTIPLE
        end = iso15693.addressed(out, 2, command, uid)
        out[end] = first
        end += 1
        if count > 1:
            out[end] = count - 1
            end += 1
        got = yield from self.start_exchange(end, 1 + count * iso15693.BLOCK)
        if got < 2 or self.heard[0] & iso15693.ERROR:
            return None
        return bytes(self.heard[1:got])

    def start_system_info(self, uid):
        """Return what a tag says of itself, a dict, or None."""
        end = iso15693.addressed(self.out, 2, iso15693.GET_SYSTEM_INFO, uid)
        got = yield from self.start_exchange(end, 15)
        return iso15693.system_info(self.heard, 0, got)

    def start_quiet(self, uid):
        """Let a tag keep silent at inventories, until the field goes off or `start_wake`."""
        end = iso15693.addressed(self.out, 2, iso15693.STAY_QUIET, uid)
        yield from self.start_exchange(end, 0)

    def start_wake(self, uid):
        """Let a quiet tag answer inventories again."""
        end = iso15693.addressed(self.out, 2, iso15693.RESET_TO_READY, uid)
        yield from self.start_exchange(end, 1)

    # --- self-test

    def start_selftest(self):
        """Look at a reader whose zone is empty; returns a dict of what there is to say."""
        versions = yield from self.start_open()
        die = self.host.read_eeprom(_DIE_ID, 16)
        report = {
            "product": versions[0],
            "firmware": versions[1],
            "eeprom": versions[2],
            "die": "".join(["%02x" % each for each in die]),
            "irq": self.lines.irq(),
        }
        try:
            yield from self.start_field(5000)
            status = self.alive()
            report["agc"] = status & 0x3FF
            report["gear"] = status >> 20 & 15
            report["outside_field"] = status >> 16 & 1
            scan = yield from self.inventory.start_all()
            report["tags"] = len(scan.seen)
        finally:
            self.off()
        return report


def _whole(data, bits, wire, slot, slots):
    """Return the UID of a fast reply, which begins above the bits that were asked for."""
    known = int.from_bytes(wire, "little") & (1 << bits) - 1
    if slots == 16:
        known |= slot << bits
        bits += 4
    rest = int.from_bytes(data[1:1 + (64 - bits + 7 >> 3)], "little")
    return ((known | rest << bits) & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")
