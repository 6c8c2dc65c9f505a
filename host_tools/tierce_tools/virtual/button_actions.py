"""Actions with buttons: a press, a press held down, a joker declared, a ruling, a deal."""

from collections import deque
from collections.abc import Callable

from tierce.phases import COUNT, TURN
from tierce_tools.base.trouble import Trouble
from tierce_tools.match import state
from tierce_tools.match.places import rack
from tierce_tools.match.why import Text
from tierce_tools.virtual import back, checks, rulings
from tierce_tools.virtual.checks import NO_PLACE, Act, Action
from tierce_tools.virtual.computers import Computers
from tierce_tools.virtual.decisions import agreed, decide
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.play import Answer, Answering, Asker, Play, answering

_PRESSES = ("done", "knock", "pass", "deal", "hint")
_LEAST_MS = 80  # the table ignores shorter contacts as bouncing
_MOST_CONTACTS = 20  # that wait: nobody presses so much
_HELD_MS = 8000  # a contact that is never released opens by itself after this


def _act(play: Play, action: Action, asker: Asker) -> None:
    seat = checks.seat(play, action)
    press = checks.text(action, "press", _PRESSES)
    checks.hands_free(play)
    checks.powered(play)
    checks.button(play, seat)
    if press == "done" and _lays_down(play, seat):
        play.run(answering(_laid_down(play, seat)), asker)
    else:
        play.run(answering(play.hands.start("act", seat, press)), asker)


def _lays_down(play: Play, seat: int) -> bool:
    """Tell whether a seat lays its hand down by `done`: in the count, and with a big gin."""
    held = play.scene.places[rack(seat)]
    if play.fact("phase") == COUNT:
        return bool(held) and seat in play.fact("awaited")()
    if play.fact("phase") != TURN or play.fact("seat") != seat or play.fact("discards"):
        return False
    referee = play.match.referee
    loose = state.deadwood(referee, held)
    assert referee is not None  # or there is no phase
    if loose is None or not referee.view.is_knocking():
        return False
    return sum(map(len, loose["melds"])) > referee.rules["hand"]


def _laid_down(play: Play, seat: int) -> Steps:
    """Steps: lay the rest of a hand down before `done`, so that nobody is counted short on the page."""
    yield from Computers(play).start_lay_down(seat)
    yield from play.machine.start_settle()
    yield from play.hands.start("act", seat, "done")
    yield from play.machine.start_settle()


def _key(play: Play, action: Action, asker: Asker) -> Answer:
    button: object = action.get("button")
    keys = play.machine.table.keys
    known = isinstance(button, str) or type(button) is int
    if not known or button not in keys:
        raise Trouble(
            "table.no_key",
            "There is no button {button}; there are: {buttons}.",
            button=checks.shown(button),
            buttons=", ".join(map(str, keys)),
        )
    down = checks.flag(action, "down")
    if play.busy:
        checks.hands_free(play)
    line = play.held.get(button)
    if line is not None:
        line.append(down)
    else:
        play.held[button] = line = deque([down], _MOST_CONTACTS)
        play.run(answering(_contacts(play, button, line)))
    return {}


def _contacts(play: Play, button: object, line: deque[bool]) -> Steps:
    """Steps: close and open a button's contact as told, each time for as long as the table takes to notice it."""
    key, clock = play.machine.table.keys[button], play.machine.table.clock
    rest = _HELD_MS
    while line or rest > 0:
        if line:
            down = line.popleft()
            (key.press if down else key.release)(clock)
            rest = _HELD_MS if down else 0
        yield _LEAST_MS
        rest -= _LEAST_MS
    key.release(clock)
    if play.held.get(button) is line:
        del play.held[button]


def _declare(play: Play, action: Action, asker: Asker) -> None:
    zone, joker, face = (checks.text(action, key) for key in ("zone", "joker", "as"))
    if zone not in play.scene.zones:
        raise Trouble("table.no_place", NO_PLACE, place=checks.shown(zone), places=", ".join(play.scene.zones))
    checks.hands_free(play)
    checks.powered(play)

    def said() -> Answering:
        yield from play.machine.start_settle()
        faces = [
            each["faces"] for each in play.match.sections()["jokers"] if (each["zone"], each["joker"]) == (zone, joker)
        ]
        if not faces or face[:2] not in faces[0]:
            raise Trouble(
                "table.joker_not_so",
                "Joker {joker} can't stand for {face} in {zone}.",
                joker=checks.shown(joker),
                face=checks.shown(face),
                zone=zone,
            )
        yield from play.hands.start("declare", zone, joker, face)
        yield from play.machine.start_settle()
        return {}

    play.run(said(), asker)


def _ruling(play: Play, action: Action, asker: Asker) -> None:
    def wanted() -> tuple[Callable[[], Steps], Text]:
        event, question = rulings.wanted(play, action)
        return lambda: play.hands.start("ruling", event), question

    decide(play, action, asker, wanted)


def _back(play: Play, action: Action, asker: Asker) -> None:
    seat = checks.seat(play, action)
    checks.hands_free(play)
    checks.powered(play)
    mark = back.wanted(play, seat)

    def do() -> None:
        play.go_back(back.wanted(play, seat), asker)

    if back.is_free(play, mark):
        return do()
    return agreed(play, action, asker, lambda: back.question(play, back.wanted(play, seat)), do)


def _agree(play: Play, action: Action, asker: Asker) -> Answer:
    play.agreement.agree(action.get("by"), checks.number(action, "n", 0, 1 << 31))
    return {}


def _unask(play: Play, action: Action, asker: Asker) -> Answer:
    play.agreement.take_back(action.get("by"), checks.number(action, "n", 0, 1 << 31))
    return {}


def _deal(play: Play, action: Action, asker: Asker) -> None:
    checks.hands_free(play)
    checks.powered(play)
    play.deal(asker)


ACTIONS: dict[str, Act] = {
    "act": _act,
    "key": _key,
    "declare": _declare,
    "deal": _deal,
    "ruling": _ruling,
    "back": _back,
    "agree": _agree,
    "unask": _unask,
}
