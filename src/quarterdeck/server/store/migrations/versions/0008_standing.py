"""Digests along the way, how each game stands, and the lines of before a migration."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("digest", sa.String(16), nullable=True))
    op.add_column("entries", sa.Column("kept", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("turn", sa.String(40), nullable=True))
    op.add_column("tables", sa.Column("lines", sa.Integer, nullable=True))
    op.add_column("tables", sa.Column("secret", sa.Integer, nullable=True))
    op.create_table(
        "past_lines",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("rules", sa.Integer, primary_key=True),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("past_lines")
    for column in ("secret", "lines", "turn"):
        op.drop_column("tables", column)
    for column in ("kept", "digest"):
        op.drop_column("entries", column)
