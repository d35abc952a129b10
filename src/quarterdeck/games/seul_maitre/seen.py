"""How a view is made from a position: what its viewer may see, and nothing else."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import scoring
from quarterdeck.games.seul_maitre.chart import (
    ANY_CORNER,
    INNER_CORNER,
    NOWHERE,
    ZONE_OF_CORNER,
    inner_corner,
    place_name,
    turned,
)
from quarterdeck.games.seul_maitre.names import (
    BRANCHES,
    CELL_COUNT,
    CELL_NAMES,
    COLOURS,
    CORNERS,
    DIRECTIONS,
    EDGES,
    FACES,
    FAMILIES,
    FEATURES,
    FIRST_LANDSCAPE,
    FIRST_PIRATE,
    IMPROVEMENTS,
    MERCHANT,
    NATIONS,
    NO_FEATURE,
    NO_SEAT,
    NO_TILE,
    PIRATE_COUNT,
    PORTS,
    RARITIES,
    RESOURCE_COUNT,
    RESOURCES,
    SHIPS,
    SITES,
    TILES,
    TOKEN_KINDS,
    TOP_LEVEL,
    VESSELS,
    branch_at,
    cargo_at,
    die_at,
    family_of,
    rarity_of,
    token_at,
)
from quarterdeck.games.seul_maitre.obstacles import TOO_LITTLE_MONEY
from quarterdeck.games.seul_maitre.odds import Odds, odds
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.steps.building import (
    BuildCell,
    BuildRotation,
    PortCorner,
    PortRotation,
)
from quarterdeck.games.seul_maitre.steps.combat import BOARDING, Aftermath, Combat, strength
from quarterdeck.games.seul_maitre.steps.refit import improvement_obstacle, improvement_price
from quarterdeck.games.seul_maitre.steps.sailing import PirateSail, Sail, pirate_points
from quarterdeck.games.seul_maitre.steps.voyage import rose

# The colours of the house by seat, as on the page; all told apart by anybody.
from quarterdeck.games.seul_maitre.view import (
    PLAYER_COLOURS,
    CellView,
    ColumnView,
    CombatView,
    LayingView,
    LeaderView,
    MasterView,
    MovingView,
    PirateView,
    ShipView,
    SideView,
    SiteView,
    SpecialistView,
    TileView,
    TokenView,
)
from quarterdeck.games.seul_maitre.words import tile_kind


def view(p: MasterPosition, viewer: int | None) -> MasterView:
    """The game as this viewer sees it: a seat, or None for a spectator."""
    table = p.table
    box = table.box
    return MasterView(
        viewer=viewer,
        round=p.round,
        rounds=table.rounds,
        finished=p.finished,
        actors=tuple(p.actors()),
        wind=DIRECTIONS[p.wind] if p.round else "",
        costs=tuple(table.cost[p.wind]),
        order=tuple(p.order),
        slots=tuple(box.slots),
        cells=tuple(_cell(p, cell) for cell in range(CELL_COUNT)),
        row=tuple(tile_view(p, tile, 0, NOWHERE) for tile in p.row),
        pile=_pile(p),
        ports=_ports(p),
        sites=tuple(_site(p, site) for site in range(SITES)) if p.round else (),
        undrawn=_undrawn(p, viewer),
        market=tuple(_column(p, good) for good in range(RESOURCE_COUNT)),
        leaders=tuple(
            LeaderView(branch, _seat(p.leaders[number])) for number, branch in enumerate(BRANCHES)
        ),
        extension=table.extension[MERCHANT],
        academy=tuple(
            tuple(box.academy[first : first + TOP_LEVEL])
            for first in range(0, len(box.academy), TOP_LEVEL)
        ),
        upgrades=tuple(p.upgrades),
        players=tuple(_ship(p, viewer, seat) for seat in range(p.seats)),
        pirates=tuple(_pirate(p, pirate) for pirate in range(PIRATE_COUNT)) if p.round else (),
        moving=_moving(p),
        building=_building(p),
        combat=_combat(p),
        ranks=tuple(p.ranks),
    )


def _seat(seat: int) -> int | None:
    return seat if seat != NO_SEAT else None


# The map


def tile_view(p: MasterPosition, tile: int, quarters: int, cell: int) -> TileView:
    """A tile after quarter turns; the port of a corner lies towards the middle of the map."""
    table = p.table
    land = turned(table.land[tile], quarters)
    at = table.corner[tile]
    corner = ""
    if at >= 0:
        corner = CORNERS[(at + quarters) % 4]
    elif at == INNER_CORNER and cell != NOWHERE:
        corner = CORNERS[inner_corner(cell)]
    elif at == ANY_CORNER:
        corner = ""
    feature = table.feature[tile]
    kind, number = tile_kind(table, tile)
    return TileView(
        id=TILES[tile],
        kind=kind,
        number=number,
        quarters=quarters,
        land=tuple(edge for number, edge in enumerate(EDGES) if land >> number & 1),
        zones=tuple(ZONE_OF_CORNER[land]),
        feature=FEATURES[feature] if feature != NO_FEATURE else "",
        corner=corner,
        storm=tile in table.storm_tiles,
    )


def _cell(p: MasterPosition, cell: int) -> CellView:
    tile = p.tiles[cell]
    laid = tile_view(p, tile, p.turns[cell], cell) if tile != NO_TILE else None
    return CellView(CELL_NAMES[cell], laid, sum(1 for storm in p.storms if storm == cell))


def _pile(p: MasterPosition) -> tuple[TileView, ...]:
    """The tiles still face down: a set everybody knows, in tile order."""
    if p.round:
        return ()
    placed = {*p.tiles, *p.row}
    left = [tile for tile in range(FIRST_LANDSCAPE, len(TILES)) if tile not in placed]
    return tuple(tile_view(p, tile, 0, NOWHERE) for tile in left)


def _ports(p: MasterPosition) -> tuple[tuple[str, str], ...]:
    """The ports with their cells, once the map is complete."""
    if not p.round:
        return ()
    return tuple((port, CELL_NAMES[p.chart.port_cell[n]]) for n, port in enumerate(PORTS))


def _site(p: MasterPosition, site: int) -> SiteView:
    count = len(RARITIES)
    return SiteView(
        number=site + 1,
        place=f"{CELL_NAMES[p.chart.site_cell[site]]}/site",
        left=tuple(p.pile[site * count : site * count + count]),
        markers=tuple(seat for seat in range(p.seats) if p.markers[seat] >> site & 1),
    )


# Discoveries


def token_view(token: int, known: bool = True) -> TokenView:
    family = FAMILIES[family_of(token)] if known else ""
    return TokenView(RARITIES[rarity_of(token)], family)


def _undrawn(p: MasterPosition, viewer: int | None) -> tuple[tuple[TokenView, int], ...]:
    """How many tokens of each kind this viewer cannot place: those on others' ships as well."""
    counts = p.unseen[:]
    for seat in range(p.seats):
        if seat != viewer:
            for token in range(TOKEN_KINDS):
                counts[token] += p.carried[token_at(seat, token)]
    return tuple((token_view(token), counts[token]) for token in range(TOKEN_KINDS))


