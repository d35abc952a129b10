"""What a captain may know, as numbers.

Points are counted in eighties, about what a master ends with; money in forties; what has a few
levels, from 0 to 1. Ways are counted in Navigations of the ship as it is, in the wind to expect.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.chart import CELL_OF, LAIR, PORT, SITE
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    BRANCH_COUNT,
    BRANCHES,
    CORSAIR,
    DISCOVERY,
    FAMILY_COUNT,
    FIRST_PIRATE,
    LINE_COUNT,
    PIRACY,
    PIRATE_COUNT,
    PIRATES,
    PORTS,
    RARITIES,
    RARITY_COUNT,
    REINFORCEMENT,
    RESOURCE_COUNT,
    RESOURCES,
    SHIPYARD,
    SIDE,
    SITES,
    branch_at,
    cargo_at,
    pile_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.scoring import total
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.worth import Worth
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import clip

MOST_SEATS: Final = 4
# What a master ends with, about
POINTS: Final = 80.0
MONEY: Final = 40.0
SAILORS: Final = 10.0
PORT_COUNT: Final = 5

SEAT_COUNTS: Final = ("two", "three", "four")
ONCE: Final = ("shipyard", "academy", "discovery", "piracy", "reinforcement")
ONCE_ACTIONS: Final = (SHIPYARD, ACADEMY, DISCOVERY, PIRACY, REINFORCEMENT)
# How many lines of the score sheet each has: see `LINES`
SOURCES: Final = ("trade", "combat", "piracy", "discovery")
LINES_OF_SOURCE: Final = (3, 3, 1, 3)


def _pirate(name: str) -> list[Feature]:
    return [
        Feature(f"{name}.sailors", 0, 3, "sailors that can board, in tens"),
        Feature(f"{name}.cannons", 0, 3, "sound cannons, in fours"),
        Feature(f"{name}.sails", 0, 3, "movement points, in tens"),
        Feature(f"{name}.money", 0, 5, "money, in tens"),
        Feature(f"{name}.treasure", 0, 5, "treasure in its lair, in tens"),
        Feature(f"{name}.free", 0, 1, "somebody may still send it out in this round"),
    ]


OF_TABLE: Final = [
    *flags("seats", SEAT_COUNTS, "how many play"),
    Feature("rounds", 0, 1, "rounds of the game, in eights"),
    Feature("rounds_left", 0, 1, "rounds to come after this one, in eights"),
    Feature("last_round", 0, 1, "this is the last round"),
    Feature("building", 0, 1, "the map is not finished"),
    Feature("bidding", 0, 1, "somebody has still to bid in this round"),
    Feature("idle", 0, 1, "nobody has anything left to do in this round"),
    Feature("crews_of_three", 0, 1, "option sailors_per_cannon"),
    Feature("alternates", 0, 1, "option action_order"),
    *amounts("slots", RESOURCES, 0, 2, "free slots of a market column, in fours"),
    *amounts("next_slot", RESOURCES, 0, 5, "points of the next free slot, in sixes"),
    *amounts("sale", RESOURCES, 0, 5, "what a cube sells for now, in points, in tens"),
    *amounts("margin", RESOURCES, -2, 5, "the same less the price of a cube, in fives"),
    *[feature for pirate in PIRATES for feature in _pirate(pirate)],
    *amounts("piles", RARITIES, 0, 3, "tokens on all sites, in fifteens"),
    Feature("sites", 0, 1, "sites with tokens left, of all"),
    Feature("hidden_value", 0, 3, "what the tokens on board bring, seen by their owner, in tens"),
    *amounts("paired", RARITIES, 0, 3, "families landed that lack this rarity, in fives"),
]

OF_SEAT: Final = [
    Feature("present", 0, 1, "somebody has this seat"),
    Feature("acts", 0, 1, "it is this seat's turn"),
    Feature("tokens", 0, 2, "action tokens they can still use in this round, in fours"),
    Feature("place", 0, 1, "their place in the turn order, from 0, in threes"),
    Feature("bid", 0, 2, "their bid in this round, in sixes"),
    Feature("has_bid", 0, 1, "they have bid in this round"),
    Feature("reinforced", 0, 1, "they have a further token in the next round"),
    *flags("used", ONCE, "an action that may be taken once a round is taken"),
    Feature("money", 0, 5, "money, in forties"),
    Feature("short", 0, 1, "money that is missing to twelve, of twelve"),
    Feature("points", 0, 4, "victory points, in eighties"),
    Feature("total", 0, 4, "points and money as if the game ended now, in eighties"),
    *advised(Feature("worth", -1, 4, "what advice expects them to end with, in eighties")),
    Feature("ahead", -4, 4, "total less the best total of the others, in eighties"),
    *amounts("source", SOURCES, 0, 4, "points so far by where they come from, in eighties"),
    Feature("corsair", 0, 1, "their ship is a Corsair"),
    Feature("extended", 0, 1, "it has a larger hold"),
    Feature("bonus", 0, 2, "sails bought, in fours"),
    Feature("cannons", 0, 3, "sound cannons, in fours"),
    Feature("sail_damage", 0, 3, "damage to sails, in fours"),
    Feature("leaks", 0, 3, "leaks, in fours"),
    Feature("cannon_damage", 0, 3, "damage to cannons, in fours"),
    Feature("sailors", 0, 2, "sailors not kept at a leak, in tens"),
    Feature("sails", 0, 2, "full sails without damage, in tens"),
    Feature("reach", 0, 2, "points of a Navigation with everybody rested, in tens"),
    Feature("ready", 0, 2, "points of a Navigation at once, in tens; 0 without a token"),
    Feature("boarders", 0, 2, "who would board, everybody rested, in tens"),
    Feature("crew_size", 0, 2, "sailors a cannon takes, in twos"),
    Feature("room", 0, 2, "free spaces for cargo, in tens"),
    *amounts("cargo", RESOURCES, 0, 4, "cubes on board, in fours"),
    Feature("cubes", 0, 2, "cubes on board, in tens"),
    Feature("cargo_value", 0, 4, "what they would sell for, in points, in twenties"),
    *advised(
        Feature("hopes", -1, 4, "what advice expects of cargo and voyages, in twenties"),
        *amounts("fetching", PORTS, 0, 4, "what the goods of a port promise, in tens"),
    ),
    Feature("aboard", 0, 3, "discoveries on board, in fives"),
    *amounts("carried", RARITIES, 0, 3, "discoveries on board, in fives"),
    Feature("landed", 0, 3, "discoveries landed, in tens"),
    Feature("open_sites", 0, 1, "sites where they may discover something, of all"),
    *amounts("level", BRANCHES, 0, 1, "level of a specialist, in threes"),
    *flags("leads", BRANCHES, "they hold the leader card"),
    Feature("untrained", 0, 2, "specialists without a branch, in twos"),
    Feature("extra_sale", 0, 1, "they have an extra sale left in this round"),
    Feature("fought", 0, 1, "their ship has fought in this round"),
    Feature("bound", 0, 1, "they wait out a storm"),
    Feature("at_sea", 0, 1, "their ship is at sea"),
    Feature("on_site", 0, 1, "it is on a site where they may discover something"),
    *flags("in_port", PORTS, "it lies in a port"),
    *amounts("way", PORTS, 0, 4, "Navigations to a port, in twos"),
    Feature("site_way", 0, 4, "Navigations to the nearest site they may discover on, in twos"),
    Feature("next_site_way", 0, 4, "the same for the second nearest"),
    Feature("pirate_near", 0, 1, "cells to the nearest pirate, in fours"),
    Feature("pirates_near", 0, 1, "pirates within two cells, in fours"),
    Feature(
        "hunted", 0, 2, "most boarders of a rival's Corsair or pirate within three cells, in tens"
    ),
    Feature("prey", 0, 1, "rivals within three cells who board with fewer, in threes"),
]

FEATURES: Final = FeatureSet(OF_TABLE, OF_SEAT, MOST_SEATS, POINTS, ("worth", POINTS))
ABSENT: Final = [0.0] * FEATURES.seat_size
ABSENT_FACTS: Final = [0.0] * FEATURES.facts.seat_size


def is_at_rest(p: MasterPosition) -> bool:
    """Between actions and between bids; what happens inside one is not told by the numbers."""
    top = p.stack[-1]
    return isinstance(top, Action) or isinstance(top, Bid)  # noqa: SIM101  # compiles to less


def encode(p: MasterPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    order = p.order if len(p.order) == seats else list(range(seats))
    totals = [total(p, seat) for seat in range(seats)]
    blocks = [_tell_seat(p, seat, order, totals, advice) for seat in range(seats)]
    shared = _tell_table(p)
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        _tell_own_tokens(p, viewer, rows)
        place = order.index(viewer)
        for i in range(seats):
            rows += blocks[order[(place + i) % seats]]
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


def _is_bidding(p: MasterPosition) -> bool:
    return p.round > 1 and NO_BID in p.bids


def _tokens_left(p: MasterPosition, seat: int) -> int:
    return 0 if p.ended >> seat & 1 and not _is_bidding(p) else p.tokens[seat]


def _who_acts(p: MasterPosition, order: list[int]) -> int:
    """Whose turn it is, or will be if the one who acts has nothing left to do; -1: nobody's."""
    if not p.round or _is_bidding(p):
        return -1
    for i in range(p.seats):
        place = p.mover + i
        if place >= p.seats:
            if not p.table.alternates:
                break
            place -= p.seats
        if _tokens_left(p, order[place]):
            return order[place]
    return -1


