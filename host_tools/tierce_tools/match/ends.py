"""Explains the end of a round or of a match: facts that why.py puts into words.

Scores nothing itself: the scores are the referee's; this explains their parts.
"""

from typing import Any

from tierce.cards import codes
from tierce.gin_sheet import factor
from tierce.phases import OVER
from tierce.view import View
from tierce_tools.match.verdicts import ruled_values, totals_text
from tierce_tools.match.why import Amount, House, Named, Names, Part, cards_of, of_game, points

_CLAUSE_OF_END = {
    "laying": "penalties",
    "rami500": "rami500_score",
    "gin": "gin_score",
    "manipulation": "manipulation_score",
}

# Rulings that make a round void.
_VOID = {"void": "void_ruled", "end": "void_end"}


def ended(house: House, told: dict[str, Any], view: View, ruling: str = "") -> list[Part]:
    """Explain the score of a round; `told` are the values of its outcome.

    `ruling` is that of the event which ended the round.
    """
    explain = of_game(
        {"laying": _laying_end, "rami500": _rami500_end, "gin": _gin_end, "manipulation": _manipulation_end},
        house.rules,
    )
    if told["how"] == "void":
        floor = "void_floor" if house.rules["family"] == "gin" else "void_stock"
        floor = _VOID.get(ruling, floor)
        dealer = {"dealer": house.name(told["dealer"])}
        return [(floor, house.values() | dealer)]
    parts = explain(house, told, view)
    if told.get("short"):
        names = tuple(house.name(seat) for seat in told["short"])
        parts.append(("short", {"players": Names(names)}))
    parts.append(("totals", {"totals": totals_text(house, told["totals"])}))
    if house.rules.get("penalties", True):
        goal = "goal_low" if view.rules["lowest_wins"] else "goal_high"
        parts.append(("goal_contracts" if view.contract else goal, house.values()))
    if view.phase != OVER:
        if view.contract:
            parts.append(("next_contract", house.values()))
        parts.append(("deals_next", {"dealer": house.name(told["dealer"])}))
    return parts


def _laying_end(house: House, told: dict[str, Any], view: View) -> list[Part]:
    rules, scores = house.rules, told["scores"]
    winner: int = told["winners"][0]
    first = {"winner": house.name(winner), "score": points(scores[winner])}
    parts: list[Part] = [(told["how"], first)]
    if not rules["penalties"]:
        return [*parts, ("no_scores", {})]
    factor = rules["rami_sec_factor"] if told["how"] == "rami_sec" else 1
    if factor > 1:
        parts.append(("multiplied", {"factor": factor}))
    others = [seat for seat in range(view.seats) if seat != winner]
    counted = [seat for seat in others if seat in view.counts]
    alone = not any(view.has_laid[seat] for seat in others)
    if alone and not counted and rules["not_laid_alone"] != rules["not_laid"]:
        parts.append(("nobody_laid", {"score": points(scores[others[0]])}))
        return parts
    for seat in others:
        values = {"player": house.name(seat), "score": points(scores[seat])}
        if seat not in counted:
            parts.append(("not_laid", values))
            continue
        laid = view.has_laid[seat]
        not_laid = rules["not_laid_alone" if alone else "not_laid"]
        times = factor if laid or not_laid != "double" else 2 * factor
        values |= {"points": points(view.counts[seat] or 0), "factor": times}
        name = "counted" if laid else "counted_not_laid"
        parts.append((f"{name}_times" if times > 1 else name, values))
    if counted:
        parts.append(("hand_values", house.values()))
    return parts


def _rami500_end(house: House, told: dict[str, Any], view: View) -> list[Part]:
    parts: list[Part] = [("stock_is_out", {})]
    if told["how"] == "out":
        out = next(seat for seat in range(view.seats) if seat not in view.counts)
        parts = [("out_of_cards", {"player": house.name(out)})]
    for seat, score in enumerate(told["scores"]):
        parts.append(
            (
                "laid_less_left",
                {
                    "player": house.name(seat),
                    "laid": points(view.points_laid[seat]),
                    "points": points(view.counts.get(seat) or 0),
                    "score": points(score),
                },
            )
        )
    winners = Names(tuple(house.name(seat) for seat in told["winners"]))
    return [*parts, ("hand_values", house.values()), ("best_of_round", {"winner": winners})]


_GIN_BONUS = {"gin": "gin_bonus", "big_gin": "big_gin_bonus", "undercut": "undercut_bonus"}


def _gin_end(house: House, told: dict[str, Any], view: View) -> list[Part]:
    how: str = told["how"]
    deadwood: int = view.deadwood
    values: dict[str, Any] = {"knocker": house.name(view.knocker), "deadwood": points(deadwood)}
    if not told["winners"]:
        return [("gin_tie", values)]
    winner: int = told["winners"][0]
    score: int = told["scores"][winner]
    doubled = factor(view.rules, view.upcard) > 1
    if doubled:
        score //= 2
    bonus: int = house.rules[_GIN_BONUS[how]] if how in _GIN_BONUS else 0
    against = deadwood - (score - bonus) if how == "undercut" else deadwood + score - bonus
    values |= {"winner": house.name(winner), "score": points(score), "bonus": points(bonus), "against": points(against)}
    name = how if how in ("gin", "big_gin") else f"gin_{how}"
    if how == "undercut" and against == deadwood:
        name = "gin_tie_undercut"
    if doubled:
        return [(name, values), ("gin_doubled", {"score": points(2 * score)})]
    return [(name, values)]


