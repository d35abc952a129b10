"""Faces and obstacles: how steps, families and what closes a choice find their words."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.faces import Description, Face, Faces, describes
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacles
from quarterdeck.kernel.registry import classes_in, faces_in, steps_in
from tests.toy import TOY, faces, steps
from tests.toy import position as sk
from tests.toy.faces import AnchorFace, CourseFace
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import play, start


def begun() -> SkerriesPosition:
    return start("cork", "coral")


class Careful(AnchorFace):
    """Says what a rope does, and what may go wrong."""

    group = "voyage"

    @describes(sk.ANCHOR)
    def anchor(self, p: SkerriesPosition, step: steps.Anchor, code: int) -> Description:
        effect, risk = Message("sk.effect"), Message("sk.risk")
        return Description(Message("sk.choice.dig"), rule="SK-2.5", effect=effect, risk=risk)


def test_a_choice_is_described_by_the_method_of_its_family() -> None:
    choice = TOY.describe(begun(), 0, sk.ROW.at(sk.SOUTH))
    assert choice.label == Message("sk.choice.row", skerry=steps.skerry_name(sk.SOUTH))
    assert choice.spots == ("skerry-south",)
    assert (choice.rule, choice.group) == ("SK-2.1", Message("sk.group.course"))
    assert choice.risk is None
    # It has no words of its own for what it does: it says what the thing it uses does.
    assert TOY.faces.describe(begun(), 0, choice.code).effect is None
    assert choice.things == ("skerry-south",)
    assert choice.effect == TOY.things["skerry-south"].text


def test_a_choice_without_a_method_is_called_by_its_name() -> None:
    choice = TOY.describe(begun(), 0, sk.REST.base)
    assert choice.label == Message("sk.choice.rest")
    assert (choice.rule, choice.group) == ("SK-3.1", Message("sk.group.voyage"))


def test_a_face_may_say_rule_group_effect_and_risk() -> None:
    found = Faces("sk", sk.SPACE, [CourseFace, Careful])
    p = begun()
    play(p, 0, "row north")
    choice = found.describe(p, 0, sk.ANCHOR.at(0))
    assert (choice.rule, choice.group) == ("SK-2.5", Message("sk.group.voyage"))
    assert (choice.effect, choice.risk) == (Message("sk.effect"), Message("sk.risk"))


def test_a_step_derived_from_another_has_its_face() -> None:
    class Slow(steps.Course):
        pass

    assert isinstance(TOY.faces.of(Slow(0)), CourseFace)


def test_a_step_without_a_face_is_named() -> None:
    with pytest.raises(KeyError, match="Anchor has no face"):
        Faces("sk", sk.SPACE, [CourseFace]).of(steps.Anchor(0))


def test_no_step_has_two_faces() -> None:
    with pytest.raises(ValueError, match="Anchor has two faces"):
        Faces("sk", sk.SPACE, [AnchorFace, Careful])


def test_whoever_is_not_asked_waits() -> None:
    p = begun()
    play(p, 0, "row north")
    play(p, 0, "anchor short")
    assert TOY.prompt(p, 0) == Message("sk.prompt.wait")
    assert TOY.expected(p, 0) == ()


def test_registries_hold_what_a_module_defines_itself() -> None:
    assert set(steps_in(steps)) == {
        *("DrawCharm", "Brawl", "Dig", "OwnersChance", "NextTide", "SetOut", "Wage", "Landfall"),
        *("Voyages", "Course", "Anchor", "Voyage", "Duel"),
    }
    assert {face.step for face in faces_in(faces)} == {
        *(steps.Course, steps.Anchor, steps.Voyage, steps.Duel),
    }
    assert Face not in classes_in(faces, Face)


def test_an_obstacle_gives_its_reason() -> None:
    found = Obstacles("sk").add("elsewhere", "SK-5.1")
    assert found.reason(seat=2) == Reason(Message("sk.reason.elsewhere", seat=2), "SK-5.1")


def test_an_obstacle_is_declared_once() -> None:
    known = Obstacles("sk")
    known.add("peace", "SK-5.5")
    known.add("peace", "SK-5.6")
    with pytest.raises(ValueError, match="exists already"):
        known.add("peace", "SK-5.5")
