"""Gin: least deadwood, best discard, laying off. Pure and exact. RULES.md "gin", fine print 16, 17.

A hand is a bit mask of ranks for each suit. Which sets are laid is tried out. Without the cards of
sets, three neighbours or more in a suit are all laid, so the rest follows. Hands are of one deck.
"""

from tierce.cards import value


def _worths(first, ranks):
    """Return what each set of so many ranks from `first` on counts, by its bit mask."""
    worths = bytearray(1 << ranks)
    for mask in range(1, 1 << ranks):
        rank = 0
        while not mask >> rank & 1:
            rank += 1
        worths[mask] = worths[mask & mask - 1] + value(first + rank, 1, 0)
    return bytes(worths)


_LOW = _worths(0, 7)
_HIGH = _worths(7, 6)


def _worth(mask):
    return _LOW[mask & 127] + _HIGH[mask >> 7]


def _in_runs(mask):
    """Return the ranks of a suit that lie in runs."""
    first = mask & mask >> 1 & mask >> 2
    return first | first << 1 | first << 2


def _run_points(suits):
    """Return what the cards of four suits count that lie in runs."""
    points = 0
    for mask in suits:
        first = mask & mask >> 1 & mask >> 2
        if first:
            points += _worth(first | first << 1 | first << 2)
    return points


# --- what is looked for: each of these is shown every choice of sets, and keeps what it wants


class _Least:
    """The arrangement that leaves the least deadwood."""

    points = -1

    def look(self, suits, points, sets):
        """Look at a choice of sets: the suits without them, what they count, what they are."""
        points += _run_points(suits)
        if points > self.points:
            self.points, self.suits, self.sets = points, suits, sets


class _AllLeast:
    """Every arrangement that leaves the least deadwood, as (suits, sets)."""

    points = -1

    def look(self, suits, points, sets):
        points += _run_points(suits)
        if points > self.points:
            self.points = points
            self.ways = []
        if points == self.points:
            self.ways.append((suits, sets))


class _LeastDiscarding:
    """The arrangement that leaves the least deadwood after a discard: `suit` and `bit`.

    The card `barred` may not be discarded.
    """

    points = -1

    def __init__(self, barred):
        self.barred = [0, 0, 0, 0]
        if barred >= 0:
            self.barred[barred // 13] = 1 << barred % 13

    def look(self, suits, points, sets):
        points += _run_points(suits)
        # A discard is worth ten at most.
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

    Each suit has in `fits` the ranks from which on a row of its cards goes on a run upwards, those
    with which one ends that goes on downwards, and those of which a set's fourth card is missing.
    """

    points = -1

    def __init__(self, fits):
        self.fits = fits

    def look(self, suits, points, sets):
        for suit in range(4):
            mask = suits[suit]
            inside = _in_runs(mask)
            points += _worth(inside | _laid_off(mask & ~inside, self.fits[suit]))
        if points > self.points:
            self.points, self.suits, self.sets = points, suits, sets


def _laid_off(loose, fits):
    """Return those of a suit's loose ranks, never three neighbours, that can be laid off."""
    ups, downs, fourths = fits
    ups &= loose
    downs &= loose
    return ups | ups << 1 & loose | downs | downs >> 1 & loose | fourths & loose


def _discard(mask, inside, barred):
    """Return (points, bit): a suit's best discard, where the ranks `inside` lie in runs.

    The rank `barred` is none. The points are what the discard counts and the cards that lie in
    runs without it, and the bit its rank's. Without a card there is none: (-1000, 0).
    """
    loose = mask & ~inside & ~barred
    if loose:
        bit = 1 << 12
        while not loose & bit:
            bit >>= 1
        return _worth(inside) + _worth(bit), bit
    # A run of four or more gives a card away and stays one.
    best = (-1000, 0)
    bit = 1
    while bit <= mask:
        if mask & bit & ~barred:
            points = _worth(_in_runs(mask ^ bit)) + _worth(bit)
            if points >= best[0]:
                best = points, bit
        bit <<= 1
    return best


def _try(threes, suits, points, sets, search):
    """Show `search` every choice of sets among the ranks `threes`, each one of three suits or four.

    Sets are a chain of (rank's bit, suit that stays out or -1, further sets).
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


def _search(cards, search):
    """Show `search` every choice of sets of a hand; return what the hand counts in all."""
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


def _melds(suits, sets):
    """Return the melds of an arrangement, sets first."""
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


def least(cards):
    """Return (deadwood, melds) of the best arrangement of a hand."""
    search = _Least()
    worth = _search(cards, search)
    return worth - search.points, _melds(search.suits, search.sets)


def least_discarding(cards, barred=-1):
    """Return (deadwood, melds, discard): the least deadwood after the best discard.

    `barred` is a card that may not be discarded: the one just taken from the discard.
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


def least_laying_off(cards, table):
    """Return (deadwood, melds, lay_offs) of the opponent's best arrangement against some melds.

    `lay_offs` gives for each meld of `table` the cards laid off on it. Chained: RULES.md, fine
    print 16.
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


def worst_for(opponent, hand, table):
    """Return (opponent's deadwood, melds) when a knocker's hand is arranged at its best.

    Of arrangements of the same least deadwood it is the one that leaves the opponent the most, who
    lays off on these melds and on those of `table`, which the knocker has laid himself.
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
