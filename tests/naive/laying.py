"""A naive judge of the laying games: it tries every reading of a meld."""

from collections import namedtuple

from naive.cards import RANKS, SUITS, face, is_joker
from naive.melds import place_face, run_readings, set_rank, shape_code
from naive.turns import Verdict
from tierce.presets import PRESETS

LAYING_GAMES = sorted(game for game in PRESETS if PRESETS[game]["family"] == "laying" and game != "contrat")
# Codes about lay-offs and taken jokers only.
BEFORE_LAYING = {"joker_before_laying", "lay_off_before_laying", "first_round_no_lay"}


# What an ace, an ace before a 2, and a joker are worth in a lay; None: the card it stands for.
Values = namedtuple("Values", "ace low_ace joker")


def values_of(game, options):
    return Values(PRESETS[game]["lay_ace"], options["low_ace"], PRESETS[game]["lay_joker"] or None)


def place_value(place, values):
    """Return a card's points at a place of a run, 1 (low ace) to 14 (high ace)."""
    if place == 1:
        return values.low_ace
    return values.ace if place == 14 else min(place, 10)


def rank_value(rank, values):
    """Return a card's points in a set."""
    return values.ace if rank == "A" else min(RANKS.index(rank) + 1, 10)


def names_it(said, kind, stands):
    """Tell whether a declaration names a joker's face; in a set only the rank counts."""
    return stands == (said if kind == "run" else said[0])


class Reading:
    """A reading of a zone: a run with the place of each card, or a set with its rank."""

    def __init__(self, cards, values, rank=None, places=None, suit=None):
        self.kind = "run" if places else "set"
        self.own = values.joker  # what each joker is worth
        self.jokers = sorted(card for card in cards if is_joker(card))
        if places:
            self.stands = {joker: place_face(places[joker], suit) for joker in self.jokers}
            worth = {card: place_value(places[card], values) for card in cards}
            self.top = max(places.values())
            self.order = [places[joker] for joker in self.jokers]
        else:
            self.stands = dict.fromkeys(self.jokers, rank)
            worth = dict.fromkeys(cards, rank_value(rank, values))
            self.top, self.order = 0, []
        self.joker_sum = sum(worth[joker] for joker in self.jokers)
        if self.own:
            worth |= dict.fromkeys(self.jokers, self.own)
        self.worth = worth  # card -> its points
        self.points = sum(worth[card] for card in cards)
        self.pure = places is not None and not self.jokers
        row = sorted(place for card, place in (places or {}).items() if not is_joker(card))
        thirds = zip(row, row[1:], row[2:], strict=False)
        self.pure_beside = any(low + 2 == mid + 1 == high for low, mid, high in thirds)

    def preference(self):
        """Return the sort key by which the engine prefers readings."""
        worth = 0 if self.own else self.joker_sum
        return worth, self.kind == "run", self.top, [-place for place in self.order]


class LayingVerdict(Verdict):
    """A verdict, with the facts that several clauses use."""

    def __init__(self):
        super().__init__()
        self.melds = {}  # old melds, by the zone where each lies now
        self.taken_jokers = set()
        self.faces = {}  # joker that stays in its meld -> what it stands for
        self.further = set()  # those that stay in their run, in another place
        self.replacing = set()  # the cards that came for them
        self.readings = {}  # zone -> its reading, or None
        self.bad_new = False  # at least one new meld is not a meld


