"""Gin: least deadwood, best discard, laying off. Pure and exact. RULES.md "gin", fine print 16, 17.

A hand, from one pack, is a bit mask of ranks for each suit. The search tries every choice of sets.
Without the cards of the sets, every row of three or more neighbours in a suit is laid as a run, so
a choice of sets determines the rest.
"""

from tierce.cards import value


def _worths(first: int, ranks: int) -> bytes:
    """Return a table: bit mask of ranks, counted from rank `first` -> sum of their values.

    `ranks` is the number of bits.
    """
    worths = bytearray(1 << ranks)
    for mask in range(1, 1 << ranks):
        rank = 0
        while not mask >> rank & 1:
            rank += 1
        worths[mask] = worths[mask & mask - 1] + value(first + rank, 1, 0)
    return bytes(worths)


_LOW = _worths(0, 7)
_HIGH = _worths(7, 6)


def _worth(mask: int) -> int:
    return _LOW[mask & 127] + _HIGH[mask >> 7]


def _in_runs(mask: int) -> int:
    """Return the ranks of a suit that are part of a run, as a bit mask."""
    first = mask & mask >> 1 & mask >> 2
    return first | first << 1 | first << 2


def _run_points(suits: "Sequence[int]") -> int:
    """Return the value of the cards in runs, over four suits."""
    points = 0
    for mask in suits:
        first = mask & mask >> 1 & mask >> 2
        if first:
            points += _worth(first | first << 1 | first << 2)
    return points


# --- goals: `look` is called with every choice of sets, and each class keeps its best arrangement


class _Least:
    """The arrangement that leaves the least deadwood."""

    points = -1

    def look(self, suits: "Sequence[int]", points: int, sets: "Sets") -> None:
        """Consider a choice of sets.

        `suits` are the four masks without the cards of the sets, `points` is the value of these
        cards, `sets` the chain of `_try`.
        """
        points += _run_points(suits)
        if points > self.points:
            self.points, self.suits, self.sets = points, suits, sets


class _AllLeast:
    """All arrangements that leave the least deadwood: `ways` is a list of (suits, sets)."""

    points = -1

    def look(self, suits: "Sequence[int]", points: int, sets: "Sets") -> None:
        points += _run_points(suits)
        if points > self.points:
            self.points = points
            self.ways = []
        if points == self.points:
            self.ways.append((suits, sets))


