"""Study files: which cells they mean, and what is told about those that cannot be run."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from quarterdeck.bots import judge
from quarterdeck.game import rules_of
from quarterdeck.games import GAMES
from quarterdeck.kernel.catalogue import translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.goals import Goal
from quarterdeck.lab.places import BadStudy
from quarterdeck.lab.study import Study, find_ready, list_ready, parse_study, read_study

HEAD = """
title = "A study"
game = "salty_ocean"
"""


def read(text: str) -> Study:
    return parse_study(HEAD + text, "study.toml")


def labels(study: Study) -> list[str]:
    return [cell.label.partition(" bots=random")[2].strip() for cell in study.cells]


def test_one_value_at_a_time_is_compared_with_the_default() -> None:
    study = read(
        """
        bots = "random"
        games = 10
        [vary]
        options.price_table = ["seven_rows"]
        components."money.lot" = [6, 8, 10]
        steps = ["event[*].change", "cost_track.last"]
        """
    )
    assert labels(study) == [
        "",
        "price_table=seven_rows",
        "money.lot=6",
        "money.lot=10",
        'event[*].change="-1"',
        'event[*].change="+1"',
        "cost_track.last=9",
        "cost_track.last=11",
    ]
    assert [cell.is_default for cell in study.cells] == [True] + [False] * 7
    assert [cell.number for cell in study.cells] == list(range(8))
    # The games of a value that is the default anyway are those of the default
    assert study.cells[0].components == {}


def test_a_grid_has_every_combination_and_the_defaults() -> None:
    study = read(
        """
        bots = "random"
        games = 10
        [vary]
        design = "grid"
        options.price_table = ["seven_rows"]
        components."money.lot" = [6, 10]
        """
    )
    assert labels(study) == [
        "",
        "money.lot=6",
        "money.lot=10",
        "price_table=seven_rows",
        "price_table=seven_rows money.lot=6",
        "price_table=seven_rows money.lot=10",
    ]


def test_every_number_of_players_meets_every_line_up() -> None:
    study = read('seats = "all"\nbots = ["random", "greedy"]\ngames = 10')
    assert [(cell.seats, cell.bots) for cell in study.cells] == [
        (seats, (bot,)) for seats in (2, 3, 4) for bot in ("random", "greedy")
    ]


def test_bots_may_be_mixed_and_are_spelled_in_one_way() -> None:
    study = read('seats = 2\nbots = [["greedy", "random"], ["greedy", " greedy"]]\ngames = 10')
    assert [cell.bots for cell in study.cells] == [("greedy", "random"), ("greedy",)]


def test_blocks_take_over_what_stands_before_them_and_share_cells() -> None:
    study = read(
        """
        bots = ["random"]
        games = 50
        [[block]]
        title = "Seats"
        seats = [3, 4]
        [[block]]
        seats = 4
        until = 0.05
        most = 999
        [block.vary]
        options = "all"
        leave_out = ["price*"]
        """
    )
    assert [cell.seats for cell in study.cells[:2]] == [3, 4]
    assert len(study.cells) == 2 + 5
    # Two blocks ask for the default with four players: it is played once, as long as both want
    assert study.goals[:3] == (Goal(50), Goal(50, 0.05, 999), Goal(0, 0.05, 999))


def test_a_pattern_may_fit_something_that_this_block_does_not_vary() -> None:
    study = read(
        """
        games = 10
        [vary]
        options = "all"
        leave_out = ["cost_track.*", "event[*].change", "price*"]
        """
    )
    assert "cost_track" not in "".join(labels(study))


def test_what_is_fixed_holds_everywhere() -> None:
    study = read(
        """
        bots = ["random"]
        games = 5
        options.price_table = "seven_rows"
        components."money.lot" = 6
        vary.options.phase_end = ["full_round"]
        """
    )
    assert [cell.options["price_table"] for cell in study.cells] == ["seven_rows"] * 2
    assert [cell.components for cell in study.cells] == [{"money.lot": 6}] * 2
    assert labels(study) == ["", "phase_end=full_round"]
    assert study.cells[0].is_default


BAD = [
    ("games = ", "line 4: This is not TOML: Invalid value"),
    ("games = 10\ngames = 11", "line 5: This is not TOML: Cannot overwrite a value"),
    ("", "line 1: “games” is missing."),
    (
        'games = 9\nvary.options = "all"\nvary.leave_out = ["price*", "nomatch.*"]',
        "line 6, vary.leave_out[1]: No option of this game and no path in its component file fits",
    ),
    ("games = 0", "line 4, games: Write a whole number from 1 to 10000000."),
    ("games = 1.5", "line 4, games: Write a whole number"),
    ("games = true", "line 4, games: Write a whole number"),
    ("gmaes = 10", "line 4, gmaes: There is no such key here. Known: title, game, seed"),
    ("games = 10\nuntil = 0.02", "line 5, until: Write either “games” or “until”."),
    ("until = 2", "line 4, until: Write a share between 0 and 0.5"),
    ("games = 10\nmost = 20", "line 5, most: “most” goes with “until”."),
    ("games = 10\nseed = -1", "line 5, seed: Write a whole number from 0"),
    ("games = 10\nseats = 9", "line 5, seats: Upon a Salty Ocean is for 2 to 4 players, not 9"),
    ("games = 10\nseats = [2, '3']", "line 5, seats: Write a number of players"),
    ("games = 10\nseats = []", "line 5, seats: Write a number of players"),
    ("games = 10\n\nbots = [\n  'greedy',\n  'gredy',\n]", "line 6, bots[1]: There is no bot"),
    ("games = 10\nseats = 3\nbots = [['greedy', 'random']]", "line 6, bots[0]: 2 bots cannot"),
    ("games = 10\nbots = 3", "line 5, bots: Write a list of bots"),
    ("games = 10\nbots = ['flat:playouts=x']", "line 5, bots[0]: "),
    ("games = 10\noptions.price = 'x'", "line 5, options.price: There is no option"),
    ("games = 10\noptions.price_table = 'x'", "line 5, options.price_table: "),
    ("games = 10\n[vary]\noptions.price_table = ['x']", "line 6, vary.options.price_table[0]: "),
    ("games = 10\n[vary]\noptions.price_table = 'x'", "line 6, vary.options.price_table: Write a"),
    ("games = 10\n[vary]\noptions = 'some'", "line 6, vary.options: Write “all” or a table"),
    ("games = 10\n[vary]\ndesign = 'both'", "line 6, vary.design: Write one of: one, grid"),
    ("games = 10\n[vary]\nsteps = 'all'", "line 6, vary.steps: Write “reconstructed” or"),
    ("games = 10\n[vary]\nsteps = ['money.x']", "line 6, vary.steps[0]: The component file has no"),
    (
        "games = 10\n[vary]\nsteps = ['event[*].sea']",
        "line 6, vary.steps[0]: event[*].sea has no number",
    ),
    (
        "games = 10\n[vary.components]\n'money.lot' = [6, 'many']",
        'line 6, vary.components."money.lot"[1]: money.lot is 8. "many" is not of the same kind.',
    ),
    (
        "games = 10\n[vary.components]\n'cost_track.last' = [8, 3]",
        'line 6, vary.components."cost_track.last"[1]: cost_track.last: 3 is not between 5 and 99',
    ),
    ("games = 10\ncomponents.'money.x' = 1", 'line 5, components."money.x": The component file'),
    ("[[block]]\ngames = 10\n[[block]]\nseats = 2", "line 6, block[1]: “games” is missing."),
    ("[[block]]\ngames = 10\n[[block]]\nsets = 2", "line 7, block[1].sets: There is no such key"),
    ("games = 10\n[[block]]\ntitle = 3", "line 6, block[0].title: Write a text in quotes."),
    ("games = 10\nblock = 3", "line 5, block: Write each block as [[block]]."),
    ("seats = 7\n[[block]]\ngames = 10", "line 4, seats: Upon a Salty Ocean is for 2 to 4"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=[text or "nothing" for text, _ in BAD])
def test_a_bad_study_is_told_in_one_line_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadStudy) as refused:
        read(text)
    assert str(refused.value).startswith(f"study.toml, {said}")
    assert "\n" not in str(refused.value)
    french = translator("fr").text(refused.value.message)
    assert french.startswith("study.toml, ligne ")


def test_a_game_and_a_title_are_needed(tmp_path: Path) -> None:
    with pytest.raises(BadStudy, match="line 1: “title” is missing"):
        parse_study("game = 'salty_ocean'", "x")
    with pytest.raises(BadStudy, match="line 2, game: There is no game called “sel”"):
        parse_study("title = 'x'\ngame = 'sel'", "x")
    with pytest.raises(BadStudy, match=r"no\.toml cannot be read: No such file"):
        read_study(tmp_path / "no.toml")
    (tmp_path / "latin.toml").write_bytes(b"title = '\xe9'")
    with pytest.raises(BadStudy, match=r"latin\.toml cannot be read"):
        read_study(tmp_path / "latin.toml")


def test_a_study_grows_no_further_than_somebody_could_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quarterdeck.lab.study.MOST_CELLS", 3)
    with pytest.raises(BadStudy, match="more than 3 cells"):
        read('games = 1\nbots = "random"\nvary.components."money.lot" = [5, 6, 7]')


def test_a_level_that_could_not_play_itself_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its library a level plays as greedy does; a study must not call that a mate."""
    monkeypatch.setattr(judge, "find_spec", lambda _: None)
    with pytest.raises(BadSetup, match=r"line 5, bots\[0\]: .*quarterdeck\[bots\]"):
        read("games = 1\nbots = ['mate']")


