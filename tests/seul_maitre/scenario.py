"""Positions to order: put on the table exactly what a test speaks of, then let somebody act.

    p = sea(wind="nw")                                  # the reference map M0, four players
    ship(p, GREEN, "r2c2/port", hold=4)
    act(p, GREEN)                                       # Green's turn, with four tokens
    play(p, "do navigation", "leave_port", "move e 0")
    assert (where(p, GREEN), crew(p, GREEN)) == ("r2c3/0", "h1 s3")

Until `act`, `prepare` or `fight` nobody is asked anything, so facts may be set in any order.
`play` plays for whoever is asked, `deal` deals outcomes; both check the game's invariants.
"""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import OUTCOMES, SPACE
from quarterdeck.games.seul_maitre.chart import LAIR, PORT, SITE, place_name
from quarterdeck.games.seul_maitre.names import (
    BRANCHES,
    CELL_NAMES,
    DIRECTIONS,
    FAMILIES,
    FAMILY_COUNT,
    FIRST_PIRATE,
    LINES,
    RARITIES,
    RESOURCES,
    SHIPS,
    TILES,
    VESSELS,
    ZONES,
    branch_at,
    cargo_at,
    line_at,
    pile_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.rounds import NextRound, RoundEnd
from quarterdeck.games.seul_maitre.steps.sailing import PirateSail
from quarterdeck.games.seul_maitre.steps.turn import NEXT_ACTION
from quarterdeck.kernel.errors import IllegalAction

RED, YELLOW, GREEN, BLUE = range(4)
P1, P2, P3, P4 = range(FIRST_PIRATE, FIRST_PIRATE + 4)
CALM = "r3c3 r3c1"  # where the storms are out of the way

# The reference map: tile@rotation, rows from the north.
M0 = """
port_vanilla@1 bay_2@3    coast_2@2  open_1@0  port_coffee@0
open_2@0       isle_1@0   lair_1@0   coast_1@2 gale_1@0
coast_3@1      lair_2@3   centre@0   head_1@0  lair_4@1
head_2@3       gale_2@0   lair_3@2   isle_2@0  open_3@0
port_sugar@2   open_4@0   coast_4@0  bay_1@1   port_rum@3
"""


# Places by name


def place(name: str) -> int:
    """`r2c3/1`, `r2c3/site`, `r2c3/port`, `r2c3/lair`."""
    cell, spot = name.split("/")
    number = CELL_NAMES.index(cell)
    spots = {"site": SITE, "port": PORT, "lair": LAIR}
    return spots[spot] + number if spot in spots else number * ZONES + int(spot)


def cell(name: str) -> int:
    return CELL_NAMES.index(name)


def where(p: MasterPosition, vessel: int) -> str:
    return place_name(p.place[vessel])


# Setting a position up


def lay_map(p: MasterPosition, text: str) -> None:
    """Tiles as tile@rotation, row by row; `-` leaves a cell empty."""
    for number, entry in enumerate(text.split()):
        if entry == "-":
            continue
        tile, quarters = entry.split("@")
        p.tiles[number] = TILES.index(tile)
        p.turns[number] = int(quarters)


def sea(
    seats: int = 4,
    wind: str = "n",
    storms: str = "r1c4 r3c1",
    turn: int = 2,
    order: tuple[int, ...] | None = None,
    **options: str,
) -> MasterPosition:
    """The map M0 under way: ships in their ports (by seat), pirates in their lairs."""
    p = RULES.blank(*RULES.checked_setup(seats, options))
    p.set_up()
    lay_map(p, M0)
    p.draw_chart()
    p.home = list(range(seats))
    p.order = list(order or range(seats))
    p.round = turn
    p.wind = DIRECTIONS.index(wind)
    p.storms = [cell(name) for name in storms.split()]
    for seat in range(seats):
        p.place[seat] = PORT + p.chart.port_cell[seat]
        p.tokens[seat] = 4
    for number in range(4):
        p.place[FIRST_PIRATE + number] = LAIR + p.chart.lair_cell[number]
    return p


def ship(
    p: MasterPosition,
    seat: int,
    at: str | None = None,
    *,
    kind: str | None = None,
    money: int | None = None,
    vp: int | None = None,
    hold: int | None = None,
    sails: int | None = None,
    deck: int | None = None,
    leaks: int | None = None,
    cargo: str | None = None,
    tokens: str | None = None,
    sail_damage: int | None = None,
    cannon_damage: int | None = None,
    bonus: int | None = None,
    bought: int | None = None,
    extended: bool = False,
    untrained: int | None = None,
    levels: str | None = None,
    leads: str | None = None,
    actions: int | None = None,
) -> None:
    """Change what is named of a ship and its player; what is not named stays.

    `cargo` lists resources, `tokens` discoveries on board ("rare_bird known_fruit"), `levels`
    specialists ("trader2 navigator1"), `leads` the branches whose card the player holds.
    """
    if at is not None:
        p.place[seat] = place(at)
    if kind is not None:
        p.kind[seat] = SHIPS.index(kind)
    for values, value in (
        (p.money, money),
        (p.hold, hold),
        (p.sails, sails),
        (p.deck, deck),
        (p.leaks, leaks),
        (p.sail_damage, sail_damage),
        (p.cannon_damage, cannon_damage),
        (p.bonus, bonus),
        (p.bought, bought),
        (p.untrained, untrained),
        (p.tokens, actions),
    ):
        if value is not None:
            values[seat] = value
    if actions is not None:
        p.spent[seat] = max(0, 4 - actions)
    if vp is not None:
        p.score(seat, 0, vp)
    for name in (cargo or "").split():
        p.cargo[cargo_at(seat, RESOURCES.index(name))] += 1
    for name in (tokens or "").split():
        carry(p, seat, name)
    if extended:
        p.extended |= 1 << seat
    for name in (levels or "").split():
        p.level[branch_at(seat, BRANCHES.index(name[:-1]))] = int(name[-1])
    for name in (leads or "").split():
        p.leaders[BRANCHES.index(name)] = seat


def token(name: str) -> int:
    rarity, family = name.split("_")
    return token_kind(RARITIES.index(rarity), FAMILIES.index(family))


def carry(p: MasterPosition, seat: int, name: str) -> None:
    """A discovery on board, drawn from wherever one of its rarity is left."""
    kind = token(name)
    p.unseen[kind] -= 1
    p.carried[token_at(seat, kind)] += 1
    p.aboard[seat] += 1
    take_from_a_pile(p, kind // FAMILY_COUNT)


def take_from_a_pile(p: MasterPosition, rarity: int) -> None:
    site = max(range(5), key=lambda each: p.pile[pile_at(each, rarity)])
    p.pile[pile_at(site, rarity)] -= 1


def landed(p: MasterPosition, seat: int, *names: str) -> None:
    """Discoveries already landed (their points are not counted again)."""
    for name in names:
        kind = token(name)
        p.unseen[kind] -= 1
        p.landed[token_at(seat, kind)] += 1
        take_from_a_pile(p, kind // FAMILY_COUNT)


def pirate(
    p: MasterPosition,
    vessel: int,
    at: str | None = None,
    *,
    money: int | None = None,
    cannon_damage: int | None = None,
    crew_damage: int | None = None,
    sail_damage: int | None = None,
    control: int | None = None,
) -> None:
    number = vessel - FIRST_PIRATE
    if at is not None:
        p.place[vessel] = place(at)
    for values, value in (
        (p.pirate_money, money),
        (p.pirate_cannon_damage, cannon_damage),
        (p.pirate_crew_damage, crew_damage),
        (p.pirate_sail_damage, sail_damage),
        (p.control, control),
    ):
        if value is not None:
            values[number] = value


def fought(p: MasterPosition, *vessels: int) -> None:
    for vessel in vessels:
        p.fought |= 1 << vessel


# Letting it run


def act(p: MasterPosition, seat: int) -> MasterPosition:
    """It is this seat's turn to act; the round then goes on as usual."""
    p.mover = p.order.index(seat)
    if p.table.alternates:
        p.mover = (p.mover - 1) % p.seats
    p.push(NextRound())
    p.push(RoundEnd())
    p.push(NEXT_ACTION)
    p.advance()
    RULES.check(p)
    return p


def prepare(p: MasterPosition, change: int = 0) -> MasterPosition:
    """The round has ended: the next one begins with the change die."""
    p.push(NextRound())
    p.advance()
    return deal(p, f"change {change}")


def end_of_round(p: MasterPosition) -> MasterPosition:
    p.push(NextRound())
    p.push(RoundEnd())
    p.advance()
    return p


def steer(p: MasterPosition, seat: int, vessel: int) -> MasterPosition:
    """A controlled pirate is about to move."""
    p.control[vessel - FIRST_PIRATE] = seat
    p.push(NextRound())
    p.push(RoundEnd())
    p.push(PirateSail(seat, vessel, 0, 0))
    p.advance()
    RULES.check(p)
    return p


def play(p: MasterPosition, *notations: str) -> MasterPosition:
    """Choices, each by whoever is asked."""
    for notation in notations:
        p.play(actor(p), SPACE.parse(notation))
        RULES.check(p)
    return p


def deal(p: MasterPosition, *notations: str) -> MasterPosition:
    for notation in notations:
        p.deal(OUTCOMES.parse(notation))
        RULES.check(p)
    return p


# A fight


def attack(p: MasterPosition) -> MasterPosition:
    """Red sails east from r2c2 to Yellow at r2c3 and attacks; the initial shot misses."""
    act(p, RED)
    play(p, "do navigation")
    if asked(p) == "Sail":
        play(p, "move e 0")
    if asked_if_any(p) == "Engage":
        play(p, "engage yellow")
    if asked_if_any(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash")
    return p


def facing(red: int = 4, yellow: int = 4, kind: str = "corsair") -> MasterPosition:
    """Red and Yellow next to each other, with so many sailors in their holds."""
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind=kind, hold=red)
    ship(p, YELLOW, "r2c3/0", hold=yellow)
    return p


# Looking


def actor(p: MasterPosition) -> int:
    assert not p.chance, f"chance is due: {chances(p)}"
    return p.actors()[0]


def options(p: MasterPosition) -> list[str]:
    return [SPACE.notation(code) for code in p.legal(actor(p))]


def offered(p: MasterPosition, word: str) -> list[str]:
    """The options of one family."""
    return [each for each in options(p) if each.split()[0] == word]


def chances(p: MasterPosition) -> dict[str, int]:
    return {OUTCOMES.notation(code): weight for code, weight in p.outcomes()}


def asked(p: MasterPosition) -> str:
    """The step that asks, by its name."""
    return type(p.stack[-1]).__name__


def asked_if_any(p: MasterPosition) -> str:
    """The same, or nothing if chance is due."""
    return "" if p.chance else asked(p)


def refused(p: MasterPosition, notation: str) -> str:
    """The rule that forbids a choice."""
    with pytest.raises(IllegalAction) as caught:
        p.play(actor(p), SPACE.parse(notation))
    return caught.value.rule


def crew(p: MasterPosition, seat: int) -> str:
    """Where the sailors are, as the examples write it; empty places are left out, but the hold."""
    places = (("s", p.sails), ("d", p.deck), ("l", p.leaks), ("c", p.crew), ("b", p.blocked))
    parts = [f"h{p.hold[seat]}"]
    parts += [f"{letter}{values[seat]}" for letter, values in places if values[seat]]
    return " ".join(parts)


def cargo(p: MasterPosition, seat: int) -> str:
    mine = p.cargo[cargo_at(seat, 0) : cargo_at(seat + 1, 0)]
    return " ".join(name for name, count in zip(RESOURCES, mine, strict=True) for _ in range(count))


def lines(p: MasterPosition, seat: int) -> dict[str, int]:
    mine = p.lines[line_at(seat, 0) : line_at(seat + 1, 0)]
    return {name: points for name, points in zip(LINES, mine, strict=True) if points}


def vessels(p: MasterPosition) -> list[str]:
    """Whom one may engage now, `none` included if one may decline."""
    found = [each.split()[1] for each in offered(p, "engage")]
    assert all(each in VESSELS for each in found)
    return found + ["none"] * ("decline" in options(p))


def to_bids(p: MasterPosition) -> None:
    """Let pirates drift anywhere, until the bids."""
    while asked(p) == "DriftZone":
        play(p, options(p)[0])
