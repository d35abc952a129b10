"""What the coach says at the end: who is ahead, and where the learner's points came from."""

from __future__ import annotations

from quarterdeck.game import Game
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import ScoreLine


def comment(game: Game, learner: int) -> list[Message]:
    """The score in sentences, as far as the learner can tell it."""
    sheet = game.score_sheet(None if game.finished else learner)
    totals = next((line.points for line in sheet if line.id == "total"), None)
    if totals is None:
        return []
    said = [_standing(game, learner, totals)]
    parts = [line for line in sheet if line.counts and line.id != "total"]
    if totals[learner] > 0 and parts:
        best = max(parts, key=lambda line: line.points[learner])
        if best.points[learner] > 0:
            said.append(_line("qd.lesson.end.most", best, learner))
        worst = min(parts, key=lambda line: line.points[learner])
        if worst.points[learner] < 0:
            said.append(_line("qd.lesson.end.least", worst, learner))
    leader = max(range(game.seats), key=lambda seat: totals[seat])
    if leader != learner and totals[leader] > totals[learner] and parts:
        gap = max(parts, key=lambda line: line.points[leader] - line.points[learner])
        said.append(
            Message(
                "qd.lesson.end.gap",
                seat=leader,
                label=gap.label,
                theirs=gap.points[leader],
                mine=gap.points[learner],
            )
        )
    return said


def _standing(game: Game, learner: int, totals: tuple[int, ...]) -> Message:
    mine = totals[learner]
    others = [points for seat, points in enumerate(totals) if seat != learner]
    if not game.finished:
        return Message("qd.lesson.end.so_far", count=mine)
    if not others:
        return Message("qd.lesson.end.alone", count=mine)
    won = game.outcome is not None and game.outcome.ranks[learner] == 1
    return Message(f"qd.lesson.end.{'won' if won else 'lost'}", count=mine, best=max(others))


def _line(id: str, line: ScoreLine, learner: int) -> Message:
    return Message(id, label=line.label, count=line.points[learner])
