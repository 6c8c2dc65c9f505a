"""The PN5180 driver on the modelled chip, its faults, and its time in the air."""

import random
from pathlib import Path

import pytest
import ring
from bench.air import SETTLE, TABLES, Rig, measure, ratio, some_uids
from test_inventory import sort_out, tags

from drivers.scan import SHARED, STACKED
from drivers.steps import DeviceError
from tierce_tools.rules import vm
from tierce_tools.twin.faults import Faults

ROOT = Path(__file__).parents[2]


def rig(*uids, zones=1, faults=None, **how):
    """Return open readers, with these tags in the first zone."""
    made = Rig(zones, faults, **how).open()
    made.lay(0, list(uids))
    return made


def scan(rig, expected=(), zone=0):
    found = rig.run(rig.readers[zone].start_scan(list(expected), 1000))
    check(rig, found, expected)
    return found


def inventory(rig):
    found = rig.run(rig.readers[0].start_inventory(1000))
    check(rig, found, ())
    return found


def check(rig, found, expected):
    """Check what holds after any scan."""
    sort_out(found, expected)
    assert all(antenna.on is None for antenna in rig.antennas)
    assert rig.air.overlaps == 0
    assert rig.air.early == 0
    assert rig.air.bad == 0
    assert rig.decoder.enable.level == 1


class TestOpening:
    def test_versions(self):
        made = Rig(3)
        for reader in made.readers:
            assert made.run(reader.start_open()) == (0x0400, 0x0400, 0x0001)
        assert all(chip.faults == {} for chip in made.chips)

    def test_settings_are_written_where_they_differ_and_only_there(self):
        made = Rig(1)
        chip = made.chips[0]
        chip.eeprom[0x16:0x1B] = b"\x00\x01\x05\x06\x02"
        made.run(made.readers[0].start_open())
        assert bytes(chip.eeprom[0x16:0x1B]) == b"\x01\x00\x05\x06\x01"
        written = []
        instruction = chip._write_eeprom
        chip._write_eeprom = lambda frame: written.append(frame) or instruction(frame)
        made.run(made.readers[0].start_open())
        assert not written

    def test_settings_written_to_a_chip_that_boots_slowly(self):
        made = Rig(1, Faults(slow_boot=1.0), irq=True)
        made.chips[0].eeprom[0x16:0x1B] = b"\x01\x01\x00\x00\x00"
        made.run(made.readers[0].start_open())
        assert made.readers[0].heeds_irq

    def test_a_chip_that_is_always_busy(self):
        made = Rig(1)
        made.air.faults.busy_stuck(made.chips[0], for_good=True)
        with pytest.raises(DeviceError) as error:
            made.run(made.readers[0].start_open())
        assert error.value.reason == "busy"
        assert made.decoder.enable.level == 1
        assert made.clock.now < 500_000


