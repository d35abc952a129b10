"""The score sheet: the renown column, line by line.  RS-15, RS-16.6"""

from __future__ import annotations

from quarterdeck.games.rolling_seas import scoring
from quarterdeck.games.rolling_seas.names import PORT_COUNT
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine

STARS = {
    "star_ships": scoring.ship_stars,
    "star_provisions": scoring.provision_stars,
    "star_gold": scoring.gold_stars,
    "star_story": scoring.story_stars,
    "star_cannons": scoring.cannon_stars,
    "star_treasure": scoring.treasure_stars,
    "star_ports": scoring.port_stars,
}


def score_sheet(p: RollingPosition, _viewer: int | None = None) -> list[ScoreLine]:
    """Every line of the end report; during the game, what it would say now.

    Everything that scores is public, so all viewers are told the same.
    """
    seats = range(p.seats)
    lines = [
        ScoreLine(
            f"port_{number + 1}",
            Message("rs.score.port", number=number + 1),
            tuple(scoring.port_renown(p, seat, number) for seat in seats),
        )
        for number in range(PORT_COUNT)
    ]
    items = {
        "final_story": scoring.final_story,
        "pirates": scoring.unmet_pirates,
        "end_port": scoring.end_port,
        **STARS,
    }
    for id, count in items.items():
        lines.append(
            ScoreLine(id, Message(f"rs.score.{id}"), tuple(count(p, seat) for seat in seats))
        )
    lines.append(_plain("total", [scoring.total(p, seat) for seat in seats], _titles(p)))
    lines.append(_plain("tie_gold", [captain.gold for captain in p.captains]))
    lines.append(_plain("tie_provisions", [captain.provisions for captain in p.captains]))
    return lines


def _titles(p: RollingPosition) -> tuple[Message | None, ...]:
    """The title beside the total, once a solo game is over."""
    title = scoring.title(p) if p.finished else scoring.NO_TITLE
    return (Message(f"rs.title.{title}"),) if title else ()


def _plain(id: str, points: list[int], details: tuple[Message | None, ...] = ()) -> ScoreLine:
    said = details or (None,) * len(points)
    return ScoreLine(id, Message(f"rs.score.{id}"), tuple(points), said, counts=False)
