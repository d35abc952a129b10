"""What every game's picture must keep, whatever the game: what the tests of boards share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from xml.etree import ElementTree

import pytest

from quarterdeck import pictures
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing.walk import Case, walk

NAMES = ("Anne", "Bruno", "Chloé", "Dirk", "Élise", "Farid")
# Classes by which the page's script finds its way on any board: what stands or travels as one
# piece. Games need not give them a style.
PAGE_CLASSES = frozenset({"piece"})
Options = tuple[tuple[str, str], ...]


class Boards:
    """Pictures of random games of one game; games with an odd seed have these options.

    `cells`: those whose spots pages make themselves, where they are open (see `data-cell`).
    """

    def __init__(self, rules: AnyRules, options: Options, cells: Iterable[str] = ()) -> None:
        self.rules = rules
        self.options = options
        self.cells = {f"cell-{name}" for name in cells}

    def positions(self, seats: int, seed: int, every: int) -> list[Position]:
        """Some positions of a random game in which somebody chooses, and always the last."""
        played = _played(Case(self.rules, seats, self.options if seed % 2 else (), seed))
        return [*played[:-1:every], played[-1]]

    def first(self, seats: int, *steps: str, options: Options = ()) -> Position:
        """The first position of random games in which one of these steps asks somebody."""
        for seed in range(20):
            for position in _played(Case(self.rules, seats, options, seed)):
                if position.actors() and type(position.stack[-1]).__name__ in steps:
                    return position
        pytest.fail(f"{steps} were never asked")

    def choices(self, position: Position, seat: int | None) -> list[Choice]:
        """What is open to a seat; nothing if it is not asked."""
        if seat is None or seat not in position.actors():
            return []
        return [self.rules.describe(position, seat, code) for code in position.legal(seat)]

    def draw(
        self, position: Position, viewer: int | None, language: str = "en", theme: str = "auto"
    ) -> str:
        translator = Translator(language, NAMES[: position.seats])
        view = self.rules.view(position, viewer)
        return pictures.board(self.rules, view, translator, theme)

    def check_sound(self, seats: int, every: int) -> None:
        """Every viewer gets a picture without loose ends in every phase."""
        for seed in range(2):
            for number, position in enumerate(self.positions(seats, seed, every)):
                viewer = (*range(seats), None)[number % (seats + 1)]
                self._check(self.draw(position, viewer, ("en", "fr")[number % 2]))

    def _check(self, svg: str) -> None:
        root = parse_svg(svg)
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r' href="#([^"]+)"', svg)) <= set(ids)
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
        used = {name for element in root.iter() for name in element.get("class", "").split()}
        assert used - PAGE_CLASSES <= _styled(self.rules)
        said = re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)
        assert not re.search(rf"\b(?:qd|{self.rules.prefix})\.[a-z]", said)

    def check_spots(self, seats: int, every: int) -> None:
        """Every spot of an open choice can be opened by a page; the picture opens none."""
        for seed in range(2):
            for position in self.positions(seats, seed, every):
                for seat in position.actors()[:1]:
                    wanted = {s for choice in self.choices(position, seat) for s in choice.spots}
                    found = find_spots(self.draw(position, seat))
                    assert wanted <= found.keys() | self.cells
                    assert not self.cells & found.keys()
                    assert all("spot" in kinds and "open" not in kinds for kinds in found.values())

    def check_themes(self, position: Position) -> None:
        """A theme has final colours."""
        light, dark = (self.draw(position, 0, theme=theme) for theme in ("light", "dark"))
        assert light != dark
        assert "var(" not in light + dark


@cache
def _played(case: Case) -> tuple[Position, ...]:
    return tuple(
        moment.position.clone()
        for moment in walk(case)
        if moment.position.actors() or moment.move is None
    )


@cache
def _styled(rules: AnyRules) -> set[str]:
    return set(re.findall(r"\.([a-z][a-z0-9-]*)", pictures.stylesheet(rules)))


def parse_svg(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own picture


def find_spots(svg: str) -> dict[str, set[str]]:
    """The classes of every spot."""
    return {
        element.attrib["data-spot"]: set(element.attrib["class"].split())
        for element in parse_svg(svg).iter()
        if "data-spot" in element.attrib
    }


def read_texts(svg: str) -> str:
    return " ".join(parse_svg(svg).itertext())
