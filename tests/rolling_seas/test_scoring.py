"""The end of the game: every line of the score, and the ranks.  RS-15"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    captain,
    count_up,
    score,
    story,
    voyage,
)

OPEN_SEA = "K12"
COUNTED = (
    *(f"port_{number}" for number in range(1, 9)),
    "final_story",
    "pirates",
    "end_port",
    "star_ships",
    "star_provisions",
    "star_gold",
    "star_story",
    "star_cannons",
    "star_treasure",
    "star_ports",
)
NOT_COUNTED = ("total", "tie_gold", "tie_provisions")


def ending(cell: str = OPEN_SEA, home: str = "G7") -> RollingPosition:
    """Two ships in the open sea, without anything that counts but four unmet pirates."""
    p = voyage(cell=OPEN_SEA, home=home)
    captain(p, A, cell=cell)
    return p


@rule("RS-15.1")
@pytest.mark.parametrize("cell", [OPEN_SEA, "H7"])
def test_the_final_story_counts_anywhere_and_gives_no_more_story(cell: str) -> None:
    p = ending(cell)
    captain(p, A, story=23)
    count_up(p)
    assert score(p)["final_story"] == (23, 0)
    assert story(p, A) == 23


@rule("RS-15.2")
@pytest.mark.parametrize(
    ("met", "points"), [("", -20), ("G4", -15), ("G4 P6 D12", -5), ("G4 P6 D12 K14", 0)]
)
def test_five_for_every_pirate_never_met(met: str, points: int) -> None:
    p = ending()
    captain(p, A, trail=met)
    assert score(count_up(p))["pirates"] == (points, -20)


@rule("RS-15.3")
@pytest.mark.parametrize(
    ("cell", "home", "points"),
    [
        ("H7", "G7", 10),
        ("G8", "G7", 10),
        ("H7", "L5", 5),
        ("H8", "G7", 0),
        (OPEN_SEA, "G7", 0),
    ],
)
@pytest.mark.parametrize("told", ["", "G7 L5"])
def test_the_port_where_the_ship_ends(cell: str, home: str, points: int, told: str) -> None:
    p = ending(cell, home)
    captain(p, A, told=told)
    assert score(count_up(p))["end_port"][A] == points


@rule("RS-15.4")
def test_stars_of_the_ships() -> None:
    for ship, stars in ((1, 0), (2, 1), (3, 4)):
        p = ending()
        captain(p, A, ship=ship)
        assert score(count_up(p))["star_ships"][A] == stars


@rule("RS-15.4")
@pytest.mark.parametrize(
    ("line", "changes", "stars"),
    [
        ("star_provisions", {"prov": "0/19"}, 0),
        ("star_provisions", {"prov": "0/20"}, 1),
        ("star_provisions", {"prov": "0/35"}, 2),
        ("star_provisions", {"prov": "0/45"}, 3),
        ("star_provisions", {"prov": "0/55"}, 4),
        ("star_provisions", {"prov": "0/60"}, 6),
        ("star_gold", {"gold": "0/14"}, 0),
        ("star_gold", {"gold": "0/15"}, 1),
        ("star_gold", {"gold": "0/25"}, 3),
        ("star_gold", {"gold": "0/30"}, 6),
        ("star_story", {"story": 29}, 0),
        ("star_story", {"story": 30}, 1),
        ("star_story", {"story": 36}, 2),
        ("star_story", {"story": 42}, 3),
        ("star_story", {"story": 48}, 4),
        ("star_story", {"story": 54}, 6),
        ("star_story", {"story": 60}, 9),
        ("star_cannons", {"cannons": 6}, 0),
        ("star_cannons", {"cannons": 7}, 10),
        ("star_treasure", {"explored": "E2 O3 J9", "treasure": 10}, 10),
        ("star_ports", {"told": "S3 A4 L5 G7 Q9 A13 G13"}, 0),
        ("star_ports", {"told": "S3 A4 L5 G7 Q9 A13 G13 N13"}, 10),
    ],
)
def test_stars_of_tracks_cannons_treasure_and_ports(
    line: str, changes: dict[str, object], stars: int
) -> None:
    p = ending()
    captain(p, A, **changes)  # type: ignore[arg-type]
    count_up(p)
    assert score(p)[line] == (stars, 0)
    others = sum(score(p)[other][A] for other in COUNTED if other.startswith("star_"))
    assert others == stars


@rule("RS-15.5")
def test_the_score_is_the_sum_of_its_lines() -> None:
    p = ending("H7")
    captain(
        p,
        A,
        ship=2,
        story=31,
        prov="3/21",
        gold="4/16",
        cannons=7,
        told="L5 G7 A4",
        renown=(4, 9, 15),
        explored="E2 O3 J9",
        treasure=15,
        trail="G4",
    )
    count_up(p)
    lines = score(p)
    assert tuple(lines) == (*COUNTED, *NOT_COUNTED)
    assert [lines[f"port_{number}"][A] for number in range(1, 9)] == [4, 9, 15, 0, 0, 0, 0, 0]
    # 28 in ports, story 31, pirates -15, home 10, stars 1 + 1 + 1 + 1 + 10 + 15
    assert lines["total"][A] == 28 + 31 - 15 + 10 + 29 == 83
    assert p.scores[A] == 83


@rule("RS-15.5")
def test_a_score_may_be_negative() -> None:
    assert count_up(ending()).scores == [-20, -20]


def ranked(*sheets: tuple[int, int, int]) -> list[int]:
    """The ranks of players with this story, gold and provisions, being equal otherwise."""
    p = voyage(len(sheets), cell=OPEN_SEA)
    for seat, (told, gold, held) in enumerate(sheets):
        captain(p, seat, story=told, gold=f"{gold}/9", prov=f"{held}/9")
    return count_up(p).ranks


@rule("RS-15.6")
def test_the_highest_score_wins() -> None:
    assert ranked((10, 9, 5), (11, 0, 0)) == [2, 1]


@rule("RS-15.6")
def test_ties_are_broken_by_gold_then_by_provisions() -> None:
    assert ranked((10, 2, 5), (10, 3, 0)) == [2, 1]
    assert ranked((10, 2, 3), (10, 2, 4)) == [2, 1]
    assert ranked((10, 2, 4), (10, 2, 4)) == [1, 1]


@rule("RS-15.6")
def test_tie_breakers_are_held_not_circled_and_do_not_count() -> None:
    p = voyage(cell=OPEN_SEA)
    captain(p, A, gold="1/4", prov="1/9")
    captain(p, B, gold="2/3", prov="0/5")
    count_up(p)
    assert (p.scores, p.ranks) == ([-20, -20], [2, 1])
    assert (score(p)["tie_gold"], score(p)["tie_provisions"]) == ((1, 2), (1, 0))


@rule("RS-15.7")
def test_the_same_comparison_orders_all_ranks() -> None:
    sheets = [(5, 0, 0), (9, 1, 1), (9, 1, 2), (9, 2, 0), (5, 0, 0), (4, 9, 5)]
    assert ranked(*sheets) == [4, 3, 2, 1, 4, 6]
