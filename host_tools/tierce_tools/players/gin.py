"""Gin: take the upcard or not, draw, discard for least deadwood, knock when it is likely to win."""

from random import Random

from tierce.arrange import gin as arrange
from tierce.cards import value
from tierce.table import DISCARD
from tierce_tools.players.moves import Move, lay, put, stands
from tierce_tools.players.sight import Sight

# Estimated deadwood of an opponent: at first, less per turn, at least.
_FIRST, _EACH_TURN, _LEAST = 48, 6, 8


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return the moves of the seat on turn."""
    game = sight.game
    back = sight.back([card for card in sight.hand if card not in game.discards])
    if sight.drawn < 1:
        return [*back, *_drawing(sight)]
    hand = sight.hand
    if not game.discards and arrange.least(hand)[0] == 0:
        grand = _big_gin(sight)
        if stands(game, grand):
            return grand
    deadwood, melds, card = arrange.least_discarding(hand, game.taken)
    inside = {each for meld in melds for each in meld}
    loose = sorted((each for each in hand if each not in inside and each not in (card, game.taken)),
                   key=lambda each: -value(each, 1, 0))
    slip = sight.slips([card, *loose], rng)[0]
    if slip != card:
        deadwood += value(card, 1, 0) - value(slip, 1, 0)
        card = slip
    knock: list[Move] = []
    if not game.knocking and _is_wise(sight, deadwood):
        knock = [("press", "knock")]
    for moves in ([*back, *knock, put([card], DISCARD)], [*back, put([card], DISCARD)]):
        if stands(game, moves):
            return moves
    return plain(sight, rng)


def plain(sight: Sight, rng: Random) -> list[Move]:
    """Return a turn without a knock: pass the upcard; else draw a card and discard one."""
    game = sight.game
    hand = list(sight.hand)
    moves = sight.back(hand)
    drawn = sight.drawn
    if game.taken >= 0 and game.upcard_is_over():
        moves = sight.back([card for card in hand if card != game.taken])
        moves.append(put([game.taken], DISCARD))
        hand.remove(game.taken)
        drawn -= 1
    barred = game.taken if game.taken in hand else -1
    # A seat that did not take the offered upcard draws nothing.
    due = 0 if game.opening < 2 and barred < 0 else 1
    wrong = game.draws - max(drawn - (barred >= 0), 0)
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
        if stands(game, [*moves, put([card], DISCARD)]):
            return [*moves, put([card], DISCARD)]
    return [*moves, ("press", "done")]


def _drawing(sight: Sight) -> list[Move]:
    """Return the draw: from the discard if that makes a meld, else from the stock; or the pass."""
    game = sight.game
    takes = sight.level.takes and not game.upcard_is_over()
    if takes and game.pile and _helps(sight, game.pile[-1]):
        return [("take",)]
    return [("press", "pass") if game.opening < 2 else ("draw",)]


def _helps(sight: Sight, top: int) -> bool:
    """Tell whether a card joins a meld and reduces the deadwood."""
    if not sight.hand:  # no cards were dealt
        return False
    before = arrange.least(sight.hand)[0]
    deadwood, melds, _ = arrange.least_discarding([*sight.hand, top], top)
    return deadwood < before and any(top in meld for meld in melds)


def _is_wise(sight: Sight, deadwood: int) -> bool:
    """Tell whether to knock: within the limit, and below the opponent's estimated deadwood."""
    if deadwood > sight.rules["knock_limit"]:
        return False
    turns = sight.game.turns[1 - sight.seat]
    return deadwood < max(_LEAST, _FIRST - _EACH_TURN * turns)


def _big_gin(sight: Sight) -> list[Move]:
    """Return the moves that lay eleven cards down as melds."""
    knock: list[Move] = [] if sight.game.knocking else [("press", "knock")]
    return [*knock, *down(sight, arrange.least(sight.hand)[1]), ("press", "done")]


def down(sight: Sight, melds: list[list[int]]) -> list[Move]:
    """Return the moves that lay melds on free zones, and the rest on the seat zone."""
    table = sight.table
    layout = dict(zip(sight.free, melds, strict=False))
    moves = lay(sight.game, sight.seat, layout, [])
    laid = {card for meld in layout.values() for card in meld}
    rest = [card for card in sight.hand if card not in laid and table.at[card] != -1 - sight.seat]
    return [*moves, put(rest, -1 - sight.seat)] if rest else moves


def count(sight: Sight) -> list[Move]:
    """Return the lay-down of a hand: its melds on zones, unmatched cards on its seat zone.

    An opponent lays off on the knocker's melds. If the table has arranged the knocker's melds, it
    arranges the opponent's lay-offs too.
    """
    game, hand = sight.game, sight.hand
    if sight.seat == game.knocker:
        return [*down(sight, arrange.least(hand)[1]), ("press", "done")]
    if game.deadwood == 0:
        return [*down(sight, arrange.least(hand)[1]), ("press", "done")]
    zones = sorted(sight.old)
    if not zones or arrange.least(game.knocker_hand)[1]:
        return plain_count(sight)
    _, melds, laid_off = arrange.least_laying_off(hand, [sight.old[zone] for zone in zones])
    off = [card for cards in laid_off for card in cards]
    moves: list[Move] = []
    for zone, cards in zip(zones, laid_off, strict=True):
        come = [card for card in cards if sight.table.at[card] != zone]
        if come:
            moves.append(put(come, zone))
    layout = dict(zip(sight.free, melds, strict=False))
    moves = lay(game, sight.seat, layout, []) + moves
    laid = {card for meld in layout.values() for card in meld} | set(off)
    seat = -1 - sight.seat
    rest = [card for card in hand if card not in laid and sight.table.at[card] != seat]
    if rest:
        moves.append(put(rest, seat))
    return [*moves, ("press", "done")]


def plain_count(sight: Sight) -> list[Move]:
    """Return the lay-down of a whole hand on its seat zone; the table arranges it."""
    seat = -1 - sight.seat
    rest = [card for card in sight.hand if sight.table.at[card] != seat]
    return [*([put(rest, seat)] if rest else []), ("press", "done")]
