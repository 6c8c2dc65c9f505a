"""The facts of an examination, and what a finding about them consists of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Fact = dict[str, Any]

OK = "ok"
LOOK = "look"
BAD = "bad"
UNEXAMINED = "not examined"
VERDICTS = (BAD, LOOK, UNEXAMINED, OK)


@dataclass(frozen=True)
class Finding:
    """The result of one test.

    `value` fills in two sentences: `shown` says what was found and `advice` what to do ("" if
    nothing). `zone` and `button` are "" for findings about the whole table.
    """

    what: str
    verdict: str
    shown: str
    value: Fact = field(default_factory=dict[str, Any])
    advice: str = ""
    zone: str = ""
    button: str = ""


class Facts:
    """The facts of an examination, by kind."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._by_kind: dict[str, list[Fact]] = {}
        for each in facts:
            self._by_kind.setdefault(each["fact"], []).append(each)
        told = self.one("config")
        self.config: Fact = told["config"] if told else {}
        self.zones: list[Fact] = self.config.get("zones", [])

    def all(self, kind: str) -> list[Fact]:
        """Return all facts of a kind."""
        return self._by_kind.get(kind, [])

    def one(self, kind: str) -> Fact | None:
        """Return the last fact of a kind, or None."""
        return self.all(kind)[-1] if self.all(kind) else None
