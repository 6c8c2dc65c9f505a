"""The tables of the store of games, for SQLite and PostgreSQL.

A store has the version of its tables in a table of its own. Another room may keep tables of its own
in the same database, as another part with its own version.
"""

from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

boards = Table(
    "boards",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("board", Text, nullable=False),  # USB serial number, or else the table's name
    Column("name", Text, nullable=False),
    UniqueConstraint("board"),
)

# One sequence of record numbers. A board starts another when its flash is wiped; each log from a
# file has its own.
journals = Table(
    "journals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("board", Integer, ForeignKey("boards.id")),  # null for a log from a file
    Column("lineage", Integer, nullable=False),  # 1, 2, ... for each board
    Column("source", Text),  # name of the log file
    Column("digest", String(64)),  # SHA-256 of the file's lines
    UniqueConstraint("board", "lineage"),
    UniqueConstraint("digest"),
)

records = Table(
    "records",
    metadata,
    Column("journal", Integer, ForeignKey("journals.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),  # one of logs.records
    Column("text", Text, nullable=False),  # JSON, as the link sends it
    Index(None, "journal", "kind", "seq"),
    sqlite_with_rowid=False,
)

# Record numbers that the board reported as lost.
losses = Table(
    "losses",
    metadata,
    Column("journal", Integer, ForeignKey("journals.id"), primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# Each header gets a number by which people name the match.
matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("journal", Integer, ForeignKey("journals.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("kept", BigInteger, nullable=False),  # unix seconds when it was added to the store
    UniqueConstraint("journal", "seq"),
)


def version_of(metadata: MetaData, name: str) -> Table:
    """Return the table, added to `metadata`, whose one row is the number of a part."""
    return Table(
        name,
        metadata,
        Column("version_num", String(32), nullable=False),
        PrimaryKeyConstraint("version_num", name=f"{name}_pkc"),
    )


version = version_of(metadata, "tierce_version")


class Part(NamedTuple):
    """Tables that are made together, and the table that has the number of their version."""

    metadata: MetaData
    version: Table
    number: str


GAMES = Part(metadata, version, "0001")
