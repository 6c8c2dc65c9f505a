"""The store of games: what the journals of boards and logs from files hold, each record once.

A board numbers all that leaves it, so a record is known by its journal and its number. A match is
a header and what follows up to the next one.
"""

import hashlib
import json
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy import text as sql

from tierce.outcomes import line
from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.logs.databases import engine_of, is_file, make_folder, migrate, troubles, url_of
from tierce_tools.logs.schema import boards, journals, losses, matches, records
from tierce_tools.trouble import Trouble

Record = dict[str, Any]

_CHUNK = 1000

HEADER, EVENT, OUTCOME, NOTE = "header", "event", "outcome", "note"
# Notes and outcomes that matches are listed by.
BOOT, UNIX, ROUND, MATCH = "boot", "unix", "round", "match"


@dataclass(frozen=True)
class MatchRow:
    """A match in the store. Times are unix seconds.

    `began` is worked out from what a computer told the board, None without it; `kept` is when the
    store was given the match. `winners` are seats, none while it has not `ended`; `whole` is false
    where the board has lost a part of it.
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


class Journal:
    """One numbering of a board's records."""

    def __init__(self, store: "Store", key: int, lineage: int) -> None:
        self._store = store
        self.key = key
        self.lineage = lineage

    @property
    def next(self) -> int:
        """The number after the last record that is kept, or known to be lost; 0 without any."""
        with self._store.reading() as connection:
            last = connection.scalar(
                select(func.max(records.c.seq)).where(records.c.journal == self.key)
            )
            lost = connection.scalar(
                select(func.max(losses.c.first + losses.c.count)).where(
                    losses.c.journal == self.key
                )
            )
        return max(-1 if last is None else last + 1, lost or 0, 0)

    @property
    def boot(self) -> int:
        """The number of the board's last start that is kept, or 0."""
        found = self._last(BOOT)
        return found["note"]["boot"] if found else 0

    @property
    def last(self) -> Record | None:
        """The last record that is kept."""
        return self._last(None)

    def _last(self, kind: str | None) -> Record | None:
        query = select(records.c.seq, records.c.text).where(records.c.journal == self.key)
        if kind:
            query = query.where(records.c.kind == kind)
        with self._store.reading() as connection:
            row = connection.execute(query.order_by(records.c.seq.desc()).limit(1)).first()
        return {"seq": row.seq, **json.loads(row.text)} if row else None

    def keep(self, given: Iterable[Record], now: int | None = None) -> int:
        """Keep records as the link sends them, all or none; return how many were new.

        Those that are there are left out, and what is no record. `now` is the time, unix seconds.
        """
        given = list(given)
        with self._store.writing() as connection:
            # Of two programs that keep the same records, one waits here for the other.
            connection.execute(
                select(journals.c.id).where(journals.c.id == self.key).with_for_update()
            )
            return _keep(connection, self.key, given, int(time.time()) if now is None else now)


