"""Who sits with whom in the next round. Pure, and the same for the same seed.

A round is the partition of its players into tables that costs least. In this order: who is to stay
apart does; nobody gets a second bye while another has had none; as few pairs as possible meet again;
nobody sits at a smaller table more often than others; and, in a Swiss round, players at a table stand
close to each other.
Libraries for Swiss rounds pair two players only. This is the same method with tables of any size:
a local search finds a good partition, and branch and bound improves it or proves it the best.
"""

import itertools
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Pair = tuple[int, int]
Tables = list[list[int]]

_NODES = 20_000  # partial partitions that branch and bound looks at
_NEAR = 20  # tables between which players are exchanged; those further away stand too far apart
_KICKS = 60  # disturbed starts of the local search; fewer for many players


@dataclass
class History:
    """What the earlier rounds of a season have been, by the members' numbers.

    `met`: how often each pair (lower number first) sat together; `byes` and `short`: how often a
    member had no table, or a table smaller than the largest of its round.
    """

    met: Counter[Pair] = field(default_factory=Counter[Pair])
    byes: Counter[int] = field(default_factory=Counter[int])
    short: Counter[int] = field(default_factory=Counter[int])

    def add(self, tables: Iterable[Sequence[int]], byes: Iterable[int] = ()) -> None:
        """Count a round."""
        sat = list(tables)
        most = max(map(len, sat), default=0)
        self.byes.update(byes)
        for table in sat:
            self.met.update(pairs(table))
            if len(table) < most:
                self.short.update(table)


def pairs(table: Iterable[int]) -> Iterator[Pair]:
    """Yield each pair of a table, the lower number first."""
    yield from itertools.combinations(sorted(table), 2)


