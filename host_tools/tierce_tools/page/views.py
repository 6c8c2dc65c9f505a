"""What a viewer may see of a snapshot, and may do. All privacy rules are here.

Sections and actions that are not listed here are the owner's only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from tierce_tools.base.trouble import Trouble
from tierce_tools.match.places import STOCK, seat_of

Sections = Mapping[str, Any]


@dataclass(frozen=True)
class Viewer:
    """A viewer: `seat` None is the table's owner, who sees everything."""

    seat: int | None
    language: str = "en"


# --- seeing


def filter(sections: Sections, viewer: Viewer) -> dict[str, Any]:
    """Return the sections that a viewer may see, each reduced to what the viewer may see of it.

    The log is not among them: see `entry`.

    A missing section is withheld for now; a viewer keeps an earlier one. Nothing is changed in
    place, so a fully visible section is the same object.
    """
    seen = {name: value for name, value in sections.items() if name in _SEEN or (viewer.seat is None and name != "log")}
    seen["you"] = {**sections.get("you", {}), "seat": viewer.seat, "language": viewer.language}
    for name, view in _SEEN.items():
        if view is not None and seen.get(name) is not None:
            seen[name] = view(seen[name], sections, viewer.seat)
    if seen.get("screen", ()) is None and sections["screen"] is not None:
        del seen["screen"]
    return seen


def entry(entry: dict[str, Any], viewer: Viewer) -> dict[str, Any] | None:
    """Return a log entry as a viewer may see it; None if it is for another seat."""
    if viewer.seat is not None and entry.get("for", viewer.seat) != viewer.seat:
        return None
    return entry


