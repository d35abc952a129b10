"""Results of games that nobody played, with a truth that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from quarterdeck import games as house
from quarterdeck.lab.results import CELLS, RESULTS, STUDY, Cell, PlayedGame, write_cells

GAME = "salty_ocean"
OPTIONS = {option.id: option.default for option in house.load(GAME).options}
# Changes one field of a made game, given its number.
Change = Callable[[int], dict[str, Any]]


def make_cell(
    number: int = 0,
    seats: int = 4,
    bots: tuple[str, ...] = ("greedy",),
    components: dict[str, Any] | None = None,
    **options: str,
) -> Cell:
    changed = components or {}
    is_default = not changed and not options
    return Cell(number, seats, OPTIONS | options, changed, bots, f"cell {number}", is_default)


def make_game(cell: Cell, number: int, **changed: Any) -> PlayedGame:
    """A game that seat 1 wins, in three rounds, unless told otherwise."""
    seats = cell.seats
    winner: int = changed.pop("winner", 0)
    scores = [30 if seat == winner else 20 for seat in range(seats)]
    made: dict[str, Any] = {
        "cell": cell.number,
        "number": number,
        "seats": seats,
        "options": cell.options,
        "components": cell.components,
        "bots": [cell.bots[(seat - number) % len(cell.bots)] for seat in range(seats)],
        "ranks": [1 if seat == winner else 2 for seat in range(seats)],
        "scores": scores,
        "shares": [1.0 if seat == winner else 0.0 for seat in range(seats)],
        "plies": 60,
        "decisions": 50 + number % 7,
        "rounds": 3,
        "progress": [[5] * seats, [10] * seats, scores],
        "sources": [{"coins": score - 5, "phare": 5} for score in scores],
        "used": [{"group.city building-banque": 1} if seat == 0 else {} for seat in range(seats)],
    }
    return PlayedGame(**(made | changed))


def make_games(cell: Cell, count: int, change: Change) -> list[PlayedGame]:
    return [make_game(cell, number, **change(number)) for number in range(count)]


def write_study(
    folder: Path, cells: Iterable[Cell], games: Iterable[PlayedGame], goal: str = "games = 100"
) -> Path:
    """The folder of a study that was run."""
    folder.mkdir(exist_ok=True)
    listed = list(cells)
    seats = sorted({cell.seats for cell in listed})
    bots = ", ".join(f'"{bot}"' for bot in dict.fromkeys(cell.bots[0] for cell in listed))
    text = f'title = "Made up"\ngame = "{GAME}"\nseats = {seats}\nbots = [{bots}]\n{goal}\n'
    varied = [cell for cell in listed if not cell.is_default]
    if varied:
        text += '[vary]\noptions.price_table = ["seven_rows"]\n'
    (folder / STUDY).write_text(text, encoding="utf-8")
    write_cells(folder, listed)
    lines = "".join(game.write() for game in games)
    (folder / RESULTS).write_text(lines, encoding="utf-8")
    assert (folder / CELLS).exists()
    return folder
