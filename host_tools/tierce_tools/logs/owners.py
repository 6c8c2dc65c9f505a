"""People's cards in the store, and the names that they give the seats of a match.

The records stay as the tables sent them: names are put in where matches are read.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Column, Connection, MetaData, String, Table, Text, and_, delete, insert, inspect, or_, select

from tierce_tools.logs import schema
from tierce_tools.logs.records import EVENT, HEADER, MATCH, OUTCOME, OVER, RULING, parsed
from tierce_tools.logs.schema import boards, journals, records
from tierce_tools.logs.seated import Seated, card_of

metadata = MetaData(naming_convention=schema.metadata.naming_convention)

cards = Table(
    "people_cards",
    metadata,
    Column("uid", String(20), primary_key=True),  # lower-case hexadecimal digits
    Column("name", Text, nullable=False),
)

version = schema.version_of(metadata, "people_version")

PART = schema.Part(metadata, version, "0001")

_UNKNOWN = "?"  # in place of a header's name whose owner has a card on another seat


class Card(NamedTuple):
    """A registered card, or one laid on a seat; `table` is where it was laid last, if anywhere."""

    uid: str
    name: str | None
    table: str | None


def register(connection: Connection, uid: str, name: str | None) -> str | None:
    """Make a card somebody's, or nobody's; return whose it was."""
    before = connection.scalar(select(cards.c.name).where(cards.c.uid == uid))
    connection.execute(delete(cards).where(cards.c.uid == uid))
    if name is not None:
        connection.execute(insert(cards).values(uid=uid, name=name))
    return before


def known(connection: Connection) -> dict[str, str]:
    """Return the name of each registered card, UID -> name."""
    if not inspect(connection).has_table(cards.name):
        return {}
    return {row.uid: row.name for row in connection.execute(select(cards).order_by(cards.c.uid))}


def every_card(connection: Connection) -> list[Card]:
    """Return all cards: the registered ones by name, then the others, the latest first."""
    query = (
        select(records.c.text, boards.c.name)
        .join(journals, journals.c.id == records.c.journal)
        .outerjoin(boards, boards.c.id == journals.c.board)
        .where(_LAID)
        .order_by(records.c.journal.desc(), records.c.seq.desc())
    )
    tables: dict[str, str | None] = {}
    for text, name in connection.execute(query):
        record = parsed(text, OUTCOME)
        found = card_of(record) if record else None
        if found:
            tables.setdefault(found[1], name)
    people = known(connection)
    named = [Card(uid, people[uid], tables.get(uid)) for uid in people]
    named.sort(key=lambda card: (str(card.name).casefold(), card.uid))
    return named + [Card(uid, None, tables[uid]) for uid in tables if uid not in people]


_LAID = and_(records.c.kind == OUTCOME, records.c.text.like('%"unknown_card"%'))
_TOLD = or_(
    records.c.kind.in_((HEADER, MATCH, OVER, RULING)),
    and_(records.c.kind == EVENT, records.c.text.like('%"deal"%')),
    _LAID,
)


def laid(connection: Connection, keys: Iterable[int], last: int | None = None) -> dict[tuple[int, int], dict[int, str]]:
    """Return the players' cards of each match in these journals, seat -> UID.

    A match is (journal, number of its header). With `last` only the match of that header is looked
    for, in one journal.
    """
    query = select(records.c.journal, records.c.seq, records.c.kind, records.c.text).where(
        records.c.journal.in_(keys), _TOLD
    )
    if last is not None:
        headers = select(records.c.seq).where(records.c.journal.in_(keys), records.c.kind == HEADER)
        before = connection.scalar(headers.where(records.c.seq < last).order_by(records.c.seq.desc()).limit(1))
        after = connection.scalar(headers.where(records.c.seq > last).order_by(records.c.seq).limit(1))
        query = query.where(records.c.seq >= (before or 0))
        query = query if after is None else query.where(records.c.seq < after)
    found: dict[tuple[int, int], dict[int, str]] = {}
    of: dict[int, Seated] = {}
    for row in connection.execute(query.order_by(records.c.journal, records.c.seq)):
        record = parsed(row.text, row.kind)
        if record is not None:
            seated = of.setdefault(row.journal, Seated())
            seated.take({"seq": row.seq, **record})
            found[row.journal, seated.match] = seated.cards
    return found


def players(connection: Connection, journal: int, people: Mapping[str, str]) -> tuple[int, tuple[str, ...]] | None:
    """Return the number of the header and the players of a journal's last match.

    None if none of them has laid their card.
    """
    last = connection.execute(
        select(records.c.seq, records.c.text)
        .where(records.c.journal == journal, records.c.kind == HEADER)
        .order_by(records.c.seq.desc())
        .limit(1)
    ).first()
    header = parsed(last.text, HEADER) if last else None
    if last is None or header is None:
        return None
    own = laid(connection, [journal], last.seq).get((journal, last.seq), {})
    if people.keys().isdisjoint(own.values()):
        return None
    return last.seq, tuple(seated(header["players"], own, people))


def seated(players: Sequence[str], cards: Mapping[int, str], people: Mapping[str, str]) -> list[str]:
    """Return the names of a match's players: their cards' before those of its header."""
    by_card = {seat: people[uid] for seat, uid in cards.items() if uid in people}
    return [
        by_card[seat] if seat in by_card else _UNKNOWN if name in by_card.values() else name
        for seat, name in enumerate(players)
    ]
