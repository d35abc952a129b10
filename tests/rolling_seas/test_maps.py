"""Maps: what a valid one is, how new ones are made and kept.  RS-18

The properties are worked out here from the rows as written, without the engine's own geometry.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from quarterdeck import record
from quarterdeck.game import Game, load
from quarterdeck.games.rolling_seas import maps
from quarterdeck.games.rolling_seas.names import MAPS
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.playout import playout
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import RULES

COLUMNS = "ABCDEFGHIJKLMNOPQRS"
SEEDS = range(60)
Cell = tuple[int, int]


@cache
def board(name: str) -> maps.Grid:
    """A printed board, or the map of a seed."""
    if name in MAPS:
        grid: maps.Grid = RULES.view(RULES.start(1, {"map": name}), None).grid
        return grid
    return maps.generate(int(name))


ALL = [*MAPS, *(str(seed) for seed in SEEDS)]


def cells(grid: maps.Grid, signs: str) -> list[Cell]:
    return [(x, y) for y in range(15) for x in range(19) if grid[y][x] in signs]


def sides(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def connected(found: list[Cell]) -> bool:
    waiting, reached = [found[0]], {found[0]}
    inside = set(found)
    while waiting:
        for near in sides(waiting.pop()):
            if near in inside and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached == inside


def far(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# Every board and every generated map is valid


@rule("RS-18.1")
@pytest.mark.parametrize("name", ALL)
def test_size_coasts_and_counts(name: str) -> None:
    grid = board(name)
    assert len(grid) == 15
    assert {len(row) for row in grid} == {19}
    assert not [row for row in grid if row[0] in ".X" or row[-1] in ".X"]
    count = Counter("".join(grid))
    assert set(count) == set(".#PMXgps")
    assert [count[sign] for sign in "PMXgps"] == [8, 3, 4, 4, 4, 4]


@rule("RS-18.2")
@pytest.mark.parametrize("name", ALL)
def test_the_sea_hangs_together_with_and_without_pirates(name: str) -> None:
    assert connected(cells(board(name), ".X"))
    assert connected(cells(board(name), "."))


@rule("RS-18.3")
@pytest.mark.parametrize("name", ALL)
def test_everything_on_land_can_be_reached(name: str) -> None:
    sea = set(cells(board(name), ".X"))
    for cell in cells(board(name), "PMgps"):
        assert sea & set(sides(cell))


@rule("RS-18.4")
@pytest.mark.parametrize("name", ALL)
def test_distances_and_quarters(name: str) -> None:
    ports, monoliths, pirates = (cells(board(name), sign) for sign in "PMX")
    assert min(far(*pair) for pair in combinations(ports, 2)) >= 4
    assert min(far(*pair) for pair in combinations(monoliths, 2)) >= 5
    assert min(far(*pair) for pair in combinations(pirates, 2)) >= 5
    assert min(far(m, p) for m in monoliths for p in ports) >= 2
    assert min(far(x, p) for x in pirates for p in ports) >= 3
    quarters = Counter((x >= 9, y >= 7) for x, y in ports)
    assert len(quarters) == 4
    assert max(quarters.values()) <= 3


@pytest.mark.parametrize("name", ALL)
def test_the_validator_accepts_it(name: str) -> None:
    assert maps.faults(board(name)) == []


# The procedure of RS-18.5


@rule("RS-18.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_generated_map_is_made_as_told(seed: int) -> None:
    grid = board(str(seed))
    land = cells(grid, "#PMgps")
    sea = set(cells(grid, ".X"))
    ports = cells(grid, "P")
    assert 75 <= len(land) <= 90
    coasts = [[p for p in ports if p[0] in columns] for columns in ((0, 1), (17, 18))]
    for coast in coasts:
        assert len(coast) == 2
        assert far(*coast) >= 5
    islands = [p for p in ports if 2 <= p[0] <= 16]
    assert all(len(sea & set(sides(port))) >= 2 for port in islands)
    assert all(min(far(p, other) for other in ports if other != p) <= 7 for p in ports)
    assert all(2 <= x <= 16 for x, _ in cells(grid, "M"))
    pirates = cells(grid, "X")
    assert len({(x >= 9, y >= 7) for x, y in pirates}) == 4
    for pirate in pirates:
        assert 2 <= pirate[0] <= 16
        assert len(sea & set(sides(pirate))) >= 2
        assert any(far(pirate, cell) == 1 for cell in land)
    icons = cells(grid, "gps")
    assert min(far(*pair) for pair in combinations(icons, 2)) >= 2


@rule("RS-18.5")
@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_ten_or_eleven_islands_of_three_to_six_cells(seed: int) -> None:
    left = {cell for cell in cells(board(str(seed)), "#PMgps") if 2 <= cell[0] <= 16}
    sizes = []
    while left:
        island, waiting = 0, [left.pop()]
        while waiting:
            cell = waiting.pop()
            island += 1
            near = {other for other in left if far(cell, other) == 1}
            left -= near
            waiting += near
        sizes.append(island)
    assert len(sizes) in (10, 11)
    assert set(sizes) <= {1, 2, 3, 4, 5, 6}
    assert max(sizes) >= 3


@rule("RS-18.5")
def test_the_same_seed_gives_the_same_map_and_another_seed_another() -> None:
    assert maps.generate(7) == board("7")
    assert len({board(str(seed)) for seed in SEEDS}) == len(SEEDS)


@rule("RS-18.5")
def test_a_generated_map_can_be_played() -> None:
    for seed in range(8):
        p = RULES.start(3, {"map": f"generated:{seed}", "ambush": "true"})
        assert RULES.view(p, None).grid == board(str(seed))
        playout(p, seed)
        RULES.check(p)
        assert p.finished


# Broken maps


def changed(grid: maps.Grid, *changes: tuple[str, str]) -> maps.Grid:
    """The map with other signs on some cells: ("B4", "#")."""
    rows = [list(row) for row in grid]
    for name, sign in changes:
        rows[int(name[1:]) - 1][COLUMNS.index(name[0])] = sign
    return tuple("".join(row) for row in rows)


def rules_broken(grid: maps.Grid) -> set[str]:
    return {str(fault.arguments["rule"]) for fault in maps.faults(grid)}


@rule("RS-18.1")
def test_another_size_or_sign_is_a_fault() -> None:
    grid = board("map_1")
    for broken in (grid[:-1], (*grid, grid[0]), (*grid[:-1], grid[-1][:-1]), ()):
        assert rules_broken(broken) == {"RS-18.1"}
    assert rules_broken(changed(grid, ("H7", "?"))) == {"RS-18.1"}


@rule("RS-18.1")
@pytest.mark.parametrize("at", ["A1", "S15"])
@pytest.mark.parametrize("sign", [".", "X"])
def test_sea_on_a_continent_is_a_fault(at: str, sign: str) -> None:
    assert "RS-18.1" in rules_broken(changed(board("map_1"), (at, sign)))


@rule("RS-18.1")
@pytest.mark.parametrize(
    ("cell", "sign"),
    [("G7", "#"), ("E2", "#"), ("G4", "."), ("O4", "#"), ("K2", "#"), ("J3", "#")],
)
def test_one_thing_too_few_is_a_fault(cell: str, sign: str) -> None:
    assert rules_broken(changed(board("map_1"), (cell, sign))) == {"RS-18.1"}


@rule("RS-18.1")
@pytest.mark.parametrize(
    ("cell", "sign"),
    [("E7", "P"), ("P2", "M"), ("K9", "X"), ("E7", "g"), ("E7", "p"), ("E7", "s")],
)
def test_one_thing_too_many_is_a_fault(cell: str, sign: str) -> None:
    assert rules_broken(changed(board("map_1"), (cell, sign))) == {"RS-18.1"}


@rule("RS-18.2")
def test_a_pond_is_a_fault() -> None:
    # B1 is cut off, C2 being only at its corner
    broken = changed(board("map_1"), ("C1", "#"), ("B2", "#"))
    assert rules_broken(broken) == {"RS-18.2"}


@rule("RS-18.2")
def test_pirates_in_the_only_way_are_a_fault() -> None:
    # B1 hangs together with the rest only through pirates moved from G4 to B2
    broken = changed(board("map_1"), ("C1", "#"), ("B2", "X"), ("G4", "."))
    assert "RS-18.2" in rules_broken(broken)


@rule("RS-18.3")
def test_a_thing_without_sea_beside_it_is_a_fault() -> None:
    # The gold of F7 moves to A2's inner neighbour-less corner
    broken = changed(board("map_1"), ("F7", "#"), ("A15", "g"))
    assert rules_broken(broken) == {"RS-18.3"}


@rule("RS-18.4")
@pytest.mark.parametrize(
    "moves",
    [
        # Two ports, two monoliths, a monolith and a port, two pirates, pirates and a port
        [("Q9", "#"), ("L6", "P")],
        [("J9", "#"), ("D3", "M")],
        [("J9", "#"), ("F6", "M")],
        [("G4", "."), ("M8", "X")],
        [("G4", "."), ("H5", "X")],
    ],
)
def test_things_too_near_each_other_are_a_fault(moves: list[tuple[str, str]]) -> None:
    assert "RS-18.4" in rules_broken(changed(board("map_1"), *moves))


@rule("RS-18.4")
def test_a_quarter_without_a_port_or_with_four_is_a_fault() -> None:
    # The two south-eastern ports go: the north-east gets one, the south-west the other
    grid = changed(board("map_1"), ("Q9", "#"), ("N13", "#"), ("P2", "P"), ("A9", "P"))
    assert Message("rs.map.quarter", rule="RS-18.4", count=0) in maps.faults(grid)
    grid = changed(board("map_1"), ("Q9", "#"), ("A13", "#"), ("N1", "P"), ("S7", "P"))
    assert maps.faults(grid) == [Message("rs.map.quarter", rule="RS-18.4", count=4)]


def test_a_printed_board_may_have_other_distances_pirates_and_icons() -> None:
    grid = changed(board("map_1"), ("G4", "."), ("H5", "X"), ("K9", "X"), ("O4", "#"), ("E7", "p"))
    assert maps.playable_faults(grid) == []
    assert rules_broken(grid) == {"RS-18.1"}
    # Pirates in the only way can be met
    strait = changed(board("map_1"), ("C1", "#"), ("B2", "X"), ("G4", "."))
    assert maps.playable_faults(strait) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_map_is_told_in_words(language: str) -> None:
    say = Translator(language)
    grid = board("map_1")
    broken = [
        grid[1:],
        changed(grid, ("G7", "#"), ("A1", ".")),
        changed(grid, ("C1", "#"), ("B2", "#")),
        changed(grid, ("C1", "#"), ("B2", "X"), ("G4", ".")),
        changed(grid, ("F7", "#"), ("A15", "g")),
        changed(grid, ("G4", "."), ("H5", "X")),
        changed(grid, ("Q9", "#"), ("A13", "#"), ("N1", "P"), ("S7", "P")),
    ]
    found = {fault.id: say.text(fault) for each in broken for fault in maps.faults(each)}
    assert len(found) == 8
    assert all(text.startswith("RS-18.") and "rs.map" not in text for text in found.values())


# Starting with a map, and keeping it


def test_a_map_is_written_on_one_line_and_read_back() -> None:
    for name in ALL[:10]:
        assert maps.read(maps.write(board(name))) == board(name)


@rule("RS-18.5")
def test_a_seed_becomes_a_grid_in_the_options() -> None:
    seats, chosen = RULES.checked_setup(2, {"map": "generated:12"})
    assert (seats, chosen["map"]) == (2, f"generated:12:{maps.write(board('12'))}")
    # Asking again changes nothing
    assert RULES.checked_setup(2, chosen) == (2, chosen)


@rule("RS-18.5")
def test_without_a_seed_one_is_drawn() -> None:
    found = {RULES.checked_setup(1, {"map": "generated"})[1]["map"] for _ in range(3)}
    assert len(found) == 3
    for value in found:
        _, seed, grid = value.split(":")
        assert maps.read(grid) == maps.generate(int(seed))


@rule("RS-18.5")
def test_the_grid_is_in_the_record_and_replaying_does_not_make_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new(RULES, 2, {"map": "generated:12"}, Random(3))
    file = tmp_path / "kept.jsonl"
    game.keep(file)
    while game.ply < 60:
        game.play(game.legal[0], seat=game.actor)
    assert game.record.header.options["map"].endswith(maps.write(board("12")))

    def other(seed: int) -> maps.Grid:
        raise AssertionError("the map is made again")

    monkeypatch.setattr(maps, "generate", other)
    again = load(file)
    assert again.position.digest() == game.position.digest()
    assert again.view().grid == board("12")
    position = record.verify(record.read(file), RULES)
    assert position.digest() == game.position.digest()


@rule("RS-18.5")
def test_a_stored_grid_counts_not_its_seed() -> None:
    """Another program may make another map from the same number."""
    value = f"generated:12:{maps.write(board('13'))}"
    p = RULES.start(2, {"map": value})
    assert RULES.view(p, None).grid == board("13")


@pytest.mark.parametrize(
    "value",
    [
        "generated:",
        "generated:x",
        "generated:-1",
        "generated:1234567890",
        "generated:1:",
        "generated:1:####",
        "generated 1",
        "map_5",
        "map_1:3",
    ],
)
def test_what_is_no_map_is_refused(value: str) -> None:
    with pytest.raises(BadSetup) as caught:
        RULES.checked_setup(2, {"map": value})
    assert caught.value.message.id == "qd.error.option_value"


@rule("RS-18.1", "RS-18.2", "RS-18.3", "RS-18.4")
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([("G7", "#")], "RS-18.1"),
        ([("C1", "#"), ("B2", "#")], "RS-18.2"),
        ([("F7", "#"), ("A15", "g")], "RS-18.3"),
        ([("G4", "."), ("H5", "X")], "RS-18.4"),
    ],
)
def test_a_broken_grid_is_refused_with_the_rule(changes: list[tuple[str, str]], why: str) -> None:
    value = f"generated:1:{maps.write(changed(board('map_1'), *changes))}"
    options = {"map": value, "deck": "short"}
    with pytest.raises(BadSetup) as caught:
        Game.new(RULES, 2, options)
    assert caught.value.message.id == "rs.error.map"
    told = caught.value.message.arguments["why"]
    assert isinstance(told, Message)
    assert told.arguments["rule"] == why
    # What was asked for is as it was
    assert options == {"map": value, "deck": "short"}


def test_a_line_that_is_no_grid_of_rows_is_refused() -> None:
    line = maps.write(board("1")).replace("/", ".", 1)
    with pytest.raises(BadSetup):
        RULES.start(2, {"map": f"generated:1:{line}"})
