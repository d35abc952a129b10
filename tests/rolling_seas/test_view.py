"""What a viewer sees: everything public, the own open window, and nothing else."""

from __future__ import annotations

from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    ambush,
    captain,
    count_up,
    draw,
    finish,
    play,
    reveal,
    seen,
    start,
    voyage,
)


def test_a_board_is_seen_with_what_is_used_and_where_currents_lead() -> None:
    p = voyage(seats=1)
    draw(p, A, "open_sea_stream", "H8", 1, used="H11")
    draw(p, A, "reefs", "D1")
    board = seen(p, A).players[A]
    stream, reefs = board.drawings
    assert (stream.card, stream.type, stream.exit) == ("open_sea_stream", "current", "H12")
    assert stream.cells == ("H8", "H9", "H10", "H11")
    assert stream.used == (False, False, False, True)
    assert (reefs.cells, reefs.exit) == (("D1", "E1"), "")
    # A view is worked out once per drawing: another trail must not see an old one
    captain(p, A, trail="H10")
    assert seen(p, A).players[A].drawings[0].used == (False, False, True, True)
    assert stream.used == (False, False, False, True)


def test_pirates_ports_and_land_are_told_apart_by_what_was_done_there() -> None:
    p = voyage()
    captain(p, A, trail="G4", told="G7 S3", explored="E2")
    board = seen(p).players[A]
    assert board.met == ("G4",)
    assert board.unmet == ("P6", "D12", "K14")
    assert board.told == ("S3", "G7")
    assert (board.explored, board.monoliths) == (("E2",), 1)
    assert seen(p).players[B].unmet == ("G4", "P6", "D12", "K14")


def test_ambushes_are_seen_by_everybody() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "Q12", "Q13 R13")
    ambush(p, A, B, "C4", spent=True)
    for viewer in (A, B, None):
        first, second = seen(p, viewer).players[A].ambushes
        assert (first.ambusher, first.centre, first.dots) == (B, "Q12", ("Q13", "R13"))
        assert (first.spent, second.spent) == (False, True)


def test_only_who_draws_is_shown_the_board_to_draw_on() -> None:
    p = reveal(voyage(seats=3), "reefs")
    drawing = seen(p, A).drawing
    assert drawing is not None
    assert (drawing.board, drawing.card.id, drawing.card.passed) == (C, "reefs", "left")
    assert (drawing.card.row, drawing.card.column, drawing.card.axis) == (1, "D", "")
    assert seen(p).drawing is None
    finish(p, A)
    assert seen(p, A).drawing is None
    assert seen(p, B).drawing is not None


def test_solo_rocks_show_their_axis_and_are_not_passed() -> None:
    card = seen(reveal(voyage(seats=1), "devils_teeth"), A).card
    assert card is not None
    assert (card.axis, card.passed) == ("column", "")


def test_calm_sea_cards_show_what_they_give() -> None:
    card = seen(reveal(voyage(), "calm_14")).card
    assert card is not None
    assert (card.type, card.provisions, card.monsters, card.either) == ("calm", 1, 1, False)
    choice = seen(reveal(voyage(), "calm_10")).card
    assert choice is not None
    assert choice.either


def test_the_others_see_a_navigation_only_when_all_have_finished() -> None:
    p = act(voyage(), winds="e ne w")
    before = seen(p, B)
    play(p, A, "sail e", "step e")
    mine = seen(p, A)
    assert mine.players[A].cell == "I7"
    assert mine.sailing is not None
    assert (mine.sailing.wind, mine.sailing.points) == ("e", 2)
    assert mine.sailing.costs == (3, 2, 1, 2, 3, 4, 5, 4)
    assert seen(p, B) == before
    assert seen(p).players[A].cell == "H7"
    finish(p, A)
    assert seen(p, B).players[A].cell == "H7"
    finish(p, B)
    assert seen(p, B).players[A].cell == "I7"


def test_the_cost_of_every_direction_is_shown_for_every_die() -> None:
    view = seen(act(voyage(), winds="n n e", die=4))
    assert (view.winds, view.die) == (("n", "n", "e"), 4)
    assert view.wind_costs[0] == view.wind_costs[1] == (1, 2, 3, 4, 5, 4, 3, 2)
    assert view.faces[view.die - 1] == (0, 2, 4)


def test_cards_are_seen_when_they_are_revealed_and_no_earlier() -> None:
    p = start(2, "kraken")
    assert seen(p).seen == ("kraken",)
    assert seen(p).turn == 0
    later = reveal(voyage(), "calm_03", keep="kraken")
    assert "calm_03" in seen(later).seen
    assert "kraken" not in seen(later).seen


def test_the_end_of_a_solo_game_has_a_title_except_with_the_short_deck() -> None:
    p = voyage(seats=1)
    captain(p, A, told="S3", renown=(60,), story=60)
    count_up(p)
    assert (p.scores, seen(p).title) == ([60 + 60 - 20 + 10 + 9], 2)
    assert seen(count_up(voyage(seats=1, deck="short"))).title == 0
    assert seen(count_up(voyage(seats=2))).title == 0
    assert seen(act(voyage(seats=1))).title == 0


def test_how_currents_end_is_part_of_the_view() -> None:
    assert not seen(voyage()).stops_on_last
    assert seen(voyage(current_exit="last")).stops_on_last