class TestScans:
    @pytest.mark.parametrize(
        "how",
        [{}, {"fast": True}, {"irq": True}, {"fast": True, "irq": True}, {"hz": 500_000}, {"hz": 7_000_000}],
        ids=str,
    )
    def test_all_tags_are_read(self, how):
        dice = random.Random(3)
        made = rig(**how)
        for count in (0, 1, 2, 3, 5, 8, 13, 20)[:: ring.rounds(3, 1)]:
            uids = some_uids(dice, count)
            made.lay(0, uids)
            for found in [inventory(made), *(scan(made, known) for known in (uids, uids[1:], uids[:1], uids))]:
                assert sorted(found.seen) == sorted(uids)
                assert not found.missing
                assert not found.unsure
                assert found.flags in (0, SHARED)
        assert made.chips[0].faults == {}

    def test_tags_whose_replies_differ_before_the_uid(self):
        uids = tags(0x013, 0x023)
        made = rig(*uids)
        made.antennas[0].tags[1].dsfid = 7
        for _ in range(3):
            assert sorted(inventory(made).seen) == uids
            assert sorted(scan(made, uids).seen) == uids

    def test_a_slot_takes_four_frames_and_four_more_with_a_reply(self):
        made = rig()
        uids = tags(*range(16))
        counts = []
        for count in (2, 3, 10):
            made.lay(0, uids[:count])
            scan(made, uids[:count])
            before = made.chips[0].frames
            scan(made, uids[:count])
            counts.append(made.chips[0].frames - before)
        assert counts[1] - counts[0] == 4
        assert counts[2] - counts[0] == 4 * 8
        around = counts[0] - 2 * 4 - 16 * 4
        assert around <= 12
        assert made.chips[0].faults == {}

    @pytest.mark.parametrize(
        "uids",
        [
            tags(0x100, 0x200, 0x003),  # a mask that ends in zeros
            tags(0x121, 0x221, 0x003),
            tags(0x12345, 0x22345, 0x003),  # a mask of more than 16 bits
            [b"\xe0\x04" + bytes(6), b"\xe0\x07" + bytes(6)],  # two makers: they agree in 48 bits
            tags(0, 1 << 30, 3 << 30, 1 << 39, 1 << 47),
        ],
    )
    def test_where_other_drivers_lose_tags(self, uids):
        made = rig(*uids)
        assert sorted(inventory(made).seen) == sorted(uids)
        assert sorted(scan(made, uids).seen) == sorted(uids)

    def test_a_wrong_checksum_is_no_tag_and_no_missing_one(self):
        made = rig(*tags(1), faults=Faults(5, bit_error=1.0))
        for _ in range(8):
            found = scan(made, tags(1))
            assert (found.seen, found.missing) == ([], [])
            assert found.flags & STACKED
        made.lay(0, [])
        assert scan(made, tags(1)).missing == tags(1)

    def test_a_reply_that_never_ends(self):
        made = rig(*tags(1), faults=Faults(receive_sticks=1.0))
        begun = made.clock.now
        found = scan(made, tags(1))
        assert (found.seen, found.unsure) == ([], tags(1))
        assert made.clock.now - begun < 150_000
        made.air.faults.set(receive_sticks=0)
        assert scan(made, tags(1)).seen == tags(1)

    def test_it_waits_until_the_chip_can_send(self):
        made = rig(*tags(1, 2), faults=Faults(slow_transceive=1.0))
        assert sorted(scan(made, tags(1, 2)).seen) == tags(1, 2)


