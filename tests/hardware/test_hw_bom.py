"""The bill of materials: complete, with correct sums, and the classroom's below 30 EUR."""

import csv
import io
import math
import re

import pytest
from hw_random import breadboards, carriers, random
from hw_sources import PLANS
from hw_tables import FEW
from hypothesis import given
from hypothesis import strategies as st

from tierce_plans import bom, catalog, kinds, power, wiring
from tierce_tools.description import descriptions

pytestmark = PLANS

both = st.one_of(breadboards(), carriers())
CLASS_MOST = 3000  # EUR cents


def test_every_kind_that_can_be_wired_is_in_the_catalogue():
    assert {catalog.SAME.get(kind, kind) for kind in kinds.KINDS} | {"leds_stick"} <= set(catalog.CATALOG)


def test_every_entry_has_a_name_and_a_price():
    for key, entry in catalog.CATALOG.items():
        for text in (entry.name, entry.look):
            assert text.strip() == text != "", key
            assert not text.endswith("."), key
        assert entry.cents > 0 or key == "supply"
        assert entry.group in bom.GROUPS


@random
@given(both)
def test_every_part_of_the_wiring_is_bought(table):
    bought = {}
    for row in bom.rows(table):
        assert row.quantity > 0, row
        assert row.sum_cents >= 0
        for ref in row.refs:
            assert ref not in bought or row.key == "antenna"
            bought[ref] = row
    headers = [part for part in wiring.parts(table) if catalog.SAME.get(part.kind) == "header"]
    for part in wiring.parts(table):
        if part in headers:
            continue
        row = bought[part.ref]
        if part.kind in ("resistor", "network8"):
            assert row.value == part.value
        elif part.kind != "leds":
            assert (row.key, row.quantity) == (part.kind, len(row.refs))
    strips = sum(row.quantity for row in bom.rows(table) if row.key == "header")
    assert strips == math.ceil(sum(len(kinds.KINDS[part.kind]) for part in headers) / 40)


@random
@given(both)
def test_sums_are_sums(table):
    sums = bom.totals(table)
    rows = bom.rows(table)
    for group in bom.GROUPS:
        each = sum(round(row.quantity * row.cents) for row in rows if row.group == group)
        assert abs(sums[group] - each) <= len(rows)  # half a cent per row
    assert sums["built"] == sums["electronics"] + sums["table"]
    assert sums["all"] == sums["built"] + sums["deck"]
    assert f"| {sums['electronics'] / 100:.2f} |" in bom.markdown(table, "en")


@pytest.mark.parametrize("name", ["classroom", "classroom-pn5180"])
def test_a_class_spends_less_than_30_eur(name):
    table = descriptions.load(name, "en")
    sums = bom.totals(table)
    assert sums["all"] == sums["electronics"] < CLASS_MOST
    have = {row.key: row.quantity for row in bom.rows(table)}
    reader = table.zones[0]["reader"]
    needed = {"pico": 1, reader: 1, "oled": 1, "button": 3, "leds_stick": 1, "breadboard": 1}
    assert needed.items() <= have.items()
    assert have["wires"] >= 1
    assert have["tag15693" if reader == "pn5180" else "tag14443"] >= 4  # a set of four


def test_the_club_has_a_deck_and_what_lies_on_the_table():
    table = descriptions.load("club", "en")
    have = {(row.key, row.value): row for row in bom.rows(table)}
    counts = {("tag15693", ""): math.ceil(108 * 1.1), ("cards", ""): 2, ("antenna", "280x100 mm"): 17}
    counts["fuse", f"{power.budget(table).fuse_ma / 1000:g} A"] = 1
    assert {key: have[key].quantity for key in counts} == counts
    assert have["antenna", "120x120 mm"].refs == ("discard",)
    supply = next(row for row in have.values() if row.key == "supply")
    assert float(supply.value.split()[0]) * 1000 >= table.build.supply_ma
    assert bom.totals(table)["option"] > 0  # ferrite, in no sum


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize(("language", "delimiter", "point"), [("en", ",", "."), ("fr", ";", ",")])
def test_csv_is_read_back_as_it_was_meant(name, language, delimiter, point):
    table = descriptions.load(name, "en")
    text = bom.csv(table, language)
    assert text[0] == "\ufeff"
    assert text.replace("\r\n", "").count("\n") == 0
    assert text.endswith("\r\n")
    _, *read = csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter, strict=True)
    for cells, row in zip(read, bom.rows(table), strict=True):
        assert len(cells) == 8
        quantity, each, total = (float(cells[i].replace(point, ".")) for i in (2, 6, 7))
        assert (quantity, round(each * 100), round(total * 100)) == (row.quantity, round(row.cents), row.sum_cents)
        assert point in cells[6]


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize(("language", "said"), [("en", "from memory of 2026"), ("fr", "de mémoire pour 2026")])
def test_the_page_has_a_row_for_each_part_and_says_whose_prices_they_are(name, language, said):
    table = descriptions.load(name, "en")
    text = bom.markdown(table, language)
    rows = bom.rows(table)
    widths = [len(line.strip("|").split(" | ")) for line in text.splitlines() if re.match(r"\| [^-]", line)]
    assert set(widths) <= {2, 4, 7}
    assert widths.count(7) == len(rows) + len({row.group for row in rows})
    assert said in text
    assert not any(line.rstrip().endswith("..") for line in text.splitlines())
