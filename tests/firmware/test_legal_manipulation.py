"""Turns of manipulation get the same verdicts from a naive judge. Knocks and counts: test_scores."""

import random

from naive.cards import RANKS, SUITS, face, is_joker
from naive.manipulation import LONGEST, ManipulationJudge, ways_of
from naive.melds import place_face, shape_code
from naive.tables import JudgedTable, around, header_of, seen_at
from naive.turns import Turn
from players import house_rules

from tierce.presets import MOST_SEATS


class ManipulationTable(JudgedTable):
    """Manipulation: engine and judge. Melds are made, taken apart and put together again."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        first = (header["dealer"] + 1) % self.seats
        stock = len(self.deck) - 10 * self.seats
        self.judge = ManipulationJudge(self.referee.rules, self.seats, stock, first)
        # Few ranks and suits, so that cards fit together.
        low = rng.randrange(8)
        ranks = rng.choice([RANKS[low : low + 6], RANKS, "A2QK3"])
        self.cards = [card for card in self.deck if is_joker(card) or card[0] in ranks]

    def put(self, turn, zone, cards):
        for held in turn.zones.values():
            held[:] = [card for card in held if card not in cards]
        turn.zones.setdefault(zone, []).extend(cards)

    def new_meld(self, turn, cards=()):
        """Lay a meld around some cards of the table, or from the hand only."""
        rng = self.rng
        free = [card for card in self.free(turn) if not is_joker(card)]
        naturals = [card for card in cards if not is_joker(card)]
        meld = around(rng, naturals[0] if naturals else None, free)
        if len(cards) > len(naturals) and meld:
            meld.remove(rng.choice(meld))
        jokers = [card for card in self.free(turn) if is_joker(card)]
        if jokers and meld and rng.random() < 0.3:
            if len(meld) + len(cards) > 3 or rng.random() < 0.5:
                meld.remove(rng.choice(meld))
            meld += jokers[: rng.choice((1, 1, 2))]
        if rng.random() < 0.04 and free:
            meld.append(rng.choice(free))
        twins = [card for card in free if any(face(card) == face(each) for each in meld)]
        if rng.random() < 0.06 and twins:
            meld.append(rng.choice(twins))
        meld = list(dict.fromkeys([*cards, *meld]))
        if meld:
            self.put(turn, self.new_zone(turn), meld)

    def rearrange(self, turn):
        rng = self.rng
        zone = rng.choice(sorted(turn.zones))
        cards = turn.zones[zone]
        roll = rng.random()
        jokers = [card for card in cards if card in self.judge.bound]
        if jokers and roll < 0.5:
            # The natural card replaces the joker, which is used again.
            joker = rng.choice(jokers)
            own = self.judge.bound[joker]
            table = [c for held in turn.zones.values() for c in held if face(c) == own]
            cards_ = [c for c in self.free(turn) if face(c) == own] + table
            if cards_:
                self.put(turn, zone, [rng.choice(cards_)])
            if rng.random() < 0.8:
                self.move(turn, joker)
        elif len(cards) > 5 and roll < 0.6:
            cut = rng.randint(3, len(cards) - 3)
            row = sorted(cards, key=lambda card: RANKS.find(card[0]))
            self.put(turn, self.new_zone(turn), row[cut:])
        elif cards:
            spare = [card for card in cards if shape_code([c for c in cards if c != card], LONGEST) is None]
            card = rng.choice(spare if spare and rng.random() < 0.9 else cards)
            if rng.random() < 0.05:
                cards.remove(card)
            else:
                self.move(turn, card)

    def move(self, turn, card):
        """Move a card of the table into another meld, old or new."""
        rng = self.rng
        homes = [zone for zone in turn.zones if self.fitting(turn, zone, [card])]
        homes = [zone for zone in homes if card not in turn.zones[zone]]
        if homes and rng.random() < 0.5:
            self.put(turn, rng.choice(homes), [card])
        else:
            self.new_meld(turn, [card])

    def make_turn(self):
        rng, judge = self.rng, self.judge
        turn = Turn(judge.melds)
        melds = rng.random() < 0.85
        turn.draws = rng.choice((1, 1, 1, 1, 1, 2, 2, 3, 0, 4) if melds else (3, 3, 3, 3, 2, 1, 4))
        turn.draws = min(turn.draws, judge.stock)
        if melds:
            for _ in range(rng.choice((0, 1, 1, 1, 2))):
                self.new_meld(turn)
        if turn.zones and judge.melds and rng.random() < 0.6:
            for _ in range(rng.choice((1, 1, 2))):
                turn.tidy()
                if turn.zones:
                    self.rearrange(turn)
        for zone in sorted(turn.zones):
            if melds and rng.random() < 0.25:
                cards = self.fitting(turn, zone, self.free(turn))
                if cards:
                    turn.zones[zone].append(rng.choice(cards))
        turn.tidy()
        for cards in turn.zones.values():
            for joker in [card for card in cards if is_joker(card)]:
                if joker not in judge.bound or rng.random() < 0.3:
                    if rng.random() < 0.85:
                        self.make_declaration(turn, cards, joker)
        return turn

    def make_declaration(self, turn, cards, joker):
        """Declare a joker, mostly sensibly."""
        rng = self.rng
        faces = [way[joker] for way in ways_of(cards) if self.obeys(way, turn)]
        if joker in self.judge.bound and rng.random() < 0.6:
            faces = [self.judge.bound[joker]]
        if not faces or rng.random() < 0.06:
            faces = [place_face(rng.randint(1, 13), rng.choice(SUITS))]
        turn.said[joker] = rng.choice(faces)

    def obeys(self, way, turn):
        """Tell whether a reading of a zone agrees with the declarations and the fixed jokers."""
        known = {**self.judge.bound, **turn.said}
        return all(way[joker] == known.get(joker, way[joker]) for joker in way)

    def play(self):
        judge, rng = self.judge, self.rng
        if judge.last_turns == 0:
            assert self.referee.view.phase == "count", self.log_text()
            return False
        if judge.last_turns and rng.random() < 0.3:
            named, _ = self.ended(seat=judge.seat, press="knock")
            assert named == ["knock_not_allowed"], self.log_text()
        before = {zone: list(cards) for zone, cards in judge.melds.items()}
        turn = self.make_turn()
        first = rng.randint(0, turn.draws)
        for _ in range(first):
            self.feed(draw=1)
        self.lay_out(before, turn)
        if turn.draws > first:
            self.feed(draw=turn.draws - first)
        self.declare(turn)
        expected, named = self.finish(turn)
        self.seen |= set(named or ["accepted"])
        if not named:
            if not expected.hand:
                return False
            judge.accept(turn, expected)
            return True
        # Undo the turn, then draw three cards.
        self.take_back(before, turn)
        most = min(3, judge.stock)
        self.feed(draw=most - turn.draws)
        turn = Turn(before)
        turn.draws = most
        expected, named = self.finish(turn)
        assert not named, f"{named} in a plain turn\n{self.log_text()}"
        judge.accept(turn, expected)
        return True


def manipulation_table(seed):
    rng = random.Random(f"manipulation/{seed}")
    seats = rng.choice((2, 3, 3, rng.randint(2, MOST_SEATS)))
    rules = house_rules(rng, "manipulation", seats)
    rules["target"] = 1000000  # no match ends here
    return ManipulationTable(header_of("manipulation", seats, rng.randrange(seats), rules), rng)


MANIPULATION_CODES = """
card_left_table joker_undeclared joker_changed no_draw meld_too_short not_a_meld set_same_suit too_many_draws
third_draw_no_meld nothing_added too_many_cards accepted
"""


def test_a_turn_of_manipulation_is_judged_as_a_naive_judge_does():
    seen = seen_at(manipulation_table, "legal_manipulation", 45, 110, lambda seed: 9 if seed % 6 else 40)
    assert seen == set(MANIPULATION_CODES.split())
