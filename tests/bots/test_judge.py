"""The bot that judges: its network, what it may know, and what it does without one."""

from __future__ import annotations

import json
import logging
import math
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from quarterdeck import games
from quarterdeck.bots import Budget, ask, make
from quarterdeck.bots.judge import JudgeBot, _tell_once, trained_network
from quarterdeck.bots.levels import PRIDE, rate_choice
from quarterdeck.bots.lookahead import look_ahead
from quarterdeck.bots.network import Network, judge, load, save
from quarterdeck.bots.worth import POINTS_COUNT, certainty_of, judge_choices, judge_positions
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from tests.toy import TOY, Skerries
from tests.toy.position import SkerriesPosition
from tests.toy.scenario import start

ENDLESS = Budget(math.inf)
FEATURES = Skerries.features
assert FEATURES is not None


def untrained() -> Network:
    assert FEATURES is not None
    return Network.begin(FEATURES, 1)


def trained(rules: AnyRules = TOY, seed: int = 5) -> Network:
    """A network that has an opinion of its own, whatever it is."""
    assert rules.features is not None
    network = Network.begin(rules.features, seed)
    opinions = np.random.default_rng(seed).standard_normal(network.weights[-1].shape)
    network.weights[-1] += opinions.astype(np.float32)
    return network


def judging(rules: AnyRules, network: Network, seed: int = 1, worlds: int = 1) -> JudgeBot:
    return JudgeBot(rules, random.Random(seed), worlds, 8, network=network)


def in_salty_ocean() -> tuple[AnyRules, Position]:
    rules = games.load("salty_ocean")
    position = rules.start(2)
    while position.chance:
        position.deal(position.outcomes()[0][0])
    return rules, position


# The network


def test_before_it_has_learnt_anything_it_expects_what_advice_expects() -> None:
    position = TOY.start(3)  # the charms are not dealt yet
    position.shells = [4, 2, 2]
    (expected,) = judge(untrained(), TOY, [position])
    shares, points = expected[:, 0], expected[:, 1]
    assert points == pytest.approx([0.4, 0.2, 0.2])
    assert shares[0] > shares[1] == shares[2]
    assert sum(shares) == pytest.approx(1)


def test_finished_games_are_judged_by_their_result_wherever_they_stand() -> None:
    going = start("cork", "coral", "cork")
    over = going.clone()
    over.finished = True
    over.conclude([7, 9, 9], [3, 1, 1])
    judged = judge(untrained(), TOY, [going, over, going])
    assert judged[1, :, 0] == pytest.approx([0, 0.5, 0.5])
    assert judged[1, :, 1] == pytest.approx([0.7, 0.9, 0.9])
    assert (judged[0] == judged[2]).all()
    assert judged[0] == pytest.approx(judge(untrained(), TOY, [going])[0])


class Trials(Skerries):
    """Skerries that can be lost alone."""

    def is_won_alone(self, position: SkerriesPosition, /) -> bool:
        return position.scores[0] > 1000


def test_alone_winning_counts_where_one_can_lose() -> None:
    assert Skerries.features is not None
    network = Network.begin(Skerries.features, 1)
    trials = Trials()
    end = start("cork")
    playout(end, 1)
    assert end.finished
    assert judge(network, TOY, [end])[0, 0, 0] == 1
    assert judge(network, trials, [end])[0, 0, 0] == 0
    (kind,), (strict,) = (judge_positions(each, network, [end]) for each in (TOY, trials))
    assert strict.worth[0] == pytest.approx(POINTS_COUNT * kind.worth[0])
    going = start("cork")
    (hopeful,) = judge_positions(trials, network, [going])
    assert 0 < hopeful.shares[0] < 1
    assert certainty_of(trials, hopeful.shares[0], 1) == hopeful.shares[0]
    assert trials.final_ranks(end) == [2]
    # For those who fall short points count more, where a game can be lost alone too
    assert rate_choice(trials, strict, 0) == pytest.approx(PRIDE * strict.worth[0])
    assert rate_choice(TOY, kind, 0) == kind.worth[0]


def test_weights_are_stored_with_what_they_were_learnt_from(tmp_path: Path) -> None:
    path = tmp_path / "skerries.npz"
    save(trained(), TOY, path, trained={"games": 12})
    read = load(TOY, path)
    assert read.facts["trained"] == {"games": 12}
    position = start("cork", "coral", "cork")
    assert (judge(read, TOY, [position]) == judge(trained(), TOY, [position])).all()
    assert list(tmp_path.iterdir()) == [path], "nothing half-written is left"


