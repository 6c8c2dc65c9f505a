"""Which cards of a hand to lay if all cards of the table must be laid too. Exact.

Dynamic programming over the ranks, after van Rijn, Takes and Vis, "The Complexity of Rummikub
Problems" (2016): from ace to king, and the ace once more. The state at a rank is the lengths of the
open runs of each suit, the aces kept for after the king, and the jokers left. The search is depth
first, with a lower bound: the least that each suit alone must leave in hand. A branch is cut if an
earlier one reached the same rank with as little left in hand and runs as good. A search that takes
too many steps starts again from the other end of the ranks. The memo of earlier branches has a
fixed size; the other tables do not grow with the number of melds on the table.
"""

from array import array

_NEVER = 0xFFFF  # more than any hand is worth: impossible
# The memo of the search: a number of sets of a number of branches each, of fewer where they take more room. In a
# full set a new branch replaces an old one: the search takes longer, but finds the same play.
_SETS, _FEW_SETS, _WAYS, _FEW_WAYS = 40, 8, 10, 4
# Bytes of heap: a set; what the search takes beside its tables and the memo.
_OF_SET, _OF_SEARCH = 192, 9216
# Bytes of heap from which on options are kept, too: no board has them.
_ROOMY = 1 << 16
# Steps of the first try. Each further try has eight times as many, from the other end.
_STEPS = 100


def are_groups(naturals: int, jokers: int) -> int:
    """Tell whether cards of one rank, with some jokers, can be split into groups of three or four.

    `naturals` has the number of cards of each suit, three bits each.
    """
    suits = [naturals >> 3 * suit & 7 for suit in range(4)]
    cards = sum(suits) + jokers
    # There can be cards // 3 groups at most; a group has four cards at most, and each suit once.
    return cards <= cards // 3 * 4 and max(suits) <= cards // 3


def _least_left(bound: "Any", jokers: int, a: int, b: int, c: int, d: int) -> int:
    """Return the lower bound of what four suits leave in hand if they share `jokers` jokers.

    a, b, c, d are the indices of the suits' bounds in `bound`.
    """
    total = bound[a] + bound[b] + bound[c] + bound[d]
    if not jokers:
        return total
    once = twice = both = 0
    for at in (a, b, c, d):
        spared = bound[at] - bound[at + 1]
        if spared > once:
            once, twice = spared, once
        elif spared > twice:
            twice = spared
        if jokers > 1:
            both = max(both, bound[at] - bound[at + 2])
    return total - (once if jokers == 1 else max(once + twice, both))


