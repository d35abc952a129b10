"""Seul Maître à Bord as the house knows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from quarterdeck.games.seul_maitre import (
    advice,
    faces,
    figures,
    foresight,
    hidden,
    invariants,
    seen,
    sheet,
    steps,
    text,
    things,
)
from quarterdeck.games.seul_maitre.actions import OUTCOMES, SPACE
from quarterdeck.games.seul_maitre.components import Components, Layout, load
from quarterdeck.games.seul_maitre.concerns import CONCERNS, MINOR, befalls
from quarterdeck.games.seul_maitre.details import DETAILS, encode_details
from quarterdeck.games.seul_maitre.features import FEATURES, encode, is_at_rest
from quarterdeck.games.seul_maitre.obstacles import OBSTACLES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.standing_orders import ORDERS
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
from quarterdeck.kernel.faces import Faces
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.registry import faces_in, steps_in
from quarterdeck.kernel.rules import Option, Rules
from quarterdeck.kernel.things import Thing

FOLDER = Path(__file__).parent


class SeulMaitre(Rules[MasterPosition, MasterView]):
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
    first_options: ClassVar = {"rounds": "4", "map_mode": "random"}
    orders = ORDERS
    space = SPACE
    outcome_space = OUTCOMES
    steps = steps_in(steps)
    faces = Faces("sm", SPACE, faces_in(faces))
    obstacles = OBSTACLES
    folder = FOLDER
    length_bound = 8000

    def open_box(self, path: Path) -> Components:
        return load(path)

    def lay_out(self, seats: int, options: dict[str, str]) -> Layout:
        return Layout(self.box, seats, options)

    # Starting

    def blank(self, seats: int, options: dict[str, str]) -> MasterPosition:
        return MasterPosition(self.table(seats, options))

    def set_up(self, position: MasterPosition) -> None:
        """SM-1, SM-2.15"""
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
    answers = frozenset(
        {
            "group.storm",
            "group.place",
            "group.combat",
            "group.actions action-end_turn",
            "group.market hold",
            "group.market price-buy",
            "group.market branch-trader",
        }
    )
    round_name = Message("sm.round")

    def round_of(self, position: MasterPosition) -> int:
        return max(1, position.round)

    def is_concerned(self, event: Message, seat: int, view: MasterView) -> bool:
        return super().is_concerned(event, seat, view) or befalls(event, seat, view)

    # Hidden facts, sanity, advice

    redraw = staticmethod(hidden.redraw)
    check = staticmethod(invariants.check)
    advise = staticmethod(advice.advise)
    foresee = staticmethod(foresight.foresee)
    softness = (2.0, 2.0, 2.0, 2.0)

    # Numbers

    features = FEATURES
    encode = staticmethod(encode)
    details = DETAILS
    encode_details = staticmethod(encode_details)
    is_at_rest = staticmethod(is_at_rest)
