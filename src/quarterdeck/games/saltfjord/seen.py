"""How a view is made from a position: what its viewer may see, and nothing else."""

from __future__ import annotations

from quarterdeck.games.saltfjord import scoring
from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BOAT_SPACES,
    CART_ON_TILE,
    CELL_NAMES,
    CELLS,
    COLOURS,
    CRATE_COUNT,
    CRATE_STACKS,
    CRATES,
    DOMINO,
    EMPTY,
    FACES,
    FIRST_DIE_PIECE,
    GOODS,
    ICONS,
    KINDS,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    ORANGE,
    QUAYS,
    ROUNDS,
    SCORE_NOW_POINTS,
    SCORE_TILES,
    SETS,
    SHAPES,
    SIDE,
    SIDES,
    STACKS,
    START_BUILDINGS,
    START_TILE,
    TAVERNS,
    TILE_COUNT,
    TILES,
    TOKEN_COUNT,
    TOKEN_TYPES,
    TOKENS,
    TOP,
    TRACKS,
    WALK,
    WHITE,
    WORKER_PIECE,
    ZONES,
    shape_in,
)
from quarterdeck.games.saltfjord.obstacles import building_cost
from quarterdeck.games.saltfjord.paying import asked
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    at_quay,
    of_colour,
    on_tavern,
    set_ability,
    set_resources,
    token_stack,
)
from quarterdeck.games.saltfjord.printed import printed_numbers
from quarterdeck.games.saltfjord.steps.building import PlaceTile, completed
from quarterdeck.games.saltfjord.steps.fishing import KeepToken, sees_top
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.games.saltfjord.steps.setup import SNOWFLAKES, ChooseSet, PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, CartStep, NextBuilding
from quarterdeck.games.saltfjord.steps.turn import DieUse
from quarterdeck.games.saltfjord.view import (
    PLAYER_COLOURS,
    AbilityView,
    CellView,
    CrateView,
    Goods,
    HandView,
    MarketView,
    PlacingView,
    PlayerView,
    QuayView,
    SaltfjordView,
    SetView,
    SpaceView,
    SpecialView,
    StackView,
    TavernView,
    TileView,
    TokenStackView,
    TokenView,
    TrackView,
    WaitingView,
    ZoneView,
)
from quarterdeck.games.saltfjord.village import LINES


def view(p: SaltfjordPosition, viewer: int | None) -> SaltfjordView:
    """The game as this viewer sees it: a seat, or None for a spectator."""
    table = p.table
    box = table.box
    finished_solo = p.finished and table.solo
    return SaltfjordView(
        viewer=viewer,
        solo=table.solo,
        carts=table.carts,
        round=p.round,
        rounds=ROUNDS,
        first=p.first,
        finished=p.finished,
        actors=tuple(p.actors()),
        white=tuple(p.pool[:FACES]),
        orange=tuple(p.pool[FACES:]),
        orange_to_come=tuple(
            table.orange[number] - table.orange[number - 1] for number in range(max(p.round, 1), 3)
        ),
        white_limit=box.white_limit,
        stacks=tuple(_stack(p, number) for number in range(len(STACKS))),
        market=tuple(
            MarketView(
                number + 1,
                crate_view(box, p.market[number]) if p.market[number] != NO_CRATE else None,
                p.crates_left[number],
            )
            for number in range(CRATE_STACKS)
        ),
        zones=tuple(_zone(p, viewer, zone) for zone in range(1, ZONES + 1)),
        unseen=_unseen(p, viewer),
        abilities=tuple(id for a, id in enumerate(ABILITIES) if p.board_abilities >> a & 1),
        tracks=tuple(_track(p, track) for track in range(len(TRACKS))),
        special=tuple(
            SpecialView(SCORE_TILES[tile], scoring.tile_worth(p, 0, tile), box.threshold)
            for tile in p.special_tiles
        ),
        sets=_sets(p),
        taverns=tuple(_tavern(p, tavern) for tavern in range(len(TAVERNS))),
        quay_rewards=tuple(
            (
                id,
                box.quay_fish[quay],
                box.quay_upgrades[quay],
                box.quay_points[quay],
                box.quay_fishing[quay],
            )
            for quay, id in enumerate(QUAYS)
        ),
        sells_for=tuple(table.sells_for),
        upgrade_fish=table.upgrade_fish,
        printed=printed_numbers(box),
        players=tuple(_player(p, seat) for seat in range(p.seats)),
        hand=_hand(p),
        placing=_placing(p),
        waiting=_waiting(p),
        paying=viewer is not None and isinstance(p.step_of(viewer), Pay),
        looking=_looking(p, viewer),
        ranks=tuple(p.ranks),
        won=finished_solo and scoring.solo_won(p),
        medal=scoring.medal(p) if finished_solo else scoring.NO_MEDAL,
        medals=tuple(box.medals) if table.solo else (),
        medal_score=scoring.medal_score(p) if table.solo else 0,
    )


