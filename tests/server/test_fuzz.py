"""For `make soak`: whatever is sent to the API or in forms, the server answers and stands.

The requests of the API are made up from its own OpenAPI document, those of forms from the forms
that the pages show. Both are sent by somebody who plays, to tables at every stage.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.client import Client, any_choice, play_out
from tests.server.servers import Launch, Server
from tests.server.visitor import Button, Visitor

pytestmark = pytest.mark.soak

EXAMPLES = 120
FORMS = 2000
# It answers without an end; what it may be asked is fuzzed with the other requests of a table.
ENDLESS = "/events"
SECONDS = 60


@pytest.fixture
def server(launch: Launch, database: str) -> Iterator[Server]:
    """A server of our own: what is made up here may fill every corner of it."""
    made = launch(database, bot_workers=1)
    yield made
    assert made.client().get("/api/games").status == 200
    assert "Traceback" not in made.log


def tables_at_every_stage(guest: Client, other: Client) -> list[str]:
    """A table that gathers, some that run, one that is over, one of others."""
    over = guest.host("here", "here")
    play_out(over, {0: guest, 1: guest}, any_choice(3))
    running = guest.host("here", "open")
    other.join(running)
    return [
        guest.host("here", "open"),
        running,
        guest.host("here", "here", game="rolling_seas"),
        guest.host("here", game="saltfjord"),
        guest.host("here", "here", game="seul_maitre"),
        over,
        other.host("here", "here"),
    ]


def test_no_request_of_the_api_breaks_the_server(server: Server) -> None:
    guest = server.client("Anne")
    tables = tables_at_every_stage(guest, server.client("Bob"))
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 15
    for operation in operations:
        if not operation.path.endswith(ENDLESS):
            _try(operation, tables, guest)


def _try(operation: Any, tables: list[str], guest: Client) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), table=st.sampled_from(tables), known=st.integers(0, 3))
    def send(case: Any, table: str, known: int) -> None:
        if known and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table
        signed = {"Authorization": f"Bearer {guest.secret}"}
        answer = case.call(headers=signed if known < 3 else {}, timeout=SECONDS)
        assert answer.status_code < 500, (case.as_curl_command(), answer.text[:500])
        if answer.status_code >= 400:
            assert answer.json()["error"], "a refusal says why"

    send()


WORDS = ("", " ", "0", "-1", "1e9", "999999999999999999999", "true", "null", "é", "\x00", "\u202e")


def spoil(fields: dict[str, str], dealer: random.Random) -> dict[str, str]:
    """The fields of a form with some of them made up, left out or added."""
    spoilt = dict(fields)
    for name in fields:
        chance = dealer.random()
        if chance < 0.1:
            del spoilt[name]
        elif chance < 0.25:
            spoilt[name] = dealer.choice(WORDS)
        elif chance < 0.35:
            spoilt[name] = "".join(dealer.choices(string.printable, k=dealer.randrange(300)))
    if dealer.random() < 0.1:
        spoilt["".join(dealer.choices(string.ascii_letters, k=5))] = dealer.choice(WORDS)
    return spoilt


def test_no_form_breaks_the_server(server: Server) -> None:
    guest = Visitor(server.address).come("Anne")
    client = server.client("Bob")
    tables = tables_at_every_stage(client, server.client("Cleo"))
    dealer = random.Random(13)
    pages = ["/", "/me", "/new/salty_ocean", "/new/rolling_seas"]
    pages += [f"/t/{table}{path}" for table in tables for path in ("", "/text", "/replay")]
    for _ in range(FORMS):
        visitor = dealer.choice((guest, Visitor(server.address), guest))
        answer = visitor.get(dealer.choice(pages))
        assert answer.status < 500, answer.text[:500]
        forms = _forms(visitor, dealer.choice(pages))
        if not forms:
            continue
        button = dealer.choice(forms)
        fields = dict(button.fields)
        if button.name:
            fields[button.name] = button.value
        path = button.action or dealer.choice(pages)
        answer = visitor.send_form(path, spoil(fields, dealer))
        assert answer.status < 500, (path, fields, answer.text[:500])


def _forms(visitor: Visitor, page: str) -> list[Button]:
    answer = visitor.get(page)
    return visitor.buttons(page) if answer.status == 200 else []
