"""What must hold at every moment of a game; used by tests and by the self-check."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    AT_SEA,
    BANQUE,
    BUILDING_COUNT,
    CARAVEL_1,
    CHANTIER,
    COD,
    DEPOT,
    HOTEL,
    NO_TILE,
    SALLE,
    SALT,
    SHIP_COUNT,
    TILE_COUNT,
    TURNS,
    UNBUILT,
    VITRAUX,
    hold_at,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import bonus, total, totals
from quarterdeck.games.salty_ocean.steps.harbour import Load
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.steps.sailing import Catch, FishSplit


def check(p: SaltyPosition) -> None:
    """Assert every invariant of the rules that a single position can show."""
    if not p.turn:
        return
    _check_money(p)
    _check_prices_and_costs(p)
    for seat in range(p.seats):
        _check_stores(p, seat)
    _check_city(p)
    _check_tiles(p)
    if p.finished:
        assert p.scores == totals(p)
        for seat in range(p.seats):
            assert p.coins[seat] + bonus(p, seat) == total(p, seat) == p.scores[seat]


def _check_money(p: SaltyPosition) -> None:
    assert all(balance >= p.table.lowest for balance in p.coins)
    assert sorted(p.order) == list(range(p.seats))
    moved = [serial for serial in p.serial if serial]
    assert len(set(moved)) == len(moved), "two discs set down by one change"
    assert p.last_serial >= max(p.serial)


def _check_prices_and_costs(p: SaltyPosition) -> None:
    assert all(p.table.first_cost <= cost <= p.table.last_cost for cost in p.counters)
    assert all(0 <= row < p.table.rows for row in p.rows)
    assert 0 <= p.passes <= p.seats
    assert p.pirates in (0, 1)
    if p.pirates:
        assert p.table.pirates[p.tiles[p.turn - 1]], "pirates on a tile without them"


def _check_stores(p: SaltyPosition, seat: int) -> None:
    steps = p.stack
    moving = any(isinstance(s, Load) and s.seat == seat for s in steps)
    losing = {s.store for s in steps if isinstance(s, Loss) and s.seat == seat}
    entering = {s.ship for s in steps if isinstance(s, FishSplit) and s.seat == seat}
    entering |= {s.ship for s in steps if isinstance(s, Catch) and s.owner == seat}
    mine = p.goods[store_at(seat, DEPOT) : store_at(seat + 1, DEPOT)]
    assert all(count >= 0 for count in mine)
    if p.table.goods <= COD:
        assert not any(mine[COD::3]), "cod with two players"
    if not moving and DEPOT not in losing:
        assert p.depot_room(seat) >= 0
    assert p.place[ship_at(seat, CARAVEL_1)] != UNBUILT
    for ship in range(SHIP_COUNT):
        where = p.place[ship_at(seat, ship)]
        assert 0 <= p.damage[ship_at(seat, ship)] <= p.table.capacity[ship]
        if where == UNBUILT:
            assert p.stock(seat, ship + 1) == 0
            assert p.damage[ship_at(seat, ship)] == 0
        elif ship != CARAVEL_1:
            assert p.built[CHANTIER]
            assert p.built[ACADEMIE]
        if ship + 1 not in losing:
            assert p.stock(seat, ship + 1) <= p.hold(seat, ship)
        if where == AT_SEA and ship not in entering:
            assert p.goods[hold_at(seat, ship) + SALT] == 0, "salt at sea"


def _check_city(p: SaltyPosition) -> None:
    table = p.table
    for building in range(BUILDING_COUNT):
        spaces = sorted(
            p.space[space_at(seat, building)] for seat in range(p.seats) if p.owns(seat, building)
        )
        first = table.first_space[building]
        assert spaces == list(range(first, first + p.built[building]))
        assert p.built[building] <= table.spaces[building]
    for seat in range(p.seats):
        assert not p.owns(seat, SALLE) or p.owns(seat, BANQUE)
        assert not p.owns(seat, HOTEL) or p.built[BANQUE]
        step = max(p.cathedral) if table.any_cathedral_serves else p.cathedral[seat]
        assert not p.owns(seat, VITRAUX) or step >= table.vitraux_step
        assert 0 <= p.saline[seat] < len(table.saline)
        assert 0 <= p.depot[seat] < len(table.depot)
        assert 0 <= p.cathedral[seat] < len(table.cathedral)
    for step, limit in enumerate(table.cathedral_limit):
        assert sum(1 for reached in p.cathedral if reached >= step) <= limit or step == 0


def _check_tiles(p: SaltyPosition) -> None:
    drawn = [tile for tile in p.tiles if tile != NO_TILE]
    assert len(set(drawn)) == len(drawn)
    assert all(0 <= tile < TILE_COUNT for tile in drawn)
    assert all(p.tiles[place] != NO_TILE for place in range(p.turn))
    for seat in range(p.seats):
        looked = {tile for tile in range(TILE_COUNT) if p.known[seat] >> tile & 1}
        assert looked <= set(drawn)
    assert p.turn <= TURNS
