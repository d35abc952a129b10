"""Names that last: passkeys, tickets, friends, blocks, invitations, and what guests want of it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("guests", sa.Column("link_made", sa.Float, nullable=True))
    op.add_column("guests", sa.Column("protected", sa.String(80), nullable=True))
    op.add_column(
        "guests", sa.Column("by_mail", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("guests", sa.Column("friend_key", sa.String(24), nullable=True))
    op.create_index("ix_guests_protected", "guests", ["protected"], unique=True)
    op.create_index("ix_guests_friend_key", "guests", ["friend_key"], unique=True)
    # Whether somebody has the link of a guest of before is not known
    op.execute("UPDATE guests SET link_made = created")
    op.add_column("sessions", sa.Column("device", sa.String(60), nullable=False, server_default=""))
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("rp_id", sa.String(255), nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("transports", sa.String(120), nullable=False),
        sa.Column("synced", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=True),
    )
    op.create_index("ix_passkeys_guest_id", "passkeys", ["guest_id"])
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(12), nullable=False),
        sa.Column("guest_id", sa.String(24), nullable=True),
        sa.Column("bound", sa.String(64), nullable=True),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("ix_tickets_guest_id", "tickets", ["guest_id"])
    op.create_index("ix_tickets_expires", "tickets", ["expires"])
    _pair("friends", "friend_id")
    _pair("blocks", "blocked_id")
    op.create_table(
        "invitations",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("by_id", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_invitations_guest_id", "invitations", ["guest_id"])
    op.create_index("ix_invitations_by_id", "invitations", ["by_id"])


def _pair(name: str, other: str) -> None:
    """A table of people and other people."""
    op.create_table(
        name,
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column(other, sa.String(24), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index(f"ix_{name}_{other}", name, [other])


def downgrade() -> None:
    for table in ("invitations", "blocks", "friends", "tickets", "passkeys"):
        op.drop_table(table)
    op.drop_column("sessions", "device")
    op.drop_index("ix_guests_friend_key", "guests")
    op.drop_index("ix_guests_protected", "guests")
    for column in ("friend_key", "by_mail", "protected", "link_made"):
        op.drop_column("guests", column)
