"""A report as one HTML page that needs nothing else: no network, no script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lab.report import exhibits, sentences
from quarterdeck.lab.report.effects import MAIN, Effect, find_idle
from quarterdeck.lab.report.findings import FEWEST, Findings
from quarterdeck.lab.report.markup import (
    Figure,
    write_details,
    write_figures,
    write_heading,
    write_links,
    write_list,
    write_named_list,
    write_paragraphs,
    write_table,
)
from quarterdeck.lab.report.reporting import Report
from quarterdeck.lab.report.words import Words

STYLE = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")


def write_page(report: Report, say: Translator) -> str:
    """The page, in the language of the translator."""
    words = Words(report.rules, say)
    title = say("qd.report.title", game=words.title())
    parts = [_write_begin(report, words, title)]
    if report.played:
        parts += [_write_short(report, words), *_write_tables(report, words)]
        parts += [_write_effects(report, words), _write_untouched(report, words)]
        parts.append(_write_method(report, words))
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        f'<!doctype html>\n<html lang="{say.language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _write_begin(report: Report, words: Words, title: str) -> str:
    say = words.say
    told = [say("qd.report.made", count=report.played)]
    if report.is_complete:
        told.append(say("qd.report.complete"))
    elif report.planned is not None:
        told.append(say("qd.report.incomplete", played=report.played, planned=report.planned))
    elif report.is_complete is not None:
        told.append(say("qd.report.incomplete.until"))
    if report.damage:
        told.append(say("qd.report.damaged", count=len(report.damage)))
    parts = [write_heading(1, title)]
    if report.title:
        parts.append(write_paragraphs([report.title], "lead"))
    parts.append(write_paragraphs([" ".join(told)]))
    if not report.played:
        return "".join([*parts, write_paragraphs([say("qd.report.none")])])
    reading = [say(f"qd.report.reading.{about}") for about in ("interval", "charts", "bots")]
    parts.append(write_paragraphs(reading, "note"))
    links = [("short", say("qd.report.short"))]
    links += [
        (_anchor(place), words.table(found.cell)) for place, found in enumerate(report.tables)
    ]
    links += [("effects", say("qd.report.effects")), ("method", say("qd.report.method"))]
    return "".join([*parts, write_links(links, say("qd.report.contents"))])


def _anchor(place: int) -> str:
    return f"table-{place + 1}"


def _write_short(report: Report, words: Words) -> str:
    say = words.say
    told = [
        (words.table(found.cell), sentences.tell_shortly(found, words)) for found in report.tables
    ]
    varied = sentences.tell_changes_shortly(report.effects, report.is_varied, words)
    told.append((say("qd.report.effects"), varied))
    parts = [write_heading(2, say("qd.report.short"), "short"), write_named_list(told)]
    if len(report.tables) > 1:
        name = say("qd.report.overview")
        parts.append(write_heading(3, name))
        parts.append(write_table(exhibits.list_tables(report.tables, words), name))
    return "".join(parts)


# A table: so many players, these bots, nothing varied


def _write_tables(report: Report, words: Words) -> Iterator[str]:
    looked_at = sum(len(found.seats) for found in report.tables)
    for place, found in enumerate(report.tables):
        yield write_heading(2, words.table(found.cell), _anchor(place))
        settings = words.settings(found.cell)
        if settings:
            yield write_paragraphs([words.say("qd.report.varied", settings=settings)])
        if found.is_told:
            yield write_paragraphs([sentences.tell_shortly(found, words)])
            summary = words.say("qd.report.table.all", table=words.table(found.cell))
            yield write_details(summary, "".join(_write_table(found, looked_at, words)), "fold")
        else:
            few = words.say("qd.report.few", games=found.games, least=FEWEST)
            yield write_paragraphs([few])


def _write_table(found: Findings, looked_at: int, words: Words) -> Iterator[str]:
    say, data = words.say, words.say("qd.report.data")
    if found.seats:
        yield write_heading(3, say("qd.report.seats"))
        yield write_list(sentences.tell_seats(found, words))
        yield write_list(sentences.tell_players(found, words))
        yield write_paragraphs([say("qd.report.seats.correction", number=looked_at)], "note")
        figures = [exhibits.show_seats(found, words)]
        if found.players:
            figures.append(exhibits.show_players(found, words))
        yield write_figures(figures, data)
    yield write_heading(3, say("qd.report.points_and_length"))
    told = [*sentences.tell_points(found, words), *sentences.tell_sources(found, words)]
    yield write_list([*told, *sentences.tell_length(found, words)])
    figures = [exhibits.show_points(found, words), exhibits.show_length(found, words)]
    if found.sources:
        figures.insert(1, exhibits.show_sources(found, words))
    yield write_figures(figures, data)
    if found.seats:
        yield from _write_course(found, words)
    yield from _write_uses(found, words)


def _write_course(found: Findings, words: Words) -> Iterator[str]:
    say, course = words.say, found.course
    yield write_heading(3, say("qd.report.course"))
    yield write_list(sentences.tell_course(found, words))
    if course is None:
        return
    figures = [exhibits.show_changes(course, words)]
    if course.leaders:
        figures.append(exhibits.show_leaders(course, found.even, words))
    yield write_figures(figures, say("qd.report.data"))
    meanings = write_list(sentences.define_course(found, words), "note")
    yield write_details(say("qd.report.course.meaning"), meanings)


def _write_uses(found: Findings, words: Words) -> Iterator[str]:
    say, alone = words.say, found.cell.seats == 1
    name = say("qd.report.uses.alone" if alone else "qd.report.uses")
    yield write_heading(3, name)
    yield write_paragraphs([say("qd.report.uses.cause")], "warn")
    yield write_paragraphs([sentences.tell_uses(found, words)])
    yield write_figures(exhibits.show_uses(found, words), say("qd.report.data"))
    inner = write_table(exhibits.list_uses(found.uses, alone, words), name)
    yield write_details(say("qd.report.uses.all", count=len(found.uses)), inner)
    yield write_heading(3, say("qd.report.dead"))
    yield write_list(sentences.tell_dead(found.dead, words))
    if found.dead:
        yield write_paragraphs([say("qd.report.dead.defined")], "note")


# What was varied


def _write_effects(report: Report, words: Words) -> str:
    say = words.say
    heading = write_heading(2, say("qd.report.effects"), "effects")
    main = report.main_effects
    if not main:
        short = sentences.tell_changes_shortly(main, report.is_varied, words)
        return heading + write_paragraphs([short])
    told = [
        say("qd.report.effects.how"),
        say("qd.report.effects.correction", number=len(report.effects)),
    ]
    parts = [heading, write_paragraphs(told)]
    for (seats, bots), effects in groupby(report.effects, lambda each: (each.seats, each.bots)):
        parts += _write_effects_at(seats, bots, list(effects), words)
    return "".join(parts)


def _write_effects_at(
    seats: int, bots: tuple[str, ...], effects: Sequence[Effect], words: Words
) -> Iterator[str]:
    table = words.seated(seats, bots)
    yield write_heading(3, table)
    yield write_paragraphs([sentences.tell_changes_shortly(effects, True, words)])
    inner = [write_figures(_show_effects(effects, words), words.say("qd.report.data"))]
    for changes, compared in groupby(effects, lambda each: each.changes):
        inner += _write_change(words.changes(changes, seats), list(compared), words)
    yield write_details(words.say("qd.report.effects.all", table=table), "".join(inner), "fold")


def _show_effects(effects: Sequence[Effect], words: Words) -> Iterator[Figure]:
    """A chart for each measure; other bots do so much more that they have charts of their own."""
    for is_bots in (False, True):
        main = [
            each for each in effects if each.measure.kind == MAIN and each.is_of_bots == is_bots
        ]
        for measure in dict.fromkeys(effect.measure for effect in main if effect.is_sure):
            yield exhibits.show_effects([each for each in main if each.measure == measure], words)


def _write_change(name: str, effects: Sequence[Effect], words: Words) -> Iterator[str]:
    say = words.say
    main = [effect for effect in effects if effect.measure.kind == MAIN]
    told = [sentences.tell_effect(effect, words) for effect in main if effect.is_sure]
    yield write_heading(4, name)
    more = [
        sentences.tell_effect(effect, words)
        for effect in effects
        if effect.measure.kind != MAIN and effect.is_sure
    ]
    nothing = say("qd.report.effects.nothing")
    if more:
        nothing = say("qd.report.effects.nothing_whole", number=len(more))
    elif main and find_idle(effects):
        nothing = say("qd.report.effects.idle", games=main[0].difference.games)
    yield write_list(told) or write_paragraphs([nothing])
    if more:
        yield write_details(say("qd.report.effects.details", count=len(more)), write_list(more))
    inner = write_table(exhibits.list_effects(main, words), name)
    yield write_details(say("qd.report.effects.more", count=len(main)), inner)


def _write_method(report: Report, words: Words) -> str:
    say = words.say
    told = [
        say("qd.report.method.share"),
        say("qd.report.method.mean", least=FEWEST),
        say("qd.report.method.difference"),
        say("qd.report.method.use"),
        say("qd.report.method.more"),
        say("qd.report.reading.components"),
    ]
    own_word = say(f"{report.rules.round_name.id}.title")
    if own_word != say("qd.report.round"):
        told.insert(0, say("qd.report.reading.round", round=own_word))
    return write_heading(2, say("qd.report.method"), "method") + write_list(told)


def _write_untouched(report: Report, words: Words) -> str:
    if not report.untouched:
        return ""
    say = words.say
    things = words.list(words.thing(thing) for thing in report.untouched)
    return (
        write_heading(2, say("qd.report.dead.study"))
        + write_paragraphs([say("qd.report.dead.untouched", things=things)])
        + write_paragraphs([say("qd.report.dead.untouched.defined")], "note")
    )
