"""What a viewer sees: everything public, plus the tiles this viewer has looked at.

Frozen, typed, plain data. Page, terminal, bots and tensors draw from here and from nowhere
else, so what is not here cannot leak.
"""

from __future__ import annotations

from functools import lru_cache

from quarterdeck.games.salty_ocean.components import Layout
from quarterdeck.games.salty_ocean.hidden import count_revealed, tiles_seen
from quarterdeck.games.salty_ocean.names import (
    BUILDING_COUNT,
    BUILDINGS,
    COLOURS,
    DEPOT,
    GOODS,
    HORLOGE,
    HOTEL,
    NO_TILE,
    PLACES,
    SHIP_COUNT,
    SHIPS,
    SPACE_NUMBERS,
    TILES,
    TURNS,
    UNBUILT,
    hold_at,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import tiebreak_buildings, total
from quarterdeck.games.salty_ocean.steps.turn_end import coin_limit
from quarterdeck.kernel.views import seen

WHERE = ("unbuilt", "port", "sea")


@seen
class TileView:
    """The face of an event tile."""

    id: str
    change: tuple[int, ...]
    storm: bool
    pirates: bool
    poor_fishing: bool


@seen
class PlaceView:
    """A place for a tile; `tile` is None unless this viewer knows it."""

    id: str
    face_up: bool
    tile: TileView | None
    looked_by: tuple[int, ...]


@seen
class ShipView:
    id: str
    where: str
    capacity: int
    damage: int
    cargo: tuple[int, ...]

    @property
    def hold(self) -> int:
        return self.capacity - self.damage


@seen
class OwnedBuilding:
    id: str
    space: int


@seen
class PlayerView:
    seat: int
    colour: str
    coins: int
    coin_limit: int | None
    disc: int
    saline_level: int
    salt_per_turn: int
    depot_level: int
    depot_room: int
    depot: tuple[int, ...]
    cathedral_step: int
    cathedral_coins: int
    ships: tuple[ShipView, ...]
    buildings: tuple[OwnedBuilding, ...]
    clock_ready: bool
    score: int
    tiebreak: int


@seen
class SpaceView:
    """A space in use of a city building, what it is worth, and its owner.

    The Hôtel de Ville is worth `value` and one more for every `per` own buildings.
    """

    number: int
    value: int
    owner: int | None
    per: int = 0


@seen
class BuildingView:
    id: str
    spaces: tuple[SpaceView, ...]


@seen
class StepView:
    """A step of Notre-Dame: coins at the end, most players admitted (None: all), who got there."""

    coins: int
    limit: int | None
    reached: tuple[int, ...]


@seen
class SaltyView:
    viewer: int | None
    turn: int
    turns: int
    finished: bool
    goods: tuple[str, ...]
    order: tuple[int, ...]
    actors: tuple[int, ...]
    passes: int
    costs: tuple[int, ...]
    prices: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...]
    weather: TileView | None
    forecast: TileView | None
    pirates_active: bool
    places: tuple[PlaceView, ...]
    players: tuple[PlayerView, ...]
    buildings: tuple[BuildingView, ...]
    cathedral: tuple[StepView, ...]
    saline_levels: tuple[int, ...]
    depot_levels: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def price(self) -> tuple[int, ...]:
        """The current price of each good."""
        return tuple(self.prices[row][good] for good, row in enumerate(self.rows))


def view(p: SaltyPosition, viewer: int | None) -> SaltyView:
    """The game as this viewer sees it: a seat, or None for a spectator."""
    table = p.table
    places = _places(p, viewer)
    this_turn = places[p.turn - 1] if p.turn else places[0]
    next_turn = places[p.turn] if 0 < p.turn < TURNS else None
    return SaltyView(
        viewer=viewer,
        turn=p.turn,
        turns=TURNS,
        finished=p.finished,
        goods=GOODS[: table.goods],
        order=tuple(p.order),
        actors=tuple(p.actors()),
        passes=p.passes,
        costs=tuple(p.counters),
        prices=_prices(table),
        rows=tuple(p.rows[: table.goods]),
        weather=this_turn.tile,
        forecast=next_turn.tile if next_turn and next_turn.face_up else None,
        pirates_active=bool(p.pirates),
        places=places,
        players=tuple([_player(p, seat) for seat in range(p.seats)]),
        buildings=_buildings(table, p.seats, tuple(p.space)),
        cathedral=_cathedral(table, tuple(p.cathedral[: p.seats])),
        saline_levels=tuple(table.saline),
        depot_levels=tuple(table.depot),
        ranks=tuple(p.ranks),
    )


# What most moves leave as it is need not be put together again.


@lru_cache
def _prices(table: Layout) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(table.price[good * table.rows + row] for good in range(table.goods))
        for row in range(table.rows)
    )


