"""The score sheet, line by line.  SM-23"""

from __future__ import annotations

from quarterdeck.games.seul_maitre import scoring
from quarterdeck.games.seul_maitre.names import LINES, line_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine


def score_sheet(p: MasterPosition, _viewer: int | None = None) -> list[ScoreLine]:
    """Every line of the end report; during the game, what it would say now."""
    seats = range(p.seats)
    lines = [
        _line(id, [p.lines[line_at(seat, number)] for seat in seats])
        for number, id in enumerate(LINES)
    ]
    lines.append(_line("money_vp", [scoring.money_points(p, seat) for seat in seats]))
    lines.append(_line("total", scoring.totals(p), counts=False))
    lines.append(_line("tie_money", p.money, counts=False))
    return lines


def _line(id: str, points: list[int], counts: bool = True) -> ScoreLine:
    return ScoreLine(id, Message(f"sm.score.{id}"), tuple(points), (None,) * len(points), counts)
