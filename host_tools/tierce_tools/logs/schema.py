"""The tables of the store of games, for SQLite and PostgreSQL alike.

What is written here is how they are now; `migrations` brings an older store there.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

# The newest of the migrations.
VERSION = "0001"
# Other programs may use alembic in the same database.
VERSION_TABLE = "tierce_version"

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
    Column("board", Text, nullable=False),  # USB serial number, or the table's name without one
    Column("name", Text, nullable=False),
    UniqueConstraint("board"),
)

# One numbering of records: a board begins another when its flash was wiped; a log from a file has
# one of its own.
journals = Table(
    "journals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("board", Integer, ForeignKey("boards.id")),  # null: from a file
    Column("lineage", Integer, nullable=False),  # 1, 2, ... of this board
    Column("source", Text),  # of a file: its name
    Column("digest", String(64)),  # and SHA-256 of its lines
    UniqueConstraint("board", "lineage"),
    UniqueConstraint("digest"),
)

records = Table(
    "records",
    metadata,
    Column("journal", Integer, ForeignKey("journals.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),  # logs.records
    Column("text", Text, nullable=False),  # JSON, as the link has it
    Index(None, "journal", "kind", "seq"),
    sqlite_with_rowid=False,
)

# Numbers of which the board said that they are lost.
losses = Table(
    "losses",
    metadata,
    Column("journal", Integer, ForeignKey("journals.id"), primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# A number for each header, so that people can name a match.
matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("journal", Integer, ForeignKey("journals.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("kept", BigInteger, nullable=False),  # unix seconds when the store was given it
    UniqueConstraint("journal", "seq"),
)
