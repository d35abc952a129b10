"""Results of finished games, and who sees what they tell of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest_id", sa.String(24), nullable=True),
        sa.Column("bot", sa.String(40), nullable=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("finished", sa.Float, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("won", sa.Float, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("sources", sa.JSON, nullable=False),
        sa.Column("uses", sa.JSON, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("hinted", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=True),
        sa.Column("sigma_before", sa.Float, nullable=True),
        sa.Column("mu_after", sa.Float, nullable=True),
        sa.Column("sigma_after", sa.Float, nullable=True),
    )
    op.create_index("ix_results_guest_id", "results", ["guest_id"])
    op.create_index("ix_results_game_finished", "results", ["game", "finished"])
    op.add_column(
        "guests", sa.Column("statistics", sa.String(8), nullable=False, server_default="own")
    )
    op.add_column("guests", sa.Column("statistics_key", sa.String(24), nullable=True))
    op.create_index("ix_guests_statistics_key", "guests", ["statistics_key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_guests_statistics_key", "guests")
    op.drop_column("guests", "statistics_key")
    op.drop_column("guests", "statistics")
    op.drop_table("results")
