"""What has been drawn already: a table's state and board, once per line, viewer and language."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from quarterdeck import pictures
from quarterdeck.game import Game
from quarterdeck.kernel.rules import Choice
from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import TableState, shown, translator_for

MOST_DRAWN = 256


@dataclass(frozen=True)
class Drawn:
    """A table as a viewer sees it, with its picture."""

    state: TableState
    board: Markup | None


class Gallery:
    """The pictures drawn last."""

    def __init__(self, most: int = MOST_DRAWN) -> None:
        self._most = most
        self._drawn: OrderedDict[Hashable, Drawn] = OrderedDict()

    def table(
        self, table: LiveTable, viewer: int | None, language: str, mine: tuple[int, ...]
    ) -> Drawn:
        """The table now, through a viewer's eyes."""
        row = table.row
        key = (row.id, row.status, table.lines, tuple(table.seats), viewer, language, mine)
        found = self._drawn.pop(key, None)
        if found is None:
            state = shown(table, viewer, language, mine)
            game = table.playing()
            asked = viewer is not None and viewer in game.actors
            choices = list(game.legal_for(viewer)) if viewer is not None and asked else []
            found = Drawn(state, board(table, game, viewer, language, choices))
        self._drawn[key] = found
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        return found


def board(
    table: LiveTable,
    game: Game,
    viewer: int | None,
    language: str,
    choices: Sequence[Choice] = (),
) -> Markup | None:
    """The board of a game of this table, now or at an earlier ply; `choices` light their spots."""
    if not pictures.drawable(table.rules):
        return None
    svg = pictures.board(
        table.rules,
        game.view(viewer),
        translator_for(table, language),
        choices=choices,
        standalone=False,
    )
    # Drawn by a template that escapes every name.
    return Markup(svg)  # noqa: S704


GALLERY = Gallery()