class LayingJudge:
    """Keeps the state of a laying round as the players see it, and judges turns."""

    def __init__(self, game, options, seats, first):
        self.game = game
        self.options = options
        self.values = values_of(game, options)
        self.deep = game == "rami500"  # the pile is taken from any card upwards
        self.longest = 12 + options["decks"]
        self.least = options.get("run_least", 3)
        self.copies = 2 if options["same_suit_twice"] and options["decks"] > 1 else 1
        self.melds = {}  # zone -> cards
        self.bound = {}  # joker -> ("run", face) or ("set", rank)
        self.has_laid = [False] * seats
        self.has_put = [False] * seats  # has put a card on the table, at least by a lay-off
        self.turns = [0] * seats
        self.hands = [options["hand"]] * seats
        self.pile = []
        self.stock = options["deck"] - options["hand"] * seats - 1
        self.seat = first

    def opening(self):
        """Tell whether this is the first turn, which draws nothing."""
        return not self.options["opening_draw"] and not any(self.turns)

    def dry(self):
        """Tell whether the stock is used up and stays so."""
        return self.deep and self.stock <= 0

    def taken(self, turn):
        """Return the cards that a turn has taken from the pile."""
        if turn.taken is None:
            return []
        return self.pile[self.pile.index(turn.taken) :] if self.deep else [turn.taken]

    def read(self, cards, bound, said, only=None):
        """Return (codes, reading or None) of one zone, in which some jokers are fixed.

        `only` is the kind, "run" or "set", that it must have.
        """
        broken = set()
        if any(card in said and not names_it(said[card], *bound[card]) for card in bound):
            broken.add("joker_changed")
        jokers = self.options["jokers_per_meld"]
        shape = shape_code(cards, self.longest, jokers, self.least, self.copies)
        if shape:
            return broken | {shape}, None
        found = [
            Reading(cards, self.values, places=places, suit=suit)
            for places, suit in run_readings(cards, self.longest, self.least)
        ]
        rank = set_rank(cards, self.copies)
        if rank:
            found.append(Reading(cards, self.values, rank=rank))
        found = [way for way in found if only in (None, way.kind)]
        for joker, (kind, stands) in bound.items():
            found = [way for way in found if way.kind == kind and way.stands[joker] == stands]
        if not found or broken:
            return {"joker_changed"}, None
        for joker, named in said.items():
            # A declaration that no reading allows is ignored.
            if joker not in bound:
                fits = [way for way in found if names_it(named, way.kind, way.stands[joker])]
                found = fits or found
        return broken, max(found, key=Reading.preference)

    def judge(self, turn):
        """Return the verdict on a turn; codes that depend on an open count of draws are open."""
        draws = turn.draws + (turn.taken is not None)
        usual = 0 if self.opening() else 1
        if self.dry() and not draws:
            verdict = self.judge_drawn(turn, 0)
            verdict.codes.add("no_draw")
            return verdict
        verdict = self.judge_drawn(turn, usual)
        if draws > usual:
            # "Left in hand = hand + drawn": one card, or as many as the sensor saw.
            other = self.judge_drawn(turn, draws)
            verdict.open_codes |= other.open_codes | (verdict.codes ^ other.codes)
            verdict.codes.add("too_many_draws")
        return verdict

    def judge_drawn(self, turn, drawn):
        """Return the verdict on a turn in which `drawn` cards were drawn."""
        verdict = LayingVerdict()
        was_on = {card for cards in self.melds.values() for card in cards}
        lies_on = {card for cards in turn.zones.values() for card in cards}
        beside = max(0, len(self.taken(turn)) - 1)
        verdict.hand = self.hands[self.seat] + drawn + beside
        verdict.hand -= len(lies_on - was_on) + len(turn.discards)
        pushed = self.pushed(turn)
        verdict.melds = {pushed.get(zone, zone): cards for zone, cards in self.melds.items()}
        new = [zone for zone in turn.zones if zone not in verdict.melds]
        self.judge_old_melds(verdict, turn, lies_on)
        self.judge_zones(verdict, turn)
        self.judge_hand(verdict, turn, was_on)
        self.judge_first_lay(verdict, turn, new)
        self.judge_pile(verdict, turn, lies_on)
        verdict.new = bool(new)
        verdict.laid = sum(verdict.readings[z].points for z in new if verdict.readings[z])
        if self.deep:
            readings = [reading for reading in verdict.readings.values() if reading]
            verdict.laid = sum(
                points for reading in readings for card, points in reading.worth.items() if card not in was_on
            )
        verdict.took = "discard" if turn.taken else "none" if self.opening() else "stock"
        verdict.put = bool(lies_on - was_on)
        return verdict

    def may_be_sec(self, verdict, new):
        """Tell whether the turn is a rami sec, provided that its first lay is legal."""
        if self.deep:
            return False
        others = self.options["rami_sec"] == "others" or not any(self.has_laid)
        before = self.has_laid[self.seat] or self.has_put[self.seat]
        return bool(new) and verdict.hand == 0 and others and not before

    def pushed(self, turn):
        """Return the melds that moved as a whole: old zone -> new zone."""
        found = {
            zone: new
            for zone, cards in self.melds.items()
            for new, here in turn.zones.items()
            if new not in self.melds and self.is_whole(cards, here)
        }
        # Two melds on one zone count as not moved.
        return {zone: new for zone, new in found.items() if list(found.values()).count(new) == 1}

    def is_whole(self, cards, here):
        """Tell whether a meld lies in a zone, except for jokers that were replaced there."""
        gone = [card for card in cards if card not in here]
        if not gone:
            return True
        if len(gone) == len(cards) or not all(map(is_joker, gone)):
            return False
        return self.swaps(gone[0]) and self.exchange(cards, here)[0]

    def exchange(self, cards, here):
        """Return (right, replacing, faces) for the jokers of a meld that now lies as `here`.

        `right`: enough cards came for those that are gone. `replacing` are these cards. `faces` are
        what the jokers that stay stand for; one that is pushed along its run is not in it.
        """
        jokers = sorted(filter(is_joker, cards))
        stay = [joker for joker in jokers if joker in here]
        gone = [joker for joker in jokers if joker not in here]
        came = [card for card in here if not is_joker(card) and card not in cards]
        faces = {joker: self.bound[joker][1] for joker in stay}
        kind, stands = self.bound[jokers[0]]
        if kind == "set":
            there = [face(card) for card in cards if not is_joker(card)]
            missing = {stands + suit for suit in SUITS if stands + suit not in there}
            if not missing:  # a second card of any suit will do
                missing = {stands + suit for suit in SUITS if there.count(stands + suit) < 2}
                stay = True
            first = {face(card): card for card in reversed(came) if face(card) in missing}
            if not gone:
                return True, set(), faces
            # The natural cards added replace jokers, as many as that needs.
            added = sorted(first.values()) + [card for card in came if card not in first.values()]
            if stay or self.options["joker_swap_set"] == "one":
                return len(first) >= len(gone), set(added[: len(gone)]), faces
            naturals = [card for card in here if not is_joker(card)]
            whole = len(naturals) == 4 and set_rank(naturals) == stands
            right = whole or (self.copies > 1 and len(first) == len(missing))
            return right, set(added[: len(missing)] if right else came), faces
        own, left = {}, list(came)
        for joker in gone + stay:
            like = [card for card in left if face(card) == self.bound[joker][1]]
            if like:
                own[joker] = like[0]
                left.remove(like[0])
        if len(own) < len(gone):
            return False, set(own.values()), faces
        to_stand = [self.bound[joker][1] for joker in gone if joker not in own]
        for joker in stay:
            if joker in own:
                del faces[joker]
                if to_stand:
                    faces[joker] = to_stand.pop(0)
        return True, set(own.values()), faces

    def judge_old_melds(self, verdict, turn, lies_on):
        """Judge the changes of the old melds and of their jokers."""
        for zone, cards in verdict.melds.items():
            here = turn.zones.get(zone, [])
            jokers = [card for card in cards if is_joker(card)]
            for card in cards:
                if card not in here and not (is_joker(card) and self.swaps(card)):
                    verdict.codes.add("meld_broken")
            if not jokers or not self.swaps(jokers[0]):
                verdict.faces |= {joker: self.bound[joker][1] for joker in jokers if joker in here}
                continue
            right, replacing, faces = self.exchange(cards, here)
            gone = {joker for joker in jokers if joker not in here}
            further = set(jokers) - gone - faces.keys()
            if not right:
                verdict.codes.add("joker_wrong_card")
            if gone - lies_on and not self.options["joker_kept"]:
                verdict.codes.add("joker_not_replayed")
            elif gone - lies_on:
                verdict.hand += len(gone - lies_on)
            verdict.faces |= faces
            verdict.taken_jokers |= gone | further
            verdict.further |= further
            if gone or further:
                verdict.replacing |= replacing

    def swaps(self, joker):
        """Tell whether a joker of the table may be taken."""
        return self.options["joker_swap"]

    def judge_zones(self, verdict, turn):
        for zone, cards in turn.zones.items():
            stayed = {card for card in verdict.melds.get(zone, ()) if is_joker(card)} & set(cards)
            further = verdict.further & stayed
            bound = {joker: (self.bound[joker][0], verdict.faces[joker]) for joker in stayed - further}
            said = {card: turn.said[card] for card in cards if card in turn.said}
            broken, verdict.readings[zone] = self.read(cards, bound, said)
            verdict.codes |= broken
            verdict.bad_new |= bool(broken) and zone not in verdict.melds
            if broken and further:
                # A joker beside its own card in an invalid meld: the texts do not say whether it
                # was taken.
                verdict.open_codes |= BEFORE_LAYING
                if any(j in said and not names_it(said[j], *self.bound[j]) for j in further):
                    verdict.open_codes.add("joker_changed")

    def judge_hand(self, verdict, turn, was_on):
        codes, left, discarded = verdict.codes, verdict.hand, len(turn.discards)
        if left < 0 or discarded > 1:
            codes.add("too_many_cards")
        if not discarded and left > 0:
            codes.add("no_discard")
        if not discarded and left <= 0 and self.options["final_discard"] == "required":
            codes.add("no_final_discard")
            if left < 0:
                verdict.open_codes.add("no_final_discard")  # the count is below zero
        if any(card in was_on for card in turn.discards):
            # A joker from the table on the discard: the texts do not say whether it counts as a
            # discard.
            verdict.open_codes |= {"too_many_cards", "no_discard", "no_final_discard"}
            verdict.open_codes |= {"first_lay_points", "first_round_no_lay"}

    def judge_first_lay(self, verdict, turn, new):
        """Judge a seat's first lay, and the moves that need one before."""
        if self.has_laid[self.seat]:
            return
        codes, options, left = verdict.codes, self.options, verdict.hand
        lay_offs = self.laid_off(verdict, turn)
        counted = [way for zone in new for way in self.without_taken(verdict, turn, zone)[:1]]
        points = sum(reading.points for reading in counted)
        beside = options["pure_run_beside_joker"]
        pure = any(reading.pure or (beside and reading.pure_beside) for reading in counted)
        pure = pure or not options["first_lay_pure_run"]
        sec_lay = self.may_be_sec(verdict, new)
        pure = pure or (sec_lay and options["rami_sec_waives"] == "all")
        sec = sec_lay and pure
        waived = options["rami_sec_waives"] != "none" and sec
        lifted = waived or (sec and points >= options["first_lay_points"])
        if options["rami_sec_waives"] != "none" and left < 0:
            verdict.open_codes |= {"first_round_no_lay", "first_lay_points"}
        legal = bool(new)
        if new and not pure:
            codes.add("first_lay_pure_run")
            legal = False
        if new and points < options["first_lay_points"] and not waived:
            codes.add("first_lay_points")
            legal = False
        if not options["first_turn_lay"] and not self.turns[self.seat] and not lifted:
            if left < 0 and pure:
                verdict.open_codes.add("first_round_no_lay")
            if new or lay_offs or verdict.taken_jokers:
                codes.add("first_round_no_lay")
                legal = False
        beyond = set()
        if lay_offs:
            beyond.add("lay_off_before_laying")
        if verdict.taken_jokers:
            beyond.add("joker_before_laying")
        if options["lay_off_before_laying"]:
            return
        if not legal or not options["lay_off_with_first_lay"]:
            codes |= beyond
        elif verdict.bad_new:
            # The first lay is enough, but an invalid meld lies beside it: the texts do not say if
            # it is legal.
            verdict.open_codes |= beyond

    def laid_off(self, verdict, turn):
        """Return what was added to old melds, beyond the cards that replace jokers."""
        return verdict.further | {
            card
            for zone, cards in verdict.melds.items()
            for card in turn.zones.get(zone, ())
            if card not in cards and card not in verdict.replacing
        }

    def without_taken(self, verdict, turn, zone):
        """Return what a new meld adds to a first lay, as readings, the best first: none or more."""
        cards = [card for card in turn.zones[zone] if card not in verdict.taken_jokers]
        if not verdict.readings[zone] or len(cards) == len(turn.zones[zone]):
            return [verdict.readings[zone]] if verdict.readings[zone] else []
        said = {card: turn.said[card] for card in cards if card in turn.said}
        best = [self.read(cards, {}, said, kind)[1] for kind in ("run", "set")]
        return sorted(filter(None, best), key=lambda way: -way.points)

    def judge_pile(self, verdict, turn, lies_on):
        codes = verdict.codes
        if turn.taken:
            if not self.turns[self.seat] and not self.options["first_turn_discard"]:
                codes.add("discard_first_round")
            if self.hands[self.seat] == 1 and self.options["single_card_draws_stock"]:
                codes.add("must_draw_stock")
            kept = self.options["discard_to_hand"]
            kept = self.has_laid[self.seat] if kept == "after_laying" else kept
            kept = kept and len(self.taken(turn)) == 1
            if turn.taken not in lies_on and not kept:
                codes.add("discard_not_melded")
        if lies_on & (set(self.pile) - set(self.taken(turn))):
            codes.add("not_top_discard")

    def reshuffle(self):
        """Shuffle the pile except its top into a new stock; return the names of the outcomes."""
        if self.stock or self.deep:
            return []
        self.stock = len(self.pile) - 1
        self.pile = self.pile[-1:]
        return ["reshuffle"] if self.stock else ["round"]

    def accept(self, turn, verdict):
        for reading in verdict.readings.values():
            for joker in reading.jokers:
                self.bound[joker] = reading.kind, reading.stands[joker]
        self.melds = {zone: list(cards) for zone, cards in turn.zones.items()}
        self.has_laid[self.seat] |= verdict.new
        self.has_put[self.seat] |= verdict.put
        self.hands[self.seat] = verdict.hand
        self.turns[self.seat] += 1
        taken = self.taken(turn)
        self.pile = [card for card in self.pile if card not in taken] + turn.discards
        self.stock = max(0, self.stock - (verdict.took == "stock"))
        self.seat = (self.seat + 1) % len(self.hands)
