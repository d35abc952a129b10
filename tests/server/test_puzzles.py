"""Puzzles on the table's board: by plain forms, by the API, and nothing of the solution before an
answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from quarterdeck import games
from quarterdeck.record import replay
from quarterdeck.review import puzzles as shelf
from quarterdeck.review.puzzle_telling import tell_solution
from quarterdeck.review.puzzles import Puzzle, puzzle_of, shipped_puzzles
from quarterdeck.server.app import Application, create_app
from quarterdeck.server.puzzles import Progress, Puzzles
from quarterdeck.server.settings import Settings
from quarterdeck.server.store.puzzles import PuzzleAnswer
from tests.server.client import Client
from tests.server.servers import PLENTY, Server
from tests.server.test_store import opened
from tests.server.visitor import Visitor, words_of

GAME = "salty_ocean"
RULES = games.load(GAME)


def any_puzzle(number: int = 0) -> Puzzle:
    return list(shipped_puzzles(RULES).values())[number]


def address_of(puzzle: Puzzle) -> str:
    return f"/puzzles/{GAME}/{puzzle.id}"


def legal(puzzle: Puzzle) -> list[str]:
    position = replay(puzzle.record, RULES)
    return [RULES.space.notation(code) for code in position.legal(puzzle.seat)]


def wrong(puzzle: Puzzle) -> list[str]:
    return [notation for notation in legal(puzzle) if notation != puzzle.solution]


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return Visitor(server.address)


# Pages


def test_there_is_one_puzzle_a_day_for_each_game_and_yesterdays_is_listed(visitor: Visitor) -> None:
    assert "/puzzles" in visitor.get("/").text
    listed = visitor.get("/puzzles").text
    today = datetime.now(UTC).date()
    for rules in games.load_all():
        if rules.id in games.GAMES:
            for day in (today, today - timedelta(days=1)):
                puzzle = puzzle_of(rules, day)
                assert puzzle is not None
                assert f"/puzzles/{rules.id}/{puzzle.id}" in listed
    assert all(address_of(each) in listed for each in shipped_puzzles(RULES).values())


def test_a_list_shows_what_is_asked_for(visitor: Visitor) -> None:
    puzzles = list(shipped_puzzles(RULES).values())
    theme = puzzles[0].theme
    wanted = {"game": GAME, "theme": theme, "difficulty": puzzles[0].difficulty}
    shown = visitor.get("/puzzles?" + urlencode(wanted)).text.partition('class="shelf"')[2]
    for each in puzzles:
        matches = each.theme == theme and each.difficulty == puzzles[0].difficulty
        assert (address_of(each) in shown) is matches
    assert "No puzzle is like that." in visitor.get("/puzzles?theme=XX-1").text


def test_a_puzzle_is_solved_by_plain_forms_and_only_the_first_answer_counts(
    visitor: Visitor,
) -> None:
    first, second, third = (any_puzzle(number) for number in range(3))
    path = address_of(first)
    buttons = {b.value: b for b in visitor.buttons(path) if b.name == "choice" and b.value}
    assert sorted(buttons) == sorted(legal(first))

    # Nobody has to say who they are
    answer = visitor.press(buttons[wrong(first)[0]])
    assert answer.status == 303
    text = words_of(visitor.get(answer.headers["location"]).text)
    assert "There is something better than this" in text
    assert "Best:" not in text
    again = visitor.press(buttons[first.solution])
    told = words_of(visitor.get(again.headers["location"]).text)
    assert "Your first answer was" in told
    assert tell_text(first) in told
    assert "/try" in visitor.get(path).text

    assert visitor.send_form(address_of(second), {"choice": second.solution}).status == 303
    assert "Right at the first try." in words_of(visitor.get(address_of(second)).text)
    # It stays solved, whatever is answered later
    visitor.send_form(address_of(second), {"choice": wrong(second)[0]})
    assert "Right at the first try." in words_of(visitor.get(address_of(second)).text)
    visitor.send_form(address_of(third), {"give_up": "yes"})
    assert "You asked for the solution." in words_of(visitor.get(address_of(third)).text)

    listed = words_of(visitor.get("/puzzles").text)
    assert "You have solved 1 of" in listed
    assert "1 day in a row." in listed
    # Somebody else has solved nothing
    assert "You have solved" not in Visitor(visitor.address).get("/puzzles").text


def tell_text(puzzle: Puzzle) -> str:
    from quarterdeck.game import Game
    from quarterdeck.kernel.catalogue import Translator

    game = Game(RULES, puzzle.record, None)
    return tell_solution(RULES, game, puzzle, Translator("en")).ahead


def test_the_solution_shows_the_board_before_and_after_it(visitor: Visitor) -> None:
    puzzle = any_puzzle()
    visitor.send_form(address_of(puzzle), {"choice": puzzle.solution})
    after, before = (visitor.get(address_of(puzzle) + end).text for end in ("", "?before=true"))
    assert board_in(after) != board_in(before)
    assert "Next puzzle" in after


def board_in(page: str) -> str:
    return page.partition('id="part-board">')[2].partition("</svg></div>")[0]


@pytest.mark.parametrize("choice", ["", "nonsense", "draw event_01", "; ;", "pass" * 100])
def test_what_is_not_open_is_refused_and_notes_nothing(visitor: Visitor, choice: str) -> None:
    puzzle = any_puzzle()
    answer = visitor.send_form(address_of(puzzle), {"choice": choice})
    assert answer.status == 422
    assert not visitor.cookies, "nobody has been welcomed for that"
    assert "There is something better" not in visitor.get(address_of(puzzle)).text


@pytest.mark.parametrize("path", [f"/puzzles/{GAME}/0000000000", "/puzzles/chess/0000000000"])
def test_a_puzzle_that_is_not_there_is_not_found(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status == 404
    assert visitor.send_form(path, {"choice": "pass"}).status == 404
    assert visitor.send_form(path + "/try", {}).status in (403, 404)
    assert visitor.get("/api" + path).status == 404


def test_a_puzzle_can_be_played_on_once_it_is_answered(visitor: Visitor) -> None:
    puzzle = any_puzzle()
    visitor.come("Anne")
    assert visitor.send_form(address_of(puzzle) + "/try", {}).status == 403
    visitor.send_form(address_of(puzzle), {"choice": wrong(puzzle)[0]})
    answer = visitor.send_form(address_of(puzzle) + "/try", {})
    assert answer.status == 303
    table = answer.headers["location"]
    buttons = [b.value for b in visitor.buttons(table) if b.name == "choice" and b.value]
    assert sorted(buttons) == sorted(legal(puzzle))
    assert address_of(puzzle) in visitor.get(table).text


def test_answers_are_deleted_with_everything_else_of_a_person(visitor: Visitor) -> None:
    puzzle = any_puzzle()
    visitor.send_form(address_of(puzzle), {"choice": puzzle.solution})
    assert "Your answer to 1 puzzle is deleted" in visitor.get("/me/statistics/remove").text
    removed = visitor.send_form("/me/statistics/remove", {}).text
    assert "Your answer to 1 puzzle was deleted" in removed
    assert "There is nothing of yours here" in visitor.get("/me/statistics/remove").text
    assert tell_text(puzzle) not in words_of(visitor.get(address_of(puzzle)).text)


def test_a_choice_of_a_puzzle_tells_what_it_would_change(visitor: Visitor) -> None:
    puzzle = any_puzzle()
    told = [
        visitor.get(f"{address_of(puzzle)}/preview?choice={quote(choice)}")
        for choice in (*legal(puzzle), "nonsense")
    ]
    assert {answer.status for answer in told} <= {200, 204}
    assert any(answer.status == 200 for answer in told)
    assert told[-1].status == 204


# The API


def test_programs_list_puzzles_look_at_them_and_answer(anne: Client) -> None:
    listed = anne.ask("/api/puzzles")
    puzzle = any_puzzle(1)
    assert listed["streak"] == 0
    today = puzzle_of(RULES, datetime.now(UTC).date())
    assert today is not None
    assert listed["today"][GAME] == today.id
    assert anne.ask("/api/puzzles?day=2026-01-01")["today"] != listed["today"]
    mine = next(each for each in listed["games"][GAME] if each["id"] == puzzle.id)
    assert (mine["state"], mine["difficulty"]) == ("new", puzzle.difficulty)
    assert "theme" not in mine

    path = "/api" + address_of(puzzle)
    seen = anne.ask(path)
    assert sorted(each["notation"] for each in seen["table"]["choices"]) == sorted(legal(puzzle))
    assert "solution" not in seen
    missed = anne.tell(path, {"choice": wrong(puzzle)[0]})
    assert (missed["right"], missed["state"], "solution" in missed) == (False, "missed", False)
    found = anne.tell(path, {"choice": puzzle.solution})
    assert (found["right"], found["state"]) == (True, "missed")
    assert found["solution"]["notation"] == puzzle.solution
    assert [each["notation"] for each in found["solution"]["values"]] == list(puzzle.values)
    assert found["theme"]["id"] == puzzle.theme
    assert anne.ask(path + "?lang=fr")["solution"]["ahead"] != found["solution"]["ahead"]
    assert anne.post(path, {"choice": "nonsense"}).status == 422
    assert Client(anne.address).post(path, {"choice": "pass"}).status == 403


# Nothing of the solution before an answer


class Inside:
    """Requests to a server in this process."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.cookie = ""

    async def fetch(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """Headers and body of an answer."""
        sent: list[Any] = []
        bare, _, query = path.partition("?")
        headers = {
            b"host": b"test",
            b"origin": b"http://test",
            b"content-type": b"application/x-www-form-urlencoded",
            b"cookie": self.cookie.encode(),
        }
        scope = {
            "type": "http",
            "method": method,
            "path": bare,
            "raw_path": bare.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": list(headers.items()),
            "scheme": "http",
            "server": ("test", 80),
            "client": ("127.0.0.1", 1),
            "http_version": "1.1",
        }
        asked = [{"type": "http.request", "body": urlencode(form or {}).encode()}]

        async def receive() -> Any:
            return asked.pop() if asked else await asyncio.sleep(60)

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        head = dict(sent[0]["headers"])
        self.cookie = head.get(b"set-cookie", self.cookie.encode()).decode().partition(";")[0]
        return bytes(head.get(b"location", b"")) + b"".join(
            each.get("body", b"") for each in sent[1:]
        )


async def read_everything(folder: Path, puzzle: Puzzle, missed: str) -> list[bytes]:
    """Every byte somebody gets before, and after a first answer that is wrong."""
    database = f"sqlite:///{folder / 'table.db'}"
    wishes: dict[str, Any] = {**PLENTY, "database": database, "key_file": folder / "key"}
    app = create_app(Settings(**wishes))
    found = []
    async with app.opened():
        inside = Inside(app)
        for answered in (False, True):
            for language in ("en", "fr"):
                end = f"lang={language}"
                await inside.fetch("POST", "/settings", {"lang": language})
                for path in ("/puzzles", address_of(puzzle), f"/api{address_of(puzzle)}?{end}"):
                    found.append(await inside.fetch("GET", path))
                found.append(await inside.fetch("GET", f"/api/puzzles?{end}"))
            for choice in legal(puzzle):
                asked = f"{address_of(puzzle)}/preview?choice={quote(choice)}"
                found.append(await inside.fetch("GET", asked))
            if not answered:
                found.append(await inside.fetch("POST", address_of(puzzle), {"choice": missed}))
    return found


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Puzzle], None]]:
    """Lets a game come with one puzzle of ours alone."""
    caches = (shelf._read_shipped, shelf._order_days)

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    def come_with(puzzle: Puzzle) -> None:
        forget()
        monkeypatch.setattr(shelf, "read_puzzles", lambda _: [puzzle])

    yield come_with
    forget()