def _tell_table(p: MasterPosition) -> list[float]:
    """What is the same for everybody."""
    table = p.table
    box = table.box
    row: list[float] = [0.0] * len(SEAT_COUNTS)
    row[p.seats - 2] = 1.0
    row.append(table.rounds / 8.0)
    row.append((table.rounds - p.round) / 8.0)
    row.append(1.0 if table.rounds == p.round else 0.0)
    row.append(0.0 if p.round else 1.0)
    row.append(1.0 if _is_bidding(p) else 0.0)
    left = 0
    for seat in range(p.seats):
        left += _tokens_left(p, seat)
    row.append(0.0 if left or not p.round else 1.0)
    row.append(1.0 if table.crew == 3 else 0.0)
    row.append(1.0 if table.alternates else 0.0)
    per_vp = float(box.money_per_vp)
    free: list[float] = []
    following: list[float] = []
    sale: list[float] = []
    margin: list[float] = []
    for good in range(RESOURCE_COUNT):
        slots = table.slots[good]
        filled = p.filled[good]
        points = 0
        if filled < len(slots):
            points = slots[filled]
            value = points + table.sale[good] / per_vp
        else:
            value = box.vp_black_market + table.black_market[good] / per_vp
        free.append(clip((len(slots) - filled) / 4.0, 0.0, 2.0))
        following.append(clip(points / 6.0, 0.0, 5.0))
        sale.append(clip(value / 10.0, 0.0, 5.0))
        margin.append(clip((value - table.purchase[good] / per_vp) / 5.0, -2.0, 5.0))
    row += free
    row += following
    row += sale
    row += margin
    _tell_pirates(p, row)
    sites = 0
    piles = [0] * RARITY_COUNT
    for site in range(SITES):
        if _has_tokens(p, site):
            sites += 1
        for rarity in range(RARITY_COUNT):
            piles[rarity] += p.pile[pile_at(site, rarity)]
    for rarity in range(RARITY_COUNT):
        row.append(clip(piles[rarity] / 15.0, 0.0, 3.0))
    row.append(sites / float(SITES))
    return row


