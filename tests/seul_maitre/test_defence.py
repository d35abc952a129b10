"""Standing orders: what they choose for a captain who is away, and when."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES, defence
from quarterdeck.games.seul_maitre.actions import FLEE, RANSOM, SPACE, STAY
from quarterdeck.games.seul_maitre.names import BRANCH_COUNT, TOP_LEVEL, branch_at
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.outcome import Retreat
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.orders import Given
from quarterdeck.testing.walk import Case, make, next_move
from tests.seul_maitre.scenario import (
    GREEN,
    P1,
    RED,
    YELLOW,
    act,
    asked,
    cell,
    chances,
    deal,
    offered,
    pirate,
    place,
    play,
    prepare,
    sea,
    ship,
)

DEFENCE = RULES.find_order("defence")
DEFAULTS = DEFENCE.check({})
# Every value of every order, the others as they are by default.
EACH = [DEFAULTS | {order.id: value} for order in defence.PARAMETERS for value in order.values]


def answer(p: MasterPosition, **orders: str) -> str:
    """What Yellow's orders choose, and what happens then."""
    assert DEFENCE.covers(p, YELLOW)
    code = DEFENCE.choose(p, YELLOW, Given(DEFENCE.check(orders), {}))
    assert code is not None
    notation = SPACE.notation(code)
    play(p, notation)
    return notation


