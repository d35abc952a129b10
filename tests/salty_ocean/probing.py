"""Ways to probe a position: try what is closed, hear what is told, let the others pass."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.actions import OUTCOMES, SPACE
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.errors import IllegalAction
from quarterdeck.kernel.messages import Event
from tests.salty_ocean.scenario import RULES, asked, options, play


def chances(p: SaltyPosition) -> dict[str, int]:
    """What chance may deal now, in notation, with weights."""
    return {OUTCOMES.notation(code): weight for code, weight in p.outcomes()}


def hear(p: SaltyPosition) -> list[Event]:
    """From now on, everything that happens is told to this list."""
    log: list[Event] = []
    p.log = log
    return log


def ids(log: list[Event], *names: str) -> list[str]:
    """What was told, without `so.event.` and arguments; only these if any are named."""
    found = [event.message.id.removeprefix("so.event.") for event in log]
    return [name for name in found if not names or name in names]


def refuse(p: SaltyPosition, notation: str) -> str:
    """Try a choice that must not be open: nothing changes. Gives the rule that refuses it."""
    (seat,) = p.actors()
    before = p.digest(), options(p)
    with pytest.raises(IllegalAction) as caught:
        p.play(seat, SPACE.parse(notation))
    assert p.actors() == [seat]
    assert (p.digest(), options(p)) == before
    return caught.value.rule


def why_closed(p: SaltyPosition, notation: str) -> tuple[str, str]:
    """Rule and message of an action that is closed to whoever is asked; it is tried, too."""
    (seat,) = p.actors()
    assert notation not in options(p), f"{notation} is open"
    (reason,) = [c.reason for c in RULES.closed(p, seat) if c.choice.notation == notation]
    assert refuse(p, notation) == reason.rule
    return reason.rule, reason.message.id.removeprefix("so.reason.")


def pass_until(p: SaltyPosition, seat: int) -> SaltyPosition:
    """The others pass until it is this seat's move again in the same turn."""
    turn = p.turn
    while asked(p) != (seat, "Move"):
        play(p, "pass")
        assert p.turn == turn, "the turn is over"
    return p
