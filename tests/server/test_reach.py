"""Who is told what, and when: found from how tables stand, told once, and only if it is news."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

import quarterdeck as qd
from quarterdeck.kernel.messages import Message
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.reach.channel import NotSent
from quarterdeck.server.reach.wishes import CAUSES
from quarterdeck.server.reach.wording import defuse, public_prompt
from quarterdeck.server.store.rows import Guest
from tests.server.client import new_key
from tests.server.houses import sql
from tests.server.letters import (
    PUBLIC,
    Slate,
    Time,
    come,
    in_a_loop,
    quiet_house,
    settle,
    sit_down,
    tell,
)

HOUR = 3600.0
EVERYTHING = [cause for cause, usual in CAUSES.items() if usual]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


async def choose(house: House, table: LiveTable, seat: int, place: int = 0) -> None:
    """Somebody makes a choice that is open, and is seen at the table by it."""
    guest_id = table.seats[seat].guest_id
    assert guest_id is not None
    house.presence.sign(table.row.id, [guest_id])
    legal = table.playing().position.legal(seat)
    held = tuple(table.seats_of(guest_id))
    attempt = Attempt(seat, table.story.count(held), new_key(), held)
    await house.tables.choose(table.row.id, attempt, [legal[place % len(legal)]])


async def until_asked(house: House, table: LiveTable, seat: int) -> None:
    """Others choose until it is a seat's turn."""
    for _ in range(200):
        actor = table.playing().actor
        if actor == seat:
            return
        assert actor is not None
        await choose(house, table, actor, -1)
    raise AssertionError(f"seat {seat} is never asked")


async def wish(house: House, guest: Guest, **more: object) -> None:
    values: dict[str, object] = {
        "causes": EVERYTHING,
        "remind": 0,
        "quiet": None,
        "digest": None,
        "zone": "UTC",
    }
    await house.reach.wishes.change(guest.id, house.clock.wall(), **{**values, **more})  # type: ignore[arg-type]


class Players:
    """Anne and Bob at a table of Salty Ocean; it is Anne's turn, and Anne can be reached."""

    def __init__(self, house: House, time: Time, slate: Slate) -> None:
        self.house, self.time, self.slate = house, time, slate

    async def sit_down(self, game: str = "salty_ocean", **more: object) -> Players:
        self.house.reach.add_channel(self.slate)
        self.anne = await come(self.house, "Anne", self.slate)
        self.bob = await come(self.house, "Bob")
        self.table = await sit_down(self.house, game, self.anne, self.bob, **more)
        return self

    async def settle(self, seconds: float = 61.0) -> list[str]:
        """What Anne is told after a while."""
        await settle(self.house, self.time, seconds)
        return [word.subject for word in self.slate.take()]


