"""The leak comparison over HTTP: two tables that differ only in what a viewer cannot know are the
same to them, byte for byte, wherever they look and whatever they are refused."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import pytest

from quarterdeck import games, record
from quarterdeck.game import Game, rules_for
from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.record import Entry, Record
from quarterdeck.server.identity import hash_secret, new_id, new_secret
from quarterdeck.server.reading import line_of, standing_of
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.rows import GATHERING, PERSON, SeatRow, TableRow
from tests.server.client import Client, new_key
from tests.server.servers import Launch
from tests.server.test_secret_choices import without_what_varies
from tests.server.twins import Twins, open_lanes, secret_outcomes

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
MOMENT = 1_700_000_000.0
# How many pairs of tables of a game `make test` compares, and `make soak`.
FEW, MANY = 2, 30
# Of so many twins one is looked at.
CHOICE = 10


class Twin:
    """One of two tables, stored, with its people."""

    def __init__(self, twins: Twins, entries: Sequence[Entry], secrets: Sequence[str]) -> None:
        self.id = new_id()
        self.twins = twins
        self.entries = entries
        self.secrets = secrets

    async def store(self, store: Store, guests: Sequence[str]) -> None:
        header = self.twins.record.header
        row = TableRow(
            id=self.id,
            game=header.game,
            rules=header.version,
            seats=header.seats,
            options=header.options,
            components=header.components,
            title="",
            listed=False,
            status=GATHERING,
            host=guests[0],
            rematch_of=None,
            rematch=None,
            created=MOMENT,
            changed=MOMENT,
        )
        seats = [SeatRow(n, PERSON, None, guests[n], f"Guest {n}") for n in range(header.seats)]
        await store.tables.add(row, seats)
        rows = [line_of(ply, entry, MOMENT) for ply, entry in enumerate(self.entries, 1)]
        game = Game(rules_for(header), Record(header, list(self.entries)), None)
        await store.lines.start(row, rows, standing_of(game))

    def transcript(self, address: str) -> list[bytes]:
        """Everything the viewer is sent who looks everywhere and tries what is not allowed."""
        viewer = self.twins.viewer
        client = Client(address, None if viewer is None else self.secrets[viewer])
        api, page = f"/api/tables/{self.id}", f"/t/{self.id}"
        lines = client.lines(self.id)
        open_choices = [choice["notation"] for choice in client.choices(self.id)["choices"]]
        for language in LANGUAGES:
            speaks = {"Accept-Language": language}
            for path in ("", "/choices", "/record", "/chat"):
                client.get(f"{api}{path}", **speaks)
            for choice in [*open_choices[:: max(1, len(open_choices) // 4)], "no such choice"]:
                asked = urlencode({"choice": choice})
                client.get(f"{api}/preview?{asked}", **speaks)
                client.get(f"{page}/preview?{asked}", **speaks)
            plies = (0, 1, lines // 2, lines - 1, lines, lines + 1)
            for path in ("", "/text", "/record", *(f"/replay?ply={ply}" for ply in plies)):
                client.get(f"{page}{path}", **speaks)
            client.get(f"{page}/parts", **{"HX-Request": "true", **speaks})
            for expected in (lines - 1, lines, lines + 1):
                wish = {"expected": expected, "key": new_key()}
                client.post(f"{api}/moves", {**wish, "choices": ["no such choice"]}, **speaks)
                client.post(f"{api}/redo", wish, **speaks)
                client.post(f"{api}/back", {**wish, "ply": expected}, **speaks)
        return [without_what_varies(text, self.id) for text in client.received]


def pairs_of(game: str, most: int) -> list[Twins]:
    """So many of the twins that recorded games of a game give, in an order that mixes them."""
    dealer = random.Random(7)
    found: list[Twins] = []
    files = sorted((FIXTURES / game).glob("*.jsonl"))
    for file in dealer.sample(files, len(files)):
        told = record.read(file)
        rules = rules_for(told.header)
        found += secret_outcomes(told, rules, dealer)
        found += open_lanes(told, rules, dealer, stride=29)
        if len(found) >= most * CHOICE:
            break
    return dealer.sample(found, most)


async def seat_everybody(database: str, pairs: Sequence[Twins]) -> list[tuple[Twin, Twin]]:
    """Store all twins, with the same people at all tables."""
    engine = engine_for(database)
    await migrate(engine)
    store = Store(Database(engine))
    await store.database.open()
    most = max(twins.record.header.seats for twins in pairs)
    guests, secrets = [new_id() for _ in range(most)], [new_secret() for _ in range(most)]
    for number, (guest, secret) in enumerate(zip(guests, secrets, strict=True)):
        await store.guests.add(guest, f"Guest {number}", hash_secret(secret))
    found = []
    for twins in pairs:
        pair = Twin(twins, twins.one, secrets), Twin(twins, twins.other, secrets)
        for twin in pair:
            await twin.store(store, guests)
        found.append(pair)
    await store.database.close()
    return found


def compare(launch: Launch, folder: Path, pairs: Sequence[Twins]) -> None:
    database = f"sqlite:///{folder / 'twins.db'}"
    stored = asyncio.run(seat_everybody(database, pairs))
    server = launch(database)
    for one, other in stored:
        told, also = one.transcript(server.address), other.transcript(server.address)
        assert sum(map(len, told)) > 50_000
        assert len(told) == len(also)
        for text, twin_text in zip(told, also, strict=True):
            assert text == twin_text, (one.twins.what, one.twins.viewer)


@pytest.mark.parametrize("game", list(games.GAMES))
def test_a_viewer_cannot_tell_twins_apart(launch: Launch, tmp_path: Path, game: str) -> None:
    compare(launch, tmp_path, pairs_of(game, FEW))


@pytest.mark.soak
@pytest.mark.parametrize("game", list(games.GAMES))
def test_a_viewer_cannot_tell_many_twins_apart(launch: Launch, tmp_path: Path, game: str) -> None:
    compare(launch, tmp_path, pairs_of(game, MANY))
