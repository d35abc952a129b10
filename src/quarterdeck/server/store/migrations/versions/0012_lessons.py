"""Tables at which somebody learns a game, and whether the coach may make suggestions."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("lesson", sa.Text, nullable=True))
    allowed = sa.Column("suggestions", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("tables", allowed)


def downgrade() -> None:
    op.drop_column("tables", "suggestions")
    op.drop_column("tables", "lesson")
