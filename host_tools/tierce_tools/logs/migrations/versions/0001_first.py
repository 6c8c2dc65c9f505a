"""Boards, their journals, records, losses, matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of an empty store."""
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.UniqueConstraint("board", name="uq_boards_board"),
    )
    op.create_table(
        "journals",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer),
        sa.Column("lineage", sa.Integer, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("digest", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_journals"),
        sa.ForeignKeyConstraint(["board"], ["boards.id"], name="fk_journals_board"),
        sa.UniqueConstraint("board", "lineage", name="uq_journals_board_lineage"),
        sa.UniqueConstraint("digest", name="uq_journals_digest"),
    )
    op.create_table(
        "records",
        sa.Column("journal", sa.Integer, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("journal", "seq", name="pk_records"),
        sa.ForeignKeyConstraint(["journal"], ["journals.id"], name="fk_records_journal"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_records_journal_kind_seq", "records", ["journal", "kind", "seq"])
    op.create_table(
        "losses",
        sa.Column("journal", sa.Integer, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("journal", "first", "count", name="pk_losses"),
        sa.ForeignKeyConstraint(["journal"], ["journals.id"], name="fk_losses_journal"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("journal", sa.Integer, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kept", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.ForeignKeyConstraint(["journal"], ["journals.id"], name="fk_matches_journal"),
        sa.UniqueConstraint("journal", "seq", name="uq_matches_journal_seq"),
    )
