"""The examples of the small drivers run unchanged on the modelled board, and the same in MicroPython as here.

So do readers, screens and modelled chips: to the byte, and to the microsecond of the modelled clock. All run in one
machine.
"""

import contextlib
import io
from pathlib import Path

import pytest

from drivers.leds import STATES
from tierce_tools import twin
from tierce_tools.rules import vm

ROOT = Path(__file__).parents[2]

HEAD = """
import sys
from {twin} import lcd1602, machine, mfrc522, neopixel, scale as hx711
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.epaper import Ssd1680
from {twin}.faults import Dice, Faults
from {twin}.field import Air, Antenna
from {twin}.keys import Key
from {twin}.leds import Ws2812
from {twin}.oled import Ssd1306
from {twin}.tags import Tag14443A
from drawing import rows
from drivers.canvas import Canvas
from drivers.steps import blocking

class Enough(BaseException):
    pass  # the example has run for long enough

class Time:
    # What an example takes from the module `time`; `watch` is called before each pause.
    def __init__(self, watch):
        self.watch = watch
    def sleep_us(self, us):
        self.watch()
        clock.sleep_us(us)
        assert clock.ms() < 100000
    def sleep_ms(self, ms):
        self.sleep_us(1000 * ms)
    def ticks_ms(self):
        return clock.ms()
    def ticks_us(self):
        return clock.us()

def example(name, most=99, watch=lambda: None, typed=None):
    # Run an example until it has printed `most` lines. Each line shows the time too.
    said = []
    def told(*what):
        print(">", clock.now, *what)
        said.append(what)
        if len(said) >= most:
            raise Enough
    given = {"machine": machine, "neopixel": neopixel, "time": Time(watch)}
    before = {module: sys.modules.pop(module, None) for module in given}
    for module in given:
        sys.modules[module] = given[module]
    try:
        with open(EXAMPLES + "example_%s.py" % name) as file:
            exec(file.read(), {"print": told, "input": lambda _: typed()})
    except Enough:
        pass
    finally:
        for module in given:
            sys.modules[module] = before[module]
            if not before[module]:
                del sys.modules[module]

clock = Clock()
board = machine.plug(Board(clock))
"""
BUTTONS = """
key = Key(board.wire(20))
key.tap(clock, 80, 500000)
key.tap(clock, 900, 2000000)
example("buttons", 2)
"""
BUZZER = """
from collections import OrderedDict
from drivers import buzzer
buzzer.PATTERNS = OrderedDict(sorted(buzzer.PATTERNS.items()))  # MicroPython's dict has another order
example("buzzer", watch=lambda: print(clock.now, board.wire(27).tone))
print(board.wire(27).tone)
"""
LEDS = """
board.wire(22).strip = strip = Ws2812(8)
example("leds", watch=lambda: print(strip.frames, strip.pixels))
print(strip.pixels)
"""
SCALE = """
model = hx711.HX711(clock, board.wire(26), board.wire(28))
def weigh(grams):
    model.grams = grams
def lay_ten():
    weigh(18)
    clock.at(clock.now + 6000000, lambda: weigh(16.2))
example("scale", 3, typed=lay_ten)
"""
MFRC522 = """
from drivers.lines import PinLines
from drivers.mfrc522 import MFRC522
air = Air(clock, Faults(2))
antenna = Antenna(air)
board.spi(0).attach(mfrc522.MFRC522(antenna, reset=board.wire(6)), board.wire(5))
uids = [bytes((4, 1, 2, 3)), bytes((4, 1, 2, 3, 5, 6, 7)), bytes((4, 1, 2, 3, 5, 6, 15))]
antenna.tags = [Tag14443A(uid) for uid in uids[:1]]
example("mfrc522", 3)
air.faults.set(lost_reply=0.05, bit_error=0.02, capture=0.2)
reader = MFRC522(machine.SPI(0, 2000000), PinLines(machine.Pin(5, machine.Pin.OUT, value=1)))
print(sorted(blocking(reader.start_selftest(), clock.sleep_us).items()))
antenna.tags = [Tag14443A(uid) for uid in uids]
for _ in range(30):
    scan = blocking(reader.start_scan(uids[:2], 5000), clock.sleep_us)
    print(clock.now, scan.seen, scan.missing, scan.unsure, scan.flags)
"""
EPAPER = """
glass = Ssd1680(clock, board.wire(16), board.wire(17), board.wire(18))
board.spi(1).attach(glass, board.wire(15))
example("epaper", 3)
canvas = Canvas(296, 128)
canvas.text(8, 8, "2 ♠♥♦♣", 2)
print(clock.now, glass.errors, glass.picture() == rows(canvas))
canvas.text(3, 32, "« œuf » 10♥ ✓ 漢")
canvas.invert(40, 24, 60, 40)
for row in rows(canvas):
    print("".join(["%d" % dot for dot in row]))
"""
OLED = """
oled = Ssd1306()
board.i2c(0).attach(60, oled)
example("oled", 3)
canvas = Canvas(128, 64)
canvas.text(0, 16, "2 ♠♥♦♣", 2)
print(clock.now, oled.errors, oled.picture() == rows(canvas))
"""
LCD = """
from drivers.lcd1602 import Cells, Lcd
chip = lcd1602.Lcd1602(clock)
board.i2c(0).attach(0x27, chip)
screen = Lcd(machine.I2C(0))
cells = Cells()
for text in ("Refusé : 7♥ à", "Léa… « œuf » 漢", "\\\\ ~ Ç →"):
    cells.text(0, 0, text)
    print(blocking(screen.start_show(cells), clock.sleep_us), clock.now, chip.errors, chip.lines()[0])
"""
READERS = """
from drivers.pn5180_more import start_selftest
from {rig} import Rig

dice = Dice(9)
for how in ({}, {"irq": True}, {"fast": True}):
    faults = Faults(9, lost_reply=0.03, flicker=0.03, bit_error=0.03, capture=0.2,
                    receive_sticks=0.01, slow_transceive=0.01)
    rig = Rig(2, faults, **how).open()
    for count in (0, 2, 14):
        uids = [bytes([0xE0, 4, 1] + [dice.below(256) for _ in range(5)]) for _ in range(count)]
        rig.lay(1, uids)
        for expected in ((), uids[1:], uids):
            scan = rig.run(rig.readers[1].start_scan(list(expected), 1000))
            print([["%02x" % byte for byte in uid] for uid in scan.seen], len(scan.missing),
                  len(scan.unsure), scan.flags, rig.clock.now, rig.clock.bus_us)
    print(rig.run(rig.readers[1].start_probe(1000)), rig.air.overlaps, rig.air.early,
          rig.chips[1].frames, rig.run(start_selftest(rig.readers[0]))["agc"])
"""
# Each script, how many lines it prints at least, and what its example says.
SCRIPTS = {
    "buttons": (BUTTONS, 2, ["button 1 short", "button 1 long"]),
    "buzzer": (BUZZER, 12, ["bad", "good", "notice", "teach"]),
    "leds": (LEDS, 900, sorted(STATES)),
    "scale": (SCALE, 3, ["empty: 81000", "one card: 3600", "9 cards"]),
    "mfrc522": (MFRC522, 34, ["version 92", "['04010203']", "['04010203']"]),
    "epaper": (EPAPER, 130, ["0", "1", "2"]),
    "oled": (OLED, 4, ["0", "1", "2"]),
    "lcd": (LCD, 3, []),
    "pn5180": (READERS, 30, []),
}