def _tokens(counts: list[int], known: bool) -> tuple[TokenView, ...]:
    """Tokens one by one; without their families their order says nothing either."""
    return tuple(
        token_view(token, known) for token in range(TOKEN_KINDS) for _ in range(counts[token])
    )


# Ships and pirates


def _ship(p: MasterPosition, viewer: int | None, seat: int) -> ShipView:
    first = token_at(seat, 0)
    own = seat == viewer or p.finished
    kind = p.kind[seat]
    cargo = p.cargo[cargo_at(seat, 0) : cargo_at(seat + 1, 0)]
    return ShipView(
        seat=seat,
        colour=PLAYER_COLOURS[seat],
        nation=NATIONS[seat],
        home=PORTS[p.home[seat]] if len(p.home) > seat else "",
        kind=SHIPS[kind],
        place=place_name(p.place[seat]) if p.place[seat] != NOWHERE else "",
        money=p.money[seat],
        vp=p.vp[seat],
        score=scoring.total(p, seat),
        tokens=p.tokens[seat],
        spent=p.spent[seat],
        reinforced=bool(p.reinforced >> seat & 1),
        ended=bool(p.ended >> seat & 1),
        bid=p.bids[seat] if p.bids[seat] != NO_BID else None,
        fought=bool(p.fought >> seat & 1),
        storm_bound=bool(p.bound >> seat & 1),
        hold=p.hold[seat],
        sails=p.sails[seat],
        deck=p.deck[seat],
        leaks=p.leaks[seat],
        crew=p.crew[seat],
        blocked=p.blocked[seat],
        supply=p.supply(seat),
        spaces=p.spaces(seat),
        sailor_spaces=p.sailor_spaces(seat),
        room=p.room(seat),
        deck_limit=p.table.deck[kind],
        cargo=tuple(zip(RESOURCES, cargo, strict=True)),
        charge=p.charge(seat),
        base_sails=p.table.sails[kind],
        sail_bonus=p.bonus[seat],
        sail_damage=p.sail_damage[seat],
        capacity=p.capacity(seat),
        points=p.points(seat),
        cannons=p.cannons(seat),
        most_cannons=p.table.most_cannons[kind],
        cannon_damage=p.cannon_damage[seat],
        extended=bool(p.extended >> seat & 1),
        orange=p.has_orange(seat),
        untrained=p.untrained[seat],
        specialists=tuple(
            SpecialistView(branch, p.level[branch_at(seat, number)], p.leads(seat, number))
            for number, branch in enumerate(BRANCHES)
            if p.level[branch_at(seat, number)]
        ),
        aboard=_tokens(p.carried[first : first + TOKEN_KINDS], own),
        landed=_tokens(p.landed[first : first + TOKEN_KINDS], True),
        prices=tuple(_price(p, seat, number) for number in range(len(IMPROVEMENTS))),
    )


