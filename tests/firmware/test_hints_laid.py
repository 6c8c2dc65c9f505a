"""The engine accepts what a hint at manipulation proposes, whatever zones are used."""

import random

import pytest
import ring
from naive.cards import RANKS, deck_of, is_joker
from naive.hints_manipulation import melds_of
from naive.manipulation import ways_of
from naive.tables import event_of, header_of

from tierce.outcomes import line_of
from tierce.referee import Referee

POSITIONS = 25
SEATS = 5
ZONES = 14


class Position:
    """A table of manipulation reached by play, and the hand of the seat on turn."""

    def __init__(self, rng):
        self.rng = rng
        self.referee = Referee(header_of("manipulation", SEATS), show_hints=True)
        self.log = []
        self.table = {}  # zone -> cards
        self.stands = {}  # joker -> face
        low, many = rng.randrange(9), rng.choice((4, 5, 6, 13))
        ranks = RANKS if many == 13 else (RANKS + RANKS)[low : low + many]
        self.cards = [card for card in deck_of(self.referee.rules) if is_joker(card) or card[0] in ranks]
        rng.shuffle(self.cards)
        self.feed(seat=0, press="deal")
        for _ in range(SEATS - 1):
            self.fill()
        self.feed(draw=1)
        self.hand = self.cards[: rng.randint(3, 11)]
        wanted = [card for card in self.cards if card[:2] in self.stands.values()]
        if wanted and rng.random() < 0.6 and wanted[0] not in self.hand:
            self.hand[0] = wanted[0]
        jokers = [card for card in self.cards if is_joker(card) and card not in self.hand]
        if rng.random() < 0.3:
            self.hand = [*self.hand[:10], *jokers[:1]]  # at most eleven: ten and the drawn card

    def feed(self, **event):
        self.log.append(event_of(**event))
        return self.referee.feed(self.log[-1])

    def fill(self):
        """Let a seat lay a few melds, or draw three cards."""
        rng = self.rng
        left = 9
        while rng.random() < 0.85:
            some = self.cards[: rng.randint(8, 14)]
            jokers = [card for card in self.cards if is_joker(card)]
            some += [card for card in jokers if card not in some and rng.random() < 0.5]
            found = sorted(sorted(meld) for meld in melds_of(some, {}) if len(meld) <= left)
            holding = [meld for meld in found if any(map(is_joker, meld))]
            if holding and rng.random() < 0.5:
                found = holding
            if not found:
                break
            meld = rng.choice(found)
            zone = rng.choice([zone for zone in range(1, ZONES + 1) if zone not in self.table])
            self.table[zone] = meld
            self.cards = [card for card in self.cards if card not in meld]
            left -= len(meld)
            self.lay(zone, meld, rng.choice(ways_of(meld)))
        self.feed(draw=3 if left == 9 else 1)
        found = self.feed(seat=self.referee.view.seat, press="done")
        assert [each[0] for each in found] == ["turn"], self.said(found)

    def lay(self, zone, cards, said):
        """Put cards in a zone, and declare jokers."""
        self.feed(zone=f"meld{zone}", came=cards)
        self.stands |= said
        for joker in sorted(said):
            self.feed(zone=f"meld{zone}", joker=joker, **{"as": said[joker]})

    def ask(self):
        """Return the answer to the hint of the seat on turn."""
        zone = f"seat{self.referee.view.seat}"
        self.feed(zone=zone, came=self.hand)
        answer = dict(self.feed(seat=self.referee.view.seat, press="hint")[0][3])
        self.feed(zone=zone, out=self.hand)
        return answer

    def play(self, answer):
        """Lay a hint's proposal on random zones; return the outcomes of the turn.

        Either all jokers are declared, or only those whose face changes.
        """
        rng = self.rng
        for zone, cards in self.table.items():
            self.feed(zone=f"meld{zone}", out=cards)
        old = self.stands if rng.random() < 0.5 else {}
        zones = rng.sample(range(1, ZONES + len(answer["table"])), len(answer["table"]))
        for zone, cards in zip(zones, answer["table"], strict=True):
            self.feed(zone=f"meld{zone}", came=rng.sample(cards, len(cards)))
        for zone, cards in zip(zones, answer["table"], strict=True):
            for joker in filter(is_joker, cards):
                face = answer["jokers"][joker]
                if old.get(joker) != face:
                    self.feed(zone=f"meld{zone}", joker=joker, **{"as": face})
        return self.feed(seat=self.referee.view.seat, press="done")

    def said(self, found):
        """Return the log, for failure messages."""
        return "\n".join(map(str, [found, *self.log]))


@pytest.mark.parametrize("part", range(ring.rounds(2, 10)))
def test_what_a_hint_proposes_is_accepted_on_any_zones(part):
    played = 0
    for number in range(POSITIONS):
        position = Position(random.Random(f"laid/{part}/{number}"))
        hand = position.referee.view.hands[position.referee.view.seat]
        answer = position.ask()
        if not answer["cards"]:
            continue
        played += 1
        found = position.play(answer)
        said = f"seed laid/{part}/{number}\n{line_of(list(answer.items()))}\n{position.said(found)}"
        assert found[0][0] == "turn", said
        assert found[0][4:] == (answer["points"], hand + 1 - answer["cards"]), said
    assert played > POSITIONS // 2
