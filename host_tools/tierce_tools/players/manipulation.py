"""Manipulation: play as many cards as possible onto the table; knock with few points."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

from tierce.arrange.manipulation import best
from tierce.cards import JOKER
from tierce_tools.players.moves import Move, declare, lay, stands, tried
from tierce_tools.players.sight import Sight

# Estimated points of a card in another hand.
_A_CARD = 5
# Most cards tried one by one if the best play does not fit the zones.
_TRIED = 8

Melds = Sequence[Sequence[int]]
Faces = Mapping[int, int]  # joker -> its face


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return the moves of the seat on turn: meld, or draw once more."""
    most = min(sight.rules["draws"], sight.view.stock)
    if sight.drawn < min(1, most):
        return [("draw",)]
    if sight.drawn < sight.rules["draws"]:
        for melds, faces in _plays(sight, rng.random() < sight.level.rearranges):
            moves = _turn(sight, melds, faces)
            if moves:
                return moves
    return plain(sight, rng)


def plain(sight: Sight, _rng: Random) -> list[Move]:
    """Return a turn without melding: restore the table, and draw all the cards."""
    view = sight.view
    most = min(sight.rules["draws"], view.stock)
    moves = lay(view, sight.seat, sight.old, sight.hand)
    drawn = max(sight.drawn, 0)
    if view.draws != drawn:
        moves.append(("count", drawn - view.draws))
    if drawn < most:
        return [*moves, ("draw",)]
    if drawn > most:
        moves.append(("move", sight.codes(sight.hand[most - drawn :]), "stock"))
    return [*moves, ("press", _button(sight, sight.hand, moves))]


def _button(sight: Sight, left: Sequence[int], moves: list[Move]) -> str:
    """Return the button that ends a turn: a knock with few points, if it is likely to win."""
    view = sight.view
    points = sight.points(left)
    others = [held for seat, held in enumerate(view.hands) if seat != sight.seat]
    wise = points <= sight.rules["knock_limit"] and points < _A_CARD * min(others)
    if left and wise and stands(sight.referee, [*moves, ("press", "knock")]):
        return "knock"
    return "done"


def _plays(sight: Sight, rearranging: bool) -> Iterator[tuple[Melds, Faces]]:
    """Yield possible plays, the best first, then smaller ones if there are too few zones.

    Without `rearranging` the table's melds are only added to.
    """
    room = len(sight.old) + len(sight.free)
    if not rearranging:
        melds, faces = _added(sight)
        if len(melds) <= room and any(set(meld) & set(sight.hand) for meld in melds):
            yield melds, faces
        return
    count, melds, faces = _best(sight, sight.hand)
    if not count:
        return
    if len(melds) <= room:
        yield melds, faces
    # As much as fits: start with one new meld or none, and add cards one by one.
    hand = set(sight.hand)
    new = [list(meld) for meld in melds if hand >= set(meld)] if sight.free else []
    dearest = sorted(hand, key=lambda each: (-sight.points([each]), each))[:_TRIED]
    for start in [*sorted(new, key=sight.points)[-1:], []]:
        chosen = start
        found = None
        for card in [None, *(each for each in dearest if each not in start)]:
            more = chosen if card is None else [*chosen, card]
            if not more:
                continue
            count, melds, faces = _best(sight, more)
            if count == len(more) and len(melds) <= room:
                chosen, found = more, (melds, faces)
        if found:
            yield found


def _best(sight: Sight, hand: Sequence[int]) -> tuple[int, Melds, Faces]:
    """Return (number of cards played, all melds, faces of jokers) of the best play of a hand."""
    old = [sight.old[zone] for zone in sorted(sight.old)]
    jokers = [card for meld in old for card in meld if card >= JOKER]
    bound: dict[int, int] = {card: sight.view.bound[card] for card in jokers}
    count, _, melds, faces, _ = best(hand, old, bound, sight.rules, "cards")
    return count, _joined(melds, faces), faces


