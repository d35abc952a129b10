"""The conformance kit notices what it is there to notice: each broken toy fails its check."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.faces import Choice, ClosedChoice, Faces, Gesture
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacles
from quarterdeck.kernel.orders import Given
from quarterdeck.testing import conformance
from quarterdeck.testing.walk import Case
from tests.toy import Skerries
from tests.toy import position as sk
from tests.toy import steps as toy_steps
from tests.toy.faces import AnchorFace, CourseFace, DuelFace, VoyageFace
from tests.toy.orders import HoldCourse
from tests.toy.position import SkerriesPosition


class SharedClone(SkerriesPosition):
    def clone(self) -> SharedClone:
        twin = SharedClone(self.seats, self.tides, self.duels)
        twin.__dict__.update(super().clone().__dict__)
        self.copy_machine(twin)
        twin.shells = self.shells
        return twin


class Forgetful(SkerriesPosition):
    STATE: ClassVar[tuple[str, ...]] = tuple(
        name for name in SkerriesPosition.STATE if name != "rope"
    )


class WithPosition(Skerries):
    made: type[SkerriesPosition] = SkerriesPosition

    def blank(self, seats: int, options: dict[str, str]) -> SkerriesPosition:
        return self.made(seats, int(options["tides"]), options["duels"] == "on")


class Sharing(WithPosition):
    made = SharedClone


class Forgetting(WithPosition):
    made = Forgetful


class TellingView(Skerries):
    """Shows everybody's charms to everybody."""

    def see(self, position: SkerriesPosition, viewer: int | None) -> Any:
        return super().see(position, viewer), tuple(position.charm)


class Meddling(Skerries):
    """Describing a choice costs a shell."""

    def describe(self, position: SkerriesPosition, seat: int, code: int) -> Choice:
        position.shells[seat] += 1
        return super().describe(position, seat, code)


class CarelessRedraw(Skerries):
    """Draws the viewer's own charm again too."""

    def redraw(self, position: SkerriesPosition, viewer: int | None, random: Random) -> None:
        super().redraw(position, None, random)


class NoRedraw(Skerries):
    """Hands out the truth as if it were imagined."""

    def redraw(self, position: SkerriesPosition, viewer: int | None, random: Random) -> None:
        pass


class ImpossibleRedraw(Skerries):
    """Gives everybody the only pearl."""

    def redraw(self, position: SkerriesPosition, viewer: int | None, random: Random) -> None:
        p = position
        p.charm = [c if s == viewer or c < 0 else sk.PEARL for s, c in enumerate(p.charm)]


class NarrowRedraw(Skerries):
    """Never imagines that somebody else holds a cork."""

    def redraw(self, position: SkerriesPosition, viewer: int | None, random: Random) -> None:
        p = position
        p.charm = [c if s == viewer or c < 0 else 1 for s, c in enumerate(p.charm)]

    def check(self, position: SkerriesPosition) -> None:
        pass


class OtherReasons(Skerries):
    """Gives another reason for a closed choice than the refusal does."""

    def closed(self, position: SkerriesPosition, seat: int) -> list[ClosedChoice]:
        reason = Reason(Message("sk.reason.peace"), "SK-5.5")
        return [ClosedChoice(c.choice, reason) for c in super().closed(position, seat)]


class UnknownRule(Skerries):
    def closed(self, position: SkerriesPosition, seat: int) -> list[ClosedChoice]:
        reason = Reason(Message("sk.reason.peace"), "SK-99.1")
        return [ClosedChoice(c.choice, reason) for c in super().closed(position, seat)]


class Untranslated(Skerries):
    def prompt(self, position: SkerriesPosition, seat: int) -> Message:
        return Message("sk.prompt.forgotten")


class UntranslatedForm(Skerries):
    """Asks for a form that a name does not have."""

    def prompt(self, position: SkerriesPosition, seat: int) -> Message:
        return Message("sk.choice.row", skerry=toy_steps.charm_name(0))


class Endless(Skerries):
    length_bound = 3


class Faceless(Skerries):
    """Nobody has thought of what to say about the anchor."""

    faces = Faces("sk", sk.SPACE, [CourseFace, VoyageFace, DuelFace])


class Strange(Skerries):
    """Has a choice that no rule and no group knows."""

    space = ActionSpace()
    space.family("wave")


class Unexplained(Skerries):
    """Has an obstacle without a text."""

    obstacles = Obstacles("sk")
    obstacles.add("forgotten", "SK-5.1")


class OvereagerFace(CourseFace):
    """Offers a gesture that goes on after the seat's last choice."""

    def gestures(self, p: SkerriesPosition, step: toy_steps.Course) -> list[Gesture]:
        choices = ("row north", "anchor short", "anchor short")
        return [Gesture(choices, Message("sk.choice.anchor"), "skerry-north", ())]


class Overeager(Skerries):
    faces = Faces("sk", sk.SPACE, [OvereagerFace, AnchorFace, VoyageFace, DuelFace])


class Offhand(Skerries):
    """Has gestures that no face knows of."""

    def gestures(self, position: SkerriesPosition, seat: int) -> list[Gesture]:
        return []


class Backwards(toy_steps.Course):
    """Offers the skerries in the wrong order."""

    def options(self, position: SkerriesPosition) -> list[int]:
        return super().options(position)[::-1]


class Copycat(toy_steps.Anchor):
    """Looks at the others' boats while they are still setting out."""

    def take(self, position: SkerriesPosition, code: int) -> None:
        super().take(position, code)
        position.shells[self.seat] += position.spot.count(sk.NORTH)


class RoundsGoBack(Skerries):
    def round_of(self, position: SkerriesPosition) -> int:
        return 9 - position.tide


