"""The places of zones on a felt if the config has none."""

import json
from itertools import combinations, pairwise

import pytest

from tierce_tools.base.paths import firmware
from tierce_tools.description import felt
from tierce_tools.virtual.board import config_for

CLUB = json.loads((firmware() / "config.json").read_text("utf-8"))
MOST = 48


def names(seats, melds, discard=True):
    found = ["discard"] if discard else []
    found += [f"meld{i + 1}" for i in range(melds)]
    return found + [f"seat{i}" for i in range(seats)]


def overlap(one, two):
    return all(one[i] < two[i] + two[i + 2] and two[i] < one[i] + one[i + 2] for i in (0, 1))


def whole(lies):
    return {"zones": [{"zone": name, "at": at} for name, at in lies.items()]}


@pytest.mark.parametrize("seats", range(7))
def test_nothing_overlaps_and_all_lie_on_the_felt(seats):
    for melds in range(MOST - seats + 1):
        for discard in (True, False):
            zones = names(seats, melds, discard)[:MOST]
            lies = felt.place(zones)
            assert sorted(lies) == sorted(zones)
            for one, two in combinations(lies, 2):
                assert not overlap(lies[one], lies[two]), (zones, one, two)
            if not lies:
                continue
            width, height = felt.size(whole(lies))
            for name, (x, y, w, h) in lies.items():
                assert 0 <= x < x + w <= width, name
                assert 0 <= y < y + h <= height, name
                assert all(type(each) is int for each in (x, y, w, h))


def test_seats_follow_clockwise_from_the_bottom():
    for seats in range(1, 7):
        lies = felt.place(names(seats, 6))
        width, height = felt.size(whole(lies))
        middles = []
        for seat in range(seats):
            x, y, w, h = lies[f"seat{seat}"]
            middles.append((x + w / 2 - width / 2, y + h / 2 - height / 2))
        assert 0 < middles[0][1] == max(y for _, y in middles)
        # Clockwise, with y downwards: each next one is to the right of the line from the centre.
        for (ax, ay), (bx, by) in pairwise(middles):
            assert ax * by - ay * bx >= 0, middles


def test_seats_that_are_left_out_and_melds_with_gaps():
    zones = ["seat4", "meld12", "seat1", "meld3", "discard"]
    lies = felt.place(zones)
    assert sorted(lies) == sorted(zones)
    assert not any(overlap(lies[one], lies[two]) for one, two in combinations(lies, 2))


def test_the_club_table_is_what_we_would_lay_out():
    assert felt.place([zone["zone"] for zone in CLUB["zones"]]) == {zone["zone"]: zone["at"] for zone in CLUB["zones"]}
    assert felt.complete(CLUB) is CLUB
    assert felt.size(CLUB) == [1400, 1000]


def test_a_table_without_places_is_completed_and_nothing_else_changes():
    config = config_for({"game": "rami51", "players": ["A", "B", "C"]}, "en")
    before = json.dumps(config)
    done = felt.complete(config)
    assert json.dumps(config) == before
    assert [zone["zone"] for zone in done["zones"]] == [zone["zone"] for zone in config["zones"]]
    for zone in done["zones"]:
        zone.pop("at")
    assert json.dumps(done) == before


def test_a_felt_of_ones_own_has_equal_margins():
    config = {"zones": [{"zone": "discard", "at": [40, 60, 100, 100]}, {"zone": "meld1", "at": [200, 60, 300, 120]}]}
    assert felt.complete(config) is config
    assert felt.size(config) == [540, 240]
