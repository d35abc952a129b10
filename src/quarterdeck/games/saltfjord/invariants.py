"""What must hold at every moment, whatever was played."""

from __future__ import annotations

from quarterdeck.games.saltfjord import scoring
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    CARPENTRY,
    CART_ON_TILE,
    CELLS,
    CRAFT,
    CRATE_COUNT,
    CRATE_STACKS,
    DOUBLE_SPACE,
    EMPTY,
    FIRST_DIE_PIECE,
    NO_CART,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    NOT_RETIRED,
    NOTHING,
    ORANGE,
    ROUNDS,
    SHAPES,
    START_TILE,
    TILE_COUNT,
    TOKEN_TYPES,
    TOP,
    WHITE,
    WORKER_PIECE,
    ZONES,
    shape_in,
    stacks_of,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition, in_village, of_colour
from quarterdeck.games.saltfjord.sheet import score_sheet
from quarterdeck.games.saltfjord.steps.building import RevealTile
from quarterdeck.games.saltfjord.steps.fishing import DrawToken, KeepToken, LookAtTwo, TokenSpace
from quarterdeck.games.saltfjord.steps.orders import RevealCrate
from quarterdeck.games.saltfjord.steps.techs import AbilityChoice
from quarterdeck.games.saltfjord.steps.turn import RollDice, RoundStart, SoloRoll


def check(p: SaltfjordPosition) -> None:
    """Assert everything the rules of record promise (their section on invariants)."""
    if not p.round:
        return
    assert min(p.goods) >= 0
    assert min(p.points) >= 0
    assert min(p.stack_left) >= 0
    assert p.round <= ROUNDS
    rolling = any(isinstance(step, RoundStart | RollDice | SoloRoll) for step in p.stack)
    if not rolling:
        _check_dice(p)
    _check_tiles(p)
    _check_crates(p)
    _check_tokens(p)
    _check_abilities(p)
    for seat in range(p.seats):
        _check_village(p, seat)
        _check_people(p, seat)
        _check_boat(p, seat)
        _check_carts(p, seat)
    retired = [tavern for tavern in p.taverns if tavern != NOT_RETIRED]
    assert len(set(retired)) == len(retired)
    lines = score_sheet(p)
    for seat in range(p.seats):
        counted = sum(line.points[seat] for line in lines if line.counts)
        assert counted == scoring.total(p, seat)


def _check_dice(p: SaltfjordPosition) -> None:
    if p.table.solo:
        pool = [sum(1 for face in p.solo_dice[colour::2] if face) for colour in (WHITE, ORANGE)]
    else:
        pool = [sum(p.pool[:6]), sum(p.pool[6:])]
    taken = [sum(p.dice_taken[colour::2]) for colour in (WHITE, ORANGE)]
    assert pool[WHITE] + taken[WHITE] == p.table.white
    assert pool[ORANGE] + taken[ORANGE] == p.table.orange[p.round - 1]
    for seat in range(p.seats):
        assert p.dice_taken[of_colour(seat, WHITE)] <= p.table.box.white_limit
        assert p.dice_taken[of_colour(seat, ORANGE)] <= p.round
        pieces = p.pieces_in(seat)
        standing = sum(1 for piece in pieces if piece >= FIRST_DIE_PIECE)
        assert standing <= sum(p.dice_taken[of_colour(seat, 0) : of_colour(seat + 1, 0)])
        for cell, piece in enumerate(pieces):
            assert piece == NOTHING or p.is_building(seat, cell)


def _check_tiles(p: SaltfjordPosition) -> None:
    """Each tile is seen once; those of a shape are in stacks, on villages, or removed."""
    on_villages = [0] * len(SHAPES)
    seen: set[int] = set()
    for seat in range(p.seats):
        tiles = p.tiles_in(seat)
        mine = {tile for tile in tiles if NO_TILE < tile < TILE_COUNT}
        assert not mine & seen
        seen |= mine
        for tile in mine:
            on_villages[p.table.shape_of[tile]] += 1
            assert p.tiles_seen >> tile & 1
    for shape in range(len(SHAPES)):
        total = len(p.table.tiles_of[shape])
        there = sum(p.stack_left[stack] for stack in stacks_of(shape)) + on_villages[shape]
        assert there == total or (p.table.solo and there < total)
    for stack, top in enumerate(p.tops):
        assert top == NO_TILE or p.table.shape_of[top] == shape_in(stack)
        turning = any(isinstance(step, RevealTile) and step.stack == stack for step in p.stack)
        assert turning or (top == NO_TILE) == (p.stack_left[stack] == 0)


