"""The best play in the laying games by exhaustive search, and a check of a hint's answer.

The result of a play is a `Lay`; the expected answer is chosen among all possible ones.
"""

import itertools
from collections import Counter, namedtuple

from naive.cards import RANKS, SUITS, face, is_joker
from naive.laying import place_value, rank_value, values_of
from naive.melds import place_face
from tierce.presets import PRESETS

# A reading of some cards: `order` as they lie, `stands` joker -> face (in a set its rank), `top`
# the place of the last card, `pure` whether it is a pure run.
Reading = namedtuple("Reading", "kind order stands top points pure")
# The result of some plays: lay points, whether a new meld is a pure run, cards that left the hand,
# whether there is a new meld; `first` are the points and pure run that count for a first lay.
Lay = namedtuple("Lay", "points pure cards new first")


class House:
    """The rules of a question."""

    def __init__(self, question):
        self.game = question["game"]
        preset = PRESETS[self.game]
        options = preset | preset["larger"] | question.get("rules", {})
        self.values = values_of(self.game, options)
        self.packs, self.jokers = options["decks"], options["jokers"]
        self.longest = 12 + self.packs
        self.contrat = self.game == "contrat"
        self.options = options
        self.most_jokers = options["jokers_per_meld"]
        self.lays_off_first = options["lay_off_before_laying"] or options["lay_off_with_first_lay"]
        self.twice = options["same_suit_twice"] and self.packs > 1

    def read_run(self, low, row):
        """Return the reading of a run that lies in order and begins at place `low`."""
        suit = next((card[1] for card in row if not is_joker(card)), "S")
        places = range(low, low + len(row))
        stands = {c: place_face(p, suit) for p, c in zip(places, row, strict=True) if is_joker(c)}
        values = [
            self.values.joker if self.values.joker and is_joker(card) else place_value(place, self.values)
            for place, card in zip(places, row, strict=True)
        ]
        pure = not stands
        if self.options["pure_run_beside_joker"]:
            thirds = zip(row, row[1:], row[2:], strict=False)
            pure = any(not any(map(is_joker, three)) for three in thirds)
        return Reading("run", tuple(row), stands, places[-1], sum(values), pure)

    def read_set(self, rank, cards):
        stands = {card: rank for card in cards if is_joker(card)}
        worth = rank_value(rank, self.values)
        values = [(is_joker(card) and self.values.joker) or worth for card in cards]
        order = tuple(sorted(cards, key=lambda card: (is_joker(card), card)))
        return Reading("set", order, stands, 0, sum(values), False)

    def runs(self, cards):
        """Yield (first place, row) of every run that some cards contain."""
        for suit in SUITS:
            fitting = [card for card in cards if is_joker(card) or card[1] == suit]
            for low in range(1, 13 if len(fitting) > 2 else 1):
                yield from self.runs_on(fitting, suit, low, ())

    def runs_on(self, cards, suit, low, row):
        """Yield (first place, row) of every run that begins with `row`."""
        jokers = sum(map(is_joker, row))
        if len(row) > 2 + self.contrat and jokers < len(row):
            yield low, row
        place = low + len(row)
        if place > 14 or len(row) == self.longest:
            return
        for card in cards:
            if card not in row:
                if jokers < self.most_jokers if is_joker(card) else face(card) == (place_face(place, suit)):
                    yield from self.runs_on(cards, suit, low, (*row, card))

    def sets(self, cards):
        """Yield (rank, cards) of every set that some cards contain."""
        for rank in RANKS:
            fitting = [card for card in cards if is_joker(card) or card[0] == rank]
            for size in range(3, 9 if self.twice else 5):
                for some in itertools.combinations(fitting, size):
                    suits = [card[1] for card in some if not is_joker(card)]
                    few = bool(suits) and size - len(suits) <= self.most_jokers
                    if few and (self.twice or len(set(suits)) == len(suits)):
                        yield rank, some

    def melds(self, cards):
        """Return every meld that some cards contain: its cards -> its readings."""
        found = {}
        for low, row in self.runs(cards):
            found.setdefault(frozenset(row), []).append(self.read_run(low, row))
        for rank, some in self.sets(cards):
            found.setdefault(frozenset(some), []).append(self.read_set(rank, some))
        return found

    def as_listed(self, cards):
        """Return the readings of a meld whose cards are in order."""
        naturals = [card for card in cards if not is_joker(card)]
        found = self.melds(cards).get(frozenset(cards), [])
        runs = [way for way in found if way.kind == "run" and way.order == tuple(cards)]
        if naturals == cards[: len(naturals)]:
            return runs + [way for way in found if way.kind == "set"]
        return runs

    def as_it_lies(self, cards, said):
        """Return the reading of a meld on the table with declared jokers."""
        found = [
            way
            for way in self.melds(cards)[frozenset(cards)]
            if all(
                way.stands[joker] == (named if way.kind == "run" else named[0])
                for joker, named in said.items()
                if joker in cards
            )
        ]
        return max(found, key=self.preference)

    def preference(self, way):
        """Return the sort key by which the engine prefers readings: RULES.md, fine print 3."""
        if way.kind == "set":
            values = [rank_value(rank, self.values) for rank in way.stands.values()]
            return 0 if self.values.joker else sum(values), False, 0, []
        low = way.top - len(way.order) + 1
        places = {joker: low + way.order.index(joker) for joker in sorted(way.stands)}
        values = [place_value(place, self.values) for place in places.values()]
        worth = 0 if self.values.joker else sum(values)
        return worth, True, way.top, [-place for place in places.values()]

    # --- new melds

    def lays(self, cards, taken=()):
        """Return every `Lay` of new melds from some cards; all taken jokers must be laid, or come to the hand.

        Melds with a taken joker add to a first lay what they are without it.
        """
        melds = {}
        for meld, ways in self.melds([*cards, *taken]).items():
            values = {(way.points, way.pure, self.first_of(way, meld, taken)) for way in ways}
            melds.setdefault(min(meld), []).append((meld, values))
        seen = {}

        def of(left):
            if not left:
                return {Lay(0, False, 0, False, (0, False))}
            if left not in seen:
                card = min(left)
                found = set()
                if card not in taken:
                    found |= of(left - {card})
                elif self.options["joker_kept"]:
                    found |= {lay._replace(cards=lay.cards - 1) for lay in of(left - {card})}
                for meld, values in melds.get(card, ()):
                    if meld <= left:
                        down = sum(each not in taken for each in meld)
                        for (points, pure, adds), on in itertools.product(values, of(left - meld)):
                            first = on.first[0] + adds[0], on.first[1] or adds[1]
                            cards, points = on.cards + down, on.points + points
                            found.add(Lay(points, on.pure or pure, cards, True, first))
                seen[left] = found
            return seen[left]

        return of(frozenset([*cards, *taken]))

    def first_of(self, way, meld, taken):
        """Return (points, pure) that a new meld adds to a first lay."""
        rest = frozenset(meld) - set(taken)
        ways = [way] if len(rest) == len(meld) else self.melds(rest).get(rest, [])
        return max((each.points for each in ways), default=0), any(each.pure for each in ways)

    # --- melds on the table

    def became(self, way, cards):
        """Return the points gained when a meld read as `way` becomes `cards`; None if illegal."""
        was = set(way.order)
        if {card for card in was if not is_joker(card)} - set(cards):
            return None
        came = {face(card) for card in cards if card not in was}
        gains = []
        for after in self.melds(cards).get(frozenset(cards), ()):
            freed = [j for j, named in way.stands.items() if after.stands.get(j) != named]
            gone = way.stands.keys() - set(cards)
            if way.kind == "run":
                # Jokers are alike: the faces for which none of them stands any more have come.
                faces = Counter(way.stands.values()) - Counter(after.stands.get(j) for j in way.stands)
                right = faces.keys() <= came
            elif self.contrat:
                right = not freed
            else:
                held = {card[1] for card in way.order if not is_joker(card)}
                lack = set(SUITS) - held
                fitting = lack & {card[1] for card in came} if lack else set(SUITS) & {card[1] for card in came}
                last = gone and len(gone) == len(way.stands) and lack and self.options["joker_swap_set"] == "all"
                right = fitting == lack if last else len(fitting) >= len(gone)
            if after.kind == way.kind and right and (self.options["joker_swap"] or not freed):
                gains.append(after.points - way.points)
        return max(gains, default=None)

    def changes(self, way, pool):
        """Yield (came, gone, gain) for each change of a meld on the table."""
        was = frozenset(way.order)
        naturals = {card for card in was if not is_joker(card)}
        suits, ranks = ({card[at] for card in naturals} for at in (1, 0))
        near = [card for card in pool if is_joker(card) or not naturals or card[1] in suits or card[0] in ranks]
        yield frozenset(), frozenset(), 0
        for meld in self.melds([*was, *near]):
            if naturals <= meld and meld != was:
                gain = self.became(way, meld)
                if gain is not None:
                    yield meld - was, was - meld, gain

    def plays(self, hand, ways):
        """Return every play on the table: (hand left, jokers to lay again) -> best gain."""
        found = {}
        there = {joker for way in ways for joker in way.stands}

        def go_on(at, left, used, gone, gain):
            if at == len(ways):
                if used <= gone:
                    key = left, gone - used
                    found[key] = max(gain, found.get(key, gain))
                return
            others = there - used - ways[at].stands.keys()
            for came, went, more in self.changes(ways[at], left | others):
                go_on(at + 1, left - came, used | (came - left), gone | went, gain + more)

        go_on(0, frozenset(hand), frozenset(), frozenset(), 0)
        return found

    # --- the expected answer

    def is_first_lay(self, lay):
        points, pure = lay.first
        enough = lay.new and points >= self.options["first_lay_points"]
        return enough and (pure or not self.options["first_lay_pure_run"])

    def rami_sec(self, hand, ways):
        """Tell whether a seat that has not laid can go out at once, with or without a discard."""
        if self.options["rami_sec"] == "never" or (ways and self.options["rami_sec"] == "nobody"):
            return False
        if not self.lays_off_first:
            ways = []
        for left, taken in self.plays(hand, ways):
            for lay in self.lays(left, taken):
                rest = len(left) - lay.cards
                # The club's game needs the pure run only.
                points = lay.first[0] if self.options["rami_sec_waives"] == "none" else self.options["first_lay_points"]
                pure = lay.first[1] or self.options["rami_sec_waives"] == "all"
                legal = self.is_first_lay(lay._replace(first=(points, pure)))
                if legal and (rest == 1 or (rest == 0 and self.options["final_discard"] != "required")):
                    return True
        return False

    def lays_of(self, question):
        """Return (every `Lay` that a seat can make, whether all of them are legal).

        For a seat that has not laid and may lay off, before its first lay or with it: the legal lays,
        if there are any. Otherwise it lays new melds only, whether or not they are a legal first lay.
        """
        laid = question.get("laid")
        if not laid and not (question.get("table") and self.lays_off_first):
            return self.lays(question["hand"]), False
        found = set()
        for (left, taken), gain in self.plays(question["hand"], self.table_of(question)).items():
            down = len(question["hand"]) - len(left)
            for lay in self.lays(left, taken):
                if laid or (self.is_first_lay(lay) if lay.new else self.options["lay_off_before_laying"]):
                    found.add(lay._replace(points=lay.points + gain, cards=lay.cards + down))
        if laid or any(lay.cards > 0 or lay.points > 0 for lay in found):
            return found, True
        return self.lays(question["hand"]), False

    def table_of(self, question):
        """Return the readings of the melds on the table."""
        said = question.get("jokers", {})
        return [self.as_it_lies(cards, said) for cards in question.get("table", ())]


