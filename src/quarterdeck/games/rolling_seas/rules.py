"""Rolling Seas as the house knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

from quarterdeck.games.rolling_seas import (
    advice,
    faces,
    figures,
    invariants,
    maps,
    sheet,
    steps,
    text,
    things,
    view,
)
from quarterdeck.games.rolling_seas.actions import OUTCOMES, SPACE
from quarterdeck.games.rolling_seas.components import Components, Layout, load
from quarterdeck.games.rolling_seas.concerns import CONCERNS, MINOR, is_last_call
from quarterdeck.games.rolling_seas.details import DETAILS, encode_details
from quarterdeck.games.rolling_seas.features import FEATURES, encode, is_at_rest
from quarterdeck.games.rolling_seas.names import DECKS, MAPS
from quarterdeck.games.rolling_seas.obstacles import OBSTACLES
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.standing_orders import ORDERS
from quarterdeck.games.rolling_seas.steps.turn import ChooseHomes, NextTurn, SetupCard
from quarterdeck.games.rolling_seas.view import RollingView
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.faces import Faces
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.registry import faces_in, steps_in
from quarterdeck.kernel.rules import Option, Rules
from quarterdeck.kernel.things import Thing

FOLDER = Path(__file__).parent
GENERATED = "generated"


class RollingSeas(Rules[RollingPosition, RollingView]):
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
    steps = steps_in(steps)
    faces = Faces("rs", SPACE, faces_in(faces))
    obstacles = OBSTACLES
    orders = ORDERS
    folder = FOLDER
    length_bound = 8000

    def open_box(self, path: Path) -> Components:
        return load(path)

    def lay_out(self, seats: int, options: dict[str, str]) -> Layout:
        return Layout(self.box, seats, options, self._grid(options["map"]))

    def _grid(self, name: str) -> maps.Grid:
        printed: dict[str, maps.Grid] = self.box.maps
        return printed[name] if name in printed else maps.read(name.split(":")[2])

    # Starting

    def checked_setup(
        self, seats: int | None, options: dict[str, str] | None
    ) -> tuple[int, dict[str, str]]:
        """A generated map becomes part of the options, and so of the record.  RS-18.5"""
        count, chosen = super().checked_setup(seats, options)
        parts = chosen["map"].split(":")
        if parts[0] == GENERATED:
            if len(parts) == 2:
                parts.append(maps.write(maps.generate(int(parts[1]))))
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
        return RollingPosition(self.table(seats, options))

    def set_up(self, position: RollingPosition) -> None:
        position.set_up()
        position.push(NextTurn())
        position.push(ChooseHomes())
        position.push(SetupCard())

    # What people see

    see = staticmethod(view.view)
    text = staticmethod(text.sections)

    def name_things(self) -> Iterator[Thing]:
        return things.name_things(self)

    score_sheet = staticmethod(sheet.score_sheet)
    figures = staticmethod(figures.figures)

    # What happened

    concerns = CONCERNS
    minor = MINOR
    answers = frozenset({"group.other", "use.lose", "use.spoils"})
    round_name = Message("rs.round")

    def round_of(self, position: RollingPosition) -> int:
        return max(1, position.turn)

    def is_concerned(self, event: Message, seat: int, view: RollingView) -> bool:
        return super().is_concerned(event, seat, view) or is_last_call(event, view)

    # Hidden facts, sanity, advice

    has_secrets = False

    def redraw(self, position: RollingPosition, viewer: int | None, random: Random) -> None:
        """Cards are drawn when they are revealed, so no secret waits in a position."""

    check = staticmethod(invariants.check)
    advise = staticmethod(advice.advise)
    foresee = staticmethod(advice.foresee)
    softness = (1.4, 1.05, 1.15, 1.4)

    features = FEATURES
    encode = staticmethod(encode)
    details = DETAILS
    encode_details = staticmethod(encode_details)
    is_at_rest = staticmethod(is_at_rest)
