"""Maps of any kind: whatever is chosen and dealt, they are completed, and all of them is in reach.

The choices come from hypothesis, which looks for trouble, and from a builder who does: he lays the
tiles that fit worst, with their land to the most empty cells.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.chart import LAIR, NOWHERE, PORT, SITE
from quarterdeck.games.seul_maitre.invariants import check_chart
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, NO_TILE, PIRATE_COUNT, TILES, ZONES
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.voyage import add_steps, enters_storm, target_of
from quarterdeck.games.seul_maitre.steps.yard import yard_of

ENOUGH = 100  # movement points for any step
NO_STORMS = [-1, -1]


def assert_complete(p: MasterPosition) -> None:
    """All tiles lie, all edges match, and every vessel gets to every place it may enter."""
    assert sorted(p.tiles) == list(range(len(TILES)))
    assert NO_TILE not in p.tiles
    check_chart(p.chart)
    chart = p.chart
    sea = {c * ZONES + zone for c, count in enumerate(chart.zones) for zone in range(count)}
    sites = {SITE + c for c in chart.site_cell}
    ports = {PORT + c for c in chart.port_cell}
    lairs = {LAIR + c for c in chart.lair_cell}
    assert (len(sites), len(ports), len(lairs)) == (5, 5, 4)
    assert sailed(p, 0) == sea | sites | ports
    assert sailed(p, FIRST_PIRATE) == sea | lairs


def sailed(p: MasterPosition, vessel: int) -> set[int]:
    """Wherever this vessel gets to in fair weather with points enough, alone at sea."""
    p = p.clone()
    p.storms = NO_STORMS
    for other in range(FIRST_PIRATE + PIRATE_COUNT):
        if other != vessel:
            p.place[other] = NOWHERE
    found = {p.place[vessel]}
    waiting = [p.place[vessel]]
    while waiting:
        here = waiting.pop()
        p.place[vessel] = here
        codes: list[int] = []
        add_steps(p, vessel, ENOUGH, 0, codes)
        for code in codes:
            assert not enters_storm(code)
            p.place[vessel] = here
            there = target_of(p, vessel, code)
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seats=st.sampled_from(RULES.seats),
    mode=st.sampled_from(("build", "random")),
    picks=st.lists(st.integers(0, 999), min_size=20, max_size=120),
)
def test_every_map_is_completed_whatever_is_picked(seats: int, mode: str, picks: list[int]) -> None:
    p = RULES.start(seats, {"map_mode": mode})
    count = 0
    while p.round == 0:
        pick = picks[count % len(picks)]
        if p.chance:
            outcomes = p.outcomes()
            p.deal(outcomes[pick % len(outcomes)][0])
        else:
            (seat,) = p.actors()
            legal = p.legal(seat)
            assert legal
            p.play(seat, legal[pick % len(legal)])
        count += 1
        # Rows that do not fit are turned up anew, but not for ever
        assert count < 400
    assert_complete(p)


def worst(p: MasterPosition, seat: int, random: Random) -> int:
    """The choice that leaves the fewest ways to lay what is left."""
    best, found = 10_000, p.legal(seat)[0]
    for code in random.sample(p.legal(seat), min(6, len(p.legal(seat)))):
        trial = p.clone()
        trial.play(seat, code)
        yard = yard_of(trial)
        ways = sum(len(yard.placements(shape)) for shape in range(3))
        if ways < best:
            best, found = ways, code
    return found


@pytest.mark.parametrize("seed", range(30))
def test_whoever_builds_against_the_others_cannot_spoil_the_map(seed: int) -> None:
    random = Random(seed)
    p = RULES.start(2 + seed % 3, {"map_mode": "build"})
    while p.round == 0:
        if p.chance:
            codes = [code for code, _ in p.outcomes()]
            p.deal(random.choice(codes))
        else:
            (seat,) = p.actors()
            p.play(seat, worst(p, seat, random))
    assert_complete(p)


def test_random_maps_differ_and_all_can_be_sailed() -> None:
    """Many of them: they are cheap."""
    seen = set()
    for seed in range(150):
        random = Random(seed)
        p = RULES.start(2, {"map_mode": "random"})
        while p.round == 0:
            outcomes = p.outcomes()
            weights = [weight for _, weight in outcomes]
            p.deal(random.choices([code for code, _ in outcomes], weights)[0])
        assert_complete(p)
        seen.add((tuple(p.tiles), tuple(p.turns)))
    assert len(seen) == 150
