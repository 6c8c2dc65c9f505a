"""Power budgets: sums, fuses, and limits."""

import dataclasses

import pytest
from hw_sources import PLANS

from tierce_plans import budgets, power
from tierce_plans.power import FUSES, budget, drop_mv, fuse, led_ma
from tierce_tools.base import paths
from tierce_tools.description import descriptions

pytestmark = PLANS


def changed(name, leds=None, **build):
    table = descriptions.load(name, "en")
    config = {**table.config, "leds": {**table.config["leds"], **(leds or {})}}
    return dataclasses.replace(table, config=config, build=dataclasses.replace(table.build, **build))


ALL = [*descriptions.names(), str(paths.firmware() / "config.json")]


@pytest.mark.parametrize("name", ALL)
def test_shipped_tables_fit(name):
    found = budget(descriptions.load(name, "en"))
    assert found.fits
    assert found.three_v3_fits
    assert found.typical_ma < found.max_ma <= found.supply_ma
    assert found.max_ma == pytest.approx(sum(row.max_ma for row in found.rows))
    if not found.usb:
        assert 1.25 * found.max_ma <= found.fuse_ma <= found.supply_ma
        assert found.fuse_ma in FUSES
        smaller = [each for each in FUSES if each < found.fuse_ma]
        assert all(each < 1.25 * found.max_ma for each in smaller)


def test_club_by_hand():
    found = budget(descriptions.load("club", "en"))
    most = {row.key: row.max_ma for row in found.rows}
    assert most["pn5180_field"] == 250  # one field at a time, for any number of readers
    assert most["pn5180"] == 18 * 40
    assert most["leds"] == pytest.approx(108 * (1 + 60 * 64 / 255))
    # lines of five segments of four, SCK and MOSI, at 2 MHz and 3.3 V
    assert most["bus"] == pytest.approx(5 * 2 * 220 * 2e6 * 3.3 / 1e9)
    assert found.three_v3_ma == pytest.approx(720 + 30 + 2 + 5 + most["bus"])
    assert found.regulator_w == pytest.approx(1.7 * found.three_v3_ma / 1000)
    # It needs copper under it, and is then cool enough.
    assert power.COPPER_K_W[0] < found.regulator_k_w < power.COPPER_K_W[1]


def test_a_breadboard_s_readers_are_fed_by_the_pico():
    small = descriptions.load("small", "en")
    found = budget(small)
    assert found.three_v3_most_ma == 300
    assert found.regulator_w == 0
    more = [*small.zones, {**small.zones[-1], "zone": "meld5", "cs": 0}]
    crowded = dataclasses.replace(small, config={**small.config, "zones": more})
    assert not budget(crowded).three_v3_fits


def test_no_room_at_all():
    found = budget(changed("club", supply_ma=600))
    assert (found.leds_most, found.bright_most, found.fuse_ma, found.fits) == (0, 0, 0, False)


def test_fuse():
    # The next size after 2400 mA is 3.15 A, which a supply of 3 A cannot deliver; 500 mA are USB.
    ratings = {(1000, 3000): 1250, (1001, 3000): 1600, (2400, 3000): 0, (2400, 3150): 3150, (300, 500): 0}
    ratings[9000, 20000] = 0
    assert {given: fuse(*given) for given in ratings} == ratings


def test_a_supply_that_gives_little_more_than_the_fuse_does_not_blow_it():
    """A slow fuse needs 2.1 times its rating for up to two minutes: 4 A at 5 A do not blow."""
    for name, blows_ma in (("club", 8400), ("small", 3360)):
        found = budget(descriptions.load(name, "en"))
        assert found.blows_ma == pytest.approx(blows_ma)
        assert not found.blows
    club = descriptions.load("club", "en")
    strong = dataclasses.replace(club, build=dataclasses.replace(club.build, supply_ma=8400))
    assert budget(strong).blows
    assert "blows it" in budgets.markdown(strong, "en")
    assert "for that it needs 8.4 A" in budgets.markdown(club, "en")
    usb = budget(descriptions.load("classroom", "en"))
    assert (usb.fuse_ma, usb.blows) == (0, False)


def test_leds_and_wires():
    assert (led_ma(1, 255), led_ma(10, 0)) == (61, 10)
    # AWG 28 has 213 ohm per kilometre, 0.75 mm2 has 24.
    assert drop_mv(1000, 0.5, power.RIBBON_MM2) == pytest.approx(213, rel=0.05)
    assert drop_mv(1000, 0.5, 0.75) == pytest.approx(24, rel=0.05)
    assert budget(descriptions.load("club", "en")).supply_mm2 == 0.75


def test_a_board_without_readers_takes_little():
    table = descriptions.from_config({"tierce": 1, "players": ["A", "B"], "zones": []})
    found = budget(table)
    assert [row.key for row in found.rows] == ["pico"]
    assert found.fits
    assert found.leds_most == int((2500 / 1.25 - 100) / led_ma(1, 64))
