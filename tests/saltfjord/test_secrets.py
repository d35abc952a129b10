"""Tokens put back unseen: who knows them, what views and the log tell, how they are redrawn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quarterdeck.games.saltfjord.names import TOKENS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import KeepToken
from quarterdeck.games.saltfjord.words import token_name
from quarterdeck.kernel.messages import EVERYBODY, Event
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    C,
    boat,
    deal,
    fjord,
    known_top,
    play,
    player,
    put_back,
    seen,
    turn,
)

DRAWS = 3000
VIEWERS = [A, B, C, None]


def looking(*knowing: int, top: str = "", tech: str = "fishing 1") -> SaltfjordPosition:
    """Seat A is about to look at two tokens of type 1 in zone 1; `top` was put back there."""
    p = fjord(3)
    player(p, A, tech=tech)
    if top:
        put_back(p, 1, top, *knowing)
    return play(turn(p, A), A, "worker r4c6", "advance 1")


def counts(p: SaltfjordPosition, viewer: int | None) -> dict[str, int]:
    """How many tokens of each kind of type 1 a viewer cannot place."""
    return {token.id: count for token, count in seen(p, viewer).unseen if token.type == 1}


def redrawn(p: SaltfjordPosition, viewer: int | None, seed: int = 0) -> SaltfjordPosition:
    world = p.clone()
    RULES.redraw(world, viewer, Random(seed))
    world.reconsider()
    return world


def whereabouts(p: SaltfjordPosition) -> list[int]:
    """All tokens by kind: unseen, put back, looked at."""
    found = p.unseen_tokens[:]
    for token in p.put_back:
        if token >= 0:
            found[token] += 1
    for step in p.stack:
        if isinstance(step, KeepToken):
            found[step.other] += 1
            if p.put_back[step.stack] < 0:
                found[step.one] += 1
            else:
                assert step.one == p.put_back[step.stack], "the top token is one of the two"
    return found


def assert_spread(drawn: Counter[str], weights: dict[str, int]) -> None:
    """Every kind is drawn about as often as its weight says (five standard deviations)."""
    total, draws = sum(weights.values()), sum(drawn.values())
    assert set(drawn) <= {kind for kind, weight in weights.items() if weight}
    for kind, weight in weights.items():
        chance = weight / total
        off = abs(drawn[kind] - draws * chance)
        assert off <= 5 * (draws * chance * (1 - chance)) ** 0.5 + 1e-9, (kind, drawn[kind])


# Who knows what


@rule("SF-11.5")
def test_only_who_put_a_token_back_knows_it() -> None:
    p = looking()
    deal(p, "look t1_fish3 t1_points2")
    play(p, A, "keep t1_points2")
    assert [known_top(p, viewer, 1, 1) for viewer in VIEWERS] == ["t1_fish3", None, None, None]
    # That a token was put back is no secret
    assert all(seen(p, viewer).zones[0].stacks[0].put_back for viewer in VIEWERS)
    assert not seen(p, None).zones[0].stacks[1].put_back


@rule("SF-11.5")
def test_if_another_kind_is_taken_both_know_the_top() -> None:
    p = looking(B, top="t1_fish3")
    deal(p, "look t1_fish3 t1_wood_fish")
    play(p, A, "keep t1_wood_fish")
    assert [known_top(p, viewer, 1, 1) for viewer in VIEWERS] == [
        "t1_fish3",
        "t1_fish3",
        None,
        None,
    ]


@rule("SF-11.5")
@pytest.mark.parametrize("other", ["t1_wood_fish", "t1_fish3"])
def test_if_that_kind_is_taken_only_the_taker_knows_the_top(other: str) -> None:
    p = looking(B, top="t1_fish3")
    deal(p, f"look t1_fish3 {other}")
    play(p, A, "keep t1_fish3")
    assert boat(p, A) == "t1_fish3"
    assert [known_top(p, viewer, 1, 1) for viewer in VIEWERS] == [other, None, None, None]


@rule("SF-11.5")
def test_if_the_top_is_taken_without_a_look_nobody_knows_the_next() -> None:
    p = looking(B, top="t1_fish3", tech="")
    assert boat(p, A) == "t1_fish3"
    assert [known_top(p, viewer, 1, 1) for viewer in VIEWERS] == [None] * 4
    assert not seen(p, B).zones[0].stacks[0].put_back


# Views and the log


@rule("SF-11.5")
def test_only_the_fisher_sees_the_two_tokens() -> None:
    p = looking()
    deal(p, "look t1_fish3 t1_points2")
    assert [[token.id for token in seen(p, viewer).looking] for viewer in VIEWERS] == [
        ["t1_fish3", "t1_points2"],
        [],
        [],
        [],
    ]


@rule("SF-11.5")
@pytest.mark.parametrize("top", ["", "t1_fish3"])
def test_unseen_tokens_are_counted_for_each_viewer(top: str) -> None:
    p = looking(C, top=top)
    deal(p, "look t1_fish3 t1_points2")
    everything = {
        "t1_fish3": 8,
        "t1_fish2_points1": 6,
        "t1_wood_fish": 5,
        "t1_wool_fish": 3,
        "t1_pulp_fish": 3,
        "t1_points2": 5,
    }
    without_both = {**everything, "t1_fish3": 7, "t1_points2": 4}
    without_top = {**everything, "t1_fish3": 7} if top else everything
    assert counts(p, A) == without_both
    assert counts(p, B) == counts(p, None) == everything
    assert counts(p, C) == without_top
    play(p, A, "keep t1_points2")
    kept = {**everything, "t1_points2": 4}
    assert counts(p, A) == without_both
    assert counts(p, B) == counts(p, None) == kept
    assert counts(p, C) == ({**kept, "t1_fish3": 7} if top else kept)


@rule("SF-11.5")
def test_others_see_the_same_whatever_was_put_back() -> None:
    worlds = []
    for back in ("t1_fish3", "t1_wood_fish", "t1_pulp_fish"):
        p = looking()
        deal(p, f"look {back} t1_points2")
        before = [seen(p, viewer) for viewer in (B, C, None)]
        play(p, A, "keep t1_points2")
        worlds.append((before, [seen(p, viewer) for viewer in (B, C, None)]))
    assert worlds[0] == worlds[1] == worlds[2]


def told(events: list[Event], viewer: int | None) -> str:
    """What the log tells a viewer."""
    heard = [e.message for e in events if e.audience in (EVERYBODY, viewer)]
    return repr(heard)


def called(token: str) -> str:
    """How a message names a token."""
    return repr(token_name(fjord(2).table.box, TOKENS.index(token)))


@rule("SF-11.5")
def test_the_log_names_the_token_put_back_to_nobody_else() -> None:
    p = looking()
    events: list[Event] = []
    p.log = events
    deal(p, "look t1_fish3 t1_points2")
    assert called("t1_fish3") in told(events, A)
    for viewer in (B, C, None):
        assert called("t1_fish3") not in told(events, viewer)
        assert called("t1_points2") not in told(events, viewer)
    p.log = events
    play(p, A, "keep t1_points2")
    assert any(event.message.id == "sf.event.put_back" for event in events)
    for viewer in (B, C, None):
        assert called("t1_fish3") not in told(events, viewer)
        assert called("t1_points2") in told(events, viewer)


@rule("SF-11.5")
@pytest.mark.parametrize("knowing", [(A,), (B,), ()])
def test_a_choice_names_the_top_token_to_who_knows_it(knowing: tuple[int, ...]) -> None:
    p = fjord(3)
    player(p, A, tech="fishing 1")
    put_back(p, 1, "t1_pulp_fish", *knowing)
    play(turn(p, A), A, "worker r4c6")
    shown = repr([RULES.describe(p, A, code).label for code in p.legal(A)])
    shown += repr([(closed.choice.label, closed.reason.message) for closed in RULES.closed(p, A)])
    shown += repr(RULES.prompt(p, A)) + repr([each.label for each in RULES.gestures(p, A)])
    assert (called("t1_pulp_fish") in shown) is (A in knowing)


# Drawing again


@rule("SF-11.5")
def test_who_knows_a_token_keeps_it_in_every_world() -> None:
    p = looking()
    deal(p, "look t1_fish3 t1_points2")
    play(p, A, "keep t1_points2")
    for seed in range(30):
        world = redrawn(p, A, seed)
        assert world.put_back == p.put_back
        assert world.unseen_tokens == p.unseen_tokens


@rule("SF-11.5")
@pytest.mark.parametrize("viewer", [B, None])
def test_a_token_nobody_told_of_is_any_unseen_one(viewer: int | None) -> None:
    p = looking()
    deal(p, "look t1_fish3 t1_points2")
    play(p, A, "keep t1_points2")
    drawn: Counter[str] = Counter()
    random = Random(5)
    for _ in range(DRAWS):
        world = p.clone()
        RULES.redraw(world, viewer, random)
        assert whereabouts(world) == whereabouts(p)
        assert (world.token_left, world.known) == (p.token_left, p.known)
        drawn[TOKENS[world.put_back[0]]] += 1
    assert_spread(drawn, counts(p, viewer))
    assert seen(redrawn(p, viewer), viewer) == seen(p, viewer)


@rule("SF-11.5")
@pytest.mark.parametrize("knowing", [(), (B,), (C,)])
@pytest.mark.parametrize("top", ["", "t1_fish3"])
def test_the_fisher_keeps_the_two_tokens_in_every_world(top: str, knowing: tuple[int, ...]) -> None:
    p = looking(*knowing, top=top)
    deal(p, "look t1_fish3 t1_points2")
    for seed in range(30):
        world = redrawn(p, A, seed)
        assert whereabouts(world) == whereabouts(p)
        assert world.legal(A) == p.legal(A)
        assert seen(world, A) == seen(p, A)
        RULES.check(play(world, A, "keep t1_fish3"))


@rule("SF-11.5")
@pytest.mark.parametrize(("top", "knowing"), [("", ()), ("t1_fish3", (C,)), ("t1_fish3", (B,))])
def test_others_imagine_any_two_tokens(top: str, knowing: tuple[int, ...]) -> None:
    p = looking(*knowing, top=top)
    deal(p, "look t1_fish3 t1_points2")
    unseen = counts(p, B)
    drawn: Counter[str] = Counter()
    random = Random(6)
    for _ in range(DRAWS):
        world = p.clone()
        RULES.redraw(world, B, random)
        assert whereabouts(world) == whereabouts(p)
        step = world.stack[-1]
        assert isinstance(step, KeepToken)
        drawn[" ".join(sorted((TOKENS[step.one], TOKENS[step.other])))] += 1
    kinds = sorted(unseen)
    if B in knowing:
        # B knows one of the two, so only the other varies
        weights = {" ".join(sorted(("t1_fish3", kind))): unseen[kind] for kind in kinds}
    else:
        weights = {
            f"{one} {other}": unseen[one] * (2 * unseen[other] if one < other else unseen[one] - 1)
            for one in kinds
            for other in kinds
            if one <= other
        }
    assert_spread(drawn, weights)
    assert seen(redrawn(p, B), B) == seen(p, B)


@rule("SF-11.5")
def test_tokens_put_back_on_several_stacks_are_redrawn_together() -> None:
    p = fjord(3)
    for zone, token in ((1, "t3_points6"), (2, "t3_points6"), (3, "t3_gold_points2")):
        put_back(p, zone, token, A)
    put_back(p, 4, "t3_gold_points2", B)
    turn(p, C)
    random = Random(7)
    drawn: Counter[str] = Counter()
    for _ in range(DRAWS):
        world = p.clone()
        RULES.redraw(world, B, random)
        assert whereabouts(world) == whereabouts(p)
        assert TOKENS[world.put_back[11]] == "t3_gold_points2"
        drawn[TOKENS[world.put_back[2]]] += 1
    # Eleven tokens of type 3 are unseen by B; each is as likely on top of zone 1
    assert_spread(
        drawn,
        {
            "t3_points5": 3,
            "t3_points4_fish2": 3,
            "t3_gold_points2": 1,
            "t3_planks_points3": 2,
            "t3_points6": 2,
        },
    )


@rule("SF-11.5")
def test_nothing_else_is_hidden() -> None:
    p = looking(top="t1_fish3")
    world = redrawn(p, None, 3)
    hidden = {"put_back", "unseen_tokens"}
    before, after = p.dump(), world.dump()
    assert {name for name in before if before[name] != after[name]} <= hidden
    for viewer in (A, B):
        mine, theirs = seen(p, viewer), seen(p, None)
        assert mine.players == theirs.players
        assert mine.stacks == theirs.stacks
        assert mine.market == theirs.market
