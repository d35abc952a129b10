"""What chance was asked, so that it answers the same when play goes back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("odds", sa.String(16), nullable=True))


def downgrade() -> None:
    op.drop_column("entries", "odds")
