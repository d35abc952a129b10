"""From numbers to messages: names of cards and pieces, gains in words, why a choice is closed."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.names import (
    CARDS,
    CELL_NAMES,
    DIRECTIONS,
    POWERS,
    SHIPS,
)
from quarterdeck.kernel.messages import Argument, Message, Reason


def card_name(card: int) -> Message:
    """Adventure cards come first, then the calm sea cards, which all have one name."""
    return Message(f"rs.card.{CARDS[card]}")


def cell_name(cell: int) -> str:
    return CELL_NAMES[cell]


def way_name(way: int) -> Message:
    return Message(f"rs.way.{DIRECTIONS[way]}")


def ship_name(ship: int) -> Message:
    return Message(f"rs.ship.{SHIPS[ship]}")


def power_name(power: int) -> Message:
    return Message(f"rs.power.{POWERS[power]}")


def listed(parts: list[Message]) -> Message:
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
    return listed(parts) if parts else None


def gains(story: int, gold: int, provisions: int, wind: int = 0) -> Message:
    """What an effect promises."""
    amounts = (("story", story), ("gold", gold), ("provisions", provisions), ("wind", wind))
    return listed([Message(f"rs.change.{name}", count=count) for name, count in amounts if count])


# By the numbers of steps/obstacles.py: message id and the rule that says so.
_OBSTACLES = (
    ("", ""),
    ("rs.reason.no_sea", "RS-10.5"),
    ("rs.reason.rocks", "RS-11.17"),
    ("rs.reason.too_dear", "RS-10.6"),
    ("rs.reason.monster", "RS-11.6"),
    ("rs.reason.pirates", "RS-11.20"),
    ("rs.reason.current", "RS-11.4"),
    ("rs.reason.no_way_out", "RS-9.10"),
    ("rs.reason.movement_over", "RS-9.11"),
    ("rs.reason.no_wind", "RS-9.3"),
    ("rs.reason.not_blowing", "RS-10.1"),
    ("rs.reason.may_not_rest", "RS-9.8"),
    ("rs.reason.not_adjacent", "RS-1.3"),
    ("rs.reason.explored", "RS-12.3"),
    ("rs.reason.nothing_to_buy", "RS-13.10"),
    ("rs.reason.not_land", "RS-12.1"),
    ("rs.reason.best_ship", "RS-13.6"),
    ("rs.reason.too_little_gold", "RS-13.5"),
    ("rs.reason.all_cannons", "RS-2.13"),
    ("rs.reason.filled", "RS-13.8"),
    ("rs.reason.hold_full", "RS-13.8"),
    ("rs.reason.not_blank", "RS-6.5"),
    ("rs.reason.off_lines", "RS-6.6"),
    ("rs.reason.closes_port", "RS-6.9"),
    ("rs.reason.traps_ship", "RS-6.10"),
    ("rs.reason.splits_sea", "RS-6.11"),
    ("rs.reason.exit_barred", "RS-7.4"),
    ("rs.reason.bars_exit", "RS-7.7"),
    ("rs.reason.no_such_drawing", "RS-6.5"),
    ("rs.reason.in_sight", "RS-7.17"),
    ("rs.reason.not_around", "RS-7.16"),
    ("rs.reason.no_port", "RS-13.1"),
    ("rs.reason.no_start", "RS-3.11"),
    ("rs.reason.power_at_top", "RS-5.4"),
    ("rs.reason.cannot_lose", "RS-14.8"),
    ("rs.reason.off_solo_lines", "RS-16.4"),
    ("rs.reason.no_step", "RS-10.10"),
    ("rs.reason.may_not_rest", "RS-9.9"),
)


def reason(obstacle: int, **arguments: Argument) -> Reason:
    """The obstacle in words, with the figures a player would ask for."""
    id, rule = _OBSTACLES[obstacle]
    return Reason(Message(id, **arguments), rule)
