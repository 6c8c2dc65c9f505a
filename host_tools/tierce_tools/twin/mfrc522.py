"""An MFRC522 on SPI: registers, FIFO, timer, CRC coprocessor and receiver.

The antenna computes the cards' answers and collisions. Nothing here runs by itself: the chip's
state is brought up to date when a register is accessed.
"""

from .tags import crc, seal_a

_COMMAND = 0x01
_COM_IRQ = 0x04
_DIV_IRQ = 0x05
_ERROR = 0x06
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A
_CONTROL = 0x0C
_BIT_FRAMING = 0x0D
_COLL = 0x0E
_MODE = 0x11
_TX_MODE = 0x12
_RX_MODE = 0x13
_TX_CONTROL = 0x14
_TX_ASK = 0x15
_CRC_HIGH = 0x21
_CRC_LOW = 0x22
_T_MODE = 0x2A
_PRESCALER = 0x2B
_RELOAD_HIGH = 0x2C
_RELOAD_LOW = 0x2D
_VERSION = 0x37

_TRANSCEIVE = 0x0C
_FIFO_SIZE = 64
_BOOT_US = 1000
_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)

# The registers from 0 on, sixteen a row.
_AFTER_RESET = bytes.fromhex(
    "00 20 80 00 14 00 00 21 00 00 00 08 10 00 A0 00 "
    "00 3F 00 00 80 00 10 84 84 4D 00 00 00 00 00 00 "
    "00 FF FF 00 26 00 48 88 20 20"
)


