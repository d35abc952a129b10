"""The five levels: human where they are weak, never absurd, and honest about who plays for them."""

from __future__ import annotations

import logging
import math
import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.bots import Budget, ask, make, normalize
from quarterdeck.bots.judge import JudgeBot, _tell_once
from quarterdeck.bots.levels import (
    LEVELS,
    STAND_INS,
    Admiral,
    Boatswain,
    Captain,
    Deckhand,
    Habit,
    HumanBot,
    Mate,
    describe,
    habit_of,
    rate_choice,
    tell_stand_in,
    weigh,
)
from quarterdeck.bots.network import save
from quarterdeck.bots.worth import POINTS_COUNT, Judged
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.bots.test_judge import trained
from tests.bots.test_search import Ticks
from tests.test_features import walk_at_random
from tests.toy import TOY, Skerries

SALTY = games.load("salty_ocean")
ENDLESS = Budget(math.inf)
HUMAN: tuple[type[HumanBot], ...] = (Deckhand, Boatswain, Mate, Captain)
HABIT = Habit(attention=3, glimpse=0.2, softness=0.5, leeway=0.1)
ALL = [True] * 9
UNPLANNED = Judged([0.0, 0.0], [0.5, 0.5])


def questions(rules: AnyRules) -> Iterator[tuple[Position, int]]:
    """Moments of a random game in which there is something to choose."""
    for position in walk_at_random(rules, 3):
        for seat in position.actors()[:1]:
            if len(position.legal(seat)) > 1:
                yield position, seat


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody has trained these games, if only a little."""
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    for rules in (TOY, SALTY):
        save(trained(rules), rules, tmp_path / f"{rules.id}.npz", trained={"games": 3})
    return tmp_path


# Softness


def test_better_choices_are_taken_more_often() -> None:
    weights = weigh([0.30, 0.31, 0.29, 0.33], ALL[:4], HABIT)
    assert weights[3] == 1 > weights[1] > weights[0] > weights[2] > 0


def test_softness_follows_what_is_at_stake() -> None:
    small, large = [0.50, 0.49, 0.48], [0.50, 0.45, 0.40]
    assert weigh(small, ALL[:3], HABIT) == pytest.approx(weigh(large, ALL[:3], HABIT))


def test_a_bad_mistake_is_never_made() -> None:
    weights = weigh([0.5, 0.45, 0.39, -1000.0], ALL[:4], HABIT)
    assert weights[2:] == [0, 0]
    assert weights[1] > 0


def test_equal_choices_are_taken_alike() -> None:
    assert weigh([0.2, 0.2], ALL[:2], HABIT) == [1, 1]
    assert weigh([0.2, 0.2, -3], ALL[:3], HABIT) == [1, 1, 0]


def test_what_is_overlooked_is_not_taken_unless_the_rest_would_be_a_bad_mistake() -> None:
    assert weigh([0.5, 0.45, 0.44], [False, True, False], HABIT) == [
        0,
        pytest.approx(math.exp(-2)),
        0,
    ]
    assert weigh([0.5, 0.35, 0.34], [False, True, True], HABIT) == [1, 0, 0]
    assert weigh([0.5, -1000.0], [False, True], HABIT) == [1, 0]


@pytest.mark.parametrize("rules", [TOY, SALTY], ids=lambda rules: rules.id)
@pytest.mark.parametrize("kind", HUMAN)
def test_no_level_takes_what_it_judges_to_be_absurd(
    kind: type[HumanBot], rules: AnyRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = trained(rules)
    network.weights[-1] *= 0.1  # opinions so mild that there is something to choose from
    bot = kind(rules, random.Random(1), network)
    assert bot._judge is not None
    judged: dict[int, float] = {}
    judge = bot._judge.judge

    def remember(world: Position, seat: int, legal: list[int]) -> list[Judged]:
        found = judge(world, seat, legal)
        judged.update(zip(legal, [each.worth[seat] for each in found], strict=True))
        return found

    monkeypatch.setattr(bot._judge, "judge", remember)
    lost = []
    for position, seat in questions(rules):
        judged.clear()
        chosen = ask(bot, position, seat, ENDLESS)
        assert chosen in position.legal(seat)
        lost.append(max(judged.values()) - judged[chosen])
    assert max(lost) <= kind.HABIT.leeway
    if kind is Deckhand:
        assert any(lost), "it is not perfect either"


@pytest.mark.parametrize("name", [*games.GAMES, "toy"])
def test_each_level_is_firmer_and_sees_more_than_the_one_below(name: str) -> None:
    rules = TOY if name == "toy" else games.load(name)
    habits = [habit_of(kind, rules) for kind in HUMAN]
    for lower, higher in pairwise(habits):
        assert lower.attention < higher.attention
        assert lower.glimpse < higher.glimpse
        assert lower.softness > higher.softness
        assert lower.leeway > higher.leeway


class Mild(Skerries):
    """Skerries in which one choice decides little."""

    softness = (4.0, 4.0, 3.0, 4.0)


def test_a_game_says_how_soft_its_levels_are() -> None:
    network = trained()
    strict, mild = (Mate(rules, random.Random(1), network) for rules in (TOY, Mild()))
    assert strict.habit == Mate.HABIT
    assert mild.habit == Mate.HABIT.relax(3.0)
    assert (mild.habit.softness, mild.habit.leeway) == pytest.approx(
        (3 * Mate.HABIT.softness, 3 * Mate.HABIT.leeway)
    )
    choices = [Judged([worth, 0.0], [worth, 0.0]) for worth in (0.5, 0.46)]
    worth = [rate_choice(TOY, each, 0) for each in choices]
    lesser = [weigh(worth, [True, True], bot.habit)[1] for bot in (strict, mild)]
    assert lesser[0] < lesser[1]


# Attention


class Opinionated(Skerries):
    """Skerries where choices with high codes look best."""

    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        return [float(code) for code in codes]


@pytest.mark.parametrize("kind", HUMAN)
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_game_that_is_decided_is_still_played_for_points(
    kind: type[HumanBot], share: float
) -> None:
    """Shares say nothing there; half of a good result is a bad mistake all the same."""
    choices = [Judged([share + POINTS_COUNT * points] * 2, [share] * 2) for points in (0.9, 0.4)]
    good, bad = weigh([rate_choice(TOY, each, 0) for each in choices], [True, True], kind.HABIT)
    assert good > 0
    assert bad == 0


def test_alone_choices_are_worth_their_points() -> None:
    assert rate_choice(TOY, Judged([0.7], [1.0]), 0) == 0.7


@pytest.mark.parametrize("kind", HUMAN)
def test_of_a_long_menu_what_looks_best_is_seen_and_some_of_the_rest(kind: type[HumanBot]) -> None:
    bot = kind(Opinionated(), random.Random(1), trained())
    menu = list(range(100))
    seen = [bot.notice(TOY.start(2), 0, menu, [UNPLANNED] * 100) for _ in range(200)]
    attention = kind.HABIT.attention
    assert all(all(noticed[-attention:]) for noticed in seen)
    rest = [sum(noticed[:-attention]) for noticed in seen]
    expected = kind.HABIT.glimpse * (100 - attention)
    assert 0.8 * expected < sum(rest) / 200 < 1.2 * expected
    assert all(any(places) for places in zip(*seen, strict=True)), "nothing is overlooked for ever"


def test_a_short_menu_is_seen_whole() -> None:
    bot = Deckhand(TOY, random.Random(1), trained())
    short = list(range(Deckhand.HABIT.attention))
    assert all(bot.notice(TOY.start(2), 0, short, [UNPLANNED] * len(short)))


def test_where_plans_were_made_they_tell_what_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making plans is most of the work; it is not done twice."""
    monkeypatch.setattr(type(TOY), "advise", lambda *_: pytest.fail("asked again"))
    bot = Deckhand(TOY, random.Random(1), trained())
    position: Position = TOY.start(2)
    plans = [Foreseen(code, float(code), position, [code]) for code in range(50)]
    judged = [Judged([0.0, 0.0], [0.5, 0.5], plan) for plan in plans]
    seen = [bot.notice(position, 0, list(range(50)), judged) for _ in range(40)]
    assert all(all(noticed[-3:]) for noticed in seen)
    assert not all(noticed[0] for noticed in seen)