class TestTrouble:
    @pytest.mark.parametrize(
        ("trouble", "reason"),
        [("brown_out", "reset"), ("busy_stuck", "busy"), ("miso_high", "miso"), ("miso_low", "reset")],
    )
    def test_at_any_poll_of_a_scan(self, trouble, reason):
        uids = tags(1, 0x11, 2, 3)
        made = rig(*uids)
        faults, chip, reader = made.air.faults, made.chips[0], made.readers[0]
        reasons = set()
        for poll in range(40):
            steps = reader.start_scan(uids, 1000)
            try:
                for at, wait in enumerate(steps):
                    made.clock.sleep_us(wait)
                    if at == poll:
                        getattr(faults, trouble)(chip)
            except DeviceError as error:
                reasons.add(error.reason)
            made.clock.sleep_us(20)  # ending the field may have needed a reset, which takes 10
            for antenna in made.antennas:
                assert antenna.on is None
            faults.miso_high(chip, False)
            made.run(reader.start_open())
            assert sorted(scan(made, uids).seen) == sorted(uids)
        assert reasons == {reason}

    def test_a_field_that_ends_by_itself(self):
        uids = tags(1, 0x11, 2, 3)
        made = rig(*uids)
        reasons = []
        for poll in range(30):
            try:
                for at, wait in enumerate(made.readers[0].start_scan(uids, 1000)):
                    made.clock.sleep_us(wait)
                    if at == poll and made.antennas[0].on:
                        made.antennas[0].switch(None)
            except DeviceError as error:
                reasons.append(error.reason)
            assert sorted(scan(made, uids).seen) == sorted(uids)
        assert len(reasons) > 3
        assert set(reasons) == {"field"}

    def test_one_broken_reader_leaves_the_others_alone(self):
        made = rig(zones=3)
        made.lay(2, tags(7))
        made.air.faults.busy_stuck(made.chips[1], for_good=True)
        resets = [made.resets.outputs[zone] for zone in range(3)]
        for start in (lambda: made.readers[1].start_scan([], 1000), made.readers[1].start_open):
            with pytest.raises(DeviceError):
                made.run(start())
            # Held in reset, as its busy line would block the others.
            assert [wire.level for wire in resets] == [1, 0, 1]
        made.air.faults.busy_stuck(made.chips[1], False)
        assert scan(made, tags(7), zone=2).seen == tags(7)
        assert made.run(made.readers[1].start_open())
        assert scan(made, zone=1).seen == []

    def test_all_faults_at_once(self):
        dice = random.Random(8)
        faults = Faults(8, lost_reply=0.02, flicker=0.02, bit_error=0.02, capture=0.2, brownout=0.0005)
        faults.set(busy_sticks=0.0005, receive_sticks=0.01, slow_transceive=0.01, slow_boot=0.2)
        made = Rig(3, faults)
        errors = 0
        cards = [[], [], []]
        opened = [False] * 3
        for turn in range(200):
            zone = turn % 3
            reader = made.readers[zone]
            if dice.random() < 0.2:
                cards[zone] = some_uids(dice, dice.randrange(9))
                made.lay(zone, cards[zone])
            begun = made.clock.now
            try:
                if not opened[zone]:
                    made.run(reader.start_open())
                    opened[zone] = True
                found = made.run(reader.start_scan(cards[zone], 1000))
                assert set(found.seen) <= set(cards[zone])
                made.clock.sleep_us(20)
                check(made, found, cards[zone])
            except DeviceError:
                errors += 1
                opened[zone] = False
                made.clock.sleep_us(20)
            assert made.clock.now - begun < 600_000
            assert all(antenna.on is None for antenna in made.antennas)
        assert 5 < errors < 100


class TestAir:
    @pytest.mark.parametrize("settle_us", SETTLE[: ring.rounds(1, 2)])
    @pytest.mark.parametrize("name", TABLES)
    def test_close_to_the_limit(self, name, settle_us):
        for seed in ring.seeds("pn5180", 1, 2):
            results = measure(TABLES[name], settle_us, f"test {seed}")
            for limit, took, spi in results.values():
                assert ratio(limit, took, spi) <= 1.15


GARBAGE = """
import gc
from drivers.pn5180 import PN5180
from drivers.pn5180_radio import RX_15693, TX_15693, TX_IRQ

class Spi:
    # A chip that is always well and never hears anything.
    def write(self, out):
        self.asked = out

    def readinto(self, into, fill):
        for at in range(len(into)):
            into[at] = 0
        if len(into) == 4:
            into[0] = TX_IRQ
        else:
            into[1], into[0] = 0x40, 1
            into[6], into[7] = 2, 1

class Lines:
    def __init__(self):
        self.busy = lambda: 0  # as a pin is

    def irq(self):
        return -1

    def select(self):
        pass

    release = select

expected = [bytes([0xE0, 4, 1, 0, 0, 0, 0, n]) for n in range(4)]
class Clock:
    def us(self):
        return 0

reader = PN5180(Spi(), Lines(), Clock())
reader.tuned = TX_15693 << 8 | RX_15693
gc.collect()
gc.disable()
for _ in range(3):
    before = gc.mem_alloc()
    polls = 0
    for wait in reader.start_scan(expected, 1000):
        polls += 1
    print(polls, gc.mem_alloc() - before)
"""


@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_a_silent_slot_leaves_no_garbage(machine: vm.Vm):
    there = machine.run(GARBAGE, {"drivers": ROOT / "firmware/drivers"}, ["."])
    assert there.returncode == 0, there.stderr
    polls, size = map(int, there.stdout.splitlines()[-1].split())
    assert polls == 17
    assert size < 1500  # the steps, the Scan and its lists; nothing for the sixteen slots
