"""The plans' budgets: power and fuses, the readers' bus, and the pages that say them in both languages."""

import dataclasses
import random
import re
import sys
from pathlib import Path

import pytest
import ring
from hw_sources import PLANS
from hw_tables import FEW

from tierce_plans import budgets, electrical, power, wiring
from tierce_plans.electrical import FACTS, fact, load
from tierce_plans.power import FUSES, budget, drop_mv, fuse, led_ma
from tierce_tools.base import paths
from tierce_tools.description import descriptions

sys.path.append(str(Path(__file__).parents[2] / "host_tools"))

import catalogues

pytestmark = PLANS


@pytest.mark.parametrize("name", [*descriptions.names(), str(paths.firmware() / "config.json")])
def test_shipped_tables_fit(name):
    found = budget(descriptions.load(name, "en"))
    assert found.fits
    assert found.three_v3_fits
    assert found.typical_ma < found.max_ma <= found.supply_ma
    assert found.max_ma == pytest.approx(sum(row.max_ma for row in found.rows))
    if not found.usb:
        assert found.fuse_ma == min(each for each in FUSES if each >= 1.25 * found.max_ma) <= found.supply_ma


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
    assert (found.three_v3_most_ma, found.regulator_w) == (300, 0)
    more = [*small.zones, {**small.zones[-1], "zone": "meld5", "cs": 0}]
    assert not budget(dataclasses.replace(small, config={**small.config, "zones": more})).three_v3_fits


def test_no_room_at_all():
    club = descriptions.load("club", "en")
    found = budget(dataclasses.replace(club, build=dataclasses.replace(club.build, supply_ma=600)))
    assert (found.leds_most, found.bright_most, found.fuse_ma, found.fits) == (0, 0, 0, False)


def test_fuse():
    # The next size after 2400 mA is 3.15 A, which a supply of 3 A cannot deliver; 500 mA are USB.
    ratings = {(1000, 3000): 1250, (1001, 3000): 1600, (2400, 3000): 0, (2400, 3150): 3150, (300, 500): 0}
    ratings[9000, 20000] = 0
    assert {given: fuse(*given) for given in ratings} == ratings


def test_a_supply_that_gives_little_more_than_the_fuse_does_not_blow_it():
    """A slow fuse needs 2.1 times its rating for up to two minutes: 4 A at 5 A do not blow."""
    for name, *wanted in (("club", 4000, 8400, False), ("small", 1600, 3360, False), ("classroom", 0, 0, False)):
        found = budget(descriptions.load(name, "en"))
        assert [found.fuse_ma, round(found.blows_ma), found.blows] == wanted
    club = descriptions.load("club", "en")
    strong = dataclasses.replace(club, build=dataclasses.replace(club.build, supply_ma=8400))
    assert budget(strong).blows
    assert "blows it" in budgets.markdown(strong, "en")
    assert "for that it needs 8.4 A" in budgets.markdown(club, "en")


def test_leds_and_wires():
    assert (led_ma(1, 255), led_ma(10, 0)) == (61, 10)
    # AWG 28 has 213 ohm per kilometre, 0.75 mm2 has 24.
    assert drop_mv(1000, 0.5, power.RIBBON_MM2) == pytest.approx(213, rel=0.05)
    assert drop_mv(1000, 0.5, 0.75) == pytest.approx(24, rel=0.05)
    assert budget(descriptions.load("club", "en")).supply_mm2 == 0.75


def test_a_board_without_readers_takes_little():
    table = descriptions.from_config({"tierce": 1, "players": ["A", "B"], "zones": []})
    found = budget(table)
    assert ([row.key for row in found.rows], found.fits, electrical.spi(table)) == (["pico"], True, None)
    assert found.leds_most == int((2500 / 1.25 - 100) / led_ma(1, 64))
    page = budgets.markdown(table, "en")
    assert "Pico" in page
    assert "MISO" not in page


@pytest.mark.parametrize("name", descriptions.names())
def test_shipped_tables_have_a_reserve(name):
    spi = electrical.spi(descriptions.load(name, "en"))
    assert spi.legal
    assert spi.reserve > 1.25
    assert spi.most_hz == min(limit.hz for limit in spi.limits)
    assert spi.round_trip_ns < spi.half_ns


@pytest.mark.parametrize(("name", "zones", "gates"), [("club", 18, True), ("small", 2, True), ("small", 1, False)])
def test_readers_that_share_miso_have_gates_whatever_is_said(name, zones, gates):
    config = descriptions.load(name, "en").config
    asked = {**config, "zones": config["zones"][:zones], "build": {**config["build"], "buffers": False}}
    table = descriptions.from_config(asked)
    assert table.build.buffers == gates
    assert [part.kind[-3:] == "125" and part.ref != "U17" for part in wiring.parts(table)].count(True) >= gates
    assert bool([net for net in wiring.nets(table) if net.name == "MISO1"]) == gates


