"""Lists the matches in a store, one row each.

A match is a header and the records after it, up to the next header or to the first missing record.
Its players are those whose cards lie on the seats, and otherwise those of the header.
Records after a gap cannot be refereed and may belong to another match. Records that the board
itself lost when its power was cut are left out.
"""

from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, exists, func, or_, select

from tierce_tools.logs.owners import known, laid, seated
from tierce_tools.logs.records import (
    BOOT,
    DAMAGED,
    EVENT,
    HEADER,
    MATCH,
    OUTCOME,
    OVER,
    ROUND,
    RULING,
    UNIX,
    Record,
    is_number,
    parsed,
)
from tierce_tools.logs.rounds import Rounds
from tierce_tools.logs.schema import boards, journals, losses, matches, records

Span = tuple[int, int]

_NEVER = 1 << 62  # greater than any record number
_PART = 500  # numbers, or journals, in one query


@dataclass(frozen=True)
class MatchRow:
    """A match in the store. Times are unix seconds.

    `began` is computed from the notes in which a computer told the board the time; None without
    such notes. `kept` is when the match was added to the store. `winners` are seats, empty until
    the match has `ended`. `whole` is False if the board has lost a part of the match. `before`
    rounds had been played and `carried` points won when the match began, as its header says.
    `source` is the name of the log file, None for a match from a board; `board` and `name` are the
    board's.
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
    before: int
    carried: list[int]
    totals: list[int]
    winners: list[int]
    ranking: list[int]
    ended: bool
    whole: bool

    @property
    def goes_on(self) -> bool:
        """Whether the match continued an earlier one."""
        return self.before > 0 or any(self.carried)

    @property
    def time(self) -> float:
        """When the match began; if that is unknown, when it was added to the store."""
        return self.kept if self.began is None else self.began


@dataclass
class _Found:
    """The records of one match. `lost`: records are missing at its end."""

    row: Any
    end: int
    lost: bool
    header: Record = field(default_factory=dict[str, Any])
    # (number, record) of each round, match and ruling; with a ruling, of each turn too.
    told: list[tuple[int, Record]] = field(default_factory=list[tuple[int, Record]])
    over: bool = False
    events: int = 0
    last: int = 0  # number of the last event
    # (number of a note of the time, when the match began according to it).
    notes: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
    began: float | None = None


def span_of(connection: Connection, journal: int, seq: int) -> tuple[int, list[Span]]:
    """Return the number that ends the match beginning at `seq`, and the parts the board lost.

    Each part is (first, end): records that the board had sent and then lost in a power cut.
    """
    header = connection.scalar(select(func.min(matches.c.seq)).where(matches.c.journal == journal, matches.c.seq > seq))
    end = _NEVER if header is None else header
    gaps = _gaps(connection, journal, seq, end)
    boots = select(records.c.seq, records.c.text).where(
        records.c.journal == journal, records.c.kind == BOOT, records.c.seq > seq, records.c.seq < end
    )
    forgotten = _forgotten((at, text) for at, text in connection.execute(boots))
    return min([end, *gaps]), [part for part in forgotten if part[0] > seq]


def _gaps(connection: Connection, journal: int, begin: int, end: int) -> list[int]:
    """Return the numbers after `begin` that follow missing records, in order.

    While a board runs, its numbers have no gaps; they jump only when it starts. A note that the
    journal is damaged also means that records before it are missing.
    """
    before = records.alias("before")
    no_neighbour = ~exists().where(before.c.journal == journal, before.c.seq == records.c.seq - 1)
    query = select(records.c.seq).where(
        records.c.journal == journal,
        records.c.seq > begin,
        records.c.seq < end,
        records.c.kind != BOOT,
        or_(no_neighbour, records.c.kind == DAMAGED),
    )
    # A loss that the board reported counts only if no other pull has fetched those records.
    there = (
        select(func.count())
        .select_from(records)
        .where(
            records.c.journal == journal,
            records.c.seq >= losses.c.first,
            records.c.seq < losses.c.first + losses.c.count,
        )
        .scalar_subquery()
    )
    lost = select(losses.c.first).where(
        losses.c.journal == journal, losses.c.first > begin, losses.c.first < end, losses.c.count > there
    )
    return sorted({*connection.scalars(query), *connection.scalars(lost)})


def _forgotten(boots: Iterable[tuple[int, str]]) -> list[Span]:
    """Return the spans (first, end) that the board had sent but lost when its power was cut.

    `boots` are the notes of the board's starts. Each gives the last record that the board still
    had.
    """
    found: list[Span] = []
    for seq, text in boots:
        boot = parsed(text, BOOT)
        if boot and boot["note"]["after"] < seq:
            found.append((boot["note"]["after"] + 1, seq))
    return found


def listing(connection: Connection, ids: list[int] | None = None) -> list[MatchRow]:
    """Return all matches, or those of `ids` that exist, in no special order."""
    query = select(matches.c.journal).distinct()
    if ids is not None:
        # Load the whole journals: the date of a match may follow from the match after it.
        query = query.where(matches.c.id.in_(ids))
    every: list[MatchRow] = []
    keys = list(connection.scalars(query))
    people = known(connection)
    for begin in range(0, len(keys), _PART):
        part = keys[begin : begin + _PART]
        cards = laid(connection, part) if people else {}
        for found in _of_journals(connection, part):
            # Another program may have written a bad header; its match is left out.
            for match in (each for each in found if each.header):
                own = cards.get((match.row.journal, match.row.seq), {})
                match.header["players"] = seated(match.header["players"], own, people)
                every.append(_row(match))
    return every if ids is None else [match for match in every if match.id in set(ids)]


# A few large queries. Several small ones per match are slow, and the speed of one large join
# depends on the database's query planner.
def _of_journals(connection: Connection, keys: list[int]) -> Iterator[list[_Found]]:
    """Yield the matches of each journal in `keys`, in order."""
    query = (
        select(matches, journals.c.source, boards.c.board.label("board"), boards.c.name)
        .join(journals, journals.c.id == matches.c.journal)
        .outerjoin(boards, boards.c.id == journals.c.board)
        .where(matches.c.journal.in_(keys))
        .order_by(matches.c.seq)
    )
    rows: dict[int, list[Any]] = {}
    for row in connection.execute(query):
        rows.setdefault(row.journal, []).append(row)
    of = select(records.c.journal, records.c.seq).where(records.c.journal.in_(keys))
    of = of.order_by(records.c.journal, records.c.seq)
    events: dict[int, list[int]] = {}
    for journal, seq in connection.execute(of.where(records.c.kind == EVENT)):
        events.setdefault(journal, []).append(seq)
    told: dict[int, list[tuple[int, str, str]]] = {}
    query = of.add_columns(records.c.kind, records.c.text).where(
        records.c.kind.in_((HEADER, ROUND, MATCH, RULING, OVER, BOOT, UNIX))
    )
    for journal, seq, kind, text in connection.execute(query):
        told.setdefault(journal, []).append((seq, kind, text))
    for key in rows:
        yield _of_journal(connection, rows[key], events.get(key, []), told.get(key, []))


def _of_journal(  # noqa: C901
    connection: Connection, rows: list[Any], events: list[int], told: list[tuple[int, str, str]]
) -> list[_Found]:
    """Return the matches of a journal from its rows, event numbers and records."""
    journal, first = rows[0].journal, rows[0]
    gaps = [] if first.source is not None else _gaps(connection, journal, first.seq, _NEVER)
    found: list[_Found] = []
    for row, after in zip_longest(rows, rows[1:]):
        header = after.seq if after else _NEVER
        gap = next(iter(gaps[bisect(gaps, row.seq) :]), _NEVER)
        found.append(_Found(row, min(header, gap), gap != _NEVER and gap <= header))
    starts = [match.row.seq for match in found]

    def at(seq: int) -> _Found | None:
        place = bisect(starts, seq)
        return found[place - 1] if place else None

    forgotten = [
        (first, end)
        for first, end in _forgotten([(seq, text) for seq, kind, text in told if kind == BOOT])
        if (match := at(end)) and first > match.row.seq
    ]
    for first, end in forgotten:
        del events[bisect_left(events, first) : bisect_left(events, end)]
    for match in found:
        first, end = bisect(events, match.row.seq), bisect_left(events, match.end)
        match.events = end - first
        match.last = events[end - 1] if end > first else match.row.seq
    boots: list[int] = []
    clocks: list[tuple[int, Record]] = []
    for seq, kind, text in told:
        match = at(seq)
        if kind == BOOT:
            boots.append(seq)
        elif kind == UNIX:
            if clock := parsed(text, UNIX):
                clocks.append((seq, clock["note"]))
        elif match and seq < match.end and not any(a <= seq < b for a, b in forgotten):
            if record := parsed(text, kind, len(match.header.get("players", ()))):
                _take(match, seq, kind, record)
    for match in found:
        if any(record["event"] == RULING for _, record in match.told):
            turns = _turns(connection, journal, match)
            match.told += [each for each in turns if not any(a <= each[0] < b for a, b in forgotten)]
            match.told.sort(key=lambda each: each[0])
    if clocks:
        before = {seq: events[max(bisect(events, seq) - 1, 0)] for seq, _ in clocks if events}
        times = _times(connection, journal, {*before.values(), *(match.last for match in found)})
        for seq, note in clocks:
            if match := at(seq):
                # Without `at`, the note came at the time of the event before it or later.
                t = times.get(max(min(before.get(seq, 0), match.last), match.row.seq), 0)
                exact = note.get("at") if seq < match.end else None
                match.notes.append((seq, note["unix"] - (exact / 1000 if is_number(exact) else t)))
        _date(found, boots, [(seq, note["unix"]) for seq, note in clocks], times)
    return found


def _take(found: _Found, seq: int, kind: str, told: Record) -> None:
    if kind == HEADER:
        found.header = told
    elif kind == OVER:
        found.over = True
    else:
        found.told.append((seq, told))


def _turns(connection: Connection, journal: int, found: _Found) -> list[tuple[int, Record]]:
    """Return (number, record) of a match's turns, which tell the round that a ruling is about."""
    query = select(records.c.seq, records.c.text).where(
        records.c.journal == journal,
        records.c.kind == OUTCOME,
        records.c.seq > found.row.seq,
        records.c.seq < found.end,
        records.c.text.like('%"event":"turn"%'),
    )
    seats = len(found.header.get("players", ()))
    told = [(seq, parsed(text, OUTCOME, seats)) for seq, text in connection.execute(query)]
    return [(seq, record) for seq, record in told if record]


