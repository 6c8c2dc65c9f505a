"""The MFRC522: cards found one by one and two at once, also with faults of radio and chip."""

import random

import pytest
from wired import Wired

from drivers.lines import PinLines
from drivers.mfrc522 import MFRC522, crc_a
from drivers.scan import STACKED
from drivers.steps import DeviceError, blocking
from tierce_tools.twin import machine
from tierce_tools.twin import mfrc522 as model
from tierce_tools.twin.faults import Faults
from tierce_tools.twin.field import Air, Antenna
from tierce_tools.twin.tags import Tag14443A

FOUR = bytes.fromhex("deadbeef")
FOUR_LAST = bytes.fromhex("deadbe6f")  # differs in the last bit sent
SEVEN = bytes.fromhex("04a1b2c3d4e580")
SEVEN_NEAR = bytes.fromhex("04a1b2c3d4e680")
TEN = bytes.fromhex("04a1b2c3d4e5f60718b0")
TEN_NEAR = bytes.fromhex("04a1b2c3d4e5f60718b1")


class Rig(Wired):
    def __init__(self, *uids, seed=3, limit=4, **rates):
        super().__init__()
        wire = self.board.wire
        self.air = Air(self.clock, Faults(seed, **rates))
        self.antenna = Antenna(self.air)
        self.chip = model.MFRC522(self.antenna, reset=wire(6))
        self.bus = self.board.spi(0)
        self.bus.attach(self.chip, wire(5))
        self.select, reset = self.outputs(5, 6)
        self.reader = MFRC522(machine.SPI(0, 2000000), PinLines(self.select, reset=reset), limit=limit)
        self.do(self.reader.start_open())
        self.lay(*uids)

    def lay(self, *uids):
        self.antenna.tags = [Tag14443A(uid) for uid in uids]

    def scan(self, *expected):
        scan = self.do(self.reader.start_scan(list(expected), 5000))
        assert self.antenna.on is None
        assert self.select.wire.level == 1
        return scan


def test_the_checksum():
    assert crc_a(b".\x50\x00", 2) == 0xCD57
    assert crc_a(b".\x00\x00", 2) == 0x1EA0  # the standard's examples
    assert crc_a(b".\x12\x34", 2) == 0xCF26


def test_data_goes_in_bursts():
    """Writing a frame, reading an answer and reading the chip's state take one transfer each."""
    rig = Rig(SEVEN)
    before = rig.bus.transfers
    rig.scan(SEVEN)
    # WUPA and two selections take nine transfers each, with the answer; halt 7; REQA checks twice,
    # as the timer has to end; then the settings, and the field on and off.
    assert rig.bus.transfers - before <= 3 * 9 + 7 + 9 + 4


def test_time_of_a_scan():
    rig = Rig()
    for uids, limit_us in (((), 1000), ((FOUR,), 3800), ((SEVEN,), 5200)):
        rig.lay(*uids)
        begin = rig.clock.now
        rig.scan(*uids)
        assert rig.clock.now - begin - 5000 < limit_us


def test_a_copy_that_reads_reserved_bits_as_0_is_used_and_told():
    rig = Rig()
    assert rig.do(rig.reader.start_selftest())["mode"] == 0x3D
    rig.chip.clone = True
    assert rig.do(rig.reader.start_selftest())["mode"] == 0x29
    rig.lay(FOUR)
    rig.scan(FOUR)


def test_another_version_is_told():
    rig = Rig()
    rig.chip.version = 0x88
    assert rig.do(rig.reader.start_open()) == (0x88,)


def test_random_cards():
    dice = random.Random(7)
    for _ in range(60):
        base = bytes((4, *dice.randbytes(9)))
        uids = set()
        for _ in range(dice.randrange(1, 5)):
            uid = bytearray(base[: dice.choice((4, 7, 10))] if dice.random() < 0.7 else bytes((4, *dice.randbytes(6))))
            if dice.random() < 0.7:
                uid[dice.randrange(1, len(uid))] ^= 1 << dice.randrange(8)
            uid[3] = 0 if uid[3] == 0x88 else uid[3]
            uids.add(bytes(uid))
        rig = Rig(*uids)
        for expected in ((), dice.sample(sorted(uids), dice.randrange(len(uids) + 1))):
            scan = rig.scan(*expected)
            assert (set(scan.seen), scan.missing, scan.unsure, scan.flags) == (uids, [], [], 0)


def test_a_chip_that_counts_collisions_from_the_first_bit_of_the_answer():
    rig = Rig()
    rig.chip.counts_align = False
    for uids in ((SEVEN, SEVEN_NEAR), (FOUR, FOUR_LAST), (FOUR, SEVEN, TEN), (SEVEN, SEVEN_NEAR, TEN, TEN_NEAR)):
        rig.lay(*uids)
        assert set(rig.scan().seen) == set(uids)