class Store:
    """A store of games in SQLite or PostgreSQL. Use `open`."""

    def __init__(self, engine: Engine, shown: str) -> None:
        self._engine = engine
        self._shown = shown

    @classmethod
    def open(cls, where: str = "auto", make: bool = True) -> "Store":
        """Open a store: a file, a URL, or "auto", a file of one's own; its schema is made newest.

        Without `make` a named file must be there. Raises Trouble.
        """
        url = url_of(where)
        shown = url.database or "" if is_file(url) else url.render_as_string(hide_password=True)
        if is_file(url):
            path = Path(shown)
            if path.is_dir():
                raise Trouble("store", "folder", shown)
            if not path.exists():
                if not make and where != "auto":
                    raise Trouble("store", "missing", shown)
                if where == "auto":
                    make_folder(path.parent)
                elif not path.parent.is_dir():
                    raise Trouble("store", "no_folder", path.parent)
        store = cls(engine_of(url, shown), shown)
        try:
            with store.writing() as connection:
                migrate(connection, shown)
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A transaction that only reads."""
        with troubles(self._shown), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A transaction that writes: all of it is kept, or nothing."""
        with troubles(self._shown), self._engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with connection.begin():
                yield connection

    # --- boards

    def journal(self, board: str, name: str) -> Journal:
        """Return the newest journal of a board, made if it has none."""
        return self._journal(board, name, None)

    def new_journal(self, board: str, name: str, after: Journal | None = None) -> Journal:
        """Begin a new journal of a board whose flash was wiped, unless one follows `after`."""
        return self._journal(board, name, after.lineage if after else 0)

    def _journal(self, board: str, name: str, after: int | None) -> Journal:
        with self.writing() as connection:
            if connection.dialect.name != "sqlite":  # there, one writes at a time anyway
                connection.execute(sql("LOCK TABLE boards IN SHARE ROW EXCLUSIVE MODE"))
            key = connection.scalar(select(boards.c.id).where(boards.c.board == board))
            if key is None:
                made = connection.execute(insert(boards).values(board=board, name=name))
                key = _made(made)
            else:
                connection.execute(boards.update().where(boards.c.id == key).values(name=name))
            found = connection.execute(
                select(journals.c.id, journals.c.lineage)
                .where(journals.c.board == key)
                .order_by(journals.c.lineage.desc())
                .limit(1)
            ).first()
            if found and (after is None or found.lineage > after > 0):
                return Journal(self, found.id, found.lineage)
            lineage = found.lineage + 1 if found else 1
            made = connection.execute(insert(journals).values(board=key, lineage=lineage))
            return Journal(self, _made(made), lineage)

    # --- logs from files

    def add_log(self, lines: Iterable[Record], source: str) -> int | None:
        """Keep a log from a file; return its match's number, None where it was there already.

        `lines` are its header and events, `source` is the file's name. Raises LogError where the
        header or a line is bad; nothing is kept then.
        """
        found = list(lines)
        if not found:
            raise LogError("not_object")
        referee = Referee(found[0])
        kept = [{"seq": 1, **found[0]}]
        for thing in found[1:]:
            outcomes = list(referee.feed(thing))
            kept.append({"seq": len(kept) + 1, **thing})
            kept += [
                {"seq": len(kept) + 1 + i, **_outcome(each)} for i, each in enumerate(outcomes)
            ]
        digest = hashlib.sha256("\n".join(map(_line, found)).encode()).hexdigest()
        with self.writing() as connection:
            if connection.dialect.name != "sqlite":
                connection.execute(sql("LOCK TABLE boards IN SHARE ROW EXCLUSIVE MODE"))
            if connection.scalar(select(journals.c.id).where(journals.c.digest == digest)):
                return None
            made = connection.execute(
                insert(journals).values(lineage=1, source=source, digest=digest)
            )
            key = _made(made)
            _keep(connection, key, kept, int(time.time()))
            return connection.scalar(select(matches.c.id).where(matches.c.journal == key))

    # --- matches

    def matches(
        self,
        game: str | None = None,
        player: str | None = None,
        since: float | None = None,
        ids: Iterable[int] | None = None,
    ) -> list[MatchRow]:
        """Return the matches, oldest first: of a game, of a player's, begun since a time.

        One without a date counts by when the store was given it. Raises Trouble where one of `ids`
        is not there.
        """
        wanted = None if ids is None else list(ids)
        with self.reading() as connection:
            query = (
                select(matches.c.id, matches.c.journal, matches.c.seq, matches.c.kept,
                       journals.c.source, boards.c.board, boards.c.name)
                .join(journals, journals.c.id == matches.c.journal)
                .outerjoin(boards, boards.c.id == journals.c.board)
            )
            if wanted is not None:
                query = query.where(matches.c.id.in_(wanted))
            found = [_match(connection, row) for row in connection.execute(query).all()]
        for each in wanted or ():
            if each not in [match.id for match in found]:
                raise Trouble("store", "no_match", each, self._shown)
        found = [
            match for match in found
            if (game is None or match.game == game)
            and (player is None or player in match.players)
            and (since is None or (match.began or match.kept) >= since)
        ]
        return sorted(found, key=lambda match: (match.began or match.kept, match.id))

    def log(self, match: int) -> Iterator[Record]:
        """Yield the header and the events of a match, as a log has them. Raises Trouble."""
        return self._records(match, (HEADER, EVENT))

    def outcomes(self, match: int) -> Iterator[Record]:
        """Yield what the board itself said in a match. Raises Trouble."""
        return self._records(match, (OUTCOME, ROUND, MATCH))

    def _records(self, match: int, kinds: tuple[str, ...]) -> Iterator[Record]:
        with self.reading() as connection:
            row = connection.execute(
                select(matches.c.journal, matches.c.seq).where(matches.c.id == match)
            ).first()
            if row is None:
                raise Trouble("store", "no_match", match, self._shown)
            end = _end(connection, row.journal, row.seq)
        at = row.seq
        while True:  # by parts, each in a transaction of its own: a log may be long
            with self.reading() as connection:
                query = _of(row.journal, at, end).where(records.c.kind.in_(kinds))
                part = connection.execute(query.limit(_CHUNK)).all()
            for each in part:
                yield json.loads(each.text)
            if len(part) < _CHUNK:
                return
            at = part[-1].seq + 1


# --- records


def _kind(record: Record) -> str:
    """Return what a record is: one of the kinds above."""
    if "tierce" in record:
        return HEADER
    if "note" in record:
        note = record["note"]
        if isinstance(note, dict):
            for kind in (BOOT, UNIX):
                if type(cast("Record", note).get(kind)) is int:
                    return kind
        return NOTE
    if "event" in record:
        return record["event"] if record["event"] in (ROUND, MATCH) else OUTCOME
    return EVENT


