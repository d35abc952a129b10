"""Showing a game: in words, as the picture of its board, or as pixels; as a spectator sees it."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.match import Match
from quarterdeck.envs.pixels import Pixels, read_png
from quarterdeck.envs.reading import read_name
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

MODES = ("ansi", "svg", "rgb_array")
PIXELS_ACROSS = 1000


def check_mode(mode: str | None) -> str | None:
    """A way of showing games, or None; raises UnknownName."""
    return None if mode is None else read_name("render_mode", mode, MODES)


def render(match: Match, mode: str, names: Sequence[str]) -> str | Pixels:
    """The game as it stands. Pictures need the `web` extra."""
    if mode == "ansi":
        return _tell(match, names)
    try:
        from quarterdeck import pictures

        if not pictures.drawable(match.rules):
            raise BadSetup(Message("qd.env.no_picture", game=match.rules.title))
        view = match.rules.view(match.position, None)
        theme = "auto" if mode == "svg" else "light"
        svg = pictures.board(match.rules, view, Translator("en", names), theme=theme)
        return svg if mode == "svg" else read_png(pictures.png(svg, PIXELS_ACROSS))
    except ImportError as missing:
        raise MissingLibrary("jinja2, resvg-py", "web", missing) from missing


def _tell(match: Match, names: Sequence[str]) -> str:
    view = match.rules.view(match.position, None)
    blocks = match.rules.text(view, Translator("en", names))
    return "\n\n".join("\n".join([block.title, *block.lines]) for block in blocks) + "\n"
