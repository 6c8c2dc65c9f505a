"""Cards: the answers of an ISO 15693 and an ISO 14443A tag, as bytes and bits with CRC.

Tags know neither time nor readers: `field` decides when they have power and which reader they hear.
"""


def _table():
    rows = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x8408 if byte & 1 else byte >> 1
        rows.append(byte)
    return tuple(rows)


_TABLE = _table()
_MOST = 1000  # entries of a cache; the same few frames repeat
_sealed = {}
_requests = {}


def crc(data, value=0xFFFF):
    """The CRC register of both standards after `data`, starting at `value`; not inverted."""
    for byte in data:
        value = value >> 8 ^ _TABLE[(value ^ byte) & 0xFF]
    return value


def seal(data):
    """Return the bytes `data` with the CRC of ISO 15693."""
    frame = _sealed.get(data)
    if frame is None:
        if len(_sealed) > _MOST:
            _sealed.clear()
        value = crc(data) ^ 0xFFFF
        frame = _sealed[data] = data + bytes((value & 0xFF, value >> 8))
    return frame


def seal_a(data):
    """Return the bytes `data` with the CRC of ISO 14443A."""
    value = crc(data, 0x6363)
    return data + bytes((value & 0xFF, value >> 8))


IDLE = 0  # without power, or just with it
READY = 1
QUIET = 2  # of ISO 14443A: HALT
SELECTED = 3  # of ISO 14443A: ACTIVE


class Tag:
    """The common part of all cards: a UID, and a state that lasts as long as the field.

    `guard_us`: time in the field before it can receive.
    """

    def __init__(self, uid, guard_us=1000):
        self.uid = uid
        self.guard_us = guard_us
        self.state = IDLE
        self.session = 0  # identifies the field, and this time that it is on
        self.awake_at = 0  # 0: missing for the whole session

    def begin(self, session, awake_at):
        """Wake up in a field, in the initial state."""
        self.session = session
        self.awake_at = awake_at
        self.state = READY


# Request flags of ISO 15693.
_DUAL = 0x01
_HIGH = 0x02
_INVENTORY = 0x04
_EXTENDED = 0x08
_SELECT = 0x10  # inventory: AFI
_ADDRESS = 0x20  # inventory: one slot
_OPTION = 0x40

_NXP = 0x04


class Request:
    """One parsed request of ISO 15693. `slots` is 0 if it is not an inventory."""

    def __init__(self, flags, command, rest):
        self.flags = flags
        self.command = command
        self.slots = 0
        self.afi = -1
        self.fast = False
        self.uid = None  # as in the request, lowest byte first
        self.first = self.blocks = 0
        self.rest = rest
        # Low rate and two subcarriers are legal, but the PN5180 cannot receive such answers.
        self.audible = flags & (_DUAL | _HIGH) == _HIGH


def parse(frame):
    """Parse a reader's frame; None if no tag would understand it."""
    request = _requests.get(frame)
    if request is None and frame not in _requests:
        if len(_requests) > _MOST:
            _requests.clear()
        request = None
        if len(frame) >= 4 and seal(frame[:-2]) == frame:
            request = _parse(frame[0], frame[1], frame[2:-2])
        _requests[frame] = request
    return request


def _parse(flags, command, rest):
    if flags & (_EXTENDED | 0x80):
        return None
    request = Request(flags, command, rest)
    if command >= 0xA0:
        if not rest or rest[0] != _NXP:
            return None
        rest = rest[1:]
    if flags & _INVENTORY:
        return _parse_inventory(request, rest)
    if flags & _ADDRESS:
        if len(rest) < 8 or flags & _SELECT:
            return None
        request.uid = rest[:8]
        rest = rest[8:]
    request.rest = rest
    return request


