"""What reports find in games whose truth is known."""

from __future__ import annotations

from math import isnan
from typing import Any

import pytest

from quarterdeck import games as house
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.lab.report import sentences
from quarterdeck.lab.report.effects import MAIN, SOURCES, USES, Effect, find_effects, find_idle
from quarterdeck.lab.report.figures import follow
from quarterdeck.lab.report.findings import FEWEST, Findings, correct_seats, summarise
from quarterdeck.lab.report.samples import collect
from quarterdeck.lab.report.uses import IN_VAIN, NEVER, RARELY
from quarterdeck.lab.report.words import Words
from quarterdeck.lab.results import Cell, PlayedGame
from tests.lab.made_results import GAME, Change, make_cell, make_game, make_games

ENGLISH = Words(house.load(GAME), Translator("en"))
FRENCH = Words(house.load(GAME), Translator("fr"))


def find(cell: Cell, games: list[PlayedGame], strategies: list[str] | None = None) -> Findings:
    (sample,) = collect([cell], games)
    return summarise(sample, strategies or [])


def made(count: int, change: Change, **cell: Any) -> Findings:
    table = make_cell(**cell)
    return find(table, make_games(table, count, change))


# Who wins


def win_forty(number: int) -> dict[str, int]:
    """Seat 1 wins 40 % of the games, the others 20 % each."""
    return {"winner": (0, 0, 1, 2, 3)[number % 5]}


def test_a_seat_that_wins_too_often_is_told_in_both_languages() -> None:
    found = made(1000, win_forty)
    english = sentences.tell_seats(found, ENGLISH)
    assert english[0] == (
        "Seat 1 wins more often than its share: 40.0% (37.0–43.1) where 25% would be even."
    )
    assert english[1].startswith("Seat 2 wins less often than its share: 20.0%")
    french = sentences.tell_seats(found, FRENCH)
    assert french[0] == (
        "La place 1 gagne plus souvent que sa part\u00a0: 40,0\u00a0% (de 37,0 à 43,1), alors que "
        "25\u00a0% serait l’égalité."
    )


def test_nothing_is_told_of_fair_seats() -> None:
    found = made(1000, lambda number: {"winner": number % 4})
    for sentence in sentences.tell_seats(found, ENGLISH):
        assert "no difference can be told from these games" in sentence
    short = sentences.tell_shortly(found, ENGLISH)
    assert short.startswith(
        "No difference between seats can be told from these games; one of up to 2.8 percentage "
        "points could still be hidden."
    )
    assert "aucune différence entre les places" in sentences.tell_shortly(found, FRENCH)


def test_what_does_not_survive_the_correction_may_be_chance() -> None:
    """65 of 200 games: even is outside the interval, but not after four seats were looked at."""
    winners = [0] * 65 + [1, 2, 3] * 45
    found = made(200, lambda number: {"winner": winners[number]})
    assert found.seats[0].share.low > 0.25
    assert not found.seats[0].is_sure
    assert sentences.tell_seats(found, ENGLISH)[0].endswith("that may still be chance.")


