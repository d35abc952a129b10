"""Bots that crash, hang or cheat: they are replaced, and the table goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.client import play_out
from tests.server.records import verified
from tests.server.servers import Launch, Server
from tests.server.serving import BAD, BAD_BOTS

NOTED = {
    "vanishing": "bot vanishing was replaced: BrokenProcessPool",
    "raising": "this bot is broken",
    "cheating": "bot cheating chose something that is not open",
    "hanging": "bot hanging was replaced: TimeoutError",
}


@pytest.fixture(scope="module")
def haunted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose registry has bad bots, and little patience with them."""
    folder = tmp_path_factory.mktemp("haunted")
    server = Server(
        folder,
        f"sqlite:///{folder / 'table.db'}",
        environment={BAD_BOTS: "1"},
        bot_patience=2.0,
        bot_workers=2,
    )
    yield server.start()
    server.kill()


def passing(notations: list[str]) -> str:
    return "pass" if "pass" in notations else notations[0]


def test_every_bad_bot_is_noted() -> None:
    assert set(NOTED) == set(BAD)


@pytest.mark.parametrize("bot", sorted(BAD))
def test_a_bad_bot_is_replaced_and_the_table_goes_on(haunted: Server, bot: str) -> None:
    anne = haunted.client("Anne")
    table = anne.host("here", bot)
    play_out(table, {0: anne}, passing, stop=anne.lines(table) + 5)
    told = verified(anne.record(table))
    assert [entry.seat for entry in told.entries].count(1) >= 2
    assert NOTED[bot] in haunted.log
    # The person is asked again, as if nothing had happened.
    play_out(table, {0: anne}, passing, stop=anne.lines(table) + 1)


def test_a_bad_bot_takes_no_other_table_with_it(launch: Launch) -> None:
    server = launch(environment={BAD_BOTS: "1"}, bot_patience=1.0, bot_workers=2)
    anne = server.client("Anne")
    bad = [anne.host("vanishing", "hanging") for _ in range(2)]
    good = anne.host("here", "greedy")
    play_out(good, {0: anne}, passing, stop=anne.lines(good) + 12)
    verified(anne.record(good))
    assert "was replaced" in server.log
    assert "bot greedy was replaced" not in server.log
    assert "bot greedy failed" not in server.log
    for table in bad:
        assert anne.table(table)["lines"] > 0
