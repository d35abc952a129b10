"""A review in a reader's language, for pages, the terminal and files alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Protocol

from quarterdeck import naming
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.position import NATURE
from quarterdeck.review.graph import find_luckiest, whole_percents
from quarterdeck.review.model import LineReason, LineStep, Mark, Moment, Review, Tally

# What a tally tells, each with a heading of its own: `qd.review.<column>`.
COLUMNS = ("player", "start", "luck", "play", "others", "result", "given_away", "good", "marked")
# Outcomes that are told as lucky or unlucky.
MOST_LUCK = 5


@dataclass(frozen=True)
class ToldTally:
    """What decided the game for a seat. `start` to `result` add up."""

    seat: int
    name: str
    sign: str
    start: str
    luck: str
    play: str
    others: str
    result: str
    given_away: str
    good: str
    marks: str

    @property
    def cells(self) -> list[str]:
        """The same as cells of a table, in the order of COLUMNS."""
        return [
            self.name,
            self.start,
            self.luck,
            self.play,
            self.others,
            self.result,
            self.given_away,
            self.good,
            self.marks,
        ]


@dataclass(frozen=True)
class ToldMoment:
    """A choice that mattered. `ply`: how many entries were made before it."""

    ply: int
    seat: int
    mark: Mark
    headline: str
    played: str
    better: str
    why: str
    played_line: tuple[str, ...]
    better_line: tuple[str, ...]


@dataclass(frozen=True)
class ToldLuck:
    """A lucky or unlucky outcome."""

    ply: int
    seat: int
    text: str


@dataclass(frozen=True)
class ToldRound:
    """How everybody stood when a round began, or at the end (number 0), and their points then."""

    number: int
    ply: int
    standing: tuple[str, ...]
    points: tuple[str, ...]


@dataclass(frozen=True)
class ToldReview:
    """All of it."""

    about: str
    tallies: tuple[ToldTally, ...]
    moments: tuple[ToldMoment, ...]
    luck: tuple[ToldLuck, ...]
    rounds: tuple[ToldRound, ...]


def tell(found: Review, say: Translator) -> ToldReview:
    """A review in the language of a translator, with its names of players."""
    about = "qd.review.decided.about_points" if found.by_points else "qd.review.decided.about"
    return ToldReview(
        say(about),
        tuple(_tell_tally(found, seat, each, say) for seat, each in enumerate(found.tallies)),
        tuple(_tell_moment(found, each, say) for each in found.moments),
        tuple(
            ToldLuck(ply, seat, _tell_luck(seat, change, say))
            for ply, seat, change in find_luckiest(found, MOST_LUCK)
        ),
        _tell_rounds(found, say),
    )


class Counted(Protocol):
    """What counts chances of winning, or points: a review, a puzzle."""

    @property
    def by_points(self) -> bool: ...


def tell_amount(found: Counted, amount: float, say: Translator) -> str:
    """A chance of winning, or points."""
    if found.by_points:
        return say("qd.review.points", count=round(amount))
    return say("qd.review.percent", percent=round(100 * amount))


def _tell_change(found: Review, amount: float, say: Translator) -> str:
    told = tell_amount(found, abs(amount), say)
    least = 0.5 if found.by_points else 0.005
    if abs(amount) < least:
        return told
    return f"+{told}" if amount > 0 else f"\u2212{told}"


def _tell_tally(found: Review, seat: int, tally: Tally, say: Translator) -> ToldTally:
    marks = [
        say(f"qd.review.marks.{mark}", count=tally.marks[mark])
        for mark in (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
        if tally.marks.get(mark)
    ]
    return ToldTally(
        seat,
        say.player(seat),
        naming.sign(say, seat),
        tell_amount(found, tally.start, say),
        _tell_change(found, tally.luck, say),
        _tell_change(found, tally.play, say),
        _tell_change(found, tally.others, say),
        tell_amount(found, tally.result, say),
        tell_amount(found, tally.given_away, say),
        say("qd.review.good.of", good=tally.good, choices=tally.choices),
        ", ".join(marks) or say("qd.review.no_marks"),
    )


def _tell_moment(found: Review, moment: Moment, say: Translator) -> ToldMoment:
    judged = moment.judgement
    return ToldMoment(
        judged.ply,
        judged.seat,
        judged.mark,
        say(
            "qd.review.moment",
            name=say.player(judged.seat),
            mark=say(f"qd.review.mark.{judged.mark}"),
            loss=tell_amount(found, judged.loss, say),
            error=tell_amount(found, 2 * judged.error, say),
        ),
        say("qd.review.played", choice=moment.chosen),
        say("qd.review.better", choice=moment.best),
        tell_reasons(moment.reasons, say),
        tell_line(moment.chosen_line, say),
        tell_line(moment.best_line, say),
    )


def tell_reasons(
    reasons: Sequence[LineReason], say: Translator, sentence: str = "qd.review.why"
) -> str:
    """Why the better choice is better, in one sentence."""
    if not reasons:
        return say("qd.review.why.later")
    return say(sentence, reasons=join_reasons(reasons, say))


def join_reasons(reasons: Sequence[LineReason], say: Translator) -> str:
    """Reasons as a list in words."""
    told = [_tell_reason(each, say) for each in reasons]
    return reduce(lambda so_far, each: say("qd.review.reasons", reasons=so_far, reason=each), told)


def _tell_reason(reason: LineReason, say: Translator) -> str:
    label = say.text(reason.label)
    if reason.more:
        id = "qd.review.reason.more" if reason.more > 0 else "qd.review.reason.less"
        return say(id, label=label, number=write_number(round(abs(reason.more))))
    names = [say("qd.review.reason.with", name=name) for name in reason.gained]
    names += [say("qd.review.reason.without", name=name) for name in reason.lost]
    return say("qd.review.reason.names", label=label, names=", ".join(names))


def tell_line(steps: Sequence[LineStep], say: Translator) -> tuple[str, ...]:
    """What may follow, step by step."""
    return tuple(_tell_step(step, say) for step in steps)


def _tell_step(step: LineStep, say: Translator) -> str:
    if step.seat == NATURE or step.label is None:
        return say("qd.review.chance", outcome=step.notation)
    return say("qd.review.step", name=say.player(step.seat), choice=step.label)


def _tell_luck(seat: int, change: float, say: Translator) -> str:
    id = "qd.review.lucky" if change > 0 else "qd.review.unlucky"
    return say(id, name=say.player(seat), percent=round(100 * abs(change)))


def _tell_rounds(found: Review, say: Translator) -> tuple[ToldRound, ...]:
    last = len(found.standings) - 1
    rows = []
    before = (0,) * found.seats
    for number, (ply, points) in enumerate(
        zip([*found.rounds, last], [before, *found.scores], strict=True), 1
    ):
        standing = found.standings[ply]
        if found.by_points:
            told = [say("qd.review.points", count=round(each)) for each in standing.points]
        else:
            told = [
                say("qd.review.percent", percent=percent)
                for percent in whole_percents(standing.chances)
            ]
        rows.append(
            ToldRound(
                0 if ply == last else number,
                ply,
                tuple(told),
                tuple(write_number(each) for each in points),
            )
        )
    return tuple(rows)
