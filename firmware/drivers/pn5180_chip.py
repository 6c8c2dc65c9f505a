"""The PN5180 as a chip: its set-up, its field, one request and its reply.

Written from NXP's data sheet. Frames, registers and EEPROM are in `pn5180_host`, what is asked for
in `pn5180`.
"""

from drivers import crc, iso15693
from drivers.pn5180_host import AND, NAME, OR, WRITE, Host, reads, word, writes
from drivers.steps import WRAP, DeviceError

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# Instructions
_SEND_DATA = const(0x09)
_READ_DATA = const(0x0A)
_LOAD_RF_CONFIG = const(0x11)
_RF_ON = const(0x16)
_RF_OFF = const(0x17)

# Registers
_SYSTEM_CONFIG = const(0x00)  # 2:0 command: 0 idle, 3 transceive; 8 soft reset
_IRQ_ENABLE = const(0x01)
_IRQ_STATUS = const(0x02)
_IRQ_CLEAR = const(0x03)
_CRC_RX_CONFIG = const(0x12)  # 0 enable
_RX_STATUS = const(0x13)  # 8:0 bytes, 16 checksum, 17 protocol, 18 collision, 25:19 where
_TX_CONFIG = const(0x18)
_CRC_TX_CONFIG = const(0x19)  # 0 enable
_RF_STATUS = const(0x1D)  # 9:0 gain, 17 field on, 23:20 gear, 26:24 state of the transceiver

RX_IRQ = const(1 << 0)
TX_IRQ = const(1 << 1)
_IDLE_IRQ = const(1 << 2)
SOF_IRQ = const(1 << 14)
_ALL_IRQ = const(0xFFFFF)

RX_BAD = const(3 << 16)
RX_COLLISION = const(1 << 18)
FIELD_ON = const(1 << 17)
_WAIT_TRANSMIT = const(1)
_SOFT_RESET = const(1 << 8)

# EEPROM
_VERSIONS = const(0x10)  # product, firmware, EEPROM: each minor, major
_SETTINGS = const(0x16)  # idle interrupt after boot; test bus
_IRQ_PIN = const(0x1A)  # 0 active high, 1 cleared by reading

# RF configurations: 100 % modulation, or silent slots would take ten times as long; and replies at
# 26 kbit/s, for ICODE's fast answers 53. Receiver and transmitter need not have like numbers.
TX_15693 = const(0x0D)
RX_15693 = const(0x8D)
RX_FAST = const(0x8E)
TX_14443A = const(0x00)
RX_14443A = const(0x80)

_MARK = RX_IRQ | SOF_IRQ  # in IRQ_ENABLE; a chip that was reset in between has lost it
DELAY = const(120)  # us that the receiver lags behind what is in the air
_POLL = const(100)
MASK = WRAP - 1

_ASK_IRQ = reads(_IRQ_STATUS)
_ASK_RX = reads(_IRQ_STATUS, _RX_STATUS)
_ASK_MARK = reads(_IRQ_ENABLE, _RF_STATUS)
GET_REPLY = bytearray((_READ_DATA, 0))
_IDLE = writes((_SYSTEM_CONFIG, AND, 0xFFFFFFF8), (_IRQ_CLEAR, WRITE, _ALL_IRQ))
# Idle first, always: waiting for data that never came does not end by itself.
_READY = ((_IRQ_CLEAR, WRITE, _ALL_IRQ), (_SYSTEM_CONFIG, AND, 0xFFFFFFF8), (_SYSTEM_CONFIG, OR, 3))
NEXT = writes(*_READY)
# From the first end of slot on, no start and no data are sent.
FIRST = writes((_TX_CONFIG, AND, 0xFFFFFB3F), *_READY)
END_SLOT = bytearray((_SEND_DATA, 0))
_ON = bytearray((_RF_ON, 1))
_OFF = bytearray((_RF_OFF, 0))
_MOST = const(64)  # bytes of a reply


