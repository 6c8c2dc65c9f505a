"""Rulings: what the players decide over the referee's head. LOG.md "Rulings".

Loaded only for a ruling, or for a question about one; then dropped.
"""

from tierce.bad_data import LogError
from tierce.game import BOUND, KEPT, LASTING, PILE, SAID, START, SWEPT, TAKEN, TURN_OF, Game
from tierce.phases import COUNT, DEAL, ENDED, OVER, RULINGS, TURN
from tierce.zones import DISCARD, NOWHERE

# The clauses that `accept` waives: those of order and of amount.
WAIVED = """
first_round_no_lay lay_off_before_laying joker_before_laying first_lay_pure_run first_lay_points contract
discard_first_round must_draw_stock discard_not_melded not_top_discard return_same_card no_draw too_many_draws
third_draw_no_meld nothing_added no_final_discard
""".split()


_HANDS = KEPT + LASTING.index("hands")
_STOCK = KEPT + LASTING.index("stock")
# Ruling -> its least and largest number.
_LIMITS = {"points": (-1000000, 1000000), "count": (0, 1000), "hand": (1, 200)}


def check(event: "Event", seats: int) -> None:
    """Raise LogError if an event `ruling` names an unknown ruling, seat or number."""
    name, seat, number = event[2:]
    if not isinstance(name, str) or name not in RULINGS:
        raise LogError("unknown_ruling", name, tuple(sorted(RULINGS)))
    if not RULINGS[name]:
        return
    if type(seat) is not int or not 0 <= seat < seats:
        raise LogError("unknown_seat", seat, seats - 1)
    least, most = _LIMITS[name]
    good = type(number) is int and least <= number <= most
    if not good or (name == "points" and number == 0):
        raise LogError("ruling_number", RULINGS[name], number, least, most)


def rule(game: Game, event: "Event") -> None:
    """Apply an event `ruling` (events). Raises LogError if it is none; nothing has changed then."""
    check(event, game.seats)
    _, game.t, name, seat, number = event
    if _may(game, name, seat):
        _DOES[name](game, seat, number)
    else:
        game.say_warning("no_ruling", name)


def _say(game: Game, *values: object) -> None:
    game.out.append(("ruling", game.t) + values)


# --- questions about rulings


def _may(game: "Any", name: str, seat: int) -> bool:
    """Return whether a ruling has something to rule on now; `seat` is the one that it names."""
    phase = game.phase
    family = game.rules["family"]
    if name == "undo":
        return game.before is not None
    if name == "points":
        return True
    if name == "end":
        return phase != OVER
    if name == "count":
        if phase != COUNT or seat not in game.counts:
            return False
        return family != "gin" or seat != game.knocker or not game.had_big_gin()
    if phase != TURN and (phase != COUNT or name not in ("void", "hand")):
        return False
    if name == "hand":
        return family != "gin" and game.hands[seat] > 0
    return name != "reshuffle" or (family == "laying" and len(game.under()) > 0)


def rulings(game: Game) -> "dict[str, list[int]]":
    """Return the rulings that have something to rule on now -> the seats that each may name."""
    found = {}
    for name in RULINGS:
        seats = [seat for seat in range(game.seats) if _may(game, name, seat)]
        if seats:
            found[name] = seats if RULINGS[name] else []
    return found


def breaks(game: Game) -> "list[Any] | None":
    """Return the clauses that the open turn breaks now, sorted; None if no turn is open.

    Each is (code, reason (said), whether `accept` waives it).
    """
    if game.phase != TURN:
        return None
    game.probed = {}
    game.happen("done", game.active)
    broken = game.probed
    game.probed = None
    return [(code, broken[code], code in WAIVED) for code in sorted(broken)]


def last_turn(game: Game) -> "Outcome | None":
    """Return the outcome `turn` that an `undo` would take back, or None."""
    return game.before[TURN_OF] if game.before else None


def turn_before(game: Game, codes: "Sequence[str]") -> int:
    """Return the previous seat if a refusal may be its doing rather than the active seat's, or -1.

    The table cannot tell who moved a card. `codes` are those of the refusal. The previous seat may
    have caused it if its discard was taken and another card (in gin also the same card) discarded,
    or if a card that it laid or moved no longer lies where it put it.
    """
    before = game.before
    if not before or game.phase != TURN:
        return -1
    seat = before[TURN_OF][2]
    if "discard_not_melded" in codes or "return_same_card" in codes:
        if game.discards and game.taken >= 0 and game.taken not in before[PILE]:
            return seat
    if "meld_broken" in codes or "card_left_table" in codes:
        layout = game.layout
        homes = _homes(before[START])
        for zone in layout.start:
            for card in layout.start[zone]:
                if layout.at[card] != zone and homes.get(card) != zone:
                    if game.rules["discard"] or not layout.on_meld(card):
                        return seat
    return -1


# --- undo


def _undo(game: Game, seat: int, number: "Any") -> None:
    """Take back the last accepted turn with all its consequences. Cards stay where they lie now."""
    before = game.before
    for i, name in enumerate(LASTING):
        # What a family never sets stays that of the class.
        if getattr(game, name) != before[KEPT + i]:
            setattr(game, name, before[KEPT + i])
    game.before = None
    game.noting = game.notes_all
    game.enter(game.began)
    game.counts = {}
    game.short = []
    game.pile = list(before[PILE])
    layout = game.layout
    if before[SWEPT]:
        swept = [card for card in before[SWEPT] if card != 255]
        for card in swept:
            layout.at[card] = DISCARD
        layout.zones[DISCARD] = swept + layout.zones[DISCARD]
    _restore(layout, before)
    seat = game.active
    game.begin_turn(seat)
    game.again = True
    if game.rules["discard"]:
        if before[TAKEN] >= 0:
            _take_again(game, before[TAKEN])
        there = layout.cards(DISCARD)
        game.discards = [c for c in there if c not in game.pile or game.is_taken(c)]
    _say(game, "undo", seat, game.hands[seat], list(game.totals))


