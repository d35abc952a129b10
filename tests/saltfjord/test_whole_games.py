"""What must hold from one choice to the next in whole games, seen from outside.

The game's own invariants look at one position; here two following ones are compared, and a game
is counted through to its end. Choices are made at random, but dice come before taverns and doing
something before declining, so that villages fill and lines are completed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from quarterdeck.games.saltfjord.actions import SPACE
from quarterdeck.games.saltfjord.names import GOODS
from quarterdeck.games.saltfjord.paying import asked as cubes_asked
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.view import PlayerView, SaltfjordView
from quarterdeck.testing import rule
from tests.saltfjord.scenario import RULES, score, seen, start

SELLS_FOR = {"gold": 4, "planks": 3, "cloth": 3, "paper": 3, "wood": 2, "wool": 2, "pulp": 2}
SETTINGS: list[tuple[int, dict[str, str]]] = [
    (1, {}),
    (2, {}),
    (3, {"village_side": "named", "blocked_cells": "stop"}),
    (2, {"carts": "true"}),
    (2, {"manual_conversions": "true"}),
]
# How often a choice is made, compared with others.
LIKING = {"retire": 0.02, "decline": 0.1, "discard": 0.1, "end_turn": 0.2, "sell": 0.2}
LIKING |= {"build_large": 20, "build": 20, "activate": 4}

Moment = tuple[SaltfjordPosition, int, str]


def walk(seats: int, options: dict[str, str], seed: int) -> Iterator[Moment]:
    """Every choice of a game: the position before it, the seat, and its notation.

    The position goes on by itself once the next choice is asked for.
    """
    random = Random(seed)
    p = start(seats, **options)
    while not p.finished:
        if p.chance:
            codes, weights = zip(*p.outcomes(), strict=True)
            p.deal(random.choices(codes, weights)[0])
            continue
        seat = p.actors()[0]
        shown = [SPACE.notation(code) for code in p.legal(seat)]
        liking = [LIKING.get(notation.split()[0], 1) for notation in shown]
        choice = random.choices(shown, liking)[0]
        yield p, seat, choice
        p.play(seat, SPACE.parse(choice))
        if not p.chance:
            RULES.check(p)


def following(
    seats: int, options: dict[str, str], seed: int
) -> Iterator[tuple[SaltfjordView, SaltfjordView, int, str]]:
    """The views before and after every choice of a game, chance included in what follows."""
    before: SaltfjordView | None = None
    last = (0, "")
    for p, seat, choice in walk(seats, options, seed):
        now = seen(p)
        if before is not None:
            yield before, now, *last
        before, last = now, (seat, choice)


GAMES = [(seats, options, seed) for seats, options in SETTINGS for seed in (1, 2)]


@rule("SF-3.9", "SF-2.11", "SF-9.2", "SF-14.10")
@pytest.mark.parametrize(("seats", "options", "seed"), GAMES)
def test_nothing_is_lost_and_nobody_acts_for_others(
    seats: int, options: dict[str, str], seed: int
) -> None:
    for before, after, seat, choice in following(seats, options, seed):
        for old, new in zip(before.players, after.players, strict=True):
            assert new.points >= old.points
            assert new.caught >= old.caught
            assert all(a >= b for a, b in zip(new.tech, old.tech, strict=True))
            assert {each.id for each in old.abilities} <= {each.id for each in new.abilities}
            assert new.workers_owned >= old.workers_owned
            if new.seat != seat and before.round == after.round:
                assert _without_abilities(new) == _without_abilities(old), choice


def _without_abilities(own: PlayerView) -> tuple[object, ...]:
    """Everything of a player but which abilities are used: that is told of the acting one."""
    kept = [name for name in own.__dataclass_fields__ if name != "abilities"]
    return tuple(getattr(own, name) for name in kept)


@rule("SF-10.10", "SF-10.11", "SF-10.12", "SF-10.13")
def test_every_complete_line_has_paid_its_points_once() -> None:
    completed = 0
    for seats, options, seed in GAMES:
        if "carts" in options:
            continue  # carts take boardwalks without completing lines
        for p, _, choice in walk(seats, options, seed):
            if choice.split()[0] in ("place", "activate"):
                completed = max(completed, *(_check_lines(p, own) for own in seen(p).players), 0)
    assert completed > 1


def _check_lines(p: SaltfjordPosition, own: PlayerView) -> int:
    """The points of its boardwalks are those of the complete lines; gives their number."""
    cells = [cell.icon for cell in own.cells]
    lines = [cells[6 * row : 6 * row + 6] for row in range(6)]
    lines += [cells[column::6] for column in range(6)]
    full = [line for line in lines if "empty" not in line]
    assert sum(own.rows_complete) + sum(own.columns_complete) == len(full)
    worth = sum(walk_points(icon) for line in full for icon in line)
    assert score(p, own.seat)["boardwalks"] == worth
    return len(full)


def walk_points(icon: str) -> int:
    found = re.fullmatch(r"walk_points(\d)", icon)
    return int(found[1]) if found else 0


@rule("SF-3.1", "SF-3.3", "SF-3.5", "SF-4.2", "SF-4.3", "SF-15.1")
@pytest.mark.parametrize(("seats", "options", "seed"), GAMES)
def test_three_rounds_of_main_actions(seats: int, options: dict[str, str], seed: int) -> None:
    taken: Counter[tuple[int, int, str]] = Counter()
    for p, seat, choice in walk(seats, options, seed):
        words = choice.split()
        # Equal tokens are asked for too (SF-11.5)
        assert len(p.legal(seat)) > 1 or words[0] == "keep"
        if words[0] in ("die", "tavern_die"):
            colour = words[1] if words[0] == "die" else words[2]
            taken[p.round, seat, colour] += 1
        elif words[0] == "retire":
            taken[p.round, seat, "retired"] += 1
        if p.round:
            assert (
                not taken[p.round, seat, "retired"] or p.taverns[seat] >= 0 or words[0] == "retire"
            )
    assert p.finished
    for number in (1, 2, 3):
        for seat in range(seats):
            assert taken[number, seat, "white"] <= 3
            assert taken[number, seat, "orange"] <= number
            assert taken[number, seat, "retired"] == 1


@rule("SF-2.6", "SF-2.8", "SF-2.10", "SF-13.4", "SF-13.7")
def test_conversions_never_raise_the_value_of_a_store() -> None:
    """Sales keep it, degrading and paid upgrades lower it by one a level, Smokehouse keeps it;
    a payment takes at least what its cost is worth."""
    kinds = set()
    for seed in (1, 2, 3):
        earlier = (0, "", 0)
        for p, seat, choice in walk(2, {"manual_conversions": "true"}, seed):
            owner, family, worth = earlier
            if family in CHANGES:
                assert value(p, owner) - worth in CHANGES[family]
            kinds.add(family)
            step = p.step_of(seat)
            if isinstance(step, Pay):
                for way in step.ways(p):
                    assert worth_of(way.goods) <= value(p, seat) - worth_of(goods_of(step.cost))
            earlier = (seat, choice.split()[0], value(p, seat))
    assert {*CHANGES, "pay"} <= kinds


# What a conversion by hand may do to the value: a paid upgrade costs nothing with Smokehouse.
CHANGES = {"sell": (0,), "degrade": (-1,), "paid_upgrade": (-1, 0)}


def value(p: SaltfjordPosition, seat: int) -> int:
    """What the goods of a seat would sell for."""
    return worth_of([count for _, count in seen(p).players[seat].goods])


def worth_of(goods: list[int]) -> int:
    pairs = zip(GOODS, goods, strict=True)
    return sum(count * SELLS_FOR.get(good, 1) for good, count in pairs)


def goods_of(cost: int) -> list[int]:
    return [cubes_asked(cost, kind) for kind in range(len(GOODS))]
