"""Gin: take the upcard or not, draw, discard for least deadwood, knock when it is likely to win."""

from collections.abc import Mapping
from random import Random
from typing import Any

from tierce.arrange import gin as arrange
from tierce.cards import value
from tierce.phases import TURN
from tierce.referee import Referee
from tierce.zones import DISCARD
from tierce_tools.players.moves import Move, lay, put, stands
from tierce_tools.players.sight import Sight

# What the other hand has left, lay-offs taken off, where these players could knock with ten cards, by its
# turns from one on: the middles of eight equal parts, over 1,000 deals against OpenSpiel's simple bot.
_LEFT = (
    (20, 26, 32, 41, 45, 56, 59, 64),
    (17, 25, 27, 29, 42, 44, 49, 55),
    (9, 14, 17, 24, 28, 31, 35, 44),
    (11, 12, 16, 19, 22, 26, 31, 39),
    (11, 13, 15, 17, 19, 23, 29, 36),
    (11, 12, 15, 18, 21, 24, 26, 36),
    (9, 11, 12, 14, 15, 18, 22, 30),
    (8, 10, 12, 14, 18, 19, 24, 29),
    (8, 11, 11, 12, 14, 16, 20, 27),
)
_RISK = 0.2  # that the opponent ends the round first, and the points that this costs
_COST = 10
_NEAR = 3  # points of deadwood that a discard may leave beyond the least
_OPENING = 3  # melds that the upcard and a card of the hand may become
_LATE = 8  # turns
# Points of a deal that a discard is worth for each of these, in a seat's first turn and from turn _LATE on. Fitted
# to the ends of 30,000 deals in which each discard was tried: tests/bench/README.md.
_WORTHS = (
    (-0.66, -0.92),  # deadwood left
    (1.54, 0.97),  # deadwood that the next card takes off, on average
    (21.6, -2.6),  # probability that the next card lets one knock
    (0.24, -1.2),  # pairs among the unseen cards that make a meld with the discard
    (0.8, -0.11),  # cards of such pairs that were thrown away
    (-0.48, 0.17),  # value of the discard
)


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
    live = _live(sight)
    deadwood, melds, card = arrange.least_discarding(hand, view.taken)
    wise = not view.is_knocking() and is_wise(
        deadwood, [each for each in hand if each != card], live, view.turns[1 - sight.seat], view.limit, sight.rules
    )
    if not wise and not view.is_knocking():
        card, melds = discard_of(hand, view.taken, live, view.turns[sight.seat], view.limit)
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
    if wise and deadwood <= view.limit:
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
    """Return the draw: from the discard if `gain` says so, else from the stock; or the pass."""
    view = sight.view
    takes = sight.level.takes and not view.upcard_is_over()
    if takes and view.pile and gain(sight.hand, view.pile[-1], view.limit, view.is_opening()) is not None:
        return [("take",)]
    return [("press", "pass") if view.is_opening() else ("draw",)]


def gain(hand: list[int], top: int, limit: int, opening: bool) -> int | None:
    """Return the deadwood with a card that reduces it and joins a meld or lets one knock; None if it does not.

    In the opening, where a pass draws nothing, it may also be a card that goes with several others.
    """
    if not hand:  # no cards were dealt
        return None
    before = arrange.least(hand)[0]
    deadwood, melds, _ = arrange.least_discarding([*hand, top], top)
    helps = deadwood <= limit or any(top in meld for meld in melds)
    if opening and not helps:
        helps = sum(not pair.isdisjoint(hand) for pair in _pairs(top)) >= _OPENING
    return deadwood if helps and deadwood < before else None


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
    then = gain(hand, view.pile[-1], view.limit, view.is_opening())
    if then is None:
        return {"draw": "pass" if view.is_opening() else "stock"}
    return {"draw": "take", "then": then}


def _live(sight: Sight) -> list[int]:
    """Return the cards that are in the stock or in the other hand."""
    seen = {*sight.hand, *sight.view.pile}
    return [card for card in range(52) if card not in seen]


def discard_of(hand: list[int], barred: int, live: list[int], turns: int, limit: int) -> tuple[int, list[list[int]]]:
    """Return the discard that is worth most, and the melds that stay; `turns` is how many this seat has had."""
    kept = {card: [each for each in hand if each != card] for card in hand if card != barred}
    left = {card: arrange.least(rest)[0] for card, rest in kept.items()}
    least = min(left.values())
    unseen = {*live}
    thrown = {*range(52)} - unseen - {*hand}
    late = min(turns, _LATE) / _LATE

    def worth(card: int) -> float:
        deadwood, pairs = left[card], _pairs(card)
        after = [arrange.least_discarding([*kept[card], each])[0] for each in live]
        found = (
            deadwood,
            sum(max(0, deadwood - each) for each in after) / max(1, len(live)),
            sum(each <= limit for each in after) / max(1, len(live)),
            sum(pair <= unseen for pair in pairs),
            len(thrown.intersection(set[int]().union(*pairs))),
            value(card, 1, 0),
        )
        return sum(each * (first + (last - first) * late) for each, (first, last) in zip(found, _WORTHS, strict=True))

    near = [card for card, deadwood in left.items() if deadwood <= least + _NEAR]
    card = max(near, key=worth) if len(near) > 1 else near[0]
    return card, arrange.least(kept[card])[1]


def _pairs(card: int) -> list[set[int]]:
    """Return the pairs of cards that make a meld with a card."""
    first = card - card % 13
    alike = [each for each in range(card % 13, 52, 13) if each != card]
    rows = [{low, low + 1, low + 2} for low in range(max(first, card - 2), min(card, first + 10) + 1)]
    return [{*alike} - {each} for each in alike] + [row - {card} for row in rows]


def is_wise(deadwood: int, rest: list[int], live: list[int], turns: int, limit: int, rules: Mapping[str, Any]) -> bool:
    """Tell whether to knock: within the limit, and not worth less than one more turn for gin.

    `rest` is the hand after the discard, `turns` how many the opponent has had.
    """
    if deadwood > limit:
        return False
    gin = sum(not arrange.least_discarding([*rest, card])[0] for card in live) / max(1, len(live))
    wait = gin * _points(0, turns + 1, rules) + (1 - gin) * max(0.0, _points(deadwood, turns + 1, rules))
    return not deadwood or _points(deadwood, turns, rules) >= (1 - _RISK) * wait - _RISK * _COST


def _points(deadwood: int, turns: int, rules: Mapping[str, Any]) -> float:
    """Return what a knock brings, on average, after that number of the opponent's turns."""
    others = [each * rules["hand"] / 10 for each in _LEFT[min(max(turns, 1), len(_LEFT)) - 1]]
    if not deadwood:
        return rules["gin_bonus"] + sum(others) / len(others)
    ahead = [each - deadwood for each in others]
    return sum(each if each >= 0 else each - rules["undercut_bonus"] for each in ahead) / len(ahead)


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
