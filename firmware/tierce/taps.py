"""Cards that were tapped, arranged: which melds they make, where they are laid off. For a table without zones.

A player lays exactly some cards; `arrange` says how the table may look then, the best way first. It changes nothing:
the caller moves the cards, and the referee judges them as on any table. Loaded only when wanted.
"""

from tierce import melds
from tierce.cards import JOKER
from tierce.hints import Question
from tierce.zones import MOST_MELDS

# An arrangement: (zones, said, legal). `zones`: meld zone -> its cards afterwards, of the zones that change;
# `said`: joker -> the face to declare; `legal`: whether the lay is, as far as the melds tell.
ZONES, SAID, LEGAL = range(3)


def arrange(game: "Any", laid: "Sequence[int]", left: int, alive: "Callable[[], object]" = int) -> "list[Arrangement]":
    """Return the arrangements in which the seat on turn lays exactly the cards `laid`, the best first.

    `left` cards stay in hand once it has discarded. A joker of the table among `laid` is taken from its meld. If no
    arrangement is legal, the list has the nearest one only.
    """
    layout = game.layout
    zones = sorted(layout.start)
    there = [layout.start[zone] for zone in zones]
    hand = [card for card in laid if not layout.was_on_meld(card)]
    wanted = [card for card in laid if layout.was_on_meld(card)]
    asked = Question(game.rules, hand, there, zones, layout.bound)
    asked.alive = alive
    if game.rules["family"] == "manipulation":
        return _manipulated(asked, layout)
    readings = asked.readings()
    found = _lawful(asked, game, readings, left, len(wanted))
    legal = True
    if not found:
        from tierce.arrange.every import EveryLay

        legal = False
        found = EveryLay(hand, game.rules, readings, asked.goal, alive).every(None, True, len(wanted))
    ways = []
    for (_, _, new, changes, _), placed in found:
        out = [card for _, _, gone in changes for card in gone]
        if [card for card in wanted if card not in out]:
            continue
        way = _placed(asked, zones, readings, new, changes, dict(placed))
        if way not in ways:
            ways.append(way)
    if not ways:
        return [_nearest(asked, zones, readings)]
    # A player taps meld by meld: the fewer changes from zone to zone, the better.
    order = [(_changes(ways[at][ZONES], laid), at) for at in range(len(ways))]
    return [ways[at] + (legal,) for _, at in (sorted(order) if legal else sorted(order)[:1])]


def _changes(lies: "Mapping[int, Sequence[int]]", laid: "Sequence[int]") -> int:
    """Return how often the zone changes from one laid card to the next."""
    count = 0
    last = None
    for card in laid:
        zone = [each for each in lies if card in lies[each]]
        count += zone != last
        last = zone
    return count


def _lawful(asked: Question, game: "Any", readings: "list[Reading]", left: int, due: int) -> "list[Any]":
    """Return the lays (every) that the seat may lay now."""
    from tierce.arrange.every import EveryContract, EveryLay

    rules, seat, hand = game.rules, game.active, asked.hand
    may_lay = rules["first_turn_lay"] or game.turns[seat] > 0
    if "contracts" in rules:
        if not may_lay:
            return []
        lays = EveryContract(hand, rules, readings, asked.goal, asked.alive)
        if game.has_laid[seat]:
            return lays.every((0, 0), True, due)
        return lays.every(game.contract, rules["lay_off_with_first_lay"], due)
    lays = EveryLay(hand, rules, readings, asked.goal, asked.alive)
    if game.has_laid[seat]:
        return lays.every(None, True, due)
    before, beside = rules["lay_off_before_laying"], rules["lay_off_with_first_lay"]
    found = []
    if may_lay:
        found = lays.every(lays.are_lawful if before else lays.begins, before or beside, due)
    others = rules["rami_sec"] == "others" or True not in game.has_laid
    if not found and left == 0 and rules["rami_sec"] != "never" and others and not game.on_table[seat]:
        found = lays.every(lays.are_rami_sec, before or beside, due)
    return found


def _placed(
    asked: Question,
    zones: "Sequence[int]",
    readings: "Sequence[Reading]",
    new: "Melds",
    changes: "Sequence[tuple[int, list[int], list[int]]]",
    placed: "Mapping[int, tuple[int, int]]",
) -> "tuple[dict[int, list[int]], dict[int, int]]":
    """Return (zones, said) of a lay: see ZONES, SAID."""
    lies = {}
    said = {}
    for at, came, out in changes:
        kind, cards, stands, _ = readings[at]
        lies[zones[at]] = [card for card in cards if card not in out] + came
        below, above = placed.get(at, (0, 0))
        jokers = [card for card in came if card >= JOKER][-(below + above) :] if below + above else ()
        if jokers and kind == "run":
            said.update(_ends(asked, lies[zones[at]], stands, jokers, below))
    # In the order in which they were tapped
    for cards in sorted(new, key=lambda meld: min([asked.hand.index(card) for card in meld if card in asked.hand])):
        lies[free_zone(zones, lies)] = list(cards)
    return lies, said


