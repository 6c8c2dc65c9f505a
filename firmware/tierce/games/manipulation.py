"""Manipulation: players may rearrange all melds. RULES.md "manipulation", fine print 19 to 25."""

from tierce.cards import code, worth
from tierce.game import Game, breaks
from tierce.melds import BROKEN
from tierce.phases import COUNT, DEAL, ENDED, OVER, SHARED, TURN, by_state

LAST = "last_turns"  # a turn is open; the stock is used up, and each seat has one more turn
KNOCKED = "count_knock"  # hands are counted after a knock

ROWS = (
    # state  event       next   method
    (DEAL, "deal", TURN, "deal"),
    ((TURN, LAST), "done", None, "judge"),
    ((TURN, LAST), "knock", None, "judge_knock"),
    (TURN, "turn_ends", TURN, "next_turn"),
    (TURN, "stock_out", LAST, "begin_last_turns"),
    (LAST, "turn_ends", LAST, "next_last_turn"),
    (TURN, "knocks", KNOCKED, "await_hands"),
    ((TURN, LAST), "out", COUNT, "await_hands"),
    (LAST, "stock_out", COUNT, "await_hands"),
    ((COUNT, KNOCKED), "done", None, "count"),
    (KNOCKED, "knock_fails", TURN, "next_turn"),
    ((COUNT, KNOCKED), "all_counted", DEAL, "score_round"),
) + SHARED


