"""What reports call a strategy, and what they take for one thing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quarterdeck import games as house
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lab.report.effects import USES, find_effects
from quarterdeck.lab.report.findings import summarise
from quarterdeck.lab.report.samples import Sample, collect
from quarterdeck.lab.report.strategies import find_strategies
from quarterdeck.lab.results import Cell, PlayedGame
from quarterdeck.statistics.results import name_use
from tests.lab.made_results import GAME, make_cell, make_game, make_games

RULES = house.load(GAME)
SALE, BARRELS = "use.sell price-salt", "group.sale price-salt"
LOSS, BANK = "group.losses good-salt", "group.city building-banque"


def use(seat: int, **times: int) -> list[dict[str, int]]:
    names = {"sale": SALE, "barrels": BARRELS, "loss": LOSS, "bank": BANK}
    used: list[dict[str, int]] = [{} for _ in range(4)]
    used[seat] = {names[name]: count for name, count in times.items()}
    return used


def sell(number: int) -> dict[str, Any]:
    """Whoever sells, sells some barrels: one decision, counted in two ways."""
    seat = number % 4
    return {"winner": number // 4 % 4, "used": use(seat, sale=1, barrels=2 + number % 3)}


def samples(cells: list[Cell], games: list[PlayedGame]) -> list[Sample]:
    return collect(cells, games)


def test_what_follows_from_a_decision_is_one_thing_with_it() -> None:
    (sample,) = samples([make_cell()], make_games(make_cell(), 80, sell))
    (found,) = summarise(sample, []).uses
    assert (found.id, found.same) == (SALE, (BARRELS,))


def test_what_other_seats_do_is_another_thing() -> None:
    def change(number: int) -> dict[str, Any]:
        both = sell(number)
        if number == 7:
            both["used"] = use(3, barrels=2)
        return both

    (sample,) = samples([make_cell()], make_games(make_cell(), 80, change))
    assert {found.id for found in summarise(sample, []).uses} == {SALE, BARRELS}


def test_two_rare_things_are_not_one_by_chance() -> None:
    table = make_cell()
    games = make_games(table, 80, lambda _: {"used": use(0)})
    games[5].used[2].update({SALE: 1, BANK: 1})
    (sample,) = samples([table], games)
    assert {found.id for found in summarise(sample, []).uses} == {SALE, BANK}


def test_effects_of_one_thing_are_told_once() -> None:
    usual, varied = make_cell(0), make_cell(1, price_table="seven_rows")
    games = make_games(usual, 80, sell)
    games += make_games(varied, 80, lambda number: {"used": use(0)} if number % 2 else sell(number))
    told = find_effects(collect([usual, varied], games))
    assert [each.measure.name for each in told if each.measure.kind == USES] == [SALE]


def test_losses_are_no_strategy() -> None:
    """Nobody plans to lose barrels, so it is not dead where nobody does."""
    cells = [make_cell(0), make_cell(1, seats=3)]
    games = make_games(cells[0], 40, lambda _: {"used": use(0, loss=1, bank=1)})
    games += make_games(cells[1], 40, lambda _: {"used": [{}] * 3})
    found = samples(cells, games)
    assert find_strategies(RULES, found) == {0: [BANK], 1: [BANK]}
    dead = summarise(found[1], find_strategies(RULES, found)[1]).dead
    assert [each.id for each in dead] == [BANK]


def test_what_an_option_rules_out_is_not_dead() -> None:
    """Used with one value of the option only, wherever and by whomever the other is played."""
    cells = [make_cell(0), make_cell(1, bots=("mate",)), make_cell(2, price_table="seven_rows")]
    games = [game for cell in cells[:2] for game in make_games(cell, 40, sell)]
    games += make_games(cells[2], 40, lambda _: {"used": use(0, bank=1, sale=1)})
    strategies = find_strategies(RULES, samples(cells, games))
    assert strategies[0] == strategies[1]
    assert BANK not in strategies[0]
    assert BANK in strategies[2]


def test_what_is_rare_with_another_option_may_be_dead_without_it() -> None:
    cells = [make_cell(0), make_cell(1, price_table="seven_rows")]
    games = make_games(cells[0], 40, sell)
    games += [make_game(cells[1], number, **sell(number)) for number in range(40)]
    games[-1].used[0][BANK] = 1
    assert BANK in find_strategies(RULES, samples(cells, games))[0]


@pytest.mark.parametrize("game", [rules.id for rules in house.load_all()])
def test_games_name_answers_that_they_count(game: str) -> None:
    """A heading that no choice has would leave nothing out."""
    rules = house.load(game)
    say = Translator("en")
    assert rules.answers
    families = {family.name for family in rules.space.families}
    for answer in rules.answers:
        heading, _, thing = answer.partition(" ")
        assert say.knows(f"{rules.prefix}.{heading}"), answer
        assert not thing or thing in rules.things, answer
        word, _, name = heading.partition(".")
        assert word == "group" or name in families, answer


def test_boats_in_the_fjord_are_counted_by_their_zone() -> None:
    """They were only where no token was taken: zones that brought most points were never used."""
    rules = house.load("saltfjord")
    things = frozenset(rules.things)
    dice, found = Random(3), set()
    for _ in range(3):
        position = rules.start(2)
        while not position.finished:
            if position.chance:
                codes = [code for code, _ in position.outcomes()]
                position.deal(dice.choice(codes))
                continue
            seat = position.actors()[0]
            code = dice.choice(position.legal(seat))
            if rules.space.family_of(code).name == "advance":
                found.add(name_use(rules, position, seat, code, things))
            position.play(seat, code)
    assert found
    assert all(each.startswith("group.fishing zone-") for each in found)
