"""MFRC522, the chip: its registers and its FIFO, and one frame to the cards and back.

Registers and commands are those of its data sheet. What is said in the frames is not known here.
"""

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

# What became of a frame
SILENT = 0
GOOD = 1
COLLIDED = 2
_GARBLED = const(3)

# Registers that are named below
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)  # 5 received, 0 timer
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)  # 7 flush
_BIT_FRAMING = const(0x0D)  # 7 start, 6:4 bit of the first one received, 2:0 bits of the last sent
_TX_CONTROL = const(0x14)  # 1:0 antenna pins
_RF_CONFIG = const(0x26)  # 6:4 gain

# Commands
_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)

_FIELD_ON = const(0x83)
_FIELD_OFF = const(0x80)
_AFTER_RESET = const(0x20)  # what the command register holds after a reset, and never else
_POWER_DOWN = const(0x10)
_FIFO_SIZE = const(64)

_POLL_US = const(200)
_POLLS = const(30)  # far more than the timer needs: whatever comes later is no answer

# What is written to read: addresses, each shifted and with 0x80 as in _read, then 0 for the last
_STATE = b"\x88\x8c\x94\x98\x9c\x82\0"  # ComIrq, Error, FIFOLevel, Control, Coll, Command
_BURST = memoryview(b"\x92" * 8 + b"\0")  # FIFOData
# Version; then what tells whether the chip still has its settings: TxASK, TMode, TPrescaler,
# TReload, Mode
_SIGNS = b"\xee\xaa\xd4\xd6\xda\xa2\0"
_SIGNS_SET = b"\x40\x80\xa9\x14\x3d"
_SETTINGS = (  # register, value
    b"\x14\x80"  # TxControl: field off
    b"\x11\x3d"  # Mode: CRC preset 6363
    b"\x12\x00\x13\x00"  # TxMode, RxMode: 106 kbit/s; the checksums are made and checked here
    b"\x24\x26"  # ModWidth
    b"\x15\x40"  # TxASK: 100 % modulation
    b"\x0e\x00"  # Coll: bits after a collision read 0
    b"\x2a\x80\x2b\xa9"  # TMode, TPrescaler: 25 us a tick, started at the end of sending
    # TReload. A card begins its answer 91 us after the request, and the chip's timer stops at its
    # first bits. 20 ticks leave room for slow cards.
    b"\x2c\x00\x2d\x14"
)


