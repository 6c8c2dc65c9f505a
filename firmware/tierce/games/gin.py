"""Gin Rami: the opening, knocking, the lay-down. RULES.md "gin" and its fine print 13 to 18.

What goes beyond the round is in gin_sheet.
"""

from tierce import gin_sheet
from tierce.cards import code, worth
from tierce.game import Game, breaks
from tierce.phases import COUNT, DEAL, ENDED, OVER, SHARED, TURN, by_state
from tierce.zones import zone_name

# Most cards of a hand that are arranged; further cards count as deadwood. A legal lay-down has at
# most 11 cards, but a wrong number is accepted once it was read twice.
_ARRANGED = 14


# States with an open turn: the upcard is offered to the first seat; to the other seat; both have
# passed; any later turn (TURN). Then the same states after `knock` was pressed.
OFFER = "upcard"
AGAIN = "upcard_again"
PASSED = "both_passed"
OFFER_KNOCK = "upcard_knock"
AGAIN_KNOCK = "upcard_again_knock"
PASSED_KNOCK = "both_passed_knock"
KNOCK = "turn_knock"
_OFFERED = (OFFER, AGAIN, OFFER_KNOCK, AGAIN_KNOCK)
_PLAIN = (OFFER, AGAIN, PASSED, TURN)
_KNOCKING = (OFFER_KNOCK, AGAIN_KNOCK, PASSED_KNOCK, KNOCK)
_OPEN = _PLAIN + _KNOCKING
# States of the count: the knocker lays down; the opponent lays down, after a knock or a big gin.
LAY_DOWN = "lay_down"
AGAINST = "lay_down_against"
AGAINST_BIG = "lay_down_big_gin"

ROWS = (
    # state  event       next   method
    (DEAL, "deal", OFFER, "deal"),
    ((OFFER, OFFER_KNOCK, AGAIN, AGAIN_KNOCK), "pass", None, "judge_pass"),
    ((OFFER, OFFER_KNOCK), "passes", AGAIN, "next_turn"),
    ((AGAIN, AGAIN_KNOCK), "passes", PASSED, "next_turn"),
    (OFFER, "knock", OFFER_KNOCK, None),
    (AGAIN, "knock", AGAIN_KNOCK, None),
    (PASSED, "knock", PASSED_KNOCK, None),
    (TURN, "knock", KNOCK, None),
    (_KNOCKING, "knock", None, None),
    (_OPEN, "discard", None, "judge"),
    (_OPEN, "done", None, "judge"),
    (_PLAIN, "turn_ends", TURN, "end_turn"),
    (_KNOCKING, "turn_ends", LAY_DOWN, "await_knocker"),
    (_KNOCKING, "big_gin", AGAINST_BIG, "accept_knock"),
    (LAY_DOWN, "done", None, "judge_knocker"),
    (LAY_DOWN, "knock_stands", AGAINST, "accept_knock"),
    ((LAY_DOWN, AGAINST), "knock_fails", TURN, "end_turn"),
    (TURN, "stock_out", DEAL, "void"),
    ((AGAINST, AGAINST_BIG), "done", None, "judge_opponent"),
    (AGAINST, "all_counted", DEAL, "score_round"),
    (AGAINST_BIG, "all_counted", DEAL, "score_big_gin"),
) + SHARED

_PHASE_OF = {LAY_DOWN: COUNT, AGAINST: COUNT, AGAINST_BIG: COUNT, ENDED: OVER}
for _state in _OPEN:
    _PHASE_OF[_state] = TURN


def least(hand: "Sequence[int]") -> int:
    """Return the least deadwood of a hand."""
    # Needed only where hands are counted, so a board can unload it.
    from tierce.arrange import gin

    return gin.least(hand)[0]


