"""Keeps the records of many tables in the store, and how far each journal is."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from sqlalchemy import Connection, bindparam, insert, select, tuple_, update

from tierce_tools.base.jsontext import loads
from tierce_tools.broker.messages import Names
from tierce_tools.club.received import Have, Key, Work
from tierce_tools.club.schema import PART, journals
from tierce_tools.logs.owners import known, players
from tierce_tools.logs.records import is_number
from tierce_tools.logs.store import Store, keep, new_journal


class Kept:
    """The tables' journals in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        store.add(PART)

    def have(self) -> dict[Key, Have]:
        """Return how far each journal is. Raises Trouble."""
        with self._store.reading() as connection:
            return {
                (row.table, row.name): Have(row.next, _numbers(row.held))
                for row in connection.execute(select(journals))
            }

    def people(self) -> dict[str, str]:
        """Return whose the cards are: UID -> name. Raises Trouble."""
        with self._store.reading() as connection:
            return known(connection)

    def tables(self) -> set[str]:
        """Return the names of all tables. Raises Trouble."""
        with self._store.reading() as connection:
            return set(connection.scalars(select(journals.c.table).distinct()))

    def names(self, tables: Iterable[str], people: Mapping[str, str]) -> dict[str, Names]:
        """Return who plays at those of the tables where players' cards were laid. Raises Trouble.

        That is the last match of a table's newest journal.
        """
        found: dict[str, Names] = {}
        if not people or not tables:
            return found
        with self._store.reading() as connection:
            for table in tables:
                newest = (
                    select(journals.c.journal, journals.c.name)
                    .where(journals.c.table == table)
                    .order_by(journals.c.journal.desc())
                    .limit(1)
                )
                row = connection.execute(newest).first()
                if row is not None and (who := players(connection, row.journal, people)):
                    found[table] = Names(row.name, *who)
        return found

    def keep(self, work: Mapping[Key, Work]) -> int:
        """Keep all or nothing; return how many records were new. Raises Trouble."""
        if not work:
            return 0
        with self._store.writing() as connection:
            own = select(journals.c.table, journals.c.name, journals.c.journal).where(
                tuple_(journals.c.table, journals.c.name).in_(work)
            )
            keys = {(table, name): key for table, name, key in connection.execute(own)}
            for table, name in sorted(work.keys() - keys.keys()):
                keys[table, name] = _begun(connection, table, name)
            new = keep(connection, {keys[each]: work[each].records for each in work})
            reached = [
                {"key": keys[each], "so_far": have.next, "holds": json.dumps(have.held)}
                for each in sorted(work)
                if (have := work[each].have) is not None
            ]
            if reached:
                connection.execute(
                    update(journals)
                    .where(journals.c.journal == bindparam("key"))
                    .values(next=bindparam("so_far"), held=bindparam("holds")),
                    reached,
                )
            return new


def _begun(connection: Connection, table: str, name: str) -> int:
    """Return the key of a journal that the store has not had until now."""
    # This locks the boards; another collector may have made the journal just before.
    key, lineage = new_journal(connection, board_of(table), table, None)
    there = connection.scalar(select(journals.c.journal).where(journals.c.table == table, journals.c.name == name))
    if there is not None:
        return there
    if connection.scalar(select(journals.c.journal).where(journals.c.journal == key)):
        key, _ = new_journal(connection, board_of(table), table, lineage)
    connection.execute(insert(journals).values(journal=key, table=table, name=name, next=0, held="[]"))
    return key


def board_of(table: str) -> str:
    """Return the name of a table's board in the store: never a serial number."""
    return f"mqtt:{table}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a column; another program may have written there."""
    try:
        told: object = loads(text)
    except ValueError:
        return ()
    values = cast("list[Any]", told) if isinstance(told, list) else []
    return tuple(sorted(each for each in values if is_number(each)))
