"""Turns of a laying game get the same verdicts and codes from engine and naive judge."""

import random

from naive.cards import SUITS, face, is_joker
from naive.laying import LAYING_GAMES, LayingJudge
from naive.melds import place_face, run_readings, set_rank
from naive.tables import JudgedTable, around, header_of, seen_at
from naive.turns import Turn
from players import fitting, house_rules

from tierce.presets import MOST_SEATS, PRESETS, options_of


class LayingTable(JudgedTable):
    def __init__(self, header, rng):
        super().__init__(header, rng)
        self.judge = self.make_judge((header["dealer"] + 1) % self.seats)
        self.longest = self.judge.longest
        upcard = rng.choice([card for card in self.deck if not is_joker(card)])
        self.judge.pile = [upcard]
        self.feed(zone="discard", came=[upcard])

    def make_judge(self, first):
        """Return the judge of this table; seat `first` is on turn."""
        return LayingJudge(self.header["game"], self.referee.rules, self.seats, first)

    def free(self, turn):
        """Return the cards that can come from a hand: those outside the discard pile."""
        buried = set(self.judge.pile) - set(self.judge.taken(turn))
        return [card for card in super().free(turn) if card not in buried]

    def new_meld(self, turn, card=None, jokers=()):
        """Lay a meld, possibly wrong, possibly around a card, possibly with jokers."""
        rng = self.rng
        free = [each for each in self.free(turn) if not is_joker(each) and each != turn.taken]
        if rng.random() < 0.5:
            # A few high ranks, so that a lay is worth something and fits what lies there.
            free = [each for each in free if each[0] in "A9TJQK"]
        meld = around(rng, card, free)
        if card and card not in meld:
            meld.append(card)
        jokers = list(jokers)
        spare = [each for each in self.free(turn) if is_joker(each)]
        if not jokers and spare and rng.random() < 0.3:
            jokers = rng.sample(spare, 2 if len(spare) > 1 and rng.random() < 0.25 else 1)
        for joker in jokers:
            natural = [each for each in meld if not is_joker(each) and each != card]
            if len(meld) > 2 and natural:
                meld.remove(rng.choice(natural))
            meld.append(joker)
        if rng.random() < 0.08 and free:
            meld.append(rng.choice(free))
        if rng.random() < 0.05 and len(meld) > 1:
            meld.remove(rng.choice([each for each in meld if each != card] or meld))
        if rng.random() < 0.08 and meld:
            # The same card of the second deck, or one of another suit.
            like = rng.choice(meld)
            twins = [e for e in free if e[0] == like[0] and e not in meld]
            if twins:
                meld.append(rng.choice(twins))
        meld = list(dict.fromkeys(meld))
        if meld:
            turn.zones[self.new_zone(turn)] = meld

    def swap(self, turn, zone, joker):
        """Take a joker off the table, correctly or not."""
        rng = self.rng
        kind, stands = self.judge.bound[joker]
        cards = turn.zones[zone]
        free = [card for card in self.free(turn) if not is_joker(card)]
        if kind == "run":
            right = [card for card in free if face(card) == stands][:1]
        else:
            suits = [s for s in SUITS if all(card[1] != s for card in cards if not is_joker(card))]
            right = [next((c for c in free if face(c) == stands + s), None) for s in suits]
            right = [card for card in right if card]
        roll = rng.random()
        if roll < 0.75:
            cards += right
        elif roll < 0.9 and right:
            cards += right[1:] if rng.random() < 0.5 else [rng.choice(free)]
        if kind == "run" and rng.random() < 0.2:
            return  # the joker stays in the meld, in another place
        cards.remove(joker)
        roll = rng.random()
        if roll < 0.6:
            self.new_meld(turn, jokers=[joker])
        elif roll < 0.85:
            turn.zones[rng.choice(sorted(turn.zones))].append(joker)
        elif roll < 0.9 and not turn.discards:
            turn.discards.append(joker)

    def push(self, turn):
        """Move a meld to another zone with this turn's changes, correctly or not."""
        rng = self.rng
        zone = rng.choice(sorted(self.judge.melds))
        cards = turn.zones.pop(zone, [])
        if rng.random() < 0.1 and len(cards) > 1:
            # One card is left behind; if a joker was taken this may be legal.
            left = rng.choice(cards)
            cards.remove(left)
            turn.zones[zone] = [left]
        if rng.random() < 0.85:
            turn.zones[self.new_zone(turn)] = cards
        else:
            # Onto another meld: an old one, one of this turn, or one moved before.
            turn.zones.setdefault(rng.choice(sorted(turn.zones) or [zone]), []).extend(cards)
        if zone not in turn.zones and rng.random() < 0.3:
            # The zone that it left is used again, by a meld of this turn or a taken joker.
            others = [other for other in turn.zones if other not in self.judge.melds]
            if others:
                turn.zones[zone] = turn.zones.pop(rng.choice(others))

    def make_turn(self):  # noqa: C901
        rng, judge = self.rng, self.judge
        turn = Turn(judge.melds)
        if rng.random() < 0.25:
            turn.taken = rng.choice(judge.pile[-4:]) if judge.deep else judge.pile[-1]
        if rng.random() < 0.25:
            turn.draws = rng.choice((1, 1, 1, 2))
        if turn.taken and turn.draws and rng.random() < 0.8:
            turn.draws = 0
        for zone in sorted(judge.melds):
            for joker in [card for card in judge.melds[zone] if is_joker(card)]:
                if rng.random() < 0.4:
                    self.swap(turn, zone, joker)
        if turn.taken and rng.random() < 0.85 and turn.taken not in turn.used():
            homes = [zone for zone in judge.melds if self.fitting(turn, zone, [turn.taken])]
            if homes and rng.random() < 0.6:
                turn.zones[rng.choice(homes)].append(turn.taken)
            elif not is_joker(turn.taken):
                self.new_meld(turn, turn.taken)
        room = judge.hands[judge.seat] // 3
        for _ in range(min(rng.choice((0, 1, 1, 2, 2, 3)), room + (rng.random() < 0.1))):
            self.new_meld(turn)
        for zone in sorted(judge.melds):
            if turn.zones.get(zone) and rng.random() < 0.25:
                cards = self.fitting(turn, zone, self.free(turn))
                if rng.random() < 0.12 or not cards:
                    cards = self.free(turn)
                if cards:
                    turn.zones[zone].append(rng.choice(cards))
        if judge.melds and rng.random() < 0.04:
            zone = rng.choice(sorted(judge.melds))
            card = rng.choice(judge.melds[zone])
            if card in turn.zones[zone]:
                turn.zones[zone].remove(card)
                if rng.random() < 0.7:
                    turn.zones[rng.choice(sorted(turn.zones))].append(card)
        deep = rng.choice(judge.pile[:-1] or judge.pile)
        buried = deep not in [judge.pile[-1], *judge.taken(turn)] and not is_joker(deep)
        if buried and rng.random() < 0.03:
            if judge.deep and judge.pile[judge.pile.index(deep) + 1] == turn.taken:
                turn.taken = deep  # all above it is gone
            if turn.zones and rng.random() < 0.5:
                turn.zones[rng.choice(sorted(turn.zones))].append(deep)
            else:
                turn.zones[self.new_zone(turn)] = [deep, *around(rng, deep, self.free(turn))]
        while judge.melds and rng.random() < 0.3:
            self.push(turn)
        turn.tidy()
        for zone in sorted(turn.zones):
            jokers = [card for card in turn.zones[zone] if is_joker(card)]
            if jokers and rng.random() < 0.2:
                self.make_declaration(turn, zone, rng.choice(jokers))
        for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2) if rng.random() < 0.3 else (1,))):
            free = [card for card in self.free(turn) if card != turn.taken]
            laid = len(turn.used() - {c for m in judge.melds.values() for c in m})
            if laid <= judge.hands[judge.seat] or rng.random() < 0.1:
                turn.discards.append(rng.choice(free))
        return turn

    def make_declaration(self, turn, zone, joker):
        """Declare a joker, mostly sensibly."""
        rng = self.rng
        cards = turn.zones[zone]
        faces = [place_face(rng.randint(1, 13), rng.choice(SUITS))]
        for places, suit in run_readings(cards, self.longest):
            faces += [place_face(places[joker], suit)] * 3
        rank = set_rank(cards)
        if rank:
            held = {card[1] for card in cards if not is_joker(card)}
            faces += [rank + suit for suit in SUITS if suit not in held] * 3
            # Faces that the set holds already; the rules do not cover such a declaration.
            faces = [each for each in faces if each not in [rank + suit for suit in held]]
        if faces:
            turn.said[joker] = rng.choice(faces)

    def play(self):
        judge, rng = self.judge, self.rng
        before = {zone: list(cards) for zone, cards in judge.melds.items()}
        turn = self.make_turn()
        if judge.dry() and rng.random() < 0.3:
            return self.passes()
        if turn.taken:
            taken = judge.taken(turn)
            self.move_taken("out", taken)
            if rng.random() < 0.1 and not turn.used() & set(taken):
                # Put back before it was laid: it counts as not taken.
                self.move_taken("came", taken)
                turn.taken = None
        for _ in range(turn.draws):
            self.feed(draw=1)
        self.lay_out(before, turn)
        self.declare(turn)
        unlaid = turn.taken and not any(turn.taken in cards for cards in turn.zones.values())
        # A taken card comes back to the pile, perhaps with others: judged at `done`.
        back = unlaid and turn.discards and set(turn.discards) <= set(judge.taken(turn))
        expected, named = self.finish(turn, back)
        self.seen |= set(named or ["accepted"])
        if not named:
            if not expected.hand:
                return False
            judge.accept(turn, expected)
            return self.goes_on()
        # Undo the turn, then play a plain one.
        if turn.discards:
            self.feed(zone="discard", out=turn.discards)
        self.take_back(before, turn)
        taken = judge.taken(turn) if turn.taken else []
        # Cards that were laid from beneath others go back too, or no reader would see them there.
        back = [card for card in judge.pile if card in turn.used() or card in taken]
        if back:
            self.feed(zone="discard", came=back)
        if turn.draws:
            self.feed(draw=-turn.draws)
        if judge.dry():
            return self.passes()
        turn = Turn(before)
        turn.discards = [rng.choice([card for card in self.free(turn) if not is_joker(card)])]
        expected, named = self.finish(turn)
        assert not named, f"{named} in a plain turn\n{self.log_text()}"
        judge.accept(turn, expected)
        return self.goes_on()

    def move_taken(self, way, taken):
        """Take cards from the pile or put them back, in any order, in one event or several."""
        taken = self.rng.sample(taken, len(taken))
        at = self.rng.randrange(len(taken))
        for some in (taken[:at], taken[at:]):
            if some:
                self.feed(zone="discard", **{way: some})

    def passes(self):
        """Pass, which ends the round."""
        self.feed(seat=self.judge.seat, press="pass")
        assert self.referee.view.awaited() == list(range(self.seats)), self.log_text()
        self.seen.add("passed")
        return False

    def goes_on(self):
        """Compare the stock's outcomes; return whether the round goes on."""
        named = self.judge.reshuffle()
        text = f"{named}, not {self.beside}\n{self.log_text()}"
        assert [each[0] for each in self.beside] == named, text
        if named == ["reshuffle"]:
            assert self.beside[0][2] == self.judge.stock, text
        elif named:
            dealer, zeros = self.header["dealer"], [0] * self.seats
            assert self.beside[0][2:] == (1, "void", [], zeros, zeros, dealer), text
        return named != ["round"]