def test_nothing_of_the_solution_is_in_any_byte_before_it_may_be_known(
    tmp_path: Path, pretend: Callable[[Puzzle], None]
) -> None:
    """Whatever the solution is, everybody is sent the same."""
    puzzle = any_puzzle()
    other, missed = wrong(puzzle)[:2]
    twin = replace(
        puzzle,
        solution=other,
        gap=0.5,
        error=0.02,
        values={other: 0.9, puzzle.solution: 0.4, missed: 0.1},
        reasons=(),
        weights="other",
    )
    sent = []
    for number, each in enumerate((puzzle, twin)):
        pretend(each)
        folder = tmp_path / str(number)
        folder.mkdir()
        sent.append(asyncio.run(read_everything(folder, each, missed)))
    assert len(sent[0]) == len(sent[1]) > 20
    for one, same in zip(*sent, strict=True):
        assert one == same


# What is kept


def test_an_answer_is_noted_once(database: str) -> None:
    async def check() -> None:
        async with opened(database) as store:
            first = PuzzleAnswer(GAME, "a", "pass", False, False, 1.0)
            await store.puzzles.note("anne", first)
            await store.puzzles.note(
                "anne", replace(first, choice="saline", solved=True, created=2.0)
            )
            assert await store.puzzles.of("anne") == [first]
            await store.puzzles.note("anne", replace(first, solved=True, seen=True))
            assert await store.puzzles.of("anne") == [replace(first, seen=True)]
            assert await store.puzzles.of("bob") == []

    asyncio.run(check())


@pytest.mark.parametrize(
    ("days", "count"),
    [([], 0), ([0], 1), ([1], 1), ([0, 1, 2], 3), ([1, 2], 2), ([0, 2, 3], 1), ([2, 3], 0)],
)
def test_a_streak_goes_back_from_today_or_yesterday(days: list[int], count: int) -> None:
    today = date(2026, 11, 17)
    noon = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()
    answers = {
        (GAME, str(back)): PuzzleAnswer(GAME, str(back), "x", True, True, noon - 86_400 * back)
        for back in days
    }
    answers[GAME, "missed"] = PuzzleAnswer(GAME, "missed", "x", False, True, noon - 86_400)
    assert Progress(answers).streak(today) == count


def test_few_tables_of_puzzles_are_kept_in_memory() -> None:
    desk = Puzzles(None)  # type: ignore[arg-type]
    for puzzle in list(shipped_puzzles(RULES).values())[:30]:
        assert desk.table(RULES, puzzle) is desk.table(RULES, puzzle)
    assert len(desk._tables) <= 24
