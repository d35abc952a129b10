"""Who does not want to meet whom. How people say so is another subject."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from quarterdeck.server.store.rows import TableRow


class Blocks(Protocol):
    """Whoever knows who does not want to meet whom."""

    async def hides(self, viewer: str, host: str) -> bool:
        """Whether tables of this host are not shown to this guest."""


class NoBlocks:
    """Everybody may meet everybody."""

    async def hides(self, _viewer: str, _host: str) -> bool:
        return False


async def visible(rows: Iterable[TableRow], viewer: str | None, blocks: Blocks) -> list[TableRow]:
    """The tables of a list that a guest is shown."""
    if viewer is None:
        return list(rows)
    return [row for row in rows if not await blocks.hides(viewer, row.host)]
