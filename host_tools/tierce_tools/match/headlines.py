"""The headline of a verdict, with its points: readable from across the room."""

from collections.abc import Sequence
from typing import Any

from tierce.view import View
from tierce_tools.match.verdicts import discarded, passed
from tierce_tools.match.why import Cards, House, Names, Part, Text, points, said
from tierce_tools.rules.reasons import Reason

# Refusals with figures: the case -> the headline that shows them.
_FIGURES = {"first_lay_points": "first_lay", "knock_too_high": "knock", "knock_deadwood": "knock"}


def of_turn(house: House, told: dict[str, Any], view: View) -> Text:
    """Return the headline of an accepted turn; `told` are the values of its outcome."""
    values: dict[str, Any] = {"player": house.name(told["seat"]), "points": points(told["laid"])}
    card = discarded(told, view)
    if view.knocker == told["seat"]:
        name = "knocks"
    elif told["hand"] == 0:
        name = "lays_out" if told["laid"] else "out"
    elif told["laid"]:
        name = "lays"
    elif passed(told, view):
        name = "passes"
    elif card is None:
        name = "keeps"
    else:
        name = "discards"
        values["card"] = Cards((card,))
    return _said(house, (name, values))


def of_refusal(house: House, seat: int, reasons: Sequence[Reason]) -> Text:
    """Return the headline of a refusal."""
    values: dict[str, Any] = {"player": house.name(seat)}
    for reason in reasons:
        if reason[0] in _FIGURES and [type(each) for each in reason[1:]] == [int, int]:
            return _said(house, (_FIGURES[reason[0]], values | {"have": reason[1], "need": reason[2]}))
    return _said(house, ("refused", values))


def of_round(house: House, told: dict[str, Any], view: View) -> Text:
    """Return the headline of a round's end: the winners, and all points scored."""
    winners: list[int] = told["winners"]
    values: dict[str, Any] = {"round": told["round"], "winners": _people(house, winners)}
    if told["how"] == "void" or not winners:
        return _said(house, ("void", values))
    if view.rules["lowest_wins"]:
        others = [(seat, score) for seat, score in enumerate(told["scores"]) if score]
        parts: list[Part] = [("won_round", values)]
        parts += [("gets", {"player": house.name(seat), "points": points(score)}) for seat, score in others]
        return _said(house, *parts)
    return _said(house, ("wins", values | {"points": points(told["scores"][winners[0]])}))


def of_match(house: House, told: dict[str, Any]) -> Text:
    """Return the headline of a match's end."""
    totals = [told["totals"][seat] for seat in told["winners"]]
    values = {"winners": _people(house, told["winners"]), "points": points(totals[0])}
    level = len(totals) == len(told["totals"])
    return _said(house, ("level_match" if level else "won_match", values))


def _people(house: House, seats: Sequence[int]) -> Names:
    return Names(tuple(house.name(seat) for seat in seats))


def _said(house: House, *parts: Part) -> Text:
    return said("HEADS", parts, house.players)
