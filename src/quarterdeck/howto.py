"""How to play: the pictures of the text that teaches a game, drawn by its real board.

`HOWTO.md` shows one by `![what it shows](picture:market)`. Which moment of which game that is says
`howto.toml`, next to it:

    [[picture]]
    name = "market"
    seats = 3
    options = { length = "long" }
    after = "opening"
    moves = ["saline", "weather storm; pass"]
    seat = 0
    part = "40 60 600 400"

Only `name` is needed. `moves` are choices and outcomes in notation, from the start or after those
of an earlier picture; `seat` is whose eyes we see with, else everybody's; `part` is what to show of
the board, in its own units: x, y, width, height.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quarterdeck import pictures
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

FILE = "howto.toml"
TEXT = "HOWTO"

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')

# x, y, width, height
Box = tuple[float, float, float, float]


class BadHowTo(QuarterdeckError):
    """A picture that cannot be drawn; the message says which one, and why."""

    def __init__(self, picture: str, why: str | Message) -> None:
        super().__init__(Message("qd.howto.bad", picture=picture, why=why))


@dataclass(frozen=True)
class Picture:
    """A moment of a game to be shown."""

    name: str
    seats: int | None
    options: dict[str, str]
    moves: tuple[str, ...]
    seat: int | None
    part: Box | None


@dataclass(frozen=True)
class DrawnPicture:
    """A picture as SVG, and its size in the board's units."""

    svg: str
    width: float
    height: float


def read_pictures(folder: Path) -> dict[str, Picture]:
    """The pictures of a game's folder, by name; raises BadHowTo."""
    file = folder / FILE
    if not file.exists():
        return {}
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadHowTo(FILE, str(error)) from error
    found: dict[str, Picture] = {}
    entries = data.get("picture", [])
    if set(data) - {"picture"} or not isinstance(entries, list):
        raise BadHowTo(FILE, ", ".join(data))
    for entry in entries:
        picture = _read(entry, found)
        found[picture.name] = picture
    return found


def _read(entry: dict[str, Any], earlier: dict[str, Picture]) -> Picture:
    name = str(entry.get("name", ""))
    if not _NAME.fullmatch(name) or name in earlier:
        raise BadHowTo(name or FILE, "name")
    known = {"name", "seats", "options", "after", "moves", "seat", "part"}
    for key, value in entry.items():
        if key not in known or not isinstance(value, _KINDS.get(key, str)):
            raise BadHowTo(name, key)
    base = _find_base(name, entry, earlier)
    moves = [move.strip() for line in entry.get("moves", []) for move in str(line).split(";")]
    return Picture(
        name,
        entry.get("seats", base.seats if base else None),
        entry.get("options", base.options if base else {}),
        (*(base.moves if base else ()), *moves),
        entry.get("seat", base.seat if base else None),
        _read_part(name, entry["part"]) if "part" in entry else None,
    )


_KINDS: dict[str, type] = {"seats": int, "options": dict, "moves": list, "seat": int}


def _find_base(name: str, entry: dict[str, Any], earlier: dict[str, Picture]) -> Picture | None:
    if "after" not in entry:
        return None
    if entry["after"] not in earlier or "seats" in entry or "options" in entry:
        # A game that goes on has the players it has.
        raise BadHowTo(name, "after")
    return earlier[entry["after"]]


def _read_part(name: str, text: str) -> Box:
    try:
        x, y, width, height = map(float, text.split())
    except ValueError as error:
        raise BadHowTo(name, "part") from error
    if width <= 0 or height <= 0:
        raise BadHowTo(name, "part")
    return x, y, width, height


def play(rules: AnyRules, picture: Picture) -> Game:
    """The game of a picture, at its moment; raises BadHowTo."""
    try:
        game = Game.new(rules, picture.seats, picture.options)
        for move in picture.moves:
            if game.position.chance:
                game.deal(move)
            else:
                game.play(move)
    except QuarterdeckError as error:
        raise BadHowTo(picture.name, error.message) from error
    if picture.seat is not None and picture.seat not in range(game.seats):
        raise BadHowTo(picture.name, "seat")
    return game


def draw(
    rules: AnyRules, picture: Picture, translator: Translator, theme: str = "auto"
) -> DrawnPicture:
    """A picture in a reader's language; raises BadHowTo."""
    game = play(rules, picture)
    svg = pictures.board(rules, game.view(picture.seat), translator, theme)
    found = _VIEW_BOX.search(svg)
    if found is None:
        raise BadHowTo(picture.name, "viewBox")
    whole = _read_part(picture.name, found[1])
    part = picture.part or whole
    if not _holds(whole, part):
        raise BadHowTo(picture.name, "part")
    box = " ".join(f"{number:g}" for number in part)
    svg = f'{svg[: found.start()]}viewBox="{box}"{svg[found.end() :]}'
    return DrawnPicture(svg, part[2], part[3])


def _holds(whole: Box, part: Box) -> bool:
    return all(
        whole[side] <= part[side] and part[side] + part[side + 2] <= whole[side] + whole[side + 2]
        for side in (0, 1)
    )
