"""Charts of a report: Altair describes them, vl-convert draws them as SVG without scripts.

They are as narrow as a phone, so that no text ever gets small; a wide page puts several side by
side. Colours are placeholders until the picture is drawn, then names of the page's own colours, so
one picture serves day, night and paper.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import altair as alt
import vl_convert

from quarterdeck.kernel.errors import QuarterdeckError
from quarterdeck.kernel.messages import Message

WIDTH = 340
HEIGHT = 190
# A row with its name above it; long names take more lines.
ROW = 40
LINE = 15
LETTERS = 46

INK, FADED, HAIR = "#010101", "#020202", "#030303"
FIRST, SECOND, QUIET = "#040404", "#050505", "#060606"
CARD = "#070707"
COLOURS = {
    INK: "var(--ink)",
    FADED: "var(--faded)",
    HAIR: "var(--hair)",
    FIRST: "var(--first)",
    SECOND: "var(--second)",
    QUIET: "var(--quiet)",
    CARD: "var(--card)",
}


class CannotDrawChart(QuarterdeckError):
    """vl-convert has refused a chart."""


@dataclass(frozen=True)
class Row:
    """A figure with its interval. `quiet`: it may be chance, so its point is hollow."""

    name: str
    value: float
    low: float
    high: float
    quiet: bool = False


@dataclass(frozen=True)
class Pair:
    """Two figures of the same thing, for winners and for others."""

    name: str
    first: float
    second: float | None


def draw_rows(
    rows: Sequence[Row], middle: float, percent: bool, language: str, alt_text: str
) -> str:
    """Figures with intervals, one under the other, and a line to compare them with."""
    names = _wrap([row.name for row in rows])
    extra = _extra_height(names)
    data = [
        {
            "row": index,
            "name": names[index],
            "value": row.value,
            "low": row.low,
            "high": row.high,
            "fill": CARD if row.quiet else FIRST,
        }
        for index, row in enumerate(rows)
    ]
    line = alt.Chart(_data([{"middle": middle}])).mark_rule(color=SECOND, strokeDash=[4, 3])
    base = alt.Chart(_data(data)).encode(y=alt.Y("row:O", axis=None))
    across = alt.X("low:Q", axis=_axis(percent, language), scale=alt.Scale(zero=False, padding=10))
    layers = alt.layer(
        line.encode(x="middle:Q"),
        base.mark_rule(yOffset=8 + extra / 2, strokeWidth=2, color=FIRST).encode(
            x=across, x2="high:Q"
        ),
        base.mark_point(
            yOffset=8 + extra / 2, size=70, opacity=1, strokeWidth=2, stroke=FIRST
        ).encode(x=alt.X("value:Q"), fill=alt.Fill("fill:N", scale=None)),
        *(_name_rows(base, -9 - extra / 2, halo) for halo in (True, False)),
    )
    layers = layers.properties(width=WIDTH - 16, height={"step": ROW + extra})
    return _draw(layers, alt_text, fit=False)


def draw_bars(
    bars: Sequence[tuple[float, float, float, float]],
    names: tuple[str, str] | None,
    language: str,
    alt_text: str,
) -> str:
    """A distribution: for each range from, to, and how many of the first kind and of the second.
    `names` of the two kinds; None: there is only the second."""
    # Where there is only one kind it needs no name, but a colour
    kinds = {names[0]: 2, names[1]: 3} if names else {" ": 3}
    data = [
        {"low": bar[0], "high": bar[1], "count": bar[place], "kind": kind}
        for kind, place in kinds.items()
        for bar in bars
    ]
    colours = [FIRST, QUIET][: len(kinds)]
    legend = alt.Legend(title=None, orient="top", symbolType="square") if names else None
    chart = (
        alt.Chart(_data(data))
        .mark_bar(binSpacing=1)
        .encode(
            x=alt.X("low:Q", bin="binned", axis=_axis(False, language, 6)),
            x2="high:Q",
            y=alt.Y("sum(count):Q", axis=_axis(False, language, 5)),
            color=alt.Color(
                "kind:N", scale=alt.Scale(domain=list(kinds), range=colours), legend=legend
            ),
            order=alt.Order("kind:N", sort="descending"),
        )
    )
    return _draw(chart.properties(width=WIDTH, height=HEIGHT), alt_text)


def draw_counts(counts: Sequence[tuple[int, int]], language: str, alt_text: str) -> str:
    """How many games had which small number of something."""
    data = [{"what": what, "count": count} for what, count in counts]
    chart = (
        alt.Chart(_data(data))
        .mark_bar(color=FIRST)
        .encode(
            x=alt.X("what:O", axis=alt.Axis(title=None, labelAngle=0)),
            y=alt.Y("count:Q", axis=_axis(False, language, 5)),
        )
    )
    return _draw(chart.properties(width=WIDTH, height=HEIGHT), alt_text)


def draw_course(rows: Sequence[Row], even: float, language: str, alt_text: str) -> str:
    """Shares with intervals, round after round."""
    data = [
        {"round": int(row.name), "value": row.value, "low": row.low, "high": row.high}
        for row in rows
    ]
    whole = alt.Axis(title=None, format="d", tickMinStep=1, tickCount=8, grid=False)
    base = alt.Chart(_data(data)).encode(
        x=alt.X("round:Q", axis=whole, scale=alt.Scale(zero=False, nice=False, padding=12))
    )
    up = alt.Y("low:Q", axis=_axis(True, language, 5), scale=alt.Scale(domain=[0, 1]))
    layers = alt.layer(
        alt.Chart(_data([{"even": even}]))
        .mark_rule(color=SECOND, strokeDash=[4, 3])
        .encode(y="even:Q"),
        base.mark_area(color=FIRST, opacity=0.25).encode(y=up, y2="high:Q"),
        base.mark_line(color=FIRST, point={"filled": True, "color": FIRST, "size": 40}).encode(
            y="value:Q"
        ),
    )
    return _draw(layers.properties(width=WIDTH, height=HEIGHT), alt_text)


def draw_pairs(
    pairs: Sequence[Pair], names: tuple[str, str] | None, language: str, alt_text: str
) -> str:
    """Two bars for each thing, its name above them."""
    data = [
        {"row": index, "value": value, "kind": kind}
        for index, pair in enumerate(pairs)
        for kind, value in zip(names or (" ",), (pair.first, pair.second), strict=False)
        if value is not None
    ]
    lines = _wrap([pair.name for pair in pairs])
    extra = _extra_height(lines)
    labels = [{"row": index, "name": name} for index, name in enumerate(lines)]
    domain = list(names) if names is not None else [" "]
    legend = alt.Legend(title=None, orient="top", symbolType="square") if names else None
    # The names take the upper part of each row
    rows = alt.Y("row:O", axis=None, scale=alt.Scale(paddingInner=0, paddingOuter=0))
    bars = (
        alt.Chart(_data(data))
        .mark_bar(size=8)
        .encode(
            x=alt.X("value:Q", axis=_axis(False, language)),
            y=rows,
            yOffset=alt.YOffset(
                "kind:N", scale=alt.Scale(range=[19 + extra, 41 + extra]), sort=domain
            ),
            color=alt.Color(
                "kind:N", scale=alt.Scale(domain=domain, range=[FIRST, QUIET]), legend=legend
            ),
        )
    )
    named = alt.Chart(_data(labels)).encode(y=rows)
    texts = (_name_rows(named, -12 - extra / 2, halo) for halo in (True, False))
    layers = alt.layer(bars, *texts).properties(width=WIDTH - 16, height=len(pairs) * (44 + extra))
    return _draw(layers, alt_text, fit=False)


def _wrap(names: Sequence[str]) -> list[list[str]]:
    """Each name in as many lines as the longest needs, the last one next to what it names."""
    wrapped = [textwrap.wrap(name, LETTERS) or [""] for name in names]
    most = max(map(len, wrapped), default=1)
    return [[""] * (most - len(lines)) + lines for lines in wrapped]


def _extra_height(names: Sequence[Sequence[str]]) -> int:
    """What lines beyond the first add to a row."""
    return LINE * (len(names[0]) - 1) if names else 0


def _name_rows(chart: alt.Chart, up: float, halo: bool) -> alt.Chart:
    """Names above the rows; a halo under them keeps lines of the chart off the letters."""
    text = chart.mark_text(
        align="left",
        dy=up,
        fontSize=13,
        lineHeight=LINE,
        limit=WIDTH - 16,
        color=INK,
        stroke=CARD if halo else None,
        strokeWidth=4,
    )
    named: alt.Chart = text.encode(x=alt.value(0), text="name:N")
    return named


def _data(values: list[dict[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=values)


def _axis(percent: bool, language: str, ticks: int = 5) -> alt.Axis:
    """Numbers as the language writes them."""
    if percent:
        space = "\u00a0" if language == "fr" else ""
        shown = f"format(100 * datum.value, '~r') + '{space}%'"
    else:
        shown = "format(datum.value, '~r')"
    if language == "fr":
        shown = f"replace({shown}, '.', ',')"
    return alt.Axis(title=None, tickCount=ticks, labelExpr=shown)


def _draw(chart: alt.TopLevelMixin, alt_text: str, fit: bool = True) -> str:
    text = {"labelColor": INK, "labelFontSize": 12}
    lines = {"gridColor": HAIR, "gridOpacity": 0.5, "domainColor": HAIR, "tickColor": HAIR}
    spec = chart.to_dict()
    if fit:
        spec["autosize"] = {"type": "fit", "contains": "padding"}
    spec["background"] = None
    spec["padding"] = 2 if fit else {"left": 6, "right": 10, "top": 2, "bottom": 2}
    spec["config"] = {
        "aria": False,
        "font": "sans-serif",
        "view": {"stroke": None},
        "axis": text | lines,
        "legend": {"labelColor": INK, "labelFontSize": 12, "symbolStrokeWidth": 0},
    }
    try:
        drawn = vl_convert.vegalite_to_svg(spec)
    except ValueError as error:
        raise CannotDrawChart(Message("qd.report.error.drawing", why=str(error)[:200])) from error
    return _settle(drawn, alt_text)


def _settle(drawn: str, alt_text: str) -> str:
    """The picture as a part of the page: its colours, its fonts, its text for those who listen."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawn)
    assert size is not None
    inner = drawn[drawn.index(">") + 1 :]
    inner = re.sub(r' (?:font-family|role|aria-\w+|class|pointer-events)="[^"]*"', "", inner)
    for placeholder, colour in COLOURS.items():
        inner = inner.replace(f'"{placeholder}"', f'"{colour}"')
    inner = re.sub(r"(\d+\.\d{2})\d+", r"\1", inner)
    return (
        f'<svg viewBox="0 0 {size[1]} {size[2]}" width="{size[1]}" height="{size[2]}" role="img"'
        f' aria-label="{escape(alt_text)}">{inner}'
    )
