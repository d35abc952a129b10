"""What choices would change, as a test can compare it."""

from __future__ import annotations

from random import Random

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.preview import Preview, preview


def look_ahead(
    rules: AnyRules, position: Position, *notations: str, seat: int | None = None
) -> Preview:
    """What these choices of a seat would change; of whoever is asked, if only one is."""
    if seat is None:
        (seat,) = position.actors()
    codes = [rules.space.parse(notation) for notation in notations]
    return preview(rules, position, seat, codes, Random(1))


def find_sure_changes(
    rules: AnyRules, position: Position, *notations: str, seat: int | None = None
) -> tuple[Change, ...]:
    """What these choices change, where nothing hangs on chance."""
    found = look_ahead(rules, position, *notations, seat=seat)
    assert found.exact
    assert found.ways == ()
    return found.sure


def word_change(change: Change) -> str:
    """A change in English: `coins 10 > 8`, `ship -Merchant +Corsair`."""
    say = Translator("en")
    lost = [f"-{say.text(name)}" for name in change.lost]
    gained = [f"+{say.text(name)}" for name in change.gained]
    what = " ".join(lost + gained) or f"{change.before} > {change.after}"
    return f"{say.text(change.label)} {what}"
