"""The end of the game, item by item.  SF-16, SF-17"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    BOAT_SPACES,
    CELLS,
    CRATE_COUNT,
    DOMINO,
    DOUBLE_SPACE,
    EMPTY,
    FISH,
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
    doubles = p.table.options["final_unload_x2"] == "true"
    points = 0
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            worth = p.table.box.token_points[token]
            points += 2 * worth if doubles and space == DOUBLE_SPACE else worth
    return points


def fish_at_the_end(p: SaltfjordPosition, seat: int) -> int:
    """All goods, those still on the boat included, sold for fish.  SF-16.2, SF-16.4"""
    goods = p.store(seat)
    for space in range(BOAT_SPACES):
        token = p.boat[on_boat(seat, space)]
        if token != NO_TOKEN:
            for kind in range(KINDS):
                goods[kind] += p.table.box.token_goods[token][kind]
    fish = goods[FISH]
    for kind in range(FISH):
        fish += goods[kind] * p.table.sells_for[kind]
    return fish


def fish_points(p: SaltfjordPosition, seat: int) -> int:
    """Step 2.  SF-16.4"""
    return fish_at_the_end(p, seat) // p.table.box.fish_per_point


def crate_sets(p: SaltfjordPosition, seat: int) -> int:
    """Step 3.  SF-16.5"""
    return p.table.box.set_points * min(p.crates(seat))


def crate_points(p: SaltfjordPosition, seat: int) -> int:
    """Step 4.  SF-16.6"""
    points = 0
    for crate in range(CRATE_COUNT):
        place = p.crate_places[crate]
        if place >= 0 and seat_at_quay(place) == seat:
            points += p.table.box.crate_points[crate]
    return points


def tech_row(p: SaltfjordPosition, seat: int, track: int) -> int:
    """SF-16.7"""
    return p.table.box.track_points[p.level(seat, track)]


def tech_rows(p: SaltfjordPosition, seat: int) -> int:
    """Step 5.  SF-16.7"""
    return sum(tech_row(p, seat, track) for track in range(TRACK_COUNT))


def track_tile(p: SaltfjordPosition, seat: int, track: int) -> int:
    """The end tile of a track whose top was reached.  SF-16.8"""
    tile = p.score_tiles[track]
    if p.level(seat, track) < TOP or tile >= SCORE_NOW_POINTS:
        return 0
    return tile_worth(p, seat, tile)


def score_tiles(p: SaltfjordPosition, seat: int) -> int:
    return sum(track_tile(p, seat, track) for track in range(TRACK_COUNT))


def tiles_by_shape(p: SaltfjordPosition, seat: int, large: bool) -> int:
    """Tiles from the stacks on a village: large ones, or small and one-cell ones."""
    seen = 0
    for tile in p.tiles_in(seat):
        if NO_TILE < tile < TILE_COUNT and (p.table.shape_of[tile] > DOMINO) == large:
            seen |= 1 << tile
    return seen.bit_count()


def complete_rows(p: SaltfjordPosition, seat: int) -> int:
    rows = 0
    for first in range(seat * CELLS, (seat + 1) * CELLS, SIDE):
        cell = first
        while cell < first + SIDE and p.icons[cell] != EMPTY:
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
        return box.score_crates * sum(p.crates(seat))
    if tile == 4:
        return box.score_best_quay * max(p.crates(seat))
    if tile == 5:
        return box.score_tech * sum(p.levels(seat))
    if tile == 6:
        icons = p.village(seat)
        return box.score_actions * sum(1 for icon in icons if ORDER <= icon < WALK)
    if tile == 7:
        return box.score_tokens * p.caught[seat]
    return box.score_people * (p.workers_owned(seat) + p.abilities[seat].bit_count())


def cart_points(p: SaltfjordPosition, seat: int) -> int:
    """SF-18.16"""
    points = 0
    for cart in p.carts_of(seat):
        if cart >= 0:
            points += (cart // SIDE + 1) * (cart % SIDE + 1)
    return points


def special_points(p: SaltfjordPosition, seat: int) -> int:
    """SF-19.14"""
    if p.table.options["solo_special_scoring"] != "counted":
        return 0
    return sum(tile_worth(p, seat, tile) for tile in p.special_tiles)


def total(p: SaltfjordPosition, seat: int) -> int:
    return (
        noted(p, seat)
        + tokens_on_board(p, seat)
        + fish_points(p, seat)
        + crate_sets(p, seat)
        + crate_points(p, seat)
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
