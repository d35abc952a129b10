"""A review as one HTML page that needs nothing else: to keep, to send, to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.review.graph import STYLE, draw_chances, draw_expected, draw_points
from quarterdeck.review.model import Review
from quarterdeck.review.telling import COLUMNS, ToldMoment, ToldReview, tell

PAGE_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; line-height: 1.5;
 font-family: "Source Serif 4", Georgia, serif;
 color: light-dark(#1d2a33, #e8eef2); background: light-dark(#ffffff, #14202a); }
svg { max-width: 100%; height: auto; }
figure { margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: 0.2rem 0.6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
tbody tr { border-top: 1px solid #8886; }
article { border-top: 2px solid #8886; }
.blunder { color: light-dark(#b3261e, #ff8a80); } .mistake { color: light-dark(#9a5b00, #ffb74d); }
"""


def write_page(
    found: Review,
    say: Translator,
    title: str,
    boards: Mapping[int, str],
    seats: Iterable[int] | None = None,
) -> str:
    """The page. `boards`: pictures of the positions of moments, by ply. `seats`: whose choices are
    told; by default everybody's."""
    told = tell(found, say)
    chosen = set(range(found.seats) if seats is None else seats)
    moments = [moment for moment in told.moments if moment.seat in chosen]
    draw = draw_expected if found.by_points else draw_chances
    graphs = [draw(found, say), draw_points(found, say)]
    parts = [
        f"<h1>{escape(say('qd.review.title.of', game=title))}</h1>",
        *(f"<figure>{graph}</figure>" for graph in graphs),
        _write_rounds(found, told, say),
        f"<h2>{escape(say('qd.review.decided'))}</h2><p>{escape(told.about)}</p>",
        _write_tallies(told, say),
        f"<h2>{escape(say('qd.review.moments'))}</h2>",
        *(_write_moment(moment, boards.get(moment.ply, ""), say) for moment in moments),
        "" if moments else f"<p>{escape(say('qd.review.moments.none'))}</p>",
        f"<h2>{escape(say('qd.review.luckiest'))}</h2>",
        _write_list(each.text for each in told.luck)
        or f"<p>{escape(say('qd.review.luckiest.none'))}</p>",
        f"<p>{escape(say('qd.review.noise'))}</p>",
    ]
    return (
        f'<!doctype html><html lang="{say.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{PAGE_STYLE}{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _write_rounds(found: Review, told: ToldReview, say: Translator) -> str:
    head = [say("qd.round.title"), *(say.player(seat) for seat in range(found.seats))]
    rows = [
        [
            say("qd.review.result") if not row.number else str(row.number),
            *(
                f"{standing} ({points})"
                for standing, points in zip(row.standing, row.points, strict=True)
            ),
        ]
        for row in told.rounds
    ]
    summary = escape(say("qd.review.by_round"))
    return f"<details><summary>{summary}</summary>{_write_table(head, rows)}</details>"


def _write_tallies(told: ToldReview, say: Translator) -> str:
    head = [say(f"qd.review.{column}") for column in COLUMNS]
    rows = [each.cells for each in told.tallies]
    return _write_table(head, rows)


def _write_moment(moment: ToldMoment, board: str, say: Translator) -> str:
    lines = [
        f"<details><summary>{escape(say(id))}</summary>{_write_list(line, 'ol')}</details>"
        for id, line in (
            ("qd.review.line.better", moment.better_line),
            ("qd.review.line.played", moment.played_line),
        )
    ]
    return (
        f'<article><h3 class="{moment.mark}">{escape(moment.headline)}</h3>'
        f"<p>{escape(moment.played)}<br><b>{escape(moment.better)}</b></p>"
        f"<p>{escape(moment.why)}</p>{''.join(lines)}{board}</article>"
    )


def _write_table(head: list[str], rows: list[list[str]]) -> str:
    columns = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{columns}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _write_list(texts: Iterable[str], kind: str = "ul") -> str:
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<{kind}>{items}</{kind}>" if items else ""
