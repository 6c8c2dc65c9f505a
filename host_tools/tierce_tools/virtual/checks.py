"""Checks before an action: its arguments, the state of the table. What fails raises Trouble."""

from collections.abc import Callable
from typing import Any

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.places import BOX
from tierce_tools.virtual.play import Answer, Asker, Play

_BUSY = {
    "deal": N_("The cards are being dealt: wait a moment."),
    "new": N_("The match is about to begin: wait a moment."),
    "ruling": N_("The players are deciding something: wait a moment."),
    "zone": N_("A zone is being added: wait a moment."),
    "back": N_("A turn is being taken back: wait a moment."),
    "playback": N_("A recorded match is playing: stop it first."),
}
READ_ONLY = N_("This page shows a real table: move the cards there.")
NO_ACTION = N_("The table can't do “{action}”: reload the page.")
NO_SEAT = N_("There is no seat {seat}: there are {seats}, and the first is 0.")
NO_CARD = N_("{card} is not played with in this game.")
NO_PLACE = N_("There is no place {place}; there are: {places}.")

Action = dict[str, Any]
Act = Callable[[Play, Action, Asker], Answer | None]  # what does an action


def shown(value: object) -> str:
    """Return what was sent, cut to what a message shows."""
    return str(value)[:40]


def bad_value(action: Action, key: str) -> Trouble:
    """Return the Trouble of a value that the action cannot have."""
    return Trouble(
        "table.bad_value",
        "“{value}” does not fit {key} of “{action}”: reload the page.",
        value=shown(action.get(key)),
        key=key,
        action=shown(action.get("do")),
    )


def text(action: Action, key: str, among: tuple[str, ...] | None = None) -> str:
    """Return an argument that is a text, if given one of `among`."""
    value = action.get(key)
    if not isinstance(value, str) or (among is not None and value not in among):
        raise bad_value(action, key)
    return value


def number(action: Action, key: str, low: int, high: int, otherwise: int | None = None) -> int:
    """Return an argument that is a whole number from `low` to `high`."""
    value = action.get(key)
    if value is None:
        value = otherwise
    if type(value) is not int or not low <= value <= high:
        raise bad_value(action, key)
    return value


def flag(action: Action, key: str) -> bool:
    """Return an argument that is true or false."""
    value = action.get(key)
    if type(value) is not bool:
        raise bad_value(action, key)
    return value


def seat(play: Play, action: Action) -> int:
    """Return the seat of an action."""
    seat = action.get("seat")
    count = len(play.config["players"])
    if type(seat) is not int or not 0 <= seat < count:
        raise Trouble("table.no_seat", NO_SEAT, seat=shown(seat), seats=count)
    return seat


def card(play: Play, code: object) -> str:
    """Return a card of the game in play. Raises Trouble."""
    where = play.scene.where(code) if isinstance(code, str) else None
    if not isinstance(code, str) or where in (None, BOX):
        raise Trouble("table.no_such_card", NO_CARD, card=shown(code))
    return code


def place(play: Play, name: object) -> str:
    """Return a place where cards may be put. Raises Trouble."""
    if not isinstance(name, str) or name not in play.scene.places or name == BOX:
        places = [place for place in play.scene.places if place != BOX]
        raise Trouble("table.no_place", NO_PLACE, place=shown(name), places=", ".join(places))
    return name


def not_readonly(play: Play) -> None:
    """Raise Trouble at a table that is only watched."""
    if play.machine.readonly:
        raise Trouble("table.readonly", READ_ONLY)


def hands_free(play: Play) -> None:
    """Raise Trouble while a job that blocks moves, or a playback, is running."""
    busy = play.busy
    if busy and busy.busy:
        raise Trouble("table.busy_" + busy.busy, _BUSY[busy.busy])
    if play.playback:
        raise Trouble("table.played_back", "This is a recorded match: begin a new one to play yourself.")


def powered(play: Play) -> None:
    """Raise Trouble while the table has no power."""
    if not play.machine.powered:
        raise Trouble("table.no_power", "The table has no power: switch it on again under Faults.")


def button(play: Play, seat: int) -> None:
    """Raise Trouble if a seat has no button. Where cards are tapped the three buttons are everybody's."""
    keys = play.machine.table.keys
    if seat not in keys and not ("ok" in keys and "tap" in play.machine.table.antennas):
        raise Trouble("table.no_button", "Seat {seat} has no button at this table.", seat=seat + 1)


def sure(action: Action) -> bool:
    """Tell whether the action answers a Doubt."""
    return action.get("sure") is True
