"""The PN5180 reader chip, modelled on its data sheet: frames over SPI in, answers out.

Nothing happens in the background. At each access the chip catches up with the clock: transmissions
have ended, answers have arrived. So cards get a request when the chip is next accessed; that makes
a difference only for cards that come or go in between.

Where the data sheet says nothing, the model does what is harder for a driver, with a comment.
"""

from . import field
from .tags import crc, seal, seal_a
from .wires import Wire

# Registers, from the data sheet.
_SYSTEM_CONFIG = 0x00
_IRQ_ENABLE = 0x01
_IRQ_STATUS = 0x02
_IRQ_CLEAR = 0x03
_CRC_RX_CONFIG = 0x12
_RX_STATUS = 0x13
_TX_CONFIG = 0x18
_CRC_TX_CONFIG = 0x19
_RF_STATUS = 0x1D
_AGC_VALUE = 0x1F
_SYSTEM_STATUS = 0x24
_EXISTS = bytes([(i < 0x2A and i != 0x06) or i in (0x36, 0x39, 0x43) for i in range(256)])
_READ_ONLY = (_IRQ_STATUS, _RX_STATUS, _RF_STATUS, _AGC_VALUE, _SYSTEM_STATUS, 0x08, 0x09, 0x0A)

_RX_IRQ = 1 << 0
_TX_IRQ = 1 << 1
_IDLE_IRQ = 1 << 2
_RFOFF_IRQ = 1 << 8
_RFON_IRQ = 1 << 9
_RF_ACTIVE_IRQ = 1 << 10
_SOF_IRQ = 1 << 14
_GENERAL_IRQ = 1 << 17
_UNMASKED = 0xE0000

_SEMANTIC = 1 << 6
_SYNTAX = 1 << 7
_PARAMETER = 1 << 8

_INTEGRITY = 1 << 16
_COLLISION = 1 << 18

_TX_ENABLE = 1 << 10
_START = 3 << 6
_STOP = 3 << 8

# States of a transceive.
_IDLE, _WAIT_TRANSMIT, _TRANSMIT, _, _WAIT_DATA, _RECEIVE = range(6)

_TRANSCEIVE = 3
_MOST_HZ = 7000000
_TX_MOST = 260
_RX_MOST = 508
_EEPROM = 255
_NEVER = 1 << 62
_GARBAGE = b"\xa5" * 512
_HIGH = b"\xff" * 512
_LOW = bytes(512)

# Values after LOAD_RF_CONFIG. The data sheet names only some bits; the others are arbitrary.
_TX_15693 = 0x680
_TX_14443 = 0xC40
_CRC_15693 = 0x1B
_CRC_14443 = 0x09

_BIT_A_US = 9  # a bit of ISO 14443A, at 106 kbit/s
_DELAY_A_US = 91


def _eeprom(serial, firmware):
    memory = bytearray(_EEPROM)
    memory[0:16] = b"PN5180" + serial.to_bytes(10, "big")
    memory[0x10:0x16] = b"\0\x04" + bytes((firmware & 0xFF, firmware >> 8)) + b"\x01\x00"
    memory[0x16] = 1  # IDLE_IRQ after boot
    memory[0x1A] = 1  # the IRQ pin is active high
    return memory


