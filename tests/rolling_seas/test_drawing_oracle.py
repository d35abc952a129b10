"""Every drawing that is offered in random games, against the rules written a second time."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.rolling_seas.names import ADVENTURES, CELL_NAMES, DRAWN, MAPS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import AmbushCentre, PlaceAnchor
from quarterdeck.testing import rule
from tests.rolling_seas.oracle import Board, crosses, name, point
from tests.rolling_seas.scenario import A, options, play, start, voyage

GAMES: list[tuple[int, dict[str, str]]] = [
    (1, {"map": "map_1"}),
    (1, {"map": "map_3", "deck": "stormy", "mirror_shapes": "true"}),
    (2, {"map": "map_2", "deck": "stormy"}),
    (2, {"map": "map_4", "ambush": "true", "deck": "stormy"}),
    (3, {"map": "map_3", "mirror_shapes": "true", "ambush": "true"}),
    (4, {"map": "map_1", "deck": "short", "ambush": "true"}),
]


def offered(p: RollingPosition, seat: int, board: int) -> set[str]:
    """The drawings a seat can make, found by making them."""
    made = set()
    for anchor in options(p, seat, "anchor"):
        trial = play(p.clone(), seat, anchor)
        turns = options(trial, seat, "turn", "flip")
        for each in [play(trial.clone(), seat, turn) for turn in turns] or [trial]:
            number = each.captains[board].drawn[p.card]
            cells = p.table.drawings[p.card].cells[number]
            made.add(" ".join(CELL_NAMES[cell] for cell in cells))
    return made


@rule("RS-6.5", "RS-6.6", "RS-6.7", "RS-6.9", "RS-6.10", "RS-6.11", "RS-7.4", "RS-7.7", "RS-7.11")
@rule("RS-7.15", "RS-7.17", "RS-16.4")
@pytest.mark.parametrize(("seats", "chosen"), GAMES)
def test_random_games_offer_exactly_the_legal_drawings(seats: int, chosen: dict[str, str]) -> None:
    random = Random(seats)
    p = start(seats, **chosen)
    looked_at = 0
    while not p.finished:
        if p.chance:
            codes, weights = zip(*p.outcomes(), strict=True)
            p.deal(random.choices(codes, weights)[0])
            continue
        seat = random.choice(p.actors())
        step = p.step_of(seat)
        if isinstance(step, PlaceAnchor):
            expected = Board(p, step.board).drawings(DRAWN[step.card])
            assert offered(p, seat, step.board) == expected, ADVENTURES[step.card]
            looked_at += 1
        elif isinstance(step, AmbushCentre):
            expected = {f"centre {each}" for each in Board(p, step.board).hiding_places()}
            assert set(options(p, seat)) == expected
        p.play(seat, random.choice(p.legal(seat)))
    assert looked_at > 5 * seats


@rule("RS-7.18")
@pytest.mark.parametrize("board_map", MAPS)
def test_sight_from_every_sea_cell(board_map: str) -> None:
    p = voyage(map=board_map)
    board = Board(p, A)
    for where in sorted(board.sea):
        board.ship = where
        seen = p.table.seen_from(CELL_NAMES.index(name(where)))
        for dx in range(-4, 5):
            for dy in range(-4, 5):
                other = (where[0] + dx, where[1] + dy)
                if other in board.sea:
                    number = CELL_NAMES.index(name(other))
                    assert bool(seen >> number & 1) is board.sees(other), (name(where), name(other))


@rule("RS-7.18")
def test_the_second_writing_agrees_with_the_worked_examples() -> None:
    assert crosses(point("I8"), point("K8"), point("J8"))
    assert crosses(point("H7"), point("F8"), point("G7"))
    assert not crosses(point("D7"), point("E8"), point("E7"))
    assert not crosses(point("D7"), point("E8"), point("D8"))