class Gin(Game):
    """A match of gin.

    `won` are the rounds won, as boxes of the columns, and `columns` the points; they are flat lists
    (gin_sheet). `columns` is empty without Hollywood. Once the knocker's lay-down is accepted,
    `laid_down` gives meld zone -> the knocker's cards, `put_down` is the number of cards in the
    lay-down, and `is_gin` tells whether it is gin or big gin.
    """

    rows = ROWS
    tables = by_state(ROWS)
    phase_of = _PHASE_OF
    is_gin = False
    upcard = -1  # the card turned up in this round, -1 if none was read

    def __init__(self, rules: "Rules", seats: int, dealer: int) -> None:
        Game.__init__(self, rules, seats, dealer)
        self.columns = [0] * 6 if rules["hollywood"] else []
        self.won = [0] * (len(self.columns) or 2)

    def begin_round(self) -> None:
        self.upcard = self.pile[-1] if self.pile else -1

    def turn_up(self, card: int) -> None:
        Game.turn_up(self, card)
        self.upcard = card

    @property
    def limit(self) -> int:
        """The most deadwood of a knock in this round."""
        return gin_sheet.limit(self.rules, self.upcard)

    def begin_turn(self, seat: int) -> None:
        Game.begin_turn(self, seat)
        self.knocker = -1
        self.laid_down = {}

    def makes_sense(self, button: str) -> bool:
        if self.is_opening() and not self.has_drawn():
            return button == "pass"
        # The discard ends a turn. `done` judges a refused turn again, or announces a big gin.
        if button == "done":
            return self.is_knocking() or bool(self.discards)
        return button == "knock"

    def not_allowed(self, button: str) -> str:
        return "pass_after_drawing" if self.has_drawn() else "pass_not_allowed"

    def is_opening(self) -> bool:
        return self.state in _OFFERED

    def is_knocking(self) -> bool:
        return self.state in _KNOCKING

    def put_back(self, card: int) -> bool:
        # Only the upcard that both seats have passed may be put back: RULES.md, fine print 13.
        if self.upcard_is_over():
            return Game.put_back(self, card)
        self.discards.append(card)
        return True

    # --- a turn

    def upcard_is_over(self) -> bool:
        return self.state in (PASSED, PASSED_KNOCK) and not self.rules["upcard_after_passes"]

    def judge_pass(self, seat: int) -> "str | None":
        """A seat passes the upcard, unless it has drawn already."""
        if self.has_drawn():
            self.refuse_button("pass")
            return None
        self.say_turn("none", 0, self.hands[seat])
        self.turns[seat] += 1
        self.layout.settle({})
        return "passes"

    def next_turn(self, seat: int) -> None:
        """Give the turn to the other seat."""
        self.begin_turn(1 - seat)

    def judge(self, seat: int) -> "str | None":
        """Judge the turn: draw, discard, knock. No melds are laid before the end of a round."""
        broken = {}
        knocking = self.is_knocking()
        taken = self.taken >= 0
        drawn = self.draws + taken
        if drawn > 1:
            breaks(broken, "too_many_draws", drawn, 1)
        if taken and self.upcard_is_over():
            broken["must_draw_stock"] = ("upcard_passed",)
        if len(self.discards) > 1:
            broken["too_many_cards"] = ("two_discards", len(self.discards))
        if taken and self.taken in self.discards and not self.rules["discard_taken_card"]:
            breaks(broken, "return_same_card", code(self.taken))
        if self.is_opening() and not taken and (self.discards or knocking):
            broken["no_draw"] = ("upcard_or_pass",)
        if not self.discards and not knocking:
            breaks(broken, "no_discard", self.hands[seat] + 1)
        if not self.discards and self.probed is None and self.is_waived(broken):
            return self.judge_big_gin(seat, broken)
        if self.is_refused(seat, broken):
            return None
        self.say_turn("discard" if taken else "stock", 0, self.hands[seat])
        self.turns[seat] += 1
        from_stock = self.draws
        if taken:
            self.pile.pop()
        else:
            from_stock = max(1, from_stock)
        self.stock = max(0, self.stock - max(0, from_stock))
        self.pile.extend(self.discards)
        self.layout.settle({})
        return "turn_ends"

    def await_knocker(self, seat: int) -> None:
        """The turn is accepted; the knock is judged when the knocker has laid down."""
        self.knocker = seat
        self.begin_count([seat])

    def end_turn(self, seat: int) -> "str | None":
        """Give the turn to the other seat; return "stock_out" if the stock is at its floor."""
        if self.stock <= self.rules["stock_floor"]:
            return "stock_out"
        self.begin_turn(1 - self.active)
        return None

    # --- the lay-down

    def own(self, seat: int) -> "tuple[list[int], list[int]]":
        """Return (zones, cards): the seat's own meld zones; all cards there and on its seat zone.

        All melds count as its own, except the knocker's accepted ones.
        """
        zones = [zone for zone in self.layout.melds() if zone not in self.laid_down]
        cards = list(self.layout.cards(-1 - seat))
        for zone in zones:
            cards.extend(self.layout.cards(zone))
        return zones, cards

    def judge_melds(self, broken: "Broken", zones: "Sequence[int]") -> None:
        """Add the clauses that the melds on some zones break to `broken`."""
        for zone in zones:
            if self.layout.cards(zone):
                reading, _ = self.read(zone)
                self.note_zone(broken, zone, reading)

    def hand_of(self, seat: int) -> "tuple[list[int], int]":
        """Return (cards, rest): the cards to arrange, and the value of those beyond _ARRANGED."""
        cards = self.layout.cards(-1 - seat)
        return list(cards[:_ARRANGED]), worth(cards[_ARRANGED:], 1, 0)

    def lay_down(self, seat: int, expected: int, waived: "Broken") -> "tuple[int, list[int], int] | None":
        """Judge the knocker's lay-down: the number of cards, then the melds.

        `waived` are the clauses of that turn that the players waive. Returns (number of cards, hand,
        deadwood), or None if it is not accepted. RULES.md, fine print 16.
        """
        zones, cards = self.own(seat)
        if not self.number_stands(seat, expected, len(cards)):
            return None
        broken = dict(waived)
        self.judge_melds(broken, zones)
        if len(broken) > len(waived):
            self.refuse(seat, broken)
            return None
        hand, rest = self.hand_of(seat)
        return len(cards), hand, least(hand) + rest

    def judge_big_gin(self, seat: int, waived: "Broken") -> "str | None":
        """Judge `done` after `knock` without a discard: a big gin if all 11 cards are in melds."""
        down = self.lay_down(seat, self.hands[seat] + 1, waived)
        if down is None:
            return None
        if down[2]:
            waived["no_discard"] = ("no_big_gin", down[2])
        if self.is_refused(seat, waived):
            return None
        self.put_down, self.knocker_hand, self.deadwood = down
        self.is_gin = True
        self.say_turn("discard" if self.taken >= 0 else "stock", 0, self.hands[seat] + 1)
        self.knocker = seat
        self.begin_count([seat])
        return "big_gin"

    def judge_knocker(self, seat: int) -> "str | None":
        """Judge the knocker's lay-down."""
        down = self.lay_down(seat, self.hands[seat], {})
        if down is None:
            return None
        self.put_down, self.knocker_hand, deadwood = down
        self.is_gin = deadwood == 0
        return self.judge_knock(seat, deadwood)

    def judge_knock(self, seat: int, deadwood: int) -> str:
        """Judge a knock by its deadwood. One that is too high is void, and play goes on."""
        limit = self.limit
        if deadwood > limit:
            self.refuse(seat, {"knock_too_high": ("knock_deadwood", deadwood, limit)})
            self.layout.settle({})
            self.short = []
            return "knock_fails"
        self.deadwood = deadwood
        return "knock_stands"

    def had_big_gin(self) -> bool:
        """Tell whether the opponent lays down after a big gin."""
        return self.state == AGAINST_BIG

    def knocker_counts(self, seat: int, deadwood: int) -> "str | None":
        """Judge the knock by the deadwood that the players say. LOG.md, fine print 38."""
        event = self.judge_knock(seat, deadwood)
        self.is_gin = False
        if self.state == LAY_DOWN:
            self.put_down = self.hands[seat]
            self.knocker_hand = self.hand_of(seat)[0]
        elif event == "knock_stands":
            return None  # it stood before
        return event

    def accept_knock(self, seat: int) -> None:
        """The knock is accepted: now the opponent's lay-down is awaited."""
        self.note_short(seat, self.hands[seat] + self.had_big_gin(), self.put_down)
        self.counts = {seat: self.deadwood, 1 - seat: None}
        for zone in self.own(seat)[0]:
            self.laid_down[zone] = list(self.layout.cards(zone))

    def judge_opponent(self, seat: int) -> "str | None":
        """Judge the opponent's lay-down."""
        layout = self.layout
        zones, cards = self.own(seat)
        broken = {}
        added = []
        for zone in sorted(self.laid_down):
            for card in self.laid_down[zone]:
                if layout.at[card] != zone:
                    breaks(broken, "meld_broken", zone_name(zone), code(card))
            for card in layout.cards(zone):
                if card not in self.laid_down[zone]:
                    added.append(card)
        if not self.number_stands(seat, self.hands[seat], len(cards) + len(added)):
            return None
        laid_down = sorted(self.laid_down)
        self.judge_melds(broken, zones if self.is_gin else sorted(zones + laid_down))
        if broken:
            self.refuse(seat, broken)
            return None
        self.note_short(seat, self.hands[seat], len(cards) + len(added))
        hand, rest = self.hand_of(seat)
        if self.is_gin:
            against = least(hand) + worth(added, 1, 0)
        else:
            fixed = [list(layout.cards(zone)) for zone in laid_down]
            from tierce.arrange.gin import worst_for

            against = worst_for(hand, self.knocker_hand, fixed)[0]
        self.counts[seat] = against + rest
        return "all_counted"

    def score_big_gin(self, seat: int) -> "str | None":
        """Score a round that ended with a big gin."""
        points = self.counts[seat] + self.rules["big_gin_bonus"]
        return self.score_for(self.knocker, "big_gin", points)

    def score_round(self, seat: int) -> "str | None":
        """Score a round that ended with a knock: the opponent's deadwood less the knocker's."""
        rules = self.rules
        against = self.counts[seat]
        points = against - self.deadwood
        if self.is_gin:
            return self.score_for(self.knocker, "gin", against + rules["gin_bonus"])
        if points > 0 or (points == 0 and not rules["tie_undercuts"]):
            return self.score_for(self.knocker if points else -1, "knock", points)
        return self.score_for(seat, "undercut", rules["undercut_bonus"] - points)

    def score_for(self, winner: int, how: str, points: int) -> "str | None":
        """Score the round for one seat, or for no seat (-1) if both have equal deadwood."""
        points *= gin_sheet.factor(self.rules, self.upcard)
        scores = [points if seat == winner else 0 for seat in (0, 1)]
        if winner < 0:
            return self.score(how, [], scores)
        won, columns = self.won, self.columns = self.won[:], self.columns[:]
        if not columns:
            won[winner] += 1
            return self.score(how, [winner], scores)
        entries = gin_sheet.entries(self.rules, columns, won, winner)
        for at in entries:
            columns[at] += points
            won[at] += 1
        # `score` adds the points once more.
        self.totals = self.totals[:]
        self.totals[winner] += (len(entries) - 1) * points
        return self.score(how, [winner], scores)

    def end_round(self, how: str, winners: "list[int]", scores: "list[int]") -> None:
        Game.end_round(self, how, winners, scores)
        if self.columns:
            self.out[-1] = self.out[-1][:8] + (self.short, self.pairs())

    def pairs(self) -> "list[list[int]]":
        """Return the columns as an outcome has them."""
        return gin_sheet.pairs(self.columns)

    # --- the match

    def at_target(self) -> bool:
        columns = self.columns
        if not columns:
            return Game.at_target(self)
        for at in range(0, len(columns), 2):
            if not gin_sheet.is_closed(self.rules, columns, at):
                return False
        return True

    def open_column(self) -> int:
        """Return where the first open column begins, or the last one if all are closed."""
        at = 0
        while at < 4 and gin_sheet.is_closed(self.rules, self.columns, at):
            at += 2
        return at

    def end_match(self, seat: int) -> None:
        self.bonuses = gin_sheet.bonuses(self.rules, self.columns or self.totals, self.won)
        for each in (0, 1):
            self.totals[each] += self.bonuses[each]
        Game.end_match(self, seat)
