"""What a cell tells in plain sentences, each of them true."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.lab.report.effects import MAIN, Effect, find_idle
from quarterdeck.lab.report.estimates import Estimate
from quarterdeck.lab.report.findings import FEWEST, Course, Findings, Seat
from quarterdeck.lab.report.uses import FEWEST_LOSERS, IN_VAIN, NEVER, RARELY, Dead
from quarterdeck.lab.report.words import Words
from quarterdeck.statistics.counting import Spread

# Cohen's words for effects below these sizes.
SIZES = ((0.2, "tiny"), (0.5, "small"), (0.8, "medium"))
# So many values are named at the beginning of a report.
MOST_EFFECTS = 3


def tell_seats(found: Findings, words: Words) -> list[str]:
    """A sentence for each seat."""
    return [
        words.say(
            f"qd.report.seat.{_judge_seat(seat, found.even)}",
            seat=place,
            share=words.share(seat.share.value),
            range=words.share_range(seat.share),
            even=words.even(found.even),
        )
        for place, seat in enumerate(found.seats, 1)
    ]


def _judge_seat(seat: Seat, even: float) -> str:
    if seat.is_sure:
        return "more" if seat.share.value > even else "less"
    return "same" if seat.share.low <= even <= seat.share.high else "maybe"


def tell_players(found: Findings, words: Words) -> list[str]:
    """A sentence for each bot, where they are not all the same."""
    return [
        words.say(
            "qd.report.player",
            bot=words.bot(each.bot),
            share=words.share(each.share.value),
            range=words.share_range(each.share),
            even=words.even(each.even),
        )
        for each in found.players
    ]


def tell_points(found: Findings, words: Words) -> list[str]:
    assert found.mean is not None
    assert found.points is not None
    told = words.say(
        "qd.report.points.sentence",
        mean=words.number(found.mean.value),
        range=words.range(found.mean.low, found.mean.high, signed=found.mean.low < 0),
        **_half(found.points, words),
    )
    if found.winning is None:
        return [told]
    middle = words.whole(found.winning.middle)
    half = _half(found.winning, words)
    return [told, words.say("qd.report.points.winning", middle=middle, **half)]


def tell_length(found: Findings, words: Words) -> list[str]:
    assert found.rounds is not None
    assert found.decisions is not None
    rounds = found.rounds
    if rounds.low == rounds.high:
        told = words.say("qd.report.length.fixed", count=int(rounds.low))
    else:
        most = words.whole(rounds.high)
        told = words.say("qd.report.length.rounds", most=most, **_half(rounds, words))
    middle = words.whole(found.decisions.middle)
    half = _half(found.decisions, words)
    return [told, words.say("qd.report.length.decisions", middle=middle, **half)]


def _half(spread: Spread, words: Words) -> dict[str, str]:
    return {"low": words.whole(spread.quarter), "high": words.whole(spread.three_quarters)}


def tell_sources(found: Findings, words: Words) -> list[str]:
    """What brings most, and whether it stands out."""
    gaining = [each for each in found.sources if each.part > 0]
    if len(gaining) < 2:
        return []
    first, second = gaining[:2]
    seats = found.cell.seats
    said = {"source": words.source(first.id, seats), "share": words.share(first.part)}
    if first.part <= 2 * second.part:
        return [words.say("qd.report.sources.first", **said)]
    said |= {"next": words.source(second.id, seats), "next_share": words.share(second.part)}
    return [words.say("qd.report.sources.double", **said)]


# The course of games


def runaway_limit(even: float) -> float:
    """Half of the way from even to always."""
    return (1 + even) / 2


def judge_early(early: Estimate, even: float) -> str:
    """What an early lead means: `runaway`, `helps`, `hurts` or `same`."""
    if early.low > runaway_limit(even):
        return "runaway"
    if early.low > even:
        return "helps"
    return "hurts" if early.high < even else "same"


def tell_course(found: Findings, words: Words) -> list[str]:
    """How games go: a sentence for whatever there are enough games of."""
    course = found.course
    if course is None:
        return [words.say("qd.report.course.none")]
    changes = course.changes
    told = [
        words.say(
            "qd.report.changes.sentence",
            mean=words.number(changes.value, 2),
            range=words.range(max(0.0, changes.low), changes.high, 2),
        )
    ]
    told += tell_early(course, found.even, words)
    for id, share, more in (
        ("late", course.late, {}),
        ("comeback", course.comeback, {}),
        ("decided", course.decided, {"margin": words.whole(course.margin or 0)}),
    ):
        if share is not None:
            told.append(words.say(f"qd.report.{id}.sentence", **_share(share, words), **more))
    return told


def tell_early(course: Course, even: float, words: Words) -> list[str]:
    early = course.early
    if early is None:
        return []
    judged = judge_early(early, even)
    said = _share(early, words)
    return [words.say(f"qd.report.early.{judged}", even=words.even(even), **said)]


def define_course(found: Findings, words: Words) -> list[str]:
    """What the figures of a course mean exactly."""
    limit = words.even(runaway_limit(found.even))
    return [
        words.say("qd.report.changes.defined"),
        words.say("qd.report.early.defined", limit=limit),
        *(words.say(f"qd.report.{id}.defined") for id in ("late", "comeback", "decided")),
    ]


def _share(found: Estimate, words: Words) -> dict[str, str]:
    return {"share": words.share(found.value), "range": words.share_range(found)}


# Uses


def tell_uses(found: Findings, words: Words) -> str:
    compared = [use for use in found.uses if use.compared is not None]
    if not compared:
        return words.say("qd.report.uses.uncompared")
    sure = sum(use.is_sure for use in compared)
    told = "qd.report.uses.told.alone" if found.cell.seats == 1 else "qd.report.uses.told"
    return words.say(told, compared=len(compared), sure=sure)


def tell_dead(dead: Sequence[Dead], words: Words) -> list[str]:
    told = []
    for why in (NEVER, RARELY, IN_VAIN):
        names = [words.use(each.id) for each in dead if each.why == why]
        if names:
            things = words.list(names)
            told.append(words.say(f"qd.report.dead.{why}", things=things, least=FEWEST_LOSERS))
    return told or [words.say("qd.report.dead.none")]


# Effects


def tell_effect(effect: Effect, words: Words) -> str:
    """A difference that is sure, in a sentence."""
    difference, measure = effect.difference, words.measure(effect.measure, effect.seats)
    if effect.measure.is_share:
        return words.say(
            "qd.report.effect.share",
            measure=measure,
            before=words.share(effect.before),
            after=words.share(effect.after),
            difference=words.number(100 * difference.value, signed=True),
            range=words.range(100 * difference.low, 100 * difference.high, signed=True),
        )
    before, after = words.number(effect.before), words.number(effect.after)
    if difference.effect is None:
        return words.say("qd.report.effect.fixed", measure=measure, before=before, after=after)
    return words.say(
        "qd.report.effect.mean",
        measure=measure,
        before=before,
        after=after,
        difference=words.number(difference.value, signed=True),
        range=words.range(difference.low, difference.high, signed=True),
        effect=size_effect(difference.effect, words),
    )


def size_effect(effect: float | None, words: Words) -> str:
    """Cohen's d and his word for it."""
    if effect is None:
        return "–"
    size = next((word for limit, word in SIZES if abs(effect) < limit), "large")
    number = words.number(effect, 2, signed=True)
    return words.say(
        "qd.report.effect.sized", number=number, size=words.say(f"qd.report.effect.{size}")
    )