@pytest.mark.parametrize(
    ("fact", "value", "refusal"),
    [
        ("features", "0123", "qd.error.weights.features"),
        ("game", "salty_ocean", "qd.error.weights.broken"),
        ("format", 99, "qd.error.weights.broken"),
    ],
)
def test_weights_of_something_else_are_refused(
    fact: str, value: object, refusal: str, tmp_path: Path
) -> None:
    path = tmp_path / "skerries.npz"
    save(trained(), TOY, path, **{fact: value})
    with pytest.raises(BadSetup) as caught:
        load(TOY, path)
    assert caught.value.message.id == refusal
    assert "skerries.npz" in str(caught.value)


def test_with_own_components_bots_judge_by_what_they_learnt_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    save(trained(), TOY, tmp_path / "skerries.npz", components="0123")
    _tell_once.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert trained_network(TOY) is not None
    assert "other components" in caplog.text


@pytest.mark.parametrize("content", [b"", b"no weights", json.dumps({"a": 1}).encode()])
def test_a_file_that_holds_no_weights_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "skerries.npz"
    path.write_bytes(content)
    with pytest.raises(BadSetup, match="does not hold"):
        load(TOY, path)


# Choosing


def test_the_same_seed_gives_the_same_choices() -> None:
    rules, position = in_salty_ocean()
    seat = position.actors()[0]
    network = trained(rules)
    chosen = {ask(judging(rules, network, 3, 2), position, seat, ENDLESS) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen <= set(position.legal(seat))


def test_what_comes_of_a_choice_is_followed_until_it_can_be_judged() -> None:
    rules, position = in_salty_ocean()
    seat = position.actors()[0]
    codes = position.legal(seat)
    found = look_ahead(rules, position, seat, codes, 8, 1)
    assert {each.choice for each in found} == set(range(len(codes)))
    for each in found:
        assert each.position.finished or rules.is_at_rest(each.position)
        assert not each.position.chance
    for choice in range(len(codes)):
        assert sum(each.weight for each in found if each.choice == choice) == pytest.approx(1)


def test_what_it_cannot_know_does_not_change_its_choice() -> None:
    one, other = start("cork", "coral", "pearl"), start("cork", "pearl", "coral")
    for seed in range(5):
        chosen = [
            ask(judging(TOY, trained(seed=seed), seed, 3), each, 0, ENDLESS)
            for each in (one, other)
        ]
        assert chosen[0] == chosen[1]


# Without weights


def test_without_numpy_it_plays_as_greedy_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    _tell_once.cache_clear()
    rules, position = in_salty_ocean()
    seat = position.actors()[0]
    with caplog.at_level(logging.WARNING):
        bots = [make("judge", rules, seed) for seed in range(3)]
    assert len(caplog.records) == 1, "once for all of them"
    assert "pip install quarterdeck[bots]" in caplog.text
    greedy = make("greedy", rules, 1)
    assert ask(bots[1], position, seat, ENDLESS) == ask(greedy, position, seat, ENDLESS)


def test_a_game_that_nobody_has_trained_is_played_as_greedy_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    _tell_once.cache_clear()
    bot = make("judge", TOY, 1)
    assert "trained" in caplog.text
    position = start("cork", "coral", "cork")
    assert ask(bot, position, 0, ENDLESS) in position.legal(0)


def test_weights_are_taken_from_where_they_are_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    save(trained(), TOY, tmp_path / "skerries.npz", trained={"games": 3})
    bot = make("judge:worlds=2", TOY, 1)
    assert isinstance(bot, JudgeBot)
    assert bot.network is not None
    assert bot.network.facts["trained"] == {"games": 3}


@pytest.mark.parametrize("game", games.GAMES)
def test_shipped_weights_fit_their_game(game: str) -> None:
    rules = games.load(game)
    path = rules.folder / "weights.npz"
    if path.exists():
        assert path.stat().st_size < 2_000_000
        assert load(rules, path).facts["trained"]["games"] > 0


def test_the_page_about_opponents_names_the_encoders_in_use() -> None:
    page = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text(encoding="utf-8")
    for game in games.GAMES:
        features = games.load(game).features
        if features is not None:
            sizes = f"| {len(features)} | {features.table_size} | {features.seat_size} |"
            assert f"{sizes} `{features.version}` |" in page


def test_choices_that_no_plan_begins_with_are_judged_one_action_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, position = in_salty_ocean()
    seat = position.actors()[0]
    codes = position.legal(seat)[:3]
    network = trained(rules)
    usual = judge_choices(rules, network, position, seat, codes, 4, 1)
    monkeypatch.setattr(type(rules), "foresee", lambda *_: [])
    assert judge_choices(rules, network, position, seat, codes, 4, 1) == usual
    assert len(judging(rules, network).judge(position, seat, codes)) == 3
