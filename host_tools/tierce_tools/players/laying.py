"""The laying games: lay the most valuable cards, lay off, take the discard if it helps."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, cast

from tierce.cards import JOKER
from tierce.hints import Question
from tierce.zones import DISCARD, zone_name
from tierce_tools.players.chances import may_add, may_lay_first, useful
from tierce_tools.players.contract import may_meet
from tierce_tools.players.discards import discards_of, is_run, progress_of
from tierce_tools.players.moves import Move, lay, put, stands, tried
from tierce_tools.players.sight import Sight

# A run up to this length can grow; leave such runs for the others.
_ROOM = 9
# By seats: free zones and such runs that a lay should leave, unless it ends the round.
_ROOMS = (0, 0, 2, 2, 3, 3, 3)
# Most questions to the engine when zones are scarce.
_ASKED = 24


class Lay(NamedTuple):
    """New melds, and changes of old ones: (zone, cards added, jokers taken)."""

    melds: list[list[int]]
    lay_offs: list[tuple[int, list[int], list[int]]]

    def cards(self) -> list[int]:
        """Return all cards that it puts down."""
        found = [card for meld in self.melds for card in meld]
        return found + [card for _, came, _ in self.lay_offs for card in came]


class _Turn(NamedTuple):
    """The end of a turn: moves, cards left in hand, whether it lays cards, and new melds."""

    moves: list[Move]
    left: list[int]
    lays: bool
    melds: bool


def plan(sight: Sight, rng: Random) -> list[Move]:
    """Return the moves of the seat on turn."""
    view = sight.view
    if sight.drawn < _due(sight):
        return _drawing(sight, rng)
    turn = _best(sight, sight.hand, [], rng)
    if turn is None and view.taken >= 0:
        return plain(sight, rng)
    return turn.moves if turn else plain(sight, rng)


def plain(sight: Sight, rng: Random) -> list[Move]:
    """Return a turn without laying: take everything back, draw a card, discard one."""
    view = sight.view
    # Without cards that somebody has moved to another hand, and with those that no reader saw.
    taken = [card for card in view.pile if card in sight.hand]
    hand, drawn = [card for card in sight.hand if card not in taken], sight.drawn
    moves = lay(view, sight.seat, sight.old, hand)
    if taken:
        moves.append(put(taken, DISCARD))
        drawn -= len(taken)
    # Correct the table's count of draws, so that the turn is not refused.
    wrong = view.draws - max(drawn, 0)
    if wrong > 0:
        moves.append(("count", -wrong))
    due = _due(sight)
    if drawn < due:
        passes = "pass" in tried(sight.referee, moves)[0].presses(sight.seat)
        return [*moves, ("press", "pass") if passes else ("draw",)]
    if drawn > due and len(hand) > drawn - due:
        moves.append(("move", sight.codes(hand[due - drawn :]), "stock"))
        del hand[due - drawn :]
    for card in discards_of(sight, hand, rng):
        if stands(sight.referee, [*moves, put([card], DISCARD)]):
            return [*moves, put([card], DISCARD)]
    return [*moves, ("press", "done")]


def _due(sight: Sight) -> int:
    """Return the number of cards that a turn draws; it may be none in an opening turn."""
    opening = not sight.rules["opening_draw"] and max(sight.view.turns) == 0
    return 0 if opening else 1


def _drawing(sight: Sight, rng: Random) -> list[Move]:
    """Return the draw: from the discard if that leaves fewer points in hand than without it."""
    view = sight.view
    if sight.level.takes and view.pile and not view.discards:
        top = view.pile[-1]
        with_it = None
        may_keep = sight.rules["discard_to_hand"]
        if may_keep == "after_laying":
            may_keep = view.has_laid[sight.seat]
        if may_keep or may_lay(sight, [*sight.hand, top], top):
            with_it = _best(sight, [*sight.hand, top], [("take",)], rng)
        if with_it and with_it.lays:
            without = _best(sight, sight.hand, [], rng)
            before = _counts(sight, without)
            if sight.points(with_it.left) < before or not with_it.left:
                return [("take",)]
        if with_it and _collects(sight):
            with_top = progress_of(sight, [*sight.hand, top])
            if top in with_top.kept and with_top.lack < progress_of(sight, sight.hand).lack:
                return [("take",)]
    return [("draw",)]


def may_lay(sight: Sight, hand: Sequence[int], card: int) -> bool:
    """Tell whether a card of a hand could be laid with others, or laid off: a quick bound."""
    if card >= JOKER or card in useful(hand, sight.rules)[0]:
        return True
    return may_add([card], sight.old.values(), sight.view.bound)


def _collects(sight: Sight) -> bool:
    """Tell whether the seat still collects for a contract."""
    return bool(sight.view.contract) and not sight.view.has_laid[sight.seat]


def _counts(sight: Sight, turn: _Turn | None) -> int:
    """Return the seat's points if the round ended after this turn, or without it if None."""
    if turn is not None and _is_down(sight, turn):
        return sight.points(turn.left)
    not_laid = sight.rules["not_laid"]
    times = {"hand": 1, "double": 2}.get(not_laid)
    return times * sight.points(sight.hand) if times else not_laid


