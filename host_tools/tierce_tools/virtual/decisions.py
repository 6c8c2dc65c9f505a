"""Does what the players decide, once they have read what it does and somebody else agrees."""

from collections.abc import Callable

from tierce_tools.base.trouble import Doubt
from tierce_tools.match.why import Text
from tierce_tools.virtual import checks
from tierce_tools.virtual.checks import Action
from tierce_tools.virtual.machine import Steps
from tierce_tools.virtual.play import Answering, Asker, Play

_PACE = 6.0  # of the presses in the menu
Wanted = Callable[[], tuple[Callable[[], Steps], Text]]


def decide(play: Play, action: Action, asker: Asker, wanted: Wanted) -> None:
    """Do what `wanted` returns: the steps, and the question whether to do it.

    It raises Trouble if there is nothing to decide, also when it is called again later. A request
    from a table with seats on several devices waits for somebody else. Raises Trouble and Doubt.
    """
    checks.hands_free(play)
    checks.powered(play)
    wanted()

    def done(start: Callable[[], Steps]) -> Answering:
        yield from start()
        yield from play.machine.start_settle()
        return {}

    def do() -> None:
        checks.hands_free(play)
        checks.powered(play)
        play.run(done(wanted()[0]), asker, "ruling", _PACE)

    agreed(play, action, asker, lambda: wanted()[1], do)


def agreed(play: Play, action: Action, asker: Asker, question: Callable[[], Text], do: Callable[[], None]) -> None:
    """Do something once its person is sure of it, and somebody else agrees if that is needed. Raises Doubt."""
    asks = question()
    if not checks.sure(action):
        raise Doubt("table.ruling", "{question}", question=asks)
    by = action.get("by")
    if not play.agreement.needed(by, play.people()):
        return do()
    play.agreement.ask(by, asks, do, lambda why: play.answered.append((asker, why)), question)
