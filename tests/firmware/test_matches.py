"""Invariants of random matches: cards are conserved, refusals change nothing, logs replay, totals
are rounds and corrections, a ruling without effect changes nothing.
"""

import json

import pytest
import ring
from naive.cards import deck_of
from naive.watched import Watched, inside, lasting
from players import Deciding

from tierce.cards import CARDS, code
from tierce.outcomes import CODES, keys, line
from tierce.referee import Referee
from tierce.zones import NOWHERE, zone_name

BONUSES = ("box_bonus", "game_bonus", "match_bonus", "round_bonus", "shutout_doubles")


class Conserved(Watched):
    """Checks that every card is in one place, the same for the engine as in the real deck."""

    checks = 0

    def after(self, event, found):
        layout = inside(self.referee).layout
        said = {zone_name(zone): cards for zone, cards in layout.zones.items() if cards}
        lying = {zone: [code(card) for card in cards] for zone, cards in said.items()}
        assert lying == {zone: cards for zone, cards in self.zones.items() if cards}, self.here()
        at = [NOWHERE] * CARDS
        for zone, cards in layout.zones.items():
            for card in cards:
                at[card] = zone
        assert list(layout.at) == at, self.here()
        assert min(self.view.hands) >= 0, self.here()

    def stray(self):
        """Compare the engine's state with the real deck. Called before each turn."""
        self.checks += 1
        game, rules = self.view, self.referee.rules
        if self.family == "laying":
            self.refill()
        here = self.here()
        assert game.hands == [len(hand) for hand in self.hands], here
        assert game.stock == len(self.stock), here
        if self.family != "manipulation":
            assert game.pile == self.pile, here
        down = [card for zone in game.melds() for card in game.cards(zone)]
        if self.family == "gin":
            down = []  # the cards of a void knock still belong to the hand
        held = [card for hand in self.hands for card in hand]
        everywhere = sorted(held + self.stock + self.pile + down)
        assert [code(card) for card in everywhere] == deck_of(rules), here
        pile = 0 if self.family == "manipulation" else len(game.pile)
        assert sum(game.hands) + game.stock + pile + len(down) == rules["deck"], here
        super().stray()


@pytest.mark.parametrize(("game", "seed"), ring.of_modules(2, 5))
def test_cards_are_conserved(game, seed):
    match = Conserved(game, seed, honest=True).play(60)
    assert match.checks > 5 or match.view.phase == "over"


class Reckoned(Deciding):
    """Adds up rounds and corrections, compares each line with a replay of the log as text.

    A refusal, and a ruling without effect, leave the match unchanged.
    """

    def __init__(self, game, seed):
        super().__init__(game, seed, goes_on=seed % 2 == 0)
        self.sums = list(self.header.get("totals", [0] * self.referee.seats))
        self.last = None  # scores of the round that the last turn has ended
        self.other = Referee(json.loads(json.dumps(self.header)))
        rules = self.referee.rules
        # What the end of a match adds to its rounds is the subject of test_scores.
        self.bonuses = [name for name in BONUSES if rules.get(name)]

    def feed(self, **event):
        before = lasting(self.referee)
        found = super().feed(**event)
        here = f"{self.header}\n{self.log[-1]}"
        lines = [line(each) for each in found]
        assert lines == [line(each) for each in self.other.feed(json.loads(json.dumps(self.log[-1])))], here
        for each, text in zip(found, lines, strict=True):
            values = {"t": each[1], "event": each[0], **dict(zip(keys(each), each[2:], strict=True))}
            assert text == json.dumps(values, ensure_ascii=False, separators=(",", ":")), here
            self.check(each, here)
            if each[0] == "ruling":
                assert each == found[0], here  # before whatever else it causes
            elif each[0] == "refused" and "knock_too_high" not in each[3]:
                assert lasting(self.referee) == before, here
                assert each[3] == [name for name in CODES.split() if name in each[3]], here
                assert len(each[4]) == len(each[3]) > 0, here
                assert "turn" not in [other[0] for other in found], here
        if found and found[0][:1] == ("warning",) and found[0][2] == "no_ruling":
            assert len(found) == 1, here
            assert lasting(self.referee) == before, here
        return found

    def check(self, outcome, here):
        """Compare the totals of an outcome with the sums."""
        if outcome[0] == "ruling" and outcome[2] == "undo":
            scores = self.last or [0] * len(self.sums)
            self.sums = [total - score for total, score in zip(self.sums, scores, strict=True)]
            self.last = None
            assert outcome[-1] == self.sums, here
        elif outcome[0] == "ruling" and outcome[2] == "points":
            self.sums[outcome[3]] += outcome[4]
            assert outcome[5] == self.sums, here
        elif outcome[0] == "turn":
            self.last = None
        elif outcome[0] == "round":
            scores, totals = outcome[5:7]
            if self.referee.rules.get("hollywood"):  # what a round adds to the columns: test_scores
                scores = [total - before for total, before in zip(totals, self.sums, strict=True)]
            self.sums = [total + score for total, score in zip(self.sums, scores, strict=True)]
            assert totals == self.sums, here
            self.last = scores if outcome[3] != "void" else self.last
        elif outcome[0] == "match" and not self.bonuses:
            assert outcome[4] == self.sums, here


@pytest.mark.parametrize(("game", "seed"), ring.of_modules(3, 12, others=1))
def test_totals_are_rounds_and_corrections(game, seed):
    players = Reckoned(game, seed).play(60)
    assert [event for event in players.log if "ruling" in event], players.header