@in_a_loop
async def test_somebody_away_is_told_once_that_it_is_their_turn(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down(title="Skerries")
        await until_asked(house, players.table, 0)
        await settle(house, time)
        (word,) = slate.take()
        assert word.subject == "Your turn: Upon a Salty Ocean, “Skerries”"
        assert word.link == f"{PUBLIC}/t/{players.table.row.id}"
        assert word.link in word.text
        assert (word.waiting, word.tag) == (1, players.table.row.id)
        assert await players.settle(24 * HOUR) == []


@in_a_loop
async def test_nobody_is_told_before_it_has_settled(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        assert await players.settle(59) == []
        await choose(house, players.table, 0)
        await until_asked(house, players.table, 1)
        assert await players.settle(300) == []


@in_a_loop
async def test_several_questions_in_a_row_are_one_turn(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        table = players.table
        await until_asked(house, table, 0)
        assert len(await players.settle()) == 1
        turn = table.story.turn_begun([0])
        for _ in range(40):
            await choose(house, table, 0)
            if table.playing().actor != 0:
                break
            assert table.story.turn_begun([0]) == turn
            assert await players.settle() == []
        await until_asked(house, table, 0)
        assert len(await players.settle()) == 1


@in_a_loop
async def test_whoever_is_at_the_table_is_not_told(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        with house.presence.watching() as watch:
            watch.people = frozenset({(players.table.row.id, players.anne.id)})
            assert await players.settle() == []
        assert await players.settle(HOUR) == []


@in_a_loop
async def test_a_word_that_is_out_of_date_is_not_sent(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        await house.reach.look()
        time.skip(61)
        await house.reach.look()
        await choose(house, players.table, 0)
        await until_asked(house, players.table, 1)
        await house.reach.send()
        assert slate.take() == []
        assert await house.store.outbox.count() == {"dropped": 1}


@in_a_loop
async def test_with_a_bot_that_plays_for_them_nobody_is_asked(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time, bot_patience=5.0) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 1)
        house.presence.sign(players.table.row.id, [players.anne.id])
        await house.tables.stand_ins.hand_over(players.table.row.id, players.anne, 0, "greedy")
        # They did it themselves, a moment ago
        assert await players.settle() == []


@in_a_loop
async def test_that_a_bot_was_voted_in_is_told(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 1)
        house.presence.sign(players.table.row.id, [players.anne.id])
        await tell(house)
        time.skip(400)
        house.presence.sign(players.table.row.id, [players.bob.id])
        assert await house.tables.stand_ins.vote(players.table.row.id, players.bob, 0)
        assert await players.settle() == ["A bot plays for you: Upon a Salty Ocean"]


@in_a_loop
async def test_alone_nobody_is_told_unless_they_want_to(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne = await come(house, "Anne", slate)
        await sit_down(house, "saltfjord", anne)
        await settle(house, time)
        assert slate.take() == []
        await wish(house, anne, causes=[*EVERYTHING, "alone"])
        await sit_down(house, "saltfjord", anne)
        await settle(house, time)
        assert len(slate.take()) == 1


@in_a_loop
async def test_causes_can_be_switched_off(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await wish(house, players.anne, causes=[])
        await until_asked(house, players.table, 0)
        assert await players.settle(48 * HOUR) == []


@in_a_loop
async def test_a_reminder_comes_once_per_turn(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await wish(house, players.anne, remind=6)
        await until_asked(house, players.table, 0)
        assert len(await players.settle()) == 1
        assert await players.settle(5 * HOUR) == []
        time.skip(HOUR)
        await tell(house)
        (word,) = slate.take()
        assert word.subject == "It is still your turn: Upon a Salty Ocean"
        assert "You have been asked for 6 hours." in word.text
        assert await players.settle(24 * HOUR) == []


@in_a_loop
async def test_a_nudge_is_told_with_who_waits(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        assert len(await players.settle()) == 1
        await house.tables.nudges.nudge(players.table.row.id, (1,))
        await settle(house, time)
        (word,) = slate.take()
        assert word.subject.startswith("You are being waited for")
        assert "Bob" in word.text
        assert await players.settle(HOUR) == []


@in_a_loop
async def test_whoever_is_asked_to_agree_is_told(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        table = players.table
        await until_asked(house, table, 1)
        await choose(house, table, 1)
        await until_asked(house, table, 0)
        await choose(house, table, 0)
        await until_asked(house, table, 1)
        await players.settle()
        game = table.playing()
        known = game.known_entries(1)
        mine = next(ply for ply, i in enumerate(known) if game.record.entries[i].seat == 1)
        attempt = Attempt(1, table.story.count((1,)), new_key(), (1,))
        assert not await house.tables.recalls.ask(table.row.id, attempt, mine)
        assert await players.settle() == ["Do you agree to go back? Upon a Salty Ocean"]
        await house.tables.recalls.withdraw(table.row.id, (1,))
        assert await players.settle() == []


@in_a_loop
async def test_a_table_that_begins_is_told_to_those_who_wait(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne, bob = await come(house, "Anne", slate), await come(house, "Bob", slate)
        waiting = await house.tables.gathering.create(
            NewTable("salty_ocean", ("here", "open"), {}), anne
        )
        await settle(house, time)
        assert slate.take() == []
        await house.tables.gathering.join(waiting.row.id, bob)
        house.presence.sign(waiting.row.id, [bob.id])
        first = waiting.playing().actor
        await settle(house, time)
        told = {to: word.subject for to, word in slate.words}
        begins = "Your turn" if first == 0 else "The game begins"
        assert told["to Anne"] == f"{begins}: Upon a Salty Ocean"
        # Bob has seen it begin
        assert told.get("to Bob", "Your turn").startswith("Your turn")


@in_a_loop
async def test_an_invitation_is_told_once_and_only_while_it_stands(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne, bob = await come(house, "Anne", slate), await come(house, "Bob")
        company, gathering = house.names.company, house.tables.gathering
        await company.accept(bob, await company.new_key(anne))
        seats = NewTable("salty_ocean", ("here", "open", "open"), {})
        waiting, other = [await gathering.create(seats, bob) for _ in range(2)]
        await company.invite(waiting, bob, anne.id)
        await settle(house, time)
        (word,) = slate.take()
        assert word.subject == "You are invited: Upon a Salty Ocean"
        assert "Bob would like you to play" in word.text
        assert word.link == f"{PUBLIC}/t/{waiting.row.id}"
        # Asking again after a refusal, or after they came and went, is no news
        await company.decline(anne, waiting.row.id)
        await company.invite(waiting, bob, anne.id)
        await settle(house, time)
        await gathering.join(waiting.row.id, anne)
        await settle(house, time)
        (seat,) = waiting.seats_of(anne.id)
        await gathering.leave(waiting.row.id, anne, seat)
        await settle(house, time)
        assert slate.take() == []
        # One that was taken back by a block is not sent
        await company.invite(other, bob, anne.id)
        await house.reach.look()
        await company.block(anne, bob.id)
        await settle(house, time)
        assert slate.take() == []


@in_a_loop
async def test_nobody_is_told_of_invitations_who_does_not_want_to_be(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne, bob = await come(house, "Anne", slate), await come(house, "Bob")
        company = house.names.company
        await company.accept(bob, await company.new_key(anne))
        await wish(house, anne, causes=[cause for cause in EVERYTHING if cause != "invited"])
        seats = NewTable("salty_ocean", ("here", "open"), {})
        await company.invite(await house.tables.gathering.create(seats, bob), bob, anne.id)
        await settle(house, time)
        assert slate.take() == []


@in_a_loop
async def test_the_end_is_told_to_whoever_did_not_make_it(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne, bob = await come(house, "Anne", slate), await come(house, "Bob", slate)
        table = await sit_down(house, "salty_ocean", anne, bob)
        await tell(house)
        last = 0
        while not table.playing().finished:
            last = table.playing().actor or 0
            await choose(house, table, last, -1)
        time.skip(300)
        await settle(house, time)
        ended = [(to, w) for to, w in slate.words if w.subject.startswith("The game is over")]
        assert [to for to, _ in ended] == ["to Bob" if last == 0 else "to Anne"]
        assert "First place:" in ended[0][1].text
        slate.take()
        # Whoever wants to play again asks the others, once
        rematch = await house.tables.gathering.rematch(table.row.id, anne)
        await settle(house, time)
        (asked,) = slate.words
        assert asked[0] == "to Bob"
        assert asked[1].subject == "Once more? Upon a Salty Ocean"
        slate.take()
        await settle(house, time, HOUR)
        await house.tables.gathering.join(rematch.row.id, bob)
        house.presence.sign(rematch.row.id, [anne.id, bob.id])
        await settle(house, time, HOUR)
        assert not [word for word in slate.take() if "Once more" in word.subject]


@in_a_loop
async def test_what_happens_to_somebody_is_told_after_half_an_hour(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne = await come(house, "Anne", slate)
        bob, carla = await come(house, "Bob"), await come(house, "Carla")
        table = await sit_down(house, "salty_ocean", anne, bob, carla)
        await until_asked(house, table, 0)
        await choose(house, table, 0)
        await until_asked(house, table, 1)
        await tell(house)
        monkeypatch.setattr(type(table.rules), "is_concerned", lambda *_: True)
        time.skip(300)
        await choose(house, table, 1)
        assert table.playing().actor == 2
        await settle(house, time, HOUR / 4)
        assert slate.take() == []
        time.skip(HOUR / 2)
        await tell(house)
        (word,) = slate.take()
        assert word.subject == "Something happened to you: Upon a Salty Ocean"
        assert "While you were away: Bob " in word.text
        await settle(house, time, HOUR)
        assert slate.take() == []


# Secrets


@in_a_loop
async def test_while_everybody_chooses_at_once_words_tell_nothing_of_the_others(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        anne, bob = await come(house, "Anne", slate), await come(house, "Bob")
        carla = await come(house, "Carla", slate)
        table = await sit_down(house, "rolling_seas", anne, bob, carla)
        for _ in range(300):
            if table.playing().position.lanes and len(table.playing().actors) == 3:
                break
            actor = table.playing().actors[0]
            await choose(house, table, actor, 0)
        assert len(table.playing().actors) == 3
        time.skip(300)
        await settle(house, time)
        first = {to: (word.subject, word.text) for to, word in slate.words}
        assert first.keys() == {"to Anne", "to Carla"}
        slate.take()
        marked = await _marks(database)
        # Bob chooses in secret: nothing moves
        await choose(house, table, 1)
        assert table.playing().position.lanes
        await settle(house, time)
        assert slate.take() == []
        assert await _marks(database) == marked
        # A house that begins to look only now says the same
        await sql(database, "DELETE FROM marks", "DELETE FROM outbox")
        await settle(house, time)
        assert {to: (word.subject, word.text) for to, word in slate.words} == first


async def _marks(database: str) -> list[tuple[object, ...]]:
    query = "SELECT guest_id, cause, what, since, told FROM marks WHERE cause != 'looked'"
    return sorted(tuple(row) for row in await sql(database, query))


@pytest.mark.parametrize("game", ["salty_ocean", "saltfjord", "seul_maitre", "rolling_seas"])
def test_a_question_is_told_only_if_a_spectator_could_know_it(game: str) -> None:
    asked = told = 0
    for seed in range(3):
        played = qd.new(game, seats=2, seed=seed)
        dealer = Random(seed)
        for _ in range(150):
            if played.finished:
                break
            actor = dealer.choice(played.actors)
            asked += 1
            prompt = public_prompt(played, actor, played.translator("en"))
            if prompt and not played.position.lanes:
                told += 1
                other = played.rules.prompt(played.imagine(None, Random(99 + asked)), actor)
                assert other is not None
                assert played.translator("en").text(other) == prompt
            played.play(dealer.choice(played.position.legal(actor)), seat=actor)
    assert asked > 100
    assert told > 10 or game == "rolling_seas"


def test_nothing_that_people_write_becomes_a_link() -> None:
    for text in (
        "evil.com",
        "https://evil.com/x",
        "write me@evil.org",
        "www.evil.com/a.b",
        "a:b//c",
    ):
        shown = defuse(text)
        assert not re.search(r"\w\.\w|://|\w@\w|//", shown), shown
    assert defuse("Anne\r\nBcc: bob") == "Anne Bcc: bob"
    assert defuse("Round 2.5, St. Malo") == "Round 2.5, St. Malo"


# Quiet hours, digests, languages


@in_a_loop
async def test_words_wait_for_the_end_of_quiet_hours_and_come_as_one(
    database: str, tmp_path: Path
) -> None:
    paris = ZoneInfo("Europe/Paris")
    time, slate = Time(datetime(2026, 10, 24, 23, 30, tzinfo=paris).timestamp()), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        other = await sit_down(house, "salty_ocean", players.anne, players.bob)
        await wish(house, players.anne, quiet=(22 * 60, 7 * 60), zone="Europe/Paris")
        await until_asked(house, players.table, 0)
        await until_asked(house, other, 0)
        assert await players.settle() == []
        # That night has an hour more: summer time ends
        end = datetime(2026, 10, 25, 7, 0, tzinfo=paris).timestamp()
        assert end - time.wall > 8 * HOUR
        time.skip(end - time.wall - 60)
        await tell(house)
        assert slate.take() == []
        time.skip(60)
        await tell(house)
        (word,) = slate.take()
        assert word.subject == "It is your turn at 2 tables"
        assert word.text.count(f"{PUBLIC}/t/") == 2


@in_a_loop
async def test_a_digest_comes_once_a_day_at_its_hour(database: str, tmp_path: Path) -> None:
    paris = ZoneInfo("Europe/Paris")
    time, slate = Time(datetime(2026, 3, 28, 12, 0, tzinfo=paris).timestamp()), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await wish(house, players.anne, digest=9, zone="Europe/Paris")
        await until_asked(house, players.table, 0)
        assert await players.settle(HOUR) == []
        # That night is an hour shorter: summer time begins
        hour = datetime(2026, 3, 29, 9, 0, tzinfo=paris).timestamp()
        time.skip(hour - time.wall - 60)
        await tell(house)
        assert slate.take() == []
        time.skip(60)
        await tell(house)
        assert [word.subject for word in slate.take()] == ["Your turn: Upon a Salty Ocean"]
        await choose(house, players.table, 0)
        await until_asked(house, players.table, 1)
        await until_asked(house, players.table, 0)
        time.skip(120)
        assert await players.settle(HOUR) == []
        time.skip(24 * HOUR)
        await tell(house)
        assert len(slate.take()) == 1


@in_a_loop
async def test_a_language_counts_from_when_it_is_chosen(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        await house.reach.look()
        time.skip(61)
        await house.reach.look()
        await house.reach.wishes.keep_language(players.anne.id, "fr")
        await house.reach.send()
        (word,) = slate.take()
        assert word.language == "fr"
        assert word.subject.startswith("À vous de jouer\u00a0:")
        assert "C’est à vous de jouer." in word.text


@in_a_loop
async def test_words_of_somebody_with_several_tables_say_how_many_wait(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        assert len(await players.settle()) == 1
        other = await sit_down(house, "salty_ocean", players.anne, players.bob)
        await until_asked(house, other, 0)
        await settle(house, time)
        (word,) = slate.take()
        assert "It is your turn at 1 other table, too." in word.text
        assert word.waiting == 2


# Failures


@in_a_loop
async def test_what_fails_is_tried_again_and_then_shown_and_told_elsewhere(
    database: str, tmp_path: Path
) -> None:
    time, slate, other = Time(), Slate(), Slate("webhook")
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        slate.failure = NotSent(Message("qd.reach.mail.later", code=451))
        await until_asked(house, players.table, 0)
        await settle(house, time)
        assert slate.take() == []
        tries = 0
        house.reach.add_channel(other)
        await house.reach.addresses.add(players.anne, "webhook", "hook", "Club", "en", "-")
        await sql(database, "UPDATE addresses SET state = 'on' WHERE kind = 'webhook'")
        other.take()
        for _ in range(40):
            time.skip(2 * HOUR)
            await tell(house)
            (row,) = [
                r for r in await house.reach.addresses.of(players.anne.id) if r.kind == "push"
            ]
            tries = row.failures
        assert 6 <= tries <= 20
        assert row.reason == Message("qd.reach.mail.later", code=451)
        assert (await house.store.outbox.count())["failed"] == 1
        (word,) = other.take()
        assert "do not arrive" in word.subject
        time.skip(48 * HOUR)
        await tell(house)
        assert other.take() == []


@in_a_loop
async def test_an_address_that_is_gone_is_given_up_at_once(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        slate.failure = NotSent(Message("qd.reach.mail.gone", code=550), gone=True)
        await until_asked(house, players.table, 0)
        await settle(house, time)
        (row,) = await house.reach.addresses.of(players.anne.id)
        assert row.state == "gone"
        slate.failure = None
        assert await players.settle(48 * HOUR) == []


@in_a_loop
async def test_what_was_claimed_by_a_process_that_ended_is_sent_later(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        await house.reach.look()
        time.skip(61)
        await house.reach.look()
        now = house.clock.now()
        ((address, _),) = await house.store.outbox.due(now, 600)
        assert await house.store.outbox.claim(address, now, 600) is not None
    # It has ended between claim and sending; another one goes on
    async with quiet_house(database, tmp_path, time) as house:
        house.reach.add_channel(slate)
        await tell(house)
        assert slate.take() == []
        time.skip(601)
        await tell(house)
        assert len(slate.take()) == 1
        time.skip(601)
        await tell(house)
        assert slate.take() == []


@in_a_loop
async def test_nobody_is_sent_more_than_so_many_words_an_hour(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time, words_an_hour=2) as house:
        players = await Players(house, time, slate).sit_down()
        sent = 0
        for _ in range(4):
            await until_asked(house, players.table, 0)
            sent += len(await players.settle())
            await choose(house, players.table, 0)
            await until_asked(house, players.table, 1)
        assert sent == 2


@in_a_loop
async def test_deadlines_are_told_before_they_pass(database: str, tmp_path: Path) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down(pace="day")
        await until_asked(house, players.table, 0)
        await settle(house, time)
        (word,) = slate.take()
        assert "Time left: 23 hours." in word.text
        assert await players.settle(20 * HOUR) == []
        time.skip(1.5 * HOUR)
        await tell(house)
        (word,) = slate.take()
        assert word.subject == "Your time is running out: Upon a Salty Ocean"
        assert "Time left: 2 hours." in word.text
        assert await players.settle(600) == []


@in_a_loop
async def test_everything_about_how_a_person_is_reached_can_be_forgotten(
    database: str, tmp_path: Path
) -> None:
    time, slate = Time(), Slate()
    async with quiet_house(database, tmp_path, time) as house:
        players = await Players(house, time, slate).sit_down()
        await wish(house, players.anne, remind=6)
        await until_asked(house, players.table, 0)
        assert len(await players.settle()) == 1
        await house.reach.forget(players.anne.id)
    for name in ("addresses", "contact_wishes", "marks", "outbox", "trials"):
        query = f"SELECT count(*) FROM {name} WHERE guest_id = '{players.anne.id}'"  # noqa: S608
        assert (await sql(database, query))[0][0] == 0


@in_a_loop
async def test_two_houses_on_one_database_send_one_word(postgres: str, tmp_path: Path) -> None:
    from tests.server.servers import new_postgres_database

    database = await asyncio.to_thread(new_postgres_database, postgres)
    time, slate = Time(), Slate()
    async with (
        quiet_house(database, tmp_path, time) as house,
        quiet_house(database, tmp_path, time) as second,
    ):
        second.reach.add_channel(slate)
        players = await Players(house, time, slate).sit_down()
        await until_asked(house, players.table, 0)
        for _ in range(3):
            await asyncio.gather(house.reach.look(), second.reach.look())
            time.skip(61)
            await asyncio.gather(tell(house), tell(second), tell(second), tell(house))
        assert len(slate.take()) == 1
