"""The board of a table, now and earlier."""

from __future__ import annotations

from markupsafe import Markup

from quarterdeck import pictures
from quarterdeck.game import Game
from quarterdeck.pictures import Drawing
from quarterdeck.server.live import LiveTable
from quarterdeck.server.state import translator_for, view_of


def board_now(table: LiveTable, viewer: int | None, language: str) -> Drawing | None:
    """The board as it is now, through a viewer's eyes."""
    if not pictures.drawable(table.rules):
        return None
    say = translator_for(table, language)
    return table.once(
        ("board", viewer, language),
        lambda: pictures.drawing(table.rules, view_of(table, viewer), say),
    )


def board_then(table: LiveTable, then: Game, viewer: int | None, language: str) -> Markup | None:
    """The board of a game of this table at an earlier ply."""
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
