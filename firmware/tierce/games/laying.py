"""The laying games: Rami 51 and its relatives.

RULES.md "What all the laying games share", its fine print 1 to 12, and the section of each game.
The games differ only by their presets.
"""

from tierce import melds
from tierce.cards import JOKER, code, codes
from tierce.game import SWEPT, Game, breaks
from tierce.phases import COUNT, DEAL, SHARED, TURN, by_state
from tierce.zones import DISCARD, zone_name

ROWS = (
    # state  event       next   method
    (DEAL, "deal", TURN, "deal"),
    (TURN, "discard", None, "judge"),
    (TURN, "done", None, "judge"),
    (TURN, "turn_ends", TURN, "next_turn"),
    (TURN, "stock_out", DEAL, "void"),
    (TURN, "out", COUNT, "go_out"),
    (COUNT, "done", None, "count"),
    (COUNT, "all_counted", DEAL, "score_round"),
) + SHARED

# With one of these waived, going out is not a rami sec.
_ABOUT_LAYING = """
first_round_no_lay
lay_off_before_laying
joker_before_laying
first_lay_pure_run
first_lay_points
"""


class Laying(Game):
    """A match of a laying game."""

    rows = ROWS
    tables = by_state(ROWS)
    shuffles = True  # whether the pile becomes the stock once that is used up
    covered = "not_top_discard"  # the case of its refusal

    def begin_round(self) -> None:
        self.has_laid = [False] * self.seats
        self.on_table = [False] * self.seats  # whether each seat has laid or laid off a card

    # --- melds as they lay when the turn began

    def moved(self) -> "dict[int, int]":
        # RULES.md, fine print 1. If two melds now lie on one zone, neither counts as moved.
        layout = self.layout
        at = layout.at
        moved = {}
        if not layout.shifted:
            return moved
        start = layout.start
        for old in layout.touched:
            if old not in start:
                continue
            cards = start[old]
            zones = []
            for card in cards:
                zone = at[card]
                if zone > 0 and zone not in start and zone not in zones:
                    zones.append(zone)
            for zone in zones:
                gone = [card for card in cards if at[card] != zone]
                if gone and (min(gone) < JOKER or not self.swaps(old)):
                    continue
                if not gone or not self.exchange(old, zone)[1]:
                    moved[zone] = 0 if zone in moved else old
        return moved

    def swaps(self, old: int) -> bool:
        """Tell whether jokers may be taken from the meld that lay in zone `old`."""
        return self.rules["joker_swap"]

    def bound_in(self, zone: int) -> "dict[int, int]":
        # Jokers of one meld are alike: one that stays may stand for the card of one that left.
        bound = Game.bound_in(self, zone)
        if bound:
            old = self.origin(zone)
            for card in self.layout.start[old]:
                if card >= JOKER and self.layout.at[card] != zone:
                    bound.update(self.exchange(old, zone)[2])
                    break
        return bound

    def free_where_they_lie(self, zone: int, bound: "Mapping[int, int]") -> "list[int]":
        # RULES.md, "the same one further along": the joker's card came, the joker stays in the run.
        layout = self.layout
        old = self.origin(zone)
        if not self.rules["joker_swap"] or self.kind_of(old) != "run" or self.exchange(old, zone)[1]:
            return []
        came = [c % 52 for c in layout.cards(zone) if layout.was_at[c] != old and c < JOKER]
        return [joker for joker in sorted(bound) if bound[joker] in came]

    def exchange(self, old: int, zone: int, freed: int = 0) -> "tuple[list[int], list[int], dict[int, int]]":
        """Judge what came for the jokers of the meld that lay in `old` and lies in `zone` now.

        Returns the cards that replace those that left and `freed` others; if too few came, the
        faces that would do; and the new faces of jokers that stay: RULES.md, fine print 3 and 4.
        """
        layout = self.layout
        was = layout.start[old]
        bound = layout.bound
        jokers = sorted([card for card in was if card >= JOKER])
        left = [joker for joker in jokers if layout.at[joker] != zone] if self.swaps(old) else []
        stay = [joker for joker in jokers if joker not in left]
        naturals = [card for card in layout.cards(zone) if card < JOKER]
        due = most = len(left) + freed
        wanted = [bound[joker] for joker in left + stay]
        short = False
        is_set = self.kind_of(old) == "set"
        if is_set:
            rank = min(was) % 13
            there = [card % 52 for card in was if card < JOKER]
            # Where no suit lacks, a second card of any will do.
            wanted = [face for face in range(rank, 52, 13) if face not in there]
            if not wanted:
                wanted = [face for face in range(rank, 52, 13) if there.count(face) < 2]
            elif left and not stay and self.rules["joker_swap_set"] == "all":
                # The last joker goes only if all four suits lie there.
                due = len(wanted)
                most = len(naturals)
                faces = sorted([card % 52 for card in naturals])
                short = faces != sorted(there + wanted) and not self.rules["same_suit_twice"]
        found = []
        lacking = []
        for face in wanted:
            card = [card for card in naturals if card % 52 == face and card not in was and card not in found]
            if card:
                found.append(card[0])
            else:
                lacking.append(face)
        short = short or len(found) < due
        if is_set:
            found.extend([card for card in naturals if card not in was and card not in found])
        if short:
            return found[:most] if is_set else found, lacking or wanted, {}
        stand = {}
        if left and not is_set:
            faces = [bound[joker] for joker in left if bound[joker] in lacking]
            for joker in stay:
                if faces and bound[joker] not in lacking:
                    stand[joker] = faces.pop(0)
        return found[:due], [], stand

    # --- a turn

    def judge(self, seat: int) -> "str | None":  # noqa: C901
        """Judge the turn by the cards on the table now; accept or refuse it.

        Returns the event that follows, or None.
        """
        layout, rules = self.layout, self.rules
        was_at = layout.was_at
        broken = {}
        opening = not rules["opening_draw"] and max(self.turns) == 0
        drawn = self.judge_draw(broken, 0 if opening else 1)

        readings = {}
        new = []  # zones of new melds
        lay_offs = []
        jokers = []  # jokers taken from their melds
        laid = 0  # number of cards laid from the hand
        for zone in sorted(layout.touched):
            if zone < 1:
                continue
            now = layout.cards(zone)
            for card in now:
                if was_at[card] < 1:
                    laid += 1
                    if card in self.pile and not self.is_taken(card):
                        broken.setdefault("not_top_discard", (self.covered, code(card)))
            if now:
                reading, freed = self.read(zone)
                readings[zone] = reading
                self.note_zone(broken, zone, reading)
            else:
                freed = []
            old = self.origin(zone)
            if old:
                lay_offs.extend(self.judge_old_meld(broken, old, zone, freed, jokers))
            elif now:
                new.append(zone)
        kept = 0
        for joker in jokers:
            kept += layout.at[joker] < 1
        if kept and not rules["joker_kept"]:
            breaks(broken, "joker_not_replayed")
            kept = 0
        left = self.hands[seat] + drawn + kept - laid - len(self.discards)
        how = "out"
        if new or lay_offs or jokers:
            how = self.judge_lay(broken, readings, new, lay_offs, jokers, left)
        if left < 0:
            down = laid + len(self.discards)
            breaks(broken, "too_many_cards", down, down + left)
        elif len(self.discards) > 1:
            broken["too_many_cards"] = ("two_discards", len(self.discards))
        if not self.discards:
            if left > 0:
                breaks(broken, "no_discard", left)
            elif left == 0 and rules["final_discard"] == "required":
                breaks(broken, "no_final_discard")
        if self.is_refused(seat, broken):
            return None
        worth = self.worth_laid(readings, new) if readings else 0
        self.how = how
        if broken and [clause for clause in _ABOUT_LAYING.split() if clause in broken]:
            self.how = "out"
        event = self.accept(drawn, readings, worth, left)
        if laid:
            self.on_table = self.marked(self.on_table, seat)
        # Whoever has laid off only has laid as well once the players have accepted it.
        if new or (laid and self.waives):
            self.has_laid = self.marked(self.has_laid, seat)
        return event

    def marked(self, seats: "Sequence[bool]", seat: int) -> "list[bool]":
        """Return a copy of `seats`, one for each, in which `seat` is True."""
        return [seats[each] or each == seat for each in range(self.seats)]

    def worth_laid(self, readings: "dict[int, Reading]", new: "list[int]") -> int:
        """Return the points laid in this turn: those of its new melds, on the zones `new`."""
        worth = 0
        for zone in new:
            worth += melds.points(readings[zone], self.form)
        return worth

    def may_keep(self) -> bool:
        """Tell whether what was taken from the discard may stay in hand."""
        may = self.rules["discard_to_hand"]
        return self.has_laid[self.active] if may == "after_laying" else may

    def judge_draw(self, broken: "Broken", due: int) -> int:
        """Judge the draw, of which `due` cards are allowed; return the number of cards drawn.

        RULES.md "A turn of the active seat", fine print 9 and 10.
        """
        rules = self.rules
        seat = self.active
        drawn = self.draws
        if self.taken >= 0:
            drawn += 1
            if self.turns[seat] == 0 and not rules["first_turn_discard"]:
                breaks(broken, "discard_first_round")
            if self.hands[seat] == 1 and rules["single_card_draws_stock"]:
                breaks(broken, "must_draw_stock")
            if not (self.may_keep() or self.layout.on_meld(self.taken)):
                breaks(broken, "discard_not_melded", code(self.taken))
        if drawn > due:
            breaks(broken, "too_many_draws", drawn, due)
        # Draws need not be recorded: without one, and without a taken discard, `due` are assumed.
        return drawn if drawn > 0 else due

    def judge_old_meld(
        self, broken: "Broken", old: int, zone: int, freed: "list[int]", jokers: "list[int]"
    ) -> "list[int]":
        """Judge a meld that lay in zone `old` and lies in `zone` now: RULES.md, fine print 1, 5, 7.

        `freed` are its jokers that were replaced without moving. Adds the jokers taken from it to
        `jokers`; returns the cards laid off on it.
        """
        layout = self.layout
        lay_offs = [card for card in layout.cards(zone) if layout.was_at[card] != old]
        lay_offs.extend(freed)
        taken = list(freed)
        for card in layout.start[old]:
            if layout.at[card] != zone:
                if card >= JOKER and self.swaps(old):
                    taken.append(card)
                else:
                    breaks(broken, "meld_broken", zone_name(zone), code(card))
        if taken:
            jokers.extend(taken)
            came, lacking, _ = self.exchange(old, zone, len(freed))
            lay_offs = [card for card in lay_offs if card not in came]
            if lacking:
                breaks(broken, "joker_wrong_card", zone_name(zone), codes(lacking))
        return lay_offs

    def judge_lay(
        self,
        broken: "Broken",
        readings: "dict[int, Reading]",
        new: "list[int]",
        lay_offs: "list[int]",
        jokers: "list[int]",
        left: int,
    ) -> str:
        """Judge whether the seat may put down the cards that it has put down.

        Returns how the round would end if it goes out now: "out" or "rami_sec". RULES.md "First
        lay", fine print 6 to 9.
        """
        rules = self.rules
        seat = self.active
        if self.has_laid[seat]:
            return "out"
        points = 0
        pure = False
        legal = bool(new)
        for zone in new:
            legal = legal and not readings[zone][melds.BROKEN]
            ways = self.ways_without(zone, readings[zone], jokers)
            points += max([0] + [melds.points(way, self.form) for way in ways])
            pure = pure or True in [melds.is_pure_run(way, rules["pure_run_beside_joker"]) for way in ways]
        pure = pure or not rules["first_lay_pure_run"]
        rami_sec = bool(new) and left == 0 and not self.on_table[seat]
        who = rules["rami_sec"]
        if who == "never" or (who == "nobody" and True in self.has_laid):
            rami_sec = False
        waives = rules["rami_sec_waives"] if rami_sec else "none"
        pure = pure or waives == "all"
        waived = waives != "none" and pure
        enough = waived or points >= rules["first_lay_points"]
        if not ((rami_sec and pure and enough) or rules["first_turn_lay"]) and self.turns[seat] == 0:
            breaks(broken, "first_round_no_lay")
            legal = False
        if new and not pure:
            breaks(broken, "first_lay_pure_run")
            legal = False
        if new and not enough:
            breaks(broken, "first_lay_points", points, rules["first_lay_points"])
            legal = False
        self.judge_lay_offs(broken, lay_offs, jokers, legal)
        return "rami_sec" if rami_sec else "out"

    def ways_without(self, zone: int, reading: "Reading", jokers: "list[int]") -> "list[Reading]":
        """Return the ways to read what a new meld, read as `reading`, adds to a first lay.

        It adds what is left without the jokers taken in this turn: RULES.md, fine print 6.
        """
        cards = self.layout.cards(zone)
        left = [card for card in cards if card not in jokers]
        ways = [reading]
        if len(left) < len(cards) and not reading[melds.BROKEN]:
            ways = [melds.read(left, {}, self.layout.said, self.form, kind) for kind in ("run", "set")]
        return [way for way in ways if not way[melds.BROKEN]]

    def judge_lay_offs(self, broken: "Broken", lay_offs: "list[int]", jokers: "list[int]", legal: bool) -> None:
        """Judge lay-offs and taken jokers of a seat that has not laid.

        `legal` tells whether its first lay in this turn is legal.
        """
        rules = self.rules
        if not (rules["lay_off_before_laying"] or (legal and rules["lay_off_with_first_lay"])):
            if lay_offs:
                breaks(broken, "lay_off_before_laying", codes(lay_offs))
            if jokers:
                breaks(broken, "joker_before_laying")

    def accept(self, drawn: int, readings: "dict[int, Reading]", worth: int, left: int) -> str:
        """Accept the turn: the table as it lies now is the start of the next turn.

        `drawn` are the cards drawn, a taken discard included, `worth` the points laid, `left` the
        cards in hand. Returns the event that follows.
        """
        seat = self.active
        taken = self.all_taken()
        from_stock = drawn - len(taken) if drawn > len(taken) else 0
        self.say_turn("discard" if taken else "stock" if drawn else "none", worth, left)
        self.hands[seat] = left
        self.turns[seat] += 1
        # A card that was let pass as `not_top_discard` leaves the pile.
        if taken or self.waives:
            at = self.layout.at
            self.pile = [card for card in self.pile if at[card] < 1 and card not in taken]
        self.pile.extend(self.discards)
        self.stock = self.stock - from_stock if self.stock > from_stock else 0
        used_up = self.shuffles and left > 0 and from_stock > 0 and self.stock == 0
        if used_up:
            self.reshuffle()
        self.layout.settle(self.bindings(readings))
        if left == 0:
            return "out"
        return "stock_out" if used_up and self.stock == 0 else "turn_ends"

    def next_turn(self, seat: int) -> None:
        """Give the turn to the next seat."""
        self.begin_turn(self.after(seat) if self.eliminated else (seat + 1) % self.seats)

    def under(self) -> "list[int]":
        """Return the cards of the pile that a reshuffle would turn into stock."""
        return self.pile[:-1]

    def reshuffle(self) -> None:
        """Turn the discard pile, except for its top card, into the new stock.

        The other cards of the pile then lie nowhere, because they may come from a hand again:
        RULES.md, fine print 12. Without other cards nothing changes.
        """
        under = len(self.under())
        if not under:
            return
        self.stock += under
        self.pile = self.pile[under:]
        stay = self.pile + self.discards
        swept = bytearray([card for card in self.layout.cards(DISCARD) if card not in stay])
        for card in swept:
            self.layout.lift(card)
        self.swept = self.swept + swept
        self.noting = True
        if self.before:
            self.before[SWEPT] = self.before[SWEPT] + swept
        self.out.append(("reshuffle", self.t, self.stock))

    # --- the end of a round

    def go_out(self, seat: int) -> "str | None":
        """A seat has no card left: await the hands to be counted, or score at once."""
        self.winner = seat
        counting = []
        if self.rules["penalties"]:
            for other in range(self.seats):
                if other != seat and other not in self.eliminated and self.hand_counts(other):
                    counting.append(other)
        self.begin_count(counting)
        return None if counting else "all_counted"

    def not_laid(self) -> "int | str":
        """Return the points of a seat that has not laid; a text if its hand is counted."""
        return self.rules["not_laid_alone" if self.is_alone() else "not_laid"]

    def is_alone(self) -> bool:
        """Tell whether only the winner has laid."""
        return not [seat for seat in range(self.seats) if seat != self.winner and self.has_laid[seat]]

    def hand_counts(self, seat: int) -> bool:
        """Tell whether a seat is scored by the cards in its hand."""
        return self.has_laid[seat] or self.not_laid() in ("hand", "double")

    def count(self, seat: int) -> "str | None":
        """Count the hand that a seat has laid down."""
        return self.counted(seat) if self.take_count(seat) else None

    def score_round(self, seat: int) -> "str | None":
        """Score the round from the counted hands: RULES.md "Penalties" of each game."""
        rules = self.rules
        winner = self.winner
        rami_sec = self.how == "rami_sec"
        if not rules["penalties"]:
            scores = [1 if each == winner else 0 for each in range(self.seats)]
        else:
            factor = rules["rami_sec_factor"] if rami_sec else 1
            not_laid = self.not_laid()
            scores = []
            for each in range(self.seats):
                out = each == winner or each in self.eliminated
                points = 0 if out else self.counts.get(each, not_laid)
                if not_laid == "double" and not self.has_laid[each] and not out:
                    points *= 2
                scores.append(factor * points)
            if rules["winner_scores"]:
                held = sum(scores)
                scores = [0] * self.seats
                scores[winner] = held
            bonus = "out_bonus_alone" if self.is_alone() else "out_bonus"
            scores[winner] += rules["rami_sec_bonus" if rami_sec else bonus]
        return self.score(self.how, [winner], scores)
