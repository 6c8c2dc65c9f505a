"""Checks before an action: its arguments, the state of the table. What fails raises Trouble."""

from collections.abc import Callable
from typing import Any

from tierce_tools.match.places import BOX
from tierce_tools.trouble import Trouble
from tierce_tools.virtual.play import Answer, Asker, Play

Action = dict[str, Any]
Act = Callable[[Play, Action, Asker], Answer | None]  # what does an action


def shown(value: object) -> str:
    """Return what was sent, cut to what a message shows."""
    return str(value)[:40]


def bad_value(action: Action, key: str) -> Trouble:
    """Return the Trouble of a value that the action cannot have."""
    return Trouble("table", "bad_value", shown(action.get(key)), key, shown(action.get("do")))


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
        raise Trouble("table", "no_seat", shown(seat), count)
    return seat


def place(play: Play, name: object) -> str:
    """Return a place where cards may be put. Raises Trouble."""
    if not isinstance(name, str) or name not in play.scene.places or name == BOX:
        places = [place for place in play.scene.places if place != BOX]
        raise Trouble("table", "no_place", shown(name), ", ".join(places))
    return name


def not_readonly(play: Play) -> None:
    """Raise Trouble at a table that is only watched."""
    if play.machine.readonly:
        raise Trouble("table", "readonly")


def hands_free(play: Play) -> None:
    """Raise Trouble while a job that blocks moves, or a playback, is running."""
    busy = play.busy
    if busy:
        raise Trouble("table", f"busy_{busy.busy}")
    if play.playback:
        raise Trouble("table", "played_back")


def powered(play: Play) -> None:
    """Raise Trouble while the table has no power."""
    if not play.machine.powered:
        raise Trouble("table", "no_power")


def button(play: Play, seat: int) -> None:
    """Raise Trouble if a seat has no button."""
    if seat not in play.machine.table.keys:
        raise Trouble("table", "no_button", seat + 1)


def sure(action: Action) -> bool:
    """Tell whether the action answers a Doubt."""
    return action.get("sure") is True
