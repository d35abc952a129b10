"""Undo and redo over real HTTP."""

from __future__ import annotations

from quarterdeck import games, record
from tests.server.client import Client, new_key, redo, two_players, undo
from tests.server.servers import Launch

RULES = games.load("salty_ocean")


def test_a_choice_is_taken_back_and_made_again_inside_the_own_move(
    anne: Client, bob: Client
) -> None:
    table, first, second = two_players(anne, bob)
    start = first.table(table)
    assert not start["can_undo"]
    lines = first.move(table, start["lines"], "sell salt")
    inside = first.table(table)
    assert inside["can_undo"]
    assert not second.table(table)["can_undo"]

    answer = undo(first, table, lines)
    assert answer.status == 200
    back = first.table(table)
    assert back["lines"] == answer.json()["lines"] == lines + 1
    assert back["view"] == start["view"]
    assert [c["notation"] for c in back["choices"]] == [c["notation"] for c in start["choices"]]
    assert back["can_redo"]
    assert not second.table(table)["can_redo"]

    answer = redo(first, table, lines + 1)
    assert answer.status == 200
    again = first.table(table)
    assert again["view"] == inside["view"]
    assert again["lines"] == lines + 2
    assert not again["can_redo"]
    assert redo(first, table, lines + 2).json()["id"] == "qd.error.cannot_redo"


def test_choices_posted_together_are_taken_back_and_made_again_together(launch: Launch) -> None:
    server = launch()
    table, first, second = two_players(server.client("Anne"), server.client("Bob"))
    lines = first.move(table, first.lines(table), "move_goods", "load caravel_1 salt 1")
    lines = second.move(table, lines, "pass")
    start = first.table(table)["view"]
    lines = first.move(table, lines, "sell salt", "from depot 1")
    sold = first.table(table)["view"]
    # A server that reads the table again knows which choices belong together.
    server.kill()
    server.start()
    assert undo(first, table, lines).json()["lines"] == lines + 2
    assert first.table(table)["view"] == start
    assert redo(first, table, lines + 2).json()["lines"] == lines + 4
    assert first.table(table)["view"] == sold
    assert undo(first, table, lines + 4).json()["lines"] == lines + 6
    assert first.table(table)["view"] == start
    # Posted one by one they are taken back one by one.
    lines = first.move(table, lines + 6, "sell salt")
    selling = first.table(table)["view"]
    lines = first.move(table, lines, "from depot 1")
    assert undo(first, table, lines).json()["lines"] == lines + 1
    assert first.table(table)["view"] == selling


def test_a_whole_turn_is_taken_back_at_once(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "move_goods", "load caravel_1 salt 1")
    second.move(table, lines, "pass")
    start = first.table(table)
    lines = first.move(table, start["lines"], "sell salt", "from depot 1")
    assert first.choices(table)["choices"][0]["notation"].startswith("from caravel_1")
    answer = undo(first, table, lines, whole_turn=True)
    assert answer.status == 200
    assert first.table(table)["view"] == start["view"]
    assert answer.json()["lines"] == lines + 2
    answer = undo(first, table, lines + 2)
    assert (answer.status, answer.json()["id"]) == (422, "qd.error.cannot_undo")


def test_nothing_is_taken_back_beyond_a_barrier(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "pass")
    second.move(table, lines, "notre_dame")
    # A hand-over is a barrier: neither may take back now, and both are told why.
    for player in (first, second):
        before = player.table(table)
        for whole in (False, True):
            answer = undo(player, table, before["lines"], whole_turn=whole)
            assert (answer.status, answer.json()["id"]) == (422, "qd.error.cannot_undo")
        assert player.table(table) == before


def test_an_undo_can_be_stale_or_repeated_like_any_other_post(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "sell salt")
    answer = undo(first, table, lines - 1)
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.stale")
    key = new_key()
    answers = [undo(first, table, lines, key=key) for _ in range(3)]
    assert [a.status for a in answers] == [200, 200, 200]
    assert first.lines(table) == lines + 1


def test_what_was_taken_back_is_not_in_the_record(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "sell salt")
    undo(first, table, lines)
    first.move(table, lines + 1, "pass")
    told = record.parse(first.record(table))
    assert [entry.notation for entry in told.entries if entry.seat >= 0] == ["pass"]
    record.verify(told, RULES)