class FiguresTwice(Skerries):
    def figures(self, position: SkerriesPosition, seat: int) -> list[Figure]:
        return 2 * super().figures(position, seat)


class FiguresWithoutWords(Skerries):
    def figures(self, position: SkerriesPosition, seat: int) -> list[Figure]:
        return [Figure("shells", Message("sk.figure.nothing"), position.shells[seat])]


class TellingNumbers(Skerries):
    """Everybody's numbers tell of everybody's charms."""

    def encode(self, position: SkerriesPosition, seats: list[int], advice: bool) -> list[float]:
        rows = super().encode(position, seats, advice)
        rows[0] = position.charm[-1] / 10 + 0.1
        return rows


class OtherFacts(Skerries):
    """Without advice, the facts are others."""

    def encode(self, position: SkerriesPosition, seats: list[int], advice: bool) -> list[float]:
        rows = super().encode(position, seats, advice)
        rows[0] += 0.0 if advice else 0.1
        return rows


class TellingDetails(Skerries):
    def encode_details(self, position: SkerriesPosition, seat: int) -> list[float]:
        row = super().encode_details(position, seat)
        return [float(max(position.charm)), *row[1:]]


class BlurredNumbers(Skerries):
    """No number tells one skerry from another, nor what is found there."""

    def encode(self, position: SkerriesPosition, seats: list[int], advice: bool) -> list[float]:
        blurred = position.clone()
        blurred.spot = [min(spot, sk.NORTH) for spot in position.spot]
        blurred.shells = [1] * position.seats
        return super().encode(blurred, seats, advice)


class BoundlessNumbers(Skerries):
    def encode(self, position: SkerriesPosition, seats: list[int], advice: bool) -> list[float]:
        return [value * 3 for value in super().encode(position, seats, advice)]


class MissingNumbers(Skerries):
    def encode(self, position: SkerriesPosition, seats: list[int], advice: bool) -> list[float]:
        return super().encode(position, seats, advice)[1:]


class IllegalOrder(Skerries):
    """Rows to the reef, pearl or not."""

    class Order(HoldCourse):
        def choose(self, position: SkerriesPosition, seat: int, given: Given) -> int | None:
            return sk.ROW.at(sk.REEF)

    orders = (Order(),)


class PryingOrder(Skerries):
    """Looks at the charms of others."""

    class Order(HoldCourse):
        def choose(self, position: SkerriesPosition, seat: int, given: Given) -> int | None:
            others = [kind for other, kind in enumerate(position.charm) if other != seat]
            return sk.ROW.at(sk.SOUTH if sk.PEARL in others else sk.NORTH)

    orders = (Order(),)


class UnnamedEnd(Skerries):
    """Ends for a reason it does not name."""

    class Order(HoldCourse):
        def find_end(self, position: SkerriesPosition, seat: int, given: Given) -> str | None:
            return "weather"

    orders = (Order(),)


class OddMemory(Skerries):
    """Remembers something else than it says."""

    class Order(HoldCourse):
        remembers = ("moon",)

    orders = (Order(),)


class WordlessOrder(Skerries):
    """Has no texts."""

    class Order(HoldCourse):
        id = "silent"

    orders = (Order(),)


CAUGHT: list[tuple[type[Skerries], Callable[[Case], None]]] = [
    (Sharing, conformance.check_clones),
    (RoundsGoBack, conformance.check_foresight),
    (FiguresTwice, conformance.check_foresight),
    (FiguresWithoutWords, conformance.check_foresight),
    (Forgetting, conformance.check_saving),
    (Forgetting, conformance.check_state),
    (TellingView, conformance.check_imagined),
    (Meddling, conformance.check_choices),
    (CarelessRedraw, conformance.check_imagined),
    (ImpossibleRedraw, conformance.check_imagined),
    (NoRedraw, conformance.check_secrets),
    (NarrowRedraw, conformance.check_surprises),
    (OtherReasons, conformance.check_refusals),
    (UnknownRule, conformance.check_choices),
    (Untranslated, conformance.check_words),
    (UntranslatedForm, conformance.check_words),
    (Endless, conformance.check_invariants),
    (Faceless, conformance.check_faces),
    (Strange, conformance.check_faces),
    (Unexplained, conformance.check_faces),
    (Overeager, conformance.check_gestures),
    (Offhand, conformance.check_gestures),
    (TellingNumbers, conformance.check_features),
    (OtherFacts, conformance.check_features),
    (BoundlessNumbers, conformance.check_features),
    (MissingNumbers, conformance.check_features),
    (TellingDetails, conformance.check_details),
    (BlurredNumbers, conformance.check_details),
    (IllegalOrder, conformance.check_orders),
    (PryingOrder, conformance.check_orders),
    (UnnamedEnd, conformance.check_orders),
    (OddMemory, conformance.check_orders),
    (WordlessOrder, conformance.check_orders),
]

SEEDS = range(6)


def passes(rules: Skerries, check: Callable[[Case], None]) -> bool:
    try:
        for seed in SEEDS:
            check(Case(rules, 3, (), seed))
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    ("broken", "check"), CAUGHT, ids=lambda part: getattr(part, "__name__", str(part))
)
def test_a_broken_game_is_caught(broken: type[Skerries], check: Callable[[Case], None]) -> None:
    assert passes(Skerries(), check)
    assert not passes(broken(), check)


@pytest.mark.parametrize(
    ("step", "broken", "check"),
    [
        ("Course", Backwards, conformance.check_choices),
        ("Anchor", Copycat, conformance.check_lanes),
    ],
)
def test_a_broken_step_is_caught(
    step: str, broken: type, check: Callable[[Case], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_steps, step, broken)
    assert not passes(Skerries(), check)
