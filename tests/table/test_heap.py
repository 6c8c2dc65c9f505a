"""What the whole firmware costs a board: heap at a table of five in every game, growth, flash. Printed (-s).

Measured in the 32-bit MicroPython of the WebAssembly build, with everything loaded from .mpy files:
objects and garbage collector are the same as on a Pico. The modelled table shares that heap, so the
firmware runs twice in one machine. The first run creates what the model keeps; then the firmware
and its modules are dropped. The heap in use then is the base, and everything above it in the second
run is counted as the firmware's: code, objects, and its modelled pins, which take almost nothing on
a board. Interned names (qstr) outlive the modules; their size is measured in the first run and
added. The collector takes every number that looks like an address for one. So nothing lies at low
addresses, which are what most numbers look like: `HIGH`.
What is left above the base after the second run belongs to the model. It is printed as well:
the figure is too high by at most that much.
"""

import re
from statistics import median

import playing
import pytest
from players import Players
from tapping import Again

from tierce.cards import code
from tierce_tools.base.paths import firmware
from tierce_tools.description.descriptions import load
from tierce_tools.rules import vm

HEAP = 140 * 1024
FLASH = 220 * 1024
GROWTH = 512  # bytes from four matches to the next four

# Five players, and a match with many cards laid, on the reference table of 12 zones.
EASY = {"hand": 5, "first_lay_points": 20, "first_lay_pure_run": False, "target": 60, "jokers_per_meld": 2}
BIG = ("rami51", 19, EASY, 5)
# A match of few events, on a table of few zones.
TINY = ("rami51", 56, {"hand": 2, "first_lay_points": 0, "first_lay_pure_run": False, "target": 1}, 2)
# The first events of a match in each family's games. Gin is for two.
GAMES = [(game, seed, {}, 5) for game, seed in (("rami51", 1), ("contrat", 2), ("rami500", 1), ("manipulation", 2))]
GAMES.append(("gin", 3, {}, 2))
EVENTS = 80

# The heap grows above half a gigabyte, and what is below is full.
HIGH = """
import js
js.Module._malloc(1 << 29)
full = None
while id(full) < 1 << 29:
    full = [full]
"""
START = """
from twin import tags
from app.files import Files
from app.program import Program
files = Files("")
port = Port(room=512)
host = Host(port)
log = open("log.jsonl")
people = Puppets(twin, Program(twin.clock, files, port))
host.ask("hello")
def follow():
    host.poll()
    host.log.clear()
    host.answers.clear()
    people.outcomes.clear()
people.run(2000)
host.resume()
people.begin(json.loads(log.readline()))
follow()
"""
PLAY = """
for _ in range(4):
    text = log.readline()
    if text:
        people.do(json.loads(text))
        follow()
text = None
tags._requests.clear()
tags._sealed.clear()
"""
DROP = """
assert "error.txt" not in files.names() and not people.program.errors, people.program.errors
phase = people.program.show.phase
people.program.stop()
for name in files.names("journal"):
    files.remove("journal/" + name)
if "totals.bin" in files.names():
    files.remove("totals.bin")
twin.clear()
log.close()
people = log = text = host = port = follow = Program = files = Files = None
twin.clock._alarms.clear()
tags._requests.clear()
tags._sealed.clear()
for name in list(sys.modules):
    if name.split(".")[0] in ("app", "drivers", "tierce"):
        del sys.modules[name]
name = None
"""
# A line of a table of one reader is a card that is held to it, or a button: see `Written`.
TOUCH = """
for _ in range(4):
    text = log.readline()
    if text:
        what, *how = json.loads(text)
        if what == "tap":
            twin.put("tap", how[0])
            people.run(600)
            twin.clear()
            people.run(600)
        elif what == "draw":
            people.program.table.draw(1)
        else:
            people.press(*how)
            people.run(600)
        follow()
text = what = how = None
tags._requests.clear()
tags._sealed.clear()
"""
NAMES = "import micropython; micropython.qstr_info()"
COLLECT = "gc.collect()"
BASE = "base = gc.mem_alloc()"


def tell(name):
    return f"print('{name}', gc.mem_alloc() - base)"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return playing.compiled(tmp_path_factory.mktemp("mpy"))


def table_of(log, table=playing.CONFIG):
    """Return a table's config for a log; by default from the reference table's."""
    header = log[0]
    config = dict(table, game=header["game"], players=header["players"], rules=header["rules"])
    assert set(playing.zones_of(log)) <= {zone["zone"] for zone in config["zones"]}
    return config


def run(made, log, config, parts):
    files = playing.vm_files(made, log, config, 1, {})
    done = vm.find()[0].run(parts, files, ["."])
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("match", "events"),
    [
        pytest.param(TINY, 400, id="short"),
        pytest.param(BIG, 400, id="club", marks=pytest.mark.longer),
        *[pytest.param(match, EVENTS, id=match[0], marks=pytest.mark.longer) for match in GAMES],
    ],
)
def test_heap_over_a_match(made, capsys, match, events):
    what = f"{len(playing.CLUB['zones'])} zones while {match[3]} play {match[0]}, {events} events at most"
    fits(what, capsys, over_a_match(made, match, events))


