"""Gin by exhaustive search: all arrangements of a hand, all lay-offs, the score; a hint's answer."""

import itertools

from naive.cards import RANKS, SUITS, hand_values


def gin_place(card):
    """Return a card's place in a run at gin, where the ace is low."""
    return RANKS.index(card[0])


def is_gin_meld(cards):
    if len(cards) < 3:
        return False
    places = sorted(gin_place(card) for card in cards)
    if len(set(places)) == 1:
        return len(cards) <= 4
    steps = {high - low for low, high in itertools.pairwise(places)}
    return steps == {1} and len({card[1] for card in cards}) == 1


def gin_melds(cards):
    """Return every meld that some cards contain, as frozensets."""
    found = set()
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        for size in (3, 4):
            found |= {frozenset(each) for each in itertools.combinations(same, size)}
    for suit in SUITS:
        row = sorted((card for card in cards if card[1] == suit), key=gin_place)
        for low, high in itertools.combinations(range(len(row) + 1), 2):
            if is_gin_meld(row[low:high]):
                found.add(frozenset(row[low:high]))
    return found


def arrangements(cards):
    """Return every choice of disjoint melds from some cards."""
    found = [()]
    for meld in sorted(gin_melds(cards), key=sorted):
        found += [(*held, meld) for held in found if not any(meld & other for other in held)]
    return found


def deadwood(cards):
    """Return the value of unmatched cards at gin."""
    return hand_values(cards, 1, 0)


def rest(cards, held):
    """Return the cards outside some melds."""
    return frozenset(cards) - frozenset().union(*held)


def least_deadwood(cards):
    """Return (least deadwood, the arrangements that reach it)."""
    counts = {held: deadwood(rest(cards, held)) for held in arrangements(cards)}
    least = min(counts.values())
    return least, [held for held in counts if counts[held] == least]


def least_after_discard(hand):
    """Return the least deadwood of a hand; of eleven cards, after the best discard."""
    if len(hand) < 11:
        return least_deadwood(hand)[0]
    return min(least_deadwood([card for card in hand if card != out])[0] for out in hand)


def least_of_leftovers(left, held, seen):
    """Return the least deadwood if any card may be laid off on any meld, in any order."""
    key = left, frozenset(held)
    if key not in seen:
        ways = [
            least_of_leftovers(left - {card}, (*held[:at], meld | {card}, *held[at + 1 :]), seen)
            for card in left
            for at, meld in enumerate(held)
            if is_gin_meld(meld | {card})
        ]
        seen[key] = min([deadwood(left), *ways])
    return seen[key]


def least_after_lay_offs(hand, table):
    """Return the least deadwood of a hand with own melds and lay-offs on the table's melds."""
    held = tuple(frozenset(meld) for meld in table)
    seen = {}
    lefts = {rest(hand, own) for own in arrangements(hand)}
    return min(least_of_leftovers(left, held, seen) for left in lefts)


def best_at_gin(question):
    """Return the deadwood that the answer must give."""
    if "table" in question:
        return least_after_lay_offs(question["hand"], question["table"])
    return least_after_discard(question["hand"])


def check_gin(question, answer):
    """Check everything in an answer except that it is optimal."""
    hand, table = question["hand"], question.get("table")
    keys = ["deadwood", "melds", "discard"] + (["lay_offs"] if table else [])
    assert list(answer) == keys
    down = [card for meld in answer["melds"] for card in meld]
    for meld in answer["melds"]:
        assert is_gin_meld(meld), meld
    zones = [each["zone"] for each in answer.get("lay_offs", ())]
    assert len(set(zones)) == len(zones)
    for each in answer.get("lay_offs", ()):
        assert each.keys() == {"zone", "in"}
        assert each["in"]
        number = int(each["zone"].removeprefix("meld"))
        assert each["zone"] == f"meld{number}"
        assert 1 <= number <= len(table)
        assert is_gin_meld([*table[number - 1], *each["in"]]), each
        down += each["in"]
    if len(hand) == 11 and table is None:
        assert answer["discard"] in hand
        down.append(answer["discard"])
    else:
        assert answer["discard"] is None
    assert len(set(down)) == len(down)
    assert set(down) <= set(hand)
    assert answer["deadwood"] == deadwood(set(hand) - set(down))


def gin_score(options, knocker, own, seat_zone, against, added, big=False):
    """Return (how, winners, scores) of a count at gin.

    `own` are the knocker's melds as they lie now; `against` are the cards on the opponent's seat zone,
    `added` those that it laid off.
    """
    count, ways = least_deadwood(seat_zone)
    other = 1 - knocker
    scores = [0, 0]
    if big or count == 0:
        how = "big_gin" if big else "gin"
        left = least_deadwood(against)[0] + deadwood(added)
        scores[knocker] = left + options["big_gin_bonus" if big else "gin_bonus"]
        return how, [knocker], scores
    left = max(least_after_lay_offs(against, [*own, *way]) for way in ways)
    if left > count:
        scores[knocker] = left - count
        return "knock", [knocker], scores
    if left == count and not options["tie_undercuts"]:
        return "knock", [], scores
    scores[other] = count - left + options["undercut_bonus"]
    return "undercut", [other], scores


def round_points(options, points, upcard):
    """Return what a round won with `points` is worth; `upcard` is a code."""
    return 2 * points if options["spade_doubles"] and upcard[1] == "S" else points


def knock_limit(options, upcard):
    """Return the most deadwood of a knock; `upcard` is the code of the card turned up."""
    if not options["knock_by_upcard"]:
        return options["knock_limit"]
    if upcard[0] == "A":
        return {"gin": 0, 1: 1}[options["oklahoma_ace"]]
    return deadwood([upcard])


def columns_of(options, won):
    """Return the columns of a match as lists of (seat, points), from the same list of won rounds.

    Without Hollywood the one column has all rounds. With it a seat that already has an entry in a
    column, or was late because the column is closed, is entered in the next one as well.
    """
    if not options["hollywood"]:
        return [list(won)]
    first, second, third = columns = [], [], []

    def full(column):
        return max(points_in(column)) >= options["target"]

    for seat, points in won:
        in_first = any(who == seat for who, _ in first)
        in_second = any(who == seat for who, _ in second)
        chosen = [first] if not full(first) else []
        if (in_first or full(first)) and not full(second):
            chosen.append(second)
        if (in_second or full(second)) and not full(third):
            chosen.append(third)
        for column in chosen:
            column.append((seat, points))
    return list(columns)


def points_in(column):
    """Return the points of both seats in a column, which is a list of (seat, points)."""
    return [sum(points for who, points in column if who == seat) for seat in (0, 1)]


def gin_match(options, won, carried):
    """Return the totals of both seats at the end of a match, with the bonuses of the end.

    `won` is (seat, points) of each round, `carried` the points before the match.
    """
    totals = list(carried)
    for column in columns_of(options, won):
        points = [had + got for had, got in zip(carried, points_in(column), strict=True)]
        boxes = [len([who for who, _ in column if who == seat]) for seat in (0, 1)]
        for seat in (0, 1):
            other = 1 - seat
            gain = points[seat] - carried[seat]
            if points[seat] > points[other]:
                shut_out = boxes[other] == 0 and points[other] <= 0
                gain += options["game_bonus"]
                if options["shutout_doubles"] and shut_out:
                    gain = 2 * (points[seat] + options["game_bonus"]) - carried[seat]
            totals[seat] += gain + boxes[seat] * options["box_bonus"]
    return totals
