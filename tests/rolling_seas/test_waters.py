"""How far everything is: a single look and the tables that bots keep agree."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.chart import BIT, cells_of, split
from quarterdeck.games.rolling_seas.names import CELLS
from quarterdeck.games.rolling_seas.waters import RINGS, Waters, Wave
from tests.rolling_seas.scenario import A, captain, draw, voyage


def test_a_wave_reaches_the_same_cells_at_every_step() -> None:
    p = voyage(turn=5)
    draw(p, A, "reefs", "I7")
    rocks = captain(p, A).rocks
    assert rocks
    waters = Waters(p.table, rocks)
    for cell in cells_of(waters.sea):
        wave = Wave(p.table, rocks, cell)
        for ring in waters.rings(cell):
            assert [wave.front.meets(split(bit)) for bit in BIT] == [ring & bit != 0 for bit in BIT]
            wave.advance()


def test_a_wave_ends_where_the_sea_does() -> None:
    p = voyage(turn=5)
    for cell in cells_of(p.table.sea):
        wave = Wave(p.table, 0, cell)
        steps = 0
        while wave.advance():
            steps += 1
        assert RINGS < steps < CELLS


def test_cells_in_common_are_counted() -> None:
    """The corners, both sides of the seams between the words, and one cell more."""
    corners = [0, 18, 56, 57, 113, 114, 170, 171, 227, 228, CELLS - 1]
    some = sum(BIT[cell] for cell in corners)
    assert split(some).count(split(some | BIT[60])) == len(corners)
    assert split(some | BIT[60]).count(split(BIT[60])) == 1
    assert not split(some).meets(split(BIT[60]))
    both = split(some)
    both.add(split(BIT[60]))
    assert both.count(both) == len(corners) + 1
