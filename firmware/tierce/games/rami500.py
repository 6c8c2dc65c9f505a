"""Rami 500: each seat scores what it lays, less what is left in its hand.

RULES.md "rami500" and its fine print. A turn may take the discard pile from any card upwards. Once
the stock is used up a turn takes from the pile or passes, and a pass ends the round.
"""

from tierce import melds
from tierce.game import Game
from tierce.games.laying import Laying
from tierce.phases import COUNT, DEAL, SHARED, TURN, by_state
from tierce.zones import DISCARD

ROWS = (
    # state  event       next   method
    (DEAL, "deal", TURN, "deal"),
    (TURN, "discard", None, "judge"),
    (TURN, "done", None, "judge"),
    (TURN, "pass", None, "judge_pass"),
    (TURN, "turn_ends", TURN, "next_turn"),
    (TURN, "stock_out", COUNT, "count_all"),
    (TURN, "out", COUNT, "go_out"),
    (COUNT, "done", None, "count"),
    (COUNT, "all_counted", DEAL, "score_round"),
) + SHARED


class Rami500(Laying):
    """A match of Rami 500. `taken` is the deepest card that the open turn has taken."""

    rows = ROWS
    tables = by_state(ROWS)
    shuffles = False
    covered = "not_all_above"

    def begin_round(self) -> None:
        Laying.begin_round(self)
        self.points_laid = [0] * self.seats  # what each seat has laid in this round

    # --- the discard pile

    def depth(self) -> int:
        """Return the place in the pile of the deepest card taken; the pile's size if none is."""
        return self.pile.index(self.taken) if self.taken in self.pile else len(self.pile)  # pyright: ignore

    def is_taken(self, card: int) -> bool:
        # Whatever lay above the deepest card taken was taken with it.
        pile = self.pile
        return self.taken >= 0 and card in pile and pile.index(card) >= self.depth()

    def all_taken(self) -> "list[int]":
        return self.pile[self.depth() :]

    def under(self) -> "list[int]":
        return self.pile[: min(self.depth(), len(self.pile) - 1)]

    def put_back(self, card: int) -> bool:
        self.find_taken()
        return False

    def find_taken(self) -> None:
        """Find the deepest card taken: the lowest that has left from under no card left lying.

        RULES.md, fine print 29: a card that nobody reads counts as lying there, unless it was
        lifted in this turn, or one beneath it was. After this turn's discard only laying takes.
        """
        pile = self.pile
        at, moved = self.layout.at, self.layout.moved
        before = self.depth()
        self.taken = -1
        for i in range(len(pile) - 1, -1, -1):
            card = pile[i]
            if at[card] != DISCARD:
                if i >= before or (self.layout.on_meld(card) if self.discards else card in moved):
                    self.taken = card
            elif i <= before and card not in self.discards:
                break
        # What lies in its old place again is not a discard of this turn.
        if self.discards:
            self.discards = [c for c in self.discards if c not in pile or self.is_taken(c)]

    def _left_discard(self, card: int) -> None:
        if card in self.discards:
            self.discards.remove(card)
        elif card in self.pile:
            self.find_taken()

    def _came_to_discard(self, card: int) -> bool:
        # A taken card that comes before the deepest is laid is probably put back with it.
        came = Laying._came_to_discard(self, card)
        return came and (card not in self.pile or self.layout.on_meld(self.taken))

    notes_all = True

    def _note_moved(self, card: int) -> None:
        Game._note_moved(self, card)
        # A card of the pile that is no longer read may appear elsewhere.
        if card in self.pile and self.layout.at[card] != DISCARD and self.phase == TURN:
            self.find_taken()

    # --- a turn

    def above(self) -> int:
        """Return how many cards lay above the deepest card taken."""
        return len(self.pile) - 1 - self.depth()

    def may_keep(self) -> bool:
        return self.rules["discard_to_hand"] and not self.above()

    def judge_draw(self, broken: "Broken", due: int) -> int:
        drawn = Laying.judge_draw(self, broken, due)
        if self.taken < 0:
            if self.stock > 0 or self.draws > 0:
                return drawn
            broken["no_draw"] = ("pile_or_pass",)
            return 0
        return drawn + self.above()

    def worth_laid(self, readings: "dict[int, Reading]", new: "list[int]") -> int:
        # Each card counts for the seat that puts it down, on whichever meld.
        worth = 0
        for zone in sorted(readings):
            old = [c for c in self.layout.cards(zone) if self.layout.was_on_meld(c)]
            worth += melds.points(readings[zone], self.form, old)
        return worth

    def accept(self, drawn: int, readings: "dict[int, Reading]", worth: int, left: int) -> str:
        seat = self.active
        event = Laying.accept(self, drawn, readings, worth, left)
        # Whoever lays off has laid, too.
        if worth:
            self.points_laid = self.points_laid[:]
            self.points_laid[seat] += worth
            self.has_laid = self.marked(self.has_laid, seat)
        return event

    # --- the stock is used up

    def is_opening(self) -> bool:
        return self.stock == 0

    def makes_sense(self, button: str) -> bool:
        if button != "pass":
            return True
        layout = self.layout
        laid = [c for c in sorted(layout.moved) if layout.on_meld(c) and not layout.was_on_meld(c)]
        return self.stock == 0 and not (self.has_drawn() or self.discards or laid)

    def judge_pass(self, seat: int) -> "str | None":
        """A seat takes no card of the pile, and the stock is used up: the round is over."""
        if not self.makes_sense("pass"):
            self.refuse_button("pass")
            return None
        self.say_turn("none", 0, self.hands[seat])
        self.layout.settle(self.bindings({}))
        return "stock_out"

    def not_allowed(self, button: str) -> str:
        return "pass_too_early" if button == "pass" else Game.not_allowed(self, button)

    # --- the end of a round

    def count_all(self, seat: int) -> None:
        """All hands are counted."""
        self.how = "stock_out"
        self.begin_count(range(self.seats))

    def score_round(self, seat: int) -> "str | None":
        """Score the round: what each seat has laid, less what is left in its hand."""
        scores = []
        for each in range(self.seats):
            scores.append(self.points_laid[each] - self.counts.get(each, 0))
        best = max(scores)
        winners = [each for each in range(self.seats) if scores[each] == best]
        return self.score(self.how, winners, scores)