# In short


def tell_shortly(found: Findings, words: Words) -> str:
    """The few sentences about a table that a designer should read first."""
    if not found.is_told:
        return words.say("qd.report.few", games=found.games, least=FEWEST)
    course = found.course
    early = [] if course is None else tell_early(course, found.even, words)
    seats = [*_tell_sure_seats(found, words), *tell_players(found, words)]
    return " ".join([*seats, *early, *tell_sources(found, words)])


def tell_changes_shortly(effects: Sequence[Effect], varied: bool, words: Words) -> str:
    """What varied values do at all, and the largest of it. `varied`: there is something to
    compare, if games enough."""
    main = [effect for effect in effects if effect.measure.kind == MAIN]
    if not main:
        return words.say("qd.report.effects.few" if varied else "qd.report.effects.none")
    sure = [effect for effect in main if effect.is_sure]
    told = words.say(
        "qd.report.effects.told",
        number=len(main),
        sure=len(sure),
        parts=len(effects) - len(main),
        sure_parts=sum(effect.is_sure for effect in effects) - len(sure),
    )
    values = [effect for effect in sure if not effect.is_of_bots]
    idle = find_idle(effects)
    more = [words.say("qd.report.effects.idle_all", count=len(idle))] if idle else []
    return " ".join([told, *_tell_largest(values, words), *more])


def _tell_largest(effects: Sequence[Effect], words: Words) -> list[str]:
    """The largest effects on a mean, each of another change, and the largest on a share."""
    # What is the same in every game is the change itself: so many rounds, say
    means = [each for each in effects if not each.measure.is_share and each.difference.effect]
    shares = [each for each in effects if each.measure.is_share]
    texts = ["qd.report.effects.largest", *["qd.report.effects.next"] * (MOST_EFFECTS - 1)]
    told = list(zip(_largest_by_change(means), texts, strict=False))
    told += [(each, "qd.report.effects.largest_share") for each in _largest_by_change(shares)[:1]]
    return [
        words.say(
            text,
            table=words.seated(effect.seats, effect.bots),
            change=words.changes(effect.changes, effect.seats),
            sentence=tell_effect(effect, words),
        )
        for effect, text in told
    ]


def _largest_by_change(effects: Sequence[Effect]) -> list[Effect]:
    """The largest effect of each change, the largest of all first."""
    largest: dict[str, Effect] = {}
    for effect in sorted(effects, key=_size_of, reverse=True):
        # Values may be lists, so changes are told apart by how they are written
        largest.setdefault(repr(effect.changes), effect)
    return list(largest.values())


def _size_of(effect: Effect) -> float:
    difference = effect.difference
    return abs(difference.value if effect.measure.is_share else difference.effect or 0.0)


def _tell_sure_seats(found: Findings, words: Words) -> list[str]:
    if not found.seats:
        return []
    sentences = zip(found.seats, tell_seats(found, words), strict=True)
    sure = [sentence for seat, sentence in sentences if seat.is_sure]
    if sure:
        return sure
    ends = [end for seat in found.seats for end in (seat.share.low, seat.share.high)]
    most = max(abs(end - found.even) for end in ends)
    return [words.say("qd.report.seats.same", most=words.number(100 * most))]