class Chip:
    """`frame` from its byte 1 on is what will be sent, `reply` from its byte 1 on what came.

    `got` is how many bytes came, `collision` the place of the first bit that collided.
    """

    def __init__(self, spi, lines, gain):
        self.frame = bytearray(10)  # address, then at most SEL NVB UID BCC CRC
        self.reply = bytearray(9)  # the byte during the address, then at most 8
        self.got = 0
        self.collision = 0
        self._spi = spi
        self._lines = lines
        self._gain = gain
        self._pair = bytearray(2)
        self._state = bytearray(len(_STATE))
        self._frame = memoryview(self.frame)
        self._reply = memoryview(self.reply)

    def start_open(self):
        """Steps: reset, check and set up the chip. Return its version as a tuple of one."""
        lines = self._lines
        lines.release()
        lines.reset(True)
        yield 100
        lines.reset(False)
        yield 2000
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(10):
            yield 500
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        return (self.ready(),)

    def field(self, on):
        self._write(_TX_CONTROL, _FIELD_ON if on else _FIELD_OFF)

    def off(self):
        """Turn the field off, at once and whatever happened before."""
        try:
            self._lines.release()
            self.field(False)
            self._write(_COMMAND, _IDLE)
        except OSError:
            pass  # a bus that fails here fails at the next start, which says so

    def start_selftest(self):
        """Steps: return what a doctor wants to know; 1 stands for good, 0 for bad.

        `fifo`: bytes come back as they were written, in one burst. `field`: the antenna's driver
        turns on.
        """
        self.off()
        version = self.ready()
        frame = self.frame
        for i in range(1, 9):
            frame[i] = 0x5B * i & 0xFF
        self._fill(8)
        fifo = self._read(_FIFO_LEVEL) == 8
        self._burst(8)
        try:
            self.field(True)
            yield 1000
            field = self._read(_TX_CONTROL) & 3 == 3
        finally:
            self.off()
        return {
            "chip": "mfrc522", "version": version, "field": int(field),
            "fifo": int(fifo and self.reply[1:] == frame[1:9]),
        }

    def start_exchange(self, count, last_bits, reply_bits):
        """Send `count` bytes of the frame and wait for what comes; return what became of it."""
        self.transmit(count, last_bits)
        # Eight bits and parity in 9.44 us each, an answer after 91 us
        yield (9 * (count + 1) + reply_bits + reply_bits // 8) * 19 // 2 + 100
        state = self._state
        for _ in range(_POLLS):
            self._swap(_STATE, state)
            if state[3] > _FIFO_SIZE or state[6] == _AFTER_RESET:
                raise DeviceError("mfrc522", "bus" if state[3] > _FIFO_SIZE else "reset")
            if state[1] & 0x20:
                return self._receive()
            if state[1] & 0x01:
                return SILENT
            yield _POLL_US
        raise DeviceError("mfrc522", "timeout")

    def transmit(self, count, last_bits):
        """Send `count` bytes of the frame; of the last one only `last_bits`, if that is not 0."""
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._fill(count)
        # The answer goes on in the byte where the request ended. After a request of seven bits it
        # begins a byte of its own.
        framing = (last_bits if count > 1 else 0) << 4 | last_bits
        # The start bit of the frame before is still set: the command would begin with it.
        self._write(_BIT_FRAMING, framing)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | framing)

    def _receive(self):
        state = self._state
        self.got = min(state[3], 8)
        if self.got:
            self._burst(self.got)
        error = state[2]  # 4 overflow, 3 collision, 2 CRC, 1 parity, 0 protocol
        collision = state[5]  # 5 position not valid, 4:0 position, 0 for 32
        if error & 0x08 and not collision & 0x20:
            self.collision = collision & 0x1F or 32
            return COLLIDED
        # The valid bits of the last byte must be all, for which the chip says 0.
        return _GARBLED if error & 0x1B or state[4] & 7 or not self.got else GOOD

    def ready(self):
        """Make sure that the chip is there and set up, also after it lost its supply.

        Return its version.
        """
        self._lines.release()
        signs = bytearray(len(_SIGNS))
        for attempt in range(2):
            self._swap(_SIGNS, signs)
            if signs[1] in (0x00, 0xFF):
                raise DeviceError("mfrc522", "version")
            if signs[2:] == _SIGNS_SET:
                return signs[1]
            if not attempt:
                for i in range(0, len(_SETTINGS), 2):
                    self._write(_SETTINGS[i], _SETTINGS[i + 1])
                self._write(_RF_CONFIG, self._gain << 4 | 0x08)
        raise DeviceError("mfrc522", "settings")

    def _fill(self, count):
        """Put `count` bytes of the frame into the FIFO."""
        self._write(_FIFO_LEVEL, 0x80)
        self.frame[0] = _FIFO_DATA << 1
        self._send(self._frame[: count + 1])

    def _burst(self, count):
        """Read `count` bytes of the FIFO in one transfer."""
        self._swap(_BURST[8 - count :], self._reply[: count + 1])

    def _write(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._send(pair)

    def _read(self, register):
        pair = self._pair
        pair[0] = register << 1 | 0x80
        self._swap(pair, pair)
        return pair[1]

    def _send(self, data):
        self._lines.select()
        self._spi.write(data)
        self._lines.release()

    def _swap(self, out, into):
        self._lines.select()
        self._spi.write_readinto(out, into)
        self._lines.release()


def crc_a(frame, count):
    """Return the checksum of `count` bytes from byte 1 on; its low byte is sent first."""
    crc = 0x6363
    for i in range(1, count + 1):
        byte = frame[i] ^ (crc & 0xFF)
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc
