"""A review of a finished game, from its record alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from quarterdeck.bots.worth import makes_plans
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record
from quarterdeck.record.replay import positions
from quarterdeck.review.calibration import judged_by, reviewing_network
from quarterdeck.review.chances import find_standings
from quarterdeck.review.choices import ChoiceJudge
from quarterdeck.review.examining import Examiner, make_judge
from quarterdeck.review.lines import Line, Pair
from quarterdeck.review.marks import GOOD, is_doubtful
from quarterdeck.review.model import (
    Judgement,
    LineStep,
    Luck,
    Mark,
    Moment,
    Review,
    Standing,
    Tally,
)
from quarterdeck.review.reasons import find_reasons
from quarterdeck.round_scores import RoundScores

# How many menus may be judged in all lines of a review together, and where turns are planned: what
# cannot be looked at again is not called a mistake.
WORK = 5000
PLANNING_WORK = 1000
# So many choices that mattered are told in full, with so many steps of what follows.
MOMENTS = 5
STEPS = 12
# How much of the whole work the graph and the first look at all choices are.
GRAPH_PART, CHOICES_PART = 0.05, 0.5


@dataclass(frozen=True)
class Progress:
    """How much of a review is done, and what is known so far."""

    done: float
    review: Review | None = None


Tell = Callable[[Progress], None]


@dataclass(frozen=True)
class _Doubtful:
    """A choice that is worth a second look, and where it was made."""

    judgement: Judgement
    position: Position


def review(record: Record, rules: AnyRules, tell: Tell = lambda _: None, seed: int = 0) -> Review:
    """Review a finished game. The same record, weights and seed give the same review.

    The graph is told as soon as it is known. Raises RecordError if the game is not over, BadSetup
    if nobody has trained this game, DamagedRecord if the record does not fit the rules.
    """
    if record.outcome is None:
        raise RecordError(Message("qd.review.not_over"))
    seats = record.header.seats
    network = reviewing_network(rules, seats)
    found = find_standings(
        record, rules, network, seed, lambda part: tell(Progress(part * GRAPH_PART))
    )
    rounds, scores = _find_rounds(record, rules)
    graph = Review(
        game=rules.id,
        seats=seats,
        weights=judged_by(rules, seats),
        by_points=seats == 1,
        standings=_carry_on(found),
        rounds=rounds,
        scores=scores,
    )
    graph = replace(graph, luck=_find_luck(record, graph))
    resting = tuple(ply for ply, standing in enumerate(found) if standing is not None)
    tell(Progress(GRAPH_PART, graph))
    judge = make_judge(rules, network, f"{seed}")
    return _Reviewer(record, rules, judge, graph, resting, tell).finish()


def _carry_on(found: list[Standing | None]) -> tuple[Standing, ...]:
    """In the middle of a turn everybody stands as at its beginning."""
    standings: list[Standing] = []
    for standing in found:
        standings.append(standing or standings[-1])
    return tuple(standings)


def _find_rounds(
    record: Record, rules: AnyRules
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """At which plies rounds began, and the points when each had ended."""
    noted = RoundScores(rules)
    for ply, position in enumerate(positions(record, rules)):
        if ply == 0:
            noted.go_back(0, position)
        else:
            noted.note(ply, position)
    return (
        (0, *(score.ply for score in noted.all[:-1])),
        tuple(score.totals() for score in noted.all),
    )


def _find_luck(record: Record, graph: Review) -> tuple[Luck, ...]:
    return tuple(
        Luck(ply, _subtract(graph.values(ply + 1), graph.values(ply)))
        for ply, entry in enumerate(record.entries)
        if entry.is_chance
    )


def _subtract(after: Sequence[float], before: Sequence[float]) -> tuple[float, ...]:
    return tuple(a - b for a, b in zip(after, before, strict=True))


class _Reviewer:
    """Judges all choices of a game: first all of them, then the doubtful ones again."""

    def __init__(
        self,
        record: Record,
        rules: AnyRules,
        judge: ChoiceJudge,
        graph: Review,
        resting: tuple[int, ...],
        tell: Tell,
    ) -> None:
        self.record = record
        self.rules = rules
        self.examiner = Examiner(judge, graph.seats)
        self.most_work = PLANNING_WORK if makes_plans(rules) else WORK
        self.graph = graph
        # The plies at which positions could be judged
        self.resting = resting
        self.tell = tell

    def finish(self) -> Review:
        judged, doubtful = self._look_at_all()
        moments: list[Moment] = []
        doubtful.sort(key=lambda each: -each.judgement.loss)
        for number, each in enumerate(doubtful, 1):
            if self.examiner.lines.work >= self.most_work:
                break
            again, pairs = self.examiner.look_again(each.position, each.judgement)
            judged[again.ply] = again
            if again.mark:
                moments.append(self._tell_moment(again, each.position, pairs))
            part = max(number / len(doubtful), min(1.0, self.examiner.lines.work / self.most_work))
            begun = GRAPH_PART + CHOICES_PART
            self.tell(Progress(begun + (1 - begun) * part))
        moments.sort(key=lambda moment: -moment.judgement.loss)
        judgements = tuple(judged[ply] for ply in sorted(judged))
        found = replace(
            self.graph, judgements=judgements, moments=tuple(moments[:MOMENTS]), complete=True
        )
        return replace(found, tallies=tally(found, self.record, self.resting, self.examiner.unit))

    def _look_at_all(self) -> tuple[dict[int, Judgement], list[_Doubtful]]:
        """Every choice at first sight, by its ply."""
        judged: dict[int, Judgement] = {}
        doubtful = []
        entries = self.record.entries
        for ply, position in enumerate(positions(self.record, self.rules)):
            if ply == len(entries) or entries[ply].is_chance:
                continue
            seat = entries[ply].seat
            if len(position.legal(seat)) == 1:
                continue
            found = self.examiner.look(position, ply, seat, entries[ply].notation)
            judged[ply] = found
            if is_doubtful(found.loss, self.examiner.unit):
                doubtful.append(_Doubtful(found, position.clone()))
            self.tell(Progress(GRAPH_PART + CHOICES_PART * ply / len(entries)))
        return judged, doubtful

    def _tell_moment(
        self, judgement: Judgement, position: Position, pairs: tuple[Pair, ...]
    ) -> Moment:
        seat, space = judgement.seat, self.rules.space
        seen = position.visible_to(seat)
        chosen, best = (
            self.rules.offer(self.rules.describe(seen, seat, space.parse(notation)))
            for notation in (judgement.chosen, judgement.best)
        )
        typical = pairs[0]
        return Moment(
            judgement,
            chosen,
            best,
            self._tell_line(typical.world, typical.worse),
            self._tell_line(typical.world, typical.better),
            find_reasons(self.rules, seat, pairs),
        )

    def _tell_line(self, world: Position, line: Line) -> tuple[LineStep, ...]:
        """What follows a choice, in words, as far as it is told."""
        rules = self.rules
        told = []
        world = world.clone()
        for move in line.moves[:STEPS]:
            if move.seat == NATURE:
                told.append(LineStep(NATURE, rules.outcome_space.notation(move.code), None))
                world.deal(move.code)
                continue
            choice = rules.describe(world, move.seat, move.code)
            told.append(LineStep(move.seat, rules.space.notation(move.code), rules.offer(choice)))
            world.play(move.seat, move.code)
        return tuple(told)


def tally(found: Review, record: Record, resting: Sequence[int], unit: float) -> tuple[Tally, ...]:
    """What decided the game for each seat; `unit` is what a whole win is counted as.

    What changes at an outcome is luck. What changes from one position that could be judged to the
    next is the play of whoever chose meanwhile: of several, to each what their choices were found
    to do, and an equal part of what is left.
    """
    judged = {each.ply: each for each in found.judgements}
    seats = range(found.seats)
    # By who played, what that did to every seat
    play = [[0.0] * found.seats for _ in seats]
    for begin, end in pairwise(resting):
        players = {entry.seat for entry in record.entries[begin:end] if not entry.is_chance}
        left = list(_subtract(found.values(end), found.values(begin)))
        for each in [judged[ply] for ply in range(begin, end) if ply in judged]:
            for seat, effect in enumerate(each.effect):
                play[each.seat][seat] += effect
                left[seat] -= effect
        for player in players:
            for seat in seats:
                play[player][seat] += left[seat] / len(players)
    return tuple(_tally_seat(found, seat, play, unit) for seat in seats)


def _tally_seat(found: Review, seat: int, play: list[list[float]], unit: float) -> Tally:
    mine = [each for each in found.judgements if each.seat == seat]
    return Tally(
        start=found.values(0)[seat],
        luck=sum(each.effect[seat] for each in found.luck),
        play=play[seat][seat],
        others=sum(play[other][seat] for other in range(found.seats) if other != seat),
        result=found.values(-1)[seat],
        given_away=sum(each.loss for each in mine),
        choices=len(mine),
        good=sum(each.loss <= GOOD * unit for each in mine),
        marks=dict(Counter(each.mark for each in mine if each.mark is not Mark.NONE)),
    )
