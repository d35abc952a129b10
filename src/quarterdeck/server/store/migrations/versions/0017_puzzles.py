"""What people answered to puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("choice", sa.String(120), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_answers")