def _has_tokens(p: MasterPosition, site: int) -> bool:
    first = pile_at(site, 0)
    return p.pile[first] + p.pile[first + 1] + p.pile[first + 2] > 0


def _tell_pirates(p: MasterPosition, row: list[float]) -> None:
    for pirate in range(PIRATE_COUNT):
        sailors = p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate]
        cannons = p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate]
        sails = p.pirate_sails[pirate] - p.pirate_sail_damage[pirate]
        row.append(clip(sailors / SAILORS, 0.0, 3.0))
        row.append(clip(cannons / 4.0, 0.0, 3.0))
        row.append(clip(sails / 10.0, 0.0, 3.0))
        row.append(clip(p.pirate_money[pirate] / 10.0, 0.0, 5.0))
        row.append(clip(p.treasure[pirate] / 10.0, 0.0, 5.0))
        taken = p.control[pirate] >= 0 or p.stuck >> pirate & 1
        row.append(0.0 if taken else 1.0)


def _tell_own_tokens(p: MasterPosition, viewer: int, row: list[float]) -> None:
    """What only the owner knows of the tokens on board, and what would go with those landed."""
    value = Worth(p, viewer).discoveries(p) if p.round and p.aboard[viewer] else 0.0
    row.append(clip(value / 10.0, 0.0, 3.0))
    first = token_at(viewer, 0)
    for rarity in range(RARITY_COUNT):
        lacking = 0
        for family in range(FAMILY_COUNT):
            if p.landed[first + token_kind(rarity, family)]:
                continue
            for other in range(RARITY_COUNT):
                if p.landed[first + token_kind(other, family)]:
                    lacking += 1
                    break
        row.append(lacking / 5.0)


