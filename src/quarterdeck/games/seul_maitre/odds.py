"""What a combat will come to: exact odds of the boarding, as things stand.  SM-11.22, SM-11.23

Exact if both sides man all the cannons they can, spend nothing, re-roll and double nothing, and
give up first the sailors who cannot board. The machine's own functions deal the damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import factorial

from quarterdeck.games.seul_maitre.actions import LOSE, RED
from quarterdeck.games.seul_maitre.names import (
    FACE_COUNT,
    FIRST_PIRATE,
    IN_BLOCKED,
    IN_SAILS,
    die_at,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import (
    ATTACKER_FIRES,
    ATTACKER_MANS,
    ATTACKER_SUFFERS,
    DEFENDER_FIRES,
    DEFENDER_MANS,
    DEFENDER_SUFFERS,
    INITIAL_SHOT,
    Combat,
    Losses,
    ManCannons,
    RerollDie,
    WhiteDice,
    broadside,
    manning,
    strength,
    suffering,
)
from quarterdeck.games.seul_maitre.steps.damage import Casualty, RedDie, hit, red_rolls

MANS = (ATTACKER_MANS, DEFENDER_MANS)
FIRES = (ATTACKER_FIRES, DEFENDER_FIRES)
SUFFERS = (ATTACKER_SUFFERS, DEFENDER_SUFFERS)
# Sailors in the sails and at hit cannons do not board, so they are given up first.
IDLE = (IN_SAILS, IN_BLOCKED)


@dataclass(frozen=True)
class Odds:
    """Chances of the attacker's victory, of a tie, of the defender's victory: parts of `of`."""

    attacker: int
    tie: int
    defender: int
    of: int


def odds(p: MasterPosition, attacker: int, defender: int, stage: int) -> Odds:
    """The odds of a combat whose next stage this is."""
    world = p.clone()
    world.log = None
    to_roll = [0, 0]
    shot = stage <= INITIAL_SHOT
    if shot and defender < FIRST_PIRATE:
        world.recover(defender)
    for step in _pending(p):
        if isinstance(step, RedDie):
            shot = True
        elif isinstance(step, Casualty):
            _lose(world, step.seat, 1)
        elif isinstance(step, Losses):
            _lose(world, step.owner, step.count)
        elif isinstance(step, WhiteDice):
            to_roll[step.side] += step.dice
        elif isinstance(step, RerollDie) and step.picked >= 0:
            to_roll[step.side] += 1
    asked = {step.side for step in _pending(p) if isinstance(step, ManCannons)}
    counts = [0, 0, 0]
    for branch, weight in _after_shot(world, attacker, shot):
        spread = _boarding(branch, (attacker, defender), stage, asked, to_roll)
        for ours, share in spread[0].items():
            for theirs, other in spread[1].items():
                outcome = 0 if ours > theirs else 1 if ours == theirs else 2
                counts[outcome] += weight * share * other
    return Odds(counts[0], counts[1], counts[2], sum(counts))


def _pending(p: MasterPosition) -> list[object]:
    """What the combat waits for, topmost first."""
    found: list[object] = []
    for step in p.stack[::-1]:
        if isinstance(step, Combat):
            break
        found.append(step)
    return found


def _after_shot(
    world: MasterPosition, attacker: int, shot: bool
) -> Iterator[tuple[MasterPosition, int]]:
    """The worlds after the initial shot, with their weights.  SM-11.5"""
    if not shot:
        yield world, 1
        return
    for code, weight in red_rolls(world):
        branch = world.clone()
        hit(branch, attacker, RED.value(code))
        if isinstance(branch.stack[-1], Casualty) and branch.able(attacker):
            _lose(branch, attacker, 1)
        yield branch, weight


def _boarding(
    world: MasterPosition,
    vessels: tuple[int, int],
    stage: int,
    asked: set[int],
    to_roll: list[int],
) -> list[dict[int, int]]:
    """For each side the weights of its boarding strengths, out of the same total."""
    dice = to_roll[:]
    for side in (0, 1):
        if stage <= MANS[side] or side in asked:
            step = manning(world, vessels[side], side)
            if step is not None:
                step.take(world, step.options(world)[-1])
    for side in (0, 1):
        if stage <= FIRES[side]:
            rolled = broadside(world, vessels[side], side)
            dice[side] = rolled.dice if isinstance(rolled, WhiteDice) else 0
    spread: list[dict[int, int]] = []
    for side in (0, 1):
        found: dict[int, int] = {}
        if stage <= SUFFERS[side]:
            for faces, weight in _rolls(world, dice[1 - side]):
                left = _after_hits(world, vessels[side], side, faces)
                found[left] = found.get(left, 0) + weight
        else:
            found[strength(world, vessels[side], side)] = (
                sum(world.table.box.white) ** dice[1 - side]
            )
        spread.append(found)
    return spread


def _rolls(world: MasterPosition, count: int) -> Iterator[tuple[list[int], int]]:
    """All results of so many white dice, by how often each face shows, with their weights."""
    white = world.table.box.white

    for faces in _splits(FACE_COUNT, count):
        weight = factorial(count)
        for face, times in enumerate(faces):
            weight = weight // factorial(times) * white[face] ** times
        if weight:
            yield faces, weight


def _splits(parts: int, total: int) -> Iterator[list[int]]:
    """All ways to share a total among some parts."""
    if parts == 1:
        yield [total]
        return
    for first in range(total + 1):
        for rest in _splits(parts - 1, total - first):
            yield [first, *rest]


def _after_hits(world: MasterPosition, vessel: int, side: int, faces: list[int]) -> int:
    """The boarding strength of a vessel after the other side's broadside."""
    branch = world.clone()
    first = die_at(1 - side, 0)
    dice = branch.dice[:]
    for face, times in enumerate(faces):
        dice[first + face] += times
    branch.dice = dice
    step = suffering(branch, vessel, side)
    if isinstance(step, Losses):
        _lose(branch, vessel, step.count)
    return strength(branch, vessel, side)


def _lose(world: MasterPosition, seat: int, count: int) -> None:
    """So many sailors are hit; those who cannot board go first.  SM-11.18"""
    step = Casualty(seat)
    for _ in range(count):
        options = step.options(world)
        if not options:
            return
        idle = [LOSE.at(station) for station in IDLE if LOSE.at(station) in options]
        step.take(world, idle[0] if idle else options[0])
