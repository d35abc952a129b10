"""A choice next to the best one: at first sight, and looked at again."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import TYPE_CHECKING

from quarterdeck.bots.worth import makes_plans
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.choices import ChoiceJudge, combine, find_error
from quarterdeck.review.lines import LinePlayer, Pair, look_again
from quarterdeck.review.marks import FIRST_ERROR, LINE_ERROR, is_clear, mark_of
from quarterdeck.review.model import Judgement

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# Worlds in which each choice is judged at first; where turns are planned that takes long, and the
# second look tries others.
WORLDS = 4
PLANNING_WORLDS = 1
# Pairs of lines by which a doubtful choice is looked at again.
PAIRS = 10


def make_judge(rules: AnyRules, network: Network, seed: str) -> ChoiceJudge:
    """A judge that looks at as many worlds as the game allows."""
    return ChoiceJudge(rules, network, PLANNING_WORLDS if makes_plans(rules) else WORLDS, seed)


class Examiner:
    """Examines the choices of a game with so many seats."""

    def __init__(self, judge: ChoiceJudge, seats: int) -> None:
        assert judge.rules.features is not None
        self.rules = judge.rules
        self.judge = judge
        self.seats = seats
        # What a whole win is counted as
        self.unit = judge.rules.features.points if seats == 1 else 1.0
        self.lines = LinePlayer(judge)

    def look(self, position: Position, ply: int, seat: int, notation: str) -> Judgement:
        """A choice at first sight, next to the best of its menu."""
        space = self.rules.space
        code = space.parse(notation)
        menu = self.judge.look(position, seat, code)
        chosen, best = menu.find(code), menu.ranked()[0]
        if best.value(seat) <= chosen.value(seat):
            best = chosen
        loss = best.value(seat) - chosen.value(seat)
        return Judgement(
            ply=ply,
            seat=seat,
            chosen=notation,
            best=space.notation(best.code),
            value=chosen.value(seat),
            best_value=best.value(seat),
            loss=loss,
            error=hypot(find_error(best, chosen, seat), FIRST_ERROR * self.unit) if loss else 0.0,
            effect=tuple(chosen.value(each) - best.value(each) for each in range(self.seats)),
        )

    def look_again(
        self, position: Position, first: Judgement
    ) -> tuple[Judgement, tuple[Pair, ...]]:
        """A doubtful choice by lines of play, together with the first sight, and these lines."""
        space = self.rules.space

        def weigh(before: float, ahead: float, error: float) -> tuple[float, float]:
            """Lines tell much, but few of them were played: what was seen at first counts, too."""
            by_lines = ahead, hypot(error, LINE_ERROR * self.unit)
            return combine((before, first.error or FIRST_ERROR * self.unit), by_lines)

        seen = look_again(
            self.lines,
            position,
            first.seat,
            space.parse(first.best),
            space.parse(first.chosen),
            PAIRS,
            lambda loss, error: is_clear(*weigh(first.loss, loss, error), self.unit),
        )
        found, error = weigh(first.loss, seen.ahead[first.seat], seen.error)
        loss = max(0.0, found)
        # What was chosen may turn out to be as good: then nothing was given away
        effect = (0.0,) * self.seats
        if loss:
            both = zip(first.effect, seen.ahead, strict=True)
            effect = tuple(-weigh(-before, ahead, seen.error)[0] for before, ahead in both)
        again = replace(
            first,
            best=first.best if loss else first.chosen,
            best_value=first.value + loss,
            loss=loss,
            error=error,
            effect=effect,
            pairs=len(seen.pairs),
            mark=mark_of(loss, error, self.unit),
        )
        return again, seen.pairs