def _of_tables(laid: "list[tuple[int, int]]", wild: int) -> int:
    """Return about how many bytes of heap the tables of a search take, for cards and a number of jokers."""
    faces = bytearray(52)
    for face, _ in laid:
        faces[face] += 1
    shapes = []
    for suit in range(4):
        most = max(2, max(faces[13 * suit : 13 * suit + 13]))
        shapes.append((most + 1) * (most + 2) * (most + 3) // 6)
    rows = sum(shapes) * (max(faces[0], faces[13], faces[26], faces[39]) + 1) * (wild + 1)
    return 1200 + 14 * (4 * max(shapes) * (max(faces) + 1) + 2 * rows + 64)


def play(
    must: "list[tuple[int, int]]",
    may: "list[tuple[int, int]]",
    freed: "list[int]",
    jokers: "list[int]",
    weights: "list[int]",
    least: int,
    most: int,
    alive: "Callable[[], object]",
    size: int,
) -> "tuple[Found | None, bool]":
    """Return the play that leaves least in hand, or None; and whether all was seen.

    `must` are the cards that must be laid and `may` those that may be, as (face, card). `freed` are
    jokers that must be laid, `jokers` those of the hand. `weights` gives the weight of a card left
    in hand, for 13 ranks and for a joker. Only plays that leave less than `least` count. `melds` is
    the whole table afterwards, `stands` gives joker -> face. The search ends after `most` steps;
    `alive()` is called in each. It takes `size` bytes of heap: where that is too little, some jokers
    stay in hand, and it is nothing where even so it is.
    """
    found = None
    laid, kept = must + may, 0
    while True:
        room = size - _OF_SEARCH - _of_tables(laid, len(freed) + len(jokers) - kept)
        if room >= _FEW_SETS * _OF_SET:
            break
        if kept == len(jokers):
            return None, False
        kept += 1
    sets = min(_SETS, room // _OF_SET)
    jokers = jokers[kept:]
    least -= kept * weights[13]
    empty, steps, downwards = 0, _STEPS, False
    while steps:
        # A search that is long from the ace up is often short from the ace down, and vice versa.
        # Which one is short is unknown beforehand.
        better, empty = _try(
            must, may, freed, jokers, weights, downwards, least, empty, steps, alive, sets, size >= _ROOMY
        )
        if better:
            found = better
            least = better[0]
        most -= steps
        steps = 0 if empty is None else min(steps * 8, most)
        downwards = not downwards
    if found and kept:
        found = (found[0] + kept * weights[13],) + found[1:]
    return found, empty is None and not kept


def _try(
    must: "list[tuple[int, int]]",
    may: "list[tuple[int, int]]",
    freed: "list[int]",
    jokers: "list[int]",
    weights: "list[int]",
    downwards: bool,
    least: int,
    empty: "int | None",
    steps: int,
    alive: "Callable[[], object]",
    sets: int,
    roomy: bool,
) -> "tuple[Found | None, int | None]":
    """Return (play or None, `empty`): no play leaves less than `empty`.

    `empty` is None if the search is complete. A function of its own, so that the memory of one
    search is free before the next: there is no room for two.
    """
    search = _Search(must, may, freed, jokers, weights, downwards, alive, sets, roomy)
    way = search.best(least, empty, steps)
    found = (search.least, way, must + may, search.wild, downwards) if way else None
    return found, None if search.steps >= 0 else search.empty


class _Search:
    """The search for one question.

    A suit can have up to `most` open runs at a time. An open run has 1, 2 or 3 cards, where 3 means
    3 or more. The open runs of a suit are stored as an index into `shapes`; a shape is the number
    of runs with 1, 2 and 3 cards.
    """

    def __init__(
        self,
        must: "list[tuple[int, int]]",
        may: "list[tuple[int, int]]",
        freed: "list[int]",
        jokers: "list[int]",
        weights: "list[int]",
        downwards: bool,
        alive: "Callable[[], object]",
        sets: int,
        roomy: bool,
    ) -> None:
        """Arguments as for `play`.

        `downwards` reverses the ranks, from the high ace down; `sets` are of the memo; `roomy`: options may be kept.
        """
        self.sets, self.roomy = sets, roomy
        self.known = {}  # question to `_options`, in one number -> its answer
        self.ranks = [-rank % 13 if downwards else rank for rank in range(13)]
        self.alive = alive
        self.weights = [weights[rank] for rank in self.ranks] + [weights[13]]
        self.wild = sorted(freed) + sorted(jokers)
        self.must_place = len(freed)
        self.must = bytearray(56)  # [place * 4 + suit]: number of cards that must be laid
        self.all = bytearray(56)  # [place * 4 + suit]: number of cards
        for face, _ in must + may:
            self.all[self.ranks[face % 13] * 4 + face // 13] += 1
        for face, _ in must:
            self.must[self.ranks[face % 13] * 4 + face // 13] += 1
        self._make_tables()

    def _make_tables(self) -> None:
        # The most open runs of each suit, and of any.
        self.most_of = [max([2] + [self.all[4 * place + suit] for place in range(13)]) for suit in range(4)]
        most = max(self.most_of)
        # Those of few runs first: a suit of few cards has only the first ones.
        shapes = []
        for runs in range(most + 1):
            for ones in range(runs + 1):
                for twos in range(runs + 1 - ones):
                    shapes.append((ones, twos, runs - ones - twos))
        self.most, self.shapes = most, shapes
        # Aces that may be kept for the other end, and none.
        self.highs = max(self.all[:4]) + 1
        self.bits = 5 if most == 2 else 7 if most == 3 else 8  # bits of one suit's open runs
        # A shape is at least as good as another if it has as many runs of each of these kinds:
        # longer runs can be extended like shorter ones, and a run of 3 need not be extended.
        self.goodness = []
        for ones, twos, longs in shapes:
            none = most - ones - twos - longs
            good = 0
            for many in (longs, longs + twos, longs + twos + ones, longs + none, longs + twos + none):
                good = good << most | (1 << many) - 1
            self.goodness.append(good)
        self._make_next()
        self._make_groups()
        self._make_bounds()

    def _make_next(self) -> None:
        shapes, most, count, wild = self.shapes, self.most, len(self.shapes), len(self.wild)
        index = {}
        for i, shape in enumerate(shapes):
            index[shape] = i
        # next[place][(suit * count + shape) * (most + 1) + k]: the shape after k cards of this suit
        # went into runs at this place; 255 if a short run would remain.
        # Cards extend short runs first, then long ones: starting a new run is never better.
        by_room = []  # by how many cards and jokers the next place has for runs
        for room in range(most + 1):
            self.alive()
            after = bytearray(count * (most + 1))
            by_room.append(after)
            at = 0
            for ones, twos, longs in shapes:
                for k in range(most + 1):
                    rest = k - ones - twos
                    on = min(rest, longs)
                    new = rest - on
                    if rest < 0 or ones + new > room:
                        after[at] = 255
                    else:
                        # Long runs that cannot be extended need not be tracked.
                        on = min(twos + on, room - ones - new)
                        after[at] = index[(new, ones, on)]
                    at += 1
        self.next = []
        for place in range(14):
            following = bytearray(4 * count * (most + 1))
            self.next.append(following)
            for suit in range(4):
                room = min(most, self.all[(place + 1) % 13 * 4 + suit] + wild) if place < 13 else 0
                at = suit * len(by_room[0])
                following[at : at + len(by_room[0])] = by_room[room]

    def _make_groups(self) -> None:
        """List the ways to form groups of each rank, in `groups`.

        Each is a number: the count of natural cards of each suit, three bits each, and in the bits
        above the number of jokers.
        """
        wild = len(self.wild)
        self.groups = []
        # [rank * 4 + suit]: most cards of one suit that can lie in groups of a rank.
        self.grouped = bytearray(52)
        for rank in range(13):
            self.alive()
            a, b, c, d = self.all[rank * 4 : rank * 4 + 4]
            found = array("H", [0])
            for w in range(a + 1):
                for x in range(b + 1):
                    for y in range(c + 1):
                        for z in range(d + 1):
                            naturals = z << 9 | y << 6 | x << 3 | w
                            if naturals:
                                for jokers in range(wild + 1):
                                    if are_groups(naturals, jokers):
                                        found.append(jokers << 12 | naturals)
                                        break
            self.groups.append(found)
            for group in found:
                for suit in range(4):
                    many = group >> 3 * suit & 7
                    if many > self.grouped[rank * 4 + suit]:
                        self.grouped[rank * 4 + suit] = many

    def _there(self, counts: "list[int]") -> "list[int]":
        """Return [place * 4 + suit]: which shapes there can be, as bits. `counts`: how many each suit has."""
        there = [1] * 4 + [0] * 52
        for at in range(52):
            suit, following = at % 4, self.next[at // 4]
            for shape in range(counts[suit]):
                if there[at] >> shape & 1:
                    step = (suit * len(self.shapes) + shape) * (self.most + 1)
                    for new in following[step : step + self.most_of[suit] + 1]:
                        if new < counts[suit]:
                            there[at + 4] |= 1 << new
        return there

    def _make_bounds(self) -> None:
        """Compute the lower bounds: the least that each suit alone leaves in hand from a place on.

        bounds[place][rows[suit] + (shape * highs + high) * (wild + 1) + jokers], where `high` aces are
        kept for after the king and the suit gets at most `jokers` jokers. Shapes that can't be there have none.
        """
        count, kinds = len(self.shapes), len(self.wild) + 1
        row = self.highs * kinds
        # So many shapes each suit has.
        counts = [len([1 for shape in self.shapes if sum(shape) <= most]) for most in self.most_of]
        self.rows = [sum(counts[:suit]) * row for suit in range(5)]
        there = self._there(counts)
        # One small array for each place: a board may have no large free block.
        self.bounds = [array("H", bytes(2 * self.rows[4] if place else 0)) for place in range(15)]
        for place in range(13, 0, -1):
            self.alive()
            bound, after, following = self.bounds[place], self.bounds[place + 1], self.next[place]
            for at in range(self.rows[4]):
                bound[at] = _NEVER
            for suit in range(4):
                most, base = self.most_of[suit], self.rows[suit]
                cards = groups = weight = lowest = 0
                if place < 13:
                    cards = self.all[place * 4 + suit]
                    groups = self.grouped[place * 4 + suit]
                    weight = self.weights[place]
                    lowest = max(0, self.must[place * 4 + suit] - groups)
                    highest = min(most, cards)
                else:
                    highest = self.highs - 1
                for shape in range(counts[suit]):
                    if not there[place * 4 + suit] >> shape & 1:
                        continue
                    step = (suit * count + shape) * (self.most + 1)
                    for used in range(kinds):
                        for k in range(lowest, min(highest, most - used) + 1):
                            new = following[step + k + used]
                            if new >= counts[suit]:
                                continue
                            cost = max(0, cards - k - groups) * weight
                            on = base + new * row
                            # In the last place the aces that were kept are laid, no others.
                            first = 0 if place < 13 else k
                            last = self.highs - 1 if place < 13 else k
                            for high in range(first, last + 1):
                                at = base + shape * row + high * kinds + used
                                by = on + high * kinds
                                for _ in range(kinds - used):
                                    left = after[by] + cost
                                    if left < bound[at]:
                                        bound[at] = left
                                    at += 1
                                    by += 1

    # --- the search

    def best(self, least: int, empty: "Any", steps: int) -> "list[int] | None":
        """Return the way that leaves least in hand, less than `least`, or None.

        It is known that no way leaves less than `empty`. The search stops after `steps` steps;
        `self.steps` is then below 0. `self.least` is what the way found leaves, `self.empty` the
        new known limit. A way has two numbers for each place: the group number (`_make_groups`),
        and the cards and jokers in runs, 6 bits for each suit.
        """
        self.way = [0] * 28
        self.found = None
        self.steps = steps
        self.empty = empty
        # First look for ways that leave little in hand; double the limit if there are none.
        while True:
            limit = 2 * self.empty or 512
            self.least = min(limit, least)
            self.memo: "list[array[int] | None]" = [None] * self.sets
            self._from(0, 0, len(self.wild), 0, 0)
            if self.found is not None or self.steps < 0:
                break
            self.empty = limit
            if limit >= least:
                break
        return self.found

    def _room(self, room: int, group: int, laid: int, wild: int) -> int:
        """Return the room for spare jokers, this place included.

        Bit 0: room for one more joker; bit 1: for two more. A run has room for any number.
        """
        if not wild or laid:
            return 3
        if not group:
            return room
        naturals, jokers = group & 0xFFF, group >> 12
        one = are_groups(naturals, jokers + 1)
        two = are_groups(naturals, jokers + 2) or (one and room & 1)
        return room | one | two << 1

    def _from(self, place: int, suits: int, wild: int, room: int, left: int) -> None:  # noqa: C901
        """Search on from a place.

        `suits`: the open runs of each suit; `wild`: jokers left; `room`: see `_room`; `left`:
        weight left in hand so far.
        """
        if place == 14:
            self._at_end(wild, room, left)
            return
        self.steps -= 1
        self.alive()
        if self.steps < 0 or self._was_here(place, suits, wild, room, left):
            return
        bits, kinds, bound = self.bits, len(self.wild) + 1, self.bounds[place + 1]
        one = (1 << bits) - 1
        weight = self.weights[place] if place < 13 else 0
        _, at_b, at_c, at_d, _ = self.rows
        options = {}  # suit * 5 + cards in groups -> options
        lossy = False
        # First the choices that leave no card of this rank in hand, then the others.
        for losing in (False, True):
            for group in self.groups[place % 13] if place < 13 else (0,):
                jokers = wild - (group >> 12)
                if jokers < 0:
                    continue
                for suit in range(4):
                    many = group >> 3 * suit & 7
                    found = options.get(suit * 5 + many)
                    if found is None:
                        opened = suits >> suit * bits & one
                        key = (((place * 4 + suit << 8) + opened) * 16 + wild) * 8 + many
                        found = self.known.get(key)
                        if found is None:
                            found = self._options(place, suit, opened, wild, many)
                            if self.roomy:
                                self.known[key] = found
                        options[suit * 5 + many] = found
                        for each in found:
                            lossy = lossy or each > 0xFFFF
                    if not found:
                        break
                else:
                    b = options[5 + (group >> 3 & 7)]
                    c = options[10 + (group >> 6 & 7)]
                    d = options[15 + (group >> 9 & 7)]
                    for x in options[group & 7]:
                        on_x = jokers - (x >> 13 & 7)
                        if on_x < 0 or (x > 0xFFFF and not losing):
                            continue
                        left_x = left + (x >> 16) * weight
                        if left_x + bound[(x & 1023) + on_x] >= self.least:
                            continue
                        for y in b:
                            on_y = on_x - (y >> 13 & 7)
                            if on_y < 0 or (y > 0xFFFF and not losing):
                                continue
                            left_y = left_x + (y >> 16) * weight
                            if left_y + bound[at_b + (y & 1023) + on_y] >= self.least:
                                continue
                            for z in c:
                                on_z = on_y - (z >> 13 & 7)
                                if on_z < 0 or (z > 0xFFFF and not losing):
                                    continue
                                left_z = left_y + (z >> 16) * weight
                                for w in d:
                                    on = on_z - (w >> 13 & 7)
                                    now = left_z + (w >> 16) * weight
                                    if on < 0 or (now > left) != losing:
                                        continue
                                    rest = _least_left(
                                        bound, on, x & 1023, at_b + (y & 1023), at_c + (z & 1023), at_d + (w & 1023)
                                    )
                                    if now + rest >= self.least:
                                        continue
                                    laid = (
                                        x >> 10 & 63 | (y >> 10 & 63) << 6 | (z >> 10 & 63) << 12 | (w >> 10 & 63) << 18
                                    )
                                    self.way[2 * place] = group
                                    self.way[2 * place + 1] = laid
                                    self._from(
                                        place + 1,
                                        (x & 1023) // kinds
                                        | (y & 1023) // kinds << bits
                                        | (z & 1023) // kinds << 2 * bits
                                        | (w & 1023) // kinds << 3 * bits,
                                        on,
                                        self._room(room, group, laid, on),
                                        now,
                                    )
                                    if self.steps < 0:
                                        return
            if not lossy:
                break

    def _at_end(self, wild: int, room: int, left: int) -> None:
        """After the last rank: keep the way if it is the best so far. `wild` jokers are left."""
        spare = wild
        if wild and room >> wild - 1 & 1:
            spare = 0
        elif wild and room & 1:
            spare -= 1
        left += self.weights[13] * spare
        if spare <= len(self.wild) - self.must_place and left < self.least:
            self.least = left
            self.found = list(self.way)

    def _options(self, place: int, suit: int, opened: int, wild: int, grouped: int) -> "tuple[int, ...]":
        """Return the options of one suit at a place if `grouped` of its cards lie in groups.

        Each is a number. Bits 0 to 9: the open runs afterwards, as the index of their bounds in the
        suit's row. Bits 10 to 12: cards that go into runs, jokers included. Bits 13 to 15: these
        jokers. Bits 16 and up: cards that stay in hand.
        """
        at = place % 13 * 4 + suit
        most, highs = self.most_of[suit], self.highs
        shape, high = opened // highs, opened % highs
        if place < 13:
            cards = self.all[at] - grouped
            must = max(0, self.must[at] - grouped)
        else:
            cards = must = high
            high = 0
        following = self.next[place]
        step = (suit * len(self.shapes) + shape) * (self.most + 1)
        bound = self.bounds[place + 1]
        row = self.rows[suit]
        shapes = (self.rows[suit + 1] - row) // (highs * (len(self.wild) + 1))
        kinds = len(self.wild) + 1
        ones, twos, longs = self.shapes[shape]
        found = []
        # Jokers extend open runs. A joker as the first card of a run could as well be its last,
        # except in Q-K-A: nothing follows the ace.
        for jokers in range(min(wild, ones + twos + longs) + 1 if place != 11 else wild + 1):
            for used in range(cards, must - 1, -1):
                # At the first place some aces may be kept for the other end.
                for keep in range(used + 1) if place == 0 else (high,):
                    laid = used + jokers - (keep if place == 0 else 0)
                    if laid > most:
                        continue
                    new = following[step + laid]
                    if new >= shapes:
                        continue
                    at = (new * highs + keep) * kinds
                    if bound[row + at + wild - jokers] < _NEVER:
                        found.append(at | laid << 10 | jokers << 13 | (cards - used) << 16)
        return tuple(found)

    def _was_here(self, place: int, suits: int, wild: int, room: int, left: int) -> bool:
        """Tell whether an earlier way was at least as good here; if not, note this one."""
        bits, goodness, wide, rows = self.bits, self.goodness, 5 * self.most, self.highs
        one = (1 << bits) - 1
        a = suits & one
        b = suits >> bits & one
        c = suits >> 2 * bits & one
        d = suits >> 3 * bits
        low = goodness[a // rows] | goodness[b // rows] << wide
        high = goodness[c // rows] | goodness[d // rows] << wide | room << 2 * wide
        key = (((a % rows * rows + b % rows) * rows + c % rows) * rows + d % rows) * 5 + wild
        key = key * 14 + place
        memo = self.memo[key % self.sets]
        if memo is None:
            # Of each branch: its key, what is good of its runs (two numbers), what it leaves in hand.
            # A small integer has 30 bits.
            small = self.most == 2
            memo = self.memo[key % self.sets] = array(
                "i" if small else "q", [-1] * (4 * (_WAYS if small else _FEW_WAYS))
            )
        at = self.steps * 4 % len(memo)
        for i in range(0, len(memo), 4):
            if memo[i] == -1:
                at = i
                break
            if memo[i] != key:
                continue
            if memo[i + 3] <= left and not low & ~memo[i + 1] and not high & ~memo[i + 2]:
                return True
            if left <= memo[i + 3] and not memo[i + 1] & ~low and not memo[i + 2] & ~high:
                # This way is at least as good as the noted one and replaces it.
                at = i
                break
        memo[at], memo[at + 1], memo[at + 2], memo[at + 3] = key, low, high, left
        return False
