"""The state of a match, from its referee: sections of a snapshot, and hints.

Never changes the match.
"""

from collections.abc import Iterable
from typing import Any

from tierce.arrange import gin as arrange
from tierce.cards import code, codes, in_deck, parse
from tierce.check import check_zone
from tierce.log import from_log
from tierce.phases import COUNT, HAND, TURN
from tierce.presets import LogError
from tierce.referee import Referee
from tierce.said import say
from tierce.zones import DISCARD, NOWHERE, zone_name
from tierce_tools.base.texts import N_, TABLE, languages, of_table
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.replay import Event
from tierce_tools.match.places import DISCARD as DISCARDS
from tierce_tools.match.why import House
from tierce_tools.rules.reasons import sentence


def match(house: House, header: Event, referee: Referee) -> dict[str, Any]:
    """Return the section "match"."""
    view = referee.view
    seats = range(referee.seats)
    counting = view.phase == COUNT
    return {
        "game": house.game,
        "players": list(house.players),
        "computers": [False] * referee.seats,
        "rules": dict(header.get("rules", {})),
        "phase": view.phase,
        "seat": view.seat,
        "dealer": view.dealer,
        "round": view.round,
        "contract": list(view.contract),
        "stock": view.stock,
        "hands": list(view.hands),
        "totals": list(view.totals),
        "awaited": list(view.awaited()),
        "down": [seat for seat in seats if counting and view.cards(-1 - seat)],
        "opening": view.is_offered(),
        "knocker": view.knocker,
        "draws": view.draws,
        "laid": list(view.points_laid),
        # Whether the discard pile lies spread, as it is taken from any card upwards.
        "spread": "deep_discard" in view.rules,
        "may": {str(seat): view.presses(seat) for seat in seats},
        "aim": _aim(referee),
        "knocking": view.rules["family"] == "gin" and view.is_knocking(),
        "must_draw": _must_draw(referee),
    }


def _aim(referee: Referee) -> dict[str, Any]:
    """Return what a seat plays for: only the keys that the game has now.

    `target` of the match; gin: `knock`, the most deadwood; laying games: `first`, which seats have still to lay
    first, `points` and `pure` (a run without a joker) or `contract` that this takes. `now` has what the open turn
    has laid of it.
    """
    view, rules = referee.view, referee.rules
    found: dict[str, Any] = {"target": rules["target"]} if rules.get("target") else {}
    if rules["family"] == "gin":
        return found | {"knock": view.limit}
    contract = list(view.contract)
    points, pure = rules.get("first_lay_points", 0), rules.get("first_lay_pure_run", False)
    if rules["family"] != "laying" or not (contract or points or pure):
        return found
    found["first"] = [seat for seat in range(referee.seats) if view.phase == TURN and not view.has_laid[seat]]
    found |= {"contract": contract} if contract else {"points": points, "pure": pure}
    if view.seat in found["first"]:
        new = [view.meld(zone) for zone in view.melds() if zone not in view.start]
        kinds = [kind for kind, _, _, _, broken in new if not broken]
        laid = sum(worth for _, _, _, worth, broken in new if not broken)
        lacks = [code for code, _, _ in view.breaks() or ()] if new else ["first_lay_pure_run"]
        found["now"] = {
            "melds": len(new),
            "points": laid,
            "pure": "first_lay_pure_run" not in lacks and bool(kinds),
            "contract": [kinds.count("set"), kinds.count("run")],
        }
    return found


def _must_draw(referee: Referee) -> bool:
    """Tell whether drawing from the stock is the one thing that the seat on turn can do."""
    view, rules = referee.view, referee.rules
    if (
        view.phase != TURN
        or view.draws
        or view.taken >= 0
        or view.is_offered()
        or view.upcard_due
        or not rules["discard"]
    ):
        return False
    if rules["family"] == "gin":
        return view.upcard_is_over() or not view.pile
    first = view.turns[view.seat] == 0
    if first and not rules["opening_draw"] and not any(view.turns):
        return False
    barred = first and not rules.get("first_turn_discard", True)
    return barred or not view.pile or (view.hands[view.seat] == 1 and rules.get("single_card_draws_stock", False))


def undo(referee: Referee | None, codes: list[str]) -> dict[str, Any] | None:
    """Return whose turn can be taken back; `offered` if a refusal with these codes may call for it.

    None if there is none.
    """
    turn = None if referee is None else referee.view.last_turn()
    if referee is None or turn is None:
        return None
    seat: int = turn[2]
    return {"seat": seat, "offered": referee.view.turn_before(codes) == seat}


def by_hand(referee: Referee | None, events: Iterable[Event]) -> dict[str, list[str]]:
    """Return the section "by_hand": zone -> the cards that lie there as people put them, no reader.

    `events` are those of the match so far.
    """
    if referee is None:
        return {}
    put: dict[int, None] = {}
    for event in events:
        if not put and event.get("by") != HAND:
            continue
        try:
            moved = from_log(event, 0, referee.tags, referee.rules, referee.seats)
        except LogError:  # a board may send anything; the referee has left it out
            continue
        if moved[0] == "cards":
            for card in (*moved[3], *moved[4]):
                put.pop(card, None)
            if len(moved) > 5:
                put |= dict.fromkeys(moved[4])
    found: dict[str, list[str]] = {}
    for card in put:
        zone = referee.view.zone_of(card)
        if zone != NOWHERE:
            found.setdefault(zone_name(zone), []).append(code(card))
    return found


