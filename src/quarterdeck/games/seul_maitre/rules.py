"""Seul Maître à Bord as the house knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import ClassVar, Self, cast

from quarterdeck.games.seul_maitre import (
    advice,
    choices,
    defence,
    gestures,
    hidden,
    invariants,
    seen,
    sheet,
    text,
)
from quarterdeck.games.seul_maitre.actions import OUTCOMES, SPACE
from quarterdeck.games.seul_maitre.components import Components, Table, load
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps import STEPS
from quarterdeck.games.seul_maitre.steps.building import BuildMap
from quarterdeck.games.seul_maitre.steps.rounds import NextRound
from quarterdeck.games.seul_maitre.steps.setup import (
    DealPorts,
    DrawOrder,
    FirstWind,
    Launch,
    StartTile,
    StartTurns,
)
from quarterdeck.games.seul_maitre.view import MasterView
from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import (
    Choice,
    Gesture,
    Option,
    Rules,
    ScoreLine,
    Section,
)

FOLDER = Path(__file__).parent


class SeulMaitre(Rules):
    """2 to 4 players, eight rounds or fewer, most victory points with money on top."""

    id = "seul_maitre"
    prefix = "sm"
    version = 2
    seats = range(2, 5)
    default_seats = 4
    options: ClassVar[tuple[Option, ...]] = (
        Option("rounds", ("8", "6", "4"), "8"),
        Option("map_mode", ("build", "random"), "build"),
        Option("sailors_per_cannon", ("2", "3"), "2"),
        Option("action_order", ("block", "alternate"), "block"),
        Option("pirate_storm", ("stuck", "tossed"), "stuck"),
        Option("coffee_price", ("4", "7"), "4"),
    )
    orders = defence.ORDERS
    space = SPACE
    outcome_space = OUTCOMES
    steps = STEPS
    folder = FOLDER
    length_bound = 8000

    def __init__(self, components: Path = FOLDER / "components.toml") -> None:
        add_folder(FOLDER / "messages")
        self._components = components
        self._box: Components = load(components)
        self._table = lru_cache(self._make_table)

    def _make_table(self, seats: int, options: tuple[tuple[str, str], ...]) -> Table:
        return Table(self._box, seats, dict(options))

    # Starting

    def blank(self, seats: int, options: dict[str, str]) -> MasterPosition:
        return MasterPosition(self._table(seats, tuple(sorted(options.items()))))

    def start(
        self, seats: int | None = None, options: dict[str, str] | None = None
    ) -> MasterPosition:
        """SM-1, SM-2.15"""
        position = self.blank(*self.checked_setup(seats, options))
        position.set_up()
        position.push(NextRound())
        position.push(FirstWind())
        position.push(Launch())
        position.push(BuildMap())
        position.push(StartTurns())
        for number in range(3, -1, -1):
            position.push(StartTile(number))
        position.push(DealPorts())
        position.push(DrawOrder())
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        return self._box.digest

    def with_components(self, path: Path) -> Self:
        return type(self)(path)

    # What people see

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        return choices.describe(cast(MasterPosition, position), seat, code)

    def expected(self, position: Position, seat: int) -> list[int]:
        return choices.expected(cast(MasterPosition, position), seat)

    def prompt(self, position: Position, seat: int) -> Message:
        return choices.prompt(cast(MasterPosition, position), seat)

    def gestures(self, position: Position, seat: int) -> list[Gesture]:
        return gestures.gestures(cast(MasterPosition, position), seat)

    def see(self, position: Position, viewer: int | None) -> MasterView:
        return seen.view(cast(MasterPosition, position), viewer)

    def text(self, view: MasterView, translator: Translator) -> list[Section]:
        return text.sections(view, translator)

    def score_sheet(self, position: Position, viewer: int | None = None) -> list[ScoreLine]:
        # Points and money are public: everybody can tell everybody's score
        return sheet.score_sheet(cast(MasterPosition, position))

    # Standing orders

    def is_interrupted(self, position: Position, seat: int) -> bool:
        return defence.is_interrupted(cast(MasterPosition, position), seat)

    def by_orders(self, position: Position, seat: int, orders: Mapping[str, str]) -> int | None:
        return defence.by_orders(cast(MasterPosition, position), seat, orders)

    # Hidden facts and sanity

    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        hidden.redraw(cast(MasterPosition, position), viewer, random)

    def check(self, position: Position) -> None:
        invariants.check(cast(MasterPosition, position))

    # Advice for bots

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return advice.advise(cast(MasterPosition, position), seat, codes)
