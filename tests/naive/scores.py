"""The scores of a round and of a match from the cards left; for gin see naive.gin."""

from naive.cards import hand_values
from tierce.presets import PRESETS


def laying_score(game, rules, hands, winner, laid, at_once):
    """Return (how, winners, scores) of a round of a laying game.

    `hands` are cards, `laid` the seats that have laid. `at_once`: the winner went out in the turn
    of the first lay, with a new meld and no card on the table before.
    """
    sec = at_once and game != "contrat"
    if PRESETS[game]["rami_sec"] == "nobody":
        sec = sec and laid == [winner]
    if not rules["penalties"]:
        scores = [int(seat == winner) for seat in range(len(hands))]
        return "rami_sec" if sec else "out", [winner], scores
    factor = rules["rami_sec_factor"] if sec else 1
    alone = not [seat for seat in laid if seat != winner]
    scores = []
    for seat, cards in enumerate(hands):
        counts = hand_values(cards, rules["ace_in_hand"], rules["joker_in_hand"])
        if seat == winner:
            scores.append(0)
            continue
        if seat not in laid:
            figure = rules["not_laid_alone"] if alone else rules["not_laid"]
            counts = {"hand": counts, "double": 2 * counts}.get(figure, figure)
        scores.append(counts * factor)
    if rules["winner_scores"]:
        scores = [sum(scores) if seat == winner else 0 for seat in range(len(scores))]
    bonus = rules["out_bonus_alone"] if alone else rules["out_bonus"]
    scores[winner] += rules["rami_sec_bonus"] if sec else bonus
    return "rami_sec" if sec else "out", [winner], scores


def rami500_score(rules, hands, points_laid, out):
    """Return (how, winners, scores) of a round of Rami 500; `out`: whether a seat went out."""
    left = [hand_values(cards, rules["ace_in_hand"], rules["joker_in_hand"]) for cards in hands]
    scores = [laid - held for laid, held in zip(points_laid, left, strict=True)]
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    return "out" if out else "stock_out", winners, scores


def manipulation_score(hands, knocker, out_seat, rules):
    """Return (how, winners, scores) of a count at manipulation."""
    lowest = min(hands)
    winners = [seat for seat, count in enumerate(hands) if count == lowest]
    if out_seat is not None:  # also if the others' jokers count nothing
        winners = [out_seat]
    elif knocker in winners and len(winners) > 1:
        winners.remove(knocker)
    scores = [0] * len(hands)
    for seat in winners:
        scores[seat] = sum(hands) - len(hands) * lowest
        scores[seat] += rules["out_bonus"] if seat == out_seat else 0
        scores[seat] += rules["undercut_bonus"] if knocker not in (None, seat) else 0
    how = "stock_out" if out_seat is None else "out"
    if knocker is not None:
        how = "knock" if winners == [knocker] else "undercut"
    return how, winners, scores


def match_score(family, rules, totals, rounds_won):
    """Return (winners, ranking, totals); `rounds_won` has a seat for each round that it won.

    In gin `totals` are those with the bonuses of the end: gin.gin_match.
    """
    if family == "manipulation":
        totals = [
            total
            + (rules["match_bonus"] if total >= rules["target"] else rules["round_bonus"] * rounds_won.count(seat))
            for seat, total in enumerate(totals)
        ]
    sign = 1 if rules["lowest_wins"] else -1
    ranking = sorted(range(len(totals)), key=lambda seat: (sign * totals[seat], seat))
    best = totals[ranking[0]]
    return [seat for seat, total in enumerate(totals) if total == best], ranking, totals
