"""A PN532 on SPI: frames in and out, lowest bit first, and its search for cards of ISO 14443A.

The chip's own program does the anticollision; here it is done at once, and its reply is ready after
the time that it takes on the air. Times are the user manual's (UM0701-02), or longer.
"""

from .tags import seal_a

_ACK = b"\x00\x00\xff\x00\xff\x00"
_ACK_US = 500
_CARD_US = 9000  # a card's search and selection


def _turned(byte):
    return int("".join(reversed("{:08b}".format(byte))), 2)


class PN532:
    """`reset` is the wire of the reset line, or None. `miso`: fault, 0 or 1, stuck at that level."""

    def __init__(self, antenna, reset=None):
        self.antenna = antenna
        self.clock = antenna.air.clock
        self.miso = None
        self._held = False
        self._data = bytearray()
        self.power_on()
        if reset:
            reset.listen(self._reset_line)

    def power_on(self):
        """Restart, as after a reset or a dip of the supply: it sleeps."""
        self.deaf = False  # fault: hears no card
        self._set_up = False
        self._replies = []  # (when it is ready, frame)
        self._since = -1
        self._awake = False
        if self.antenna.on is self:
            self.antenna.switch(None)

    def _reset_line(self, level):
        self._held = not level
        self.power_on()

    def selected(self, on):
        if on:
            faults = self.antenna.air.faults
            if faults.dice.chance(faults.brownout):
                self.power_on()
            self._since = self.clock.now
            self._data = bytearray()
        else:
            if self.clock.now - self._since >= 1000:
                self._awake = True
            if self._awake and self._data[:1] == b"\x01":
                self._frame(bytes(self._data[1:]))

    def transfer(self, out, into):
        for i in range(len(out)):
            byte = self._clock_byte(_turned(out[i]))
            if into is not None:
                into[i] = _turned(byte) if self.miso is None else 0xFF * self.miso

    def _clock_byte(self, byte):
        if self._held or not self._awake:
            return 0
        at = len(self._data)
        self._data.append(byte)
        ready = bool(self._replies) and self.clock.now >= self._replies[0][0]
        if at and self._data[0] == 2:
            return int(ready)
        if at and self._data[0] == 3 and ready:
            frame = self._replies[0][1]
            if at == len(frame):
                self._replies.pop(0)
                self._data[0] = 0
            return frame[at - 1]
        return 0

    def _frame(self, frame):
        self._replies = []
        if frame == _ACK or frame[:3] != b"\x00\x00\xff":
            return
        size = frame[3]
        held = frame[5 : 5 + size]
        if (size + frame[4]) & 255 or (sum(held) + frame[5 + size]) & 255 or held[0] != 0xD4:
            return
        reply, us = self._do(held[1], held[2:])
        now = self.clock.now + _ACK_US
        self._replies = [(now, _ACK)]
        if reply is not None:
            data = bytes((0xD5, held[1] + 1)) + reply
            size = len(data)
            frame = b"\x00\x00\xff" + bytes((size, -size & 255)) + data + bytes((-sum(data) & 255, 0))
            self._replies.append((now + us, frame))

    def _do(self, command, data):
        """Do a command; return its reply's data, and the time until it is ready."""
        if command == 0x14:
            self._set_up = data[:1] == b"\x01"
            return b"", 500
        if command == 0x02:
            return b"\x32\x01\x06\x07", 500
        if not self._set_up:
            return None, 0
        if command == 0x00:
            return data, 500
        if command == 0x32 and data[0] == 1:
            self._field(data[1] & 1)
        if command == 0x4A:
            found = self._list(data[0])
            cards = [bytes((i + 1, 0, 4, 8, len(uid))) + uid for i, uid in enumerate(found)]
            return bytes((len(found),)) + b"".join(cards), _CARD_US * (1 + len(found))
        return (b"\x00" if command == 0x44 else b""), 500

    def _field(self, on):
        if on and self.antenna.on is None:
            self.antenna.switch(self)
        elif not on and self.antenna.on is self:
            self.antenna.switch(None)

    # The search

    def _ask(self, data, bits):
        return self.antenna.ask_a(data, bits, self.clock.now) if self.antenna.on is self else None

    def _list(self, most):
        found = []
        while len(found) < most and self._ask(b"\x26", 7):
            uid = self._select()
            if uid is None:
                break
            found.append(uid)
            self._ask(seal_a(b"\x50\x00"), 32)
        return found

    def _select(self):
        """Select one of the cards that answered; return its UID, or None."""
        uid = b""
        for level in (0x93, 0x95, 0x97):
            known, number = 0, 0
            while known < 40:
                size = (known + 7) // 8
                nvb = (2 + known // 8) << 4 | known & 7
                frame = bytes((level, nvb)) + number.to_bytes(5, "little")[:size]
                reply = self._ask(frame, 16 + known)
                if reply is None:
                    return None
                got = int.from_bytes(reply.data, "little")
                count = min(reply.bits, 40 - known)
                if reply.collision >= 0:
                    count = reply.collision + 1
                    got |= 1 << reply.collision
                number |= (got & (1 << count) - 1) << known
                known += count
            part = number.to_bytes(5, "little")
            frame = seal_a(bytes((level, 0x70)) + part)
            reply = self._ask(frame, 8 * len(frame))
            if reply is None or reply.collision >= 0:
                return None
            if not reply.data[0] & 0x04:
                return uid + part[:4]
            uid += part[1:4]
        return None


ISO14443 = True  # the tags that it reads


def plug(bus, select, antenna, lines, serial):
    """Put a reader on a bus; `lines` has its wires: reset (or None), busy, irq."""
    chip = PN532(antenna, lines[0])
    bus.attach(chip, select)
    return chip
