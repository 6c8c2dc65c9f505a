"""Rulings: decisions of the players, such as `undo`. LOG.md "Rulings".

Loaded only for a ruling, or for a check whether a turn can be taken back; then dropped.
"""

from tierce.bad_data import LogError
from tierce.game import BOUND, KEPT, PILE, SAID, START, SWEPT, TAKEN, TURN_OF
from tierce.phases import TURN
from tierce.zones import DISCARD, NOWHERE


def rule(game, name, t):
    """Apply a ruling at time `t` (ms). Raises LogError for an unknown name; nothing has changed."""
    if not isinstance(name, str) or name not in _RULINGS:
        raise LogError("unknown_ruling", name, tuple(sorted(_RULINGS)))
    game.t = t
    values = _RULINGS[name](game)
    if values is None:
        game.say_warning("no_ruling", name)
    else:
        game.out.append(("ruling", t, name) + values)


def last_turn(game):
    """Return the outcome `turn` that an `undo` would take back, or None."""
    return game.before[TURN_OF] if game.before else None


def turn_before(game, codes):
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


def _undo(game):
    """Take back the last accepted turn with all its consequences. Cards stay where they lie now.

    Returns (seat, hand, totals), or None if there is no turn to take back.
    """
    before = game.before
    if not before:
        return None
    names = game.lasting
    for i in range(len(names)):
        setattr(game, names[i], before[KEPT][i])
    game.before = None
    game.state = game.began
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
        if before[TAKEN] >= 0 and layout.at[before[TAKEN]] != DISCARD:
            game.taken = before[TAKEN]
        game.discards = [card for card in layout.cards(DISCARD) if card not in game.pile]
    return (seat, game.hands[seat], list(game.totals))


def _restore(layout, before):
    """Restore the table's start of the turn. Cards that lie elsewhere now count as moved by it."""
    said = before[SAID] or {}
    for joker in said:
        if joker not in layout.moved:
            layout.said.setdefault(joker, said[joker])
    at, was_at = layout.at, layout.was_at
    homes = _homes(before[START])
    layout.start = {}
    layout.bound = before[BOUND]
    layout.touched = {at[joker] for joker in layout.said}
    layout.moved = set()
    for card in range(len(at)):
        zone = homes.get(card, NOWHERE)
        if zone == NOWHERE and at[card] <= 0:
            zone = at[card]
        was_at[card] = zone
        if at[card] != zone:
            layout.moved.add(card)
            layout.touched.update([each for each in (zone, at[card]) if each > 0])
    packed = before[START]
    place = 0
    while place < len(packed):
        end = place + 3 + packed[place + 2]
        layout.start[packed[place] << 8 | packed[place + 1]] = tuple(packed[place + 3 : end])
        place = end


def _homes(packed):
    """Return card -> meld zone from the bytes of Layout.packed."""
    homes = {}
    place = 0
    while place < len(packed):
        end = place + 3 + packed[place + 2]
        for card in packed[place + 3 : end]:
            homes[card] = packed[place] << 8 | packed[place + 1]
        place = end
    return homes


_RULINGS = {"undo": _undo}
