"""What must hold at every moment of every game."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    LAIR,
    NEIGHBOURS,
    NOWHERE,
    PORT,
    SEA_PLACES,
    SITE,
    WAYS_IN,
    ZONE_COUNT,
    Chart,
)
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    CAPTAIN,
    CELL_COUNT,
    CORSAIR,
    FAMILY_COUNT,
    FIRST_PIRATE,
    NO_CELL,
    NO_SEAT,
    NO_TILE,
    PIRATE_COUNT,
    RARITIES,
    RESOURCE_COUNT,
    SCIENTIST,
    SITES,
    TILE_COUNT,
    TOKEN_KINDS,
    branch_at,
    cargo_at,
    line_at,
    token_at,
    token_kind,
    zone_at,
    zone_in_cell,
)
from quarterdeck.games.seul_maitre.position import NO_BID, MasterPosition
from quarterdeck.games.seul_maitre.scoring import total
from quarterdeck.games.seul_maitre.steps.combat import Combat
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell
from quarterdeck.games.seul_maitre.steps.sailing import PirateSail, Sail
from quarterdeck.games.seul_maitre.steps.turn import Action
from quarterdeck.games.seul_maitre.steps.yard import IS_CORNER, yard_of


def check(p: MasterPosition) -> None:
    """Assert all of them."""
    if not p.chart.land:
        _check_unfinished_map(p)
        return
    if p.round == 0:
        # The map never changes after this moment
        check_chart(p.chart)
        assert sum(p.chart.zones) == sum(ZONE_COUNT[land] for land in p.table.land)
    for seat in range(p.seats):
        _check_ship(p, seat)
        _check_specialists(p, seat)
    _check_money_and_points(p)
    _check_discoveries(p)
    _check_market(p)
    _check_pirates(p)
    _check_leaders(p)
    if p.round:
        _check_places(p)
        _check_round(p)
    if p.finished:
        _check_end(p)


# The map


def _check_unfinished_map(p: MasterPosition) -> None:
    placed = [tile for tile in p.tiles if tile != NO_TILE]
    assert len(set(placed)) == len(placed)
    assert not set(placed) & set(p.row)
    assert len(set(p.row)) == len(p.row)
    if any(IS_CORNER[cell] and p.tiles[cell] != NO_TILE for cell in range(CELL_COUNT)):
        return  # the ports are being placed: the budget has done its work
    if all(p.tiles[cell] != NO_TILE for cell in (7, 11, 13, 17)) and (p.row or len(placed) > 5):
        assert yard_of(p).budget_obstacle() is None, "the coast budget is broken"


def check_chart(chart: Chart) -> None:
    """A finished map: matching edges, all features, steps that lead back, one sea."""
    for cell in range(CELL_COUNT):
        for edge in range(4):
            beside = NEIGHBOURS[cell][edge * 2]
            if beside != NO_CELL:
                mine = chart.land[cell] >> edge & 1
                assert mine == chart.land[beside] >> (edge + 2) % 4 & 1, "edges do not match"
    for cells in (chart.port_cell, chart.site_cell, chart.lair_cell):
        assert NO_CELL not in cells
        assert len(set(cells)) == len(cells)
    _check_steps(chart)


def _check_steps(chart: Chart) -> None:
    zones = [zone_at(c, z) for c in range(CELL_COUNT) for z in range(chart.zones[c])]
    reached = {zones[0]}
    waiting = [zones[0]]
    for zone in zones:
        for step in chart.steps[zone]:
            way, into = divmod(step, WAYS_IN)
            target = zone_at(NEIGHBOURS[CELL_OF[zone]][way], into)
            back = (way + 4) % 8 * WAYS_IN + zone_in_cell(zone)
            assert back in chart.steps[target], "a step does not lead back"
    while waiting:
        zone = waiting.pop()
        cell = CELL_OF[zone]
        near = [zone_at(cell, other) for other in range(chart.zones[cell])]
        for step in chart.steps[zone]:
            way, into = divmod(step, WAYS_IN)
            near.append(zone_at(NEIGHBOURS[cell][way], into))
        for each in near:
            if each not in reached:
                reached.add(each)
                waiting.append(each)
    assert len(reached) == len(zones), "some zone cannot be reached"


# Ships


def _check_ship(p: MasterPosition, seat: int) -> None:
    table = p.table
    kind = p.kind[seat]
    counts = (
        p.hold[seat],
        p.sails[seat],
        p.deck[seat],
        p.leaks[seat],
        p.crew[seat],
        p.blocked[seat],
        p.supply(seat),
    )
    assert min(counts) >= 0
    assert sum(counts) == table.box.sailor_cubes
    if not any(isinstance(step, Combat) for step in p.stack):
        assert p.crew[seat] == p.blocked[seat] == 0, "a crew outside a combat"
    mine = p.cargo[cargo_at(seat, 0) : cargo_at(seat + 1, 0)]
    assert min(mine) >= 0
    assert p.charge(seat) == max(0, sum(mine) - 1)
    if not any(isinstance(step, ConvertSell) and step.seat == seat for step in p.stack):
        assert p.cubes(seat) + p.aboard[seat] + p.hold[seat] <= p.spaces(seat)
    assert p.hold[seat] <= p.sailor_spaces(seat)
    assert 0 <= p.sail_damage[seat] <= p.full_sails(seat)
    assert 0 <= p.cannon_damage[seat] <= p.cannons(seat) <= table.most_cannons[kind]
    assert p.bonus[seat] in (0, 2, 3, 4)
    assert kind != CORSAIR or not p.extended >> seat & 1


def _check_specialists(p: MasterPosition, seat: int) -> None:
    levels = p.level[branch_at(seat, 0) : branch_at(seat + 1, 0)]
    assert all(0 <= level <= 3 for level in levels)
    assert p.untrained[seat] >= 0
    assert p.untrained[seat] + sum(1 for level in levels if level) <= BRANCH_COUNT
    if p.kind[seat] != CORSAIR:
        assert max(levels[CAPTAIN : SCIENTIST + 1]) <= 1
    if levels[0] < 2:
        assert not p.orange >> seat & 1


def _check_money_and_points(p: MasterPosition) -> None:
    assert min(p.money + p.pirate_money + p.treasure) >= 0
    for seat in range(p.seats):
        mine = p.lines[line_at(seat, 0) : line_at(seat + 1, 0)]
        assert min(mine) >= 0
        assert sum(mine) == p.vp[seat]


def _check_discoveries(p: MasterPosition) -> None:
    box = p.table.box
    assert min(p.carried + p.landed + p.pile + p.unseen) >= 0
    drawing = sum(1 for step in p.stack if type(step).__name__ == "DrawToken")
    for rarity, per_site in enumerate(box.per_site):
        piles = p.pile[rarity :: len(RARITIES)]
        assert max(piles) <= per_site
        first = token_kind(rarity, 0)
        unseen = sum(p.unseen[first : first + FAMILY_COUNT])
        # What lies in no pile stays in the box
        spare = sum(p.table.family_tokens[first : first + FAMILY_COUNT]) - per_site * SITES
        assert sum(piles) <= unseen - spare <= sum(piles) + drawing
    for token in range(TOKEN_KINDS):
        drawn = sum(p.carried[token::TOKEN_KINDS]) + sum(p.landed[token::TOKEN_KINDS])
        assert drawn + p.unseen[token] == p.table.family_tokens[token]
    for seat in range(p.seats):
        mine = p.carried[token_at(seat, 0) : token_at(seat + 1, 0)]
        assert p.aboard[seat] == sum(mine)
        assert 0 <= p.markers[seat] < 1 << SITES


def _check_market(p: MasterPosition) -> None:
    for good in range(RESOURCE_COUNT):
        assert 0 <= p.filled[good] <= len(p.table.slots[good])
        assert sum(p.sold[good::RESOURCE_COUNT]) >= p.filled[good]


def _check_pirates(p: MasterPosition) -> None:
    box = p.table.box
    given = sum(box.upgrades) - sum(p.upgrades)
    assert all(
        0 <= left <= all_ for left, all_ in zip(p.number_tiles, box.number_tiles, strict=True)
    )
    assert any(p.number_tiles)
    base = box.pirate_cannons + box.pirate_sailors + box.pirate_sails
    values = sum(p.pirate_cannons) + sum(p.pirate_sailors) + sum(p.pirate_sails)
    assert values == PIRATE_COUNT * base + given
    for pirate in range(PIRATE_COUNT):
        assert 0 <= p.pirate_cannon_damage[pirate] <= p.pirate_cannons[pirate]
        assert 0 <= p.pirate_crew_damage[pirate] <= p.pirate_sailors[pirate]
        assert 0 <= p.pirate_sail_damage[pirate] <= p.pirate_sails[pirate]
        assert not (p.stuck >> pirate & 1 and p.control[pirate] != NO_SEAT)
    controllers = [seat for seat in p.control if seat != NO_SEAT]
    assert len(set(controllers)) == len(controllers), "two pirates of one player"


def _check_leaders(p: MasterPosition) -> None:
    for branch, holder in enumerate(p.leaders):
        levels = p.level[branch::BRANCH_COUNT]
        if holder == NO_SEAT:
            assert max(levels) < 2
        else:
            assert levels[holder] >= 2
            assert levels[holder] == max(levels)


# The round


def _check_places(p: MasterPosition) -> None:
    chart = p.chart
    assert len(p.storms) == 2
    lairs = [place for place in p.place if place >= LAIR]
    assert len(set(lairs)) == len(lairs), "two vessels in a lair"
    for vessel, place in enumerate(p.place):
        cell = CELL_OF[place]
        if p.seats <= vessel < FIRST_PIRATE:
            assert place == NOWHERE
        elif place < SEA_PLACES:
            assert place >= 0
            assert zone_in_cell(place) < chart.zones[cell]
        elif place < PORT:
            assert vessel < FIRST_PIRATE
            assert chart.site_at[place - SITE] >= 0
        elif place < LAIR:
            assert vessel < FIRST_PIRATE
            assert chart.port_at[place - PORT] >= 0
        else:
            assert vessel >= FIRST_PIRATE
            assert chart.lair_at[place - LAIR] >= 0
    settled = bool(p.stack) and isinstance(p.stack[-1], Action | Sail | PirateSail | Bid)
    for seat in range(p.seats):
        if settled and p.covered(p.cell_of(seat)):
            assert p.place[seat] >= PORT, "a ship rests in a storm"
            assert p.bound >> seat & 1
        if settled and p.bound >> seat & 1:
            assert p.place[seat] >= PORT
            assert p.covered(p.cell_of(seat))


def _check_round(p: MasterPosition) -> None:
    box = p.table.box
    assert sorted(p.order) == list(range(p.seats))
    bids = [bid for bid in p.bids if bid != NO_BID]
    assert len(set(bids)) == len(bids)
    for seat in range(p.seats):
        assert p.tokens[seat] >= 0
        given = p.tokens[seat] + p.spent[seat]
        assert given in (box.tokens, box.tokens + box.extra_tokens)
    assert 1 <= p.round <= p.table.rounds


def _check_end(p: MasterPosition) -> None:
    assert p.round == p.table.rounds
    assert sorted(p.ranks) == list(range(1, p.seats + 1))
    for seat in range(p.seats):
        assert p.scores[seat] == total(p, seat)
    assert len(p.tiles) == TILE_COUNT
