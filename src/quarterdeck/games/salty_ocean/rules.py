"""Upon a Salty Ocean as the house knows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from quarterdeck.games.salty_ocean import (
    advice,
    faces,
    figures,
    hidden,
    invariants,
    sheet,
    steps,
    text,
    things,
    view,
)
from quarterdeck.games.salty_ocean.actions import OUTCOMES, SPACE
from quarterdeck.games.salty_ocean.components import PRICE_TABLES, Components, Layout, load
from quarterdeck.games.salty_ocean.concerns import CONCERNS, MINOR, spoils_plans
from quarterdeck.games.salty_ocean.details import DETAILS, encode_details
from quarterdeck.games.salty_ocean.features import FEATURES, encode, is_at_rest
from quarterdeck.games.salty_ocean.obstacles import OBSTACLES
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.standing_orders import ORDERS
from quarterdeck.games.salty_ocean.steps.setup import FirstPlayer, NextTurn, RevealTile
from quarterdeck.games.salty_ocean.view import SaltyView
from quarterdeck.kernel.faces import Faces
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.registry import faces_in, steps_in
from quarterdeck.kernel.rules import Option, Rules
from quarterdeck.kernel.things import Thing

FOLDER = Path(__file__).parent


class SaltyOcean(Rules[SaltyPosition, SaltyView]):
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
    steps = steps_in(steps)
    faces = Faces("so", SPACE, faces_in(faces))
    obstacles = OBSTACLES
    orders = ORDERS
    folder = FOLDER
    length_bound = 5000

    def open_box(self, path: Path) -> Components:
        return load(path)

    def lay_out(self, seats: int, options: dict[str, str]) -> Layout:
        return Layout(self.box, seats, options)

    # Starting

    def blank(self, seats: int, options: dict[str, str]) -> SaltyPosition:
        return SaltyPosition(self.table(seats, options))

    def set_up(self, position: SaltyPosition) -> None:
        position.set_up()
        position.push(NextTurn())
        position.push(RevealTile(0))
        position.push(FirstPlayer())

    # What people see

    def name_things(self) -> Iterable[Thing]:
        return things.name_things(self)

    see = staticmethod(view.view)
    text = staticmethod(text.sections)
    score_sheet = staticmethod(sheet.score_sheet)
    figures = staticmethod(figures.figures)

    # What happened

    concerns = CONCERNS
    minor = MINOR
    answers = frozenset({"group.losses", "group.tiles"})
    round_name = Message("so.round")

    def round_of(self, position: SaltyPosition) -> int:
        return max(1, position.turn)

    def is_concerned(self, event: Message, seat: int, view: SaltyView) -> bool:
        return super().is_concerned(event, seat, view) or spoils_plans(event, seat, view)

    # Hidden facts, sanity, advice

    redraw = staticmethod(hidden.redraw)
    check = staticmethod(invariants.check)
    advise = staticmethod(advice.advise)

    # Numbers

    features = FEATURES
    encode = staticmethod(encode)
    details = DETAILS
    encode_details = staticmethod(encode_details)
    is_at_rest = staticmethod(is_at_rest)
