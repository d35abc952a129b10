"""Who is away: the clock of the house, signs of life, what a table has agreed on, and notices."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_table(
        "signs",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    five_minutes = sa.Column("away_after", sa.Integer, nullable=False, server_default="300")
    op.add_column("tables", five_minutes)
    greedy = sa.Column("stand_in", sa.String(40), nullable=False, server_default="greedy")
    op.add_column("tables", greedy)
    op.add_column("seats", sa.Column("vote", sa.Float, nullable=True))
    op.add_column("chats", sa.Column("notice", sa.JSON, nullable=True))
    # Votes of before may have been cast about people who were there
    op.execute("DELETE FROM votes")


def downgrade() -> None:
    op.drop_column("chats", "notice")
    op.drop_column("seats", "vote")
    op.drop_column("tables", "stand_in")
    op.drop_column("tables", "away_after")
    op.drop_table("signs")
    op.drop_table("clock")
