"""Standing orders of before: those of running tables go on after an upgrade."""

from __future__ import annotations

import asyncio
import json

from sqlalchemy import text

from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.migrate import upgrade
from quarterdeck.server.store.rows import OrderRow

OLD = {
    "cannons": "none",
    "sailors": "hold",
    "retreat": "ransom",
    "ransom": "6",
    "otherwise": "stay",
}
TABLE = """
    INSERT INTO tables (id, game, rules, seats, options, components, title, listed, status, host,
                        created, changed, chat, barred)
    VALUES ('t', 'seul_maitre', 2, 4, '{}', 'c', '', FALSE, 'running', 'h', 1, 1, 'everybody', '{}')
"""


def test_orders_of_before_go_on_and_damaged_ones_are_passed_over(database: str) -> None:
    async def main() -> None:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade, "0017")
            await connection.execute(text(TABLE))
            give = text(
                "INSERT INTO orders (table_id, seat, \"values\") VALUES ('t', :seat, :given)"
            )
            for seat, given in enumerate((json.dumps(OLD), "[3]", '{"cannons": 3}')):
                await connection.execute(give, {"seat": seat, "given": given})
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            assert await store.orders.of("t", 0) == [OrderRow(0, "defence", OLD, {}, None)]
            assert await store.orders.of("t", 1) == []
            assert await store.orders.of("t", 2) == []
            # Giving anew and taking back work on them as on any other
            await store.orders.take_back("t", 0, "defence")
            assert await store.orders.of("t", 0) == []
        finally:
            await store.database.close()

    asyncio.run(main())
