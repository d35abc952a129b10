"""A board as text: a chart of letters, and the same in words."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.rolling_seas.chart import EAST, SOUTH, king_distance
from quarterdeck.games.rolling_seas.names import (
    CELL_NAMES,
    COLUMNS,
    GOLD_LAND,
    MONOLITH,
    PROVISION_LAND,
    STORY_LAND,
    WIDTH,
)
from quarterdeck.games.rolling_seas.view import CaptainView, DrawingView, RollingView
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message

NUMBER: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
NEARBY: Final = 4

# The signs of the chart, in the order of its key. A current shows where each cell leads.
SIGNS: Final = {
    "@": "ship",
    "H": "home",
    "h": "home_told",
    "P": "port",
    "=": "told",
    "M": "monolith",
    "g": "gold",
    "p": "provision",
    "s": "story",
    "#": "land",
    "+": "explored",
    ".": "sea",
    ":": "trail",
    "m": "monster",
    "!": "peril",
    "*": "rocks",
    "X": "pirates",
    "?": "ambush",
}
ARROWS: Final = "↑↗→↘↓↙←↖"
DRAWN: Final = {"monster": "m", "peril": "!", "rocks": "*"}
RICH: Final = {GOLD_LAND: "gold", PROVISION_LAND: "provision", STORY_LAND: "story"}


# The chart


def chart(view: RollingView, captain: CaptainView, say: Translator) -> list[str]:
    """Column letters, a line per row, and the key of the signs in use."""
    signs = _signs(view, captain)
    lines = [f"   {' '.join(COLUMNS)}"]
    for row in range(len(view.grid)):
        cells = CELL_NAMES[row * WIDTH : (row + 1) * WIDTH]
        lines.append(f"{row + 1:2d} {' '.join(signs[cell] for cell in cells)}")
    used = set(signs.values())
    key = [f"{sign} {say(f'rs.sign.{id}')}" for sign, id in SIGNS.items() if sign in used]
    arrows = "".join(arrow for arrow in ARROWS if arrow in used)
    if arrows:
        key.append(f"{arrows} {say('rs.sign.current')}")
    return [*lines, say("rs.text.legend", signs=", ".join(key))]


def _signs(view: RollingView, captain: CaptainView) -> dict[str, str]:
    """What each cell shows, later things over earlier ones."""
    signs = dict(zip(CELL_NAMES, "".join(view.grid), strict=True))
    signs |= dict.fromkeys(captain.told, "=")
    if captain.home:
        signs[captain.home] = "h" if captain.home in captain.told else "H"
    signs |= dict.fromkeys(captain.explored, "+")
    for ambush in captain.ambushes:
        if not ambush.spent:
            signs |= dict.fromkeys((ambush.centre, *ambush.dots), "?")
    signs |= dict.fromkeys(captain.trail, ":")
    for drawing in captain.drawings:
        for number, cell in enumerate(drawing.cells):
            if not drawing.used[number]:
                signs[cell] = DRAWN.get(drawing.type) or _arrow(drawing, number)
    if captain.cell:
        signs[captain.cell] = "@"
    return signs


def _arrow(drawing: DrawingView, number: int) -> str:
    here, there = (NUMBER[name] for name in (*drawing.cells, drawing.exit)[number : number + 2])
    east, south = there % WIDTH - here % WIDTH, there // WIDTH - here // WIDTH
    return next(a for a, x, y in zip(ARROWS, EAST, SOUTH, strict=True) if (x, y) == (east, south))


# In words


def words(view: RollingView, captain: CaptainView, say: Translator) -> list[str]:
    """Everything a captain would look for on a board; used and explored things are left out."""
    lines = [_ship(captain, say)]
    for drawing in captain.drawings:
        if drawing.type != "rocks" and not all(drawing.used):
            lines.append(_adventure(view, drawing, say))
    rocks = [cell for d in captain.drawings if d.type == "rocks" for cell in d.cells]
    lines += _list_cells("rs.text.rocks", rocks, say)
    lines += _list_cells("rs.text.unmet", captain.unmet, say)
    for ambush in captain.ambushes:
        if not ambush.spent:
            cells = ", ".join((ambush.centre, *ambush.dots))
            lines.append(say("rs.text.ambush", seat=ambush.ambusher, cells=cells))
    untold = [port for port in view.ports if port not in captain.told]
    lines += _list_cells("rs.text.untold", untold, say)
    lines += _list_cells("rs.text.told", captain.told, say)
    return lines + _land(view, captain, say)


def _list_cells(id: str, cells: list[str] | tuple[str, ...], say: Translator) -> list[str]:
    return [say(id, cells=", ".join(cells))] if cells else []


def _ship(captain: CaptainView, say: Translator) -> str:
    if captain.cell:
        return say("rs.text.ship_at", cell=captain.cell, home=captain.home)
    return say("rs.text.home_only", home=captain.home) if captain.home else say("rs.text.no_ship")


def _adventure(view: RollingView, drawing: DrawingView, say: Translator) -> str:
    """An adventure by its unused cells; of a current these are always its first ones."""
    left = [c for c, used in zip(drawing.cells, drawing.used, strict=True) if not used]
    card, kind = Message(f"rs.card.{drawing.card}"), Message(f"rs.type.{drawing.type}")
    if drawing.type != "current":
        return say("rs.text.adventure", card=card, type=kind, cells=", ".join(left))
    flow = " → ".join(left)
    if view.stops_on_last:
        return say("rs.text.current.last", card=card, type=kind, cells=flow, exit=left[-1])
    goal = (*drawing.cells, drawing.exit)[len(left)]
    return say("rs.text.current", card=card, type=kind, cells=flow, exit=goal)


def _land(view: RollingView, captain: CaptainView, say: Translator) -> list[str]:
    """All monoliths, and what else gives more than the book, near the ship."""
    signs = dict(zip(CELL_NAMES, "".join(view.grid), strict=True))
    left = [cell for cell in CELL_NAMES if cell not in captain.explored]
    lines = _list_cells("rs.text.monoliths", [c for c in left if signs[c] == MONOLITH], say)
    if captain.cell:
        ship = NUMBER[captain.cell]
        rich = [
            f"{cell} ({say(f'rs.sign.{RICH[signs[cell]]}')})"
            for cell in left
            if signs[cell] in RICH and king_distance(NUMBER[cell], ship) <= NEARBY
        ]
        lines += _list_cells("rs.text.icons", rich, say)
    return lines
