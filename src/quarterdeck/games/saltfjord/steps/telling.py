"""What the log says. Every function here is called only while somebody listens."""

from __future__ import annotations

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.words import changes
from quarterdeck.kernel.messages import Message


def before(p: SaltfjordPosition, seat: int) -> list[int] | None:
    """Goods and points as they are now, to be compared later; nothing if nobody listens."""
    return _means(p, seat) if p.log is not None else None


def tell_changes(p: SaltfjordPosition, seat: int, earlier: list[int] | None) -> None:
    """What this seat has gained and spent since."""
    if earlier is not None:
        said = changes(earlier, _means(p, seat))
        if said is not None:
            p.say(Message("sf.event.changes", seat=seat, changes=said))


def _means(p: SaltfjordPosition, seat: int) -> list[int]:
    points = p.scored(seat)
    return [*p.store(seat), points]
