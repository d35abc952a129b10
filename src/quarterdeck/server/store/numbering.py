"""Numbers of the lines of a chat."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from quarterdeck.server.store.schema import chats

# Nobody says as much: a line with a greater number is damaged, and none could follow it.
LAST_LINE = 1_000_000_000


def next_line(connection: Connection, table_id: str) -> int:
    """The number of a new line. Whoever asks holds the table."""
    # Whatever is no number is greater than any on SQLite
    sound = chats.c.number.between(1, LAST_LINE)
    last = select(func.max(chats.c.number)).where(chats.c.table_id == table_id, sound)
    return int(connection.execute(last).scalar_one() or 0) + 1


def is_line(number: object) -> bool:
    """Whether this can be the number of a line."""
    return isinstance(number, int) and 1 <= number <= LAST_LINE
