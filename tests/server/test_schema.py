"""The API does what its OpenAPI description says, for good and for bad requests."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.servers import Server

EXAMPLES = 6


def bad_data_is_rejected(context: Any, response: Any, case: Any) -> bool | None:
    """Too large is a refusal, too: such a request is not even read."""
    if response.status_code == 413:
        return None
    return negative_data_rejection(context, response, case)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    bad_data_is_rejected,
]

# Requests without a form that could be wrong: their only parameter is any text.
SHAPELESS = {
    "GET /api/tables",
    "GET /api/me",
    "POST /api/sign-in/passkey/begin",
    "GET /api/lessons",
    "GET /api/push",
    "DELETE /api/tables/{table_id}/back",
    "DELETE /api/tables/{table_id}/fill",
    "GET /api/tables/{table_id}/record",
    "GET /api/tables/{table_id}/chances",
    "GET /api/tables/{table_id}/spectators",
    "POST /api/tables/{table_id}/nudge",
    "POST /api/tables/{table_id}/rematch",
}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_request_is_answered_as_described(
    server: Server, mode: GenerationMode, subtests: pytest.Subtests
) -> None:
    guest = server.client("Schéma")
    tables = [guest.host("here", "here"), guest.host("here", "open", "open")]
    described = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    # An endless stream has no answer to check, and whoever has logged out is refused everything
    # else; these have tests of their own.
    chosen = described.include(path_regex="^/api/").exclude(path_regex="/events$|^/api/me/")
    labels = []
    for found in chosen.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        labels.append(operation.label)
        with subtests.test(operation.label):
            _check(operation, mode, tables, {"Authorization": f"Bearer {guest.secret}"})
    assert "POST /api/tables/{table_id}/moves" in labels
    assert len(labels) >= 15


def _check(
    operation: Any, mode: GenerationMode, tables: list[str], headers: dict[str, str]
) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case[Any]) -> None:
        # Half of the requests are about tables that exist.
        odd = len(str(case.path_parameters.get("table_id", ""))) % 2
        if odd and mode == GenerationMode.POSITIVE:
            case.path_parameters["table_id"] = tables[len(str(case.body)) % 2]
        case.call_and_validate(headers=headers, checks=CHECKS)

    try:
        run()
    except Unsatisfiable:
        # Any request is a good one as far as its form goes: nothing to negate.
        assert mode == GenerationMode.NEGATIVE
        assert operation.label in SHAPELESS
