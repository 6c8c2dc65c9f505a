"""app/match/held.py: events that wait to be judged. Time and unsettled zones are arguments."""

import pytest

from app.match.held import LATE_MS, Held

DONE = ("press", 0, 1, "done")
HINT = ("press", 0, 1, "hint")


def moved(left=(), came=()):
    """Return the event of cards that left the discard and came to it."""
    return ("cards", 0, 0, list(left), list(came))


class Zones:
    """The function `unsettled` of Held, with a list of unsettled zones."""

    def __init__(self, *unsettled):
        self.left = list(unsettled)

    def __call__(self, zones, since):
        return [zone for zone in zones if zone in self.left]


def test_an_event_waits_until_its_zones_are_settled():
    held, zones = Held(), Zones(2, 3)
    held.add(DONE, [1, 2], 100)
    assert held.waited() == [1, 2]
    assert held.take_due(110, zones) is None
    zones.left = [3]  # the event does not wait for this zone
    assert held.take_due(110, zones) == DONE
    assert not held
    assert held.waited() == ()


def test_events_keep_their_order():
    held, zones = Held(), Zones(5)
    held.add(DONE, [5], 0)
    held.add(("draw", 0, 1), (), 10)
    assert held.take_due(20, zones) is None  # the draw waits behind the press
    zones.left = []
    assert [held.take_due(30, zones), held.take_due(30, zones)] == [DONE, ("draw", 0, 1)]
    assert held.take_due(30, zones) is None


def test_what_waits_too_long_is_named_and_may_be_judged_or_wait_on():
    held, zones = Held(), Zones(2)
    held.add(DONE, [1, 2], 0)
    held.look(LATE_MS - 1, zones)
    assert held.late == ()
    held.look(LATE_MS, zones)
    assert held.late == [2]
    held.wait_on(LATE_MS)
    held.look(LATE_MS + 1, zones)
    assert held.late == ()
    held.look(2 * LATE_MS, zones)
    assert held.late == [2]
    assert held.take() == DONE
    assert held.late == ()


def test_wait_on_means_nothing_before_it_is_late_and_what_waits_is_cleared():
    held = Held()
    held.wait_on(5)
    held.add(DONE, [2], 0)
    held.wait_on(2000)
    held.look(LATE_MS, Zones(2))
    assert held.late == [2]
    held.clear()
    assert not held
    assert held.late == ()


def test_a_hint_does_not_wait_longer():
    held, zones = Held(), Zones(2)
    held.add(HINT, [2], 0)
    assert held.take_due(LATE_MS - 1, zones) is None
    assert held.take_due(LATE_MS, zones) == HINT


@pytest.mark.parametrize(
    ("event", "left", "joined", "then"),
    [
        pytest.param(moved(came=[19]), 7, True, moved([7], [19]), id="what left earlier goes with what has come"),
        pytest.param(moved(came=[19]), 19, True, None, id="taken back before it was judged, it never came"),
        pytest.param(moved([7], [19]), 19, False, moved([7], [19]), id="it replaced another, and stays"),
        pytest.param(DONE, 7, False, DONE, id="a press"),
        pytest.param(("cards", 0, 2, [], [19]), 7, False, ("cards", 0, 2, [], [19]), id="another zone"),
        pytest.param(moved(left=[3]), 7, False, moved(left=[3]), id="nothing came"),
    ],
)
def test_what_leaves_the_discard_while_it_waits(event, left, joined, then):
    held = Held()
    held.add(event, [1], 0)
    assert held.join([left]) == joined
    assert (held.take() if held else None) == then
