"""What `make bench-verdict` concludes from an emulated board, without the board."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))

import verdict

from drivers.leds import COLOURS, STATES
from tierce.referee import Referee


@pytest.mark.parametrize("state", STATES)
def test_a_verdict_is_known_by_its_colour(state):
    at = 3 * STATES.index(state)
    green, red, blue = (part // 8 for part in COLOURS[at : at + 3])
    known = {"good": {verdict._GOOD}, "bad": {verdict._BAD}, "lost": {verdict._BAD}}
    assert verdict.lit([(0, 0, 0), (red, green, blue)]) == known.get(state, set())


def test_a_verdict_counts_from_the_queue_to_the_first_frame_with_its_colour():
    good, bad = verdict._GOOD, verdict._BAD
    marks = [
        (1.0, "mark", verdict._TAKEN),
        (3.0, "mark", verdict._PUT),
        (4.0, "frame", {good}),
        (5.0, "erase", None),
        (9.0, "mark", bad),
        (10.0, "frame", {good}),
        (11.0, "frame", {good, bad}),
        (12.0, "erase", None),
        (20.0, "mark", verdict._TAKEN),
        (21.0, "mark", verdict._PUT),
        (22.0, "mark", good),
        (23.0, "mark", good),
    ]
    assert list(verdict.verdicts_in(marks)) == [(2.0, 8.0, 1), (1.0, float("inf"), 0)]


def test_calls_in_the_image():
    # From the ARMv6-M manual: BL at 0 to 0x100 is F000 F87E; BL to itself is F7FF FFFE.
    flash = bytearray(b"\xff" * 0x200000)
    for at, to, code in ((0, 0x100, "00f07ef8"), (8, 8, "fff7feff"), (0x20, 0x1FFF00, None), (0x1FFF00, 0x20, None)):
        made = verdict.call(at, to)
        assert code is None or made.hex() == code
        flash[at : at + 4] = made
        assert verdict.called(flash, at) == to
    assert verdict.called(flash, 0x40) is None


@pytest.mark.parametrize("game", verdict.MATCHES)
def test_each_game_ends_a_round_after_accepted_and_refused_turns(game):
    plan = verdict.plan(game)
    referee = Referee(plan.header)
    for event in plan.before:
        referee.feed(event)
    events = [outcome[0] for event in plan.played for outcome in referee.feed(event) if outcome[0] in verdict.VERDICTS]
    assert events[-1] == "round"
    assert set(events) == set(verdict.VERDICTS)
    assert len(events) >= 5
    assert max(referee.view.melds(), default=0) <= 6
