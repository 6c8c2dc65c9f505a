"""The laying games: the lay worth most, or of most cards, lay-offs and joker swaps. Exact.

Every meld that a hand can make, and every way to add to a meld of the table, is listed once as a
move. Then a search picks the moves that go together best: first for each meld of the table, then
face by face of the hand, giving up where even all that is left could not make up for what is found.
RULES.md "What all the laying games share" and its fine print 1 to 8.
"""

from tierce.cards import JOKER, value
from tierce.melds import STANDS

# A move is the tuple (faces, jokers, score, pure, code, rest, again, taken, zone, after, came):
#   faces, again  bit masks over the faces of the hand: used, and used a second time
#   jokers        so many jokers are used
#   score, rest   what it adds to the score, and what its cards count among those left (see Lays)
#   pure          whether it is a pure run
#   code          what the meld is (_run_code, _set_code)
# and of a move on a meld of the table, which adds cards to it:
#   taken, zone   so many jokers are taken from it; which meld it is
#   after         what it then is: (kind, first place or rank, cards, jokers)
#   came          the faces that are added, JOKER for a joker
# The move of a new meld is as short as can be: there are many.
_FACES, _JOKERS, _SCORE, _PURE, _CODE, _REST, _AGAIN, _TAKEN, _ZONE, _AFTER, _CAME = range(11)

_SET = 1 << 24


def _run_code(suit, start, size, jokers):
    """Return the code of a run: its first place, and its jokers as a bit mask from there."""
    return start | size << 4 | suit << 8 | jokers << 10


def _set_code(rank, suits, jokers):
    """Return the code of a set: the suits of its natural cards as a bit mask, and its jokers."""
    return _SET | rank | suits << 4 | jokers << 8


def _cards_of(code):
    """Return the faces of a meld from its code, in order, JOKER for a joker."""
    if code & _SET:
        rank, suits, jokers = code & 15, code >> 4 & 15, code >> 8 & 7
        return [suit * 13 + rank for suit in range(4) if suits >> suit & 1] + [JOKER] * jokers
    start, size, suit, jokers = code & 15, code >> 4 & 15, code >> 8 & 3, code >> 10
    return [JOKER if jokers >> i & 1 else suit * 13 + (start + i) % 13 for i in range(size)]


