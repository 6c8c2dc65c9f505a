"""The state of a match, from its referee: sections of a snapshot, and hints.

Never changes the match.
"""

import importlib
from typing import Any

from tierce.arrange import gin as arrange
from tierce.cards import code, codes, in_deck, parse
from tierce.game import COUNT, DEAL, OVER, TURN
from tierce.hints import say
from tierce.presets import LogError
from tierce.referee import Referee
from tierce.rulings import last_turn, turn_before
from tierce.table import zone_name
from tierce_tools.logs.replay import Event
from tierce_tools.match.why import LANGUAGES, TABLE_WORDS, House
from tierce_tools.paths import program_module
from tierce_tools.trouble import Trouble


def match(house: House, header: Event, referee: Referee) -> dict[str, Any]:
    """Return the section "match"."""
    game: Any = referee.game
    seats = range(referee.seats)
    counting = game.phase == COUNT
    return {
        "game": house.game,
        "players": list(house.players),
        "computers": [False] * referee.seats,
        "rules": dict(header.get("rules", {})),
        "phase": game.phase,
        "seat": game.active if game.phase == TURN else -1,
        "dealer": game.dealer,
        "round": game.round,
        "stock": game.stock,
        "hands": list(game.hands),
        "totals": list(game.totals),
        "awaited": [seat for seat in seats if counting and game.awaited(seat)],
        "down": [seat for seat in seats if counting and game.table.cards(-1 - seat)],
        "opening": _opening(game),
        "knocker": getattr(game, "knocker", -1),
        "draws": game.draws,
        "may": {str(seat): _may(game, seat) for seat in seats},
    }


def undo(referee: Referee | None, codes: list[str]) -> dict[str, Any] | None:
    """Return whose turn can be taken back; `offered` if a refusal with these codes may call for it.

    None if there is none.
    """
    turn = None if referee is None else last_turn(referee.game)
    if referee is None or turn is None:
        return None
    seat: int = turn[2]
    return {"seat": seat, "offered": turn_before(referee.game, codes) == seat}


def melds(referee: Referee | None) -> dict[str, Any]:
    """Return the section "melds": the contents of each meld zone, as in the outcome `meld`."""
    found: dict[str, Any] = {}
    if referee is not None:
        game: Any = referee.game
        for zone in game.table.melds():
            kind, _, stands, worth, codes = game.meld_outcome(zone)
            found[zone_name(zone)] = {
                "kind": kind, "points": worth, "codes": list(codes), "jokers": dict(stands)
            }
    return found


def jokers(referee: Referee | None) -> list[dict[str, Any]]:
    """Return the section "jokers": those a player may declare, as in the board's menu."""
    if referee is None:
        return []
    program_module()
    board: Any = importlib.import_module("app.match.table").Table
    table = board.__new__(board)  # this method of a table uses its referee only
    table.referee = referee
    return [
        {"zone": zone, "joker": joker, "faces": faces} for zone, joker, faces in table.jokers()
    ]


# --- the buttons


def _opening(game: Any) -> bool:
    """Tell whether gin's upcard is being offered."""
    offered = game.phase == TURN and getattr(game, "opening", 3) < 2
    return offered and game.taken < 0 and game.draws <= 0


def _may(game: Any, seat: int) -> list[str]:
    """Return the presses that are useful for a seat now."""
    if game.phase == DEAL:
        return ["deal"] if seat == game.dealer else []
    if game.phase == COUNT:
        if not game.awaited(seat):
            return []
        return ["done"] if game.has_melds else ["done", "hint"]
    if game.phase == OVER:
        return []
    return [*(_turn_presses(game) if seat == game.active else []), "hint"]


def _turn_presses(game: Any) -> list[str]:
    if game.rules["family"] == "laying":
        return ["done"]
    if game.rules["family"] == "manipulation":
        return ["done"] if game.last_turns >= 0 else ["done", "knock"]
    if _opening(game):
        return ["pass"]
    # Gin's turns end with the discard; `done` has one judged again, or ends a big gin.
    return ["done", "knock"] if game.knocking or game.discards else ["knock"]


def deadwood(
    referee: Referee | None, hand: list[str], taken: int = -1
) -> dict[str, Any] | None:
    """Return a gin hand's deadwood: `points`, and the `melds` that leave it.

    With the drawn card it is the deadwood after the best discard; `taken` must not be discarded.
    None in other games, and for an invalid hand.
    """
    if referee is None or referee.rules["family"] != "gin":
        return None
    cards = [_card(referee, each) for each in hand]
    size: int = referee.rules["hand"]
    if len(cards) not in (size, size + 1):
        return None
    barred = taken if taken in cards else -1
    if len(cards) > size and arrange.least(cards)[0]:
        points, found, _ = arrange.least_discarding(cards, barred)
    else:
        points, found = arrange.least(cards)
    return {"points": points, "melds": [codes(meld) for meld in found]}


# --- hints

_NOWHERE: int = importlib.import_module("tierce.table").NOWHERE

# Error of a question -> key of the host's sentence.
_TROUBLES = {
    "no_hint_now": "hint_not_now",
    "no_hand_there": "hint_no_hand",
    "hand_size": "hint_hand_size",
    "joker_unsaid": "hint_joker",
    "no_meld": "hint_no_meld",
}


def hint(referee: Referee | None, seat: int, hand: list[str]) -> dict[str, Any]:
    """Return the hint for a hand: `answer` as in LOG.md "Hints", and its lines by language.

    `hand`: the codes of the seat's cards, in its rack and on its zone. They are shown to the
    referee and taken away again. Raises Trouble if no hint is due, or the cards are not a hand.
    """
    if referee is None:
        raise Trouble("table", "hint_not_now")
    if not 0 <= seat < referee.seats:
        raise Trouble("table", "hint_no_seat", seat, referee.seats - 1)
    cards = [_card(referee, each) for each in hand]
    if len(set(cards)) < len(cards):
        raise Trouble("table", "hint_twice", " ".join(hand))
    game: Any = referee.game
    table: Any = game.table
    shown = [code(card) for card in cards if table.at[card] == _NOWHERE]
    # Showing the cards leaves traces here; no rule uses them, but they are restored.
    touched, moved, zones = set(table.touched), set(table.moved), set(table.zones)
    event = {"t": referee.game.t, "zone": zone_name(-1 - seat)}
    try:
        if shown:
            referee.feed(event | {"in": shown})
        answer: list[tuple[str, Any]] = game.question(seat).answer()
    except LogError as error:
        if error.key not in _TROUBLES:
            raise
        raise Trouble("table", _TROUBLES[error.key], *error.details) from None
    finally:
        if shown:
            referee.feed(event | {"out": shown})
        table.touched, table.moved = touched, moved
        for zone in set(table.zones) - zones:
            del table.zones[zone]
    lines = {lang: list(say(answer, TABLE_WORDS[lang])) for lang in LANGUAGES}
    return {**lines, "answer": dict(answer)}


def _card(referee: Referee, name: object) -> int:
    card = parse(name) if isinstance(name, str) else -1
    rules = referee.rules
    if card < 0 or not in_deck(card, rules["decks"], rules["jokers"]):
        raise Trouble("table", "hint_no_card", name)
    return card
