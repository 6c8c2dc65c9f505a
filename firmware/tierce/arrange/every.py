"""All ways to lay exactly the cards of a hand: new melds, lay-offs, exchanged jokers. For taps.

The searches are those of the hints (`laying`, `contrat`). A lay is kept if no natural card and no
joker of the hand stays in hand; a joker that is taken may, where the house lets it (`joker_kept`).
"""

from tierce.arrange.contrat import ContractLays
from tierce.arrange.laying import Lays

# Most ways that a search keeps, the best ones.
_MOST = 24


def _gather(self: "Any", jokers: int, kept: int, score: int, pure: bool) -> None:
    """Keep each way to add the remaining jokers to melds of the table: the end of a search."""
    taken = sum([self.moves.taken[move] for move in self.chosen if self.moves.zone[move]])
    if kept or taken < self.due:
        return
    spare = taken if self.rules["joker_kept"] else 0
    if pure:
        score += self.pure
    for placed, left, more in _places(self, self._states() if self.zones else (), jokers):
        if left > spare or (self.wanted and not self.wanted(self.chosen, jokers - left)):
            continue
        self.found_ways += 1
        self.ways.append((taken, -score - more, self.found_ways, list(self.chosen), placed))
    # Those that take the fewest jokers first, then the best, and of equal ones the first found.
    self.ways.sort()
    del self.ways[_MOST:]


def _places(
    lays: Lays, states: "Sequence[tuple[Any, ...]]", jokers: int
) -> "list[tuple[list[tuple[int, tuple[int, int]]], int, int]]":
    """Return [(places, left, score)]: the ways to add up to `jokers` jokers to melds, as `_place_jokers`.

    `left` jokers stay in hand.
    """
    ways = [([], jokers, 0)]
    for zone, (kind, at, size, there) in enumerate(states):
        for placed, left, score in list(ways):
            for count in range(1, left + 1):
                gain = lays._gain((kind, at, size, there), count)
                if gain is None:
                    break
                for below in range(count + 1 if kind == "run" else 1):
                    above = count - below
                    if kind != "run" or (below <= at and at + size + above <= 14):
                        ways.append((placed + [(zone, (below, above))], left - count, score + gain[0]))
    return ways


class EveryLay(Lays):
    """All lays of exactly the cards of a hand: see Lays."""

    least = -1 << 28
    _at_end = _gather

    def every(
        self, wanted: "Callable[[Sequence[int], int], bool] | None", on_table: bool, due: int = 0
    ) -> "list[tuple[Lay, Any]]":
        """Return the lays of the whole hand that `wanted` accepts, the best first; see `best`.

        They take at least `due` jokers from the table. Each comes with the places of its jokers on melds of the
        table: [(index, (below, above))].
        """
        self.ways, self.found_ways, self.due = [], 0, due
        self.best(wanted, (0, 0), on_table)
        return _lays(self)


class EveryContract(ContractLays):
    """All lays of exactly the cards of a hand that are a contract: see ContractLays."""

    least = -1 << 28
    _at_end = _gather

    def every(self, contract: "Sequence[int]", on_table: bool, due: int = 0) -> "list[tuple[Lay, Any]]":
        """Return the lays of the whole hand whose new melds are a contract, as EveryLay.every."""
        self.ways, self.found_ways, self.due = [], 0, due
        self.lay(contract, True, (0, 0), on_table)
        return _lays(self)


def _lays(self: "Any") -> "list[tuple[Lay, Any]]":
    found = []
    for _, score, _, chosen, placed in self.ways:
        self.most = -score
        self.found = (chosen, placed)
        found.append((self._lay(), placed))
    return found
