"""The tables of leagues, in the store's database beside the games.

Rows are added, never changed: a later result of a table, or a later pairing of a round, stands in
place of the earlier one, which stays. What was undone stays too: an act that undoes another says so.
The version is in a table of its own, as that of the games, so a store without a league stays as it is.
"""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

from tierce_tools.logs import schema

metadata = MetaData(naming_convention=schema.metadata.naming_convention)

leagues = Table(
    "league_leagues",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),  # the name without case
    UniqueConstraint("key"),
)

members = Table(
    "league_members",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league", Integer, ForeignKey("league_leagues.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False),
    UniqueConstraint("league", "key"),
)

seasons = Table(
    "league_seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league", Integer, ForeignKey("league_leagues.id"), nullable=False),
    Column("number", Integer, nullable=False),  # 1, 2, ...
    Column("game", Text, nullable=False),
    Column("system", String(16), nullable=False),  # swiss, round-robin
    Column("seats", Integer, nullable=False),  # of a table
    Column("rounds", Integer, nullable=False),
    Column("rule", Text, nullable=False),  # JSON, see rules
    Column("seed", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),  # unix seconds
    UniqueConstraint("league", "number"),
)

# A pairing of a round; that with the highest `attempt` stands.
rounds = Table(
    "league_rounds",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("season", Integer, ForeignKey("league_seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("after", Integer, nullable=False),  # the last match of the store by then, or 0
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("season", "number", "attempt"),
)

# Who sits where: `table` from 1, 0 for a bye; `seat` from 0.
places = Table(
    "league_places",
    metadata,
    Column("round", Integer, ForeignKey("league_rounds.id"), primary_key=True),
    Column("member", Integer, ForeignKey("league_members.id"), primary_key=True),
    Column("table", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
)

# A result of a table; that with the highest `attempt` stands.
results = Table(
    "league_results",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("round", Integer, ForeignKey("league_rounds.id"), nullable=False),
    Column("table", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("match", Integer, ForeignKey(schema.matches.c.id)),  # null if entered by hand
    Column("made", BigInteger, nullable=False),
    UniqueConstraint("round", "table", "attempt"),
)

scores = Table(
    "league_scores",
    metadata,
    Column("result", Integer, ForeignKey("league_results.id"), primary_key=True),
    Column("member", Integer, ForeignKey("league_members.id"), primary_key=True),
    Column("points", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),  # won
)

penalties = Table(
    "league_penalties",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("season", Integer, ForeignKey("league_seasons.id"), nullable=False),
    Column("member", Integer, ForeignKey("league_members.id"), nullable=False),
    Column("thousandths", Integer, nullable=False),  # of match points; negative: given back
    Column("why", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)

version = schema.version_of(metadata, "league_version")

PART = schema.Part(metadata, version, "0001")

# What people have decided, a row for each time; those of a store from before have none.
acts_metadata = MetaData(naming_convention=schema.metadata.naming_convention)

acts = Table(
    "league_acts",
    acts_metadata,
    Column("id", Integer, primary_key=True),
    Column("league", Integer, ForeignKey(leagues.c.id), nullable=False),
    Column("kind", String(16), nullable=False),  # see acts.KINDS; undo, new
    Column("made", BigInteger, nullable=False),
)

# What an act has changed, in order; see acts.Change.
changes = Table(
    "league_changes",
    acts_metadata,
    Column("act", Integer, ForeignKey("league_acts.id"), primary_key=True),
    Column("at", Integer, primary_key=True, autoincrement=False),
    Column("what", String(16), nullable=False),
    Column("member", Integer, ForeignKey(members.c.id)),
    Column("number", BigInteger),
    Column("text", Text),
)

acts_version = schema.version_of(acts_metadata, "league_acts_version")

ACTS = schema.Part(acts_metadata, acts_version, "0001")
