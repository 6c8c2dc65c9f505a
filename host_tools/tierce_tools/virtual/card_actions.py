"""Actions with cards: move, draw, sort."""

from typing import cast

from tierce.cards import codes
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.match.places import BOX, DISCARD, STOCK, rack, seat_of
from tierce_tools.match.state import melds_in
from tierce_tools.virtual import checks
from tierce_tools.virtual.checks import Act, Action
from tierce_tools.virtual.play import Answer, Asker, Play, answering
from tierce_tools.virtual.scene import SORTS


def _move(play: Play, action: Action, asker: Asker) -> Answer | None:
    given: object = action.get("cards")
    to = checks.place(play, action.get("to"))
    at = None if action.get("at") is None else checks.number(action, "at", 0, 1 << 16)
    if not isinstance(given, list) or not given:
        raise checks.bad_value(action, "cards")
    cards: list[str] = []
    for card in cast("list[object]", given):
        where = play.scene.where(card) if isinstance(card, str) else None
        if where is None or card in cards:
            raise Trouble(
                "table.no_card",
                "{card} is not a card, or is named twice: a card is written 5H, TD2 or X1.",
                card=checks.shown(card),
            )
        if where == BOX:
            raise Trouble("table.card_in_box", "{card} is not played with in this game.", card=card)
        cards.append(cast("str", card))
    checks.hands_free(play)
    if play.fact("phase") in ("turn", "count"):
        _stock_as_it_is(play, cards, to)
    if not checks.sure(action):
        _in_turn(play, cards, to, action.get("by"))
    if to == DISCARD:
        cards = _in_old_order(play, cards)
    if to != STOCK or play.fact("phase") != "turn":
        if at is not None and to[:4] == "hand":
            _by_hand(play, cards, to)
        play.hands.move(cards, to, at)
        return {}
    checks.powered(play)
    play.put_back(cards)
    play.run(answering(play.start_count(-len(cards))), asker)
    return None


def _in_old_order(play: Play, cards: list[str]) -> list[str]:
    """Return cards that go to the discard; those that come from the pile lie as they lay there."""
    pile = codes(play.fact("pile", ()))
    return [card for card in pile if card in cards] + [card for card in cards if card not in pile]


def _stock_as_it_is(play: Play, cards: list[str], to: str) -> None:
    """Raise Trouble unless the stock gives its top card, or takes back cards drawn in this turn."""
    if any(play.scene.where(card) == STOCK for card in cards):
        raise Trouble("table.stock_covered", "The stock lies face down: only its top card can be drawn.")
    if to == STOCK and not (play.drawn() >= len(cards) and set(cards) <= set(play.drawn_cards)):
        raise Trouble("table.not_drawn", "Only a card that was drawn in this turn goes back on the stock.")


def _in_turn(play: Play, cards: list[str], to: str, seat: int | None) -> None:
    """Raise a Doubt if the cards' mover is not on turn, as far as the mover is known.

    A seat's page moves for its seat; so does the owner's page if a single person plays there. If
    several people play at the owner's page, the hand that a card comes from or goes to tells who
    moves it. Sorting one's own hand is allowed at any time.
    """
    if play.fact("phase") != "turn":
        return
    active = play.fact("seat")
    places = [to, *(play.scene.where(card) or "" for card in cards)]
    whose = {seat_of(place) for place in places}
    people = [at for at, computer in enumerate(play.computers) if not computer]
    mover = seat if seat is not None else people[0] if len(people) == 1 else active
    stray = mover != active and None in whose
    if seat is None:
        stray = stray or (len(whose) > 1 and bool(whose - {None, active}))
    if stray:
        header = play.match.header or play.config
        raise Doubt("table.out_of_turn", "{player} is on turn. Move it all the same?", player=header["players"][active])


def _draw(play: Play, action: Action, asker: Asker) -> Answer | None:
    seat = checks.seat(play, action)
    to = checks.place(play, action.get("to", rack(seat)))
    if to in (STOCK, DISCARD):
        raise checks.bad_value(action, "to")
    checks.hands_free(play)
    if play.fact("phase") == "count":
        raise Trouble("table.no_draw_in_count", "The hands are being counted: nobody draws now.")
    if not play.scene.places[STOCK]:
        raise Trouble("table.stock_empty", "The stock is empty.")
    turn = play.fact("phase") == "turn"
    if turn and play.fact("seat") != seat:
        header = play.match.header or play.config
        raise Trouble("table.not_on_turn", "{player} is on turn.", player=header["players"][play.fact("seat")])
    if turn:
        checks.powered(play)
    play.take_top(to)
    if not turn:
        return {}
    play.run(answering(play.start_count(1)), asker)
    return None


def _sort(play: Play, action: Action, asker: Asker) -> Answer:
    seat = checks.seat(play, action)
    by = checks.text(action, "by", (*SORTS, "melds"))
    if by == "melds":
        held = sorted(play.scene.places[rack(seat)], key=SORTS["suit"])
        found = [card for meld in melds_in(play.match.referee, seat, held) for card in meld if card in held]
        play.scene.put_all(rack(seat), [*found, *(card for card in held if card not in found)])
    play.sorts[seat] = by
    return {}


def _by_hand(play: Play, cards: list[str], to: str) -> None:
    """Switch a rack to manual order if its own cards change places in it."""
    seat = seat_of(to)
    if seat is not None and all(play.scene.where(card) == to for card in cards):
        play.scene.put_all(to, play.hand(seat))
        play.sorts[seat] = "hand"


ACTIONS: dict[str, Act] = {"move": _move, "draw": _draw, "sort": _sort}
