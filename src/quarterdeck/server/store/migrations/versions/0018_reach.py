"""How people are reached: addresses, wishes, what they were told, and what is to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _add_addresses()
    _add_wishes()
    _add_marks()
    _add_outbox()
    op.create_table(
        "trials",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False, index=True),
        sa.Column("target", sa.String(64), nullable=False, index=True),
        sa.Column("what", sa.String(8), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )


def _add_addresses() -> None:
    op.create_table(
        "addresses",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False, index=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("target", sa.String(64), nullable=False, index=True),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=True),
        sa.Column("secret_until", sa.Float, nullable=True),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("reason", sa.Text, nullable=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=True),
        sa.UniqueConstraint("secret_hash"),
        sa.UniqueConstraint("guest_id", "target"),
    )


def _add_wishes() -> None:
    op.create_table(
        "contact_wishes",
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("language", sa.String(5), nullable=True),
        sa.Column("zone", sa.String(64), nullable=True),
        sa.Column("causes", sa.Text, nullable=False, server_default=""),
        sa.Column("remind", sa.Integer, nullable=False, server_default="0"),
        sa.Column("quiet_from", sa.Integer, nullable=True),
        sa.Column("quiet_to", sa.Integer, nullable=True),
        sa.Column("digest", sa.Integer, nullable=True),
        sa.Column("digested", sa.String(10), nullable=True),
    )


def _add_marks() -> None:
    op.create_table(
        "marks",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("guest_id", sa.String(24), primary_key=True, index=True),
        sa.Column("cause", sa.String(12), primary_key=True),
        sa.Column("what", sa.String(60), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("told", sa.Boolean, nullable=False),
    )


def _add_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False, index=True),
        sa.Column(
            "address_id",
            sa.String(24),
            sa.ForeignKey("addresses.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("cause", sa.String(12), nullable=False),
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=True,
        ),
        sa.Column("what", sa.String(60), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("not_before", sa.Float, nullable=False),
        sa.Column("claimed", sa.Float, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("word", sa.String(24), nullable=True),
        sa.Column("done", sa.Float, nullable=True),
        sa.Index("ix_outbox_state_not_before", "state", "not_before"),
    )


def downgrade() -> None:
    for name in ("trials", "outbox", "marks", "contact_wishes", "addresses"):
        op.drop_table(name)
