"""What must hold at every moment, whatever was played."""

from __future__ import annotations

from quarterdeck.games.rolling_seas import scoring
from quarterdeck.games.rolling_seas.captain import NOT_DRAWN, Captain
from quarterdeck.games.rolling_seas.chart import BIT, NEAR, connected
from quarterdeck.games.rolling_seas.names import (
    AMBUSH,
    CURRENT,
    DRAWN_COUNT,
    MONOLITH_COUNT,
    NO_CELL,
    PORT_COUNT,
    ROCKS,
    SETUP_CARDS,
)
from quarterdeck.games.rolling_seas.placements import ELSEWHERE
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.sheet import score_sheet
from quarterdeck.games.rolling_seas.steps.exploring import Build, MonolithFace


def check(p: RollingPosition) -> None:
    """Assert everything the rules of record promise (their section on invariants)."""
    assert len(p.captains) == p.seats
    _check_cards(p)
    for seat, captain in enumerate(p.captains):
        _check_board(p, captain)
        _check_currents(captain)
        _check_sheet(captain, _stack(p, seat))
        _check_rest(p, seat, captain)
    _check_scores(p)
    assert 0 <= p.tier < len(p.table.box.treasure)
    assert 0 <= p.turn <= p.table.turns
    assert not p.finished or p.turn == p.table.turns


def _stack(p: RollingPosition, seat: int) -> list[object]:
    return list(p.lanes[seat]) if p.lanes else []


def _check_cards(p: RollingPosition) -> None:
    calm = p.calm_seen.bit_count()
    adventures = p.adventures_seen.bit_count() - p.setup_cards
    assert p.setup_cards <= SETUP_CARDS
    assert p.turn - 1 <= calm + adventures <= p.turn or p.turn == 0
    assert calm <= p.table.deck_calm
    assert adventures <= p.table.deck_adventure
    assert p.table.ambushes or not p.adventures_seen >> DRAWN_COUNT
    assert p.winds == sorted(p.winds)
    assert len(p.winds) in (0, 3)
    assert len(set(p.winds)) != 1


def _check_board(p: RollingPosition, captain: Captain) -> None:
    table = p.table
    covered = captain.ambush_marks()
    assert covered.bit_count() == sum(marks.bit_count() for marks in captain.marks)
    for card in range(DRAWN_COUNT):
        number = captain.drawn[card]
        if number == NOT_DRAWN:
            continue
        assert p.adventures_seen >> card & 1
        mask = table.drawings[card].mask[number]
        assert not covered & mask, "two drawings overlap"
        covered |= mask
        if table.kind[card] == ROCKS:
            assert captain.rocks & mask == mask
        elif p.seats > 1 or table.kind[card] != AMBUSH:
            assert table.drawings[card].rank[number] <= ELSEWHERE
    assert not covered & ~table.sea
    assert not covered & table.pirates
    unused = captain.monsters | captain.perils | captain.currents
    assert not unused & captain.trail
    assert not captain.rocks & captain.trail
    assert connected(table.sea & ~captain.rocks)
    for quay in table.quays:
        assert quay & captain.berths(), "a port without a berth"
    if captain.cell == NO_CELL:
        assert captain.trail == 0
        return
    assert captain.trail & BIT[captain.cell]
    assert not captain.trail & ~table.sea
    assert NEAR[captain.cell] & captain.open_cells(), "the ship cannot move"


def _check_currents(captain: Captain) -> None:
    for card in range(DRAWN_COUNT):
        number = captain.drawn[card]
        if number == NOT_DRAWN or captain.table.kind[card] != CURRENT:
            continue
        cells = captain.table.drawings[card].cells[number]
        live = [bool(captain.currents & BIT[cell]) for cell in cells]
        assert live == sorted(live, reverse=True), "used cells are the last ones"
        if live[-1]:
            way_out = BIT[captain.table.drawings[card].exit[number]]
            assert captain.table.sea & ~captain.rocks & way_out


def _check_sheet(captain: Captain, stack: list[object]) -> None:
    table = captain.table
    exploring = any(isinstance(step, Build) for step in stack)
    at_monolith = any(isinstance(step, MonolithFace) for step in stack)
    assert 0 <= captain.provisions <= captain.provisions_circled <= table.provision_boxes
    assert exploring or captain.provisions <= captain.hold
    assert 0 <= captain.gold <= captain.gold_circled <= table.gold_boxes
    assert 0 <= captain.wind <= captain.wind_circled <= table.wind_boxes
    assert 0 <= captain.story <= table.story_boxes
    assert 0 <= captain.cannons < len(table.cannon_bonus)
    assert 1 <= captain.monster_power <= table.most_power
    assert 1 <= captain.pirate_power <= table.most_power
    assert 0 <= captain.ship < len(table.hold)
    assert captain.monoliths + at_monolith == (captain.explored & table.monoliths).bit_count()
    assert bool(captain.treasure) == (captain.monoliths == MONOLITH_COUNT)
    assert not captain.explored & (table.sea | table.ports)
    assert not captain.told & ~table.ports
    assert len(captain.renown) == captain.told.bit_count() <= PORT_COUNT
    assert captain.renown == sorted(captain.renown)


def _check_rest(p: RollingPosition, seat: int, captain: Captain) -> None:
    """Whoever is not in the middle of an action lies where a ship may rest."""
    if captain.cell == NO_CELL or (p.lanes and p.lanes[seat]):
        return
    assert captain.may_rest()
    assert not captain.unmet() & BIT[captain.cell]


def _check_scores(p: RollingPosition) -> None:
    lines = score_sheet(p)
    for seat in range(p.seats):
        items = sum(line.points[seat] for line in lines if line.counts)
        assert items == scoring.total(p, seat)
