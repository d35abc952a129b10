"""Asking to go back, agreeing to it, and nudges."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recalls",
        _of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("refused", sa.Integer, nullable=True),
    )
    op.create_table(
        "consents",
        _of_table(),
        sa.Column("voter", sa.Integer, primary_key=True),
    )
    op.create_table(
        "nudges",
        _of_table(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def _of_table() -> sa.Column[str]:
    return sa.Column(
        "table_id",
        sa.String(24),
        sa.ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
    )


def downgrade() -> None:
    for name in ("nudges", "consents", "recalls"):
        op.drop_table(name)
