"""The laying games: lists the moves of a hand.

A move is a meld that the hand can make, or a way to add to a meld on the table, joker swaps
included. `laying` searches for the best combination. RULES.md "What all the laying games share".
"""

from array import array

from tierce.cards import JOKER, value
from tierce.melds import STANDS, form_of

# Most moves of a hand. Each takes up to 36 bytes of a board's heap, all else some 4 KB.
_MOST = 512
_EACH = 36
_ELSE = 4352

SET = 1 << 24


def _run_code(suit: int, start: int, size: int, jokers: int) -> int:
    """Return the code of a run. Bit i of `jokers`: whether its card i is a joker."""
    return start | size << 4 | suit << 8 | jokers << 10


def set_code(rank: int, suits: int, jokers: int, twice: int = 0) -> int:
    """Return the code of a set. `suits`: bit mask of its natural cards; `jokers`: their number.

    `twice`: those of the suits that come twice.
    """
    return SET | rank | suits << 4 | jokers << 8 | twice << 11


def faces_of(code: int) -> "list[int]":
    """Return the faces of a meld from its code: in order, JOKER for a joker."""
    if code & SET:
        rank, suits, jokers = code & 15, code >> 4 & 15, code >> 8 & 7
        found = [suit * 13 + rank for suit in range(4) if suits >> suit & 1]
        found.extend([suit * 13 + rank for suit in range(4) if code >> 11 + suit & 1])
        return sorted(found) + [JOKER] * jokers
    start, size, suit, jokers = code & 15, code >> 4 & 15, code >> 8 & 3, code >> 10
    return [JOKER if jokers >> i & 1 else suit * 13 + (start + i) % 13 for i in range(size)]


def shape_of(code: int) -> "tuple[str, int, int, int]":
    """Return a meld from its code as (kind, first place or rank, cards, jokers)."""
    if code & SET:
        return "set", code & 15, len(faces_of(code)), code >> 8 & 7
    jokers = code >> 10
    many = 0
    while jokers:
        jokers &= jokers - 1
        many += 1
    return "run", code & 15, code >> 4 & 15, many


def came_to(meld: "Reading", code: int) -> "list[int]":
    """Return the faces added to a meld of the table, JOKER for a joker; `code`: the meld afterwards."""
    kind, cards, stands, _ = meld
    if kind == "set":
        came = [face for face in faces_of(code) if face != JOKER]
        for card in cards:
            if card < JOKER:
                came.remove(card % 52)
        return came
    first = cards[0]
    start = (stands[first] if first >= JOKER else first) % 13
    low, faces = code & 15, faces_of(code)
    # First those in place of jokers, then outwards from both ends.
    inside = [i + start - low for i, card in enumerate(cards) if card >= JOKER]
    came = [faces[i] for i in inside if faces[i] != JOKER]
    return came + faces[: start - low][::-1] + faces[start - low + len(cards) :]


