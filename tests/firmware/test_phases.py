"""The rows of each family: complete, up to date in README.md, all reached by the rules tests."""

import copy
import random
import unittest
from pathlib import Path

import pytest
import ring
from naive.watched import Watched, inside

import phase_diagrams as drawing
from tierce import phases
from tierce.presets import PRESETS
from tierce.referee import family_of
from tierce_tools.base.paths import firmware

FAMILIES = sorted({preset["plays"] for preset in PRESETS.values()})
RULES = Path(__file__).parents[1] / "rules"
# Codes of a refused button.
NOT_NOW = {"out_of_turn", "pass_not_allowed", "knock_not_allowed"}


def states_of(row):
    return row[phases.STATES] if isinstance(row[phases.STATES], tuple) else (row[phases.STATES],)


@pytest.mark.parametrize("family", FAMILIES)
def test_rows_are_whole(family):
    """Each state can be reached and left; an event has one row in a state; methods exist."""
    made = family_of(family)
    seen = {phases.DEAL}
    left = set()
    pairs = []
    for row in made.rows:
        seen |= {row[phases.NEXT]} - {None}
        left |= set(states_of(row))
        pairs += [(state, row[phases.EVENT]) for state in states_of(row)]
        assert row[phases.DONE] is None or callable(getattr(made, row[phases.DONE])), row
    assert len(pairs) == len(set(pairs))
    assert seen == left | {phases.OVER}
    phase = {made.phase_of.get(state, state) for state in seen}
    assert phase == {phases.DEAL, phases.TURN, phases.COUNT, phases.OVER}


def test_the_page_has_these_rows():
    """If this fails, run `python host_tools/phase_diagrams.py`."""
    page = (firmware() / "README.md").read_text("utf-8")
    assert drawing.drawn(page) == page
    # A game with the rows of its family is not drawn again.
    shown = [family_of(name).rows for name in drawing.FAMILIES]
    assert len(shown) == len(set(shown))
    assert set(shown) == {family_of(name).rows for name in FAMILIES}


class Pressing(Watched):
    """A match in which now and then every seat presses every button, on a copy of the match."""

    tried = 0
    walked = ()

    def after(self, event, found):
        dice = random.Random(f"{len(self.log)}")
        if dice.random() < 0.3:
            for seat in range(self.referee.seats):
                for button in phases.BUTTONS[:-1]:
                    self.press(seat, button)

    def press(self, seat, button):
        """Press a button on a copy; a button that is not among `presses` must change nothing."""
        other = copy.deepcopy(self.referee)
        state = inside(other).state
        found = list(other.take(("press", other.view.t, seat, button)))
        not_now = [each for each in found if each[0] == "warning" and each[2] == "not_your_turn"]
        not_now += [each for each in found if each[0] == "refused" and set(each[3]) & NOT_NOW]
        here = (self.here(), seat, button, found)
        if button in other.view.presses(seat) or button in self.view.presses(seat):
            assert not not_now, here
        else:
            refused = [each for each in found if each[0] == "refused"]
            silent = button in ("knock", "pass") and self.view.phase == "over"
            # In gin a seat may announce a knock before it has drawn.
            knocks = state != inside(other).state and button == "knock"
            assert not_now or refused or silent or knocks, here
            assert [each for each in found if each[0] in ("turn", "round")] == [], here
        self.tried += 1


def test_each_module_has_its_game_in_random_matches():
    assert {PRESETS[game]["plays"] for game in ring.MODULES} == set(FAMILIES)


@pytest.mark.parametrize(("game", "seed"), ring.of_modules(1, 3))
def test_presses_are_what_the_referee_takes(game, seed):
    match = Pressing(game, seed, rules={}).play(25)
    assert match.tried > 60


def test_every_row_is_walked_by_the_rules_tests(monkeypatch):
    walked = []
    game = family_of("laying").__base__
    enter = game.enter

    class Rows(dict):
        def __getitem__(self, event):
            walked.append(super().__getitem__(event))
            return walked[-1]

    def noted(match, state):
        enter(match, state)
        match.known = Rows(match.known)

    monkeypatch.setattr(game, "enter", noted)
    suite = unittest.defaultTestLoader.discover(str(RULES), pattern="test_*.py")
    result = unittest.TestResult()
    suite.run(result)
    assert result.wasSuccessful()
    assert result.testsRun > 500
    for family in FAMILIES:
        assert [row for row in family_of(family).rows if row not in walked] == [], family
