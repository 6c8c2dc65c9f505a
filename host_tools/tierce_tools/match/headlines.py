"""The headline of a verdict, with its points: readable from across the room."""

import re
from collections.abc import Sequence
from typing import Any

from tierce.view import View
from tierce_tools.base.texts import of_table
from tierce_tools.match.verdicts import discarded, passed
from tierce_tools.match.why import Cards, House, Part, People, Text, points, said

# Refusals with figures: the engine's reason -> the headline that shows them.
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


def of_refusal(house: House, seat: int, sentences: Sequence[str]) -> Text:
    """Return the headline of a refusal; `sentences` are the engine's, in English."""
    values: dict[str, Any] = {"player": house.name(seat)}
    for reason, name in _FIGURES.items():
        figures = _figures(reason, sentences)
        if figures:
            return _said(house, (name, values | {"have": figures[0], "need": figures[1]}))
    return _said(house, ("refused", values))


def _figures(reason: str, sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the figures in the engine's sentence for a reason; () if it is not there."""
    pattern = re.escape(of_table("said", "en").WHY[reason]).replace(r"\{\}", r"(-?\d+)")
    found = (re.fullmatch(pattern, sentence) for sentence in sentences)
    return next((match.groups() for match in found if match), ())


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


def _people(house: House, seats: Sequence[int]) -> People:
    return People(tuple(house.name(seat) for seat in seats))


def _said(house: House, *parts: Part) -> Text:
    return said("HEADS", parts, house.players)
