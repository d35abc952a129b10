"""A hint: the best choices of a seat with what they promise, and why the first is the best.

Everything is judged in worlds that might be the true one for all the seat knows, as a review judges
choices, but within a time: all choices at first sight, then the best two by short pairs of lines.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from quarterdeck.bots.judge import SEEDS
from quarterdeck.bots.worth import makes_plans
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.choices import Candidate, ChoiceJudge, combine, find_error
from quarterdeck.review.lines import LEAST_PAIRS, LinePlayer, Pair
from quarterdeck.review.marks import CERTAIN, FIRST_ERROR, LINE_ERROR
from quarterdeck.review.model import LineReason
from quarterdeck.review.reasons import find_reasons
from quarterdeck.review.storing import DIGITS, read_reason, write_reason

if TYPE_CHECKING:
    from quarterdeck.bots.network import Network

# So many choices are told.
MOST_CHOICES = 3
# Worlds in which all choices are judged, and pairs of lines in which the best two are compared, if
# the time allows.
WORLDS = 4
PAIRS = 8
# The part of the time that the worlds may take.
FOR_WORLDS = 0.5

Clock = Callable[[], float]


@dataclass(frozen=True)
class HintedChoice:
    """A choice in notation: what it promises the seat, and how far off that may be."""

    notation: str
    value: float
    error: float


@dataclass(frozen=True)
class Hint:
    """The best choices, the best first, in chances of winning or, alone, in points (`by_points`);
    if nothing can be judged, what a simple bot would choose.

    `lead` is how far the first is ahead of the next, `error` how far off that may be; `reasons` are
    what the first leads to next to the choice `against` which it was tried, found in so many
    `pairs` of lines.
    """

    choices: tuple[HintedChoice, ...]
    by_points: bool
    lead: float = 0.0
    error: float = 0.0
    against: str = ""
    reasons: tuple[LineReason, ...] = ()
    pairs: int = 0
    is_judged: bool = True

    @property
    def is_clear(self) -> bool:
        """Whether the first is the best for sure."""
        return self.lead > CERTAIN * self.error

    @property
    def is_likely(self) -> bool:
        """Whether the first is more likely the best than not, by more than its error."""
        return self.lead > self.error

    def write(self) -> str:
        """All of it as JSON."""
        return json.dumps(
            {
                "choices": [
                    [each.notation, round(each.value, DIGITS), round(each.error, DIGITS)]
                    for each in self.choices
                ],
                "by_points": self.by_points,
                "lead": round(self.lead, DIGITS),
                "error": round(self.error, DIGITS),
                "against": self.against,
                "reasons": [write_reason(reason) for reason in self.reasons],
                "pairs": self.pairs,
                "judged": self.is_judged,
            },
            ensure_ascii=False,
        )

    @classmethod
    def read(cls, text: str) -> Hint:
        """A hint from what `write` wrote; raises RecordError if it is none."""
        try:
            data: dict[str, Any] = json.loads(text)
            return cls(
                tuple(
                    HintedChoice(str(notation), float(value), float(error))
                    for notation, value, error in data["choices"]
                ),
                bool(data["by_points"]),
                float(data["lead"]),
                float(data["error"]),
                str(data["against"]),
                tuple(read_reason(reason) for reason in data["reasons"]),
                int(data["pairs"]),
                bool(data["judged"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as broken:
            raise RecordError(Message("qd.review.unreadable")) from broken


def find_hint(
    rules: AnyRules,
    network: Network,
    world: Position,
    seat: int,
    seed: str,
    seconds: float,
    clock: Clock = time.monotonic,
) -> Hint:
    """The best choices of a seat that is asked, found within about so many seconds.

    Without choices if none can be judged.
    """
    assert rules.features is not None
    began = clock()
    by_points = world.seats == 1
    unit = rules.features.points if by_points else 1.0
    judge = ChoiceJudge(rules, network, 1, seed)
    ranked = _rank(judge, world, seat, lambda: clock() - began < FOR_WORLDS * seconds)
    best = ranked[:MOST_CHOICES]
    if len(best) < 2:
        told = [_tell(rules, each, seat, unit) for each in best]
        return Hint(tuple(_anchor(judge, world, seat, told, [])), by_points)
    first, second = best[:2]
    lead = first.value(seat) - second.value(seat)
    error = hypot(find_error(first, second, seat), FIRST_ERROR * unit)
    pairs = _play_pairs(judge, world, seat, (first.code, second.code), began + seconds, clock)
    if len(pairs) >= LEAST_PAIRS:
        lead, error = combine((lead, error), _compare(judge, pairs, seat, unit))
    told = [_tell(rules, each, seat, unit) for each in best]
    if lead < 0:
        # In lines of play the other one was better
        told[:2] = told[1::-1]
        pairs = [Pair(pair.world, pair.worse, pair.better) for pair in pairs]
        lead = -lead
    against = told[1].notation
    told[1] = replace(told[1], value=told[0].value - lead)
    told[1:] = sorted(told[1:], key=lambda each: -each.value)
    if told[1].notation != against:
        # The third is the next by now, and was seen at first sight only
        lead, error = told[0].value - told[1].value, told[1].error
    told = _anchor(judge, world, seat, told, pairs)
    reasons = find_reasons(rules, seat, pairs) if pairs else ()
    return Hint(tuple(told), by_points, lead, error, against, reasons, len(pairs))


def _rank(
    judge: ChoiceJudge, world: Position, seat: int, has_time: Callable[[], bool]
) -> list[Candidate]:
    """What can be judged of the menu, in several worlds if there is time; the best first."""
    found: dict[int, tuple[tuple[float, ...], ...]] = {}
    for number in range(WORLDS):
        if number and not has_time():
            break
        menu = {option.code: option.worlds for option in judge.look(world, seat).options}
        if not number:
            found = menu
        elif common := found.keys() & menu.keys():
            found = {code: found[code] + menu[code] for code in found if code in common}
    options = [Candidate(code, worlds) for code, worlds in found.items()]
    return sorted(options, key=lambda option: -option.value(seat))


def _tell(rules: AnyRules, option: Candidate, seat: int, unit: float) -> HintedChoice:
    values = [each[seat] for each in option.worlds]
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return HintedChoice(
        rules.space.notation(option.code), fmean(values), hypot(spread, FIRST_ERROR * unit)
    )


def _anchor(
    judge: ChoiceJudge,
    world: Position,
    seat: int,
    told: list[HintedChoice],
    pairs: Sequence[Pair],
) -> list[HintedChoice]:
    """Where everybody chooses at once, the others have not chosen yet in what was judged, which
    tells choices apart, but not how good they are. So the best is worth what its lines lead to,
    or, if there are none, what the seat had before."""
    if not told or not world.lanes:
        return told
    if pairs:
        value = fmean(judge.judge_end(pair.better.end)[seat] for pair in pairs)
    else:
        value = judge.judge_end(world.opening())[seat]
    more = value - told[0].value
    return [replace(each, value=max(0.0, each.value + more)) for each in told]


def _play_pairs(
    judge: ChoiceJudge,
    position: Position,
    seat: int,
    codes: tuple[int, int],
    until: float,
    clock: Clock,
) -> list[Pair]:
    """Pairs of lines from both choices, as many as there is time for; where turns are planned,
    which takes long, they end with the turn."""
    rules = judge.rules
    player = LinePlayer(judge, makes_plans(rules), lambda: clock() > until)
    pairs: list[Pair] = []
    while len(pairs) < PAIRS:
        world = rules.imagine(position, seat, judge.dealer)
        luck = judge.dealer.randrange(SEEDS)
        better, worse = (player.play_on(world, seat, code, luck) for code in codes)
        if not (better.whole and worse.whole):
            break
        pairs.append(Pair(world, better, worse))
    return pairs


def _compare(
    judge: ChoiceJudge, pairs: Sequence[Pair], seat: int, unit: float
) -> tuple[float, float]:
    """How far the first choice is ahead in these lines, and how far off that may be."""
    ahead = [
        judge.judge_end(pair.better.end)[seat] - judge.judge_end(pair.worse.end)[seat]
        for pair in pairs
    ]
    return fmean(ahead), hypot(stdev(ahead) / sqrt(len(ahead)), LINE_ERROR * unit)
