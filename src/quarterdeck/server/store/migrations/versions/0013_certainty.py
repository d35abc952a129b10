"""How sure of winning bots were, at tables that want to know once the game is over."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    wanted = sa.Column("bots_tell", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", wanted)
    op.add_column("entries", sa.Column("certainty", sa.Float, nullable=True))


def downgrade() -> None:
    op.drop_column("entries", "certainty")
    op.drop_column("tables", "bots_tell")
