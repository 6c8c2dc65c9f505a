"""The laying games: the lay of most points or most cards, with lay-offs and joker swaps. Exact.

A branch and bound search combines the moves of a hand (`moves`): first moves on each meld of the
table, then new melds for each face of the hand. A branch is cut if even the whole rest of the hand
could not beat the best lay found. RULES.md "What all the laying games share", fine print 1 to 8.
"""

from tierce.arrange.moves import Moves, came_to, faces_of, shape_of
from tierce.cards import JOKER, value
from tierce.melds import BROKEN, is_pure_run, read
from tierce.melds import points as worth

# Moves that the searches for an answer may look at, together.
_STEPS = 1 << 17


class Lays:
    """What a hand can lay, on an empty table or beside the melds of `table`.

    `rules` are those of presets.rules_of, `table` is a list of readings (melds). With the `goal`
    "cards" the best lay has the most cards of the hand, then the most points; with "points" the
    other way round. Of equal lays one with a pure run is better. `alive()` is called now and then,
    and `complete` is false once there were more moves or steps than a board has room and time for:
    `size` is the bytes of heap that the search may take.
    A lay is the tuple (points, cards, melds, lay_offs, pure): points added to the table; number of
    cards of the hand laid; new melds; changed melds of the table, each (index, cards added, jokers
    taken); whether a new meld is a pure run.
    """

    least = -1  # a lay has a higher score: see `best`

    def __init__(
        self,
        hand: "Sequence[int]",
        rules: "Mapping[str, Any]",
        table: "Sequence[tuple[Any, ...]]",
        goal: str,
        alive: "Callable[[], object]" = int,
        size: int = 1 << 16,
    ) -> None:
        self.rules = rules
        self.alive = alive
        self.hand = hand
        self.table = table
        self.moves = Moves(hand, rules, table, goal == "cards", alive, size)
        self.complete = self.moves.room >= 0
        self.left = _STEPS

    # --- the search

    def is_first_lay(self, points: int, pure: bool) -> bool:
        """Tell whether `points`, with or without a pure run, suffice: RULES.md "First lay"."""
        rules = self.rules
        return points >= rules["first_lay_points"] and (pure or not rules["first_lay_pure_run"])

    def are_first_lay(self, moves: "Sequence[int]", _: int) -> bool:
        """Tell whether new melds (moves) are a legal first lay: a filter for `best`."""
        return bool(moves) and self.is_first_lay(*self._count(moves))

    def goes_out(self, table: bool) -> bool:
        """Tell whether a seat that has not laid can go out in this turn: RULES.md, fine print 8, 9.

        `table` tells whether anyone has laid.
        """
        rules = self.rules
        if table and rules["rami_sec"] == "nobody":
            return False
        keep = (1, 1) if rules["final_discard"] == "required" else (0, 1)
        beside = rules["lay_off_before_laying"] or rules["lay_off_with_first_lay"]
        return self.best(self.are_rami_sec, keep, beside) is not None

    def are_rami_sec(self, moves: "Sequence[int]", laid_off: int) -> bool:
        """Tell whether moves suffice for a rami sec: a filter for `best`."""
        return self.begins(moves, laid_off, self.rules["rami_sec_waives"])

    def are_lawful(self, moves: "Sequence[int]", laid_off: int) -> bool:
        """Tell whether a seat that has not laid may make these moves: a filter for `best`."""
        if not [move for move in moves if not self.moves.zone[move]]:
            return True
        return self.begins(moves, laid_off)

    def begins(self, moves: "Sequence[int]", laid_off: int, waived: str = "none") -> bool:
        """Tell whether the new melds among some moves are a legal first lay: a filter for `best`.

        `laid_off` more jokers are laid off. `waived` is what is not required, as in `rami_sec_waives`.
        """
        return self._share(moves, laid_off, waived) is not None

    def _share(self, moves: "Sequence[int]", laid_off: int, waived: str = "none") -> "Sequence[int] | None":
        """Return how many taken jokers each new meld gets in a legal first lay; None if none is.

        A meld counts as what is left without jokers taken in this turn: RULES.md, fine print 6. The
        seat chooses which jokers it lays off, and which new melds get the other taken ones.
        """
        new = [move for move in moves if not self.moves.zone[move]]
        taken = sum([self.moves.taken[move] for move in moves if self.moves.zone[move]])
        least = taken - laid_off - sum([self.moves.on[move] for move in moves if self.moves.zone[move]])
        if self.rules["joker_kept"]:
            least = sum([self.moves.on[move] for move in new]) - self.moves.jokers
        shares = [()]
        for move in new:
            most = range(min(taken, self.moves.on[move]) + 1)
            shares = [share + (count,) for share in shares for count in most]
        for share in shares:
            self.steps -= 40
            if new and least <= sum(share) <= taken and self.opens(new, share, waived):
                return share
        return None

    def opens(self, new: "Sequence[int]", share: "Sequence[int]", waived: str) -> bool:
        """Tell whether new melds are a legal first lay if each gets its share of taken jokers."""
        points, pure = self._count([move for move, count in zip(new, share) if not count])
        for move, count in zip(new, share):
            ways = self.without(move, count) if count else ()
            points += max([0] + [worth(way, self.moves.form) for way in ways])
            pure = pure or True in [is_pure_run(way, self.rules["pure_run_beside_joker"]) for way in ways]
        pure = pure or waived == "all"
        return self.is_first_lay(points if waived == "none" else self.rules["first_lay_points"], pure)

    def without(self, move: int, count: int) -> "list[Reading]":
        """Return the ways to read a new meld without `count` of its jokers."""
        cards = [face for face in faces_of(self.moves.code[move]) if face != JOKER]
        cards.extend([JOKER + i for i in range(self.moves.on[move] - count)])
        ways = [read(cards, {}, {}, self.moves.form, kind) for kind in ("run", "set")]
        return [way for way in ways if not way[BROKEN]]

    def _count(self, moves: "Sequence[int]") -> "tuple[int, bool]":
        """Return (points, pure) of new melds: their value, and whether one is a pure run."""
        total = 0
        pure = False
        for move in moves:
            total += self.moves.score[move]
            pure = pure or self.moves.pure[move] > 0
        return (total & 0x7FF if self.moves.by_cards else total >> 8), pure

    def best(
        self,
        wanted: "Callable[[Sequence[int], int], bool] | None" = None,
        keep: "tuple[int, int] | None" = None,
        on_table: bool = True,
    ) -> "Lay | None":
        """Return the best lay, or None if none is accepted.

        `wanted(moves, jokers)` filters lays: `jokers` is the number of jokers laid off in addition
        to those of `moves`. `keep` is (fewest, most) cards that stay in hand; with it the first lay
        found is returned, not the best. Melds of the table change only if `on_table`.
        """
        self.wanted = wanted
        self.keep, self.spare = keep or (0, len(self.hand))
        self.any_will_do = keep is not None
        self.zones = len(self.table) if on_table else 0
        self.pure = 1 << 11 if self.moves.by_cards else 1 << 7
        self.most = self.least
        self.chosen = []
        self.found = ([], [])
        # For each meld: the jokers that can still be taken from it and the melds after it.
        self.to_come = [0] * (self.zones + 1)
        for zone in range(self.zones - 1, -1, -1):
            most = max([0] + [self.moves.taken[move] for move in self.moves.additions[zone]])
            self.to_come[zone] = self.to_come[zone + 1] + most
        rest = self.moves.worth_of(self.moves.once) + self.moves.worth_of(self.moves.twice)
        # Half of what is left, so that each search for an answer has some.
        left, self.steps = self.left, self.left >> 1
        self._at_zone(0, self.moves.once, self.moves.twice, self.moves.jokers, 0, rest)
        self.complete = self.complete and self.steps >= 0
        self.left = left - (left >> 1) + max(0, self.steps)
        # To lay nothing is a lay, also where the search has ended before it came to that.
        if wanted is None and keep is None and self.steps < 0:
            self.most = max(0, self.most)
        return self._lay() if self.most >= 0 else None

    def _left(self, once: int, twice: int, move: int) -> "tuple[int, int] | None":
        """Return (once, twice) of the hand after a move; None if the hand lacks a card."""
        faces = self.moves.uses[move]
        if faces & ~once:
            return None
        once, twice = once & ~faces | twice & faces, twice & ~faces
        again = self.moves.again[move]
        if again:
            if again & ~once:
                return None
            once, twice = once & ~again | twice & again, twice & ~again
        return once, twice

    def _ends(self) -> bool:
        """Count a call of the search, as long as a look at ten moves; return whether it must end."""
        self.steps -= 10
        self.alive()
        return self.steps < 0

    # A board's stack is small, so the search recurses once for each move, not for each card or
    # zone.

    def _at_zone(self, first: int, once: int, twice: int, jokers: int, score: int, rest: int) -> None:
        """Choose moves on the melds of the table from index `first` on, then new melds.

        `once` and `twice` are the faces left in hand, `jokers` the jokers left (below 0: taken from
        a later meld), `score` the score so far, `rest` the most that the faces left can add.
        """
        if self._ends():
            return
        for zone in range(first, self.zones):
            possible = max(0, jokers + self.to_come[zone]) * self.moves.joker_worth
            if score + rest + possible + self.pure <= self.most:
                return
            self.steps -= len(self.moves.additions[zone])
            for move in self.moves.additions[zone]:
                left = self._left(once, twice, move)
                if left:
                    self.chosen.append(move)
                    # The joker used may be one that is taken from a later meld.
                    self._at_zone(
                        zone + 1,
                        left[0],
                        left[1],
                        jokers + self.moves.taken[move] - self.moves.on[move],
                        score + self.moves.score[move],
                        rest - self.moves.rest[move],
                    )
                    self.chosen.pop()
                    if self.steps < 0:
                        return
        if jokers >= 0:
            self._at_face(0, 0, once, twice, jokers, 0, score, False, rest)

    def _at_face(
        self, i: int, first: int, once: int, twice: int, jokers: int, kept: int, score: int, pure: bool, rest: int
    ) -> None:
        """Choose new melds from face i on; of the moves of face i only those from index `first` on.

        `kept` is the number of natural cards that stay in hand.
        """
        if self._ends():
            return
        while True:
            possible = score + rest + jokers * self.moves.joker_worth
            if possible + self.pure <= self.most or kept > self.spare:
                return
            while i < len(self.moves.faces) and not once >> i & 1:
                i += 1
                first = 0
            moves = self.moves.by_face[i]
            self.steps -= len(moves)
            for at in range(first, len(moves)):
                move = moves[at]
                if self.moves.uses[move] & ~once or self.moves.on[move] > jokers:
                    continue
                left = self._left(once, twice, move)
                if left:
                    self.chosen.append(move)
                    self._at_face(
                        i,
                        at,
                        left[0],
                        left[1],
                        jokers - self.moves.on[move],
                        kept,
                        score + self.moves.score[move],
                        pure or self.moves.pure[move] > 0,
                        rest - self.moves.rest[move],
                    )
                    self.chosen.pop()
                    if self.steps < 0:
                        return
            if i == len(self.moves.faces):
                self._at_end(jokers, kept, score, pure)
                return
            # The remaining cards of this face stay in hand.
            bit = 1 << i
            many = 2 if twice & bit else 1
            once, twice = once & ~bit, twice & ~bit
            kept += many
            rest -= many * self.moves.worth[i]
            i += 1
            first = 0

    def _at_end(self, jokers: int, kept: int, score: int, pure: bool) -> None:
        """Add the remaining jokers to melds of the table; keep the lay if it is the best so far."""
        placed = []
        # A card for the discard stays in hand.
        most = jokers - max(0, self.keep - kept)
        if most > 0 and self.zones:
            more, placed = self._place_jokers(most)
            score += more
            for _, count in placed:
                jokers -= count[0] + count[1]
        if pure:
            score += self.pure
        kept += jokers
        replayed = self.rules["joker_kept"] or jokers <= self.moves.jokers
        if score > self.most and replayed and self.keep <= kept <= self.spare:
            laid_off = sum([below + above for _, (below, above) in placed])
            if self.wanted is None or self.wanted(self.chosen, laid_off):
                self.most = 1 << 29 if self.any_will_do else score
                self.found = (list(self.chosen), placed)

    def _states(self) -> "list[tuple[Any, ...]]":
        """Return the table's melds after the chosen moves, each as in `shape_of`."""
        states = []
        for kind, cards, stands, _ in self.table:
            faces = [stands[card] if card >= JOKER else card % 52 for card in cards]
            states.append((kind, faces[0] % 13, len(cards), len(stands)))
        for move in self.chosen:
            if self.moves.zone[move]:
                states[self.moves.zone[move] - 1] = shape_of(self.moves.code[move])
        return states

    def _place_jokers(self, jokers: int) -> "tuple[int, list[Any]]":
        """Return (score, [(zone, (below, above))]): the best way to add up to `jokers` jokers."""
        self.steps -= 40
        # best[n]: (score, places) of n jokers.
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

    def _gain(self, state: "tuple[Any, ...]", count: int) -> "tuple[int, tuple[int, int]] | None":
        """Return (score, (below, above)) of `count` jokers added to a meld; None if impossible."""
        kind, at, size, jokers = state
        if jokers + count > self.rules["jokers_per_meld"]:
            return None
        if kind == "set":
            if size + count > 4 * self.moves.form[-1]:
                return None
            points = self.rules["lay_joker"] or value(at, self.rules["lay_ace"], 0)
            return self.moves.scored(points * count, count), (0, count)
        best = None
        if size + count > 12 + self.rules["decks"]:
            return None
        for below in range(count + 1):
            above = count - below
            if below <= at and at + size + above <= 14:
                points = 0
                for place in range(at - below, at):
                    points += self.moves.place_value(place, 1)
                for place in range(at + size, at + size + above):
                    points += self.moves.place_value(place, 1)
                if best is None or self.moves.scored(points, count) > best[0]:
                    best = (self.moves.scored(points, count), (below, above))
        return best

    # --- from moves to cards

    def _lay(self) -> "Lay":
        """Return the best lay with cards in place of faces."""
        chosen, placed = self.found
        cards = sorted(self.hand)
        taken = []
        lay_offs = {}
        for move in chosen:
            if self.moves.zone[move]:
                out = []
                if self.moves.taken[move]:
                    out = self._taken_by(move)
                    taken.extend(out)
                zone = self.moves.zone[move] - 1
                lay_offs[zone] = (self._came_to(move), out)
        for zone, (below, above) in placed:
            came, _ = lay_offs.setdefault(zone, ([], []))
            came.extend([JOKER] * (below + above))
        jokers = taken + [card for card in cards if card >= JOKER]

        def card_of(face: int) -> int:
            if face == JOKER:
                return jokers.pop(0)
            card = next(each for each in cards if each < JOKER and each % 52 == face)
            cards.remove(card)
            return card

        new = [move for move in chosen if not self.moves.zone[move]]
        laid_off = sum([below + above for _, (below, above) in placed])
        share = (self._share(chosen, laid_off) if self.wanted else None) or [0] * len(new)
        first = [[jokers.pop(0) for _ in range(count)] for count in share]
        points = count = 0
        changed = []
        for zone in sorted(lay_offs):
            came, out = lay_offs[zone]
            changed.append((zone, [card_of(face) for face in came], out))
            count += len(came) - len(out)
        melds = [[] for _ in new]
        pure = False
        for i, move in enumerate(new):
            for face in faces_of(self.moves.code[move]):
                melds[i].append(first[i].pop() if face == JOKER and first[i] else card_of(face))
            count += len(melds[i])
            pure = pure or self.moves.pure[move] > 0
        score = self.most & ~self.pure
        points = score & 0x7FF if self.moves.by_cards else score >> 8
        return points, count, melds, changed, pure

    def _came_to(self, move: int) -> "list[int]":
        """Return the faces that a move adds to a meld of the table."""
        kind, cards, stands, broken = self.table[self.moves.zone[move] - 1]
        return came_to((kind, cards, stands, broken), self.moves.code[move])

    def _taken_by(self, move: int) -> "list[int]":
        """Return the jokers that a move takes: any of a set; in a run, the replaced ones."""
        kind, cards, stands, _ = self.table[self.moves.zone[move] - 1]
        came = self._came_to(move)
        out = []
        for card in cards:
            if card >= JOKER and len(out) < self.moves.taken[move]:
                if kind == "set" or stands[card] in came:
                    out.append(card)
        return out
