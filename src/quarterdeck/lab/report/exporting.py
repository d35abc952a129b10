"""A report as plain data: the figures of the page, for programs."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import Any

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lab.report import sentences
from quarterdeck.lab.report.effects import Effect
from quarterdeck.lab.report.findings import Findings
from quarterdeck.lab.report.reporting import Report
from quarterdeck.lab.report.words import Words

FORMAT = 2
PLACES = 6


def report_to_json(report: Report, say: Translator) -> dict[str, Any]:
    """Everything the page tells, with labels and sentences in the language of the translator."""
    words = Words(report.rules, say)
    reference = {found.cell.number for found in report.tables}
    return {
        "format": FORMAT,
        "game": report.rules.id,
        "title": report.title or words.title(),
        "language": say.language,
        "games": report.played,
        "games_planned": report.planned,
        "is_complete": report.is_complete,
        "damage": [say.text(each) for each in report.damage],
        "short": [
            {"label": words.table(found.cell), "text": sentences.tell_shortly(found, words)}
            for found in report.tables
        ],
        "varied": sentences.tell_changes_shortly(report.effects, report.is_varied, words),
        "cells": [
            _findings_to_json(found, words, found.cell.number in reference)
            for found in report.cells
        ],
        "effects": [_effect_to_json(effect, words) for effect in report.effects],
        "chosen_in_no_game": [{"id": id, "label": words.thing(id)} for id in report.untouched],
    }


def _findings_to_json(found: Findings, words: Words, is_reference: bool) -> dict[str, Any]:
    seats = found.cell.seats
    begin = {
        "cell": found.cell.number,
        "seats": seats,
        "bots": list(found.cell.bots),
        "options": found.cell.options,
        "components": found.cell.components,
        "label": words.table(found.cell),
        "settings": words.settings(found.cell),
        "is_reference": is_reference,
        "games": found.games,
        "is_told": found.is_told,
    }
    if not found.is_told:
        return begin
    told: dict[str, Any] = _plain(
        {name: value for name, value in vars(found).items() if name not in begin}
    )
    told["by_seat"] = [
        {**_plain(seat), "is_sure": seat.is_sure, "sentence": sentence}
        for seat, sentence in zip(found.seats, sentences.tell_seats(found, words), strict=True)
    ]
    for source in told["sources"]:
        source["label"] = words.source(source["id"], seats)
    for use, counted in zip(told["uses"], found.uses, strict=True):
        use |= {"label": words.use(counted.id), "is_sure": counted.is_sure}
        use["same"] = [{"id": id, "label": words.use(id)} for id in counted.same]
    told["dead"] = [
        {"id": each.id, "label": words.use(each.id), "why": each.why} for each in found.dead
    ]
    return begin | told


def _effect_to_json(effect: Effect, words: Words) -> dict[str, Any]:
    return {
        **_plain(effect),
        "label": words.changes(effect.changes, effect.seats),
        "measure_label": words.measure(effect.measure, effect.seats),
        "is_sure": effect.is_sure,
    }


def _plain(value: Any) -> Any:
    """Dataclasses as tables, numbers no longer than they are exact; NaN has no place in JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return round(value, PLACES) if isfinite(value) else None
    return value
