"""Saltfjord as the house knows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from quarterdeck.games.saltfjord import (
    advice,
    faces,
    figures,
    hidden,
    invariants,
    scoring,
    seen,
    sheet,
    steps,
    text,
    things,
)
from quarterdeck.games.saltfjord.actions import OUTCOMES, SPACE
from quarterdeck.games.saltfjord.components import Components, Layout, load
from quarterdeck.games.saltfjord.concerns import CONCERNS, MINOR, spoils_plans
from quarterdeck.games.saltfjord.details import DETAILS, encode_details
from quarterdeck.games.saltfjord.features import FEATURES, encode
from quarterdeck.games.saltfjord.names import SIDES
from quarterdeck.games.saltfjord.obstacles import OBSTACLES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.standing_orders import ORDERS
from quarterdeck.games.saltfjord.steps import setup
from quarterdeck.games.saltfjord.view import SaltfjordView
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.faces import Faces
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.registry import faces_in, steps_in
from quarterdeck.kernel.rules import Option, Rules
from quarterdeck.kernel.things import Thing

FOLDER = Path(__file__).parent
NO_YES = ("false", "true")
FIRST_PLAYERS = ("random", "1", "2", "3", "4")


class Saltfjord(Rules[SaltfjordPosition, SaltfjordView]):
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
    steps = steps_in(steps)
    faces = Faces("sf", SPACE, faces_in(faces))
    obstacles = OBSTACLES
    orders = ORDERS
    folder = FOLDER
    length_bound = 4000

    def open_box(self, path: Path) -> Components:
        return load(path)

    def lay_out(self, seats: int, options: dict[str, str]) -> Layout:
        return Layout(self.box, seats, options)

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
        return SaltfjordPosition(self.table(seats, options))

    set_up = staticmethod(setup.set_up)

    # What people see

    def name_things(self) -> Iterable[Thing]:
        return things.name_things(self)

    see = staticmethod(seen.view)
    text = staticmethod(text.sections)
    score_sheet = staticmethod(sheet.score_sheet)
    figures = staticmethod(figures.figures)

    # What happened

    concerns = CONCERNS
    minor = MINOR
    answers = frozenset({"group.other", "group.pay"})

    def round_of(self, position: SaltfjordPosition) -> int:
        return max(1, position.round)

    def is_concerned(self, event: Message, seat: int, view: SaltfjordView) -> bool:
        if super().is_concerned(event, seat, view):
            return True
        return spoils_plans(event, seat, view, self.box)

    # Hidden facts, sanity, advice

    redraw = staticmethod(hidden.redraw)
    check = staticmethod(invariants.check)
    advise = staticmethod(advice.advise)
    foresee = staticmethod(advice.foresee)
    softness = (1.0, 1.15, 0.9, 1.05)
    is_won_alone = staticmethod(scoring.solo_won)

    # Numbers

    features = FEATURES
    encode = staticmethod(encode)
    details = DETAILS
    encode_details = staticmethod(encode_details)
