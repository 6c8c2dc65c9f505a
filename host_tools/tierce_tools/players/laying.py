"""The laying games: lay what is worth most, lay off, take the discard if that helps."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from tierce.cards import JOKER, parse
from tierce.hints import Question
from tierce.table import DISCARD, zone_name
from tierce_tools.players.moves import Move, lay, put, stands
from tierce_tools.players.sight import Sight

# A run that is no longer than this has room for more, from whoever plays on.
_ROOM = 9
# By seats: so many free zones and such runs there should be after a lay that ends no round.
_ROOMS = (0, 0, 2, 2, 3, 3, 3)
# After so many turns in a round a seat begins to change its mind.
_PATIENCE = 15
# So many questions are asked to find what has room on a table of few zones.
_ASKED = 24


class _Lay(NamedTuple):
    """New melds, and what changes on the old ones: (zone, cards that come, jokers that go)."""

    melds: list[list[int]]
    lay_offs: list[tuple[int, list[int], list[int]]]

    def cards(self) -> list[int]:
        """Return all cards that it puts down."""
        found = [card for meld in self.melds for card in meld]
        return found + [card for _, came, _ in self.lay_offs for card in came]


class _Turn(NamedTuple):
    """The end of a turn: its moves, what stays in hand, whether anything is laid, a meld even."""

    moves: list[Move]
    left: list[int]
    lays: bool
    melds: bool


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return what the seat on turn does now."""
    game = sight.game
    if sight.drawn < _due(sight):
        return _drawing(sight, rng)
    turn = _best(sight, sight.hand, [], rng)
    if turn is None and game.taken >= 0:
        return plain(sight, rng)
    return turn.moves if turn else plain(sight, rng)


def plain(sight: Sight, rng: Random) -> list[Move]:
    """Return a turn without a lay: all comes back, a card is drawn and one discarded."""
    game = sight.game
    moves = lay(game, sight.seat, sight.old, [card for card in sight.hand if card != game.taken])
    hand, drawn = list(sight.hand), sight.drawn
    if game.taken >= 0:
        moves.append(put([game.taken], DISCARD))
        hand.remove(game.taken)
        drawn -= 1
    # What the table has counted of the draws is set to rights where it would be refused.
    wrong = game.draws - max(drawn, 0)
    if wrong > 0:
        moves.append(("count", -wrong))
    due = _due(sight)
    if drawn < due:
        return [*moves, ("draw",)]
    if drawn > due and len(hand) > drawn - due:
        moves.append(("move", sight.codes(hand[due - drawn :]), "stock"))
        del hand[due - drawn :]
    for card in _discards(sight, hand, rng):
        if stands(game, [*moves, put([card], DISCARD)]):
            return [*moves, put([card], DISCARD)]
    return [*moves, ("press", "done")]


def _due(sight: Sight) -> int:
    """Return how many cards a turn draws: in an opening turn it may be none."""
    opening = not sight.rules["opening_draw"] and max(sight.game.turns) == 0
    return 0 if opening else 1


def _drawing(sight: Sight, rng: Random) -> list[Move]:
    """Return the draw: the discard where it leaves less in hand than what is there already."""
    game = sight.game
    if sight.level.takes and game.pile and not game.discards:
        top = game.pile[-1]
        with_it = _best(sight, [*sight.hand, top], [("take",)], rng)
        if with_it and with_it.lays:
            without = _best(sight, sight.hand, [], rng)
            before = _counts(sight, without)
            if sight.points(with_it.left) < before or not with_it.left:
                return [("take",)]
    return [("draw",)]


def _counts(sight: Sight, turn: _Turn | None) -> int:
    """Return what the seat would count, were the round over after a turn, or without one."""
    if turn is not None and _is_down(sight, turn):
        return sight.points(turn.left)
    not_laid = sight.rules["not_laid"]
    return sight.points(sight.hand) if not_laid == "hand" else not_laid


def _is_down(sight: Sight, turn: _Turn) -> bool:
    """Tell whether the seat has laid in this round, or does so in this turn."""
    return turn.melds or sight.game.has_laid[sight.seat]


