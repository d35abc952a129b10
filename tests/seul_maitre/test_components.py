"""Every printed value of the box against the tables of the rules, and every fault reported."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.components import Components
from quarterdeck.kernel.componentfile import PROVENANCES, ComponentFile
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.playout import playout
from tests.kit.rules import rule

FILE = RULES.folder / "components.toml"
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def listed(key: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """An array of tables by id: the values of these fields."""
    return {entry["id"]: tuple(entry[field] for field in fields) for entry in DATA[key]}


def values(key: str) -> dict[str, Any]:
    return {name: value for name, value in DATA[key].items() if name != "provenance"}


# The tables


@rule("SM-1.2", "SM-7.1")
def test_the_start() -> None:
    assert values("start") == {
        "money": 20,
        "sailors": 4,
        "action_tokens": 4,
        "reinforcement_tokens": 1,
        "sailor_cubes": 12,
    }


def test_prices_and_points() -> None:
    assert values("price") == {
        "sailor": 1,
        "sailors_per_action": 3,
        "specialist": 2,
        "repair": 1,
        "sail_point": 3,
        "hold_ext": 4,
        "cannon": 8,
        "letter": 10,
        "academy": [2, 3, 4],
        "bank_gain": 2,
        "ransom_ship": 2,
        "ransom_pair": 1,
        "treasure_unit": 3,
        "money_per_vp": 5,
        "corruption_first": 2,
        "corruption_next": 1,
    }
    assert values("victory") == {
        "attack_win": 3,
        "defence_win": 2,
        "tie": 1,
        "black_market": 1,
        "trader_extra": 6,
    }


def test_resources() -> None:
    assert listed("resource", "port", "purchase", "sale", "black_market", "slots") == {
        "gold": ("centre", 6, 12, 5, [4, 5, 6]),
        "spice": ("centre", 5, 9, 4, [3, 4, 5, 6]),
        "sugar": ("sugar", 4, 8, 3, [3, 4, 5, 6]),
        "vanilla": ("vanilla", 4, 7, 3, [2, 3, 4, 5]),
        "coffee": ("coffee", 2, 4, 1, [2, 3, 4, 5]),
        "rum": ("rum", 2, 3, 1, [1, 2, 3, 4]),
    }
    slots = [slot for entry in DATA["resource"] for slot in entry["slots"]]
    assert (len(slots), sum(slots)) == (23, 89)


def test_ships_and_pirates() -> None:
    fields = ("hold", "sailor_spaces", "cannons", "most_cannons", "deck", "sails", "extension")
    assert listed("ship", *fields, "cubes_sold") == {
        "merchant": (9, 6, 1, 2, 5, 4, 3, 2),
        "corsair": (8, 8, 2, 4, 7, 5, 0, 1),
    }
    assert values("pirate") == {
        "cannons": 2,
        "sailors": 5,
        "sails": 6,
        "money": 0,
        "up_sailor": 3,
        "up_sail": 3,
        "up_cannon": 2,
    }


def test_dice_and_tracks() -> None:
    assert values("dice") == {
        "red": [2, 2, 1, 1, 0],
        "white": [1, 2, 1, 1, 1],
        "change": [1, 1, 1, 1, 1],
    }
    assert values("initiative") == {"slots": [0, 1, 2, 3, 4, 5, 6]}
    assert values("movement") == {
        "wind": [0, 1, 1, 2, 2],
        "wind_navigator": [0, 1, 1, 1, 2],
        "harbour": 1,
        "cape": 1,
        "site": 0,
        "least": 1,
    }


def test_discoveries() -> None:
    assert values("discovery") == {
        "per_family": [3, 2, 1],
        "per_site": [3, 2, 1],
        "vp": [2, 3, 4],
        "family_bonus": [0, 1, 3],
    }


def test_tiles() -> None:
    tiles = listed("tile", "land", "feature", "corner", "storm")
    assert Counter(land for land, *_ in tiles.values()) == {"none": 9, "n": 14, "n_e": 2}
    assert [name for name, values in tiles.items() if values[3]] == ["gale_1", "gale_2"]
    assert {name: values[1:3] for name, values in tiles.items() if values[2] in ("ne", "nw")} == {
        "lair_1": ("lair_1", "ne"),
        "lair_2": ("lair_2", "nw"),
        "lair_3": ("lair_3", "ne"),
        "lair_4": ("lair_4", "nw"),
        "head_1": ("site_3", "ne"),
        "head_2": ("site_4", "nw"),
        "bay_1": ("site_5", "ne"),
    }


def test_no_value_is_said_to_be_public() -> None:
    """The rulebook is the only source."""
    text = FILE.read_text(encoding="utf-8")
    said = {word for word in PROVENANCES if f'"{word}"' in text.partition("format = 1")[2]}
    assert said == {"rulebook", "inferred", "reconstructed"}


# Faults


def remove_a_coast(data: dict[str, Any]) -> None:
    data["tile"][20]["land"] = "none"


def double_a_site(data: dict[str, Any]) -> None:
    data["tile"][11]["feature"] = "site_2"


def calm_a_gale(data: dict[str, Any]) -> None:
    data["tile"][9]["storm"] = 0


def free_rum(data: dict[str, Any]) -> None:
    data["resource"][5]["purchase"] = 0


def forget_a_price(data: dict[str, Any]) -> None:
    del data["price"]["letter"]


def misspell_a_key(data: dict[str, Any]) -> None:
    data["pirate"]["sail"] = 6


def blank_die(data: dict[str, Any]) -> None:
    data["dice"]["white"] = [0, 0, 0, 0, 0]


def lose_tokens(data: dict[str, Any]) -> None:
    data["discovery"]["per_site"] = [2, 2, 1]


def huge_hold(data: dict[str, Any]) -> None:
    data["ship"][0]["extension"] = 9


def no_provenance(data: dict[str, Any]) -> None:
    del data["movement"]["provenance"]


@pytest.mark.parametrize(
    ("fault", "path"),
    [
        (remove_a_coast, "tile.land = n"),
        (double_a_site, "tile.feature"),
        (calm_a_gale, "tile.storm"),
        (free_rum, "resource[5].purchase"),
        (forget_a_price, "price.letter"),
        (misspell_a_key, "pirate.sail"),
        (blank_die, "dice.white"),
        (lose_tokens, "discovery.per_family"),
        (huge_hold, "ship[0].extension"),
        (no_provenance, "movement.wind"),
    ],
)
def test_faults_are_named(fault: Callable[[dict[str, Any]], None], path: str) -> None:
    data = copy.deepcopy(DATA)
    fault(data)
    with pytest.raises(BadComponents) as caught:
        Components(ComponentFile(data, "test"))
    assert path in [problem.arguments["path"] for problem in caught.value.problems]


def test_an_owners_file_changes_the_game(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = FILE.read_text(encoding="utf-8").replace("sale = 12", "sale = 13")
    own.write_text(text, encoding="utf-8")
    rules = RULES.with_components(own)
    assert rules.component_digest != RULES.component_digest
    p = rules.start(2, {"map_mode": "random"})
    assert p.table.sale[0] == 13
    playout(p, 1)
    rules.check(p)