def wish(question):
    """Return the sort key by which lays are compared."""
    if question.get("goal", "points") == "points":
        return lambda lay: (lay.points, lay.pure, lay.cards)
    return lambda lay: (lay.cards, lay.pure, lay.points)


def best_lay(question):
    """Return the expected answer as (best, can_lay, rami_sec, first).

    `best` and `first` are keys of `wish`; `first` is None if the answer must not have it.
    """
    house, order = House(question), wish(question)
    found, lawful = house.lays_of(question)
    best = max(map(order, found))
    if question.get("laid"):
        most = max(found, key=order)
        return best, most.cards > 0 or most.points > 0, False, None
    legal = [lay for lay in found if lawful or house.is_first_lay(lay)]
    as_it_is = any(order(lay) == best for lay in legal)
    first = max(map(order, legal)) if legal and not as_it_is else None
    sec = house.rami_sec(question["hand"], house.table_of(question))
    return best, bool(legal), sec, first


def lay_listed(house, melds, taken=()):
    """Return the `Lay` of listed melds; they must be melds, in order."""
    lay = Lay(0, False, 0, bool(melds), (0, False))
    for cards in melds:
        ways = house.as_listed(cards)
        assert ways, cards
        best = max(ways, key=lambda way: (way.points, way.pure))
        more, pure = house.first_of(best, cards, taken)
        first = lay.first[0] + more, lay.first[1] or pure
        down = lay.cards + sum(card not in taken for card in cards)
        lay = Lay(lay.points + best.points, lay.pure or any(way.pure for way in ways), down, True, first)
    return lay


