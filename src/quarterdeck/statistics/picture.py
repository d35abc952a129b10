"""The result of a game as a picture to share: who won, the course of the game, the last board.

It shows what a spectator sees. Needs the `web` extra.
"""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape

from quarterdeck import naming, pictures
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record
from quarterdeck.record.replay import replay
from quarterdeck.review import Review, graph

WIDTH = 1200
EDGE = 40
INSIDE = WIDTH - 2 * EDGE
# The heading, a line of the ranking, what lies between parts, and where the points stand.
HEADING = 110
LINE = 46
GAP = 30
POINTS_END = 780
# Nobody shares a picture that is taller than so many times its width.
TALLEST = 1.4

STYLE = """
text { font-family: "Source Serif 4", serif; fill: #1d2a33; }
.title { font-size: 44px; font-weight: 700; }
.row { font-size: 28px; }
.first { font-weight: 700; }
.points { text-anchor: end; }
.sign { font-size: 18px; font-weight: 700; text-anchor: middle; fill: #14202a; }
.maker { font-size: 18px; text-anchor: end; fill: #56636c; }
"""


def draw_result(
    record: Record, rules: AnyRules, say: Translator, found: Review | None = None
) -> bytes:
    """The picture as PNG; without a review it does without the graph."""
    position = replay(record, rules)
    ranks, scores = rules.final_ranks(position), position.scores
    parts = [f'<rect width="{WIDTH}" height="100%" fill="#ffffff"/>', f"<style>{STYLE}</style>"]
    parts.append(f'<text class="title" x="{EDGE}" y="76">{escape(say.text(rules.title))}</text>')
    parts.append(f'<text class="maker" x="{WIDTH - EDGE}" y="72">Quarterdeck</text>')
    y = HEADING
    for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat)):
        parts.append(_draw_line(seat, ranks[seat], scores[seat], y, say))
        y += LINE
    y += GAP
    pieces = []
    if found is not None:
        draw = graph.draw_expected if found.by_points else graph.draw_chances
        pieces.append(graph.standalone(draw(found, say)))
    if pictures.drawable(rules):
        pieces.append(pictures.board(rules, rules.view(position, None), say, "light"))
    for piece in pieces:
        drawn, height = _embed(piece, y)
        parts.append(drawn)
        y += height + GAP
    return pictures.png(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}"'
        f' width="{WIDTH}" height="{y}">{"".join(parts)}</svg>',
        WIDTH,
    )


def _draw_line(seat: int, rank: int, points: int, y: int, say: Translator) -> str:
    colour = graph.SEAT_COLOURS[seat % len(graph.SEAT_COLOURS)]
    kind = "row first" if rank == 1 else "row"
    middle = y + LINE // 2
    base = middle + 10
    sign = escape(naming.sign(say, seat))
    return (
        f'<text class="{kind}" x="{EDGE}" y="{base}">{rank}</text>'
        f'<circle cx="{EDGE + 50}" cy="{middle}" r="17" fill="{colour}"/>'
        f'<text class="sign" x="{EDGE + 50}" y="{middle + 6}">{sign}</text>'
        f'<text class="{kind}" x="{EDGE + 84}" y="{base}">{escape(say.player(seat))}</text>'
        f'<text class="{kind} points" x="{POINTS_END}" y="{base}">{write_number(points)}</text>'
    )


def _embed(svg: str, y: int) -> tuple[str, int]:
    """A picture in the middle of the big one, and its height. It is drawn by itself, so that the
    styles of one do not meet those of another."""
    size = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    shape = float(size[2]) / float(size[1])
    width = INSIDE if shape <= TALLEST else round(INSIDE * TALLEST / shape)
    height = round(width * shape)
    data = b64encode(pictures.png(svg, width)).decode()
    left = EDGE + (INSIDE - width) // 2
    image = (
        f'<image x="{left}" y="{y}" width="{width}" height="{height}"'
        f' href="data:image/png;base64,{data}"/>'
    )
    return image, height
