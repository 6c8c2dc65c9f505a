"""Opens the menu over the state of a match; and says what failed at the start.

Loaded only for that.
"""

from app.people import controls
from app.people.choices import Choices
from app.people.menu import Menu
from app.people.names import zone_of
from tierce.cards import code, codes
from tierce.presets import rules_of
from tierce.zones import zone_name


def choices_of(panel):
    """Return the choices made so far, or else those of config.json."""
    choices = Choices(panel.words, panel.config)
    if panel.chosen:
        choices.restore(panel.chosen)
        choices.totals = choices.carried = None
    return choices


def menu_of(panel, screen):
    """Return the menu that fits the match, opened at a screen; None if there is no such screen."""
    match = panel.match
    show = panel.show
    jokers = [(zone_name(zone), code(joker), codes(faces)) for zone, joker, faces in match.jokers()]
    if screen == "jokers" and not jokers:
        return None
    choices = choices_of(panel)
    choices.playing = match.view is not None and show.phase != "over"
    choices.phase = show.phase
    choices.scored = bool(show.sheet)
    choices.seat = controls.awaited(show)
    choices.draws = show.draws
    choices.jokers = jokers
    if match.view is not None:
        choices.offer(lambda: _decide(panel), lambda: _placing(panel))
        choices.match = match
    choices.tester = lambda chosen: _tester(panel, chosen)  # pyright: ignore
    choices.byte = panel.byte
    choices.again = show.back >= 0
    if match.doubt is not None:
        choices.doubt(match.doubt)
    return Menu(choices, screen)


def _decide(panel):
    """Return what the players may decide now."""
    from app.people.decide import Decide

    return Decide(panel.match, panel.words)


def _placing(panel):
    """Return which cards the players can put by hand or take out."""
    from app.people.placing import Placing

    return Placing(panel.show, *panel.table.by_hand())


def _tester(panel, choices):
    """Open the page "What is this?", by the rules of the chosen game."""
    from app.match.checks import Tester

    words = panel.words
    rules = rules_of(choices.game, choices.seats, choices.rules)
    return Tester(panel.table, choices.game, rules, lambda zone: zone_of(panel.show, zone, words))


def failures(words, errors, no_deck):
    """Return the sentences for the errors of the start, each (part, reason)."""
    menu = words.menu()
    texts = []
    for name, reason in errors:
        reason = words.alerts().REASONS.get(reason, reason)
        texts.append(menu.NOTICES["device"].format(menu.DEVICES.get(name, name), reason))
    if no_deck:
        texts.append(menu.NOTICES["no_deck"])
    return texts
