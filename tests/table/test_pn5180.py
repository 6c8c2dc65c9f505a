"""The PN5180 driver on the modelled chip, its faults, and its time in the air.

Each known bug of other drivers is here twice: in a few lines, whose failure the model shows, and
beside it our driver, which works.
"""

import random
from pathlib import Path

import pytest
import ring
from bench.air import SETTLE, TABLES, Rig, measure, ratio, some_uids

from drivers import pn5180_more, pn5180_radio
from drivers.iso15693 import COLLISION, GOOD, SILENT, uid_of
from drivers.scan import FULL, SHARED, STACKED
from drivers.steps import DeviceError
from tierce_tools.rules import vm
from tierce_tools.twin.faults import Faults

QUIET, READY = 0x02, 0x26  # commands to a tag

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def tags(*numbers):
    return [(0xE004015000000000 + number).to_bytes(8, "big") for number in numbers]


def rig(*uids, zones=1, faults=None, **how):
    """Return open readers, with these tags in the first zone."""
    made = Rig(zones, faults, **how).open()
    made.lay(0, list(uids))
    return made


def scan(rig, expected=(), zone=0, settle_us=1000):
    found = rig.run(rig.readers[zone].start_scan(list(expected), settle_us))
    check(rig, found, expected)
    return found


def inventory(rig, zone=0):
    found = rig.run(rig.readers[zone].start_inventory(1000))
    check(rig, found, ())
    return found


def check(rig, found, expected):
    """Check what holds after any scan."""
    assert len(set(found.seen)) == len(found.seen)
    for uid in expected:
        assert (uid in found.seen) + found.missing.count(uid) + found.unsure.count(uid) == 1
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
        for count in (0, 1, 2, 3, 5, 8, 13, 20):
            uids = some_uids(dice, count)
            made.lay(0, uids)
            for found in (
                inventory(made),
                scan(made, uids),
                scan(made, uids[1:]),
                scan(made, uids[:1]),
                scan(made, uids),
            ):
                assert sorted(found.seen) == sorted(uids)
                assert not found.missing
                assert not found.unsure
                assert found.flags in (0, SHARED)
        assert made.chips[0].faults == {}

    def test_tags_that_agree_in_all_but_their_highest_bits(self):
        uids = tags(0, 1 << 30, 3 << 30, 1 << 39, 1 << 47)
        assert sorted(inventory(rig(*uids)).seen) == sorted(uids)

    def test_tags_whose_replies_differ_before_the_uid(self):
        uids = tags(0x013, 0x023)
        made = rig(*uids)
        made.antennas[0].tags[1].dsfid = 7
        for _ in range(3):
            assert sorted(inventory(made).seen) == uids
            assert sorted(scan(made, uids).seen) == uids

    def test_squared_up_cards_are_named(self):
        uids = some_uids(random.Random(1), 5)
        made = rig(*uids)
        made.antennas[0].stacked = made.antennas[0].tags[:2]
        for _ in range(5):
            found = scan(made, uids)
            assert found.flags & STACKED
            assert set(found.seen) >= set(uids[2:])

    def test_lost_replies_and_wrong_bits_make_no_tag_up(self):
        dice = random.Random(6)
        faults = Faults(3, lost_reply=0.05, bit_error=0.1, flicker=0.05, capture=0.3)
        made = rig(faults=faults, zones=1)
        missed = 0
        for _ in range(150):
            uids = some_uids(dice, dice.randrange(8))
            made.lay(0, uids)
            found = scan(made, uids)
            assert set(found.seen) <= set(uids)
            missed += len(uids) - len(found.seen)
        assert missed < 100

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