class Chip:
    """The chip, over a ready bus and its lines. `own_crc`: it does not check replies' checksums.

    Without a clock it does not count the time that the bus takes, and waits longer.
    """

    def __init__(self, spi, lines, clock, own_crc):
        self.lines = lines
        self.host = Host(spi, lines)
        self.own_crc = own_crc
        self.agc = 0  # the receiver's gain when the field was last switched on
        self.out = bytearray(64)  # SEND_DATA: two bytes, then the request
        self.out[0] = _SEND_DATA
        self.heard = bytearray(_MOST)  # the last reply to `start_exchange`
        self._us = clock.us if clock else self._slept
        self._asleep = 0
        self._versions = (0, 0, 0)
        self._tuned = -1  # which settings are loaded
        self._heeds_irq = False
        self._word = bytearray(4)
        self._words = bytearray(8)
        self._request = writes((_TX_CONFIG, WRITE, 0), *_READY)

    def _slept(self):
        return self._asleep

    # --- set-up

    def start_open(self):
        """Reset the chip, check that it is one, and set it up; returns its three versions."""
        try:
            return (yield from self._start_up())
        except DeviceError:
            # Its busy line may be one that all readers share.
            self.lines.reset(True)
            raise

    def _start_up(self):
        host = self.host
        if self.lines.reset(True):
            yield 100
            self.lines.reset(False)
        else:
            host.write(_SYSTEM_CONFIG, _SOFT_RESET)
        self._heeds_irq = False
        yield from self._start_boot()
        data = host.read_eeprom(_VERSIONS, 6)
        if bytes(data) in (b"\0" * 6, b"\xff" * 6):
            raise DeviceError(NAME, "version")
        self._versions = (data[1] << 8 | data[0], data[3] << 8 | data[2], data[5] << 8 | data[4])
        yield from self._start_settings()
        self._tuned = -1
        yield from self.start_tuned(TX_15693, RX_15693)
        return self._versions

    def _start_boot(self):
        yield 5000
        # Not every chip says when it has booted: that is a setting.
        for _ in range(20):
            try:
                if 0 < self.host.read(_IRQ_STATUS) <= _ALL_IRQ:
                    return
            except DeviceError:
                pass
            yield 2000

    def _start_settings(self):
        host = self.host
        written = yield from host.start_write_eeprom(_SETTINGS, b"\x01\x00")
        pin = host.read_eeprom(_IRQ_PIN, 1)[0]
        # Interrupts are looked at twice: the first look must not clear them.
        if (yield from host.start_write_eeprom(_IRQ_PIN, bytes((pin & 0xFC | 1,)))) or written:
            host.write(_SYSTEM_CONFIG, _SOFT_RESET)
            yield from self._start_boot()
        # The interrupt line is heeded only if it shows the one of booting, and then lets go of it.
        irq = self.lines.irq
        if irq() >= 0:
            host.write(_IRQ_ENABLE, _IDLE_IRQ)
            self._heeds_irq = irq() == 1
            host.write(_IRQ_CLEAR, _ALL_IRQ)
            self._heeds_irq = self._heeds_irq and irq() == 0

    def start_tuned(self, tx, rx):
        """Load the settings for a kind of tag and of reply, unless they are."""
        if self._tuned == tx << 8 | rx:
            return
        host = self.host
        # The chip must not be sending or listening: that wedges it.
        host.frame(_IDLE)
        self._tuned = -1
        host.frame(bytes((_LOAD_RF_CONFIG, tx, rx)))
        yield 0
        host.write(_IRQ_ENABLE, _MARK)
        config = host.read(_TX_CONFIG)
        if not config or config == 0xFFFFFFFF:
            raise _odd(host.word)
        self._request = writes((_TX_CONFIG, WRITE, config), *_READY)
        if tx == TX_14443A:
            # A short frame has no checksum, nor has its reply.
            host.frame(writes((_CRC_TX_CONFIG, AND, 0xFFFFFFFE), (_CRC_RX_CONFIG, AND, 0xFFFFFFFE)))
        elif self.own_crc:
            host.frame(writes((_CRC_RX_CONFIG, AND, 0xFFFFFFFE)))
        self._tuned = tx << 8 | rx

    # --- the field

    def start_field(self, settle_us):
        """Switch the field on, and give tags time to wake up."""
        host = self.host
        host.frame(_IDLE)
        host.frame(_ON)
        yield settle_us
        for _ in range(20):
            status = self.alive()
            if status & FIELD_ON:
                self.agc = status & 0x3FF
                return
            yield _POLL
        raise DeviceError(NAME, "field")

    def off(self):
        """Switch the field off, whatever is going on. Never raises."""
        try:
            self.host.frame(_IDLE)
            self.host.frame(_OFF)
        except OSError:
            # It can't be told: then it must not run at all, as two fields must never be on.
            self.lines.reset(True)

    def alive(self):
        """Return RF_STATUS; raise DeviceError if the chip is not as it was set up."""
        words = self._words
        self.host.ask(_ASK_MARK, words)
        mark = words[0] | words[1] << 8
        if mark != _MARK:
            raise _odd(words)
        return word(words, 4)

    # --- one request

    def start_ready(self):
        """Wait until the chip can send."""
        for _ in range(20):
            if self.alive() >> 24 & 7 == _WAIT_TRANSMIT:
                return
            yield _POLL * 5
        raise DeviceError(NAME, "stuck")

    def start_send(self, frame):
        host = self.host
        host.frame(self._request)
        yield from self.start_ready()
        host.frame(frame)

    def start_exchange(self, end, size):
        """Send the request that lies in `out[2:end]`; return how many bytes came, all good.

        0: no reply, or one that was garbled. `size` is what is expected at most.
        """
        yield from self.start_tuned(TX_15693, RX_15693)
        yield from self.start_send(memoryview(self.out)[:end])
        yield iso15693.request_us(end) + iso15693.T1 + iso15693.SOF + DELAY
        irq = self.irq()
        if not irq & (RX_IRQ | SOF_IRQ):
            if not irq & TX_IRQ:
                self.alive()
            return 0
        yield iso15693.reply_us(size + 2) - iso15693.SOF
        rx = yield from self.start_rx()
        got = rx & 0x1FF
        if rx < 0 or rx & (RX_BAD | RX_COLLISION) or not 0 < got <= _MOST:
            return 0
        self.host.ask(GET_REPLY, memoryview(self.heard)[:got])
        if self.own_crc:
            if not crc.good(self.heard, got):
                return 0
            got -= 2
        yield iso15693.T2
        return got

    def irq(self):
        data = self._word
        self.host.ask(_ASK_IRQ, data)
        if data[3]:  # there are but twenty of them
            raise _odd(data)
        return word(data)

    def start_rx(self):
        """Wait for the end of a reply that is due now; return RX_STATUS, or -1: it did not end."""
        words = self._words
        for _ in range(12):
            self.host.ask(_ASK_RX, words)
            if words[0] & RX_IRQ:
                if words[3]:
                    raise _odd(words)
                return word(words, 4)
            yield _POLL
        return -1


def _odd(data):
    """The error for an answer that the chip as it was set up would never give."""
    return DeviceError(NAME, "miso" if data[0] & data[2] & data[3] == 0xFF else "reset")
