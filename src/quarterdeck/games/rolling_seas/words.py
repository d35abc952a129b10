"""From numbers to messages: names of cards and pieces, gains in words, why a choice is closed."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.components import Components
from quarterdeck.games.rolling_seas.names import (
    CARDS,
    CELL_NAMES,
    DIRECTIONS,
    POWERS,
    SHIPS,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.messages import Argument, Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED


def card_name(card: int) -> Message:
    """Adventure cards come first, then the calm sea cards, which all have one name."""
    return Message(f"rs.card.{CARDS[card]}")


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


def list_cells(cells: list[int]) -> str:
    return ", ".join([CELL_NAMES[cell] for cell in cells])


def spot(cell: int) -> str:
    """Where a board can be touched to mean a cell."""
    return f"cell-{CELL_NAMES[cell]}"


def way_name(way: int) -> Message:
    return Message(f"rs.way.{DIRECTIONS[way]}")


def ship_name(ship: int) -> Message:
    return Message(f"rs.ship.{SHIPS[ship]}")


def power_name(power: int) -> Message:
    return Message(f"rs.power.{POWERS[power]}")


def list_messages(parts: list[Message]) -> Message:
    """Several messages as one, with commas between them."""
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = Message("rs.list", first=part, rest=said)
    return said


# What a sheet shows, in the order gains are told.
COUNTED = ("story", "gold", "provisions", "wind", "cannons", "monster_power", "pirate_power")


def changes(before: Captain, after: Captain) -> Message | None:
    """What a captain has gained and spent between two moments, if anything."""
    parts = [
        Message(f"rs.change.{name}", count=getattr(after, name) - getattr(before, name))
        for name in COUNTED
        if getattr(after, name) != getattr(before, name)
    ]
    return list_messages(parts) if parts else None


def gains(
    story: int, gold: int, provisions: int, wind: int = 0, monsters: int = 0, pirates: int = 0
) -> Message:
    """What an effect promises."""
    amounts = (
        ("story", story),
        ("gold", gold),
        ("provisions", provisions),
        ("wind", wind),
        ("monster_power", monsters),
        ("pirate_power", pirates),
    )
    return list_messages(
        [Message(f"rs.change.{name}", count=count) for name, count in amounts if count]
    )


def book_gains(p: RollingPosition, face: int) -> Message:
    """What the exploration book promises for a face of its die.  RS-12.4"""
    return face_gains(p.table.box, face)


def face_gains(box: Components, face: int) -> Message:
    return gains(*face_amounts(box, face))


def face_amounts(box: Components, face: int) -> tuple[int, int, int]:
    """Story, gold and provisions."""
    number = face - 1
    return box.face_story[number], box.face_gold[number], box.face_provisions[number]


def explain(obstacle: Obstacle | None, **arguments: Argument) -> Reason:
    """Why a choice is closed, with the figures a player would ask for."""
    return NOT_OFFERED if obstacle is None else obstacle.reason(**arguments)
