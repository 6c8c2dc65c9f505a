"""Explains a deal, an accepted turn and the end of the stock: facts for why.py.

Judges nothing itself: it compares the referee's state before and after an event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tierce.cards import JOKER
from tierce.phases import COUNT, OVER, TURN
from tierce.view import View
from tierce.zones import zone_name
from tierce_tools.logs.rounds import signed
from tierce_tools.match.why import Cards, Clauses, House, Names, Part, Zone, by_codes, cards_of, of_game, points


@dataclass(frozen=True)
class Before:
    """The referee's state of a turn before the event that ended it."""

    stock: int
    draws: int
    pile: tuple[int, ...]  # the cards taken from it, the deepest first; if none its top card
    start: dict[int, tuple[int, ...]]  # meld zone -> cards
    bound: dict[int, int]  # joker -> its face
    has_laid: tuple[bool, ...]
    phase: str

    @classmethod
    def of(cls, view: View) -> "Before":
        """Copy the state of a tierce Game."""
        return cls(
            view.stock,
            view.draws,
            tuple(filter(view.is_taken, view.pile)) or tuple(view.pile[-1:]),
            dict(view.start),
            dict(view.bound),
            tuple(view.has_laid),
            view.phase,
        )


# Sentences that are not true of a turn if the players have waived one of these clauses for it, and
# those that take their place.
_WAIVED = {
    "from_discard": (("discard_not_melded",), "gin_taken_card"),
    "from_pile": (("discard_not_melded",), "taken_pile"),
    "gin_from_discard": (("return_same_card",), "gin_taken_card"),
    "without": (("no_draw",), "drawn_none"),
    "waived": (("first_lay_points", "first_lay_pure_run"), ""),
    "first_lay": (("first_lay_points",), ""),
    "first_lay_pure": (("first_lay_pure_run",), ""),
    "contract_laid": (("contract",), ""),
}


def turn(house: House, told: dict[str, Any], before: Before, view: View, waived: Sequence[str] = ()) -> list[Part]:
    """Explain an accepted turn; `told` are the values of its outcome.

    `waived` are the clauses that the players have waived for it.
    """
    explain = of_game(
        {"laying": _laying_turn, "rami500": _rami500_turn, "gin": _gin_turn, "manipulation": _manipulation_turn},
        house.rules,
    )
    values = house.values() | {"player": house.name(told["seat"])}
    parts: list[Part] = []
    for name, filled in explain(house, told, before, view, values):
        clauses, instead = _WAIVED.get(name, ((), ""))
        if set(clauses).isdisjoint(waived):
            parts.append((name, filled))
        elif instead:
            parts.append((instead, filled))
    if told["hand"] == 0:
        parts.append(("went_out", values))
    return parts + _goes_on(house, view)


def _goes_on(house: House, view: View) -> list[Part]:
    """Say what must be done next."""
    if view.phase == TURN:
        return [("next", {"next": house.name(view.seat)})]
    # At gin, the knocker first lays down.
    awaited = view.awaited()
    if view.phase == COUNT and (view.rules["melds_in_play"] or view.knocker not in awaited):
        seats = [house.players[seat] for seat in awaited]
        return [("counted_next", {"seats": Names(tuple(seats))})]
    return []


def _laying_turn(house: House, told: dict[str, Any], before: Before, view: View, values: dict[str, Any]) -> list[Part]:
    taken = "gin_taken_card" if house.rules["discard_to_hand"] else "from_discard"
    parts = [_draw(told, before, values, taken)]
    melds = new_melds(before, view)
    for zone in melds:
        kind, cards, _, worth, _ = view.meld(zone)
        filled = {"zone": _zone(zone), "cards": by_codes(cards), "points": points(worth)}
        if kind == "set" and len(cards) == 4:
            kind = "set_of_four"
        if kind != "none":
            parts.append((kind, filled))
    if melds and not before.has_laid[told["seat"]]:
        parts += _first_lay(house, told, values)
    parts += _added(before, view)
    discard = discarded(told, view)
    if discard is not None:
        parts.append(("discarded", {"card": Cards((discard,))}))
    return parts


