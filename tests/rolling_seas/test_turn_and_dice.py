"""RS-4 and RS-8: phases, simultaneous windows, dice."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    asked,
    captain,
    chances,
    deal,
    finish,
    options,
    play,
    points,
    reveal,
    seen,
    start,
    voyage,
    where,
)


def due(p: RollingPosition) -> str:
    """The kind of chance that is due, or the step that asks."""
    if p.chance:
        return next(iter(chances(p))).split()[0]
    return asked(p, p.actors()[0]) or ""


@rule("RS-4.1")
def test_the_phases_of_a_turn() -> None:
    p = reveal(voyage(turn=3), "kraken")
    order = [due(p)]
    while p.turn == 3:
        deal(p, next(iter(chances(p)))) if p.chance else finish(p)
        order.append(due(p))
    assert order == ["PlaceAnchor", "winds", "die", "Action", "card"]


@rule("RS-4.2")
@pytest.mark.parametrize(("deck", "last"), [("standard", 25), ("stormy", 25), ("short", 18)])
def test_the_last_turn_is_played_to_its_end(deck: str, last: int) -> None:
    p = reveal(voyage(turn=last, deck=deck), "calm_05")
    assert not p.finished
    deal(p, "winds n e s", "die 1")
    play(p, A, "visit G7")
    finish(p)
    assert p.finished
    assert p.captains[A].renown == [0]
    assert p.scores[A] == p.scores[B] + 1

    p = finish(act(voyage(turn=last - 1, deck=deck)))
    assert (p.finished, p.turn, due(p)) == (False, last, "card")


def windows() -> dict[str, tuple[RollingPosition, tuple[str, ...]]]:
    """An open window of every kind, and something seat 1 can do in it."""
    choosing_homes = start(3, "leviathan", "tempest")
    return {
        "set-up card": (deal(start(3), "setup_card kraken"), ("anchor J6", "turn 2")),
        "rocks": (reveal(voyage(seats=3), "reefs"), ("anchor C1", "turn 0")),
        "home": (choosing_homes, ("home G7", "start H7")),
        "calm": (reveal(voyage(seats=3), "calm_10"), ("power pirates",)),
        "adventure": (reveal(voyage(seats=3), "kraken"), ("anchor J6", "turn 2")),
        "ambush": (reveal(voyage(seats=3, ambush="true"), "ambush_left"), ("centre B1",)),
        "action": (act(voyage(seats=3), winds="ne e n"), ("sail ne", "step ne", "end")),
    }


KINDS = ("set-up card", "rocks", "home", "calm", "adventure", "ambush", "action")


@rule("RS-4.3")
@pytest.mark.parametrize("kind", KINDS)
def test_choices_in_a_window_stay_hidden_until_it_closes(kind: str) -> None:
    p, choices = windows()[kind]
    assert p.actors() == [A, B, C]
    before = {viewer: seen(p, viewer).players for viewer in (A, B, C, None)}
    asked_before = options(p, B), options(p, C)
    play(p, A, *choices)
    assert p.actors() == [B, C]
    assert (options(p, B), options(p, C)) == asked_before
    for viewer in (B, C, None):
        assert seen(p, viewer).players == before[viewer]
        assert seen(p, viewer).actors == (B, C)
    assert seen(p, A).players != before[A]
    finish(p, B)
    assert seen(p, C).players == before[C]
    finish(p, C)
    assert seen(p, C).players != before[C]
    assert seen(p, None).players[0:3] == seen(p, B).players


@rule("RS-4.4")
@pytest.mark.parametrize("kind", KINDS)
def test_the_order_inside_a_window_never_matters(kind: str) -> None:
    p, _ = windows()[kind]
    digests = set()
    for order in permutations((A, B, C)):
        twin = p.clone()
        for seat in order:
            # Each seat plays something else than the others
            play(twin, seat, options(twin, seat)[min(seat, len(options(twin, seat)) - 1)])
        for seat in order:
            finish(twin, seat)
        digests.add(repr([own.dump() for own in twin.captains]))
    assert len(digests) == 1


@rule("RS-4.4")
def test_each_board_has_exactly_one_drawer() -> None:
    for card in ("kraken", "maelstrom", "drift", "reefs", "breakers", "ambush_left"):
        p = reveal(voyage(seats=3, ambush="true"), card)
        for seat in (A, B, C):
            before = [own.dump() for own in p.captains]
            twin = p.clone()
            while twin.legal(seat):
                play(twin, seat, options(twin, seat)[0])
            after = [own.dump() for own in twin.captains]
            changed = [board for board in (A, B, C) if before[board] != after[board]]
            assert changed == [board_of(card, seat)], card


def board_of(card: str, seat: int) -> int:
    return {"reefs": seat - 1, "ambush_left": seat - 1, "breakers": seat + 1}.get(card, seat) % 3


@rule("RS-4.5")
@pytest.mark.parametrize(
    ("kind", "then"), [("adventure", "winds"), ("calm", "winds"), ("action", "card")]
)
def test_the_next_phase_waits_for_everybody(kind: str, then: str) -> None:
    p, choices = windows()[kind]
    play(p, A, *choices)
    finish(p, C)
    assert (p.chance, p.actors()) == (False, [B])
    finish(p, B)
    assert due(p) == then


# RS-8: dice


@rule("RS-8.1")
def test_wind_dice_never_show_three_alike() -> None:
    p = reveal(voyage(), "calm_01")
    odds = {tuple(name.split()[1:]): weight for name, weight in chances(p).items()}
    assert len(odds) == 112
    assert sum(odds.values()) == 504
    ways = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    rolls = Counter(
        tuple(sorted((one, two, three), key=ways.index))
        for one in ways
        for two in ways
        for three in ways
        if not one == two == three
    )
    assert odds == rolls


@rule("RS-8.1")
def test_two_equal_dice_stay() -> None:
    p = deal(reveal(voyage(), "calm_01"), "winds e e n")
    deal(p, "die 1")
    assert seen(p).winds == ("n", "e", "e")
    assert options(p, A, "sail") == ["sail n", "sail e"]


@rule("RS-8.2")
def test_the_exploration_die_is_rolled_once() -> None:
    p = deal(reveal(voyage(cell="M6"), "calm_05"), "winds n e s")
    assert chances(p) == {f"die {face}": 1 for face in range(1, 7)}
    deal(p, "die 5")
    assert seen(p).die == 5
    assert (asked(p, A), asked(p, B)) == ("Action", "Action")


@rule("RS-8.3")
def test_the_dice_are_common_and_not_used_up() -> None:
    p = voyage(cell="M6")
    captain(p, A, wind="1/1")
    act(p, winds="e n s", die=5)
    play(p, A, "sail e", "step e")
    assert points(p, A) == 2
    # The same wind, and the same face, for the other
    assert options(p, B, "sail") == ["sail n", "sail e", "sail s"]
    play(p, B, "explore L6")
    assert (p.captains[B].story, p.captains[B].gold) == (0, 4)
    assert (seen(p, A).winds, seen(p, A).die) == (("n", "e", "s"), 5)
    assert where(p, A) == "N6"
