"""Rami 500: lay for points; take the discard pile from where it pays."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tierce.arrange.laying import Lays
from tierce.cards import JOKER
from tierce.hints import Question
from tierce.zones import DISCARD, zone_name
from tierce_tools.players.discards import discards_of
from tierce_tools.players.laying import Lay, layout_of, may_lay, plain
from tierce_tools.players.moves import Move, lay, put, tried
from tierce_tools.players.sight import Sight

# The most cards among which lays are searched: more take too long.
_MOST = 18
# What a card left in hand costs, as a share of its points: it may still be laid.
_KEPT = 0.6
# Points that taking from the pile must bring more than drawing.
_MARGIN = 2


class _Turn(NamedTuple):
    """A legal end of a turn: its moves, the points laid, the cards left in hand."""

    moves: list[Move]
    laid: int
    left: list[int]


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return the moves of the seat on turn."""
    if sight.drawn < 1:
        return _drawing(sight, rng)
    # A reader does not see every card of the pile: what was taken is known from the hand.
    taken = [card for card in sight.view.pile if card in sight.hand]
    turn = _best(sight, sight.hand, [], taken[0] if taken else -1, rng)
    return turn.moves if turn else plain(sight, rng)


def _drawing(sight: Sight, rng: Random) -> list[Move]:
    """Return the draw, from the stock or from the depth of the pile that brings most."""
    view, pile = sight.view, sight.view.pile
    ends = "pass" in view.presses(sight.seat)
    kept = 1 if ends else _KEPT
    least = -kept * sight.points(sight.hand)
    if not ends:
        without = _best(sight, sight.hand, [], -1, rng)
        if without:
            least = without.laid - kept * sight.points(without.left) + _MARGIN
    move: Move = ("press", "pass") if ends else ("draw",)
    deepest = min(len(pile), _MOST - len(sight.hand)) if sight.level.takes else 0
    for many in range(1, 1 + deepest if not view.discards else 1):
        came = pile[-many:]
        if not may_lay(sight, [*sight.hand, *came], came[0]):
            continue
        take = ("take", many) if many > 1 else ("take",)
        turn = _best(sight, [*sight.hand, *came], [take], came[0], rng)
        if turn is None:
            continue
        worth = turn.laid - kept * sight.points(turn.left)
        if worth > least:
            least, move = worth, take
    return [move]


def _best(sight: Sight, hand: Sequence[int], before: list[Move], must: int, rng: Random) -> _Turn | None:
    """Return the turn that lays most points after the moves `before`; None if none is legal.

    `must` is a card that it lays, or -1.
    """
    order = discards_of(sight, hand, rng)
    some = [card for card in order if card != must][-_MOST + (must >= 0) :]
    if must >= 0:
        some.append(must)
    choices = [_lay(sight, some, must)]
    if must < 0:
        choices.append(Lay([], []))
    for choice in choices:
        layout = layout_of(sight, choice) if choice else None
        if choice is None or layout is None:
            continue
        down = set(choice.cards())
        left = [card for card in order if card not in down]
        if not left and sight.rules["final_discard"] == "required":
            continue
        moves = [*before, *lay(sight.view, sight.seat, layout, hand)]
        moves.append(put(left[:1], DISCARD) if left else ("press", "done"))
        said = tried(sight.referee, moves)[1]
        turn = next((each for each in said if each[0] == "turn"), None)
        if turn and not any(each[0] == "refused" for each in said):
            return _Turn(moves, turn[4], left[1:])
    return None


def _lay(sight: Sight, hand: list[int], must: int) -> Lay | None:
    """Return the lay of most points that fits the free zones and lays the card `must`."""
    zones = sorted(sight.old)
    question = Question(
        sight.rules, hand, [sight.old[zone] for zone in zones], [zone_name(zone) for zone in zones], sight.view.bound
    )
    readings = question.readings()
    hand = list(hand)
    while True:
        lays = Lays(hand, sight.rules, readings, "points")
        best = lays.best(wanted=_laying(lays, must) if must >= 0 else None)
        if best is None:
            return None
        _, _, melds, changes, _ = best
        if len(melds) <= len(sight.free):
            break
        # The engine knows no limit of zones: withhold a card of the cheapest meld.
        cheapest = sorted(melds, key=sight.points)
        spare = [card for meld in cheapest for card in meld if card != must]
        hand.remove(spare[0])
    found = Lay(melds, [(zones[at], came, out) for at, came, out in changes])
    if must >= 0 and must not in found.cards():
        # The same card of the other pack, or another joker, was laid in its place.
        found = _exchanged(found, must)
    return found


def _laying(lays: Lays, must: int) -> Callable[[Sequence[int], int], bool]:
    """Return the filter (Lays.best) for lays of a card, or of one that is its equal."""
    made = lays.moves
    if must >= JOKER:
        return lambda moves, jokers: jokers > 0 or any(made.on[move] for move in moves)
    bit = made.bit[must % 52]
    return lambda moves, _: any(made.uses[move] & bit for move in moves)


def _exchanged(found: Lay, must: int) -> Lay:
    """Return a lay with the card `must` in place of its equal."""

    def equal(card: int) -> bool:
        return card >= JOKER if must >= JOKER else card < JOKER and card % 52 == must % 52

    other = next((card for card in found.cards() if equal(card)), must)

    def exchanged(cards: list[int]) -> list[int]:
        return [must if card == other else card for card in cards]

    return Lay(
        [exchanged(meld) for meld in found.melds], [(zone, exchanged(came), out) for zone, came, out in found.lay_offs]
    )
