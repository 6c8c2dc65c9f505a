"""Actions with buttons: a press, a press held down, a joker declared, a turn taken back, a deal."""

from tierce_tools.trouble import Doubt, Trouble
from tierce_tools.virtual import checks
from tierce_tools.virtual.checks import NO_PLACE, Act, Action
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.play import Answer, Answering, Asker, Play, answering

_PRESSES = ("done", "knock", "pass", "deal", "hint")
_HELD_MS = 8000  # a contact that is never released opens by itself after this


def _act(play: Play, action: Action, asker: Asker) -> None:
    seat = checks.seat(play, action)
    press = checks.text(action, "press", _PRESSES)
    checks.hands_free(play)
    checks.powered(play)
    checks.button(play, seat)
    play.run(answering(play.hands.start_act(seat, press)), asker)


def _key(play: Play, action: Action, asker: Asker) -> Answer:
    button: object = action.get("button")
    keys = play.machine.table.keys
    known = isinstance(button, str) or type(button) is int
    if not known or button not in keys:
        raise Trouble(
            "table", "no_key", "There is no button {button}; there are: {buttons}.",
            button=checks.shown(button), buttons=", ".join(map(str, keys)),
        )
    down = checks.flag(action, "down")
    if play.busy:
        checks.hands_free(play)
    key, clock = keys[button], play.machine.table.clock
    held = play.held.pop(button, None)
    if held is not None:
        key.release(clock)
    if not down:
        return {}
    this = play.held[button] = object()
    key.press(clock)

    def let_go() -> Steps:
        yield _HELD_MS
        if play.held.get(button) is this:
            key.release(clock)

    play.run(answering(let_go()))
    return {}


def _declare(play: Play, action: Action, asker: Asker) -> None:
    zone, joker, face = (checks.text(action, key) for key in ("zone", "joker", "as"))
    if zone not in play.scene.zones:
        raise Trouble(
            "table", "no_place", NO_PLACE, place=checks.shown(zone),
            places=", ".join(play.scene.zones),
        )
    checks.hands_free(play)
    checks.powered(play)

    def said() -> Answering:
        yield from play.machine.start_settle()
        faces = [
            each["faces"]
            for each in play.match.sections()["jokers"]
            if (each["zone"], each["joker"]) == (zone, joker)
        ]
        if not faces or face[:2] not in faces[0]:
            raise Trouble(
                "table", "joker_not_so", "Joker {joker} can't stand for {face} in {zone}.",
                joker=checks.shown(joker), face=checks.shown(face), zone=zone,
            )
        yield from play.hands.start_declare(zone, joker, face)
        yield from play.machine.start_settle()
        return {}

    play.run(said(), asker)


def _undo(play: Play, action: Action, asker: Asker) -> None:
    checks.hands_free(play)
    checks.powered(play)
    back = play.match.undo()
    if back is None:
        raise Trouble("table", "no_undo", "there is no turn to take back")
    if not checks.sure(action):
        raise Doubt(
            "table", "undo", "Take back {player}'s turn? It is open again, whatever came of it; "
            "the cards stay where they are.", player=back,
        )

    def taken() -> Answering:
        yield from play.hands.start_undo()
        yield from play.machine.start_settle()
        return {}

    play.run(taken(), asker)


def _deal(play: Play, action: Action, asker: Asker) -> None:
    checks.hands_free(play)
    checks.powered(play)
    play.deal(asker)


ACTIONS: dict[str, Act] = {
    "act": _act, "key": _key, "declare": _declare, "deal": _deal, "undo": _undo,
}
