"""The score after each round of a game, kept along the way."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules, ScoreLine


@dataclass(frozen=True)
class RoundScore:
    """The score sheet as everybody could tell it when a round had ended, or the game."""

    round: int
    ply: int
    lines: tuple[ScoreLine, ...]

    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        total = next((line.points for line in self.lines if line.id == "total"), None)
        if total is not None:
            return total
        counted = [line.points for line in self.lines if line.counts]
        return tuple(sum(points) for points in zip(*counted, strict=True))


class RoundScores:
    """Notes the score whenever a round has ended, and forgets what was taken back."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._noted: list[RoundScore] = []
        self._round = 0

    @property
    def all(self) -> tuple[RoundScore, ...]:
        return tuple(self._noted)

    def note(self, ply: int, position: Position) -> None:
        """Another ply has been played."""
        now = self._rules.round_of(position)
        if now > self._round or position.finished:
            sheet = self._rules.score_sheet(position.visible_to(None))
            self._noted.append(RoundScore(self._round, ply, tuple(sheet)))
            self._round = now

    def go_back(self, ply: int, position: Position) -> None:
        """The game stands at an earlier ply again, or at its start."""
        self._noted = [score for score in self._noted if score.ply <= ply]
        self._round = self._rules.round_of(position)
