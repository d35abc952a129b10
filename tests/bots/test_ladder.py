"""The ladder: fair line-ups, games that can be resumed, and tables that say what was played."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.bots import PLUGINS
from quarterdeck.bots.ladder import (
    FIELD,
    ROUND,
    Bout,
    Ladder,
    Part,
    Results,
    Runner,
    is_settled,
    mix,
    name_result,
    play,
    rotate,
    steps,
    tell,
    versus,
)
from quarterdeck.bots.levels import levels_digest
from quarterdeck.bots.network import save
from quarterdeck.bots.simple import GreedyBot
from quarterdeck.bots.standings import merge_strength, sum_up, write_markdown
from quarterdeck.bots.strength import FILE, Measured, Share, measured, read_strength
from quarterdeck.bots.weights import weights_digest
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.playout import playout
from tests.bots.test_judge import trained
from tests.toy import TOY, Skerries

SALTY = games.load("salty_ocean")
SALTFJORD = games.load("saltfjord")
TOYS = Ladder("skerries", 3, TOY.checked_setup(3, {})[1], ("random", "greedy", "gentle"), 1)
ALONE = replace(TOYS, seats=1)


def timeless(bout: Bout) -> Bout:
    return replace(bout, seconds=0)


def climb(ladder: Ladder, path: Path, games: int, each: int, most: int) -> Results:
    results = Results(path, tell(ladder, TOY))
    Runner(ladder, TOY, results).go_on(games, each, most)
    return results


# Who meets whom


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_in_the_round_every_set_of_bots_meets_equally_often_on_every_seat(seats: int) -> None:
    ladder = Ladder("salty_ocean", seats, {}, FIELD, 1)
    count = len(ladder.lineups(seats)) * seats
    bouts = [mix(ladder, number) for number in range(count)]
    met = Counter(frozenset(bout.bots) for bout in bouts)
    assert all(len(bots) == seats for bots in met)
    assert set(met.values()) == {seats}
    sat = Counter((bot, seat) for bout in bouts for seat, bot in enumerate(bout.bots))
    assert len(set(sat.values())) == 1
    assert bouts[: count // seats] != sorted(bouts[: count // seats], key=lambda each: each.bots)


def test_few_bots_fill_all_seats() -> None:
    ladder = Ladder("salty_ocean", 4, {}, ("greedy", "random"), 1)
    assert Counter(mix(ladder, 0).bots) == {"greedy": 2, "random": 2}


def test_alone_everybody_plays_the_same_deal() -> None:
    bout = mix(ALONE, 0)
    assert sorted(bout.bots) == sorted(ALONE.bots)
    played = play(TOY, ALONE, bout)
    assert len(played.scores) == len(played.titles) == 3
    best = max(played.scores)
    assert [rank == 1 for rank in played.ranks] == [score == best for score in played.scores]
    again = play(TOY, ALONE, replace(bout, bots=bout.bots[::-1]))
    assert again.scores == played.scores[::-1]


@pytest.mark.parametrize("workers", [0, 2])
def test_alone_a_program_plays_elsewhere_while_the_others_play_here(
    workers: int, tmp_path: Path
) -> None:
    chosen = SALTFJORD.checked_setup(1, {})[1]
    ladder = Ladder("saltfjord", 1, chosen, ("random", "mine"), 1, programs={"mine": "engine"})
    asked: list[Bout] = []

    def elsewhere(bout: Bout) -> Bout:
        asked.append(bout)
        return replace(bout, scores=(500,), ranks=(2,), titles=("lost",), seconds=1.0)

    with ExitStack() as stack:
        runner = Runner(ladder, SALTFJORD, Results(tmp_path / "results", {}), elsewhere=elsewhere)
        if workers:
            context = get_context("spawn")
            runner.pool = stack.enter_context(ProcessPoolExecutor(workers, context))
            runner.threads = stack.enter_context(ThreadPoolExecutor(workers))
        runner.go_on(2, 0, 0)
    assert [bout.bots for bout in asked] == [("mine",)] * 2
    for bout in runner.results.bouts.values():
        seat = bout.bots.index("mine")
        assert (bout.scores[seat], bout.titles[seat]) == (500, "lost")
        assert bout.ranks[seat] == 1
        alone = play(SALTFJORD, ladder, replace(bout, bots=("random",)))
        assert bout.scores[1 - seat] == alone.scores[0], "the others' deal is the same as ever"


def test_results_without_programs_are_those_of_older_versions(tmp_path: Path) -> None:
    told = tell(TOYS, TOY)
    del told["programs"]
    Results(tmp_path / "results", told)
    Results(tmp_path / "results", tell(TOYS, TOY))
    with pytest.raises(BadSetup, match="it differs in: programs"):
        Results(tmp_path / "results", tell(replace(TOYS, programs={"mine": "engine"}), TOY))


def test_alone_a_won_game_is_better_than_a_lost_one_with_more_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = play(TOY, ALONE, mix(ALONE, 0))
    best, worst = max(played.scores), min(played.scores)
    assert best > worst
    monkeypatch.setattr(
        type(TOY), "is_won_alone", lambda _, position: position.scores[0] == worst, raising=False
    )
    again = play(TOY, ALONE, mix(ALONE, 0))
    assert again.scores == played.scores
    assert [rank == 1 for rank in again.ranks] == [score == worst for score in played.scores]


def test_one_bot_is_alone_among_others_and_rotates() -> None:
    ladder = Ladder("salty_ocean", 4, {}, FIELD, 1)
    assert [part.bots for part in steps(ladder)] == [
        ("boatswain", "deckhand", "deckhand", "deckhand"),
        ("mate", "boatswain", "boatswain", "boatswain"),
        ("captain", "mate", "mate", "mate"),
        ("admiral", "captain", "captain", "captain"),
    ]
    assert ("random", "greedy", "greedy", "greedy") in [part.bots for part in versus(ladder)]
    for part in steps(ladder) + versus(ladder):
        seats = [rotate(part, number).bots.index(part.challenger) for number in range(4)]
        assert seats == [0, 1, 2, 3]
        assert part.par == 0.25


def test_a_medal_or_title_is_told_without_its_explanation() -> None:
    saltfjord = games.load("saltfjord")
    position = saltfjord.start(1)
    playout(position, 1)
    assert name_result(saltfjord, position).startswith("lost")
    assert saltfjord.final_ranks(position) == [2]
    assert name_result(TOY, TOY.start(1)) == ""


# Going on


def test_the_same_game_ends_the_same_way() -> None:
    bout = mix(TOYS, 3)
    assert timeless(play(TOY, TOYS, bout)) == timeless(play(TOY, TOYS, bout))
    assert play(TOY, replace(TOYS, seed=2), bout).scores != play(TOY, TOYS, bout).scores


@pytest.mark.parametrize("torn", ["", '{"part": "rou'])
@pytest.mark.parametrize("kept", [0, 1, 7, 30])
def test_a_ladder_that_was_stopped_goes_on_to_the_same_end(
    kept: int, torn: str, tmp_path: Path
) -> None:
    whole = climb(TOYS, tmp_path / "whole", 12, 4, 9)
    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    (tmp_path / "part").write_text("".join(lines[: 1 + kept]) + torn)
    resumed = climb(TOYS, tmp_path / "part", 12, 4, 9)
    assert [timeless(each) for each in resumed.bouts.values()] == [
        timeless(each) for each in whole.bouts.values()
    ]
    read = Results(tmp_path / "part", tell(TOYS, TOY))
    assert read.bouts == resumed.bouts
    assert write_markdown(TOYS, sum_up(TOYS, read)) == write_markdown(TOYS, sum_up(TOYS, whole))


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    ladder = Ladder("salty_ocean", 2, SALTY.checked_setup(2, {})[1], ("random", "greedy"), 1)
    found = []
    with ProcessPoolExecutor(2) as pool:
        for number, workers in enumerate((None, pool)):
            results = Results(tmp_path / str(number), tell(ladder, SALTY))
            Runner(ladder, SALTY, results, workers).go_on(4, 0, 0)
            found.append([timeless(bout) for bout in results.bouts.values()])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (replace(TOYS, seed=2), "seed"),
        (replace(TOYS, seconds=0.1), "seconds"),
        (replace(TOYS, bots=("random", "greedy")), "bots"),
        (replace(TOYS, options={"tides": "3"}), "options"),
    ],
)
def test_results_of_another_ladder_are_refused(other: Ladder, named: str, tmp_path: Path) -> None:
    Results(tmp_path / "results", tell(TOYS, TOY))
    before = (tmp_path / "results").read_text()
    with pytest.raises(BadSetup, match=f"another ladder; it differs in: {named}"):
        Results(tmp_path / "results", tell(other, TOY))
    assert (tmp_path / "results").read_text() == before


@pytest.mark.parametrize(
    "content", ["a letter", "no results\n", "[]\n", '{"ladder": 1}\n{"odd": 1}\n', "1\n2"]
)
def test_a_file_of_something_else_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    (tmp_path / "results").write_text(content)
    with pytest.raises(BadSetup, match="results of a"):
        Results(tmp_path / "results", tell(TOYS, TOY))
    assert (tmp_path / "results").read_text() == content


def test_a_step_ends_when_it_is_clear_who_is_stronger(tmp_path: Path) -> None:
    ladder = replace(TOYS, seats=2, bots=("greedy", "first", "second"))
    part = Part("step second", ("second", "first"))
    won = [Bout(part.name, n, ("second", "first"), (2, 1), (1, 2)) for n in range(40)]
    clear = next(n for n in range(2, 40, 2) if is_settled(part, won[:n]))
    assert 6 <= clear <= 12
    assert not is_settled(part, won[: clear + 1]), "only after whole rotations"
    results = Results(tmp_path / "results", tell(ladder, TOY))
    for bout in won[:clear]:
        results.add(bout)
    Runner(ladder, TOY, results).play_step(part, 400)
    assert len(results.of(part.name)) == clear, "nothing more was played"
    (step,) = sum_up(ladder, results).steps
    assert (step.verdict, step.won.share, step.par) == ("stronger", 1.0, 0.5)


def test_a_bot_from_outside_can_be_put_on_the_ladder(tmp_path: Path) -> None:
    class Guest(GreedyBot):
        """Somebody else's."""

    PLUGINS.add("guest", Guest)
    try:
        ladder = replace(TOYS, bots=("random", "greedy", "guest"))
        standings = sum_up(ladder, climb(ladder, tmp_path / "results", 30, 6, 0))
    finally:
        PLUGINS.remove("guest")
    assert list(standings.ratings) == ["random", "greedy", "guest"]
    assert standings.ratings["guest"].low < 1000 < standings.ratings["guest"].high
    assert standings.versus["guest"].games == 6