@pytest.mark.parametrize(
    ("uids", "rates", "least"),
    [
        ((SEVEN, SEVEN_NEAR), {"lost_reply": 0.02}, 190),
        ((SEVEN,), {"flicker": 0.3}, 100),
        *(((uids, {"bit_error": 0.1}, 190)) for uids in ((FOUR,), (SEVEN,), (SEVEN, SEVEN_NEAR), (TEN, FOUR))),
    ],
)
def test_what_fails_on_the_air_makes_no_card_and_hides_few(uids, rates, least):
    rig = Rig(*uids, seed=5, **rates)
    read = wrong = flagged = 0
    for _ in range(200):
        scan = rig.scan(*uids)
        assert set(scan.seen) <= set(uids)
        assert sorted(scan.seen + scan.missing + scan.unsure) == sorted(uids)
        read += uids[0] in scan.seen
        wrong += len(scan.missing)
        flagged += bool(scan.flags)
    assert read >= least
    assert wrong < 3 or "flicker" in rates
    assert flagged < 3 or "bit_error" in rates


def test_the_strongest_of_two_is_read_as_if_alone():
    rig = Rig(SEVEN, FOUR, capture=1)
    for _ in range(20):
        assert set(rig.scan().seen) == {SEVEN, FOUR}


def test_two_cards_squared_up():
    rig = Rig(SEVEN, SEVEN_NEAR, limit=20)
    rig.antenna.stacked = rig.antenna.tags
    flagged = 0
    for _ in range(100):
        begin = rig.clock.now
        scan = rig.scan(SEVEN)
        assert rig.clock.now - begin < 60000
        assert set(scan.seen) <= {SEVEN, SEVEN_NEAR}
        flagged += scan.flags & STACKED
        if SEVEN not in scan.seen:
            assert scan.unsure == [SEVEN]
    assert flagged > 90


def outcome(rig, steps):
    """Run the steps; return (reason of the error, None) or (None, result)."""
    try:
        return None, rig.do(steps)
    except DeviceError as error:
        return error.reason, None


def test_the_supply_dips():
    rig = Rig(SEVEN, brownout=0.01)
    results = [outcome(rig, rig.reader.start_scan([SEVEN], 5000)) for _ in range(300)]
    assert rig.antenna.on is None
    reasons = [reason for reason, _ in results if reason]
    good = [scan for _, scan in results if scan and scan.seen == [SEVEN]]
    assert set(reasons) <= {"reset", "timeout", "settings"}
    assert len(good) > 80
    assert len(reasons) > 20
    rig.air.faults.set(brownout=0)
    rig.clock.sleep_us(2000)
    assert rig.scan(SEVEN).seen == [SEVEN]  # without a new start_open


@pytest.mark.parametrize("level", [0, 1])
def test_a_bus_that_sticks_in_the_middle(level):
    for after in range(1, 8):  # all polls of this scan
        rig = Rig(SEVEN)
        polls = []

        def sleep_us(us, rig=rig, polls=polls, after=after):
            polls.append(us)
            if len(polls) == after:
                rig.chip.miso = level
            rig.clock.sleep_us(us)

        with pytest.raises(DeviceError) as caught:
            blocking(rig.reader.start_scan([SEVEN], 5000), sleep_us)
        assert caught.value.reason in (("bus",) if level else ("timeout", "version"))
        assert len(polls) < 50
        assert rig.antenna.on is None
        rig.chip.miso = None
        assert rig.scan(SEVEN).seen == [SEVEN]


def test_noise_on_the_bus_ends():
    dice = random.Random(1)

    class Noise:
        def __init__(self, p):
            self.p = p

        def selected(self, on):
            chip.selected(on)

        def transfer(self, out, into):
            chip.transfer(out, into)
            for i in range(len(into) if into is not None else 0):
                if dice.random() < self.p:
                    into[i] = dice.randrange(256)

    for p in (1, 0.3, 0.05, 0.01):
        rig = Rig(SEVEN, SEVEN_NEAR)
        chip = rig.chip
        rig.bus._on.clear()
        noise = Noise(p)
        rig.select.wire._listeners = ()
        rig.bus.attach(noise, rig.select.wire)
        for _ in range(60):
            begin = rig.clock.now
            outcome(rig, rig.reader.start_scan([SEVEN], 5000))
            assert rig.clock.now - begin < 400000
            rig.reader.off()
            assert rig.antenna.on is None