def rig_source():
    """Return the benchmark's class Rig as a module, without what MicroPython lacks."""
    text = (ROOT / "tests/bench/air.py").read_text("utf-8")
    body = text[text.index("class Rig:") : text.index("def some_uids")]
    head = (
        "from drivers.lines import DecodedLines, Decoder, Resets\n"
        "from drivers.pn5180 import PN5180\nfrom drivers.pn5180_fast import FastPN5180\n"
        "from drivers.steps import blocking\n"
        "import twin\nZONES = 12\n\n"
    )
    return (head + body.replace("tierce_tools.twin", "twin")).encode()


def placed(script, twin, rig, examples):
    return (HEAD + script).replace("{twin}", twin).replace("{rig}", rig).replace("EXAMPLES", repr(examples))


@pytest.fixture(scope="module", params=vm.find(), ids=str)
def there(request):
    """Return what each script prints in a machine."""
    tables = ROOT / "tests/table"
    files = {
        "drawing.py": tables / "drawing.py",
        "drivers": ROOT / "firmware/drivers",
        "twin": Path(twin.__file__).parent,
        "rig.py": rig_source(),
    }
    parts = []
    for name, (script, _, _) in SCRIPTS.items():
        parts += [f'print("-- {name}")', placed(script, "twin", "rig", "drivers/")]
    done = request.param.run(parts, files, ["."])
    assert done.returncode == 0, done.stderr
    found = done.stdout.split("-- ")[1:]
    return dict(zip(SCRIPTS, [each.partition("\n")[2] for each in found], strict=True))


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_does_the_same(name, there):
    script, lines, said = SCRIPTS[name]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(placed(script, "tierce_tools.twin", "bench.air", f"{ROOT}/firmware/drivers/"), {})
    here = out.getvalue().splitlines()
    assert len(here) >= lines
    assert sorted(line.split(" ", 2)[2] for line in here if line[0] == ">") == sorted(said)
    # The two Pythons quote texts differently.
    assert [line.replace("'", '"') for line in here] == there[name].replace("'", '"').splitlines()
