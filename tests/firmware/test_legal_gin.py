"""Turns of gin get the same verdicts from a naive judge. Knocks and counts: test_scores."""

import random

from naive.gin_turns import GinJudge
from naive.tables import JudgedTable, header_of, seen_at
from naive.turns import Turn
from players import house_rules


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
        expected, named = self.finish(turn, back)  # then the card counts as not taken
        self.seen |= set(named or [expected.took])
        if not named and turn.taken in turn.discards:
            self.seen.add("same")
        return None if named else expected

    def card(self):
        return self.rng.choice([card for card in self.deck if card not in self.judge.pile])

    def make_turn(self):
        """Draw, take, and choose the discard."""
        rng, turn = self.rng, Turn({})
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
        judge, rng = self.judge, self.rng
        if rng.random() < (0.4 if judge.offered() else 0.05) and self.press_pass(Turn({})):
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


GIN_CODES = """
too_many_draws must_draw_stock return_same_card no_draw too_many_cards no_discard pass_not_allowed
pass stock discard same
"""


def gin_table(seed):
    rng = random.Random(f"turns/{seed}")
    header = header_of("gin", 2, rng.randrange(2), house_rules(rng, "gin", share=0.5))
    return GinTurns(header, rng)


def test_turns_of_gin_are_judged_as_a_naive_judge_does():
    assert seen_at(gin_table, "legal_gin", 60, 130, lambda seed: 30) == set(GIN_CODES.split())