def _best(sight: Sight, hand: list[int], before: list[Move], rng: Random) -> _Turn | None:
    """Return the best turn that would be accepted after the moves `before`; None where none is."""
    game = sight.game
    discards = _discards(sight, hand, rng)
    for choice in _lays(sight, hand):
        layout = _layout(sight, choice)
        if layout is None:
            continue
        down = set(choice.cards())
        left = [card for card in discards if card not in down]
        moves = [*before, *lay(game, sight.seat, layout, hand)]
        if left:
            moves.append(put(left[:1], DISCARD))
        else:
            moves.append(("press", "done"))
        if choice.melds and left[1:] and not _leaves_room(sight, layout):
            continue
        if not stands(game, moves):
            continue
        return _Turn(moves, left[1:], bool(down), bool(choice.melds))
    return None


def _lays(sight: Sight, hand: list[int]) -> Iterator[_Lay]:
    """Give what could be laid, the best first; then what needs fewer zones; then nothing."""
    limit = len(sight.free)
    while limit >= 0:
        most = 0
        for choice in _within(sight, hand, limit):
            most = max(most, len(choice.melds))
            if sight.level.swaps or not any(each[2] for each in choice.lay_offs):
                if set(choice.cards()) >= set(hand):
                    yield from _less_one(sight, choice)
                else:
                    yield choice
            yield _Lay(choice.melds, [each for each in choice.lay_offs if not each[2]])
        limit = min(limit, most) - 1
    yield _Lay([], [])


def _less_one(sight: Sight, choice: _Lay) -> Iterator[_Lay]:
    """Give a lay that puts all cards down, then those that keep one of them for the discard."""
    if sight.rules["final_discard"] != "required":
        yield choice
        return
    for at, meld in enumerate(choice.melds):
        for rest in (meld[1:], meld[:-1]):
            yield _Lay([*choice.melds[:at], rest, *choice.melds[at + 1 :]], choice.lay_offs)
    for at, (zone, came, left) in enumerate(choice.lay_offs):
        for card in came:
            fewer = [each for each in came if each != card]
            changed = [(zone, fewer, left)] if fewer else []
            yield _Lay(
                choice.melds, [*choice.lay_offs[:at], *changed, *choice.lay_offs[at + 1 :]]
            )


def _within(sight: Sight, hand: list[int], limit: int) -> list[_Lay]:
    """Return lays of so many new melds at most: first lays, if the seat has not laid."""
    if sight.game.has_laid[sight.seat]:
        return _laid_within(sight, hand, limit)
    found: list[_Lay] = []
    for goal in ("points", "cards"):
        answer = _asked(sight, hand, False, goal)
        beside = _read(answer)
        # Who only lays off soon holds too little for a first lay, unless he is out by that.
        lays = beside.melds or len(beside.cards()) >= len(hand) - 1
        if beside.lay_offs and lays and len(beside.melds) <= limit:
            found.append(beside)
        may = answer["can_lay"] or answer["rami_sec"]
        first = answer.get("first_lay", answer["melds"] if may else [])
        melds = [[parse(each) for each in meld] for meld in first]
        if 0 < len(melds) <= limit:
            # Once the first lay lies there, the rest may be laid and laid off.
            down = {card for meld in melds for card in meld}
            rest = [card for card in hand if card not in down]
            for more in _laid_within(sight, rest, limit - len(melds)):
                found.append(_Lay(melds + more.melds, more.lay_offs))
            found.append(_Lay(melds, []))
    return found


def _laid_within(sight: Sight, hand: list[int], limit: int) -> list[_Lay]:
    """Return lays of a seat that has laid, of so many new melds at most, most cards first.

    The engine knows of no limit: one card after the other is kept from it until it finds fewer.
    """
    found: list[_Lay] = []
    hands = [hand]
    for some in hands:
        best = _read(_asked(sight, some, True, "cards"))
        if len(best.melds) <= limit:
            found.append(best)
        elif len(hands) < _ASKED:
            for card in min(best.melds, key=len):
                fewer = [each for each in some if each != card]
                if fewer not in hands:
                    hands.append(fewer)
    return sorted(found, key=lambda each: -len(each.cards()))


def _asked(sight: Sight, hand: Sequence[int], laid: bool, goal: str) -> dict[str, Any]:
    """Return the answer to what a hand can lay beside the table of the turn's start."""
    game = sight.game
    zones = sorted(sight.old)
    question = Question(
        sight.rules,
        list(hand),
        [sight.old[zone] for zone in zones],
        [zone_name(zone) for zone in zones],
        game.table.bound,
    )
    question.laid = laid
    question.may_lay = sight.rules["first_turn_lay"] or game.turns[sight.seat] > 0
    question.put_before = game.on_table[sight.seat]
    question.goal = goal
    return dict(question.answer())


