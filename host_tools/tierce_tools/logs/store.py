"""The store of games: the records of boards' journals and of log files, each record once.

A board numbers every record, so a record is identified by its journal and its number. A match is a
header and the records after it, up to the next header.
"""

import hashlib
import json
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, func, insert, or_, select
from sqlalchemy import text as sql

from tierce.outcomes import line
from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.databases import engine_of, has_tables, is_file, look_at, make_tables, shown_as, troubles, url_of
from tierce_tools.logs.matches import MatchRow, listing, span_of
from tierce_tools.logs.owners import known, laid, seated
from tierce_tools.logs.records import (
    BOOT,
    EVENT,
    HEADER,
    MATCH,
    OUTCOME,
    ROUND,
    RULING,
    Record,
    Row,
    is_loss,
    is_number,
    kind_of,
    line_of,
    parsed,
    storable,
)
from tierce_tools.logs.schema import Part, boards, journals, losses, matches, records

_NO_MATCH = N_("there is no game {game} in {store}; tierce logs lists them")

__all__ = ["Journal", "MatchRow", "Record", "Store"]

_CHUNK = 1000
_LAST_MATCH = (1 << 31) - 1  # the largest number of the column


class JournalKey(NamedTuple):
    """Names a journal in the database; `lineage` counts those of its board from 1."""

    key: int
    lineage: int


class Journal:
    """One sequence of record numbers of a board."""

    def __init__(self, store: "Store", key: int, lineage: int) -> None:
        self._store = store
        self.key = key
        self.lineage = lineage

    @property
    def next(self) -> int:
        """The number after the last record that is kept or known to be lost; 0 if there is none."""
        with self._store.reading() as connection:
            last = connection.scalar(select(func.max(records.c.seq)).where(records.c.journal == self.key))
            lost = connection.scalar(
                select(func.max(losses.c.first + losses.c.count)).where(losses.c.journal == self.key)
            )
        return max(-1 if last is None else last + 1, lost or 0, 0)

    @property
    def boot(self) -> int:
        """The number of the board's last kept start, or 0."""
        found = self._last(BOOT)
        return found["note"][BOOT] if found and kind_of(found) == BOOT else 0

    @property
    def last(self) -> Record | None:
        """The last kept record."""
        return self._last(None)

    def _last(self, kind: str | None) -> Record | None:
        query = select(records.c.seq, records.c.text).where(records.c.journal == self.key)
        if kind:
            query = query.where(records.c.kind == kind)
        with self._store.reading() as connection:
            row = connection.execute(query.order_by(records.c.seq.desc()).limit(1)).first()
        try:
            return {"seq": row.seq, **loads(row.text)} if row else None
        except (ValueError, AttributeError, TypeError):  # another program has changed the row
            return None

    def keep(self, given: Iterable[Record], now: int | None = None) -> int:
        """Keep records as the link sends them, all or none; return how many were new.

        Records without number, and those already kept, are skipped. `now` is the time, unix
        seconds.
        """
        with self._store.writing() as connection:
            return keep(connection, {self.key: list(given)}, now)


