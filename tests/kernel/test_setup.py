"""Starting a game: seats and options, complete or refused."""

from __future__ import annotations

import re

import pytest

from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.rules import AnyRules, Option
from tests.kit.fixtures import all_rules
from tests.toy import TOY


def test_defaults_fill_what_is_not_said() -> None:
    assert TOY.checked_setup(None, None) == (3, {"tides": "2", "duels": "on"})
    assert TOY.checked_setup(1, {"duels": "off"}) == (1, {"tides": "2", "duels": "off"})
    assert TOY.start().seats == 3


@pytest.mark.parametrize("seats", [0, 5, -1, 100])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(BadSetup) as caught:
        TOY.start(seats)
    shown = str(seats).replace("-", "−")
    assert str(caught.value) == f"Skerries is for 1 to 4 players, not {shown}."


def test_a_seeded_word_is_followed_by_its_number() -> None:
    chart = Option("map", ("north", "south"), "north", ("generated",))
    assert chart.accepts("south")
    assert chart.accepts("generated:42")
    assert not chart.accepts("generated")
    assert not chart.accepts("generated:")
    assert not chart.accepts("generated:42 ")
    assert not chart.accepts("north:42")
    assert not Option("map", ("north",), "north").accepts("")


def test_a_seeded_word_alone_gets_a_number_drawn() -> None:
    chart = Option("map", ("north",), "north", ("generated",))
    assert chart.settled("north") == "north"
    assert chart.settled("generated:42") == "generated:42"
    drawn = {chart.settled("generated") for _ in range(20)}
    assert len(drawn) > 1
    assert all(chart.accepts(value) for value in drawn)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        TOY.start(2, {"fog": "thick"})
    assert caught.value.name == "fog"
    assert "tides, duels" in str(caught.value)


@pytest.mark.parametrize("value", ["4", "", "ON", "x" * 1000])
def test_an_unknown_value_is_refused(value: str) -> None:
    with pytest.raises(BadSetup) as caught:
        TOY.start(2, {"tides": value})
    assert "2, 3" in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)
def test_every_game_describes_itself(rules: AnyRules) -> None:
    assert rules.default_seats in rules.seats
    assert rules.version >= 1
    assert rules.prefix.isidentifier()
    assert rules.component_digest
    assert len({option.id for option in rules.options}) == len(rules.options)
    for option in rules.options:
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values)
    assert all(step.__name__ == name for name, step in rules.steps.items())


@pytest.mark.parametrize("rules", all_rules(), ids=lambda rules: rules.id)
def test_every_step_names_its_rules(rules: AnyRules) -> None:
    told = [step.__doc__ or "" for step in rules.steps.values()]
    if not any(told):
        pytest.skip("compiled classes have no docstrings; the sources have")
    id = re.compile(rf"\b{rules.prefix.upper()}-\d")
    assert [step for step, text in zip(rules.steps, told, strict=True) if not id.search(text)] == []
