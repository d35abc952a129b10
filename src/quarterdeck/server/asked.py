"""What each seat of a table is asked, noted with the table: so that a list can tell it without
opening the table. What one seat is asked may be secret: it is for that seat alone."""

from __future__ import annotations

import json
import logging
from typing import Any

from quarterdeck.game import Game
from quarterdeck.kernel.messages import Argument, Message

logger = logging.getLogger(__name__)

# Nothing that is asked is longer; what is, is not noted.
MOST = 2000


def write_asks(game: Game) -> str | None:
    """What the seats are asked, as a text to be stored; None if nobody is."""
    try:
        asked = {seat: game.prompt(seat) for seat in game.actors}
    except Exception:
        # Whoever opens the table is told what is wrong; the choice that led here counts
        logger.debug("what is asked cannot be told", exc_info=True)
        return None
    found = {str(seat): _as_data(each) for seat, each in asked.items() if each is not None}
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return text if found and len(text) <= MOST else None


def read_ask(stored: str | None, seat: int) -> Message | None:
    """What a seat is asked; None if nothing is noted, or it is damaged."""
    try:
        found = json.loads(stored or "{}")
        return _as_message(found[str(seat)])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _as_data(message: Message) -> list[Any]:
    arguments = {
        name: _as_data(value) if isinstance(value, Message) else value
        for name, value in message.arguments.items()
    }
    return [message.id, arguments]


def _as_message(data: Any) -> Message:
    id, arguments = data
    if not isinstance(id, str):
        raise TypeError
    return Message(id, **{name: _as_argument(value) for name, value in arguments.items()})


def _as_argument(value: Any) -> Argument:
    if isinstance(value, list):
        return _as_message(value)
    if isinstance(value, (int, str)):
        return value
    raise TypeError