def _take_again(game: "Any", card: int) -> None:
    """Take what the turn had taken of the discard, `card` or the deepest, unless it lies there."""
    if "deep_discard" in game.rules:
        game.taken = card
        game.find_taken()
    elif game.layout.at[card] != DISCARD:
        game.taken = card


def _restore(layout: "Layout", before: "Any") -> None:
    """Restore the table's start of the turn. Cards that lie elsewhere now count as moved by it."""
    said = before[SAID] or {}
    for joker in said:
        if joker not in layout.moved:
            layout.said.setdefault(joker, said[joker])
    at, was_at = layout.at, layout.was_at
    homes = _homes(before[START])
    layout.start = before[START]
    layout.bound = before[BOUND]
    layout.touched = {at[joker] for joker in layout.said}
    layout.moved = set()
    layout.shifted = True
    for card in range(len(at)):
        zone = homes.get(card, NOWHERE)
        if zone == NOWHERE and at[card] <= 0:
            zone = at[card]
        was_at[card] = zone
        if at[card] != zone:
            layout.moved.add(card)
            layout.touched.update([each for each in (zone, at[card]) if each > 0])


def _homes(start: "Mapping[int, Sequence[int]]") -> "dict[int, int]":
    """Return card -> meld zone from Layout.start."""
    return {card: zone for zone in start for card in start[zone]}


# --- the other rulings, where they have something to rule on


def _accept(game: Game, seat: int, number: "Any") -> None:
    """Accept the open turn, if it breaks no clauses but those that can be waived."""
    game.waives = WAIVED
    game.happen("done", game.active)
    game.waives = ()


def _void(game: Game, seat: int, number: "Any") -> None:
    """This round does not count."""
    _say(game, "void")
    game.enter(DEAL)
    game.void(seat)


def _points(game: "Any", seat: int, points: int) -> None:
    """Correct a seat's total. After the match its end is decided again."""
    if game.state == OVER and game.bonuses:
        game.totals = [total - bonus for total, bonus in zip(game.totals, game.bonuses)]
    _change(game, "totals", lambda totals: _plus(totals, seat, points))
    if game.recave and game.totals[seat] < game.rules["target"]:
        _change(game, "eliminated", lambda seats: [each for each in seats if each != seat])
    _say(game, "points", seat, points, list(game.totals))
    if game.columns:
        at = game.open_column() + seat
        _change(game, "columns", lambda columns: _plus(columns, at, points))
        game.out[-1] += (game.pairs(),)
    if game.state == ENDED:
        Game.end_match(game, seat)
    elif game.state == OVER:
        if game.at_target():
            game.end_match(seat)
        else:
            game.enter(DEAL)
            over = game.settle() if game.recave else ()
            if over:
                game.buy_in(over)


def _plus(numbers: "Sequence[int]", at: int, more: int) -> "list[int]":
    """Return a copy of some numbers, with `more` added at a place."""
    return [number + more if i == at else number for i, number in enumerate(numbers)]


def _change(game: "Any", name: str, change: "Callable[[Any], Any]") -> None:
    """Change a list of the match, and the one that an undo restores, into what `change` returns of it."""
    setattr(game, name, change(getattr(game, name)))
    if game.before:
        at = KEPT + LASTING.index(name)
        game.before[at] = change(game.before[at])


def _count(game: "Any", seat: int, points: int) -> None:
    """Take what the people say for the count of a seat's hand."""
    knocker = game.rules["family"] == "gin" and seat == game.knocker
    _say(game, "count", seat, points)
    game.counts[seat] = points
    game.short = [each for each in game.short if each != seat]
    event = game.counted(seat)
    if knocker:
        event = game.knocker_counts(seat, points)
    game.happen(event, seat)


def _hand(game: Game, seat: int, cards: int) -> None:
    """Set the number of cards that a seat holds; the seat on turn: as its turn began."""
    hands = [game.hands]
    kept = game.at_start
    if game.phase == TURN and seat != game.active:
        kept.setdefault(_HANDS, list(game.hands))
        kept.setdefault(_STOCK, game.stock)
    else:
        if _HANDS in kept:
            hands.append(kept[_HANDS])
        if _STOCK in kept:
            kept[_STOCK] = max(0, kept[_STOCK] + game.hands[seat] - cards)
    game.stock = max(0, game.stock + game.hands[seat] - cards)
    for each in hands:
        each[seat] = cards
    _say(game, "hand", seat, cards)


def _reshuffle(game: "Any", seat: int, number: "Any") -> None:
    """The pile was shuffled and is the new stock, except for its top card."""
    _say(game, "reshuffle")
    game.at_start.setdefault(PILE, bytes(game.pile))
    game.at_start.setdefault(_STOCK, game.stock)
    game.reshuffle()


def _end(game: Game, seat: int, number: "Any") -> None:
    """The match ends now."""
    _say(game, "end")
    if game.phase != DEAL:
        game.void(seat)
    game.enter(ENDED)
    Game.end_match(game, seat)


_DOES = {
    "undo": _undo,
    "accept": _accept,
    "void": _void,
    "points": _points,
    "count": _count,
    "hand": _hand,
    "reshuffle": _reshuffle,
    "end": _end,
}
