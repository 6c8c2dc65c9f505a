"""The app's scan schedule and presence over drivers and modelled chips."""

import random
import statistics
import sys

import pytest
import ring
from bench.air import Rig, Zones, notice, some_uids
from test_inventory import tags

from app.link import services
from app.sensing import readers as app_readers
from tierce_tools.twin.faults import Faults


def table(uids, zones=1, faults=None):
    return Zones(Rig(zones, faults), uids)


def lying(zones, zone=0):
    return sorted(zones.presence.lying[zone])


def scans(zones, count):
    for _ in range(count):
        zones.scan()


@pytest.mark.parametrize("count", range(0, 14, ring.rounds(6, 1)))
def test_a_new_card_is_noticed_in_two_scans(count):
    dice = random.Random(f"test {count}")
    rig = Rig(1).open()
    found = [notice(count, dice, rig)[0] for _ in range(ring.rounds(9, 25))]
    assert statistics.median(found) == 2
    assert max(found) <= 20  # longest if it hides among two others, until its side is asked


@pytest.mark.parametrize("early", range(4))
def test_a_zone_with_something_new_is_scanned_again_at_once(early):
    zones = table(tags(1), zones=4)
    scans(zones, 8 + early)
    zones.lay(2, [0])
    assert zones.until_changed()[0] <= 4 + 1


@pytest.mark.parametrize("gone", range(3))
@pytest.mark.parametrize("others", [(), (5,), (5, 6, 0x16, 7, 0x37)])
def test_one_of_three_in_a_slot_is_taken_away(gone, others):
    """A single collision does not show it, so all are read one by one until it is certain."""
    numbers = (0x011, 0x021, 0x041, *others)
    zones = table(tags(*numbers))
    cards = list(range(len(numbers)))
    zones.lay(0, cards)
    scans(zones, 12)
    assert lying(zones) == cards
    cards.remove(gone)
    zones.lay(0, cards)
    assert zones.until_changed()[0] <= 16
    assert zones.presence.changes == [(0, [gone], ())]
    scans(zones, 20)
    assert lying(zones) == cards


@pytest.mark.parametrize("lost", ring.longer(0.05, 0.02))
def test_shared_slots_and_lost_replies_move_no_card(lost):
    dice = random.Random(4)
    zones = table(some_uids(dice, 13), faults=Faults(4, lost_reply=lost, capture=0.2))
    zones.lay(0, list(range(13)))
    scans(zones, 40)
    assert lying(zones) == list(range(13))
    zones.presence.changes.clear()
    scans(zones, 300)
    assert zones.presence.changes == []


def test_the_set_up_is_loaded_only_while_a_reader_is_opened():
    zones = table(tags(1), zones=2)
    scans(zones, 3)
    assert "drivers.pn5180_open" not in sys.modules
    zones.rig.air.faults.brown_out(zones.rig.chips[0])
    opened = []
    for _ in range(12):
        zones.scan()
        opened.append("drivers.pn5180_open" in sys.modules)
    assert not opened[-1]
    assert [zone.failures for zone in zones.readers.zones] == [1, 0]


def test_self_test_between_two_scans():
    zones = table(tags(1), zones=3)
    zones.lay(1, [0])
    scans(zones, 9)
    zones.rig.air.faults.miso_high(zones.rig.chips[2])
    found = {}
    zones.readers.test = services.start_test(zones.readers.zones, found)
    while zones.readers.test is not None:
        zones.rig.clock.sleep_us(next(zones.steps))
    assert [found[f"meld{number}"].get("tags") for number in (1, 2)] == [0, 1]
    assert found["meld3"] == {"error": "version"}
    assert "drivers.pn5180_more" not in sys.modules
    scans(zones, 4)
    assert lying(zones, 1) == [0]


@pytest.mark.parametrize("seed", range(ring.rounds(1, 5)))
def test_the_empty_fields_gain_is_followed_through_noise_wrong_readings_and_a_reader_that_grows_warm(seed):
    """A stack is told at any time, and nothing else is; also by a zone that had many cards meanwhile."""
    faults = Faults(seed, gain_noise=0.03, gain_jump=0.02, warm_up=0.24)
    zones = table(tags(*range(1, 14)), zones=2, faults=faults)
    zones.readers.attend(bytes([app_readers.COLD] * 2))
    zones.lay(0, list(range(10)))
    while zones.rig.clock.now < 1200e6:
        zones.scan()
        zones.rig.clock.sleep_us(4000000)
    zones.lay(0, [])
    scans(zones, 40)
    assert zones.troubles == []
    for zone in (0, 1):
        zones.lay(zone, [11, 12])
        zones.rig.antennas[zone].stacked = zones.rig.antennas[zone].tags
        scans(zones, 12)
        assert zones.troubles[-1] == (zone, app_readers.STACKED_CARDS, 0)
        zones.lay(zone, [])
        zones.rig.antennas[zone].stacked = []
        scans(zones, 12)
        assert zones.troubles[-1] == (zone, app_readers.STACKED_CARDS, None)


@pytest.mark.parametrize(
    ("others", "minutes"), [(0, 1), (11, 2)], ids=["in a pause of the schedule", "on a full table, without one"]
)
def test_a_reader_that_went_deaf_is_opened_anew_and_named(others, minutes):
    zones = table(tags(*range(1, 2 + others * 3)), zones=1 + others)
    for zone in range(others):
        zones.lay(1 + zone, [3 * zone + each for each in (1, 2, 3)])
    scans(zones, 100)
    assert zones.troubles == []
    zones.rig.air.faults.deafen(zones.rig.chips[0])
    zones.lay(0, [0])
    zone = zones.readers.zones[0]
    empty_ms = 60000 * minutes
    zone.heard = zones.rig.clock.ms() - empty_ms + 2000
    while not zones.troubles:
        assert zones.rig.clock.ms() - zone.heard < empty_ms + 1000
        zones.scan()
    assert zones.troubles == [(0, app_readers.DEAF, True)]
    scans(zones, 30 * (1 + others))
    assert lying(zones) == [0]
    assert [zone.deaf for zone in zones.readers.zones] == [1] + [0] * others
    assert len(zones.troubles) == 1
