"""Playing alone: rocks, the treasure, the titles.  RS-16"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.chart import king_distance
from quarterdeck.games.rolling_seas.names import CELLS, DRAWN, WIDTH
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    RULES,
    A,
    act,
    captain,
    cell,
    chances,
    count_up,
    deal,
    names,
    options,
    play,
    refused,
    reveal,
    score,
    seen,
    start,
    voyage,
)


def ways_to_draw(p: RollingPosition) -> list[str]:
    """Every drawing the player may make, as a set of cells in reading order."""
    found = []
    # A lone anchor is taken without asking, and so is a lone turn
    for anchor in options(p, A, "anchor") or [""]:
        trial = play(p.clone(), A, anchor) if anchor else p
        turned = [play(trial.clone(), A, turn) for turn in options(trial, A, "turn")]
        found += [names(each.captains[A].rocks) for each in turned or [trial]]
    return found


@rule("RS-16.1")
def test_one_player_plays_a_whole_game() -> None:
    p = start(1, "kraken", "maelstrom")
    play(p, A, "home G7", "start H7")
    deal(p, "card calm_01", "winds n e s", "die 4")
    assert p.captains[A].gold == 2
    play(p, A, "visit G7")
    assert p.captains[A].renown == [0]


@rule("RS-16.2")
def test_there_are_no_ambush_cards() -> None:
    p = start(1, "kraken", "maelstrom", ambush="true")
    play(p, A, "home G7", "start H7")
    assert not [card for card in chances(p) if "ambush" in card]
    assert sum("calm" not in card for card in chances(p)) == 22


@rule("RS-16.3")
def test_rocks_are_drawn_on_the_own_board() -> None:
    p = reveal(voyage(1), "reefs")
    view = seen(p, A)
    assert view.drawing is not None
    assert view.drawing.board == A
    assert view.drawing.card.axis == "row"
    play(p, A, options(p, A)[0])
    assert p.captains[A].rocks


@rule("RS-16.3", "RS-16.4")
def test_set_up_rocks_follow_the_solo_rules() -> None:
    p = start(1)
    deal(p, "setup_card devils_teeth")
    # One placement covers B5, so it is made without asking
    assert names(p.captains[A].rocks) == "B5 C5 D5"


# The stages of RS-16.4


@rule("RS-16.4")
@pytest.mark.parametrize(("card", "crossing"), [("reefs", "D1"), ("breakers", "H15")])
def test_first_the_crossing(card: str, crossing: str) -> None:
    p = reveal(voyage(1), card)
    found = ways_to_draw(p)
    assert len(found) > 1
    assert all(crossing in cells.split() for cells in found)
    assert len(set(found)) == len(found)


@rule("RS-16.4")
def test_the_other_drawings_are_closed_by_this_rule() -> None:
    p = reveal(voyage(1), "reefs")
    assert refused(p, A, "anchor L14") == "RS-16.4"


@rule("RS-16.4")
def test_then_the_nearest_on_the_marked_axis() -> None:
    # D1 is on the trail; the marked axis of the reefs is the row
    p = voyage(1)
    captain(p, A, trail="D1")
    reveal(p, "reefs")
    assert sorted(ways_to_draw(p)) == ["B1 C1", "C1 C2", "E1 F1"]


@rule("RS-16.4")
def test_the_marked_axis_may_be_the_column() -> None:
    # J8 is land and lies on column J; J7 is the nearest sea on it, row 8 has nearer ones too
    p = reveal(voyage(1), "shoal")
    found = ways_to_draw(p)
    assert len(found) == 8
    assert all("J7" in cells.split() for cells in found)


@rule("RS-16.4")
def test_further_along_the_marked_axis_if_need_be() -> None:
    p = voyage(1)
    captain(p, A, trail="B1 C1 D1 E1 F1 C2 F2")
    reveal(p, "reefs")
    # The next free cell of row 1 is G1, three from the crossing
    assert sorted(ways_to_draw(p)) == ["G1 G2", "G1 H1"]


ROW_1 = " ".join(f"{column}1" for column in "BCDEFGHIJKLMNOPQR")


@rule("RS-16.4")
def test_then_the_nearest_on_the_other_axis() -> None:
    # No sea is left on row 1; column D begins with land, its first sea is D4
    p = voyage(1)
    captain(p, A, trail=ROW_1)
    reveal(p, "reefs")
    found = ways_to_draw(p)
    assert sorted(found) == ["C4 D4", "D4 D5", "D4 E4"]


@rule("RS-16.4")
def test_at_last_anywhere() -> None:
    p = voyage(1)
    column_d = "D1 D4 D5 D6 D7 D11 D12 D13 D14 D15"
    captain(p, A, trail=f"{ROW_1} {column_d}")
    reveal(p, "reefs")
    found = ways_to_draw(p)
    assert len(found) > 200
    assert "L14 M14" in found


@rule("RS-16.4")
def test_every_stage_agrees_with_a_count_by_hand() -> None:
    """For all rocks on all boards: the drawings offered are the nearest of the first stage."""
    for board in ("map_1", "map_2", "map_3", "map_4"):
        for card in DRAWN[18:]:
            p = voyage(1, cell="H10" if board != "map_3" else "G10", home="G7", map=board)
            table = p.table
            drawn = table.box.adventures[DRAWN.index(card)]
            crossing = drawn.row * WIDTH + drawn.column
            free = [each for each in range(CELLS) if p.captains[A].blank() >> each & 1]
            on_row = [each for each in free if each // WIDTH == drawn.row]
            on_column = [each for each in free if each % WIDTH == drawn.column]
            marked = on_column if drawn.axis else on_row
            reveal(p, card)
            found = ways_to_draw(p)
            for cells in found:
                covered = [cell(name) for name in cells.split()]
                if crossing in free and crossing in covered:
                    continue
                reached = [king_distance(c, crossing) for c in covered if c in marked]
                assert reached, (board, card, cells)
            least = {
                min(king_distance(cell(n), crossing) for n in cells.split() if cell(n) in marked)
                for cells in found
            }
            assert len(least) == 1


@rule("RS-16.4")
def test_all_other_tests_apply() -> None:
    """The ship at C5 lies in the one way to cover the crossing B5; the other would close A4.

    On column B the nearest drawing that leaves B4 free ends at B3.
    """
    p = reveal(voyage(1, cell="C5", home="A4"), "devils_teeth")
    assert ways_to_draw(p) == ["B1 B2 B3"]


# The treasure and the titles


@rule("RS-16.5")
@pytest.mark.parametrize(
    ("turn", "stars"), [(1, 15), (15, 15), (16, 10), (20, 10), (21, 5), (25, 5)]
)
def test_the_treasure_depends_on_the_turn(turn: int, stars: int) -> None:
    p = voyage(1, turn=turn, cell="E3")
    captain(p, A, explored="O3 J9", prov="0/5")
    act(p, die=3)
    play(p, A, "explore E2", "face 3")
    assert p.captains[A].treasure == stars


@rule("RS-16.5")
def test_turns_are_counted_by_all_cards_of_the_deck() -> None:
    p = start(1, "kraken", "maelstrom")
    play(p, A, "home G7", "start H7")
    for turn in range(1, 22):
        calm = [card for card in chances(p) if "calm" in card]
        deal(p, calm[0] if calm and turn % 2 else next(c for c in chances(p) if c not in calm))
        while not p.chance:
            play(p, A, options(p, A)[0])
        deal(p, "winds n e s", "die 1")
        assert (p.turn, p.tier) == (turn, 0 if turn <= 15 else 1 if turn <= 20 else 2)
        play(p, A, "stay")


@rule("RS-16.5")
def test_a_tier_does_not_close_by_taking_it() -> None:
    p = voyage(1, turn=3, cell="E3")
    captain(p, A, explored="O3 J9", prov="0/5")
    act(p, die=3, keep="calm_03")
    play(p, A, "explore E2", "face 4")
    deal(p, "card calm_03", "winds n e s", "die 1")
    assert p.tier == 0


def title(total: int, deck: str = "standard") -> tuple[int, str]:
    """The title for a score, and the message beside the total."""
    p = voyage(1, cell="K12", deck=deck)
    # -20 for the pirates; the rest is written in one port
    captain(p, A, told="G7", renown=(total + 20,))
    count_up(p)
    assert p.scores == [total]
    (line,) = [line for line in RULES.score_sheet(p) if line.id == "total"]
    said = line.details[0].id if line.details and line.details[0] else ""
    return seen(p).title, said


@rule("RS-16.6")
@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (-20, 1),
        (0, 1),
        (75, 1),
        (76, 2),
        (125, 2),
        (126, 3),
        (150, 3),
        (151, 4),
        (175, 4),
        (176, 5),
        (200, 5),
        (201, 6),
        (225, 6),
        (226, 7),
        (250, 7),
        (251, 8),
        (400, 8),
    ],
)
@pytest.mark.parametrize("deck", ["standard", "stormy"])
def test_titles(total: int, expected: int, deck: str) -> None:
    assert title(total, deck) == (expected, f"rs.title.{expected}")


@rule("RS-16.7")
@pytest.mark.parametrize("total", [0, 130, 300])
def test_the_short_deck_gives_no_title(total: int) -> None:
    assert title(total, "short") == (0, "")


@rule("RS-16.6")
def test_only_a_solo_game_gives_a_title() -> None:
    p = count_up(voyage(2))
    assert seen(p).title == 0
    assert score(p)["total"] == (-10, -10)
