"""Checks a log's header and events, as parsed from JSON, and converts them. LOG.md defines them.

Invalid data is refused here. A board has this module in memory only while it opens a match.
"""

from tierce import cards
from tierce.bad_data import LogError
from tierce.phases import BUTTONS, HAND, RULINGS
from tierce.presets import rules_of
from tierce.zones import NOWHERE, zone_number

LARGEST = 9007199254740991  # largest number in a log: LOG.md, fine print 24
_MOST_DRAWS = 200  # most cards in one `draw`
# What was asked for: (decks, jokers) of a game -> code -> card; name -> zone.
_codes = {}
_zones = {}


def read_header(header: object) -> "tuple[dict[str, Any], int, dict[str, int], int, list[int] | None]":
    """Return (rules, dealer, tags, rounds, totals) of a header.

    `rules` are those of presets.rules_of, `tags` gives tag -> card, `totals` is None if the header
    has none. Raises LogError for an invalid header. LOG.md "Header".
    """
    if not isinstance(header, dict) or "tierce" not in header:
        raise LogError("no_header")
    version = header["tierce"]
    if type(version) is not int or version != 1:
        raise LogError("version", version)
    players = header.get("players")
    if not isinstance(players, list) or not players:
        raise LogError("players")
    for name in players:
        if not isinstance(name, str):
            raise LogError("players")
    tags = _tags(header.get("deck", {}))
    seats = len(players)
    rules = rules_of(header.get("game"), seats, header.get("rules", {}))
    dealer = header.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise LogError("dealer", dealer, seats - 1)
    rounds = header.get("rounds", 0)
    if type(rounds) is not int or not 0 <= rounds <= LARGEST:
        raise LogError("rounds", rounds)
    contracts = rules.get("contracts")
    if contracts and rounds >= len(contracts):
        raise LogError("contracts_over", rounds, len(contracts))
    if "totals" not in header:
        return rules, dealer, tags, rounds, None
    if rules.get("hollywood"):
        raise LogError("hollywood_totals")
    totals = header["totals"]
    if not isinstance(totals, list) or len(totals) != seats:
        raise LogError("totals", seats)
    for total in totals:
        if type(total) is not int or not -LARGEST <= total <= LARGEST:
            raise LogError("totals", seats)
    return rules, dealer, tags, rounds, list(totals)


def _tags(deck: object) -> "dict[str, int]":
    """Return tag -> card from a header's `deck`. Raises LogError."""
    if not isinstance(deck, dict):
        raise LogError("not_object", "deck")
    tags = {}
    seen = {}
    for tag in sorted(deck):
        code = deck[tag]
        card = cards.parse(code) if isinstance(code, str) else -1
        if card < 0:
            raise LogError("deck_card", tag, code)
        if card in seen:
            raise LogError("deck_twice", code, seen[card], tag)
        seen[card] = tag
        tags[tag] = card
    return tags


def _named(name: object, deck: "Mapping[str, int]") -> int:
    """Return the card of a code or tag, or -1."""
    if not isinstance(name, str):
        return -1
    card = cards.parse(name)
    return deck.get(name, -1) if card < 0 else card


def _card_of(name: object, deck: "Mapping[str, int]", rules: "Mapping[str, Any]") -> int:
    """Return the card of a code or tag. Raises LogError if it is none of the game."""
    card = _named(name, deck)
    if card < 0 or not cards.in_deck(card, rules["decks"], rules["jokers"]):
        raise LogError("unknown_card", name)
    if name not in deck:
        _codes.setdefault((rules["decks"], rules["jokers"]), {})[name] = card
    return card


def _cards_of(names: object, key: str, deck: "Mapping[str, int]", rules: "Mapping[str, Any]") -> "list[int]":
    """Return the cards of an event's `out` or `in`, which is `key`. Raises LogError."""
    if type(names) is not list:
        raise LogError("not_list", key)
    try:
        codes = _codes[rules["decks"], rules["jokers"]]
        return [codes[names[0]]] if len(names) == 1 else [codes[name] for name in names]
    except (KeyError, TypeError):  # one that was not asked for before
        return [_card_of(name, deck, rules) for name in names]


def from_log(event: object, now: int, deck: "Mapping[str, int]", rules: "Mapping[str, Any]", seats: int) -> "Event":  # noqa: C901
    """Return the event (events) of a log line, parsed from JSON.

    `now` is the time of the previous event in ms, `deck` gives tag -> card, `rules` are those of
    presets.rules_of. Raises LogError for an invalid event. LOG.md "Events".
    """
    if type(event) is not dict:
        raise LogError("not_event")
    t = event["t"] if "t" in event else None
    if type(t) is not int or not now <= t <= LARGEST:
        if type(t) is int and 0 <= t < now:
            raise LogError("time_falls", t, now)
        raise LogError("time", t)

    # Each kind of event has its own key. A line with two of these keys is invalid.
    if "zone" not in event:
        if "press" not in event:
            return _seldom(event, t)
        if "ruling" in event or "draw" in event:
            raise LogError("not_event")
        button = event["press"]
        if button not in BUTTONS:
            raise LogError("unknown_button", button, BUTTONS)
        seat = event["seat"] if "seat" in event else None
        if type(seat) is not int or not 0 <= seat < seats:
            raise LogError("unknown_seat", seat, seats - 1)
        return ("press", t, seat, button)
    # A line of three keys has only one beside time and zone.
    if len(event) > 3 and ("press" in event or "ruling" in event or "draw" in event):
        raise LogError("not_event")
    name = event["zone"]
    try:
        zone = _zones[name]
    except (KeyError, TypeError):
        zone = zone_number(name)
        if zone != NOWHERE:
            _zones[name] = zone
    if zone < -seats:
        raise LogError("unknown_zone", name)
    if "joker" not in event:
        left = event["out"] if "out" in event else None
        came = event["in"] if "in" in event else None
        if left is None and came is None:
            raise LogError("not_event")
        left = [] if left is None else _cards_of(left, "out", deck, rules)
        came = [] if came is None else _cards_of(came, "in", deck, rules)
        moved = ("cards", t, zone, left, came)
        return moved + (HAND,) if "by" in event and event["by"] == HAND else moved
    if "in" in event or "out" in event:
        raise LogError("not_event")
    joker = _card_of(event["joker"], deck, rules)
    if joker < cards.JOKER or zone < 1:
        raise LogError("not_joker", event["joker"], event["zone"])
    name = event.get("as")
    face = _named(name, deck)
    if not 0 <= face < cards.JOKER:
        raise LogError("joker_as", name)
    return ("joker", t, zone, joker, face)


def _seldom(event: "Mapping[str, Any]", t: int) -> "Event":
    """Return the event of a line with neither zone nor button: a ruling or a draw."""
    if "ruling" in event:
        if "draw" in event:
            raise LogError("not_event")
        name = event["ruling"]
        if not isinstance(name, str) or name not in RULINGS:
            raise LogError("unknown_ruling", name, tuple(sorted(RULINGS)))
        key = RULINGS[name]
        if not key:
            return ("ruling", t, name, None, None)
        # The engine checks seat and number: rulings.check.
        return ("ruling", t, name, event.get("seat"), event.get(key))
    if "draw" in event:
        count = event["draw"]
        good = type(count) is int and -_MOST_DRAWS <= count <= _MOST_DRAWS
        if not good:
            raise LogError("draw", count)
        return ("draw", t, count)
    raise LogError("not_event")
