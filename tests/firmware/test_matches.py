"""Invariants of random matches: cards are conserved, refusals change nothing, logs replay."""

import json

import pytest
import ring
from naive.cards import deck_of
from naive.watched import Watched, inside, lasting
from players import random_log

from tierce.cards import CARDS, code
from tierce.outcomes import CODES, line
from tierce.referee import Referee
from tierce.zones import NOWHERE, zone_name

MATCHES = ring.matches(2, 6)


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


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_cards_are_conserved(game, seed):
    match = Conserved(game, seed, honest=True).play(60)
    assert match.checks > 5


class Refusals(Watched):
    """Checks that a refusal leaves the game unchanged."""

    def before(self, event):
        self.kept = lasting(self.referee)

    def after(self, event, found):
        for outcome in found:
            if outcome[0] == "refused" and "knock_too_high" not in outcome[3]:
                assert lasting(self.referee) == self.kept, self.here()
                named = outcome[3]
                assert named == [each for each in CODES.split() if each in named], self.here()
                assert named, self.here()
                assert len(outcome[4]) == len(named), self.here()
                assert [other[0] for other in found].count("turn") == 0, self.here()


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_a_refusal_changes_nothing(game, seed):
    Refusals(game, seed).play(60)


def replayed(log):
    """Return the outcome lines of a log."""
    referee = Referee(log[0])
    return [line(outcome) for event in log[1:] for outcome in referee.feed(event)]


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_a_replay_gives_the_same_lines(game, seed):
    log, found = random_log(game, seed, 50)
    first = replayed(log)
    assert first == replayed(log)
    assert first == replayed([json.loads(json.dumps(event)) for event in log])
    assert [json.loads(each) for each in first] == found
    for each, outcome in zip(first, found, strict=True):
        names = ["t", "event"] + [name for name in outcome if name not in ("t", "event")]
        values = {name: outcome[name] for name in names}
        assert each == json.dumps(values, ensure_ascii=False, separators=(",", ":"))
