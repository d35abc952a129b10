"""Hints: who asked for one and where; chances during play."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    hinted = sa.Column("hinted", sa.Integer, nullable=False, server_default="0")
    op.add_column("tables", hinted)
    chances = sa.Column("chances", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", chances)
    op.create_table(
        "hints",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(16), primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("hints")
    op.drop_column("tables", "chances")
    op.drop_column("tables", "hinted")