def test_a_bus_by_hand():
    """Two readers with buffers at 300 mm, calculated by hand."""
    spi = load(["pn5180"] * 2, 2, 1_000_000, 0.3, carrier=False, buffers=True)
    assert spi.miso_pf == 15 + 5 + 4
    assert spi.miso_most_pf == 140
    assert spi.bus_pf == 30 + 10 + 8
    assert spi.sck_pf == spi.pico_pf == 30 + 2 * (15 + 5 + 5)
    assert spi.rise_ns == pytest.approx(2.2 * 125 * 80e-3)
    gate_ns = 54 + 2.2 * 100 * 48e-3
    assert spi.round_trip_ns == pytest.approx(22 + 1.5 + 25 + 2.2 * 133 * 24e-3 + 1.5 + gate_ns + 20)
    limits = {limit.key: limit.hz for limit in spi.limits}
    assert limits["miso"] == int(140e6 / 24)
    assert limits["clock"] == int(1e9 / (2 * (72 + 22)))
    assert limits["round_trip"] == int(1e9 / (2 * spi.round_trip_ns))
    assert limits["chip"] == 7_000_000


def test_at_the_data_sheet_s_own_point_its_load_is_the_limit():
    """Exactly 20 pF at 7 MHz."""
    cable_m = (20 - fact("module_pf") - fact("pico_input_pf")) / fact("cable_pf_m")
    spi = load(["pn5180"], 1, 7_000_000, cable_m, carrier=False, buffers=False)
    assert spi.miso_pf == pytest.approx(20)
    assert {limit.key: limit.hz for limit in spi.limits}["miso"] == 7_000_000


def test_more_of_anything_is_never_better():
    dice = random.Random("more")
    for _ in range(ring.rounds(60, 300)):
        readers, hz = dice.randrange(2, 24), dice.randrange(100_000, 7_000_000)
        cable, carrier = dice.uniform(0.05, 2), dice.random() < 0.5
        segment = min(readers, 4) if carrier else readers

        def most(more: int, segment: int, cable: float, readers=readers, hz=hz, carrier=carrier):
            return load(["pn5180"] * (readers + more), segment, hz, cable, carrier, buffers=True).most_hz

        assert most(0, segment, cable + 0.3) <= most(0, segment, cable)
        assert most(1, segment if carrier else segment + 1, cable) <= most(0, segment, cable)


def test_the_fullest_segment_counts():
    club = descriptions.load("club", "en")
    one_apart = [dict(zone, cs=4 * i) for i, zone in enumerate(club.zones[:6])]
    apart = electrical.spi(dataclasses.replace(club, config={**club.config, "zones": one_apart}))
    assert electrical.spi(club).sck_pf == 4 * apart.sck_pf


def test_every_fact_has_a_mark_and_a_source():
    for name, each in FACTS.items():
        assert each.mark in ("V", "C", "K", "HW"), name
        assert len(each.source) > 5, name
        assert each.value > 0, name


@pytest.mark.parametrize("name", FEW)
def test_the_pages_say_the_same(name):
    english, french = (budgets.markdown(descriptions.load(name, "en"), language) for language in ("en", "fr"))

    def numbers(text):
        cells = [cell.strip() for line in text.split("\n") if line[:2] == "| " for cell in line.split("|")]
        return [cell for cell in cells if re.fullmatch(r"[\d.,*]+( MHz| pF| ns)?", cell)]

    assert [line.count("|") for line in english.split("\n")] == [line.count("|") for line in french.split("\n")]
    assert len(numbers(english)) > 30
    assert numbers(english) == [each.replace(",", ".") for each in numbers(french)]
    assert not re.search(r"\d\.\d", french.replace("rév. 4.0", "").replace("11.4.1", "").replace("config.json", ""))
    # Every figure of the first table has a mark, and they are summed up.
    rows = [line.split("|") for line in english.split("\n## ")[1].split("\n") if line[:2] == "| "]
    for row in rows[2:-1]:
        assert re.fullmatch(r" \[(V|C|K|HW)\]( \[(V|C|K|HW)\])? ", row[5]), row
        assert len(row[6]) > 8
    assert sum(float(row[4]) for row in rows[2:-1]) == pytest.approx(float(rows[-1][4].strip(" *")), abs=len(rows))


def test_what_does_not_fit_is_said():
    table = descriptions.load("small", "en")
    config = {**table.config, "build": {**table.config["build"], "supply_ma": 600, "cable_mm": 3000}}
    english = budgets.markdown(descriptions.from_config(config, "small"), "en")
    assert "No fuse will do" in english
    assert "out of its limits" in english


def figures(text: str) -> list[str]:
    """Return the numbers and holes of a text, and its marks."""
    found = re.findall(r"\d+(?:[.,]\d+)?|\{\w*\}|\[(?:V|C|K|HW)\]", text)
    return sorted(each.replace(",", ".") for each in found)


def test_all_is_said_in_french_with_the_same_figures():
    for message in filter(lambda each: each.id, catalogues.renewed("fr", "plans")):
        assert message.string, message.id
        assert figures(message.id) == figures(message.string.replace("HE10 ", "")), message.id
