"""The score sheet, line by line.  SF-16"""

from __future__ import annotations

from quarterdeck.games.saltfjord import scoring
from quarterdeck.games.saltfjord.names import NOT_RETIRED, SCORE_NOW_POINTS, SOURCES, TOP, TRACKS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.words import (
    list_messages,
    medal_words,
    score_tile_name,
    track_name,
)
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine


def score_sheet(p: SaltfjordPosition, _viewer: int | None = None) -> list[ScoreLine]:
    """Every line of the end report; during the game, what it would say now.

    Everything that scores is public, so all viewers are told the same.
    """
    seats = range(p.seats)
    lines = [
        _line(id, [scoring.earned(p, seat, source) for seat in seats])
        for source, id in enumerate(SOURCES)
    ]
    lines += [
        _line("tokens_final", [scoring.tokens_on_board(p, seat) for seat in seats]),
        _line("fish", [scoring.fish_points(p, seat) for seat in seats]),
        _line("crate_sets", [scoring.crate_sets(p, seat) for seat in seats]),
        _line("crates", [scoring.crate_points(p, seat) for seat in seats]),
        _line(
            "tech_rows",
            [scoring.tech_rows(p, seat) for seat in seats],
            [_track_points(p, seat) for seat in seats],
        ),
        _line(
            "score_tiles",
            [scoring.score_tiles(p, seat) for seat in seats],
            [_tile_points(p, seat) for seat in seats],
        ),
    ]
    if p.table.carts:
        lines.append(_line("carts", [scoring.cart_points(p, seat) for seat in seats]))
    if p.table.solo:
        counted = p.table.options["solo_special_scoring"] == "counted"
        worth = sum(scoring.tile_worth(p, 0, tile) for tile in p.special_tiles)
        lines.append(_line("solo_special", [worth], [_specials(p)], counts=counted))
    totals = [scoring.total(p, seat) for seat in seats]
    lines.append(_line("total", totals, _outcomes(p), counts=False))
    if not p.table.solo and all(tavern != NOT_RETIRED for tavern in p.taverns):
        places = [tavern + 1 for tavern in p.taverns]
        lines.append(_line("tie_tavern", places, counts=False))
    return lines


def _line(
    id: str, points: list[int], details: list[Message | None] | None = None, counts: bool = True
) -> ScoreLine:
    said = tuple(details or [None] * len(points))
    return ScoreLine(id, Message(f"sf.score.{id}"), tuple(points), said, counts)


def _worth(name: Message, points: int) -> Message:
    return Message("sf.score.detail", name=name, count=points)


def _track_points(p: SaltfjordPosition, seat: int) -> Message | None:
    parts = [
        _worth(track_name(track, p.table.carts), scoring.tech_row(p, seat, track))
        for track in range(len(TRACKS))
        if p.level(seat, track)
    ]
    return list_messages(parts) if parts else None


def _tile_points(p: SaltfjordPosition, seat: int) -> Message | None:
    parts = [
        _worth(score_tile_name(p.score_tiles[track]), scoring.track_tile(p, seat, track))
        for track in range(len(TRACKS))
        if p.level(seat, track) == TOP and p.score_tiles[track] < SCORE_NOW_POINTS
    ]
    return list_messages(parts) if parts else None


def _specials(p: SaltfjordPosition) -> Message | None:
    """Each special tile with its points, passed, not yet or failed.  SF-19.13"""
    parts = []
    for tile in p.special_tiles:
        worth = scoring.tile_worth(p, 0, tile)
        least = p.table.box.threshold
        missed = "failed" if p.finished else "not_yet"
        kind = "passed" if worth >= least else missed
        name = score_tile_name(tile)
        parts.append(Message(f"sf.score.special.{kind}", name=name, count=worth, needed=least))
    return list_messages(parts) if parts else None


def _outcomes(p: SaltfjordPosition) -> list[Message | None]:
    """Beside the total of a finished solo game: lost, or won and with which medal.  SF-19.15"""
    if not p.table.solo or not p.finished:
        return [None] * p.seats
    if not scoring.solo_won(p):
        return [Message("sf.solo.lost")]
    score, total = scoring.medal_score(p), scoring.total(p, 0)
    return [medal_words(scoring.medal(p), score, total, p.table.box.medals)]
