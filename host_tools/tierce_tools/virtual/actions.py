"""Does the actions that people ask of a table; an invalid one is a Trouble.

A Trouble changes nothing. Permissions are checked elsewhere: see views.allowed.
"""

from typing import Any

from tierce_tools.base.texts import in_table, languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.players import pace
from tierce_tools.virtual import (
    button_actions,
    card_actions,
    checks,
    hand_actions,
    match_actions,
    settling,
    what_actions,
)
from tierce_tools.virtual.checks import NO_ACTION, Act, Action
from tierce_tools.virtual.play import Answer, Asker, Play, answering


def ask(play: Play, action: Action, asker: Asker, seat: int | None = None) -> None:
    """Do an action; when it is done, the answer is in `play.answered`.

    `seat` is the seat of the page that asks; None is the owner's. Raises Trouble, with nothing
    changed; after a Doubt the same action is done if it has `sure`: true.
    """
    do = action.get("do")
    act = _ACTIONS.get(do) if isinstance(do, str) else None
    if act is None:
        raise Trouble("table.no_action", NO_ACTION, action=checks.shown(do))
    if do not in _ALWAYS:
        checks.not_readonly(play)
    if do in _BY_SOMEBODY:
        action = {**action, "by": seat}
    answer = act(play, action, asker)
    if answer is not None:
        play.answered.append((asker, answer))


# --- the table


def _pace(play: Play, action: Action, asker: Asker) -> Answer:
    turn: Any = action.get("turn", play.turn_s)
    least, most = pace.TURNS_S
    if type(turn) not in (int, float) or not least <= turn <= most:
        raise checks.bad_value(action, "turn")
    if "slow" in action or "turn" not in action:
        play.set_slow(checks.flag(action, "slow"))
    play.turn_s = float(turn)
    return {}


def _fault(play: Play, action: Action, asker: Asker) -> Answer:
    what, on = checks.text(action, "what"), checks.flag(action, "on")
    if what == "tag":
        play.faults.break_tag(play.machine, checks.card(play, action.get("card")), on)
        return {}
    if what != "power":
        zone = action.get("zone")
        if zone is not None and not isinstance(zone, str):
            raise checks.bad_value(action, "zone")
        play.faults.switch(play.machine, what, zone, on)
        return {}
    if play.busy:
        checks.hands_free(play)
    play.cut(on)
    return {}


def _language(play: Play, action: Action, asker: Asker) -> Answer | None:
    language = in_table(checks.text(action, "to", languages()))
    play.speak(language)
    if play.machine.readonly or not play.machine.powered or play.busy:
        return {}
    steps = play.machine.start("language", language)
    play.run(answering(play.hands.start_alone(lambda: steps)))
    return {}


def _settle(play: Play, action: Action, asker: Asker) -> None:
    most_ms = checks.number(action, "ms", 0, settling.MOST_MS, settling.MOST_MS)
    play.run(settling.start(play, most_ms), asker, settles=True)


# Actions for which it matters who asks.
_BY_SOMEBODY = ("move", "ruling", "by_hand", "back", "agree", "unask")
# Actions that are allowed at a read-only table, too.
_ALWAYS = ("log", "language", "pace", "read", "key")
_ACTIONS: dict[str, Act] = {
    **card_actions.ACTIONS,
    **button_actions.ACTIONS,
    **match_actions.ACTIONS,
    **hand_actions.ACTIONS,
    **what_actions.ACTIONS,
    "pace": _pace,
    "fault": _fault,
    "language": _language,
    "settle": _settle,
}
