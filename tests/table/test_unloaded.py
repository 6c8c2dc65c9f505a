"""What only the start, the menu or a ruling needs is unloaded after it: a Pico's heap has no room to keep it."""

import importlib.util
import sys

import pytest
from running import Running, config_for

from app.people.panel import _NOW_AND_THEN

START = (
    "app.start app.board app.journal.segments app.journal.readback app.journal.resume app.journal.totals "
    "tierce.log tierce.record_reader"
)
MENU = (
    "app.people.menu app.people.choices app.people.sheet app.people.opening app.people.decide "
    "app.words.decide_{0} app.words.alerts_{0} app.words.menu_{0} tierce.names_{0} tierce.presets"
)


def loaded(names):
    """Return the modules, of those named, that are loaded."""
    return [name for name in names.split() if name in sys.modules]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_needed_now_and_then_is_unloaded(language, tmp_path):
    table = Running(config_for("discard", "meld1", "seat0", "seat1", language=language), folder=tmp_path)
    assert not loaded(START)
    table.run(1500)
    table.begin(game="rami51")
    table.deal("4C")
    table.people.press("ok", "long")
    assert loaded(MENU.format(language))
    table.people.press("ok", "long")
    assert not table.program.panel.open
    assert not loaded(MENU.format(language))
    table.program.table.rule("points", 1, 20)
    table.wait()
    assert table.people.outcomes[-1][2:5] == ("points", 1, 20)
    assert not loaded("tierce.rulings")


def test_what_the_panel_unloads_are_modules():
    for name in _NOW_AND_THEN:
        assert importlib.util.find_spec(name), name
