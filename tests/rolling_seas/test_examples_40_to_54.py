"""The worked examples RS-EX-40 to RS-EX-54, number by number: land, ports, ambushes, the score."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import example, rule
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    E,
    F,
    act,
    ambush,
    asked,
    captain,
    chances,
    count_up,
    deal,
    finish,
    gold,
    mask,
    names,
    next_turn,
    options,
    placements,
    play,
    prov,
    refused,
    reveal,
    score,
    story,
    voyage,
    where,
    wind,
)


@example("RS-EX-40")
@rule("RS-12.6", "RS-12.9", "RS-12.11", "RS-2.12")
@pytest.mark.parametrize(
    ("choices", "cannons", "left"),
    [(("build", "build"), 2, "0/15"), (("build", "done"), 1, "5/15"), (("done",), 0, "5/15")],
)
def test_ex_40_building_from_surplus(choices: tuple[str, ...], cannons: int, left: str) -> None:
    p = voyage(cell="K3")
    captain(p, A, prov="5/10")
    act(p, die=4)
    play(p, A, "explore K2")
    assert (gold(p, A), prov(p, A)) == ("3/3", "10/15")
    play(p, A, *choices)
    assert (p.captains[A].cannons, prov(p, A)) == (cannons, left)
    assert asked(p, A) is None


@example("RS-EX-41")
@rule("RS-12.10", "RS-2.5")
def test_ex_41_third_cannon() -> None:
    p = voyage(cell="K3")
    captain(p, A, ship=2, cannons=2, prov="5/15")
    act(p, die=1)
    play(p, A, "explore J3")
    assert (story(p, A), prov(p, A)) == (1, "9/19")
    without = play(p.clone(), A, "done")
    assert prov(without, A) == "6/19"
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A)) == (3, "6/21")
    assert score(p)["star_provisions"][A] == 1
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A)) == (4, "1/21")


@example("RS-EX-42")
@rule("RS-12.5", "RS-12.7", "RS-12.11")
@pytest.mark.parametrize(
    ("face", "stories", "gold_then", "prov_then"),
    [(6, 2, "2/2", "5/6"), (1, 1, "0/0", "5/9"), (2, 2, "1/1", "5/7")],
)
def test_ex_42_monolith(face: int, stories: int, gold_then: str, prov_then: str) -> None:
    p = act(voyage(cell="E3"), die=1)
    play(p, A, "explore E2", f"face {face}")
    assert options(p, A) == ["build", "done"]
    play(p, A, "done")
    assert (story(p, A), gold(p, A), prov(p, A)) == (stories, gold_then, prov_then)
    assert p.captains[A].monoliths == 1


def drift_to(p: RollingPosition, turn: int) -> None:
    """Everybody stays and chance deals its first outcome until the action phase of a turn."""
    while p.turn < turn or asked(p, F) != "Action":
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            finish(p)


@example("RS-EX-43")
@rule("RS-14.1", "RS-12.8")
def test_ex_43_treasure_race() -> None:
    p = voyage(seats=6, turn=12, cell="E3")
    for seat in range(6):
        captain(p, seat, explored="O3 J9")
    act(p)
    for turn, seats in ((12, (A, B)), (14, (C, D)), (20, (E,)), (22, (F,))):
        drift_to(p, turn)
        assert p.turn == turn
        for seat in seats:
            play(p, seat, "explore E2", f"face {p.die}")
    assert [c.treasure for c in p.captains] == [15, 15, 10, 10, 5, 5]
    assert score(p)["star_treasure"] == (15, 15, 10, 10, 5, 5)


@example("RS-EX-44")
@rule("RS-13.2", "RS-13.6", "RS-13.7", "RS-13.8")
def test_ex_44_a_rich_port() -> None:
    p = voyage()
    captain(p, A, told="L5 G13", renown=(3, 8), story=12, gold="10/14", prov="2/21")
    act(p)
    play(p, A, "visit G7")
    assert (p.captains[A].renown, story(p, A)) == ([3, 8, 12], 13)
    play(p, A, "buy ship")
    assert gold(p, A) == "6/14"
    play(p, A, "buy ship")
    assert (gold(p, A), p.captains[A].ship) == ("1/14", 2)
    assert score(p)["star_ships"][A] == 4
    play(p, A, "fill")
    assert (gold(p, A), prov(p, A), wind(p, A)) == ("0/14", "10/29", "1/1")
    # Only `done` was left; the stored wind may be used
    assert asked(p, A) == "AfterAction"


@example("RS-EX-45")
@rule("RS-13.3", "RS-13.5", "RS-13.10")
def test_ex_45_told_port_again() -> None:
    def told(gold: str, prov: str) -> RollingPosition:
        p = voyage()
        captain(p, A, told="G7", gold=gold, prov=prov)
        return act(p)

    for purse, held in (("0/0", "5/5"), ("1/1", "5/5"), ("2/2", "5/5"), ("0/0", "4/5")):
        poor = told(purse, held)
        assert options(poor, A, "visit") == []
        assert refused(poor, A, "visit G7") == "RS-13.10"
    p = play(told("1/1", "4/5"), A, "visit G7")
    assert options(p, A) == ["fill", "done"]
    p = play(told("3/3", "5/5"), A, "visit G7")
    assert options(p, A) == ["buy cannon", "done"]
    p = play(told("8/8", "4/5"), A, "visit G7", "buy cannon")
    assert gold(p, A) == "5/8"
    play(p, A, "buy ship")
    assert gold(p, A) == "1/8"
    play(p, A, "fill")
    assert (gold(p, A), prov(p, A)) == ("0/8", "6/7")


@example("RS-EX-46")
@rule("RS-7.17", "RS-7.18")
@pytest.mark.parametrize(
    ("ship", "hidden", "visible"),
    [("I8", "K8 K7", ""), ("L8", "P8", "O8"), ("H7", "F8", ""), ("D7", "", "E8")],
)
def test_ex_46_sight(ship: str, hidden: str, visible: str) -> None:
    p = voyage(ambush="true", cell=ship)
    reveal(p, "ambush_left")
    for cell in hidden.split():
        assert f"centre {cell}" in options(p, B)
    for cell in visible.split():
        assert refused(p, B, f"centre {cell}") == "RS-7.17"


@example("RS-EX-46")
@rule("RS-7.15", "RS-7.17")
def test_ex_46_how_far_a_ship_at_h7_sees() -> None:
    p = reveal(voyage(ambush="true"), "ambush_left")
    seen = p.table.seen_from(p.captains[A].cell) & p.table.sea & ~mask("H7")
    assert seen.bit_count() == 27
    assert (p.table.sea & ~mask("H7") & ~seen).bit_count() == 182
    assert len(options(p, B, "centre")) == 179


def into_the_ambush() -> RollingPosition:
    """RS-EX-47 up to the first roll of the combat."""
    p = voyage(ambush="true")
    captain(p, A, cell="I8", cannons=1)
    captain(p, B, cannons=2)
    reveal(p, "ambush_left", keep="calm_03")
    play(p, B, "centre K8")
    assert options(p, B) == [f"dot {cell}" for cell in ("J7", "K7", "L7", "L8", "K9")]
    play(p, B, "dot K7", "dot L7")
    finish(p, A)
    deal(p, "winds ne e n", "die 1")
    play(p, A, "sail ne", "step ne", "step e", "end")
    assert where(p, A) == "K7"
    play(p, B, "stay")
    return p


@example("RS-EX-47")
@rule("RS-7.16", "RS-14.2", "RS-14.4", "RS-14.5", "RS-14.6", "RS-14.7", "RS-14.8")
@pytest.mark.parametrize(("spoils", "gain"), [("gold", ("2/2", "5/5")), ("provisions", None)])
def test_ex_47_ambush_repelled(spoils: str, gain: tuple[str, str] | None) -> None:
    p = into_the_ambush()
    assert set(chances(p)) == {f"ambush_roll {face}" for face in range(1, 7)}
    deal(p, "ambush_roll 2")
    assert set(chances(p)) == {f"defence_roll {face}" for face in range(1, 7)}
    deal(p, "defence_roll 5")
    # 2 + 2 against 5 + 1
    assert options(p, A) == ["spoils gold", "spoils provisions"]
    assert story(p, A) == 3
    play(p, A, f"spoils {spoils}")
    assert (gold(p, A), prov(p, A)) == (gain or ("0/0", "5/8"))
    # Seat 2 has no gold, so provisions are lost
    assert (story(p, B), prov(p, B)) == (1, "3/5")
    assert asked(p, B) is None


@example("RS-EX-47")
@rule("RS-14.4", "RS-14.6", "RS-14.9")
def test_ex_47_tie_and_first_roll() -> None:
    p = deal(into_the_ambush(), "ambush_roll 3", "defence_roll 4")
    assert (story(p, A), story(p, B)) == (2, 2)
    assert set(chances(p)) & {"card kraken", "card calm_03"}

    p = deal(into_the_ambush(), "ambush_roll 6")
    assert options(p, B) == ["spoils gold", "spoils provisions"]
    assert story(p, B) == 3


@example("RS-EX-47")
@rule("RS-14.2")
def test_ex_47_the_ambush_is_spent() -> None:
    p = deal(into_the_ambush(), "ambush_roll 3", "defence_roll 4")
    next_turn(p, "calm_03", winds="s e w")
    play(p, A, "sail s", "step s")
    assert where(p, A) == "K8"
    finish(p)
    assert "card kraken" in chances(p)


def lost(story: int, gold: str, prov: str) -> RollingPosition:
    """RS-EX-48: seat 1 has run into an ambush and the ambusher has taken the spoils."""
    p = voyage(ambush="true", cell="I8")
    captain(p, A, story=story, gold=gold, prov=prov)
    ambush(p, A, B, "K8", "J7")
    act(p, winds="ne e n")
    play(p, A, "sail ne", "step ne")
    finish(p)
    deal(p, "ambush_roll 6")
    return play(p, B, "spoils gold")


@example("RS-EX-48")
@rule("RS-14.8", "RS-14.10")
def test_ex_48_losing() -> None:
    p = lost(11, "0/4", "1/9")
    assert (story(p, A), gold(p, A), prov(p, A)) == (12, "0/5", "1/9")
    assert wind(p, A) == "1/1"
    assert asked(p, A) is None
    p = lost(7, "0/0", "1/9")
    assert (story(p, A), gold(p, A), prov(p, A)) == (8, "0/0", "0/9")
    assert asked(p, A) is None
    p = lost(7, "0/0", "0/9")
    assert (story(p, A), gold(p, A), prov(p, A)) == (8, "0/0", "0/9")
    assert asked(p, A) is None
    p = lost(7, "2/2", "3/9")
    assert options(p, A) == ["lose gold", "lose provisions"]
    assert gold(play(p.clone(), A, "lose gold"), A) == "1/2"
    assert prov(play(p.clone(), A, "lose provisions"), A) == "1/9"


def solo_rocks(card: str, trail: str = "") -> set[str]:
    p = voyage(seats=1)
    captain(p, A, trail=trail)
    reveal(p, card)
    return set(placements(p, A)) if asked(p, A) else {names(p.captains[A].rocks)}


@example("RS-EX-49")
@rule("RS-16.3", "RS-16.4")
def test_ex_49_solo_rocks() -> None:
    assert solo_rocks("reefs") == {"C1 D1", "D1 E1"}
    assert solo_rocks("reefs", trail="D1") == {"B1 C1", "C1 C2", "E1 F1"}
    # A lone placement is drawn without asking
    assert solo_rocks("devils_teeth") == {"B5 C5 D5"}
    assert solo_rocks("needles") == {"R10 Q11"}
    around_j7 = solo_rocks("shoal")
    assert len(around_j7) == 8
    assert all("J7" in cells.split() for cells in around_j7)


@example("RS-EX-50")
@rule("RS-16.5")
@pytest.mark.parametrize(("turn", "stars"), [(15, 15), (16, 10), (20, 10), (21, 5)])
def test_ex_50_solo_treasure(turn: int, stars: int) -> None:
    p = voyage(seats=1, turn=turn, cell="E3")
    captain(p, A, explored="O3 J9")
    act(p)
    play(p, A, "explore E2", "face 1")
    assert score(p)["star_treasure"] == (stars,)


def title(p: RollingPosition) -> str | None:
    (total,) = [line for line in RULES.score_sheet(p) if line.id == "total"]
    (said,) = total.details or (None,)
    return said.id if said else None


@example("RS-EX-50")
@rule("RS-16.6")
@pytest.mark.parametrize(
    ("total", "number"), [(-3, 1), (75, 1), (76, 2), (125, 2), (126, 3), (250, 7), (251, 8)]
)
def test_ex_50_solo_titles(total: int, number: int) -> None:
    p = voyage(seats=1)
    # Beside the home port 10, four pirates -20, so the story must make up for the rest
    captain(p, A, story=7)
    if total > 0:
        captain(p, A, told="L5", renown=(total + 3,))
    count_up(p)
    assert p.scores == [total]
    assert title(p) == f"rs.title.{number}"


@example("RS-EX-51")
@rule("RS-15.1", "RS-15.2", "RS-15.3", "RS-15.4", "RS-15.5")
def test_ex_51_scoring() -> None:
    p = voyage(seats=1)
    captain(
        p,
        A,
        told="S3 A4 L5 Q9 A13",
        renown=(4, 11, 19, 27, 33),
        story=38,
        trail="G4 P6 D12",
        ship=3,
        prov="4/47",
        gold="2/18",
        cannons=2,
        explored="E2 O3",
    )
    count_up(p)
    lines = {id: points[A] for id, points in score(p).items()}
    assert sum(lines[f"port_{number}"] for number in range(1, 9)) == 94
    assert [lines[f"port_{number}"] for number in range(1, 6)] == [4, 11, 19, 27, 33]
    assert (lines["final_story"], lines["pirates"], lines["end_port"]) == (38, -5, 10)
    stars = {id: value for id, value in lines.items() if id.startswith("star_")}
    assert stars == {
        "star_ships": 4,
        "star_provisions": 3,
        "star_gold": 1,
        "star_story": 2,
        "star_cannons": 0,
        "star_treasure": 0,
        "star_ports": 0,
    }
    assert sum(stars.values()) == 10
    assert lines["total"] == p.scores[A] == 147
    assert title(p) == "rs.title.3"


@example("RS-EX-52")
@rule("RS-15.6", "RS-15.7")
@pytest.mark.parametrize(
    ("first_prov", "ranks"), [("3/5", [2, 1, 3, 4]), ("5/5", [1, 1, 3, 4])], ids=["apart", "tied"]
)
def test_ex_52_ties(first_prov: str, ranks: list[int]) -> None:
    p = voyage(seats=4)
    for seat, total, held, left in (
        (A, 159, "2/2", first_prov),
        (B, 159, "2/2", "5/5"),
        (C, 159, "1/1", "10/10"),
        (D, 120, "4/4", "5/5"),
    ):
        # A ship with a hold of 10 brings 4 more
        ship = 3 if left == "10/10" else 1
        stars = 4 if ship == 3 else 0
        captain(p, seat, told="L5", renown=(total + 10 - stars,), gold=held, prov=left, ship=ship)
    count_up(p)
    assert p.scores == [159, 159, 159, 120]
    assert p.ranks == ranks


@example("RS-EX-53")
@rule("RS-15.3", "RS-1.3")
@pytest.mark.parametrize(
    ("home", "ship", "renown"),
    [("G7", "H7", 10), ("G7", "G8", 10), ("G7", "H8", 0), ("L5", "H7", 5)],
)
def test_ex_53_end_port(home: str, ship: str, renown: int) -> None:
    p = count_up(voyage(cell=ship, home=home))
    assert score(p)["end_port"] == (renown, renown)


@example("RS-EX-54")
@rule("RS-5.4", "RS-2.14")
def test_ex_54_power_at_the_top() -> None:
    def powers(card: str, monsters: int, pirates: int) -> RollingPosition:
        p = voyage()
        captain(p, A, monsters=monsters, pirates=pirates)
        reveal(p, card)
        assert asked(p, A) is None
        return p

    p = powers("calm_10", 7, 3)
    assert (p.captains[A].monster_power, p.captains[A].pirate_power) == (7, 4)
    p = powers("calm_10", 7, 7)
    assert (p.captains[A].monster_power, p.captains[A].pirate_power) == (7, 7)
    p = powers("calm_18", 7, 6)
    assert (p.captains[A].monster_power, p.captains[A].pirate_power) == (7, 7)
    assert wind(p, A) == "1/1"
