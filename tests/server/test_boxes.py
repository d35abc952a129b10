"""Tables that were begun with earlier component values, at a server that has new ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

from quarterdeck import games
from quarterdeck.kernel.rules import AnyRules
from tests.earlier_box import GAME, earlier
from tests.server.houses import open_house, play_on, seat_here

__all__ = ["earlier"]


def test_a_table_goes_on_with_the_values_it_was_begun_with(
    earlier: AnyRules, tmp_path: Path
) -> None:
    asyncio.run(_go_on(earlier, tmp_path))


async def _go_on(earlier: AnyRules, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    before = earlier.component_digest
    async with open_house(database, tmp_path) as house:
        _, table = await seat_here(house, GAME, "here", components=before)
        await play_on(house, table, 5)
        plies = table.playing().ply
        other = (await seat_here(house, GAME, "here"))[1]
        assert other.rules.component_digest == games.load(GAME).component_digest != before
    async with open_house(database, tmp_path) as house:
        table = await house.tables.live(table.row.id)
        assert table.playing().ply == plies
        assert table.playing().rules.component_digest == before
        await play_on(house, table, 5)
        assert table.playing().ply > plies
        assert table.row.components == before
