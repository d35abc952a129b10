"""What was asked for with a key, so that it cannot be used for anything else."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("asked", sa.String(24), nullable=True))
    op.add_column("recalls", sa.Column("key", sa.String(64), nullable=True))
    op.add_column("recalls", sa.Column("asked", sa.String(24), nullable=True))


def downgrade() -> None:
    op.drop_column("recalls", "asked")
    op.drop_column("recalls", "key")
    op.drop_column("entries", "asked")