class _LeastDiscarding:
    """The arrangement that leaves the least deadwood after a discard, given by `suit` and `bit`.

    The card `barred` may not be discarded; -1 for none.
    """

    points = -1

    def __init__(self, barred: int) -> None:
        self.barred = [0, 0, 0, 0]
        if barred >= 0:
            self.barred[barred // 13] = 1 << barred % 13

    def look(self, suits: "Sequence[int]", points: int, sets: "Sets") -> None:
        points += _run_points(suits)
        # A discard saves at most ten points.
        if points + 10 <= self.points:
            return
        for suit in range(4):
            inside = _in_runs(suits[suit])
            most, bit = _discard(suits[suit], inside, self.barred[suit])
            if points - _worth(inside) + most > self.points:
                self.points = points - _worth(inside) + most
                self.suits, self.sets = suits, sets
                self.suit, self.bit = suit, bit


class _LeastLayingOff:
    """The arrangement that leaves the least deadwood after laying off on some melds.

    `fits` has three bit masks of ranks for each suit: ranks that extend a run upwards, ranks that
    extend a run downwards, and ranks whose card is the fourth of a set.
    """

    points = -1

    def __init__(self, fits: "Melds") -> None:
        self.fits = fits

    def look(self, suits: "Sequence[int]", points: int, sets: "Sets") -> None:
        for suit in range(4):
            mask = suits[suit]
            inside = _in_runs(mask)
            points += _worth(inside | _laid_off(mask & ~inside, self.fits[suit]))
        if points > self.points:
            self.points, self.suits, self.sets = points, suits, sets


def _laid_off(loose: int, fits: "Sequence[int]") -> int:
    """Return the ranks of a suit that can be laid off, as a bit mask.

    `loose` are the ranks outside runs: never three neighbours, so a row has at most two cards.
    """
    ups, downs, fourths = fits
    ups &= loose
    downs &= loose
    return ups | ups << 1 & loose | downs | downs >> 1 & loose | fourths & loose


def _discard(mask: int, inside: int, barred: int) -> "tuple[int, int]":
    """Return (points, bit) of a suit's best discard; (-1000, 0) if the suit has none.

    `mask`, `inside` and `barred` are bit masks of ranks: the suit's cards, those in runs, and the
    card that may not be discarded. `points` is the value of the discard and of the cards that
    remain in runs without it; `bit` is the discard's rank.
    """
    loose = mask & ~inside & ~barred
    if loose:
        bit = 1 << 12
        while not loose & bit:
            bit >>= 1
        return _worth(inside) + _worth(bit), bit
    # No card outside a run may be discarded. A run of four or more can lose a card and stay a run.
    best = (-1000, 0)
    bit = 1
    while bit <= mask:
        if mask & bit & ~barred:
            points = _worth(_in_runs(mask ^ bit)) + _worth(bit)
            if points >= best[0]:
                best = points, bit
        bit <<= 1
    return best


def _try(threes: int, suits: "Sequence[int]", points: int, sets: "Sets", search: "Any") -> None:
    """Call `search.look` with every choice of sets of three or four among the ranks `threes`.

    Sets are a chain of (bit of the rank, suit that is left out or -1, further sets), or None.
    """
    if not threes:
        search.look(suits, points, sets)
        return
    bit = threes & -threes
    threes ^= bit
    a, b, c, d = suits
    keep = ~bit
    rest = (a & keep, b & keep, c & keep, d & keep)
    worth = _worth(bit)
    if a & b & c & d & bit:
        _try(threes, rest, points + 4 * worth, (bit, -1, sets), search)
        for out in range(4):
            three = tuple([suits[i] if i == out else rest[i] for i in range(4)])
            _try(threes, three, points + 3 * worth, (bit, out, sets), search)
    else:
        out = 0 if not a & bit else 1 if not b & bit else 2 if not c & bit else 3
        _try(threes, rest, points + 3 * worth, (bit, out, sets), search)
    _try(threes, suits, points, sets, search)


def _search(cards: "Sequence[int]", search: "Any") -> int:
    """Call `search.look` with every choice of sets of a hand; return the value of the hand."""
    a = b = c = d = 0
    for card in cards:
        if card < 26:
            if card < 13:
                a |= 1 << card
            else:
                b |= 1 << card - 13
        elif card < 39:
            c |= 1 << card - 26
        else:
            d |= 1 << card - 39
    threes = a & b & (c | d) | c & d & (a | b)
    if threes:
        _try(threes, (a, b, c, d), 0, None, search)
    else:
        search.look((a, b, c, d), 0, None)
    return _worth(a) + _worth(b) + _worth(c) + _worth(d)


def _melds(suits: "Sequence[int]", sets: "Sets") -> "Melds":
    """Return the melds of an arrangement as lists of cards, sets first."""
    melds = []
    while sets:
        bit, out, sets = sets
        rank = 0
        while bit >> rank > 1:
            rank += 1
        melds.append([suit * 13 + rank for suit in range(4) if suit != out])
    for suit in range(4):
        inside = _in_runs(suits[suit])
        run = []
        for rank in range(14 if inside else 0):
            if inside >> rank & 1:
                run.append(suit * 13 + rank)
            elif run:
                melds.append(run)
                run = []
    return melds


# --- the questions


def least(cards: "Sequence[int]") -> "tuple[int, Melds]":
    """Return (deadwood, melds) of the best arrangement of a hand. RULES.md "gin"."""
    search = _Least()
    worth = _search(cards, search)
    return worth - search.points, _melds(search.suits, search.sets)


def least_discarding(cards: "Sequence[int]", barred: int = -1) -> "tuple[int, Melds, int]":
    """Return (deadwood, melds, discard): the least deadwood after the best discard.

    `barred` is the card just taken from the discard, which may not be discarded; -1 for none.
    """
    search = _LeastDiscarding(barred)
    worth = _search(cards, search)
    suits = list(search.suits)
    suits[search.suit] ^= search.bit
    discard = search.suit * 13
    while search.bit > 1:
        search.bit >>= 1
        discard += 1
    return worth - search.points, _melds(suits, search.sets), discard


def least_wanted(cards: "Sequence[int]", melds: "Melds", discard: int, barred: int = -1) -> int:
    """Return the discard that leaves as little deadwood as `discard`, and that fewest cards could bring into a meld.

    `melds` and `discard` are those of `least_discarding`.
    """
    loose = set(cards)
    for meld in melds:
        loose.difference_update(meld)
    fewest = 5  # a pair beside two neighbours has four
    for card in sorted(loose, key=lambda card: (card // 13, -card)):
        if card != barred and value(card, 1, 0) == value(discard, 1, 0):
            outs = _outs(card, loose).difference(cards)
            if len(outs) < fewest:
                fewest, discard = len(outs), card
    return discard


def _outs(card: int, loose: "set[int]") -> "set[int]":
    """Return the cards that make a meld with a card and others that lie in no meld."""
    rank = card % 13
    same = {rank, rank + 13, rank + 26, rank + 39}
    outs = same if len(same & loose) > 1 else set()
    for low in range(max(rank - 2, 0), min(rank, 10) + 1):
        first = card - rank + low
        lacks = {first, first + 1, first + 2} - loose
        if len(lacks) == 1:
            outs |= lacks
    return outs


def least_laying_off(cards: "Sequence[int]", table: "Sequence[Sequence[int]]") -> "tuple[int, Melds, list[list[int]]]":
    """Return (deadwood, melds, lay_offs): the opponent's best arrangement, with lay-offs.

    `table` is a list of the knocker's melds; `lay_offs` gives the cards laid off on each of them.
    Cards may be laid off on cards laid off before: RULES.md, fine print 16.
    """
    fits = [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    for meld in table:
        first, last = min(meld), max(meld)
        if first % 13 != last % 13:
            suit = fits[first // 13]
            suit[0] |= 1 << last % 13 + 1
            suit[1] |= 1 << first % 13 >> 1
        elif len(meld) == 3:
            for suit in range(4):
                if suit * 13 + first % 13 not in meld:
                    fits[suit][2] |= 1 << first % 13
    search = _LeastLayingOff(fits)
    worth = _search(cards, search)
    left = []
    for suit in range(4):
        mask = search.suits[suit]
        loose = mask & ~_in_runs(mask)
        left.append(loose)
    lay_offs = []
    for meld in table:
        laid = []
        first, last = min(meld), max(meld)
        if first % 13 != last % 13:
            suit = first // 13
            for card, step in ((last + 1, 1), (first - 1, -1)):
                while card // 13 == suit and left[suit] >> card % 13 & 1:
                    left[suit] ^= 1 << card % 13
                    laid.append(card)
                    card += step
        lay_offs.append(laid)
    for meld, laid in zip(table, lay_offs):
        rank = meld[0] % 13
        if len(meld) == 3 and meld[1] % 13 == rank:
            for suit in range(4):
                if left[suit] >> rank & 1:
                    left[suit] ^= 1 << rank
                    laid.append(suit * 13 + rank)
    return worth - search.points, _melds(search.suits, search.sets), lay_offs


def worst_for(opponent: "Sequence[int]", hand: "Sequence[int]", table: "Melds") -> "tuple[int, Melds]":
    """Return (opponent's deadwood, melds) for the knocker's best arrangement of the cards `hand`.

    Of all arrangements with the least deadwood, take the one that leaves the opponent most
    deadwood. The opponent lays off on its melds and on those of `table`, which the knocker has
    laid himself. RULES.md, fine print 16 and 17.
    """
    search = _AllLeast()
    _search(hand, search)
    worst = (-1, [])
    for suits, sets in search.ways:
        melds = _melds(suits, sets)
        deadwood = least_laying_off(opponent, table + melds)[0]
        if deadwood > worst[0]:
            worst = deadwood, melds
    return worst