def sizes(players: int, seats: int) -> list[int]:
    """Return the sizes of a round's tables of at most `seats`, largest first.

    They differ by one at most; a size of 1 is a bye.
    """
    count = -(-players // seats)
    small, more = divmod(players, count)
    return [small + 1] * more + [small] * (count - more)


def pair(
    groups: Sequence[Sequence[int]],
    seats: int,
    history: History,
    seed: str,
    swiss: bool = True,
    apart: Collection[Pair] = (),
) -> tuple[Tables, list[int]]:
    """Return the tables of the next round, and who has a bye.

    `groups` are the players with equal match points, the best first; `apart` those who are not to
    meet, the lower number first. The tables with the best players come first; the order at a table
    is drawn.
    """
    drawn = random.Random(seed)
    order: list[int] = []
    level: dict[int, int] = {}
    for number, group in enumerate(groups):
        group = sorted(group)
        drawn.shuffle(group)
        order += group
        level.update(dict.fromkeys(group, number))
    cost = _Cost(order, level if swiss else dict.fromkeys(order, 0), seats, history, apart)
    found = _least(order, sizes(len(order), seats), cost, drawn)
    if not swiss:
        rounds = list(_designs(sorted(order), seats))
        for each in rounds:
            if cost.of_all(each) <= cost.of_all(found):
                found = each
                break
    place = {player: at for at, player in enumerate(order)}
    tables = sorted(
        (table for table in found if len(table) > 1),
        key=lambda table: (sorted(level[each] for each in table), sorted(place[each] for each in table)),
    )
    for table in tables:
        table.sort()
        drawn.shuffle(table)
    return tables, [table[0] for table in found if len(table) == 1]


def numbered(tables: Tables, fixed: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the tables by number, in order: who has a `fixed` one sits there, the others from 1 on."""
    found: dict[int, list[int]] = {}
    for table in tables:
        number = next((fixed[each] for each in table if each in fixed), 0)
        if number and number not in found:
            found[number] = table
    free = (number for number in itertools.count(1) if number not in found)
    taken = list(found.values())
    return dict(sorted({**{next(free): table for table in tables if table not in taken}, **found}.items()))


class _Cost:
    """What a table costs, as one whole number; the costs of a round's tables add up."""

    def __init__(
        self, order: Sequence[int], level: dict[int, int], seats: int, history: History, apart: Collection[Pair]
    ) -> None:
        self.level = level
        self.history = history
        self.most = max(sizes(len(order), seats))
        self.lowest = max(level.values())
        many, deep = len(order), self.lowest + 1
        # Each weight is larger than everything below it can be together.
        self.short = (many * seats + 1) * deep * deep + 1
        self.again = self.short * (many * (max(history.short.values(), default=0) + 1) + 1)
        self.bye = self.again * (many * seats * (max(history.met.values(), default=0) + 1) + 1)
        self.apart = self.bye * (many * (max(history.byes.values(), default=0) + 1) + 1)
        self._apart = apart
        self._known: dict[tuple[int, ...], int] = {}
        self.least_byes = min((history.byes[each] for each in order), default=0)
        self.least_short = min((history.short[each] for each in order), default=0)

    def of(self, table: Iterable[int]) -> int:
        """Return the cost of a table."""
        key = tuple(sorted(table))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._of(key)
        return known

    def of_all(self, tables: Iterable[Iterable[int]]) -> int:
        """Return the cost of a round."""
        return sum(map(self.of, tables))

    def _of(self, table: tuple[int, ...]) -> int:
        history, level = self.history, self.level
        if len(table) == 1:
            return self.bye * (history.byes[table[0]] - self.least_byes) + (self.lowest - level[table[0]]) ** 2
        cost = 0
        if len(table) < self.most:
            cost += self.short * sum(history.short[each] - self.least_short for each in table)
        for one, other in itertools.combinations(table, 2):
            cost += self.again * history.met[one, other] + (level[one] - level[other]) ** 2
            cost += self.apart * ((one, other) in self._apart)
        return cost


# --- the search


def _least(order: list[int], shape: list[int], cost: _Cost, drawn: random.Random) -> Tables:
    best = _cut(order, shape)
    _improve(best, cost)
    least = cost.of_all(best)
    kicks = min(_KICKS, max(2, 4000 // (len(order) * len(order))) * 4)
    for _ in range(kicks if least else 0):
        tried = [list(table) for table in best]
        _kick(tried, drawn)
        _improve(tried, cost)
        found = cost.of_all(tried)
        if found < least:
            best, least = tried, found
            if not least:
                break
    return _Bound(order, shape, cost, best).search() if least else best


def _cut(order: list[int], shape: list[int]) -> Tables:
    ends = list(itertools.accumulate(shape))
    return [order[end - size : end] for size, end in zip(shape, ends, strict=True)]


def _improve(tables: Tables, cost: _Cost) -> None:
    """Exchange two players of two tables as long as that costs less."""
    costs = [cost.of(table) for table in tables]
    better = True
    while better:
        better = False
        for a, b in itertools.combinations(range(len(tables)), 2):
            if b - a > _NEAR:
                continue
            for i, j in itertools.product(range(len(tables[a])), range(len(tables[b]))):
                one, other = tables[a], tables[b]
                if not costs[a] and not costs[b]:
                    break
                one[i], other[j] = other[j], one[i]
                new = cost.of(one), cost.of(other)
                if sum(new) < costs[a] + costs[b]:
                    costs[a], costs[b] = new
                    better = True
                else:
                    one[i], other[j] = other[j], one[i]


def _kick(tables: Tables, drawn: random.Random) -> None:
    """Exchange some players at random."""
    if len(tables) < 2:
        return
    for _ in range(max(2, len(tables) // 2)):
        one, other = drawn.sample(tables, 2)
        i, j = drawn.randrange(len(one)), drawn.randrange(len(other))
        one[i], other[j] = other[j], one[i]


class _Bound:
    """Branch and bound over all partitions; gives up after _NODES of them."""

    def __init__(self, order: list[int], shape: list[int], cost: _Cost, best: Tables) -> None:
        self.cost = cost
        self.best = best
        self.least = cost.of_all(best)
        self.left = _NODES
        self._order = order
        self._shape = Counter(shape)

    def search(self) -> Tables:
        """Return the best partition found."""
        self._go(self._order, [], 0)
        return self.best

    def _go(self, rest: list[int], tables: Tables, spent: int) -> None:
        if not rest:
            self.best, self.least = tables, spent
            return
        first, others = rest[0], rest[1:]
        choices: list[tuple[int, tuple[int, ...], int]] = []
        for size in sorted(self._shape, reverse=True):
            if not self._shape[size]:
                continue
            for mates in itertools.combinations(others, size - 1):
                if self.left <= 0:
                    break
                self.left -= 1
                cost = spent + self.cost.of((first, *mates))
                if cost < self.least:
                    choices.append((cost, mates, size))
        choices.sort(key=lambda choice: choice[0])
        for cost, mates, size in choices:
            if cost >= self.least or self.left <= 0:
                return
            self._shape[size] -= 1
            taken = set(mates)
            self._go([each for each in others if each not in taken], [*tables, [first, *mates]], cost)
            self._shape[size] += 1


# --- rounds in which everybody meets everybody once


def _designs(players: list[int], seats: int) -> Iterator[Tables]:
    """Yield the rounds of a known plan in which all meet once, if there is one."""
    if seats == 2:
        yield from _circle(players)
    elif len(players) == seats * seats and seats < 6:  # there is no plane of order 6
        yield from _planes(players, seats)


def _circle(players: list[int]) -> Iterator[Tables]:
    """Yield the rounds of the circle method (Berger tables); with an odd number one has a bye."""
    seats: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        both = zip(seats[:half], reversed(seats[half:]), strict=True)
        yield [[each for each in two if each is not None] for two in both]
        seats.insert(1, seats.pop())


def _planes(players: list[int], seats: int) -> Iterator[Tables]:
    """Yield the rounds for seats x seats players: the parallel lines of an affine plane."""
    at = [players[row * seats : (row + 1) * seats] for row in range(seats)]
    yield [list(row) for row in at]
    for slope in range(seats):
        yield [[at[x][_on_line(slope, x, y, seats)] for x in range(seats)] for y in range(seats)]


def _on_line(slope: int, x: int, y: int, seats: int) -> int:
    """Return slope * x + y in the field of 3, 4 or 5 elements."""
    if seats == 4:
        return ((slope + x - 2) % 3 + 1 if slope and x else 0) ^ y
    return (slope * x + y) % seats
