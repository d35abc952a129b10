"""What those need who let people do something at a table: to find it, and to tell of the change."""

from __future__ import annotations

from typing import Protocol

from quarterdeck.server.live import LiveTable


class Desk(Protocol):
    """Where tables are asked for, and where everybody hears of a change."""

    async def live(self, table_id: str) -> LiveTable:
        """The table, read from the store if it is not in memory."""

    def changed(self, table: LiveTable, news: bool = False) -> None:
        """Tell everybody who watches, here and in other processes; then let bots go on.

        `news`: there is something to tell besides lines of the story, seats and whose turn it is.
        """

    def wake(self, table: LiveTable) -> None:
        """Let those choose who need nobody at the page: bots, and standing orders."""