def _parse_inventory(request, rest):
    command = request.command
    if command not in (0x01, 0xA0, 0xA1):
        return None
    request.slots = 1 if request.flags & _ADDRESS else 16
    if request.flags & _SELECT:
        if not rest:
            return None
        request.afi = rest[0]
        rest = rest[1:]
    if not rest or rest[0] > (64 if request.slots == 1 else 60):
        return None  # includes the extended mode of InventoryRead
    bits = rest[0]
    mask = rest[1 : 1 + (bits + 7) // 8]
    rest = rest[1 + (bits + 7) // 8 :]
    if len(mask) != (bits + 7) // 8 or len(rest) != (0 if command == 0x01 else 2):
        return None
    request.bits = bits
    request.below = (1 << bits) - 1
    request.mask = int.from_bytes(mask, "little") & request.below
    if rest:
        request.first = rest[0]
        request.blocks = rest[1] + 1
        request.fast = command == 0xA1
    return request


class Tag15693(Tag):
    """An ICODE SLIX ("slix") or SLIX2 ("slix2") card; `uid` is 8 bytes, E0 first.

    Custom commands: InventoryRead and FastInventoryRead in their basic form; on a SLIX2 also
    GetRandom and ReadSignature. Passwords, privacy and persistent quiet are not modelled.
    """

    def __init__(self, uid, kind="slix2", guard_us=1000, fast=True):
        Tag.__init__(self, bytes(uid), guard_us)
        if len(uid) != 8 or uid[0] != 0xE0:
            raise ValueError("no ISO 15693 UID")
        self.kind = kind
        self.fast = fast  # whether it supports InventoryRead and FastInventoryRead
        self.number = int.from_bytes(self.uid, "big")
        self.sent_uid = self.number.to_bytes(8, "little")
        self.dsfid = 0
        self.afi = 0
        self.blocks = 80 if kind == "slix2" else 28
        self.memory = bytearray(4 * self.blocks)

    def __repr__(self):
        return "Tag15693(%s)" % "".join(["%02x" % each for each in self.uid])

    def slot(self, request):
        """The slot of an inventory in which it answers; -1: in none."""
        number = self.number
        if self.state == QUIET or number & request.below != request.mask:
            return -1
        if request.afi > 0 and not self._of_family(request.afi):
            return -1
        if request.blocks:
            if not self.fast or request.first + request.blocks > self.blocks:
                return -1
        return number >> request.bits & 15 if request.slots == 16 else 0

    def _of_family(self, afi):
        # Either half may be 0, which matches anything.
        return (afi & 0xF0 == 0 or afi & 0xF0 == self.afi & 0xF0) and (afi & 0x0F == 0 or afi & 0x0F == self.afi & 0x0F)

    def found(self, request):
        """Its answer to an inventory, in its slot."""
        if not request.blocks:
            return seal(bytes((0, self.dsfid)) + self.sent_uid)
        data = b"\0"
        if request.flags & _OPTION:
            known = request.bits + (4 if request.slots == 16 else 0)
            data += (self.number >> known).to_bytes((64 - known + 7) // 8, "little")
        return seal(data + self._read(request.first, request.blocks))

    def _read(self, first, count):
        return bytes(self.memory[4 * first : 4 * (first + count)])

    def answer(self, request):
        """Its answer to another request, or None; a request to another tag may change its state."""
        command = request.command
        mine = request.uid is not None
        if mine and request.uid != self.sent_uid:
            if command == 0x25 and self.state == SELECTED:
                self.state = READY
            return None
        if request.flags & _SELECT:
            if self.state != SELECTED:
                return None
            mine = True
        elif not mine and self.state == QUIET:
            return None
        if command in (0x02, 0x25) and request.uid is None:
            return None
        data = self._do(command, request.flags & _OPTION, request.rest)
        if data is None:
            return None
        if data[0]:  # only an addressed tag answers with an error
            return seal(data) if mine else None
        return seal(data)

    def _do(self, command, option, rest):
        size = len(rest)
        if command == 0x02:
            self.state = QUIET
            return None
        if command == 0x20 and size == 1:
            return self._blocks(rest[0], 1, option)
        if command == 0x23 and size == 2:
            return self._blocks(rest[0], rest[1] + 1, option)
        if command == 0x21 and size == 5:
            if rest[0] >= self.blocks:
                return b"\x01\x10"
            self.memory[4 * rest[0] : 4 * rest[0] + 4] = rest[1:]
            return b"\0"
        if command == 0x25 and not size:
            self.state = SELECTED
            return b"\0"
        if command == 0x26 and not size:
            self.state = READY
            return b"\0"
        if command == 0x27 and size == 1:
            self.afi = rest[0]
            return b"\0"
        if command == 0x29 and size == 1:
            self.dsfid = rest[0]
            return b"\0"
        if command == 0x2B and not size:
            return b"\0\x0f" + self.sent_uid + bytes((self.dsfid, self.afi, self.blocks - 1, 3, 1))
        if command == 0x2C and size == 2:
            if rest[0] + rest[1] >= self.blocks:
                return b"\x01\x0f"
            return bytes(2 + rest[1])
        if self.kind == "slix2" and command == 0xB2 and not size:
            return b"\0" + self.sent_uid[:2]
        if self.kind == "slix2" and command == 0xBD and not size:
            return b"\0" + self.sent_uid * 4
        return b"\x01\x0f"

    def _blocks(self, first, count, option):
        if first + count > self.blocks:
            return b"\x01\x10"
        if not option:
            return b"\0" + self._read(first, count)
        data = b"\0"
        for i in range(first, first + count):
            data += b"\0" + self._read(i, 1)
        return data


_CASCADE = (0x93, 0x95, 0x97)


class Tag14443A(Tag):
    """An ISO 14443A card with a UID of 4, 7 or 10 bytes, up to its selection.

    It answers with bits, because anticollision works bit by bit: see `answer`.
    """

    def __init__(self, uid, guard_us=5000, sak=0x08):
        Tag.__init__(self, bytes(uid), guard_us)
        levels = (4, 7, 10).index(len(uid)) + 1
        self.sak = sak
        self.atqa = bytes(((levels - 1) << 6 | 0x04, 0x00))
        self.levels = []  # for each cascade level its 4 bytes and their check byte
        for level in range(levels):
            part = b"\x88" + self.uid[3 * level : 3 * level + 3] if level + 1 < levels else self.uid[3 * level :]
            self.levels.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
        self.level = -1  # cascade level of the selection; -1: it waits for REQA or WUPA
        self._halted = False

    def __repr__(self):
        return "Tag14443A(%s)" % "".join(["%02x" % each for each in self.uid])

    def begin(self, session, awake_at):
        Tag.begin(self, session, awake_at)
        self.level = -1
        self._halted = False

    def _home(self):
        """Go back to the waiting state, after anything unexpected."""
        self.state = QUIET if self._halted else READY
        self.level = -1

    def answer(self, data, bits):
        """Receive the first `bits` bits of `data`, with CRC; return None or (number, bits).

        The number's lowest bit is sent first. The answer to an anticollision frame is the rest of
        the level's 40 bits.
        """
        if bits == 7:
            return self._called(data[0])
        if self.state == SELECTED:
            return self._used(data, bits)
        if self.level < 0:
            return None
        if bits < 16 or data[0] != _CASCADE[self.level]:
            self._home()
            return None
        level = self.levels[self.level]
        if data[1] == 0x70:
            if bits != 72 or seal_a(data[:7]) != data[:9] or data[2:7] != level:
                self._home()
                return None
            self.level += 1
            if self.level < len(self.levels):
                return _number(seal_a(b"\x04"))
            self.state = SELECTED
            return _number(seal_a(bytes((self.sak,))))
        known = (data[1] >> 4) * 8 + (data[1] & 7)
        if known != bits or known > 55:
            self._home()
            return None
        known -= 16
        number = int.from_bytes(level, "little")
        if (int.from_bytes(data[2:7], "little") ^ number) & ((1 << known) - 1):
            return None
        return number >> known, 40 - known

    def _called(self, byte):
        if self.level >= 0 or byte not in (0x26, 0x52) or (byte == 0x26 and self._halted):
            # If it is (partly) selected, it does not answer and goes back to waiting.
            self._home()
            return None
        self.level = 0
        return _number(self.atqa)

    def _used(self, data, bits):
        if bits >= 32 and not bits & 7 and seal_a(data[: bits // 8 - 2]) == data[: bits // 8]:
            if data[:2] == b"\x50\x00":
                self._halted = True
            elif data[0] == 0x30:
                return _number(seal_a(bytes(16)))
        self._home()
        return None


def _number(data):
    return int.from_bytes(data, "little"), 8 * len(data)
