"""Bots live in their worker's process for as long as their seat needs them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import ClassVar

import pytest

from quarterdeck import games
from quarterdeck.bots import PLUGINS, Budget
from quarterdeck.bots.simple import RandomBot
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.bot_workers import (
    IDLE,
    SECONDS_KEPT,
    Assignment,
    BotAnswer,
    BotsOfWorker,
    Chair,
    Worker,
)
from quarterdeck.server.thinking import Thinkers, Unwanted, kind_of
from quarterdeck.server.turns import Crowded, Turns

SALTY = games.load("salty_ocean")


class Learning(RandomBot):
    """Remembers what it was shown."""

    REMEMBERS = True
    made: ClassVar[list[Learning]] = []

    def __init__(self, rules: AnyRules, dealer: random.Random) -> None:
        super().__init__(rules, dealer)
        self.shown: list[str] = []
        self.made.append(self)

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        self.shown.append(world.digest())
        if len(self.shown) > 3:
            raise RuntimeError("enough")
        return legal[0]


@pytest.fixture
def learning() -> Iterator[list[Learning]]:
    PLUGINS.add("learning", Learning)
    Learning.made.clear()
    yield Learning.made
    PLUGINS.remove("learning")


def question(position: Position, table: str = "t", bot: str = "learning") -> Assignment:
    seat = position.actors()[0]
    return Assignment(
        chair=Chair(table, seat, bot),
        game=SALTY.id,
        components=SALTY.component_digest,
        seats=position.seats,
        options={},
        legal=list(position.legal(seat)),
        world=SALTY.imagine(position, seat, random.Random(1)).dump(),
        seed=1,
        seconds=1.0,
    )


def first_choice() -> Position:
    position: Position = SALTY.start(2)
    while position.chance:
        position.deal(position.outcomes()[0][0])
    return position


def test_a_bot_is_asked_again_even_after_an_undo(learning: list[Learning]) -> None:
    bots = BotsOfWorker()
    position = first_choice()
    before = question(position)
    position.play(before.chair.seat, bots.answer(before).code)
    assert bots.answer(before).code in before.legal, "taken back: the same question once more"
    assert len(learning) == 1
    assert len(learning[0].shown) == 2


def test_each_seat_has_a_bot_of_its_own(learning: list[Learning]) -> None:
    bots = BotsOfWorker()
    asked = question(first_choice())
    bots.answer(asked)
    bots.answer(question(first_choice(), table="u"))
    assert len(learning) == 2


def test_a_worker_keeps_only_so_many_bots(learning: list[Learning]) -> None:
    bots = BotsOfWorker(most=2)
    for table in ("a", "b", "a", "c", "a", "b"):
        bots.answer(question(first_choice(), table))
    # b was asked longest ago when c came
    assert len(learning) == 4


def test_what_a_game_consists_of_is_settled_once(learning: list[Learning]) -> None:
    settled: list[int] = []
    bots = BotsOfWorker(settle=lambda: settled.append(len(learning)))
    for table in ("a", "b", "a"):
        bots.answer(question(first_choice(), table))
    assert settled == [1], "after the first answer, when everything has been loaded"


def test_a_bot_that_fails_is_made_anew(learning: list[Learning]) -> None:
    bots = BotsOfWorker()
    asked = question(first_choice())
    for _ in range(3):
        bots.answer(asked)
    with pytest.raises(RuntimeError, match="enough"):
        bots.answer(asked)
    assert bots.answer(asked).code in asked.legal
    assert len(learning) == 2


class Recording(Worker):
    """Answers at once, and notes what it was asked."""

    def __init__(self, asked: list[tuple[Recording, Assignment]]) -> None:
        super().__init__()
        self.asked = asked

    async def ask(self, question: Assignment, patience: float) -> BotAnswer:
        self.asked.append((self, question))
        await asyncio.sleep(0)
        return BotAnswer(question.legal[0])


def test_a_bot_that_remembers_is_asked_in_its_own_process(learning: list[Learning]) -> None:
    asked: list[tuple[Recording, Assignment]] = []

    async def main() -> None:
        thinkers = Thinkers(3, new_worker=lambda: Recording(asked))
        position = first_choice()
        seat = position.actors()[0]
        chairs = [Chair(table, seat, "learning") for table in ("a", "b", "c", "d")]
        for _ in range(5):
            await asyncio.gather(
                *(thinkers.choose(SALTY, position, {}, c, c.table) for c in chairs)
            )

    asyncio.run(main())
    homes = {
        q.chair.table: {id(worker) for worker, other in asked if other.chair == q.chair}
        for _, q in asked
    }
    assert [len(homes[table]) for table in "abcd"] == [1, 1, 1, 1]


def test_no_worker_is_sent_the_true_position(learning: list[Learning]) -> None:
    asked: list[tuple[Recording, Assignment]] = []
    position = first_choice()
    seat = position.actors()[0]

    async def main() -> None:
        thinkers = Thinkers(new_worker=lambda: Recording(asked))
        for _ in range(20):
            await thinkers.choose(SALTY, position, {}, Chair("t", seat, "learning"))

    asyncio.run(main())
    worlds = [SALTY.load(q.world, 2, {}) for _, q in asked]
    assert {SALTY.view(world, seat) for world in worlds} == {SALTY.view(position, seat)}
    assert all(q.legal == position.legal(seat) for _, q in asked)


class Clock:
    """Moves on only when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


