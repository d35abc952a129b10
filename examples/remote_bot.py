"""A bot that plays over the network: takes a seat at a table and makes random choices.

It needs nothing but Python and shows all that a remote player needs of the JSON API, which is
documented by the server itself under /api/openapi.json. Three ways to start it:

    python remote_bot.py http://localhost:8000 TABLE                  sits down on a free seat
    python remote_bot.py http://localhost:8000 TABLE --name Corsair   under a name of its own
    python remote_bot.py http://localhost:8000 TABLE --token TOKEN    plays a seat that you hold

TABLE is the last part of the table's address. You get the token of your own seat when you join
through the API, or later by POST /api/tables/TABLE/seats/SEAT/token.

To measure how strong it is, put it on the ladder (docs/adding-a-bot.md):

    quarterdeck ladder GAME --bots greedy,mine --program "mine=COMMAND", where COMMAND is
    python remote_bot.py {server} {table} --token {token}

To make it play better, write another `pick`: it is given what the API says about the table,
including everything this seat may see, and the choices that are open.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

# The server says something at least every twenty seconds.
PATIENCE = 60.0
# How often a request is tried again while the server cannot be reached.
TRIES = 10
# A server that was away for so many seconds does not come back.
GIVE_UP = 600.0
BUSY = (429, 502, 503, 504)


class Table:
    """One table of a server, as the holder of a secret sees it."""

    def __init__(self, server: str, table: str, secret: str | None = None) -> None:
        self.address = f"{server.rstrip('/')}/api"
        self.table = f"{self.address}/tables/{table}"
        self.secret = secret

    def request(self, address: str, data: object = None) -> Request:
        headers = {"Accept": "application/json"}
        if self.secret is not None:
            headers["Authorization"] = f"Bearer {self.secret}"
        body = None
        if data is not None:
            body = json.dumps(data).encode()
            headers["Content-Type"] = "application/json"
        return Request(address, body, headers)  # noqa: S310

    def ask(self, address: str, data: object = None) -> Any:
        """One request. Repeating it does no harm: a choice has a key and is made once."""
        for attempt in range(TRIES):
            try:
                with urlopen(self.request(address, data), timeout=PATIENCE) as answer:  # noqa: S310
                    return json.load(answer)
            except HTTPError as error:
                # Busy, or told to slow down: try again. Everything else is an answer.
                if error.code not in BUSY or attempt == TRIES - 1:
                    raise
                error.close()
            except (URLError, ConnectionError, TimeoutError):
                if attempt == TRIES - 1:
                    raise
            time.sleep(0.2 * 2**attempt)
        raise AssertionError("unreachable")

    def sit_down(self, name: str) -> None:
        """Come as a guest and take a free seat; from then on the seat's token is all it needs."""
        self.secret = self.ask(f"{self.address}/guests", {"name": name})["secret"]
        self.secret = self.ask(f"{self.table}/join", {})["token"]

    def state(self) -> Any:
        """Everything this seat may see."""
        return self.ask(self.table)

    def choose(self, code: int, expected: int) -> bool:
        """Make a choice; False if the table had moved on."""
        move = {"choices": [code], "expected": expected, "key": uuid.uuid4().hex}
        try:
            self.ask(f"{self.table}/moves", move)
        except HTTPError as error:
            with error:
                if error.code == 409:
                    return False
                raise SystemExit(f"refused: {json.load(error)['error']}") from None
        return True

    def changes(self) -> Iterator[int]:
        """The number of lines of the table's story, at once and whenever it has grown."""
        last = -1
        away_since = None
        while True:
            request = self.request(f"{self.table}/events")
            if last >= 0:
                request.add_header("Last-Event-ID", str(last))
            try:
                with urlopen(request, timeout=PATIENCE) as stream:  # noqa: S310
                    away_since = None
                    for line in stream:
                        if line.startswith(b"id:"):
                            last = int(line[3:])
                        elif line.startswith(b"data:"):
                            yield last
            except HTTPError as error:
                if error.code not in BUSY:
                    raise
                error.close()
            except (URLError, ConnectionError, TimeoutError):
                # The server restarts, perhaps. What was missed is told on the way back.
                now = time.monotonic()
                away_since = away_since or now
                if now - away_since > GIVE_UP:
                    raise
            time.sleep(0.5)


def pick(state: dict[str, Any], dealer: random.Random) -> int:
    """Which of the open choices to make. This is where a better bot would think."""
    code: int = dealer.choice(state["choices"])["code"]
    return code


def play(table: Table, dealer: random.Random) -> Any:
    """Until the game is over; gives the table's last state."""
    for _ in table.changes():
        state = table.state()
        # Before the game starts a table has a seating, and nothing else to see.
        while state.get("choices"):
            table.choose(pick(state, dealer), state["lines"])
            state = table.state()
        if state.get("finished"):
            return state
    raise AssertionError("the changes never end by themselves")


def main() -> None:
    options = argparse.ArgumentParser(description="A remote player that chooses at random.")
    options.add_argument("server", help="for instance http://localhost:8000")
    options.add_argument("table", help="the table's id")
    options.add_argument("--name", default="Remote bot", help="the name it sits down under")
    options.add_argument("--token", help="the token of a seat; otherwise it takes a free one")
    options.add_argument("--seed", type=int, help="choose the same way every time")
    wish = options.parse_args()
    table = Table(wish.server, wish.table, wish.token)
    try:
        if wish.token is None:
            table.sit_down(wish.name)
        state = play(table, random.Random(wish.seed))
    except HTTPError as error:
        with error:
            sys.exit(f"refused: {json.load(error)['error']}")
    except OSError as error:
        sys.exit(f"the server cannot be reached: {getattr(error, 'reason', error)}")
    for seat in sorted(state["seats"], key=lambda seat: int(seat["rank"])):
        mine = " (me)" if seat["mine"] else ""
        print(f"{seat['rank']}. {seat['name']}{mine}: {seat['score']}")


if __name__ == "__main__":
    main()
