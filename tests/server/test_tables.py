"""Tables over real HTTP: playing, watching, talking, other devices and programs."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from quarterdeck import games, record
from quarterdeck.server.store.rows import FINISHED
from tests.server.client import Client, any_choice, new_key, play_out, two_players, undo, wait_until
from tests.server.servers import Launch, Server

RULES = games.load("salty_ocean")


# Whole games


def test_two_people_and_a_bot_play_a_whole_game_and_its_record_replays(
    anne: Client, bob: Client
) -> None:
    table = anne.host("here", "open", "greedy")
    bob.join(table)
    play_out(table, {0: anne, 1: bob}, any_choice(1))
    over = bob.table(table)
    assert over["finished"]
    assert over["status"] == FINISHED
    assert over["choices"] == []

    told = record.parse(anne.record(table))
    assert told.header.names == ("Anne", "Bob", "Sirocco")
    assert {entry.seat for entry in told.entries} == {-1, 0, 1, 2}
    last = record.verify(told, RULES)
    assert last.finished
    assert told.outcome is not None
    assert [seat["score"] for seat in over["seats"]] == list(told.outcome.scores)
    assert [seat["rank"] for seat in over["seats"]] == list(told.outcome.ranks)
    # Once the game is over, everybody may have the whole of it.
    assert Client(anne.address).record(table) == bob.record(table) == anne.record(table)
    answer = anne.try_move(table, over["lines"], "pass", seat=0)
    assert (answer.status, answer.json()["id"]) == (403, "qd.error.not_your_turn")


def test_one_person_plays_all_seats_of_a_device(anne: Client) -> None:
    table = anne.host("here", "here", options={"two_player_drop": "per_lot"})
    assert [seat["mine"] for seat in anne.table(table)["seats"]] == [True, True]
    seen = set()
    for _ in range(4):
        asked = anne.choices(table)
        seen.add(asked["seat"])
        anne.move(table, asked["lines"], asked["choices"][0]["notation"])
    assert seen == {0, 1}


def test_choices_are_played_as_notation_or_code_and_as_one_gesture(
    anne: Client, bob: Client
) -> None:
    table, first, second = two_players(anne, bob)
    asked = first.choices(table)
    load = next(c for c in asked["choices"] if c["notation"] == "move_goods")
    lines = first.move(table, asked["lines"], load["code"])
    assert lines == asked["lines"] + 1
    assert first.choices(table)["lines"] == lines
    lines = first.move(table, lines, "load caravel_1 salt 0")
    # The other loads in one gesture: applied whole, or refused whole.
    answer = second.try_move(table, lines, "move_goods", "load caravel_1 salt 9")
    assert answer.status == 422
    assert second.lines(table) == lines
    assert second.move(table, lines, "move_goods", "load caravel_1 salt 1") == lines + 2


# Posts that change nothing


def test_a_stale_post_is_told_where_the_table_is(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    english = first.try_move(table, lines - 1, "pass")
    french = first.try_move(table, lines + 1, "pass", language="fr")
    assert (english.status, french.status) == (409, 409)
    assert english.json()["id"] == french.json()["id"] == "qd.server.stale"
    assert french.json()["error"].startswith("La table a avancé")
    assert str(lines) in english.json()["error"]
    assert first.lines(table) == lines


def test_a_repeated_post_is_answered_and_not_applied_again(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    lines, key = first.lines(table), new_key()
    once = first.try_move(table, lines, "pass", key=key)
    again = first.try_move(table, lines, "pass", key=key)
    assert once.status == again.status == 200
    assert once.json() == again.json() == {"lines": lines + 1, "finished": False}
    # Even later; but not if it now says something else.
    second.move(table, lines + 1, "notre_dame")
    other = first.try_move(table, lines + 2, "notre_dame", key=key)
    assert (other.status, other.json()["id"]) == (409, "qd.server.key_used")
    late = first.try_move(table, lines + 2, "pass", key=key)
    assert late.status == 200
    assert first.lines(table) == lines + 2
    assert first.record(table).count('"notre_dame"') == 1


def test_the_same_post_sent_many_times_at_once_is_applied_once(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines, key = first.lines(table), new_key()
    clones = [Client(first.address, first.secret) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda c: c.try_move(table, lines, "pass", key=key), clones))
    assert [answer.status for answer in answers] == [200] * 8
    assert {answer.json()["lines"] for answer in answers} == {lines + 1}
    assert first.lines(table) == lines + 1


def test_of_many_different_posts_at_once_one_wins(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    clones = [Client(first.address, first.secret) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda c: c.try_move(table, lines, "pass"), clones))
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    assert first.lines(table) == lines + 1


def test_an_illegal_post_is_refused_with_the_rule(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    english = first.try_move(table, lines, "sail_home")
    french = first.try_move(table, lines, "sail_home", language="fr")
    for answer in (english, french):
        assert answer.status == 422
        assert answer.json()["id"].startswith("qd.error.illegal")
        assert answer.json()["rule"].startswith("SO-")
    assert english.json()["error"] != french.json()["error"]
    assert first.lines(table) == lines


def test_what_is_closed_says_why_and_is_refused(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    asked = first.choices(table)
    assert asked["closed"]
    for entry in asked["closed"]:
        assert entry["label"]
        assert entry["why"]
        assert entry["rule"].startswith("SO-")
    # Whoever is not asked has neither open nor closed choices.
    waiting = second.choices(table)
    assert (waiting["choices"], waiting["closed"], waiting["prompt"]) == ([], [], None)


def test_a_post_for_a_seat_that_is_not_asked_is_refused(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    lines = first.lines(table)
    english = second.try_move(table, lines, "pass")
    french = second.try_move(table, lines, "pass", language="fr")
    assert english.status == french.status == 403
    assert english.json()["id"] == french.json()["id"] == "qd.error.not_your_turn"
    assert english.json()["error"] != french.json()["error"]
    assert first.lines(table) == lines


def test_a_post_for_a_foreign_seat_is_refused(anne: Client, bob: Client, server: Server) -> None:
    table, first, second = two_players(anne, bob)
    lines = first.lines(table)
    other = next(s["number"] for s in first.table(table)["seats"] if not s["mine"])
    his = second.table(table)["viewer"]
    assert his == other
    asked = first.table(table)["viewer"]
    for attempt in (second, server.client("Eve")):
        answer = attempt.try_move(table, lines, "pass", seat=asked)
        assert answer.status == 403
        assert answer.json()["id"] in ("qd.server.not_your_seat", "qd.server.players_only")
    for path, data in (
        ("undo", {"expected": lines, "key": new_key(), "seat": asked}),
        ("redo", {"expected": lines, "key": new_key(), "seat": asked}),
        (f"seats/{asked}/token", {}),
    ):
        answer = second.post(f"/api/tables/{table}/{path}", data, **{"Accept-Language": "fr"})
        assert (answer.status, answer.json()["id"]) == (403, "qd.server.not_your_seat")
        assert "vôtre" in answer.json()["error"]
    stranger = server.client()
    answer = stranger.try_move(table, lines, "pass")
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")
    assert first.lines(table) == lines


@pytest.mark.parametrize(
    "change",
    [
        {"expected": "three"},
        {"expected": -1},
        {"expected": 10**30},
        {"expected": None},
        {"choices": []},
        {"choices": ["pass"] * 41},
        {"choices": ["x" * 121]},
        {"choices": [{"a": 1}]},
        {"choices": [-1]},
        {"choices": [9_999_999]},
        {"choices": ["\x00"]},
        {"choices": ["sell gold"]},
        {"choices": [""]},
        {"key": "short"},
        {"key": "with space!"},
        {"key": "k" * 65},
        {"seat": 99},
        {"seat": "zero"},
    ],
    ids=lambda change: repr(change)[:30],
)
def test_a_malformed_post_is_refused_in_the_readers_language(
    anne: Client, bob: Client, change: dict[str, Any]
) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    good = {"expected": lines, "choices": ["pass"], "key": new_key()}
    texts = []
    for language in ("en", "fr"):
        answer = first.post(
            f"/api/tables/{table}/moves", {**good, **change}, **{"Accept-Language": language}
        )
        assert answer.status == 422
        texts.append(answer.json()["error"])
    assert texts[0] != texts[1]
    assert all(texts)
    assert first.lines(table) == lines


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"null", b'"text"', b"\xff\xfe", b"[" * 5000])
def test_a_body_that_is_no_form_is_refused(anne: Client, bob: Client, body: bytes) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    for language, word in (("en", "request"), ("fr", "demande")):
        answer = first.send(
            "POST",
            f"/api/tables/{table}/moves",
            body,
            {"Content-Type": "application/json", "Accept-Language": language},
        )
        assert answer.status in (400, 422)
        assert word in answer.json()["error"].lower()
    assert first.lines(table) == lines


# Watching


def test_a_spectator_sees_the_table_but_has_no_choices(
    anne: Client, bob: Client, server: Server
) -> None:
    table, first, _ = two_players(anne, bob)
    for spectator in (server.client(), server.client("Sam")):
        seen = spectator.table(table)
        assert seen["viewer"] is None
        assert seen["view"]["viewer"] is None
        assert (seen["choices"], seen["closed"], seen["prompt"]) == ([], [], None)
        assert not any(seat["mine"] for seat in seen["seats"])
        assert not seen["can_undo"]
        assert seen["lines"] == first.lines(table)
        answer = undo(spectator, table, seen["lines"])
        assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")


def test_everybody_reads_in_his_own_language(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    english, french = first.table(table), first.table(table, "fr")
    assert (english["language"], french["language"]) == ("en", "fr")
    for key in ("prompt", "log", "choices", "closed", "sections", "scores"):
        assert english[key]
        assert english[key] != french[key], key
    for key in ("lines", "view", "seats", "viewer"):
        assert english[key] == french[key]


def test_a_running_record_is_told_as_far_as_everybody_may_know(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    first.move(table, first.lines(table), "pass")
    told = record.parse(Client(anne.address).record(table))
    assert told.outcome is None
    record.verify(told, RULES)
    assert told.entries[-1].notation == "pass"
    answer = anne.get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"].startswith("application/jsonl")
    assert f'filename="{table}.jsonl"' in answer.headers["content-disposition"]


def test_events_tell_every_watcher_of_every_change(
    anne: Client, bob: Client, server: Server
) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.lines(table)
    with anne.watching(table) as a, bob.watching(table) as b, server.client().watching(table) as c:
        assert a.response.getheader("content-type", "").startswith("text/event-stream")
        for stream in (a, b, c):
            event = stream.next()
            assert (event.id, event.name) == (str(lines), "table")
            assert event.data == {"lines": lines, "finished": False}
        lines = first.move(table, lines, "sell salt")
        assert [stream.next().id for stream in (a, b, c)] == [str(lines)] * 3
        lines = undo(first, table, lines).json()["lines"]
        assert [stream.next().id for stream in (a, b, c)] == [str(lines)] * 3


def test_a_reconnecting_page_catches_up_from_its_last_event(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    with second.watching(table) as stream:
        last = int(stream.next().id)
    lines = first.move(table, last, "sell salt")
    # In the middle of the other's move: the page comes back and is told at once.
    with second.watching(table, last=last) as stream:
        assert stream.next().id == str(lines)
        asked = first.choices(table)
        lines = first.move(table, lines, asked["choices"][-1]["code"])
        assert stream.next().id == str(lines)
    # A page that missed nothing is told nothing until something happens.
    with second.watching(table, last=lines) as stream, first.watching(table) as other:
        assert other.next().id == str(lines)
        lines = second.move(table, lines, "pass")
        assert stream.next().id == str(lines)
    # A page that was somewhere else altogether is told where the table is.
    for odd in ("99999", "9" * 5000, "abc", "-3", "٣"):
        if odd.isascii():
            with second.watching(table, last=odd) as stream:
                assert stream.next().id == str(lines)
    with second.watching(table, query=f"?after={lines - 1}") as stream:
        assert stream.next().id == str(lines)


def test_the_last_event_says_that_the_game_is_over(anne: Client) -> None:
    table = anne.host("here", "here")
    with anne.watching(table) as stream:
        play_out(table, {0: anne, 1: anne}, lambda n: "pass" if "pass" in n else n[0], most=400)
        assert stream.until(lambda event: event.data["finished"]).id == str(anne.lines(table))


def test_whoever_waits_for_players_is_told_when_they_come(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open", "open")
    with anne.watching(table) as stream:
        assert stream.next().id == "0"
        bob.join(table)
        assert stream.next().name == "news"
        anne.tell(f"/api/tables/{table}/fill", {"bot": "random"})
        assert int(stream.until(lambda event: event.name == "table").id) > 0


# Talking


def test_chat_reaches_everybody_in_order(anne: Client, bob: Client, server: Server) -> None:
    table, _, _ = two_players(anne, bob)
    with bob.watching(table) as stream:
        stream.next()
        assert anne.tell(f"/api/tables/{table}/chat", {"text": " Bon  vent ! "}) == {"number": 1}
        assert stream.next().name == "news"
    assert bob.tell(f"/api/tables/{table}/chat", {"text": "À bientôt 🐟"}) == {"number": 2}
    heard = server.client().ask(f"/api/tables/{table}/chat")
    assert [(line["number"], line["name"], line["text"]) for line in heard] == [
        (1, "Anne", "Bon vent !"),
        (2, "Bob", "À bientôt 🐟"),
    ]
    assert [line["number"] for line in anne.ask(f"/api/tables/{table}/chat?after=1")] == [2]


def test_empty_and_endless_chat_is_refused(anne: Client, bob: Client) -> None:
    table, _, _ = two_players(anne, bob)
    path = f"/api/tables/{table}/chat"
    for text, status, id in (
        (" \n\t ", 400, "qd.server.empty_chat"),
        ("a" * 501, 400, "qd.server.long_chat"),
        ("a" * 2001, 422, "qd.server.malformed"),
        ("", 422, "qd.server.malformed"),
    ):
        answer = anne.post(path, {"text": text}, **{"Accept-Language": "fr"})
        assert (answer.status, answer.json()["id"]) == (status, id)
    answer = Client(anne.address).post(path, {"text": "Hello"})
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.sign_in_first")
    assert anne.ask(path) == []


# Other devices, other programs


def test_a_personal_link_brings_the_table_to_another_device(anne: Client, bob: Client) -> None:
    table, first, _ = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "sell salt")
    phone = Client(first.address, first.secret)
    asked = phone.choices(table)
    assert asked["lines"] == lines
    assert asked["choices"] == first.choices(table)["choices"]
    phone.move(table, lines, asked["choices"][-1]["code"])
    assert table in [row["id"] for row in phone.ask("/api/tables")["mine"]]


def test_a_seat_token_plays_its_seat_and_nothing_else(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open")
    token = bob.join(table)
    program = Client(anne.address, token)
    seen = program.table(table)
    assert seen["viewer"] == 1
    assert [seat["mine"] for seat in seen["seats"]] == [False, True]
    if not seen["seats"][1]["asked"]:
        anne.move(table, seen["lines"], "pass")
    lines = program.move(table, program.lines(table), "pass")
    assert anne.lines(table) == lines
    # It is no guest: it neither talks nor sits down anywhere, and other tables do not know it.
    assert program.post(f"/api/tables/{table}/chat", {"text": "hi"}).status == 403
    other = anne.host("here", "here")
    assert program.table(other)["viewer"] is None
    answer = program.try_move(other, anne.lines(other), "pass")
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")
    # A new token ends the old one.
    fresh = bob.tell(f"/api/tables/{table}/seats/1/token")["token"]
    answer = program.get(f"/api/tables/{table}")
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.bad_token")
    assert Client(anne.address, fresh).table(table)["viewer"] == 1


# The server as a whole


def test_a_restart_resumes_every_table_where_it_was(launch: Launch) -> None:
    server = launch()
    anne, bob = server.client("Anne"), server.client("Bob")
    table, first, _ = two_players(anne, bob)
    lines = first.move(table, first.lines(table), "sell salt")
    undo(first, table, lines)
    lines = first.move(table, lines + 1, "sell salt")
    waiting = anne.host("here", "open", "open")
    bob.join(waiting)
    before = [player.table(table) for player in (anne, bob)]
    assert server.stop() == 0
    server.start()
    assert [player.table(table) for player in (anne, bob)] == before
    assert [s["kind"] for s in bob.table(waiting)["seating"]] == ["person", "person", "open"]
    asked = first.choices(table)
    first.move(table, asked["lines"], asked["choices"][0]["code"])
    # Chance is dealt as before.
    play_out(table, {0: anne, 1: bob}, any_choice(3))
    record.verify(record.parse(anne.record(table)), RULES)


def test_the_server_stops_although_pages_are_watching(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    table = anne.host("here", "here")
    with anne.watching(table) as stream:
        stream.next()
        assert server.stop() == 0
        assert stream.ended()


def test_bots_go_on_after_a_restart_without_anybody_asking(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    tables = [anne.host("random", "random")]
    server.kill()
    server.start()
    spectator = server.client()

    def finished() -> bool:
        return all(spectator.table(table)["finished"] for table in tables)

    wait_until(finished, "the bots' games to end", 120)
    for table in tables:
        record.verify(record.parse(spectator.record(table)), RULES)


def test_the_api_describes_itself(server: Server) -> None:
    schema = json.loads(server.client().get("/api/openapi.json").body)
    assert schema["info"]["title"] == "Quarterdeck"
    for path in ("/api/games", "/api/tables", "/api/tables/{table_id}/moves"):
        assert path in schema["paths"]
