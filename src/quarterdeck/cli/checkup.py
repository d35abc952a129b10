"""`quarterdeck doctor --database`: whether every stored table can be played on."""

from __future__ import annotations

import asyncio
from collections import Counter

import typer

from quarterdeck.cli.common import needing, out
from quarterdeck.kernel.catalogue import Translator


def examine_database(address: str, say: Translator) -> None:
    """Tell of every table that is not as it should be, and how many there are of each kind."""
    with needing("qd.cli.error.no_web"):
        from quarterdeck.server import checkup
        from quarterdeck.server.settings import database_address

    async def run() -> Counter[str]:
        counts: Counter[str] = Counter()
        async for found in checkup.examine(database_address(address)):
            counts[found.verdict] += 1
            if found.verdict in (checkup.FINE, checkup.WAITING):
                continue
            verdict = say(f"qd.cli.checkup.{found.verdict}", line=found.line)
            why = "" if found.why is None else f" {say.text(found.why)}"
            line = f"{found.table} ({found.game}): {verdict}{why}" if found.table else why.strip()
            out.print(line, markup=False, soft_wrap=True)
        return counts

    counts = asyncio.run(run())
    out.print(
        say(
            "qd.cli.checkup.summary",
            **{verdict: counts[verdict] for verdict in checkup.VERDICTS},
        ),
        soft_wrap=True,
    )
    if any(counts[verdict] for verdict in checkup.BAD):
        raise typer.Exit(1)
