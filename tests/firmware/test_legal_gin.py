"""Turns of gin get the same verdicts from a naive judge; counts agree with exhaustive search."""

import random

import ring
from naive.cards import RANKS, SUITS
from naive.gin import deadwood, gin_melds, gin_score, is_gin_meld, knock_limit, least_deadwood, round_points
from naive.gin_turns import GinJudge, GinTurn
from naive.tables import JudgedTable, Table, header_of
from players import house_rules


class GinTable(Table):
    """A round of gin with an early knock: dense hands, laid down at random."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        self.options = self.referee.rules
        low = rng.randrange(0, 14 - 6)
        ranks = RANKS[low : low + rng.choice((5, 6))]
        dense = [rank + suit for rank in ranks for suit in SUITS]
        others = [card for card in self.deck if card not in dense]
        rng.shuffle(dense)
        rng.shuffle(others)
        # Mostly dense, so that there are many arrangements; the knocker's hand has melds.
        self.stock = dense[: rng.randint(18, 24)] + others
        self.hand = self.good_hand(11 if rng.random() < 0.15 else 10)
        if rng.random() < 0.4:
            self.against = self.good_hand(10)
        else:
            self.against = [self.stock.pop(0) for _ in range(10)]

    def good_hand(self, size):
        """Take a hand of `size` cards from the stock, most of them in melds."""
        rng = self.rng
        hand = []
        for meld in self.disjoint(self.stock[:30]):
            if len(hand) + len(meld) <= size - rng.choice((0, 0, 1, 2, 3)):
                hand += meld
        low = sorted((card for card in self.stock if card not in hand), key=lambda c: deadwood([c]))
        some = low[:8] if rng.random() < 0.6 else rng.sample(self.stock, 20)
        for card in [*some, *self.stock]:
            if len(hand) < size and card not in hand:
                hand.append(card)
        self.stock = [card for card in self.stock if card not in hand]
        rng.shuffle(self.stock)
        return hand

    def disjoint(self, cards):
        """Return random disjoint melds from some cards."""
        melds = sorted(sorted(meld) for meld in gin_melds(cards))
        self.rng.shuffle(melds)
        held = []
        for meld in melds:
            if not any(set(meld) & set(other) for other in held):
                held.append(meld)
        return held

    def lay_down(self, seat, cards, number):
        """Lay a hand down, some of it as melds; return (zone -> melds, the other cards)."""
        rng = self.rng
        rest_of = list(cards)
        melds = {}
        for meld in self.disjoint(cards):
            if rng.random() < 0.3:
                if rng.random() < 0.1:
                    meld = [*meld, rng.choice(cards)]
                if rng.random() < 0.05:
                    meld = meld[1:]
                meld = [card for card in dict.fromkeys(meld) if card in rest_of]
                if meld:
                    number += 1
                    melds[number] = meld
                    rest_of = [card for card in rest_of if card not in meld]
        for zone, meld in melds.items():
            self.feed(zone=f"meld{zone}", came=meld)
        self.feed(zone=f"seat{seat}", came=rest_of)
        return melds, rest_of

    def codes_of(self, melds):
        found = set()
        for meld in melds.values():
            if len(meld) < 3:
                found.add("meld_too_short")
            elif not is_gin_meld(meld):
                found.add("not_a_meld")
        return found

    def press_done(self, seat, melds, rest_of):
        """Press `done`, then again with the other cards on the seat zone; return the outcomes."""
        found = self.feed(seat=seat, press="done")
        if not self.codes_of(melds):
            return found
        assert set(found[0][3]) == self.codes_of(melds), self.log_text()
        for zone in [zone for zone in melds if self.codes_of({zone: melds[zone]})]:
            self.feed(zone=f"meld{zone}", out=melds[zone])
            self.feed(zone=f"seat{seat}", came=melds[zone])
            rest_of += melds.pop(zone)
        return self.feed(seat=seat, press="done")

    def play(self):
        """Play the round; return how it ended."""
        options = self.options
        knocker = self.open_turn()
        self.feed(seat=knocker, press="knock")
        big = len(self.hand) == 11
        if not big:
            found = self.feed(zone="discard", came=[self.last])
            assert [each[0] for each in found] == ["turn"], self.log_text()
            assert found[0][2:] == (knocker, self.took, 0, 10), self.log_text()
        melds, rest_of = self.lay_down(knocker, self.hand, 0)
        found = self.press_done(knocker, melds, rest_of)
        count, _ = least_deadwood(rest_of)
        if big:
            if count:
                assert [each[3] for each in found] == [["no_discard"]], self.log_text()
                assert self.referee.view.phase == "turn", self.log_text()
                return "no big gin"
            assert [each[2:] for each in found] == [(knocker, self.took, 0, 11)], self.log_text()
        elif count > knock_limit(options, self.upcard):
            assert [each[3] for each in found] == [["knock_too_high"]], self.log_text()
            assert found[0][4][0][1] == count, self.log_text()
            assert self.referee.view.seat == 1 - knocker, self.log_text()
            return "knock_too_high"
        else:
            assert not found, self.log_text()
        return self.answer(knocker, melds, rest_of, big or count == 0, big)

    def open_turn(self):
        """Start the knocker's turn: with the upcard, or from the stock; return the seat."""
        rng = self.rng
        dealer = self.header["dealer"]
        spare = [card for card in self.stock if card not in self.against]
        upcard, self.last = spare[:2]
        passes = rng.randrange(3)
        self.took = "stock" if passes == 2 else "discard"
        if self.took == "discard":
            # The upcard is a card of the hand, but not the one that is discarded.
            upcard = rng.choice(self.hand)
        self.upcard = upcard
        self.feed(zone="discard", came=[upcard])
        seat = 1 - dealer
        for _ in range(passes):
            self.feed(seat=seat, press="pass")
            seat = 1 - seat
        if self.took == "discard":
            self.feed(zone="discard", out=[upcard])
        return seat

    def answer(self, knocker, melds, rest_of, gin, big):
        """Let the opponent lay down; compare the score."""
        rng, other = self.rng, 1 - knocker
        hand = list(self.against)
        added = []
        for zone in sorted(melds):
            fits = [card for card in hand if is_gin_meld([*melds[zone], card])]
            if fits and rng.random() < 0.4:
                card = rng.choice(fits)
                self.feed(zone=f"meld{zone}", came=[card])
                hand.remove(card)
                added.append(card)
                melds[zone] = [*melds[zone], card]
        own, left = self.lay_down(other, hand, 10)
        found = self.press_done(other, own, left)
        knock, opponent = (list(melds.values()), rest_of), (own, left, added)
        expected = gin_score(self.options, knocker, knock, opponent, big)
        text = f"{expected}, not {found}\n{self.log_text()}"
        assert found, text
        assert found[0][0] == "round", text
        how, winners, scores = expected
        scores = [round_points(self.options, points, self.upcard) for points in scores]
        assert found[0][3:6] == (how, winners, scores), text
        assert gin == (expected[0] in ("gin", "big_gin")), text
        return expected[0]


