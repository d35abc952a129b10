"""Bots live in their worker's process for as long as their seat needs them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import ClassVar

import pytest

from quarterdeck import games
from quarterdeck.bots import PLUGINS, Budget
from quarterdeck.bots.simple import RandomBot
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.thinking import Assignment, BotsOfWorker, Chair, Thinkers, Worker, kind_of

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
    position.play(before.chair.seat, bots.answer(before))
    assert bots.answer(before) in before.legal, "taken back: the same question once more"
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


def test_a_bot_that_fails_is_made_anew(learning: list[Learning]) -> None:
    bots = BotsOfWorker()
    asked = question(first_choice())
    for _ in range(3):
        bots.answer(asked)
    with pytest.raises(RuntimeError, match="enough"):
        bots.answer(asked)
    assert bots.answer(asked) in asked.legal
    assert len(learning) == 2


class Recording(Worker):
    """Answers at once, and notes what it was asked."""

    def __init__(self, asked: list[tuple[Recording, Assignment]]) -> None:
        super().__init__()
        self.asked = asked

    async def ask(self, question: Assignment, patience: float) -> int:
        self.asked.append((self, question))
        await asyncio.sleep(0)
        return question.legal[0]


def test_a_bot_that_remembers_is_asked_in_its_own_process(learning: list[Learning]) -> None:
    asked: list[tuple[Recording, Assignment]] = []

    async def main() -> None:
        thinkers = Thinkers()
        thinkers._workers = [Recording(asked) for _ in range(3)]
        thinkers._turns = type(thinkers._turns)(thinkers._workers)
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
        thinkers = Thinkers()
        thinkers._workers = [Recording(asked)]
        thinkers._turns = type(thinkers._turns)(thinkers._workers)
        for _ in range(20):
            await thinkers.choose(SALTY, position, {}, Chair("t", seat, "learning"))

    asyncio.run(main())
    worlds = [SALTY.load(q.world, 2, {}) for _, q in asked]
    assert {SALTY.view(world, seat) for world in worlds} == {SALTY.view(position, seat)}
    assert all(q.legal == position.legal(seat) for _, q in asked)


def test_what_people_set_about_a_bot_is_no_label_of_a_metric() -> None:
    assert kind_of("flat:playouts=500") == "flat"
    assert kind_of("greedy") == "greedy"
