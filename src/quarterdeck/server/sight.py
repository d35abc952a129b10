"""Through whose eyes a page shows a table, where several people share one device.

A device is in the hands of one of them. When another one is asked, and either of the two knows
what not everybody may know, it must be handed over first: meanwhile the page shows what a
spectator sees. In games without secrets, and as long as there are none, nobody is bothered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import log_of, view_of

_WRITTEN = re.compile(r"(\d{1,2})(?:@(\d{1,8}))?", re.ASCII)


@dataclass(frozen=True)
class Hands:
    """Who holds a device, as its cookie tells: a seat, or nobody we know of.

    At the line `looking` they may look back although somebody else is asked by now.
    """

    seat: int | None = None
    looking: int | None = None

    @classmethod
    def read(cls, cookie: str | None) -> Hands:
        found = _WRITTEN.fullmatch(cookie or "")
        if found is None:
            return cls()
        return cls(int(found[1]), None if found[2] is None else int(found[2]))

    def write(self) -> str:
        return f"{self.seat}" if self.looking is None else f"{self.seat}@{self.looking}"


@dataclass(frozen=True)
class Sight:
    """Whose eyes a page shows a table through (None: a spectator's), and whom it is due to.

    `back` has been shown something, and may look at it once more before handing over.
    """

    viewer: int | None
    hand_to: int | None = None
    back: int | None = None

    @property
    def covered(self) -> bool:
        return self.hand_to is not None and self.viewer is None


def sight(table: LiveTable, guest_id: str | None, hands: Hands) -> Sight:
    """What a device of this guest, in these hands, may show now."""
    mine = table.seats_of(guest_id)
    game = table.game
    if len(mine) < 2 or game is None or game.finished:
        return Sight(table.viewer(guest_id))
    holder = hands.seat if hands.seat in mine else None
    asked = [seat for seat in mine if seat in game.actors and table.seats[seat].player is None]
    if holder in asked:
        return Sight(holder)
    if not asked:
        nobody = holder is None and any(has_secrets(table, seat) for seat in mine)
        return Sight(None if nobody else mine[0] if holder is None else holder)
    back = holder if holder is not None and has_secrets(table, holder) else None
    if back is not None and hands.looking == table.story.count(mine):
        return Sight(back, asked[0])
    if back is not None or has_secrets(table, asked[0]):
        return Sight(None, asked[0], back)
    return Sight(asked[0])


def has_secrets(table: LiveTable, seat: int) -> bool:
    """Whether a seat sees, or was told, anything that a spectator is not."""

    def compare() -> bool:
        if not is_alike(view_of(table, seat), view_of(table, None)):
            return True
        return log_of(table, seat) != log_of(table, None)

    return table.once(("secrets", seat), compare)


def is_alike(view: Any, other: Any) -> bool:
    """Whether two viewers see the same."""
    return bool(_anybodys(view) == _anybodys(other))


def _anybodys(view: Any) -> Any:
    """A view without the mark of whose it is."""
    if is_dataclass(view) and not isinstance(view, type) and hasattr(view, "viewer"):
        return replace(view, viewer=None)
    return view
