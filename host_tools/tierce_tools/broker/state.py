"""A table's state as people see it: what the broker keeps of it.

    {"table": "table-1", "game": "rami51", "name": "Rami 51", "players": ["Ana", "Luc"],
     "totals": [0, 34], "leader": "Ana", "winner": "", "round": 2, "phase": "turn", "turn": "Luc",
     "verdict": "...", "reason": "...", "warnings": ["..."],
     "problems": {"readers": false, "recording": false, "cards": false, "journal": false},
     "sections": {"match": ..., "melds": ..., "verdict": ..., "sheet": ..., "doubt": ...,
                  "cards": {"meld1": ["5H", ...], "discard": ["KS"]}, "warnings": [{"en": ...}]}}

The texts are in one language; `sections` are in all, and as on the table's page but for the last
two: the cards that all see, and the warnings. Without a match `game` is null and `phase` "idle".
An event is a verdict as it falls, for the eyes of programs:

    {"event_type": "refused", "n": 42, "player": "Luc", "text": "...", "reason": "...", "t": 61200,
     "seat": 1, "codes": ["first_lay_points"], "figures": [["first_lay_points", 34, 51]]}

`n` is the record's number; what follows `reason` are the keys of its outcome (LOG.md, "Outcomes").
Nothing here shows a hand.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any

from tierce.phases import COUNT, DEAL, OVER, TURN
from tierce_tools.base.texts import N_, of_table
from tierce_tools.broker.privacy import is_secret
from tierce_tools.logs.records import BOOT, HEADER, MATCH, OUTCOME, ROUND, RULING, Record, kind_of
from tierce_tools.match.match import Entry, FollowedMatch
from tierce_tools.match.state import open_cards

_SECTIONS = ("match", "melds", "verdict", "sheet", "doubt")
# Warnings that last until something says otherwise; others until the next accepted turn.
_UNTIL = {"reader_lost": "reader_back"}
_RECORDING = "not_recording"  # until the board starts again
_LASTING = (*_UNTIL, _RECORDING)

# The phase in the state -> what people read. `lost`: records of the match are missing.
IDLE, LOST = "idle", "lost"
PHASES = {
    IDLE: N_("no match"),
    DEAL: N_("to deal"),
    TURN: N_("turn to play"),
    COUNT: N_("counting"),
    OVER: N_("match over"),
    LOST: N_("records lost"),
}

# Outcomes that are said as events -> the event's type.
EVENTS = {"turn": "accepted", "refused": "refused", "round": "round", "match": "match", "ruling": "ruling"}
_OUTCOMES = (OUTCOME, ROUND, MATCH, RULING)
_PENDING = 64  # verdicts whose outcome's record has not come, at most


class State:
    """Takes records in order; `told` is the state."""

    def __init__(self, table: str, language: str) -> None:
        self._table = table
        self._language = language
        self._match = FollowedMatch()
        # (code, zone) -> the warning's entry.
        self._warnings: dict[tuple[str, str], Entry] = {}
        self._records: list[Record] = []  # of the match in play, from its header
        self._players: tuple[int, list[str]] = 0, []
        self._winners: list[int] = []  # of the last match that ended
        # Verdicts of this computer, until the board's record of the outcome comes.
        self._verdicts: deque[Entry] = deque(maxlen=_PENDING)

    def forget(self) -> None:
        """Start over, as another log begins or this one is read again."""
        self._match.forget()
        self._verdicts.clear()
        self._warnings.clear()
        self._records.clear()

    def know(self, match: int, players: Sequence[str]) -> None:
        """Hear who plays the match whose header has this number; 0 is none."""
        before, self._players = self._players, (match, list(players))
        if self._records and before != self._players:
            self._match.forget()
            self._match.take(map(self._named, self._records))

    def _named(self, record: Record) -> Record:
        match, players = self._players
        if record.get("seq") == match and kind_of(record) == HEADER and len(players) == len(record["players"]):
            return record | {"players": players}
        return record

    def take(self, record: Record) -> dict[str, Any] | None:
        """Take a record or a loss; return the event that it is, as JSON values."""
        if kind_of(record) == HEADER:
            self._records.clear()
        if self._records or kind_of(record) == HEADER:
            self._records.append(record)
        if "lost" not in record and kind_of(record) == BOOT:
            self._clear(lasting=True)
        secret = "lost" not in record and is_secret(record)
        for entry in self._match.take([self._named(record)]):
            if entry["event"] in ("turn", "began"):
                self._clear(lasting=False)
            elif entry["event"] == "warning" and entry["why"]:
                self._warn(entry, record, secret)
            if entry["event"] in EVENTS:
                self._verdicts.append(entry)
        return None if "lost" in record else self._event(record)

    def _event(self, record: Record) -> dict[str, Any] | None:
        """Return the event of an outcome's record; None for other records."""
        told = kind_of(record)
        if told == MATCH:
            self._winners = record["winners"]
        if told not in _OUTCOMES or record["event"] not in EVENTS:
            return None
        kind: str = record["event"]
        while self._verdicts and self._verdicts[0]["event"] != kind:
            self._verdicts.popleft()
        verdict = self._verdicts.popleft() if self._verdicts else None
        return {
            "event_type": EVENTS[kind],
            "n": record["seq"],
            "player": ", ".join(self._names([record.get("seat", -1)])),
            "text": verdict["text"][self._language] if verdict else "",
            "reason": _reason(verdict, self._language),
        } | {key: value for key, value in record.items() if key not in ("seq", "event")}

    def _names(self, seats: Sequence[int]) -> list[str]:
        players = self._match.house.players if self._match.house else []
        return [players[seat] for seat in seats if 0 <= seat < len(players)]

    def _leader(self, match: dict[str, Any]) -> str:
        """Return who leads; "" as long as all are level."""
        totals: list[int] = match["totals"]
        referee = self._match.referee
        if referee is None or len(set(totals)) < 2:
            return ""
        best = min(totals) if referee.rules["lowest_wins"] else max(totals)
        return ", ".join(self._names([seat for seat, each in enumerate(totals) if each == best]))

    def _warn(self, entry: Entry, record: Record, secret: bool) -> None:
        code, zone = str(entry["why"][0]["code"]), str(record.get("zone", ""))
        for lasting, end in _UNTIL.items():
            if code == end:
                self._warnings.pop((lasting, zone), None)
                return
        if not secret:
            self._warnings[code, zone] = entry

    def _clear(self, lasting: bool) -> None:
        self._warnings = {key: each for key, each in self._warnings.items() if (key[0] in _LASTING) != lasting}

    def told(self) -> dict[str, Any]:
        """Return the state, newly made, as JSON values."""
        sections = self._match.sections()
        match: dict[str, Any] | None = sections["match"]
        verdict: Entry | None = sections["verdict"]
        codes = {code for code, _ in self._warnings}
        language = self._language
        return {
            "table": self._table,
            "game": match["game"] if match else None,
            "name": of_table("names", language).GAMES[match["game"]] if match else "",
            "players": match["players"] if match else [],
            "totals": match["totals"] if match else [],
            "leader": self._leader(match) if match else "",
            "winner": ", ".join(self._names(self._winners)) if match and match["phase"] == OVER else "",
            "round": match["round"] if match else 0,
            "phase": match["phase"] if match else IDLE,
            "turn": ", ".join(self._names(_awaited(match))) if match else "",
            "verdict": verdict["text"][language] if verdict else "",
            "reason": _reason(verdict, language),
            "warnings": [each["text"][language] for each in self._warnings.values()],
            "problems": {
                "readers": any(code in _UNTIL for code in codes),
                "recording": _RECORDING in codes,
                "cards": any(code not in _LASTING for code in codes),
                "journal": sections["doubt"] is not None,
            },
            "sections": {key: sections[key] for key in _SECTIONS}
            | {
                "cards": open_cards(self._match.referee),
                "warnings": [each["text"] for each in self._warnings.values()],
            },
        }


def _awaited(match: dict[str, Any]) -> list[int]:
    """Return the seats that the table waits for."""
    if match["awaited"]:
        return match["awaited"]
    if match["phase"] == "deal":
        return [match["dealer"]]
    return [match["seat"]] if 0 <= match["seat"] < len(match["players"]) else []


def _reason(verdict: Entry | None, language: str) -> str:
    told: list[dict[str, Any]] = verdict["why"] if verdict else []
    return " ".join(each["explain"].get(language, "") for each in told if "explain" in each).strip()