class Store:
    """A store of games in SQLite or PostgreSQL. Use `open`."""

    def __init__(self, engine: Engine, shown: str) -> None:
        self._engine = engine
        self._shown = shown

    @classmethod
    def open(cls, where: str = "auto", make: bool = True) -> "Store":
        """Open a store given as a file, a URL or "auto", the user's own file; upgrade its schema.

        Without `make`, a named file must exist. Raises Trouble.
        """
        url = url_of(where)
        shown = shown_as(url)
        if is_file(url):
            look_at(Path(shown), own=where == "auto", make=make)
        store = cls(engine_of(url, shown), shown)
        try:
            # A read-only store can be opened if it has its tables.
            with store.reading() as connection:
                made = has_tables(connection, shown)
            if not made:
                with store.writing() as connection:
                    make_tables(connection, shown)
        except BaseException:
            store.close()
            raise
        return store

    def has(self, part: Part) -> bool:
        """Tell whether the tables of another room are there. Raises Trouble."""
        with self.reading() as connection:
            return has_tables(connection, self._shown, part)

    def add(self, part: Part) -> None:
        """Make the tables of another room if they are missing. Raises Trouble."""
        if not self.has(part):
            with self.writing() as connection:
                make_tables(connection, self._shown, part)

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A read-only transaction."""
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
        """Return the newest journal of a board; create one if it has none."""
        return self._journal(board, name, None)

    def new_journal(self, board: str, name: str, after: Journal | None = None) -> Journal:
        """Begin a new journal after a wipe of the flash, unless one is newer than `after`."""
        return self._journal(board, name, after.lineage if after else 0)

    def _journal(self, board: str, name: str, after: int | None) -> Journal:
        with self.writing() as connection:
            return Journal(self, *new_journal(connection, board, name, after))

    # --- logs from files

    def add_log(self, lines: Iterable[Record], source: str) -> int | None:
        """Keep a log from a file; return its match's number, None if it was kept before.

        `lines` are its header and events, `source` is the file's name. Raises LogError if the
        header or a line is bad; nothing is kept then.
        """
        found = list(lines)
        if not found:
            raise LogError("not_object")
        referee = Referee(found[0])
        kept: list[Row] = [(HEADER, line_of(found[0]))]
        for thing in found[1:]:
            said = [json.loads(line(each)) for each in referee.feed(thing)]
            kept.append((EVENT, line_of(thing)))
            kept += [(kind_of(each), line_of(each)) for each in said]
        digest = hashlib.sha256("\n".join(map(line_of, found)).encode()).hexdigest()
        with self.writing() as connection:
            _lock_boards(connection)
            if connection.scalar(select(journals.c.id).where(journals.c.digest == digest)):
                return None
            made = connection.execute(insert(journals).values(lineage=1, source=storable(source), digest=digest))
            key = _made(made)
            rows = {(key, seq): row for seq, row in enumerate(kept, 1)}
            _keep(connection, rows, int(time.time()))
            return connection.scalar(select(matches.c.id).where(matches.c.journal == key))

    # --- matches

    def matches(
        self,
        game: str | None = None,
        player: str | None = None,
        since: float | None = None,
        ids: Iterable[int] | None = None,
    ) -> list[MatchRow]:
        """Return the matches, oldest first, of a game, of a player, begun since a time.

        An undated match counts by when it was added to the store. Raises Trouble if one of `ids`
        does not exist.
        """
        wanted = None if ids is None else list(dict.fromkeys(ids))
        for each in wanted or ():
            self._check(each)
        with self.reading() as connection:
            found = listing(connection, wanted)
        known = {match.id for match in found}
        for each in wanted or ():
            if each not in known:
                raise Trouble("store.no_match", _NO_MATCH, game=each, store=self._shown)
        found = [
            match
            for match in found
            if (game is None or match.game == game)
            and (player is None or player in match.players)
            and (since is None or match.time >= since)
        ]
        return sorted(found, key=lambda match: (match.time, match.id))

    def log(self, match: int) -> Iterator[Record]:
        """Yield the header and the events of a match, as in a log. Raises Trouble."""
        return self._records(match, (HEADER, EVENT))

    def outcomes(self, match: int) -> Iterator[Record]:
        """Yield the board's own outcomes of a match. Raises Trouble."""
        return self._records(match, (OUTCOME, ROUND, MATCH, RULING))

    def _check(self, match: int) -> None:
        if not 0 < match <= _LAST_MATCH:
            raise Trouble("store.no_match", _NO_MATCH, game=match, store=self._shown)

    def _records(self, match: int, kinds: tuple[str, ...]) -> Iterator[Record]:
        self._check(match)
        with self.reading() as connection:
            row = connection.execute(select(matches.c.journal, matches.c.seq).where(matches.c.id == match)).first()
            if row is None:
                raise Trouble("store.no_match", _NO_MATCH, game=match, store=self._shown)
            end, forgotten = span_of(connection, row.journal, row.seq)
            text = connection.scalar(
                select(records.c.text).where(records.c.journal == row.journal, records.c.seq == row.seq)
            )
            people = known(connection)
            cards = laid(connection, [row.journal], row.seq) if people else {}
        header = parsed(text, HEADER)
        seats = len(header["players"]) if header else 0
        at = row.seq
        while True:  # in chunks, each in its own transaction, as a log may be long
            with self.reading() as connection:
                query = select(records.c.seq, records.c.kind, records.c.text).where(
                    records.c.journal == row.journal,
                    records.c.seq >= at,
                    records.c.seq < end,
                    records.c.kind.in_(kinds),
                )
                part = connection.execute(query.order_by(records.c.seq).limit(_CHUNK)).all()
            for each in part:
                if any(first <= each.seq < past for first, past in forgotten):
                    continue
                if record := parsed(each.text, each.kind, seats):
                    if each.kind == HEADER:
                        own = cards.get((row.journal, each.seq), {})
                        record["players"] = seated(record["players"], own, people)
                    yield record
            if len(part) < _CHUNK:
                return
            at = part[-1].seq + 1


