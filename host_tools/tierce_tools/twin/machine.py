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
    ALT = 3
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

    high = on
    low = off

    def toggle(self):
        self.value(0 if self.wire.level else 1)

    def mode(self):
        return self._mode

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


class SoftSPI(SPI):
    def __init__(
        self, baudrate=500000, *, polarity=0, phase=0, bits=8, firstbit=SPI.MSB, sck=None, mosi=None, miso=None
    ):
        SPI.__init__(self, "soft%s" % sck.id, baudrate, polarity=polarity, phase=phase)


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = _board.i2c(id)
        self._hz = freq

    def init(self, *, scl=None, sda=None, freq=400000):
        self._hz = freq

    def _find(self, address, size):
        device = self._bus.find(address, size, self._hz)
        if device is None:
            raise OSError(_EIO, "EIO")
        return device

    def scan(self):
        return [each for each in range(0x08, 0x78) if self._bus.find(each, 0, self._hz)]

    def writeto(self, addr, buf, stop=True):
        self._find(addr, len(buf)).write(bytes(buf))
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        return self.writeto(addr, b"".join([bytes(each) for each in vector]), stop)

    def readfrom(self, addr, nbytes, stop=True):
        return self._find(addr, nbytes).read(nbytes)

    def readfrom_into(self, addr, buf, stop=True):
        buf[:] = self._find(addr, len(buf)).read(len(buf))

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        self._find(addr, len(buf) + 1).write(bytes((memaddr,)) + bytes(buf))

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        self._find(addr, 1).write(bytes((memaddr,)))
        return self._find(addr, nbytes).read(nbytes)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        buf[:] = self.readfrom_mem(addr, memaddr, len(buf))


class SoftI2C(I2C):
    def __init__(self, scl, sda, *, freq=400000, timeout=50000):
        I2C.__init__(self, "soft%s" % scl.id, freq=freq)


class PWM:
    """Sets the `tone` of a pin's wire: frequency and duty; (0, 0) is silence."""

    def __init__(self, dest, *, freq=0, duty_u16=0, duty_ns=-1, invert=False):
        self._wire = dest.wire if isinstance(dest, Pin) else _board.wire(dest)
        self._freq = 0
        self._duty = 0
        self.init(freq=freq, duty_u16=duty_u16, duty_ns=duty_ns)

    def init(self, *, freq=-1, duty_u16=-1, duty_ns=-1, invert=False):
        if freq >= 0:
            self._freq = freq
        if duty_u16 >= 0:
            self._duty = duty_u16
        if duty_ns >= 0:
            self._duty = min(65535, duty_ns * self._freq * 65536 // 1000000000)
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

    def duty_ns(self, ns=None):
        if ns is None:
            return self._duty * 1000000000 // (self._freq * 65536)
        self._duty = min(65535, ns * self._freq * 65536 // 1000000000)
        self._show()


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **how):
        self._alarm = None
        if how:
            self.init(**how)

    def init(self, *, mode=PERIODIC, period=-1, freq=-1, callback=None, tick_hz=1000, hard=False):
        self.deinit()
        self._mode = mode
        self._us = int(1000000 / freq) if freq > 0 else period * 1000000 // tick_hz
        self._callback = callback
        self._start(_board.clock.now)

    def _start(self, now):
        self._due = now + self._us
        self._alarm = _board.clock.at(self._due, self._fire)

    def _fire(self):
        if self._mode == Timer.PERIODIC:
            self._start(self._due)
        if self._callback:
            self._callback(self)

    def deinit(self):
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None


class UART:
    def __init__(self, id, baudrate=115200, **how):
        self._port = _board.uart(id)

    def init(self, baudrate=115200, **how):
        pass

    def deinit(self):
        pass

    def any(self):
        return len(self._port.given)

    def read(self, nbytes=-1):
        given = self._port.given
        if not given:
            return None
        size = len(given) if nbytes < 0 else min(nbytes, len(given))
        data = bytes(given[:size])
        given[:] = given[size:]
        return data

    def readinto(self, buf, nbytes=-1):
        data = self.read(len(buf) if nbytes < 0 else nbytes)
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def write(self, buf):
        self._port.sent.extend(bytes(buf))
        return len(buf)


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