def _tell_seat(
    p: MasterPosition, seat: int, order: list[int], totals: list[int], advice: bool
) -> list[float]:
    """One player, as everybody sees them."""
    row: list[float] = [1.0]
    _tell_turn(p, seat, order, row)
    worth: Worth | None = Worth(p, seat, True) if p.round else None
    _tell_points(p, seat, totals, row)
    if advice:
        hope = worth.total(p) if worth is not None else 0.0
        row.append(clip(hope / POINTS, -1.0, 4.0))
    _tell_lead(p, seat, totals, row)
    _tell_ship(p, seat, row)
    _tell_cargo(p, seat, worth, row)
    if advice:
        _tell_hopes(p, worth, row)
    _tell_discoveries(p, seat, row)
    _tell_specialists(p, seat, row)
    if worth is None:
        row += [0.0] * ((len(ABSENT) if advice else len(ABSENT_FACTS)) - len(row))
    else:
        _tell_place(p, seat, worth, row)
        _tell_dangers(p, seat, row)
    return row


def _tell_turn(p: MasterPosition, seat: int, order: list[int], row: list[float]) -> None:
    tokens = _tokens_left(p, seat)
    place = order.index(seat)
    bid = p.bids[seat]
    if _is_bidding(p) and bid != NO_BID:
        # Who has bid more will come before
        place = 0
        for other in p.bids:
            if other > bid:
                place += 1
    row.append(1.0 if _who_acts(p, order) == seat else 0.0)
    row.append(clip(tokens / 4.0, 0.0, 2.0))
    row.append(place / 3.0)
    row.append(clip(bid / 6.0, 0.0, 2.0) if bid != NO_BID else 0.0)
    row.append(1.0 if bid != NO_BID else 0.0)
    row.append(1.0 if p.reinforced >> seat & 1 else 0.0)
    for action in ONCE_ACTIONS:
        row.append(1.0 if p.used[seat] >> action & 1 else 0.0)


def _tell_points(p: MasterPosition, seat: int, totals: list[int], row: list[float]) -> None:
    money = p.money[seat]
    row.append(clip(money / MONEY, 0.0, 5.0))
    row.append(clip((12.0 - money) / 12.0, 0.0, 1.0))
    row.append(clip(p.vp[seat] / POINTS, 0.0, 4.0))
    row.append(clip(totals[seat] / POINTS, 0.0, 4.0))


def _tell_lead(p: MasterPosition, seat: int, totals: list[int], row: list[float]) -> None:
    """How far ahead they are, and with what."""
    best = -1000
    for other in range(p.seats):
        if other != seat and totals[other] > best:
            best = totals[other]
    row.append(clip((totals[seat] - best) / POINTS, -4.0, 4.0))
    line = seat * LINE_COUNT
    for lines in LINES_OF_SOURCE:
        points = 0
        for _ in range(lines):
            points += p.lines[line]
            line += 1
        row.append(clip(points / POINTS, 0.0, 4.0))


def _tell_ship(p: MasterPosition, seat: int, row: list[float]) -> None:
    sailors = p.able(seat)
    row.append(1.0 if p.kind[seat] == CORSAIR else 0.0)
    row.append(1.0 if p.extended >> seat & 1 else 0.0)
    row.append(clip(p.bonus[seat] / 4.0, 0.0, 2.0))
    row.append(clip((p.cannons(seat) - p.cannon_damage[seat]) / 4.0, 0.0, 3.0))
    row.append(clip(p.sail_damage[seat] / 4.0, 0.0, 3.0))
    row.append(clip(p.leaks[seat] / 4.0, 0.0, 3.0))
    row.append(clip(p.cannon_damage[seat] / 4.0, 0.0, 3.0))
    row.append(clip(sailors / SAILORS, 0.0, 2.0))
    row.append(clip((p.full_sails(seat) - p.sail_damage[seat]) / 10.0, 0.0, 2.0))
    row.append(clip(min(sailors, p.capacity(seat)) / 10.0, 0.0, 2.0))
    ready = p.points(seat) if _tokens_left(p, seat) else 0
    row.append(clip(ready / 10.0, 0.0, 2.0))
    row.append(clip(min(sailors, p.table.deck[p.kind[seat]]) / SAILORS, 0.0, 2.0))
    row.append(clip(p.crew_size(seat) / 2.0, 0.0, 2.0))
    row.append(clip(p.room(seat) / 10.0, 0.0, 2.0))


def _tell_cargo(p: MasterPosition, seat: int, worth: Worth | None, row: list[float]) -> None:
    first = cargo_at(seat, 0)
    value = 0.0
    for good in range(RESOURCE_COUNT):
        held = p.cargo[first + good]
        row.append(clip(held / 4.0, 0.0, 4.0))
        if worth is not None:
            for ahead in range(held):
                value += worth.sale(p, good, ahead)
    row.append(clip(p.cubes(seat) / 10.0, 0.0, 2.0))
    row.append(clip(value / 20.0, 0.0, 4.0))


