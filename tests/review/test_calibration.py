"""Reviews are no surer than what was measured allows."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.bots.judge import trained_network
from quarterdeck.bots.network import judge
from quarterdeck.bots.weights import weights_digest
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.calibration import (
    FILE,
    find_temperature,
    judged_by,
    reviewing_network,
    write_temperature,
)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AnyRules:
    """A game whose folder may be written to."""
    found = games.load("salty_ocean")
    weights = tmp_path / "weights"
    weights.mkdir()
    (weights / "salty_ocean.npz").write_bytes((found.folder / "weights.npz").read_bytes())
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(weights))
    monkeypatch.setattr(type(found), "folder", tmp_path)
    return found


def test_a_temperature_holds_for_the_weights_it_was_fitted_to(
    rules: AnyRules, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert find_temperature(rules, 2) == 1.0
    write_temperature(rules, 2, 1.25)
    write_temperature(rules, 4, 1.5)
    assert (find_temperature(rules, 2), find_temperature(rules, 4)) == (1.25, 1.5)
    assert find_temperature(rules, 3) == 1.0
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "salty_ocean.npz").write_bytes(b"another network")
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path / "other"))
    assert find_temperature(rules, 2) == 1.0
    assert (tmp_path / FILE).exists()


def test_what_a_review_was_judged_by_tells_weights_and_temperature(rules: AnyRules) -> None:
    before = judged_by(rules, 2)
    assert before == weights_digest(rules)
    write_temperature(rules, 2, 1.25)
    assert judged_by(rules, 2) == f"{before}/1.25"
    assert judged_by(rules, 3) == before


def test_the_higher_the_temperature_the_less_sure_and_bots_know_none(rules: AnyRules) -> None:
    position = rules.start(2, {})
    dealer = random.Random(2)
    for _ in range(25):
        if position.chance:
            position.deal(position.outcomes()[0][0])
        else:
            seat = position.actors()[0]
            position.play(seat, dealer.choice(position.legal(seat)))
    network = trained_network(rules)
    assert network is not None
    assert network.temperature == 1.0
    write_temperature(rules, 2, 3.0)
    softer = reviewing_network(rules, 2)
    assert softer.temperature == 3.0
    sure, unsure = (judge(each, rules, [position])[0, :, 0].tolist() for each in (network, softer))
    assert max(unsure) < max(sure)
    assert sum(unsure) == pytest.approx(1)


FITTED = [name for name in games.GAMES if (games.load(name).folder / FILE).exists()]


@pytest.mark.parametrize("name", FITTED)
def test_temperatures_that_ship_fit_the_weights_that_ship(name: str) -> None:
    rules = games.load(name)
    told = json.loads((rules.folder / FILE).read_text(encoding="utf-8"))
    assert told["weights"] == weights_digest(rules)
    for seats, temperature in told["temperatures"].items():
        assert int(seats) in rules.seats
        assert find_temperature(rules, int(seats)) == temperature
