"""Gin beyond the single round: the limit of a knock, the columns of Hollywood, the final bonuses.

Pure. RULES.md "gin". Columns are flat lists: the points, and the boxes (rounds won), of seat 0 and
seat 1 in the first column, then in the second and the third; without Hollywood there is only one.
"""

from tierce.cards import value


def limit(rules: "Rules", upcard: int) -> int:
    """Return the most deadwood of a knock: the house's, or in Oklahoma the worth of the upcard.

    `upcard` is a card, or -1 if none was read.
    """
    if upcard < 0 or not rules["knock_by_upcard"]:
        return rules["knock_limit"]
    if upcard % 13 == 0:
        return 0 if rules["oklahoma_ace"] == "gin" else 1
    return value(upcard, 1, 0)


def factor(rules: "Mapping[str, Any]", upcard: int) -> int:
    """Return by how much a round's score is multiplied: 2 if a spade was turned up, else 1."""
    return 2 if rules["spade_doubles"] and 0 <= upcard < 13 else 1


def pairs(columns: "list[int]") -> "list[list[int]]":
    """Return the columns as lists of two: as an outcome says them."""
    return [columns[at : at + 2] for at in range(0, len(columns), 2)]


def is_closed(rules: "Rules", columns: "list[int]", at: int) -> bool:
    """Tell whether the column that begins at index `at` has reached the target."""
    return max(columns[at : at + 2]) >= rules["target"]


def entries(rules: "Rules", columns: "list[int]", boxes: "list[int]", seat: int) -> "list[int]":
    """Return the indices at which a round won by `seat` is entered: RULES.md, fine print 26.

    An open column takes it if it is the first, or if the one before it is closed or has a box of
    this seat already.
    """
    found = []
    for at in range(0, len(columns), 2):
        if not is_closed(rules, columns, at):
            if at == 0 or boxes[at - 2 + seat] or is_closed(rules, columns, at - 2):
                found.append(at + seat)
    return found


def bonuses(rules: "Rules", columns: "list[int]", boxes: "list[int]") -> "list[int]":
    """Return what the end of the match adds to each seat's total: RULES.md, fine print 27."""
    found = [0, 0]
    for at in range(0, len(columns), 2):
        for seat in (0, 1):
            found[seat] += rules["box_bonus"] * boxes[at + seat]
        winner = 1 if columns[at + 1] > columns[at] else 0
        other = columns[at + 1 - winner]
        if columns[at + winner] == other:
            continue
        gain = rules["game_bonus"]
        if rules["shutout_doubles"] and other <= 0 and not boxes[at + 1 - winner]:
            gain += gain + columns[at + winner]
        found[winner] += gain
    return found