def _price(p: MasterPosition, seat: int, improvement: int) -> int | None:
    if improvement_obstacle(p, seat, improvement) not in (None, TOO_LITTLE_MONEY):
        return None
    return improvement_price(p, seat, improvement)


def _pirate(p: MasterPosition, pirate: int) -> PirateView:
    return PirateView(
        number=pirate + 1,
        place=place_name(p.place[FIRST_PIRATE + pirate]),
        lair=f"{CELL_NAMES[p.chart.lair_cell[pirate]]}/lair",
        cannons=p.pirate_cannons[pirate],
        cannon_damage=p.pirate_cannon_damage[pirate],
        sailors=p.pirate_sailors[pirate],
        crew_damage=p.pirate_crew_damage[pirate],
        sails=p.pirate_sails[pirate],
        sail_damage=p.pirate_sail_damage[pirate],
        money=p.pirate_money[pirate],
        treasure=p.treasure[pirate],
        controller=_seat(p.control[pirate]),
        stuck=bool(p.stuck >> pirate & 1),
        fought=bool(p.fought >> FIRST_PIRATE + pirate & 1),
        number_up=p.number_tiles[pirate] < p.table.box.number_tiles[pirate],
    )


def _column(p: MasterPosition, good: int) -> ColumnView:
    table = p.table
    return ColumnView(
        resource=RESOURCES[good],
        port=PORTS[table.port[good]],
        slots=tuple(table.slots[good]),
        filled=p.filled[good],
        purchase=table.purchase[good],
        sale=table.sale[good],
        black_market=table.black_market[good],
    )


# What somebody is in the middle of


def _moving(p: MasterPosition) -> MovingView | None:
    for step in reversed(p.stack):
        if isinstance(step, Sail):
            points = p.points(step.seat) + step.free
            return MovingView(COLOURS[step.seat], points, _costs(p, step.seat))
        if isinstance(step, PirateSail):
            points = max(0, pirate_points(p, step.vessel, step.used))
            return MovingView(VESSELS[step.vessel], points, _costs(p, step.vessel))
    return None


def _costs(p: MasterPosition, vessel: int) -> tuple[int, ...]:
    return tuple(rose(p, vessel)[p.wind])


def _building(p: MasterPosition) -> LayingView | None:
    for step in reversed(p.stack):
        if isinstance(step, BuildCell):
            return LayingView(step.seat, tile_view(p, step.tile, 0, NOWHERE), "")
        if isinstance(step, BuildRotation):
            tile = tile_view(p, step.tile, 0, step.cell)
            return LayingView(step.seat, tile, CELL_NAMES[step.cell])
        if isinstance(step, PortCorner):
            return LayingView(step.seat, tile_view(p, step.port + 1, 0, NOWHERE), "")
        if isinstance(step, PortRotation):
            tile = tile_view(p, step.port + 1, 0, step.cell)
            return LayingView(step.seat, tile, CELL_NAMES[step.cell])
    return None


def _combat(p: MasterPosition) -> CombatView | None:
    for step in reversed(p.stack):
        if isinstance(step, Combat):
            return CombatView(
                attacker=_side(p, step.attacker, 0, strength(p, step.attacker, 0)),
                defender=_side(p, step.defender, 1, strength(p, step.defender, 1)),
                stage=step.stage,
                odds=odds(p, step.attacker, step.defender, step.stage),
            )
        if isinstance(step, Aftermath):
            won = step.attack > step.defence
            return CombatView(
                attacker=_side(p, step.attacker, 0, step.attack),
                defender=_side(p, step.defender, 1, step.defence),
                stage=BOARDING + 1,
                odds=Odds(int(won), 0, int(not won), 1),
                winner=VESSELS[step.attacker if won else step.defender],
            )
    return None


def _side(p: MasterPosition, vessel: int, side: int, boarding: int) -> SideView:
    dice = p.dice[die_at(side, 0) : die_at(side + 1, 0)]
    return SideView(
        vessel=VESSELS[vessel],
        player=_seat(p.player_of(vessel)),
        dice=tuple(zip(FACES, dice, strict=True)),
        manned=p.manned[side],
        cannon_hits=p.cannon_hits[side],
        strength=boarding,
    )
