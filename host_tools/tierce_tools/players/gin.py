"""Gin: take the upcard or not, draw, discard for least deadwood, knock when it is likely to win."""

from random import Random
from typing import Any

from tierce.arrange import gin as arrange
from tierce.cards import value
from tierce.phases import TURN
from tierce.referee import Referee
from tierce.zones import DISCARD
from tierce_tools.players.moves import Move, lay, put, stands
from tierce_tools.players.sight import Sight

# Estimated deadwood of an opponent: at first, less per turn, at least.
_FIRST, _EACH_TURN, _LEAST = 48, 6, 8


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return the moves of the seat on turn."""
    view = sight.view
    back = sight.back([card for card in sight.hand if card not in view.discards])
    if sight.drawn < 1:
        return [*back, *_drawing(sight)]
    hand = sight.hand
    if not view.discards and arrange.least(hand)[0] == 0:
        grand = _big_gin(sight)
        if stands(sight.referee, grand):
            return grand
    deadwood, melds, card = arrange.least_discarding(hand, view.taken)
    inside = {each for meld in melds for each in meld}
    loose = sorted(
        (each for each in hand if each not in inside and each not in (card, view.taken)),
        key=lambda each: -value(each, 1, 0),
    )
    slip = sight.slips([card, *loose], rng)[0]
    if slip != card:
        deadwood += value(card, 1, 0) - value(slip, 1, 0)
        card = slip
    knock: list[Move] = []
    if not view.is_knocking() and _is_wise(sight, deadwood):
        knock = [("press", "knock")]
    for moves in ([*back, *knock, put([card], DISCARD)], [*back, put([card], DISCARD)]):
        if stands(sight.referee, moves):
            return moves
    return plain(sight, rng)


def plain(sight: Sight, rng: Random) -> list[Move]:
    """Return a turn without a knock: pass the upcard; else draw a card and discard one."""
    view = sight.view
    hand = list(sight.hand)
    moves = sight.back(hand)
    drawn = sight.drawn
    if view.taken in hand and view.upcard_is_over():
        moves = sight.back([card for card in hand if card != view.taken])
        moves.append(put([view.taken], DISCARD))
        hand.remove(view.taken)
        drawn -= 1
    barred = view.taken if view.taken in hand else -1
    # A seat that did not take the offered upcard draws nothing.
    due = 0 if view.is_opening() and barred < 0 else 1
    wrong = view.draws - max(drawn - (barred >= 0), 0)
    if wrong > 0:
        moves.append(("count", -wrong))
    if drawn < due:
        return [*moves, ("draw",)]
    if drawn > due:
        spare = [card for card in hand if card != barred][due - drawn :]
        moves.append(("move", sight.codes(spare), "stock"))
        hand = [card for card in hand if card not in spare]
    if due == 0:
        return [*moves, ("press", "pass")]
    for card in sorted(hand, key=lambda card: -value(card, 1, 0)):
        if stands(sight.referee, [*moves, put([card], DISCARD)]):
            return [*moves, put([card], DISCARD)]
    return [*moves, ("press", "done")]


def _drawing(sight: Sight) -> list[Move]:
    """Return the draw: from the discard if that makes a meld, else from the stock; or the pass."""
    view = sight.view
    takes = sight.level.takes and not view.upcard_is_over()
    if takes and view.pile and _gain(sight.hand, view.pile[-1]) is not None:
        return [("take",)]
    return [("press", "pass") if view.is_opening() else ("draw",)]


def _gain(hand: list[int], top: int) -> int | None:
    """Return the deadwood with a card that joins a meld and reduces it; None if it does not."""
    if not hand:  # no cards were dealt
        return None
    before = arrange.least(hand)[0]
    deadwood, melds, _ = arrange.least_discarding([*hand, top], top)
    helps = deadwood < before and any(top in meld for meld in melds)
    return deadwood if helps else None


def advice(referee: Referee, seat: int, hand: list[int]) -> dict[str, Any]:
    """Return what a hint adds before the draw: whether to take the top of the discard.

    `draw` is "take", "stock" or "pass"; with "take", `then` is the deadwood after the turn's own
    discard. Nothing if there is no choice now.
    """
    view, rules = referee.view, referee.rules
    chooses = view.phase == TURN and view.seat == seat and len(hand) == rules["hand"]
    if rules["family"] != "gin" or not chooses or not view.pile:
        return {}
    if view.taken >= 0 or view.discards or view.upcard_is_over():
        return {}
    then = _gain(hand, view.pile[-1])
    if then is None:
        return {"draw": "pass" if view.is_opening() else "stock"}
    return {"draw": "take", "then": then}


def _is_wise(sight: Sight, deadwood: int) -> bool:
    """Tell whether to knock: within the limit, and below the opponent's estimated deadwood."""
    if deadwood > sight.view.limit:
        return False
    turns = sight.view.turns[1 - sight.seat]
    return deadwood < max(_LEAST, _FIRST - _EACH_TURN * turns)


def _big_gin(sight: Sight) -> list[Move]:
    """Return the moves that lay eleven cards down as melds."""
    knock: list[Move] = [] if sight.view.is_knocking() else [("press", "knock")]
    return [*knock, *down(sight, arrange.least(sight.hand)[1]), ("press", "done")]


def down(sight: Sight, melds: list[list[int]]) -> list[Move]:
    """Return the moves that lay melds on free zones, and the rest on the seat zone."""
    view = sight.view
    layout = dict(zip(sight.free, melds, strict=False))
    moves = lay(view, sight.seat, layout, [])
    laid = {card for meld in layout.values() for card in meld}
    seat = -1 - sight.seat
    rest = [card for card in sight.hand if card not in laid and view.zone_of(card) != seat]
    return [*moves, put(rest, seat)] if rest else moves


def count(sight: Sight) -> list[Move]:
    """Return the lay-down of a hand: its melds on zones, unmatched cards on its seat zone.

    An opponent lays off on the knocker's melds. If the table has arranged the knocker's melds, it
    arranges the opponent's lay-offs too.
    """
    view, hand = sight.view, sight.hand
    if sight.seat == view.knocker:
        return [*down(sight, arrange.least(hand)[1]), ("press", "done")]
    if view.is_gin:
        return [*down(sight, arrange.least(hand)[1]), ("press", "done")]
    zones = sorted(sight.old)
    if not zones or arrange.least(view.knocker_hand)[1]:
        return plain_count(sight)
    _, melds, laid_off = arrange.least_laying_off(hand, [sight.old[zone] for zone in zones])
    off = [card for cards in laid_off for card in cards]
    moves: list[Move] = []
    for zone, cards in zip(zones, laid_off, strict=True):
        come = [card for card in cards if sight.view.zone_of(card) != zone]
        if come:
            moves.append(put(come, zone))
    layout = dict(zip(sight.free, melds, strict=False))
    moves = lay(view, sight.seat, layout, []) + moves
    laid = {card for meld in layout.values() for card in meld} | set(off)
    seat = -1 - sight.seat
    rest = [card for card in hand if card not in laid and sight.view.zone_of(card) != seat]
    if rest:
        moves.append(put(rest, seat))
    return [*moves, ("press", "done")]


def plain_count(sight: Sight) -> list[Move]:
    """Return the lay-down of a whole hand on its seat zone; the table arranges it."""
    seat = -1 - sight.seat
    rest = [card for card in sight.hand if sight.view.zone_of(card) != seat]
    return [*([put(rest, seat)] if rest else []), ("press", "done")]
