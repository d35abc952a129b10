"""The score sheet, line by line.  SO-12"""

from __future__ import annotations

from quarterdeck.games.salty_ocean import scoring
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine


def score_sheet(p: SaltyPosition, _viewer: int | None = None) -> list[ScoreLine]:
    """Every line of the end report; during the game, what it would say now.  SO-12.1

    Coins and buildings are public, so all viewers are told the same.
    """
    seats = range(p.seats)

    def line(id: str, points: list[int], details: list[Message | None] | None = None) -> ScoreLine:
        return ScoreLine(
            id, Message(f"so.score.{id}"), tuple(points), tuple(details or [None] * p.seats)
        )

    return [
        line("coins", p.coins),
        line(
            "notre_dame",
            [scoring.cathedral_bonus(p, s) for s in seats],
            [Message("so.score.step", step=p.cathedral[s]) for s in seats],
        ),
        line("vitraux", [scoring.vitraux_bonus(p, s) for s in seats]),
        line(
            "hotel_de_ville",
            [scoring.hall_bonus(p, s) for s in seats],
            [Message("so.score.buildings", count=scoring.hall_buildings(p, s)) for s in seats],
        ),
        line("saint_maclou", [scoring.maclou_bonus(p, s) for s in seats]),
        line(
            "phare",
            [scoring.lighthouse_bonus(p, s) for s in seats],
            [Message("so.score.ships", count=scoring.fleet(p, s)) for s in seats],
        ),
        ScoreLine("total", Message("so.score.total"), tuple(scoring.totals(p)), counts=False),
        ScoreLine(
            "tiebreak_buildings",
            Message("so.score.tiebreak_buildings"),
            tuple(scoring.tiebreak_buildings(p, s) for s in seats),
            counts=False,
        ),
    ]