def _ends(
    asked: Question, cards: "Sequence[int]", stands: "Mapping[int, int]", jokers: "Sequence[int]", below: int
) -> "dict[int, int]":
    """Return the faces of `jokers` added to the ends of a run, `below` of them at the low end."""
    pins = {card: stands[card] for card in cards if card in stands}
    form = melds.form_of(asked.rules)
    rest = [card for card in cards if card not in jokers]
    reading = melds.read(rest, pins, {}, form, "run")
    if reading[melds.BROKEN]:
        return {}
    first = reading[melds.CARDS][0]
    suit = min(rest) // 13 % 4
    start = reading[melds.STANDS].get(first, first) % 13
    found = {}
    for i, joker in enumerate(jokers):
        place = start - below + i if i < below else start + len(rest) + i - below
        found[joker] = suit * 13 + place % 13
    return found


def free_zone(*used: "Iterable[int]") -> int:
    """Return the lowest number of a meld zone that is not among the used ones."""
    return next(zone for zone in range(1, MOST_MELDS) if not [1 for zones in used if zone in zones])


def _nearest(asked: Question, zones: "Sequence[int]", readings: "Sequence[Reading]") -> "Arrangement":
    """Return an arrangement that is refused: as many cards as possible in melds, the rest together on a new zone."""
    from tierce.arrange.laying import Lays

    best = Lays(asked.hand, asked.rules, readings, "cards", asked.alive).best()
    assert best, "to lay nothing is a lay"
    lies, said = _placed(asked, zones, readings, best[2], best[3], {})
    down = [card for zone in lies for card in lies[zone]]
    rest = [card for card in asked.hand if card not in down]
    if rest:
        lies[free_zone(zones, lies)] = rest
    return lies, said, False


def _manipulated(asked: Question, layout: "Any") -> "list[Arrangement]":
    """Return how the whole table is rearranged: at most one way."""
    from tierce.arrange import manipulation

    stands = {}
    for reading in asked.readings():
        stands.update(reading[melds.STANDS])
    best = manipulation.best(asked.hand, asked.table, stands, asked.rules, "cards", asked.alive)
    table, faces = best[2], best[3]
    down = [card for meld in table for card in meld]
    rest = [card for card in asked.hand if card not in down]
    return [_homes(layout.start, list(table) + ([rest] if rest else []), faces) + (not rest,)]


def _homes(
    start: "Mapping[int, Sequence[int]]", table: "list[Sequence[int]]", faces: "Mapping[int, int]"
) -> "tuple[dict[int, list[int]], dict[int, int]]":
    """Return (zones, said) for a table of melds: each lies where most of its cards lay."""
    shares = []
    for at, meld in enumerate(table):
        for zone in start:
            shared = len([card for card in meld if card in start[zone]])
            if shared:
                shares.append((-shared, zone, at))
    lies = {}
    home = {}
    for _, zone, at in sorted(shares):
        if zone not in lies and at not in home:
            lies[zone] = list(table[at])
            home[at] = zone
    for at, meld in enumerate(table):
        if at not in home:
            lies[free_zone(start, lies)] = list(meld)
    for zone in start:
        if zone not in lies:
            lies[zone] = []
        elif sorted(lies[zone]) == sorted(start[zone]):
            del lies[zone]
    said = {}
    for zone in lies:
        for card in lies[zone]:
            if card in faces:
                said[card] = faces[card]
    return lies, said


def events(view: "Any", arrangement: "Arrangement", t: int) -> "list[Event]":
    """Return the events of an arrangement: cards leave zones, then cards come, then jokers are declared."""
    zones, said, _ = arrangement
    found = []
    for zone in sorted(zones):
        gone = [card for card in view.cards(zone) if card not in zones[zone]]
        if gone:
            found.append(("cards", t, zone, gone, ()))
    for zone in sorted(zones):
        came = [card for card in zones[zone] if view.zone_of(card) != zone]
        if came:
            found.append(("cards", t, zone, (), came))
    for zone in sorted(zones):
        for joker in zones[zone]:
            if joker in said:
                found.append(("joker", t, zone, joker, said[joker]))
    return found
