"""Every printed value of the box against the tables of the rules.

The tables are written out here from the rules of record; the component file is read as data.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.games.rolling_seas.components import Components
from quarterdeck.testing import rule
from quarterdeck.testing.faults import Faults

ROLLING = games.load("rolling_seas")
FAULTS = Faults(ROLLING, Components)
DATA = FAULTS.data


def listed(key: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """An array of tables by id: the values of these fields."""
    return {entry["id"]: tuple(entry[field] for field in fields) for entry in DATA[key]}


# The tables


def test_the_box() -> None:
    assert DATA["box"] == {
        "players": 6,
        "adventure_cards": 26,
        "calm_cards": 18,
        "wind_dice": 3,
        "ports": 8,
        "monoliths": 3,
        "provenance": {"default": "rulebook", "players": "inferred", "monoliths": "inferred"},
    }


@rule("RS-10.3")
def test_the_cost_of_a_step_by_its_angle() -> None:
    assert DATA["compass"]["cost"] == [1, 2, 3, 4, 5]


@rule("RS-10.2", "RS-13.6")
def test_ships() -> None:
    assert listed("ship", "movement", "hold", "price", "stars") == {
        "ship_1": (3, 5, 0, 0),
        "ship_2": (4, 6, 4, 1),
        "ship_3": (5, 10, 5, 3),
    }


def bonuses(track: str) -> list[tuple[int, str, int]]:
    """(box, bonus, amount) of every box that has one; a full hold has no amount."""
    data = DATA[track]
    every = data.get("column", 1)
    return [
        (number * every, kind, 0 if kind == "full_hold" else amount)
        for number, (kind, amount) in enumerate(zip(data["bonus"], data["amount"], strict=True), 1)
        if kind != "none"
    ]


def stars(track: str) -> int:
    return sum(amount for _, kind, amount in bonuses(track) if kind == "star")


def test_provision_track() -> None:
    assert (DATA["provisions"]["boxes"], DATA["provisions"]["start"]) == (60, 5)
    assert bonuses("provisions") == [
        (10, "wind", 1),
        (15, "gold", 1),
        (20, "star", 1),
        (25, "wind", 1),
        (30, "wind", 1),
        (35, "star", 1),
        (40, "gold", 1),
        (45, "star", 1),
        (50, "wind", 1),
        (55, "star", 1),
        (60, "star", 2),
    ]
    assert stars("provisions") == 6


def test_gold_track() -> None:
    assert DATA["gold"]["boxes"] == 30
    assert bonuses("gold") == [
        (5, "wind", 1),
        (10, "full_hold", 0),
        (15, "star", 1),
        (20, "wind", 1),
        (25, "star", 2),
        (30, "star", 3),
    ]
    assert stars("gold") == 6


def test_story_track() -> None:
    assert DATA["story"]["boxes"] == 60
    assert bonuses("story") == [
        (6, "wind", 1),
        (12, "gold", 1),
        (18, "wind", 1),
        (24, "full_hold", 0),
        (30, "star", 1),
        (36, "star", 1),
        (42, "star", 1),
        (48, "star", 1),
        (54, "star", 2),
        (60, "star", 3),
    ]
    assert stars("story") == 9


def test_wind_track_and_powers() -> None:
    assert DATA["wind"]["boxes"] == 4
    assert (DATA["powers"]["start"], DATA["powers"]["most"]) == (1, 7)


@rule("RS-12.9", "RS-13.9")
def test_cannons() -> None:
    assert DATA["cannons"]["gold"] == [3, 3, 4, 4, 5, 5, 6]
    assert DATA["cannons"]["provisions"] == 5
    assert bonuses("cannons") == [(3, "full_hold", 0), (5, "story", 1), (7, "star", 10)]


@rule("RS-12.7")
def test_monoliths() -> None:
    assert DATA["monoliths"]["story"] == [1, 2]
    assert DATA["monoliths"]["treasure"] == [15, 10, 5]


@rule("RS-12.4")
def test_exploration_book() -> None:
    assert listed("face", "story", "gold", "provisions") == {
        "1": (0, 0, 4),
        "2": (1, 1, 2),
        "3": (0, 1, 5),
        "4": (0, 2, 4),
        "5": (0, 4, 1),
        "6": (1, 2, 1),
    }


def values(key: str) -> dict[str, Any]:
    return {name: value for name, value in DATA[key].items() if name != "provenance"}


@rule("RS-11.5", "RS-11.6", "RS-11.7", "RS-11.14", "RS-11.19", "RS-11.20")
def test_encounters() -> None:
    assert values("encounters") == {
        "monster_provisions": 1,
        "monster_story": 2,
        "peril_story": 1,
        "current_cells_per_story": 2,
        "pirate_provisions": 3,
        "pirate_story": 3,
        "pirate_gold": 2,
    }


@rule("RS-14.7", "RS-14.8", "RS-14.9")
def test_ambushes() -> None:
    assert values("ambush") == {
        "sight": 4,
        "won_story": 3,
        "won_gold": 2,
        "won_provisions": 3,
        "lost_story": 1,
        "lost_gold": 1,
        "lost_provisions": 2,
        "tied_story": 2,
    }


@rule("RS-13.2", "RS-13.8")
def test_port() -> None:
    assert values("port") == {"fill": 1, "tell_story": 1}


@rule("RS-15.2", "RS-15.3", "RS-13.4")
def test_end_of_the_game() -> None:
    assert values("scoring") == {
        "unmet_pirates": -5,
        "any_port": 5,
        "home_port": 10,
        "eight_ports": 10,
    }


@rule("RS-16.5", "RS-16.6")
def test_solo() -> None:
    assert DATA["solo"]["treasure_turns"] == [15, 20]
    assert DATA["solo"]["titles"] == [75, 125, 150, 175, 200, 225, 250]


@rule("RS-17.1")
def test_decks() -> None:
    decks = {name: (d["calm"], d["adventure"], d["removed"]) for name, d in DATA["deck"].items()}
    assert decks == {"standard": (15, 15, 5), "stormy": (12, 18, 5), "short": (8, 12, 2)}
    assert {name: c + a - r for name, (c, a, r) in decks.items()} == {
        "standard": 25,
        "stormy": 25,
        "short": 18,
    }


# Shape: cells from the anchor, how many quarter turns, how many of them flipped.
SHAPES: dict[str, tuple[list[tuple[int, int]], int, int]] = {
    "line2": ([(0, 0), (1, 0)], 2, 0),
    "diag2": ([(0, 0), (1, -1)], 2, 0),
    "line3": ([(0, 0), (1, 0), (2, 0)], 2, 0),
    "corner3": ([(0, 0), (1, 0), (0, 1)], 4, 0),
    "chevron3": ([(0, 0), (1, -1), (2, 0)], 4, 0),
    "zigzag4": ([(0, 0), (1, 0), (1, 1), (2, 1)], 2, 2),
    "cur_line3": ([(0, 0), (1, 0), (2, 0)], 4, 0),
    "cur_line4": ([(0, 0), (1, 0), (2, 0), (3, 0)], 4, 0),
    "cur_hook4": ([(0, 0), (1, 0), (2, 0), (2, 1)], 4, 4),
    "cur_diag4": ([(0, 0), (1, -1), (2, -2), (3, -3)], 4, 0),
    "cur_zig4": ([(0, 0), (1, 0), (1, 1), (2, 1)], 4, 4),
    "cur_bend5": ([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)], 4, 4),
}


def test_shapes() -> None:
    found = {
        name: (list(zip(s["east"], s["south"], strict=True)), s["turns"], s["flips"])
        for name, s in DATA["shape"].items()
    }
    assert found == SHAPES


def turned(cells: list[tuple[int, int]], quarters: int, flipped: bool) -> list[tuple[int, int]]:
    if flipped:
        cells = [(dx, -dy) for dx, dy in cells]
    for _ in range(quarters):
        cells = [(-dy, dx) for dx, dy in cells]
    return cells


@pytest.mark.parametrize("name", SHAPES)
def test_turns_and_flips_give_every_different_drawing_once(name: str) -> None:
    """A current is its cells in order; of other shapes only the set of cells counts."""
    cells, turns, flips = SHAPES[name]

    def drawing(quarters: int, flipped: bool) -> Any:
        found = turned(cells, quarters, flipped)
        if name.startswith("cur_"):
            # The whole pattern may be moved, its order may not change
            return tuple(found)
        west, north = min(x for x, _ in found), min(y for _, y in found)
        return frozenset((x - west, y - north) for x, y in found)

    plain = [drawing(quarters, False) for quarters in range(turns)]
    mirrored = [drawing(quarters, True) for quarters in range(flips)]
    assert len(set(plain)) == turns
    assert set(plain) == {drawing(quarters, False) for quarters in range(4)}
    assert len(set(plain + mirrored)) == turns + flips
    every = {drawing(q, f) for q in range(4) for f in (False, True)}
    assert set(plain + mirrored) >= every - set(plain)


ADVENTURES = {
    "kraken": ("monster", "corner3", 2, "J", None, None),
    "leviathan": ("monster", "line3", 8, "F", None, None),
    "sea_serpent": ("monster", "line2", 5, "P", None, None),
    "abyssal_hydra": ("monster", "diag2", 12, "L", None, None),
    "white_whale": ("monster", "line2", 10, "D", None, None),
    "giant_squid": ("monster", "line2", 14, "N", None, None),
    "maelstrom": ("peril", "corner3", 11, "G", None, None),
    "waterspout": ("peril", "diag2", 13, "I", None, None),
    "tempest": ("peril", "line3", 4, "M", None, None),
    "rogue_wave": ("peril", "line2", 7, "C", None, None),
    "haunted_fog": ("peril", "line2", 9, "Q", None, None),
    "hurricane": ("peril", "chevron3", 3, "K", None, None),
    "open_sea_stream": ("current", "cur_line4", 6, "H", None, None),
    "countercurrent": ("current", "cur_hook4", 4, "E", None, None),
    "drift": ("current", "cur_diag4", 11, "O", None, None),
    "meander": ("current", "cur_zig4", 2, "M", None, None),
    "tidal_race": ("current", "cur_line3", 12, "F", None, None),
    "sea_river": ("current", "cur_bend5", 7, "N", None, None),
    "reefs": ("rocks", "line2", 1, "D", "left", "row"),
    "breakers": ("rocks", "corner3", 15, "H", "right", "row"),
    "devils_teeth": ("rocks", "line3", 5, "B", "left", "column"),
    "needles": ("rocks", "diag2", 10, "R", "right", "column"),
    "skerries": ("rocks", "zigzag4", 14, "P", "left", "row"),
    "shoal": ("rocks", "chevron3", 8, "J", "right", "column"),
    "ambush_left": ("ambush", None, None, None, "left", None),
    "ambush_right": ("ambush", None, None, None, "right", None),
}


def test_adventure_cards() -> None:
    fields = ("type", "shape", "row", "column", "pass", "axis")
    found = {e["id"]: tuple(e.get(field) for field in fields) for e in DATA["adventure"]}
    assert found == ADVENTURES
    assert list(found) == list(ADVENTURES)


def test_cells_of_the_adventure_cards() -> None:
    count: Counter[str] = Counter()
    for kind, shape, *_ in ADVENTURES.values():
        if shape is not None:
            count[kind] += len(SHAPES[shape][0])
    assert count == {"monster": 14, "peril": 15, "current": 24, "rocks": 17}


# Gold, provisions, wind, monsters, pirates, one of the two.
CALM = {
    "gold_2": (2, 0, 0, 0, 0, 0),
    "gold_1": (1, 0, 0, 0, 0, 0),
    "provision_2": (0, 2, 0, 0, 0, 0),
    "wind_1": (0, 0, 1, 0, 0, 0),
    "gold_1_provision_1": (1, 1, 0, 0, 0, 0),
    "monsters_or_pirates": (0, 0, 0, 0, 0, 1),
    "monsters_provision": (0, 1, 0, 1, 0, 0),
    "pirates_gold": (1, 0, 0, 0, 1, 0),
    "both_wind": (0, 0, 1, 1, 1, 0),
}
CALM_CARDS = (
    ["gold_2"] * 2
    + ["gold_1"] * 2
    + ["provision_2"] * 2
    + ["wind_1"] * 2
    + ["gold_1_provision_1"]
    + ["monsters_or_pirates"] * 4
    + ["monsters_provision"] * 2
    + ["pirates_gold"] * 2
    + ["both_wind"]
)


def test_calm_sea_cards() -> None:
    found = listed("calm", "gold", "provisions", "wind", "monsters", "pirates", "either")
    assert list(found) == [f"calm_{number:02d}" for number in range(1, 19)]
    assert list(found.values()) == [CALM[effect] for effect in CALM_CARDS]
    assert [sum(column) for column in zip(*found.values(), strict=True)] == [9, 7, 3, 3, 3, 4]


MAPS: dict[str, dict[str, str]] = {
    "map_1": {
        "P": "S3 A4 L5 G7 Q9 A13 G13 N13",
        "M": "E2 O3 J9",
        "X": "G4 P6 D12 K14",
        "g": "O4 B6 F7 N14",
        "p": "K2 D10 A11 R14",
        "s": "J3 D8 S10 P11",
    },
    "map_2": {
        "P": "G1 Q3 A5 K7 R9 H11 B12 Q14",
        "M": "H7 N12 D14",
        "X": "I4 N5 E11 K14",
        "g": "E3 S5 F14 L15",
        "p": "D8 O8 S12 Q15",
        "s": "M2 A8 Q13 H15",
    },
    "map_3": {
        "P": "E2 N3 S6 B8 H11 A14 M14 R14",
        "M": "J2 E9 N12",
        "X": "J4 C5 L10 Q10",
        "g": "A4 S9 D11 M15",
        "p": "R2 J6 F7 K13",
        "s": "P7 J8 G14 Q15",
    },
    "map_4": {
        "P": "N1 E2 S5 B7 I8 S12 D13 L13",
        "M": "F7 P9 H14",
        "X": "F5 M5 H11 O14",
        "g": "Q4 A11 L15 R15",
        "p": "F1 A4 O10 G15",
        "s": "S1 J4 E8 L14",
    },
}
SEA = {"map_1": 210, "map_2": 197, "map_3": 198, "map_4": 198}
PLAIN_LAND = {
    "map_1": """
        A1 S1 A2 D2 J2 P2 S2 A3 D3 P3 S4 A5 M5 R5 S5 A6 F6 G6 L6 R6 S6 A7 B7 E7 S7 A8 J8 S8
        A9 D9 E9 P9 S9 A10 I10 J10 P10 Q10 S11 A12 M12 N12 S12 F13 S13 A14 G14 S14 A15 B15 R15 S15
        """,
    "map_2": """
        A1 B1 H1 S1 A2 B2 H2 L2 Q2 S2 A3 L3 S3 A4 E4 F4 S4 A6 H6 O6 P6 S6 A7 D7 G7 L7 O7 S7
        G8 K8 L8 R8 S8 A9 D9 E9 S9 A10 R10 S10 A11 B11 I11 L11 M11 S11 A12 H12 I12 M12 Q12
        A13 B13 E13 M13 P13 S13 A14 E14 S14 A15 D15 E15 K15 S15
        """,
    "map_3": """
        A1 I1 J1 R1 S1 A2 D2 I2 N2 O2 S2 A3 D3 E3 R3 S3 S4 A5 Q5 S5 A6 F6 G6 K6 O6 Q6 A7 B7 G7
        J7 K7 O7 S7 A8 O8 S8 A9 B9 A10 D10 E10 H10 P10 S10 A11 N11 O11 P11 S11 A12 H12 S12
        A13 L13 R13 S13 F14 L14 S14 A15 F15 G15 R15 S15
        """,
    "map_4": """
        A1 E1 M1 A2 F2 M2 S2 A3 I3 S3 H4 I4 P4 S4 A5 I5 P5 A6 B6 E6 P6 R6 S6 A7 E7 K7 R7 S7
        A8 B8 J8 K8 O8 S8 A9 I9 J9 O9 S9 A10 P10 S10 D11 E11 S11 A12 D12 K12 L12 P12 Q12
        A13 G13 H13 P13 S13 A14 G14 R14 S14 A15 B15 H15 S15
        """,
}


@rule("RS-18.1")
@pytest.mark.parametrize("name", MAPS)
def test_maps(name: str) -> None:
    rows = DATA["map"][name]["rows"]
    assert [len(row) for row in rows] == [19] * 15
    found: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            found.setdefault(sign, []).append("ABCDEFGHIJKLMNOPQRS"[x] + str(y + 1))
    for sign, cells in MAPS[name].items():
        assert found[sign] == cells.split(), sign
    assert found["#"] == PLAIN_LAND[name].split()
    # Pirates are printed on sea
    assert len(found["."]) + len(found["X"]) == SEA[name]


def test_there_is_nothing_else_in_the_file() -> None:
    assert set(DATA) == {
        "format",
        "box",
        "compass",
        "ship",
        "provisions",
        "gold",
        "story",
        "wind",
        "powers",
        "cannons",
        "monoliths",
        "face",
        "encounters",
        "ambush",
        "port",
        "scoring",
        "solo",
        "deck",
        "shape",
        "adventure",
        "calm",
        "map",
    }
    assert {track: set(values(track)) for track in ("provisions", "gold", "story")} == {
        "provisions": {"boxes", "start", "column", "bonus", "amount"},
        "gold": {"boxes", "column", "bonus", "amount"},
        "story": {"boxes", "column", "bonus", "amount"},
    }


# How we know


def test_provenance_of_what_the_rulebook_prints() -> None:
    for section in ("compass", "port", "solo"):
        assert DATA[section]["provenance"] == "rulebook"
    for deck in DATA["deck"].values():
        assert deck["provenance"] == "rulebook"
    assert DATA["scoring"]["provenance"] == {
        "default": "rulebook",
        "eight_ports": "reconstructed",
    }
    said = {ship["id"]: ship["provenance"] for ship in DATA["ship"]}
    for value, known in (("movement", 1), ("hold", 1), ("hold", 3), ("price", 2), ("price", 3)):
        assert said[f"ship_{known}"][value] == "rulebook"
    for value, known in (("movement", 2), ("movement", 3), ("hold", 2), ("stars", 2), ("stars", 3)):
        assert said[f"ship_{known}"][value] == "reconstructed"


def test_provenance_of_what_is_not_public() -> None:
    for section in ("gold", "story", "wind"):
        assert DATA[section]["provenance"] == "reconstructed"
    assert DATA["provisions"]["provenance"] == {"default": "reconstructed", "start": "inferred"}
    assert DATA["powers"]["provenance"] == {"start": "rulebook", "most": "reconstructed"}
    assert DATA["cannons"]["provenance"] == {"default": "reconstructed", "provisions": "rulebook"}
    assert DATA["monoliths"]["provenance"] == {"story": "inferred", "treasure": "reconstructed"}
    for board in DATA["map"].values():
        assert board["provenance"] == "reconstructed"
    faces = {face["id"]: face["provenance"] for face in DATA["face"]}
    assert faces.pop("2") == "inferred"
    assert set(faces.values()) == {"reconstructed"}


def test_provenance_of_the_cards() -> None:
    """The rulebook shows one card of either calm kind, and of adventures little but names."""
    calm = {card["id"]: card["provenance"] for card in DATA["calm"]}
    assert [id for id, said in calm.items() if said == "rulebook"] == ["calm_01", "calm_10"]
    assert set(calm.values()) == {"rulebook", "reconstructed"}
    said = {card["id"]: card["provenance"] for card in DATA["adventure"]}
    stated = [
        (id, key) for id, words in said.items() for key, word in words.items() if word == "rulebook"
    ]
    ambushes = [("ambush_left", "type"), ("ambush_right", "type")]
    assert stated == [("kraken", "row"), ("kraken", "column"), *ambushes]
    ship = DATA["ship"][0]["provenance"]
    assert (ship["price"], ship["stars"]) == ("inferred", "inferred")


def test_the_values_are_those_that_new_records_name() -> None:
    """Other values have another digest, and these go to boxes/ for the records that name them."""
    assert ROLLING.component_digest == "7727e92fefcc0791"