def _line(record: Record) -> str:
    told = {key: value for key, value in record.items() if key != "seq"}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _outcome(outcome: tuple[Any, ...]) -> Record:
    return json.loads(line(outcome))


def _keep(connection: Connection, journal: int, given: list[Record], now: int) -> int:
    rows: dict[int, Record] = {}
    lost: set[tuple[int, int]] = set()
    for record in given:
        if type(record.get("lost")) is int and type(record.get("from")) is int:
            lost.add((record["from"], record["lost"]))
        elif type(record.get("seq")) is int:
            rows.setdefault(record["seq"], record)
    if rows:
        query = select(records.c.seq).where(
            records.c.journal == journal, records.c.seq.between(min(rows), max(rows))
        )
        for seq in connection.scalars(query):
            rows.pop(seq, None)
    if rows:
        connection.execute(insert(records), [
            {"journal": journal, "seq": seq, "kind": _kind(row), "text": _line(row)}
            for seq, row in sorted(rows.items())
        ])
    begun = [seq for seq in sorted(rows) if _kind(rows[seq]) == HEADER]
    if begun:
        connection.execute(
            insert(matches), [{"journal": journal, "seq": seq, "kept": now} for seq in begun]
        )
    if lost:
        query = select(losses.c.first, losses.c.count).where(losses.c.journal == journal)
        lost -= {(row.first, row.count) for row in connection.execute(query)}
    if lost:
        connection.execute(insert(losses), [
            {"journal": journal, "first": first, "count": count} for first, count in sorted(lost)
        ])
    return len(rows)


def _of(journal: int, begin: int, end: int | None) -> Any:
    query = select(records.c.seq, records.c.kind, records.c.text).where(
        records.c.journal == journal, records.c.seq >= begin
    )
    return (query if end is None else query.where(records.c.seq < end)).order_by(records.c.seq)


def _end(connection: Connection, journal: int, seq: int) -> int | None:
    """Return where the next match begins."""
    return connection.scalar(
        select(func.min(matches.c.seq)).where(matches.c.journal == journal, matches.c.seq > seq)
    )


def _match(connection: Connection, row: Any) -> MatchRow:
    end = _end(connection, row.journal, row.seq)
    of = _of(row.journal, row.seq, end)
    header: Record = json.loads(connection.execute(of.limit(1)).one().text)
    counts = select(func.count()).select_from(
        of.where(records.c.kind == EVENT).order_by(None).subquery()
    )
    scores: list[Record] = [json.loads(each.text) for each in connection.execute(
        of.where(records.c.kind.in_((ROUND, MATCH))))]
    rounds = [each for each in scores if each["event"] == ROUND]
    last: Record = next((each for each in scores if each["event"] == MATCH), {})
    lost = select(func.count()).select_from(losses).where(
        losses.c.journal == row.journal, losses.c.first + losses.c.count > row.seq
    )
    if end is not None:
        lost = lost.where(losses.c.first < end)
    totals: list[int] = [0] * len(header["players"])
    for each in scores:
        totals = each["totals"]
    return MatchRow(
        id=row.id, board=row.board, name=row.name, source=row.source,
        game=header["game"], players=header["players"], dealer=header.get("dealer", 0),
        rules=header.get("rules", {}), began=_began(connection, row.journal, row.seq, end),
        kept=row.kept, events=connection.scalar(counts) or 0, rounds=len(rounds),
        totals=totals, winners=last.get("winners", []),
        ranking=last.get("ranking", []), ended=bool(last), whole=not connection.scalar(lost),
    )


def _began(connection: Connection, journal: int, seq: int, end: int | None) -> float | None:
    """Work out when a match began, from the first note of what time it was.

    An event's t is milliseconds since the match began, and goes on while the board has power. The
    note says no t: it is as late as the event before it, or somewhat later.
    """
    notes = records.c.kind.in_((BOOT, UNIX))
    after = connection.execute(_of(journal, seq, None).where(notes).limit(1)).first()
    if after and after.kind == UNIX:
        unix = json.loads(after.text)["note"]["unix"]
        before = connection.execute(
            _of(journal, seq, min(after.seq, end) if end else after.seq)
            .where(records.c.kind == EVENT).order_by(None).order_by(records.c.seq.desc()).limit(1)
        ).first()
        return unix - (json.loads(before.text)["t"] / 1000 if before else 0)
    earlier = connection.execute(
        select(records.c.kind, records.c.text)
        .where(records.c.journal == journal, records.c.seq < seq, notes)
        .order_by(records.c.seq.desc()).limit(1)
    ).first()
    if earlier and earlier.kind == UNIX:
        return float(json.loads(earlier.text)["note"]["unix"])
    return None


def _made(result: Any) -> int:
    return result.inserted_primary_key[0]
