"""What results tell: counted by hand where that is possible, simulated where it is not."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from quarterdeck import games, record
from quarterdeck.game import Game, rules_for
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import RecordError
from quarterdeck.record.record import BY_HINT, Entry, Record
from quarterdeck.statistics import read_result
from quarterdeck.statistics.counting import (
    FEWEST,
    PlayedSeat,
    summarise_person,
    summarise_title,
)
from quarterdeck.statistics.drawing import draw_rating
from quarterdeck.statistics.exporting import person_to_json, title_to_json, write_csv
from quarterdeck.statistics.ratings import NEWCOMER, Skill, anchor, rate
from quarterdeck.statistics.records import RecordKind, find_broken
from quarterdeck.statistics.results import Labels

FIXTURES = Path(__file__).parents[1] / "fixtures"
SEED = 3


def play(game: str, seats: int) -> Record:
    """A game of somebody who chooses at random."""
    rules, dice = games.load(game), random.Random(SEED)
    played = Game.new(rules, seats, dealer=dice)
    while not played.finished:
        actor = played.position.actors()[0]
        played.play(dice.choice(played.position.legal(actor)), seat=actor)
    return played.record


@pytest.mark.parametrize("game", games.GAMES)
def test_a_result_adds_up_and_everything_in_it_has_a_name(game: str) -> None:
    rules = games.load(game)
    for seats in {rules.seats[0], rules.seats[-1]}:
        played = play(game, seats)
        result = read_result(played, rules)
        assert played.outcome is not None
        assert tuple(each.points for each in result.seats) == played.outcome.scores
        assert sum(each.won for each in result.seats) <= 1
        for seat, each in enumerate(result.seats):
            assert sum(each.sources.values()) == each.points
            chosen = sum(entry.seat == seat for entry in played.entries)
            assert sum(each.uses.values()) == chosen
        assert result.choices == sum(sum(each.uses.values()) for each in result.seats)
        assert result.rounds >= 1
        used = Counter(use for each in result.seats for use in each.uses)
        for language in LANGUAGES:
            labels = Labels(rules, Translator(language))
            names = [labels.name_use(use) for use in used]
            names += [labels.name_source(id, seats) for id in result.seats[0].sources]
            assert not [name for name in names if f"{rules.prefix}." in name or "use." in name]
            # What is counted apart is called differently, too
            assert len(set(names[: len(used)])) == len(used)


def test_an_unfinished_game_has_no_result_and_hints_are_noted() -> None:
    rules = games.load("salty_ocean")
    played = play("salty_ocean", 2)
    with pytest.raises(RecordError):
        read_result(played.until(20), rules)
    first = next(i for i, entry in enumerate(played.entries) if not entry.is_chance)
    entry = played.entries[first]
    played.entries[first] = Entry(entry.seat, entry.notation, entry.audience, by=BY_HINT)
    assert read_result(played, rules).hinted


def test_a_game_alone_has_its_title() -> None:
    told = record.read(FIXTURES / "rolling_seas" / "alone.jsonl")
    rules = rules_for(told.header)
    found = read_result(told, rules)
    assert len(found.seats) == 1
    assert Labels(rules, Translator("fr")).name_title(found.title)


# Ratings


def test_bots_stand_where_they_were_measured() -> None:
    rules = games.load("salty_ocean")
    greedy, captain = anchor(rules, 2, "greedy"), anchor(rules, 4, "captain")
    assert greedy is not None
    assert round(greedy.points) == 1000
    assert captain is not None
    assert captain.points > greedy.points
    assert anchor(rules, 2, "flat:playouts=3") is None
    assert NEWCOMER.points == 1000


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_find_the_true_strength_on_the_scale_of_the_bots(players: int) -> None:
    """400 points are odds of ten to one between any two, however many play."""
    dice = random.Random(7)
    errors = []
    for true in [700.0, 1000.0, 1300.0] * 14:
        found = play_season(true, players, 40, dice)
        errors.append((abs(found.points - true), found.spread))
    assert sum(error < spread for error, spread in errors) > 0.85 * len(errors)
    assert sum(error for error, _ in errors) / len(errors) < 120


def play_season(true: float, players: int, games: int, dice: random.Random) -> Skill:
    """What is believed of somebody so strong after so many games against greedy bots."""
    found, strengths = NEWCOMER, [true, *[1000.0] * (players - 1)]
    others = [Skill.of_points(1000, 0)] * (players - 1)
    for _ in range(games):
        left = list(range(players))
        order: list[int] = []
        while left:
            weights = [10 ** (strengths[seat] / 400) for seat in left]
            order.append(dice.choices(left, weights)[0])
            left.remove(order[-1])
        found = rate([found, *others], [order.index(seat) + 1 for seat in range(players)])[0]
    return found


def test_those_who_are_level_learn_from_it_alike() -> None:
    first, second, third = rate([NEWCOMER] * 3, [1, 1, 3])
    assert first == second
    assert first.mu > NEWCOMER.mu > third.mu


# Counting


def seat(table: int, number: int, rank: int, **more: Any) -> PlayedSeat:
    values: dict[str, Any] = {
        "table": f"t{table:03}",
        "seat": number,
        "game": "salty_ocean",
        "seats": 2,
        "options": {},
        "finished": float(table),
        "points": 100 + table - 10 * rank,
        "rank": rank,
        "won": float(rank == 1),
        "rounds": 5,
        "choices": 80,
        "sources": {"coins": 60, "notre_dame": 0},
        "uses": {"group.city building-banque": rank - 1},
    }
    return PlayedSeat(**{**values, **more})


def test_a_persons_games_are_counted_with_intervals_and_hints_apart() -> None:
    played = [seat(i, i % 2, 1 if i < 3 else 2) for i in range(10)]
    played += [seat(20, 0, 1, hinted=True, points=999)]
    (found,) = summarise_person(played)
    tally = found.by_seats[2]
    assert (tally.games, tally.won, tally.best) == (10, 3, 92)
    # Wilson's interval of 3 of 10
    assert (round(tally.low, 3), round(tally.high, 3)) == (0.108, 0.603)
    assert found.hinted is not None
    assert found.hinted.games == 1

    assert max(each.points for each in found.best[2]) == tally.best
    (source,) = found.sources[2]
    assert (source.id, source.points, source.part) == ("coins", 60, 1.0)
    assert found.skill is None
    for language in LANGUAGES:
        told = person_to_json([found], Translator(language))
        assert json.dumps(told)
        assert told[0]["by_players"]["2"]["games"] == 10


def test_a_title_tells_only_numbers_of_few_games() -> None:
    few = [seat(i, number, 1 + (number + i) % 2) for i in range(FEWEST - 1) for number in (0, 1)]
    found = summarise_title("salty_ocean", 2, few)
    assert (found.games, found.is_told, found.points, found.uses) == (FEWEST - 1, False, None, ())


def test_a_title_tells_seats_points_and_uses() -> None:
    played = [seat(i, number, 1 + (number + i) % 2) for i in range(12) for number in (0, 1)]
    played += [seat(50, number, 1, hinted=True) for number in (0, 1)]
    found = summarise_title("salty_ocean", 2, played)
    assert (found.games, found.hinted) == (12, 1)
    assert [tally.share for tally in found.by_seat] == [0.5, 0.5]
    (use,) = found.uses
    # Only those who lost had built it
    assert (use.part, use.winners, use.others) == (0.5, 0, 1)
    assert use.with_it is not None
    assert use.with_it.won == 0
    assert use.without is not None
    assert use.without.share == 1
    assert found.rounds is not None
    assert found.rounds.middle == 5
    assert json.dumps(title_to_json(found, Translator("en")))


# Records, drawing, export


def test_records_that_were_broken() -> None:
    def kinds(now: PlayedSeat, own: list[PlayedSeat], house: tuple[int, ...] = ()) -> list[str]:
        return [each.kind for each in find_broken(now, own, house)]

    lost, won = seat(1, 0, 2, points=50), seat(2, 0, 1, points=60)
    assert kinds(lost, []) == [RecordKind.FIRST_GAME]
    assert kinds(won, []) == [RecordKind.FIRST_WIN]
    assert kinds(won, [lost, won]) == [RecordKind.FIRST_WIN, RecordKind.BEST]
    three = seat(3, 0, 1, seats=3, points=10)
    assert kinds(three, [lost, won]) == [RecordKind.FIRST_WIN_WITH]
    worse, better = seat(4, 0, 2, points=60), seat(4, 0, 2, points=61)
    assert kinds(worse, [lost, won]) == []
    assert kinds(better, [lost, won]) == [RecordKind.BEST]
    # What came later does not count, nor do other options, nor games with hints
    assert kinds(won, [lost, better]) == [RecordKind.FIRST_WIN, RecordKind.BEST]
    assert kinds(seat(9, 0, 2, points=99, options={"a": "b"}), [lost, won]) == []
    assert kinds(seat(9, 0, 1, points=99, hinted=True), [lost, won]) == []
    assert kinds(better, [lost, won], (60, 59, 58, 57, 56)) == [RecordKind.BEST_HERE]
    assert kinds(better, [lost, won], (60, 59)) == [RecordKind.BEST]
    risen = [seat(i, 0, 2, points=0, after=Skill(25.0 + i, 3.0)) for i in range(10)]
    assert kinds(risen[9], risen) == [RecordKind.HIGHEST_RATING]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rating_is_drawn(language: str) -> None:
    skills = [NEWCOMER, *[Skill(25.0 + i, 8.0 - i) for i in range(1, 5)]]
    rated = [
        seat(i, 0, 1, before=skills[i], after=skills[i + 1], finished=1e9 + 1e6 * i)
        for i in range(4)
    ]
    drawn = ElementTree.fromstring(draw_rating(rated, Translator(language)))  # noqa: S314
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 4


def test_results_are_written_as_a_spreadsheet() -> None:
    played = [seat(1, 0, 2), seat(2, 1, 1, before=NEWCOMER, after=Skill(30.0, 7.0))]
    rows = list(csv.DictReader(io.StringIO(write_csv(played))))
    assert [row["points"] for row in rows] == ["81", "92"]
    assert rows[0]["rating_after"] == ""
    assert float(rows[1]["rating_after"]) > 1000
    assert json.loads(rows[0]["sources"])["coins"] == 60