class Moves:
    """The moves of a hand: `by_face` lists new melds, `additions` those on each meld of the table.

    `rules` are those of presets.rules_of, `table` is a list of readings (melds). The faces of the
    hand's natural cards are numbered from 0: `once` and `twice` are bit masks of the faces that the
    hand has at least once, and twice. If `by_cards`, the score compares cards first, then points;
    else points first, then cards. Moves of few jokers are listed first; `room` is below 0 if there
    were more moves than there is room for, in the bytes that the search may take. `alive()` is called
    now and then.

    A move is a number, by which these have it: arrays, because a board's heap would have only small
    gaps between that many tuples.
        uses, again     bit masks of faces of the hand: used once, used a second time
        code            the meld (_run_code, set_code), of a meld on the table as it is afterwards
        score, rest     what the move adds to the score; the most its cards could add (`worth_of`)
        on, taken       number of jokers used; number of jokers taken from the meld of the table
        pure            1 if it is a pure run
        zone            0 for a new meld; else 1 more than the index of the meld on the table
    """

    def __init__(
        self,
        hand: "Sequence[int]",
        rules: "Rules",
        table: "Sequence[Reading]",
        by_cards: bool,
        alive: "Callable[[], object]",
        size: int,
    ) -> None:
        self.rules = rules
        self.table = table
        self.by_cards = by_cards
        self.form = form_of(rules)
        self.least = rules.get("run_least", 3)
        self.faces = sorted({card % 52 for card in hand if card < JOKER})
        self.jokers = len([card for card in hand if card >= JOKER])
        self.bit: "dict[int, int]" = {}
        self.once = self.twice = 0
        self.places = [0, 0, 0, 0]  # the hand's places in runs of each suit, as a bit mask
        for i, face in enumerate(self.faces):
            self.bit[face] = 1 << i
            self.once |= 1 << i
            if len([card for card in hand if card < JOKER and card % 52 == face]) > 1:
                self.twice |= 1 << i
            self.places[face // 13] |= 1 << face % 13 if face % 13 else 1 | 1 << 13
        # Jokers of the hand, and those that can be taken from the table.
        self.most_jokers = self.jokers
        if rules["joker_swap"]:
            for reading in table:
                self.most_jokers += len(reading[STANDS])
        self.alive = alive
        self.most = self.room = max(16, min(_MOST, (size - _ELSE) // _EACH))
        # A small integer has 30 bits.
        masks = "i" if len(self.faces) < 31 else "q"
        # Made once: growing, they would leave gaps.
        none = bytes(self.most * (4 if masks == "i" else 8))
        self.uses, self.again = array(masks, none), array(masks, none)
        none = bytes(4 * self.most)
        self.code, self.score, self.rest = (array("i", none) for _ in range(3))
        self.on, self.taken, self.pure, self.zone = (bytearray(self.most) for _ in range(4))
        # Grouped by lowest face, moves of jokers only in the last group.
        self.by_face = [[] for _ in range(len(self.faces) + 1)]
        self.additions = [[] for _ in table]
        for jokers in range(min(rules["jokers_per_meld"], self.most_jokers) + 1):
            self._list_runs(jokers)
            self._list_sets(jokers)
            for zone, reading in enumerate(table):
                alive()
                if reading[0] == "run":
                    self._list_longer_runs(zone, jokers)
                elif not jokers:
                    self._list_larger_sets(zone)
        self._put_in_order()

    def _put_in_order(self) -> None:
        """Fill in what the cards of the moves are worth at most, and put the best of a group first."""
        useful = 0
        for move in range(min(self.most, self.most - self.room)):
            useful |= self.uses[move] | self.again[move]
        # The most that each face can add to the score (0 if no move uses it), and that a joker can.
        ace = self.rules["lay_ace"]
        self.worth = []
        for i, face in enumerate(self.faces):
            self.worth.append(self.scored(value(face, ace, 0), 1) if useful >> i & 1 else 0)
        self.joker_worth = self.scored(max(ace, self.rules["lay_joker"]), 1)
        for moves in self.by_face + self.additions:
            self.alive()
            for move in moves:
                self.rest[move] = self.worth_of(self.uses[move]) + self.worth_of(self.again[move])
            # MicroPython's sort is not stable, so the key is complete.
            moves.sort(key=lambda move: move - self.score[move] * 1024)

    def worth_of(self, faces: int) -> int:
        """Return the most that faces (a bit mask) can add to the score."""
        total = 0
        for i, worth in enumerate(self.worth):
            if faces >> i & 1:
                total += worth
        return total

    def scored(self, points: int, cards: int) -> int:
        """Return a score of two parts, with a bit between them for a pure run (`Lays.best`)."""
        return (cards << 12) + points if self.by_cards else (points << 8) + cards

    def place_value(self, place: int, joker: int) -> int:
        """Return the lay value of a card of a run at a place, from 0 (low ace) to 13 (high ace)."""
        rules = self.rules
        if joker and rules["lay_joker"]:
            return rules["lay_joker"]
        return rules["low_ace"] if place == 0 else value(place % 13, rules["lay_ace"], 0)

    # --- the moves

    def _keep(
        self, moves: "list[int]", uses: int, again: int, code: int, score: int, on: int, more: "tuple[int, int, int]"
    ) -> None:
        """Add a move to a list, if there is room; `more` are its entries `taken`, `pure` and `zone`."""
        move = self.most - self.room
        self.room -= 1
        if not move & 15:
            self.alive()
        if move >= self.most:
            return
        self.uses[move], self.again[move], self.code[move], self.score[move], self.on[move] = (
            uses,
            again,
            code,
            score,
            on,
        )
        self.taken[move], self.pure[move], self.zone[move] = more
        moves.append(move)

    def _add(self, faces: int, jokers: int, points: int, cards: int, pure: bool, code: int, again: int = 0) -> None:
        """Add the move of a new meld."""
        lowest = 0
        while not faces >> lowest & 1:
            lowest += 1
        self._keep(self.by_face[lowest], faces, again, code, self.scored(points, cards), jokers, (0, int(pure), 0))

    def _list_runs(self, jokers: int) -> None:
        """List the runs with that number of jokers. Of the same cards only one lies best."""
        beside = self.rules["pure_run_beside_joker"]
        for suit in range(4):
            self.alive()
            for first in range(14):
                if self.places[suit] >> first & 1:
                    self._grow(suit, first, first, 0, 0, 0, jokers, 0, beside)

    def _grow(
        self, suit: int, first: int, place: int, faces: int, mask: int, points: int, left: int, row: int, pure: int
    ) -> None:
        """Add the runs whose lowest natural card is at `first` and that go on from before `place`.

        Of the run so far: `faces` is a bit mask of its faces, `mask` one of its jokers' places,
        `points` its value, `row` the number of natural cards at its end. `left` are the jokers to
        come. `pure` is 1 if three natural cards in a row make a run with jokers pure, 2 once it has
        them.
        """
        if place - first > 12 or not self.places[suit] >> place or self.room < 0:
            return
        bit = self.bit.get(suit * 13 + place % 13, 0)
        if bit:
            row += 1
            fine = 2 if pure and row == 3 else pure
            worth = points + self.place_value(place, 0)
            self._end_run(suit, first, place + 1, faces | bit, mask, worth, left, fine == 2)
            self._grow(suit, first, place + 1, faces | bit, mask, worth, left, row, fine)
        if left and place > first:
            worth = points + self.place_value(place, 1)
            self._grow(suit, first, place + 1, faces, mask | 1 << place, worth, left - 1, 0, pure)

    def _end_run(
        self, suit: int, first: int, end: int, faces: int, mask: int, points: int, left: int, pure: bool
    ) -> None:
        """Add the run from `first` to before `end` with `left` more jokers, where they are worth most."""
        size = end - first + left
        best = -1
        start = first
        if not self.least <= size <= 13:
            return
        # Of equal ones the one that ends highest: RULES.md, fine print 3.
        for below in range(left + 1):
            above = end + left - below
            if below <= first and above <= 14:
                worth = 0
                for place in range(first - below, first):
                    worth += self.place_value(place, 1)
                for place in range(end, above):
                    worth += self.place_value(place, 1)
                if worth > best:
                    best, start = worth, first - below
        if best < 0:
            return
        jokers = left
        for place in range(start, start + size):
            if not first <= place < end:
                mask |= 1 << place
            elif mask >> place & 1:
                jokers += 1
        code = _run_code(suit, start, size, mask >> start)
        self._add(faces, jokers, points + best, size, pure or not jokers, code)

    def _list_sets(self, jokers: int) -> None:
        """List the sets with that number of jokers: of each suit none, one or, if it may, both of the hand."""
        lay_joker = self.rules["lay_joker"]
        most = 4 * self.form[-1]
        for rank in range(13):
            points = value(rank, self.rules["lay_ace"], 0)
            ways = [(0, 0, 0, 0, 0)]  # (faces, again, suits, suits that come twice, cards)
            for suit in range(4):
                bit = self.bit.get(suit * 13 + rank, 0)
                for faces, again, suits, twice, count in list(ways) if bit else ():
                    on = 1 << suit
                    ways.append((faces | bit, again, suits | on, twice, count + 1))
                    if most > 4 and bit & self.twice:
                        ways.append((faces | bit, again | bit, suits | on, twice | on, count + 2))
            for faces, again, suits, twice, count in ways[1:]:
                if 3 <= count + jokers <= most:
                    worth = count * points + jokers * (lay_joker or points)
                    code = set_code(rank, suits, jokers, twice)
                    self._add(faces, jokers, worth, count + jokers, False, code, again)

    def _list_longer_runs(self, zone: int, jokers: int) -> None:
        """List the moves that add natural cards and that number of jokers to a run of the table."""
        _, cards, stands, _ = self.table[zone]
        faces = [stands[card] if card >= JOKER else card % 52 for card in cards]
        suit, start = faces[0] // 13, faces[0] % 13
        end = start + len(cards)
        there = [start + i for i, card in enumerate(cards) if card >= JOKER]
        for chosen in range(1 << len(there) if self.rules["joker_swap"] else 1):
            taken = mask = gain = 0
            for i, place in enumerate(there):
                if chosen >> i & 1:
                    taken += 1
                    gain += self.place_value(place, 0) - self.place_value(place, 1)
                else:
                    mask |= 1 << place
            if len(there) - taken + jokers > self.rules["jokers_per_meld"]:
                continue
            for on_low in range(jokers + 1):
                lows = self._row(suit, start - 1, -1, on_low)
                highs = self._row(suit, end, 1, jokers - on_low) if lows else ()
                for low, below in lows:
                    if self.room < 0:
                        return
                    for high, above in highs:
                        size = high + 1 - low
                        if size > 12 + self.rules["decks"] or size - len(cards) + taken == 0:
                            continue
                        points = gain
                        for place in range(low, high + 1):
                            if not start <= place < end:
                                points += self.place_value(place, (below | above) >> place & 1)
                        code = _run_code(suit, low, size, (mask | below | above) >> low)
                        self._append(zone, code, taken, points, size - len(cards))

    def _row(self, suit: int, place: int, step: int, jokers: int) -> "list[tuple[int, int]]":
        """Return the ways to extend a run from `place` in direction `step`: [(last place, jokers)].

        A way has that number of jokers, given as a bit mask of their places, and ends with a natural card;
        without jokers the first way adds nothing. Jokers at the very end are added at the end of
        the search.
        """
        held = self.places[suit]
        found = [] if jokers else [(place - step, 0)]
        ways = [0]  # the jokers' places, and above them their number
        while held >> place if step > 0 else held & (2 << place) - 1 if place >= 0 else 0:
            further = []
            for way in ways:
                if held >> place & 1:
                    if way >> 14 == jokers:
                        found.append((place, way & 0x3FFF))
                    further.append(way)
                if way >> 14 < jokers:
                    further.append((way | 1 << place) + (1 << 14))
            place += step
            ways = further
        return found

    def _list_larger_sets(self, zone: int) -> None:
        """List the moves that add natural cards to a set of the table."""
        rules = self.rules
        cards = self.table[zone][1]
        naturals = [card % 52 for card in cards if card < JOKER]
        rank = naturals[0] % 13
        worth = value(rank, rules["lay_ace"], 0)
        jokers = len(cards) - len(naturals)
        copies = self.form[-1]
        lack = [face for face in range(rank, 52, 13) if face not in naturals]
        wanted = lack or [face for face in range(rank, 52, 13) if naturals.count(face) < 2]
        ways = [[]]
        for face in range(rank, 52, 13):
            for way in list(ways):
                for count in range(1, copies - naturals.count(face) + 1):
                    ways.append(way + [face] * count)
        for came in ways[1:]:
            # One card for each joker; the last joker goes only for all that lack.
            fitting = len([face for face in wanted if face in came])
            most = min(jokers, fitting) if rules["joker_swap"] and "contracts" not in rules else 0
            if lack and most == jokers and rules["joker_swap_set"] == "all" and fitting < len(lack):
                most -= 1
            suits = twice = 0
            for face in naturals + came:
                twice |= suits & 1 << face // 13
                suits |= 1 << face // 13
            for taken in range(max(0, most) + 1):
                size = len(cards) + len(came) - taken
                if 2 < size <= 4 * copies:
                    points = worth * len(came) - taken * (rules["lay_joker"] or worth)
                    code = set_code(rank, suits, jokers - taken, twice)
                    self._append(zone, code, taken, points, len(came) - taken)

    def _append(self, zone: int, code: int, taken: int, points: int, cards: int) -> None:
        """Add a move on a meld of the table, `code` afterwards, if the hand has the cards for it."""
        faces = again = jokers = 0
        for face in came_to(self.table[zone], code):
            if face == JOKER:
                jokers += 1
                continue
            bit = self.bit.get(face, 0)
            if faces & bit:
                again |= bit
            faces |= bit
            if not bit or again & ~self.twice:
                return
        score = self.scored(points, cards)
        self._keep(self.additions[zone], faces, again, code, score, jokers, (taken, 0, zone + 1))
