"""What the coach says at a lesson's table, in a reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lessons import Coaching
from quarterdeck.lessons.coach import LEFT, OVER, SAYS, WAITS
from quarterdeck.lessons.ending import comment
from quarterdeck.server.lessons import coaching_at
from quarterdeck.server.live import LiveTable

# Choices that the coach waits for and names one by one; of more it only points at the board.
MOST_NAMED = 4
# Wanted choices, or spots of them, that are lit up.
MOST_LIT = 24


@dataclass(frozen=True)
class ShownCoaching:
    """What the coach does, in the reader's language. `more`: what else is said. `points`: spots and
    things to light up. `wanted`: choices it waits for, by code; `named`: a few of them in words."""

    kind: str
    remark: str
    moment: int
    place: str
    text: str
    more: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    wanted: tuple[int, ...] = ()
    named: tuple[tuple[int, str], ...] = ()
    goes_on: bool = False
    goes_back: bool = False
    over: bool = False


def show_coaching(table: LiveTable, viewer: int | None, say: Translator) -> ShownCoaching | None:
    """What the coach says to a learner; nothing at a table that is no lesson, or to others."""
    coaching = coaching_at(table, viewer)
    if coaching is None:
        return None
    game = table.playing()
    if coaching.kind == OVER:
        assert viewer is not None
        said = [say.text(message) for message in comment(game, viewer)]
    else:
        assert coaching.message is not None
        said = [say.text(coaching.message)]
    return ShownCoaching(
        coaching.kind,
        coaching.remark,
        coaching.moment,
        say("qd.coach.place", number=coaching.number, total=coaching.total),
        said[0] if said else "",
        tuple(said[1:]),
        _find_points(table, coaching, viewer),
        coaching.wanted[:MOST_LIT],
        _name_wanted(table, coaching, viewer, say),
        goes_on=coaching.kind in (SAYS, LEFT),
        goes_back=coaching.kind == LEFT,
        over=coaching.kind == OVER,
    )


def _find_points(table: LiveTable, coaching: Coaching, viewer: int | None) -> tuple[str, ...]:
    """What is to be lit up: what the remark points at, and where the wanted choices are."""
    found = list(coaching.points)
    if coaching.kind == WAITS and not found and viewer is not None:
        game = table.playing()
        seen = game.position.visible_to(viewer)
        for code in coaching.wanted:
            found += game.rules.describe(seen, viewer, code).spots
    return tuple(dict.fromkeys(found))[:MOST_LIT]


def _name_wanted(
    table: LiveTable, coaching: Coaching, viewer: int | None, say: Translator
) -> tuple[tuple[int, str], ...]:
    if viewer is None or len(coaching.wanted) > MOST_NAMED:
        return ()
    game = table.playing()
    seen = game.position.visible_to(viewer)
    return tuple(
        (code, say.text(game.rules.describe(seen, viewer, code).label)) for code in coaching.wanted
    )