def named(goods: list[int]) -> Goods:
    """The goods there are, by name and number."""
    return tuple((GOODS[kind], goods[kind]) for kind in range(KINDS) if goods[kind])


def icon_name(box: Components, icon: int) -> str:
    """`empty`, a building icon, or the word of a boardwalk: `walk_wood1_fish1`."""
    return box.walks[icon - WALK].word if icon >= WALK else ICONS[icon]


def tile_view(box: Components, tile: int) -> TileView:
    """A tile of the stacks or, from START_TILE on, a starting building."""
    if tile >= START_TILE:
        id, shape = START_BUILDINGS[tile - START_TILE], DOMINO
        icons = box.start_buildings[tile - START_TILE]
    else:
        id, shape, icons = TILES[tile], box.tiles[tile].shape, box.tiles[tile].icons
    down, right = box.shapes[shape]
    return TileView(
        id=id,
        shape=SHAPES[shape],
        icons=tuple(icon_name(box, icon) for icon in icons),
        offsets=tuple(zip(down, right, strict=True)),
    )


def crate_view(box: Components, crate: int) -> CrateView:
    return CrateView(CRATES[crate], named(box.crate_cost[crate]), box.crate_points[crate])


def token_view(box: Components, token: int) -> TokenView:
    return TokenView(
        TOKENS[token],
        box.token_type[token],
        named(box.token_goods[token]),
        box.token_points[token],
    )


# The main board


def _stack(p: SaltfjordPosition, number: int) -> StackView:
    top = p.tops[number]
    return StackView(
        id=STACKS[number],
        shape=SHAPES[shape_in(number)],
        top=tile_view(p.table.box, top) if top != NO_TILE else None,
        left=p.stack_left[number],
    )


def knows(p: SaltfjordPosition, viewer: int | None, stack: int) -> bool:
    """Whether this viewer has put the top token of a stack back.  SF-11.5"""
    return viewer is not None and bool(p.known[viewer] >> stack & 1)


def _zone(p: SaltfjordPosition, viewer: int | None, zone: int) -> ZoneView:
    stacks = []
    for kind in range(TOKEN_TYPES):
        stack = token_stack(zone, kind)
        top = p.put_back[stack]
        known = top != NO_TOKEN and knows(p, viewer, stack)
        stacks.append(
            TokenStackView(
                type=kind + 1,
                left=p.token_left[stack],
                put_back=top != NO_TOKEN,
                top=token_view(p.table.box, top) if known else None,
            )
        )
    return ZoneView(
        number=zone,
        points=p.table.box.zone_points[zone],
        stacks=tuple(stacks),
        boats=tuple(seat for seat in range(p.seats) if p.zones[seat] == zone),
    )


