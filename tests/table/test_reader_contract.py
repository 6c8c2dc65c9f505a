"""The contract of a reader, as drivers/scan.py states it, kept by each chip in each method.

Readers are built as a board builds them, over modelled chips.
"""

import ast
import inspect
import re
from pathlib import Path

import pytest
import ring
from test_inventory import sort_out

from drivers import scan as contract
from drivers.epaper import Epaper
from drivers.lcd1602 import Lcd
from drivers.oled import Oled
from drivers.scan import FULL, Scan
from drivers.steps import DeviceError, blocking
from tierce_tools.twin import modules
from tierce_tools.twin.assembly import Hardware
from tierce_tools.twin.tags import Tag14443A, Tag15693

ROOT = Path(__file__).parents[2]
ON_BOARD = "host_tools/tierce_tools/board/on_board"
READERS = ("pn5180", "fast pn5180", "mfrc522", "pn532")
MOST = {"pn532": 2}  # others read more than the tests lay
# `name(parameters)` and `name`, as the contract lists them.
LISTED = dict(re.findall(r"^- `(\w+)(?:\((.*?)\))?`", contract.__doc__, re.M))
STEPS = {name: args.split(", ") if args else [] for name, args in LISTED.items() if name.startswith("start_")}
CALLERS = [
    ROOT / "firmware/app/sensing/readers.py",
    ROOT / "firmware/app/link/services.py",
    ROOT / ON_BOARD / "readers.py",
]
# What the doctor looks at in a chip that it suspects: no part of the contract.
INNER = {"lines"}
SETTLE_US = 5000


class Bench:
    """Two readers of a kind on one bus; tags lie in the first one's zone."""

    def __init__(self, kind):
        machine, _ = modules()
        self.most = MOST.get(kind, 4)
        zone = {"reader": kind.split()[-1], "busy": 12, "fast": "fast" in kind, "most": self.most}
        zone["settle_us"] = SETTLE_US
        config = {
            "spi": {"id": 0, "hz": 2000000, "sck": 2, "mosi": 3, "miso": 4},
            "select": {"by": "pins"},
            "zones": [{**zone, "zone": f"meld{n}", "cs": 4 + n, "reset": 6 + n} for n in (1, 2)],
        }
        self.table = Hardware(config)
        machine.plug(self.table.board)
        from app.board import build

        self.clock = self.table.clock
        self.reader, self.other = (zone.reader for zone in build(config, self.clock).zones)
        self.chip = self.table.readers["meld1"]
        self.bus = self.table.board.spi(0)
        self.antenna = self.table.antennas["meld1"]
        reads = (Tag14443A, Tag15693) if self.table.iso14443 else (Tag15693, Tag14443A)
        self.ours, self.foreign = reads

    def uids(self, count, foreign=False):
        of_14443 = (self.foreign if foreign else self.ours) is Tag14443A
        head = b"\x04\x11\x22" if of_14443 else b"\xe0\x04\x01\x50"
        return [head + bytes((0, 0, 3, number)) for number in range(1, count + 1)]

    def lay(self, uids):
        self.antenna.tags = [self.ours(uid) for uid in uids]

    def run(self, steps):
        return blocking(steps, self.clock.sleep_us)

    def open(self):
        self.run(self.reader.start_open())
        self.run(self.other.start_open())
        return self

    def steps(self, name):
        """Make the steps of a method, with what it is usually given."""
        given = {"settle_us": SETTLE_US, "expected": self.uids(2)}
        return getattr(self.reader, name)(*[given[each] for each in STEPS[name]])

    def is_dark(self):
        return self.antenna.on is None and not self.table.air.overlaps and not self.bus.conflicts


@pytest.fixture(params=READERS)
def bench(request):
    return Bench(request.param)


def calls_of(device, path):
    """Return what a source uses of a device, as (name, number of arguments or None)."""
    found = set()
    tree = ast.parse(path.read_text("utf-8"))
    functions = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            holder = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if holder == device:
                call = functions.get(id(node))
                found.add((node.attr, len(call.args) if call else None))
    return found


def test_the_contract_lists_what_callers_use():
    used = {each for path in CALLERS for each in calls_of("reader", path) if each[0] not in INNER}
    assert {name for name, _ in used} == set(LISTED)
    for name, count in used:
        assert count is None or count <= len(STEPS.get(name, ())), name


@pytest.mark.parametrize(
    ("device", "path"), [("device", "firmware/app/people/screen.py"), ("screen", f"{ON_BOARD}/devices.py")]
)
def test_screens_are_called_alike(device, path):
    calls = {each for each in calls_of(device, ROOT / path) if each[1] is not None and each[0][0] != "_"}
    assert len(calls) > 1
    for method, count in calls:
        signatures = {tuple(inspect.signature(getattr(kind, method)).parameters) for kind in (Epaper, Oled, Lcd)}
        assert len(signatures) == 1, (method, signatures)
        inspect.signature(getattr(Epaper, method)).bind(None, *range(count))


def test_the_manual_lists_the_same():
    text = (ROOT / "firmware/README.md").read_text("utf-8")
    section = text.split("## What a reader offers")[1].split("\n## ")[0]
    assert dict(re.findall(r"^\| `(\w+)(?:\((.*?)\))?` \|", section, re.M)) == LISTED


