"""Tables of Saltfjord from before an update go on under the present rules."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.game import resume, rules_for
from quarterdeck.server.reading import line_of, standing_of
from tests.server.houses import open_house, play, seat_here

EARLIER = Path(__file__).resolve().parents[1] / "fixtures" / "earlier" / "saltfjord_1"


@pytest.mark.parametrize("name", ["two_villages", "four_villages"])
def test_a_table_of_the_first_rules_version_is_played_on(
    database: str, tmp_path: Path, name: str
) -> None:
    """Its dice were rolled after the sets were chosen; its last choice is still to come."""
    told = record.read(EARLIER / f"{name}.jsonl")
    last = max(ply for ply, entry in enumerate(told.entries) if not entry.is_chance)
    rules = rules_for(told.header)

    async def main() -> None:
        async with open_house(database, tmp_path) as house:
            seating = ["here"] * told.header.seats
            _, table = await seat_here(house, "saltfjord", *seating, options=told.header.options)
            row = table.row
            lines = [line_of(ply, e, row.created) for ply, e in enumerate(told.entries[:last], 1)]
            standing = standing_of(resume(told.until(last), rules))
            then = replace(row, rules=1, components=rules.component_digest)
            await house.store.lines.migrate(row, then, lines, standing)
        async with open_house(database, tmp_path) as house:
            table = await house.tables.live(row.id)
            game = table.playing()
            assert (table.row.rules, game.record.header.version) == (2, 2)
            assert game.record.entries == record.migrate(told.until(last), rules).entries
            await play(house, table, told.entries[last].notation, seat=told.entries[last].seat)

    asyncio.run(main())