def _unseen(p: SaltfjordPosition, viewer: int | None) -> tuple[tuple[TokenView, int], ...]:
    """How many tokens of each kind this viewer cannot place: put-back ones hide among them."""
    counts = p.unseen_tokens[:]
    for stack, token in enumerate(p.put_back):
        if token != NO_TOKEN and not sees_top(p, viewer, stack):
            counts[token] += 1
    for step in p.stack:
        # What somebody is looking at: a put-back token among the two was counted above
        if isinstance(step, KeepToken) and step.seat != viewer:
            counts[step.other] += 1
            if p.put_back[step.stack] == NO_TOKEN:
                counts[step.one] += 1
    return tuple((token_view(p.table.box, t), counts[t]) for t in range(TOKEN_COUNT))


def effect_of(p: SaltfjordPosition, track: int, level: int) -> str:
    """What a space does: the word the catalogues and pictures know it by."""
    if level == TOP:
        return "score_tile"
    name = "carts" if p.table.carts and TRACKS[track] == "logistics" else TRACKS[track]
    return f"{name}_{level}"


def _track(p: SaltfjordPosition, track: int) -> TrackView:
    box = p.table.box
    tile = p.score_tiles[track]
    spaces = tuple(
        SpaceView(
            level=level,
            cost=GOODS[box.track_cost[track * TOP + level - 1]] if level else "",
            effect=effect_of(p, track, level) if level else "",
            points=box.track_points[level],
            markers=tuple(s for s in range(p.seats) if p.level(s, track) == level),
        )
        for level in range(TOP + 1)
    )
    worth = tuple(_tile_worth(p, seat, tile) for seat in range(p.seats))
    return TrackView(TRACKS[track], spaces, SCORE_TILES[tile] if tile >= 0 else "", worth)


def _tile_worth(p: SaltfjordPosition, seat: int, tile: int) -> int:
    """What a score tile would bring now, reached or not; immediate ones have no such value."""
    if tile < 0 or tile >= SCORE_NOW_POINTS:
        return 0
    return scoring.tile_worth(p, seat, tile)


def _sets(p: SaltfjordPosition) -> tuple[SetView, ...]:
    """The starting sets still to be had, while somebody has to choose."""
    if not any(isinstance(step, ChooseSet) for step in p.stack):
        return ()
    box = p.table.box
    return tuple(
        SetView(
            number=number + 1,
            ability=ABILITIES[p.sets[set_ability(number)]],
            icons=tuple(icon_name(box, icon) for icon in box.start_buildings[number]),
            goods=named(box.start_goods[p.sets[set_resources(number)]]),
            fishing=bool(box.start_fishing[p.sets[set_resources(number)]]),
        )
        for number in range(SETS)
        if p.sets_left >> number & 1
        and p.sets[set_ability(number)] >= 0
        and p.sets[set_resources(number)] >= 0
    )


def _tavern(p: SaltfjordPosition, tavern: int) -> TavernView:
    return TavernView(
        id=TAVERNS[tavern],
        seat=p.taverns.index(tavern) if tavern in p.taverns else None,
        white=p.solo_dice[on_tavern(tavern, WHITE)],
        orange=p.solo_dice[on_tavern(tavern, ORANGE)],
    )


# Players


def _cell(p: SaltfjordPosition, seat: int, cell: int) -> CellView:
    place = seat * CELLS + cell
    piece = p.pieces[place]
    tile = p.tiles_at[place]
    name, face = "", 0
    if piece == WORKER_PIECE:
        name = "worker"
    elif piece != NOTHING:
        colour, number = divmod(piece - FIRST_DIE_PIECE, FACES)
        name, face = COLOURS[colour], number + 1
    id = ""
    if tile != NO_TILE:
        id = TILES[tile] if tile < TILE_COUNT else START_BUILDINGS[tile - START_TILE]
    return CellView(
        name=CELL_NAMES[cell],
        icon=icon_name(p.table.box, p.icons[place]),
        tile=id,
        snowflake=bool(SNOWFLAKES >> cell & 1) and p.icons[place] == EMPTY,
        piece=name,
        face=face,
        carts=tuple(n + 1 for n, at in enumerate(p.carts_of(seat)) if at == cell),
    )


