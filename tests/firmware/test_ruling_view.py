"""What the view says of rulings: which are possible now, and what `accept` would waive."""

import copy
import random

import pytest
import ring
from players import Players

from tierce.phases import RULINGS


def tried(referee, name, seat):
    """Return the outcomes of a ruling on a copy of a match."""
    event = {"t": referee.view.t + 1, "ruling": name}
    if RULINGS[name]:
        event.update(seat=seat, **{RULINGS[name]: 1})
    return copy.deepcopy(referee).feed(event)


def check(referee):
    view = referee.view
    may = view.rulings()
    for name in RULINGS:
        for seat in range(view.seats if RULINGS[name] else 1):
            found = tried(referee, name, seat)
            none = ("warning", view.t + 1, "no_ruling", name) in found
            named = name in may and (not RULINGS[name] or seat in may[name])
            assert named != none, (name, seat, view.phase)
    broken = view.breaks()
    assert (broken is None) == (view.phase != "turn")
    if broken is None:
        return
    codes = [code for code, _, _ in broken]
    assert codes == sorted(codes)
    assert all(why for _, why, _ in broken)
    found = tried(referee, "accept", 0)
    if not broken:
        assert found[0][0] != "ruling"
    elif found[0][:1] + found[0][2:3] == ("warning", "count_mismatch"):
        assert view.is_knocking()  # his lay-down is judged with the turn: it has too few cards
    elif all(waived for _, _, waived in broken):
        assert found[0][:1] + found[0][2:3] == ("ruling", "accept")
        assert sorted(found[0][4]) == codes
    else:
        # A knock or a lay-down may be refused for more than the turn.
        assert found[0][0] in ("refused", "warning")


class Asking(Players):
    """Players who ask at random moments what they may rule."""

    asked = 0

    def feed(self, **event):
        found = super().feed(**event)
        if random.Random(f"{self.view.t}").random() < 0.2:
            self.asked += 1
            check(self.referee)
        return found


@pytest.mark.parametrize(("game", "seed"), ring.of_modules(2, 3))
def test_possible_is_what_has_something_to_rule_on(game, seed):
    players = Asking(game, f"asking-{seed}")
    players.play(25)
    check(players.referee)
    assert players.asked
