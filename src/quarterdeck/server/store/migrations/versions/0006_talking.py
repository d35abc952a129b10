"""Who speaks as what, each message once, and what a host lets spectators do."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# Who sits at the table now spoke from there, as far as anybody can tell.
SEATED = """
UPDATE chats SET seat = (
    SELECT min(seats.number) FROM seats
    WHERE seats.table_id = chats.table_id
    AND seats.guest_id = chats.guest_id
    AND seats.kind = 'person'
)
"""


def upgrade() -> None:
    open_to = sa.Column("chat", sa.String(12), nullable=False, server_default="everybody")
    op.add_column("tables", open_to)
    op.add_column("tables", sa.Column("barred", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("chats", sa.Column("seat", sa.Integer, nullable=True))
    op.add_column("chats", sa.Column("key", sa.String(64), nullable=True))
    op.create_index("ix_chats_key", "chats", ["table_id", "guest_id", "key"], unique=True)
    op.execute(SEATED)


def downgrade() -> None:
    op.drop_index("ix_chats_key", "chats")
    op.drop_column("chats", "key")
    op.drop_column("chats", "seat")
    op.drop_column("tables", "barred")
    op.drop_column("tables", "chat")
