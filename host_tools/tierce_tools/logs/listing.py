"""The matches in a store, one row each: what they are listed by.

A match is a header and what follows, up to the next header, or to where records are lost: what
comes after that cannot be refereed, and may be of another match.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, and_, case, func, literal, select

from tierce_tools.logs.records import BOOT, EVENT, HEADER, MATCH, OVER, ROUND, UNIX, Record
from tierce_tools.logs.schema import boards, journals, losses, matches, records

_NEVER = 1 << 62  # past all numbers


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
    last_seq: int = 0  # of the last event
    last_t: float = 0  # seconds since the match began
    times: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
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
    wanted = None
    if ids is not None:
        # All of their journals: when a match began may be known by the one after it.
        query = select(matches.c.journal).where(matches.c.id.in_(ids)).distinct()
        wanted = list(connection.scalars(query))
    by_journal: dict[int, list[_Found]] = {}
    for found in _found(connection, wanted):
        by_journal.setdefault(found.row.journal, []).append(found)
    boots = _boots(connection, wanted)
    for journal, played in by_journal.items():
        _date(played, boots.get(journal, []))
    every = [_row(found) for played in by_journal.values() for found in played]
    return [match for match in every if ids is None or match.id in ids]


def _found(connection: Connection, wanted: list[int] | None) -> Iterable[_Found]:
    """Return what there is of each match, by journal and number."""
    after = matches.alias("after")
    header = (
        select(func.min(after.c.seq))
        .where(after.c.journal == matches.c.journal, after.c.seq > matches.c.seq)
        .scalar_subquery()
    )
    lost = (
        select(func.min(losses.c.first))
        .where(losses.c.journal == matches.c.journal, losses.c.first > matches.c.seq)
        .scalar_subquery()
    )
    spans = select(
        matches.c.id, matches.c.journal, matches.c.seq, matches.c.kept,
        func.coalesce(header, literal(_NEVER)).label("header"),
        func.coalesce(lost, literal(_NEVER)).label("lost"),
    )
    if wanted is not None:
        spans = spans.where(matches.c.journal.in_(wanted))
    span = spans.cte("span")
    query = (
        select(span, journals.c.source, boards.c.board, boards.c.name)
        .join(journals, journals.c.id == span.c.journal)
        .outerjoin(boards, boards.c.id == journals.c.board)
        .order_by(span.c.journal, span.c.seq)
    )
    found = {
        row.id: _Found(row, min(row.header, row.lost), row.lost < row.header)
        for row in connection.execute(query)
    }
    end = case((span.c.lost < span.c.header, span.c.lost), else_=span.c.header)
    within = and_(
        records.c.journal == span.c.journal, records.c.seq >= span.c.seq, records.c.seq < end
    )
    # One question for all matches each: a few thousand small ones would take their time.
    told = (
        select(span.c.id, records.c.kind, records.c.text)
        .join(records, within)
        .where(records.c.kind.in_((HEADER, ROUND, MATCH, OVER)))
        .order_by(span.c.id, records.c.seq)
    )
    for row in connection.execute(told):
        _take(found[row.id], row.kind, json.loads(row.text) if row.kind != OVER else {})
    counts = (
        select(span.c.id, func.count().label("events"), func.max(records.c.seq).label("last"))
        .join(records, within)
        .where(records.c.kind == EVENT)
        .group_by(span.c.id)
        .cte("counts")
    )
    last = (
        select(counts, records.c.text)
        .join(matches, matches.c.id == counts.c.id)
        .join(records, and_(
            records.c.journal == matches.c.journal, records.c.seq == counts.c.last
        ))
    )
    for row in connection.execute(last):
        match = found[row.id]
        match.events, match.last_seq, match.last_t = row.events, row.last, _seconds(row.text)
    before = records.alias("before")
    latest = (
        select(func.max(before.c.seq))
        .where(before.c.journal == records.c.journal, before.c.kind == EVENT,
               before.c.seq < records.c.seq, before.c.seq > span.c.seq, before.c.seq < end)
        .scalar_subquery()
    )
    event = records.alias("event")
    # Past a loss too: when a match began is known by the clock as well as by its records.
    of_match = and_(
        records.c.journal == span.c.journal, records.c.seq >= span.c.seq,
        records.c.seq < span.c.header,
    )
    notes = (
        select(span.c.id, records.c.seq, records.c.text, event.c.text.label("event"))
        .join(records, of_match)
        .outerjoin(event, and_(event.c.journal == span.c.journal, event.c.seq == latest))
        .where(records.c.kind == UNIX)
        .order_by(span.c.id, records.c.seq)
    )
    for row in connection.execute(notes):
        unix = json.loads(row.text)["note"]["unix"]
        match = found[row.id]
        match.times.append((row.seq, unix - (_seconds(row.event) if row.event else 0)))
    return found.values()


def _take(found: _Found, kind: str, told: Record) -> None:
    if kind == HEADER:
        found.header = told
    elif kind == ROUND:
        found.rounds.append(told)
    elif kind == MATCH:
        found.match = told
    else:
        found.over = True


def _seconds(event: str) -> float:
    t = json.loads(event).get("t", 0)
    return t / 1000 if isinstance(t, int) else 0


def _boots(connection: Connection, wanted: list[int] | None) -> dict[int, list[tuple[int, Any]]]:
    """Return of each journal (number, unix or None): what time it was said to be, and starts."""
    query = select(records.c.journal, records.c.seq, records.c.kind, records.c.text).where(
        records.c.kind.in_((BOOT, UNIX))
    )
    if wanted is not None:
        query = query.where(records.c.journal.in_(wanted))
    found: dict[int, list[tuple[int, Any]]] = {}
    for row in connection.execute(query.order_by(records.c.journal, records.c.seq)):
        unix = json.loads(row.text)["note"]["unix"] if row.kind == UNIX else None
        found.setdefault(row.journal, []).append((row.seq, unix))
    return found


def _date(played: list[_Found], notes: list[tuple[int, Any]]) -> None:
    """Work out when the matches of a journal began, at the latest.

    An event's t is milliseconds since its match began, and goes on while the board has power. A
    note of what time it was says no t, but it came after the event before it: the match began no
    later than so long before. The match before had ended then. While a board is off no time passes
    for it: across a start nothing is known, unless the match went on after it.
    """
    later: _Found | None = None

    def started(begin: int, end: int) -> bool:
        return any(begin < seq < end and unix is None for seq, unix in notes)

    for match in reversed(played):
        last = match.last_seq or match.row.seq
        known = [began for seq, began in match.times if seq < last or not started(last, seq)]
        if later and later.began is not None and not started(last, later.row.seq):
            known.append(later.began - match.last_t)
        earlier = [(seq, unix) for seq, unix in notes if seq < match.row.seq][-1:]
        if not known and earlier:
            known = [unix for _, unix in earlier if unix is not None]
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