class Manipulation(Game):
    """A match of manipulation. `last_turns`: turns left once the stock is used up, -1 before."""

    rows = ROWS
    tables = by_state(ROWS)
    phase_of = {LAST: TURN, KNOCKED: COUNT, ENDED: OVER}

    def __init__(self, rules: "Rules", seats: int, dealer: int) -> None:
        Game.__init__(self, rules, seats, dealer)
        self.won = [0] * seats  # rounds that each seat has won

    def begin_round(self) -> None:
        self.last_turns = -1
        self.knocker = -1

    def bound_in(self, zone: int) -> "dict[int, int]":
        # A joker is free while the card it stands for lies on a meld: RULES.md, fine print 19.
        layout = self.layout
        on_meld, stood = layout.on_meld, layout.bound
        bound = {}
        for joker in sorted(stood):
            if not on_meld(stood[joker]) and not on_meld(stood[joker] + 52):
                bound[joker] = stood[joker]
        if len(bound) == 1:
            # Of two that stood in one meld either is free.
            joker = min(bound)
            face = bound[joker]
            for other in sorted(stood):
                if other != joker and layout.was_at[other] == layout.was_at[joker]:
                    if self._changes(joker, face) and not self._changes(other, face):
                        bound = {other: face}
        return {joker: bound[joker] for joker in sorted(bound) if layout.at[joker] == zone}

    def _changes(self, joker: int, face: int) -> bool:
        """Tell whether a joker cannot stand for a face where it lies, or was declared another."""
        layout = self.layout
        zone = layout.at[joker]
        if not layout.on_meld(joker) or layout.said.get(joker, face) != face:
            return True
        return "joker_changed" in self.reading_of(zone, {joker: face}, layout.said)[BROKEN]

    def kind_of(self, old: int) -> "str | None":
        # Melds may be rearranged, so a joker keeps its face but not the kind of its meld.
        return None

    # --- a turn

    def makes_sense(self, button: str) -> bool:
        return button != "knock" or self.state != LAST

    def not_allowed(self, button: str) -> str:
        return "pass_manipulation"

    def judge_knock(self, seat: int) -> "str | None":
        """Judge a turn that ends with a knock."""
        return self.judge(seat, True)

    def judge(self, seat: int, knock: bool = False) -> "str | None":  # noqa: C901
        """Judge the turn of the active seat; accept or refuse it. Return the event that follows."""
        layout = self.layout
        broken = {}
        readings = {}
        added = []
        changed = False
        for zone in sorted(layout.touched):
            if zone < 1:
                continue
            now = layout.cards(zone)
            was = layout.start.get(zone, ())
            for card in was:
                if not layout.on_meld(card):
                    breaks(broken, "card_left_table", code(card))
            changed = changed or sorted(was) != sorted(now)
            added.extend([card for card in now if not layout.was_on_meld(card)])
            if now:
                reading, _ = self.read(zone)
                readings[zone] = reading
                self.note_zone(broken, zone, reading)

        most = min(self.rules["draws"], self.stock)
        draws = self.draws
        if draws > most:
            breaks(broken, "too_many_draws", draws, most)
        elif draws < (min(1, most) if added else most):
            if added or draws < 1:
                breaks(broken, "no_draw", draws, 1)
            else:
                broken["no_draw"] = ("no_draw_no_meld", draws, most)
        if added and draws >= self.rules["draws"]:
            breaks(broken, "third_draw_no_meld")
        if changed and not added:
            breaks(broken, "nothing_added")
        left = self.hands[seat] + max(0, draws) - len(added)
        if left < 0:
            breaks(broken, "too_many_cards", len(added), left + len(added))
        if not broken and knock and left and self.state == LAST:
            broken["knock_not_allowed"] = ("knock_last_turns",)
        if self.is_refused(seat, broken):
            return None

        took = "stock" if draws > 0 else "none"
        laid = worth(added, self.rules["ace_in_hand"], self.rules["joker_in_hand"])
        self.say_turn(took, laid, left)
        self.hands[seat] = left
        self.turns[seat] += 1
        self.stock = max(0, self.stock - max(0, draws))
        layout.settle(self.bindings(readings))
        self.how = "out"
        if left == 0:
            return "out"
        if knock:
            self.how = "knock"
            self.knocker = seat
            return "knocks"
        return "turn_ends"

    def next_turn(self, seat: int) -> "str | None":
        """Give the turn to the next seat; return "stock_out" if the stock is used up."""
        if self.stock <= 0:
            return "stock_out"
        self.begin_turn((self.active + 1) % self.seats)
        return None

    def begin_last_turns(self, seat: int) -> None:
        """The stock is used up: each seat has one more turn."""
        self.last_turns = self.seats
        self.begin_turn((self.active + 1) % self.seats)

    def next_last_turn(self, seat: int) -> "str | None":
        """Give the next seat its last turn; return "stock_out" after the last one."""
        self.last_turns -= 1
        if self.last_turns == 0:
            self.how = "stock_out"
            return "stock_out"
        self.begin_turn((seat + 1) % self.seats)
        return None

    # --- the end of a round

    def await_hands(self, seat: int) -> None:
        """Await the hands of all seats that hold cards."""
        self.begin_count([each for each in range(self.seats) if self.hands[each] > 0])

    def count(self, seat: int) -> "str | None":
        """Count the hand that a seat has laid down."""
        return self.counted(seat) if self.take_count(seat) else None

    def counted(self, seat: int) -> "str | None":
        limit = self.rules["knock_limit"]
        if seat == self.knocker and self.counts[seat] > limit:
            # The knock is void, and play goes on.
            points = self.counts[seat]
            self.refuse(seat, {"knock_too_high": ("knock_too_high", points, limit)})
            self.knocker = -1
            self.short = []
            return "knock_fails"
        return Game.counted(self, seat)

    def score_round(self, seat: int) -> "str | None":
        """Score the round: the lowest hand wins its differences to all other hands."""
        rules = self.rules
        how = self.how
        hands = [self.counts.get(each, 0) for each in range(self.seats)]
        lowest = min(hands)
        winners = [each for each in range(self.seats) if hands[each] == lowest]
        bonus = 0
        if how == "out":
            winners = [self.active]
            bonus = rules["out_bonus"]
        elif how == "knock" and winners != [self.knocker]:
            winners = [each for each in winners if each != self.knocker]
            how = "undercut"
            bonus = rules["undercut_bonus"]
        scores = [0] * self.seats
        self.won = self.won[:]
        for each in winners:
            scores[each] = sum(hands) - lowest * self.seats + bonus
            self.won[each] += 1
        return self.score(how, winners, scores)

    def end_match(self, seat: int) -> None:
        rules = self.rules
        self.bonuses = []
        for each in range(self.seats):
            met = self.totals[each] >= rules["target"]
            bonus = rules["match_bonus"] if met else rules["round_bonus"] * self.won[each]
            self.bonuses.append(bonus)
            self.totals[each] += bonus
        Game.end_match(self, seat)
