"""The pace of a table, the clocks of its seats, and people's holidays."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    live = sa.Column("pace", sa.String(20), nullable=False, server_default="live")
    op.add_column("tables", live)
    remind = sa.Column("time_up", sa.String(8), nullable=False, server_default="remind")
    op.add_column("tables", remind)
    stand_still = sa.Column("holidays", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("tables", stand_still)
    op.add_column("tables", sa.Column("clocks", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("due", sa.Float, nullable=True))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "holidays",
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("first", sa.String(10), primary_key=True),
        sa.Column("last", sa.String(10), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("ix_holidays_over", "holidays", ["over"])


def downgrade() -> None:
    op.drop_table("holidays")
    op.drop_index("ix_tables_due", "tables")
    for name in ("due", "clocks", "holidays", "time_up", "pace"):
        op.drop_column("tables", name)
