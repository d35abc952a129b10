"""The end of the game, item by item.  RS-15"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.chart import BIT
from quarterdeck.games.rolling_seas.names import NO_CELL, PORT_COUNT
from quarterdeck.games.rolling_seas.position import RollingPosition

NO_TITLE: Final = 0


def port_renown(p: RollingPosition, seat: int, number: int) -> int:
    """What the n-th telling (from 0) has brought."""
    renown = p.captains[seat].renown
    return renown[number] if number < len(renown) else 0


def all_port_renown(p: RollingPosition, seat: int) -> int:
    """What all tellings have brought."""
    found = 0
    for renown in p.captains[seat].renown:
        found += renown
    return found


def final_story(p: RollingPosition, seat: int) -> int:
    """RS-15.1"""
    return p.captains[seat].story


def unmet_pirates(p: RollingPosition, seat: int) -> int:
    """RS-15.2"""
    met = p.table.pirates & p.captains[seat].trail
    unmet = p.table.pirate_count - (met.bit_count() if met else 0)
    return unmet * p.table.box.unmet_pirates


def end_port(p: RollingPosition, seat: int) -> int:
    """RS-15.3"""
    captain = p.captains[seat]
    if captain.cell == NO_CELL:
        return 0
    beside = p.table.ports_beside[captain.cell]
    if not beside:
        return 0
    return p.table.box.home_port if beside & BIT[captain.home] else p.table.box.any_port


# The stars, RS-15.4


def ship_stars(p: RollingPosition, seat: int) -> int:
    given = p.table.box.ship_stars
    found = 0
    for ship in range(p.captains[seat].ship + 1):
        found += given[ship]
    return found


def provision_stars(p: RollingPosition, seat: int) -> int:
    return p.table.box.provisions.stars(p.captains[seat].provisions_circled)


def gold_stars(p: RollingPosition, seat: int) -> int:
    return p.table.box.gold.stars(p.captains[seat].gold_circled)


def story_stars(p: RollingPosition, seat: int) -> int:
    return p.table.box.story.stars(p.captains[seat].story)


def cannon_stars(p: RollingPosition, seat: int) -> int:
    return p.table.box.cannons.stars(p.captains[seat].cannons)


def treasure_stars(p: RollingPosition, seat: int) -> int:
    return p.captains[seat].treasure


def port_stars(p: RollingPosition, seat: int) -> int:
    """RS-13.4"""
    return p.table.box.eight_ports if len(p.captains[seat].renown) == PORT_COUNT else 0


def stars(p: RollingPosition, seat: int) -> int:
    return (
        ship_stars(p, seat)
        + provision_stars(p, seat)
        + gold_stars(p, seat)
        + story_stars(p, seat)
        + cannon_stars(p, seat)
        + treasure_stars(p, seat)
        + port_stars(p, seat)
    )


def total(p: RollingPosition, seat: int) -> int:
    """RS-15.5"""
    ports = all_port_renown(p, seat)
    ends = final_story(p, seat) + unmet_pirates(p, seat) + end_port(p, seat)
    return ports + ends + stars(p, seat)


def ranking(p: RollingPosition) -> list[int]:
    """Ranks by score, then gold, then provisions; equal ones share.  RS-15.6, RS-15.7"""
    worth: list[tuple[int, int, int]] = []
    for seat in range(p.seats):
        captain = p.captains[seat]
        worth.append((total(p, seat), captain.gold, captain.provisions))
    return [1 + sum(1 for other in worth if other > mine) for mine in worth]


def title(p: RollingPosition) -> int:
    """The solo title from 1, or NO_TITLE where none is given.  RS-16.6, RS-16.7"""
    if p.seats > 1 or p.table.options["deck"] == "short":
        return NO_TITLE
    score = total(p, 0)
    return 1 + sum(1 for highest in p.table.box.titles if score > highest)