class TestOneTag:
    def test_blocks_and_information(self):
        uids = tags(1, 2)
        made = rig(*uids)
        reader = made.readers[0]
        made.antennas[0].tags[1].memory[0:12] = b"ABCDefghIJKL"
        made.run(reader.start_field(1000))
        assert made.run(pn5180_more.start_read(reader, uids[1], 0, 1)) == b"ABCD"
        assert made.run(pn5180_more.start_read(reader, uids[1], 1, 2)) == b"efghIJKL"
        assert made.run(pn5180_more.start_read(reader, uids[1], 200, 1)) is None
        assert made.run(pn5180_more.start_read(reader, tags(3)[0], 0, 1)) is None
        assert made.run(pn5180_more.start_system_info(reader, uids[0])) == {
            "uid": uids[0],
            "dsfid": 0,
            "afi": 0,
            "blocks": 80,
            "block_bytes": 4,
            "ic": 1,
        }
        reader.off()
        assert sorted(scan(made).seen) == uids

    def test_the_same_between_fast_rounds(self):
        uids = tags(1, 2)
        made = rig(*uids, fast=True)
        reader = made.readers[0]
        made.run(reader.start_field(1000))
        assert made.run(pn5180_more.start_read(reader, uids[1], 0, 1)) == bytes(4)
        made.run(reader.start_round(0, bytes(8), 16))
        assert list(reader.bus.heard.kinds[:4]) == [SILENT, GOOD, GOOD, SILENT]
        assert made.run(pn5180_more.start_read(reader, uids[0], 0, 1)) == bytes(4)
        reader.off()
        assert made.chips[0].faults == {}

    def test_quiet_lasts_as_long_as_the_field(self):
        uids = tags(1, 2)
        made = rig(*uids)
        reader = made.readers[0]

        def heard():
            made.run(reader.start_round(0, bytes(8), 16))
            heard = reader.bus.heard
            return [uid_of(heard.replies[slot]) for slot in range(16) if heard.kinds[slot] == GOOD]

        made.run(reader.start_field(1000))
        made.run(pn5180_more.start_command(reader, QUIET, uids[0]))
        assert heard() == uids[1:]
        made.run(pn5180_more.start_command(reader, READY, uids[0]))
        assert heard() == uids
        made.run(pn5180_more.start_command(reader, QUIET, uids[1]))
        # Does what a driver does that switches the field off between rounds.
        reader.off()
        made.run(reader.start_field(1000))
        assert heard() == uids
        reader.off()


class TestTrouble:
    @pytest.mark.parametrize("trouble", ["brown_out", "busy_stuck", "miso_high", "miso_low"])
    def test_at_any_poll_of_a_scan(self, trouble):
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
        assert (
            reasons
            <= {"brown_out": {"reset"}, "busy_stuck": {"busy"}, "miso_high": {"miso"}, "miso_low": {"reset"}}[trouble]
        )
        assert reasons

    def test_a_reset_between_two_scans_is_noticed(self):
        made = rig(*tags(1))
        made.air.faults.brown_out(made.chips[0])
        made.clock.sleep_us(5000)
        with pytest.raises(DeviceError, match="reset"):
            scan(made, tags(1))
        made.run(made.readers[0].start_open())
        assert scan(made, tags(1)).seen == tags(1)

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
        faults = Faults(
            8,
            lost_reply=0.02,
            flicker=0.02,
            bit_error=0.02,
            capture=0.2,
            brownout=0.0005,
            busy_sticks=0.0005,
            receive_sticks=0.01,
            slow_transceive=0.01,
            slow_boot=0.2,
        )
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


class Bare:
    """The chip of an open reader with its field on: sends any frame."""

    def __init__(self, made):
        self.host = made.readers[0]
        self.clock = made.clock
        made.run(made.readers[0].start_field(1000))

    def arm(self):
        self.host.frame(pn5180_radio.NEXT)

    def send(self, request, wait_us=7000):
        self.host.frame(b"\x09\x00" + request)
        self.clock.sleep_us(wait_us)

    def state(self):
        return self.host.read(0x1D) >> 24 & 7

    def data(self):
        into = bytearray(10)
        self.host.ask(b"\x0a\x00", into)
        return bytes(into)


ONE = b"\x26\x01\x00"


def tree(made, length=lambda value, nibbles: 4 * nibbles, shift=4, most=15):
    """Inventory in sixteen slots, a nibble deeper at each collision; return the UIDs."""
    reader = made.readers[0]
    made.run(reader.start_field(1000))
    found = set()
    queue = [(0, 0)]
    for _ in range(40):
        if not queue:
            break
        value, nibbles = queue.pop()
        mask = value.to_bytes(16, "little")[:8]
        made.run(reader.start_round(min(length(value, nibbles), 60), mask, 16))
        for slot in range(16):
            if reader.bus.heard.kinds[slot] == GOOD:
                found.add(uid_of(reader.bus.heard.replies[slot]))
            elif reader.bus.heard.kinds[slot] == COLLISION and nibbles < most:
                queue.append((slot << shift * nibbles | value, nibbles + 1))
    reader.off()
    return found