def log(events: list[dict[str, Any]], sections: Sections, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the log of the match in play as a viewer may read it.

    Cards in another seat's zone before the count are left out; no verdict depends on them.
    """
    phase = of_match(sections, "phase")
    if viewer.seat is None or phase in ("deal", "count", "over"):
        return events
    dealt = max((i for i, event in enumerate(events) if event.get("press") == "deal"), default=0)
    return [
        event for i, event in enumerate(events) if i < dealt or seat_of(event.get("zone", "")) in (None, viewer.seat)
    ]


def is_open(place: str, sections: Sections, seat: int | None) -> bool:
    """Tell whether a seat may see the cards of a place; `seat` None is the owner.

    Everybody sees the discard and the melds. A rack and a seat zone are visible to their seat only;
    during the count all seat zones are visible.
    """
    if place == "discard" or (place.startswith("meld") and place[4:].isdigit()):
        return True
    whose = seat_of(place)
    if seat is None:
        return place != STOCK and not (place.startswith("hand") and whose in hidden(sections))
    if whose is None:
        return False
    counted = of_match(sections, "phase") in ("count", "over")
    return whose == seat or (counted and place.startswith("seat"))


def hidden(sections: Sections) -> set[int]:
    """Return the seats whose hands the owner does not see: they have pages of their own, and nobody has asked."""
    return set(sections.get("private", ())) - set(sections.get("shown", ()))


def _cards(cards: dict[str, Any], sections: Sections, seat: int | None) -> dict[str, Any]:
    return {place: _card(place, held, sections, seat) for place, held in cards.items()}


def _card(place: str, held: Any, sections: Sections, seat: int | None) -> Any:
    if not isinstance(held, list):
        return held  # the number of cards is not secret
    codes = cast("list[str | None]", held)
    if place == STOCK:
        return len(codes)
    return codes if is_open(place, sections, seat) else [None] * len(codes)


def _melds(melds: dict[str, Any], sections: Sections, seat: int | None) -> dict[str, Any]:
    return {zone: meld for zone, meld in melds.items() if is_open(zone, sections, seat)}


def _jokers(jokers: list[Any], sections: Sections, seat: int | None) -> list[Any]:
    return [joker for joker in jokers if is_open(joker["zone"], sections, seat)]


def _deadwood(deadwood: dict[str, Any], sections: Sections, seat: int | None) -> dict[str, Any]:
    """Return the deadwood of the hands that the viewer sees; that of another would reveal its cards."""
    return {whose: loose for whose, loose in deadwood.items() if is_open(f"hand{whose}", sections, seat)}


def _screen(screen: dict[str, Any], sections: Sections, seat: int | None) -> dict[str, Any] | None:
    """Return the screen's picture; None while it shows another seat's hint."""
    whose = screen.get("for")
    if whose is not None and (whose in hidden(sections) if seat is None else whose != seat):
        return None
    return {key: value for key, value in screen.items() if key != "for"}


def _scan(scan: dict[str, Any], sections: Sections, seat: int | None) -> dict[str, Any]:
    if is_open(scan.get("zone") or "", sections, seat):
        return scan
    slots: list[Any] = scan.get("slots") or []
    return {**scan, "slots": [[slot[0], None] for slot in slots]}


_View = Callable[[Any, Sections, int | None], Any]
# None: everybody may see it all.
_SEEN: dict[str, _View | None] = {
    **dict.fromkeys("match room laid_by lights verdict end undo back private shown rulings asked".split()),
    **dict.fromkeys("doubt sheet playback pace busy".split()),
    **dict.fromkeys("melds checks by_hand unseen".split(), _melds),
    "table": lambda table, _, seat: table if seat is None else {**table, "recorded": []},
    "cards": _cards,
    "deadwood": _deadwood,
    "jokers": _jokers,
    "screen": _screen,
    "scan": _scan,
    # a card whose tag is broken may be in a hand
    "faults": lambda faults, _, seat: faults if seat is None else {**faults, "tag": []},
}


def of_match(sections: Sections, key: str) -> Any:
    """Return a fact of the match in play; None without a match."""
    match: Mapping[str, Any] = sections.get("match") or {}
    return match.get(key)


# --- acting

# The actions allowed to a seat, and the key of the action that names the seat.
_OF_SEAT: dict[str, str | None] = {
    **dict.fromkeys("move declare read log language deal zone ruling by_hand agree unask".split()),
    **dict.fromkeys("draw sort act hint back".split(), "seat"),
    "key": "button",
}


def allowed(viewer: Viewer, action: Mapping[str, Any], sections: Sections) -> None:
    """Check that a viewer may do an action; raise Trouble if not. A seat acts for itself only.

    Whether the action is valid is checked elsewhere. But a seat may only name cards that it can
    see, as the answer could reveal where a card lies.
    """
    seat = viewer.seat
    do = action.get("do")
    if seat is None:
        if do == "hint" and any(_same(action.get("seat"), each) for each in hidden(sections)):
            raise Trouble("table.own_hand", "This seat has a page of its own: its hints are there.")
        return
    if not isinstance(do, str) or do not in _OF_SEAT:
        raise Trouble("table.owner_only", "Only the person who began the table can do that.")
    whose = _OF_SEAT[do]
    if whose is not None and not _same(action.get(whose), seat):
        raise Trouble("table.own_seat", "You play for seat {seat} only.", seat=seat + 1)
    room: Mapping[str, Any] = sections.get("room") or {}
    if do == "zone" and not room.get("full"):
        raise Trouble("table.room_left", "There is still a free meld zone: another one is added once all are in use.")
    if do == "deal" and not _same(of_match(sections, "dealer"), seat):
        raise Trouble("table.dealer_only", "Somebody else deals this round.")
    places = [action.get(key) for key in ("to", "zone") if key in action]
    if do != "language" and not all(_may_lay(place, seat) for place in places):
        raise Trouble("table.own_place", "A rack and a seat's zone belong to the player who sits there.")
    if do == "move":
        seen = _in_reach(sections, seat)
        cards: Any = action.get("cards")
        codes = cast("list[object]", cards) if isinstance(cards, list) else [cards]
        if not all(card in seen for card in codes if isinstance(card, str)):
            raise Trouble("table.own_cards", "You can take your own cards only, and those that lie open.")


def _same(value: object, seat: int) -> bool:
    return type(value) is int and value == seat


def _may_lay(place: object, seat: int) -> bool:
    if not isinstance(place, str):
        return False
    whose = seat_of(place)
    return whose is None or whose == seat


def _in_reach(sections: Sections, seat: int) -> set[str]:
    """Return the cards that a seat sees and may take: face-up ones and its own."""
    cards: dict[str, Any] = sections.get("cards") or {}
    found: set[str] = set()
    for place, held in cards.items():
        if isinstance(held, list) and is_open(place, {}, seat):
            found.update(card for card in cast("list[str | None]", held) if card)
    return found
