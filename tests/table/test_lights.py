"""app/people/lights.py: which zones a verdict lights, and what the others show."""

from types import SimpleNamespace

import pytest

from app.match.show import Show
from app.people.lights import Lights
from tierce.phases import COUNT, DEAL, TURN

ZONES = {"discard": 0, "meld1": 1, "meld2": 2, "seat0": -1, "seat1": -2}
REFUSED = ("refused", 9, 0, "some_clause")


class Leds:
    """What the lights show."""

    def __init__(self):
        self.states = {}

    def set(self, zone, state):
        self.states[zone] = state

    def draw(self, since):
        self.since = since


@pytest.fixture
def lights():
    """Lights of a table in the turn of seat 0, with a run in meld1 and no meld in meld2."""
    view = SimpleNamespace(cards=lambda number: [1, 2, 3] if number > 0 else [], is_meld=lambda number: number == 1)
    show = SimpleNamespace(awaited=(), teach=None, checks=None, jokers=[])
    zones = [SimpleNamespace(name=name, number=number) for name, number in ZONES.items()]
    table = SimpleNamespace(
        match=SimpleNamespace(view=view, show=show, phase=TURN),
        zones=zones,
        readers=SimpleNamespace(trouble_of=lambda index: None),
    )
    return Lights(Leds(), table, SimpleNamespace(ms=lambda: 5000))


def shown(lights, state):
    """Return the zones that show a state."""
    return {zone for zone, each in lights.leds.states.items() if each == state}


def test_a_refusal_lights_what_is_no_meld_else_what_the_turn_touched(lights):
    lights.touch(1)
    lights.touch(3)  # a hand is never lit by a verdict
    lights.signal(REFUSED)
    assert shown(lights, "bad") == {"meld2"}
    lights.table.match.view.is_meld = lambda number: True
    lights.touch(1)
    lights.signal(REFUSED)
    assert shown(lights, "bad") == {"discard", "meld1"}


@pytest.mark.parametrize(
    ("ruling", "zones"), [(("points", 1, 20), {"seat1"}), (("accept", 1), set(ZONES)), (("undo",), set(ZONES))]
)
def test_a_ruling_lights_the_seat_that_it_names_else_all(lights, ruling, zones):
    lights.signal(("ruling", 9, *ruling))
    assert shown(lights, "good") == zones
    lights.signal(("turn", 9, 0))  # what comes of it changes nothing
    assert shown(lights, "good") == zones


def test_without_a_verdict_they_show_what_is_to_be_done(lights):
    match = lights.table.match
    lights.draw()
    assert shown(lights, "turn") == {"discard"}
    match.phase, match.show.awaited = COUNT, (1,)
    lights.draw()
    assert shown(lights, "count") == {"seat1"}
    match.phase, match.show.teach = DEAL, (7, "meld2", 3, 52, None)
    lights.draw()
    assert shown(lights, "teach") == {"meld2"}
    assert shown(lights, "idle") == set(ZONES) - {"meld2"}


# --- app/match/show.py: which warnings stay on the screen, and which page it shows

FULL = ("warning", 1, "zones_full", 3)
LOST = ("warning", 2, "reader_lost", "meld1")
TAKEN = ("turn", 8, 0, "stock", 0, 7)
ROUND = ("round", 9, 1, 0, "out", [0, 40])
RULING = ("ruling", 9, "accept")


def test_a_reader_that_works_again_is_no_longer_said_to_be_lost():
    show = Show()
    show.note(LOST, 0)
    show.note(("warning", 3, "reader_lost", "meld2"), 0)
    show.note(("warning", 4, "reader_back", "meld1"), 0)
    assert [each[2:] for each in show.warnings] == [("reader_lost", "meld2"), ("reader_back", "meld1")]


def test_a_verdict_ends_all_warnings_but_that_of_full_zones():
    for outcome in (TAKEN, ROUND, RULING):
        show = Show()
        show.note(FULL, 0)
        show.note(LOST, 0)
        show.note(outcome, 0)
        assert show.warnings == [FULL], outcome
    show.forget("zones_full")
    assert show.warnings == []


def test_news_stand_on_the_first_page():
    show = Show()
    for outcome in (LOST, TAKEN):
        show.page = 1
        show.note(outcome, 0)
        assert show.page == 0
