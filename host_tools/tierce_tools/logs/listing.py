"""The matches in a store, one row each: what they are listed by.

A match is a header and what follows, up to the next header, or to where records are lost: what
comes after that cannot be refereed, and may be of another match.
"""

import json
from bisect import bisect, bisect_left
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, func, select

from tierce_tools.logs.records import BOOT, EVENT, HEADER, MATCH, OVER, ROUND, UNIX, Record
from tierce_tools.logs.schema import boards, journals, losses, matches, records

_NEVER = 1 << 62  # past all numbers
_PART = 500  # numbers in one question


@dataclass(frozen=True)
class MatchRow:
    """A match in the store. Times are unix seconds.

    `began` is worked out from what a computer told the board, None without it; `kept` is when the
    store was given the match. `winners` are seats, none while it has not `ended`; `whole` is false
    where the board has lost a part of it. `source` is the name of the file that it came from,
    None of a board's; `board` and `name` are the board's.
    """

    id: int
    board: str | None
    name: str | None
    source: str | None
    game: str
    players: list[str]
    dealer: int
    rules: dict[str, Any]
    began: float | None
    kept: int
    events: int
    rounds: int
    totals: list[int]
    winners: list[int]
    ranking: list[int]
    ended: bool
    whole: bool

    @property
    def time(self) -> float:
        """When it began, or else when the store was given it."""
        return self.kept if self.began is None else self.began


@dataclass
class _Found:
    """What the store has of a match. `lost`: its end is where records are lost."""

    row: Any
    end: int
    lost: bool
    header: Record = field(default_factory=dict[str, Any])
    rounds: list[Record] = field(default_factory=list[Record])
    match: Record | None = None
    over: bool = False
    events: int = 0
    last: int = 0  # number of the last event
    notes: list[tuple[int, int, int]] = field(default_factory=list[tuple[int, int, int]])
    began: float | None = None


def end_of(connection: Connection, journal: int, seq: int) -> int | None:
    """Return the number at which the match that begins at `seq` has ended, None if it has not."""
    header = connection.scalar(
        select(func.min(matches.c.seq)).where(matches.c.journal == journal, matches.c.seq > seq)
    )
    lost = connection.scalar(
        select(func.min(losses.c.first)).where(losses.c.journal == journal, losses.c.first > seq)
    )
    return min((each for each in (header, lost) if each is not None), default=None)


def listing(connection: Connection, ids: list[int] | None = None) -> list[MatchRow]:
    """Return the matches, or those of `ids` that are there, in no special order."""
    query = select(matches.c.journal).distinct()
    if ids is not None:
        # All of their journals: when a match began may be known by the one after it.
        query = query.where(matches.c.id.in_(ids))
    every: list[MatchRow] = []
    for journal in connection.scalars(query).all():
        every += map(_row, _of_journal(connection, journal))
    return every if ids is None else [match for match in every if match.id in set(ids)]


# A few large questions for each journal: several small ones for each match take their time, and
# one that joins them all leaves it to chance how a database goes about it.
def _of_journal(connection: Connection, journal: int) -> list[_Found]:
    """Return the matches of a journal, in order."""
    found = _spans(connection, journal)
    starts = [match.row.seq for match in found]

    def at(seq: int) -> _Found | None:
        place = bisect(starts, seq)
        return found[place - 1] if place else None

    of = select(records.c.seq).where(records.c.journal == journal).order_by(records.c.seq)
    events = list(connection.scalars(of.where(records.c.kind == EVENT)))
    for match in found:
        first, end = bisect(events, match.row.seq), bisect_left(events, match.end)
        match.events = end - first
        match.last = events[end - 1] if end > first else match.row.seq
    notes: list[tuple[int, int | None]] = []  # number, and what time it was or None for a start
    told = of.add_columns(records.c.kind, records.c.text).where(
        records.c.kind.in_((HEADER, ROUND, MATCH, OVER, BOOT, UNIX))
    )
    for seq, kind, text in connection.execute(told):
        match, value = at(seq), json.loads(text)
        if kind in (BOOT, UNIX):
            unix = value["note"]["unix"] if kind == UNIX else None
            notes.append((seq, unix))
            if match and unix is not None:
                before = events[max(bisect(events, min(seq, match.end)) - 1, 0)] if events else 0
                match.notes.append((seq, unix, max(before, match.row.seq)))
        elif match and seq < match.end:
            _take(match, kind, value)
    _date(found, notes, _times(connection, journal, found))
    return found


