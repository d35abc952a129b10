"""Parts of the page as HTML: everything that is text is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Table:
    """Columns with a heading each; the first one names the row."""

    head: tuple[str, ...]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Figure:
    """A chart with its title, and the figures it shows."""

    title: str
    picture: str
    data: Table


def write_heading(level: int, text: str, id: str = "") -> str:
    mark = f' id="{escape(id)}"' if id else ""
    return f"<h{level}{mark}>{escape(text)}</h{level}>"


def write_paragraphs(texts: Iterable[str], kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return "".join(f"<p{mark}>{escape(text)}</p>" for text in texts)


def write_list(texts: Iterable[str], kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<ul{mark}>{items}</ul>" if items else ""


def write_named_list(items: Iterable[tuple[str, str]]) -> str:
    """What there is to say of things, each under its name."""
    inner = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in items)
    return f"<dl>{inner}</dl>"


def write_links(links: Iterable[tuple[str, str]], label: str) -> str:
    """Where to go on this page: anchors and names."""
    items = "".join(f'<li><a href="#{escape(id)}">{escape(text)}</a></li>' for id, text in links)
    return f'<nav aria-label="{escape(label)}"><ul>{items}</ul></nav>'


def write_table(table: Table, name: str) -> str:
    """A table that scrolls by itself where it is too wide; `name` is for those who listen."""
    columns = "".join(f'<th scope="col">{escape(text)}</th>' for text in table.head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{_write_cell(text)}</td>" for text in row[1:])
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}"><table>'
        f"<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _write_cell(text: str) -> str:
    """A figure whose interval may go to a line of its own, but is never broken."""
    value, space, interval = text.partition(" (")
    if not space:
        return f"<span>{escape(text)}</span>"
    return f"<span>{escape(value)}</span> <span>({escape(interval)}</span>"


def write_details(summary: str, inner: str, kind: str = "") -> str:
    """What is folded away; on paper only what is of the kind `fold` is open."""
    mark = f' class="{kind}"' if kind else ""
    return f"<details{mark}><summary>{escape(summary)}</summary>{inner}</details>"


def write_figure(figure: Figure, summary: str) -> str:
    data = write_details(summary, write_table(figure.data, figure.title))
    return f"<figure><figcaption>{escape(figure.title)}</figcaption>{figure.picture}{data}</figure>"


def write_figures(figures: Iterable[Figure], summary: str) -> str:
    inner = "".join(write_figure(figure, summary) for figure in figures)
    return f'<div class="charts">{inner}</div>' if inner else ""
