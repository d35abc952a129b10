"""What has been drawn already: a table's page, once per line, viewer and language."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

from quarterdeck import pictures
from quarterdeck.game import Game
from quarterdeck.kernel.rules import Choice, Gesture
from quarterdeck.pictures import Drawing
from quarterdeck.server.live import LiveTable
from quarterdeck.server.pages.parts import PagePart
from quarterdeck.server.state import TableState, seen, shown, translator_for

MOST_DRAWN = 256


class Drawn:
    """A table as a viewer sees it: its state, its board, and what has been written of its page."""

    def __init__(self, state: TableState, board: Drawing | None) -> None:
        self.state = state
        self.board = board
        self._written: dict[Hashable, tuple[PagePart, ...]] = {}

    def written(
        self, key: Hashable, write: Callable[[], tuple[PagePart, ...]]
    ) -> tuple[PagePart, ...]:
        """Parts of the page that depend on this state and on `key`, written once."""
        found = self._written.get(key)
        if found is None:
            found = self._written[key] = write()
        return found


class Gallery:
    """The pages drawn last."""

    def __init__(self, most: int = MOST_DRAWN) -> None:
        self._most = most
        self._drawn: OrderedDict[Hashable, Drawn] = OrderedDict()

    def table(
        self, table: LiveTable, viewer: int | None, language: str, mine: tuple[int, ...]
    ) -> Drawn:
        """The table now, through a viewer's eyes."""
        row = table.row
        now = (row.status, table.lines, tuple(table.seats), table.news)
        key = (row.id, now, viewer, language, mine)
        found = self._drawn.pop(key, None)
        if found is None:
            state = shown(table, viewer, language, mine)
            found = Drawn(state, _board(table, viewer, language))
        self._drawn[key] = found
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        return found


def _board(table: LiveTable, viewer: int | None, language: str) -> Drawing | None:
    """The board as it is now."""
    if not pictures.drawable(table.rules):
        return None
    through = seen(table, viewer)
    say = translator_for(table, language)
    choices: list[Choice | Gesture] = [*through.choices, *through.gestures]
    return pictures.drawing(table.rules, through.view, say, choices)


def board_then(table: LiveTable, then: Game, viewer: int | None, language: str) -> Markup | None:
    """The board of a game of this table at an earlier ply; nothing can be done there."""
    if not pictures.drawable(table.rules):
        return None
    svg = pictures.board(
        table.rules,
        then.view(viewer),
        translator_for(table, language),
        standalone=False,
    )
    # Drawn by a template that escapes every name.
    return Markup(svg)  # noqa: S704


GALLERY = Gallery()
