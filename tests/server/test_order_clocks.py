"""The clocks of standing orders inside one server process."""

from __future__ import annotations

import asyncio
from pathlib import Path

from quarterdeck.server.attempts import Attempt
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.settings import Settings
from tests.server.captains import ANNE, BOB, GAME, OPTIONS, attack
from tests.server.client import new_key
from tests.server.serving import Fated

DEAL = 4
SOON = 0.2
# Both captains at the host's device.
HERE = NewTable(GAME, ("here", "here"), OPTIONS)


def test_a_table_where_a_clock_runs_is_not_given_back(tmp_path: Path) -> None:
    """Whoever opens it later sees the answer, and nobody works on a forgotten copy."""

    async def main() -> None:
        settings = Settings(
            database=f"sqlite:///{tmp_path / 'table.db'}",
            key_file=tmp_path / "server.key",
            order_patience=SOON,
        )
        house = House(settings, lambda: Fated(DEAL, ""))
        await house.open()
        try:
            tables = house.tables
            host, _ = await house.people.welcome("Anne")
            table = await tables.gathering.create(HERE, host)
            await tables.orders.give(table.row.id, host, BOB, "defence", {"cannons": "none"})
            for seat, choice in attack(DEAL):
                attempt = Attempt(seat, table.lines, new_key(), (ANNE, BOB))
                await tables.choose(table.row.id, attempt, [choice])
            tables.shelf.idle = 0.0
            assert tables.shelf.give_back() == 0
            for _ in range(600):
                if table.playing().actors != [BOB]:
                    break
                await asyncio.sleep(0.1)
            assert table.playing().actors == [ANNE]
            assert "orders" in [entry.by for entry in table.playing().record.entries]
            assert tables.shelf.give_back() == 1
            assert await tables.live(table.row.id) is table
        finally:
            await house.close()

    asyncio.run(main())
