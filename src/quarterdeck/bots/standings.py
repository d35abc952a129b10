"""What the games of a ladder tell: ratings, shares, steps; as a table and for `strength.json`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quarterdeck.bots.arena import wilson
from quarterdeck.bots.ladder import GREEDY, ROUND, Bout, Ladder, Part, Results, steps, versus
from quarterdeck.bots.ratings import Rating, rate
from quarterdeck.bots.sequential import bound
from quarterdeck.bots.strength import FORMAT, Share
from quarterdeck.kernel.rules import AnyRules


@dataclass(frozen=True)
class Step:
    """Whether a bot is stronger than the one below: one of it among the lower ones."""

    higher: str
    lower: str
    par: float
    won: Share

    @property
    def verdict(self) -> str:
        if self.won.low > self.par:
            return "stronger"
        return "weaker" if self.won.high < self.par else "open"


@dataclass(frozen=True)
class Standings:
    """Everything that is known after some games.

    Ratings come from all of them; shares, scores and titles are those of the round.
    """

    ratings: dict[str, Rating]
    shares: dict[str, Share]
    scores: dict[str, float]
    titles: dict[str, dict[str, int]]
    versus: dict[str, Share]
    steps: tuple[Step, ...]


def sum_up(ladder: Ladder, results: Results) -> Standings:
    round_played = results.of(ROUND)
    names = [bot for bot in ladder.bots if any(bot in bout.bots for bout in round_played)]
    ratings = {}
    if round_played:
        ratings = rate([(bout.bots, bout.ranks) for bout in results.bouts.values()], GREEDY)
    return Standings(
        ratings={name: ratings[name] for name in names},
        shares={name: _share_of_seats(name, round_played) for name in names},
        scores={name: _mean_score(name, round_played) for name in names},
        titles={name: _titles(name, round_played) for name in names if ladder.seats == 1},
        versus={
            part.challenger: _share(part, played)
            for part in versus(ladder)
            if (played := results.of(part.name))
        },
        steps=tuple(
            _step(part, played) for part in steps(ladder) if (played := results.of(part.name))
        ),
    )


def _share(part: Part, played: Sequence[Bout]) -> Share:
    """What the challenger of a part has won, of a number of games fixed beforehand."""
    won = sum(bout.share(part.challenger) for bout in played)
    return Share(won / len(played), *wilson(won, len(played)), len(played))


def _step(part: Part, played: Sequence[Bout]) -> Step:
    """The same of games that ended when enough was known."""
    won = sum(bout.share(part.challenger) for bout in played)
    share = Share(won / len(played), *bound(won, len(played)), len(played))
    return Step(part.challenger, part.bots[1], part.par, share)


def _share_of_seats(bot: str, played: Sequence[Bout]) -> Share:
    seats = sum(bout.bots.count(bot) for bout in played)
    won = sum(bout.share(bot) for bout in played)
    return Share(won / seats, *wilson(won, seats), seats)


def _mean_score(bot: str, played: Sequence[Bout]) -> float:
    scores = [
        score
        for bout in played
        for each, score in zip(bout.bots, bout.scores, strict=True)
        if each == bot
    ]
    return sum(scores) / len(scores)


def _titles(bot: str, played: Sequence[Bout]) -> dict[str, int]:
    return dict(
        Counter(bout.titles[bout.bots.index(bot)] for bout in played if bout.titles).most_common()
    )


# For people


def write_markdown(ladder: Ladder, standings: Standings) -> str:
    """The tables, as the ladder prints them."""
    lines: list[str] = []
    if standings.ratings:
        lines += [
            "| bot | rating | 95 % | won in the round | 95 % | seats | mean score |",
            "|---|---:|---|---:|---|---:|---:|",
        ]
        for bot, rating in standings.ratings.items():
            share = standings.shares[bot]
            lines.append(
                f"| {bot} | {rating.rating:.0f} | {rating.low:.0f} to {rating.high:.0f} "
                f"| {_percent(share)} | {share.games} | {standings.scores[bot]:.1f} |"
            )
        lines.append("")
    if standings.versus:
        rivals = "greedy on the same deal" if ladder.seats == 1 else f"{ladder.seats - 1} × greedy"
        lines += [f"| bot | won against {rivals} | 95 % | games |", "|---|---:|---|---:|"]
        lines += [
            f"| {bot} | {_percent(share)} | {share.games} |"
            for bot, share in standings.versus.items()
        ]
        lines.append("")
    if standings.steps:
        lines += [
            "| one of | among | par | won | 95 %, at any time | games | verdict |",
            "|---|---|---:|---:|---|---:|---|",
        ]
        lines += [
            f"| {step.higher} | {step.lower} | {step.par:.1%} | {_percent(step.won)} "
            f"| {step.won.games} | {step.verdict} |"
            for step in standings.steps
        ]
        lines.append("")
    if any(any(titles) for titles in standings.titles.values()):
        lines += ["| bot | results |", "|---|---|"]
        for bot, titles in standings.titles.items():
            told = "; ".join(f"{title or 'none'}: {count}" for title, count in titles.items())
            lines.append(f"| {bot} | {told} |")
        lines.append("")
    if ladder.programs:
        names = ", ".join(ladder.programs)
        lines += [f"Played at a server, not to be repeated exactly: games with {names}.", ""]
    return "\n".join(lines)


def _percent(share: Share) -> str:
    return f"{share.share:.1%} | {share.low:.1%} to {share.high:.1%}"


# For the page


def merge_strength(
    path: Path, rules: AnyRules, told: dict[str, Any], standings: Standings, date: str
) -> None:
    """Write what was measured into a `strength.json`, instead of what it said of as many seats."""
    found: dict[str, Any] = {"format": FORMAT, "game": rules.id, "seats": {}}
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
    left_out = ("ladder", "bots", "programs")
    settings = {name: value for name, value in told.items() if name not in left_out}
    found["seats"][str(told["seats"])] = {
        "date": date,
        "settings": settings,
        "bots": {
            bot: {
                "rating": round(rating.rating),
                "low": round(rating.low),
                "high": round(rating.high),
                "games": rating.games,
                "score": round(standings.scores[bot], 1),
                "among_greedy": _rounded(standings.versus.get(bot)),
                **({"titles": standings.titles[bot]} if bot in standings.titles else {}),
            }
            for bot, rating in standings.ratings.items()
        },
        "steps": [
            {
                "higher": step.higher,
                "lower": step.lower,
                "par": round(step.par, 4),
                "won": _rounded(step.won),
                "verdict": step.verdict,
            }
            for step in standings.steps
        ],
    }
    found["seats"] = dict(sorted(found["seats"].items(), key=lambda item: int(item[0])))
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _rounded(share: Share | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {name: round(value, 4) for name, value in asdict(share).items()}
