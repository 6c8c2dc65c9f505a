"""Players who see the whole table and choose moves; without browser or server.

A player is a generator of moves, which looks at the table again before each:

    ("deal",)                      the dealer deals
    ("draw", seat)                 a card from the stock
    ("move", codes, place)         cards to a zone or a rack
    ("press", seat, what)          "done", "knock" or "pass"

They play by the engine's hints, both sides as well as possible, until the round is scored.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tierce_tools.hints.questions import answer

Move = tuple[Any, ...]


@dataclass
class Seen:
    """The contents of a page: place -> codes of its cards, "" for a face-down card."""

    game: str = ""
    phase: str = ""
    seat: int = -1
    dealer: int = 0
    opening: bool = False
    awaited: list[int] = field(default_factory=list)
    down: list[int] = field(default_factory=list)  # seats that have laid
    cards: dict[str, list[str]] = field(default_factory=dict)
    jokers: dict[str, str] = field(default_factory=dict)  # joker -> the card for which it stands
    stock: int = 0

    def hand(self, seat: int) -> list[str]:
        return self.cards.get(f"hand{seat}", [])

    def melds(self) -> dict[str, list[str]]:
        """Return zone -> cards of the meld zones in use."""
        return {place: codes for place, codes in self.cards.items() if place.startswith("meld") and codes}

    def free(self) -> list[str]:
        """Return the empty meld zones."""
        return [place for place, codes in self.cards.items() if place.startswith("meld") and not codes]

    def question(self, seat: int, table: dict[str, list[str]], **more: Any) -> dict[str, Any]:
        lying = {card for codes in table.values() for card in codes}
        return {
            "game": self.game,
            "hand": self.hand(seat),
            "table": list(table.values()),
            "jokers": {joker: face for joker, face in self.jokers.items() if joker in lying},
            **more,
        }


Look = Callable[[], Seen]


def play(look: Look, knock: int | None = None) -> Iterator[Move]:
    """Play a round from deal to score; `knock` is the house's knock limit."""
    yield ("deal",)
    while (seen := look()).phase in ("turn", "count"):
        if seen.phase == "turn":
            if seen.game == "gin":
                yield from gin_turn(look, 10 if knock is None else knock)
            elif seen.game == "manipulation":
                yield from manipulation_turn(look, 5 if knock is None else knock)
            else:
                yield from laying_turn(look)
        elif seen.game == "gin":
            yield from lay_down(look)
        else:
            seat = seen.awaited[0]
            yield "move", seen.hand(seat), f"seat{seat}"
            yield "press", seat, "done"


def laying_turn(look: Look) -> Iterator[Move]:
    """Play a turn of a laying game: draw, lay everything possible, discard or go out."""
    seat = look().seat
    yield "draw", seat
    yield from lay(look)
    left = look().hand(seat)
    if left:
        yield "move", [least_useful(left)], "discard"
    else:
        yield "press", seat, "done"


def lay(look: Look) -> Iterator[Move]:
    """Lay and lay off as the hint proposes, as far as there are zones."""
    seen = look()
    seat = seen.seat
    melds, free = seen.melds(), seen.free()
    laid = seat in seen.down
    found: dict[str, Any] = dict(answer(seen.question(seat, melds, laid=laid, goal="cards" if laid else "points")))
    if not laid and not found["can_lay"]:
        return
    new = found["melds"] if laid else found.get("first_lay") or found["melds"]
    if len(new) > len(free):
        return
    zones = list(melds)
    # A joker is taken only after its replacement cards have come.
    taken = {joker for each in found["lay_offs"] for joker in each.get("out", ())}
    if laid:
        for each in found["lay_offs"]:
            zone = zones[int(each["zone"].removeprefix("meld")) - 1]
            come = [card for card in each["in"] if card not in taken]
            if come:
                yield "move", come, zone
        for each in found["lay_offs"]:
            zone = zones[int(each["zone"].removeprefix("meld")) - 1]
            for joker in taken & set(each["in"]) - set(seen.cards[zone]):
                yield "move", [joker], zone
    for codes, zone in zip(new, free, strict=False):
        own = [card for card in codes if card not in taken]
        yield "move", own, zone
        for joker in taken & set(codes):
            yield "move", [joker], zone