def _tell_hopes(p: MasterPosition, worth: Worth | None, row: list[float]) -> None:
    """What advice expects of cargo and voyages."""
    row.append(clip(worth.hopes(p) / 20.0, -1.0, 4.0) if worth is not None else 0.0)
    for port in range(PORT_COUNT):
        promise = worth.fetching(p, port) if worth is not None else 0.0
        row.append(clip(promise / 10.0, 0.0, 4.0))


def _tell_discoveries(p: MasterPosition, seat: int, row: list[float]) -> None:
    row.append(clip(p.aboard[seat] / 5.0, 0.0, 3.0))
    at = token_at(seat, 0)
    for rarity in range(RARITY_COUNT):
        count = 0
        for family in range(FAMILY_COUNT):
            count += p.carried[at + token_kind(rarity, family)]
        row.append(clip(count / 5.0, 0.0, 3.0))
    landed = 0
    for kind in range(RARITY_COUNT * FAMILY_COUNT):
        landed += p.landed[at + kind]
    row.append(clip(landed / 10.0, 0.0, 3.0))
    sites = 0
    for site in range(SITES):
        if _may_discover(p, seat, site):
            sites += 1
    row.append(sites / float(SITES))


def _may_discover(p: MasterPosition, seat: int, site: int) -> bool:
    return not p.markers[seat] >> site & 1 and _has_tokens(p, site)


def _tell_specialists(p: MasterPosition, seat: int, row: list[float]) -> None:
    first = branch_at(seat, 0)
    for branch in range(BRANCH_COUNT):
        row.append(p.level[first + branch] / 3.0)
    for branch in range(BRANCH_COUNT):
        row.append(1.0 if p.leaders[branch] == seat else 0.0)
    row.append(clip(p.untrained[seat] / 2.0, 0.0, 2.0))
    trader = p.level[first + BRANCH_COUNT - 1] == 3
    row.append(1.0 if trader and not p.extra_sold >> seat & 1 else 0.0)
    row.append(1.0 if p.fought >> seat & 1 else 0.0)
    row.append(1.0 if p.bound >> seat & 1 else 0.0)


def _tell_place(p: MasterPosition, seat: int, worth: Worth, row: list[float]) -> None:
    chart = p.chart
    place = p.place[seat]
    cell = CELL_OF[place]
    row.append(1.0 if place < SITE else 0.0)
    on_site = SITE <= place < PORT and _may_discover(p, seat, chart.site_at[cell])
    row.append(1.0 if on_site else 0.0)
    port_here = chart.port_at[cell] if PORT <= place < LAIR else -1
    for port in range(PORT_COUNT):
        row.append(1.0 if port == port_here else 0.0)
    reach = float(max(1, min(p.able(seat), p.capacity(seat))))
    for port in range(PORT_COUNT):
        row.append(clip(worth.points_to_port(port, place) / reach / 2.0, 0.0, 4.0))
    nearest = second = 8.0
    for site in range(SITES):
        if _may_discover(p, seat, site):
            way = worth.points_to(SITE + chart.site_cell[site], place) / reach
            if way < nearest:
                second = nearest
                nearest = way
            elif way < second:
                second = way
    row.append(clip(nearest / 2.0, 0.0, 4.0))
    row.append(clip(second / 2.0, 0.0, 4.0))


def _apart(cell: int, other: int) -> int:
    return max(abs(cell // SIDE - other // SIDE), abs(cell % SIDE - other % SIDE))


def _tell_dangers(p: MasterPosition, seat: int, row: list[float]) -> None:
    cell = CELL_OF[p.place[seat]]
    nearest = 4
    near = 0
    hunters = 0
    for pirate in range(PIRATE_COUNT):
        apart = _apart(cell, CELL_OF[p.place[FIRST_PIRATE + pirate]])
        nearest = min(nearest, apart)
        if apart <= 2:
            near += 1
        if apart <= 3:
            hunters = max(hunters, p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate])
    own = min(p.able(seat), p.table.deck[p.kind[seat]])
    prey = 0
    for other in range(p.seats):
        if other != seat and _apart(cell, CELL_OF[p.place[other]]) <= 3:
            boarders = min(p.able(other), p.table.deck[p.kind[other]])
            if p.kind[other] == CORSAIR:
                hunters = max(hunters, boarders)
            if boarders < own:
                prey += 1
    row.append(nearest / 4.0)
    row.append(near / 4.0)
    row.append(clip(hunters / SAILORS, 0.0, 2.0))
    row.append(prey / 3.0)
