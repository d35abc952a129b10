"""What the log says. Every function here is called only while somebody listens."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.words import changes
from quarterdeck.kernel.messages import Message


def before(p: RollingPosition, seat: int) -> Captain | None:
    """The captain as they are now, to be compared later; nothing if nobody listens."""
    return p.captains[seat].copy() if p.log is not None else None


def tell_changes(p: RollingPosition, seat: int, earlier: Captain | None) -> None:
    """What this seat has gained and spent since."""
    if earlier is not None:
        said = changes(earlier, p.captains[seat])
        if said is not None:
            p.say(Message("rs.event.changes", seat=seat, changes=said))