def _rami500_turn(house: House, told: dict[str, Any], before: Before, view: View, values: dict[str, Any]) -> list[Part]:
    if passed(told, view):
        return [("passed_pile", values)]
    parts = _laying_turn(house, told, before, view, values)
    if told["took"] == "discard":
        deepest = before.pile[0]
        taken = {"card": Cards((deepest,)), "cards": Cards(before.pile)}
        kept = all(deepest not in cards for cards in view.start.values())
        if len(before.pile) > 1:
            parts[0] = ("from_pile", taken)
        elif kept:
            parts[0] = ("gin_taken_card", taken)
    if told["laid"]:
        seat: int = told["seat"]
        total = points(view.points_laid[seat])
        laid = ("points_laid", values | {"points": points(told["laid"]), "total": total})
        # Before the discard, which ends the turn.
        parts.insert(len(parts) - (parts[-1][0] == "discarded"), laid)
    return parts


def _draw(told: dict[str, Any], before: Before, values: dict[str, Any], from_discard: str) -> Part:
    """Say where the drawn card came from."""
    if told["took"] == "discard":
        return (from_discard, {"card": Cards(before.pile)})
    return ("from_stock" if told["took"] == "stock" else "without", values)


def new_melds(before: Before, view: View) -> list[int]:
    """Return the zones of new melds; a meld that was only moved is not new."""
    old = set(homes(before, view).values())
    return [zone for zone in sorted(view.start) if zone not in old]


def homes(before: Before, view: View) -> dict[int, int]:
    """Return where the old melds lie now: old zone -> new zone."""
    where = {card: zone for zone, cards in view.start.items() for card in cards}
    found: dict[int, int] = {}
    for zone, cards in before.start.items():
        # A natural card stays with its meld; a meld of jokers only stays together.
        card = min(cards)
        found[zone] = where.get(card, zone)
    return found


def _first_lay(house: House, told: dict[str, Any], values: dict[str, Any]) -> list[Part]:
    rules = house.rules
    if "contracts" in rules:
        return [("contract_laid", values)]
    minimum: int = rules["first_lay_points"]
    if told["hand"] == 0 and rules["rami_sec_waives"] != "none" and told["laid"] < minimum:
        return [("waived", values)]
    parts: list[Part] = []
    if minimum:
        parts.append(("first_lay", values | {"points": points(told["laid"])}))
    if rules["first_lay_pure_run"]:
        parts.append(("first_lay_pure", values))
    return parts


def _added(before: Before, view: View) -> list[Part]:
    """Say what was added to old melds, and which jokers were taken from them."""
    parts: list[Part] = []
    home = homes(before, view)
    for old, was in sorted(before.start.items()):
        zone = home[old]
        now = view.start.get(zone, ())
        came = [card for card in now if card not in was]
        if came:
            parts.append(("laid_off", {"zone": _zone(zone), "cards": Cards(tuple(came))}))
        for joker in was:
            if joker >= JOKER:
                moved = joker not in now or before.bound.get(joker) != view.bound.get(joker)
                if moved:
                    parts.append(("joker_taken", {"zone": _zone(zone)}))
    return parts


def passed(told: dict[str, Any], view: View) -> bool:
    """Tell whether the turn that was just accepted was a pass."""
    if told["took"] != "none" or not view.rules["discard"]:
        return False
    # In gin's opening, or once the stock of Rami 500 is used up, which ends the round.
    return not view.rules["melds_in_play"] or (view.phase == COUNT and told["hand"] > 0)


def discarded(told: dict[str, Any], view: View) -> int | None:
    """Return the card discarded by the turn that was just accepted; None if there is none."""
    if not view.rules["discard"] or passed(told, view):
        return None
    if view.discards:  # the turn that ended the play still has its own
        return view.discards[-1]
    # If cards are left in hand, the turn ended with the top discard; big gin has no discard.
    big_gin = not view.rules["melds_in_play"] and told["hand"] > view.rules["hand"]
    return view.pile[-1] if told["hand"] > 0 and view.pile and not big_gin else None


def _gin_turn(house: House, told: dict[str, Any], before: Before, view: View, values: dict[str, Any]) -> list[Part]:
    if told["took"] == "none":
        other = {"next": house.name(1 - told["seat"])}
        both = "both_passed_upcard" if house.rules["upcard_after_passes"] else "both_passed"
        return [("passed", values), ("offered" if view.is_opening() else both, other)]
    taken = "gin_taken_card" if house.rules["discard_taken_card"] else "gin_from_discard"
    parts = [_draw(told, before, values, taken)]
    discard = discarded(told, view)
    if discard is None:
        return [*parts, ("gin_big", values)]
    parts.append(("discarded", {"card": Cards((discard,))}))
    parts.append(("gin_knocks" if view.phase == COUNT else "gin_nothing_laid", values))
    return parts


