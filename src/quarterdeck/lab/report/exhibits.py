"""The charts of a report, each with the table of what it shows."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.lab.report import charts
from quarterdeck.lab.report.effects import Effect
from quarterdeck.lab.report.estimates import Difference, Estimate
from quarterdeck.lab.report.findings import Course, Findings
from quarterdeck.lab.report.markup import Figure, Table
from quarterdeck.lab.report.sentences import size_effect
from quarterdeck.lab.report.uses import Use
from quarterdeck.lab.report.words import Words
from quarterdeck.statistics.counting import Spread

MOST_ROWS = 14


def show_seats(found: Findings, words: Words) -> Figure:
    say, language = words.say, words.say.language
    rows = [
        charts.Row(
            words.seat(seat), each.share.value, each.share.low, each.share.high, not each.is_sure
        )
        for seat, each in enumerate(found.seats)
    ]
    told = [words.pair(row.name, words.share(row.value)) for row in rows]
    spoken = say("qd.report.seats.alt", rows=words.list(told), even=words.even(found.even))
    head = ("seats_counted", "share_of_wins", "interval", "p", "mean_points")
    data = [
        (
            words.seat(seat),
            words.share(each.share.value),
            words.share_range(each.share),
            words.chance(each.corrected),
            words.full_mean(each.mean),
        )
        for seat, each in enumerate(found.seats)
    ]
    picture = charts.draw_rows(rows, found.even, True, language, spoken)
    return Figure(say("qd.report.seats.chart"), picture, _table(words, head, data))


def show_players(found: Findings, words: Words) -> Figure:
    say = words.say
    rows = [
        charts.Row(words.bot(each.bot), each.share.value, each.share.low, each.share.high)
        for each in found.players
    ]
    told = [words.pair(row.name, words.share(row.value)) for row in rows]
    even = found.players[0].even
    spoken = say("qd.report.seats.alt", rows=words.list(told), even=words.even(even))
    data = [
        (
            words.bot(each.bot),
            words.full_share(each.share),
            words.even(each.even),
            words.full_mean(each.points),
        )
        for each in found.players
    ]
    picture = charts.draw_rows(rows, even, True, say.language, spoken)
    head = ("bot", "share_of_wins", "even", "mean_points")
    return Figure(say("qd.report.players"), picture, _table(words, head, data))


def show_points(found: Findings, words: Words) -> Figure:
    """The distribution of points, and points by seat."""
    assert found.points is not None
    say = words.say
    names = _kinds(words) if found.winning is not None else None
    bars = [(bar.low, bar.high + 1, bar.winners, bar.others) for bar in found.point_bars]
    spoken = say("qd.report.points.alt", **_extent(found.points, words))
    picture = charts.draw_bars(bars, names, say.language, spoken)
    spreads = [(say("qd.report.all"), found.points)]
    if found.winning is not None:
        spreads.append((say("qd.report.winners"), found.winning))
        spreads += [(words.seat(seat), each.points) for seat, each in enumerate(found.seats)]
    rows = [(name, *_spread(spread, words)) for name, spread in spreads]
    head = ("points", "middle", "half", "extent")
    return Figure(say("qd.report.points.chart"), picture, _table(words, head, rows))


def show_length(found: Findings, words: Words) -> Figure:
    assert found.decisions is not None
    assert found.rounds is not None
    say = words.say
    bars = [(bar.low, bar.high + 1, 0, bar.others) for bar in found.decision_bars]
    spoken = say("qd.report.length.alt", **_extent(found.decisions, words))
    picture = charts.draw_bars(bars, None, say.language, spoken)
    rows = [
        (say("qd.report.rounds"), *_spread(found.rounds, words)),
        (say("qd.report.decisions"), *_spread(found.decisions, words)),
    ]
    head = ("length", "middle", "half", "extent")
    return Figure(say("qd.report.length.chart"), picture, _table(words, head, rows))


def show_sources(found: Findings, words: Words) -> Figure:
    say, seats = words.say, found.cell.seats
    alone = seats == 1
    pairs = [
        charts.Pair(
            words.source(each.id, seats),
            each.all.value if each.winners is None else each.winners,
            None if alone else each.others,
        )
        for each in found.sources[:MOST_ROWS]
    ]
    told = [
        words.pair(words.source(each.id, seats), words.number(each.all.value))
        for each in found.sources
    ]
    spoken = say("qd.report.sources.alt", rows=words.list(told))
    picture = charts.draw_pairs(pairs, None if alone else _kinds(words), say.language, spoken)
    rows = [
        (
            words.source(each.id, seats),
            words.full_mean(each.all),
            *(
                ()
                if alone
                else (
                    "–" if number is None else words.number(number)
                    for number in (each.winners, each.others)
                )
            ),
            words.share(each.part),
        )
        for each in found.sources
    ]
    head = ("source", "mean", *(() if alone else ("winners", "others")), "part")
    return Figure(say("qd.report.sources.chart"), picture, _table(words, head, rows))


# The course of games


def show_changes(course: Course, words: Words) -> Figure:
    say = words.say
    counts = list(enumerate(course.change_counts))
    told = [words.pair(str(number), str(games)) for number, games in counts]
    spoken = say("qd.report.changes.alt", rows=words.list(told))
    picture = charts.draw_counts(counts, say.language, spoken)
    total = sum(course.change_counts)
    rows = [(str(number), str(games), words.share(games / total)) for number, games in counts]
    data = _table(words, ("changes", "games", "part"), rows)
    return Figure(say("qd.report.changes.chart"), picture, data)


def show_leaders(course: Course, even: float, words: Words) -> Figure:
    """How sure the leader of each round is to win."""
    say = words.say
    rows = [
        charts.Row(str(number), found.value, found.low, found.high)
        for number, found in course.leaders
    ]
    told = [
        words.pair(say("qd.report.after_round", round=row.name), words.share(row.value))
        for row in rows
    ]
    spoken = say("qd.report.leaders.alt", rows=words.list(told))
    picture = charts.draw_course(rows, even, say.language, spoken)
    data = [
        (str(number), words.full_share(found), str(found.games)) for number, found in course.leaders
    ]
    table = _table(words, ("round", "share_of_wins", "with_leader"), data)
    return Figure(say("qd.report.leaders.chart"), picture, table)


# Uses


def list_uses(uses: Sequence[Use], alone: bool, words: Words) -> Table:
    """All that was used, and how it goes with winning; alone, with points."""
    both = ("points_with", "points_without") if alone else ("won_with", "won_without")
    times = "times" if alone else "times_of_both"
    head = ("use", "used_by", times, *both, "difference", "verdict")
    return _table(words, head, [_list_use(use, alone, words) for use in uses])


def _list_use(use: Use, alone: bool, words: Words) -> tuple[str, ...]:
    say = words.say
    times = words.number(use.times)
    if use.winners is not None and use.others is not None:
        times = f"{words.number(use.winners)} / {words.number(use.others)}"
    begin = (words.use_in_full(use), words.share(use.part.value), times)
    verdict = say("qd.report.sure" if use.is_sure else "qd.report.unsure")
    if use.difference is not None:
        told = words.full_mean if alone else words.full_share
        difference = _signed(use.difference, 1 if alone else 100, words)
        return (*begin, told(use.with_it), told(use.without), difference, verdict)
    if use.more is not None:
        more = say("qd.report.more_times", times=_signed(use.more, 1, words))
        return (*begin, "–", "–", more, verdict)
    return (*begin, "–", "–", "–", say("qd.report.uncompared"))


def _signed(found: Difference, scale: int, words: Words) -> str:
    return words.say(
        "qd.report.with_range",
        value=words.number(scale * found.value, signed=True),
        range=words.range(scale * found.low, scale * found.high, signed=True),
    )


def show_uses(found: Findings, words: Words) -> list[Figure]:
    """The largest differences between those who use something and those who do not; and, of what
    nearly everybody uses, between how often winners and others do."""
    alone = found.cell.seats == 1
    with_it = [(use, use.difference) for use in found.uses if use.difference is not None]
    times = [(use, use.more) for use in found.uses if use.more is not None]
    title = words.say("qd.report.uses.chart.alone" if alone else "qd.report.uses.chart")
    figures = [_show_largest(title, with_it, 1 if alone else 100, alone, words)] if with_it else []
    if times:
        figures.append(
            _show_largest(words.say("qd.report.uses.chart.times"), times, 1, alone, words)
        )
    return figures


def _show_largest(
    title: str, compared: list[tuple[Use, Difference]], scale: int, alone: bool, words: Words
) -> Figure:
    largest = sorted(compared, key=lambda each: (not each[0].is_sure, -abs(each[1].value)))
    shown = sorted(largest[:MOST_ROWS], key=lambda each: -each[1].value)
    rows = [
        charts.Row(
            words.use(use.id),
            scale * difference.value,
            scale * difference.low,
            scale * difference.high,
            not use.is_sure,
        )
        for use, difference in shown
    ]
    told = [words.pair(row.name, words.number(row.value, signed=True)) for row in rows]
    spoken = words.say("qd.report.uses.alt", rows=words.list(told))
    picture = charts.draw_rows(rows, 0, False, words.say.language, spoken)
    return Figure(title, picture, list_uses([use for use, _ in shown], alone, words))


# Effects


def show_effects(effects: Sequence[Effect], words: Words) -> Figure:
    """What all values do to one measure, the largest differences of them."""
    say = words.say
    scale = 100 if effects[0].measure.is_share else 1
    largest = sorted(effects, key=lambda each: (not each.is_sure, -abs(each.difference.value)))
    shown = sorted(largest[:MOST_ROWS], key=lambda each: -each.difference.value)
    rows = [
        charts.Row(
            words.changes(each.changes, each.seats),
            scale * each.difference.value,
            scale * each.difference.low,
            scale * each.difference.high,
            not each.is_sure,
        )
        for each in shown
    ]
    told = [words.pair(row.name, words.number(row.value, signed=True)) for row in rows]
    spoken = say("qd.report.effects.alt", rows=words.list(told))
    picture = charts.draw_rows(rows, 0, False, say.language, spoken)
    measure = words.measure(effects[0].measure, effects[0].seats)
    about = "chart_bots" if effects[0].is_of_bots else "chart"
    title = say(f"qd.report.effects.{about}", measure=measure)
    return Figure(title, picture, list_effects(shown, words, by_change=True))


def list_effects(effects: Sequence[Effect], words: Words, by_change: bool = False) -> Table:
    """Comparisons in full; rows are named by the measure, or else by what was varied."""
    first = "varied_value" if by_change else "measure"
    head = (first, "before", "after", "difference", "effect", "p", "compared_in")
    return _table(words, head, [_list_effect(each, words, by_change) for each in effects])


def _list_effect(effect: Effect, words: Words, by_change: bool) -> tuple[str, ...]:
    found, scale = effect.difference, 100 if effect.measure.is_share else 1
    write = words.share if effect.measure.is_share else words.number
    name = (
        words.changes(effect.changes, effect.seats)
        if by_change
        else words.measure(effect.measure, effect.seats)
    )
    difference = _signed(found, scale, words)
    pairs = "qd.report.pairs" if found.paired else "qd.report.unpaired"
    return (
        name,
        write(effect.before),
        write(effect.after),
        difference,
        size_effect(found.effect, words),
        words.chance(effect.corrected),
        words.say(pairs, count=found.games),
    )


# All tables at a glance


def list_tables(tables: Sequence[Findings], words: Words) -> Table:
    head = ("tables", "games", "seat.first", "mean_points", "rounds", "changes")
    more = ("early", "late", "comeback", "decided")
    return _table(words, (*head, *more), [_list_table(found, words) for found in tables])


def _list_table(found: Findings, words: Words) -> tuple[str, ...]:
    course = found.course
    shares: list[Estimate | None] = [None] * 4
    if course is not None:
        shares = [course.early, course.late, course.comeback, course.decided]
    return (
        words.table(found.cell),
        str(found.games),
        words.full_share(found.seats[0].share) if found.seats else "–",
        words.full_mean(found.mean),
        "–" if found.rounds is None else words.whole(found.rounds.middle),
        "–" if course is None else words.number(course.changes.value, 2),
        *(words.full_share(share) for share in shares),
    )


def _table(words: Words, head: tuple[str, ...], rows: Sequence[Sequence[str]]) -> Table:
    return Table(tuple(words.say(f"qd.report.{id}") for id in head), rows)


def _kinds(words: Words) -> tuple[str, str]:
    return words.say("qd.report.winners"), words.say("qd.report.others")


def _spread(spread: Spread, words: Words) -> tuple[str, str, str]:
    return (
        words.whole(spread.middle),
        words.say(
            "qd.report.to",
            low=words.whole(spread.quarter),
            high=words.whole(spread.three_quarters),
        ),
        words.say("qd.report.to", low=words.whole(spread.low), high=words.whole(spread.high)),
    )


def _extent(spread: Spread, words: Words) -> dict[str, str]:
    return {
        "least": words.whole(spread.low),
        "most": words.whole(spread.high),
        "low": words.whole(spread.quarter),
        "high": words.whole(spread.three_quarters),
    }