def gin_turn(look: Look, knock: int = 10) -> Iterator[Move]:
    """Play a turn of gin: pass the upcard, draw, knock when possible, discard."""
    seen = look()
    seat = seen.seat
    if seen.opening:
        yield "press", seat, "pass"
        return
    yield "draw", seat
    hand = look().hand(seat)
    found: dict[str, Any] = dict(answer({"game": "gin", "hand": hand}))
    if found["discard"] is None:
        yield "press", seat, "knock"
        yield "press", seat, "done"
        return
    if found["deadwood"] <= knock:
        yield "press", seat, "knock"
    yield "move", [found["discard"]], "discard"


def lay_down(look: Look) -> Iterator[Move]:
    """Lay a hand down after a knock: own melds, lay-offs on the knocker's, then the rest."""
    seen = look()
    seat = seen.awaited[0]
    melds, free = seen.melds(), seen.free()
    found: dict[str, Any] = dict(answer({"game": "gin", "hand": seen.hand(seat), "table": list(melds.values())}))
    zones = list(melds)
    left = set(seen.hand(seat))
    for each in found.get("lay_offs", ()):
        at = int(each["zone"].removeprefix("meld")) - 1
        yield "move", each["in"], zones[at]
        left -= set(each["in"])
    for codes, zone in zip(found["melds"], free, strict=False):
        yield "move", codes, zone
        left -= set(codes)
    if left:
        yield "move", [card for card in seen.hand(seat) if card in left], f"seat{seat}"
    yield "press", seat, "done"


def manipulation_turn(look: Look, knock: int = 5) -> Iterator[Move]:
    """Play a turn of manipulation: draw until a meld is possible, rearrange, perhaps knock."""
    seat = look().seat
    for draws in range(min(3, look().stock)):
        yield "draw", seat
        if draws < 2:
            seen = look()
            found: dict[str, Any] = dict(answer(seen.question(seat, seen.melds())))
            if found["cards"]:
                yield from rearrange(seen, found["table"])
                break
    held = look().hand(seat)
    yield "press", seat, "knock" if held and sum(map(counts, held)) <= knock else "done"


def rearrange(seen: Seen, wanted: list[list[str]]) -> Iterator[Move]:
    """Yield the moves that turn the table's melds into the wanted ones."""
    places = placed(seen.melds(), seen.free(), wanted)
    for zone, codes in places.items():
        come = [card for card in codes if card not in seen.cards[zone]]
        if come:
            yield "move", come, zone


def placed(melds: dict[str, list[str]], free: list[str], wanted: list[list[str]]) -> dict[str, list[str]]:
    """Return zone -> meld: each wanted meld where most of it lies already, others on free zones."""
    pairs = sorted(
        (
            (len(set(codes) & set(lying)), zone, number)
            for zone, lying in melds.items()
            for number, codes in enumerate(wanted)
        ),
        key=lambda pair: -pair[0],
    )
    places: dict[str, list[str]] = {}
    done: set[int] = set()
    for shared, zone, number in pairs:
        if shared and zone not in places and number not in done:
            places[zone] = wanted[number]
            done.add(number)
    empty = free + [zone for zone in melds if zone not in places]
    others = [codes for number, codes in enumerate(wanted) if number not in done]
    if len(others) > len(empty):
        raise ValueError(f"{len(wanted)} melds, and zones for {len(places) + len(empty)}")
    return {**places, **dict(zip(empty, others, strict=False))}


def counts(card: str) -> int:
    """Return a card's value in hand at manipulation."""
    if card[0] == "X":
        return 25
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


def least_useful(hand: list[str]) -> str:
    """Return the card with the fewest companions for a meld; of several the first."""

    def companions(card: str) -> int:
        if card[0] == "X":
            return 100
        at = "A23456789TJQK".index(card[0])
        return sum(
            1 + (other[0] != card[0] and abs("A23456789TJQK".index(other[0]) - at) == 1)
            for other in hand
            if other != card
            and other[0] != "X"
            and (
                (other[0] == card[0] and other[1] != card[1])
                or (other[1] == card[1] and 0 < abs("A23456789TJQK".index(other[0]) - at) < 3)
            )
        )

    return min(hand, key=companions)
