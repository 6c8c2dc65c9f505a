"""Keeps the records of many tables in the store, and how far each journal is."""

import json
from collections.abc import Mapping
from typing import Any, cast

from sqlalchemy import Connection, insert, select, update

from tierce_tools.club.desk import Have, Key, Work
from tierce_tools.club.schema import PART, journals
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
            return {(row.table, row.name): Have(row.next, _numbers(row.held))
                    for row in connection.execute(select(journals))}

    def keep(self, work: Mapping[Key, Work]) -> int:
        """Keep all or nothing; return how many records were new. Raises Trouble."""
        with self._store.writing() as connection:
            # In order, so that two collectors never wait for each other.
            return sum(_keep(connection, *key, work[key]) for key in sorted(work))


def _keep(connection: Connection, table: str, name: str, work: Work) -> int:
    found = select(journals.c.journal).where(journals.c.table == table, journals.c.name == name)
    key = connection.scalar(found)
    if key is None:
        # Locks the boards, so nobody else makes it meanwhile; someone may have just now.
        key, lineage = new_journal(connection, board_of(table), table, None)
        there = connection.scalar(found)
        if there is not None:
            key = there
        else:
            if connection.scalar(select(journals.c.journal).where(journals.c.journal == key)):
                key, _ = new_journal(connection, board_of(table), table, lineage)
            connection.execute(insert(journals).values(
                journal=key, table=table, name=name, next=0, held="[]"))
    new = keep(connection, key, work.records)
    if work.have is not None:
        connection.execute(update(journals).where(journals.c.journal == key).values(
            next=work.have.next, held=json.dumps(work.have.held)))
    return new


def board_of(table: str) -> str:
    """Return the name of a table's board in the store: never a serial number."""
    return f"mqtt:{table}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a column; another program may have written there."""
    try:
        told: object = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    values = cast("list[Any]", told) if isinstance(told, list) else []
    return tuple(sorted(each for each in values if is_number(each)))
