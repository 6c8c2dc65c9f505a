"""Manipulation: the melds of a play that `ranks` has found. Loaded once the search has ended.

A way has two numbers for each place: how the cards of the rank lie in groups, and the cards and jokers
of each suit in runs (`ranks`).
"""

from tierce.arrange.ranks import are_groups
from tierce.cards import JOKER


def melds(
    way: "list[int]", pairs: "list[tuple[int, int]]", jokers: "list[int]", downwards: bool
) -> "tuple[Melds, dict[int, int]]":
    """Return (melds, stands): the table after a play, as ranks.play has it, and joker -> face for all jokers."""
    # The cards of each face, those that must be laid first.
    cards = [[] for _ in range(52)]
    for face, card in pairs:
        cards[face].append(card)
    wild = list(jokers)
    melds = []
    rows = []
    stands = {}
    more = _more_in_groups(way, len(wild))

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
        rank = -place % 13 if downwards else place % 13
        many = [group >> 3 * suit & 7 for suit in range(4)]
        spare = (group >> 12) + more.get(place, 0)
        count = (sum(many) + spare) // 3
        # Deal the cards out in turn, so that cards of one suit go to different groups.
        groups = [[] for _ in range(count)]
        missing = [[0, 1, 2, 3] for _ in range(count)]
        next_group = 0
        for suit in range(4):
            for _ in range(many[suit]):
                groups[next_group].append(lay(suit * 13 + rank, False))
                missing[next_group].remove(suit)
                next_group = (next_group + 1) % count
        for _ in range(spare):
            suit = missing[next_group].pop(0)
            groups[next_group].append(lay(suit * 13 + rank, True))
            next_group = (next_group + 1) % count
        melds.extend(groups)
        for suit in range(4):
            number = laid >> 6 * suit & 7
            spare = laid >> 6 * suit + 3 & 7
            runs = opened[suit]
            # Extend short runs first, then long ones; then start new ones.
            short = [run for run in runs if len(run) < 3]
            runs[:] = short + [run for run in runs if len(run) > 2]
            for i in range(number):
                if i == len(runs):
                    runs.append([])
                    rows.append(runs[i])
                runs[i].append(lay(suit * 13 + rank, i < spare))
            del runs[number:]
    for row in rows:
        if downwards:
            row.reverse()
        melds.append(row)
    for joker in wild:
        _add_to_run(melds, stands, joker)
    return melds, stands


def _more_in_groups(way: "list[int]", wild: int) -> "dict[int, int]":
    """Return place -> number of spare jokers, of `wild`, that go into the groups there.

    Empty if the way has a run: the run takes them.
    """
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
                if are_groups(group & 0xFFF, (group >> 12) + many):
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