# By name


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_a_name_and_a_line_in_every_language(level: str) -> None:
    for language in LANGUAGES:
        said = Translator(language).text(describe(level))
        assert "qd." not in said
        assert said.endswith(".")


def test_the_admiral_is_told_how_long_to_think() -> None:
    assert normalize("admiral:seconds=5") == "admiral:seconds=5"
    assert normalize("admiral:seconds=0.50") == normalize("admiral:seconds=0.5") == "admiral"
    for wrong in ("admiral:seconds=0", "admiral:seconds=61", "captain:seconds=1"):
        with pytest.raises(BadSetup):
            normalize(wrong)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", [TOY, SALTY], ids=lambda rules: rules.id)
def test_the_same_seed_gives_the_same_choices(level: str, rules: AnyRules, weights: Path) -> None:
    asked = list(questions(rules))[:6]
    # By the clock, nothing would be the same again
    spec = "admiral:seconds=60:simulations=4" if level == "admiral" else level

    def choices(seed: int) -> list[int]:
        bot = make(spec, rules, seed)
        return [ask(bot, position, seat, ENDLESS) for position, seat in asked]

    assert choices(3) == choices(3)


# Budgets


@pytest.mark.parametrize(
    ("own", "granted", "used"), [(0.5, math.inf, 0.5), (0.5, 0.1, 0.1), (0.1, 2.0, 0.1)]
)
def test_the_smaller_of_its_own_time_and_the_tables_is_used(
    own: float, granted: float, used: float
) -> None:
    clock = Ticks(0.01)
    bot = Admiral(TOY, random.Random(1), own, 1_000_000, trained(), clock)
    position, seat = next(questions(TOY))
    ask(bot, position, seat, Budget(granted))
    assert used - 0.03 < clock.now <= used + 0.01