class Slow(RandomBot):
    """Takes as long as it may, by the clock of the tests."""

    REMEMBERS = True

    def choose(self, world: Position, seat: int, legal: list[int], budget: Budget) -> int:
        CLOCK.now += budget.seconds
        return legal[0]


@pytest.fixture
def slow() -> Iterator[Clock]:
    PLUGINS.add("slow", Slow)
    yield CLOCK
    PLUGINS.remove("slow")


def test_bots_of_tables_that_nobody_needs_are_not_kept(learning: list[Learning]) -> None:
    clock = Clock()
    bots = BotsOfWorker(clock=clock)
    first, second = question(first_choice(), "a"), question(first_choice(), "b")
    bots.answer(first)
    bots.answer(second)
    bots.answer(replace(second, gone=frozenset("a")))
    assert first.chair not in bots, "its table was given back"
    clock.now += IDLE
    bots.answer(first)
    assert second.chair not in bots, "it has not been asked for long"


def test_trees_that_took_long_are_kept_for_few_seats_only(slow: Clock) -> None:
    bots = BotsOfWorker(clock=slow)
    asked = [question(first_choice(), f"t{n}", "slow") for n in range(5)]
    for each in asked:
        bots.answer(replace(each, seconds=SECONDS_KEPT / 3))
    assert [each.chair in bots for each in asked] == [False, False, True, True, True]


class Failing(Recording):
    """Goes down, hangs or fails as often as it is told to, but not with a greedy bot."""

    faults: ClassVar[list[BaseException]] = []
    ended = 0

    async def ask(self, question: Assignment, patience: float) -> BotAnswer:
        if self.faults and question.chair.bot != "greedy":
            self.asked.append((self, question))
            raise self.faults.pop(0)
        return await super().ask(question, patience)

    def end(self) -> None:
        self.ended += 1


def asked_with_faults(*faults: BaseException, times: int = 1) -> list[str]:
    """Which bots were asked for one seat, if workers have these faults one after the other."""
    asked: list[tuple[Recording, Assignment]] = []
    Failing.faults[:] = faults
    position = first_choice()
    chair = Chair("t", position.actors()[0], "learning")

    async def main() -> None:
        thinkers = Thinkers(new_worker=lambda: Failing(asked))
        for _ in range(times):
            answer = await thinkers.choose(SALTY, position, {}, chair)
            assert answer.code in position.legal(chair.seat)

    asyncio.run(main())
    return [each.chair.bot for _, each in asked]


def test_a_killed_worker_loses_nothing(learning: list[Learning]) -> None:
    assert asked_with_faults(BrokenProcessPool()) == ["learning"] * 2, "the same bot once more"


