"""The laying games: lists the moves of a hand.

A move is a meld that the hand can make, or a way to add to a meld on the table, joker swaps
included. `laying` searches for the best combination. RULES.md "What all the laying games share".
"""

from tierce.cards import JOKER, value
from tierce.melds import STANDS, form_of

# A move is the tuple (faces, jokers, score, pure, code, rest, again, taken, zone, after, came):
#   faces, again  bit masks of faces of the hand: used once, used a second time
#   jokers        number of jokers used
#   score, rest   what it adds to the score; the most its cards could add (`worth_of`)
#   pure          whether it is a pure run
#   code          the meld (_run_code, _set_code)
# A move that adds to a meld on the table also has
#   taken, zone   number of jokers taken from the meld; index of the meld
#   after         the meld afterwards: (kind, first place or rank, cards, jokers)
#   came          the faces that are added, JOKER for a joker
# To save memory, a new meld has only the items from faces to rest, and `again` if it uses a face
# twice: there are many new melds.
FACES, JOKERS, SCORE, PURE, CODE, REST, AGAIN, TAKEN, ZONE, AFTER, CAME = range(11)

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


class Moves:
    """The moves of a hand: `by_face` lists new melds, `additions` those on each meld of the table.

    `rules` are those of presets.rules_of, `table` is a list of readings (melds). The faces of the
    hand's natural cards are numbered from 0: `once` and `twice` are bit masks of the faces that the
    hand has at least once, and twice. If `by_cards`, the score compares cards first, then points;
    else points first, then cards.
    """

    def __init__(self, hand: "Sequence[int]", rules: "Rules", table: "Sequence[Reading]", by_cards: bool) -> None:
        self.rules = rules
        self.table = table
        self.by_cards = by_cards
        self.form = form_of(rules)
        self.least = rules.get("run_least", 3)
        self.faces = sorted({card % 52 for card in hand if card < JOKER})
        self.jokers = len([card for card in hand if card >= JOKER])
        self.bit: "dict[int, int]" = {}
        self.once = self.twice = 0
        for i, face in enumerate(self.faces):
            self.bit[face] = 1 << i
            self.once |= 1 << i
            if len([card for card in hand if card < JOKER and card % 52 == face]) > 1:
                self.twice |= 1 << i
        # Jokers of the hand, and those that can be taken from the table.
        self.most_jokers = self.jokers
        if rules["joker_swap"]:
            for reading in table:
                self.most_jokers += len(reading[STANDS])
        self.in_meld = min(rules["jokers_per_meld"], self.most_jokers)
        self.new = new = {}  # the best move of each choice of cards
        self._list_runs()
        self._list_sets()
        self.additions = [self._additions(zone) for zone in range(len(table))]
        useful = 0
        for move in new.values():
            useful |= move[FACES]
        for moves in self.additions:
            for move in moves:
                useful |= move[FACES] | move[AGAIN]
        # The most that each face can add to the score (0 if no move uses it), and that a joker can.
        ace = rules["lay_ace"]
        self.worth = []
        for i, face in enumerate(self.faces):
            self.worth.append(self.score(value(face, ace, 0), 1) if useful >> i & 1 else 0)
        self.joker_worth = self.score(max(ace, rules["lay_joker"]), 1)
        # Grouped by lowest face, moves of jokers only in the last group; in each the best first.
        self.by_face = [[] for _ in range(len(self.faces) + 1)]
        for key in sorted(new):
            move = new.pop(key)
            lowest = 0
            while lowest < len(self.faces) and not move[FACES] >> lowest & 1:
                lowest += 1
            again = move[REST:]
            rest = self.worth_of(move[FACES]) + (self.worth_of(again[0]) if again else 0)
            self.by_face[lowest].append(move[:REST] + (rest,) + again)
        self.new = None
        for moves in self.by_face:
            # MicroPython's sort is not stable, so the key is complete.
            moves.sort(key=lambda move: (-move[SCORE], move[FACES], move[JOKERS], move[CODE]))
        for moves in self.additions:
            for i, move in enumerate(moves):
                rest = self.worth_of(move[FACES]) + self.worth_of(move[AGAIN])
                moves[i] = move[:REST] + (rest,) + move[AGAIN:]

    def worth_of(self, faces: int) -> int:
        """Return the most that faces (a bit mask) can add to the score."""
        total = 0
        for i, worth in enumerate(self.worth):
            if faces >> i & 1:
                total += worth
        return total

    def score(self, points: int, cards: int) -> int:
        """Return a score of two parts, with a bit between them for a pure run (`Lays.best`)."""
        return (cards << 12) + points if self.by_cards else (points << 8) + cards

    def place_value(self, place: int, joker: int) -> int:
        """Return the lay value of a card of a run at a place, from 0 (low ace) to 13 (high ace)."""
        rules = self.rules
        if joker and rules["lay_joker"]:
            return rules["lay_joker"]
        return rules["low_ace"] if place == 0 else value(place % 13, rules["lay_ace"], 0)

    # --- the moves

    def _add(self, faces: int, jokers: int, points: int, cards: int, pure: bool, code: int, again: int = 0) -> None:
        """Add the move of a new meld, unless the same cards already make an equal or better one."""
        key = (again << len(self.faces) | faces) << 3 | jokers
        score = self.score(points, cards)
        if key not in self.new or self.new[key][SCORE] < score:  # pyright: ignore[reportOperatorIssue]
            move = (faces, jokers, score, pure, code)
            self.new[key] = move + (again,) if again else move

    def _list_runs(self) -> None:
        beside = self.rules["pure_run_beside_joker"]
        for suit in range(4):
            # Of runs of equal value the one that ends highest comes first: RULES.md, fine print 3.
            for start in range(11, -1, -1):
                if self.in_meld or suit * 13 + start in self.bit:
                    self._grow(suit, start, start, 0, 0, 0, 0, 0, beside)

    def _grow(
        self, suit: int, start: int, place: int, faces: int, jokers: int, points: int, used: int, row: int, pure: int
    ) -> None:
        """Add the runs that extend the run from `start` to before `place`.

        Of that run: `faces` is a bit mask of its faces, `jokers` one of its jokers, `points` its
        value, `used` its number of jokers, `row` the number of natural cards at its end. `pure` is
        1 if three natural cards in a row make a run with jokers pure, 2 once it has them.
        """
        if place - start == 13 or place == 14:
            return
        bit = self.bit.get(suit * 13 + place % 13, 0)
        for joker in (0, 1):
            if joker:
                if used == self.in_meld:
                    return
                now, many, length = faces, used + 1, 0
            else:
                if not bit:
                    continue
                now, many, length = faces | bit, used, row + 1
            worth = points + self.place_value(place, joker)
            size = place - start + 1
            mask = jokers | joker << place - start
            fine = 2 if pure and length == 3 else pure
            if size >= self.least and now:
                is_pure = many == 0 or fine == 2
                code = _run_code(suit, start, size, mask)
                self._add(now, many, worth, size, is_pure, code)
            self._grow(suit, start, place + 1, now, mask, worth, many, length, fine)

    def _list_sets(self) -> None:
        """List the sets: of each suit none, one or, where it may come twice, both of the hand."""
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
                for jokers in range(max(0, 3 - count), min(self.in_meld, most - count) + 1):
                    worth = count * points + jokers * (lay_joker or points)
                    code = set_code(rank, suits, jokers, twice)
                    self._add(faces, jokers, worth, count + jokers, False, code, again)

    def _additions(self, zone: int) -> "list[Move]":
        """Return the moves that add natural cards to a meld of the table, given by its index."""
        kind, cards, stands = self.table[zone][: STANDS + 1]
        if kind == "set":
            return self._set_additions(zone, cards)
        faces = [stands[card] if card >= JOKER else card % 52 for card in cards]
        suit, start = faces[0] // 13, faces[0] % 13
        moves = []
        there = [i for i, card in enumerate(cards) if card >= JOKER]
        for chosen in range(1 << len(there) if self.rules["joker_swap"] else 1):
            came = []
            points = 0
            for i, at in enumerate(there):
                if chosen >> i & 1:
                    came.append(faces[at])
                    points += self.place_value(start + at, 0) - self.place_value(start + at, 1)
            taken = len(came)
            jokers = len(there) - taken
            end = start + len(cards)
            for low, below in self._row(suit, start - 1, -1, jokers):
                more = jokers + below.count(JOKER)
                for high, above in self._row(suit, end, 1, more):
                    if high + 1 - low > 12 + self.rules["decks"]:
                        continue
                    added = came + below + above
                    if added:
                        size = high - low + 1
                        after = ("run", low, size, more + above.count(JOKER))
                        worth = points
                        for i, face in enumerate(below):
                            worth += self.place_value(start - 1 - i, face == JOKER)
                        for i, face in enumerate(above):
                            worth += self.place_value(end + i, face == JOKER)
                        self._append(moves, zone, added, taken, worth, after)
        return moves

    def _row(self, suit: int, place: int, step: int, jokers: int) -> "list[tuple[int, list[int]]]":
        """Return the ways to extend a run from `place` in direction `step`: [(last place, faces)].

        `jokers` is the number of jokers in the run. The first way adds nothing; the others end
        with a natural card. Jokers at the very end are added at the end of the search.
        """
        found = [(place - step, [])]
        ways = [[]]
        while 0 <= place <= 13 and ways:
            face = suit * 13 + place % 13
            further = []
            for way in ways:
                if face in self.bit:
                    found.append((place, way + [face]))
                    further.append(way + [face])
                used = way.count(JOKER)
                if used < self.most_jokers and jokers + used < self.rules["jokers_per_meld"]:
                    further.append(way + [JOKER])
            # Stop if the hand has no further card of the suit in this direction.
            place += step
            ways = further
            if not [p for p in range(place, 14 if step > 0 else -1, step) if suit * 13 + p % 13 in self.bit]:
                break
        return found

    def _set_additions(self, zone: int, cards: "Sequence[int]") -> "list[Move]":
        rules = self.rules
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
        moves = []
        for came in ways[1:]:
            # One card for each joker; the last joker goes only for all that lack.
            fitting = len([face for face in wanted if face in came])
            most = min(jokers, fitting) if rules["joker_swap"] and "contracts" not in rules else 0
            if lack and most == jokers and rules["joker_swap_set"] == "all" and fitting < len(lack):
                most -= 1
            for taken in range(max(0, most) + 1):
                size = len(cards) + len(came) - taken
                if 2 < size <= 4 * copies:
                    points = worth * len(came) - taken * (rules["lay_joker"] or worth)
                    self._append(moves, zone, came, taken, points, ("set", rank, size, jokers - taken))
        return moves

    def _append(
        self, moves: "list[Move]", zone: int, came: "list[int]", taken: int, points: int, after: "tuple[Any, ...]"
    ) -> None:
        """Add a move on a meld of the table to `moves` if the hand has the cards for it."""
        faces = again = jokers = 0
        for face in came:
            if face == JOKER:
                jokers += 1
                continue
            bit = self.bit.get(face, 0)
            if faces & bit:
                again |= bit
            faces |= bit
            if not bit or again & ~self.twice:
                return
        score = self.score(points, len(came) - taken)
        moves.append((faces, jokers, score, False, 0, 0, again, taken, zone, after, came))
