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

from tierce.cards import JOKER

_NEVER = 0xFFFF  # more than any hand is worth: impossible
# Size of the memo of the search. When it is full, it is cleared: the search then takes longer, but
# finds the same play.
_PLACES = 1400
# Steps of the first try. Each further try has eight times as many, from the other end.
_STEPS = 100


def _are_groups(naturals: int, jokers: int) -> int:
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


def play(
    must: "list[tuple[int, int]]",
    may: "list[tuple[int, int]]",
    freed: "list[int]",
    jokers: "list[int]",
    weights: "list[int]",
    least: int,
) -> "tuple[int, Melds, dict[int, int]] | None":
    """Return (left, melds, stands): the play that leaves least in hand, or None.

    `must` are the cards that must be laid and `may` those that may be, as (face, card). `freed` are
    jokers that must be laid, `jokers` those of the hand. `weights` gives the weight of a card left
    in hand, for 13 ranks and for a joker. Only plays that leave less than `least` count. `melds` is
    the whole table afterwards, `stands` gives joker -> face.
    """
    found = None
    empty, steps, downwards = 0, _STEPS, False
    while steps:
        # A search that is long from the ace up is often short from the ace down, and vice versa.
        # Which one is short is unknown beforehand.
        better, empty = _try(must, may, freed, jokers, weights, downwards, least, empty, steps)
        if better:
            found = better
            least = better[0]
        steps = 0 if empty is None else steps * 8
        downwards = not downwards
    return found


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
) -> "tuple[tuple[int, Melds, dict[int, int]] | None, int | None]":
    """Return (play or None, `empty`): no play leaves less than `empty`.

    `empty` is None if the search is complete. A function of its own, so that the memory of one
    search is free before the next: there is no room for two.
    """
    search = _Search(must, may, freed, jokers, weights, downwards)
    way = search.best(least, empty, steps)
    play = None
    if way is not None:
        melds, stands = search.melds(way)
        play = (search.least, melds, stands)
    return play, None if search.steps >= 0 else search.empty


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
    ) -> None:
        """Arguments as for `play`. `downwards` reverses the ranks, from the high ace down."""
        self.ranks = [-rank % 13 if downwards else rank for rank in range(13)]
        self.downwards = downwards
        self.weights = [weights[rank] for rank in self.ranks] + [weights[13]]
        self.wild = sorted(freed) + sorted(jokers)
        self.must_place = len(freed)
        # The cards of each face, those that must be laid first.
        self.cards = [[] for _ in range(52)]
        self.must = bytearray(56)  # [place * 4 + suit]: number of cards that must be laid
        self.all = bytearray(56)  # [place * 4 + suit]: number of cards
        for face, card in must + may:
            self.cards[face].append(card)
            self.all[self.ranks[face % 13] * 4 + face // 13] += 1
        for face, _ in must:
            self.must[self.ranks[face % 13] * 4 + face // 13] += 1
        self._make_tables()

    def _make_tables(self) -> None:
        most = max(2, max(self.all))
        wild = len(self.wild)
        shapes = []
        for ones in range(most + 1):
            for twos in range(most + 1 - ones):
                for longs in range(most + 1 - ones - twos):
                    shapes.append((ones, twos, longs))
        count = len(shapes)
        self.most, self.shapes = most, shapes
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
        index = {}
        for i, shape in enumerate(shapes):
            index[shape] = i
        # next[place][(suit * count + shape) * (most + 1) + k]: the shape after k cards of this suit
        # went into runs at this place; 255 if a short run would remain.
        # Cards extend short runs first, then long ones: starting a new run is never better.
        self.next = []
        for place in range(14):
            following = bytearray(4 * count * (most + 1))
            self.next.append(following)
            at = 0
            for suit in range(4):
                room = 0
                if place < 13:
                    room = min(most, self.all[(place + 1) % 13 * 4 + suit] + wild)
                for ones, twos, longs in shapes:
                    for k in range(most + 1):
                        rest = k - ones - twos
                        on = min(rest, longs)
                        new = rest - on
                        if rest < 0 or ones + new > room:
                            following[at] = 255
                        else:
                            # Long runs that cannot be extended need not be tracked.
                            on = min(twos + on, room - ones - new)
                            following[at] = index[(new, ones, on)]
                        at += 1
        self._make_groups()
        self._make_bounds()

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
            a, b, c, d = self.all[rank * 4 : rank * 4 + 4]
            found = array("H", [0])
            for w in range(a + 1):
                for x in range(b + 1):
                    for y in range(c + 1):
                        for z in range(d + 1):
                            naturals = z << 9 | y << 6 | x << 3 | w
                            if naturals:
                                for jokers in range(wild + 1):
                                    if _are_groups(naturals, jokers):
                                        found.append(jokers << 12 | naturals)
                                        break
            self.groups.append(found)
            for group in found:
                for suit in range(4):
                    many = group >> 3 * suit & 7
                    if many > self.grouped[rank * 4 + suit]:
                        self.grouped[rank * 4 + suit] = many

    def _make_bounds(self) -> None:
        """Compute the lower bounds: the least that each suit alone leaves in hand from a place on.

        bounds[place][((suit * shapes + shape) * (most + 1) + high) * (wild + 1) + jokers], where
        `high` aces are kept for after the king and the suit gets at most `jokers` jokers.
        """
        most, count, kinds = self.most, len(self.shapes), len(self.wild) + 1
        row = (most + 1) * kinds
        self.row = count * row
        # One small array for each place: a board may have no large free block.
        self.bounds = [array("H", bytes(2 * 4 * self.row)) for _ in range(15)]
        for place in range(13, 0, -1):
            bound, after, following = self.bounds[place], self.bounds[place + 1], self.next[place]
            for at in range(4 * self.row):
                bound[at] = _NEVER
            for suit in range(4):
                cards = groups = weight = lowest = 0
                highest = most
                if place < 13:
                    cards = self.all[place * 4 + suit]
                    groups = self.grouped[place * 4 + suit]
                    weight = self.weights[place]
                    lowest = max(0, self.must[place * 4 + suit] - groups)
                    highest = min(most, cards)
                for shape in range(suit * count, suit * count + count):
                    for used in range(kinds):
                        for k in range(lowest, min(highest, most - used) + 1):
                            new = following[shape * (most + 1) + k + used]
                            if new == 255:
                                continue
                            cost = max(0, cards - k - groups) * weight
                            on = (suit * count + new) * row
                            # In the last place the aces that were kept are laid, no others.
                            first = 0 if place < 13 else k
                            last = most if place < 13 else k
                            for high in range(first, last + 1):
                                at = shape * row + high * kinds + used
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
            self.seen = {}
            self.places = _PLACES
            self._from(0, 0, len(self.wild), 0, 0)
            if self.found is not None or self.steps < 0:
                break
            self.empty = limit
            if limit >= least:
                break
        self.seen = {}
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
        one = _are_groups(naturals, jokers + 1)
        two = _are_groups(naturals, jokers + 2) or (one and room & 1)
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
        if self.steps < 0 or self._was_here(place, suits, wild, room, left):
            return
        bits, kinds, bound = self.bits, len(self.wild) + 1, self.bounds[place + 1]
        one = (1 << bits) - 1
        weight = self.weights[place] if place < 13 else 0
        at_b = self.row
        at_c = at_b + self.row
        at_d = at_c + self.row
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
                        found = self._options(place, suit, opened, wild, many)
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
        most = self.most
        shape, high = opened // (most + 1), opened % (most + 1)
        if place < 13:
            cards = self.all[at] - grouped
            must = max(0, self.must[at] - grouped)
        else:
            cards = must = high
            high = 0
        following = self.next[place]
        step = (suit * len(self.shapes) + shape) * (most + 1)
        bound = self.bounds[place + 1]
        row = suit * self.row
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
                    if laid > most or keep > most:
                        continue
                    new = following[step + laid]
                    if new == 255:
                        continue
                    at = (new * (most + 1) + keep) * kinds
                    if bound[row + at + wild - jokers] < _NEVER:
                        found.append(at | laid << 10 | jokers << 13 | (cards - used) << 16)
        return tuple(found)

    def _was_here(self, place: int, suits: int, wild: int, room: int, left: int) -> bool:
        """Tell whether an earlier way was at least as good here; if not, note this one."""
        bits, goodness, wide, rows = self.bits, self.goodness, 5 * self.most, self.most + 1
        one = (1 << bits) - 1
        a = suits & one
        b = suits >> bits & one
        c = suits >> 2 * bits & one
        d = suits >> 3 * bits
        low = goodness[a // rows] | goodness[b // rows] << wide
        high = goodness[c // rows] | goodness[d // rows] << wide | room << 2 * wide
        key = (((a % rows * rows + b % rows) * rows + c % rows) * rows + d % rows) * 3 + wild
        key = key * 14 + place
        seen = self.seen.get(key, ())
        for i in range(0, len(seen), 3):
            if seen[i + 2] <= left and not low & ~seen[i] and not high & ~seen[i + 1]:
                return True
        for i in range(0, len(seen), 3):
            if left <= seen[i + 2] and not seen[i] & ~low and not seen[i + 1] & ~high:
                # This way is at least as good as the noted one and replaces it.
                seen[i], seen[i + 1], seen[i + 2] = low, high, left
                return False
        # The first entry of a key takes as much memory as five entries.
        self.places -= 1 if seen else 5
        if self.places < 0:
            self.seen = {}
            self.places = _PLACES
            seen = ()
        if not seen:
            seen = self.seen[key] = []
        seen.append(low)
        seen.append(high)
        seen.append(left)
        return False

    # --- from a way to melds

    def melds(self, way: "list[int]") -> "tuple[Melds, dict[int, int]]":
        """Return (melds, stands): the table after a way, and joker -> face for all jokers."""
        cards = [list(each) for each in self.cards]
        wild = list(self.wild)
        melds = []
        rows = []
        stands = {}
        more = self._more_in_groups(way)

        def lay(face: int, joker: bool) -> int:
            if joker:
                card = wild.pop(0)
                stands[card] = face
            else:
                card = cards[face].pop(0)
                if card >= JOKER:
                    stands[card] = face
            return card

        opened = [[] for _ in range(4)]
        for place in range(14):
            group, laid = way[2 * place], way[2 * place + 1]
            rank = self.ranks[place % 13]
            many = [group >> 3 * suit & 7 for suit in range(4)]
            jokers = (group >> 12) + more.get(place, 0)
            count = (sum(many) + jokers) // 3
            # Deal the cards out in turn, so that cards of one suit go to different groups.
            groups = [[] for _ in range(count)]
            missing = [[0, 1, 2, 3] for _ in range(count)]
            next_group = 0
            for suit in range(4):
                for _ in range(many[suit]):
                    groups[next_group].append(lay(suit * 13 + rank, False))
                    missing[next_group].remove(suit)
                    next_group = (next_group + 1) % count
            for _ in range(jokers):
                suit = missing[next_group].pop(0)
                groups[next_group].append(lay(suit * 13 + rank, True))
                next_group = (next_group + 1) % count
            melds.extend(groups)
            for suit in range(4):
                number = laid >> 6 * suit & 7
                jokers = laid >> 6 * suit + 3 & 7
                runs = opened[suit]
                # Extend short runs first, then long ones; then start new ones.
                short = [run for run in runs if len(run) < 3]
                runs[:] = short + [run for run in runs if len(run) > 2]
                for i in range(number):
                    if i == len(runs):
                        runs.append([])
                        rows.append(runs[i])
                    runs[i].append(lay(suit * 13 + rank, i < jokers))
                del runs[number:]
        for row in rows:
            if self.downwards:
                row.reverse()
            melds.append(row)
        for joker in wild:
            _add_to_run(melds, stands, joker)
        return melds, stands

    def _more_in_groups(self, way: "list[int]") -> "dict[int, int]":
        """Return place -> number of spare jokers that go into the groups there.

        Empty if the way has a run: the run takes them.
        """
        wild = len(self.wild)
        for place in range(14):
            wild -= way[2 * place] >> 12
            for suit in range(4):
                wild -= way[2 * place + 1] >> 6 * suit + 3 & 7
        more = {}
        if [place for place in range(14) if way[2 * place + 1]]:
            return more
        # All into the groups of one rank if possible, else fewer.
        for many in range(wild, 0, -1):
            for place in range(13):
                group = way[2 * place]
                if wild >= many and group and place not in more:
                    if _are_groups(group & 0xFFF, (group >> 12) + many):
                        more[place] = many
                        wild -= many
        return more


def _add_to_run(melds: "Melds", stands: "dict[int, int]", joker: int) -> None:
    """Add a spare joker to a run, if there is one."""
    for meld in melds:
        faces = [stands[card] if card >= JOKER else card % 52 for card in meld]
        suit, first, last = faces[0] // 13 * 13, faces[0] % 13, faces[-1] % 13
        if faces[1] % 13 == first:
            continue
        if len(meld) > 12:
            # A run from ace to king has no room: split it into two.
            melds.append(meld[7:])
            del meld[7:]
            last = faces[6] % 13
        if last:
            stands[joker] = suit + (last + 1) % 13
            meld.append(joker)
        else:
            stands[joker] = suit + first - 1
            meld.insert(0, joker)
        return
