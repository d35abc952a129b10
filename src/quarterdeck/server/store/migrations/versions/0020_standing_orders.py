"""Standing orders in all games: several for a seat, each by its name."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def _table_id() -> sa.Column[str]:
    to_table = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String(24), to_table, primary_key=True)


def upgrade() -> None:
    op.create_table(
        "standing_orders",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("values", sa.JSON, nullable=False),
        sa.Column("noted", sa.JSON, nullable=False),
        sa.Column("since", sa.Float, nullable=True),
        sa.Column("ended", sa.String(24), nullable=True),
        sa.Column("ended_ply", sa.Integer, nullable=True),
    )
    op.create_table(
        "order_places",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("digest", sa.String(16), primary_key=True),
    )
    # Until now there was one kind: how a ship defends itself. What is damaged is copied as it is,
    # and passed over as before by whoever reads it.
    op.execute(
        'INSERT INTO standing_orders (table_id, seat, name, "values", noted) '
        "SELECT table_id, seat, 'defence', \"values\", '{}' FROM orders"
    )
    op.drop_table("orders")


def downgrade() -> None:
    op.create_table(
        "orders",
        _table_id(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("values", sa.JSON, nullable=False),
    )
    op.execute(
        'INSERT INTO orders (table_id, seat, "values") '
        "SELECT table_id, seat, \"values\" FROM standing_orders WHERE name = 'defence'"
    )
    op.drop_table("order_places")
    op.drop_table("standing_orders")