def _added(sight: Sight) -> tuple[Melds, Faces]:
    """Return (all melds, faces of jokers) without taking melds of the table apart.

    New melds come from the hand only; remaining cards are added one by one where they fit.
    """
    bound = sight.view.bound
    _, _, found, stand, _ = best(sight.hand, [], {}, sight.rules, "cards")
    new = [list(meld) for meld in found]
    faces: dict[int, int] = dict(stand)
    old = [sight.old[zone] for zone in sorted(sight.old)]
    faces.update({card: bound[card] for meld in old for card in meld if card >= JOKER})
    used = {card for meld in new for card in meld}
    for card in sight.hand:
        if card in used or card >= JOKER:
            continue
        for at, meld in enumerate(old):
            if not _may_join(card % 52, [faces.get(each, each % 52) for each in meld]):
                continue
            ours = {each: bound[each] for each in meld if each >= JOKER}
            count, _, melds, now, _ = best([card], [meld], ours, sight.rules, "cards")
            if count == 1 and len(melds) == 1 and all(now.get(each) == ours[each] for each in ours):
                old[at] = list(melds[0])
                break
    return [*old, *new], faces


def _may_join(face: int, meld: Sequence[int]) -> bool:
    """Tell whether a face may make a longer set or run of a meld's faces: cheap, before the exact answer."""
    if all(each % 13 == face % 13 for each in meld):
        return True
    around = {each + step for each in (face % 13, face % 13 or 13) for step in (-1, 1)}
    return all(each // 13 == face // 13 for each in meld) and any(
        each % 13 in around or (each % 13 == 0 and 13 in around) for each in meld
    )


def _joined(melds: Melds, faces: Faces) -> list[list[int]]:
    """Return the melds with adjoining runs joined, so that they take one zone."""
    found: list[list[int]] = []
    for meld in melds:
        if not any(_join(other, meld, faces) for other in found):
            found.append(list(meld))
    return found


def _join(run: list[int], meld: Sequence[int], faces: Faces) -> bool:
    """Join a meld to a run in place, if the two adjoin at either end; tell whether it was done."""
    one, other = ([faces.get(card, card % 52) for card in each] for each in (run, meld))
    if len({face % 13 for face in one}) == 1 or len({face % 13 for face in other}) == 1:
        return False
    # Runs with an ace are not joined, as it can be at either end.
    if 0 in {face % 13 for face in one + other} or len(one) + len(other) > 12:
        return False
    if one[-1] + 1 == other[0] and one[-1] // 13 == other[0] // 13:
        run.extend(meld)
    elif other[-1] + 1 == one[0] and other[-1] // 13 == one[0] // 13:
        run[:0] = meld
    else:
        return False
    return True


def _turn(sight: Sight, melds: Melds, faces: Faces) -> list[Move]:
    """Return the moves of a turn that leaves these melds; empty if it would be refused."""
    down = {card for meld in melds for card in meld}
    left = [card for card in sight.hand if card not in down]
    layout = _layout(sight, melds)
    moves = lay(sight.view, sight.seat, layout, sight.hand)
    moves += _declarations(sight, layout, faces, moves)
    if stands(sight.referee, [*moves, ("press", "done")]):
        return [*moves, ("press", _button(sight, left, moves))]
    return []


def _layout(sight: Sight, melds: Melds) -> dict[int, list[int]]:
    """Return zone -> meld, each where most of its cards lie. There must be enough zones."""
    at = sight.view.zone_of
    pairs = sorted(
        product(range(len(melds)), [*sorted(sight.old), *sight.free]),
        key=lambda pair: -sum(at(card) == pair[1] for card in melds[pair[0]]),
    )
    layout: dict[int, list[int]] = {}
    placed: set[int] = set()
    for meld, zone in pairs:
        if meld not in placed and zone not in layout:
            layout[zone] = list(melds[meld])
            placed.add(meld)
    return layout


def _declarations(sight: Sight, layout: Mapping[int, Sequence[int]], faces: Faces, moves: list[Move]) -> list[Move]:
    """Return the declarations of jokers that could have several faces."""
    found: list[Move] = []
    for zone, cards in sorted(layout.items()):
        for joker in sorted(card for card in cards if card >= JOKER):
            view = tried(sight.referee, [*moves, *found])[0]
            if joker in view.bound_in(zone):
                continue
            _, _, stand, broken = view.reading(zone)
            if broken or stand.get(joker) != faces[joker]:
                found.append(declare(zone, joker, faces[joker]))
    return found
