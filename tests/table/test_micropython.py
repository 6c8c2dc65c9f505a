"""The small drivers, the readers and the modelled chips do the same in MicroPython.

To the byte, and to the microsecond of the modelled clock. All run in one machine.
"""

import contextlib
import io
from pathlib import Path

import pytest

from tierce_tools import twin
from tierce_tools.rules import vm

ROOT = Path(__file__).parents[2]

BUTTONS = """
from {twin} import machine
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.keys import Key
from drivers.buttons import Buttons

clock = Clock()
board = machine.plug(Board(clock))
keys = [Key(board.wire(19)), Key(board.wire(20))]
buttons = Buttons([machine.Pin(19, machine.Pin.IN, machine.Pin.PULL_UP),
                   machine.Pin(20, machine.Pin.IN, machine.Pin.PULL_UP)], clock.us)
for at, ms, key in ((100, 80, 0), (300, 80, 0), (900, 80, 1), (2000, 900, 0), (2100, 90, 1)):
    keys[key].tap(clock, ms, 1000 * at)
for _ in range(400):
    clock.sleep_ms(10)
    for told in buttons.poll(clock.ms()):
        print(clock.ms(), told)
"""
BUZZER = """
from {twin} import machine
from {twin}.board import Board
from {twin}.clock import Clock
from drivers.buzzer import PATTERNS, Buzzer

board = machine.plug(Board(Clock()))
buzzer = Buzzer(machine.PWM(machine.Pin(27)))
for name in ("good", "bad", "notice", "teach"):
    for us in buzzer.start_play(name):
        print(name, us, board.wire(27).tone)
    print(board.wire(27).tone)
steps = buzzer.start_play("good")
next(steps)
steps.close()
print(board.wire(27).tone)
"""
LEDS = """
from {twin} import machine, neopixel
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.leds import Ws2812
from drivers.leds import STATES, Leds

clock = Clock()
board = machine.plug(Board(clock))
board.wire(22).strip = strip = Ws2812(96)
leds = Leds(neopixel.NeoPixel(machine.Pin(22, machine.Pin.OUT), 96), 200, 400)
names = sorted(STATES)
for number in range(12):
    leds.add(names[number], 8 * number, 8)
    leds.set(names[number], names[number])
for _ in range(100):
    clock.sleep_ms(30)
    print(leds.draw(clock.ms()), strip.pixels)
"""
SCALE = """
from {twin} import machine, scale as hx711
from {twin}.board import Board
from {twin}.clock import Clock
from drivers.scale import Scale

clock = Clock()
board = machine.plug(Board(clock))
model = hx711.HX711(clock, board.wire(26), board.wire(28))
model.noise = 120
scale = Scale(machine.Pin(26, machine.Pin.IN), machine.Pin(28, machine.Pin.OUT), 3600, 81000)
for cards in (30, 29, 27, 40):
    model.grams = cards * 1.8
    for _ in range(120):
        clock.sleep_ms(50)
        count = scale.poll(clock.ms())
        if count >= 0:
            print(clock.ms(), count, scale.zero)
"""
MFRC522 = """
from {twin} import machine
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.faults import Faults
from {twin}.field import Air, Antenna
from {twin}.mfrc522 import MFRC522 as Chip
from {twin}.tags import Tag14443A
from drivers.lines import PinLines
from drivers.mfrc522 import MFRC522
from drivers.steps import blocking

clock = Clock()
board = machine.plug(Board(clock))
antenna = Antenna(Air(clock, Faults(2, lost_reply=0.05, bit_error=0.02, capture=0.2)))
board.spi(0).attach(Chip(antenna), board.wire(5))
reader = MFRC522(machine.SPI(0, 2000000), PinLines(machine.Pin(5, machine.Pin.OUT, value=1)))
print(blocking(reader.start_open(), clock.sleep_us))
print(sorted(blocking(reader.start_selftest(), clock.sleep_us).items()))
uids = [bytes((4, 1, 2, 3)), bytes((4, 1, 2, 3, 5, 6, 7)), bytes((4, 1, 2, 3, 5, 6, 15))]
antenna.tags = [Tag14443A(uid) for uid in uids]
for _ in range(30):
    scan = blocking(reader.start_scan(uids[:2], 5000), clock.sleep_us)
    print(clock.now, scan.seen, scan.missing, scan.unsure, scan.flags)
steps = reader.start_inventory(5000)
next(steps)
print(antenna.on is None)
steps.close()
print(antenna.on is None)
"""
SCREENS = """
from {twin} import machine
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.epaper import Ssd1680
from {twin}.oled import Ssd1306
from drawing import rows
from drivers.canvas import Canvas
from drivers.epaper import Epaper
from drivers.oled import Oled
from drivers.steps import blocking

clock = Clock()
board = machine.plug(Board(clock))
glass = Ssd1680(clock, board.wire(16), board.wire(17), board.wire(18))
board.spi(1).attach(glass, board.wire(15))
oled = Ssd1306()
board.i2c(0).attach(60, oled)
pins = [machine.Pin(each, machine.Pin.OUT, value=1) for each in (15, 16, 17)]
screens = (
    (Epaper(machine.SPI(1, 4000000), *pins, machine.Pin(18, machine.Pin.IN)), glass),
    (Oled(machine.I2C(0)), oled),
)
for screen, chip in screens:
    canvas = Canvas(screen.width, screen.height)
    for number in range(3):
        canvas.text(3, 0, "Léa : %d" % number, 2)
        canvas.text(3, 32, "« œuf » 10♥ ✓ 漢")
        canvas.invert(0, 0, 100 + 9 * number, 32)
        shown = blocking(screen.start_show(canvas), clock.sleep_us)
        print(shown, clock.now, chip.errors, chip.picture() == rows(canvas))
    for row in chip.picture():
        print("".join(["%d" % dot for dot in row]))
"""
LCD = """
from {twin} import machine
from {twin}.board import Board
from {twin}.clock import Clock
from {twin}.lcd1602 import Lcd1602
from drivers.lcd1602 import Cells, Lcd
from drivers.steps import blocking

clock = Clock()
board = machine.plug(Board(clock))
chip = Lcd1602(clock)
board.i2c(0).attach(0x27, chip)
screen = Lcd(machine.I2C(0))
cells = Cells()
for text in ("Refusé : 7♥ à", "Léa… « œuf » 漢", "\\\\ ~ Ç →"):
    cells.text(0, 0, text)
    print(blocking(screen.start_show(cells), clock.sleep_us), clock.now, chip.errors, chip.lines()[0])
"""
CHIP = """
from raw5180 import Faults, Raw, card
dice = Faults(11).dice
for seed in range(6):
    faults = Faults(seed, lost_reply=0.05, flicker=0.05, bit_error=0.05, capture=0.2,
                    receive_sticks=0.02, slow_transceive=0.02, slow_boot=0.3)
    numbers = [dice.below(1 << 20) << 10 | dice.below(1 << 10) for _ in range(3 * seed)]
    raw = Raw([card(number) for number in numbers], faults)
    raw.clock.sleep_us(22000)
    raw.start()
    for again in range(4):
        for slot, status, data in raw.round():
            print(raw.clock.now, slot, hex(status), "".join(["%02x" % each for each in data]))
        print(raw.request(b"\\x26\\x01\\x00"), raw.get(0x1D), raw.get(0x1F))
        raw.again(1200)
        if again == 1:
            raw.antenna.stacked = raw.antenna.tags[:2]
    print(raw.clock.now, raw.clock.bus_us, raw.air.on_us, raw.air.early, raw.air.bad, faults,
          raw.chip.frames, sorted(raw.chip.faults.items()), faults.dice.below(1000000))
"""
READERS = """
from {twin}.faults import Dice, Faults
from drivers.pn5180_more import start_selftest
from {rig} import Rig

dice = Dice(9)
for how in ({}, {"irq": True}, {"fast": True}):
    faults = Faults(9, lost_reply=0.03, flicker=0.03, bit_error=0.03, capture=0.2,
                    receive_sticks=0.01, slow_transceive=0.01)
    rig = Rig(2, faults, **how).open()
    for count in (0, 1, 2, 4, 9, 14):
        uids = [bytes([0xE0, 4, 1] + [dice.below(256) for _ in range(5)]) for _ in range(count)]
        rig.lay(1, uids)
        for expected in ((), uids[1:], uids):
            scan = rig.run(rig.readers[1].start_scan(list(expected), 1000))
            print([["%02x" % byte for byte in uid] for uid in scan.seen], len(scan.missing),
                  len(scan.unsure), scan.flags, rig.clock.now, rig.clock.bus_us)
    print(rig.run(rig.readers[1].start_probe(1000)), rig.air.overlaps, rig.air.early,
          rig.chips[1].frames, rig.run(start_selftest(rig.readers[0]))["agc"])
"""
# Each script, and how many lines it prints at least.
SCRIPTS = {
    "buttons": (BUTTONS, 4),
    "buzzer": (BUZZER, 12),
    "lcd": (LCD, 3),
    "leds": (LEDS, 100),
    "scale": (SCALE, 4),
    "mfrc522": (MFRC522, 34),
    "screens": (SCREENS, 198),
    "pn5180's model": (CHIP, 100),
    "pn5180": (READERS, 50),
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


def placed(script, twin, rig):
    return script.replace("{twin}", twin).replace("{rig}", rig)


@pytest.fixture(scope="module", params=vm.find(), ids=str)
def there(request):
    """Return what each script prints in a machine."""
    tables = ROOT / "tests/table"
    files = {name + ".py": (tables / f"{name}.py").read_bytes() for name in ("drawing", "raw5180")}
    files |= {"drivers": ROOT / "firmware/drivers", "twin": Path(twin.__file__).parent, "rig.py": rig_source()}
    parts = []
    for name, (script, _) in SCRIPTS.items():
        parts += [f'print("-- {name}")', placed(script, "twin", "rig")]
    done = request.param.run(parts, files, ["."])
    assert done.returncode == 0, done.stderr
    found = done.stdout.split("-- ")[1:]
    return dict(zip(SCRIPTS, [each.partition("\n")[2] for each in found], strict=True))


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_does_the_same(name, there):
    script, lines = SCRIPTS[name]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(placed(script, "tierce_tools.twin", "bench.air"), {})
    here = out.getvalue()
    assert here.count("\n") >= lines
    # The two Pythons quote texts differently.
    assert here.replace("'", '"').splitlines() == there[name].replace("'", '"').splitlines()
