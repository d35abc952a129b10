"""Where everything lies, as numbers: the ship, the chart, the sheets and what is asked."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.details import DETAILS
from quarterdeck.games.rolling_seas.names import CARDS, CELL_NAMES
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.view import view
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    C,
    act,
    ambush,
    captain,
    count_up,
    deal,
    draw,
    finish,
    play,
    reveal,
    set_out,
    voyage,
)


def tell(p: RollingPosition, seat: int = A) -> dict[str, float]:
    """The details a seat is told, by name."""
    return dict(zip(DETAILS.names, RULES.detail(p, seat), strict=True))


def find(told: dict[str, float], field: str, value: float = 1) -> str:
    """The words of a field that have this value: "H7 I7"."""
    parent = f"{field}."
    words = [name.removeprefix(parent) for name in told if name.startswith(parent)]
    return " ".join(word for word in words if "." not in word and told[parent + word] == value)


# The table


def test_the_map_is_told_as_it_is_printed() -> None:
    told = tell(act(voyage()))
    assert find(told, "printed") == "map_1"
    assert find(told, "map.place") == "S3 A4 L5 G7 Q9 A13 G13 N13"
    assert find(told, "map.place", -1) == "E2 O3 J9"
    assert find(told, "map.land", -1) == "G4 P6 D12 K14"
    assert find(told, "map.icon") == "O4 B6 F7 N14"
    assert find(told, "map.icon", -1) == "K2 D10 A11 R14"
    assert find(told, "map.icon", 0.5) == "J3 D8 S10 P11"
    assert (told["map.land.G7"], told["map.land.J9"], told["map.land.H7"]) == (1, 1, 0)


def test_a_generated_map_is_told_cell_by_cell() -> None:
    p = set_out(voyage(map="generated:7"))
    told = tell(p)
    assert find(told, "printed") == ""
    signs = dict(zip(CELL_NAMES, "".join(p.table.grid), strict=True))
    assert find(told, "map.place").split() == [cell for cell in signs if signs[cell] == "P"]
    assert find(told, "map.land").split() == [cell for cell in signs if signs[cell] not in ".X"]
    assert find(told, "map.land") != find(tell(act(voyage())), "map.land")


def test_options_are_told() -> None:
    plain = tell(act(voyage()))
    assert (find(plain, "deck"), plain["stops_on_last"], plain["mirrored"]) == ("standard", 0, 0)
    told = tell(act(voyage(deck="short", current_exit="last", mirror_shapes="true")))
    assert (find(told, "deck"), told["stops_on_last"], told["mirrored"]) == ("short", 1, 1)


def test_cards_are_told_by_name() -> None:
    p = reveal(voyage(turn=6), "kraken")
    told = tell(p)
    assert find(told, "latest") == "kraken"
    assert find(told, "seen").split() == [card for card in CARDS if card in view(p, A).seen]
    assert told["seen.kraken"] == 1
    assert told["seen.leviathan"] == 0
    assert told["turn"] == pytest.approx(6 / 25)


def test_the_end_is_told() -> None:
    assert tell(act(voyage()))["finished"] == 0
    told = tell(count_up(voyage()))
    assert (told["finished"], told["own.asked"], find(told, "question")) == (1, 0, "")


# The own chart


def test_where_the_ship_stands_is_told() -> None:
    p = act(voyage(cell="H7"), winds="ne e w")
    told = tell(p)
    assert (find(told, "own.row"), find(told, "own.column")) == ("7", "H")
    play(p, A, "sail e", "step e")
    told = tell(p)
    assert (find(told, "own.row"), find(told, "own.column")) == ("7", "I")
    assert find(told, "chart.been") == "H7 I7"


def test_no_ship_stands_anywhere_before_the_start() -> None:
    told = tell(set_out(voyage()))
    assert (find(told, "own.row"), find(told, "own.column"), find(told, "own.home")) == ("", "", "")
    assert told["may_rest"] == 0
    assert find(told, "question") == "home_port"


def test_what_is_drawn_is_told_cell_by_cell() -> None:
    p = voyage()
    draw(p, A, "kraken", "L9", 0, used="M9")
    draw(p, A, "rogue_wave", "I7")
    draw(p, A, "breakers", "P14", 1)
    told = tell(act(p))
    assert find(told, "chart.danger") == "L9 L10"
    assert find(told, "chart.danger", -1) == "I7 J7"
    assert find(told, "chart.been") == "H7 M9"
    assert find(told, "chart.rocks") == "O14 P14 P15"
    assert find(tell(p, B), "chart.danger") == "", "the own chart, and no other"


def test_a_current_is_told_with_its_direction_as_far_as_it_is_unused() -> None:
    p = voyage(cell="G9")
    draw(p, A, "open_sea_stream", "H8", 1, used="H11")
    draw(p, A, "countercurrent", "K5", 2)
    told = tell(act(p))
    assert find(told, "chart.south") == "H8 H9 H10"
    # West along row 5, then up to I4 and on to I3
    assert find(told, "chart.east", -1) == "J5 K5"
    assert find(told, "chart.south", -1) == "I4 I5"
    assert find(told, "chart.east") == ""
    draw(p, A, "drift", "O11", 3)
    told = tell(p)
    assert find(told, "chart.east", -1) == "J5 K5 L8 M9 N10 O11"
    assert find(told, "chart.south", -1) == "I4 I5 L8 M9 N10 O11"


def test_what_was_explored_and_told_is_told() -> None:
    p = voyage()
    captain(p, A, explored="O3 J3", told="G7 S3", renown=(5, 8))
    told = tell(act(p))
    assert find(told, "chart.been") == "J3 O3 S3 G7 H7"
    assert find(told, "own.monolith") == "2"
    assert find(told, "own.told_in") == "1 4"
    assert find(told, "own.home") == "4"
    assert (told["own.renown.1"], told["own.renown.2"], told["own.renown.3"]) == (0.1, 0.16, 0)


# Sheets, of rivals too


def test_a_sheet_is_told_box_by_box_and_to_everybody() -> None:
    p = voyage(3)
    captain(p, C, cell="L9", prov="3/8", gold="4/9", wind="1/2", cannons=2, monsters=3, pirates=5)
    captain(p, C, explored="E2 O3 J9", treasure=15)
    act(p)
    for seat, chair in ((C, "own"), (A, "rival_2"), (B, "rival_1")):
        told = tell(p, seat)
        assert (find(told, f"{chair}.row"), find(told, f"{chair}.column")) == ("9", "L")
        sheet = [
            ("provisions", 0.3),
            ("provisions_circled", 0.8),
            ("gold", 0.4),
            ("gold_circled", 0.9),
            ("winds", 0.25),
            ("winds_circled", 0.5),
            ("cannons", 2 / 7),
            ("monster_power", 3 / 9),
            ("pirate_power", 5 / 9),
            ("treasure", 1.5),
        ]
        for name, value in sheet:
            assert told[f"{chair}.{name}"] == pytest.approx(value), name
    assert all(not told[name] for name in told if name.startswith("rival_3."))


def test_what_others_do_in_open_lanes_is_not_told() -> None:
    p = act(voyage(), winds="ne e w")
    before = tell(p, B)
    play(p, A, "sail e", "step e")
    assert tell(p, B) == before
    finish(p, A)
    after = tell(p, B)
    assert after.pop("rival_1.asked") == 0, "they are seen to have finished"
    assert before.pop("rival_1.asked") == 1
    assert after == before


# What is asked


def test_a_navigation_is_told() -> None:
    p = act(voyage(), winds="ne e w")
    assert find(tell(p), "question") == "action"
    play(p, A, "sail e")
    told = tell(p)
    assert (find(told, "question"), find(told, "asks.wind")) == ("sail", "e")
    assert (told["points_left"], told["first_step"]) == (0.6, 1)
    play(p, A, "step e")
    told = tell(p)
    assert (told["points_left"], told["first_step"]) == (0.4, 0)
    assert find(tell(p, B), "question") == "action"


def test_a_ship_on_a_peril_of_this_turn_may_not_rest() -> None:
    p = voyage()
    draw(p, A, "rogue_wave", "I7")
    captain(p, A, prov="5/5")
    act(p, winds="ne e w")
    assert tell(p)["may_rest"] == 1
    play(p, A, "sail e", "step e")
    assert tell(p)["may_rest"] == 0


def test_what_there_is_to_draw_is_told() -> None:
    p = reveal(voyage(3), "breakers")  # passed to the right: drawn on the next board
    told = tell(p, A)
    assert (find(told, "question"), find(told, "latest")) == ("place_anchor", "breakers")
    assert find(told, "asks.board") == "rival_1"
    play(p, A, "anchor G9")
    told = tell(p, A)
    assert find(told, "question") == "place_turn"
    assert (find(told, "asks.row"), find(told, "asks.column")) == ("9", "G")
    assert told["rival_1.drawing.row"] == 0
    play(p, A, "turn 3")
    told = tell(p, A)
    drawn = [told[f"rival_1.drawing.{word}"] for word in ("row", "column", "turn")]
    assert drawn == pytest.approx([9 / 15, 7 / 19, 4 / 8])
    assert tell(p, B)["own.drawing.row"] == 0, "not before the owner has drawn, too"
    assert tell(p, B)["own.asked"] == 1


def test_a_visit_is_told() -> None:
    p = voyage(cell="H7")
    captain(p, A, gold="9/9", prov="0/5")
    act(p)
    play(p, A, "visit G7")
    told = tell(p)
    assert (find(told, "question"), told["filled"]) == ("port_services", 0)
    assert (find(told, "asks.row"), find(told, "asks.column")) == ("7", "G")
    play(p, A, "fill")
    assert tell(p)["filled"] == 1


def test_an_ambush_is_told_while_it_is_laid() -> None:
    p = voyage(3, ambush="true")
    captain(p, B, cannons=2)
    reveal(p, "ambush_left")  # B lays it on the board of A
    told = tell(p, B)
    assert (find(told, "question"), find(told, "asks.board")) == ("ambush_centre", "rival_2")
    play(p, B, "centre L7")
    told = tell(p, B)
    assert (find(told, "question"), told["dots_left"]) == ("ambush_dot", 0.25)
    assert (find(told, "asks.row"), find(told, "asks.column")) == ("", "")
    assert told["rival_2.ambush_1.row"] == pytest.approx(7 / 15)
    assert told["rival_2.ambush_1.column"] == pytest.approx(12 / 19)
    play(p, B, "dot K6")
    told = tell(p, B)
    assert told["dots_left"] == 0.125
    assert find(told, "asks.column") + find(told, "asks.row") == "K6"
    assert find(told, "rival_2.ambush_1.dot") == "nw"
    assert told["rival_2.ambush_1.by_next"] == 1, "B comes after A"
    assert tell(p, A)["own.ambush_1.waiting"] == 0, "nobody else knows before all have laid theirs"


def test_an_ambush_is_told_until_it_is_fought_and_who_pays_for_it() -> None:
    p = voyage(3, cell="H7", ambush="true")
    ambush(p, A, by=C, centre="I7", dots="J7")
    captain(p, A, gold="4/4", prov="5/5")
    act(p, winds="ne e w")
    told = tell(p)
    assert find(told, "chart.rocks", -1) == "I7 J7"
    assert (find(told, "own.ambush_1"), find(told, "own.ambush_1.dot")) == ("waiting", "e")
    play(p, A, "sail e", "step e")
    assert find(tell(p), "own.ambush_1") == "sprung"
    finish(p)
    deal(p, "ambush_roll 6")
    told = tell(p, B)
    assert find(told, "rival_2.ambush_1") == "spent"
    assert find(told, "chart.rocks", -1) == ""
    assert find(told, "question") == "ambush_spoils"
    assert (told["rival_1.asked"], told["own.asked"], told["rival_2.asked"]) == (1, 0, 0)
    assert (told["rival_1.defeated"], told["own.defeated"], told["rival_2.defeated"]) == (0, 0, 1)
    play(p, C, "spoils gold")
    told = tell(p, A)
    assert find(told, "question") == "ambush_loss"


def test_all_that_asks_is_told_apart() -> None:
    p = set_out(voyage())
    play(p, A, "home G7")
    told = tell(p)
    assert find(told, "question") == "start_cell"
    assert (find(told, "asks.row"), find(told, "asks.column")) == ("7", "G")
    p = voyage(cell="E3")
    captain(p, A, explored="O3 J9", prov="5/5", ship=3)
    act(p, die=1)
    play(p, A, "explore E2")
    told = tell(p)
    assert (find(told, "question"), find(told, "asks.column")) == ("monolith_face", "E")
    play(p, A, "face 1")
    assert find(tell(p), "question") == "build"
