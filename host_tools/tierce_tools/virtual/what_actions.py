"""What is this? Cards are laid on a zone, and the table's own menu page says what they are.

    {"do": "what", "cards": "5H 6H 7H", "zone": "meld1", "game": "atelier"}

The answer's `said` is the text of the table's screen. Without a match only; a recorded match is
put away.
"""

from tierce.presets import PRESETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.hints.typed import faces
from tierce_tools.match.places import BOX, STOCK
from tierce_tools.virtual import checks
from tierce_tools.virtual.checks import NO_PLACE, Act, Action
from tierce_tools.virtual.play import Answering, Asker, Play

_TYPED = 200  # letters
_DECKS, _JOKERS = 2, 4  # so that any card can be laid
_CALM_MS = 2500  # until the table has said what lies there, on any screen


def _what(play: Play, action: Action, asker: Asker) -> None:
    zone, game = checks.text(action, "zone"), checks.text(action, "game", tuple(PRESETS))
    if zone not in play.scene.zones:
        raise Trouble("table.no_place", NO_PLACE, place=checks.shown(zone), places=", ".join(play.scene.zones))
    cards = faces(checks.text(action, "cards")[:_TYPED], play.config.get("language", "en"))
    if play.playback is None:
        checks.hands_free(play)
    checks.powered(play)
    if play.playback is None and play.fact("phase") not in (None, "over"):
        raise Trouble("table.what_in_play", "A match is in play: ask “What is this?” before or after it.")

    another = play.playback is not None
    if another:  # a recorded match gives way to a table without one
        play.renew({**play.club, "language": play.config.get("language", "en")})

    def told() -> Answering:
        if another:
            yield play.machine.boot_ms
        hands, scene = play.hands, play.scene
        if any(scene.where(card) == BOX for card in cards):
            hands.gather(_DECKS, _JOKERS)
        hands.move([card for card in scene.places[zone] if card not in cards], STOCK)
        hands.move(cards, zone)
        yield from hands.start_alone(lambda: play.machine.start("what", game))
        yield from play.machine.start_settle()
        yield _CALM_MS
        return {"said": play.machine.screen_text()}

    play.run(told(), asker)


ACTIONS: dict[str, Act] = {"what": _what}
