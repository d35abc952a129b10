"""Every game keeps every promise of the machine: the conformance kit, applied."""

from __future__ import annotations

import os

import pytest

from quarterdeck import games
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing import Case, Check, conformance
from quarterdeck.testing.walk import cases, sample
from tests.kit.fixtures import all_rules, results, stored
from tests.toy import TOY

# How many times the usual number of random games; a long run may ask for more. `make soak` plays
# every option at tables of every size, twice as many games as `make test` plays of a sample.
TIMES = int(os.environ.get("QUARTERDECK_GAMES", "1"))

# The sources of a build that was tested already: the stored games prove that both play alike, so
# one game for each number of players up to three will do (see the Makefile).
AGAIN = bool(os.environ.get("QUARTERDECK_TESTED_BEFORE"))

REAL = [games.load(game) for game in games.GAMES]
COUNTS = (1, 0) if AGAIN else (TIMES, TIMES)
# Tables of five meet nothing that those of four and six do not; `make soak` plays there.
SIZES = (1, 2, 3) if AGAIN else (1, 2, 3, 4, 6)
CASES = [case for rules in REAL for case in sample(rules, *COUNTS) if case.seats in SIZES]
CASES += cases(TOY, 6 * TIMES, 2 * TIMES)


@conformance.parametrize_cases(CASES)
def test_conformance(case: Case, check: Check) -> None:
    check(case)


@pytest.mark.soak
@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("rules", REAL, ids=lambda rules: rules.id)
def test_conformance_in_many_games(rules: AnyRules, check: Check) -> None:
    for case in cases(rules, 2 * TIMES, TIMES):
        check(case)


@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)
def test_every_build_plays_the_stored_games(rules: AnyRules) -> None:
    """Compiled and pure must agree; see tests/kit/fixtures.py for writing the results again."""
    wanted = {name: e for name, e in stored().items() if name.startswith(f"{rules.id}/")}
    assert results(rules) == wanted
