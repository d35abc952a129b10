"""The graph of a game as SVG: everybody's chance of winning, stacked to 100 %, or their points.

It stands in pages, in files and as PNG, so it is drawn here by hand and needs no template. Colours
are custom properties; the seats' are those of the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil, floor, hypot

from quarterdeck import naming
from quarterdeck.axes import keep_apart, round_steps
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.review.model import Mark, Review

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 46, 676, 14, 262
# Strips that can be pointed at: no more, or a finger hits none of them.
MOST_STRIPS = 90
# So many lucky and unlucky outcomes get a dot, if they changed a chance by so much.
LUCKY_DOTS = 3
LEAST_LUCK = 0.05
# Rounds are numbered as far as the numbers have room.
ROUND_STEP = 26
# How far a sign stays from dots and edges.
SIGN_ROOM = 14
MOST_TICKS = 5

# The same as on the boards and pages.
SEAT_COLOURS = ("#56b4e9", "#009e73", "#d55e00", "#f0e442", "#cc79a7", "#e69f00")


def _style_seat(seat: int, colour: str) -> str:
    return (
        f".review-graph {{ --seat-{seat}: {colour}; }}\n"
        f".review-graph .band-{seat} {{ fill: var(--seat-{seat}); }}\n"
        f".review-graph .line-{seat} {{ stroke: var(--seat-{seat}); }}\n"
    )


STYLE = """
.review-graph { --ink: light-dark(#1d2a33, #e8eef2); --paper: light-dark(#ffffff, #14202a); }
.review-graph text { font: 12px "Source Serif 4", serif; fill: var(--ink); }
.review-graph .paper { fill: var(--paper); }
.review-graph .band { stroke: var(--paper); stroke-width: 1; }
.review-graph .line { fill: none; stroke-width: 3; }
.review-graph .under { fill: none; stroke: var(--ink); stroke-width: 5; opacity: 0.35; }
.review-graph .round { stroke: var(--ink); stroke-width: 0.7; opacity: 0.35; }
.review-graph .frame { fill: none; stroke: var(--ink); }
.review-graph .height { text-anchor: end; }
.review-graph .number { text-anchor: middle; }
.review-graph .sign { font-weight: 700; fill: #14202a; text-anchor: middle; }
.review-graph .edge { font-weight: 700; }
.review-graph .dot { fill: var(--paper); stroke: var(--ink); stroke-width: 2; }
.review-graph .luck { fill: var(--ink); stroke: var(--paper); }
.review-graph .strip { fill: transparent; }
.review-graph a:hover .strip, .review-graph a:focus .strip { fill: var(--ink); fill-opacity: 0.15; }
""" + "".join(_style_seat(seat, colour) for seat, colour in enumerate(SEAT_COLOURS))


@dataclass(frozen=True)
class Dot:
    """A great swing: a choice or an outcome, and where it lies."""

    ply: int
    seat: int
    x: float
    y: float
    mark: Mark
    label: str


def draw_chances(found: Review, say: Translator, link: Callable[[int], str] | None = None) -> str:
    """Everybody's chance of winning over the game. `link` gives the address of a ply."""
    last = len(found.standings) - 1
    plies = _turning_plies(found)
    quarters = [(1 - part / 4, say("qd.review.percent", percent=25 * part)) for part in range(5)]
    dots = find_dots(found, say)
    parts = [_frame(quarters)]
    signs = []
    below = [0.0] * len(plies)
    for seat in range(found.seats):
        above = [
            low + found.standings[ply].chances[seat] for low, ply in zip(below, plies, strict=True)
        ]
        there = [(_across(ply, last), _up(low)) for ply, low in zip(plies, below, strict=True)]
        back = [(_across(ply, last), _up(high)) for ply, high in zip(plies, above, strict=True)]
        outline = _write([*_stairs(there), *reversed(_stairs(back))])
        parts.append(f'<polygon class="band band-{seat}" points="{outline}"/>')
        signs.append(_sign(plies, below, above, seat, last, dots, say))
        below = above
    parts += [_rounds(found, last), *signs]
    parts += [_draw_dot(dot) for dot in dots]
    parts += _strips(found, plies, last, say, link)
    return _picture(parts, say("qd.review.graph"))


def draw_points(found: Review, say: Translator, link: Callable[[int], str] | None = None) -> str:
    """Everybody's points at the end of each round."""
    last = len(found.standings) - 1
    plies = [0, *found.rounds[1:], last]
    totals = [(0,) * found.seats, *found.scores]
    return _draw_lines(found, plies, totals, say("qd.review.points_graph"), say, link)


def draw_expected(found: Review, say: Translator, link: Callable[[int], str] | None = None) -> str:
    """The points expected of everybody over the game: what is at stake where nobody can lose."""
    plies = _turning_plies(found)
    totals = [found.standings[ply].points for ply in plies]
    return _draw_lines(found, plies, totals, say("qd.review.expected_graph"), say, link)


def _draw_lines(
    found: Review,
    plies: list[int],
    totals: Sequence[Sequence[float]],
    title: str,
    say: Translator,
    link: Callable[[int], str] | None,
) -> str:
    """A line for every seat, through its points at these plies."""
    last = len(found.standings) - 1
    numbers = [0.0, *(points for each in totals for points in each)]
    steps = round_steps(floor(min(numbers)), ceil(max(numbers)), MOST_TICKS)
    low, high = steps[0], steps[-1]

    def height(points: float) -> float:
        return (points - low) / (high - low)

    parts = [_frame([(1 - height(step), write_number(step)) for step in steps])]
    parts.append(_rounds(found, last))
    lines = []
    for seat in range(found.seats):
        points = [
            (_across(ply, last), _up(height(each[seat])))
            for ply, each in zip(plies, totals, strict=True)
        ]
        lines.append((seat, points))
        parts.append(f'<polyline class="under" points="{_write(points)}"/>')
        parts.append(f'<polyline class="line line-{seat}" points="{_write(points)}"/>')
    heights = keep_apart([points[-1][1] for _, points in lines], SIGN_ROOM, BOTTOM)
    for (seat, _), y in zip(lines, heights, strict=True):
        sign = escape(naming.sign(say, seat))
        parts.append(f'<text class="edge" x="{RIGHT + 8}" y="{y + 4:.1f}">{sign}</text>')
    parts += _strips(found, plies, last, say, link)
    return _picture(parts, title)


def standalone(svg: str) -> str:
    """The same picture as a file of its own."""
    return svg.replace(">", f"><style>{STYLE}</style>", 1)


def find_dots(found: Review, say: Translator) -> list[Dot]:
    """The great swings: marked choices, and the luckiest and unluckiest outcomes."""
    if found.by_points:
        return []
    last = len(found.standings) - 1
    dots = []
    for moment in found.moments:
        judged = moment.judgement
        y = _middle(found, judged.ply, judged.seat)
        label = say(
            "qd.review.dot",
            name=say.player(judged.seat),
            mark=say(f"qd.review.mark.{judged.mark}"),
            percent=round(100 * judged.loss),
        )
        dots.append(Dot(judged.ply, judged.seat, _across(judged.ply, last), y, judged.mark, label))
    for ply, seat, change in find_luckiest(found, LUCKY_DOTS):
        id = "qd.review.lucky" if change > 0 else "qd.review.unlucky"
        label = say(id, name=say.player(seat), percent=round(100 * abs(change)))
        y = _middle(found, ply + 1, seat)
        dots.append(Dot(ply, seat, _across(ply + 1, last), y, Mark.NONE, label))
    return dots


def find_luckiest(found: Review, most: int) -> list[tuple[int, int, float]]:
    """The outcomes that changed somebody's chance most: ply, seat, by how much."""
    greatest = [
        (each.ply, seat, each.effect[seat])
        for each in found.luck
        for seat in [max(range(found.seats), key=lambda seat: abs(each.effect[seat]))]
        if abs(each.effect[seat]) >= LEAST_LUCK
    ]
    return sorted(greatest, key=lambda each: -abs(each[2]))[:most]


# Geometry


def _across(ply: int, last: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * ply / max(1, last), 1)


def _up(share: float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * share, 1)


def _write(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Chances stay as they are until something changes them."""
    found = [points[0]]
    for before, after in pairwise(points):
        found += [(after[0], before[1]), after]
    return found


def _turning_plies(found: Review) -> list[int]:
    """The plies at which chances change, with the first and the last."""
    last = len(found.standings) - 1
    return [
        ply
        for ply in range(last + 1)
        if ply in (0, last) or found.standings[ply] != found.standings[ply - 1]
    ]


def _middle(found: Review, ply: int, seat: int) -> float:
    """The middle of a seat's band."""
    chances = found.standings[ply].chances
    return _up(sum(chances[:seat]) + chances[seat] / 2)


# Parts of the picture


def _picture(parts: list[str], title: str) -> str:
    return (
        '<svg class="review-graph" xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{escape(title)}">'
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>{"".join(parts)}</svg>'
    )


def _frame(heights: list[tuple[float, str]]) -> str:
    x = LEFT - 6
    lines = [
        f'<text class="height" x="{x}" y="{TOP + (BOTTOM - TOP) * part + 4:.1f}">{text}</text>'
        for part, text in heights
    ]
    frame = f'<path class="frame" d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}"/>'
    return "".join([*lines, frame])


def _rounds(found: Review, last: int) -> str:
    parts = []
    free = 0.0
    for number, (begin, end) in enumerate(pairwise([*found.rounds, last]), 1):
        x = _across(begin, last)
        if number > 1:
            parts.append(f'<path class="round" d="M{x:g} {TOP}V{BOTTOM}"/>')
        middle = (x + _across(end, last)) / 2
        if middle >= free:
            parts.append(f'<text class="number" x="{middle:g}" y="{BOTTOM + 18}">{number}</text>')
            free = middle + ROUND_STEP
    return "".join(parts)


def _sign(
    plies: list[int],
    below: list[float],
    above: list[float],
    seat: int,
    last: int,
    dots: list[Dot],
    say: Translator,
) -> str:
    """The sign of a seat where its band is wide all around it and no dot lies, so that nobody
    depends on colours."""
    steps = [(_across(ply, last), *band) for ply, *band in zip(plies, below, above, strict=True)]
    places = []
    for left, _, _ in steps:
        x = min(max(left, LEFT + 10), RIGHT - 10)
        around = [
            band
            for (begin, *band), (end, *_) in pairwise([*steps, (float(RIGHT), 0.0, 0.0)])
            if begin < x + SIGN_ROOM / 2 and end > x - SIGN_ROOM / 2
        ]
        low, high = max(each[0] for each in around), min(each[1] for each in around)
        y = _up((low + high) / 2)
        if all(hypot(dot.x - x, dot.y - y) > SIGN_ROOM for dot in dots):
            places.append((high - low, x, y))
    width, x, y = max(places, default=(0.0, 0.0, 0.0))
    if width * (BOTTOM - TOP) < SIGN_ROOM:
        return ""
    return f'<text class="sign" x="{x:g}" y="{y + 4:g}">{escape(naming.sign(say, seat))}</text>'


def _draw_dot(dot: Dot) -> str:
    kind = "dot" if dot.mark else "dot luck"
    return (
        f'<circle class="{kind}" cx="{dot.x:g}" cy="{dot.y:g}" r="5">'
        f"<title>{escape(dot.label)}</title></circle>"
    )


def _strips(
    found: Review,
    plies: Sequence[int],
    last: int,
    say: Translator,
    link: Callable[[int], str] | None,
) -> list[str]:
    """What can be pointed at: how everybody stands there, and the way to the position."""
    step = -(-len(plies) // MOST_STRIPS)
    chosen = [*plies[::step]]
    parts = []
    for begin, end in pairwise([*chosen, last + 1]):
        x = _across(begin, last)
        width = max(1.0, _across(min(end, last), last) - x)
        title = escape(tell_standing(found, begin, say))
        strip = (
            f'<rect class="strip" x="{x:g}" y="{TOP}" width="{width:.1f}" height="{BOTTOM - TOP}">'
            f"<title>{title}</title></rect>"
        )
        if link is not None:
            address = escape(link(begin))
            strip = f'<a href="{address}" data-ply="{begin}" tabindex="-1">{strip}</a>'
        parts.append(strip)
    return parts


def tell_standing(found: Review, ply: int, say: Translator) -> str:
    """How everybody stands at a ply, in a line."""
    standing = found.standings[ply]
    if found.by_points:
        return say("qd.review.expected", count=round(standing.points[0]))
    parts = [
        say("qd.review.share", name=say.player(seat), percent=percent)
        for seat, percent in enumerate(whole_percents(standing.chances))
    ]
    return ", ".join(parts)


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Chances as whole percents; of several seats they add up to 100, as people expect."""
    exact = [100 * chance for chance in chances]
    if len(exact) == 1:
        return [round(exact[0])]
    found = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda which: found[which] - exact[which])
    for which in order[: max(0, 100 - sum(found))]:
        found[which] += 1
    return found
