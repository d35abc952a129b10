"""The end of the game, item by item.  SF-16, SF-17"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    CELLS,
    DOMINO,
    DOUBLE_SPACE,
    EMPTY,
    KINDS,
    NO_TILE,
    NO_TOKEN,
    ORDER,
    SCORE_NOW_POINTS,
    SIDE,
    TILE_COUNT,
    TOP,
    TRACK_COUNT,
    WALK,
)
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    from_source,
    in_store,
    on_boat,
    seat_at_quay,
)

NO_MEDAL: Final = 0


def earned(p: SaltfjordPosition, seat: int, source: int) -> int:
    """Points noted during the game, by where they came from."""
    return p.points[from_source(seat, source)]


def noted(p: SaltfjordPosition, seat: int) -> int:
    """The score marker during the game: everything noted so far."""
    return p.scored(seat)


def tokens_on_board(p: SaltfjordPosition, seat: int) -> int:
    """Step 1: what the tokens left on the boat are worth.  SF-16.2, SF-16.3"""
    points = 0
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            worth = p.table.box.token_points[token]
            doubles = space == DOUBLE_SPACE and p.table.doubles_at_the_end
            points += 2 * worth if doubles else worth
    return points


def fish_at_the_end(p: SaltfjordPosition, seat: int) -> int:
    """All goods, those still on the boat included, sold for fish.  SF-16.2, SF-16.4"""
    goods = p.goods
    sells_for = p.table.sells_for
    first = in_store(seat, 0)
    fish = 0
    for kind in range(KINDS):
        held = goods[first + kind]
        if held:
            fish += held * sells_for[kind]
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            fish += p.table.box.token_fish[token]
    return fish


def fish_points(p: SaltfjordPosition, seat: int) -> int:
    """Step 2.  SF-16.4"""
    return fish_at_the_end(p, seat) // p.table.box.fish_per_point


def crate_sets(p: SaltfjordPosition, seat: int) -> int:
    """Step 3.  SF-16.5"""
    return p.table.box.set_points * p.fewest_crates(seat)


def crate_points(p: SaltfjordPosition, seat: int) -> int:
    """Step 4.  SF-16.6"""
    return all_crate_points(p)[seat]


def all_crate_points(p: SaltfjordPosition) -> list[int]:
    """The same for every seat: crates are looked through once."""
    worth = p.table.box.crate_points
    points = [0] * p.seats
    for crate, place in enumerate(p.crate_places):
        if place >= 0:
            seat = seat_at_quay(place)
            points[seat] = points[seat] + worth[crate]
    return points


def tech_row(p: SaltfjordPosition, seat: int, track: int) -> int:
    """SF-16.7"""
    return p.table.box.track_points[p.level(seat, track)]


def tech_rows(p: SaltfjordPosition, seat: int) -> int:
    """Step 5.  SF-16.7"""
    points = 0
    for track in range(TRACK_COUNT):
        points += tech_row(p, seat, track)
    return points


def track_tile(p: SaltfjordPosition, seat: int, track: int) -> int:
    """The end tile of a track whose top was reached.  SF-16.8"""
    tile = p.score_tiles[track]
    if p.level(seat, track) < TOP or tile >= SCORE_NOW_POINTS:
        return 0
    return tile_worth(p, seat, tile)


def score_tiles(p: SaltfjordPosition, seat: int) -> int:
    points = 0
    for track in range(TRACK_COUNT):
        points += track_tile(p, seat, track)
    return points


def tiles_by_shape(p: SaltfjordPosition, seat: int, large: bool) -> int:
    """Tiles from the stacks on a village: large ones, or small and one-cell ones."""
    shape_of = p.table.shape_of
    seen = 0
    for tile in p.tiles_in(seat):
        if tile != NO_TILE and tile < TILE_COUNT and (shape_of[tile] > DOMINO) == large:
            seen |= 1 << tile
    return seen.bit_count()


def complete_rows(p: SaltfjordPosition, seat: int) -> int:
    icons = p.icons
    rows = 0
    for first in range(seat * CELLS, (seat + 1) * CELLS, SIDE):
        cell = first
        while cell < first + SIDE and icons[cell] != EMPTY:
            cell += 1
        if cell == first + SIDE:
            rows += 1
    return rows


def tile_worth(p: SaltfjordPosition, seat: int, tile: int) -> int:
    """What an end tile is worth for a player.  SF-17.1 to SF-17.9"""
    box = p.table.box
    if tile == 0:
        return box.score_large * tiles_by_shape(p, seat, True)
    if tile == 1:
        return box.score_small * tiles_by_shape(p, seat, False)
    if tile == 2:
        return box.score_rows * complete_rows(p, seat)
    if tile == 3:
        crates = 0
        for lie in p.crates(seat):
            crates += lie
        return box.score_crates * crates
    if tile == 4:
        most = 0
        for lie in p.crates(seat):
            most = max(most, lie)
        return box.score_best_quay * most
    if tile == 5:
        steps = 0
        for level in p.levels(seat):
            steps += level
        return box.score_tech * steps
    if tile == 6:
        actions = 0
        for icon in p.village(seat):
            if ORDER <= icon < WALK:
                actions += 1
        return box.score_actions * actions
    if tile == 7:
        return box.score_tokens * p.caught[seat]
    return box.score_people * (p.workers_owned(seat) + p.abilities[seat].bit_count())


def cart_points(p: SaltfjordPosition, seat: int) -> int:
    """SF-18.16"""
    if not p.table.carts:
        return 0
    points = 0
    for cart in p.carts_of(seat):
        if cart >= 0:
            points += (cart // SIDE + 1) * (cart % SIDE + 1)
    return points


def special_points(p: SaltfjordPosition, seat: int) -> int:
    """SF-19.14"""
    if not p.special_tiles or p.table.options["solo_special_scoring"] != "counted":
        return 0
    return sum(tile_worth(p, seat, tile) for tile in p.special_tiles)


def total(p: SaltfjordPosition, seat: int) -> int:
    return total_with(
        p,
        seat,
        noted(p, seat) + tokens_on_board(p, seat) + crate_points(p, seat),
        fish_at_the_end(p, seat),
    )


def total_with(p: SaltfjordPosition, seat: int, counted: int, fish: int) -> int:
    """The same for one who has counted steps 1 and 4 to what was noted, and the fish."""
    return (
        counted
        + fish // p.table.box.fish_per_point
        + crate_sets(p, seat)
        + tech_rows(p, seat)
        + score_tiles(p, seat)
        + cart_points(p, seat)
        + special_points(p, seat)
    )


def ranking(p: SaltfjordPosition) -> list[int]:
    """By points, then by the tavern further left.  SF-16.9 to SF-16.11"""
    worth = [(total(p, seat), -p.taverns[seat]) for seat in range(p.seats)]
    return [1 + sum(1 for other in worth if other > mine) for mine in worth]


# Solo, SF-19.13 to SF-19.16


def solo_won(p: SaltfjordPosition) -> bool:
    least = p.table.box.threshold
    return all(tile_worth(p, 0, tile) >= least for tile in p.special_tiles)


def medal(p: SaltfjordPosition) -> int:
    """The medal of a won solo game from 1, or NO_MEDAL."""
    if not p.table.solo or not solo_won(p):
        return NO_MEDAL
    score = medal_score(p)
    return sum(1 for least in p.table.box.medals if score >= least)


def medal_score(p: SaltfjordPosition) -> int:
    """The score the medals are read with: without the points of carts.  SF-19.16"""
    return total(p, 0) - cart_points(p, 0)
