"""MicroPython's `machine` of a Pico, for the board given to `plug`."""

PWRON_RESET = 1
WDT_RESET = 3

_READ_US = 2  # reading a pin takes time, so that loops that wait for a pin end
_PERI_HZ = 125000000
_EIO = 5

_board = None


class Reset(BaseException):
    """The board restarts; the code that started the firmware catches this."""


def plug(board):
    """Use this board from now on; return it."""
    global _board
    _board = board
    return board


def board():
    return _board


def reset():
    _board.reset_cause = PWRON_RESET
    raise Reset("reset")


soft_reset = reset


def reset_cause():
    return _board.reset_cause


def unique_id():
    return _board.unique_id


def freq(hz=None):
    return _PERI_HZ if hz is None else None


def idle():
    _board.clock.sleep_us(1)


def disable_irq():
    """Disable interrupts, as a flash erase does; latched ones are handled afterwards."""
    state, _board.interrupts = _board.interrupts, False
    return state


def enable_irq(state=True):
    _board.interrupts = state
    if state:
        latched, _board.latched = _board.latched, []
        for irq in latched:
            irq.fire()


class _Irq:
    """The interrupt of a pin: edges are latched until they are handled."""

    def __init__(self, pin, handler, trigger):
        self._pin = pin
        self._handler = handler
        self._trigger = trigger
        self._latched = 0
        self._flags = 0
        self.end = pin.wire.listen(self._edge)

    def flags(self):
        return self._flags

    def _edge(self, level):
        self._latched |= self._trigger & (Pin.IRQ_RISING if level else Pin.IRQ_FALLING)
        if not self._latched:
            return
        if _board.interrupts:
            self.fire()
        elif self not in _board.latched:
            _board.latched.append(self)

    def fire(self):
        self._flags, self._latched = self._latched, 0
        self._handler(self._pin)


def _number(id):
    """The number of a pin that is given as a number, as "GP5", or as a Pin."""
    if isinstance(id, Pin):
        return id.id
    return int(id[2:]) if isinstance(id, str) and id[:2] == "GP" else id


class Pin:
    """A pin of the board. Reading it takes 2 us."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __new__(cls, id, *args, **options):
        # As on a Pico, each pin is one object, however often it is requested.
        number = _number(id)
        pin = _board.pins.get(number)
        if pin is None:
            pin = _board.pins[number] = object.__new__(cls)
            pin.id = number
            pin.wire = _board.wire(number)
            pin._clock = _board.clock
            pin._mode = Pin.IN
            pin._irq = None
        return pin

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
        wire = self.wire
        if pull == Pin.PULL_UP:
            wire.pull(1)
        elif pull == Pin.PULL_DOWN:
            wire.pull(0)
        if mode != -1 and mode is not None:
            self._mode = mode
        if self._mode == Pin.OUT:
            # As on a Pico, a new output is low, and a pin that was an output keeps its level.
            if value is None:
                value = wire.level if wire.driven else 0
            wire.drive(1 if value else 0)
        elif self._mode == Pin.OPEN_DRAIN:
            wire.drive(0 if value is not None and not value else None)

    def value(self, level=None):
        if level is None:
            # Without a call where it can be: most of a table's time goes into waiting for a pin.
            clock = self._clock
            end = clock.now + _READ_US
            if end < clock.next:
                clock.now = end
            else:
                clock.sleep_us(_READ_US)
            source = self.wire.source
            return source() if source else self.wire.read()
        if self._mode == 1:  # OUT: as wire.drive does, again without a call
            wire = self.wire
            wire.driven = True
            level = 1 if level else 0
            if level != wire.level:
                wire.level = level
                for function in wire.listeners:
                    function(level)
        elif self._mode == Pin.OPEN_DRAIN:
            self.wire.drive(None if level else 0)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def irq(self, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
        """Call handler(pin) at edges of a driven wire."""
        if self._irq:
            self._irq.end()
            self._irq = None
        if handler:
            self._irq = _Irq(self, handler, trigger)
        return self._irq


def _divided(hz):
    """A Pico's actual rate for a wanted one: a whole divisor of its clock, never faster."""
    for scale in range(2, 255, 2):
        if (scale + 2) * 256 * hz > _PERI_HZ:
            break
    for divisor in range(256, 0, -1):
        if divisor == 1 or hz * scale * (divisor - 1) < _PERI_HZ:
            break
    return _PERI_HZ // (scale * divisor)


class SPI:
    MSB = 0
    LSB = 1

    def __init__(
        self, id, baudrate=1000000, *, polarity=0, phase=0, bits=8, firstbit=MSB, sck=None, mosi=None, miso=None
    ):
        self._bus = _board.spi(id)
        self._mode = 0
        self.init(baudrate, polarity=polarity, phase=phase)

    def init(self, baudrate=None, *, polarity=None, phase=None, bits=8, firstbit=MSB):
        if baudrate is not None:
            self.hz = _divided(baudrate)
        if polarity is not None:
            self._mode = self._mode & 1 | polarity << 1
        if phase is not None:
            self._mode = self._mode & 2 | phase

    def deinit(self):
        pass

    def write(self, out):
        self._bus.transfer(out, None, self.hz, self._mode)

    def read(self, nbytes, write=0):
        into = bytearray(nbytes)
        self._bus.transfer(bytes((write,)) * nbytes, into, self.hz, self._mode)
        return bytes(into)

    def readinto(self, into, write=0):
        self._bus.transfer(bytes((write,)) * len(into), into, self.hz, self._mode)

    def write_readinto(self, out, into):
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        if out is into:
            out = bytes(out)
        self._bus.transfer(out, into, self.hz, self._mode)


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = _board.i2c(id)
        self._hz = freq

    def scan(self):
        return [each for each in range(0x08, 0x78) if self._bus.find(each, 0, self._hz)]

    def writeto(self, addr, buf, stop=True):
        device = self._bus.find(addr, len(buf), self._hz)
        if device is None:
            raise OSError(_EIO, "EIO")
        device.write(bytes(buf))
        return len(buf)


class PWM:
    """Sets the `tone` of a pin's wire: frequency and duty; (0, 0) is silence."""

    def __init__(self, dest, *, freq=0, duty_u16=0):
        self._wire = dest.wire if isinstance(dest, Pin) else _board.wire(dest)
        self._freq = freq
        self._duty = duty_u16
        self._show()

    def _show(self):
        self._wire.tone = (self._freq, self._duty) if self._freq and self._duty else (0, 0)

    def deinit(self):
        self._freq = self._duty = 0
        self._show()

    def freq(self, hz=None):
        if hz is None:
            return self._freq
        self._freq = hz
        self._show()

    def duty_u16(self, duty=None):
        if duty is None:
            return self._duty
        self._duty = duty
        self._show()


class WDT:
    """As on a Pico it cannot be stopped; if it is not fed in time, it resets the board."""

    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._board = _board
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        board = self._board
        if board.watchdog:
            board.watchdog.cancel()
        board.watchdog = board.clock.at(board.clock.now + self._us, self._bite)

    def _bite(self):
        self._board.watchdog = None
        self._board.reset_cause = WDT_RESET
        raise Reset("watchdog")
