"""Says what some cards are: a run, a set or neither, and why. Judges no turn; loaded on demand.

A check is the tuple (kind, cards, stands, points, broken, why): a reading (melds) with its points,
and the sentence of each clause that it breaks.
"""

from tierce import melds
from tierce.cards import JOKER, text


def check(rules, cards, where, words):
    """Return the check of `cards` by the rules of a game, without a match.

    `rules` are those of presets.rules_of, `where` is the name of the place where the cards lie,
    `words` a module tierce.words_xx. A game without jokers allows none.
    """
    most = min(rules["jokers"], rules["jokers_per_meld"])
    form = (most,) + melds.form_of(rules)[1:]
    cards = sorted(cards, key=lambda card: (card >= JOKER, card % 52, card))
    reading = melds.read(cards, {}, {}, form)
    shown = " ".join([text(card, words) for card in cards])
    why = [words.WHY[clause].format(where, shown, most) for clause in reading[melds.BROKEN]]
    return _checked(reading, form, why)


def check_zone(view, zone):
    """Return the check of a meld zone of a match, by its view: bound jokers are considered."""
    game = view._game
    reading, _ = game.read(zone)
    broken = {}
    game.note_zone(broken, zone, reading)
    return _checked(reading, game.form, [broken[clause] for clause in reading[melds.BROKEN]])


def _checked(reading, form, why):
    kind, cards, stands, broken = reading
    return kind, cards, stands, melds.points(reading, form), broken, why


def light(checked):
    """Return "good" for a meld, "bad" for none; None while it can still become one.

    Fewer than three cards are still being laid, and a joker may still be declared.
    """
    broken = checked[4]
    if not broken:
        return "good"
    return None if broken[0] in ("meld_too_short", "joker_undeclared") else "bad"