# Those that come with the games


@pytest.mark.parametrize("game", GAMES)
def test_every_game_comes_with_a_study_of_its_box(game: str) -> None:
    rules = rules_of(game)
    path = find_ready(game)
    assert path is not None
    assert game in list_ready()
    study = read_study(path)
    seats = {cell.seats for cell in study.cells if cell.is_default}
    assert seats == set(rules.seats)
    varied = {
        (name, value.partition(":")[0])
        for cell in study.cells
        for name, value in cell.options.items()
    }
    # With two players, nobody else can begin
    wanted = {(option.id, value) for option in rules.options for value in option.values}
    assert wanted - varied <= {("first_player", "3"), ("first_player", "4")}
    # Each reconstructed value that has a step has its cells, unless they are left out by name
    assert sum(bool(cell.components) for cell in study.cells) >= 8


def test_every_cell_is_compared_with_one_default() -> None:
    path = find_ready("salty_ocean")
    assert path is not None
    cells = sorted(read_study(path).cells, key=lambda cell: (cell.seats, cell.bots))
    for _, group in groupby(cells, key=lambda cell: (cell.seats, cell.bots)):
        assert sum(cell.is_default for cell in group) == 1


def test_what_a_game_cannot_have_is_left_out_and_named() -> None:
    study = read('games = 1\nbots = "random"\nvary.steps = ["ship[caravel_1].start_salt"]')
    assert [cell.components for cell in study.cells] == [
        {},
        {"ship[caravel_1].start_salt": 2},
        {"ship[caravel_1].start_salt": 4},
    ]
    study = read('games = 1\nbots = "random"\nvary.steps = ["cost_track.first"]')
    (left_out,) = study.left_out
    assert isinstance(left_out, Message)
    assert translator("en").text(left_out) == (
        "Left out with 4 players: cost_track.first=-1. cost_track.first: −1 is not between 0 and 99"
    )
