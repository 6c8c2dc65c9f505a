"""Random matches with rulings: totals are rounds and corrections, a ruling without effect has none.

The seed of a match is its name.
"""

import pytest
import ring
from naive.watched import lasting
from players import Deciding

from tierce.outcomes import line
from tierce.referee import Referee

MATCHES = ring.matches(3, 20)
BONUSES = ("box_bonus", "game_bonus", "match_bonus", "round_bonus", "shutout_doubles")


class Reckoned(Deciding):
    """Adds up rounds and corrections, and compares each line with a replay of the log."""

    def __init__(self, game, seed):
        super().__init__(game, seed, goes_on=seed % 2 == 0)
        self.sums = list(self.header.get("totals", [0] * self.referee.seats))
        self.last = None  # scores of the round that the last turn has ended
        self.other = Referee(self.header)
        rules = self.referee.rules
        # What the end of a match adds to its rounds is the subject of test_scores.
        self.bonuses = [name for name in BONUSES if rules.get(name)]

    def feed(self, **event):
        before = lasting(self.referee)
        found = super().feed(**event)
        here = f"{self.header}\n{self.log[-1]}"
        again = self.other.feed(self.log[-1])
        assert [line(each) for each in again] == [line(each) for each in found], here
        for each in found:
            if each[0] == "ruling" and each[2] == "undo":
                scores = self.last or [0] * len(self.sums)
                self.sums = [total - score for total, score in zip(self.sums, scores, strict=True)]
                self.last = None
                assert each[-1] == self.sums, here
            elif each[0] == "ruling" and each[2] == "points":
                self.sums[each[3]] += each[4]
                assert each[5] == self.sums, here
            elif each[0] == "turn":
                self.last = None
            elif each[0] == "round":
                scores, totals = each[5:7]
                self.sums = [total + score for total, score in zip(self.sums, scores, strict=True)]
                assert totals == self.sums, here
                self.last = scores if each[3] != "void" else self.last
            elif each[0] == "match" and not self.bonuses:
                assert each[4] == self.sums, here
            if each[0] == "ruling":
                assert each == found[0], here  # before whatever else it causes
        if found and found[0][:1] == ("warning",) and found[0][2] == "no_ruling":
            assert len(found) == 1, here
            assert lasting(self.referee) == before, here
        return found


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_totals_are_rounds_and_corrections(game, seed):
    players = Reckoned(game, seed).play(60)
    assert [event for event in players.log if "ruling" in event], players.header
