"""Builds the hardware that `config.json` describes: pins, buses and their drivers.

A device that fails is left out and listed in `faults`; the table works without it.
"""

from machine import I2C, PWM, SPI, Pin

from app.sensing.readers import Zone
from drivers.font import fix
from drivers.lines import DecodedLines, Decoder, PinLines, Resets
from tierce.zones import zone_number


class Board:
    """The parts of a table: `zones`; `does`, each button's entry in config.json; `faults`, (device, reason) each.

    It has no methods: with its class they would keep this module in memory while the program runs.
    """

    zones: "list"
    does: "list"
    faults: "list"
    leds = screen = canvas = buttons = buzzer = scale = None


def build(config, clock, buttons=None):
    """Return the Board of a checked config. Its devices are not started yet.

    `buttons`: Buttons that have been noting presses since power-on; they are used if their pins are
    those of the config.
    """
    board = Board()
    board.zones, board.does, board.faults = [], [], []
    board.buttons = buttons
    parts = (("leds", _leds), ("screen", _screen), ("buttons", _buttons), ("buzzer", _buzzer), ("scale", _scale))
    for name, make in parts:
        if config.get(name):
            try:
                make(board, config, clock)
            except (OSError, ValueError) as error:
                board.faults.append((name, str(error)))
    fix(board.canvas.letter if board.canvas else 0)
    if not board.does:
        board.buttons = None
    try:
        _readers(board, config, clock)
    except (OSError, ValueError) as error:
        board.faults.append(("readers", str(error)))
    return board


def _readers(board, config, clock):
    if not config["zones"]:
        return
    bus = config["spi"]
    spi = SPI(bus["id"], baudrate=bus["hz"], sck=Pin(bus["sck"]), mosi=Pin(bus["mosi"]), miso=Pin(bus["miso"]))
    select = config["select"]
    decoder = busy = irq = resets = None
    if select["by"] == "hc138":
        address = [Pin(pin, Pin.OUT, value=0) for pin in select["address"]]
        decoder = Decoder(address, Pin(select["enable"], Pin.OUT, value=1))
        busy = _input(select.get("busy"))
        irq = _input(select.get("irq"))
        if select.get("latch") is not None:
            most = max([zone["cs"] for zone in config["zones"]]) + 1
            resets = Resets(spi, Pin(select["latch"], Pin.OUT, value=0), (most + 7) // 8 * 8)
    first = {}  # kind -> the first of its readers: the others may share its buffers
    for zone in config["zones"]:
        if decoder:
            lines = DecodedLines(decoder, zone["cs"], busy, resets, irq)
        else:
            reset = zone.get("reset")
            lines = PinLines(
                Pin(zone["cs"], Pin.OUT, value=1),
                _input(zone.get("busy")),
                None if reset is None else Pin(reset, Pin.OUT, value=0),
                _input(zone.get("irq")),
            )
        kind = zone["reader"]
        driver = _driver(kind + "_fast" if zone.get("fast") else kind)
        reader = driver.make(spi, lines, clock, zone, first.get(kind))
        first.setdefault(kind, reader)
        reader.limit = zone["most"]
        name = zone["zone"]
        board.zones.append(Zone(name, zone_number(name), reader, zone["settle_us"]))


def _driver(kind):
    """Return the driver of a part: the module of its name."""
    return __import__("drivers." + kind, None, None, ("make",))


def _input(pin):
    return None if pin is None else Pin(pin, Pin.IN, Pin.PULL_DOWN)


def _leds(board, config, clock):
    from neopixel import NeoPixel

    from drivers.leds import Leds

    given = config["leds"]
    leds = Leds(NeoPixel(Pin(given["pin"], Pin.OUT), given["count"]), given.get("bright", 64))
    for zone in config["zones"]:
        if zone.get("leds"):
            leds.add(zone["zone"], zone["leds"][0], zone["leds"][1])
    board.leds = leds


class _I2c:
    """A bus whose lines are freed before its first use, and after each write that no chip has taken.

    A restart or a disturbance may catch a chip in a byte: it holds SDA low until it has been clocked out
    of it (UM10204, section 3.1.16). The next start condition resets it.
    """

    def __init__(self, given, clock):
        self._given = given
        self._clock = clock
        self._free()

    def _free(self):
        given = self._given
        scl = Pin(given["scl"], Pin.OPEN_DRAIN, Pin.PULL_UP)
        for level in (0, 1) * 9:
            scl(level)
            self._clock.sleep_us(5)
        self._bus = I2C(given["i2c"], sda=Pin(given["sda"]), scl=Pin(given["scl"]), freq=given["hz"])

    def writeto(self, address, data):
        try:
            self._bus.writeto(address, data)
        except OSError:
            self._free()
            raise

    def scan(self):
        return self._bus.scan()


def _screen(board, config, clock):
    given = config["screen"]
    driver = _driver(given["kind"])
    if "i2c" in given:
        bus = _I2c(given, clock)
    else:
        bus = SPI(given["spi"], baudrate=given["hz"], sck=Pin(given["sck"]), mosi=Pin(given["mosi"]), miso=None)
    board.screen, board.canvas = driver.make(bus, given, Pin)


def _buttons(board, config, clock):
    from drivers.buttons import Buttons

    board.does = config["buttons"]
    pins = [Pin(each["pin"], Pin.IN, Pin.PULL_UP) for each in config["buttons"]]
    if board.buttons is None or board.buttons.pins != pins:
        board.buttons = Buttons(pins, clock.us)


def _buzzer(board, config, clock):
    from drivers.buzzer import Buzzer

    board.buzzer = Buzzer(PWM(Pin(config["buzzer"]["pin"], Pin.OUT, value=0)))


def _scale(board, config, clock):
    from drivers.scale import Scale

    given = config["scale"]
    data = Pin(given["data"], Pin.IN)
    clock_pin = Pin(given["clock"], Pin.OUT, value=0)
    board.scale = Scale(data, clock_pin, given.get("card", 0), given.get("zero", 0))