def over_a_match(made, match, events):
    """Return what `peak_of` does for the beginning of a match at the club's table."""
    log = playing.log_of(*match[:3], seats=match[3])[: events + 1]
    ends = playing.plain(playing.replayed(log))[-1]["event"] == "match"
    return peak_of(made, log, table_of(log, playing.CLUB), PLAY, ends)


BUTTONS = {"deal": ("ok",), "pass": ("ok", "double"), "knock": ("plus", "long")}


class Written(Again):
    """A log that is tapped; `steps` are what people do at the reader and the buttons."""

    def open(self, header):
        self.steps = []
        super().open(header)

    def tap(self, *cards):
        self.steps += [["tap", card if isinstance(card, str) else code(card)] for card in cards]
        return super().tap(*cards)

    def press(self, button):
        self.steps.append(["press", *BUTTONS[button]] if button in BUTTONS else [button])
        return super().press(button)

    def arrange(self):
        super().arrange()
        self.steps.append(["press", "ok"])

    def done(self, wanted=None):
        ways = len(self.taps.ways)
        found = super().done(wanted)
        if ways:
            self.steps += [["press", "plus"]] * self.taps.at + [["press", "ok"]]
        return found

    def accept(self):
        super().accept()
        self.steps.append(["press", "ok"])


@pytest.mark.longer
@pytest.mark.parametrize("other", [{}, {"screen": {"kind": "lcd1602", "i2c": 0, "sda": 0, "scl": 1}}])
def test_heap_at_a_table_of_one_reader(tmp_path, capsys, other):
    config = load("tap", "en").config | other
    log = Players("rami30", 1, seats=2, rules={}, honest=True).play(8).log
    steps = Written(log).steps
    what = f"the tap with {config['screen']['kind']} over {len(steps)} taps and presses"
    fits(what, capsys, peak_of(playing.compiled(tmp_path, taps=True), [log[0], *steps], config, TOUCH, False))


def fits(what, capsys, found):
    """Check that a peak is within the heap."""
    peak, begun, left, qstr = found
    with capsys.disabled():
        print(
            f"\nheap: at most {peak} bytes of {HEAP} at {what} (names {qstr} of them; match begun {begun}); "
            f"{left} bytes were left when the firmware was dropped"
        )
    assert peak <= HEAP


def peak_of(made, log, config, play, ends):
    """Return (peak, a match begun, what was left, names), in bytes, while a log is played."""
    steps = (len(log) + 2) // 4
    parts = [HIGH, playing.VM_TABLE, COLLECT, NAMES, START, *[play] * 8, DROP, NAMES, COLLECT, COLLECT, BASE]
    parts += [START, COLLECT, tell("begun"), *[play, COLLECT, tell("live")] * steps]
    parts += [DROP, COLLECT, COLLECT, tell("left"), "print('phase', phase)"]
    out = run(made, log, config, parts)
    assert (out.splitlines()[-1] == "phase over") == ends
    names = [int(size) for size in re.findall(r"n_total_bytes=(\d+)", out)]
    assert len(names) == 2, out
    qstr = names[1] - names[0]
    live = [int(size) for size in re.findall(r"^live (-?\d+)", out, re.M)]
    begun, left = (int(re.search(rf"^{name} (-?\d+)", out, re.M)[1]) for name in ("begun", "left"))
    assert len(live) == steps
    return max(live) + qstr, begun + qstr, left, qstr


@pytest.mark.longer
def test_no_growth_over_many_matches(made, capsys):
    log = playing.log_of(*TINY[:3], seats=TINY[3])
    assert playing.plain(playing.replayed(log))[-1]["event"] == "match"
    another = """
log.seek(0)
twin.clear()
people.run(600)
people.begin(json.loads(log.readline()))
"""
    parts = [HIGH, playing.VM_TABLE, BASE, START]
    play = [PLAY] * ((len(log) + 2) // 4)
    for _ in range(12):
        parts += [*play, "assert people.program.show.phase == 'over'", COLLECT, tell("after"), another]
    parts += [*play, DROP]
    out = run(made, log, playing.config_for(log), parts)
    after = [int(size) for size in re.findall(r"^after (-?\d+)", out, re.M)]
    with capsys.disabled():
        print(
            f"\ngrowth: after matches 1, 3, 6, 12 of {len(log) - 1} events the heap holds "
            f"{', '.join(str(after[i]) for i in (0, 2, 5, 11))} bytes"
        )
    assert len(after) == 12
    # A page may be on show or not, and a record may be waiting to be written.
    assert min(after[8:]) - median(after[4:8]) <= GROWTH


def test_flash(made, capsys):
    sizes = {}
    for name in ("app", "drivers", "tierce"):
        for file in sorted(each for each in made[name].rglob("*") if each.is_file()):
            module = f"{name}/{file.relative_to(made[name]).with_suffix('')}"
            sizes[module] = file.stat().st_size
    total = sum(sizes.values())
    with capsys.disabled():
        print(f"\nflash: {total} bytes of {FLASH} in {len(sizes)} modules")
        for module, size in sorted(sizes.items(), key=lambda each: -each[1]):
            print(f"  {size:6} {module}")
    assert total <= FLASH
    page = (firmware() / "BOARD.md").read_text("utf-8")
    said = re.search(r"all modules as `.mpy`.*\| ([\d,]+) bytes", page)
    assert said, "BOARD.md says what all modules take"
    assert abs(int(said[1].replace(",", "")) - total) < total // 50
