"""Whether news can be summed up, and whom they concern."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.boards import NAMES
from quarterdeck.testing.walk import Case, walk

# What may stand after a name.
AFTER = (" ", ":", "\u00a0:")


def find_concerned(rules: AnyRules, position: Position, event: str) -> list[int]:
    """The seats to which the events with this id in a position's log are called out."""
    assert position.log is not None, "the position has no log"
    told = [entry.message for entry in position.log if entry.message.id == event]
    views = [rules.view(position, seat) for seat in range(position.seats)]
    return [
        seat
        for seat, view in enumerate(views)
        if any(rules.is_concerned(message, seat, view) for message in told)
    ]


def check_news(cases: Iterable[Case], *rare: str) -> set[str]:
    """Whatever a player does in these games is told with their name first, in every language, so
    that summaries can join it; events that seldom happen must be among it. Gives all ids met."""
    met: set[str] = set()
    for case in cases:
        speakers = [Translator(language, NAMES) for language in LANGUAGES]
        for moment in walk(case):
            for event in moment.events:
                seat = event.message.arguments.get("seat")
                # What only that player is told is in no summary.
                if isinstance(seat, int) and event.visible_to(None):
                    met.add(event.message.id)
                    for say in speakers:
                        said = say.text(event.message)
                        # A list may follow after a colon.
                        assert said.startswith(tuple(f"{NAMES[seat]}{sign}" for sign in AFTER)), (
                            said
                        )
    assert met >= set(rare), f"never told: {sorted(set(rare) - met)}"
    return met


def check_summaries(rules: AnyRules) -> None:
    """What summaries leave out or call out is the id of something that is told."""
    for language in LANGUAGES:
        known = Translator(language).knows
        unknown = [event for event in (*rules.minor, *rules.concerns) if not known(event)]
        assert not unknown, f"no text in {language}: {unknown}"