# --- in a transaction


def new_journal(connection: Connection, board: str, name: str, after: int | None) -> JournalKey:
    """Return the newest journal of a board; a new one if it has none.

    Also if none is newer than the lineage `after`; 0 is before all.
    """
    board, name = storable(board), storable(name)
    _lock_boards(connection)
    key = connection.scalar(select(boards.c.id).where(boards.c.board == board))
    if key is None:
        key = _made(connection.execute(insert(boards).values(board=board, name=name)))
    else:
        connection.execute(boards.update().where(boards.c.id == key).values(name=name))
    found = connection.execute(
        select(journals.c.id, journals.c.lineage)
        .where(journals.c.board == key)
        .order_by(journals.c.lineage.desc())
        .limit(1)
    ).first()
    if found and (after is None or found.lineage > after > 0):
        return JournalKey(found.id, found.lineage)
    lineage = found.lineage + 1 if found else 1
    made = connection.execute(insert(journals).values(board=key, lineage=lineage))
    return JournalKey(_made(made), lineage)


def keep(connection: Connection, given: Mapping[int, Sequence[Record]], now: int | None = None) -> int:
    """Keep records of journals, of some hundred at most: key -> records, see Journal.keep."""
    # Locks the journals against another program that keeps the same records; in order, so that
    # two programs never wait for each other.
    connection.execute(select(journals.c.id).where(journals.c.id.in_(given)).order_by(journals.c.id).with_for_update())
    rows = {
        (journal, record["seq"]): (kind_of(record), line_of(record))
        for journal in given
        for record in reversed(given[journal])  # the first of two equal numbers
        if "lost" not in record and is_number(record.get("seq"))
    }
    _lose(connection, given)
    return _keep(connection, rows, int(time.time()) if now is None else now)


def _lock_boards(connection: Connection) -> None:
    if connection.dialect.name != "sqlite":  # SQLite has one writer at a time anyway
        connection.execute(sql("LOCK TABLE boards IN SHARE ROW EXCLUSIVE MODE"))


def _keep(connection: Connection, rows: dict[tuple[int, int], Row], now: int) -> int:
    """Insert the records whose numbers are new, by (journal, seq); return how many were."""
    numbers: dict[int, list[int]] = {}
    for journal, seq in rows:
        numbers.setdefault(journal, []).append(seq)
    if numbers:
        there = [
            (records.c.journal == journal) & records.c.seq.between(min(seqs), max(seqs))
            for journal, seqs in numbers.items()
        ]
        query = select(records.c.journal, records.c.seq).where(or_(*there))
        # Each number of journals is another statement, too many to be worth keeping compiled.
        for row in connection.execute(query, execution_options={"compiled_cache": None}):
            rows.pop((row.journal, row.seq), None)
    if not rows:
        return 0
    new = [
        {"journal": journal, "seq": seq, "kind": kind, "text": text}
        for (journal, seq), (kind, text) in sorted(rows.items())
    ]
    connection.execute(insert(records), new)
    begun = [{"journal": each["journal"], "seq": each["seq"], "kept": now} for each in new if each["kind"] == HEADER]
    if begun:
        connection.execute(insert(matches), begun)
    return len(new)


def _lose(connection: Connection, given: Mapping[int, Sequence[Record]]) -> None:
    """Insert the losses that the boards reported."""
    lost = {
        (journal, record["from"], record["lost"]) for journal in given for record in given[journal] if is_loss(record)
    }
    if not lost:
        return
    query = select(losses.c.journal, losses.c.first, losses.c.count).where(
        losses.c.journal.in_({journal for journal, _, _ in lost}), losses.c.first.in_({first for _, first, _ in lost})
    )
    lost -= {tuple(row) for row in connection.execute(query)}
    if lost:
        connection.execute(
            insert(losses),
            [{"journal": journal, "first": first, "count": count} for journal, first, count in sorted(lost)],
        )


def _made(result: Any) -> int:
    return result.inserted_primary_key[0]
