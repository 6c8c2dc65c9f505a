"""A naive judge of manipulation: it tries all faces of the jokers."""

import itertools

from naive.cards import SUITS, face, hand_values, is_joker
from naive.melds import place_face, run_readings, set_rank, shape_code
from naive.turns import Verdict

LONGEST = 13  # cards in a run


def ways_of(cards):
    """Return each valid choice of faces for the jokers of a zone, as joker -> face."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = sorted(card for card in cards if is_joker(card))
    found = [
        {joker: place_face(places[joker], suit) for joker in jokers} for places, suit in run_readings(cards, LONGEST)
    ]
    if set_rank(cards):
        suits = set(SUITS) - {card[1] for card in naturals}
        for order in itertools.permutations(sorted(suits, key=SUITS.index), len(jokers)):
            faces = [naturals[0][0] + suit for suit in order]
            found.append(dict(zip(jokers, faces, strict=True)))
    return [way for i, way in enumerate(found) if way not in found[:i]]


class ManipulationJudge:
    """Keeps the state of a round of manipulation as the players see it, and judges turns."""

    def __init__(self, options, seats, stock, first):
        self.options = options
        self.melds = {}
        self.bound = {}
        self.hands = [options["hand"]] * seats
        self.stock = stock
        self.seat = first
        self.last_turns = None  # turns left once the stock is used up

    def judge(self, turn):
        verdict = Verdict()
        codes = verdict.codes
        was_on = {card: zone for zone, cards in self.melds.items() for card in cards}
        lies_on = {card for cards in turn.zones.values() for card in cards}
        if was_on.keys() - lies_on:
            codes.add("card_left_table")
        # A joker is free if its natural card lies on any meld zone.
        naturals = {face(card) for card in lies_on if not is_joker(card)}
        fixed = {joker: named for joker, named in self.bound.items() if named not in naturals}
        # Of two that stood in one meld, either is.
        homes = {frozenset(cards) for cards in self.melds.values() if fixed.keys() < {*self.bound} <= {*cards}}
        if homes and len(fixed) == 1 and not self.fits(turn, fixed):
            other = {joker: named for joker in self.bound.keys() - fixed.keys() for named in fixed.values()}
            if self.fits(turn, other):
                fixed = other
        verdict.bound = {}
        for cards in turn.zones.values():
            self.judge_zone(verdict, cards, fixed, turn.said)
        # The turn.
        added = lies_on - was_on.keys()
        if added:
            if turn.draws < min(1, self.stock):
                codes.add("no_draw")
            if turn.draws > 2:
                codes.add("third_draw_no_meld")
        else:
            if turn.draws < min(3, self.stock):
                codes.add("no_draw")
            if self.parts(turn.zones) != self.parts(self.melds):
                codes.add("nothing_added")
                if "card_left_table" in codes:
                    verdict.open_codes.add("nothing_added")
        if turn.draws > 3:
            codes.add("too_many_draws")
        verdict.hand = self.hands[self.seat] + turn.draws - len(added)
        if verdict.hand < 0:
            codes.add("too_many_cards")
        verdict.laid = hand_values(added, 1, self.options["joker_in_hand"])
        verdict.took = "stock" if turn.draws else "none"
        return verdict

    def fits(self, turn, fixed):
        """Tell whether the one joker in `fixed` can stand for its card where it lies."""
        ((joker, named),) = fixed.items()
        for cards in turn.zones.values():
            if joker in cards and turn.said.get(joker, named) == named:
                return bool(shape_code(cards, LONGEST)) or any(way[joker] == named for way in ways_of(cards))
        return False

    def parts(self, melds):
        """Return the melds as sets of cards, regardless of their zones."""
        return {frozenset(cards) for cards in melds.values()}

    def judge_zone(self, verdict, cards, fixed, said):
        bound = {card: fixed[card] for card in cards if card in fixed}
        if any(said.get(card, bound[card]) != bound[card] for card in bound):
            verdict.codes.add("joker_changed")
        shape = shape_code(cards, LONGEST)
        if shape:
            verdict.codes.add(shape)
            return
        ways = [way for way in ways_of(cards) if all(way[c] == bound[c] for c in bound)]
        if not ways:
            verdict.codes.add("joker_changed")
            return
        # Apply the declarations, then the old faces, joker by joker; one that leaves no way is
        # ignored.
        for wanted in (said, self.bound):
            for joker in sorted(card for card in cards if card in wanted and card not in bound):
                ways = [way for way in ways if way[joker] == wanted[joker]] or ways
        if len({tuple(sorted(way.values())) for way in ways}) > 1:
            verdict.codes.add("joker_undeclared")
        else:
            # The joker with the lower number has the lower place, or the first suit.
            verdict.bound.update(ways[0])

    def accept(self, turn, verdict):
        self.bound = dict(verdict.bound)
        self.melds = {zone: list(cards) for zone, cards in turn.zones.items()}
        self.hands[self.seat] = verdict.hand
        if self.last_turns is not None:
            self.last_turns -= 1
        self.stock -= turn.draws
        if not self.stock and self.last_turns is None:
            self.last_turns = len(self.hands)
        self.seat = (self.seat + 1) % len(self.hands)