def _player(p: SaltfjordPosition, seat: int) -> PlayerView:
    box = p.table.box
    lines = completed(p.filled(seat))
    acting = p.actors() == [seat]
    spaces = BOAT_SPACES if p.boat_is_upgraded(seat) else p.table.box.basic_spaces
    boat = p.boat_of(seat)[:spaces]
    return PlayerView(
        seat=seat,
        colour=PLAYER_COLOURS[seat],
        side=SIDES[p.villages[seat]],
        cells=tuple(_cell(p, seat, cell) for cell in range(CELLS)),
        columns_complete=tuple(bool(lines >> number & 1) for number in range(SIDE)),
        rows_complete=tuple(bool(lines >> SIDE + number & 1) for number in range(SIDE)),
        goods=tuple((GOODS[kind], p.held(seat, kind)) for kind in range(KINDS)),
        workers=p.workers[seat],
        workers_owned=p.workers_owned(seat),
        carts_waiting=sum(1 for cart in p.carts_of(seat) if cart == CART_ON_TILE),
        tech=tuple(p.levels(seat)),
        zone=p.zones[seat],
        upgraded=p.boat_is_upgraded(seat),
        boat=tuple(token_view(box, token) if token != NO_TOKEN else None for token in boat),
        caught=p.caught[seat],
        abilities=tuple(
            AbilityView(id, acting and bool(p.used >> a & 1))
            for a, id in enumerate(ABILITIES)
            if p.owns(seat, a)
        ),
        quays=tuple(_quay(p, seat, quay) for quay in range(len(QUAYS))),
        white_taken=p.dice_taken[of_colour(seat, WHITE)],
        orange_taken=p.dice_taken[of_colour(seat, ORANGE)],
        tavern=TAVERNS[p.taverns[seat]] if p.taverns[seat] != NOT_RETIRED else "",
        small_cost=_cost(building_cost(p, seat, 2)),
        large_cost=_cost(building_cost(p, seat, 4)),
        points=scoring.noted(p, seat),
        score=scoring.total(p, seat),
    )


def _cost(cost: int) -> Goods:
    return named([asked(cost, kind) for kind in range(KINDS)])


def _quay(p: SaltfjordPosition, seat: int, quay: int) -> QuayView:
    place = at_quay(seat, quay)
    crates = [crate for crate in range(CRATE_COUNT) if p.crate_places[crate] == place]
    return QuayView(QUAYS[quay], tuple(crate_view(p.table.box, crate) for crate in crates))


# What somebody is in the middle of


def _hand(p: SaltfjordPosition) -> HandView | None:
    for step in reversed(p.stack):
        if isinstance(step, DieUse):
            return HandView(step.seat, COLOURS[step.colour], step.face, 0, "")
        if isinstance(step, NextBuilding | CartStep):
            colour, number = divmod(step.piece - FIRST_DIE_PIECE, FACES)
            cell = ""
            if isinstance(step, NextBuilding) and step.position != NOT_BEGUN:
                cell = CELL_NAMES[LINES[step.line][step.position]]
            return HandView(step.seat, COLOURS[colour], number + 1, number + 1, cell)
    return None


def _placing(p: SaltfjordPosition) -> PlacingView | None:
    for step in reversed(p.stack):
        if isinstance(step, PlaceTile):
            return PlacingView(step.seat, tile_view(p.table.box, p.tops[step.stack]))
        if isinstance(step, PlaceStartBuilding):
            return PlacingView(step.seat, tile_view(p.table.box, START_TILE + step.number))
    return None


def _waiting(p: SaltfjordPosition) -> WaitingView | None:
    for step in reversed(p.stack):
        if isinstance(step, PendingReward):
            return WaitingView(step.seat, step.upgrades, step.fishing)
    return None


def _looking(p: SaltfjordPosition, viewer: int | None) -> tuple[TokenView, ...]:
    """The two tokens this viewer is looking at.  SF-11.5"""
    step = p.step_of(viewer) if viewer is not None else None
    if not isinstance(step, KeepToken):
        return ()
    return (token_view(p.table.box, step.one), token_view(p.table.box, step.other))