def _is_down(sight: Sight, turn: _Turn) -> bool:
    """Tell whether the seat has laid in this round, or lays in this turn."""
    return turn.melds or sight.view.has_laid[sight.seat]


def _best(sight: Sight, hand: list[int], before: list[Move], rng: Random) -> _Turn | None:
    """Return the best legal turn after the moves `before`; None if there is none."""
    view = sight.view
    discards = discards_of(sight, hand, rng)
    for choice in _lays(sight, hand):
        layout = layout_of(sight, choice)
        if layout is None:
            continue
        down = set(choice.cards())
        left = [card for card in discards if card not in down]
        moves = [*before, *lay(view, sight.seat, layout, hand)]
        if left:
            moves.append(put(left[:1], DISCARD))
        else:
            moves.append(("press", "done"))
        if choice.melds and left[1:] and not leaves_room(sight, layout):
            continue
        if not stands(sight.referee, moves):
            continue
        return _Turn(moves, left[1:], bool(down), bool(choice.melds))
    return None


def _lays(sight: Sight, hand: list[int]) -> Iterator[Lay]:
    """Yield possible lays, the best first; then those that need fewer zones; then none."""
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
            yield Lay(choice.melds, [each for each in choice.lay_offs if not each[2]])
        limit = min(limit, most) - 1
    yield Lay([], [])


def _less_one(sight: Sight, choice: Lay) -> Iterator[Lay]:
    """Yield a lay of all cards; if a discard is required, lays that keep one card for it."""
    if sight.rules["final_discard"] != "required":
        yield choice
        return
    for at, meld in enumerate(choice.melds):
        for rest in (meld[1:], meld[:-1]):
            yield Lay([*choice.melds[:at], rest, *choice.melds[at + 1 :]], choice.lay_offs)
    for at, (zone, came, left) in enumerate(choice.lay_offs):
        for card in came:
            fewer = [each for each in came if each != card]
            changed = [(zone, fewer, left)] if fewer else []
            yield Lay(choice.melds, [*choice.lay_offs[:at], *changed, *choice.lay_offs[at + 1 :]])


def _within(sight: Sight, hand: list[int], limit: int) -> list[Lay]:
    """Return lays with at most `limit` new melds: first lays, if the seat has not laid."""
    if sight.view.has_laid[sight.seat]:
        return _laid_within(sight, hand, limit)
    if not _may_begin(sight, hand):
        return []
    found: list[Lay] = []
    for goal in ("points", "cards"):
        beside, melds = _asked(sight, hand, False, goal)
        # A seat that only lays off soon has too few cards for a first lay, unless it goes out by
        # it.
        lays = beside.melds or len(beside.cards()) >= len(hand) - 1
        if beside.lay_offs and lays and len(beside.melds) <= limit:
            found.append(beside)
        if not melds and not beside.lay_offs:
            break  # no first lay by points, so none by cards
        if 0 < len(melds) <= limit:
            # After the first lay, more cards may be laid and laid off.
            down = {card for meld in melds for card in meld}
            rest = [card for card in hand if card not in down]
            for more in _laid_within(sight, rest, limit - len(melds)):
                found.append(Lay(melds + more.melds, more.lay_offs))
            found.append(Lay(melds, []))
    return found


def _may_begin(sight: Sight, hand: Sequence[int]) -> bool:
    """Tell whether a seat that has not laid could lay, or lay off."""
    rules, view = sight.rules, sight.view
    melds = sight.old.values()
    if view.contract:
        begins = may_meet(hand, view.contract, rules["jokers_per_meld"])
    else:
        begins = may_lay_first(hand, rules, view.turns[sight.seat] == 0, melds, view.bound)
    return begins or (rules["lay_off_before_laying"] and may_add(hand, melds, view.bound))