class Pn5180:
    """One reader, on a bus with its select wire, with an antenna.

    `busy` and `irq` are its wires, made here unless given; `reset`, if present, is active low.
    `faults` counts errors of the host: "busy" (a frame while BUSY is high), "fast" (above 7 MHz),
    "mode" (not SPI mode 0), "booting", "unasked" (a read without a command). Such a frame has no
    effect, and its answer is garbage. "dropped" is an answer that was not read, "error" a
    GENERAL_ERROR, "wedge" an RF configuration during a transceive.
    """

    BOOT_US = 2500
    RESET_US = 10
    PROCESS_US = 5  # BUSY after an instruction
    SETTLE_US = 5  # from the command to WaitTransmit

    def __init__(self, bus, select, antenna, reset=None, busy=None, irq=None, serial=1, firmware=0x0400):
        self.bus = bus
        self.clock = bus.clock
        self.antenna = antenna
        self.air = antenna.air
        self.faults = {}
        self.frames = 0
        self._stuck = 0
        self.miso = None  # 0 or 1: stuck at that level
        self.wedged = False
        self.eeprom = _eeprom(serial, firmware)
        self.busy = busy or Wire("BUSY", 0)
        self.irq = irq or Wire("IRQ", 0)
        self.busy.drive(0)
        self.busy.until = self._is_busy
        self.irq.source = self._irq_level
        self._selected = False
        self._held_at = -1
        self.power_on()
        if reset:
            reset.listen(self._reset)
            if not reset.level:
                self._reset(0)
        bus.attach(self, select)

    def power_on(self):
        """Restart, as after a brown-out: registers at their defaults, no field."""
        clock = self.clock
        slow = self.air.faults
        boot = self.BOOT_US + (20000 if slow.dice.chance(slow.slow_boot) else 0)
        self._boot(clock.now + boot)

    def _boot(self, ready_at):
        self.antenna.switch(None)
        self._ready_at = ready_at
        self._started = False
        self._registers = [0] * 0x44
        self._registers[_SYSTEM_CONFIG] = 1
        self._irq = 0
        self._status = 0
        self._rx_status = 0
        self._state = _IDLE
        self._settled_at = 0
        self._next = []  # coming events, latest first: (time, what)
        self._tx = -1
        self._rx = -1
        self._sent = b""
        self._start = 0
        self._reply = None
        self._buffer = b"\0" * _RX_MOST  # keeps the bytes of earlier answers
        self._answer = None
        self._frame = None
        self._read = 0
        self._refused = False
        self._too_soon = False
        self._busy_until = 0
        self._tx_data = b""
        self.deaf = False  # fault: hears no card
        self.wedged = False
        if self._stuck == 1:
            self._stuck = 0

    def _reset(self, level):
        clock = self.clock
        if not level:
            self._held_at = clock.now
            self._holding = clock.at(clock.now + self.RESET_US, self._off)
        elif self._held_at >= 0:
            self._holding.cancel()
            self._held_at = -1
            if self._ready_at == _NEVER:
                self.power_on()

    def _off(self):
        self._boot(_NEVER)

    # Wires

    def _is_busy(self):
        return self.clock.now < self._busy_until or self._stuck or (self._selected and self._frame is not None)

    @property
    def busy_stuck(self):
        """Whether BUSY is stuck high: 0 no, 1 until a reset, 2 for good."""
        return self._stuck

    @busy_stuck.setter
    def busy_stuck(self, how):
        self._stuck = how
        if how:
            self.busy.drive(1)

    def _irq_level(self):
        if self._next or not self._started:
            self._catch_up()
        on = self._irq and self._irq & (self._registers[_IRQ_ENABLE] | _UNMASKED)
        high = self.eeprom[0x1A] & 1
        return high if on else 1 - high

    # SPI

    def _fault(self, name):
        self.faults[name] = self.faults.get(name, 0) + 1
        self._refused = True

    def selected(self, on):
        self._selected = on
        if on:
            self._frame = None
            self._read = 0
            self._refused = False
            # Checked here: the state at the beginning of the frame counts.
            self._too_soon = self._stuck or self.clock.now < self._busy_until
            return
        frame = self._frame
        self._frame = None
        if frame is None or self._refused:
            return
        if self._read:
            self._answer = None
            self._busy_until = self.clock.now + self.PROCESS_US
            return
        self._busy_until = self.clock.now + self.PROCESS_US
        self._do(frame)

    def transfer(self, out, into):
        if self._frame is None:
            self._begin(out)
        elif not self._read:
            self._frame += bytes(out)
        if into is None:
            if self._read:
                self._read += len(out)
            return
        size = len(out)
        if self._refused:
            into[:] = _GARBAGE[:size]
        elif self._read:
            at = self._read - 1
            data = self._answer[at : at + size]
            into[:] = data if len(data) == size else data + _HIGH[: size - len(data)]
            self._read = at + size + 1
        else:
            into[:] = _HIGH[:size]
        if self.miso is not None:
            into[:] = (_HIGH if self.miso else _LOW)[:size]

    def _begin(self, out):
        now = self.clock.now
        self.frames += 1
        self._frame = b""
        self.busy.drive(1)
        if self._too_soon:
            self._fault("busy")
        elif self._held_at >= 0 or now < self._ready_at:
            # Harder for a driver than no answer: a booting chip seems to have all flags set.
            self._fault("booting")
        elif self.bus.hz > _MOST_HZ:
            self._fault("fast")
        elif self.bus.mode:
            self._fault("mode")
        elif out[0] == 0xFF:
            if self._answer is None:
                self._fault("unasked")
            else:
                self._read = 1
        else:
            self._frame = bytes(out)
            if self._answer is not None:
                self._answer = None
                self.faults["dropped"] = self.faults.get("dropped", 0) + 1

    # Instructions

    def _do(self, frame):
        faults = self.air.faults
        if faults.brownout and faults.dice.chance(faults.brownout):
            self.power_on()
            return
        self._catch_up()
        if faults.busy_sticks and faults.dice.chance(faults.busy_sticks):
            self.busy_stuck = 1
        code = frame[0]
        if code < len(_INSTRUCTIONS):
            _INSTRUCTIONS[code](self, frame)
        else:
            self._error(_SYNTAX)

    def _error(self, bit):
        self._status |= bit
        self._irq |= _GENERAL_IRQ
        self.faults["error"] = self.faults.get("error", 0) + 1

    def _unknown(self, frame):
        self._error(_SYNTAX)

    def _write_register(self, frame):
        if len(frame) != 6:
            self._error(_SYNTAX)
        else:
            self._write(frame[1], frame[0] + 1, int.from_bytes(frame[2:], "little"))

    def _write_multiple(self, frame):
        count, rest = divmod(len(frame) - 1, 6)
        if rest or not 1 <= count <= 42:
            self._error(_SYNTAX)
            return
        for at in range(1, len(frame), 6):
            if not self._write(frame[at], frame[at + 1], int.from_bytes(frame[at + 2 : at + 6], "little")):
                return  # earlier writes stay

    def _write(self, register, action, value):
        """Write to a register; `action`: 1 write, 2 or, 3 and."""
        if not _EXISTS[register] or not 1 <= action <= 3:
            self._error(_PARAMETER)
            return False
        if register in _READ_ONLY:
            return True
        registers = self._registers
        old = registers[register]
        if action == 2:
            value |= old
        elif action == 3:
            value &= old
        if register == _IRQ_CLEAR:
            self._irq &= ~value
            if value & _GENERAL_IRQ:
                self._status = 0
            return True
        registers[register] = value
        if register == _SYSTEM_CONFIG:
            self._configure(old, value)
        return True

    def _configure(self, old, value):
        if value & 0x100:
            self.power_on()
            return
        command = value & 7
        if command != old & 7:
            if self._state == _TRANSMIT:
                self.antenna.cut()
            self._next = []
            self._reply = None
            self._state = _IDLE
            if command == _TRANSCEIVE and not self.wedged:
                self._state = _WAIT_TRANSMIT
                faults = self.air.faults
                late = faults.dice.chance(faults.slow_transceive)
                # The write is complete when BUSY falls.
                self._settled_at = self._busy_until + (2000 if late else self.SETTLE_US)
        if value & 8:
            self._registers[_SYSTEM_CONFIG] = value & ~8
            self._send(self._tx_data, 0)

    def _value(self, register):
        if register == _IRQ_STATUS:
            value = self._irq
            if self.eeprom[0x1A] & 2:
                self._irq = 0
            return value
        if register == _RX_STATUS:
            return self._rx_status
        if register == _RF_STATUS:
            return self._rf_status()
        if register == _AGC_VALUE:
            return self.antenna.agc() if self.antenna.on is self else 0
        if register == _SYSTEM_STATUS:
            return self._status
        if register == _IRQ_CLEAR:
            return 0
        return self._registers[register]

    def _rf_status(self):
        state = self._state
        if state == _WAIT_TRANSMIT and self.clock.now < self._settled_at:
            state = _IDLE
        value = state << 24
        if state == _TRANSMIT:
            value |= 1 << 11
        elif state == _RECEIVE:
            value |= 1 << 10
        if state >= _WAIT_DATA:
            value |= 1 << 12
        if self.antenna.on is self:
            value |= 1 << 17 | self.antenna.agc()
        if self.air.outside(self.antenna):
            value |= 1 << 16
        return value

    def _read_register(self, frame):
        if len(frame) != 2:
            self._error(_SYNTAX)
        elif not _EXISTS[frame[1]]:
            self._error(_PARAMETER)
        else:
            self._answer = self._value(frame[1]).to_bytes(4, "little")

    def _read_multiple(self, frame):
        if not 2 <= len(frame) <= 19:
            self._error(_SYNTAX)
            return
        answer = b""
        for register in frame[1:]:
            if not _EXISTS[register]:
                self._error(_PARAMETER)
                return
            answer += self._value(register).to_bytes(4, "little")
        self._answer = answer

    def _write_eeprom(self, frame):
        if len(frame) < 3:
            self._error(_SYNTAX)
        elif frame[1] < 0x16 or frame[1] + len(frame) - 2 > _EEPROM:
            self._error(_PARAMETER)
        else:
            self.eeprom[frame[1] : frame[1] + len(frame) - 2] = frame[2:]
            self._busy_until = self.clock.now + 3000

    def _read_eeprom(self, frame):
        if len(frame) != 3:
            self._error(_SYNTAX)
        elif not 1 <= frame[2] <= 254 or frame[1] + frame[2] > _EEPROM:
            self._error(_PARAMETER)
        else:
            self._answer = bytes(self.eeprom[frame[1] : frame[1] + frame[2]])

    def _write_tx_data(self, frame):
        if not 2 <= len(frame) <= 1 + _TX_MOST:
            self._error(_PARAMETER)
        else:
            self._tx_data = frame[1:]

    def _send_data(self, frame):
        if not 2 <= len(frame) <= 2 + _TX_MOST or frame[1] > 7:
            self._error(_PARAMETER)
        else:
            self._send(frame[2:], frame[1])

    def _read_data(self, frame):
        if len(frame) != 2:
            self._error(_SYNTAX)
        elif frame[1]:
            self._error(_PARAMETER)
        else:
            self._answer = self._buffer

    def _switch_mode(self, frame):
        # Standby: it sleeps for the given time, then restarts.
        if len(frame) == 4 and not frame[1] and 1 <= frame[3] << 8 | frame[2] <= 2690:
            self._boot(self.clock.now + (frame[3] << 8 | frame[2]) * 1000 + self.BOOT_US)
        else:
            self._error(_PARAMETER)

    def _authenticate(self, frame):
        if len(frame) == 13:
            self._answer = b"\x02"  # no card answers
        else:
            self._error(_SYNTAX)

    def _load_rf(self, frame):
        if len(frame) != 3:
            self._error(_SYNTAX)
            return
        tx, rx = frame[1], frame[2]
        if not (tx <= 0x1C or tx == 0xFF) or not (0x80 <= rx <= 0x9C or rx == 0xFF):
            self._error(_PARAMETER)
            return
        if self._state != _IDLE:
            self._error(_SEMANTIC)
            self.faults["wedge"] = self.faults.get("wedge", 0) + 1
            self.wedged = True
            self._state = _IDLE
            self._next = []
            return
        registers = self._registers
        if tx != 0xFF:
            self._tx = tx
            vicinity = tx in (0x0D, 0x0E)
            registers[_TX_CONFIG] = _TX_15693 if vicinity else _TX_14443
            registers[_CRC_TX_CONFIG] = _CRC_15693 if vicinity else _CRC_14443
        if rx != 0xFF:
            self._rx = rx
            registers[_CRC_RX_CONFIG] = _CRC_15693 if rx in (0x8D, 0x8E) else _CRC_14443

    def _rf_on(self, frame):
        if len(frame) != 2 or frame[1] > 3:
            self._error(_PARAMETER)
        elif not frame[1] & 1 and self.air.outside(self.antenna):
            self._irq |= _RF_ACTIVE_IRQ
        else:
            self.antenna.switch(self)
            self._irq |= _RFON_IRQ

    def _rf_off(self, frame):
        if len(frame) != 2:
            self._error(_SYNTAX)
            return
        if self.antenna.on is self:
            self.antenna.switch(None)
            self._irq |= _RFOFF_IRQ
            # An answer that was coming in breaks off; the receiver does not notice.
            self._next = [each for each in self._next if each[1] == _TRANSMIT]

    # On the air

    def _send(self, data, valid):
        now = self._busy_until
        registers = self._registers
        config = registers[_TX_CONFIG]
        if self._state != _WAIT_TRANSMIT or self.clock.now < self._settled_at or (not data and config & _TX_ENABLE):
            self._error(_SEMANTIC)
            return
        vicinity = self._tx in (0x0D, 0x0E)
        mark = registers[_CRC_TX_CONFIG]
        frame = b""
        bits = 0
        if config & _TX_ENABLE:
            frame = bytes(data)
            if mark & 1:
                if mark != (_CRC_15693 if vicinity else _CRC_14443):
                    frame += bytes(2)  # a wrong CRC, which no card accepts
                else:
                    frame = (seal if vicinity else seal_a)(frame)
            bits = 8 * len(frame) - (8 - valid if valid else 0)
        length = (field.request_us(len(frame)) if frame else field.EOF) if vicinity else (9 * bits // 8 + 2) * _BIT_A_US
        self._sent = frame
        self._bits = bits
        self._config = config
        self._start = now
        self._reply = None
        self._state = _TRANSMIT
        self._next = [(now + length, _TRANSMIT)]

    def _catch_up(self):
        now = self.clock.now
        if not self._started:
            if now < self._ready_at or self._held_at >= 0:
                return
            self._started = True
            if self.eeprom[0x16]:
                self._irq |= _IDLE_IRQ
        coming = self._next
        while coming and coming[-1][0] <= now:
            at, what = coming.pop()
            if what == _TRANSMIT:
                self._transmitted(at)
                coming = self._next
            elif what == _RECEIVE:
                self._state = _RECEIVE
                self._irq |= _SOF_IRQ
            else:
                self._received()

    def _transmitted(self, end):
        self._irq |= _TX_IRQ
        self._state = _WAIT_DATA
        self._rx_status = 0
        antenna = self.antenna
        if antenna.on is not self:
            return
        reply = None
        if self._tx in (0x0D, 0x0E):
            reply = self._ask(end)
        elif self._tx == 0x00:
            reply = self._ask_a(end)
        if not reply:
            return
        self._reply = reply
        faults = self.air.faults
        if faults.receive_sticks and faults.dice.chance(faults.receive_sticks):
            self._next = [(reply.sof, _RECEIVE)]
        else:
            self._next = [(reply.end, _WAIT_TRANSMIT), (reply.sof, _RECEIVE)]

    def _ask(self, end):
        config = self._config
        if not self._sent:
            if config & _START or not config & _STOP:
                self.antenna.cut()
                return None
            reply = self.antenna.next_slot(self._start, end)
        elif (
            self._bits & 7
            or config & 0x3F
            or config & _START != _TX_15693 & _START
            or config & _STOP != _TX_15693 & _STOP
        ):
            self.antenna.cut()
            return None
        else:
            reply = self.antenna.ask(self._sent, self._start, end, self._tx == 0x0E)
        # The receiver only gets answers at the rate of its configuration.
        return reply if reply and self._rx == (0x8E if reply.fast else 0x8D) else None

    def _ask_a(self, end):
        if not self._sent:
            return None
        reply = self.antenna.ask_a(self._sent, self._bits, self._start)
        if not reply or self._rx != 0x80:
            return None
        reply.begin = end + _DELAY_A_US
        reply.sof = reply.begin + _BIT_A_US
        reply.end = reply.begin + (reply.bits * 9 // 8 + 2) * _BIT_A_US
        return reply

    def _received(self):
        reply = self._reply
        if not self.antenna.reaches(reply.tag):
            return  # the card was removed during its answer: the receiver waits for the rest
        data = reply.data
        mark = self._registers[_CRC_RX_CONFIG]
        status = reply.bits % 8 << 13
        if reply.collision >= 0:
            status |= _COLLISION | (reply.collision & 0x7F) << 19
        if mark & 1:
            if self._tx == 0x00:
                good = mark == _CRC_14443 and len(data) > 2 and crc(data, 0x6363) == 0
            else:
                good = mark == _CRC_15693 and len(data) > 2 and seal(data[:-2]) == data
            if not good:
                status |= _INTEGRITY
            data = data[:-2]
        self._rx_status = status | len(data)
        self._buffer = data + self._buffer[len(data) :]
        self._irq |= _RX_IRQ
        self._state = _WAIT_TRANSMIT
        self._settled_at = 0


_INSTRUCTIONS = (
    Pn5180._write_register,  # 00
    Pn5180._write_register,  # 01 or
    Pn5180._write_register,  # 02 and
    Pn5180._write_multiple,
    Pn5180._read_register,
    Pn5180._read_multiple,
    Pn5180._write_eeprom,
    Pn5180._read_eeprom,
    Pn5180._write_tx_data,  # 08
    Pn5180._send_data,
    Pn5180._read_data,
    Pn5180._switch_mode,
    Pn5180._authenticate,
    Pn5180._unknown,  # 0D to 10: ISO 18000-3M3, by the chip's own program
    Pn5180._unknown,
    Pn5180._unknown,
    Pn5180._unknown,  # 10
    Pn5180._load_rf,
    Pn5180._unknown,
    Pn5180._unknown,
    Pn5180._unknown,
    Pn5180._unknown,
    Pn5180._rf_on,
    Pn5180._rf_off,
)


ISO14443 = False  # the tags that it reads


def plug(bus, select, antenna, lines, serial):
    """Put a reader on a bus; `lines` has its wires: reset (or None), busy, irq."""
    return Pn5180(bus, select, antenna, *lines, serial)
