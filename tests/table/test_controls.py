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


DONE = [("press", seat, "done") for seat in range(3)]
# The phase, values of the show, and what buttons mean then, by a short press or by another gesture.
MEANT = {
    # The table itself tells a player who is not on turn.
    "the deal": ("deal", {}, {"ok": ("press", 1, "deal"), 1: ("press", 1, "deal"), 2: DONE[2]}),
    "gin's opening": ("turn", {"seat": 1, "opening": True}, {1: ("press", 1, "pass"), 0: DONE[0]}),
    "gin's upcard is taken": ("turn", {"seat": 1}, {1: DONE[1]}),
    "power was lost: ok says that all is right; who goes on need not": (
        *("turn", {"seat": 0, "differences": [("meld1", ["7H"], [])]}),
        {"ok": ("checked",), "plus": ("page", 1), 2: DONE[2], "minus": ("draw", 1)},
    ),
    "a verdict waits for an unsteady zone": (
        *("turn", {"seat": 0, "unsteady": [("meld1", ["7H"])]}),
        {
            "ok": ("judge",),
            0: ("judge",),
            "minus": ("look",),
            "plus": ("page", 1),
            ("ok", "long"): ("menu",),
            1: DONE[1],
        },
    ),
    "none": ("turn", {"seat": 0}, dict.fromkeys((3, -1, "up", ("ok", "stuck")))),
    "nobody is on turn": ("turn", {}, {"ok": None}),
}


@pytest.mark.parametrize(("phase", "values", "meant"), MEANT.values(), ids=MEANT)
def test_what_a_button_means(phase, values, meant):
    show = show_of(phase, **values)
    for pressed, wanted in meant.items():
        button, gesture = pressed if isinstance(pressed, tuple) else (pressed, "short")
        assert controls.action(show, button, gesture) == wanted, pressed


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
