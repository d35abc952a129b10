"""The clocks of a table's seats, by hand: no server, no game."""

from __future__ import annotations

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.clocks import (
    Asking,
    Clocks,
    advance,
    find_overdue,
    hold_clocks,
    read_clocks,
    tell_overdue,
)
from quarterdeck.server.errors import TableError
from quarterdeck.server.pace import (
    DAY,
    HOUR,
    PACES,
    SEAT,
    TURN,
    Pace,
    away_after,
    describe_pace,
    pace_of,
    read_pace,
    word_time,
)

BANK = Pace(10 * HOUR, 2 * HOUR)
TURNS = Pace(DAY, DAY)


def hours(clocks: Clocks, now: float) -> list[float]:
    return [round(clock.left(now * HOUR) / HOUR, 3) for clock in clocks.seats]


def ask(
    clocks: Clocks,
    now: float,
    *asked: int,
    pace: Pace = BANK,
    phase: int | None = None,
    by_bot: tuple[int, ...] = (),
    undone: tuple[int, ...] = (),
    went_back: bool = False,
) -> Clocks:
    return advance(clocks, pace, Asking(now * HOUR, asked, phase, by_bot, undone, went_back))


def new(pace: Pace = BANK, seats: int = 3) -> Clocks:
    return Clocks.full(pace, seats)


def test_several_questions_of_one_turn_share_its_time() -> None:
    clocks = ask(new(), 0, 0)
    assert ask(clocks, 3, 0) == clocks
    assert hours(clocks, 4)[0] == 6


def test_a_turn_takes_from_the_bank_and_the_next_one_adds() -> None:
    clocks = ask(ask(new(), 0, 0), 5, 1)
    assert hours(clocks, 9) == [5, 6, 10]
    clocks = ask(clocks, 9, 0)
    assert hours(clocks, 9) == [7, 6, 10]


def test_a_bank_never_holds_more_than_it_can() -> None:
    clocks = new()
    for now in range(6):
        clocks = ask(clocks, now / 10, now % 2)
        assert max(hours(clocks, now / 10)) <= 10


def test_with_time_per_turn_every_turn_has_all_of_it() -> None:
    clocks = ask(ask(new(TURNS), 0, 0, pace=TURNS), 23, 1, pace=TURNS)
    clocks = ask(clocks, 60, 0, pace=TURNS)
    assert clocks.seats[0].left(60 * HOUR) == DAY


def test_whoever_is_late_begins_the_next_turn_with_what_it_adds() -> None:
    clocks = ask(ask(new(), 0, 0), 14, 1)
    assert hours(clocks, 14)[0] == -4
    assert hours(ask(clocks, 15, 0), 15)[0] == 2


def test_everybody_who_chooses_at_once_has_time_of_their_own() -> None:
    clocks = ask(new(), 0, 0, 1, 2, phase=4)
    first = ask(clocks, 3, 0, 2, phase=4)
    assert hours(first, 5) == [5, 7, 5]
    assert [clock.due for clock in first.seats] == [10 * HOUR, None, 10 * HOUR]


def test_the_last_to_choose_has_a_new_turn_when_everybody_chooses_again() -> None:
    clocks = ask(ask(new(), 0, 0, 1, phase=4), 3, 0, phase=4)
    again = ask(clocks, 5, 0, 1, phase=9)
    assert hours(again, 5) == [7, 9, 10]
    alone = ask(clocks, 5, 0)
    assert hours(alone, 5)[0] == 7


def test_taking_back_goes_on_with_what_was_left() -> None:
    clocks = ask(new(), 0, 0, 1, phase=4)
    done = ask(clocks, 6, 1, phase=4)
    again = ask(done, 9, 0, 1, phase=4, undone=(0,))
    assert hours(again, 9)[0] == 4
    # However often: only time itself is spent
    for _ in range(3):
        again = ask(ask(again, 9, 1, phase=4), 9, 0, 1, phase=4, undone=(0,))
    assert hours(again, 10)[0] == 3


def test_taking_back_after_time_was_up_gives_no_new_time() -> None:
    clocks = ask(new(), 0, 0, 1, phase=4)
    late = tell_overdue(clocks, [0], SEAT)
    again = ask(ask(late, 11, 1, phase=4), 12, 0, 1, phase=4, undone=(0,))
    assert find_overdue(again, 12 * HOUR) == [0, 1]


def test_going_back_by_consent_costs_whoever_loses_a_turn_nothing() -> None:
    clocks = ask(ask(new(), 0, 0), 4, 1)
    clocks = ask(ask(clocks, 7, 0), 8, 1)
    # Seat 1 thinks for five hours, then seat 0 may have its last turn again
    before = hours(clocks, 8)
    back = ask(clocks, 13, 0, went_back=True)
    assert hours(ask(back, 13, 1), 13)[1] == before[1] == 9
    assert hours(back, 13)[0] == min(10, before[0] + 2)


def test_a_bot_has_no_clock_and_fills_nobody_elses_bank() -> None:
    clocks = ask(ask(new(), 0, 0), 8, 1)
    for now in range(9, 20, 2):
        clocks = ask(ask(clocks, now, 0, by_bot=(0,)), now + 1, 1)
        assert clocks.seats[0].due is None
    assert hours(clocks, 20)[0] == 2


