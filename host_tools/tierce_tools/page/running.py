"""A running table: lets its time pass, does what pages ask, and makes the snapshots they are shown.

No thread, and no clock of its own: the shell around it has them, and calls `turn` again and again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tierce_tools.page.snapshots import Snapshots
from tierce_tools.page.views import Viewer, allowed
from tierce_tools.virtual.actions import ask
from tierce_tools.virtual.play import Answer, Asker, Play

PUBLISH_S = 0.03  # between two snapshots, unless somebody waits for an answer
_TICK_S = 0.01  # longest rest
_LONGEST_S = 0.03  # longest time between two looks at requests and changes
_REST_S = 0.001  # for others, if the table can't keep up with real time
_LAG_S = 0.2  # a computer that was suspended makes up at most this much
_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class State:
    """A snapshot. `sections` are complete and unfiltered; they are never changed."""

    number: int = 0  # grows with each snapshot
    sections: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def log(self) -> tuple[dict[str, Any], ...]:
        """The kept log entries, oldest first; their "n" grows."""
        return tuple(self.sections.get("log", ()))


class Running:
    """A table behind pages. `state` is the latest snapshot; the first exists at once.

    `clock` returns seconds. `changed(state)` is called at each snapshot, then `answer(asker,
    answer)` for each request that is done: its answer, or the exception that it ended with.
    """

    def __init__(
        self,
        play: Play,
        clock: Callable[[], float],
        changed: Callable[[State], None],
        answer: Callable[[Asker, Answer | Exception], None],
    ) -> None:
        self.state = State()
        self._play = play
        self._clock = clock
        self._changed = changed
        self._answer = answer
        self._sections = Snapshots(play).sections
        self._since = clock()
        self._owed = 0.0  # ms of table time that should have passed
        self._said = ""  # the last error logged
        self._published = 0.0
        self._publish()

    def turn(self, here: frozenset[int | None], interrupted: Callable[[], bool] = lambda: False) -> float:
        """Let the owed time pass, and publish; return the seconds to rest until the next turn.

        `here` says whose pages are open. Ends early once `interrupted()`.
        """
        play = self._play
        try:
            now = self._clock()
            longest = _LAG_S * 1000 * play.rate
            self._owed = min(self._owed + (now - self._since) * 1000 * play.rate, longest)
            self._since = now
            play.sit_at(here)
            play.agreement.pass_time(now)
            self._pass(now + _LONGEST_S, interrupted)
            if play.answered or self._clock() - self._published >= PUBLISH_S:
                self._publish()
            if self._owed < 0:
                return max(_REST_S, min(_TICK_S, -self._owed / 1000 / play.rate))
            return _REST_S if self._owed else _TICK_S
        except Exception as error:  # the table goes on after any error
            if self._said != repr(error):  # the same error may occur a hundred times a second
                self._said = repr(error)
                _LOGGER.exception("at the table")
            self._answer_all()
            return _TICK_S

    def ask(self, viewer: Viewer, action: dict[str, Any], asker: Asker) -> None:
        """Do an action; the answer comes after the snapshot that shows its effect."""
        try:
            if viewer.seat is not None:
                # By the current state: a seat's last view may be out of date.
                allowed(viewer, action, self._sections())
            ask(self._play, action, asker, viewer.seat)
        except Exception as error:
            self._play.answered.append((asker, error))

    def close(self) -> None:
        """Switch the table off, and answer the requests that still wait."""
        try:
            self._play.close()
        finally:
            self._answer_all()

    def _pass(self, until: float, interrupted: Callable[[], bool]) -> None:
        """Let the owed time pass; it is negative after an overshoot."""
        play = self._play
        while self._owed > 0 and self._clock() < until and not interrupted():
            rate, before = play.rate, play.machine.ms()
            play.advance(self._owed)
            self._owed -= play.machine.ms() - before
            if play.rate != rate:
                self._owed = min(self._owed, 0.0)

    def _publish(self) -> None:
        """Make a snapshot if anything has changed; then answer the earlier requests."""
        self._published = self._clock()
        before, now = self.state.sections, self._sections()
        # Unchanged sections stay the same objects, so that others can compare quickly.
        sections = {
            name: before[name] if name in before and _is_same(before[name], value) else value
            for name, value in now.items()
        }
        if any(value is not before.get(name) for name, value in sections.items()):
            self.state = State(self.state.number + 1, sections)
            try:
                self._changed(self.state)
            except Exception:
                _LOGGER.exception("a snapshot's reader")
        self._answer_all()

    def _answer_all(self) -> None:
        answered, self._play.answered = self._play.answered, []
        for asker, answer in answered:
            self._answer(asker, answer)


def _is_same(before: object, now: object) -> bool:
    return before is now or before == now
