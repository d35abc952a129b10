"""Places, zones and steps.  SM-3"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    NEIGHBOURS,
    PLACES,
    WAYS_IN,
    ZONE_COUNT,
    ZONE_OF_CORNER,
    place_name,
    turned,
    ways_in,
)
from quarterdeck.games.seul_maitre.invariants import check_chart
from quarterdeck.games.seul_maitre.names import CELL_NAMES, DIRECTIONS, NO_CELL
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    BLUE,
    GREEN,
    P1,
    P2,
    RED,
    YELLOW,
    act,
    cell,
    options,
    pirate,
    place,
    play,
    sea,
    ship,
    vessels,
)

CORNERS = ("nw", "ne", "se", "sw")
EDGES = "nesw"


def land(edges: str) -> int:
    return sum(1 << EDGES.index(edge) for edge in edges)


def zones(edges: str) -> list[set[str]]:
    """The zones of a tile as sets of corners."""
    numbers = ZONE_OF_CORNER[land(edges)]
    count = ZONE_COUNT[land(edges)]
    return [{c for c, n in zip(CORNERS, numbers, strict=True) if n == z} for z in range(count)]


@rule("SM-3.2", "SM-3.3", "SM-3.4", "SM-3.5")
@pytest.mark.parametrize(
    ("edges", "parts"),
    [
        ("", ["nw ne se sw"]),
        ("n", ["nw sw", "ne se"]),
        ("s", ["nw sw", "ne se"]),
        ("ns", ["nw sw", "ne se"]),
        ("e", ["nw ne", "se sw"]),
        ("w", ["nw ne", "se sw"]),
        ("ew", ["nw ne", "se sw"]),
        ("ne", ["nw se sw", "ne"]),
        ("es", ["nw ne sw", "se"]),
        ("sw", ["nw ne se", "sw"]),
        ("nw", ["nw", "ne se sw"]),
        ("nes", ["nw sw", "ne", "se"]),
        ("new", ["nw", "ne", "se sw"]),
        ("nsw", ["nw", "ne se", "sw"]),
        ("esw", ["nw ne", "se", "sw"]),
        ("nesw", ["nw", "ne", "se", "sw"]),
    ],
)
def test_zones_of_a_tile(edges: str, parts: list[str]) -> None:
    assert zones(edges) == [set(part.split()) for part in parts]


# The reference algorithm of the rules, written with sets of corners.

ENDS = {"n": ("nw", "ne"), "e": ("ne", "se"), "s": ("sw", "se"), "w": ("nw", "sw")}
MIRROR = {
    "n": {"nw": "sw", "ne": "se"},
    "s": {"sw": "nw", "se": "ne"},
    "e": {"ne": "nw", "se": "sw"},
    "w": {"nw": "ne", "sw": "se"},
}
OPPOSITE = dict(zip(DIRECTIONS, DIRECTIONS[4:] + DIRECTIONS[:4], strict=True))


def adjacent(here: set[str], land_here: str, way: str, there: set[str], land_there: str) -> bool:
    if len(way) == 2:
        return way in here and OPPOSITE[way] in there
    if way in land_here or OPPOSITE[way] in land_there:
        return any(c in here and MIRROR[way][c] in there for c in ENDS[way])
    return any(c in here for c in ENDS[way]) and any(c in there for c in ENDS[OPPOSITE[way]])


@rule("SM-3.11", "SM-3.12", "SM-3.13")
def test_steps_between_any_two_tiles() -> None:
    lands = ["".join(e for i, e in enumerate(EDGES) if bits >> i & 1) for bits in range(16)]
    for here in lands:
        for there in lands:
            for number, way in enumerate(DIRECTIONS):
                for zone, corners in enumerate(zones(here)):
                    reached = ways_in(land(here), zone, number, land(there))
                    wanted = [
                        other
                        for other, beyond in enumerate(zones(there))
                        if adjacent(corners, here, way, beyond, there)
                    ]
                    assert reached == wanted, (here, zone, way, there)


@rule("SM-3.1", "SM-3.8")
def test_names_of_places() -> None:
    assert [place_name(place(name)) for name in ("r2c3/1", "r2c3/site")] == ["r2c3/1", "r2c3/site"]
    names = [place_name(each) for each in range(PLACES)]
    assert len(set(names)) == PLACES
    assert [place(name) for name in names] == list(range(PLACES))
    assert CELL_NAMES[NEIGHBOURS[cell("r2c2")][0]] == "r1c2", "north is one row up"
    assert CELL_NAMES[NEIGHBOURS[cell("r2c2")][2]] == "r2c3", "east is one column on"


@rule("SM-3.6", "SM-3.7")
def test_features_of_the_reference_map() -> None:
    p = sea()
    check_chart(p.chart)
    fronts = {
        "port": (p.chart.port_cell, "r0c0/1 r0c4/0 r4c4/0 r4c0/1 r2c2/0"),
        "site": (p.chart.site_cell, "r1c1/0 r3c3/0 r2c3/1 r3c0/1 r4c3/1"),
        "lair": (p.chart.lair_cell, "r1c2/1 r2c1/1 r3c2/0 r2c4/0"),
    }
    for cells, names in fronts.values():
        assert [place_name(p.chart.front[c]) for c in cells] == names.split()
    assert sum(p.chart.zones) == 41


@rule("SM-3.7")
@pytest.mark.parametrize("quarters", range(4))
def test_the_harbour_is_at_the_inner_corner_however_the_tile_lies(quarters: int) -> None:
    p = sea()
    p.turns[cell("r0c0")] = quarters
    p.draw_chart()
    inner = ZONE_OF_CORNER[turned(1, quarters)][CORNERS.index("se")]
    assert p.chart.front[cell("r0c0")] == place(f"r0c0/{inner}")


@rule("SM-3.15")
def test_no_step_leaves_the_map() -> None:
    p = sea(wind="n")
    ship(p, RED, "r0c3/0", hold=4)
    act(p, RED)
    play(p, "do navigation")
    assert {each.split()[1] for each in options(p) if each.startswith("move")} == {
        "e",
        "se",
        "s",
        "sw",
        "w",
    }
    for zone, steps in enumerate(p.chart.steps):
        for step in steps:
            assert NEIGHBOURS[CELL_OF[zone]][step // WAYS_IN] != NO_CELL


@rule("SM-3.9", "SM-3.10", "SM-8.16")
def test_a_site_belongs_to_the_case_of_its_zone() -> None:
    p = sea(wind="s")
    ship(p, RED, "r1c3/1")
    ship(p, YELLOW, "r2c3/site")
    ship(p, GREEN, "r2c3/1")
    act(p, RED)
    play(p, "do navigation", "move s 1")
    assert vessels(p) == ["yellow", "green", "none"]


@rule("SM-3.9", "SM-3.10")
def test_a_lair_is_a_case_of_its_own() -> None:
    p = sea(wind="n")
    ship(p, RED, "r2c2/0")
    ship(p, BLUE, "r1c2/1")
    pirate(p, P2, "r0c0/0")
    act(p, RED)
    play(p, "do navigation", "move n 1")
    # Pirate 1 is inside: it may be attacked but does not block
    assert vessels(p) == ["blue", "pirate_1", "none"]
    pirate(p, P1, "r1c2/1")
    p.reconsider()
    assert vessels(p) == ["pirate_1"]
