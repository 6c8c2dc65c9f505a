"""How an accepted turn, the end of a round and that of a match came about: facts for why.py.

Nothing is judged here: what the referee knew before an event and knows after it is put in words.
"""

from dataclasses import dataclass
from typing import Any

from tierce.cards import JOKER
from tierce.game import COUNT, OVER, TURN
from tierce.table import zone_name
from tierce_tools.web.why import (
    Amount,
    Cards,
    House,
    Named,
    Part,
    People,
    Zone,
    by_codes,
    cards_of,
    points,
)


@dataclass(frozen=True)
class Before:
    """What a referee knew of a turn before the event that ended it."""

    stock: int
    draws: int
    pile: tuple[int, ...]
    start: dict[int, tuple[int, ...]]  # meld zone -> cards
    bound: dict[int, int]  # joker -> the face for which it stood
    has_laid: tuple[bool, ...]
    opening: int

    @classmethod
    def of(cls, game: Any) -> "Before":
        """Take it down; `game` is a tierce Game."""
        return cls(
            game.stock,
            game.draws,
            tuple(game.pile[-1:]),
            dict(game.table.start),
            dict(game.table.bound),
            tuple(getattr(game, "has_laid", ())),
            getattr(game, "opening", 3),
        )


def turn(house: House, told: dict[str, Any], before: Before, game: Any) -> list[Part]:
    """Explain an accepted turn: `told` are the values of its outcome."""
    explain = {"laying": _laying_turn, "gin": _gin_turn, "manipulation": _manipulation_turn}
    values = house.values() | {"player": house.name(told["seat"])}
    parts = explain[house.rules["family"]](house, told, before, game, values)
    if told["hand"] == 0:
        parts.append(("went_out", values))
    return parts + _goes_on(house, game)


def _goes_on(house: House, game: Any) -> list[Part]:
    """Say what is to be done next."""
    if game.phase == TURN:
        return [("next", {"next": house.name(game.active)})]
    if game.phase == COUNT and house.rules["family"] != "gin":
        seats = [each for seat, each in enumerate(house.players) if game.awaited(seat)]
        return [("counted_next", {"seats": People(tuple(seats))})]
    return []


def _laying_turn(
    house: House, told: dict[str, Any], before: Before, game: Any, values: dict[str, Any]
) -> list[Part]:
    parts = [_draw(told, before, values, "from_discard")]
    melds = new_melds(before, game)
    for zone in melds:
        kind, cards, _, worth, _ = game.meld_outcome(zone)
        filled = {"zone": _zone(zone), "cards": by_codes(cards), "points": points(worth)}
        if kind in ("run", "set"):
            parts.append((kind, filled))
    if melds and not before.has_laid[told["seat"]]:
        parts += _first_lay(house, told, values)
    parts += _added(before, game)
    discard = discarded(told, game)
    if discard is not None:
        parts.append(("discarded", {"card": Cards((discard,))}))
    return parts


def _draw(
    told: dict[str, Any], before: Before, values: dict[str, Any], from_discard: str
) -> Part:
    """Say where the turn's card came from."""
    if told["took"] == "discard":
        return (from_discard, {"card": Cards(before.pile)})
    return ("from_stock" if told["took"] == "stock" else "without", values)


def new_melds(before: Before, game: Any) -> list[int]:
    """Return the zones in which there is a meld now and was none before."""
    return [zone for zone in sorted(game.table.start) if zone not in before.start]


def _first_lay(house: House, told: dict[str, Any], values: dict[str, Any]) -> list[Part]:
    rules = house.rules
    minimum: int = rules["first_lay_points"]
    if told["hand"] == 0 and rules["rami_sec_waives"] and told["laid"] < minimum:
        return [("waived", values)]
    parts: list[Part] = []
    if minimum:
        parts.append(("first_lay", values | {"points": points(told["laid"])}))
    if rules["first_lay_pure_run"]:
        parts.append(("first_lay_pure", values))
    return parts


def _added(before: Before, game: Any) -> list[Part]:
    """Say what was added to melds that lay there, and which jokers were taken from them."""
    parts: list[Part] = []
    for zone, was in sorted(before.start.items()):
        now = game.table.start.get(zone, ())
        came = [card for card in now if card not in was]
        if came:
            parts.append(("laid_off", {"zone": _zone(zone), "cards": Cards(tuple(came))}))
        for joker in was:
            if joker >= JOKER:
                moved = joker not in now or before.bound.get(joker) != game.table.bound.get(joker)
                if moved:
                    parts.append(("joker_taken", {"zone": _zone(zone)}))
    return parts


