"""What a review tells of a recorded game, and that it adds up."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from quarterdeck import games, record
from quarterdeck.bots import ask, make
from quarterdeck.bots.arena import ENDLESS
from quarterdeck.bots.judge import JudgeBot, trained_network
from quarterdeck.bots.network import judge
from quarterdeck.bots.worth import Judged
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import LANGUAGES, translator
from quarterdeck.kernel.errors import BadSetup, RecordError
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Record
from quarterdeck.review import Mark, Progress, Review, examining, graph, review, storing, telling
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.examining import Examiner, make_judge
from quarterdeck.review.lines import SecondLook
from quarterdeck.review.marks import CERTAIN, THRESHOLDS, mark_of
from quarterdeck.review.model import Judgement
from tests.review.brief import brief_reviews

__all__ = ["brief_reviews"]

NAMES = ["Anne", "Bob", "Cleo", "Dora"]
# Quick games with chance, hidden facts and lanes among them; alone, and with a choice to lose.
PLAYED = (
    ("salty_ocean", 2, "deckhand"),
    ("rolling_seas", 2, "deckhand"),
    ("rolling_seas", 1, "deckhand"),
    ("seul_maitre", 2, "deckhand"),
    pytest.param("saltfjord", 1, "boatswain", marks=pytest.mark.soak),
)


@lru_cache
def played(name: str, seats: int, bot: str, seed: int = 3) -> Record:
    """A game that bots have played, as its file tells it."""
    rules = games.load(name)
    dealer = random.Random(seed)
    game = Game.new(rules, seats, {}, dealer)
    players = [make(bot, rules, dealer.getrandbits(64)) for _ in range(seats)]
    while not game.finished:
        seat = game.actors[0]
        game.play(ask(players[seat], game.position, seat, ENDLESS), seat=seat)
    return game.record


@lru_cache
def reviewed(name: str, seats: int, bot: str) -> Review:
    return review(played(name, seats, bot), games.load(name))


@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_luck_and_choices_add_up_to_the_whole_graph(name: str, seats: int, bot: str) -> None:
    found = reviewed(name, seats, bot)
    told = played(name, seats, bot)
    assert len(found.standings) == len(told.entries) + 1
    assert {each.ply for each in found.luck} == {
        ply for ply, entry in enumerate(told.entries) if entry.is_chance
    }
    for seat, tally in enumerate(found.tallies):
        parts = tally.start + tally.luck + tally.play + tally.others
        assert parts == pytest.approx(tally.result, abs=1e-6)
        assert tally.start == found.values(0)[seat]
        if seats == 1:
            assert tally.others == 0
    if not found.by_points and seats > 1:
        for standing in found.standings:
            assert sum(standing.chances) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_a_review_ends_with_what_happened(name: str, seats: int, bot: str) -> None:
    found, told = reviewed(name, seats, bot), played(name, seats, bot)
    assert told.outcome is not None
    assert found.complete
    assert [round(points) for points in found.standings[-1].points] == [*told.outcome.scores]
    assert found.scores[-1] == told.outcome.scores
    assert found.rounds[0] == 0
    assert all(before < after for before, after in pairwise(found.rounds))
    if seats > 1:
        winners = told.outcome.ranks.count(1)
        won = [1 / winners if rank == 1 else 0 for rank in told.outcome.ranks]
        assert list(found.standings[-1].chances) == pytest.approx(won)


@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_every_real_choice_is_judged_and_nothing_else(name: str, seats: int, bot: str) -> None:
    found, told = reviewed(name, seats, bot), played(name, seats, bot)
    rules = games.load(name)
    real = [
        ply
        for ply, position in enumerate(record.positions(told, rules))
        if ply < len(told.entries)
        and not told.entries[ply].is_chance
        and len(position.legal(told.entries[ply].seat)) > 1
    ]
    assert [each.ply for each in found.judgements] == real
    unit = rules.features.points if found.by_points and rules.features else 1.0
    for each in found.judgements:
        assert each.chosen == told.entries[each.ply].notation
        assert each.loss >= 0
        assert each.mark == (mark_of(each.loss, each.error, unit) if each.pairs else Mark.NONE)
        assert each.effect[each.seat] == pytest.approx(-each.loss, abs=1e-9)
    assert sum(tally.choices for tally in found.tallies) == len(real)


def test_the_same_record_gives_the_same_review() -> None:
    rules = games.load("salty_ocean")
    told = played("salty_ocean", 2, "deckhand")
    assert review(told, rules) == reviewed("salty_ocean", 2, "deckhand")


def test_the_graph_is_told_first_and_progress_never_falls() -> None:
    rules = games.load("salty_ocean")
    told: list[Progress] = []
    found = review(played("salty_ocean", 2, "deckhand"), rules, told.append)
    done = [each.done for each in told]
    assert done == sorted(done)
    assert done[0] >= 0
    assert done[-1] <= 1
    (early,) = [each.review for each in told if each.review is not None]
    assert early.standings == found.standings
    assert not early.complete
    assert not early.judgements


def test_nothing_is_called_a_mistake_within_its_error() -> None:
    for mark, least in THRESHOLDS:
        assert mark_of(least, least / CERTAIN, 1.0) is Mark.NONE
        assert mark_of(least, least / CERTAIN - 0.001, 1.0) is mark
        assert mark_of(least * 300, 1.0, 300.0) is mark


def test_only_finished_games_are_reviewed() -> None:
    rules = games.load("salty_ocean")
    told = played("salty_ocean", 2, "deckhand")
    running = told.until(len(told.entries) - 1)
    with pytest.raises(RecordError) as refused:
        review(running, rules)
    assert refused.value.message.id == "qd.review.not_over"


def test_a_game_nobody_has_trained_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path_factory.mktemp("empty")))
    rules = games.load("salty_ocean")
    with pytest.raises(BadSetup) as refused:
        review(played("salty_ocean", 2, "deckhand"), rules)
    assert refused.value.message.id == "qd.error.weights.missing"


def test_a_damaged_record_is_named() -> None:
    rules = games.load("salty_ocean")
    told = played("salty_ocean", 2, "deckhand")
    first = told.entries[0]
    damaged = replace(told, entries=[replace(first, notation="nonsense"), *told.entries[1:]])
    with pytest.raises(record.DamagedRecord):
        review(damaged, rules)


@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_a_review_is_kept_as_json(name: str, seats: int, bot: str) -> None:
    found = reviewed(name, seats, bot)
    written = json.dumps(storing.to_json(found))
    again = storing.from_json(json.loads(written))
    assert storing.to_json(again) == json.loads(written)
    assert again.moments == tuple(
        replace(each, judgement=again.moments[number].judgement)
        for number, each in enumerate(found.moments)
    )
    assert [each.mark for each in again.judgements] == [each.mark for each in found.judgements]


@pytest.mark.parametrize("spoilt", [{}, {"format": 0}, {"format": storing.FORMAT}])
def test_what_is_no_review_is_refused(spoilt: dict[str, object]) -> None:
    with pytest.raises(RecordError) as refused:
        storing.from_json(spoilt)
    assert refused.value.message.id == "qd.review.unreadable"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_graphs_are_pictures_that_can_be_pointed_at(
    name: str, seats: int, bot: str, language: str
) -> None:
    found = reviewed(name, seats, bot)
    say = translator(language, NAMES[:seats])
    for draw in (graph.draw_chances, graph.draw_points, graph.draw_expected):
        drawn = graph.standalone(draw(found, say, lambda ply: f"/replay?ply={ply}&eyes=1"))
        picture = ElementTree.fromstring(drawn)  # noqa: S314
        links = [each for each in picture.iter() if each.tag.endswith("}a")]
        assert 0 < len(links) <= graph.MOST_STRIPS
        plies = [int(each.attrib["data-ply"]) for each in links]
        assert plies == sorted(plies)
        assert plies[-1] < len(found.standings)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats", "bot"), PLAYED)
def test_a_review_is_told_in_words(name: str, seats: int, bot: str, language: str) -> None:
    found = reviewed(name, seats, bot)
    say = translator(language, NAMES[:seats])
    told = telling.tell(found, say)
    assert len(told.tallies) == seats
    assert len(told.moments) == len(found.moments)
    assert len(told.rounds) == len(found.rounds) + 1
    for moment in told.moments:
        assert moment.played != moment.better
        assert moment.better_line
        assert moment.why


def test_whole_percents_add_up() -> None:
    assert graph.whole_percents([1 / 3, 1 / 3, 1 / 3]) == [34, 33, 33]
    assert graph.whole_percents([0.994, 0.006]) == [99, 1]
    assert graph.whole_percents([0.4]) == [40]
    assert sum(graph.whole_percents([0.123, 0.456, 0.421])) == 100


@pytest.mark.parametrize(("name", "uneven"), [("rolling_seas", False), ("seul_maitre", True)])
def test_every_luck_is_the_outcome_against_the_average_of_all_outcomes(
    name: str, uneven: bool
) -> None:
    """Computed again by hand where every outcome can be judged at once; in one of the games some
    outcomes are likelier than others, so that an average without weights would be another."""
    rules = games.load(name)
    told = played(name, 2, "deckhand")
    found = reviewed(name, 2, "deckhand")
    network = reviewing_network(rules, 2)
    checked, differs = 0, False
    for ply, position in enumerate(record.positions(told, rules)):
        if not position.chance:
            continue
        weighted = position.outcomes()
        after = [position.clone() for _ in weighted]
        for (code, _), each in zip(weighted, after, strict=True):
            each.deal(code)
        if not all(each.finished or (not each.chance and rules.is_at_rest(each)) for each in after):
            continue
        shares = judge(network, rules, after)[:, :, 0].tolist()
        total = sum(weight for _, weight in weighted)
        for seat in range(2):
            mean = (
                sum(w * each[seat] for (_, w), each in zip(weighted, shares, strict=True)) / total
            )
            assert found.standings[ply].chances[seat] == pytest.approx(mean, abs=1e-5)
        checked += 1
        plain = sum(each[0] for each in shares) / len(shares)
        differs |= abs(found.standings[ply].chances[0] - plain) > 1e-4
    assert checked
    assert differs == uneven


def test_choices_are_judged_in_imagined_worlds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.load("salty_ocean")
    told = played("salty_ocean", 2, "deckhand")
    imagined: list[Position] = []
    imagine = type(rules).imagine

    def note(self: AnyRules, *arguments: Any) -> Position:
        world: Position = imagine(self, *arguments)
        imagined.append(world)
        return world

    def check(self: JudgeBot, world: Position, seat: int, legal: list[int]) -> list[Judged]:
        assert any(world is each for each in imagined), "the true position was judged"
        return judge_menu(self, world, seat, legal)

    judge_menu = JudgeBot.judge
    monkeypatch.setattr(type(rules), "imagine", note)
    monkeypatch.setattr(JudgeBot, "judge", check)
    network = trained_network(rules)
    assert network is not None
    examiner = Examiner(make_judge(rules, network, "1"), 2)
    chosen = [ply for ply, entry in enumerate(told.entries) if not entry.is_chance][::40]
    assert len(chosen) > 2
    for ply, position in enumerate(record.positions(told, rules)):
        if ply in chosen:
            entry = told.entries[ply]
            first = examiner.look(position, ply, entry.seat, entry.notation)
            examiner.look_again(position, first)


def test_a_second_look_counts_by_its_error_and_the_first_one_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = games.load("salty_ocean")
    network = trained_network(rules)
    assert network is not None
    examiner = Examiner(make_judge(rules, network, "1"), 2)
    first = Judgement(3, 0, "pass", "saline", 0.4, 0.7, 0.3, 0.03, (-0.3, 0.3))

    def look_again(ahead: float, error: float) -> Judgement:
        seen = SecondLook((ahead, -ahead), error, ())
        monkeypatch.setattr(examining, "look_again", lambda *_: seen)
        return examiner.look_again(rules.start(2, {}), first)[0]

    # Few lines that differ much do not hide what was seen at once
    noisy = look_again(0.1, 0.1)
    assert noisy.mark is Mark.BLUNDER
    assert 0.25 < noisy.loss < 0.3
    assert list(noisy.effect) == pytest.approx([-noisy.loss, noisy.loss])
    # Lines that agree count for more
    sure = look_again(0.0, 0.005)
    assert sure.mark is Mark.NONE
    assert sure.loss < 0.05
    turned = look_again(-0.3, 0.005)
    assert (turned.loss, turned.best, turned.effect) == (0.0, "pass", (0.0, 0.0))
