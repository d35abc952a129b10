"""Devices on which guests are signed in, so that they can be signed out."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest_id", sa.String(24), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False, index=True),
    )
    # Cookies of before name the guest: they go on as a session of that name.
    op.execute(
        sa.text(
            "INSERT INTO sessions (id, guest_id, created, seen)"
            " SELECT id, id, created, :now FROM guests"
        ).bindparams(now=time.time())
    )


def downgrade() -> None:
    op.drop_table("sessions")