# What is told


def test_what_was_measured_is_told_to_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Skerries, "folder", tmp_path)
    read_strength.cache_clear()
    assert measured(TOY, 3, "gentle") is None
    results = climb(TOYS, tmp_path / "results", 30, 6, 0)
    standings = sum_up(TOYS, results)
    read_strength.cache_clear()
    for date in ("2026-01-01", "2026-01-02"):
        merge_strength(tmp_path / FILE, TOY, tell(TOYS, TOY), standings, date)
    told = measured(TOY, 3, "gentle")
    assert isinstance(told, Measured)
    assert told.date == "2026-01-02"
    assert told.low < told.rating < told.high
    assert isinstance(told.among_greedy, Share)
    assert told.among_greedy.games == 6
    assert told.seconds is None
    assert told.games == 30 + 6
    assert measured(TOY, 2, "gentle") is None
    assert measured(TOY, 3, "admiral") is None
    read_strength.cache_clear()


def test_nothing_is_claimed_of_a_level_while_another_bot_plays_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Skerries, "folder", tmp_path)
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    ladder = replace(TOYS, bots=("greedy", "mate"))
    standings = sum_up(ladder, climb(ladder, tmp_path / "results", 2, 0, 0))
    read_strength.cache_clear()
    merge_strength(tmp_path / FILE, TOY, tell(ladder, TOY), standings, "2026-01-01")
    assert measured(TOY, 3, "mate") is None
    save(trained(), TOY, tmp_path / "skerries.npz")
    assert measured(TOY, 3, "mate") is None, "measured before anything was learnt"
    read_strength.cache_clear()
    merge_strength(tmp_path / FILE, TOY, tell(ladder, TOY), standings, "2026-01-02")
    assert measured(TOY, 3, "mate") is not None
    with monkeypatch.context() as softer:
        softer.setattr(Skerries, "softness", (2.0, 2.0, 2.0, 2.0))
        assert measured(TOY, 3, "mate") is None, "it chooses otherwise since"
    save(trained(seed=6), TOY, tmp_path / "skerries.npz")
    assert measured(TOY, 3, "mate") is None, "it has learnt something else since"
    save(trained(), TOY, tmp_path / "skerries.npz")
    assert measured(TOY, 3, "mate") is not None
    told = json.loads((tmp_path / FILE).read_text())
    del told["seats"]["3"]["settings"]["levels"]
    (tmp_path / FILE).write_text(json.dumps(told))
    read_strength.cache_clear()
    assert measured(TOY, 3, "mate") is None, "measured by an older version"
    read_strength.cache_clear()


