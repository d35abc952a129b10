"""Language models at a table, by the protocol's own client."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client as ModelClient
from mcp import StdioServerParameters, stdio_client

from examples.mcp_player import EXPECTED, TABLE, Player, Refused
from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.mcp.identity import Identity
from quarterdeck.mcp.running import make_server
from tests.server.programs import environment_of
from tests.server.servers import ROOT

RULES = games.load("salty_ocean")
GAME = "salty_ocean"


class Model(Player):
    """A player that keeps everything it was told."""

    def __init__(self, client: ModelClient) -> None:
        super().__init__(client, random.Random(5))
        self.heard: list[str] = []

    async def call(self, tool: str, **arguments: object) -> str:
        try:
            told = await super().call(tool, **arguments)
        except Refused as refused:
            self.heard.append(str(refused))
            raise
        self.heard.append(told)
        return told

    async def refused(self, tool: str, **arguments: object) -> str:
        with pytest.raises(Refused) as refusal:
            await self.call(tool, **arguments)
        return str(refusal.value)


@asynccontextmanager
async def connect(
    address: str, secret: str = "", name: str = "Model", language: str = "en"
) -> AsyncIterator[Model]:
    """A model at a server, in this process."""
    served = make_server(address, Identity(name, secret), Translator(language))
    async with ModelClient(served) as client:
        yield Model(client)


@asynccontextmanager
async def start(folder: Path, *arguments: str) -> AsyncIterator[Model]:
    """A model that has started `quarterdeck mcp`, as its users' programs do."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "quarterdeck", "mcp", *arguments],
        env=environment_of(folder),
        cwd=ROOT,
    )
    with (folder / "stderr").open("w") as errors:
        async with ModelClient(stdio_client(command, errlog=errors)) as client:
            yield Model(client)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(test(), 120)

    asyncio.run(bounded())


def table_in(told: str) -> str:
    found = TABLE.search(told)
    assert found is not None
    return found[1]


def expected_in(told: str) -> int:
    found = EXPECTED.search(told)
    assert found is not None, told
    return int(found[1])
