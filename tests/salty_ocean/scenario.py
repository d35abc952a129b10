"""Positions to order: start a game, then put on the table exactly what a test speaks of.

    p = table(seats=3, event="event_06", coins=[10, 12, 14])
    hold(p, A, "caravel_1", salt=4)
    own(p, B, "saint_maclou", space=1)
    play(p, "sail_out", "ship caravel_1")      # by whoever is asked, in notation

Turn order is A, B, C, D (seats 0 to 3) unless told otherwise. The event's price change and the
set-up have happened; whatever is set here afterwards counts.
"""

from __future__ import annotations

from typing import cast

from quarterdeck import games
from quarterdeck.games.salty_ocean.actions import OUTCOMES, SPACE
from quarterdeck.games.salty_ocean.names import (
    BUILDINGS,
    GOODS,
    PLACES,
    SHIPS,
    STORES,
    TILES,
    ship_at,
    space_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.view import SaltyView

A, B, C, D = 0, 1, 2, 3
RULES = games.load("salty_ocean")
WHERE = {"unbuilt": 0, "port": 1, "sea": 2}


def table(
    seats: int = 4,
    event: str = "event_01",
    next_event: str | None = None,
    turn: int = 1,
    coins: list[int] | None = None,
    rows: tuple[int, ...] | None = (3, 3, 3),
    counters: tuple[int, int, int, int] = (0, 0, 0, 0),
    **options: str,
) -> SaltyPosition:
    """A game at the first move of a turn; A is asked.

    `rows` count from 1; None leaves the event's.
    """
    if next_event is None:
        next_event = "event_01" if event == "event_02" else "event_02"
    p = cast(SaltyPosition, RULES.start(seats, options))
    deal(p, "first_player 0", f"reveal grid_1 {event}", f"reveal grid_2 {next_event}")
    if turn > 1:
        # Earlier turns are made to have happened with other tiles.
        spare = [t for t in range(len(TILES)) if TILES[t] not in (event, next_event)]
        p.turn = turn
        for place in range(turn - 1):
            p.tiles[place] = spare[place]
        p.tiles[turn - 1] = TILES.index(event)
        if turn < 5:
            p.tiles[turn] = TILES.index(next_event)
        p.pirates = p.table.pirates[TILES.index(event)]
    if coins is not None:
        p.coins = list(coins)
    if rows is not None:
        p.rows = [row - 1 for row in rows] + [p.table.start_row] * (3 - len(rows))
    p.counters = list(counters)
    return refresh(p)


def refresh(p: SaltyPosition) -> SaltyPosition:
    """Let the machine look again at what is open after the position was set up by hand."""
    p.advance()
    return p


def deal(p: SaltyPosition, *notations: str) -> None:
    for notation in notations:
        assert p.chance, f"no chance is due for {notation!r}"
        p.deal(OUTCOMES.parse(notation))


def play(p: SaltyPosition, *notations: str) -> SaltyPosition:
    """Play choices in notation, each by the seat that is asked."""
    for notation in notations:
        (seat,) = p.actors()
        p.play(seat, SPACE.parse(notation))
    return p


def options(p: SaltyPosition, *families: str) -> list[str]:
    """What is open now, in notation; only these families if any are named."""
    (seat,) = p.actors()
    shown = [SPACE.notation(code) for code in p.legal(seat)]
    return [n for n in shown if not families or n.split()[0] in families]


def asked(p: SaltyPosition) -> tuple[int, str]:
    """Who is asked, and by which step."""
    (seat,) = p.actors()
    return seat, type(p.step_of(seat)).__name__


def passing(p: SaltyPosition, turns: int = 1) -> None:
    """Everybody passes (or takes the first option at turn end) until `turns` more turns ended."""
    until = p.turn + turns
    while p.turn < until and not p.finished:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            (seat,) = p.actors()
            p.play(seat, p.legal(seat)[0])


def give(p: SaltyPosition, seat: int, store: str = "depot", **goods: int) -> None:
    """Put exactly these goods in a store (depot or a ship's hold)."""
    first = store_at(seat, STORES.index(store))
    for good, name in enumerate(GOODS):
        p.goods[first + good] = goods.get(name, 0)
    refresh(p)


def hold(
    p: SaltyPosition,
    seat: int,
    ship: str,
    where: str = "port",
    damage: int = 0,
    **goods: int,
) -> None:
    """Put a ship somewhere with this damage and exactly these goods."""
    at = ship_at(seat, SHIPS.index(ship))
    p.place[at] = WHERE[where]
    p.damage[at] = damage
    give(p, seat, ship, **goods)


def own(p: SaltyPosition, seat: int, building: str, space: int | None = None) -> None:
    """Let a seat own a building, on its next free space or on a space named."""
    b = BUILDINGS.index(building)
    p.space[space_at(seat, b)] = space or p.table.first_space[b] + p.built[b]
    p.built[b] += 1
    refresh(p)


def barrels(p: SaltyPosition, seat: int, store: str = "depot") -> tuple[int, int, int]:
    """(salt, herring, cod) in a store."""
    first = store_at(seat, STORES.index(store))
    salt, herring, cod = p.goods[first : first + 3]
    return salt, herring, cod


def damage(p: SaltyPosition, seat: int, ship: str) -> int:
    return p.damage[ship_at(seat, SHIPS.index(ship))]


def where(p: SaltyPosition, seat: int, ship: str) -> str:
    place = p.place[ship_at(seat, SHIPS.index(ship))]
    return next(name for name, number in WHERE.items() if number == place)


def space(p: SaltyPosition, seat: int, building: str) -> int:
    """The number of the space a seat owns in a building; 0 for none."""
    return p.space[space_at(seat, BUILDINGS.index(building))]


def rows(p: SaltyPosition) -> tuple[int, ...]:
    """Price rows (salt, herring, cod), counted from 1."""
    return tuple(row + 1 for row in p.rows)


def tile_on(p: SaltyPosition, place: str) -> str | None:
    tile = p.tiles[PLACES.index(place)]
    return None if tile < 0 else TILES[tile]


def raise_to(
    p: SaltyPosition, seat: int, saline: int = 1, depot: int = 0, notre_dame: int = 0
) -> None:
    """Set a seat's tracks: Saline level 1 to 4, Dépôt level 0 to 2, Notre-Dame step 0 to 8."""
    p.saline[seat] = saline - 1
    p.depot[seat] = depot
    p.cathedral[seat] = notre_dame
    refresh(p)


def move(p: SaltyPosition, seat: int, *notations: str) -> SaltyPosition:
    """The others pass until this seat is asked for a move; then it plays these choices."""
    while asked(p) != (seat, "Move"):
        play(p, "pass")
    return play(p, *notations)


def end_actions(p: SaltyPosition) -> SaltyPosition:
    """Everybody passes until the phase is over. The turn end runs on to its first question."""
    turn = p.turn
    while p.turn == turn and p.actors() and asked(p)[1] == "Move":
        play(p, "pass")
    return p


def numbered(choice: str, least: int, most: int) -> list[str]:
    """`options` of a question for a number, such as "herring 0" to "herring 3"."""
    return [f"{choice} {number}" for number in range(least, most + 1)]


def cost(p: SaltyPosition, notation: str) -> int | None:
    """The cost shown for a choice of the seat that is asked, whether it is open or not."""
    (seat,) = p.actors()
    return RULES.describe(p, seat, SPACE.parse(notation)).cost


def seen(p: SaltyPosition, viewer: int | None = None) -> SaltyView:
    """The game as a seat or a spectator sees it."""
    return cast(SaltyView, RULES.view(p, viewer))


def prices(p: SaltyPosition) -> tuple[int, ...]:
    """Current prices of the goods in play."""
    return tuple(p.price(good) for good in range(p.table.goods))


def usable(p: SaltyPosition, seat: int, ship: str) -> int:
    """Usable capacity of a ship."""
    return p.hold(seat, SHIPS.index(ship))


def sheet(p: SaltyPosition) -> dict[str, tuple[int, ...]]:
    """The lines of the score sheet: points of every seat."""
    return {line.id: line.points for line in RULES.score_sheet(p)}


def listen(p: SaltyPosition) -> SaltyPosition:
    """Keep the log from now on, for `told`."""
    p.log = []
    return p


def told(p: SaltyPosition, event: str) -> list[tuple[int, int]]:
    """(seat, count) of the log's entries of one kind since `listen`, oldest first."""
    assert p.log is not None, "listen first"
    said = [entry.message for entry in p.log if entry.message.id == f"so.event.{event}"]
    return [
        (cast(int, message.arguments["seat"]), cast(int, message.arguments["count"]))
        for message in said
    ]