def test_no_level_thinks_longer_than_two_seconds_unless_told() -> None:
    seconds = [parameter.default for parameter in Admiral.PARAMETERS if parameter.name == "seconds"]
    assert len(seconds) == 1
    assert seconds[0] <= 2


def test_where_the_game_makes_plans_the_master_judges_them(weights: Path) -> None:
    rules = games.load("saltfjord")
    network = trained(rules)
    asked = list(questions(rules))[:2]
    bot = Admiral(rules, random.Random(1), 60.0, 1, network)
    judge = JudgeBot(rules, random.Random(1), 1, 8, network=network)
    for position, seat in asked:
        assert ask(bot, position, seat, ENDLESS) == ask(judge, position, seat, ENDLESS)
        assert bot.certainty == judge.certainty
    assert bot.root is None, "nothing was searched"


# Stand-ins


def assert_stand_ins_play(rules: AnyRules) -> None:
    for level in LEVELS:
        for position, seat in list(questions(rules))[:4]:
            chosen, meant = (
                ask(make(name, rules, 4), position, seat, ENDLESS)
                for name in (level, STAND_INS[level])
            )
            assert chosen == meant
        told = tell_stand_in(rules, level)
        assert told is not None
        for language in LANGUAGES:
            assert "qd." not in Translator(language).text(told)


def test_without_numpy_others_play_and_it_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    _tell_once.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert_stand_ins_play(SALTY)
    assert len(caplog.records) == 1
    assert "pip install quarterdeck[bots]" in caplog.text


def test_where_nobody_has_trained_the_game_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    _tell_once.cache_clear()
    assert_stand_ins_play(SALTY)
    assert len(caplog.records) == 1


def test_a_game_from_outside_without_numbers_is_played_by_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Skerries, "features", None)
    assert_stand_ins_play(TOY)


def test_who_plays_themselves_needs_no_stand_in(weights: Path) -> None:
    assert [tell_stand_in(SALTY, level) for level in LEVELS] == [None] * len(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
def test_weights_for_other_numbers_are_refused_with_a_clear_line(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    save(trained(), TOY, tmp_path / "skerries.npz", features="0123")
    with pytest.raises(BadSetup, match=r"skerries\.npz was learnt from other numbers .* train it"):
        make(level, TOY, 1)