def test_seats_of_all_tables_are_corrected_together() -> None:
    """What is sure at one table alone may be chance if there are five like it."""
    winners = [0] * 33 + [1, 2, 3] * 22 + [1]
    alone = made(100, lambda number: {"winner": (winners[number] + number // 99) % 4})
    strong = made(1000, win_forty)
    together = correct_seats([strong, *[alone] * 5])
    assert together[0].seats[0].is_sure
    weakest = min(alone.seats, key=lambda seat: seat.p)
    again = min(together[1].seats, key=lambda seat: seat.p)
    assert again.p == weakest.p
    assert again.corrected > weakest.corrected


def test_the_middle_half_has_whole_points() -> None:
    found = made(102, lambda number: {"scores": [number, number + 1, 7 * number, 3]})
    assert found.points is not None
    spread = vars(found.points).values()
    assert all(each == int(each) for each in spread)


def test_shared_wins_count_in_part() -> None:
    shared = {"shares": [0.5, 0.5, 0.0, 0.0], "ranks": [1, 1, 3, 3]}
    found = made(100, lambda number: shared if number % 2 else {"winner": 2})
    assert [seat.share.value for seat in found.seats] == [0.25, 0.25, 0.5, 0.0]


def test_of_too_few_games_nothing_is_told() -> None:
    found = made(FEWEST - 1, win_forty)
    assert not found.is_told
    assert sentences.tell_shortly(found, ENGLISH) == (
        "Too few games to tell anything of this: 29, where it takes 30."
    )


def test_bots_of_unlike_strength_are_told_apart_wherever_they_sit() -> None:
    found = made(200, lambda number: {"winner": number % 2}, seats=2, bots=("greedy", "random"))
    greedy, random = found.players
    assert (greedy.bot, greedy.share.value, random.share.value) == ("greedy", 1.0, 0.0)
    assert [seat.share.value for seat in found.seats] == [0.5, 0.5]
    told = sentences.tell_players(found, ENGLISH)
    assert told[0].startswith("Merchant bot wins 100.0%")


# The course of a game


def course(progress: list[list[int]], winner: int = 0) -> Any:
    seats = len(progress[0])
    shares = [float(seat == winner) for seat in range(seats)]
    game = make_game(
        make_cell(seats=seats),
        0,
        progress=progress,
        rounds=len(progress),
        scores=progress[-1],
        shares=shares,
    )
    return follow(game)


def test_the_lead_changes_when_another_seat_has_it_alone() -> None:
    assert course([[3, 1], [3, 3], [4, 3], [5, 3]]).changes == 0
    assert course([[3, 1], [3, 3], [3, 4], [5, 4]]).changes == 2
    assert course([[0, 0], [0, 0], [5, 4]]).changes == 0


def test_leaders_are_those_of_the_right_rounds() -> None:
    """Of six rounds a third are two, half are three; the last but one is the fifth."""
    found = course([[0, 9], [9, 0], [0, 9], [0, 9], [9, 0], [20, 10]])
    assert (found.early, found.late, found.comeback) == (1, 1, 1)
    assert (found.lead, found.catch_up) == (9, -1)
    assert found.leaders == (0, 1, 0, 0, 1)


def test_without_a_leader_there_is_no_early_one() -> None:
    found = course([[4, 4], [4, 4], [5, 4]])
    assert isnan(found.early)
    assert isnan(found.comeback)
    assert isnan(found.lead)


def test_a_game_alone_or_of_one_round_has_no_course() -> None:
    assert isnan(course([[5, 4]]).changes)
    assert isnan(course([[5], [6], [7]]).changes)


def run_away(number: int) -> dict[str, Any]:
    """Whoever leads first wins, four seats in turn."""
    winner = number % 4
    lead = [50 if seat == winner else number % 3 for seat in range(4)]
    final = [each + 5 + number % 2 for each in lead]
    return {"winner": winner, "progress": [lead, lead, final], "scores": final}


def test_a_runaway_leader_is_told() -> None:
    found = made(200, run_away)
    told = sentences.tell_course(found, ENGLISH)
    assert told[1].startswith(
        "Runaway: whoever leads alone after a third of the rounds wins 100.0%"
    )
    assert "Players who are last after half of the rounds win 0.0%" in " ".join(told)
    assert found.course is not None
    assert found.course.decided is not None
    assert found.course.decided.value == 1
    assert "Échappée" in sentences.tell_course(found, FRENCH)[1]


def test_a_lead_that_is_made_up_decides_nothing() -> None:
    """Half of the leads of ten points before the last round are lost."""

    def change(number: int) -> dict[str, Any]:
        winner = number % 2
        return {
            "winner": winner,
            "progress": [[0, 0], [10, 0], [0, 0]],
            "scores": [30 - 20 * winner, 10 + 20 * winner],
        }

    found = made(100, change, seats=2)
    assert found.course is not None
    assert found.course.margin == 30
    assert found.course.decided is not None
    assert found.course.decided.value == 0
    assert found.course.late is not None
    assert found.course.late.value == 0.5


# Uses


BANK, VAULT, LIGHTHOUSE = (
    f"group.city building-{name}" for name in ("banque", "salle_des_coffres", "phare")
)


def use_things(number: int) -> dict[str, Any]:
    """The bank goes with winning, the vault with nothing; a lighthouse is built once in 100."""
    winner = number % 4
    used: list[dict[str, int]] = [{} for _ in range(4)]
    used[winner][BANK] = 2
    used[(number // 4) % 4][VAULT] = 1
    if number % 100 == 0:
        used[3][LIGHTHOUSE] = 1
    return {"winner": winner, "used": used}


def test_what_goes_with_winning_is_found_and_nothing_else() -> None:
    found = made(400, use_things)
    uses = {use.id: use for use in found.uses}
    bank = uses[BANK]
    assert (bank.is_sure, bank.times, bank.part.value) == (True, 2, 0.25)
    assert bank.difference is not None
    assert bank.difference.value == 1
    assert not uses[VAULT].is_sure
    assert uses[LIGHTHOUSE].difference is None
    assert ENGLISH.use(BANK) == "City: Bank"
    assert sentences.tell_uses(found, ENGLISH).startswith(
        "Things that can be compared: 2. Of these, 1 go"
    )


def test_what_everybody_uses_is_compared_by_how_often() -> None:
    def change(number: int) -> dict[str, Any]:
        winner = number % 4
        times = [3 + (number + seat) % 2 + 2 * (seat == winner) for seat in range(4)]
        return {"winner": winner, "used": [{BANK: each, VAULT: 1} for each in times]}

    uses = {use.id: use for use in made(100, change).uses}
    bank, vault = uses[BANK], uses[VAULT]
    assert bank.difference is None
    assert bank.more is not None
    assert bank.more.value == pytest.approx(2, abs=0.7)
    assert bank.is_sure
    assert (vault.winners, vault.others, vault.is_sure) == (1, 1, False)


def test_dead_strategies_are_named() -> None:
    table = make_cell()
    games = make_games(table, 400, use_things)
    for game in games[:80]:
        game.used[(game.number + 1) % 4]["group.passing"] = 1
    strategies = [BANK, LIGHTHOUSE, "group.passing", "group.city building-auberge"]
    found = find(table, games, strategies)
    why = {(dead.id, dead.why) for dead in found.dead}
    assert ("group.city building-auberge", NEVER) in why
    assert (LIGHTHOUSE, RARELY) in why
    assert ("group.passing", IN_VAIN) in why
    assert not any(id == BANK for id, _ in why)
    told = " ".join(sentences.tell_dead(found.dead, FRENCH))
    assert "Phare" in told
    assert "group." not in told


def test_alone_uses_go_with_points() -> None:
    def change(number: int) -> dict[str, Any]:
        did = number % 2
        return {"scores": [50 + 10 * did + number % 5], "used": [{BANK: 1} if did else {}]}

    found = made(200, change, seats=1)
    (use,) = found.uses
    assert use.with_it is not None
    assert use.difference is not None
    assert use.difference.value == pytest.approx(10, abs=0.1)
    assert use.is_sure
    assert found.seats == ()
    assert found.course is None


# Effects


def compare(
    before: Change, after: Change, games: int = 200, shift: int = 0, **cell: Any
) -> list[Effect]:
    usual, varied = make_cell(0, **cell), make_cell(1, price_table="seven_rows", **cell)
    played = make_games(usual, games, before)
    played += [make_game(varied, number + shift, **after(number)) for number in range(games)]
    return find_effects(collect([usual, varied], played))


def more_points(number: int) -> dict[str, Any]:
    return {**fair(number), "scores": [each + 3 for each in fair(number)["scores"]]}


def fair(number: int) -> dict[str, Any]:
    points = [20 + (number * 7 + seat * 5) % 13 for seat in range(4)]
    return {"winner": number % 4, "scores": points}


def test_a_value_that_gives_points_is_found_deal_by_deal() -> None:
    effects = {(each.measure.id, each.measure.seat): each for each in compare(fair, more_points)}
    points = effects["points", None]
    assert points.difference.paired
    assert points.difference.value == 3
    assert points.is_sure
    assert (points.before + 3, points.seats, points.bots) == (points.after, 4, ("greedy",))
    assert not effects["seat", 0].is_sure
    assert ENGLISH.changes(points.changes, 4) == "Price table: five rows → seven rows"


def test_the_largest_effects_are_named_at_once_each_value_once() -> None:
    values = [{"money.lot": lot} for lot in (6, 7, 9, 10)]
    cells = [make_cell(0), *(make_cell(n, components=v) for n, v in enumerate(values, 1))]
    games = [game for cell in cells for game in make_games(cell, 60, fair)]
    for game in games:
        # Paired differences that vary from deal to deal: 0 to 2, 5, 8, 11 points
        gift = game.number % 3 + 3 * max(0, game.cell - 1) if game.cell else 0
        game.scores[:] = [each + gift for each in game.scores]
    effects = find_effects(collect(cells, games))
    short = sentences.tell_changes_shortly(effects, varied=True, words=ENGLISH)
    assert short.count("Largest effect: ") == 1
    assert short.count("Next: ") == sentences.MOST_EFFECTS - 1
    named = [short.count(ENGLISH.changes(each.changes, 4)) for each in effects]
    assert max(named) == 1
    assert "Ensuite" in sentences.tell_changes_shortly(effects, varied=True, words=FRENCH)


def test_other_deals_are_compared_without_pairs() -> None:
    effects = compare(fair, more_points, shift=1000)
    (points,) = (each for each in effects if each.measure.id == "points")
    assert not points.difference.paired
    assert points.difference.value == pytest.approx(3)


def test_the_same_games_again_show_no_difference() -> None:
    assert not [effect for effect in compare(fair, fair) if effect.is_sure]


def test_changes_that_no_game_felt_are_told_apart_from_those_without_a_sure_effect() -> None:
    (idle,) = find_idle(compare(fair, fair))
    assert {each.measure.id for each in idle} >= {"points", "decisions", "margin"}
    short = sentences.tell_changes_shortly(compare(fair, fair), varied=True, words=ENGLISH)
    assert "1 change left every game as it was" in short
    assert find_idle(compare(fair, more_points)) == []

    def now_and_then(number: int) -> dict[str, Any]:
        return {**fair(number), "decisions": 51 + number % 7 if number == 5 else 50 + number % 7}

    almost = compare(fair, now_and_then)
    assert not [effect for effect in almost if effect.is_sure]
    assert find_idle(almost) == []
    short = sentences.tell_changes_shortly(almost, varied=True, words=FRENCH)
    assert "telle quelle" not in short


@pytest.mark.parametrize(("ahead", "share"), [(95, 0.0), (96, 1.0)])
def test_a_lead_decides_if_it_is_caught_up_in_fewer_than_5_of_100_games(
    ahead: int, share: float
) -> None:
    """The others make up 0 to 99 points in the last round, each once."""
    progress = [[0, 0], [ahead, 0]]
    found = made(
        100,
        lambda number: {
            "scores": [ahead, number],
            "progress": [*progress, [ahead, number]],
        },
        seats=2,
    )
    assert found.course is not None
    assert found.course.decided is not None
    assert found.course.decided.value == share


def test_the_same_games_are_decided_alike_however_many_others_were_played() -> None:
    """What is a decisive lead depends on the games of a cell; of pairs, on the pairs alone."""

    def caught_up(number: int) -> dict[str, Any]:
        ahead, made_up = 10 + number * 7 % 31, (20 if number < 100 else 40)
        progress = [[0, 0], [ahead, 0], [ahead, made_up]]
        return {"winner": 0, "scores": [ahead, made_up], "progress": progress}

    usual, varied = make_cell(0, 2), make_cell(1, 2, price_table="seven_rows")
    games = make_games(usual, 300, caught_up) + make_games(varied, 100, caught_up)
    effects = find_effects(collect([usual, varied], games))
    decided = [each for each in effects if each.measure.id == "decided"]
    assert [each.difference.value for each in decided] == [0.0]


def test_a_few_great_comebacks_do_not_make_leads_less_decisive_than_the_same_leads_elsewhere() -> (
    None
):
    """Which lead decides is a rare event’s size, so of few games it is mostly luck: two cells are
    compared by one lead for both."""

    def caught_up(number: int, most: int) -> dict[str, Any]:
        ahead = 3 + number * 7 % 31
        made_up = most if number % 12 == 0 else 2
        progress = [[0, 0], [ahead, 0], [ahead, made_up]]
        return {"winner": 0, "scores": [ahead, made_up], "progress": progress}

    usual, varied = make_cell(0, 2), make_cell(1, 2, price_table="seven_rows")
    games = make_games(usual, 36, lambda number: caught_up(number, 9))
    games += make_games(varied, 36, lambda number: caught_up(number, 35))
    effects = find_effects(collect([usual, varied], games))
    (decided,) = (each for each in effects if each.measure.id == "decided")
    assert decided.difference.value == 0
    assert not decided.is_sure


def test_effects_on_sources_and_uses_are_measured_too() -> None:
    def change(number: int) -> dict[str, Any]:
        sources = [{"coins": 10 + (number + seat) % 4, "phare": 9} for seat in range(4)]
        return {**fair(number), "sources": sources, "used": [{LIGHTHOUSE: 1}] * 4}

    effects = compare(fair, change)
    kinds = {effect.measure.kind for effect in effects if effect.is_sure}
    assert kinds == {SOURCES, USES}
    (use,) = (each for each in effects if each.measure.name == LIGHTHOUSE)
    assert (use.before, use.after) == (0, 1)


def test_a_grid_compares_cells_that_differ_in_one_value() -> None:
    cells = [
        make_cell(0),
        make_cell(1, price_table="seven_rows"),
        make_cell(2, phase_end="full_round"),
        make_cell(3, price_table="seven_rows", phase_end="full_round"),
    ]
    games = [game for cell in cells for game in make_games(cell, 50, fair)]
    for game in games:
        if game.options["price_table"] == "seven_rows":
            game.scores[:] = [each + 4 for each in game.scores]
    points = [each for each in find_effects(collect(cells, games)) if each.measure.id == "points"]
    assert [len(each.changes) for each in points] == [1, 1]
    found = {each.changes[0].name: each for each in points}
    assert found["price_table"].difference.value == 4
    assert found["price_table"].difference.games == 100
    assert found["phase_end"].difference.value == 0


def test_changes_that_only_came_together_are_told_together() -> None:
    cells = [make_cell(0), make_cell(1, price_table="seven_rows", phase_end="full_round")]
    games = [game for cell in cells for game in make_games(cell, 50, fair)]
    effects = find_effects(collect(cells, games))
    assert {len(effect.changes) for effect in effects} == {2}


def test_stronger_bots_are_compared_at_the_same_table() -> None:
    cells = [make_cell(0), make_cell(1, bots=("random",))]
    games = make_games(cells[0], 50, fair) + make_games(cells[1], 50, more_points)
    points = [each for each in find_effects(collect(cells, games)) if each.measure.id == "points"]
    assert ENGLISH.changes(points[0].changes, 4) == (
        "Bots: Merchant bot at every seat → Random bot at every seat"
    )


def test_a_difference_in_uses_alone_is_told_with_the_others() -> None:
    """The page said that there was no difference, and listed some below."""

    def more_banks(number: int) -> dict[str, Any]:
        return {**fair(number), "used": [{BANK: 1}, {BANK: 1}, {BANK: number % 2}, {}]}

    effects = compare(fair, more_banks)
    assert [each.measure.kind for each in effects if each.is_sure] == [USES]
    assert find_idle(effects) == []
    short = sentences.tell_changes_shortly(effects, varied=True, words=ENGLISH)
    number = sum(each.measure.kind == MAIN for each in effects)
    assert short == (
        f"Of {number} comparisons of the game as a whole, 0 show a difference; "
        "of 1 comparison of sources of points and uses, 1."
    )


def test_many_comparisons_of_nothing_tell_nothing() -> None:
    """Twenty options that do nothing, by chance alone: hardly anything may be told."""
    import random

    dice = random.Random(4)
    usual = make_cell(0)
    cells = [usual, *(make_cell(n, components={"cost_track.last": n}) for n in range(1, 21))]
    games = [
        make_game(
            cell, number, winner=dice.randrange(4), scores=[dice.randrange(99) for _ in "1234"]
        )
        for cell in cells
        for number in range(60)
    ]
    main = [each for each in find_effects(collect(cells, games)) if each.measure.kind == MAIN]
    assert sum(each.difference.p <= 0.05 for each in main) > 3
    assert sum(each.is_sure for each in main) <= 1


def test_values_of_the_box_are_told_by_name() -> None:
    from quarterdeck.lab.report.effects import COMPONENT
    from quarterdeck.lab.report.effects import Change as Varied

    single = Varied(COMPONENT, "cost_track.last", 8, None)
    assert ENGLISH.change(single, 2) == "cost track › last: 10 → 8"
    entry = Varied(COMPONENT, "ship[carrack].capacity", 8, None)
    assert ENGLISH.change(entry, 2) == "ship › Carrack › capacity: 6 → 8"
    # What a table of the file is called may be the id of something else, too
    section = Varied(COMPONENT, "story.boxes", 61, None)
    assert Words(house.load("rolling_seas"), Translator("en")).change(section, 2) == (
        "story › boxes: 60 → 61"
    )
    several = Varied(COMPONENT, "event[*].change", "-1", None)
    assert ENGLISH.change(several, 2) == "event › change: numbers −1"
