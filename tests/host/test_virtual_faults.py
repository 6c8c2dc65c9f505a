"""Faults of the modelled table, switched on and off: the table's reaction, and its recovery."""

import json
from itertools import product

import pytest

from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import trouble_text
from tierce_tools.virtual.faults import KINDS, Faults
from tierce_tools.virtual.hands import Hands
from tierce_tools.virtual.modelled import maker
from tierce_tools.virtual.scene import Scene

CLUB = json.loads((firmware() / "config.json").read_text("utf-8"))
RULES = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": RULES}
RUN = ["5H", "6H", "7H"]
BAD_LIGHTS = ("lost", "foreign", "stacked", "too_many")


def config_for(reader="pn5180"):
    config = dict(CLUB, rules=RULES)
    if reader != "pn5180":
        config["zones"] = [dict(zone, reader=reader) for zone in CLUB["zones"]]
    return config


class Played:
    """A table in Luc's first turn of Rami 51, advanced by hand."""

    def __init__(self, folder, config=None):
        self.maker = maker(folder)
        self.faults = Faults()
        self.machine = self.maker(config or config_for())
        self.records = []
        self._sit_down()

    def _sit_down(self):
        self.hands = Hands(self.machine, Scene([z["zone"] for z in CLUB["zones"]], 2))
        self.hands.gather(2, 4)
        self.run(2000)
        self.do(self.machine.start_begin(HEADER))
        self.event(seat=0, press="deal")
        self.event(zone="discard", **{"in": ["9C"]})

    def run(self, ms):
        self.machine.advance(ms)
        self.records += self.machine.records()

    def do(self, steps):
        for ms in steps:
            self.run(ms)

    def event(self, **event):
        self.do(self.hands.start_do(event))

    def said(self, *events):
        return [each for each in self.records if each.get("event") in events]

    def warned(self, zone):
        return [each["code"] for each in self.said("warning") if each.get("zone") == zone]

    def until(self, true, ms=30_000):
        end = self.machine.ms() + ms
        while not true():
            assert self.machine.ms() < end, (self.records[-5:], self.machine.screen_text())
            self.run(20)

    def light(self, zone):
        return self.machine.program.board.leds.state(zone)

    def shines(self):
        """Tell whether any LED is lit."""
        return any(map(any, self.machine.table.strip.pixels))

    def switch(self, what, zone, on=True):
        self.faults.switch(self.machine, what, zone, on)

    def plays_a_turn(self, card):
        """Discard a card; check that the turn is judged correctly."""
        before = len(self.said("turn"))
        self.event(zone="discard", **{"in": [card]})
        self.until(lambda: len(self.said("turn", "refused")) > before, 8000)
        assert len(self.said("turn")) == before + 1, self.records[-5:]


@pytest.fixture
def table(tmp_path):
    made = Played(tmp_path)
    yield made
    made.machine.close()


# --- in a zone


def lies(table, zone, cards):
    """Tell whether the board's log has exactly these cards in a zone."""
    found = set()
    for record in table.records:
        if record.get("zone") == zone:
            found -= set(record.get("out", ()))
            found |= set(record.get("in", ()))
    return found == set(cards)


@pytest.mark.parametrize("reader", ["pn5180", "mfrc522"])
def test_each_fault_is_named_until_it_is_mended(reader, tmp_path):
    """How the board copes with each: tests/table/test_table_faults.py."""
    table = Played(tmp_path, config_for(reader))
    flaky = reader == "pn5180"  # and stacks: only its cards answer all at once
    table.event(zone="meld1", **{"in": RUN})
    table.event(zone="meld2", **{"in": ["5S"]})
    cases = [("foreign", "meld3", "unknown_card", "foreign"), ("foreign", "seat0", "unknown_card", "foreign")]
    cases += [("dead", "meld4", "reader_lost", "lost")]
    if flaky:
        table.switch("stacked", "meld2")
        table.run(2000)
        assert not table.warned("meld2"), "one card alone is not a stack"
        cases += [("stacked", "meld2", "stacked_cards", "stacked"), ("flaky", "meld1", "unsteady", "")]
    table.hands.move(["6S", "7S"], "meld2")
    for what, zone, _, _ in cases:
        table.switch(what, zone)
    for _, zone, code, light in cases:
        table.until(lambda zone=zone, code=code: code in table.warned(zone))
        table.until(lambda zone=zone, light=light: not light or table.light(zone) == light)
    table.event(zone="discard", **{"in": ["2C"]})
    table.run(1000)
    assert bool(table.said("turn", "refused")) is not flaky, "nothing is judged by a zone that is not steady"
    for what, zone, _, _ in cases:
        table.switch(what, zone, False)
    table.hands.move(["5S", "6S", "7S"], "meld2")
    table.until(lambda: all(table.light(zone) not in BAD_LIGHTS for _, zone, _, _ in cases))
    table.until(lambda: "reader_back" in table.warned("meld4"))
    table.until(lambda: table.said("turn", "refused"))
    table.until(lambda: lies(table, "meld1", RUN) and lies(table, "meld2", ["5S", "6S", "7S"]))
    assert not [each for each in table.said("warning") if each["code"] == "two_zones"], "two strangers are not one"
    table.machine.close()