def play_listed(house, question, answer):
    """Return (cards used, jokers taken, points gained by lay-offs) of an answer, whose lay-offs must be legal."""
    ways, used, taken, gain = house.table_of(question), [], [], 0
    zones = [each["zone"] for each in answer["lay_offs"]]
    assert len(set(zones)) == len(zones)
    for each in answer["lay_offs"]:
        assert each.keys() in ({"zone", "in"}, {"zone", "in", "out"})
        number = int(each["zone"].removeprefix("meld"))
        assert each["zone"] == f"meld{number}"
        assert 1 <= number <= len(ways)
        was, out = ways[number - 1].order, each.get("out", [])
        assert set(out) <= set(was)
        assert each["in"]
        here = [card for card in was if card not in out] + each["in"]
        assert len(set(here)) == len(here)
        more = house.became(ways[number - 1], here)
        assert more is not None, each
        gain += more
        # A card that moves within its meld has neither come nor gone.
        used += [card for card in each["in"] if card not in out]
        taken += [card for card in out if card not in each["in"]]
    used += [card for cards in answer["melds"] for card in cards]
    assert len(set(used)) == len(used)
    assert set(used) <= set(question["hand"]) | set(taken)
    assert answer["cards"] == len(used) - len(taken)
    return used, taken, gain


def check_laying(question, answer):
    """Check everything in an answer's play except that it is optimal."""
    house = House(question)
    keys = ["points", "cards", "melds", "lay_offs", "pure_run", "can_lay", "rami_sec"]
    assert list(answer) in (keys, [*keys, "first_lay"])
    assert question.get("laid") or house.lays_off_first or not answer["lay_offs"]
    used, taken, gain = play_listed(house, question, answer)
    lay = lay_listed(house, answer["melds"], taken)
    assert house.options["joker_kept"] or set(taken) <= set(used)
    assert answer["points"] == lay.points + gain
    assert answer["pure_run"] == lay.pure
    if answer["lay_offs"] and not question.get("laid"):
        assert house.is_first_lay(lay) if answer["melds"] else house.options["lay_off_before_laying"]
    if "first_lay" in answer:
        first = lay_listed(house, answer["first_lay"])
        listed = [card for cards in answer["first_lay"] for card in cards]
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(question["hand"])
        assert house.is_first_lay(first)
        assert not house.is_first_lay(lay)
        return first
    return None