def test_a_bot_that_fails_is_stood_in_for_by_a_greedy_one(learning: list[Learning]) -> None:
    assert asked_with_faults(RuntimeError("oh")) == ["learning", "greedy"]
    assert asked_with_faults(BrokenProcessPool(), BrokenProcessPool())[2:] == ["greedy"]


def test_a_bot_that_is_too_slow_again_and_again_is_not_asked_any_more(
    learning: list[Learning],
) -> None:
    slow = [TimeoutError() for _ in range(9)]
    assert asked_with_faults(*slow, times=4) == [*["learning", "greedy"] * 2, "greedy", "greedy"]


def test_a_choice_that_nobody_needs_any_more_is_not_thought_about() -> None:
    asked: list[tuple[Recording, Assignment]] = []
    position = first_choice()
    chair = Chair("t", position.actors()[0], "greedy")

    async def main() -> None:
        thinkers = Thinkers(new_worker=lambda: Recording(asked))
        with pytest.raises(Unwanted):
            await thinkers.choose(SALTY, position, {}, chair, is_wanted=lambda: False)
        await thinkers.choose(SALTY, position, {}, chair)

    asyncio.run(main())
    assert len(asked) == 1, "and the process is free for others"


def test_bots_think_as_long_as_they_were_told_but_no_longer_than_the_server_allows() -> None:
    asked: list[tuple[Recording, Assignment]] = []
    position = first_choice()
    seat = position.actors()[0]
    told = ("greedy", "admiral", "admiral:seconds=2", "admiral:seconds=50")

    async def main() -> None:
        thinkers = Thinkers(1, 1.0, most_seconds=4.0, new_worker=lambda: Recording(asked))
        for bot in told:
            await thinkers.choose(SALTY, position, {}, Chair("t", seat, bot))
        await asyncio.gather(
            *(thinkers.choose(SALTY, position, {}, Chair(t, seat, "admiral")) for t in "abcdefghij")
        )

    asyncio.run(main())
    alone, crowded = asked[: len(told)], asked[len(told) :]
    assert [each.seconds for _, each in alone] == [1.0, 0.5, 2.0, 4.0]
    times = [each.seconds for _, each in crowded]
    # Nobody waited when the first began; after that, the more wait, the shorter each thinks
    assert times[:2] == [0.5, pytest.approx(3 / 9)]
    assert times[1:] == sorted(times[1:])
    assert times[-1] == 0.5


def test_a_server_that_only_measures_lets_all_think_their_time() -> None:
    asked: list[tuple[Recording, Assignment]] = []
    position = first_choice()
    seat = position.actors()[0]

    async def main() -> None:
        thinkers = Thinkers(new_worker=lambda: Recording(asked), queue_seconds=1e6)
        await asyncio.gather(
            *(thinkers.choose(SALTY, position, {}, Chair(t, seat, "admiral")) for t in "abcdefghij")
        )

    asyncio.run(main())
    assert [each.seconds for _, each in asked] == [0.5] * 10


def test_only_so_many_may_wait() -> None:
    async def main() -> None:
        turns = Turns(["one"], most=1)
        await turns.take("a")
        waiting = asyncio.create_task(turns.take("b"))
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await turns.take("c")
        turns.give_back("one")
        assert await waiting == "one"

    asyncio.run(main())


def test_a_worker_is_told_of_tables_that_need_no_bots(learning: list[Learning]) -> None:
    asked: list[tuple[Recording, Assignment]] = []
    position = first_choice()
    seat = position.actors()[0]

    async def main() -> Worker:
        thinkers = Thinkers(new_worker=lambda: Recording(asked))
        for table in "ab":
            await thinkers.choose(SALTY, position, {}, Chair(table, seat, "learning"))
        thinkers.forget("a")
        return thinkers._workers[0]

    assert asyncio.run(main()).gone == {"a"}


def test_what_people_set_about_a_bot_is_no_label_of_a_metric() -> None:
    assert kind_of("flat:playouts=500") == "flat"
    assert kind_of("greedy") == "greedy"
