"""MFRC522, the chip: its registers and its FIFO, and one frame to the cards and back.

Registers and commands are those of its data sheet. What is said in the frames is not known here.
"""

try:
    from micropython import const
except ImportError:
    def const(value):
        return value

from drivers.iso14443 import crc_a
from drivers.steps import DeviceError

# What became of a frame
SILENT = 0
GOOD = 1
COLLIDED = 2
GARBLED = 3

# Registers
_COMMAND = const(0x01)
_COM_IRQ = const(0x04)  # 5 received, 0 timer
_DIV_IRQ = const(0x05)  # 2 CRC done
_ERROR = const(0x06)  # 4 overflow, 3 collision, 2 CRC, 1 parity, 0 protocol
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)  # 7 flush
_CONTROL = const(0x0C)  # 2:0 valid bits of the last byte, 0 for all
_BIT_FRAMING = const(0x0D)  # 7 start, 6:4 bit of the first one received, 2:0 bits of the last sent
_COLL = const(0x0E)  # 7 keep bits after a collision, 5 position not valid, 4:0 position, 0 for 32
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)  # 1:0 antenna pins
_TX_ASK = const(0x15)
_CRC_HIGH = const(0x21)
_CRC_LOW = const(0x22)
_MOD_WIDTH = const(0x24)
_RF_CONFIG = const(0x26)  # 6:4 gain
_TIMER_MODE = const(0x2A)
_PRESCALER = const(0x2B)
_RELOAD_HIGH = const(0x2C)
_RELOAD_LOW = const(0x2D)
_VERSION = const(0x37)

# Commands
_IDLE = const(0x00)
_CALC_CRC = const(0x03)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)

_FIELD_ON = const(0x83)
_FIELD_OFF = const(0x80)
_AFTER_RESET = const(0x20)  # what the command register holds after a reset, and never else
_POWER_DOWN = const(0x10)
_FIFO_SIZE = const(64)

# A card begins its answer 91 us after the request, and the chip's timer stops at its first bits.
# 20 ticks of 25 us leave room for slow cards.
_TIMER_TICKS = const(20)
_POLL_US = const(200)
_POLLS = const(30)  # far more than the timer needs: whatever comes later is no answer

_BITS = bytes([
    _COM_IRQ << 1 | 0x80, _ERROR << 1 | 0x80, _FIFO_LEVEL << 1 | 0x80, _CONTROL << 1 | 0x80,
    _COLL << 1 | 0x80, _COMMAND << 1 | 0x80, 0])
_SETTINGS = bytes([  # register, value
    _TX_CONTROL, _FIELD_OFF,
    _MODE, 0x3D,  # CRC preset 6363
    _TX_MODE, 0, _RX_MODE, 0,  # 106 kbit/s; the checksums are made and checked here
    _MOD_WIDTH, 0x26,
    _TX_ASK, 0x40,  # 100 % modulation
    _COLL, 0,  # bits after a collision read 0
    _TIMER_MODE, 0x80, _PRESCALER, 0xA9,  # 25 us a tick, started at the end of sending
    _RELOAD_HIGH, 0, _RELOAD_LOW, _TIMER_TICKS])
_SIGNS = bytes([  # registers that tell whether the chip still has its settings
    _VERSION << 1 | 0x80, _TX_ASK << 1 | 0x80, _TIMER_MODE << 1 | 0x80, _PRESCALER << 1 | 0x80,
    _RELOAD_LOW << 1 | 0x80, _MODE << 1 | 0x80, 0])
_SIGNS_SET = bytes([0x40, 0x80, 0xA9, _TIMER_TICKS, 0x3D])