def test_all_at_once_and_all_mended(table):
    table.event(zone="meld1", **{"in": RUN})
    for what in KINDS:
        for zone in ("meld1", "meld2", "discard", "seat1"):
            table.switch(what, zone)
    table.run(10_000)
    table.hands.move(["2S"], "meld2")
    table.run(2000)
    table.hands.move(["2S"], "stock")
    for zone in ("seat1", "discard", "meld2", "meld1"):
        for what in KINDS:
            table.switch(what, zone, False)
    assert table.faults.section() == {**{what: [] for what in KINDS}, "tag": [], "power": False}
    table.until(lambda: not table.machine.program.show.trouble)
    table.until(lambda: lies(table, "meld1", RUN))
    table.run(2000)
    table.plays_a_turn("2C")


# --- requests


def test_twice_on_is_once_and_off_is_off(table):
    """Also where faults are switched on again as the table is the same."""
    tags = table.machine.table.antennas["meld3"].tags
    table.switch("foreign", "meld3")
    table.faults.again(table.machine)
    assert len(tags) == 1
    for on in (True, True):
        for what in KINDS:
            table.switch(what, "meld3", on)
    zones = {what: ["meld3"] for what in KINDS}
    assert table.faults.section() == {**zones, "tag": [], "power": False}
    assert len(table.machine.table.antennas["meld3"].tags) == 1
    for on in (False, False):
        for what in KINDS:
            table.switch(what, "meld3", on)
    assert table.machine.table.antennas["meld3"].tags == []
    json.dumps(table.faults.section())


NO_FAULTS = [
    ("flood", "meld1", "no_fault"),
    ("", "meld1", "no_fault"),
    ("power", "meld1", "no_fault"),
    ("flaky", "meld7", "no_zone"),
    ("dead", None, "no_zone"),
    ("foreign", "", "no_zone"),
    ("stacked", "stock", "no_zone"),
    ("dead\n", "meld1", "no_fault"),
]


def test_what_is_no_fault_or_no_zone(table):
    for (what, zone, key), on in product(NO_FAULTS, (True, False)):
        with pytest.raises(Trouble) as caught:
            table.switch(what, zone, on)
        assert (caught.value.area, caught.value.key) == ("table", key), what
        for language in languages():
            assert "\n" not in trouble_text(caught.value, language)
        assert table.faults.section() == {**{each: [] for each in KINDS}, "tag": [], "power": False}


def test_faults_stay_when_another_table_is_set(table):
    table.switch("dead", "meld1")
    table.switch("foreign", "meld6")
    less = dict(config_for(), zones=[z for z in CLUB["zones"] if z["zone"] != "meld6"])
    table.machine = table.maker(less)
    table.faults.again(table.machine)
    assert table.faults.section()["dead"] == ["meld1"]
    assert table.faults.section()["foreign"] == []
    table.until(lambda: table.warned("meld1") == ["reader_lost"])
    table.switch("dead", "meld1", False)
    table.until(lambda: table.warned("meld1") == ["reader_lost", "reader_back"])


# --- power


def test_faults_last_over_a_power_cut(table):
    table.switch("dead", "meld1")
    table.switch("foreign", "meld2")
    table.until(lambda: table.warned("meld1") == ["reader_lost"])
    table.event(draw=1)
    table.machine.cut()
    table.run(1000)
    table.machine.on()
    table.records.clear()
    table.until(lambda: table.light("meld1") == "lost")
    table.until(lambda: table.light("meld2") == "foreign")
    for what, zone in (("dead", "meld1"), ("foreign", "meld2")):
        table.switch(what, zone, False)
    table.until(lambda: not table.machine.program.show.trouble)
    table.plays_a_turn("2C")
