"""Set-up and the building of the map.  SM-1, SM-2, SM-24"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import LAY, START_TURNS
from quarterdeck.games.seul_maitre.components import OPEN_SEA
from quarterdeck.games.seul_maitre.invariants import check_chart
from quarterdeck.games.seul_maitre.names import CELL_COUNT, FIRST_LANDSCAPE, NO_TILE, TILES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.building import BuildTurn, PortCorner, PortRotation
from quarterdeck.games.seul_maitre.steps.setup import LayPort, LayTile, StartTurns, TurnUp
from quarterdeck.games.seul_maitre.steps.yard import cell_of, unplaced, yard_of
from quarterdeck.testing import rule
from quarterdeck.testing.walk import Case, make, next_move
from tests.seul_maitre.scenario import (
    GREEN,
    RED,
    YELLOW,
    actor,
    asked,
    cell,
    chances,
    deal,
    lay_map,
    offered,
    options,
    play,
    refused,
    where,
)


def build(seats: int, seed: int, mode: str = "build") -> Iterator[MasterPosition]:
    """Every moment of a random set-up, up to the first choice of an action."""
    case = Case(RULES, seats, (("map_mode", mode),), 2 * seed)
    random = Random(seed)
    p = case.start()
    assert isinstance(p, MasterPosition)
    while p.round == 0:
        yield p
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    yield p


def built(seats: int, seed: int, mode: str = "build") -> MasterPosition:
    for p in build(seats, seed, mode):
        last = p
    return last


# What chance settles, SM-1


@rule("SM-1.1", "SM-1.5")
def test_order_and_ports_are_dealt() -> None:
    p = RULES.start(3)
    assert chances(p) == {"order 0": 1, "order 1": 1, "order 2": 1}
    deal(p, "order 2")
    assert chances(p) == {"order 0": 1, "order 1": 1}
    deal(p, "order 0")
    assert p.order == [2, 0, 1]
    assert chances(p) == {f"home {port}": 1 for port in ("vanilla", "coffee", "rum", "sugar")}
    deal(p, "home rum", "home vanilla", "home sugar")
    assert p.home == [2, 0, 3]


@rule("SM-1.4", "SM-1.6")
def test_four_coastal_tiles_lie_around_the_centre() -> None:
    p = RULES.start(2)
    deal(p, "order 0", "home rum", "home sugar")
    assert p.tiles[cell("r2c2")] == TILES.index("centre")
    coastal = [name for name in TILES if name.startswith(("lair", "head", "coast", "bay"))]
    assert chances(p) == {f"start_tile {name}": 1 for name in coastal}
    deal(p, "start_tile bay_1", "start_tile lair_2", "start_tile coast_1", "start_tile head_1")
    laid = [p.tiles[cell(name)] for name in ("r1c2", "r2c3", "r3c2", "r2c1")]
    assert [TILES[tile] for tile in laid] == ["bay_1", "lair_2", "coast_1", "head_1"]


@rule("SM-1.7")
@pytest.mark.parametrize("names", ["bay_1 bay_2 coast_1 coast_2", "lair_1 lair_2 lair_3 lair_4"])
def test_start_tiles_show_sea_to_the_centre(names: str) -> None:
    p = RULES.start(2)
    deal(p, "order 0", "home rum", "home sugar", *[f"start_tile {n}" for n in names.split()])
    assert isinstance(p.stack[-1], StartTurns)
    outcomes = p.outcomes()
    assert {weight for _, weight in outcomes} == {1}
    for code, _ in outcomes:
        twin = p.clone()
        twin.deal(code)
        yard = yard_of(twin)
        assert yard.demand[cell("r2c2")] == 0
        assert yard.budget_obstacle() is None
        assert [twin.turns[c] for c in (7, 13, 17, 11)] == START_TURNS.values(code)


@rule("SM-1.2", "SM-1.3", "SM-1.11", "SM-1.12", "SM-1.13", "SM-1.15", "SM-1.16", "SM-24.6")
def test_what_lies_on_the_table_when_the_map_is_complete() -> None:
    p = built(4, 3)
    assert p.money == [20] * 4
    assert (p.hold, p.vp, p.tokens) == ([4] * 4, [0] * 4, [4] * 4)
    assert p.pile == [3, 2, 1] * 5
    assert p.unseen == [3] * 5 + [2] * 5 + [1] * 5
    assert (p.pirate_cannons, p.pirate_sailors, p.pirate_sails) == ([2] * 4, [5] * 4, [6] * 4)
    assert p.pirate_money == p.treasure == [0] * 4
    for number in range(4):
        assert where(p, 4 + number).endswith("/lair")
        assert p.chart.lair_at[p.cell_of(4 + number)] == number
    for seat in range(4):
        assert p.chart.port_at[p.cell_of(seat)] == p.home[seat]
    assert p.filled == [0] * 6
    assert p.leaders == [-1] * 5
    assert p.number_tiles == [1, 1, 1, 1]
    assert p.upgrades == [3, 3, 2]


@rule("SM-1.14", "SM-2.15", "SM-4.3")
def test_the_wind_die_is_rolled_once_the_map_is_complete() -> None:
    for p in build(2, 5):
        last = p
        if p.round == 0 and p.chart.land:
            assert chances(p) == {
                f"wind {way}": 1 for way in ("n", "ne", "e", "se", "s", "sw", "w", "nw")
            }
    assert (last.round, actor(last), asked(last)) == (1, last.order[0], "Action")


# Building, SM-2


@rule("SM-1.8", "SM-2.1", "SM-2.2", "SM-24.2")
@pytest.mark.parametrize(("seats", "turns"), [(4, [4, 4, 4, 4]), (3, [6, 5, 5]), (2, [8, 8])])
def test_tiles_are_laid_in_turn_order(seats: int, turns: list[int]) -> None:
    who: list[int] = []
    placed = 0
    for p in build(seats, 11):
        landscapes = sum(1 for tile in p.tiles if tile >= FIRST_LANDSCAPE)
        # Some are laid without asking: a turn with one option only
        who += [p.order[(number - 4) % seats] for number in range(max(4, placed), landscapes)]
        placed = landscapes
        if asked_to_build(p):
            assert len(p.row) == min(4, len(unplaced(p)))
            assert p.actors() == [p.order[(landscapes - 4) % seats]]
    assert [who.count(seat) for seat in p.order] == turns


def asked_to_build(p: MasterPosition) -> bool:
    return not p.chance and bool(p.stack) and asked(p) == "BuildTile"


@rule("SM-2.4", "SM-2.5", "SM-2.6", "SM-2.10", "SM-2.11", "SM-3.16")
@pytest.mark.parametrize("mode", ["build", "random"])
def test_no_map_ends_in_a_dead_end(mode: str) -> None:
    """Whatever is chosen, every cell that may be filled takes some tile, and all edges match."""
    for seed in range(25):
        for p in build(2 + seed % 3, seed, mode):
            if isinstance(p.stack[-1], LayTile) or asked_to_build(p):
                assert_every_cell_takes_a_tile(p)
        check_chart(p.chart)
        assert NO_TILE not in p.tiles


def assert_every_cell_takes_a_tile(p: MasterPosition) -> None:
    yard = yard_of(p)
    shapes = {p.table.shape[tile] for tile in unplaced(p)}
    fits = {cell_of(laid) for shape in shapes for laid in yard.placements(shape)}
    may = {c for c in range(CELL_COUNT) if yard.cell_obstacle(c) is None}
    assert may
    assert may <= fits


@rule("SM-2.7", "SM-2.8")
def test_first_cells_touch_enough_tiles() -> None:
    for p in build(4, 2):
        if asked_to_build(p):
            break
    yard = yard_of(p)
    may = [c for c in range(CELL_COUNT) if yard.cell_obstacle(c) is None]
    # The four border cells beyond the start tiles, and the cells between two start tiles
    assert may == [
        cell(n) for n in ("r0c2", "r1c1", "r1c3", "r2c0", "r2c4", "r3c1", "r3c3", "r4c2")
    ]


@rule("SM-2.9")
def test_open_tiles_are_not_turned() -> None:
    for seed in range(6):
        p = built(3, seed, "random" if seed % 2 else "build")
        for number, tile in enumerate(p.tiles):
            if tile >= FIRST_LANDSCAPE and p.table.shape[tile] == OPEN_SEA:
                assert p.turns[number] == 0


# Three tiles are missing: bay_1, open_1 and gale_1.
LATE = """
-          bay_2@3    coast_2@2  -         -
open_2@0   isle_1@0   lair_1@0   coast_1@2 -
coast_3@1  lair_2@3   centre@0   head_1@0  lair_4@1
head_2@3   gale_2@0   lair_3@2   isle_2@0  open_3@0
-          open_4@0   coast_4@0  -         -
"""


@rule("SM-1.9", "SM-1.10", "SM-2.12", "SM-2.1")
def test_a_row_without_a_fitting_tile_is_turned_up_anew() -> None:
    p = RULES.blank(*RULES.checked_setup(4, {}))
    p.set_up()
    p.order = [0, 1, 2, 3]
    p.home = [0, 1, 2, 3]
    lay_map(p, LATE)
    p.push(BuildTurn())
    p.advance()
    # bay_1, open_1 and gale_1 are left and none is face up: all of them are turned up
    assert isinstance(p.stack[-1], TurnUp)
    assert chances(p) == {"turn_up open_1": 1, "turn_up gale_1": 1, "turn_up bay_1": 1}
    deal(p, "turn_up gale_1", "turn_up bay_1")
    assert p.row == [TILES.index(name) for name in ("gale_1", "bay_1", "open_1")]
    assert offered(p, "tile") == ["tile open_1", "tile gale_1", "tile bay_1"]


# The cells that may be filled all demand land, but only open sea is face up.
ALL_DEMANDED = """
-  bay_2@3   -         -          -
-  isle_1@0  lair_1@0  coast_1@2  gale_1@0
-  lair_2@3  centre@0  head_1@0   lair_4@1
-  gale_2@0  lair_3@2  isle_2@0   head_2@1
-  -         -         bay_1@1    -
"""


@rule("SM-2.8", "SM-2.12")
def test_a_row_that_fits_nowhere_goes_back_into_the_pile() -> None:
    p = RULES.blank(*RULES.checked_setup(2, {}))
    p.set_up()
    p.order = [0, 1]
    p.home = [0, 1]
    lay_map(p, ALL_DEMANDED)
    p.row = [TILES.index(f"open_{number}") for number in (1, 2, 3, 4)]
    p.push(BuildTurn())
    p.advance()
    names = [f"open_{number}" for number in (1, 2, 3, 4)]
    left = [*names, "coast_2", "coast_3", "coast_4"]
    # Twice: the second row is no better
    for _ in range(2):
        assert chances(p) == {f"turn_up {name}": 1 for name in left}
        deal(p, *[f"turn_up {name}" for name in names])
    deal(p, "turn_up open_3", "turn_up coast_4", "turn_up open_1", "turn_up open_2")
    # The only tile that fits is taken without asking, and so is the cell's only rotation
    assert options(p) == ["cell r0c2", "cell r2c0", "cell r4c2"]
    assert refused(p, "cell r0c3") == "SM-2.8", "it touches one tile only"
    play(p, "cell r2c0")
    assert p.turns[cell("r2c0")] == 1


@rule("SM-2.3", "SM-2.13")
def test_a_port_turns_to_land_or_to_the_border() -> None:
    p = RULES.blank(*RULES.checked_setup(4, {}))
    p.set_up()
    p.order = [RED, YELLOW, GREEN, 3]
    p.home = [0, 1, 2, 3]
    lay_map(p, OPEN_CORNERS)
    p.push(PortCorner(RED, 0))
    p.advance()
    assert options(p) == ["cell r0c0", "cell r0c4", "cell r4c0", "cell r4c4"]
    assert refused(p, "cell r2c2") == "SM-2.3"
    # Land comes from the east: one rotation, laid at once
    play(p, "cell r0c0")
    assert p.turns[cell("r0c0")] == 1
    p.push(PortRotation(YELLOW, 1, cell("r0c4")))
    p.finished = False
    p.advance()
    assert offered(p, "rotate") == ["rotate 0", "rotate 1"]


@rule("SM-2.13")
@pytest.mark.parametrize(
    ("corner", "borders"),
    [("r0c0", [0, 3]), ("r0c4", [0, 1]), ("r4c0", [2, 3]), ("r4c4", [1, 2])],
)
def test_without_land_a_port_may_turn_to_either_border(corner: str, borders: list[int]) -> None:
    p = RULES.blank(*RULES.checked_setup(4, {}))
    p.set_up()
    lay_map(p, OPEN_CORNERS)
    # Open sea instead of the bays beside two of the corners
    for name in ("r0c1", "r4c3"):
        p.tiles[cell(name)] = TILES.index("open_1")
    assert yard_of(p).port_turns(cell(corner)) == borders


OPEN_CORNERS = """
-          bay_2@3    coast_2@2  open_1@0  -
open_2@0   isle_1@0   lair_1@0   coast_1@2 gale_1@0
coast_3@1  lair_2@3   centre@0   head_1@0  lair_4@1
head_2@3   gale_2@0   lair_3@2   isle_2@0  open_3@0
-          open_4@0   coast_4@0  bay_1@1   -
"""


@rule("SM-2.14")
def test_the_storms_lie_on_their_tiles() -> None:
    for seed in range(4):
        p = built(2, seed)
        assert [TILES[p.tiles[c]] for c in p.storms] == ["gale_1", "gale_2"]


@rule("SM-24.1", "SM-24.3")
@pytest.mark.parametrize(("seats", "placing"), [(2, [0, 1, 1, 0]), (3, [0, 1, 2, 2])])
def test_ports_without_owner_are_placed_in_reverse_order(seats: int, placing: list[int]) -> None:
    ports: list[int] = []
    who: list[int] = []
    for p in build(seats, 9):
        if not p.chance and asked(p) == "PortCorner":
            step = p.stack[-1]
            assert isinstance(step, PortCorner)
            ports.append(step.port)
            who.append(p.order.index(step.seat))
    owned = [p.home[seat] for seat in p.order]
    rest = [port for port in range(4) if port not in owned]
    # The last corner is no choice, so it is not asked for
    assert ports == (owned + rest)[: len(ports)]
    assert who == placing[: len(who)]
    assert sorted(p.chart.port_at[c] for c in p.chart.port_cell) == [0, 1, 2, 3, 4]


# A random map, SM-2.16


@rule("SM-2.16")
def test_a_random_map_asks_nobody() -> None:
    for seats in RULES.seats:
        for p in build(seats, seats, "random"):
            if p.round:
                break
            assert p.chance
            if isinstance(p.stack[-1], LayTile):
                assert {weight for _, weight in p.outcomes()} == {1}
                laid = {LAY.values(code)[0] for code, _ in p.outcomes()}
                assert laid <= set(unplaced(p))
            if isinstance(p.stack[-1], LayPort):
                by_corner: dict[int, int] = {}
                for code, weight in p.outcomes():
                    corner = LAY.values(code)[1]
                    by_corner[corner] = by_corner.get(corner, 0) + weight
                assert set(by_corner.values()) == {2}, "corners are equally likely"


@rule("SM-2.16", "SM-24.1")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_random_map_places_the_players_ports_first(seats: int) -> None:
    for seed in range(4):
        ports: list[int] = []
        for p in build(seats, seed, "random"):
            step = p.stack[-1] if p.stack else None
            if isinstance(step, LayPort) and step.port not in ports:
                ports.append(step.port)
        owned = [p.home[seat] for seat in p.order]
        # The last one may have no choice left, and is then laid without being drawn
        assert ports == (owned + [port for port in range(4) if port not in owned])[: len(ports)]
        assert len(ports) >= 3
