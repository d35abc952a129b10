"""Saltfjord as the house knows it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import ClassVar, cast

from quarterdeck.games.saltfjord import (
    advice,
    choices,
    gestures,
    hidden,
    invariants,
    seen,
    sheet,
    text,
)
from quarterdeck.games.saltfjord.actions import OUTCOMES, SPACE
from quarterdeck.games.saltfjord.components import Components, Table, load
from quarterdeck.games.saltfjord.names import SIDES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps import STEPS
from quarterdeck.games.saltfjord.steps.setup import set_up
from quarterdeck.games.saltfjord.view import SaltfjordView
from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.kernel.errors import BadSetup
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
NO_YES = ("false", "true")
FIRST_PLAYERS = ("random", "1", "2", "3", "4")


class Saltfjord(Rules):
    """1 to 4 players, three rounds, most points after the last one; alone for a medal."""

    id = "saltfjord"
    prefix = "sf"
    money = "fish"
    version = 2
    seats = range(1, 5)
    default_seats = 2
    options: ClassVar[tuple[Option, ...]] = (
        Option("village_side", (SIDES[0], "named", *SIDES[1:]), SIDES[0]),
        Option("carts", NO_YES, "false"),
        Option("first_player", FIRST_PLAYERS, "random"),
        Option("blocked_cells", ("pass_over", "stop"), "pass_over"),
        Option("final_unload_x2", NO_YES, "false"),
        Option("solo_special_scoring", ("counted", "threshold_only"), "counted"),
        Option("manual_conversions", NO_YES, "false"),
    )
    space = SPACE
    outcome_space = OUTCOMES
    steps = STEPS
    folder = FOLDER
    length_bound = 4000

    def __init__(self, components: Path = FOLDER / "components.toml") -> None:
        add_folder(FOLDER / "messages")
        self._components = components
        self._box: Components = load(components)
        self._table = lru_cache(maxsize=64)(self._make_table)

    def _make_table(self, seats: int, options: tuple[tuple[str, str], ...]) -> Table:
        return Table(self._box, seats, dict(options))

    # Starting

    def checked_setup(
        self, seats: int | None, options: dict[str, str] | None
    ) -> tuple[int, dict[str, str]]:
        """A first player must be at the table.  SF-1.2"""
        count, chosen = super().checked_setup(seats, options)
        first = chosen["first_player"]
        if first != "random" and int(first) > count:
            raise BadSetup(Message("sf.error.first_player", number=int(first), count=count))
        return count, chosen

    def blank(self, seats: int, options: dict[str, str]) -> SaltfjordPosition:
        return SaltfjordPosition(self._table(seats, tuple(sorted(options.items()))))

    def start(
        self, seats: int | None = None, options: dict[str, str] | None = None
    ) -> SaltfjordPosition:
        position = self.blank(*self.checked_setup(seats, options))
        set_up(position)
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        return self._box.digest

    def with_components(self, path: Path) -> Saltfjord:
        return Saltfjord(path)

    # What people see

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        return choices.describe(cast(SaltfjordPosition, position), seat, code)

    def expected(self, position: Position, seat: int) -> list[int]:
        return choices.expected(cast(SaltfjordPosition, position), seat)

    def prompt(self, position: Position, seat: int) -> Message:
        return choices.prompt(cast(SaltfjordPosition, position), seat)

    def gestures(self, position: Position, seat: int) -> list[Gesture]:
        return gestures.gestures(cast(SaltfjordPosition, position), seat)

    def see(self, position: Position, viewer: int | None) -> SaltfjordView:
        return seen.view(cast(SaltfjordPosition, position), viewer)

    def text(self, view: SaltfjordView, translator: Translator) -> list[Section]:
        return text.sections(view, translator)

    def score_sheet(self, position: Position, viewer: int | None = None) -> list[ScoreLine]:
        # Goods, tokens on boats and crates are public: everybody can tell everybody's score
        return sheet.score_sheet(cast(SaltfjordPosition, position))

    # Hidden facts and sanity

    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        hidden.redraw(cast(SaltfjordPosition, position), viewer, random)

    def check(self, position: Position) -> None:
        invariants.check(cast(SaltfjordPosition, position))

    # Advice for bots

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return advice.advise(cast(SaltfjordPosition, position), seat, codes)