def discarded(told: dict[str, Any], game: Any) -> int | None:
    """Return the card that the turn just accepted has discarded, None where it has none."""
    if not game.has_discard:
        return None
    if game.discards:  # the turn that ended the play still has its own
        return game.discards[-1]
    # With cards left in hand, a turn ended with the card that is the top now; big gin did not.
    return game.pile[-1] if 0 < told["hand"] <= game.rules["hand"] and game.pile else None


def _gin_turn(
    house: House, told: dict[str, Any], before: Before, game: Any, values: dict[str, Any]
) -> list[Part]:
    if told["took"] == "none":
        other = {"next": house.name(1 - told["seat"])}
        return [("passed", values), ("both_passed" if before.opening else "offered", other)]
    parts = [_draw(told, before, values, "gin_from_discard")]
    discard = discarded(told, game)
    if discard is None:
        return [*parts, ("gin_big", values)]
    parts.append(("discarded", {"card": Cards((discard,))}))
    parts.append(("gin_knocks" if game.phase == COUNT else "gin_nothing_laid", values))
    return parts


def _manipulation_turn(
    house: House, told: dict[str, Any], before: Before, game: Any, values: dict[str, Any]
) -> list[Part]:
    lay = {card for zone in before.start for card in before.start[zone]}
    now = [card for zone in sorted(game.table.start) for card in game.table.start[zone]]
    came = tuple(card for card in now if card not in lay)
    parts: list[Part] = [("drawn", {"drawn": cards_of(max(0, before.draws))})]
    if came:
        parts.append(("melded", {"cards": Cards(came), "points": points(told["laid"])}))
    else:
        parts.append(("not_melded", values))
    if game.knocker >= 0:
        parts.append(("knocks", values))
    elif before.stock > 0 and game.stock <= 0 and told["hand"] > 0:
        parts.append(("last_turns", values))
    return parts


def _zone(zone: int) -> Zone:
    return Zone(zone_name(zone))


def deal(house: House, game: Any) -> list[Part]:
    """Explain a deal."""
    values = house.values() | {"player": house.name(game.dealer)}
    parts: list[Part] = [("dealt", values)]
    if game.has_discard:
        parts.append(("upcard", values))
    following = {"next": house.name(game.active)}
    parts.append(("first", following))
    if house.rules["family"] == "gin":
        parts.append(("gin_offered", following))
    elif not house.rules.get("opening_draw", True):
        parts.append(("without", values))
    return parts


# --- the ends


def ended(house: House, told: dict[str, Any], game: Any) -> list[Part]:
    """Explain the score of a round: `told` are the values of its outcome."""
    explain = {"laying": _laying_end, "gin": _gin_end, "manipulation": _manipulation_end}
    if told["how"] == "void":
        floor = "void_floor" if house.rules["family"] == "gin" else "void_stock"
        dealer = {"dealer": house.name(told["dealer"])}
        return [(floor, house.values() | dealer)]
    parts = explain[house.rules["family"]](house, told, game)
    parts.append(("totals", {"totals": _list_of(house, told["totals"])}))
    if house.rules.get("penalties", True):
        goal = "goal_low" if game.lowest_wins else "goal_high"
        parts.append((goal, house.values()))
    if game.phase != OVER:
        parts.append(("deals_next", {"dealer": house.name(told["dealer"])}))
    return parts


def _list_of(house: House, totals: list[int]) -> str:
    pairs = zip(house.players, totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in pairs)


def _laying_end(house: House, told: dict[str, Any], game: Any) -> list[Part]:
    rules, scores = house.rules, told["scores"]
    winner: int = told["winners"][0]
    first = {"winner": house.name(winner), "score": points(scores[winner])}
    parts: list[Part] = [(told["how"], first)]
    if not rules["penalties"]:
        return [*parts, ("no_scores", {})]
    factor = rules["rami_sec_factor"] if told["how"] == "rami_sec" else 1
    if factor > 1:
        parts.append(("doubled", {}))
    others = [seat for seat in range(game.seats) if seat != winner]
    counted = [seat for seat in others if game.has_laid[seat]]
    for seat in others:
        values = {"player": house.name(seat), "score": points(scores[seat])}
        if seat not in counted:
            if counted or not rules["nobody_laid"]:
                parts.append(("not_laid", values))
            continue
        values["points"] = points(game.counts[seat])
        parts.append(("counted_double" if factor > 1 else "counted", values))
    if not counted and rules["nobody_laid"]:
        parts.append(("nobody_laid", {"score": points(scores[others[0]])}))
    if counted:
        parts.append(("hand_values", house.values()))
    return parts


_GIN_BONUS = {"gin": "gin_bonus", "big_gin": "big_gin_bonus", "undercut": "undercut_bonus"}


