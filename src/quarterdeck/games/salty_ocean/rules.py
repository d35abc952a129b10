"""Upon a Salty Ocean as the house knows it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import ClassVar, cast

from quarterdeck.games.salty_ocean import (
    advice,
    choices,
    hidden,
    invariants,
    scoring,
    text,
)
from quarterdeck.games.salty_ocean import view as views
from quarterdeck.games.salty_ocean.actions import OUTCOMES, SPACE
from quarterdeck.games.salty_ocean.components import PRICE_TABLES, Components, Table, load
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps import STEPS
from quarterdeck.games.salty_ocean.steps.setup import FirstPlayer, NextTurn, RevealTile
from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice, Option, Rules, ScoreLine, Section

FOLDER = Path(__file__).parent


class SaltyOcean(Rules):
    """2 to 4 players, five turns, most coins after the end-of-game bonuses."""

    id = "salty_ocean"
    prefix = "so"
    version = 1
    seats = range(2, 5)
    default_seats = 4
    options: ClassVar[tuple[Option, ...]] = (
        Option("price_table", PRICE_TABLES, "five_rows"),
        Option("ranked_slots", ("reserved", "best_first"), "reserved"),
        Option("phare_slots_3p", ("3", "2"), "3"),
        Option("two_player_drop", ("per_lot", "per_sale"), "per_lot"),
        Option("vitraux_requirement", ("own", "any"), "own"),
        Option("phase_end", ("consecutive", "full_round"), "consecutive"),
    )
    space = SPACE
    outcome_space = OUTCOMES
    steps = STEPS
    folder = FOLDER
    length_bound = 5000

    def __init__(self, components: Path = FOLDER / "components.toml") -> None:
        add_folder(FOLDER / "messages")
        self._components = components
        self._box: Components = load(components)
        self._table = lru_cache(self._make_table)

    def _make_table(self, seats: int, options: tuple[tuple[str, str], ...]) -> Table:
        return Table(self._box, seats, dict(options))

    # Starting

    def blank(self, seats: int, options: dict[str, str]) -> SaltyPosition:
        return SaltyPosition(self._table(seats, tuple(sorted(options.items()))))

    def start(
        self, seats: int | None = None, options: dict[str, str] | None = None
    ) -> SaltyPosition:
        position = self.blank(*self.checked_setup(seats, options))
        position.set_up()
        position.push(NextTurn())
        position.push(RevealTile(0))
        position.push(FirstPlayer())
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        return self._box.digest

    def with_components(self, path: Path) -> SaltyOcean:
        return SaltyOcean(path)

    # What people see

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        return choices.describe(cast(SaltyPosition, position), seat, code)

    def expected(self, position: Position, seat: int) -> list[int]:
        return choices.expected(cast(SaltyPosition, position), seat)

    def prompt(self, position: Position, seat: int) -> Message:
        return choices.prompt(cast(SaltyPosition, position), seat)

    def see(self, position: Position, viewer: int | None) -> views.SaltyView:
        return views.view(cast(SaltyPosition, position), viewer)

    def text(self, view: views.SaltyView, translator: Translator) -> list[Section]:
        return text.sections(view, translator)

    def score_sheet(self, position: Position, viewer: int | None = None) -> list[ScoreLine]:
        # Coins and buildings are public: everybody can tell everybody's score
        return scoring_sheet(cast(SaltyPosition, position))

    # Hidden facts and sanity

    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        hidden.redraw(cast(SaltyPosition, position), viewer, random)

    def check(self, position: Position) -> None:
        invariants.check(cast(SaltyPosition, position))

    # Advice for bots

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return advice.advise(cast(SaltyPosition, position), seat, codes)


def scoring_sheet(p: SaltyPosition) -> list[ScoreLine]:
    """The lines of the end report.  SO-12.1"""
    seats = range(p.seats)

    def line(id: str, points: list[int], details: list[Message | None] | None = None) -> ScoreLine:
        return ScoreLine(
            id, Message(f"so.score.{id}"), tuple(points), tuple(details or [None] * p.seats)
        )

    return [
        line("coins", p.coins),
        line(
            "notre_dame",
            [scoring.cathedral_bonus(p, s) for s in seats],
            [Message("so.score.step", step=p.cathedral[s]) for s in seats],
        ),
        line("vitraux", [scoring.vitraux_bonus(p, s) for s in seats]),
        line(
            "hotel_de_ville",
            [scoring.hall_bonus(p, s) for s in seats],
            [Message("so.score.buildings", count=scoring.hall_buildings(p, s)) for s in seats],
        ),
        line("saint_maclou", [scoring.maclou_bonus(p, s) for s in seats]),
        line(
            "phare",
            [scoring.lighthouse_bonus(p, s) for s in seats],
            [Message("so.score.ships", count=scoring.fleet(p, s)) for s in seats],
        ),
        ScoreLine("total", Message("so.score.total"), tuple(scoring.totals(p)), counts=False),
        ScoreLine(
            "tiebreak_buildings",
            Message("so.score.tiebreak_buildings"),
            tuple(scoring.tiebreak_buildings(p, s) for s in seats),
            counts=False,
        ),
    ]
