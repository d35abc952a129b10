"""A village as text: a chart of letters, and the same row by row in words."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.components import Walk
from quarterdeck.games.saltfjord.names import FISH, FISH_ICON, ICONS, KINDS, SIDE
from quarterdeck.games.saltfjord.view import CellView, PlayerView, TileView
from quarterdeck.games.saltfjord.words import gains, good_name, walk_name
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message

WALK: Final = "walk_"
FISH_WORD: Final = ICONS[FISH_ICON]
FEW: Final = 2  # cells a line may lack to be called nearly complete
# The signs of the chart, in the order of its key.
SIGNS: Final = {
    "fish2": "f",
    "wood": "w",
    "wool": "l",
    "pulp": "p",
    "planks": "k",
    "cloth": "c",
    "paper": "a",
    "gold": "g",
    "upgrade": "u",
    "order": "O",
    "tech": "T",
    "fishing": "F",
    "build_small": "B",
    "order_or_tech": "X",
    "fishing_or_build": "Y",
    "walk": "~",
    "empty": ".",
}
WORKER: Final = "+"
CART: Final = "="


def describe_icon(word: str, fish: int) -> Message:
    """What a cell shows, by the word of the view; `fish`: how many the icon of fish gives."""
    if word == FISH_WORD:
        return good_name(FISH, fish)
    return walk_name(Walk(word)) if word.startswith(WALK) else Message(f"sf.icon.{word}")


# The chart


def chart(player: PlayerView, say: Translator, fish: int) -> list[str]:
    """Column numbers, a line per row, and the key: a sign, then what stands on the cell."""
    lines = ["   " + "  ".join(str(number) for number in range(1, SIDE + 1))]
    for row in range(SIDE):
        cells = player.cells[row * SIDE : (row + 1) * SIDE]
        lines.append(f"{row + 1}  {' '.join(map(_sign, cells))}".rstrip())
    used = {_kind(cell) for cell in player.cells}
    said = {kind: say(f"sf.sign.{kind}") for kind in SIGNS if kind != FISH_WORD}
    said[FISH_WORD] = say("sf.goods.fish", count=fish)
    key = [f"{sign} {said[kind]}" for kind, sign in SIGNS.items() if kind in used]
    if any(cell.piece == "worker" for cell in player.cells):
        key.append(f"{WORKER} {say('sf.sign.worker')}")
    if any(cell.face for cell in player.cells):
        key.append(say("sf.sign.die"))
    if any(cell.carts for cell in player.cells):
        key.append(f"{CART} {say('sf.sign.cart')}")
    return [*lines, say("sf.text.legend", signs=", ".join(key))]


def _kind(cell: CellView) -> str:
    return "walk" if cell.icon.startswith(WALK) else cell.icon


def _sign(cell: CellView) -> str:
    piece = WORKER if cell.piece == "worker" else str(cell.face) if cell.face else " "
    return SIGNS[_kind(cell)] + (CART if piece == " " and cell.carts else piece)


# In words


def rows(player: PlayerView, say: Translator, setting_up: bool, fish: int) -> list[str]:
    """Every row cell by cell; which lines are complete, or nearly."""
    lines = []
    for row in range(SIDE):
        cells = player.cells[row * SIDE : (row + 1) * SIDE]
        id = "sf.text.row.complete" if player.rows_complete[row] else "sf.text.row"
        said = ", ".join(_cell(cell, say, setting_up, fish) for cell in cells)
        lines.append(say(id, number=row + 1, cells=said))
    columns = [str(n + 1) for n, complete in enumerate(player.columns_complete) if complete]
    if columns:
        lines.append(say("sf.text.columns_complete", numbers=", ".join(columns)))
    return lines + list_nearly_complete(player, say)


def list_nearly_complete(player: PlayerView, say: Translator) -> list[str]:
    """Lines with few cells left to fill: which ones, and what their boardwalks pay so far."""
    lines = []
    for number in range(SIDE):
        row = player.cells[number * SIDE : (number + 1) * SIDE]
        lines += _list_missing("sf.text.lacks.row", number, row, say)
    for number in range(SIDE):
        lines += _list_missing("sf.text.lacks.column", number, player.cells[number::SIDE], say)
    return lines


def _list_missing(id: str, number: int, cells: tuple[CellView, ...], say: Translator) -> list[str]:
    empty = [str(place + 1) for place, cell in enumerate(cells) if cell.icon == "empty"]
    if not 0 < len(empty) <= FEW:
        return []
    walks = [Walk(cell.icon) for cell in cells if cell.icon.startswith(WALK)]
    pays = gains(
        [sum(walk.goods[kind] for walk in walks) for kind in range(KINDS)],
        sum(walk.points for walk in walks),
        sum(walk.upgrades for walk in walks),
        sum(walk.fishing for walk in walks),
    )
    cells_said = ", ".join(empty)
    return [say(id, number=number + 1, count=len(empty), cells=cells_said, gains=pays)]


# A tile in hand


def turns(tile: TileView, say: Translator, fish: int) -> list[str]:
    """How a tile lies after each quarter turn, row by row."""
    lines = []
    places = list(tile.offsets)
    for turn in range(4 if len(places) > 1 else 1):
        if turn:
            places = [(column, -row) for row, column in places]
        top, left = min(row for row, _ in places), min(column for _, column in places)
        shown = {(r - top, c - left): tile.icons[n] for n, (r, c) in enumerate(places)}
        lying = [
            _tile_row(shown, row, say, fish) for row in range(1 + max(row for row, _ in shown))
        ]
        lines.append(say("sf.text.turned", turn=turn, rows=" / ".join(lying)))
    return lines


def _tile_row(shown: dict[tuple[int, int], str], row: int, say: Translator, fish: int) -> str:
    width = 1 + max(column for _, column in shown)
    return ", ".join(
        say.text(describe_icon(shown[row, column], fish)) if (row, column) in shown else "–"
        for column in range(width)
    )


def _cell(cell: CellView, say: Translator, setting_up: bool, fish: int) -> str:
    if cell.snowflake and setting_up:
        return say("sf.text.snowflake")
    standing = []
    if cell.piece == "worker":
        standing.append(say("sf.sign.worker"))
    elif cell.piece:
        standing.append(say(f"sf.die.{cell.piece}", face=cell.face))
    standing += [say("sf.text.cart", number=number) for number in cell.carts]
    icon = say.text(describe_icon(cell.icon, fish))
    return f"{icon} ({', '.join(standing)})" if standing else icon
