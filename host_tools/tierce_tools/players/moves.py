"""Moves of a computer player, and their trial on a copy of the match."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from types import ModuleType
from typing import Any, cast

from tierce.cards import code, codes, parse
from tierce.referee import Referee
from tierce.view import View
from tierce.zones import DISCARD, NOWHERE, zone_name, zone_number

# A move is one of
#   ("draw",)                      the top of the stock goes to the rack; counts as a draw
#   ("take",)                      the top of the discard pile goes to the rack
#   ("take", n)                    its n top cards
#   ("move", [code, ...], place)   cards go, in this order, to a zone, to the seat's rack ("hand0"
#                                  ...), or back to the "stock", which takes back that many draws
#   ("declare", zone, joker, as)   declares the face of a joker that lies in a zone and was read
#   ("press", button)              "done", "knock" or "pass"
#   ("count", n)                   corrects the table's count of draws: n were missed (n < 0: too
#                                  many were counted)
Move = tuple[Any, ...]


_ATOMS = {int, str, bytes, bool, type(None), ModuleType, type}
_FLAT = {array, set, bytearray}


def how_many(move: Move) -> int:
    """Return how many cards a move "take" takes."""
    return move[1] if len(move) > 1 else 1


def put(cards: Iterable[int], zone: int) -> Move:
    """Return the move of cards to a zone, given by its number."""
    return ("move", codes(cards), zone_name(zone))


def take_back(cards: Iterable[int], seat: int) -> Move:
    """Return the move of cards to a seat's rack."""
    return ("move", codes(cards), f"hand{seat}")


def lay(view: View, seat: int, layout: Mapping[int, Sequence[int]], hand: Iterable[int]) -> list[Move]:
    """Return the moves that change the meld zones to a layout: zone -> cards.

    Zones that are not in the layout become empty. First, cards of `hand` that lie on the table but
    are not in the layout go back to the rack.
    """
    wanted = {card for cards in layout.values() for card in cards}
    back = [card for card in hand if view.zone_of(card) != NOWHERE and card not in wanted]
    moves = [take_back(back, seat)] if back else []
    for zone in sorted(layout):
        come = [card for card in layout[zone] if view.zone_of(card) != zone]
        if come:
            moves.append(put(come, zone))
    return moves


def tried(referee: Referee, moves: Iterable[Move]) -> tuple[View, list[tuple[Any, ...]]]:
    """Try moves on a copy of the match; return (view of the copy afterwards, outcomes)."""
    copy = copied(referee)
    said: list[tuple[Any, ...]] = []
    for move in moves:
        for event in _events(copy.view, move):
            said.extend(copy.take(event))
    return copy.view, said


def copied(referee: Referee) -> Referee:
    """Return a copy of a referee. Constant parts (words, rules, tags) are shared."""
    return _twin(referee, {id(each) for each in referee.constants()}, {})


def _twin(thing: Any, shared: set[int], done: dict[int, Any]) -> Any:
    """Return a copy of something that a match is made of, much faster than deepcopy.

    `shared` are the ids of what is not copied; `done`: id -> copy of the objects copied so far.
    """
    kind = cast("Any", type(thing))
    if kind in _ATOMS or id(thing) in shared:
        return thing
    if kind is list:
        if _ATOMS.issuperset(map(type, thing)):
            return thing[:]
        return [_twin(each, shared, done) for each in thing]
    if kind is tuple:
        if _ATOMS.issuperset(map(type, thing)):
            return thing
        return tuple([_twin(each, shared, done) for each in thing])
    if kind is dict:
        if _ATOMS.issuperset(map(type, thing.values())):
            return thing.copy()
        return {key: _twin(each, shared, done) for key, each in thing.items()}
    if kind in _FLAT:
        return copy(thing)
    if id(thing) not in done:
        twin: Any = object.__new__(kind)
        done[id(thing)] = twin
        for name in (*thing.__dict__, *getattr(kind, "__slots__", ())):
            if name != "__dict__":
                setattr(twin, name, _twin(getattr(thing, name), shared, done))
    return done[id(thing)]


def stands(referee: Referee, moves: Iterable[Move]) -> bool:
    """Tell whether the referee would accept the turn that ends with these moves."""
    said = [outcome[0] for outcome in tried(referee, moves)[1]]
    return "turn" in said and "refused" not in said


def _events(view: View, move: Move) -> Iterator[tuple[Any, ...]]:
    """Yield the events (tierce.events) that a move causes, with the time of the match."""
    what, t = move[0], view.t
    if what == "draw":
        yield ("draw", t, 1)
    elif what == "count":
        yield ("draw", t, move[1])
    elif what == "take":
        yield ("cards", t, DISCARD, list(view.pile[-how_many(move) :]), ())
    elif what == "press":
        yield ("press", t, view.seat, move[1])
    elif what == "declare":
        yield ("joker", t, zone_number(move[1]), parse(move[2]), parse(move[3]))
    else:
        cards = [parse(each) for each in move[1]]
        for card in cards:
            where = view.zone_of(card)
            if where != NOWHERE:
                yield ("cards", t, where, [card], ())
        zone = zone_number(move[2])
        if zone != NOWHERE:
            yield ("cards", t, zone, (), cards)
        elif move[2] == "stock":
            yield ("draw", t, -len(cards))


def declare(zone: int, joker: int, face: int) -> Move:
    """Return the move that declares the face of a joker."""
    return ("declare", zone_name(zone), code(joker), code(face))
