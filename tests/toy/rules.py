"""Skerries as the house would know it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar, Self

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.faces import Faces
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.orders import AnyOrder
from quarterdeck.kernel.registry import faces_in, steps_in
from quarterdeck.kernel.rules import Option, Rules, ScoreLine, Section
from quarterdeck.kernel.things import Thing
from tests.toy import faces, steps
from tests.toy import position as sk
from tests.toy.features import DETAILS, FEATURES, encode, encode_details
from tests.toy.orders import ORDERS
from tests.toy.position import SkerriesPosition
from tests.toy.steps import OBSTACLES

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class SkerriesView:
    """What a viewer sees; a charm or a skerry is None while this viewer may not know it."""

    viewer: int | None
    tide: int
    actors: tuple[int, ...]
    shells: tuple[int, ...]
    charms: tuple[str | None, ...]
    skerries: tuple[str | None, ...]
    ropes: tuple[int, ...]
    wrecked: tuple[int, ...]
    gone: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class NothingPrinted:
    """The box of a game without components."""

    digest: str = "skerries"


class Skerries(Rules[SkerriesPosition, SkerriesView]):
    """1 to 4 rowers, two or three tides, most shells."""

    id = "skerries"
    prefix = "sk"
    version = 1
    seats = range(1, 5)
    default_seats = 3
    options: ClassVar[tuple[Option, ...]] = (
        Option("tides", ("2", "3"), "2"),
        Option("duels", ("on", "off"), "on"),
    )
    space = sk.SPACE
    outcome_space = sk.OUTCOMES
    steps = steps_in(steps)
    faces = Faces("sk", sk.SPACE, faces_in(faces))
    obstacles = OBSTACLES
    orders: ClassVar[tuple[AnyOrder, ...]] = ORDERS
    folder = FOLDER
    length_bound = 100

    def open_box(self, path: Path) -> NothingPrinted:
        return NothingPrinted()

    def lay_out(self, seats: int, options: dict[str, str]) -> None:
        """Nothing is printed, so nothing is shared."""

    def blank(self, seats: int, options: dict[str, str]) -> SkerriesPosition:
        return SkerriesPosition(seats, int(options["tides"]), options["duels"] == "on")

    def set_up(self, position: SkerriesPosition) -> None:
        position.push(steps.NextTide())
        for seat in reversed(range(position.seats)):
            position.push(steps.DrawCharm(seat))

    def name_things(self) -> Iterable[Thing]:
        for id, rule in (("north", "SK-3.2"), ("south", "SK-2.4"), ("reef", "SK-2.2")):
            yield self.thing(f"skerry-{id}", rule, Message(f"sk.skerry.{id}"))
        yield self.thing("rope", "SK-2.5")
        yield self.thing("boat", "SK-5.6")
        yield self.thing("charm", "SK-4.3")
        yield self.thing("shells", "SK-6.1", Message("sk.score.shells"))

    def with_components(self, path: Path) -> Self:
        raise NotImplementedError("nothing of Skerries is printed anywhere")

    def see(self, position: SkerriesPosition, viewer: int | None) -> SkerriesView:
        seen = position
        charms: list[str | None] = [
            "none"
            if kind == sk.NO_CHARM
            else sk.CHARMS[kind]
            if seen.finished or seat == viewer
            else None
            for seat, kind in enumerate(seen.charm)
        ]
        return SkerriesView(
            viewer=viewer,
            tide=seen.tide,
            actors=tuple(seen.actors()),
            shells=tuple(seen.shells),
            charms=tuple(charms),
            skerries=tuple(sk.SKERRIES[spot] if spot >= 0 else None for spot in seen.spot),
            ropes=tuple(seen.rope),
            wrecked=tuple(seen.wrecked),
            gone=tuple(seen.gone),
            ranks=tuple(seen.ranks),
        )

    def text(self, view: SkerriesView, translator: Translator) -> list[Section]:
        lines = []
        for seat, shells in enumerate(view.shells):
            charm, skerry = view.charms[seat] or "unknown", view.skerries[seat] or "ashore"
            holding = Message(f"sk.charm.{charm}")
            place = Message(f"sk.skerry.{skerry}")
            lines.append(
                translator("sk.line", seat=seat, count=shells, charm=holding, skerry=place)
            )
        return [Section(translator("sk.heading", tide=view.tide), tuple(lines))]

    def score_sheet(self, position: SkerriesPosition, viewer: int | None = None) -> list[ScoreLine]:
        p = position
        charms = [sk.CHARM_POINTS[kind] if p.finished else 0 for kind in p.charm]
        totals = [shells + points for shells, points in zip(p.shells, charms, strict=True)]
        return [
            ScoreLine("shells", Message("sk.score.shells"), tuple(p.shells)),
            ScoreLine("charm", Message("sk.score.charm"), tuple(charms)),
            ScoreLine("total", Message("sk.score.total"), tuple(totals), counts=False),
        ]

    def figures(self, position: SkerriesPosition, seat: int) -> list[Figure]:
        shells = Figure("shells", Message("sk.score.shells"), position.shells[seat])
        spot = position.spot[seat]
        places = (Message(f"sk.skerry.{sk.SKERRIES[spot]}"),) if spot >= 0 else ()
        return [shells, Figure("place", Message("sk.figure.place"), places)]

    def round_of(self, position: SkerriesPosition) -> int:
        return max(1, position.tide)

    def redraw(self, position: SkerriesPosition, viewer: int | None, random: Random) -> None:
        p = position
        if p.finished:
            return
        hidden = [s for s in range(p.seats) if s != viewer and p.charm[s] != sk.NO_CHARM]
        unseen = [kind for kind, left in enumerate(p.pile()) for _ in range(left)]
        unseen += [p.charm[seat] for seat in hidden]
        unseen.sort()
        random.shuffle(unseen)
        for seat, kind in zip(hidden, unseen, strict=False):
            p.charm[seat] = kind

    def check(self, position: SkerriesPosition) -> None:
        p = position
        assert all(left >= 0 for left in p.pile() + p.shells)
        assert 0 <= p.tide <= p.tides
        if p.finished:
            assert p.scores == [p.total(seat) for seat in range(p.seats)]

    def advise(self, position: SkerriesPosition, seat: int, codes: list[int]) -> list[float]:
        return [1.0 if code == sk.DIG.base else 0.5 for code in codes]

    features = FEATURES
    encode = staticmethod(encode)
    details = DETAILS
    encode_details = staticmethod(encode_details)