def test_whoever_comes_back_after_their_time_was_up_has_a_turn() -> None:
    clocks = ask(new(), 0, 0)
    taken = ask(tell_overdue(clocks, [0], SEAT), 11, 0, by_bot=(0,))
    assert taken.seats[0].due is None
    back = ask(taken, 12, 0)
    assert hours(back, 12)[0] == 2
    assert find_overdue(back, 15 * HOUR) == [0]


def test_a_seat_that_was_handed_over_in_time_goes_on_with_what_was_left() -> None:
    clocks = ask(ask(new(), 0, 0), 4, 0, by_bot=(0,))
    assert hours(ask(clocks, 9, 0), 9)[0] == 6


def test_a_bot_that_plays_one_turn_gives_the_seat_back() -> None:
    clocks = tell_overdue(ask(new(), 0, 0), [0], TURN)
    clocks = ask(clocks, 11, 0, by_bot=(0,))
    assert (clocks.seats[0].lent, clocks.seats[0].played) == (True, 1)
    after = ask(clocks, 11, 1, by_bot=(0,))
    assert not after.seats[0].lent
    # Everybody chooses again at once: its person's time runs
    again = ask(clocks, 11, 0, 1, phase=7, by_bot=(0,))
    assert (again.seats[0].lent, again.seats[0].due) == (False, 13 * HOUR)


def test_a_holiday_stops_a_clock_but_not_one_that_is_overdue() -> None:
    clocks = ask(new(), 0, 0)
    held = ask(hold_clocks(clocks, (0,)), 4, 0)
    assert (held.seats[0].due, hours(held, 99)[0]) == (None, 6)
    back = ask(hold_clocks(held, ()), 100, 0)
    assert back.seats[0].due == 106 * HOUR
    late = ask(hold_clocks(clocks, (0,)), 11, 0)
    assert find_overdue(late, 11 * HOUR) == [0]


def test_a_turn_that_begins_on_a_holiday_waits_for_its_end() -> None:
    clocks = ask(hold_clocks(ask(new(), 0, 1), (0,)), 2, 0)
    assert clocks.due is None
    assert hours(ask(hold_clocks(clocks, ()), 50, 0), 52)[0] == 8


def test_what_is_stored_is_read_again() -> None:
    clocks = tell_overdue(ask(new(), 0, 0, 2, phase=4), [2], TURN)
    clocks = hold_clocks(clocks, (1,))
    assert read_clocks(clocks.dump(), 3) == clocks


@pytest.mark.parametrize(
    "stored",
    [
        None,
        "",
        "nonsense",
        "[]",
        '{"phase":null,"seats":[]}',
        '{"phase":null,"seats":[[1,0,null,""],[1,0,null,""],[-1,0,null,""]]}',
        '{"phase":"x","seats":[[1,0,null,""],[1,0,null,""],[1,0,null,""]]}',
        '{"phase":null,"seats":[[1,0,null,""],[1,0,"x",""],[1,0,null,""]]}',
        '{"phase":null,"seats":[[1,0,null],[1,0,null,""],[1,0,null,""]]}',
    ],
)
def test_damaged_clocks_are_none(stored: str | None) -> None:
    assert read_clocks(stored, 3) is None


def test_paces_are_read_and_told() -> None:
    english, french = Translator("en"), Translator("fr")
    assert {name: pace_of(read_pace(name)) for name in PACES} == PACES
    assert read_pace("bank", 24, 24) == "day"
    own = read_pace("bank", 36, 6)
    assert pace_of(own) == Pace(36 * HOUR, 6 * HOUR)
    assert english.text(describe_pace(own)) == "A bank of 36 hours each; every turn adds 6 hours."
    assert french.text(describe_pace("three_days")) == "3 jours par tour."
    assert pace_of(read_pace("bank", 30)) == Pace(30 * HOUR, 30 * HOUR)
    assert (away_after("live"), away_after("week"), away_after("brisk")) == (300, 7 * DAY, DAY)


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        (("soon",), "qd.server.malformed"),
        (("day", 5), "qd.pace.hours_alone"),
        (("bank",), "qd.pace.bad_bank"),
        (("bank", 0, 1), "qd.pace.bad_bank"),
        (("bank", 2161, 1), "qd.pace.bad_bank"),
        (("bank", 5, 6), "qd.pace.bad_refill"),
        (("bank", 5, 0), "qd.pace.bad_refill"),
    ],
)
def test_bad_paces_are_refused_by_name(asked: tuple[str, int, int], id: str) -> None:
    with pytest.raises(TableError) as refused:
        read_pace(*asked)
    assert refused.value.message.id == id


@pytest.mark.parametrize("stored", ["", "bank", "bank 5 6", "bank -1 2", "bank x y", "bank ٣ 1"])
def test_a_damaged_pace_counts_as_none(stored: str) -> None:
    assert pace_of(stored) is None


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (2 * DAY + 3 * HOUR + 50, "2 days 3\xa0h", "2 jours 3\xa0h"),
        (3 * DAY, "3 days", "3 jours"),
        (DAY, "1 day", "1 jour"),
        (30 * HOUR, "30 hours", "30 heures"),
        (5 * HOUR + 720, "5\xa0h 12\xa0min", "5\xa0h 12\xa0min"),
        (HOUR, "1 hour", "1 heure"),
        (59, "0 minutes", "0 minute"),
        (61, "1 minute", "1 minute"),
    ],
)
def test_time_in_words(seconds: float, english: str, french: str) -> None:
    assert Translator("en").text(word_time(seconds)) == english
    assert Translator("fr").text(word_time(seconds)) == french
