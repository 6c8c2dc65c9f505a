"""Contrat: the best lay that is a contract, with lay-offs and joker swaps. Exact.

The search is that of the laying games, with as many new melds of each kind as the contract has. A
set may have a suit twice here, and a run needs four cards: RULES.md "contrat".
"""

from tierce.arrange.laying import Lays
from tierce.arrange.moves import SET
from tierce.melds import CARDS, KIND, STANDS


class ContractLays(Lays):
    """What a hand can lay of a contract, on an empty table or beside melds: see Lays."""

    def lay(
        self,
        contract: "Sequence[int]",
        exactly: bool = True,
        keep: "tuple[int, int] | None" = None,
        on_table: bool = True,
    ) -> "Lay | None":
        """Return the best lay whose new melds are a contract (sets, runs); None if there is none.

        Without `exactly` they may be some melds of it. `keep` and `on_table` as in `best`.
        """
        self.sets, self.runs = contract
        self.exactly = exactly
        return self.best(self._is_lawful, keep, on_table)

    def _is_lawful(self, moves: "Sequence[int]", laid_off: int) -> bool:
        return not [move for move in moves if not self.moves.zone[move]] or self.begins(moves, laid_off, "all")

    def opens(self, new: "Sequence[int]", share: "Sequence[int]", waived: str) -> bool:
        """Tell whether new melds, without taken jokers, are melds and no two runs side by side."""
        ends = []
        for move, count in zip(new, share):
            is_set = self.moves.code[move] & SET
            start, size, suit = (
                self.moves.code[move] & 15,
                self.moves.code[move] >> 4 & 15,
                self.moves.code[move] >> 8 & 3,
            )
            if count:
                ways = [way for way in self.without(move, count) if (way[KIND] == "set") == bool(is_set)]
                if not ways:
                    return False
                first, size = ways[0][CARDS][0], len(ways[0][CARDS])
                start = ways[0][STANDS].get(first, first) % 13
            if not is_set:
                ends.append((suit * 16 + start, suit * 16 + start + size))
        for _, end in ends:
            for start, _ in ends:
                if start == end:
                    return False
        return True

    def _at_face(
        self, i: int, first: int, once: int, twice: int, jokers: int, kept: int, score: int, pure: bool, rest: int
    ) -> None:
        """Choose new melds from face i on, while the contract lacks some: see Lays."""
        moves = self.moves
        last = len(moves.faces)
        if self._ends():
            return
        while True:
            possible = score + rest + jokers * moves.joker_worth
            if possible + self.pure <= self.most or kept > self.spare:
                return
            lacks = self.sets or self.runs
            if not lacks or not self.exactly:
                # The rest of the hand stays in hand.
                more = 0
                for at in range(i, last):
                    more += (once >> at & 1) + (twice >> at & 1)
                self._at_end(jokers, kept + more, score, pure)
                if not lacks:
                    return
            while i < last and not once >> i & 1:
                i += 1
                first = 0
            found = moves.by_face[i]
            self.steps -= len(found)
            for at in range(first, len(found)):
                move = found[at]
                if self.moves.uses[move] & ~once or self.moves.on[move] > jokers:
                    continue
                is_set = self.moves.code[move] & SET
                if not (self.sets if is_set else self.runs):
                    continue
                left = self._left(once, twice, move)
                if left:
                    self._count_meld(is_set, -1)
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
                    self._count_meld(is_set, 1)
                    if self.steps < 0:
                        return
            if i == last:
                return
            # The remaining cards of this face stay in hand.
            bit = 1 << i
            many = 2 if twice & bit else 1
            once, twice = once & ~bit, twice & ~bit
            kept += many
            rest -= many * moves.worth[i]
            i += 1
            first = 0

    def _count_meld(self, is_set: int, step: int) -> None:
        if is_set:
            self.sets += step
        else:
            self.runs += step