def air_us(bits):
    """Time of a frame of `bits` bits on the air, with parity, start and end."""
    return (bits + bits // 8 + 2) * 12800 // 1356


_DELAY_US = 91  # from the end of a request to the answer


class MFRC522:
    """`reads` and `writes` count register accesses. `reset` is the wire of the reset line.

    `counts_align`: whether a collision's position includes the known bits of its byte. The data
    sheet says so; False models a chip that leaves them out.
    """

    def __init__(self, antenna, version=0x92, reset=None):
        self.antenna = antenna
        self.clock = antenna.air.clock
        self.version = version
        self.reads = 0
        self.writes = 0
        self.counts_align = True
        self.clone = False  # a copy of the chip whose reserved bits are always 0
        self.miso = None  # fault: 0 or 1, stuck at that level
        self._held = False
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._address = -1
        self.power_on()
        if reset:
            reset.listen(self._reset_line)

    def power_on(self):
        """Restart, as after a reset or a dip of the supply."""
        self._registers[:] = _AFTER_RESET + bytes(64 - len(_AFTER_RESET))
        self._registers[_VERSION] = self.version
        self.deaf = False  # fault: hears no card
        self._fifo = bytearray()
        self._stop()
        self._timer_at = 0
        self._awake_at = self.clock.now + _BOOT_US
        if self.antenna.on is self:
            self.antenna.switch(None)

    def _reset_line(self, level):
        self._held = not level
        self.power_on()

    # The bus

    def selected(self, on):
        self._address = -1
        if on and self.antenna.air.faults.dice.chance(self.antenna.air.faults.brownout):
            self.power_on()

    def transfer(self, out, into):
        for i in range(len(out)):
            byte = self._clock_byte(out[i])
            if into is not None:
                into[i] = byte if self.miso is None else 0xFF * self.miso

    def _clock_byte(self, byte):
        """Shift a byte in and a byte out: an address, then its data, or more addresses to read."""
        if self._held:
            return 0xFF
        address = self._address
        if address < 0:
            self._address = byte
            return 0
        if address & 0x80:
            self._address = byte
            return self._read(address >> 1 & 0x3F)
        self._write(address >> 1 & 0x3F, byte)
        return 0

    def _read(self, register):
        self.reads += 1
        self._catch_up()
        if self.clock.now < self._awake_at and register == _COMMAND:
            return 0x30  # the oscillator starts
        if register == _FIFO_DATA:
            if not self._fifo:
                return 0
            byte = self._fifo[0]
            self._fifo = self._fifo[1:]
            return byte
        if register == _FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[register] & (0xAB if self.clone and register == _MODE else 0xFF)

    def _write(self, register, value):
        self.writes += 1
        self._catch_up()
        if self.clock.now < self._awake_at:
            return
        registers = self._registers
        if register in (_COM_IRQ, _DIV_IRQ):
            if value & 0x80:
                registers[register] |= value & 0x7F
            else:
                registers[register] &= ~value & 0xFF
        elif register == _FIFO_DATA:
            if len(self._fifo) < _FIFO_SIZE:
                self._fifo.append(value)
            else:
                registers[_ERROR] |= 0x10
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
                registers[_ERROR] &= ~0x10 & 0xFF
        elif register == _COMMAND:
            self._command(value)
        elif register == _COLL:
            registers[_COLL] = value & 0x80 | registers[_COLL] & 0x7F
        elif register not in (_ERROR, _CRC_HIGH, _CRC_LOW, _VERSION):
            registers[register] = value
            if register == _TX_CONTROL:
                self._field(value & 3)
            elif register == _BIT_FRAMING and value & 0x80:
                self._send()

    def _field(self, on):
        if on:
            if self.antenna.on is None:
                self.antenna.switch(self)
        elif self.antenna.on is self:
            self.antenna.switch(None)

    # Commands

    def _stop(self):
        self._sent = None  # (bytes, bits, begin, end) while they are on the air
        self._reply = None
        self._reply_at = 0

    def _command(self, value):
        registers = self._registers
        self._stop()
        self._timer_at = 0
        command = value & 0x0F
        if command == 0x0F:
            self.power_on()
            return
        registers[_COMMAND] = value & 0x3F
        if command == 0x03:
            value = crc(self._fifo, _PRESETS[registers[_MODE] & 3])
            self._fifo = bytearray()
            registers[_CRC_HIGH] = value >> 8
            registers[_CRC_LOW] = value & 0xFF
            registers[_DIV_IRQ] |= 0x04
        elif command == _TRANSCEIVE and registers[_BIT_FRAMING] & 0x80:
            self._send()

    def _send(self):
        """Send the FIFO on the air."""
        registers = self._registers
        if registers[_COMMAND] & 0x0F != _TRANSCEIVE or self._sent or not self._fifo:
            return
        data = bytes(self._fifo)
        self._fifo = bytearray()
        last = registers[_BIT_FRAMING] & 7
        bits = 8 * len(data) - (8 - last if last else 0)
        if registers[_TX_MODE] & 0x80:
            data = seal_a(data)
            bits += 16
        registers[_ERROR] = 0
        self._reply = None
        begin = self.clock.now
        self._sent = (data, bits, begin, begin + air_us(bits))

    def _catch_up(self):
        now = self.clock.now
        if self._sent and now >= self._sent[3]:
            self._arrived()
        if self._reply and now >= self._reply_at:
            self._received()
        if self._timer_at and now >= self._timer_at:
            self._timer_at = 0
            self._registers[_COM_IRQ] |= 0x01

    def _arrived(self):
        """The frame has reached the cards: get their answer."""
        registers = self._registers
        data, bits, begin, end = self._sent
        self._sent = None
        registers[_COM_IRQ] |= 0x40
        reply = None
        # Cards of this standard need 100 % modulation to see the pauses.
        if self.antenna.on is self and registers[_TX_ASK] & 0x40:
            reply = self.antenna.ask_a(data, bits, begin)
        if reply:
            self._reply = reply
            self._reply_at = end + _DELAY_US + air_us(reply.bits)
        if registers[_T_MODE] & 0x80:
            prescaler = (registers[_T_MODE] & 0x0F) << 8 | registers[_PRESCALER]
            ticks = (registers[_RELOAD_HIGH] << 8 | registers[_RELOAD_LOW]) + 1
            us = ticks * (2 * prescaler + 1) * 100 // 1356
            # The first bits of an answer stop the timer.
            self._timer_at = end + us if not reply or us < _DELAY_US + 50 else 0

    def _received(self):
        registers = self._registers
        reply = self._reply
        self._reply = None
        align = registers[_BIT_FRAMING] >> 4 & 7
        number = int.from_bytes(reply.data, "little")
        error = 0
        coll = 0x20
        if reply.collision >= 0:
            error = 0x08
            place = reply.collision + 1
            if not registers[_COLL] & 0x80:
                number &= (1 << place) - 1
            if self.counts_align:
                place += align
            coll = place & 0x1F if place <= 32 else 0x20
        bits = reply.bits + align
        data = (number << align).to_bytes((bits + 7) // 8, "little")
        if registers[_RX_MODE] & 0x80 and not error:
            if len(data) < 3 or seal_a(data[:-2]) != data:
                error |= 0x04
            data = data[:-2]
        room = _FIFO_SIZE - len(self._fifo)
        if len(data) > room:
            error |= 0x10
        self._fifo.extend(data[:room])
        registers[_CONTROL] = registers[_CONTROL] & 0xF8 | bits & 7
        registers[_COLL] = registers[_COLL] & 0x80 | coll
        registers[_ERROR] |= error
        registers[_COM_IRQ] |= 0x22 if error else 0x20


ISO14443 = True  # the tags that it reads


def plug(bus, select, antenna, lines, serial):
    """Put a reader on a bus; `lines` has its wires: reset (or None), busy, irq."""
    chip = MFRC522(antenna, reset=lines[0])
    bus.attach(chip, select)
    return chip
