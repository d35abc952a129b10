"""Gestures: a shape put down at once, a far cell sailed to. Each can be played as it says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

import pytest

from quarterdeck.game import Game
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import NEIGHBOUR
from quarterdeck.games.rolling_seas.names import CELL_NAMES, WAY_COUNT
from quarterdeck.games.rolling_seas.obstacles import SAILING, pay_step, step_obstacle
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import PlaceAnchor, PlaceTurn
from quarterdeck.games.rolling_seas.steps.sailing import Sail
from quarterdeck.kernel.faces import Gesture
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    RULES,
    A,
    act,
    captain,
    draw,
    options,
    placements,
    play,
    reveal,
    voyage,
    where,
)


def played(p: RollingPosition, seat: int, gesture: Gesture) -> RollingPosition:
    """The position after a gesture, played choice by choice."""
    return play(p.clone(), seat, *gesture.choices)


def cell_of(spot: str) -> str:
    assert spot.startswith("cell-")
    return spot.removeprefix("cell-")


# Drawing


CARDS = ("kraken", "needles", "hurricane", "drift", "skerries", "sea_river", "devils_teeth")


@rule("RS-6.2", "RS-6.3")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("mirror", ["false", "true"])
def test_every_legal_drawing_has_exactly_one_gesture(card: str, mirror: str) -> None:
    p = reveal(voyage(2, mirror_shapes=mirror), card)
    found = RULES.gestures(p, A)
    covered = [" ".join(cell_of(spot) for spot in gesture.covers) for gesture in found]
    assert sorted(covered) == sorted(placements(p, A))
    assert len({(gesture.spot, gesture.turn) for gesture in found}) == len(found)
    assert len({gesture.choices for gesture in found}) == len(found)


@rule("RS-6.3")
@pytest.mark.parametrize("card", CARDS)
def test_a_drawing_gesture_draws_the_cells_it_covers(card: str) -> None:
    p = reveal(voyage(2, mirror_shapes="true"), card)
    step = p.step_of(A)
    assert isinstance(step, PlaceAnchor)
    for gesture in RULES.gestures(p, A):
        after = played(p, A, gesture)
        drawing = RULES.view(after, A).players[step.board].drawings[-1]
        assert drawing.card == card
        assert tuple(f"cell-{cell}" for cell in drawing.cells) == gesture.covers
        assert gesture.spot == gesture.covers[0]
        assert options(after, A) == []


def test_after_the_anchor_the_turns_are_gestures() -> None:
    p = reveal(voyage(2), "kraken")
    play(p, A, "anchor J5")
    assert isinstance(p.step_of(A), PlaceTurn)
    found = RULES.gestures(p, A)
    assert [gesture.choices for gesture in found] == [(f"turn {q}",) for q in range(4)]
    for gesture in found:
        drawing = RULES.view(played(p, A, gesture), A).players[A].drawings[-1]
        assert tuple(f"cell-{cell}" for cell in drawing.cells) == gesture.covers


def test_a_lone_turn_is_not_part_of_the_gesture() -> None:
    p = reveal(voyage(2), "sea_river")
    lone = [gesture for gesture in RULES.gestures(p, A) if len(gesture.choices) == 1]
    assert lone
    for gesture in lone:
        assert options(played(p, A, gesture), A) == []


# Sailing


def waits(p: RollingPosition, step: Sail, captain: Captain, points: int) -> bool:
    """Whether a ship stays on a cell for its player to choose: a lone step is taken unasked."""
    world = p.clone()
    world.captains[step.seat] = captain
    shown = Sail(step.seat, step.wind, points, 0).options(world)
    return len(shown) > 1 or captain.may_rest()


def reachable(p: RollingPosition, step: Sail) -> dict[str, int]:
    """Every cell some row of steps can lead to, with the least cost: all rows are tried."""
    found: dict[str, int] = {}

    def go_on(captain: Captain, points: int, spent: int) -> None:
        for way in range(WAY_COUNT):
            if step_obstacle(p, captain, way, SAILING, step.wind, points) is not None:
                continue
            after = captain.copy()
            cost = p.table.step_cost[step.wind][way]
            left = pay_step(after, SAILING, cost, points)
            after.sail_into(NEIGHBOUR[captain.cell][way])
            if waits(p, step, after, left):
                name = CELL_NAMES[after.cell]
                found[name] = min(found.get(name, 99), spent + cost)
            go_on(after, left, spent + cost)

    go_on(p.captains[step.seat], step.points, 0)
    return found


def check_sailing(p: RollingPosition, seat: int) -> None:
    """Spots are the cells within reach, badges the least costs, and playing leads there."""
    step = p.step_of(seat)
    assert isinstance(step, Sail)
    found = RULES.gestures(p, seat)
    expected = reachable(p, step)
    assert {cell_of(g.spot): int(g.badge) for g in found} == expected
    assert len({g.spot for g in found}) == len(found)
    for gesture in found:
        after = played(p, seat, gesture)
        assert where(after, seat) == cell_of(gesture.spot)
        assert gesture.covers[0] == f"cell-{where(p, seat)}"
        assert gesture.covers[-1] == gesture.spot
        goes_on = after.step_of(seat)
        if isinstance(goes_on, Sail):
            assert goes_on.points == max(step.points - int(gesture.badge), 0)


def sailing(p: RollingPosition, way: str) -> RollingPosition:
    act(p, winds=f"{way} n s")
    return play(p, A, f"sail {way}")


@rule("RS-10.3", "RS-10.6")
@pytest.mark.parametrize("way", ["n", "ne", "e", "se", "s", "sw", "w", "nw"])
@pytest.mark.parametrize("held", [0, 2, 5])
def test_every_cell_within_reach_has_the_cheapest_route(way: str, held: int) -> None:
    p = voyage()
    captain(p, A, prov=f"{held}/5")
    check_sailing(sailing(p, way), A)


def test_a_monster_on_the_cheapest_way_does_not_hide_what_lies_behind_it() -> None:
    """Straight east costs 3 and a provision for I7; round about it costs 4, one of them a
    provision: from there L7 can still be reached, over the monster it cannot."""
    p = voyage()
    captain(p, A, prov="1/5")
    draw(p, A, "sea_serpent", "I7", 1)
    check_sailing(sailing(p, "e"), A)


def test_a_peril_from_which_there_is_one_way_on() -> None:
    p = voyage()
    captain(p, A, prov="0/5")
    draw(p, A, "rogue_wave", "I7")
    check_sailing(sailing(p, "e"), A)


def test_perils_currents_and_pirates() -> None:
    p = voyage(cell="G9")
    captain(p, A, prov="3/5")
    draw(p, A, "open_sea_stream", "H8", 1)
    draw(p, A, "waterspout", "H12")
    draw(p, A, "abyssal_hydra", "F11")
    for way in ("e", "s", "se"):
        check_sailing(sailing_again(p, way), A)
    p = voyage(cell="N7")
    captain(p, A, prov="4/5", cannons=2)
    for way in ("e", "ne"):
        check_sailing(sailing_again(p, way), A)


def sailing_again(p: RollingPosition, way: str) -> RollingPosition:
    return sailing(p.clone(), way)


def sailings(seeds: range) -> Iterator[tuple[RollingPosition, int]]:
    """Sailing moments of random games in which the reach is small enough to try everything."""
    for seed in seeds:
        random = Random(seed)
        current = "last" if seed % 3 == 0 else "beyond"
        p = cast(RollingPosition, RULES.start(1 + seed % 3, {"current_exit": current}))
        while not p.finished:
            if p.chance:
                codes, weights = zip(*p.outcomes(), strict=True)
                p.deal(random.choices(codes, weights)[0])
                continue
            seat = p.actors()[0]
            step = p.step_of(seat)
            if isinstance(step, Sail) and step.first and random.random() < 0.4:
                small = step.points + p.captains[seat].provisions <= 7
                yield from [(p, seat)] * small
            legal = options(p, seat)
            livelier = [n for n in legal if n.split()[0] not in ("stay", "end")]
            play(p, seat, random.choice(livelier or legal))


def test_routes_of_random_games_agree_with_trying_everything() -> None:
    count = 0
    for p, seat in sailings(range(40)):
        check_sailing(p, seat)
        count += 1
    assert count > 150


def test_gestures_are_played_whole_through_a_game() -> None:
    random = Random(5)
    game = Game.new(RULES, 2, {"mirror_shapes": "true"}, random)
    used = set()
    while not game.finished:
        seat = random.choice(game.actors)
        found = RULES.gestures(game.position, seat)
        if found:
            gesture = random.choice(found)
            used.add(type(game.position.step_of(seat)).__name__)
            ply = game.ply
            game.play(*gesture.choices, seat=seat)
            assert game.ply >= ply + len(gesture.choices)
        else:
            legal = [c.notation for c in game.legal_for(seat)]
            sail = [n for n in legal if n.startswith("sail")]
            game.play(random.choice(sail or legal), seat=seat)
    assert used >= {"PlaceAnchor", "Sail"}


def test_nobody_else_is_offered_gestures() -> None:
    p = act(voyage(2))
    assert RULES.gestures(p, A) == []
    play(p, A, "stay")
    assert RULES.gestures(p, A) == []