def _laid_within(sight: Sight, hand: list[int], limit: int) -> list[Lay]:
    """Return lays of a seat that has laid, with at most `limit` new melds, most cards first.

    The engine has no such limit. So cards are withheld from it, one after another, until it finds
    fewer melds.
    """
    found: list[Lay] = []
    if not (useful(hand, sight.rules)[0] or may_add(hand, sight.old.values(), sight.view.bound)):
        return []
    hands = [hand]
    for some in hands:
        best = _asked(sight, some, True, "cards").lay
        if len(best.melds) <= limit:
            found.append(best)
        elif len(hands) < _ASKED:
            for card in min(best.melds, key=len):
                fewer = [each for each in some if each != card]
                if fewer not in hands:
                    hands.append(fewer)
    return sorted(found, key=lambda each: -len(each.cards()))


def _asked(sight: Sight, hand: Sequence[int], laid: bool, goal: str) -> "_Answer":
    """Return the engine's answer for a hand and the table at the turn's start."""
    view = sight.view
    zones = sorted(sight.old)
    return _answer(
        _Rules(sight.rules),
        tuple(sorted(hand)),
        tuple(tuple(sight.old[zone]) for zone in zones),
        tuple(zones),
        tuple(view.bound.items()),
        laid,
        sight.rules["first_turn_lay"] or view.turns[sight.seat] > 0,
        bool(view.on_table[sight.seat]),
        view.round,
        goal,
    )


class _Rules:
    """The rules of a match, as a key: those of each match are different ones."""

    def __init__(self, of: Mapping[str, Any]) -> None:
        self.of = of

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rules) and self.of is other.of


class _Answer(NamedTuple):
    """The best lay for a goal, and the melds of a first lay; [] if there is none."""

    lay: Lay
    first: list[list[int]]


# A turn asks the same before and after its draw, and for the discard that it then takes.
@lru_cache(maxsize=16)
def _answer(
    rules: _Rules,
    hand: tuple[int, ...],
    table: tuple[tuple[int, ...], ...],
    zones: tuple[int, ...],
    bound: tuple[tuple[int, int], ...],
    laid: bool,
    may_lay: bool,
    put_before: bool,
    number: int,
    goal: str,
) -> _Answer:
    """Return the engine's answer; `number` is that of the round. Callers must not change it."""
    question = Question(rules.of, hand, table, [zone_name(zone) for zone in zones], dict(bound))
    question.laid = laid
    question.may_lay = may_lay
    question.put_before = put_before
    question.round = number
    question.goal = goal
    question.name = cast("Any", int)  # no codes: cards remain numbers
    answer: dict[str, Any] = dict(question.answer())
    lay_offs = [
        (zones[question.zones.index(each["zone"])], each["in"], each.get("out", [])) for each in answer["lay_offs"]
    ]
    may = answer["can_lay"] or answer["rami_sec"]
    first = answer.get("first_lay", answer["melds"] if may else [])
    return _Answer(Lay(answer["melds"], lay_offs), first)


def layout_of(sight: Sight, choice: Lay) -> dict[int, list[int]] | None:
    """Return the contents of the meld zones after a lay; None if there are too few zones."""
    if len(choice.melds) > len(sight.free):
        return None
    layout = {zone: list(cards) for zone, cards in sight.old.items()}
    for zone, came, left in choice.lay_offs:
        layout[zone] = [card for card in layout[zone] if card not in left or card in came]
        layout[zone] += [card for card in came if card not in layout[zone]]
    # A meld that is already in place stays there.
    free = [zone for zone in sight.free if not sight.view.cards(zone)]
    free += [zone for zone in sight.free if zone not in free]
    rest: list[list[int]] = []
    for meld in choice.melds:
        there = [zone for zone in sight.free if set(sight.view.cards(zone)) & set(meld)]
        home = next((zone for zone in there if zone not in layout), None)
        if home is None:
            rest.append(meld)
        else:
            layout[home] = meld
    free = [zone for zone in free if zone not in layout]
    for zone, meld in zip(free, rest, strict=False):
        layout[zone] = meld
    return layout


def leaves_room(sight: Sight, layout: dict[int, list[int]]) -> bool:
    """Tell whether the others can still play: free zones, and runs that can grow.

    Otherwise a round at a table with few zones might never end.
    """
    free = len(sight.free) + len(sight.old) - len(layout)
    # A set of a contract grows to eight cards.
    room = 4 * sight.rules["set_copies"] - 1
    grow = [meld for meld in layout.values() if len(meld) <= _ROOM and (is_run(meld) or 4 <= len(meld) + 1 < room)]
    return free + len(grow) >= _ROOMS[len(sight.view.hands)]
