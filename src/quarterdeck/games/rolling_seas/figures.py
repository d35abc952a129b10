"""What players look at: renown, story, goods, arms, the ship and where it is. All of it is public
when the window in which it changed has closed."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.captain import NOT_DRAWN, Captain
from quarterdeck.games.rolling_seas.names import NO_CELL
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.scoring import end_port, total
from quarterdeck.games.rolling_seas.words import card_name, cell_name, ship_name
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message


def figures(p: RollingPosition, seat: int) -> list[Figure]:
    """In the order in which a player would ask for them."""
    captain = p.captains[seat]
    at = captain.cell
    place = (Message("rs.figure.place.cell", cell=cell_name(at)),) if at != NO_CELL else ()
    # Where a ship lies counts only when the game ends.
    harbour = end_port(p, seat)
    last = [_figure("end_port", harbour)] if p.turn == p.table.turns else []
    return [
        _figure("renown", total(p, seat) - harbour),
        *last,
        _figure("story", captain.story),
        _figure("provisions", captain.provisions),
        _figure("gold", captain.gold),
        _figure("wind", captain.wind),
        _figure("cannons", captain.cannons),
        _figure("monsters", captain.monster_power),
        _figure("pirates", captain.pirate_power),
        _figure("ports", len(captain.renown)),
        _figure("monoliths", captain.monoliths),
        _figure("ship", (ship_name(captain.ship),)),
        _figure("drawn", _drawn(captain)),
        _figure("place", place),
    ]


def _drawn(captain: Captain) -> tuple[Message, ...]:
    cards = enumerate(captain.drawn)
    return tuple(card_name(card) for card, number in cards if number != NOT_DRAWN)


def _figure(id: str, value: int | tuple[Message, ...]) -> Figure:
    return Figure(id, Message(f"rs.figure.{id}"), value)
