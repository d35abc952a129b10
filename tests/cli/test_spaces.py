"""`quarterdeck spaces`: what agents observe and may choose, in words and as JSON."""

from __future__ import annotations

import json

import pytest

from quarterdeck import games
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Observation: 362 numbers", "this turn's order", "655 codes in 24 families"]),
        (
            "fr",
            [
                "Observation\N{NO-BREAK SPACE}: 362 nombres",
                "this turn's order",
                "655 codes en 24 familles",
            ],
        ),
    ],
)
def test_numbers_and_choices_are_told(run: Run, language: str, said: list[str]) -> None:
    told = run("spaces", "salty_ocean", "--seats", "3", "--lang", language)
    assert told.code == 0
    for text in [*said, "rival_3", "[24, 63, 64, 16]", "0–63"]:
        assert text in told.out
    assert not any(line.endswith(" ") for line in told.out.splitlines())


@pytest.mark.parametrize("game", games.GAMES)
def test_every_number_and_code_is_in_the_json(run: Run, game: str) -> None:
    found = json.loads(run("spaces", game, "--json").out)
    rules = games.load(game)
    assert rules.features is not None
    places = [
        number["place"]
        for block in found["observation"]["blocks"]
        for field in block["fields"]
        for number in field["numbers"]
    ]
    assert sorted(places) == list(range(len(rules.features)))
    assert [block["present"] for block in found["observation"]["blocks"]].count(True) == (
        1 + rules.default_seats
    )
    last = found["actions"]["families"][-1]
    assert last["first"] + last["size"] == rules.space.size


def test_seats_that_do_not_exist_are_refused(run: Run) -> None:
    told = run("spaces", "salty_ocean", "--seats", "9")
    assert told.code == 2
    assert "2 to 4" in told.err
