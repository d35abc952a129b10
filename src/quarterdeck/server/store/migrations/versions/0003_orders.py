"""Standing orders, and which choices they have made."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("by", sa.String(8), nullable=True))
    op.create_table(
        "orders",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("values", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("orders")
    op.drop_column("entries", "by")
