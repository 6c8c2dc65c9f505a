"""Reads the cards of one zone as a meld: kind, order, faces of the jokers, broken clauses.

Pure: no table, no turn. RULES.md defines a meld in "What all the laying games share" and its fine
print 2 to 5, in "gin" and in "manipulation". A `form` holds what differs between these games.
"""

from tierce.cards import JOKER, value

# A form is the tuple (jokers, longest, ace_high, suited, low_ace, joker, ace, least, copies):
#   jokers    most jokers in a meld
#   longest   cards in the longest run: 13, or 14 with both aces
#   ace_high  the ace may follow the king
#   suited    manipulation: a joker stands for one card, suit included, and must be declared if
#             several cards are possible. In other games an undeclared joker takes the place worth
#             most, or the highest place if jokers have a lay value of their own
#   low_ace   lay value of the ace before a 2 (elsewhere it is `ace`). 0 in gin and manipulation: a
#             meld there is worth the values of its cards in hand
#   joker     lay value of a joker, or None: the lay value of the card it stands for
#   ace       lay value of any other ace
#   least     fewest cards of a run: 3, but 4 in contrat
#   copies    how often a suit may come in a set: once, or twice under `same_suit_twice`

_JOKERS, _LONGEST, _ACE_HIGH, _SUITED, _LOW_ACE, _JOKER, _ACE, _LEAST, _COPIES = range(9)

# A reading is the tuple (kind, cards, stands, broken): kind "run", "set" or "none"; the cards in
# order; joker -> face; the codes of the broken clauses. If only the face of a joker is wrong or
# missing (`joker_changed`, `joker_undeclared`), the kind is still that of the meld.
KIND, CARDS, STANDS, BROKEN = range(4)


def form_of(rules: "Rules") -> "Form":
    """Return the form for the rules of a game (presets.rules_of)."""
    in_hand = rules["laid_as_in_hand"]
    return (
        rules["jokers_per_meld"],
        12 + rules["decks"],  # two decks have two aces of a suit: a run may hold both
        rules["ace_high"],
        rules["jokers_suited"],
        0 if in_hand else rules["low_ace"],
        rules["joker_in_hand"] if in_hand else rules["lay_joker"] or None,
        11 if in_hand else rules["lay_ace"],
        rules.get("run_least", 3),
        rules["set_copies"],
    )


def runs(faces: "list[int]", size: int, form: "Form") -> "list[tuple[Any, ...]]":
    """Return the runs of `size` cards that contain these natural faces.

    Each is ("run", start, holes, places). `start` is the first place, from 0 (low ace) to 12.
    `holes` are the missing faces, in order of place. `places` are their places as a bit mask.
    """
    suit = faces[0] // 13
    mask = 0  # places 1 to 12 taken by natural cards; aces are counted apart
    aces = 0
    low, high = 13, 0
    for face in faces:
        rank = face % 13
        if face // 13 != suit or mask >> rank & 1:
            return []
        if rank:
            mask |= 1 << rank
            if rank < low:
                low = rank
            if rank > high:
                high = rank
        else:
            aces += 1
    if not form[_LEAST] <= size <= form[_LONGEST] or aces > 2:
        return []
    end = 14 if form[_ACE_HIGH] else 13
    found = []
    for start in range(max(0, high + 1 - size), min(low, end - size) + 1):
        left = ((1 << size) - 1) << start & ~mask
        unplaced = aces
        for end_place in (1, 1 << 13):
            if unplaced and left & end_place:
                left ^= end_place
                unplaced -= 1
        if unplaced:
            continue
        holes = [suit * 13 + place % 13 for place in range(start, start + size) if left >> place & 1] if left else []
        found.append(("run", start, holes, left))
    return found


def sets(faces: "list[int]", size: int, form: "Form") -> "list[tuple[Any, ...]]":
    """Return the sets of `size` cards that contain these faces: [("set", rank, missing faces)]."""
    copies = form[_COPIES]
    if size > 4 * copies:
        return []
    rank = faces[0] % 13
    for face in faces:
        if face % 13 != rank:
            return []
    suits = range(rank, 52, 13)
    counts = [faces.count(face) for face in suits]
    if max(counts) > copies:
        return []
    holes = []
    for copy in range(copies):
        holes.extend([face for face, count in zip(suits, counts) if count <= copy])
    return [("set", rank, holes)]


def _fits(shape: "tuple[Any, ...]", pins: "Mapping[int, int]", suited: bool) -> bool:
    """Tell whether every pinned joker can stand for its face in this run or set."""
    if shape[0] == "set" and not suited:
        for joker in pins:
            if pins[joker] % 13 != shape[1]:
                return False
        return True
    free = list(shape[2])
    for joker in pins:
        if pins[joker] not in free:
            return False
        free.remove(pins[joker])
    return True


def _price(shape: "tuple[Any, ...]", size: int, form: "Form") -> "tuple[int, ...]":
    """Return the sort key of a run or set; the highest is chosen. RULES.md, fine print 3."""
    if form[_JOKER] and not form[_SUITED]:
        # A joker with a lay value of its own is worth the same at any place.
        return (0, shape[0] == "run", shape[1])
    if shape[0] == "set":
        return (value(shape[1], form[_ACE], 0) * size, 0, 0)
    total = 0
    for i, face in enumerate(shape[2]):
        low_ace = i == 0 and shape[3] & 1
        total += form[_LOW_ACE] if low_ace else value(face, form[_ACE], 0)
    return (total, 1, shape[1])


