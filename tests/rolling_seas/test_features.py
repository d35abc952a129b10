"""What a captain may know as numbers, and where their plans lead."""

from __future__ import annotations

import random

import pytest

from quarterdeck.bots.network import Network, load
from quarterdeck.bots.worth import judge_positions
from quarterdeck.games.rolling_seas import plans
from quarterdeck.games.rolling_seas.actions import SPACE
from quarterdeck.games.rolling_seas.features import FEATURES, RENOWN
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.worth import Outlook
from quarterdeck.kernel.foresight import Foreseen
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    act,
    captain,
    draw,
    finish,
    play,
    reveal,
    voyage,
)

LAST = 25


def tell(p: RollingPosition, seat: int = A) -> dict[str, float]:
    """The numbers of a seat by name."""
    return dict(zip(FEATURES.names, RULES.numbers(p, [seat]), strict=True))


def plan(p: RollingPosition, seat: int = A) -> list[Foreseen[RollingPosition]]:
    return RULES.foresee(p, seat, list(p.legal(seat)), 1) or []


# Numbers


def test_a_board_is_told_in_numbers() -> None:
    p = voyage(turn=9)
    captain(p, A, story=20, gold="4/9", prov="3/8", ship=2, cannons=1, told="S3 A4", renown=(8, 11))
    draw(p, A, "rogue_wave", "I7")
    told = tell(act(p, winds="n e e", die=4))
    assert told["own.story"] == told["story"] == pytest.approx(0.4)
    assert told["renown"] == pytest.approx(0.19)
    assert told["own.told"] == 2 / 8
    assert (told["ship.ship_1"], told["ship.ship_2"]) == (0, 1)
    assert told["ship_gold"] == pytest.approx(-0.1)
    assert (told["at_home"], told["at_port"], told["at_untold"]) == (1, 1, 1)
    assert told["perils.beside"] + told["perils.near"] == pytest.approx(2 / 3)
    assert (told["wind.n"], told["wind.e"]) == pytest.approx((1 / 3, 2 / 3))
    assert told["die.4"] == 1
    assert told["left"] == pytest.approx((LAST - 9 + 1) / 25), "this turn's action is to come"


def test_what_advice_expects_is_told_of_every_seat() -> None:
    p = act(voyage(3, turn=5))
    for number, name in enumerate(("own", "rival_1", "rival_2")):
        seat = (B + number) % 3
        hoped = Outlook(p, seat, LAST - 5 + 1).worth()
        assert tell(p, B)[f"{name}.worth"] == pytest.approx(hoped / RENOWN)
    assert tell(p, B)["rival_3.present"] == 0


def test_whoever_has_acted_has_one_action_less_to_come_and_only_they_know() -> None:
    p = act(voyage(turn=5))
    before = tell(p, B)
    finish(p, A)
    assert tell(p, A)["left"] == pytest.approx((LAST - 5) / 25)
    assert tell(p, B) == before


def test_numbers_are_worked_out_once_and_never_for_another_board() -> None:
    p = act(voyage(turn=5))
    first = RULES.encode(p, [A, B], True)
    captain(p, B, story=30)
    assert RULES.encode(p, [A, B], True) != first
    captain(p, B, story=0)
    assert RULES.encode(p, [A, B], True) == first


# Plans


def test_plans_end_after_the_turn_and_the_others_have_not_moved() -> None:
    p = act(voyage(turn=5), winds="n e s")
    found = plan(p)
    assert found
    assert {each.choice for each in found} == {*range(len(p.legal(A)))}
    for each in found:
        end = each.end
        assert end.turn == 6
        assert end.chance
        assert end.captains[B].dump() == p.captains[B].dump()
    assert any(each.end.captains[A].cell != p.captains[A].cell for each in found)


def test_plans_know_nothing_of_what_others_do_in_the_same_window() -> None:
    p = act(voyage(turn=5), winds="n e s")
    before = [(each.path, each.worth, each.end.digest()) for each in plan(p)]
    play(p, B, "visit G7")
    plans._kept.clear()
    assert [(each.path, each.worth, each.end.digest()) for each in plan(p)] == before


def test_a_plan_is_offered_again_at_the_next_question() -> None:
    p = act(voyage(turn=5), winds="n e s")
    legal = list(p.legal(A))
    chosen = next(each for each in plan(p) if SPACE.notation(each.path[0]) == "sail e")
    assert legal[chosen.choice] == chosen.path[0]
    p.play(A, chosen.path[0])
    assert any(again.end is chosen.end for again in plan(p))


def test_a_plan_can_be_carried_out_to_its_end() -> None:
    for number in range(len(plan(act(voyage(turn=5), winds="n e s")))):
        p = act(voyage(turn=5), winds="n e s")
        chosen = plan(p)[number]
        for code in chosen.path:
            if p.legal(A):
                p.play(A, code)
        assert not p.legal(A)
        assert p.captains[A].dump() == chosen.end.captains[A].dump()


def test_advice_does_not_depend_on_what_was_asked_before() -> None:
    """Another process, which has not seen the turn begin, gives the same advice."""
    p = act(voyage(turn=5), winds="n e s")
    RULES.advise(p, A, p.legal(A))
    play(p, A, "sail e")
    asked = RULES.advise(p, A, p.legal(A))
    plans._kept.clear()
    assert RULES.advise(p, A, p.legal(A)) == asked


def test_who_leaves_every_plan_gets_another_one() -> None:
    """Whatever one does, there is something to advise next."""
    p = voyage(turn=5, cell="K7")
    captain(p, A, wind="2/2")
    act(p, winds="n e s")
    dealer = random.Random(2)
    while p.legal(A):
        assert plan(p)
        p.play(A, dealer.choice(p.legal(A)))


def test_the_plans_of_the_last_turn_end_the_game() -> None:
    p = act(voyage(turn=LAST), winds="n e s")
    for each in plan(p):
        assert each.end.finished
        assert each.end.scores[A] == pytest.approx(each.worth, abs=1)


def test_rocks_are_tried_out_on_the_neighbours_board() -> None:
    p = reveal(voyage(turn=3), "shoal")
    found = plan(p)
    assert found
    assert all(each.end.captains[B].rocks for each in found)
    assert all(not each.end.captains[A].rocks for each in found)


def test_alone_points_decide() -> None:
    """Everybody wins alone, so only points tell a good position from a bad one."""
    poor = act(voyage(1, turn=LAST))
    rich = poor.clone()
    captain(rich, A, story=30)
    for p in (poor, rich):
        finish(p, A)
        assert p.finished
    network = Network.begin(FEATURES, 1)
    worth = [each.worth[A] for each in judge_positions(RULES, network, [poor, rich])]
    assert worth[1] - worth[0] == pytest.approx(30 / FEATURES.points, abs=0.02)


def test_the_weights_that_ship_fit_and_prefer_a_story_to_none() -> None:
    network = load(RULES, RULES.folder / "weights.npz")
    poor, rich = voyage(turn=12), voyage(turn=12)
    captain(rich, A, story=20)
    act(poor)
    act(rich)
    before, after = judge_positions(RULES, network, [poor, rich])
    assert after.worth[A] > before.worth[A]
