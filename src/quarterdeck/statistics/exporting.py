"""Statistics and results as plain data, for programs and spreadsheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.statistics.counting import (
    PersonsGame,
    PlayedSeat,
    Spread,
    Tally,
    TitleStatistics,
)
from quarterdeck.statistics.ratings import Skill
from quarterdeck.statistics.results import Labels


def result_to_json(played: PlayedSeat) -> dict[str, Any]:
    """One seat of a finished game."""
    return {
        "table": played.table,
        "finished": datetime.fromtimestamp(played.finished, UTC).isoformat(timespec="seconds"),
        "game": played.game,
        "players": played.seats,
        "seat": played.seat,
        "options": played.options,
        "points": played.points,
        "rank": played.rank,
        "won": round(played.won, 4),
        "rounds": played.rounds,
        "choices": played.choices,
        "sources": played.sources,
        "uses": played.uses,
        "title": played.title,
        "hinted": played.hinted,
        "rating_before": _points(played.before),
        "rating_after": _points(played.after),
        "rating_spread": None if played.after is None else round(played.after.spread, 1),
    }


def _points(skill: Skill | None) -> float | None:
    return None if skill is None else round(skill.points, 1)


def write_csv(played: Sequence[PlayedSeat]) -> str:
    """Results as lines of a spreadsheet; what has parts is written as JSON."""
    file = io.StringIO()
    rows = [result_to_json(each) for each in played]
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(row[name]) for name in COLUMNS])
    return file.getvalue()


COLUMNS = (
    "table",
    "finished",
    "game",
    "players",
    "seat",
    "options",
    "points",
    "rank",
    "won",
    "rounds",
    "choices",
    "sources",
    "uses",
    "title",
    "hinted",
    "rating_before",
    "rating_after",
    "rating_spread",
)


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value


def person_to_json(
    found: Sequence[PersonsGame], say: Translator, own: bool = True
) -> list[dict[str, Any]]:
    """What a person's games tell; others are not told at which tables they were played."""
    told = [_game_to_json(each, say) for each in found if each.game in games.PLUGINS]
    if not own:
        for game in told:
            for players in game["by_players"].values():
                del players["best_tables"]
            for moment in game["rating_history"]:
                del moment["table"]
    return told


def _game_to_json(found: PersonsGame, say: Translator) -> dict[str, Any]:
    rules = games.load(found.game)
    labels = Labels(rules, say)
    skill = found.skill
    return {
        "game": found.game,
        "title": say.text(rules.title),
        "all": tally_to_json(found.all),
        "by_players": {
            str(players): {
                **(tally_to_json(tally) or {}),
                "sources": [
                    {**asdict(source), "label": labels.name_source(source.id, players)}
                    for source in found.sources[players]
                ],
                "best_tables": [each.table for each in found.best[players]],
            }
            for players, tally in found.by_seats.items()
        },
        "with_hints": tally_to_json(found.hinted),
        "titles": {labels.name_title(title): number for title, number in found.titles},
        "rating": None
        if skill is None
        else {
            "points": _points(skill),
            "spread": round(skill.spread, 1),
            "games": len(found.rated),
        },
        "rating_history": [
            {"finished": row["finished"], "points": row["rating_after"], "table": row["table"]}
            for row in map(result_to_json, found.rated)
        ],
    }


def tally_to_json(tally: Tally | None) -> dict[str, Any] | None:
    if tally is None:
        return None
    return {
        "games": tally.games,
        "won": round(tally.won, 4),
        "share": round(tally.share, 4),
        "low": round(tally.low, 4),
        "high": round(tally.high, 4),
        "mean_points": round(tally.points, 2),
        "best_points": tally.best,
    }


def title_to_json(found: TitleStatistics, say: Translator) -> dict[str, Any]:
    """What the finished games of a title with so many players tell."""
    labels = Labels(games.load(found.game), say)
    return {
        "players": found.seats,
        "games": found.games,
        "games_with_hints": found.hinted,
        "by_seat": [tally_to_json(tally) for tally in found.by_seat],
        "points": _spread(found.points),
        "winning_points": _spread(found.winning),
        "choices": _spread(found.choices),
        "rounds": _spread(found.rounds),
        "sources": [
            {**_rounded(asdict(each)), "label": labels.name_source(each.id, found.seats)}
            for each in found.sources
        ],
        "uses": [
            {
                "id": use.id,
                "label": labels.name_use(use.id),
                "part": round(use.part, 4),
                "winners": round(use.winners, 3),
                "others": round(use.others, 3),
                "with_it": tally_to_json(use.with_it),
                "without": tally_to_json(use.without),
            }
            for use in found.uses
        ],
    }


def _spread(found: Spread | None) -> dict[str, float] | None:
    return None if found is None else _rounded(asdict(found))


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: round(value, 3) if isinstance(value, float) else value
        for name, value in values.items()
    }
