"""The PN5180's host interface: frames with their busy line, registers, EEPROM.

One frame at a time. An answer takes two: the question, then as many bytes as are due. Waits for the
busy line are short loops that end after a fixed number of looks, so this never hangs.
"""

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


NAME = "pn5180"

# Instructions
_WRITE_REGISTER = const(0x00)
_WRITE_REGISTER_OR_MASK = const(0x01)
_WRITE_REGISTER_AND_MASK = const(0x02)
_WRITE_REGISTER_MULTIPLE = const(0x03)
_READ_REGISTER = const(0x04)
_READ_REGISTER_MULTIPLE = const(0x05)
_WRITE_EEPROM = const(0x06)
_READ_EEPROM = const(0x07)

# What a part of WRITE_REGISTER_MULTIPLE does
WRITE = const(1)
OR = const(2)
AND = const(3)

_RISE_LOOKS = const(2)  # for busy to rise: a board is often too slow to see it at all
_FALL_LOOKS = const(1500)  # for it to fall: some milliseconds
_EEPROM_POLLS = const(20)


def writes(*parts):
    """Return the frame that changes several registers: parts are (register, how, value)."""
    frame = bytearray((_WRITE_REGISTER_MULTIPLE,))
    for register, how, value in parts:
        frame.append(register)
        frame.append(how)
        for _ in range(4):
            frame.append(value & 0xFF)
            value >>= 8
    return frame


def reads(*registers):
    """Return the frame that asks for several registers."""
    return bytearray((_READ_REGISTER_MULTIPLE,)) + bytes(registers)


def word(data, at=0):
    """Return the 32 bits that lie in data[at:], low byte first."""
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24


class Host:
    """The chip as its host sees it, over a ready bus and the reader's lines."""

    def __init__(self, spi, lines):
        self.lines = lines
        self._write = spi.write
        self._readinto = spi.readinto
        self._select = lines.select
        self._release = lines.release
        self._busy = lines.busy
        self._ask1 = bytearray((_READ_REGISTER, 0))
        self.word = bytearray(4)

    def frame(self, out):
        """Send one frame, and wait until the chip has done with it."""
        busy = self._busy
        self._select()
        try:
            self._write(out)
            for _ in range(_RISE_LOOKS):
                if busy():
                    break
        finally:
            self._release()
        if busy():
            self._wait()

    def ask(self, out, into):
        """Send a question, and fill `into` with the answer."""
        self.frame(out)
        busy = self._busy
        self._select()
        try:
            self._readinto(into, 0xFF)
            for _ in range(_RISE_LOOKS):
                if busy():
                    break
        finally:
            self._release()
        if busy():
            self._wait()

    def _wait(self):
        busy = self._busy
        for _ in range(_FALL_LOOKS):
            if not busy():
                return
        raise DeviceError(NAME, "busy")

    def read(self, register):
        self._ask1[1] = register
        self.ask(self._ask1, self.word)
        return word(self.word)

    def write(self, register, value):
        self.frame(bytes((_WRITE_REGISTER, register, value & 0xFF, value >> 8 & 0xFF,
                          value >> 16 & 0xFF, value >> 24 & 0xFF)))

    # --- EEPROM

    def read_eeprom(self, at, size):
        data = bytearray(size)
        self.ask(bytes((_READ_EEPROM, at, size)), data)
        return data

    def start_write_eeprom(self, at, data):
        """Write where it differs: cells wear out. Returns whether anything was written."""
        if bytes(self.read_eeprom(at, len(data))) == bytes(data):
            return False
        try:
            self.frame(bytes((_WRITE_EEPROM, at)) + bytes(data))
        except DeviceError:
            # Writing takes longer than a frame may block.
            for _ in range(_EEPROM_POLLS):
                yield 1000
                if not self._busy():
                    break
            else:
                raise
        yield 5000
        if bytes(self.read_eeprom(at, len(data))) != bytes(data):
            raise DeviceError(NAME, "eeprom")
        return True
