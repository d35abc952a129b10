"""A rating over time as SVG, in the style of the graphs of reviews."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from math import ceil, floor

from quarterdeck.axes import round_steps
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.review.graph import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from quarterdeck.statistics.counting import PlayedSeat
from quarterdeck.statistics.ratings import Skill

MOST_TICKS = 5


def draw_rating(rated: Sequence[PlayedSeat], say: Translator) -> str:
    """The rating after each of a person's rated games, and how far it may be off."""
    first = rated[0].before
    skills = [each.after for each in rated if each.after is not None]
    if first is not None:
        skills.insert(0, first)
    lows, highs = [s.points - s.spread for s in skills], [s.points + s.spread for s in skills]
    steps = round_steps(floor(min(lows)), ceil(max(highs)), MOST_TICKS)
    low, high = steps[0], steps[-1]

    def up(points: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (points - low) / (high - low), 1)

    def across(index: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * index / max(1, len(skills) - 1), 1)

    places = range(len(skills))
    band = [(across(i), up(lows[i])) for i in places]
    band += [(across(i), up(highs[i])) for i in reversed(places)]
    line = [(across(i), up(skills[i].points)) for i in places]
    parts = [_draw_heights([(up(step), write_number(step)) for step in steps])]
    parts.append(f'<polygon class="rating-band band-0" points="{_write(band)}"/>')
    parts.append(f'<polyline class="under" points="{_write(line)}"/>')
    parts.append(f'<polyline class="line line-0" points="{_write(line)}"/>')
    parts.append(_draw_dots(line[1:], skills[1:], say))
    parts.append(_draw_dates(rated))
    title = escape(say("qd.stats.rating.graph"))
    return (
        '<svg class="review-graph rating-graph" xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>{"".join(parts)}</svg>'
    )


def write_date(moment: float) -> str:
    """A day, as it is written everywhere."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def _draw_heights(heights: Sequence[tuple[float, str]]) -> str:
    lines = [
        f'<path class="round" d="M{LEFT} {y:g}H{RIGHT}"/>'
        f'<text class="height" x="{LEFT - 6}" y="{y + 4:g}">{text}</text>'
        for y, text in heights
    ]
    return "".join([*lines, f'<path class="frame" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>'])


def _draw_dots(
    places: Sequence[tuple[float, float]], skills: Sequence[Skill], say: Translator
) -> str:
    titles = [
        say("qd.stats.rating", points=round(s.points), spread=round(s.spread)) for s in skills
    ]
    return "".join(
        f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="3"><title>{escape(title)}</title></circle>'
        for (x, y), title in zip(places, titles, strict=True)
    )


def _draw_dates(rated: Sequence[PlayedSeat]) -> str:
    y = BOTTOM + 18
    begin, end = write_date(rated[0].finished), write_date(rated[-1].finished)
    last = f'<text class="height" x="{RIGHT}" y="{y}">{end}</text>'
    return f'<text x="{LEFT}" y="{y}">{begin}</text>{last}' if begin != end else last


def _write(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
