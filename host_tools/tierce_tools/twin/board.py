"""The modelled board: wires by pin number, and buses that pass bytes to chips."""

from .wires import Wire

_FF = b"\xff" * 4096


class SpiBus:
    """One SPI bus: a transfer goes to the chips whose select wire is low.

    A chip has `selected(on)`, called at both edges of its select wire, and `transfer(out, into)`:
    `out` has the bytes for the chip; `into` is None, or a buffer of the same length for the answer.
    """

    def __init__(self, clock):
        self.clock = clock
        self.conflicts = 0  # transfers with two chips selected
        self.transfers = 0
        self.bytes = 0
        self.call_ns = 0  # the program's time for each transfer, without the bits
        self.hz = 1000000  # clock of the current transfer
        self.mode = 0
        self._on = []
        self._snoops = ()

    def attach(self, device, select):
        def edge(level):
            if level:
                self._on.remove(device)
                device.selected(False)
            else:
                self._on.append(device)
                device.selected(True)

        select.listen(edge)
        if not select.level:
            edge(0)

    def snoop(self, device):
        """Call `transfer(out, None)` of a device without a select wire for everything sent."""
        self._snoops = self._snoops + (device,)

    def transfer(self, out, into, hz, mode=0):
        size = len(out)
        self.hz = hz
        self.mode = mode
        self.transfers += 1
        self.bytes += size
        self.clock.spend_ns(size * 8000000000 // hz + self.call_ns)
        on = self._on
        if len(on) == 1:
            on[0].transfer(out, into)
        elif not on:
            if into is not None:
                into[:] = _FF[:size] if size <= 4096 else b"\xff" * size
        else:
            self._clash(out, into)
        for device in self._snoops:
            device.transfer(out, None)

    def _clash(self, out, into):
        self.conflicts += 1
        both = bytearray(b"\xff" * len(out))
        one = bytearray(len(out))
        for device in self._on:
            device.transfer(out, one)
            for i in range(len(one)):
                both[i] &= one[i]
        if into is not None:
            into[:] = both


class I2cBus:
    """One I2C bus: a chip has `write(data)`, and answers to one address."""

    def __init__(self, clock):
        self.clock = clock
        self.devices = {}
        self.stuck = False  # fault: no chip acknowledges
        self.held = 0  # fault: clocks until a chip that a restart caught in a byte lets go of SDA

    def attach(self, address, device):
        self.devices[address] = device

    def clocked(self, level):
        """A change of SCL that a program makes by hand."""
        self.held = max(0, self.held - level)

    def find(self, address, size, hz):
        """Spend the time of address and bytes; return the chip, or None without acknowledge."""
        device = None if self.stuck or self.held else self.devices.get(address)
        bits = 11 + 9 * size if device else 11
        self.clock.spend_ns(bits * 1000000000 // hz)
        return device


class Board:
    """The hardware behind `machine`; plug it in with machine.plug(board)."""

    def __init__(self, clock, unique_id=b"\xe6\x60\x58\x38\x83\x00\x00\x01"):
        self.clock = clock
        self.unique_id = unique_id
        self.reset_cause = 1  # power-on
        self.watchdog = None
        self.pins = {}  # number -> its machine.Pin
        self.interrupts = True  # whether interrupts are enabled
        self.latched = []  # pin interrupts that wait until they are enabled
        self._wires = {}
        self._spi = {}
        self._i2c = {}

    def wire(self, number):
        """The wire at GPIO `number` (or "LED")."""
        if number not in self._wires:
            self._wires[number] = Wire("GP%s" % number)
        return self._wires[number]

    def let_go(self):
        """Release all wires, as without power, and drop all interrupts."""
        for number in self.pins:
            self.pins[number].irq()
        self.interrupts = True
        self.latched = []
        for number in self._wires:
            if self._wires[number].source is None:
                self._wires[number].drive(None)

    def spi(self, number):
        if number not in self._spi:
            self._spi[number] = SpiBus(self.clock)
        return self._spi[number]

    def i2c(self, number):
        if number not in self._i2c:
            self._i2c[number] = I2cBus(self.clock)
        return self._i2c[number]
