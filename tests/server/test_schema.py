"""The API does what its OpenAPI description says, for good and for bad requests."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.client import Client
from tests.server.servers import Server

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


class Visit:
    """A guest with a running table and one that waits, which the requests are sent to."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.guest: Client = server.client("Schéma")
        self.tables = [self.guest.host("here", "here"), self.guest.host("here", "open", "open")]


@pytest.fixture(scope="module")
def visit(server: Server) -> Visit:
    return Visit(server)


@pytest.fixture
def described(visit: Visit) -> Any:
    found = schemathesis.openapi.from_url(f"{visit.server.address}/api/openapi.json")
    # An endless stream has no answer to check; it has tests of its own.
    return found.include(path_regex="^/api/").exclude(path_regex="/events$")


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_request_is_answered_as_described(case: schemathesis.Case, visit: Visit) -> None:
    # Half of the requests are about tables that exist.
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = visit.tables[len(str(case.body)) % 2]
    case.call_and_validate(
        headers={"Authorization": f"Bearer {visit.guest.secret}"}, checks=CHECKS
    )
