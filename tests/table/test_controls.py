"""What gestures do in play: every press is available wherever it makes sense."""

import pytest

from app.match.show import Show
from app.people import controls

GESTURES = ("short", "double", "long")
THREE = ("minus", "plus", "ok")
PLAYERS = ["Ana", "Luc", "Zoé"]


def show_of(phase, **more):
    show = Show()
    show.phase = phase
    show.players = PLAYERS
    show.dealer = 1
    for name in more:
        setattr(show, name, more[name])
    return show


def reached(show, buttons):
    """Return all actions of the buttons."""
    found = {controls.action(show, b, g) for b in buttons for g in GESTURES}
    return found - {None}


def test_the_deal():
    show = show_of("deal")
    assert controls.action(show, "ok", "short") == ("press", 1, "deal")
    assert controls.action(show, 1, "short") == ("press", 1, "deal")
    # The table itself tells a player who is not on turn.
    assert controls.action(show, 2, "short") == ("press", 2, "done")


@pytest.mark.parametrize("seat", range(3))
def test_a_turn(seat):
    show = show_of("turn", seat=seat)
    wanted = {("press", seat, press) for press in ("done", "knock", "hint")}
    wanted |= {("draw", 1), ("draw", -1), ("menu",), ("menu", "jokers"), ("page", 1)}
    assert wanted <= reached(show, THREE)
    for other in range(3):
        found = reached(show, [other])
        assert found == {("press", other, press) for press in ("done", "knock", "hint")}


def test_gins_opening():
    show = show_of("turn", seat=1, opening=True, players=["Ana", "Luc"])
    wanted = {("press", 1, press) for press in ("done", "pass", "knock", "hint")}
    assert wanted <= reached(show, THREE)
    assert controls.action(show, 1, "short") == ("press", 1, "pass")
    assert controls.action(show, 0, "short") == ("press", 0, "done")
    # Once the upcard is taken it is a normal turn.
    show.opening = False
    assert controls.action(show, 1, "short") == ("press", 1, "done")


@pytest.mark.parametrize(
    ("awaited", "down", "seat"),
    [
        ([0, 1, 2], [], 2),  # clockwise from the dealer, seat 1
        ([0, 1, 2], [0], 0),  # seats that have laid their hands
        ([0, 1, 2], [1, 0], 0),
        ([1], [0, 2], 1),
        ([0, 1], [2], 0),
        ([], [0], -1),
    ],
)
def test_the_count(awaited, down, seat):
    show = show_of("count", awaited=awaited, down=down)
    assert controls.awaited(show) == seat
    action = controls.action(show, "ok", "short")
    assert action == (("press", seat, "done") if seat >= 0 else None)
    for other in range(3):
        assert controls.action(show, other, "short") == ("press", other, "done")
        assert controls.action(show, other, "double") == ("press", other, "hint")


def test_after_a_power_loss_ok_says_that_all_is_right():
    show = show_of("turn", seat=0, differences=[("meld1", ["7H"], [])])
    assert controls.action(show, "ok", "short") == ("checked",)
    assert controls.action(show, "plus", "short") == ("page", 1)
    # A player who continues need not say so first.
    assert controls.action(show, 2, "short") == ("press", 2, "done")
    assert controls.action(show, "minus", "short") == ("draw", 1)


def test_while_a_verdict_waits_for_an_unsteady_zone():
    show = show_of("turn", seat=0, unsteady=[("meld1", ["7H"])])
    assert controls.action(show, "ok", "short") == ("judge",)
    assert controls.action(show, 0, "short") == ("judge",)
    assert controls.action(show, "minus", "short") == ("look",)
    assert controls.action(show, "plus", "short") == ("page", 1)
    assert controls.action(show, "ok", "long") == ("menu",)
    assert controls.action(show, 1, "short") == ("press", 1, "done")


def test_registering():
    show = show_of("teach")
    wanted = {("teach", "next"), ("teach", "back"), ("teach", "end")}
    assert wanted <= reached(show, THREE)
    assert ("menu",) not in reached(show, THREE)


@pytest.mark.parametrize("state", controls.STATES)
def test_every_state_has_a_way_out(state):
    show = show_of(state if state not in ("opening", "check") else "turn", seat=0)
    show.opening = state == "opening"
    if state == "check":
        show.differences = [("meld1", ["7H"], [])]
    assert controls.state_of(show) == ("turn" if state == "check" else state)
    found = reached(show, THREE)
    assert {("menu",), ("teach", "end")} & found
    if state != "teach":
        assert {("page", 1)} <= found


def test_buttons_and_gestures_that_are_none():
    show = show_of("turn", seat=0)
    assert controls.action(show, 3, "short") is None
    assert controls.action(show, -1, "short") is None
    assert controls.action(show, "up", "short") is None
    assert controls.action(show, "ok", "stuck") is None
    assert controls.action(show_of("turn"), "ok", "short") is None  # nobody is on turn