def _check_crates(p: SaltfjordPosition) -> None:
    turning = [step.stack for step in p.stack if isinstance(step, RevealCrate)]
    face_up = sum(1 for crate in p.market if crate != NO_CRATE)
    owned = sum(1 for place in p.crate_places if place >= 0)
    below = sum(p.crates_left)
    assert below + len(turning) + face_up + owned + p.crates_removed == CRATE_COUNT
    for stack in range(CRATE_STACKS):
        assert p.market[stack] != NO_CRATE or stack in turning or not p.crates_left[stack]
    for place, crates in enumerate(p.quays):
        assert crates == p.crate_places.count(place)


def _check_tokens(p: SaltfjordPosition) -> None:
    """Unseen and put-back tokens are those in the stacks; what is in hand counts there."""
    looking = [step for step in p.stack if isinstance(step, KeepToken)]
    for kind in range(TOKEN_TYPES):
        unseen = sum(p.unseen_tokens[token] for token in p.table.tokens_of[kind])
        stacks = range(kind, ZONES * TOKEN_TYPES, TOKEN_TYPES)
        back = sum(1 for stack in stacks if p.put_back[stack] != NO_TOKEN)
        seen = 0
        for step in looking:
            if step.stack % TOKEN_TYPES == kind:
                seen += 1 if p.put_back[step.stack] != NO_TOKEN else 2
        assert sum(p.token_left[stack] for stack in stacks) == unseen + back + seen
    for stack, token in enumerate(p.put_back):
        assert token == NO_TOKEN or p.token_left[stack] > 0
        known = any(p.known[seat] >> stack & 1 for seat in range(p.seats))
        assert token != NO_TOKEN or not known


def _check_abilities(p: SaltfjordPosition) -> None:
    choosing = any(isinstance(step, AbilityChoice) for step in p.stack)
    owned = 0
    for seat in range(p.seats):
        assert not owned & p.abilities[seat]
        owned |= p.abilities[seat]
        if not choosing:
            wanted = 2 if p.level(seat, CARPENTRY) >= 2 else 1
            assert p.abilities[seat].bit_count() == wanted
    assert not owned & p.board_abilities
    assert owned.bit_length() <= len(ABILITIES)
    if not choosing:
        taken = sum(1 for seat in range(p.seats) if p.level(seat, CARPENTRY) >= 2)
        assert p.board_abilities.bit_count() == 4 - taken


def _check_village(p: SaltfjordPosition, seat: int) -> None:
    printed = p.table.village(p.villages[seat])
    cells_of_tiles: dict[int, int] = {}
    for cell in range(CELLS):
        icon = p.icon(seat, cell)
        tile = p.tiles_at[in_village(seat, cell)]
        if printed[cell] != EMPTY:
            assert icon == printed[cell]
            assert tile == NO_TILE
        assert (icon == EMPTY) == (printed[cell] == EMPTY and tile == NO_TILE)
        if tile != NO_TILE:
            cells_of_tiles[tile] = cells_of_tiles.get(tile, 0) + 1
    for tile, cells in cells_of_tiles.items():
        assert cells == (2 if tile >= START_TILE else len(p.table.icons_of[tile]))
    assert sum(1 for tile in cells_of_tiles if tile >= START_TILE) == 1


def _check_people(p: SaltfjordPosition, seat: int) -> None:
    pieces = p.pieces_in(seat)
    assert p.workers[seat] + pieces.count(WORKER_PIECE) == p.workers_owned(seat)
    craft = p.level(seat, CRAFT)
    assert p.workers_owned(seat) == (1 if craft < 2 else 2 if craft == 2 else 3)
    assert all(0 <= level <= TOP for level in p.levels(seat))


def _check_boat(p: SaltfjordPosition, seat: int) -> None:
    boat = p.boat_of(seat)
    aboard = sum(1 for token in boat if token != NO_TOKEN)
    in_hand = any(
        isinstance(step, DrawToken | LookAtTwo | KeepToken | TokenSpace) for step in p.stack
    )
    assert 0 <= p.zones[seat] <= ZONES
    assert aboard <= p.zones[seat] or in_hand
    assert aboard <= p.caught[seat]
    assert p.boat_is_upgraded(seat) or boat[DOUBLE_SPACE] == NO_TOKEN
    assert p.boat_is_upgraded(seat) or aboard <= p.table.box.basic_spaces


def _check_carts(p: SaltfjordPosition, seat: int) -> None:
    first, second = p.carts_of(seat)
    if not p.table.carts:
        assert first == second == NO_CART
        return
    assert 0 <= first < CELLS
    assert second == CART_ON_TILE or 0 <= second < CELLS
    assert first != second