@lru_cache
def _tile(table: Layout, tile: int) -> TileView:
    return TileView(
        id=TILES[tile],
        change=tuple(table.change[tile][good] for good in range(table.goods)),
        storm=bool(table.storm[tile]),
        pirates=bool(table.pirates[tile]),
        poor_fishing=bool(table.poor_fishing[tile]),
    )


def _places(p: SaltyPosition, viewer: int | None) -> tuple[PlaceView, ...]:
    up = count_revealed(p)
    places = []
    for place, known in enumerate(tiles_seen(p, viewer)):
        tile = p.tiles[place]
        # SO-10.30: who looked where is public, and knowledge follows the tile
        lookers = tuple([s for s in range(p.seats) if tile != NO_TILE and p.known[s] >> tile & 1])
        places.append(_place(p.table, place, known != NO_TILE and place < up, known, lookers))
    return tuple(places)


@lru_cache(maxsize=2048)
def _place(
    table: Layout, place: int, face_up: bool, tile: int, lookers: tuple[int, ...]
) -> PlaceView:
    """`tile`: the one that is seen there, or none."""
    shown = None if tile == NO_TILE else _tile(table, tile)
    return PlaceView(PLACES[place], face_up, shown, lookers)


@lru_cache(maxsize=8192)
def _ship(ship: int, where: int, capacity: int, damage: int, cargo: tuple[int, ...]) -> ShipView:
    return ShipView(SHIPS[ship], WHERE[where], capacity, damage, cargo)


@lru_cache
def _owned(building: int, space: int) -> OwnedBuilding:
    return OwnedBuilding(BUILDINGS[building], space)


def _player(p: SaltyPosition, seat: int) -> PlayerView:
    table = p.table
    goods = table.goods
    limit = coin_limit(p, seat)
    depot = store_at(seat, DEPOT)
    ships = []
    for ship in range(SHIP_COUNT):
        where = p.place[ship_at(seat, ship)]
        if where != UNBUILT:
            hold = hold_at(seat, ship)
            cargo = tuple(p.goods[hold : hold + goods])
            damage = p.damage[ship_at(seat, ship)]
            ships.append(_ship(ship, where, table.capacity[ship], damage, cargo))
    return PlayerView(
        seat=seat,
        colour=COLOURS[seat],
        coins=p.coins[seat],
        coin_limit=None if limit < 0 else limit,
        disc=p.serial[seat],
        saline_level=p.saline[seat] + 1,
        salt_per_turn=table.saline[p.saline[seat]],
        depot_level=p.depot[seat],
        depot_room=table.depot[p.depot[seat]],
        depot=tuple(p.goods[depot : depot + goods]),
        cathedral_step=p.cathedral[seat],
        cathedral_coins=table.cathedral[p.cathedral[seat]],
        ships=tuple(ships),
        buildings=tuple(
            [
                _owned(b, p.space[space_at(seat, b)])
                for b in range(BUILDING_COUNT)
                if p.owns(seat, b)
            ]
        ),
        clock_ready=p.owns(seat, HORLOGE) and not p.clock_used[seat],
        score=total(p, seat),
        tiebreak=tiebreak_buildings(p, seat),
    )


@lru_cache(maxsize=2048)
def _buildings(table: Layout, seats: int, space: tuple[int, ...]) -> tuple[BuildingView, ...]:
    return tuple(_building(table, seats, space, building) for building in range(BUILDING_COUNT))


def _building(table: Layout, seats: int, space: tuple[int, ...], building: int) -> BuildingView:
    first = table.first_space[building]
    spaces = []
    for number in range(first, first + table.spaces[building]):
        owners = [seat for seat in range(seats) if space[space_at(seat, building)] == number]
        owner = owners[0] if owners else None
        if building == HOTEL:
            worth = table.hall_bonus[number]
            spaces.append(SpaceView(number, worth, owner, table.hall_per[number]))
        else:
            worth = table.value[building * SPACE_NUMBERS + number]
            spaces.append(SpaceView(number, worth, owner))
    return BuildingView(BUILDINGS[building], tuple(spaces))


@lru_cache(maxsize=2048)
def _cathedral(table: Layout, steps: tuple[int, ...]) -> tuple[StepView, ...]:
    return tuple(_cathedral_step(table, steps, step) for step in range(len(table.cathedral)))


def _cathedral_step(table: Layout, steps: tuple[int, ...], step: int) -> StepView:
    limit = table.cathedral_limit[step]
    return StepView(
        coins=table.cathedral[step],
        limit=limit if limit < len(steps) else None,
        reached=tuple(seat for seat, reached in enumerate(steps) if reached >= step > 0),
    )
