"""Take back: a player's own last turn begins again, as if nothing had happened since.

At the beginning of each person's turn a mark notes where all cards lie, and the last record of the
table's journal. Taking back restarts the table there, so the computers play their turns again. A
mark is a JSON value: `turn` (round, phase, turns of each seat), `seat`, `after`, `places`.
"""

from collections.abc import Callable
from typing import Any, Protocol, cast

from tierce.phases import DEAL, TURN
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.match import FollowedMatch
from tierce_tools.match.places import rack
from tierce_tools.match.why import Text, cards_of, said
from tierce_tools.virtual.hands import Hands
from tierce_tools.virtual.machine import Machine
from tierce_tools.virtual.scene import Scene

Mark = dict[str, Any]
MOST = 12  # turns that can be taken back, one after another


class Playing(Protocol):
    """The parts of a table that taking back needs: see play.Play."""

    match: FollowedMatch
    scene: Scene
    hands: Hands
    refused: set[int]
    turn: tuple[Any, ...]
    marks: list[Mark]
    dealing: bool
    last: int

    @property
    def playback(self) -> object: ...

    @property
    def machine(self) -> Machine: ...

    @property
    def busy(self) -> object: ...

    def fact(self, key: str, otherwise: Any = None) -> Any: ...

    def is_computer(self, seat: int) -> bool: ...

    def people(self) -> list[int]: ...


def note(play: Playing) -> None:
    """Note the beginning of a person's turn. Call it whenever records have come."""
    phase, seat = play.fact("phase"), play.fact("seat")
    if phase == DEAL:
        play.dealing = True
    if phase != TURN or play.busy or play.playback or not play.machine.goes_back:
        return
    if play.dealing:
        play.dealing, play.marks = False, []
    if play.is_computer(seat) or (play.marks and play.marks[-1]["turn"] == list(play.turn)):
        return
    places = {place: list(cards) for place, cards in play.scene.places.items()}
    play.marks = [*play.marks, {"turn": list(play.turn), "seat": seat, "after": play.last, "places": places}][-MOST:]


def read(marks: object) -> list[Mark]:
    """Return the marks of a kept table; those that are none are left out."""
    kinds = {"turn": list, "seat": int, "after": int, "places": dict}
    found = cast("list[Any]", marks if isinstance(marks, list) else [])
    return [
        cast("Mark", mark)
        for mark in found
        if isinstance(mark, dict) and all(isinstance(cast("Mark", mark).get(key), kind) for key, kind in kinds.items())
    ]


def _is_untouched(play: Playing, mark: Mark) -> bool:
    """Tell whether a mark is of the turn that is open, and nothing has happened in that yet."""
    referee = play.match.referee
    if referee is None or mark["turn"] != list(play.turn) or referee.view.draws:
        return False
    if referee.rules["family"] == "gin" and referee.view.is_knocking():
        return False
    return all(set(cards) == set(mark["places"].get(place, ())) for place, cards in play.scene.places.items())


def mark_of(play: Playing, seat: int) -> Mark | None:
    """Return the beginning of a seat's last turn; None if it has done nothing to take back."""
    if play.busy or play.playback or not play.machine.powered:
        return None
    own = [mark for mark in play.marks if mark["seat"] == seat and not _is_untouched(play, mark)]
    return own[-1] if own else None


def may(play: Playing) -> list[int]:
    """Return the seats that have something to take back."""
    return [seat for seat in play.people() if mark_of(play, seat)]


def wanted(play: Playing, seat: int) -> Mark:
    """Return the mark that a seat goes back to. Raises Trouble."""
    mark = mark_of(play, seat)
    if mark is None:
        raise Trouble("table.no_back", "There is no turn to take back.")
    return mark


def is_free(play: Playing, mark: Mark) -> bool:
    """Tell whether no other person has acted since a mark, so that nobody has to agree."""
    others = [seat for seat in play.people() if seat != mark["seat"]]
    later = [each for each in play.marks if each["after"] > mark["after"] and each["seat"] in others]
    return not others or (play.fact("phase") == TURN and all(_is_untouched(play, each) for each in later))


def question(play: Playing, mark: Mark) -> Text:
    """Return the question whether a turn is taken back, for the others at the table."""
    house = play.match.house
    assert house is not None
    held = cards_of(len(mark["places"][rack(mark["seat"])]))
    return said("ASKS", [("back", {"player": house.name(mark["seat"]), "cards": held})], house.players)


def start(play: Playing, mark: Mark, begin: Callable[[], None]) -> None:
    """Let a turn begin again; `begin` starts the jobs of the table. Raises Trouble if its cards are not these."""
    if not play.scene.restore(mark["places"]):
        raise Trouble("table.no_back", "There is no turn to take back.")
    play.marks = play.marks[: play.marks.index(mark) + 1]
    play.match.go_back(mark["seat"])
    play.refused.clear()
    play.machine.go_back(mark["after"])
    begin()


def void_knock(play: Playing, seat: int) -> None:
    """Take the cards of a knock that is void back into the hand."""
    laid = [card for zone in play.scene.zones if zone[:4] in ("meld", "seat") for card in play.scene.places[zone]]
    if laid:
        play.hands.move(laid, rack(seat))
