"""What one page has not been told yet: the sections that changed, and the new log entries."""

from itertools import takewhile
from typing import Any

from tierce_tools.page import views
from tierce_tools.page.running import State
from tierce_tools.page.views import Viewer


class News:
    """Remembers what a page was told."""

    def __init__(self) -> None:
        self._sent: dict[str, Any] = {}
        self._seen: dict[str, Any] | None = None  # the view told last
        self._logged = -1

    def of(self, state: State, seen: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
        """Return what is new in a viewer's part of a snapshot, {} if nothing: "set" and "add"."""
        if seen is self._seen:
            return {}
        first = not self._sent
        self._seen = seen
        unlike = {
            name: value for name, value in seen.items() if name not in self._sent or _differs(self._sent[name], value)
        }
        self._sent.update(unlike)
        later = takewhile(lambda each: each["n"] > self._logged, reversed(state.log))
        entries = list(later)[::-1]
        if entries:
            self._logged = entries[-1]["n"]
        seen_entries = [cut for cut in (views.entry(each, viewer) for each in entries) if cut is not None]
        news: dict[str, Any] = {}
        if unlike or first:
            news["set"] = unlike
        if seen_entries or first:
            news["add"] = {"log": seen_entries}
        return news


def _differs(one: object, other: object) -> bool:
    return one is not other and one != other