def melds(referee: Referee | None) -> dict[str, Any]:
    """Return the section "melds": the contents of each meld zone, as in the outcome `meld`."""
    found: dict[str, Any] = {}
    if referee is not None:
        view = referee.view
        for zone in view.melds():
            kind, _, stands, worth, codes = view.meld(zone)
            found[zone_name(zone)] = {"kind": kind, "points": worth, "codes": list(codes), "jokers": dict(stands)}
    return found


def open_cards(referee: Referee | None) -> dict[str, list[str]]:
    """Return the cards that all see on the table: zone -> those of a meld, or of the discard pile.

    Of a pile that does not lie spread, only the top one.
    """
    if referee is None:
        return {}
    view = referee.view
    found = {zone_name(zone): codes(view.cards(zone)) for zone in (*view.melds(), DISCARD)}
    if "deep_discard" not in view.rules:
        found[DISCARDS] = found[DISCARDS][-1:]
    return found


def checked(referee: Referee | None) -> dict[str, dict[str, list[str]]]:
    """Return why the cards on meld zones are no meld: zone -> language -> sentences.

    Of the zones that the open turn has changed, in games that check melds as they are laid (option
    `check_melds`). No sentences: it is a meld.
    """
    view = referee.view if referee else None
    if view is None or view.phase != TURN or not view.rules.get("check_melds"):
        return {}
    found: dict[str, dict[str, list[str]]] = {}
    for zone in view.melds():
        if sorted(view.cards(zone)) != sorted(view.start.get(zone, ())):
            why = check_zone(view, zone)[5]
            told = {lang: [sentence(each, lang) for each in why] for lang in languages()}
            found[zone_name(zone)] = {lang: [each[:1].upper() + each[1:] for each in told[lang]] for lang in told}
    return found


def jokers(referee: Referee | None) -> list[dict[str, Any]]:
    """Return the section "jokers": those a player may declare, as in the board's menu."""
    if referee is None:
        return []
    return [
        {"zone": zone_name(zone), "joker": code(joker), "faces": codes(faces)}
        for zone, joker, faces in referee.view.jokers()
    ]


def deadwood(referee: Referee | None, hand: list[str], taken: int = -1) -> dict[str, Any] | None:
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

# A LogError of the engine -> key and text of the Trouble, and the names of its details.
_TROUBLES = {
    "no_hint_now": ("hint_not_now", N_("There is nothing to play now: a hint is for the hand in play."), ()),
    "no_hand_there": ("hint_no_hand", N_("There is no card in this hand: a hint needs the cards on your rack."), ()),
    "hand_size": (
        "hint_hand_size",
        N_("A hand of {held} cards: {most} at most for a hint; put back the cards that are too many."),
        ("held", "most"),
    ),
    "joker_unsaid": (
        "hint_joker",
        N_("{zone} holds {cards}: say first which card its joker stands for."),
        ("zone", "cards"),
    ),
    "no_meld": (
        "hint_no_meld",
        N_("{zone} holds {cards}, which is not a meld: put that right first."),
        ("zone", "cards"),
    ),
}


def hint(referee: Referee | None, seat: int, hand: list[str]) -> dict[str, Any]:
    """Return the hint for a hand: `answer` as in LOG.md "Hints", and its lines by language.

    `hand`: the codes of the seat's cards, in its rack and on its zone. They are shown to the
    referee and taken away again. Raises Trouble if no hint is due, or the cards are not a hand.
    """
    if referee is None:
        raise Trouble("table.hint_not_now", "There is nothing to play now: a hint is for the hand in play.")
    if not 0 <= seat < referee.seats:
        raise Trouble(
            "table.hint_no_seat", "There is no seat {seat}: seats are 0 to {last}.", seat=seat, last=referee.seats - 1
        )
    cards = [_card(referee, each) for each in hand]
    if len(set(cards)) < len(cards):
        raise Trouble("table.hint_twice", "This hand has a card twice: {cards}.", cards=" ".join(hand))
    try:
        answer = referee.view.hint(seat, cards)
    except LogError as error:
        if error.key not in _TROUBLES:
            raise
        key, text, names = _TROUBLES[error.key]
        raise Trouble("table." + key, text, **dict(zip(names, error.details, strict=False))) from None
    lines = {lang: list(say(answer, of_table("words", lang))) for lang in TABLE}
    return {**lines, "answer": dict(answer)}


def melds_in(referee: Referee | None, seat: int, hand: list[str]) -> list[list[str]]:
    """Return the best melds of a hand as its hint has them; none if there is no hint now."""
    try:
        loose = deadwood(referee, hand)
        answer: dict[str, Any] = loose or hint(referee, seat, hand)["answer"]
    except (LogError, Trouble):
        return []
    return [[each for each in meld if isinstance(each, str)] for meld in answer.get("melds", ())]


def _card(referee: Referee, name: object) -> int:
    card = parse(name) if isinstance(name, str) else -1
    rules = referee.rules
    if card < 0 or not in_deck(card, rules["decks"], rules["jokers"]):
        raise Trouble(
            "table.hint_no_card", "{card} is not a card of this game: a card is written 7H, TS2 or X1.", card=name
        )
    return card
