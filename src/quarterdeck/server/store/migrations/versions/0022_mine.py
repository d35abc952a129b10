"""My tables: what is asked, how far somebody has looked, finished games, wishes, a calendar."""

from typing import Any
from unicodedata import combining, normalize

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

SOME = 500
PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "’": "'"})


def _of_tables() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("public", sa.Integer, nullable=True),
        sa.Column("asks", sa.Text, nullable=True),
        sa.Column("experience", sa.String(12), nullable=False, server_default="any"),
        sa.Column("language", sa.String(5), nullable=False, server_default="any"),
        sa.Column("remark", sa.String(140), nullable=False, server_default=""),
        sa.Column("fill_bot", sa.String(40), nullable=True),
        sa.Column("fill_after", sa.Integer, nullable=True),
        sa.Column("fill_at", sa.Float, nullable=True),
        sa.Column("began", sa.Float, nullable=True),
        sa.Column("folded", sa.Text, nullable=True),
    )


def _of_seats() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("folded", sa.Text, nullable=True),
    )


def upgrade() -> None:
    for column in _of_tables():
        op.add_column("tables", column)
    for column in _of_seats():
        op.add_column("seats", column)
    op.add_column("guests", sa.Column("calendar_hash", sa.String(64), nullable=True))
    op.create_index("ix_guests_calendar_hash", "guests", ["calendar_hash"], unique=True)
    op.create_table(
        "looks",
        sa.Column(
            "table_id",
            sa.String(24),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("guest_id", sa.String(24), primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("chat", sa.Integer, nullable=False),
    )
    _fill_in(op.get_bind())
    op.drop_index("ix_seats_guest_id", "seats")
    op.create_index("ix_seats_guest_id", "seats", ["guest_id", "ended", "table_id"])
    op.drop_index("ix_tables_host", "tables")
    op.create_index("ix_tables_host_status", "tables", ["host", "status"])
    op.create_index("ix_tables_fill_at", "tables", ["fill_at"])
    op.create_index("ix_tables_began", "tables", ["began"])


def _fill_in(connection: sa.Connection) -> None:
    """What is known of tables of before. Where some lines are secret, it is found with the next."""
    connection.execute(sa.text("UPDATE tables SET public = lines WHERE secret = 0"))
    connection.execute(
        sa.text(
            "UPDATE seats SET ended = (SELECT changed FROM tables WHERE tables.id = seats.table_id)"
            " WHERE table_id IN (SELECT id FROM tables WHERE status = 'finished')"
        )
    )
    over = "SELECT id, title FROM tables WHERE status = 'finished' AND id > :last ORDER BY id"
    last = ""
    while rows := connection.execute(sa.text(f"{over} LIMIT {SOME}"), {"last": last}).all():
        last = rows[-1].id
        for row in rows:
            _fold_table(connection, row.id, row.title)


def _fold_table(connection: sa.Connection, id: str, title: object) -> None:
    change = sa.text("UPDATE tables SET folded = :folded WHERE id = :id")
    connection.execute(change, {"folded": _fold(title), "id": id})
    sitting = sa.text("SELECT number, name FROM seats WHERE table_id = :id")
    named = sa.text("UPDATE seats SET folded = :folded WHERE table_id = :id AND number = :number")
    for seat in connection.execute(sitting, {"id": id}).all():
        known = {"folded": _fold(seat.name), "id": id, "number": seat.number}
        connection.execute(named, known)


def _fold(text: object) -> str:
    """As `server/folding.py` did when this was written."""
    plain = " ".join(normalize("NFKD", text if isinstance(text, str) else "?").casefold().split())
    letters = "".join(c for c in plain if c.isprintable() and not combining(c))
    return letters.translate(PLAIN).strip()


def downgrade() -> None:
    op.drop_index("ix_tables_began", "tables")
    op.drop_index("ix_tables_fill_at", "tables")
    op.drop_index("ix_tables_host_status", "tables")
    op.create_index("ix_tables_host", "tables", ["host"])
    op.drop_index("ix_seats_guest_id", "seats")
    op.create_index("ix_seats_guest_id", "seats", ["guest_id"])
    op.drop_table("looks")
    op.drop_index("ix_guests_calendar_hash", "guests")
    op.drop_column("guests", "calendar_hash")
    for column in _of_seats():
        op.drop_column("seats", column.name)
    for column in _of_tables():
        op.drop_column("tables", column.name)
