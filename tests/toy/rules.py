"""Skerries as the house would know it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar, cast

from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice, ClosedChoice, Option, Rules, ScoreLine, Section
from tests.toy.position import (
    ANCHOR,
    CHARM_POINTS,
    CHARMS,
    CHARMS_IN_BOX,
    DUEL,
    NO_CHARM,
    OUTCOMES,
    REEF,
    ROW,
    SKERRIES,
    SPACE,
    TRADE,
    SkerriesPosition,
)
from tests.toy.steps import (
    STEPS,
    Anchor,
    Course,
    DrawCharm,
    Duel,
    NextTide,
    Voyage,
    charm_name,
    skerry_name,
)

FOLDER = Path(__file__).parent
CHOICE_RULES = {
    "row": "SK-2.1", "anchor": "SK-2.5", "dig": "SK-3.2", "rest": "SK-3.3",
    "trade": "SK-4.1", "duel": "SK-5.1", "stand": "SK-5.4", "yield": "SK-5.3",
}  # fmt: skip


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


class Skerries(Rules):
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
    space = SPACE
    outcome_space = OUTCOMES
    steps = STEPS
    folder = FOLDER
    length_bound = 100

    def __init__(self) -> None:
        add_folder(FOLDER / "messages")

    def blank(self, seats: int, options: dict[str, str]) -> SkerriesPosition:
        return SkerriesPosition(seats, int(options["tides"]), options["duels"] == "on")

    def start(
        self, seats: int | None = None, options: dict[str, str] | None = None
    ) -> SkerriesPosition:
        position = self.blank(*self.checked_setup(seats, options))
        position.push(NextTide())
        for seat in reversed(range(position.seats)):
            position.push(DrawCharm(seat))
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        return "skerries"

    def with_components(self, path: Path) -> Rules:
        raise NotImplementedError("nothing of Skerries is printed anywhere")

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        family = SPACE.family_of(code)
        values = family.values(code)
        label = Message(f"sk.choice.{family.name}")
        spots: tuple[str, ...] = (f"boat-{seat}",)
        if family is ROW:
            label = Message("sk.choice.row", skerry=skerry_name(values[0]))
            spots = (f"skerry-{SKERRIES[values[0]]}",)
        elif family is ANCHOR:
            label = Message("sk.choice.anchor", count=values[0])
        elif family is DUEL:
            label = Message("sk.choice.duel", seat=values[0])
            spots = (f"boat-{values[0]}",)
        cost = values[0] if family is ANCHOR else 1 if family is TRADE else None
        group = Message("sk.group.course" if family in (ROW, ANCHOR) else "sk.group.voyage")
        rule = CHOICE_RULES[family.name]
        return Choice(code, family.notation(code), label, group, rule, cost, spots)

    def closed(self, position: Position, seat: int) -> list[ClosedChoice]:
        step = position.step_of(seat)
        if isinstance(step, Course):
            expected = [ROW.at(REEF)]
        elif isinstance(step, Voyage):
            rivals = [other for other in range(position.seats) if other != seat]
            expected = [TRADE.base, *(DUEL.at(other) for other in rivals)]
        elif isinstance(step, Duel):
            expected = [TRADE.base]
        else:
            return []
        return [
            ClosedChoice(self.describe(position, seat, code), step.why_not(position, code))
            for code in expected
            if code not in position.legal(seat)
        ]

    def prompt(self, position: Position, seat: int) -> Message:
        step = position.step_of(seat)
        if isinstance(step, Course):
            return Message("sk.prompt.course")
        if isinstance(step, Anchor):
            return Message("sk.prompt.anchor")
        if isinstance(step, Duel):
            return Message("sk.prompt.duel", challenger=step.challenger)
        return Message("sk.prompt.wait" if step is None else "sk.prompt.voyage")

    def view(self, position: Position, viewer: int | None) -> SkerriesView:
        seen = cast(SkerriesPosition, position.visible_to(viewer))
        charms = [
            CHARMS[kind] if kind != NO_CHARM and (seat == viewer or seen.finished) else None
            for seat, kind in enumerate(seen.charm)
        ]
        return SkerriesView(
            viewer=viewer,
            tide=seen.tide,
            actors=tuple(position.actors()),
            shells=tuple(seen.shells),
            charms=tuple(charms),
            skerries=tuple(SKERRIES[spot] if spot >= 0 else None for spot in seen.spot),
            ropes=tuple(seen.rope),
            wrecked=tuple(seen.wrecked),
            gone=tuple(seen.gone),
            ranks=tuple(seen.ranks),
        )

    def text(self, view: SkerriesView, translator: Translator) -> list[Section]:
        lines = []
        for seat, shells in enumerate(view.shells):
            charm, skerry = view.charms[seat], view.skerries[seat]
            parts = [translator("sk.line.shells", seat=seat, count=shells)]
            if charm is not None:
                parts.append(translator(f"sk.charm.{charm}.a"))
            if skerry is not None:
                parts.append(translator(f"sk.skerry.{skerry}"))
            lines.append(", ".join(parts))
        return [Section(translator("sk.heading", tide=view.tide), tuple(lines))]

    def score_sheet(self, position: Position) -> list[ScoreLine]:
        p = cast(SkerriesPosition, position)
        charms = [CHARM_POINTS[kind] if p.finished else 0 for kind in p.charm]
        totals = [shells + points for shells, points in zip(p.shells, charms, strict=True)]
        return [
            ScoreLine("shells", Message("sk.score.shells"), tuple(p.shells)),
            ScoreLine("charm", Message("sk.score.charm"), tuple(charms)),
            ScoreLine("total", Message("sk.score.total"), tuple(totals), counts=False),
        ]

    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        p = cast(SkerriesPosition, position)
        if p.finished:
            return
        hidden = [s for s in range(p.seats) if s != viewer and p.charm[s] != NO_CHARM]
        unseen = [kind for kind, left in enumerate(p.pile()) for _ in range(left)]
        unseen += [p.charm[seat] for seat in hidden]
        random.shuffle(unseen)
        for seat, kind in zip(hidden, unseen, strict=False):
            p.charm[seat] = kind

    def check(self, position: Position) -> None:
        p = cast(SkerriesPosition, position)
        assert all(0 <= left <= most for left, most in zip(p.pile(), CHARMS_IN_BOX, strict=True))
        assert all(shells >= 0 for shells in p.shells)
        assert 0 <= p.tide <= p.tides
        if p.finished:
            assert p.scores == [p.total(seat) for seat in range(p.seats)]

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return [1.0 if SPACE.family_of(code).name in ("dig", "trade") else 0.5 for code in codes]
