"""What some cards are: a run, a set or neither, and why. Loaded only while that is said at once.

A check is the tuple (kind, cards, stands, points, broken, why): a reading (melds) with its points, and the
reason (said) of each clause that it breaks.
"""

from tierce import cards, melds


def check(rules: "Mapping[str, Any]", lying: "Sequence[int]", where: str) -> "Check":
    """Return the check of cards `lying` somewhere by the rules of a game, without a match.

    `rules` are those of presets.rules_of, `where` is the name of the place where the cards lie. A game
    without jokers allows none.
    """
    most = min(rules["jokers"], rules["jokers_per_meld"])
    form = (most,) + melds.form_of(rules)[1:]
    lying = sorted(lying, key=lambda card: (card >= cards.JOKER, card % 52, card))
    reading = melds.read(lying, {}, {}, form)
    return _checked(reading, form, [(clause, where, cards.codes(lying), most) for clause in reading[melds.BROKEN]])


def check_zone(view: "OfMatch", zone: int) -> "Check":
    """Return the check of a meld zone of a match, by its view: bound jokers are considered."""
    game = view._game
    reading, _ = game.read(zone)
    broken = {}
    game.note_zone(broken, zone, reading)
    return _checked(reading, game.form, [broken[clause] for clause in reading[melds.BROKEN]])


def _checked(reading: "Reading", form: "Form", why: "list[Reason]") -> "Check":
    kind, order, stands, broken = reading
    return kind, order, stands, melds.points(reading, form), broken, why


def light(checked: "Check") -> "str | None":
    """Return "good" for a meld, "bad" for none; None while it can still become one.

    Fewer than three cards are still being laid, and a joker may still be declared.
    """
    broken = checked[4]
    if not broken:
        return "good"
    return None if broken[0] in ("meld_too_short", "joker_undeclared") else "bad"
