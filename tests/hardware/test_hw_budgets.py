"""The pages with budgets: the same figures in both languages, each with its mark."""

import re
from functools import cache

import pytest
from hw_sources import PLANS

from tierce_plans import budgets
from tierce_tools.description import descriptions

pytestmark = PLANS

ALL = [pytest.param(name, marks=() if name == "small" else pytest.mark.longer) for name in descriptions.names()]


@cache
def pages(name):
    table = descriptions.load(name, "en")
    return table, budgets.markdown(table, "en"), budgets.markdown(table, "fr")


@pytest.mark.parametrize("name", ALL)
def test_the_pages_say_the_same(name):
    _, english, french = pages(name)

    def shape(text):
        return [line.count("|") for line in text.split("\n")]

    def numbers(text):
        cells = [cell.strip() for line in text.split("\n") if line[:2] == "| " for cell in line.split("|")]
        return [cell for cell in cells if re.fullmatch(r"[\d.,*]+( MHz| pF| ns)?", cell)]

    assert shape(english) == shape(french)
    assert len(numbers(english)) > 30
    assert numbers(english) == [each.replace(",", ".") for each in numbers(french)]
    assert not re.search(r"\d\.\d", french.replace("rév. 4.0", "").replace("11.4.1", "").replace("config.json", ""))


@pytest.mark.parametrize("name", ALL)
def test_every_figure_of_the_first_table_has_a_mark(name):
    _, english, _ = pages(name)
    rows = [line.split("|") for line in english.split("\n## ")[1].split("\n") if line[:2] == "| "]
    for row in rows[2:-1]:
        assert re.fullmatch(r" \[(V|C|K|HW)\]( \[(V|C|K|HW)\])? ", row[5]), row
        assert len(row[6]) > 8
    assert sum(float(row[4]) for row in rows[2:-1]) == pytest.approx(float(rows[-1][4].strip(" *")), abs=len(rows))


def test_what_does_not_fit_is_said():
    table = descriptions.load("small", "en")
    config = {**table.config, "build": {**table.config["build"], "supply_ma": 600, "cable_mm": 3000}}
    changed = descriptions.from_config(config, "small")
    english = budgets.markdown(changed, "en")
    assert "No fuse will do" in english
    assert "out of its limits" in english
    # A table without readers has a budget, too.
    page = budgets.markdown(descriptions.from_config({"tierce": 1, "players": ["A", "B"], "zones": []}), "en")
    assert "Pico" in page
    assert "MISO" not in page
