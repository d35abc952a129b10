"""Rolling Seas as the house knows it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import ClassVar, cast

from quarterdeck.games.rolling_seas import advice, choices, gestures, invariants, maps, sheet, text
from quarterdeck.games.rolling_seas import view as views
from quarterdeck.games.rolling_seas.actions import OUTCOMES, SPACE
from quarterdeck.games.rolling_seas.components import Components, Table, load
from quarterdeck.games.rolling_seas.names import DECKS, MAPS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps import STEPS
from quarterdeck.games.rolling_seas.steps.turn import ChooseHomes, NextTurn, SetupCard
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
GENERATED = "generated"


class RollingSeas(Rules):
    """1 to 6 players at once, 25 turns or 18, most renown after the last one."""

    id = "rolling_seas"
    prefix = "rs"
    version = 1
    seats = range(1, 7)
    default_seats = 3
    options: ClassVar[tuple[Option, ...]] = (
        Option("map", MAPS, "map_1", (GENERATED,), r":[0-9]{1,9}(:[.#PMgpsX/]{299})?"),
        Option("deck", DECKS, "standard"),
        Option("ambush", ("false", "true"), "false"),
        Option("current_exit", ("beyond", "last"), "beyond"),
        Option("mirror_shapes", ("false", "true"), "false"),
    )
    space = SPACE
    outcome_space = OUTCOMES
    steps = STEPS
    folder = FOLDER
    length_bound = 8000

    def __init__(self, components: Path = FOLDER / "components.toml") -> None:
        add_folder(FOLDER / "messages")
        self._components = components
        self._box: Components = load(components)
        self._table = lru_cache(maxsize=64)(self._make_table)

    def _make_table(self, seats: int, options: tuple[tuple[str, str], ...]) -> Table:
        chosen = dict(options)
        return Table(self._box, seats, chosen, self._grid(chosen["map"]))

    def _grid(self, name: str) -> maps.Grid:
        if name in self._box.maps:
            return self._box.maps[name]
        return maps.read(name.split(":")[2])

    # Starting

    def checked_setup(
        self, seats: int | None, options: dict[str, str] | None
    ) -> tuple[int, dict[str, str]]:
        """A generated map becomes part of the options, and so of the record.  RS-18.5"""
        count, chosen = super().checked_setup(seats, options)
        parts = chosen["map"].split(":")
        if parts[0] == GENERATED:
            if len(parts) == 2:
                parts.append(maps.written(maps.generate(int(parts[1]))))
            elif maps.faults(maps.read(parts[2])):
                why = Message("rs.error.map", why=maps.faults(maps.read(parts[2]))[0])
                raise BadSetup(why)
            chosen["map"] = ":".join(parts)
        return count, chosen

    def value_label(self, option: Option, value: str) -> Message:
        if value.startswith(f"{GENERATED}:"):
            return Message("rs.option.map.seeded", seed=value.split(":")[1])
        return super().value_label(option, value)

    def blank(self, seats: int, options: dict[str, str]) -> RollingPosition:
        return RollingPosition(self._table(seats, tuple(sorted(options.items()))))

    def start(
        self, seats: int | None = None, options: dict[str, str] | None = None
    ) -> RollingPosition:
        position = self.blank(*self.checked_setup(seats, options))
        position.set_up()
        position.push(NextTurn())
        position.push(ChooseHomes())
        position.push(SetupCard())
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        return self._box.digest

    def with_components(self, path: Path) -> RollingSeas:
        return RollingSeas(path)

    # What people see

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        return choices.describe(cast(RollingPosition, position), seat, code)

    def expected(self, position: Position, seat: int) -> list[int]:
        return choices.expected(cast(RollingPosition, position), seat)

    def prompt(self, position: Position, seat: int) -> Message:
        return choices.prompt(cast(RollingPosition, position), seat)

    def gestures(self, position: Position, seat: int) -> list[Gesture]:
        return gestures.gestures(cast(RollingPosition, position), seat)

    def see(self, position: Position, viewer: int | None) -> views.RollingView:
        return views.view(cast(RollingPosition, position), viewer)

    def text(self, view: views.RollingView, translator: Translator) -> list[Section]:
        return text.sections(view, translator)

    def score_sheet(self, position: Position, viewer: int | None = None) -> list[ScoreLine]:
        # Boards and sheets are public: everybody can tell everybody's score
        return sheet.score_sheet(cast(RollingPosition, position))

    # Hidden facts and sanity

    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        """Cards are drawn when they are revealed, so no secret waits in a position."""

    def check(self, position: Position) -> None:
        invariants.check(cast(RollingPosition, position))

    # Advice for bots

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return advice.advise(cast(RollingPosition, position), seat, codes)