class Chip:
    """`frame` from its byte 1 on is what will be sent, `reply` from its byte 1 on what came.

    `got` is how many bytes came, `whole` whether the last of them is complete, `collision` the
    place of the first bit that collided.
    """

    def __init__(self, spi, lines, gain):
        self.spi = spi
        self.lines = lines
        self.gain = gain
        self.version = 0
        self.frame = bytearray(10)  # address, then at most SEL NVB UID BCC CRC
        self.reply = bytearray(9)  # the byte during the address, then at most 8
        self.got = 0
        self.whole = True
        self.collision = 0
        self._pair = bytearray(2)
        self._state = bytearray(len(_BITS))
        self._signs = bytearray(len(_SIGNS))
        self._frames = tuple([memoryview(self.frame)[:n] for n in range(11)])
        self._replies = tuple([memoryview(self.reply)[:n] for n in range(10)])
        self._ask = tuple([bytes([_FIFO_DATA << 1 | 0x80] * n) + b"\0" for n in range(9)])

    def start_reset(self):
        """Steps: reset and set up."""
        self.lines.release()
        self.lines.reset(True)
        yield 100
        self.lines.reset(False)
        yield 2000
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(10):
            yield 500
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        else:
            raise DeviceError("mfrc522", self._why("timeout"))
        self.ready()

    def field(self, on):
        self._write(_TX_CONTROL, _FIELD_ON if on else _FIELD_OFF)

    def stop(self):
        """Field off, whatever is going on."""
        self.lines.release()
        self.field(False)
        self._write(_COMMAND, _IDLE)

    def start_test(self):
        """Steps: return three numbers, 1 where it is as it should be: FIFO, CRC, antenna."""
        frame = self.frame
        frame[0] = _FIFO_DATA << 1
        for i in range(1, 9):
            frame[i] = (i * 0x5B) & 0xFF
        self._write(_FIFO_LEVEL, 0x80)
        self._send(self._frames[9])
        level = self._read(_FIFO_LEVEL)
        self._burst(8)
        fifo = int(level == 8 and self.reply[1:] == frame[1:9])
        self._write(_DIV_IRQ, 0x04)
        self._write(_FIFO_LEVEL, 0x80)
        self._send(self._frames[9])
        self._write(_COMMAND, _CALC_CRC)
        for _ in range(5):
            yield 100
            if self._read(_DIV_IRQ) & 0x04:
                break
        self._write(_COMMAND, _IDLE)
        ours = crc_a(self.reply[1:], 8) if fifo else -1
        crc = int(ours == self._read(_CRC_HIGH) << 8 | self._read(_CRC_LOW))
        try:
            self.field(True)
            yield 1000
            field = int(self._read(_TX_CONTROL) & 3 == 3)
        finally:
            self.stop()
        return fifo, crc, field

    def start_exchange(self, count, last_bits, reply_bits):
        """Send `count` bytes of the frame and wait for what comes; return what became of it."""
        self.transmit(count, last_bits)
        # Eight bits and parity in 9.44 us each, an answer after 91 us
        yield (9 * (count + 1) + reply_bits + reply_bits // 8) * 19 // 2 + 100
        for _ in range(_POLLS):
            state = self._state
            self.lines.select()
            self.spi.write_readinto(_BITS, state)
            self.lines.release()
            if state[3] > _FIFO_SIZE:
                raise DeviceError("mfrc522", "bus")
            if state[6] == _AFTER_RESET:
                raise DeviceError("mfrc522", "reset")
            if state[1] & 0x20:
                return self._receive()
            if state[1] & 0x01:
                return SILENT
            yield _POLL_US
        raise DeviceError("mfrc522", self._why("timeout"))

    def transmit(self, count, last_bits):
        """Send `count` bytes of the frame; of the last one only `last_bits`, if that is not 0."""
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._write(_FIFO_LEVEL, 0x80)
        self.frame[0] = _FIFO_DATA << 1
        self._send(self._frames[count + 1])
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
        self.whole = not state[4] & 7
        error = state[2]
        if error & 0x08 and not state[5] & 0x20:
            self.collision = state[5] & 0x1F or 32
            return COLLIDED
        return GARBLED if error & 0x1B or not self.got else GOOD

    def ready(self):
        """Make sure that the chip is there and set up, also after it lost its supply."""
        self.lines.release()
        for attempt in range(2):
            signs = self._signs
            self.lines.select()
            self.spi.write_readinto(_SIGNS, signs)
            self.lines.release()
            version = signs[1]
            if version in (0x00, 0xFF):
                raise DeviceError("mfrc522", "version")
            self.version = version
            if signs[2:] == _SIGNS_SET:
                return
            if not attempt:
                for i in range(0, len(_SETTINGS), 2):
                    self._write(_SETTINGS[i], _SETTINGS[i + 1])
                self._write(_RF_CONFIG, self.gain << 4 | 0x08)
        raise DeviceError("mfrc522", "settings")

    def _why(self, reason):
        """Tell a chip that is slow from one that is not there."""
        return "version" if self._read(_VERSION) in (0x00, 0xFF) else reason

    def _write(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._send(pair)

    def _send(self, data):
        self.lines.select()
        self.spi.write(data)
        self.lines.release()

    def _read(self, register):
        pair = self._pair
        pair[0] = register << 1 | 0x80
        pair[1] = 0
        self.lines.select()
        self.spi.write_readinto(pair, pair)
        self.lines.release()
        return pair[1]

    def _burst(self, count):
        """Read `count` bytes of the FIFO in one transfer."""
        self.lines.select()
        self.spi.write_readinto(self._ask[count], self._replies[count + 1])
        self.lines.release()
