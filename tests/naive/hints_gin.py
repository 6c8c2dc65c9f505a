"""The best play of a hand at gin by exhaustive search, and a check of a hint's answer.

Written from RULES.md only. To stay independent of the engine, it must not import tierce.melds,
tierce.arrange or tierce.games.
"""

from naive.gin import arrangements, deadwood, is_gin_meld, least_deadwood, rest


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