def laying_table(game, rng):
    """Return a table of a laying game with a few house rules and mostly a small stock."""
    seats = rng.choice((2, 2, 3, 3, rng.randint(2, MOST_SEATS)))
    rules = house_rules(rng, game, seats, share=0.4)
    if rng.random() < 0.7 and "first_lay_points" in options_of(PRESETS[game]):
        rules["first_lay_points"] = rng.choice((0, 0, 20, 30, 51))
    rules["hand"] = rng.choice((3, 5, 7, 9, 11, 17, 24, 52))
    rules = fitting(rules, game, seats)
    return LayingTable(header_of(game, seats, rng.randrange(seats), rules), rng)


LAYING_CODES = """
meld_broken meld_too_short not_a_meld set_same_suit too_many_jokers joker_changed joker_before_laying
joker_wrong_card joker_not_replayed first_round_no_lay lay_off_before_laying first_lay_pure_run first_lay_points
discard_first_round must_draw_stock discard_not_melded not_top_discard passed no_draw too_many_draws
too_many_cards no_discard no_final_discard accepted
"""


def test_a_turn_is_accepted_where_a_naive_judge_accepts_it():
    # Mostly one game of each module; the others by turns.
    games = [*("rami51", "rami500") * 3, *LAYING_GAMES]

    def made(seed):
        game = games[seed % len(games)]
        return laying_table(game, random.Random(f"{game}/{seed}"))

    assert seen_at(made, "legal_laying", 110, 240, lambda seed: 14 if seed % 2 else 6) == set(LAYING_CODES.split())
