"""End of the game: bonuses, totals and ranks.  SO-12"""

from __future__ import annotations

from quarterdeck.games.salty_ocean.names import (
    BUILDING_COUNT,
    HOTEL,
    MACLOU,
    PHARE,
    SALLE,
    SHIP_COUNT,
    UNBUILT,
    VITRAUX,
    ship_at,
    space_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition


def cathedral_bonus(p: SaltyPosition, seat: int) -> int:
    """SO-10.23"""
    return p.table.cathedral[p.cathedral[seat]]


def vitraux_bonus(p: SaltyPosition, seat: int) -> int:
    """SO-10.24"""
    return p.space_value(seat, VITRAUX)


def maclou_bonus(p: SaltyPosition, seat: int) -> int:
    """SO-10.22"""
    return p.space_value(seat, MACLOU)


def fleet(p: SaltyPosition, seat: int) -> int:
    """Ships owned, wherever they are."""
    return sum(1 for ship in range(SHIP_COUNT) if p.place[ship_at(seat, ship)] != UNBUILT)


def lighthouse_bonus(p: SaltyPosition, seat: int) -> int:
    """SO-10.12"""
    if not p.owns(seat, PHARE):
        return 0
    return p.table.lighthouse_per_ship * fleet(p, seat)


def hall_buildings(p: SaltyPosition, seat: int) -> int:
    """Own buildings as the Hôtel de Ville counts them.  SO-10.33, SO-10.34"""
    count = 1 if p.cathedral[seat] > 0 else 0
    first = space_at(seat, 0)
    spaces = p.space
    for place in range(first, first + BUILDING_COUNT):
        if spaces[place] > 0:
            count += 1
    return count


def hall_bonus(p: SaltyPosition, seat: int) -> int:
    """SO-10.32"""
    space = p.space[space_at(seat, HOTEL)]
    if space == 0:
        return 0
    return p.table.hall_bonus[space] + hall_buildings(p, seat) // p.table.hall_per[space]


def bonus(p: SaltyPosition, seat: int) -> int:
    """Everything added to the coins at the end.  SO-12.1"""
    return (
        cathedral_bonus(p, seat)
        + vitraux_bonus(p, seat)
        + hall_bonus(p, seat)
        + maclou_bonus(p, seat)
        + lighthouse_bonus(p, seat)
    )


def total(p: SaltyPosition, seat: int) -> int:
    """Coins and bonuses, as if the game ended now.  SO-12.1 to SO-12.5"""
    return p.coins[seat] + bonus(p, seat)


def totals(p: SaltyPosition) -> list[int]:
    return [total(p, seat) for seat in range(p.seats)]


def tiebreak_buildings(p: SaltyPosition, seat: int) -> int:
    """SO-12.7: Saline and Dépôt count for everybody, the Salle des Coffres for nobody."""
    count = hall_buildings(p, seat) + 2
    return count - 1 if p.owns(seat, SALLE) else count


def ranking(p: SaltyPosition) -> list[int]:
    """Ranks from 1; equal players share a rank.  SO-12.5 to SO-12.9"""
    keys = [(total(p, seat), tiebreak_buildings(p, seat)) for seat in range(p.seats)]
    return [1 + sum(1 for other in keys if other > mine) for mine in keys]