def _gin_end(house: House, told: dict[str, Any], game: Any) -> list[Part]:
    how: str = told["how"]
    deadwood: int = game.deadwood
    values: dict[str, Any] = {
        "knocker": house.name(game.knocker),
        "deadwood": points(deadwood),
    }
    if not told["winners"]:
        return [("gin_tie", values)]
    winner: int = told["winners"][0]
    score: int = told["scores"][winner]
    bonus: int = house.rules[_GIN_BONUS[how]] if how in _GIN_BONUS else 0
    against = deadwood - (score - bonus) if how == "undercut" else deadwood + score - bonus
    values |= {
        "winner": house.name(winner),
        "score": points(score),
        "bonus": points(bonus),
        "against": points(against),
    }
    name = how if how in ("gin", "big_gin") else f"gin_{how}"
    return [(name, values)]


def _manipulation_end(house: House, told: dict[str, Any], game: Any) -> list[Part]:
    rules, how = house.rules, told["how"]
    winners: list[int] = told["winners"]
    parts: list[Part] = []
    if how == "stock_out":
        parts.append(("stock_out", {}))
    for seat, player in enumerate(house.players):
        parts.append(("hand", {"player": player, "points": points(game.counts.get(seat, 0))}))
    parts.append(("differences", {}))
    winner = People(tuple(house.name(seat) for seat in winners))
    if how == "out":
        parts.append(("out_bonus", {"winner": winner, "bonus": points(rules["out_bonus"])}))
    elif how == "undercut":
        values = {"knocker": house.name(game.knocker), "bonus": points(rules["undercut_bonus"])}
        parts.append(("undercut", values))
    score = points(told["scores"][winners[0]])
    parts.append(("scored", {"winner": winner, "score": score}))
    return parts


def over(house: House, told: dict[str, Any], before: list[int], game: Any) -> list[Part]:
    """Explain the end of a match: `told` are the values of its outcome, `before` its totals before.

    They are those of the last round: what the end itself adds is not in them.
    """
    rules = house.rules
    parts: list[Part] = [("over_low" if game.lowest_wins else "over_high", house.values())]
    for seat, player in enumerate(house.players):
        bonus = told["totals"][seat] - before[seat]
        values: dict[str, Any] = {"player": player, "bonus": points(bonus)}
        if bonus and before[seat] >= rules["target"]:
            parts.append(("target_bonus", values))
        elif bonus:
            parts.append(("round_bonus", values | {"rounds": Amount(game.won[seat], "round")}))
    parts.append(("totals", {"totals": _list_of(house, told["totals"])}))
    winners = tuple(house.name(seat) for seat in told["winners"])
    parts.append(("won", {"winners": People(winners)}))
    return parts


def reshuffled(told: dict[str, Any]) -> list[Part]:
    """Explain that the stock has run out."""
    return [("reshuffled", {"cards": cards_of(told["stock"])}), ("shuffle", {})]


# --- the clause under which something is explained: a key of clauses_xx.CLAUSES

_CLAUSE_OF_PART = {
    "passed": "gin_opening",
    "gin_big": "big_gin",
    "gin_knocks": "gin_lay_down",
    "knocks": "manipulation_knock",
    "went_out": "going_out",
    "first_lay": "first_lay_points",
    "last_turns": "last_turns",
    "from_discard": "discard_taken",
    "joker_taken": "joker_swap",
    "drawn": "manipulation_draws",
}
_CLAUSE_OF_END = {
    "laying": "penalties", "gin": "gin_score", "manipulation": "manipulation_score"
}


def clause_of(parts: list[Part]) -> str:
    """Return the clause under which a turn is explained: that of the rarest thing in it."""
    told = [name for name, _ in parts]
    for name, clause in _CLAUSE_OF_PART.items():
        if name in told:
            return clause
    return "turns"


def clause_of_end(house: House, told: dict[str, Any]) -> str:
    """Return the clause under which the end of a round is explained."""
    family = house.rules["family"]
    if told["how"] == "void":
        return "stock_floor" if family == "gin" else "reshuffle"
    return _CLAUSE_OF_END[family]


def after_loss(house: House, told: dict[str, Any]) -> dict[str, Any]:
    """Return what fills a line of LINES on an outcome that no referee followed."""
    values = dict(told)
    if "seat" in told:
        values["player"] = house.name(told["seat"])
    if "hand" in told:
        values["cards"] = cards_of(told["hand"])
    if "stock" in told:
        values["cards"] = cards_of(told["stock"])
    if "how" in told:
        values["how"] = Named("HOW", told["how"])
    if "totals" in told:
        values["scores"] = _list_of(house, told["totals"])
    return values
