"""A naive judge of gin turns: the opening, drawing, taking, putting back and discarding."""

from naive.turns import Verdict


class GinJudge:
    """Keeps the state of a round of gin as the players see it, and judges turns."""

    def __init__(self, options, dealer, upcard):
        self.options = options
        self.seat = 1 - dealer
        self.passes = 0
        self.drawn = False  # whether a card was drawn, which ends the opening
        self.pile = [upcard]
        self.stock = options["deck"] - 2 * options["hand"] - 1

    def offered(self):
        """Tell whether the seat on turn is offered the upcard, to take or pass."""
        return not self.drawn and self.passes < 2

    def refused_upcard(self):
        """Tell whether the seat that passed first must now draw from the stock."""
        return not self.drawn and self.passes == 2 and not self.options["upcard_after_passes"]

    def judge_pass(self, turn):
        """Return the codes that a `pass` breaks."""
        drawn = turn.draws > 0 or turn.taken is not None
        return {"pass_not_allowed"} if drawn or not self.offered() else set()

    def judge(self, turn):
        """Return the verdict on a turn that ends by a discard or `done`; its discards may have what it took."""
        verdict = Verdict()
        taken, discards = turn.taken, list(turn.discards)
        if taken in discards and self.refused_upcard():
            # Only in this case a taken card that is put back counts as not taken.
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
        self.passes += 1
        self.seat = 1 - self.seat

    def accept(self, verdict):
        """Accept a turn; return whether the round goes on."""
        if verdict.took == "discard":
            self.pile.pop()
        else:
            self.stock -= 1
        self.pile += verdict.discards
        self.drawn = True
        self.seat = 1 - self.seat
        return self.stock > self.options["stock_floor"]
