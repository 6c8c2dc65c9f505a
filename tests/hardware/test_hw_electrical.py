"""The readers' bus: which tables are within its limits, and the parts of each limit."""

import dataclasses
import random

import pytest
import ring
from hw_sources import PLANS

from tierce_plans import electrical, wiring
from tierce_plans.electrical import FACTS, fact, load
from tierce_tools.description import descriptions

pytestmark = PLANS


def shipped(name, **build):
    table = descriptions.load(name, "en")
    return dataclasses.replace(table, build=dataclasses.replace(table.build, **build))


@pytest.mark.parametrize("name", descriptions.names())
def test_shipped_tables_have_a_reserve(name):
    spi = electrical.spi(shipped(name))
    assert spi is not None
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


def test_by_hand():
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

        def spi(readers=readers, segment=segment, cable=cable, hz=hz, carrier=carrier):
            return load(["pn5180"] * readers, segment, hz, cable, carrier, buffers=True)

        assert spi(cable=cable + 0.3).most_hz <= spi().most_hz
        assert spi(readers=readers + 1, segment=segment if carrier else segment + 1).most_hz <= spi().most_hz


def test_the_fullest_segment_counts():
    club = shipped("club")
    spi = electrical.spi(club)
    one_apart = [dict(zone, cs=4 * i) for i, zone in enumerate(club.zones[:6])]
    apart = electrical.spi(dataclasses.replace(club, config={**club.config, "zones": one_apart}))
    assert spi is not None
    assert apart is not None
    assert spi.sck_pf == 4 * apart.sck_pf


def test_no_readers_no_bus():
    table = descriptions.from_config({"tierce": 1, "players": ["A", "B"], "zones": []})
    assert electrical.spi(table) is None


def test_every_fact_has_a_mark_and_a_source():
    for name, each in FACTS.items():
        assert each.mark in ("V", "C", "K", "HW"), name
        assert len(each.source) > 5, name
        assert each.value > 0, name
