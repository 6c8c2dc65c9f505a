"""The scores of a round and of a match, from the cards that are left; gin's are in naive.gin.

Written from RULES.md, to stand beside the engine: nothing here may import tierce.melds,
tierce.arrange or tierce.games.
"""

from naive.cards import hand_values


def laying_score(game, penalties, hands, winner, laid, at_once):
    """Return (how, winners, scores) of a round of a laying game.

    `hands` are cards, `laid` the seats that have laid; `at_once`: the winner put all down in the
    turn in which he first laid.
    """
    sec = at_once
    if game in ("rami51", "rami30"):
        sec = sec and laid == [winner]
    scores = []
    for seat, cards in enumerate(hands):
        hand = hand_values(cards, 11, 20) if seat in laid else 100
        if not penalties:
            scores.append(int(seat == winner))
        elif seat == winner:
            scores.append((-60 if sec else -20) if game == "rami7" else 0)
        elif game == "chamberliens":
            scores.append(200 if laid == [winner] else hand)
        else:
            scores.append(hand * 2 if sec else hand)
    return "rami_sec" if sec else "out", [winner], scores


def manipulation_score(hands, knocker, out_seat):
    """Return (how, winners, scores) of what the hands count at manipulation."""
    lowest = min(hands)
    winners = [seat for seat, count in enumerate(hands) if count == lowest]
    if knocker in winners and len(winners) > 1:
        winners.remove(knocker)
    scores = [0] * len(hands)
    for seat in winners:
        scores[seat] = sum(hands) - len(hands) * lowest
        scores[seat] += 25 if seat == out_seat else 0
        scores[seat] += 10 if knocker not in (None, seat) else 0
    how = "stock_out" if out_seat is None else "out"
    if knocker is not None:
        how = "knock" if winners == [knocker] else "undercut"
    return how, winners, scores


def match_score(family, target, totals, rounds_won):
    """Return (winners, ranking, totals) of a match; `rounds_won`: a seat for each round it won."""
    if family == "manipulation":
        totals = [
            total + (100 if total >= target else 25 * rounds_won.count(seat))
            for seat, total in enumerate(totals)
        ]
    sign = 1 if family == "laying" else -1
    ranking = sorted(range(len(totals)), key=lambda seat: (sign * totals[seat], seat))
    best = totals[ranking[0]]
    return [seat for seat, total in enumerate(totals) if total == best], ranking, totals
