"""Which tables ask "what if": they look different from real ones."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("branch_of", sa.String(24), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "branch_of")
