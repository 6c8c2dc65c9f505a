"""Manipulation: the table rearranged at will. RULES.md "manipulation", fine print 19 to 25."""

from tierce.cards import worth
from tierce.game import LASTING, TURN, Game


class Manipulation(Game):
    """A match of manipulation. `last_turns` counts down once the stock is used up."""

    has_discard = False
    lasting = LASTING + ("last_turns", "knocker", "won")

    def __init__(self, rules, seats, dealer, words):
        Game.__init__(self, rules, seats, dealer, words)
        self.won = [0] * seats  # rounds that each seat has won

    def begin_round(self):
        self.last_turns = -1
        self.knocker = -1

    def bound_in(self, zone):
        # A joker is free while a card of its rank and suit lies on the table: fine print 19.
        table = self.table
        bound = {}
        for card in table.cards(zone):
            face = table.bound.get(card)
            if face is not None and not table.on_meld(face) and not table.on_meld(face + 52):
                bound[card] = face
        return bound

    def kind_of(self, old):
        # The table may be rearranged at will: only the joker's card stays.
        return None

    # --- a turn

    def on_pass(self):
        self.refuse(self.active, {"pass_not_allowed": self.say("pass_manipulation")})

    def on_done(self):
        self.judge(False)

    def on_knock(self):
        self.judge(True)

    def judge(self, knock):
        """Judge the turn of the active seat; accept it, open the count where the round ends."""
        table, say = self.table, self.say
        seat = self.active
        broken = {}
        readings = {}
        added = []
        changed = False
        for zone in sorted(table.touched):
            if zone < 1:
                continue
            now = table.cards(zone)
            was = table.start.get(zone, ())
            for card in was:
                if not table.on_meld(card):
                    text = say("card_left_table", self.card_text(card))
                    broken.setdefault("card_left_table", text)
            changed = changed or sorted(was) != sorted(now)
            added.extend([card for card in now if not table.was_on_meld(card)])
            if now:
                reading, _ = self.read(zone)
                readings[zone] = reading
                self.note_zone(broken, zone, reading)

        most = min(self.rules["draws"], self.stock)
        draws = self.draws
        if draws > most:
            broken["too_many_draws"] = say("too_many_draws", draws, most)
        elif draws < (min(1, most) if added else most):
            if added or draws < 1:
                broken["no_draw"] = say("no_draw", draws, 1)
            else:
                broken["no_draw"] = say("no_draw_no_meld", draws, most)
        if added and draws >= self.rules["draws"]:
            broken["third_draw_no_meld"] = say("third_draw_no_meld")
        if changed and not added:
            broken["nothing_added"] = say("nothing_added")
        left = self.hands[seat] + max(0, draws) - len(added)
        if left < 0:
            broken["too_many_cards"] = say("too_many_cards", len(added), left + len(added))
        if not broken and knock and left and self.last_turns >= 0:
            broken["knock_not_allowed"] = say("knock_last_turns")
        if broken:
            self.refuse(seat, broken)
            return

        took = "stock" if draws > 0 else "none"
        laid = worth(added, self.rules["ace_in_hand"], self.rules["joker_in_hand"])
        self.say_turn(took, laid, left)
        self.hands[seat] = left
        self.turns[seat] += 1
        self.stock -= max(0, draws)
        table.settle(self.bindings(readings))
        if left == 0:
            self.end_round("out")
        elif knock:
            self.knocker = seat
            self.end_round("knock")
        else:
            self.end_turn()

    def end_turn(self):
        """Give the turn to the next seat; each has one more when the stock is used up."""
        if self.last_turns > 0:
            self.last_turns -= 1
        elif self.stock <= 0:
            self.last_turns = self.seats
        if self.last_turns == 0:
            self.end_round("stock_out")
        else:
            self.phase = TURN
            self.begin_turn((self.active + 1) % self.seats)

    # --- the end of a round

    def end_round(self, how):
        """Await the hands of all seats that hold cards."""
        self.how = how
        self.begin_count([seat for seat in range(self.seats) if self.hands[seat] > 0])

    def on_counted(self, seat):
        if not self.take_count(seat):
            return
        limit = self.rules["knock_limit"]
        if seat == self.knocker and self.counts[seat] > limit:
            points = self.counts[seat]
            self.refuse(seat, {"knock_too_high": self.say("knock_too_high", points, limit)})
            self.knocker = -1
            self.short = []
            self.end_turn()
        elif self.all_counted():
            self.score_round()

    def score_round(self):
        """Score the round: the lowest hand wins the differences to all others."""
        rules = self.rules
        how = self.how
        hands = [self.counts.get(seat, 0) for seat in range(self.seats)]
        lowest = min(hands)
        winners = [seat for seat in range(self.seats) if hands[seat] == lowest]
        bonus = 0
        if how == "out":
            winners = [self.active]
            bonus = rules["out_bonus"]
        elif how == "knock" and winners != [self.knocker]:
            winners = [seat for seat in winners if seat != self.knocker]
            how = "undercut"
            bonus = rules["undercut_bonus"]
        scores = [0] * self.seats
        for seat in winners:
            scores[seat] = sum(hands) - lowest * self.seats + bonus
            self.won[seat] += 1
        self.score(how, winners, scores)

    def end_match(self):
        rules = self.rules
        for seat in range(self.seats):
            if self.totals[seat] >= rules["target"]:
                self.totals[seat] += rules["match_bonus"]
            else:
                self.totals[seat] += rules["round_bonus"] * self.won[seat]
        Game.end_match(self)
