"""Servers and databases for the tests of the table."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.programs import Program, Start
from tests.server.servers import (
    WITHOUT_POSTGRES,
    Launch,
    NewDatabase,
    Server,
    new_postgres_database,
    postgres_address,
)
from tests.server.serving import TOY_GAME

# What these are about lies above the store: `make test` plays them on SQLite, and `make soak` plays
# them on PostgreSQL as well. All others are played on both.
ABOVE_THE_STORE = frozenset(
    f"test_{name}"
    for name in [
        "damage",
        "going_back",
        "identity",
        "keys",
        "lessons",
        "limits",
        "mail_links",
        "presence",
        "puzzles",
        "review",
        "saltfjord_updates",
        "security",
        "stand_ins",
        "talking",
        "together",
        "wishes",
    ]
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and item.path.stem in ABOVE_THE_STORE:
            made = getattr(item, "callspec", None)
            if made is not None and made.params.get("new_database") == "postgresql":
                item.add_marker(pytest.mark.soak)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a PostgreSQL of our own. That there is none is a failure, not an excuse."""
    if os.environ.get(WITHOUT_POSTGRES):
        pytest.skip(f"{WITHOUT_POSTGRES} is set")
    base = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        return postgres_address(base.parent, os.getppid())
    return postgres_address(base, os.getpid())


@pytest.fixture(params=["sqlite", "postgresql"])
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """Makes empty databases, once of either kind."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path / uuid.uuid4().hex}.db"
    address: str = request.getfixturevalue("postgres")
    return lambda: new_postgres_database(address)


@pytest.fixture
def database(new_database: NewDatabase) -> str:
    """An empty database, once of either kind."""
    return new_database()


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Starts servers that are gone after the test."""
    started: list[Server] = []

    def start(database: str | None = None, **settings: Any) -> Server:
        folder = tmp_path / f"server-{len(started)}"
        made = Server(folder, database or f"sqlite:///{tmp_path / 'table.db'}", **settings)
        started.append(made)
        return made.start()

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts programs that are gone after the test."""
    started: list[Program] = []

    def begin(*arguments: str, **more: Any) -> Program:
        started.append(Program(tmp_path / f"program-{len(started)}", *arguments, **more))
        return started[-1]

    yield begin
    for program in started:
        program.clear()


@pytest.fixture(scope="session")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also offers the toy game, in which everybody chooses at once."""
    folder = tmp_path_factory.mktemp("toy-server")
    database = f"sqlite:///{folder / 'table.db'}"
    made = Server(folder, database, environment={TOY_GAME: "1"}, bot_workers=2).start()
    yield made
    made.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite that the tests of one process share. Every test has its own tables."""
    folder = tmp_path_factory.mktemp("server")
    made = Server(folder, f"sqlite:///{folder / 'table.db'}").start()
    yield made
    made.kill()


@pytest.fixture
def anne(server: Server) -> Client:
    return server.client("Anne")


@pytest.fixture
def bob(server: Server) -> Client:
    return server.client("Bob")
