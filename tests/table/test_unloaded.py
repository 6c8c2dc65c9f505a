"""What only the start, the menu or a ruling needs is unloaded after it: a Pico's heap has no room to keep it."""

import importlib.util
import sys

import pytest
from running import Running, config_for

from app.unload import groups
from tierce import phrases

START = (
    "app.start app.board app.journal.segments app.journal.readback app.journal.resume app.journal.totals "
    "tierce.log tierce.record_reader"
)
MENU = "app.people.menu app.people.choices app.people.opening tierce.presets"


def loaded(names):
    return [name for name in names.split() if name in sys.modules]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_needed_now_and_then_is_unloaded(language, tmp_path):
    table = Running(config_for("discard", "meld1", "seat0", "seat1", language=language), folder=tmp_path)
    assert not loaded(START)
    table.run(1500)
    table.begin()
    table.deal("4C")
    table.people.press("ok", "long")
    assert loaded(MENU)
    table.people.press("ok", "long")
    assert not table.program.panel.open
    assert not loaded(MENU)
    table.program.table.rule("points", 1, 20)
    table.wait()
    assert table.people.outcomes[-1][2:5] == ("points", 1, 20)
    assert not loaded("tierce.rulings")
    # Words are not kept between two pages.
    assert table.program.panel.rows(37, 8)
    assert not phrases._texts


def test_what_is_unloaded_are_modules():
    rows = groups()
    for ended in rows:
        for name in rows[ended].split(" "):
            assert importlib.util.find_spec(name), name
