"""Gin Rami: the opening, knocking, the lay-down. RULES.md "gin" and its fine print 13 to 18."""

from tierce.arrange import gin
from tierce.cards import worth
from tierce.game import COUNT, LASTING, TURN, Game
from tierce.melds import BROKEN
from tierce.table import zone_name

# A hand of more cards than this is not arranged: what lies beyond counts as deadwood. No lawful
# lay-down has more than 11; a table that counted wrongly twice is played on with what it read.
_ARRANGED = 14


class Gin(Game):
    """A match of gin.

    `opening` is 0 and 1 while the upcard is offered to one seat and the other, 2 in the turn after
    both have passed, 3 from then on. `laid_down` gives the knocker's cards by meld zone, once his
    lay-down stands; `put_down` is how many cards that lay-down has.
    """

    has_melds = False
    lasting = LASTING + ("opening", "big")

    def begin_round(self):
        self.opening = 0
        self.big = False

    def begin_turn(self, seat):
        Game.begin_turn(self, seat)
        self.knocking = False
        self.knocker = -1
        self.laid_down = {}

    def put_back(self, card):
        # Only the upcard that nobody wanted may be put back: fine print 13.
        if self.upcard_is_over():
            return Game.put_back(self, card)
        self.discards.append(card)
        return True

    # --- a turn

    def upcard_is_over(self):
        """Tell whether both have passed, and the upcard is not to be had any more."""
        return self.opening == 2 and not self.rules["upcard_after_passes"]

    def on_knock(self):
        self.knocking = True

    def on_pass(self):
        drawn = self.taken >= 0 or self.draws > 0
        if self.opening > 1 or drawn:
            text = self.say("pass_after_drawing" if drawn else "pass_not_allowed")
            self.refuse(self.active, {"pass_not_allowed": text})
            return
        self.say_turn("none", 0, self.hands[self.active])
        self.turns[self.active] += 1
        self.opening += 1
        self.table.settle({})
        self.begin_turn(1 - self.active)

    def on_discarded(self):
        self.judge()

    def on_done(self):
        self.judge()

    def judge(self):
        """Judge the turn: drawn, discarded, knocked. Nothing is laid before the end."""
        say = self.say
        seat = self.active
        broken = {}
        taken = self.taken >= 0
        drawn = self.draws + taken
        if drawn > 1:
            broken["too_many_draws"] = say("too_many_draws", drawn, 1)
        if taken and self.upcard_is_over():
            broken["must_draw_stock"] = say("upcard_passed")
        if len(self.discards) > 1:
            broken["too_many_cards"] = say("two_discards", len(self.discards))
        if taken and self.taken in self.discards and not self.rules["discard_taken_card"]:
            broken["return_same_card"] = say("return_same_card", self.card_text(self.taken))
        if self.opening < 2 and not taken and (self.discards or self.knocking):
            broken["no_draw"] = say("upcard_or_pass")
        if not self.discards and not self.knocking:
            broken["no_discard"] = say("no_discard", self.hands[seat] + 1)
        if broken:
            self.refuse(seat, broken)
            return
        if not self.discards:
            self.judge_big_gin()
            return
        self.say_turn("discard" if taken else "stock", 0, self.hands[seat])
        self.turns[seat] += 1
        if taken:
            self.pile.pop()
        else:
            self.stock -= 1
        self.pile.extend(self.discards)
        self.opening = 3
        self.table.settle({})
        if self.knocking:
            self.knocker = seat
            self.begin_count([seat])
        else:
            self.end_turn()

    def end_turn(self):
        """Give the turn to the other seat, unless the stock has come down to its floor."""
        if self.stock <= self.rules["stock_floor"]:
            self.void()
        else:
            self.phase = TURN
            self.begin_turn(1 - self.active)

    # --- the lay-down

    def on_counted(self, seat):
        if seat == self.knocker:
            self.judge_knocker()
        else:
            self.judge_opponent()

    def own(self, seat):
        """Return (zones, cards): the seat's own meld zones, and all cards that it has put down."""
        zones = [zone for zone in self.table.melds() if zone not in self.laid_down]
        cards = list(self.table.cards(-1 - seat))
        for zone in zones:
            cards.extend(self.table.cards(zone))
        return zones, cards

    def judge_melds(self, broken, zones):
        """Note the clauses that the melds on some zones break."""
        for zone in zones:
            if self.table.cards(zone):
                reading, _ = self.read(zone)
                self.note_zone(broken, zone, reading)

    def hand_of(self, seat):
        """Return (arranged, rest): the cards of a seat zone, and the value of those too many."""
        cards = self.table.cards(-1 - seat)
        return list(cards[:_ARRANGED]), worth(cards[_ARRANGED:], 1, 0)

    def lay_down(self, seat, expected):
        """Judge what the knocker has put down: the number of cards, then his melds.

        Returns (zones, hand, deadwood), or None where it does not stand yet (fine print 16).
        """
        zones, cards = self.own(seat)
        if not self.number_stands(seat, expected, len(cards)):
            return None
        self.put_down = len(cards)
        broken = {}
        self.judge_melds(broken, zones)
        if broken:
            self.refuse(seat, broken)
            return None
        hand, rest = self.hand_of(seat)
        return zones, hand, gin.least(hand)[0] + rest

    def judge_big_gin(self):
        """Judge `done` after `knock` without a discard: eleven cards in melds, or no big gin."""
        seat = self.active
        down = self.lay_down(seat, self.hands[seat] + 1)
        if down is None:
            return
        if down[2]:
            self.refuse(seat, {"no_discard": self.say("no_big_gin", down[2])})
            return
        self.say_turn("discard" if self.taken >= 0 else "stock", 0, self.hands[seat] + 1)
        self.big = True
        self.knocker = seat
        self.begin_count([seat])
        self.accept_knock(down)

    def judge_knocker(self):
        """Judge the knocker's lay-down; a knock that is too high is void and the play goes on."""
        down = self.lay_down(self.knocker, self.hands[self.knocker])
        if down is None:
            return
        limit = self.rules["knock_limit"]
        if down[2] > limit:
            text = self.say("knock_deadwood", down[2], limit)
            self.refuse(self.knocker, {"knock_too_high": text})
            self.table.settle({})
            self.end_turn()
            return
        self.accept_knock(down)

    def accept_knock(self, down):
        """The knock stands: the opponent lays down against it."""
        self.note_short(self.knocker, self.hands[self.knocker] + self.big, self.put_down)
        zones, self.knocker_hand, self.deadwood = down
        self.counts = {self.knocker: self.deadwood, 1 - self.knocker: None}
        for zone in zones:
            self.laid_down[zone] = list(self.table.cards(zone))

    def judge_opponent(self):
        """Judge the opponent's lay-down and score the round."""
        seat = 1 - self.knocker
        table = self.table
        zones, cards = self.own(seat)
        broken = {}
        added = []
        for zone in sorted(self.laid_down):
            for card in self.laid_down[zone]:
                if table.at[card] != zone:
                    text = self.say("meld_broken", self.zone_text(zone), self.card_text(card))
                    broken.setdefault("meld_broken", text)
            for card in table.cards(zone):
                if card not in self.laid_down[zone]:
                    added.append(card)
        if not self.number_stands(seat, self.hands[seat], len(cards) + len(added)):
            return
        no_deadwood = self.deadwood == 0
        laid_down = sorted(self.laid_down)
        self.judge_melds(broken, zones if no_deadwood else sorted(zones + laid_down))
        if broken:
            self.refuse(seat, broken)
            return
        self.note_short(seat, self.hands[seat], len(cards) + len(added))
        hand, rest = self.hand_of(seat)
        if no_deadwood:
            against = gin.least(hand)[0] + worth(added, 1, 0)
        else:
            fixed = [list(table.cards(zone)) for zone in laid_down]
            against = gin.worst_for(hand, self.knocker_hand, fixed)[0]
        self.score_round(against + rest)

    def question(self, seat):
        asked = Game.question(self, seat)
        if seat == self.active and not self.rules["discard_taken_card"]:
            asked.barred = self.taken
        against = self.phase == COUNT and seat == 1 - self.knocker and self.awaited(seat)
        if against and self.deadwood:
            # The knock stands: what can be laid off counts too, beside what lies there by now.
            zones = sorted(self.laid_down)
            fixed = []
            for zone in zones:
                broken = self.read(zone)[0][BROKEN]
                fixed.append(self.laid_down[zone] if broken else list(self.table.cards(zone)))
            arranged = gin.worst_for(asked.hand, self.knocker_hand, fixed)[1]
            asked.table = fixed + arranged
            zones.extend([-1 - self.knocker] * len(arranged))
            asked.zones = [zone_name(zone) for zone in zones]
        return asked

    def score_round(self, against):
        """Score the round: the opponent's deadwood against the knocker's."""
        rules = self.rules
        knocker = winner = self.knocker
        points = against - self.deadwood
        if self.big:
            how, points = "big_gin", against + rules["big_gin_bonus"]
        elif self.deadwood == 0:
            how, points = "gin", against + rules["gin_bonus"]
        elif points > 0 or (points == 0 and not rules["tie_undercuts"]):
            how = "knock"
        else:
            how, points = "undercut", rules["undercut_bonus"] - points
            winner = 1 - knocker
        scores = [0, 0]
        scores[winner] = points
        tie = how == "knock" and points == 0
        self.score(how, [] if tie else [winner], scores)