def read(
    cards: "Sequence[int]",
    pins: "Mapping[int, int]",
    said: "Mapping[int, int]",
    form: "Form",
    kind: "str | None" = None,
    stood: "Mapping[int, int] | tuple[()]" = (),
) -> "Reading":
    """Read the cards of a zone as a meld; return a reading.

    `pins`: bound joker -> its face. `said`: joker -> declared face. `kind`: "run" or "set" if the
    meld must stay one, else None. `stood`: joker -> its face when the turn began; in manipulation
    the joker keeps it if possible.
    """
    size = len(cards)
    naturals = [card for card in cards if card < JOKER]
    if size < 3:
        return ("none", cards, {}, ("meld_too_short",))
    if not naturals:
        return ("none", cards, {}, ("not_a_meld",))
    faces = [card % 52 for card in naturals]
    shapes = runs(faces, size, form)
    shapes.extend(sets(faces, size, form))
    if not shapes:
        ranks = [face % 13 for face in faces]
        same = size < 5 and len(ranks) > 1 and min(ranks) == max(ranks)
        return ("none", cards, {}, ("set_same_suit" if same else "not_a_meld",))
    if len(naturals) == size:
        return (shapes[0][0], _order(shapes[0], naturals, {}), {}, ())
    jokers = sorted([card for card in cards if card >= JOKER])
    if len(jokers) > form[_JOKERS]:
        return ("none", cards, {}, ("too_many_jokers",))
    suited = form[_SUITED]
    pins = dict(pins)
    kept = [s for s in shapes if _fits(s, pins, suited) and kind in (None, s[0])]
    if not kept:
        otherwise = read(cards, {}, said, form)
        return (otherwise[KIND], otherwise[CARDS], otherwise[STANDS], ("joker_changed",))
    # A face that no reading allows is ignored: LOG.md, fine print 9; RULES.md, fine print 20.
    for faces in (said, stood if suited else ()):
        for joker in jokers:
            if joker in pins or joker not in faces:
                continue
            pins[joker] = faces[joker]
            fitting = [s for s in kept if _fits(s, pins, suited)]
            if fitting:
                kept = fitting
            else:
                del pins[joker]
    free = [joker for joker in jokers if joker not in pins]
    shape = _dearest(kept, len(jokers), form)
    stands = _assign(shape, jokers, pins)
    order = _order(shape, naturals, stands)
    if suited and free and _ways(kept, pins, len(free)) > 1:
        return (shape[0], order, pins, ("joker_undeclared",))
    return (shape[0], order, stands, ())


def _dearest(shapes: "list[tuple[Any, ...]]", jokers: int, form: "Form") -> "tuple[Any, ...]":
    """Return the run or set in which `jokers` jokers are worth most."""
    best = shapes[0]
    for shape in shapes:
        if _price(shape, jokers, form) > _price(best, jokers, form):
            best = shape
    return best


def _assign(shape: "tuple[Any, ...]", jokers: "list[int]", pins: "Mapping[int, int]") -> "dict[int, int]":
    """Return joker -> face: pinned jokers first, then the other jokers in order of place."""
    stands = {}
    holes = list(shape[2])
    for joker in jokers:
        # In a set of the laying games a joker is bound to the rank only; the suit is for display.
        if joker in pins and pins[joker] in holes:
            stands[joker] = pins[joker]
            holes.remove(pins[joker])
    for joker in jokers:
        if joker not in stands:
            stands[joker] = holes.pop(0)
    return stands


def _ways(shapes: "list[tuple[Any, ...]]", pins: "Mapping[int, int]", free: int) -> int:
    """Return how many different faces, or groups of them, `free` jokers could stand for."""
    ways = []
    for shape in shapes:
        # A face can be missing twice: the two aces of a run.
        holes = list(shape[2])
        for joker in pins:
            holes.remove(pins[joker])
        # A set may lack more faces than it has jokers; then each is a way.
        for way in (holes,) if len(holes) == free else [[face] for face in holes]:
            if way not in ways:
                ways.append(way)
    return len(ways)


def _order(shape: "tuple[Any, ...]", naturals: "list[int]", stands: "Mapping[int, int]") -> "list[int]":
    """Return the cards in order: a run by place, a set by suit with the jokers last."""
    if shape[0] == "set":
        return sorted(naturals, key=lambda card: (card % 52, card)) + sorted(stands)
    start = shape[1]
    cards = naturals + sorted(stands) if stands else naturals
    places = {}
    for card in cards:
        face = stands[card] if card >= JOKER else card % 52
        place = face % 13
        if place < start or place in places:
            place += 13
        places[place] = card
    return [places[place] for place in sorted(places)]


def points(reading: "Reading", form: "Form", but: "Sequence[int]" = ()) -> int:
    """Return the lay value of a meld without the cards `but`, 0 if it breaks a clause."""
    kind, cards, stands, broken = reading
    if broken:
        return 0
    total = 0
    for i, card in enumerate(cards):
        if card in but:
            continue
        if card >= JOKER:
            if form[_JOKER] is not None:
                total += form[_JOKER]
                continue
            card = stands[card]
        if not form[_LOW_ACE]:
            total += value(card, 1, 0)
        elif kind == "run" and i == 0 and card % 13 == 0:
            total += form[_LOW_ACE]
        else:
            total += value(card, form[_ACE], 0)
    return total


def is_pure_run(reading: "Reading", beside_joker: bool) -> bool:
    """Tell whether a meld is a run without a joker.

    If `beside_joker` (option `pure_run_beside_joker`), three natural cards in a row are enough.
    """
    if reading[KIND] != "run" or reading[BROKEN]:
        return False
    row = 0
    for card in reading[CARDS]:
        row = row + 1 if card < JOKER else 0
        if row == 3 and beside_joker:
            return True
    return not reading[STANDS]
