"""A client of the Model Context Protocol that plays a whole game by Quarterdeck's tools.

It stands where a language model would: it reads what the tools say, in words, and picks one of the
choices. It needs `pip install "quarterdeck[mcp,web]"`, and nothing has to be running:

    python mcp_player.py                                   starts a server for one game
    python mcp_player.py --server http://localhost:8000    plays at a server that is running
    python mcp_player.py --game seul_maitre --opponents mate,mate

To let a language model play, give its program the same command (docs/language-models.md); to try
another way to choose, write another `pick`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sys

from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import TextContent

CHOICE = re.compile(r"^- `([^`]+)`: (.+)$", re.MULTILINE)
EXPECTED = re.compile(r"`expected`\s*: (\d+)")
TABLE = re.compile(r"`([\w-]+)`")


class Refused(Exception):
    """What a tool refused, in its own words."""


class Player:
    """Somebody who knows nothing but what the tools say."""

    def __init__(self, client: Client, dealer: random.Random) -> None:
        self._client = client
        self._dealer = dealer

    async def call(self, tool: str, **arguments: object) -> str:
        """What a tool says; raises Refused."""
        answer = await self._client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in answer.content if isinstance(part, TextContent))
        if answer.is_error:
            raise Refused(text)
        return text

    def pick(self, choices: list[tuple[str, str]]) -> str:
        """Which of the open choices to make. This is where a model would think."""
        return self._dealer.choice(choices)[0]

    async def play(self, table: str) -> str:
        """Until the game is over; gives its result."""
        told = await self.call("wait_for_turn", table=table)
        # A game that is over expects nothing
        while found := EXPECTED.search(told):
            choices = CHOICE.findall(told)
            if choices:
                wish = {"choice": self.pick(choices), "expected": int(found[1])}
                told = await self.call("choose", table=table, **wish)
            else:
                told = await self.call("wait_for_turn", table=table)
        return await self.call("result", table=table)


async def main() -> None:
    options = argparse.ArgumentParser(description="Plays a game through quarterdeck mcp.")
    options.add_argument("--server", help="a running server; otherwise one is started")
    options.add_argument("--game", default="salty_ocean")
    options.add_argument("--opponents", default="deckhand,greedy", help="bots, with commas")
    options.add_argument("--seed", type=int, help="choose the same way every time")
    wish = options.parse_args()
    where = ["--server", wish.server] if wish.server else ["--alone"]
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "quarterdeck", "mcp", "--lang", "en", *where],
        # Otherwise the program would be given a few variables only
        env=dict(os.environ),
    )
    async with Client(stdio_client(command)) as client:
        player = Player(client, random.Random(wish.seed))
        created = await player.call(
            "create_table", game=wish.game, opponents=wish.opponents.split(",")
        )
        print(created)
        found = TABLE.search(created)
        assert found is not None
        print(await player.play(found[1]))


if __name__ == "__main__":
    asyncio.run(main())
