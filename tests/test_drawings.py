"""Every ply of every recorded game can be shown to everybody, in every language and every form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import pictures, record
from quarterdeck.game import rules_for
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.boards import NAMES, parse_svg
from tests.fixtures.shelves import SHELVES
from tests.fixtures.tales import Shelf

FIRST_PLIES = 24
EVERY = 97  # plies, after the first ones; a prime, so that it falls on every kind of step

RECORDED = [
    pytest.param(file, id=f"{shelf.rules.id}-{file.stem}")
    for shelf in SHELVES
    for file in sorted(shelf.folder.glob("*.jsonl"))
]


def show(rules: AnyRules, position: Position, viewer: int | None, language: str) -> None:
    """As a picture, as the part of a page, as text."""
    translator = Translator(language, NAMES[: position.seats])
    view = rules.view(position, viewer)
    svg = pictures.board(rules, view, translator)
    assert parse_svg(svg).tag.endswith("svg")
    assert f"{rules.prefix}." not in svg.partition("</style>")[2]
    part = pictures.drawing(rules, view, translator)
    assert part.parts
    parse_svg(f"{part}")
    for section in rules.text(view, translator):
        assert section.title
        assert all(section.lines)


def replay(file: Path) -> tuple[AnyRules, Iterator[tuple[int, Position]]]:
    """The rules of a recorded game, and its plies."""
    found = record.read(file)
    rules = rules_for(found.header)
    return rules, enumerate(record.positions(found, rules))


def show_to_one(rules: AnyRules, position: Position, ply: int) -> None:
    """Viewers and languages take turns."""
    viewers = (None, *range(position.seats))
    language = LANGUAGES[ply // len(viewers) % len(LANGUAGES)]
    show(rules, position, viewers[ply % len(viewers)], language)


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.rules.id)
def test_every_ply_of_a_game_can_be_shown(shelf: Shelf[Any]) -> None:
    shortest = min(shelf.folder.glob("*.jsonl"), key=lambda file: file.stat().st_size)
    rules, plies = replay(shortest)
    for ply, position in plies:
        show_to_one(rules, position, ply)


@pytest.mark.parametrize("file", RECORDED)
def test_the_beginning_the_end_and_some_of_every_game_can_be_shown(file: Path) -> None:
    rules, plies = replay(file)
    for ply, position in plies:
        if ply <= FIRST_PLIES or ply % EVERY == 0:
            show_to_one(rules, position, ply)
        elif position.finished:
            for viewer in (None, *range(position.seats)):
                show(rules, position, viewer, LANGUAGES[ply % len(LANGUAGES)])


@pytest.mark.soak
@pytest.mark.parametrize("file", RECORDED)
def test_every_ply_of_every_game_can_be_shown_to_everybody(file: Path) -> None:
    """From ply to ply every viewer reads the other language."""
    rules, plies = replay(file)
    for ply, position in plies:
        for number, viewer in enumerate((None, *range(position.seats))):
            show(rules, position, viewer, LANGUAGES[(ply + number) % len(LANGUAGES)])