def _spans(connection: Connection, journal: int) -> list[_Found]:
    query = (
        select(matches, journals.c.source, boards.c.board.label("board"), boards.c.name)
        .join(journals, journals.c.id == matches.c.journal)
        .outerjoin(boards, boards.c.id == journals.c.board)
        .where(matches.c.journal == journal)
        .order_by(matches.c.seq)
    )
    rows = connection.execute(query).all()
    gaps = select(losses.c.first).where(losses.c.journal == journal).order_by(losses.c.first)
    lost = list(connection.scalars(gaps))
    found: list[_Found] = []
    for row, after in zip_longest(rows, rows[1:]):
        header = after.seq if after else _NEVER
        gap = next(iter(lost[bisect(lost, row.seq) :]), _NEVER)
        found.append(_Found(row, min(header, gap), gap < header))
    return found


def _take(found: _Found, kind: str, told: Record) -> None:
    if kind == HEADER:
        found.header = told
    elif kind == ROUND:
        found.rounds.append(told)
    elif kind == MATCH:
        found.match = told
    else:
        found.over = True


def _times(connection: Connection, journal: int, found: list[_Found]) -> dict[int, float]:
    """Return by number the t, in seconds, of the events that matches are dated by."""
    wanted = {match.last for match in found}
    wanted.update(before for match in found for _, _, before in match.notes)
    numbers = sorted(wanted)
    times: dict[int, float] = {}
    for begin in range(0, len(numbers), _PART):
        query = select(records.c.seq, records.c.text).where(
            records.c.journal == journal, records.c.seq.in_(numbers[begin : begin + _PART])
        )
        for seq, text in connection.execute(query):
            t = json.loads(text).get("t", 0)
            times[seq] = t / 1000 if isinstance(t, int) else 0
    return times


def _date(
    found: list[_Found], notes: list[tuple[int, int | None]], times: dict[int, float]
) -> None:
    """Work out when the matches of a journal began, at the latest.

    An event's t is milliseconds since its match began, and goes on while the board has power. A
    note of what time it was says no t, but it came after the event before it: the match began no
    later than so long before. The match before had ended then. While a board is off no time passes
    for it: across a start nothing is known, unless the match went on after it.
    """
    starts = [seq for seq, unix in notes if unix is None]
    clocks = [(seq, unix) for seq, unix in notes if unix is not None]

    def started(begin: int, end: int) -> bool:
        return bisect(starts, begin) < bisect_left(starts, end)

    later: _Found | None = None
    for match in reversed(found):
        known = [
            unix - times[before] for seq, unix, before in match.notes
            if seq < match.last or not started(match.last, seq)
        ]
        if later and later.began is not None and not started(match.last, later.row.seq):
            known.append(later.began - times[match.last])
        place = bisect_left(clocks, (match.row.seq, 0))
        if not known and place and not started(clocks[place - 1][0], match.row.seq):
            known = [clocks[place - 1][1]]
        match.began = float(min(known)) if known else None
        later = match


def _row(found: _Found) -> MatchRow:
    row, header = found.row, found.header
    totals: list[int] = [0] * len(header["players"])
    for each in [*found.rounds, *([found.match] if found.match else [])]:
        totals = each["totals"]
    last = found.match or {}
    ended = found.match is not None
    return MatchRow(
        id=row.id, board=row.board, name=row.name, source=row.source,
        game=header["game"], players=header["players"], dealer=header.get("dealer", 0),
        rules=header.get("rules", {}), began=found.began, kept=row.kept, events=found.events,
        rounds=len(found.rounds), totals=totals, winners=last.get("winners", []),
        ranking=last.get("ranking", []), ended=ended,
        whole=not found.lost or ended or found.over,
    )