def attacked(**yellow: object) -> MasterPosition:
    """Red's Corsair sails up to Yellow and attacks; the initial shot misses, Red mans nothing."""
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=8, bought=2)
    ship(p, YELLOW, "r2c3/0", **{"hold": 4, **yellow})  # type: ignore[arg-type]
    act(p, RED)
    play(p, "do navigation", "move e 0")
    if asked_now(p) == "Engage":
        play(p, "engage yellow")
    if asked_now(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash")
    return p


def asked_now(p: MasterPosition) -> str:
    return "" if p.chance else asked(p)


def beaten(**yellow: object) -> MasterPosition:
    """Yellow has lost against Red's boarders and is asked where to go."""
    p = attacked(**yellow)
    play(p, "man 0")
    if asked_now(p) == "ManCannons":
        play(p, "man 0")
    if asked_now(p) == "Loot":
        play(p, "none")
    assert asked(p) == "Retreat"
    return p


# Always a legal answer


def well_manned(seed: int) -> MasterPosition:
    """The first round of a game in which everybody has a Corsair and the best of everybody."""
    case = Case(RULES, 2 + seed % 3, (("map_mode", "random"),), seed)
    random = Random(seed)
    p = case.start()
    assert isinstance(p, MasterPosition)
    while p.round == 0:
        move = next_move(case, p, random)
        assert move is not None
        make(p, move)
    for seat in range(p.seats):
        p.kind[seat] = 1
        p.hold[seat] = 7
        p.money[seat] = 1 + 9 * (seed % 2)
        p.level[branch_at(seat, 0) : branch_at(seat + 1, 0)] = [TOP_LEVEL] * BRANCH_COUNT
    p.reconsider()
    return p


def test_every_order_answers_every_interruption_with_a_legal_choice() -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        p = well_manned(seed)
        case = Case(RULES, p.seats, (("map_mode", "random"),), seed)
        random = Random(seed)
        while not p.finished:
            for seat in p.actors():
                if not DEFENCE.covers(p, seat):
                    continue
                assert p.order[p.mover] != seat
                met[type(p.stack[-1]).__name__] += 1
                for orders in EACH:
                    assert DEFENCE.choose(p, seat, Given(orders, {})) in p.legal(seat)
            move = next_move(case, p, random)
            assert move is not None
            make(p, move)
    wanted = {step.__name__ for step in defence.ASKED} | {"Casualty"}
    assert wanted - set(met) == set()


def test_whole_interruptions_are_answered_in_any_combination() -> None:
    """From the first question to the last, whatever is ordered."""
    values = [[(order.id, value) for value in order.values] for order in defence.PARAMETERS]
    for chosen in product(*values):
        p = attacked(hold=5, kind="corsair", levels="captain3 engineer3", leads="captain engineer")
        play(p, "man 4")
        for _ in range(40):
            if p.chance:
                deal(p, "white sailor")
                continue
            (seat,) = p.actors()
            if asked(p) == "Action":
                break
            if seat == YELLOW:
                assert answer(p, **dict(chosen))
            else:
                play(p, SPACE.notation(p.legal(seat)[-1]))
        assert asked(p) == "Action"


# When they act


def test_only_who_is_asked_in_anothers_turn_is_interrupted() -> None:
    p = attacked()
    assert asked(p) == "ManCannons"
    assert not DEFENCE.covers(p, RED), "it is his own turn"
    assert not DEFENCE.covers(p, GREEN), "he is not asked"
    assert not DEFENCE.covers(p, YELLOW), "he is not asked yet"
    play(p, "man 0")
    assert DEFENCE.covers(p, YELLOW)


def test_whoever_loses_his_own_attack_is_not_interrupted() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", hold=2)
    ship(p, YELLOW, "r2c3/0", kind="corsair", hold=7)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    if asked_now(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash")
    while asked_now(p) == "ManCannons":
        play(p, "man 0")
    assert asked(p) == "Retreat"
    assert p.actors() == [RED]
    assert not DEFENCE.covers(p, RED)


def test_a_storm_before_the_turns_is_no_interruption() -> None:
    """Whoever loses a sailor to it is asked himself, whoever acted last before."""
    p = sea(wind="n", storms="r3c2 r0c0")
    for seat in (RED, YELLOW):
        ship(p, seat, "r2c2/0", hold=3, deck=1)
    p.mover = 3
    prepare(p)
    for _ in range(20):
        if p.chance:
            wished = [n for n in ("red sailor",) if n in _outcomes(p)]
            deal(p, wished[0] if wished else _outcomes(p)[0])
        elif asked(p) == "Casualty":
            break
        else:
            play(p, SPACE.notation(p.legal(p.actors()[0])[0]))
    assert asked(p) == "Casualty"
    assert not any(DEFENCE.covers(p, seat) for seat in range(4))


def _outcomes(p: MasterPosition) -> list[str]:
    return list(chances(p))


def test_who_controls_a_pirate_is_asked_for_it_too() -> None:
    p = sea(wind="e")
    ship(p, RED, "r2c2/0", kind="corsair", hold=8)
    pirate(p, P1, "r2c3/0", control=YELLOW, crew_damage=5, cannon_damage=2)
    act(p, RED)
    play(p, "do navigation", "move e 0")
    if asked_now(p) == "CombatRecover":
        play(p, "none")
    deal(p, "red splash")
    play(p, "man 0")
    step = p.step_of(YELLOW)
    assert isinstance(step, Retreat)
    assert step.vessel == P1
    # There is no ransom for a pirate
    assert answer(p, retreat="ransom", ransom="8", otherwise="stay") == "stay"


# What they mean


@pytest.mark.parametrize(("cannons", "manned"), [("all", 4), ("half", 2), ("none", 0)])
def test_cannons(cannons: str, manned: int) -> None:
    p = attacked(kind="corsair", hold=8, bought=2)
    play(p, "man 0")
    assert offered(p, "man")[-1] == "man 4"
    assert answer(p, cannons=cannons) == f"man {manned}"


def test_half_of_an_odd_number_of_cannons_is_the_larger_half() -> None:
    p = attacked(kind="corsair", hold=6, bought=1)
    play(p, "man 0")
    assert answer(p, cannons="half") == "man 2"


def test_all_cannons_are_as_many_as_can_be_manned() -> None:
    p = attacked(kind="corsair", hold=3, bought=2)
    play(p, "man 0")
    assert answer(p, cannons="all") == "man 1"


@pytest.mark.parametrize(
    ("sailors", "lost"),
    [
        ("sails", ["sails", "blocked", "deck", "crew"]),
        ("hold", ["blocked", "deck", "hold", "crew"]),
    ],
)
def test_sailors(sailors: str, lost: list[str]) -> None:
    p = attacked(kind="corsair", hold=5)
    play(p, "man 4")
    assert answer(p, cannons="all") == "man 2"
    p.sails[YELLOW] = p.deck[YELLOW] = 1
    p.hold[YELLOW] = 1
    # A cannon is hit first: its two sailors are blocked
    for face in ("cannon", "sailor", "sailor", "sailor"):
        deal(p, f"white {face}")
    deal(p, "white splash", "white splash")
    p.blocked[YELLOW] = 1
    found = []
    for _ in range(3):
        assert asked(p) == "Casualty"
        found.append(answer(p, sailors=sailors).removeprefix("lose "))
    assert found == lost[:3]


def test_only_misses_are_rolled_again() -> None:
    p = attacked(kind="corsair", hold=7, levels="captain1 engineer3", leads="engineer")
    play(p, "man 0")
    answer(p)
    deal(p, "white splash", "white sailor")
    assert asked(p) == "RerollDie"
    assert answer(p) == "reroll_die splash"
    assert answer(p) == "none"
    deal(p, "white hold")


@pytest.mark.parametrize(
    ("faces", "doubled"),
    [(("sail", "sailor"), "sailor"), (("sail", "cannon"), "cannon"), (("sail", "hold"), "hold")],
)
def test_the_worst_hit_is_doubled(faces: tuple[str, ...], doubled: str) -> None:
    p = attacked(kind="corsair", hold=7, levels="captain3", leads="captain")
    play(p, "man 0")
    answer(p, cannons="none")
    assert answer_dice(p, *faces) == f"double {doubled}"


def answer_dice(p: MasterPosition, *faces: str) -> str:
    """Yellow's broadside; with a Captain even an empty deck fires one die."""
    p.dice = p.dice[:]
    for face in faces[:-1]:
        p.dice[5 + ("splash", "sail", "hold", "sailor", "cannon").index(face)] += 1
    deal(p, f"white {faces[-1]}")
    return answer(p)


@pytest.mark.parametrize("wish", ["stay", "flee"])
def test_stay_or_flee(wish: str) -> None:
    assert answer(beaten(), retreat=wish) == wish


@pytest.mark.parametrize("otherwise", ["stay", "flee"])
def test_the_ransom_is_paid_up_to_a_limit(otherwise: str) -> None:
    # Four sailors: 2 for the ship, 1 for either pair
    orders = {"retreat": "ransom", "otherwise": otherwise}
    assert answer(beaten(money=10), ransom="4", **orders) == "ransom"
    assert answer(beaten(money=10), ransom="3", **orders) == otherwise


def test_who_cannot_pay_does_otherwise() -> None:
    p = beaten(money=0, actions=0)
    assert RANSOM.base not in p.legal(YELLOW)
    assert answer(p, retreat="ransom", ransom="8", otherwise="flee") == "flee"


def test_the_ship_is_sent_home_and_tokens_pay_for_everybody() -> None:
    p = beaten(money=1)
    answer(p, retreat="ransom", ransom="8")
    assert asked(p) == "RansomPort"
    answer(p)
    if asked_now(p) == "RansomBank":
        assert answer(p) == "turn_in 2"
    assert p.place[YELLOW] == place("r0c4/port")
    assert (p.tokens[YELLOW], p.money[YELLOW], p.sailors(YELLOW)) == (2, 1, 4)


def test_another_port_if_a_storm_lies_over_home() -> None:
    p = beaten(money=10)
    p.storms = [cell("r0c4"), cell("r3c1")]
    p.reconsider()
    answer(p, retreat="ransom", ransom="8")
    assert answer(p) == "port vanilla"


def test_whoever_flees_flees_towards_home() -> None:
    p = beaten()
    answer(p, retreat="flee")
    assert asked(p) == "FleeCell"
    # Yellow's port is r0c4; over r1c4 there is a storm
    assert answer(p) == "cell r1c3"


# Which orders there are


def test_orders_are_complete_and_known() -> None:
    assert DEFAULTS == {
        "cannons": "all",
        "sailors": "sails",
        "retreat": "stay",
        "ransom": "4",
        "otherwise": "flee",
    }
    assert DEFENCE.check({"retreat": "flee"})["retreat"] == "flee"
    with pytest.raises(UnknownName):
        DEFENCE.check({"anchor": "up"})
    with pytest.raises(BadSetup):
        DEFENCE.check({"cannons": "some"})
    assert {STAY.base, FLEE.base} <= set(beaten().legal(YELLOW))