class Lays:
    """What a hand can lay, on an empty table or beside the melds of `table`.

    `rules` as presets.rules_of gives them, `table` a list of readings (melds). With `goal` "cards"
    the score is what goes down from the hand, then points; with "points" the other way round.
    A lay is (points, cards, melds, lay_offs, pure): points by which the melds on the table are
    worth more than before; cards of the hand that go down; new melds; for each meld of the table
    that changes (its number, cards that come, jokers that are taken); whether a new meld is a pure
    run.
    """

    def __init__(self, hand, rules, table, goal):
        self.rules = rules
        self.hand = hand
        self.table = table
        self.by_cards = goal == "cards"
        self.faces = sorted({card % 52 for card in hand if card < JOKER})
        self.jokers = len([card for card in hand if card >= JOKER])
        self.once = (1 << len(self.faces)) - 1
        self.twice = 0
        for i, face in enumerate(self.faces):
            if len([card for card in hand if card < JOKER and card % 52 == face]) > 1:
                self.twice |= 1 << i
        self.bit = {}
        for i, face in enumerate(self.faces):
            self.bit[face] = 1 << i
        # Jokers that may come from the table.
        takeable = 0
        if rules["joker_swap"]:
            for reading in table:
                takeable += len(reading[STANDS])
        self.most_jokers = min(rules["jokers_per_meld"], self.jokers + takeable)
        self.moves = {}
        self._list_runs()
        self._list_sets()
        self._list_jokers()
        useful = 0
        self.additions = []
        for zone in range(len(table)):
            self.additions.append(self._additions(zone))
        for move in self.moves.values():
            useful |= move[_FACES]
        for moves in self.additions:
            for move in moves:
                useful |= move[_FACES] | move[_AGAIN]
        # What each face counts for the bound: nothing where no move has it.
        self.worth = []
        for i, face in enumerate(self.faces):
            self.worth.append(self._score(value(face, 11, 0), 1) if useful >> i & 1 else 0)
        self.joker_worth = self._score(max(11, rules["lay_joker"]), 1)
        # The moves by their lowest face; the best come first. Those of jokers only come last.
        self.by_face = [[] for _ in range(len(self.faces) + 1)]
        for key in sorted(self.moves):
            move = self.moves.pop(key)
            lowest = 0
            while lowest < len(self.faces) and not move[_FACES] >> lowest & 1:
                lowest += 1
            self.by_face[lowest].append(move + (self._worth_of(move[_FACES]),))
        for moves in self.by_face:
            moves.sort(key=lambda move: -move[_SCORE])

        for moves in self.additions:
            for i, move in enumerate(moves):
                rest = self._worth_of(move[_FACES]) + self._worth_of(move[_AGAIN])
                moves[i] = move[:_REST] + (rest,) + move[_AGAIN:]

    def _worth_of(self, faces):
        """Return what some faces count for the bound."""
        total = 0
        for i, worth in enumerate(self.worth):
            if faces >> i & 1:
                total += worth
        return total

    def _score(self, points, cards):
        # Between the two there is room for a pure run.
        return (cards << 12) + points if self.by_cards else (points << 8) + cards

    def _place_value(self, place, joker):
        """Return the lay value of a card at a place of a run: 0 the low ace, 13 the high one."""
        rules = self.rules
        if joker and rules["lay_joker"]:
            return rules["lay_joker"]
        return rules["lay_low_ace"] if place == 0 else value(place % 13, 11, 0)

    # --- the moves

    def _add(self, faces, jokers, points, cards, pure, code):
        """List the move of a new meld, unless the same cards make a better one."""
        key = faces << 3 | jokers
        score = self._score(points, cards)
        if key not in self.moves or self.moves[key][_SCORE] < score:
            self.moves[key] = (faces, jokers, score, pure, code)

    def _list_runs(self):
        beside = self.rules["pure_run_beside_joker"]
        for suit in range(4):
            for start in range(12):
                self._grow(suit, start, start, 0, 0, 0, 0, 0, beside)

    def _grow(self, suit, start, place, faces, jokers, points, used, row, pure):
        """List the runs that go on from here; `jokers` is their bit mask, `used` their number.

        `row` counts the last natural cards in a row. `pure` is 2 once three of them make a run
        pure that holds a joker.
        """
        if place - start == 13 or place == 14:
            return
        bit = self.bit.get(suit * 13 + place % 13, 0)
        for joker in (0, 1):
            if joker:
                if used == self.most_jokers:
                    return
                now, many, length = faces, used + 1, 0
            else:
                if not bit:
                    continue
                now, many, length = faces | bit, used, row + 1
            worth = points + self._place_value(place, joker)
            size = place - start + 1
            mask = jokers | joker << place - start
            fine = 2 if pure and length == 3 else pure
            if size > 2 and now:
                is_pure = many == 0 or fine == 2
                code = _run_code(suit, start, size, mask)
                self._add(now, many, worth, size, is_pure, code)
            self._grow(suit, start, place + 1, now, mask, worth, many, length, fine)

    def _list_sets(self):
        for rank in range(13):
            for suits in range(1, 16):
                faces = count = 0
                for suit in range(4):
                    if suits >> suit & 1:
                        faces |= self.bit.get(suit * 13 + rank, 1 << 30)
                        count += 1
                if faces >> 30:
                    continue
                for jokers in range(self.most_jokers + 1):
                    if 2 < count + jokers < 5:
                        points = count * value(rank, 11, 0)
                        points += jokers * (self.rules["lay_joker"] or value(rank, 11, 0))
                        code = _set_code(rank, suits, jokers)
                        self._add(faces, jokers, points, count + jokers, False, code)

    def _list_jokers(self):
        """List the melds of jokers only: sets of aces, which are worth most."""
        for jokers in range(3, self.most_jokers + 1):
            points = jokers * (self.rules["lay_joker"] or 11)
            self._add(0, jokers, points, jokers, False, _set_code(0, 0, jokers))

    def _additions(self, zone):
        """Return the moves on a meld of the table that add natural cards to it."""
        kind, cards, stands = self.table[zone][: STANDS + 1]
        if kind == "set":
            return self._set_additions(zone, cards, stands)
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
                    points += self._place_value(start + at, 0) - self._place_value(start + at, 1)
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
                            worth += self._place_value(start - 1 - i, face == JOKER)
                        for i, face in enumerate(above):
                            worth += self._place_value(end + i, face == JOKER)
                        self._append(moves, zone, added, taken, worth, after)
        return moves

    def _row(self, suit, place, step, jokers):
        """Return the rows of cards that go on a run from a place on, as (last place, faces).

        The first is none at all; the others end with a natural card. Jokers that are laid last
        are added at the end of the search.
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
                if jokers + way.count(JOKER) < self.most_jokers:
                    further.append(way + [JOKER])
            # Where no card follows in the hand there is nothing to go on to.
            place += step
            ways = further
            if not [p for p in range(place, 14 if step > 0 else -1, step)
                    if suit * 13 + p % 13 in self.bit]:
                break
        return found

    def _set_additions(self, zone, cards, stands):
        naturals = [card % 52 for card in cards if card < JOKER]
        rank = (naturals[0] if naturals else stands[cards[0]]) % 13
        worth = value(rank, 11, 0)
        missing = [suit * 13 + rank for suit in range(4) if suit * 13 + rank not in naturals]
        jokers = len(cards) - len(naturals)
        moves = []
        for chosen in range(1, 1 << len(missing)):
            came = [face for i, face in enumerate(missing) if chosen >> i & 1]
            if len(cards) + len(came) < 5:
                after = ("set", rank, len(cards) + len(came), jokers)
                self._append(moves, zone, came, 0, worth * len(came), after)
        if jokers and self.rules["joker_swap"]:
            points = worth * (4 - len(naturals)) - jokers * (self.rules["lay_joker"] or worth)
            self._append(moves, zone, missing, jokers, points, ("set", rank, 4, 0))
        return moves

    def _append(self, moves, zone, came, taken, points, after):
        """Add a move on a meld of the table to `moves`, if the hand has its cards."""
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
        score = self._score(points, len(came) - taken)
        moves.append((faces, jokers, score, False, 0, 0, again, taken, zone, after, came))

    # --- the search

    def is_first_lay(self, points, pure):
        """Tell whether melds of so many points are a legal first lay: RULES.md "First lay"."""
        rules = self.rules
        return points >= rules["first_lay_points"] and (pure or not rules["first_lay_pure_run"])

    def are_first_lay(self, moves):
        """Tell whether new melds are a legal first lay."""
        points, pure = self._count(moves)
        return bool(moves) and self.is_first_lay(points, pure)

    def goes_out(self, table, may_lay):
        """Tell whether a seat that has not laid can go out in this turn: fine print 8 and 9.

        `table` tells whether anyone has laid, `may_lay` whether this seat may in this turn.
        """
        rules = self.rules
        waived = rules["rami_sec_waives"]
        if (table and rules["rami_sec"] == "nobody") or not (may_lay or waived):
            return False
        keep = (1, 1) if rules["final_discard"] == "required" else (0, 1)
        return self.best(self._are_rami_sec, keep) is not None

    def _are_rami_sec(self, moves):
        if not [move for move in moves if len(move) <= _ZONE]:
            return False
        points, pure = self._count(moves)
        if self.rules["rami_sec_waives"] and (pure or not self.rules["first_lay_pure_run"]):
            return True
        return self.is_first_lay(points, pure)

    def _count(self, moves):
        """Return (points, pure) of the new melds that count for a first lay: fine print 6."""
        taken = [move for move in moves if len(move) > _ZONE and move[_TAKEN]]
        total = 0
        pure = False
        for move in moves:
            # There is one joker only in the games in which a taken one could be meant or not.
            if len(move) <= _ZONE and not (taken and move[_JOKERS]):
                total += move[_SCORE]
                pure = pure or move[_PURE]
        return (total & 0x7FF if self.by_cards else total >> 8), pure

    def best(self, wanted=None, keep=None, on_table=True):
        """Return the best lay, or None where there is none as wanted.

        `wanted(moves)` tells whether they are; then `keep` gives how many cards may stay in hand,
        at least and at most, and the first lay found will do. On the table nothing is changed
        unless `on_table`.
        """
        self.wanted = wanted
        self.keep, self.spare = keep or (0, len(self.hand))
        self.any_will_do = keep is not None
        self.zones = len(self.table) if on_table else 0
        self.pure = 1 << 11 if self.by_cards else 1 << 7
        self.most = -1
        self.chosen = []
        self.found = ([], [])
        # Jokers that may still come from the melds from each on.
        self.to_come = [0] * (self.zones + 1)
        for zone in range(self.zones - 1, -1, -1):
            most = max([0] + [move[_TAKEN] for move in self.additions[zone]])
            self.to_come[zone] = self.to_come[zone + 1] + most
        rest = self._worth_of(self.once) + self._worth_of(self.twice)
        self._at_zone(0, self.once, self.twice, self.jokers, 0, rest)
        return self._lay() if self.most >= 0 else None

    def _left(self, once, twice, move):
        """Return what is left of the hand after a move, as once, twice; None if it lacks a card."""
        faces = move[_FACES]
        if faces & ~once:
            return None
        once, twice = once & ~faces | twice & faces, twice & ~faces
        if len(move) > _AGAIN and move[_AGAIN]:
            again = move[_AGAIN]
            if again & ~once:
                return None
            once, twice = once & ~again | twice & again, twice & ~again
        return once, twice

    def _at_zone(self, zone, once, twice, jokers, score, rest):
        """Choose what is added to each meld of the table, from this one on."""
        if zone == self.zones:
            if jokers >= 0:
                self._at_face(0, 0, once, twice, jokers, 0, score, False, rest)
            return
        possible = max(0, jokers + self.to_come[zone]) * self.joker_worth
        if score + rest + possible + self.pure <= self.most:
            return
        for move in self.additions[zone]:
            left = self._left(once, twice, move)
            if left:
                self.chosen.append(move)
                # A joker may be used that only a later meld gives.
                self._at_zone(zone + 1, left[0], left[1], jokers + move[_TAKEN] - move[_JOKERS],
                              score + move[_SCORE], rest - move[_REST])
                self.chosen.pop()
        self._at_zone(zone + 1, once, twice, jokers, score, rest)

    def _at_face(self, i, first, once, twice, jokers, kept, score, pure, rest):
        """Choose new melds of the faces from the i-th on, of its moves those from `first` on.

        `kept` natural cards stay in hand.
        """
        possible = score + rest + jokers * self.joker_worth
        if possible + self.pure <= self.most or kept > self.spare:
            return
        while i < len(self.faces) and not once >> i & 1:
            i += 1
            first = 0
        moves = self.by_face[i]
        for at in range(first, len(moves)):
            move = moves[at]
            left = self._left(once, twice, move)
            if left and move[_JOKERS] <= jokers:
                self.chosen.append(move)
                self._at_face(i, at, left[0], left[1], jokers - move[_JOKERS], kept,
                              score + move[_SCORE], pure or move[_PURE], rest - move[_REST])
                self.chosen.pop()
        if i == len(self.faces):
            self._at_end(jokers, kept, score, pure)
            return
        bit = 1 << i
        many = 2 if twice & bit else 1
        self._at_face(i + 1, 0, once & ~bit, twice & ~bit, jokers, kept + many, score, pure,
                      rest - many * self.worth[i])

    def _at_end(self, jokers, kept, score, pure):
        """All cards are placed but for some jokers: add these to the table, and look at the lay."""
        placed = []
        if jokers and self.zones:
            more, placed = self._place_jokers(jokers)
            score += more
            for _, count in placed:
                jokers -= count[0] + count[1]
        if pure:
            score += self.pure
        kept += jokers
        if score > self.most and jokers <= self.jokers and self.keep <= kept <= self.spare:
            if self.wanted is None or self.wanted(self.chosen):
                self.most = 1 << 29 if self.any_will_do else score
                self.found = (list(self.chosen), placed)

    def _states(self):
        """Return what the table's melds are after the moves chosen: (kind, at, size, jokers)."""
        states = []
        for kind, cards, stands, _ in self.table:
            faces = [stands[card] if card >= JOKER else card % 52 for card in cards]
            states.append((kind, faces[0] % 13, len(cards), len(stands)))
        for move in self.chosen:
            if len(move) > _AFTER:
                states[move[_ZONE]] = move[_AFTER]
        return states

    def _place_jokers(self, jokers):
        """Return (score, [(zone, (below, above))]): jokers added to melds of the table, at best."""
        # By the number of jokers used so far: (score, where they lie).
        best = [(0, [])] + [None] * jokers
        for zone, state in enumerate(self._states()):
            for used in range(jokers, 0, -1):
                for count in range(1, used + 1):
                    before = best[used - count]
                    if before is None:
                        continue
                    gain = self._gain(state, count)
                    if gain is None:
                        break
                    score = before[0] + gain[0]
                    if best[used] is None or score > best[used][0]:
                        best[used] = (score, before[1] + [(zone, gain[1])])
        return max([each for each in best if each], key=lambda each: each[0])

    def _gain(self, state, count):
        """Return (score, (below, above)) of jokers added to a meld; None if they can't be."""
        kind, at, size, jokers = state
        if jokers + count > self.rules["jokers_per_meld"]:
            return None
        if kind == "set":
            if size + count > 4:
                return None
            points = self.rules["lay_joker"] or value(at, 11, 0)
            return self._score(points * count, count), (0, count)
        best = None
        if size + count > 12 + self.rules["decks"]:
            return None
        for below in range(count + 1):
            above = count - below
            if below <= at and at + size + above <= 14:
                points = 0
                for place in range(at - below, at):
                    points += self._place_value(place, 1)
                for place in range(at + size, at + size + above):
                    points += self._place_value(place, 1)
                if best is None or self._score(points, count) > best[0]:
                    best = (self._score(points, count), (below, above))
        return best

    # --- from moves to cards

    def _lay(self):
        """Return the lay found: from faces to cards."""
        chosen, placed = self.found
        cards = sorted(self.hand)
        taken = []
        lay_offs = {}
        for move in chosen:
            if len(move) > _ZONE:
                out = []
                if move[_TAKEN]:
                    out = self._taken_by(move)
                    taken.extend(out)
                lay_offs[move[_ZONE]] = (list(move[_CAME]), out)
        for zone, (below, above) in placed:
            came, _ = lay_offs.setdefault(zone, ([], []))
            came.extend([JOKER] * (below + above))
        jokers = taken + [card for card in cards if card >= JOKER]

        def card_of(face):
            if face == JOKER:
                return jokers.pop(0)
            card = next(each for each in cards if each < JOKER and each % 52 == face)
            cards.remove(card)
            return card

        points = count = 0
        changed = []
        for zone in sorted(lay_offs):
            came, out = lay_offs[zone]
            changed.append((zone, [card_of(face) for face in came], out))
            count += len(came) - len(out)
        melds = []
        pure = False
        for move in chosen:
            if len(move) <= _ZONE:
                melds.append([card_of(face) for face in _cards_of(move[_CODE])])
                count += len(melds[-1])
                pure = pure or move[_PURE]
        score = self.most & ~self.pure
        points = score & 0x7FF if self.by_cards else score >> 8
        return points, count, melds, changed, pure

    def _taken_by(self, move):
        """Return the jokers that a move takes: those whose card has come, or all of a set."""
        kind, cards, stands, _ = self.table[move[_ZONE]]
        came = list(move[_CAME])
        out = []
        for card in cards:
            if card >= JOKER and len(out) < move[_TAKEN]:
                if kind == "set" or stands[card] in came:
                    out.append(card)
        return out
