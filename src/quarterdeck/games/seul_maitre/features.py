"""What a captain may know, as numbers.

Points are counted in eighties, about what a master ends with; money in forties; what has a few
levels, from 0 to 1. Ways are counted in Navigations of the ship as it is, in the wind to expect.
"""

from __future__ import annotations

from typing import Any, Final

from quarterdeck.games.seul_maitre.chart import CELL_OF, LAIR, PORT, SITE
from quarterdeck.games.seul_maitre.names import (
    ACADEMY,
    ATTACK_VP,
    BLACK_MARKET_VP,
    BRANCHES,
    CAPTAIN,
    CELL_COUNT,
    CORSAIR,
    DEFENCE_VP,
    DISCOVERY,
    DISCOVERY_VP,
    ENGINEER,
    FAMILY_COUNT,
    FAMILY_VP,
    FIRST_PIRATE,
    KNOWN,
    MARKET_VP,
    NAVIGATOR,
    NEW,
    PIRACY,
    PIRACY_VP,
    PIRATE_COUNT,
    PIRATES,
    PORTS,
    RARE,
    RARITIES,
    REINFORCEMENT,
    RESOURCE_COUNT,
    RESOURCES,
    SCIENTIST,
    SCIENTIST_VP,
    SHIPYARD,
    SIDE,
    SITES,
    TIE_VP,
    TOKEN_KINDS,
    TOP_LEVEL,
    TRADER,
    TRADER_VP,
    branch_at,
    cargo_at,
    line_at,
    pile_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.roads import Roads
from quarterdeck.games.seul_maitre.scoring import total
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.worth import (
    Worth,
    cube_worth,
    discoveries_worth,
    has_top_navigator,
    roads_to_expect,
)
from quarterdeck.kernel.features import Feature, FeatureSet, advised, amounts, flags
from quarterdeck.kernel.ranges import NO, YES, clip

MOST_SEATS: Final = 4
# What a master ends with, about
POINTS: Final = 80.0
PORT_COUNT: Final = 5

SEAT_COUNTS: Final = ("two", "three", "four")
ONCE: Final = ("shipyard", "academy", "discovery", "piracy", "reinforcement")
SOURCES: Final = ("trade", "combat", "piracy", "discovery")


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
# Where advice goes among what is told of a seat
ADVICE_AT: Final = [place for place, each in enumerate(OF_SEAT) if each.is_advice]
# How many numbers about a seat, the last ones, are about where its ship is
WHEREABOUTS: Final = 18
NOWHERE_YET: Final = [0.0] * WHEREABOUTS


def _parts(size: int, most: int) -> list[Any]:
    """By count from 0 on, how many times `size` it is, up to `most` times: made once, as a float
    made anew takes longer than all else about a number."""
    return [count / size for count in range(most * size + 1)]


HALVES: Final = _parts(2, 2)
THIRDS: Final = _parts(3, 1)
FOURTHS: Final = _parts(4, 4)
FIFTHS: Final = _parts(5, 3)
SIXTHS: Final = _parts(6, 5)
EIGHTHS: Final = _parts(8, 1)
TENTHS: Final = _parts(10, 5)
TWELFTHS: Final = _parts(12, 1)
FIFTEENTHS: Final = _parts(15, 3)
FORTIETHS: Final = _parts(40, 5)
EIGHTIETHS: Final = _parts(80, 4)
# By set of sites, as bits: how many of all there are
SHARE_OF_SITES: Final[list[Any]] = [sites.bit_count() / SITES for sites in range(1 << SITES)]


def _apart(cell: int, other: int) -> int:
    return max(abs(cell // SIDE - other // SIDE), abs(cell % SIDE - other % SIDE))


APART: Final = [[_apart(cell, other) for other in range(CELL_COUNT)] for cell in range(CELL_COUNT)]


def is_at_rest(p: MasterPosition) -> bool:
    """Between actions and between bids; what happens inside one is not told by the numbers."""
    top = p.stack[-1]
    return isinstance(top, Action) or isinstance(top, Bid)  # noqa: SIM101  # compiles to less


def encode(p: MasterPosition, viewers: list[int], advice: bool) -> list[float]:
    """One row for each viewer, as FEATURES declares it, or its facts alone."""
    seats = p.seats
    absent = ABSENT if advice else ABSENT_FACTS
    glance = Glance(p)
    blocks = [_tell_seat(p, seat, glance) for seat in range(seats)]
    if advice:
        for seat in range(seats):
            _add_advice(p, seat, blocks[seat])
    shared = _tell_table(p, glance)
    rows: list[float] = []
    for viewer in viewers:
        rows += shared
        rows += _tell_own_tokens(p, viewer)
        place = glance.place_of[viewer]
        for i in range(seats):
            rows += blocks[glance.order[(place + i) % seats]]
        for _ in range(MOST_SEATS - seats):
            rows += absent
    return rows


class Glance:
    """What the numbers about several seats need, worked out once."""

    def __init__(self, p: MasterPosition) -> None:
        seats = p.seats
        self.order = p.order if len(p.order) == seats else list(range(seats))
        self.place_of = [0] * seats
        for place in range(seats):
            self.place_of[self.order[place]] = place
        self.is_bidding = p.round > 1 and NO_BID in p.bids
        # By seat: tokens they can still use, sailors not kept at a leak, those who would board
        tokens: list[int] = []
        all_sailors: list[int] = []
        boarders: list[int] = []
        totals: list[int] = []
        # The best total and the next best, which may be the same
        best = -1000
        second = -1000
        for seat in range(seats):
            if p.ended >> seat & 1 and not self.is_bidding:
                tokens.append(0)
            else:
                tokens.append(p.tokens[seat])
            sailors = p.able(seat)
            all_sailors.append(sailors)
            boarders.append(min(sailors, p.table.deck[p.kind[seat]]))
            points = total(p, seat)
            totals.append(points)
            if points > best:
                second = best
                best = points
            elif points > second:
                second = points
        self.tokens = tokens
        self.sailors = all_sailors
        self.boarders = boarders
        self.totals = totals
        self.best = best
        self.second = second
        self.acting = self._who_acts(p)
        self.pirate_boarders = [
            p.pirate_sailors[pirate] - p.pirate_crew_damage[pirate]
            for pirate in range(PIRATE_COUNT)
        ]
        # By vessel
        self.cells = [CELL_OF[place] for place in p.place]
        # All sites with tokens left, as bits
        pile = p.pile
        sites = 0
        for site in range(SITES):
            first = pile_at(site, 0)
            if pile[first] or pile[first + 1] or pile[first + 2]:
                sites |= 1 << site
        self.sites = sites
        # By seat, once there is a map
        self.roads: list[Roads] = []
        if p.round:
            usual = roads_to_expect(p, False)
            for seat in range(seats):
                expert = has_top_navigator(p, seat)
                self.roads.append(roads_to_expect(p, True) if expert else usual)

    def _who_acts(self, p: MasterPosition) -> int:
        """Whose turn it is, or will be if the one who acts has nothing left to do; -1: nobody's."""
        if not p.round or self.is_bidding:
            return -1
        for i in range(p.seats):
            place = p.mover + i
            if place >= p.seats:
                if not p.table.alternates:
                    break
                place -= p.seats
            if self.tokens[self.order[place]]:
                return self.order[place]
        return -1


def _tell_table(p: MasterPosition, glance: Glance) -> list[float]:
    """What is the same for everybody."""
    table = p.table
    is_idle = p.round > 0
    for tokens in glance.tokens:
        if tokens:
            is_idle = False
    row: list[float] = [
        YES if p.seats == 2 else NO,
        YES if p.seats == 3 else NO,
        YES if p.seats == 4 else NO,
        EIGHTHS[table.rounds],
        EIGHTHS[table.rounds - p.round],
        YES if table.rounds == p.round else NO,
        NO if p.round else YES,
        YES if glance.is_bidding else NO,
        YES if is_idle else NO,
        YES if table.crew == 3 else NO,
        YES if table.alternates else NO,
    ]
    row += _tell_market(p)
    for pirate in range(PIRATE_COUNT):
        row += _tell_pirate(p, pirate, glance)
    known = 0
    rare = 0
    new = 0
    for site in range(SITES):
        first = pile_at(site, 0)
        known += p.pile[first + KNOWN]
        rare += p.pile[first + RARE]
        new += p.pile[first + NEW]
    row += [
        FIFTEENTHS[min(known, 45)],
        FIFTEENTHS[min(rare, 45)],
        FIFTEENTHS[min(new, 45)],
        SHARE_OF_SITES[glance.sites],
    ]
    return row


def _tell_market(p: MasterPosition) -> list[float]:
    table = p.table
    row: list[float] = [NO] * (4 * RESOURCE_COUNT)
    for good in range(RESOURCE_COUNT):
        filled = p.filled[good]
        margin = table.cube_margin[good][filled]
        row[good] = FOURTHS[min(len(table.slots[good]) - filled, 8)]
        row[RESOURCE_COUNT + good] = SIXTHS[min(table.next_slot[good][filled], 30)]
        row[2 * RESOURCE_COUNT + good] = clip(table.cube_points[good][filled] / 10.0, 0.0, 5.0)
        row[3 * RESOURCE_COUNT + good] = clip(margin / 5.0, -2.0, 5.0)
    return row


def _tell_pirate(p: MasterPosition, pirate: int, glance: Glance) -> list[float]:
    cannons = p.pirate_cannons[pirate] - p.pirate_cannon_damage[pirate]
    sails = p.pirate_sails[pirate] - p.pirate_sail_damage[pirate]
    return [
        TENTHS[min(glance.pirate_boarders[pirate], 30)],
        FOURTHS[min(cannons, 12)],
        TENTHS[min(sails, 30)],
        TENTHS[min(p.pirate_money[pirate], 50)],
        TENTHS[min(p.treasure[pirate], 50)],
        NO if p.control[pirate] >= 0 or p.stuck >> pirate & 1 else YES,
    ]


def _tell_own_tokens(p: MasterPosition, viewer: int) -> list[float]:
    """What only the owner knows of the tokens on board, and what would go with those landed."""
    value = discoveries_worth(p, viewer, False) if p.round and p.aboard[viewer] else 0.0
    lacks_known = 0
    lacks_rare = 0
    lacks_new = 0
    landed = p.landed
    known = token_at(viewer, token_kind(KNOWN, 0))
    rare = token_at(viewer, token_kind(RARE, 0))
    new = token_at(viewer, token_kind(NEW, 0))
    for family in range(FAMILY_COUNT):
        if landed[known + family] or landed[rare + family] or landed[new + family]:
            if not landed[known + family]:
                lacks_known += 1
            if not landed[rare + family]:
                lacks_rare += 1
            if not landed[new + family]:
                lacks_new += 1
    return [
        clip(value / 10.0, 0.0, 3.0) if value else NO,
        FIFTHS[lacks_known],
        FIFTHS[lacks_rare],
        FIFTHS[lacks_new],
    ]


def _tell_seat(p: MasterPosition, seat: int, glance: Glance) -> list[float]:
    """The facts about one player, as everybody sees them, in the order of OF_SEAT: a list written
    out whole takes a third of the time of one that grows."""
    kind = p.kind[seat]
    bid = p.bids[seat]
    has_bid = bid != NO_BID
    place = glance.place_of[seat]
    if has_bid and glance.is_bidding:
        # Who has bid more will come before
        place = 0
        for other in p.bids:
            if other > bid:
                place += 1
    used = p.used[seat]
    money = p.money[seat]
    own_total = glance.totals[seat]
    rival_total = glance.second if own_total == glance.best else glance.best
    lines = p.lines
    line = line_at(seat, 0)
    trade = lines[line + MARKET_VP] + lines[line + BLACK_MARKET_VP] + lines[line + TRADER_VP]
    combat = lines[line + ATTACK_VP] + lines[line + DEFENCE_VP] + lines[line + TIE_VP]
    discovery = lines[line + DISCOVERY_VP] + lines[line + FAMILY_VP] + lines[line + SCIENTIST_VP]
    sailors = glance.sailors[seat]
    sail_damage = p.sail_damage[seat]
    cannon_damage = p.cannon_damage[seat]
    sails = p.full_sails(seat) - sail_damage
    capacity = p.capacity(seat)
    reach = min(sailors, capacity)
    tokens = glance.tokens[seat]
    cargo = p.cargo
    hold = cargo_at(seat, 0)
    cubes = p.cubes(seat)
    first_token = token_at(seat, 0)
    known = 0
    rare = 0
    new = 0
    if p.aboard[seat]:
        for family in range(FAMILY_COUNT):
            known += p.carried[first_token + token_kind(KNOWN, family)]
            rare += p.carried[first_token + token_kind(RARE, family)]
            new += p.carried[first_token + token_kind(NEW, family)]
    landed = 0
    tokens_landed = p.landed
    for token in range(first_token, first_token + TOKEN_KINDS):
        landed += tokens_landed[token]
    sites = glance.sites & ~p.markers[seat]
    level = p.level
    branch = branch_at(seat, 0)
    leaders = p.leaders
    trader = level[branch + TRADER]
    row: list[float] = [
        YES,
        YES if glance.acting == seat else NO,
        FOURTHS[min(tokens, 8)],
        THIRDS[place],
        SIXTHS[min(bid, 12)] if has_bid else NO,
        YES if has_bid else NO,
        YES if p.reinforced >> seat & 1 else NO,
        YES if used >> SHIPYARD & 1 else NO,
        YES if used >> ACADEMY & 1 else NO,
        YES if used >> DISCOVERY & 1 else NO,
        YES if used >> PIRACY & 1 else NO,
        YES if used >> REINFORCEMENT & 1 else NO,
        FORTIETHS[min(money, 200)],
        TWELFTHS[max(0, 12 - money)],
        EIGHTIETHS[min(p.vp[seat], 320)],
        EIGHTIETHS[min(own_total, 320)],
        clip((own_total - rival_total) / POINTS, -4.0, 4.0),
        EIGHTIETHS[min(trade, 320)],
        EIGHTIETHS[min(combat, 320)],
        EIGHTIETHS[min(lines[line + PIRACY_VP], 320)],
        EIGHTIETHS[min(discovery, 320)],
        YES if kind == CORSAIR else NO,
        YES if p.extended >> seat & 1 else NO,
        FOURTHS[min(p.bonus[seat], 8)],
        FOURTHS[min(p.cannons(seat) - cannon_damage, 12)],
        FOURTHS[min(sail_damage, 12)],
        FOURTHS[min(p.leaks[seat], 12)],
        FOURTHS[min(cannon_damage, 12)],
        TENTHS[min(sailors, 20)],
        TENTHS[min(sails, 20)],
        TENTHS[min(reach, 20)],
        TENTHS[min(p.points_of(seat, capacity), 20)] if tokens else NO,
        TENTHS[min(glance.boarders[seat], 20)],
        HALVES[min(p.crew_size(seat), 4)],
        TENTHS[min(p.room(seat), 20)],
        FOURTHS[min(cargo[hold], 16)],
        FOURTHS[min(cargo[hold + 1], 16)],
        FOURTHS[min(cargo[hold + 2], 16)],
        FOURTHS[min(cargo[hold + 3], 16)],
        FOURTHS[min(cargo[hold + 4], 16)],
        FOURTHS[min(cargo[hold + 5], 16)],
        TENTHS[min(cubes, 20)],
        clip(_cargo_worth(p, seat) / 20.0, 0.0, 4.0) if cubes and p.round else NO,
        FIFTHS[min(p.aboard[seat], 15)],
        FIFTHS[min(known, 15)],
        FIFTHS[min(rare, 15)],
        FIFTHS[min(new, 15)],
        TENTHS[min(landed, 30)],
        SHARE_OF_SITES[sites],
        THIRDS[level[branch + NAVIGATOR]],
        THIRDS[level[branch + CAPTAIN]],
        THIRDS[level[branch + ENGINEER]],
        THIRDS[level[branch + SCIENTIST]],
        THIRDS[trader],
        YES if leaders[NAVIGATOR] == seat else NO,
        YES if leaders[CAPTAIN] == seat else NO,
        YES if leaders[ENGINEER] == seat else NO,
        YES if leaders[SCIENTIST] == seat else NO,
        YES if leaders[TRADER] == seat else NO,
        HALVES[min(p.untrained[seat], 4)],
        YES if trader == TOP_LEVEL and not p.extra_sold >> seat & 1 else NO,
        YES if p.fought >> seat & 1 else NO,
        YES if p.bound >> seat & 1 else NO,
    ]
    row += _tell_whereabouts(p, seat, sites, max(1, reach), glance) if p.round else NOWHERE_YET
    return row


def _cargo_worth(p: MasterPosition, seat: int) -> float:
    value = 0.0
    first = cargo_at(seat, 0)
    for good in range(RESOURCE_COUNT):
        for ahead in range(p.cargo[first + good]):
            value += cube_worth(p, seat, good, ahead)
    return value


def _tell_whereabouts(
    p: MasterPosition, seat: int, sites: int, reach: int, glance: Glance
) -> list[float]:
    """Where a ship is and what is near. `sites`: where they may discover something, as bits."""
    chart = p.chart
    place = p.place[seat]
    cell = glance.cells[seat]
    site_here = chart.site_at[cell] if SITE <= place < PORT else -1
    port = chart.port_at[cell] if PORT <= place < LAIR else -1
    roads = glance.roads[seat]
    # Points are summed over the sides of the change die
    sides = float(p.table.change_sides)
    legs = float(reach)
    nearest_site = second_site = 8.0
    for site in range(SITES):
        if sites >> site & 1:
            way = roads.to(SITE + chart.site_cell[site])[place] / sides / legs
            if way < nearest_site:
                second_site = nearest_site
                nearest_site = way
            elif way < second_site:
                second_site = way
    apart = APART[cell]
    nearest = 4
    near = 0
    hunters = 0
    for pirate in range(PIRATE_COUNT):
        cells = apart[glance.cells[FIRST_PIRATE + pirate]]
        nearest = min(nearest, cells)
        if cells <= 2:
            near += 1
        if cells <= 3:
            hunters = max(hunters, glance.pirate_boarders[pirate])
    prey = 0
    for other in range(p.seats):
        if other != seat and apart[glance.cells[other]] <= 3:
            boarders = glance.boarders[other]
            if p.kind[other] == CORSAIR:
                hunters = max(hunters, boarders)
            if boarders < glance.boarders[seat]:
                prey += 1
    ports = chart.port_cell
    return [
        YES if place < SITE else NO,
        YES if site_here >= 0 and sites >> site_here & 1 else NO,
        YES if port == 0 else NO,
        YES if port == 1 else NO,
        YES if port == 2 else NO,
        YES if port == 3 else NO,
        YES if port == 4 else NO,
        clip(roads.to(PORT + ports[0])[place] / sides / legs / 2.0, 0.0, 4.0),
        clip(roads.to(PORT + ports[1])[place] / sides / legs / 2.0, 0.0, 4.0),
        clip(roads.to(PORT + ports[2])[place] / sides / legs / 2.0, 0.0, 4.0),
        clip(roads.to(PORT + ports[3])[place] / sides / legs / 2.0, 0.0, 4.0),
        clip(roads.to(PORT + ports[4])[place] / sides / legs / 2.0, 0.0, 4.0),
        clip(nearest_site / 2.0, 0.0, 4.0),
        clip(second_site / 2.0, 0.0, 4.0),
        FOURTHS[nearest],
        FOURTHS[near],
        TENTHS[min(hunters, 20)],
        THIRDS[prey],
    ]


def _add_advice(p: MasterPosition, seat: int, row: list[float]) -> None:
    """What advice expects of a player, put among the facts."""
    told = [0.0] * len(ADVICE_AT)
    if p.round:
        worth = Worth(p, seat, True)
        hopes = worth.hopes(p)
        told[0] = clip(worth.total_given(p, hopes) / POINTS, -1.0, 4.0)
        told[1] = clip(hopes / 20.0, -1.0, 4.0)
        for port in range(PORT_COUNT):
            told[2 + port] = clip(worth.fetching(p, port) / 10.0, 0.0, 4.0)
    for i in range(len(ADVICE_AT)):
        row.insert(ADVICE_AT[i], told[i])
