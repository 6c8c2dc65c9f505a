"""How far each table's journal is in the store: a table of its own beside the games."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

from tierce_tools.logs import schema

metadata = MetaData(naming_convention=schema.metadata.naming_convention)

# All records below `next` are in the store, but for `held`, which wait until their round is over.
journals = Table(
    "club_journals",
    metadata,
    Column("journal", Integer, ForeignKey(schema.journals.c.id), primary_key=True),
    Column("table", String(64), nullable=False),  # the table's name on the broker
    Column("name", String(16), nullable=False),  # the journal's name there
    Column("next", BigInteger, nullable=False),
    Column("held", Text, nullable=False),  # JSON, a list of numbers
    UniqueConstraint("table", "name"),
)

version = schema.version_of(metadata, "club_version")

PART = schema.Part(metadata, version, "0001")
