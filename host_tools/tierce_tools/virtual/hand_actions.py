"""Cards by hand: people tell the table where a card lies that no reader sees.

    {"do": "by_hand", "card": "7H", "zone": "meld1", "on": true}

puts the card into the zone for the referee, `false` takes it out; nothing is moved, people move the
card themselves ("move"). The section "by_hand" has zone -> the cards that lie there so. A card gets
such a tag by the fault {"do": "fault", "what": "tag", "card": "7H", "on": true}; the section
"faults" lists these cards under `tag`.
"""

from collections.abc import Callable

from tierce.cards import codes, parse
from tierce.zones import NOWHERE, zone_name, zone_number
from tierce_tools.base.trouble import Trouble
from tierce_tools.match.why import Text, Zone, by_codes, said
from tierce_tools.virtual import checks
from tierce_tools.virtual.checks import NO_PLACE, Act, Action
from tierce_tools.virtual.decisions import decide
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.play import Play


def _wanted(play: Play, action: Action) -> tuple[Callable[[], Steps], Text]:
    """Return the steps of a request, and the question whether to do it. Raises Trouble."""
    card = checks.card(play, action.get("card"))
    zone, on = checks.text(action, "zone"), checks.flag(action, "on")
    if zone not in play.scene.zones:
        raise Trouble("table.no_place", NO_PLACE, place=checks.shown(zone), places=", ".join(play.scene.zones))
    referee, house = play.match.referee, play.match.house
    if referee is None or house is None:
        raise Trouble("table.no_match", "There is no match in play.")
    where = referee.view.zone_of(parse(card))
    if on and where != NOWHERE:
        raise Trouble(
            "table.card_lies", "For the table {card} lies in {zone} already.", card=card, zone=zone_name(where)
        )
    if on and zone[:4] == "seat" and play.fact("phase") != "count":
        raise Trouble("table.hand_secret", "A hand is secret until it is counted.")
    if not on and card not in play.match.by_hand().get(zone, ()):
        raise Trouble("table.not_by_hand", "{card} does not lie in {zone} by hand.", card=card, zone=zone)
    part = ("put" if on else "out", {"card": by_codes([card]), "zone": Zone(zone)})
    question = said("ASKS", [part], house.players)
    return lambda: play.hands.start("by_hand", zone, (card,), not on), question


def unseen(play: Play) -> dict[str, list[str]]:
    """Return the section "unseen": zone -> the cards there of which the table knows nothing.

    Their tags are broken, or the reader is dead; other cards are read in a moment.
    """
    referee = play.match.referee
    if referee is None or play.machine.readonly or play.playback:
        return {}
    faults = play.faults.section()
    found: dict[str, list[str]] = {}
    for zone in play.scene.zones:
        secret = zone[:4] == "seat" and play.fact("phase") != "count"
        dead = zone in faults["dead"]
        known = () if secret else codes(referee.view.cards(zone_number(zone)))
        cards = [card for card in play.scene.places[zone] if (dead or card in faults["tag"]) and card not in known]
        if cards and not secret:
            found[zone] = cards
    return found


ACTIONS: dict[str, Act] = {
    "by_hand": lambda play, action, asker: decide(play, action, asker, lambda: _wanted(play, action))
}