def _manipulation_turn(
    house: House, told: dict[str, Any], before: Before, view: View, values: dict[str, Any]
) -> list[Part]:
    lay = {card for zone in before.start for card in before.start[zone]}
    now = [card for zone in sorted(view.start) for card in view.start[zone]]
    came = tuple(card for card in now if card not in lay)
    parts: list[Part] = [("drawn", {"drawn": cards_of(max(0, before.draws))})]
    if came:
        parts.append(("melded", {"cards": Cards(came), "points": points(told["laid"])}))
    else:
        parts.append(("not_melded", values))
    if view.knocker >= 0:
        parts.append(("knocks", values))
    elif before.stock > 0 and view.stock <= 0 and told["hand"] > 0:
        parts.append(("last_turns", values))
    return parts


def _zone(zone: int) -> Zone:
    return Zone(zone_name(zone))


def deal(house: House, view: View) -> list[Part]:
    """Explain a deal."""
    values = house.values() | {"player": house.name(view.dealer)}
    parts: list[Part] = [("dealt", values)]
    if view.contract:
        parts.append(("contract_is", values))
    if view.rules["discard"]:
        parts.append(("upcard", values))
    following = {"next": house.name(view.seat)}
    parts.append(("first", following))
    if house.rules["family"] == "gin":
        parts.append(("gin_offered", following))
    elif not house.rules.get("opening_draw", True):
        parts.append(("without", values))
    return parts


def reshuffled(told: dict[str, Any], ruling: str) -> list[Part]:
    """Explain that the stock has run out, or that the players have shuffled the pile."""
    values = {"cards": cards_of(told["stock"])}
    if ruling == "reshuffle":
        return [("ruled_reshuffle", values)]
    return [("reshuffled", values), ("shuffle", {})]


def ruled(house: House, told: dict[str, Any], before: Before, view: View) -> list[Part]:
    """Explain a ruling of the people."""
    ruling: str = told["ruling"]
    values = ruled_values(house, told) | {"dealer": house.name(view.dealer)}
    if ruling == "reshuffle":
        values["cards"] = cards_of(view.stock)
    parts: list[Part] = [(f"ruled_{ruling}", values)]
    if ruling == "points" and before.phase == OVER:
        parts.append(("ruled_points_over" if view.phase == OVER else "ruled_points_on", values))
    return parts


# The clause of a ruling, where it has another name.
_CLAUSE_OF_RULING = {"count": "count_said", "reshuffle": "shuffled"}


def clause_of_ruling(ruling: str) -> str:
    """Return the clause that explains a ruling."""
    return _CLAUSE_OF_RULING.get(ruling, ruling)


def ruled_values(house: House, told: dict[str, Any]) -> dict[str, Any]:
    """Return the values for the sentences on a ruling."""
    values = dict(told)
    if "seat" in told:
        values["player"] = house.name(told["seat"])
    if "points" in told:
        number: int = told["points"]
        values["points"] = signed(number) if told["ruling"] == "points" else points(number)
    if "cards" in told:
        values["cards"] = cards_of(told["cards"])
    if "codes" in told:
        values["clauses"] = Clauses(tuple(told["codes"]))
    if "totals" in told:
        values["totals"] = totals_text(house, told["totals"])
    return values


def totals_text(house: House, totals: Sequence[int]) -> str:
    """Return the names with their totals."""
    pairs = zip(house.players, totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in pairs)


# --- the clause of an explanation: a key of clauses_xx.CLAUSES

_CLAUSE_OF_PART = {
    "passed": "gin_opening",
    "gin_big": "big_gin",
    "gin_knocks": "gin_lay_down",
    "knocks": "manipulation_knock",
    "went_out": "going_out",
    "first_lay": "first_lay_points",
    "contract_laid": "contract",
    "last_turns": "last_turns",
    "passed_pile": "rami500_pass",
    "from_discard": "discard_taken",
    "from_pile": "rami500_pile",
    "taken_pile": "rami500_pile",
    "joker_taken": "joker_swap",
    "drawn": "manipulation_draws",
}


def clause_of(parts: list[Part]) -> str:
    """Return the clause that explains a turn: that of its rarest part."""
    told = [name for name, _ in parts]
    for name, clause in _CLAUSE_OF_PART.items():
        if name in told:
            return clause
    return "turns"
