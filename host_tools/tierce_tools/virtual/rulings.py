"""The players decide: what they may rule on now, and what a ruling would do, in words and figures.

A ruling is tried on a copy of the match first, so that the people read what they agree to.
"""

from collections.abc import Sequence
from typing import Any

from tierce.outcomes import keys
from tierce.phases import COUNT, DEAL, OVER, RULINGS, TURN
from tierce.presets import LogError
from tierce.referee import Referee
from tierce.view import View
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.why import House, Names, Part, Text, cards_of, points, reasons_text, said
from tierce_tools.players.moves import copied
from tierce_tools.virtual.checks import Action
from tierce_tools.virtual.play import Play

NOTHING = N_("There is no longer anything to rule on.")

Event = dict[str, Any]


# --- what there is to rule on


def may(referee: Referee | None) -> dict[str, list[int]]:
    """Return the rulings that have something to rule on now, and the seats that each may name."""
    if referee is None:
        return {}
    found = dict(referee.view.rulings())
    if "accept" in found and not _passes(referee.view):
        del found["accept"]
    return found


def _passes(view: View) -> bool:
    """Tell whether the open turn is refused only for what the people can let pass."""
    broken = view.breaks()
    return bool(broken) and all(waived for _, _, waived in broken)


def tried(referee: Referee, event: Event) -> tuple[View, list[dict[str, Any]]] | None:
    """Return what a ruling would bring and its outcomes; None if there is nothing to rule on."""
    copy = copied(referee)
    name = event["ruling"]
    key = RULINGS.get(name, "") if isinstance(name, str) else ""
    outcomes = copy.take(("ruling", referee.view.t, name, event.get("seat"), event.get(key)))
    told = [{"event": each[0], **dict(zip(keys(each), each[2:], strict=True))} for each in outcomes]
    return None if any(each.get("code") == "no_ruling" for each in told) else (copy.view, told)


# --- what one would do


def wanted(play: Play, action: Action) -> tuple[Event, Text]:
    """Return the event of a requested ruling, and the question whether to do it.

    Raises Trouble if it is none, or has nothing to rule on.
    """
    referee, house = play.match.referee, play.match.house
    if referee is None or house is None:
        raise Trouble("table.no_match", "No match is in play: there is nothing to rule on.")
    name: Any = action.get("ruling")
    key: str | None = RULINGS.get(name) if isinstance(name, str) else None
    event: Event = {"ruling": name}
    if key:
        event |= {"seat": action.get("seat"), key: action.get(key)}
    try:
        found = tried(referee, event)
    except LogError as error:
        raise Trouble("table.bad_ruling", "That is not a ruling: {error}.", error=error) from None
    if name == "accept":
        _waivable(referee)
    if found is None:
        raise Trouble("table.no_ruling", NOTHING)
    parts = _parts(play, event, referee, *found)
    return event, said("ASKS", parts, house.players)


def _waivable(referee: Referee) -> None:
    """Raise Trouble if the open turn can't be let pass, or need not be."""
    if not referee.view.breaks():
        raise Trouble("table.no_ruling", NOTHING)
    if not _passes(referee.view):
        why = _refusal(referee, False)
        raise Trouble("table.not_waived", "The players can't let that stand: {why}.", why=why)


def _refusal(referee: Referee, waived: bool) -> Text:
    """Return why the open turn is refused, in each language: what can be let pass, or can't."""
    broken = copied(referee).view.breaks() or ()
    return reasons_text([reason for _, reason, waives in broken if waives == waived])


def _parts(play: Play, event: Event, referee: Referee, after: View, told: list[dict[str, Any]]) -> list[Part]:
    """Return the sentences of the question; `after` and `told` are what the ruling would bring."""
    house = play.match.house
    assert house is not None
    view, name = referee.view, event["ruling"]
    seat: int = event.get("seat", after.seat if name == "undo" else view.seat)
    number: int = event.get(RULINGS[name], 0)
    values: dict[str, Any] = {
        "player": house.name(seat) if seat >= 0 else "",
        "round": view.round,
        "dealer": house.name(view.dealer),
        "points": points(number),
        "stock": cards_of(after.stock),
    }
    if name == "undo":
        values["cards"] = cards_of(after.hands[seat])
    elif name == "accept":
        values["why"] = _refusal(referee, True)
    elif name == "points":
        totals = zip(
            ("change", "before", "total"), (f"{number:+d}", view.totals[seat], after.totals[seat]), strict=True
        )
        values |= {key: str(figure).replace("-", "−") for key, figure in totals}
    elif name == "hand":
        values |= {"cards": cards_of(number), "before": view.hands[seat]}
    parts: list[Part] = [(name, values)]
    for each in told:
        if each["event"] == "round" and each["how"] != "void":
            scores = each["scores"]
            parts.append(("scored", {"round": each["round"], "scores": _listed(house, scores)}))
        elif each["event"] == "match":
            winners = Names(tuple(house.name(winner) for winner in each["winners"]))
            totals = _listed(house, each["totals"])
            level = len(each["winners"]) == len(house.players)
            parts.append(("undecided" if level else "decided", {"winners": winners, "totals": totals}))
        elif each["event"] == "refused" and name == "count":
            parts.append(("too_high", {}))
    if name == "undo" and list(view.totals) != list(after.totals):
        parts.append(("totals", {"totals": _listed(house, after.totals)}))
    if name == "points" and view.phase == OVER and after.phase == DEAL:
        parts.append(("goes_on", {"dealer": house.name(after.dealer)}))
    if name == "end" and view.phase in (TURN, COUNT):
        parts.insert(1, ("uncounted", values))
    return parts


def _listed(house: House, figures: Sequence[int]) -> str:
    pairs = zip(house.players, figures, strict=True)
    return ", ".join(f"{name} {figure}" for name, figure in pairs).replace("-", "−")
