"""The PN5180 as a reader of ISO 15693 tags: rounds and scans.

What a zone's scan asks, and how collisions are split, is in `inventory`; the chip is in
`pn5180_chip`. What is seldom needed is apart, so that it takes memory only then: the set-up in
`pn5180_open`, commands to one tag and the self-test in `pn5180_more`, fast replies in
`pn5180_fast`.

A slot of an inventory takes four frames: one that clears old interrupts and makes the chip ready
to send, one that sends, two to look whether a reply begins; four more, while tags must be left
alone anyway, to look at the end of a reply and to fetch it. Steps that are given up half-way have
to be closed (`steps.close()`), as every generator on MicroPython: that switches the field off.
"""

from drivers import iso15693
from drivers.inventory import COLLISION, GARBLED, GOOD, SILENT
from drivers.pn5180_chip import (
    DELAY,
    END_SLOT,
    FIELD_ON,
    FIRST,
    GET_REPLY,
    NAME,
    NEXT,
    RX_14443A,
    RX_15693,
    RX_BAD,
    RX_COLLISION,
    RX_IRQ,
    SEND_DATA,
    SOF_IRQ,
    TX_14443A,
    TX_15693,
    TX_IRQ,
    Chip,
    Work,
)
from drivers.steps import MASK, DeviceError

try:
    from micropython import const
except ImportError:
    const = int

_WUPA = const(0x52)  # ISO 14443A: who is there? 7 bits
_GUARD_A = const(5000)  # us that its tags need to wake up


class PN5180(Chip):
    """A reader, over a ready bus and its lines. `clock`: its `us()` is as steps.since has it.

    `like` is another reader on the same bus: they share their buffers, so one must have ended what
    it does, or been closed, before another begins.
    """

    rx_round = RX_15693

    def __init__(self, spi, lines, clock, like=None):
        Chip.__init__(self, like.work if like else Work(spi, clock), lines)
        self.most = 20  # so many tags a scan reads
        # What the inventory knows of this reader: whether the chip counts the bits of a reply from
        # 0 or from 1 (-1: not known yet), the tags of the last scan, whose turn it is.
        self.base = -1
        self.crowd = 0
        self.turn = 0

    def start_open(self):
        """Reset the chip, check that it is one, and set it up; returns its three versions."""
        from drivers import pn5180_open

        return pn5180_open.start_open(self)

    def start_selftest(self):
        """Look at a reader whose zone is empty; returns a dict of what there is to say."""
        from drivers import pn5180_more

        return pn5180_more.start_selftest(self)

    # --- one round of an inventory

    def ask_round(self, bits, wire, slots):
        """Write the request; return its end, a reply's bytes, and when one begins and has ended."""
        end = iso15693.inventory(self.work.out, 2, bits, wire, slots == 1)
        return end, iso15693.REPLY, iso15693.T1 + iso15693.SOF, iso15693.T1 + iso15693.REPLY_US

    def whole(self, data, bits, wire):
        """Return a reply's UID as it came, and which bit of it the reply begins with."""
        return bytes(data[2:10]), -16

    def start_round(self, bits, wire, slots):
        """Ask the tags whose UID ends in these bits, in 1 or 16 slots.

        What was heard in each slot is then in the inventory's `kinds`, `places` and `wires`.
        """
        work = self.work
        frame = self.frame
        us = work.us
        yield from self.start_tuned(TX_15693, self.rx_round)
        end, size, begins, lasts = self.ask_round(bits, wire, slots)
        request = memoryview(work.out)[:end]
        air = iso15693.request_us(end)  # two bytes of instruction here are two of checksum there
        again = 0
        slot = 0
        yield from self.start_send(request)
        begun = us()
        while True:
            wait = air + begins + DELAY - ((us() - begun) & MASK)
            if wait > 0:
                yield wait
            # Where there is a line for it, most silent slots need no look at the registers. The
            # last one gets it anyway: it says whether the chip has sent at all.
            if self.heeds_irq and slot + 1 < slots and not self.lines.irq():
                irq = TX_IRQ
            else:
                irq = self.irq()
            pause = 0
            if irq & (RX_IRQ | SOF_IRQ):
                wait = air + lasts + DELAY - ((us() - begun) & MASK)
                if wait > 0:
                    yield wait
                rx = yield from self.start_rx()
                known = wire
                if slots == 16:
                    known = iso15693.with_slot(wire, bits, slot)
                work.kinds[slot] = self._heard(
                    slot, rx, size, bits + 4 if slots == 16 else bits, known)
                pause = air + lasts + iso15693.T2
            elif irq & TX_IRQ:
                work.kinds[slot] = SILENT
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
                    yield wait
            if slot == slots:
                return
            frame(END_SLOT)
            begun = us()
            air = iso15693.EOF

    def _heard(self, slot, rx, size, bits, wire):
        """Fetch what was heard of the tags that end in these bits; return what it is."""
        got = rx & 0x1FF
        collided = rx & RX_COLLISION
        if rx < 0 or got > size or (not collided and (got != size or rx & RX_BAD)):
            return GARBLED
        data = memoryview(self.work.heard)[:got]
        if got:
            self.ask(GET_REPLY, data)
        reply, place = self.whole(data, bits, wire)
        self.work.wires[slot] = reply
        if collided:
            at = rx >> 19 & 0x7F
            place += at
            # Bits that did not come can't be split at.
            if place < 0 or at > got * 8:
                return GARBLED
            if len(reply) < 8:
                self.work.wires[slot] = reply + bytes(8 - len(reply))
            self.work.places[slot] = place
            return COLLISION
        # Sixteen bits of checksum let some noise pass: what is asked for is known as well.
        if data[0] or reply[7] != 0xE0 or not iso15693.ends_in(
                iso15693.uid_of(reply), bits, wire):
            return GARBLED
        return GOOD

    # --- scans

    def start_scan(self, expected, settle_us):
        """Read the zone, where these UIDs are believed to lie; returns a Scan."""
        return self._start(self.work.start_check, expected, settle_us)

    def start_inventory(self, settle_us, expected=()):
        """Read every tag of the zone, one by one, whatever is believed; returns a Scan."""
        return self._start(self.work.start_all, expected, settle_us)

    def _start(self, start, expected, settle_us):
        try:
            yield from self.start_tuned(TX_15693, self.rx_round)
            yield from self.start_field(settle_us)
            scan = yield from start(self, expected)
            # Too hot, or starved of power, the chip ends its field by itself, and tags fall silent.
            if scan.missing and not self.alive() & FIELD_ON:
                raise DeviceError(NAME, "field")
            return scan
        finally:
            self.off()

    def start_probe(self, settle_us):
        """Return whether an ISO 14443A tag is there, which no scan reads."""
        try:
            yield from self.start_tuned(TX_14443A, RX_14443A)
            yield from self.start_field(max(settle_us, _GUARD_A))
            yield from self.start_send(bytes((SEND_DATA, 7, _WUPA)))
            yield 1000
            return self.irq() & (RX_IRQ | SOF_IRQ) != 0
        finally:
            self.off()