def gin_table(rng):
    rules = house_rules(rng, "gin", share=0.5)
    rules["target"] = 1000  # no match ends here
    return GinTable(header_of("gin", 2, rng.randrange(2), rules), rng)


def test_gin_is_counted_as_exhaustion_counts_it():
    ends = set()
    for seed in ring.seeds("legal_gin", 110, 250):
        print("seed", seed)
        ends.add(gin_table(random.Random(f"gin/{seed}")).play())
    assert ends >= {"knock", "undercut", "gin", "knock_too_high"}


class GinTurns(JudgedTable):
    """The turns of a round of gin without a knock: engine and judge."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        upcard = rng.choice(self.deck)
        self.judge = GinJudge(self.referee.rules, header["dealer"], upcard)
        self.feed(zone="discard", came=[upcard])

    def press_pass(self, turn):
        """Press `pass`; check the verdict; return whether it was accepted."""
        judge = self.judge
        expected, seat = judge.judge_pass(turn), judge.seat
        named, accepted = self.ended(seat=seat, press="pass")
        assert set(named) == expected, self.log_text()
        self.seen |= set(named)
        if named:
            return False
        assert accepted[2:] == (seat, "none", 0, judge.options["hand"]), self.log_text()
        self.seen.add("pass")
        judge.accept_pass()
        return True

    def end(self, turn):
        """End a turn by its discard or `done`; return the verdict, None if refused."""
        back = self.judge.refused_upcard() and turn.discards == [turn.taken]
        if back:
            # The card counts as not taken, and there is no discard.
            assert not self.feed(zone="discard", came=turn.discards), self.log_text()
        if turn.discards and not back:
            expected, named = self.compare(turn, zone="discard", came=turn.discards)
        else:
            expected, named = self.compare(turn, seat=self.judge.seat, press="done")
        self.seen |= set(named or [expected.took])
        if not named and turn.taken in turn.discards:
            self.seen.add("same")
        return None if named else expected

    def card(self):
        return self.rng.choice([card for card in self.deck if card not in self.judge.pile])

    def make_turn(self):
        """Draw, take, and choose the discard."""
        rng, turn = self.rng, GinTurn()
        if rng.random() < 0.45:
            turn.taken = self.judge.pile[-1]
            self.feed(zone="discard", out=[turn.taken])
        turn.draws = rng.choice((0, 0, 0, 0, 1, 2) if turn.taken else (0, 1, 1, 1, 1, 2))
        for _ in range(turn.draws):
            self.feed(draw=1)
        cards = {self.card() for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2)))}
        if turn.taken and rng.random() < 0.3:
            cards = {turn.taken, *sorted(cards)[: rng.choice((0, 0, 1))]}
        turn.discards = sorted(cards)
        rng.shuffle(turn.discards)
        return turn

    def play(self):
        """Play one turn; return False at the end of the round."""
        judge, rng = self.judge, self.rng
        if rng.random() < (0.4 if judge.offered() else 0.05) and self.press_pass(GinTurn()):
            return True
        turn = self.make_turn()
        if rng.random() < 0.1 and self.press_pass(turn):
            # The next card on the discard is the other seat's.
            return True
        verdict = self.end(turn)
        if verdict is None:
            verdict = self.put_right(turn)
            if verdict is None:
                return True
        goes_on = judge.accept(verdict)
        void = [each[3] for each in self.beside] == ["void"]
        assert void != goes_on, self.log_text()
        return goes_on

    def put_right(self, turn):
        """Play a plain turn after a refused one; return the verdict, None for a pass."""
        if turn.discards:
            self.feed(zone="discard", out=turn.discards)
        if turn.draws:
            self.feed(draw=-turn.draws)
        if turn.taken and self.judge.refused_upcard():
            self.feed(zone="discard", came=[turn.taken])
            turn.taken = None
        turn.draws, turn.discards = 0, []
        if turn.taken is None and self.judge.offered():
            assert self.press_pass(turn), self.log_text()
            return None
        turn.discards = [self.card()]
        verdict = self.end(turn)
        assert verdict, self.log_text()
        return verdict


GIN_CODES = {"too_many_draws", "must_draw_stock", "return_same_card", "no_draw", "too_many_cards"}
GIN_CODES |= {"no_discard", "pass_not_allowed", "pass", "stock", "discard", "same"}


def test_turns_of_gin_are_judged_as_a_naive_judge_does():
    seen = set()
    for seed in ring.seeds("legal_gin", 60, 130):
        print("seed", seed)
        rng = random.Random(f"turns/{seed}")
        header = header_of("gin", 2, rng.randrange(2), house_rules(rng, "gin", share=0.5))
        table = GinTurns(header, rng)
        table.play_on(30)
        seen |= table.seen
    assert seen == GIN_CODES
