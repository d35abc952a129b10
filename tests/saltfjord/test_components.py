"""Every printed value of the box against the tables of the rules.

The tables are written out here from the rules of record; the component file is read as data.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.games.saltfjord.names import SIDES
from quarterdeck.testing import rule

SALTFJORD = games.load("saltfjord")
DATA: dict[str, Any] = tomllib.loads(
    (SALTFJORD.folder / "components.toml").read_text(encoding="utf-8")
)
GOODS = ("gold", "planks", "cloth", "paper", "wood", "wool", "pulp", "fish")
ACTIONS = ("order", "tech", "fishing", "build_small", "order_or_tech", "fishing_or_build")


def listed(key: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """An array of tables by id: the values of these fields."""
    return {entry["id"]: tuple(entry[field] for field in fields) for entry in DATA[key]}


def goods(words: str) -> list[int]:
    """The words "1 wood 2 fish" as counts in the order of the storage board."""
    parts = words.replace("+", "").split()
    found = dict(zip(parts[1::2], parts[0::2], strict=True))
    return [int(found.get(good, 0)) for good in GOODS]


@rule("SF-2.6", "SF-2.10", "SF-4.15")
def test_storage() -> None:
    storage = DATA["storage"]
    assert dict(zip(GOODS, storage["sells_for"], strict=False)) == {
        "gold": 4,
        "planks": 3,
        "cloth": 3,
        "paper": 3,
        "wood": 2,
        "wool": 2,
        "pulp": 2,
    }
    names = ("upgrade_fish", "fish_icon", "upgrade_instead", "discard_fish")
    assert [storage[name] for name in names] == [2, 2, 1, 1]


VILLAGES = {
    "side_a": """
        fish2 . . . walk_gold1 .
        . walk_fish3 . . build_small .
        . wood * * . walk_points3
        walk_fishing1 . * * . fishing
        . . upgrade walk_upgrade2 . .
        . . walk_points4 order . tech
        """,
    "skarvoya": """
        . walk_fishing1 wood . . .
        . fish2 . . walk_wood1_fish1 .
        . fish2 * * . walk_fish3
        walk_points4 . * * . build_small
        order . . walk_upgrade2 . .
        . . walk_fishing1 tech fishing .
        """,
    "furuvik": """
        wood . . walk_planks1_fish1 . .
        walk_fish3 wood upgrade . . .
        . order * * walk_points4 .
        . walk_upgrade2 * * build_small .
        . . walk_fishing1 . . tech
        . . . fishing . walk_points3
        """,
    "handelsnes": """
        wool . . pulp . walk_fish3
        . . build_small walk_points3 . .
        fish2 . * * walk_paper1_fish1 .
        . walk_gold1 * * fishing .
        . . walk_upgrade2 . . tech
        walk_cloth1_fish1 order . . . .
        """,
    "verkstad": """
        . upgrade . . walk_upgrade2 .
        . . . walk_wood1_fish1 build_small .
        walk_fish3 . * * . tech
        . walk_points3 * * . order_or_tech
        . . fish2 fishing_or_build . walk_fish2
        wood . walk_points2 . . .
        """,
}


@pytest.mark.parametrize("side", SIDES)
def test_villages(side: str) -> None:
    rows = [row.split() for row in DATA["village"][side]["rows"]]
    cells = [cell for row in rows for cell in row]
    assert cells == VILLAGES[side].split()
    walks = [cell for cell in cells if cell.startswith("walk_")]
    empty = [cell for cell in cells if cell in ".*"]
    assert (len(walks), len(empty), len(cells) - len(walks) - len(empty)) == (6, 23, 7)
    for line in (*rows, *zip(*rows, strict=True)):
        assert sum(cell.startswith("walk_") for cell in line) == 1
        assert any(cell not in ".*" and not cell.startswith("walk_") for cell in line)


@rule("SF-10.3")
def test_shapes() -> None:
    shapes = {name: (shape["down"], shape["right"]) for name, shape in DATA["shape"].items()}
    assert shapes == {
        "single": ([0], [0]),
        "domino": ([0, 0], [0, 1]),
        "straight3": ([0, 0, 0], [0, 1, 2]),
        "corner3": ([0, 1, 1], [0, 0, 1]),
    }


TILES = """
    s01 fish2 | s02 wood | s03 upgrade | s04 upgrade | s05 wool | s06 pulp
    | d01 wood fish2 | d02 wool fish2 | d03 pulp fish2 | d04 wool pulp | d05 wood order
    | d06 wool tech | d07 pulp fishing | d08 fish2 order | d09 fish2 tech | d10 fish2 fishing
    | d11 upgrade order | d12 upgrade tech | d13 upgrade fishing | d14 wood upgrade
    | d15 planks walk_fish2 | d16 cloth walk_upgrade1 | d17 paper walk_upgrade1
    | d18 order_or_tech walk_points2 | d19 fishing_or_build walk_points2
    | d20 build_small walk_wood1
    | i01 cloth order walk_fish2 | i02 fish2 paper walk_upgrade1 | i03 fish2 tech walk_upgrade1
    | i04 pulp fishing_or_build walk_fishing1 | i05 upgrade gold walk_fish2
    | i06 upgrade planks walk_points2 | i07 wood cloth walk_upgrade1 | i08 wood paper walk_fish2
    | i09 wood paper walk_upgrade1 | i10 wool order walk_points2 | i11 fish2 pulp fishing
    | i12 fish2 upgrade cloth | i13 fish2 upgrade order | i14 fish2 upgrade tech
    | i15 fish2 wood order | i16 fish2 wood wool | i17 upgrade cloth build_small
    | i18 wood wool pulp | i19 wool pulp fishing | i20 wool upgrade fishing
    | l01 fish2 order walk_upgrade1 | l02 fish2 planks walk_points2 | l03 fish2 tech walk_wood1
    | l04 pulp planks walk_points3 | l05 upgrade gold walk_wood1 | l06 wood cloth walk_points2
    | l07 wood order_or_tech walk_fish2 | l08 wood paper walk_fishing1 | l09 wood tech walk_fish2
    | l10 wool planks walk_points2 | l11 fish2 pulp tech | l12 fish2 upgrade fishing
    | l13 fish2 upgrade planks | l14 fish2 wood fishing | l15 fish2 wood pulp
    | l16 pulp upgrade cloth | l17 wood wool paper | l18 wool pulp build_small
    | l19 wool pulp planks | l20 wool upgrade paper
    """


@rule("SF-1.8")
def test_tiles() -> None:
    wanted = {}
    for entry in TILES.split("|"):
        id, *cells = entry.split()
        wanted[id] = " ".join(cells)
    found = listed("tile", "shape", "cells")
    assert {id: cells for id, (_, cells) in found.items()} == wanted
    letters = {"s": "single", "d": "domino", "i": "straight3", "l": "corner3"}
    assert all(shape == letters[id[0]] for id, (shape, _) in found.items())


def test_check_sums_of_the_tiles() -> None:
    shapes = Counter(tile["shape"] for tile in DATA["tile"])
    assert shapes == {"single": 6, "domino": 20, "straight3": 20, "corner3": 20}
    icons = Counter(word for tile in DATA["tile"] for word in tile["cells"].split())
    assert icons.total() == 166
    walks = {word: count for word, count in icons.items() if word.startswith("walk_")}
    assert walks == {
        "walk_upgrade1": 7,
        "walk_points2": 7,
        "walk_fish2": 6,
        "walk_wood1": 3,
        "walk_fishing1": 2,
        "walk_points3": 1,
    }
    assert {word: count for word, count in icons.items() if word not in walks} == {
        "fish2": 23,
        "upgrade": 18,
        "wood": 17,
        "wool": 14,
        "pulp": 14,
        "planks": 7,
        "cloth": 7,
        "paper": 7,
        "gold": 2,
        "order": 8,
        "tech": 8,
        "fishing": 8,
        "build_small": 3,
        "order_or_tech": 2,
        "fishing_or_build": 2,
    }


@rule("SF-1.8")
def test_stacks() -> None:
    sizes = {shape: DATA["stacks"][shape] for shape in DATA["shape"]}
    assert sizes == {
        "single": [3, 3],
        "domino": [10, 10],
        "straight3": [10, 10],
        "corner3": [10, 10],
    }


@rule("SF-1.14", "SF-1.19")
def test_starting_tiles() -> None:
    assert listed("start_building", "cells") == {
        "sb1": ("pulp tech",),
        "sb2": ("planks order_or_tech",),
        "sb3": ("wood fishing",),
        "sb4": ("wool build_small",),
    }
    assert listed("start_resources", "goods", "fishing") == {
        "sr1": (goods("3 fish 1 wood 1 planks"), 0),
        "sr2": (goods("2 fish 2 wood 1 wool"), 0),
        "sr3": (goods("1 fish 1 wood 1 pulp 1 cloth"), 0),
        "sr4": (goods("3 fish 1 wood"), 1),
    }


CRATES = """
    k01 1 wood + 1 wool + 1 pulp = 7 | k25 1 wool + 1 gold = 7
    | k02 2 wool + 1 pulp = 7 | k26 1 pulp + 1 gold = 7
    | k03 1 wool + 2 pulp = 7 | k27 1 wood + 1 gold = 7
    | k04 2 fish + 1 wood + 1 wool = 6 | k28 2 fish + 1 gold = 7
    | k05 2 fish + 1 wood + 1 pulp = 6 | k29 2 fish + 1 cloth + 1 paper = 8
    | k06 2 fish + 1 wool + 1 pulp = 6 | k30 1 wool + 1 cloth + 1 paper = 9
    | k07 1 fish + 1 pulp + 1 cloth = 7 | k31 1 pulp + 1 cloth + 1 paper = 9
    | k08 1 fish + 1 wool + 1 paper = 7 | k32 1 pulp + 1 planks + 1 cloth = 9
    | k09 1 fish + 1 wool + 1 planks = 7 | k33 1 wool + 1 planks + 1 paper = 9
    | k10 1 fish + 1 pulp + 1 planks = 7 | k34 1 pulp + 2 cloth = 9
    | k11 3 fish + 1 cloth = 6 | k35 1 wool + 2 paper = 9
    | k12 3 fish + 1 paper = 6 | k36 1 planks + 1 cloth + 1 paper = 10
    | k13 1 cloth + 1 paper = 7 | k37 1 cloth + 1 gold = 8
    | k14 1 planks + 1 cloth = 7 | k38 1 paper + 1 gold = 8
    | k15 1 planks + 1 paper = 7 | k39 1 planks + 1 gold = 8
    | k16 2 cloth = 7 | k40 1 pulp + 1 cloth + 1 gold = 10
    | k17 2 paper = 7 | k41 1 wool + 1 paper + 1 gold = 10
    | k18 1 wool + 1 pulp + 1 cloth = 8 | k42 2 gold = 9
    | k19 1 wool + 1 pulp + 1 paper = 8 | k43 1 cloth + 1 paper + 1 gold = 11
    | k20 1 wool + 1 pulp + 1 planks = 8 | k44 2 fish + 2 gold = 10
    | k21 1 wood + 1 pulp + 1 cloth = 8 | ks1 1 wool + 1 pulp = 5
    | k22 1 wood + 1 wool + 1 paper = 8 | ks2 1 fish + 1 wood + 1 pulp = 6
    | k23 2 pulp + 1 cloth = 8 | ks3 1 fish + 1 cloth = 5
    | k24 2 wool + 1 paper = 8 | ks4 1 fish + 1 paper = 5
    """


@rule("SF-1.9", "SF-8.1", "SF-16.6")
def test_crates() -> None:
    wanted = {}
    for entry in CRATES.split("|"):
        id, words = entry.split(maxsplit=1)
        cost, points = words.split("=")
        wanted[id] = (goods(cost), int(points))
    found = listed("crate", "cost", "points")
    assert found == wanted
    asked = [sum(cost[kind] for cost, _ in found.values()) for kind in range(8)]
    assert dict(zip(GOODS, asked, strict=True)) == {
        "fish": 25,
        "wood": 7,
        "wool": 20,
        "pulp": 21,
        "planks": 9,
        "cloth": 20,
        "paper": 20,
        "gold": 14,
    }
    assert sum(points for _, points in found.values()) == 365
    assert (len(found), DATA["crates"]["stack"]) == (48, 11)


@rule("SF-8.10")
def test_quays() -> None:
    assert listed("quay", "fish", "upgrades", "points", "fishing") == {
        "quay_1": (3, 0, 0, 0),
        "quay_2": (0, 2, 0, 0),
        "quay_3": (0, 0, 2, 0),
        "quay_4": (0, 0, 0, 1),
    }


@rule("SF-9.1", "SF-9.4", "SF-9.9", "SF-16.7")
def test_technology_tracks() -> None:
    track = DATA["track"]
    assert track["craft"] == ["wool", "cloth", "cloth", "gold"]
    assert track["carpentry"] == ["wood", "planks", "planks", "gold"]
    assert track["logistics"] == ["pulp", "paper", "paper", "gold"]
    assert track["fishing"] == ["wool", "paper", "cloth", "gold"]
    assert track["points"] == [0, 1, 3, 5, 5]
    assert track["craft_1"] == goods("1 gold")
    assert track["logistics_1"] == goods("1 fish 1 wood 1 paper")


@rule("SF-5.1", "SF-10.1", "SF-9.8")
def test_building_costs() -> None:
    costs = DATA["building"]
    assert costs["small"] == goods("1 wood")
    assert costs["large"] == goods("1 wood 1 planks")
    assert costs["wood_off"] == 1


@rule("SF-14.3", "SF-14.4", "SF-14.5", "SF-14.6", "SF-14.7", "SF-14.8", "SF-14.9")
def test_abilities() -> None:
    assert DATA["ability"] == {
        "foreman_fish": 2,
        "dory_fish": 2,
        "pilot_fish": 1,
        "shipwright_fish": 2,
        "broker_fish": 2,
        "surveyor_basic": 2,
        "surveyor_advanced": 3,
        "smokehouse_off": 1,
        "provenance": "reconstructed",
    }


@rule("SF-17.10", "SF-17.11")
def test_score_tiles() -> None:
    assert DATA["score_tile"] == {
        "large": 3,
        "small": 2,
        "rows": 3,
        "crates": 2,
        "best_quay": 3,
        "tech": 1,
        "actions": 1,
        "tokens": 1,
        "people": 3,
        "now_points": 8,
        "now_fishing_points": 5,
        "now_fishing": 2,
        "provenance": "reconstructed",
    }


@rule("SF-1.3", "SF-11.9")
def test_fjord() -> None:
    fjord = DATA["fjord"]
    assert fjord["points"] == [0, 1, 2, 3, 4]
    assert [fjord[f"type_{kind}"] for kind in (1, 2, 3)] == [
        [10, 8, 7, 5],
        [6, 5, 4, 3],
        [3, 3, 3, 3],
    ]
    assert (fjord["plain_spaces"], fjord["double_spaces"]) == (3, 1)


@rule("SF-1.3")
def test_tokens() -> None:
    wanted = {
        "t1_fish3": (1, 8, goods("3 fish"), 0),
        "t1_fish2_points1": (1, 6, goods("2 fish"), 1),
        "t1_wood_fish": (1, 5, goods("1 wood 1 fish"), 0),
        "t1_wool_fish": (1, 3, goods("1 wool 1 fish"), 0),
        "t1_pulp_fish": (1, 3, goods("1 pulp 1 fish"), 0),
        "t1_points2": (1, 5, goods(""), 2),
        "t2_fish3_points1": (2, 4, goods("3 fish"), 1),
        "t2_planks_fish": (2, 3, goods("1 planks 1 fish"), 0),
        "t2_cloth_points1": (2, 3, goods("1 cloth"), 1),
        "t2_paper_points1": (2, 3, goods("1 paper"), 1),
        "t2_points3": (2, 5, goods(""), 3),
        "t3_points5": (3, 3, goods(""), 4),
        "t3_points4_fish2": (3, 3, goods("2 fish"), 2),
        "t3_gold_points2": (3, 2, goods("1 gold"), 1),
        "t3_planks_points3": (3, 2, goods("1 planks"), 2),
        "t3_points6": (3, 2, goods(""), 5),
    }
    assert listed("token", "type", "count", "goods", "points") == wanted
    count: Counter[int] = Counter()
    for kind, number, *_ in wanted.values():
        count[kind] += number
    assert count == {1: 30, 2: 18, 3: 12}


@rule("SF-1.6", "SF-1.7", "SF-4.2", "SF-19.2")
def test_dice() -> None:
    dice = DATA["dice"]
    assert dice["white"] == [4, 6, 9, 12]
    rounds = [dice[f"orange_{number}"] for number in (1, 2, 3)]
    assert [list(row) for row in zip(*rounds, strict=True)] == [
        [2, 3, 4],
        [2, 4, 6],
        [3, 6, 9],
        [4, 8, 12],
    ]
    assert dice["white_limit"] == 3


@rule("SF-16.4", "SF-16.5", "SF-19.13", "SF-19.15")
def test_final_scoring_and_medals() -> None:
    assert (DATA["final"]["fish_per_point"], DATA["final"]["set_points"]) == (3, 3)
    assert (DATA["solo"]["threshold"], DATA["solo"]["medals"]) == (10, [100, 120, 140, 160, 180])


def test_there_is_nothing_else_in_the_file() -> None:
    assert set(DATA) == {
        "format",
        "box",
        "storage",
        "village",
        "shape",
        "stacks",
        "tile",
        "start_building",
        "start_resources",
        "crate",
        "crates",
        "quay",
        "track",
        "building",
        "ability",
        "score_tile",
        "fjord",
        "token",
        "dice",
        "final",
        "solo",
    }
    box = {key: value for key, value in DATA["box"].items() if key != "provenance"}
    wanted = {"players": 4, "rounds": 3, "workers": 3, "workers_on_track": 2}
    assert box == {**wanted, "taverns": 5, "carts": 2}


# How we know


def test_provenance() -> None:
    for key in ("building", "dice", "final"):
        assert DATA[key]["provenance"] == "rulebook"
    # The rulebook names no largest number of players, and no quay that goes fishing
    assert DATA["box"]["provenance"] == {"default": "rulebook", "players": "public"}
    assert DATA["quay"][3]["provenance"] == {"default": "reconstructed", "fishing": "public"}
    for key in ("tile", "crate", "token", "start_building", "start_resources"):
        assert {entry["provenance"] for entry in DATA[key]} == {"reconstructed"}
    for side in DATA["village"].values():
        assert side["provenance"] == "reconstructed"
    assert DATA["storage"]["provenance"] == {"default": "rulebook", "sells_for": "reconstructed"}
    assert DATA["crates"]["provenance"] == "public"
    assert DATA["solo"]["provenance"] == {
        "threshold": "rulebook",
        "medals": ["rulebook", "reconstructed", "reconstructed", "reconstructed", "rulebook"],
    }