def _times(connection: Connection, journal: int, wanted: set[int]) -> dict[int, float]:
    """Return number -> t, in seconds, for the events in `wanted`."""
    numbers = sorted(wanted)
    times: dict[int, float] = {}
    for begin in range(0, len(numbers), _PART):
        query = select(records.c.seq, records.c.text).where(
            records.c.journal == journal, records.c.seq.in_(numbers[begin : begin + _PART])
        )
        for seq, text in connection.execute(query):
            event = parsed(text, EVENT)
            times[seq] = event["t"] / 1000 if event else 0
    return times


def _date(found: list[_Found], boots: list[int], clocks: list[tuple[int, int]], times: dict[int, float]) -> None:
    """Set the latest possible start of each match of a journal.

    A match's clock runs only while the board has power. A note of the time, during a match or after
    it, therefore dates the match; the match before had ended by then. Nothing can be concluded
    across a restart, unless the match went on after it.
    """

    def started(begin: int, end: int) -> bool:
        return bisect(boots, begin) < bisect_left(boots, end)

    later: _Found | None = None
    for match in reversed(found):
        known = [began for seq, began in match.notes if seq < match.last or not started(match.last, seq)]
        if later and later.began is not None and not started(match.last, later.row.seq):
            known.append(later.began - times[match.last])
        place = bisect_left(clocks, (match.row.seq, 0))
        if not known and place and not started(clocks[place - 1][0], match.row.seq):
            known = [clocks[place - 1][1]]
        match.began = float(min(known)) if known else None
        later = match


def _row(found: _Found) -> MatchRow:
    row, header = found.row, found.header
    rounds = Rounds(header)
    for _, each in found.told:
        rounds.take(each["event"], each)
    last = rounds.match or {}
    ended = rounds.match is not None
    return MatchRow(
        id=row.id,
        board=row.board,
        name=row.name,
        source=row.source,
        game=header["game"],
        players=header["players"],
        dealer=header.get("dealer", 0),
        rules=header.get("rules", {}),
        began=found.began,
        kept=row.kept,
        events=found.events,
        rounds=rounds.count,
        before=rounds.before,
        carried=rounds.carried,
        totals=rounds.totals,
        winners=last.get("winners", []),
        ranking=last.get("ranking", []),
        ended=ended,
        whole=not found.lost or ended or found.over,
    )
