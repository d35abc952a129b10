"""Values of a box by their paths, and games with some of them changed."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from quarterdeck.game import rules_of
from quarterdeck.games import GAMES
from quarterdeck.kernel.errors import BadComponents, BadSetup
from quarterdeck.lab.values import (
    change,
    change_rules,
    find_places,
    find_reconstructed,
    read_box,
    resolve,
    write_toml,
)

RULES = rules_of("salty_ocean")


@pytest.fixture
def box() -> dict[str, Any]:
    return read_box(RULES)


@pytest.mark.parametrize("game", GAMES)
def test_a_box_that_is_written_is_read_the_same(game: str) -> None:
    box = read_box(rules_of(game))
    assert tomllib.loads(write_toml(box)) == box


@pytest.mark.parametrize("path", ["ship[carrack].capacity", "ship[2].capacity"])
def test_an_entry_is_named_by_its_id_or_its_place(box: dict[str, Any], path: str) -> None:
    (place,) = find_places(box, path)
    assert place.value == 6
    change(box, path, 7)
    assert box["ship"][2]["capacity"] == 7


@pytest.mark.parametrize(
    "path", ["money", "money.lots", "ship[3].capacity", "ship", "tracks.saline[9]", "event[x].sea"]
)
def test_only_values_that_exist_can_be_named(box: dict[str, Any], path: str) -> None:
    with pytest.raises(BadSetup, match="has no value"):
        find_places(box, path)


@pytest.mark.parametrize("path", ["", "money..lot", "money.lot]", "../lot", "money.lot = 3"])
def test_a_path_has_a_form(box: dict[str, Any], path: str) -> None:
    with pytest.raises(BadSetup, match="does not name a value"):
        find_places(box, path)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("money.lot", "eight"),
        ("money.lot", True),
        ("money.lot", [8]),
        ("event[0].sea", 1),
        ("tracks.saline", [3, "7", 10, 12]),
        ("event[0].sea", "+1x"),
    ],
)
def test_a_value_keeps_its_kind(box: dict[str, Any], path: str, value: Any) -> None:
    if value == "+1x":  # a text where a text is, but none that the game knows
        with pytest.raises(BadComponents):
            change_rules(RULES, {path: value})
        return
    with pytest.raises(BadSetup, match="not of the same kind"):
        change(box, path, value)


def test_a_step_moves_what_is_reconstructed_and_nothing_else(box: dict[str, Any]) -> None:
    # Of these, the second and third price are known from a rulebook
    change(box, "price_table.five_rows.herring", "+1")
    assert box["price_table"]["five_rows"]["herring"] == [7, 5, 4, 4, 3]


def test_where_nothing_is_reconstructed_a_step_moves_everything(box: dict[str, Any]) -> None:
    change(box, "tracks.saline", "-1")
    assert box["tracks"]["saline"] == [2, 6, 9, 11]


def test_in_a_list_a_zero_says_that_there_is_none_and_stays(box: dict[str, Any]) -> None:
    change(box, "event[*].change", "+1")
    assert [event["change"] for event in box["event"][:2]] == [[0, 2, 0], [2, 0, 2]]


def test_a_single_number_may_be_moved_from_zero(box: dict[str, Any]) -> None:
    assert resolve(box, "cost_track.first", "+1") == 1
    assert resolve(box, "tracks.saline", "+1") == "+1"


def test_the_games_own_loader_decides_what_a_game_can_be_played_with() -> None:
    with pytest.raises(BadComponents) as refused:
        change_rules(RULES, {"cost_track.last": 3})
    assert "between" in str(refused.value)


def test_a_changed_game_is_another_game_and_the_old_one_stays() -> None:
    before = RULES.component_digest
    changed = change_rules(RULES, {"money.starting_coins": [1, 1, 1, 1]})
    assert changed.component_digest != before == RULES.component_digest
    assert change_rules(RULES, {}) is RULES


def test_reconstructed_numbers_are_found_entries_of_one_kind_together(box: dict[str, Any]) -> None:
    assert find_reconstructed(box) == [
        "price_table.five_rows.salt",
        "price_table.five_rows.herring",
        "price_table.five_rows.cod",
        "price_table.seven_rows.salt",
        "price_table.seven_rows.herring",
        "price_table.seven_rows.cod",
        "event[*].change",
        "tracks.notre_dame_limits",
    ]
