"""`quarterdeck spaces`: what agents observe and may choose, in words and as JSON."""

from __future__ import annotations

import json

import pytest

from quarterdeck import games
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Observation: 352 numbers",
                "--advice adds the 10 numbers",
                "this turn's order",
                "655 codes in 24 families",
            ],
        ),
        (
            "fr",
            [
                "Observation\N{NO-BREAK SPACE}: 352 nombres",
                "--advice ajoute les 10 nombres",
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


def test_descriptions_in_another_language_are_announced(run: Run) -> None:
    told = run("spaces", "salty_ocean", "--lang", "fr").lines
    assert "Les descriptions des nombres sont en anglais, la langue de la recherche." in told
    assert "descriptions" not in run("spaces", "salty_ocean").out


def test_advice_is_told_if_asked_for(run: Run) -> None:
    told = run("spaces", "salty_ocean", "--advice")
    assert told.code == 0
    assert "Observation: 362 numbers" in told.out
    assert "what advice expects them to end with" in told.out
    assert "--advice" not in told.out


def test_details_are_counted_and_follow_the_facts(run: Run) -> None:
    told = run("spaces", "salty_ocean", "--details")
    assert told.code == 0
    assert "Observation: 859 numbers" in told.out
    assert "From number 352 on follow 507 details" in told.out
    assert "--details adds" not in told.out
    told = run("spaces", "salty_ocean")
    assert "--details adds 507 numbers" in told.out


@pytest.mark.parametrize("advice", [False, True])
@pytest.mark.parametrize("game", games.GAMES)
def test_every_number_and_code_is_in_the_json(run: Run, game: str, advice: bool) -> None:
    asked = ["--advice"] if advice else []
    found = json.loads(run("spaces", game, "--json", *asked).out)
    rules = games.load(game)
    assert rules.features is not None
    features = rules.features if advice else rules.features.facts
    assert found["observation"]["advice"] is advice
    assert found["observation"]["version"] == features.version
    numbers = [
        number
        for block in found["observation"]["blocks"]
        for field in block["fields"]
        for number in field["numbers"]
    ]
    assert sorted(number["place"] for number in numbers) == list(range(len(features)))
    assert any(number["advice"] for number in numbers) is advice
    assert [block["present"] for block in found["observation"]["blocks"]].count(True) == (
        1 + rules.default_seats
    )
    last = found["actions"]["families"][-1]
    assert last["first"] + last["size"] == rules.space.size


def test_seats_that_do_not_exist_are_refused(run: Run) -> None:
    told = run("spaces", "salty_ocean", "--seats", "9")
    assert told.code == 2
    assert "2 to 4" in told.err