class TestKnownBugs:
    @pytest.mark.parametrize(
        ("numbers", "bug"),
        [
            ((0x100, 0x200, 0x003), {"length": lambda value, nibbles: 4 * len(f"{value:x}" if value else "")}),
            ((0x121, 0x221, 0x003), {"shift": 2}),
            ((0x12345, 0x22345, 0x003), {"most": 3}),
            ((0x11, 0x21, 0x003), {"most": 0}),
        ],
        ids=["length of the mask from its value", "slot shifted by too little", "masks of 16 bits", "no masks"],
    )
    def test_tags_that_share_a_slot_are_lost(self, numbers, bug):
        uids = tags(*numbers)
        made = rig(*uids)
        assert tree(made) == set(uids)
        assert sorted(inventory(made).seen) == sorted(uids)
        assert tree(made, **bug) < set(uids)

    def test_collision_position_of_six_bits(self):
        # Cards of two makers, which agree in 48 bits.
        uids = [b"\xe0\x04" + bytes(6), b"\xe0\x07" + bytes(6)]
        made = rig(*uids)
        reader = made.readers[0]
        assert sorted(inventory(made).seen) == uids
        start = reader.start_round

        def start_round(bits, mask, slots):
            heard = yield from start(bits, mask, slots)
            for slot in range(slots):
                heard.places[slot] = max((heard.places[slot] + 16 & 63) - 16, 0)
            return heard

        reader.start_round = start_round
        assert set(inventory(made).seen) < set(uids)

    def test_a_full_table_reads_garbage(self):
        uids = tags(0x11, 0x21)
        bare = Bare(made := rig(*uids))
        bare.arm()
        bare.send(ONE)
        assert uid_of(bare.data(), 2) not in uids  # a collision that was not checked for
        made.readers[0].off()
        made.readers[0].limit = 1
        found = inventory(made)
        assert found.flags & FULL
        assert found.seen[0] in uids

    def test_checksum_and_length_not_looked_at(self):
        uids = tags(1)
        bare = Bare(made := rig(*uids, faults=Faults(5, bit_error=1.0)))
        wrong = 0
        for _ in range(8):
            bare.arm()
            bare.send(ONE)
            wrong += bare.data() != b"\0\0" + uids[0][::-1]
        assert wrong > 4
        made.readers[0].off()
        for _ in range(8):
            found = scan(made, uids)
            assert (found.seen, found.missing) == ([], [])
            assert found.flags & STACKED

    def test_old_interrupts(self):
        bare = Bare(made := rig(*tags(1)))
        bare.arm()
        bare.send(ONE)
        assert bare.host.read(2) & 1
        made.lay(0, [])
        for register, how, value in ((0, 3, 0xFFFFFFF8), (0, 2, 3)):
            bare.host.frame(bytes((3, register, how)) + value.to_bytes(4, "little"))
        bare.send(ONE)
        assert bare.host.read(2) & 1
        assert uid_of(bare.data(), 2) == tags(1)[0]  # of a card that has gone
        made.readers[0].off()
        assert scan(made, tags(1)).missing == tags(1)

    def test_receiver_numbered_like_the_transmitter(self):
        made = rig(*tags(1))
        bare = Bare(made)
        for rx, heard in ((0x0E | 0x80, False), (0x8D, True)):
            bare.host.write(0, 0)
            bare.host.frame(bytes((0x11, 0x0E, rx)))
            bare.arm()
            bare.send(ONE)
            assert bool(bare.host.read(2) & 1) == heard
        made.readers[0].off()
        made.run(made.readers[0].start_open())
        assert scan(made, tags(1)).seen == tags(1)

    def test_one_look_whether_it_can_send(self):
        made = rig(*tags(1, 2))
        made.air.faults.set(slow_transceive=1.0)
        bare = Bare(made)
        bare.arm()
        assert bare.state() != 1  # here a driver gives up
        bare.send(ONE)
        assert made.chips[0].faults["error"] == 1  # or goes on, and nothing is sent
        made.readers[0].off()
        assert sorted(scan(made, tags(1, 2)).seen) == tags(1, 2)

    def test_a_reply_that_never_ends(self):
        made = rig(*tags(1))
        made.air.faults.set(receive_sticks=1.0)
        bare = Bare(made)
        bare.arm()
        bare.send(ONE, 100_000)
        assert bare.state() == 5
        bare.send(ONE)
        assert made.chips[0].faults["error"] == 1
        made.readers[0].off()
        begun = made.clock.now
        found = scan(made, tags(1))
        assert (found.seen, found.unsure) == ([], tags(1))
        assert made.clock.now - begun < 150_000
        made.air.faults.set(receive_sticks=0)
        assert scan(made, tags(1)).seen == tags(1)

    def test_settings_loaded_while_it_listens(self):
        made = rig()
        bare = Bare(made)
        bare.arm()
        bare.send(ONE)
        bare.host.frame(b"\x11\x00\x80")
        bare.arm()
        assert made.chips[0].faults["wedge"] == 1
        assert bare.state() == 0
        made.readers[0].off()
        made.run(made.readers[0].start_open())
        made.chips[0].faults.clear()
        # A probe right after a scan that was abandoned while it listened.
        steps = made.readers[0].start_scan([], 1000)
        for _ in range(2):
            made.clock.sleep_us(next(steps))
        assert made.run(made.readers[0].start_probe(1000)) is False
        assert made.chips[0].faults == {}


class TestAir:
    @pytest.mark.parametrize("settle_us", SETTLE[: ring.rounds(1, 2)])
    @pytest.mark.parametrize("name", TABLES)
    def test_close_to_the_limit(self, name, settle_us):
        for seed in range(ring.rounds(1, 2)):
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