def _read(answer: dict[str, Any]) -> _Lay:
    """Return an answer's melds and lay-offs as a lay."""
    melds = [[parse(each) for each in meld] for meld in answer["melds"]]
    lay_offs = [
        (
            int(change["zone"][4:]),
            [parse(each) for each in change["in"]],
            [parse(each) for each in change.get("out", ())],
        )
        for change in answer["lay_offs"]
    ]
    return _Lay(melds, lay_offs)


def _layout(sight: Sight, choice: _Lay) -> dict[int, list[int]] | None:
    """Return what lies on the meld zones after a lay; None where there are too few zones."""
    if len(choice.melds) > len(sight.free):
        return None
    layout = {zone: list(cards) for zone, cards in sight.old.items()}
    for zone, came, left in choice.lay_offs:
        layout[zone] = [card for card in layout[zone] if card not in left or card in came]
        layout[zone] += [card for card in came if card not in layout[zone]]
    # A meld that lies there already stays where it is.
    free = [zone for zone in sight.free if not sight.table.cards(zone)]
    free += [zone for zone in sight.free if zone not in free]
    rest: list[list[int]] = []
    for meld in choice.melds:
        there = [zone for zone in sight.free if set(sight.table.cards(zone)) & set(meld)]
        home = next((zone for zone in there if zone not in layout), None)
        if home is None:
            rest.append(meld)
        else:
            layout[home] = meld
    free = [zone for zone in free if zone not in layout]
    for zone, meld in zip(free, rest, strict=False):
        layout[zone] = meld
    return layout


def _leaves_room(sight: Sight, layout: dict[int, list[int]]) -> bool:
    """Tell whether a table leaves the others something to do: free zones, and runs that can grow.

    Without them a round on a table of few zones might never end.
    """
    free = len(sight.free) + len(sight.old) - len(layout)
    runs = [meld for meld in layout.values() if _is_run(meld) and len(meld) <= _ROOM]
    return free + len(runs) >= _ROOMS[len(sight.game.hands)]


def _is_run(meld: Sequence[int]) -> bool:
    return len({card % 13 for card in meld if card < JOKER}) > 1


def _discards(sight: Sight, hand: Sequence[int], rng: Random) -> list[int]:
    """Return the cards of a hand, the one of least use first; a card just taken comes last."""
    game, rules = sight.game, sight.rules
    laid = game.has_laid[sight.seat]
    # In a round that goes on and on what is kept is no good: other cards get their chance.
    restless = max(0, game.turns[sight.seat] - _PATIENCE)
    # Who can lay no more, for want of a zone, gives back what the others may need.
    room = bool(sight.free)
    # Before the first lay dear cards are wanted, afterwards cheap ones.
    dear = -0.4 if laid else rules["first_lay_points"] / rules["hand"] / 10
    ends = [_next_to(sight, meld) for meld in sight.old.values() if _is_run(meld)]

    def use(card: int) -> tuple[bool, float, int]:
        worth = restless * rng.random() + dear * sight.points([card])
        if card >= JOKER:
            worth += 100 if room else 0
        else:
            worth += _partners(card, hand) if room else 4 * rng.random()
            worth += 5 * sum(card % 52 in faces for faces in ends)
        return card == game.taken, worth, card

    return sight.slips(sorted(hand, key=use), rng)


def _partners(card: int, hand: Sequence[int]) -> float:
    """Return of how much use the other cards of a hand are for a meld with this one."""
    worth = 0
    face, rank = card % 52, card % 13
    for other in hand:
        if other == card or other >= JOKER:
            continue
        if other % 52 == face:
            worth -= 1
        elif other % 13 == rank:
            worth += 4
        elif other % 52 // 13 == face // 13:
            far = abs(other % 13 - rank)
            if 0 in (rank, other % 13):
                far = min(far, 13 - far)
            worth += (0, 4, 2)[far] if far < 3 else 0
    return worth


def _next_to(sight: Sight, meld: Sequence[int]) -> list[int]:
    """Return the faces that could go on a run once its next card is there, and this one too."""
    bound = sight.table.bound
    faces = [bound.get(card, card % 52) for card in meld]
    ranks = {face % 13 for face in faces}
    suit = faces[0] // 13 * 13
    found: set[int] = set()
    for rank in ranks:
        for far in (1, 2):
            if rank + far < 13:
                found.add(suit + rank + far)
            if rank - far >= 0:
                found.add(suit + rank - far)
    return sorted(found - set(faces))