def test_every_reader_has_it_all_and_alike(bench):
    for name, given in LISTED.items():
        there = getattr(bench.reader, name)
        if name in STEPS:
            assert list(inspect.signature(there).parameters) == STEPS[name]
            assert len({str(inspect.signature(getattr(type(Bench(kind).reader), name))) for kind in READERS}) == 1
        else:
            assert callable(there) == (name == "off"), given


@pytest.mark.parametrize("name", STEPS)
def test_making_steps_does_nothing(bench, name):
    bench.open()
    before = bench.bus.transfers
    bench.steps(name).close()
    assert bench.bus.transfers == before
    assert bench.is_dark()


def test_open_tells_versions(bench):
    versions = bench.run(bench.reader.start_open())
    assert versions
    assert all(type(each) is int for each in versions)


@pytest.mark.parametrize("lying", range(5))
@pytest.mark.parametrize("name", ["start_scan", "start_inventory"])
def test_a_scan_says_one_thing_of_each_expected_uid(bench, name, lying):
    bench.open()
    uids = bench.uids(6)
    lying = min(lying, bench.most)
    bench.lay(uids[:lying])
    expected = [*uids[1:], *bench.uids(2, foreign=True), b"\x01\x02\x03\x04", b"\x04" + bytes(9)]
    given = {"settle_us": SETTLE_US, "expected": expected}
    scan = bench.run(getattr(bench.reader, name)(*[given[each] for each in STEPS[name]]))
    assert isinstance(scan, Scan)
    assert sorted(scan.seen) == uids[:lying]
    sort_out(scan, expected)
    assert set(scan.assumed) <= set(scan.seen)
    assert not scan.flags & FULL
    assert bench.is_dark()


@pytest.mark.parametrize("name", ["start_scan", "start_inventory"])
def test_no_more_than_most_are_read(bench, name):
    bench.open()
    assert bench.reader.limit == bench.most
    bench.lay(bench.uids(6))
    scan = bench.run(bench.steps(name))
    assert len(scan.seen) <= bench.most
    assert scan.flags & FULL
    assert bench.is_dark()


def test_a_probe_finds_the_other_standard_where_the_chip_hears_it(bench):
    bench.open()
    bench.lay(bench.uids(1))
    assert bench.run(bench.steps("start_probe")) is False
    bench.antenna.tags.append(bench.foreign(bench.uids(1, foreign=True)[0]))
    assert bench.run(bench.steps("start_probe")) is (bench.foreign is Tag14443A)
    assert bench.is_dark()


def test_a_self_test_needs_no_open_reader(bench):
    report = bench.run(bench.steps("start_selftest"))
    assert report
    assert all(type(each) in (int, str) for each in report.values())
    assert bench.is_dark()
    bench.lay(bench.uids(2))
    assert sorted(bench.run(bench.steps("start_scan")).seen) == bench.uids(2)


def test_the_gain_is_a_number(bench):
    bench.open()
    bench.run(bench.steps("start_scan"))
    empty = bench.reader.agc
    bench.lay(bench.uids(4))
    bench.run(bench.steps("start_scan"))
    assert type(empty) is int
    assert bench.reader.agc < empty or (bench.reader.agc, empty) == (0, 0)


def test_a_deaf_reader_answers_and_hears_again_once_it_is_opened(bench):
    bench.open()
    bench.lay(bench.uids(1))
    bench.antenna.air.faults.deafen(bench.chip)
    assert not bench.run(bench.steps("start_scan")).seen
    bench.reader.off()
    bench.run(bench.reader.start_open())
    assert bench.run(bench.steps("start_scan")).seen == bench.uids(1)


@pytest.mark.parametrize("name", STEPS)
def test_closed_at_any_poll_the_field_is_off(bench, name):
    bench.open()
    bench.lay(bench.uids(2))
    polls = 0
    while True:
        steps = bench.steps(name)
        ended = False
        for _ in range(polls + 1):
            wait = next(steps, None)
            if wait is None:
                ended = True
                break
            bench.clock.sleep_us(wait)
        steps.close()
        assert bench.is_dark(), polls
        if ended:
            break
        polls += ring.rounds(3, 1)
        bench.open()
        assert sorted(bench.run(bench.reader.start_inventory(SETTLE_US)).seen) == bench.uids(2)
    assert polls or name == "start_probe"


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("name", STEPS)
def test_a_chip_that_is_not_there_is_an_error_and_comes_back(bench, name, level):
    bench.open()
    bench.lay(bench.uids(2))
    gone = bench.table.faults.miso_high if level else bench.table.faults.miso_low
    gone(bench.chip)
    hears = name != "start_probe" or bench.foreign is Tag14443A
    if hears:
        with pytest.raises(DeviceError) as caught:
            bench.run(bench.steps(name))
        assert caught.value.device
        assert caught.value.reason
    bench.reader.off()
    gone(bench.chip, False)
    bench.run(bench.reader.start_open())
    assert sorted(bench.run(bench.steps("start_scan")).seen) == bench.uids(2)
    assert bench.is_dark()
    assert bench.run(bench.other.start_scan([], SETTLE_US)).seen == []
