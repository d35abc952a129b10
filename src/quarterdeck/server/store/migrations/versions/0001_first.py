"""Guests, tables, seats, entries, chat and votes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("rematch_of", sa.String(24), nullable=True),
        sa.Column("rematch", sa.String(24), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ix_tables_status_changed", "tables", ["status", "changed"])
    op.create_table(
        "seats",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("bot", sa.String(40), nullable=True),
        sa.Column("guest_id", sa.String(24), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=True, unique=True),
        sa.Column("stand_in", sa.String(40), nullable=True),
    )
    op.create_index("ix_seats_guest_id", "seats", ["guest_id"])
    op.create_table(
        "entries",
        _of_table(),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("notation", sa.String(120), nullable=False),
        sa.Column("audience", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "key"),
    )
    op.create_table(
        "chats",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "votes",
        _of_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("voter", sa.Integer, primary_key=True),
    )


def _of_table() -> sa.Column[str]:
    return sa.Column(
        "table_id",
        sa.String(24),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
    )


def downgrade() -> None:
    for name in ("votes", "chats", "entries", "seats", "tables", "guests"):
        op.drop_table(name)
