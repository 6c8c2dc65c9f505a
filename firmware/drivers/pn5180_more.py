"""Rarely used functions of the PN5180: commands to one tag with the field on, a self-test."""

from drivers import iso15693
from drivers.pn5180_open import read_eeprom
from drivers.pn5180_radio import DELAY, GET_REPLY, RX_15693, RX_BAD, RX_COLLISION, RX_IRQ, SOF_IRQ, TX_15693, TX_IRQ

_HIGH_RATE = 0x02
_ADDRESS = 0x20
_READ_SINGLE = 0x20
_READ_MULTIPLE = 0x23
_ERROR = 0x01  # in the first byte of a reply
_DIE_ID = 0x00  # EEPROM


def start_command(reader: "Radio", command: int, uid: bytes, rest: bytes = b"", size: int = 1) -> "Steps[bytes | None]":
    """Steps: send a command to one tag, with the parameters `rest`; return the reply as bytes.

    `size`: expected reply length in bytes. Returns None without a reply, or if it is garbled or an
    error reply.
    """
    bus = reader.bus
    request = bytes((_HIGH_RATE | _ADDRESS, command)) + iso15693.as_sent(uid) + rest
    end = 2 + len(request)
    bus.out[2:end] = request
    yield from reader.start_tuned(TX_15693, RX_15693)
    yield from reader.start_send(memoryview(bus.out)[:end])
    yield iso15693.request_us(end) + iso15693.T1 + iso15693.SOF + DELAY
    irq = reader.irq()
    if not irq & (RX_IRQ | SOF_IRQ):
        if not irq & TX_IRQ:
            reader.alive()
        return None
    # Two checksum bytes; start and end of frame last as long as one more byte.
    yield 30206 * (size + 3) // 100 - iso15693.SOF
    rx = yield from reader.start_rx()
    got = rx & 0x1FF
    if rx < 0 or rx & (RX_BAD | RX_COLLISION) or not 0 < got <= len(bus.reply):
        return None
    reply = bytearray(got)
    reader.ask(GET_REPLY, reply)
    yield iso15693.T2
    return None if reply[0] & _ERROR else bytes(reply)


def start_read(reader: "Radio", uid: bytes, first: int, count: int) -> "Steps[bytes | None]":
    """Steps: read `count` blocks of a tag from `first` on; return their bytes, or None."""
    command, rest = _READ_SINGLE, bytes((first,))
    if count > 1:
        command, rest = _READ_MULTIPLE, bytes((first, count - 1))
    reply = yield from start_command(reader, command, uid, rest, 1 + count * iso15693.BLOCK)
    return reply[1:] if reply and len(reply) > 1 else None


def start_selftest(reader: "Any") -> "Steps[dict[str, int | str]]":
    """Steps: open and examine a reader, its zone empty; return a dict of the results."""
    versions = yield from reader.start_open()
    die = read_eeprom(reader, _DIE_ID, 16)
    report = {
        "product": versions[0],
        "firmware": versions[1],
        "eeprom": versions[2],
        "die": bytes(die).hex(),
        "irq": reader.lines.irq(),
    }
    try:
        yield from reader.start_field(5000)
        status = reader.alive()
        report["agc"] = status & 0x3FF
        report["gear"] = status >> 20 & 15
        report["outside_field"] = status >> 16 & 1
        scan = yield from reader.inventory.start_all(reader, ())
        report["tags"] = len(scan.seen)
    finally:
        reader.off()
    return report