def test_titles_of_solo_games_are_counted(tmp_path: Path) -> None:
    standings = sum_up(ALONE, climb(ALONE, tmp_path / "results", 5, 2, 0))
    assert {bot: sum(titles.values()) for bot, titles in standings.titles.items()} == dict.fromkeys(
        ALONE.bots, 5
    )


def test_the_tables_have_every_bot_and_part(tmp_path: Path) -> None:
    ladder = replace(TOYS, bots=("greedy", "gentle", "random", "flat:playouts=1"))
    page = write_markdown(ladder, sum_up(ladder, climb(ladder, tmp_path / "results", 4, 3, 3)))
    for row in ("| greedy | 1000 |", "| gentle |", "| flat:playouts=1 | gentle | 33.3% |"):
        assert row in page
    assert ROUND in page


@pytest.mark.parametrize("game", games.GAMES)
def test_shipped_measurements_are_about_their_game(game: str) -> None:
    rules = games.load(game)
    told = json.loads((rules.folder / FILE).read_text()) if (rules.folder / FILE).exists() else None
    if told is not None:
        assert told["game"] == game
        for seats, table in told["seats"].items():
            assert int(seats) in rules.seats
            assert table["settings"]["components"] == rules.component_digest
            assert table["settings"]["weights"] == weights_digest(rules)
            assert table["settings"]["levels"] == levels_digest(rules)
            assert set(table["bots"]) >= {"random", "greedy", "deckhand", "boatswain", "mate"}
            for step in table["steps"]:
                # What is open after many games is shown as open, but no level may come out below
                assert step["verdict"] in ("stronger", "open")
                assert step["won"]["share"] > step["par"]
            found = measured(rules, int(seats), "random")
            assert found is not None
            assert found.rating < 1000
