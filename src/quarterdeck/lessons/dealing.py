"""The prepared deal, and what bots do by script: as far as both fit how the game has gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quarterdeck.game import Dealer
from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.position import Position
from quarterdeck.lessons.lesson import Lesson
from quarterdeck.record import Entry


class PreparedDealer:
    """Deals what the lesson says where that is possible, and otherwise at random.

    Of each family of outcomes the lesson's are dealt in their order, so that a throw of dice that
    a detour has added does not change which cards come. `dealt` gives the record's entries so far.
    """

    def __init__(
        self,
        lesson: Lesson,
        space: ActionSpace,
        dealt: Callable[[], Sequence[Entry]],
        otherwise: Dealer,
    ) -> None:
        self._space = space
        self._dealt = dealt
        self._otherwise = otherwise
        self._prepared: dict[str, list[str]] = {}
        for notation in lesson.outcomes:
            self._prepared.setdefault(family_of(notation), []).append(notation)

    def choices(self, population: Sequence[int], weights: Sequence[int] | None = None) -> list[int]:
        found = self._scripted(population)
        if found is not None:
            return [found]
        return self._otherwise.choices(population, weights)

    def _scripted(self, population: Sequence[int]) -> int | None:
        open_now = {self._space.notation(code): code for code in population}
        for family in dict.fromkeys(family_of(notation) for notation in open_now):
            prepared = self._prepared.get(family, [])
            number = sum(
                entry.is_chance and family_of(entry.notation) == family for entry in self._dealt()
            )
            if number < len(prepared) and prepared[number] in open_now:
                return open_now[prepared[number]]
        return None


def scripted_choice(
    lesson: Lesson, entries: Sequence[Entry], position: Position, seat: int
) -> int | None:
    """What a bot chooses by script, if that is open and it has done nothing else so far."""
    script = lesson.scripts.get(seat, ())
    done = [entry.notation for entry in entries if entry.seat == seat]
    if len(done) >= len(script) or tuple(done) != script[: len(done)]:
        return None
    space = position.actions
    return next(
        (code for code in position.legal(seat) if space.notation(code) == script[len(done)]), None
    )


def family_of(notation: str) -> str:
    return notation.split(" ", 1)[0]
