"""Moves of a computer player, and trying them on a copy of the match."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from tierce.cards import code, codes, parse
from tierce.table import DISCARD, zone_name

# One of
#   ("draw",)                      the top of the stock to the rack, with the draw counted
#   ("take",)                      the top of the discard pile to the rack
#   ("move", [code, ...], place)   cards from anywhere, in this order, to a zone, to the seat's own
#                                  rack "hand0" ..., or back to the "stock", with the draws counted
#   ("declare", zone, joker, as)   a joker's face, once it lies there and has been seen
#   ("press", button)              "done", "knock" or "pass"
#   ("count", n)                   the table has counted n draws too few (n < 0: too many)
Move = tuple[Any, ...]

_AWAY = -99  # a place that no reader sees


def put(cards: Iterable[int], zone: int) -> Move:
    """Return the move of cards to a zone of the table, by its number."""
    return ("move", codes(cards), zone_name(zone))


def take_back(cards: Iterable[int], seat: int) -> Move:
    """Return the move of cards to a seat's rack."""
    return ("move", codes(cards), f"hand{seat}")


def lay(
    game: Any, seat: int, layout: Mapping[int, Sequence[int]], hand: Iterable[int]
) -> list[Move]:
    """Return the moves that change the meld zones to a layout: zone -> cards.

    Zones missing from the layout become empty. Cards of `hand` that lie on the table but are not in
    the layout return to the rack first.
    """
    table = game.table
    wanted = {card for cards in layout.values() for card in cards}
    back = [card for card in hand if table.at[card] != _AWAY and card not in wanted]
    moves = [take_back(back, seat)] if back else []
    for zone in sorted(layout):
        come = [card for card in layout[zone] if table.at[card] != zone]
        if come:
            moves.append(put(come, zone))
    return moves


def tried(game: Any, moves: Iterable[Move]) -> tuple[Any, list[tuple[Any, ...]]]:
    """Return (a copy of the match after these moves, their outcomes)."""
    # Words, rules and form are constant, so the copy shares them.
    shared = {id(each): each for each in (game.words, game.rules, game.form)}
    copy = deepcopy(game, shared)
    said: list[tuple[Any, ...]] = []
    copy.out = said
    for move in moves:
        _DO[move[0]](copy, *move[1:])
    return copy, said


def stands(game: Any, moves: Iterable[Move]) -> bool:
    """Tell whether the turn that ends with these moves is accepted."""
    said = [outcome[0] for outcome in tried(game, moves)[1]]
    return "turn" in said and "refused" not in said


def _draw(game: Any) -> None:
    game.on_draw(1)


def _take(game: Any) -> None:
    game.on_cards(DISCARD, [game.pile[-1]], ())


def _move(game: Any, moved: Sequence[str], place: str) -> None:
    cards = [parse(each) for each in moved]
    for card in cards:
        where = game.table.at[card]
        if where != _AWAY:
            game.on_cards(where, [card], ())
    zone = zone_of(place)
    if zone != _AWAY:
        game.on_cards(zone, (), cards)
    elif place == "stock":
        game.on_draw(-len(cards))


def _declare(game: Any, zone: str, joker: str, face: str) -> None:
    game.on_joker(zone_of(zone), parse(joker), parse(face))


def _press(game: Any, button: str) -> None:
    game.on_press(game.active, button)


def _count(game: Any, draws: int) -> None:
    game.on_draw(draws)


_DO: dict[str, Any] = {
    "draw": _draw, "take": _take, "move": _move, "declare": _declare, "press": _press,
    "count": _count,
}


def zone_of(place: str) -> int:
    """Return the number of a zone; racks and the stock are _AWAY."""
    if place == "discard":
        return DISCARD
    if place.startswith("meld"):
        return int(place[4:])
    return -1 - int(place[4:]) if place.startswith("seat") else _AWAY


def declare(zone: int, joker: int, face: int) -> Move:
    """Return the declaration of a joker."""
    return ("declare", zone_name(zone), code(joker), code(face))
