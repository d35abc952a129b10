"""The view as text: what a person who cannot see the board reads."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import Section
from tests.rolling_seas.scenario import (
    RULES,
    A,
    B,
    act,
    ambush,
    captain,
    count_up,
    draw,
    play,
    reveal,
    set_out,
    voyage,
)

NAMES = ("Anne", "Bruno", "Chloé")
KEY = "Key: "


def read(p: RollingPosition, viewer: int | None = A, language: str = "en") -> dict[str, Section]:
    """The sections by kind."""
    sections = RULES.text(RULES.view(p, viewer), Translator(language, NAMES))
    found = {section.kind: section for section in sections}
    assert len(found) == len(sections), "two sections of one kind"
    return found


def chart(section: Section) -> dict[str, str]:
    """The signs of a chart by cell name."""
    first = next(n for n, line in enumerate(section.lines) if line.startswith("   A B C"))
    letters = section.lines[first].split()
    return {
        f"{letter}{row}": sign
        for row, line in enumerate(section.lines[first + 1 : first + 16], 1)
        for letter, sign in zip(letters, line[3:].split(), strict=True)
        if line[:2] == f"{row:2d}"
    }


# The turn


def test_the_turn_tells_card_winds_die_and_treasure() -> None:
    p = reveal(voyage(turn=6), "kraken")
    turn = read(p)["turn"]
    assert turn.title == "Turn 6 of 25"
    assert turn.lines[0] == (
        "Card: Kraken, sea monster: 3 cells around a corner, touching row 2 or column J"
    )
    p = act(voyage(), winds="n n e", die=6, tier=2)
    lines = read(p)["turn"].lines
    assert (
        lines.count(
            "Wind blowing north; movement points: N 1, NE 2, E 3, SE 4, S 5, SW 4, W 3, NW 2"
        )
        == 1
    )
    assert "Exploration die 6: +1 story point, +2 gold, +1 provision" in lines
    assert "At a monolith also 5 (+4 gold, +1 provision) or 1 (+4 provisions)" in lines
    assert "Great treasure for a third monolith now: 10 ★" in lines


def test_rocks_tell_who_draws_where() -> None:
    lines = read(reveal(voyage(seats=3), "reefs"))["turn"].lines
    assert (
        "Boards are passed to the left: "
        "everybody draws on the board of the neighbour to their right" in (lines)
    )
    alone = read(reveal(voyage(seats=1), "devils_teeth"))["turn"].lines
    assert alone[0] == (
        "Card: Devil’s Teeth, rocks: a line of 3 cells, covering B5 if possible, "
        "else as near to it as possible on column B, else on row 5"
    )
    assert not any("passed" in line for line in alone)


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        ("calm_01", "+2 gold"),
        ("calm_09", "+1 gold, +1 provision"),
        ("calm_10", "sea monster power +1 or pirate power +1"),
        ("calm_18", "+1 wind in the sails, sea monster power +1, pirate power +1"),
    ],
)
def test_a_calm_sea_tells_its_effect(card: str, effect: str) -> None:
    assert read(reveal(voyage(), card))["turn"].lines[0] == f"Card: Calm sea ({effect})"


# The board


def test_the_chart_shows_land_and_what_was_drawn_and_done() -> None:
    p = voyage(ambush="true")
    captain(p, A, trail="I8 G4", told="S3", explored="E2 F7")
    draw(p, A, "open_sea_stream", "H9", 1)
    draw(p, A, "sea_serpent", "P4", used="P4")
    draw(p, A, "rogue_wave", "C4")
    draw(p, A, "reefs", "D1")
    ambush(p, A, B, "Q12", "R12")
    ambush(p, A, B, "C9", spent=True)
    board = read(act(p))["board"]
    signs = chart(board)
    assert len(signs) == 19 * 15
    wanted = {
        "A1": "#", "B1": ".", "H7": "@", "G7": "H", "S3": "=", "A4": "P", "O3": "M",
        "E2": "+", "F7": "+", "I8": ":", "G4": ":", "P6": "X", "K2": "p", "O4": "g", "J3": "s",
        "H9": "↓", "H12": "↓", "P4": ":", "Q4": "m", "C4": "!", "D4": "!", "D1": "*", "E1": "*",
        "Q12": "?", "R12": "?", "C9": ".",
    }  # fmt: skip
    assert {cell: signs[cell] for cell in wanted} == wanted
    key = next(line for line in board.lines if line.startswith(KEY))
    told = dict(entry.split(" ", 1) for entry in key.removeprefix(KEY).split(", "))
    assert set(told) == set(signs.values())
    assert (told["@"], told["↓"], told["="]) == ("ship", "current", "port told")


def test_the_same_in_words() -> None:
    p = voyage(ambush="true")
    captain(p, A, trail="G4", told="S3", explored="E2 F7")
    draw(p, A, "open_sea_stream", "H9", 1, used="H12")
    draw(p, A, "drift", "L12", used="L12 M11 N10 O9")
    draw(p, A, "sea_serpent", "P4", used="P4")
    draw(p, A, "reefs", "D1")
    ambush(p, A, B, "Q12", "R12")
    ambush(p, A, B, "C9", spent=True)
    lines = read(act(p))["board"].lines
    words = lines[lines.index(next(line for line in lines if line.startswith(KEY))) + 1 :]
    assert words == (
        "Ship on H7, home port G7",
        "Sea Serpent (sea monster): Q4",
        "Open-sea Stream (current): H9 → H10 → H11, leads to H12",
        "Rocks: D1, E1",
        "Pirates not met: P6, D12, K14",
        "Bruno’s ambush: Q12, R12",
        "Story to be told in: A4, L5, G7, Q9, A13, G13, N13",
        "Story told in: S3",
        "Monoliths to explore: O3, J9",
        "Rich land to explore nearby: J3 (story), D8 (story), D10 (provision)",
    )


def test_a_current_that_stops_on_its_last_cell_says_so() -> None:
    p = voyage(current_exit="last")
    draw(p, A, "open_sea_stream", "H9", 1, used="H12")
    assert "Open-sea Stream (current): H9 → H10 → H11, ends on H11" in read(act(p))["board"].lines


def test_before_the_start_there_is_no_ship() -> None:
    p = set_out(voyage())
    assert read(p)["turn"].title == "Set-up"
    assert "No ship yet" in read(p)["board"].lines
    play(p, A, "home G13")
    assert "Home port G13, no ship yet" in read(p)["board"].lines
    assert chart(read(p)["board"])["G13"] == "H"
    # Others do not know yet
    assert "No ship yet" in read(p, B)["player-0"].lines


def test_who_draws_for_a_neighbour_sees_that_board_first() -> None:
    p = voyage(seats=3)
    captain(p, 2, cell="B1")
    p = reveal(p, "reefs")
    sections = read(p, A)
    assert sections["board"].title == "Chloé’s board, which you draw on"
    assert chart(sections["board"])["B1"] == "@"
    assert "Ship on H7, home port G7" in sections["player-0"].lines
    assert not any(line.startswith("Ship on") for line in sections["player-2"].lines)


def test_everybody_reads_about_everybody_and_a_spectator_sees_all_boards() -> None:
    p = act(voyage(seats=3))
    mine = read(p, B)
    assert list(mine) == ["turn", "board", "player-1", "player-0", "player-2"]
    assert mine["board"].title == "Your board"
    assert "Ship on H7, home port G7" in mine["player-0"].lines
    assert len(mine["player-0"].lines) < len(mine["player-1"].lines) + len(mine["board"].lines)
    spectator = read(p, None)
    assert list(spectator) == ["turn", "player-0", "player-1", "player-2"]
    assert all(chart(spectator[f"player-{seat}"])["H7"] == "@" for seat in range(3))


# The sheet


def test_the_sheet_tells_boxes_bonuses_and_prices() -> None:
    p = voyage()
    captain(p, A, ship=2, prov="3/16", gold="2/9", wind="1/2", story=13, cannons=2)
    captain(p, A, monsters=2, pirates=3, told="S3 A4", renown=(5, 9), explored="E2")
    sheet = read(act(p))["player-0"]
    assert (sheet.title[:6], sheet.title[-11:]) == ("Anne (", "), choosing")
    assert sheet.lines == (
        "Renown if the game ended now: 18, of which 1 ★",
        "Renown by telling: 5, 9",
        "Story: 13 of 60, next bonus at 18: +1 wind in the sails",
        "Provisions: 3, hold limit 6 (16 of 60 boxes circled, next bonus at 20: 1 ★)",
        "Gold: 2 (9 of 30 boxes circled, next bonus at 10: full hold)",
        "Wind in the sails: 1",
        "Second ship: 4 movement points, hold 6; next ship 5 gold",
        "Cannons: 2 of 7, the next for 4 gold or 5 provisions, next bonus at 3: full hold",
        "Sea monster power 2 (enough cannons), pirate power 3 (too few cannons)",
        "Monoliths explored: 1 of 3",
    )


def test_a_full_sheet_names_no_next_bonus_and_no_price() -> None:
    p = voyage()
    captain(p, A, ship=3, prov="3/60", gold="2/30", story=60, cannons=7)
    captain(p, A, explored="E2 O3 J9", treasure=10)
    lines = read(act(p))["player-0"].lines
    assert not any("next" in line for line in lines)
    assert "Third ship: 5 movement points, hold 10" in lines
    assert "Cannons: 7 of 7" in lines
    assert "Monoliths explored: 3 of 3, treasure 10 ★" in lines


# The end


def test_the_end_of_a_solo_game_tells_the_title_and_its_comment() -> None:
    p = count_up(voyage(seats=1))
    assert read(p)["turn"].title == "The game is over"
    assert read(p)["turn"].lines == (
        "1. Anne: −10 renown",
        "Your title: Small-time Braggart. The tale is over before the candle is.",
    )
    assert read(p, A, "fr")["turn"].lines[-1] == (
        "Votre titre\u00a0: Fanfaron·ne sans envergure. Le récit s’éteint avant la chandelle."
    )


def test_the_end_ranks_the_players() -> None:
    p = voyage()
    captain(p, B, story=12)
    lines = read(count_up(p), None)["turn"].lines
    assert lines == ("1. Bruno: 2 renown", "2. Anne: −10 renown")


# In every language


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_text_has_the_same_shape_in_every_language(language: str) -> None:
    p = voyage(seats=3, ambush="true")
    draw(p, A, "open_sea_stream", "H9", 1)
    ambush(p, A, B, "Q12", "R12")
    act(p)
    mine, english = read(p, A, language), read(p, A)
    assert list(mine) == list(english)
    for kind, section in mine.items():
        assert len(section.lines) == len(english[kind].lines)
    assert chart(mine["board"]) == chart(english["board"])
