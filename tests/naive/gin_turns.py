"""A naive judge of the turns of gin: the opening, what is drawn, taken, put back and discarded.

Written from RULES.md and LOG.md, for the judges to stand beside the engine: nothing here may import
tierce.melds, tierce.arrange or tierce.games.
"""

from naive.turns import Verdict


class GinTurn:
    """What a player has done in a turn, without the knock and what follows it."""

    def __init__(self):
        self.draws = 0
        self.taken = None  # the top of the discard pile, once it was taken
        self.discards = []  # what came to the discard, the card taken perhaps among it


class GinJudge:
    """Keeps the state of a round of gin as the players see it, and judges turns."""

    def __init__(self, options, dealer, upcard):
        self.options = options
        self.seat = 1 - dealer
        self.passes = 0
        self.drawn = False  # whether a turn has drawn: then the opening is over
        self.pile = [upcard]
        self.stock = options["deck"] - 2 * options["hand"] - 1

    def offered(self):
        """Tell whether the upcard is offered to the seat on turn, which takes it or passes."""
        return not self.drawn and self.passes < 2

    def refused_upcard(self):
        """Tell whether the seat that was first to pass must draw from the stock now."""
        return not self.drawn and self.passes == 2 and not self.options["upcard_after_passes"]

    def judge_pass(self, turn):
        """Return the codes of a `pass`."""
        drawn = turn.draws > 0 or turn.taken is not None
        return {"pass_not_allowed"} if drawn or not self.offered() else set()

    def judge(self, turn):
        """Return the verdict on a turn that ends with a discard, or with `done`."""
        verdict = Verdict()
        taken, discards = turn.taken, list(turn.discards)
        if taken in discards and self.refused_upcard():
            # The only case in which a taken card that is put back counts as not taken.
            discards.remove(taken)
            taken = None
        if turn.draws + (taken is not None) > 1:
            verdict.codes.add("too_many_draws")
        if taken is not None and self.refused_upcard():
            verdict.codes.add("must_draw_stock")
        if taken in discards and not self.options["discard_taken_card"]:
            verdict.codes.add("return_same_card")
        if len(discards) > 1:
            verdict.codes.add("too_many_cards")
        if not discards:
            verdict.codes.add("no_discard")
        elif taken is None and self.offered():
            verdict.codes.add("no_draw")
        verdict.took = "stock" if taken is None else "discard"
        verdict.laid, verdict.hand = 0, self.options["hand"]
        verdict.discards = discards
        return verdict

    def accept_pass(self):
        """Let a seat pass."""
        self.passes += 1
        self.seat = 1 - self.seat

    def accept(self, verdict):
        """Let a turn happen; return whether the round goes on."""
        if verdict.took == "discard":
            self.pile.pop()
        else:
            self.stock -= 1
        self.pile += verdict.discards
        self.drawn = True
        self.seat = 1 - self.seat
        return self.stock > self.options["stock_floor"]
