"""What a choice would change, for the seat that is asked: found in a thread, in worlds that this
seat might imagine. It learns nothing of the true one that it does not see."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from quarterdeck.game import Game
from quarterdeck.kernel.errors import IllegalAction, NotYourTurn
from quarterdeck.kernel.position import NOT_OFFERED
from quarterdeck.preview import Preview, preview
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable

# One after the other, so that looking around never slows down playing.
_THREAD = ThreadPoolExecutor(1, "preview")
# Looking again shows the same, and nobody outside can draw the same worlds.
_SECRET = secrets.token_hex(16)

MOST_CHOICES = 64


def read_choices(text: str) -> list[str]:
    """One choice, or several with semicolons between them."""
    return [each.strip()[:120] for each in text.split(";")[:MOST_CHOICES]]


async def foretell(
    table: LiveTable,
    faults: FaultLog,
    find_seat: Callable[[], int | None],
    choices: Sequence[str],
) -> tuple[int, Preview]:
    """What these choices would change for the seat that looks; raises if it is not asked, or if
    they are not among what it is offered."""
    async with table.lock:
        with faults.showing(table):
            seat = find_seat()
            game = table.playing()
            if seat is None or seat not in game.actors:
                raise NotYourTurn(seat if seat is not None else -1)
            codes = check_offered(game, seat, choices)
            position = game.position.clone()
            # From what this seat knows: the worlds drawn tell nothing of what it does not.
            random = Random(f"{_SECRET} {game.ply_for(seat)} {codes}")
    found = await asyncio.get_running_loop().run_in_executor(
        _THREAD, preview, table.rules, position, seat, codes, random
    )
    return seat, found


def check_offered(game: Game, seat: int, choices: Sequence[str]) -> list[int]:
    """The codes of an open choice, or of choices that can be made with one gesture.

    Others are not tried: whether they would be open after the first may depend on a secret.
    """
    codes = [game.code(choice) for choice in choices]
    if len(codes) == 1 and codes[0] in game.position.legal(seat):
        return codes
    if len(codes) == 1:
        raise IllegalAction(choices[0], game.why_not(codes[0], seat))
    if tuple(choices) in {each.choices for each in game.gestures(seat)}:
        return codes
    raise IllegalAction("; ".join(choices), NOT_OFFERED)