def _manipulation_end(house: House, told: dict[str, Any], view: View) -> list[Part]:
    rules, how = house.rules, told["how"]
    winners: list[int] = told["winners"]
    parts: list[Part] = []
    if how == "stock_out":
        parts.append(("stock_out", {}))
    for seat, player in enumerate(house.players):
        parts.append(("hand", {"player": player, "points": points(view.counts.get(seat) or 0)}))
    parts.append(("differences", {}))
    winner = Names(tuple(house.name(seat) for seat in winners))
    if how == "out":
        parts.append(("out_bonus", {"winner": winner, "bonus": points(rules["out_bonus"])}))
    elif how == "undercut":
        values = {"knocker": house.name(view.knocker), "bonus": points(rules["undercut_bonus"])}
        parts.append(("undercut", values))
    score = points(told["scores"][winners[0]])
    parts.append(("scored", {"winner": winner, "score": score}))
    return parts


def sheet(told: dict[str, Any], view: View) -> dict[str, Any]:
    """Return the section "end" of a round: `told` are the values of its outcome.

    `cards` are those that each seat has laid down for the count, which everybody has seen; cards
    still in a rack stay hidden. `laid` is false if a seat pays for not having laid in the round.
    `over` tells that the match is over.
    """
    rules = view.rules
    pays = rules["family"] == "laying" and rules["lowest_wins"] and rules["penalties"]
    seats = [
        {
            "cards": codes(view.cards(-1 - seat)),
            "laid": not pays or seat in told["winners"] or bool(view.has_laid[seat]),
            "score": told["scores"][seat],
            "total": told["totals"][seat],
        }
        for seat in range(view.seats)
    ]
    return {"round": told["round"], "how": told["how"], "winners": list(told["winners"]), "seats": seats, "over": False}


def sheet_now(sheet: dict[str, Any], totals: list[int], winners: list[int], over: bool) -> dict[str, Any]:
    """Return a section "end" with other totals, as a match ends or a score is corrected."""
    seats = zip(sheet["seats"], totals, strict=True)
    seats = [{**seat, "total": total} for seat, total in seats]
    return {**sheet, "over": over, "seats": seats, "winners": list(winners)}


def over(house: House, told: dict[str, Any], before: list[int], view: View, closed: bool = False) -> list[Part]:
    """Explain the end of a match: `told` are the values of its outcome, `before` its totals before.

    These are the totals without what the end of the match adds. `closed`: the players ended it.
    """
    rules = house.rules
    low = view.rules["lowest_wins"] and rules.get("penalties", True)
    name = ("over_ruled" if closed else "over") + ("_low" if low else "_high")
    if view.contract and not closed:
        name = "over_contracts"
    parts: list[Part] = [(name, house.values())]
    for seat, player in enumerate(house.players):
        bonus = told["totals"][seat] - before[seat]
        values: dict[str, Any] = {"player": player, "bonus": points(bonus)}
        if bonus and rules["family"] == "gin":
            parts.append(("end_bonus", values))
        elif bonus and before[seat] >= rules["target"]:
            parts.append(("target_bonus", values))
        elif bonus:
            parts.append(("round_bonus", values | {"rounds": Amount(view.won[seat], "round")}))
    parts.append(("totals", {"totals": totals_text(house, told["totals"])}))
    winners = tuple(house.name(seat) for seat in told["winners"])
    level = len(winners) == len(house.players)
    parts.append(("level" if level else "won", {"winners": Names(winners)}))
    return parts


def clause_of(house: House, told: dict[str, Any], ruling: str = "") -> str:
    """Return the clause that explains the end of a round: see `ended`."""
    family = house.rules["family"]
    if ruling in _VOID:
        return ruling
    if told["how"] == "void":
        return "stock_floor" if family == "gin" else "reshuffle"
    return of_game(_CLAUSE_OF_END, house.rules)


def after_loss(house: House, told: dict[str, Any]) -> dict[str, Any]:
    """Return the values for a line of LINES on an outcome that no referee followed."""
    if "ruling" in told:
        return ruled_values(house, told)
    values = dict(told)
    if "seat" in told:
        values["player"] = house.name(told["seat"])
    if "hand" in told:
        values["cards"] = cards_of(told["hand"])
    if "stock" in told:
        values["cards"] = cards_of(told["stock"])
    if "how" in told:
        values["how"] = Named("HOW", told["how"])
    if "totals" in told:
        values["scores"] = totals_text(house, told["totals"])
    return values
