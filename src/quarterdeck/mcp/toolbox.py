"""The tools: one method each. What they are for is told in the catalogues (`qd.mcp.tool.…`)."""

from __future__ import annotations

import hashlib
import hmac
import uuid
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context
from pydantic import Field

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.mcp.api import ILLEGAL, NO_CHOICE, Api, Refusal
from quarterdeck.mcp.strangers import LONGEST_NAME, quote
from quarterdeck.mcp.waiting import wait_for
from quarterdeck.mcp.words import (
    TableWords,
    bullets,
    tell_games,
    tell_passages,
    tell_tables,
)

TableId = Annotated[str, Field(pattern=r"^[\w-]{1,40}$")]
GameId = Annotated[str, Field(pattern=r"^[\w-]{1,40}$")]
RuleId = Annotated[str, Field(pattern=r"^([A-Za-z][A-Za-z0-9]*-[0-9.]{1,12})?$")]
SeatNumber = Annotated[int, Field(ge=0, le=8)]
Lines = Annotated[int, Field(ge=0, le=1_000_000)]
About = Annotated[str, Field(max_length=80)]
BotName = Annotated[str, Field(max_length=40)]
PaceName = Literal["live", "day", "three_days", "week", "brisk", "steady", "easy", "leisurely"]
# Programs that wait for a tool lose patience after a minute, most of them.
LONGEST_WAIT = 300
USUAL_WAIT = 40
MOST_CHAT = 20
MOST_LOG = 100


class Toolbox:
    """Everything a language model can do at a server."""

    def __init__(self, api: Api, say: Translator) -> None:
        self._api = api
        self._say = say

    async def _table(self, table: str) -> TableWords:
        return TableWords(await self._api.get(f"tables/{table}"), self._say, self._api.server)

    async def _playing(self, table: str) -> TableWords:
        """A table with a game to see; raises Refusal."""
        words = await self._table(table)
        if not words.is_playing:
            raise Refusal(" ".join(words.turn()))
        return words

    async def _searched(self, table: str, about: str) -> TableWords:
        """The same, where choices may be named in any language."""
        words = await self._playing(table)
        if words.is_asked and not words.knows(about):
            for language in LANGUAGES:
                if language != self._say.language:
                    words.learn(await self._api.get(f"tables/{table}/choices", lang=language))
        return words

    def _key(self, *asked: object) -> str:
        """The same for the same request, so that one that is repeated counts once."""
        secret = self._api.identity.secret.encode()
        return hmac.new(secret, repr(asked).encode(), hashlib.sha256).hexdigest()[:40]

    # Games and rules

    async def list_games(self) -> str:
        return tell_games(await self._api.get("games"), self._say)

    async def how_to_play(self, game: GameId) -> str:
        told = await self._api.get(f"games/{game}/how-to-play")
        return "\n\n".join(filter(None, (told["how_to_play"], told["aid"])))

    async def read_rules(self, game: GameId, rule: RuleId = "") -> str:
        if rule:
            told = await self._api.get(f"games/{game}/rules/{rule}")
            return f"# {told['chapter']}\n\n{told['text']}"
        told = await self._api.get(f"games/{game}/rules")
        chapters = [f"`{c['id']}` {c['title']}" for c in told["chapters"] if c["id"]]
        return "\n".join([self._say("qd.mcp.chapters", game=told["title"]), *bullets(chapters)])

    async def search_rules(self, game: GameId, words: About) -> str:
        return tell_passages(await self._api.get(f"games/{game}/search", q=words), self._say)

    # Tables

    async def list_tables(self) -> str:
        return tell_tables(await self._api.get("tables"), self._say)

    async def create_table(
        self,
        game: GameId,
        opponents: Annotated[list[BotName], Field(max_length=7)],
        seat: SeatNumber = 0,
        options: dict[str, str] | None = None,
        title: Annotated[str, Field(max_length=60)] = "",
        listed: bool = True,
        pace: PaceName = "day",
        time_up: Literal["remind", "turn", "seat"] = "remind",
    ) -> str:
        last = len(opponents)
        if seat > last:
            raise Refusal(self._say("qd.mcp.error.seat", seat=seat, seats=last + 1, last=last))
        await self._api.settle()
        wish = {
            "game": game,
            "seating": [*opponents[:seat], "here", *opponents[seat:]],
            "options": options or {},
            "title": title,
            "listed": listed,
            "pace": pace,
            "time_up": time_up,
        }
        made = await self._api.post("tables", wish)
        created = self._say("qd.mcp.created", table=made["id"])
        return f"{created}\n{(await self._table(made['id'])).position()}"

    async def join_table(self, table: TableId, seat: SeatNumber | None = None) -> str:
        await self._api.settle()
        # The token that comes with it is not needed: our own secret plays the seat
        await self._api.post(f"tables/{table}/join", {"seat": seat})
        return (await self._table(table)).position()

    async def leave_table(self, table: TableId, seat: SeatNumber) -> str:
        await self._api.post(f"tables/{table}/leave", {"seat": seat})
        return self._say("qd.mcp.done")

    async def start_with_bots(self, table: TableId, bot: BotName = "greedy") -> str:
        await self._api.post(f"tables/{table}/fill", {"bot": bot})
        return (await self._table(table)).position()

    async def rematch(self, table: TableId) -> str:
        made = await self._api.post(f"tables/{table}/rematch")
        created = self._say("qd.mcp.created", table=made["id"])
        return f"{created}\n{(await self._table(made['id'])).position()}"

    # Reading

    async def read_position(self, table: TableId) -> str:
        return (await self._table(table)).position()

    async def read_log(
        self, table: TableId, last: Annotated[int, Field(ge=1, le=MOST_LOG)] = 25
    ) -> str:
        words = await self._playing(table)
        log = words.state["log"]
        lines = [f"{line['ply']}. {words.mark(line['text'])}" for line in log[-last:]]
        count = self._say("qd.mcp.log", shown=len(lines), total=len(log))
        return "\n".join([count, *lines, self._say("qd.mcp.untrusted")])

    async def result(self, table: TableId) -> str:
        words = await self._playing(table)
        lines = words.turn()
        if words.state["finished"]:
            lines += bullets(words.ranking())
        return "\n".join([*lines, "", f"## {self._say('qd.mcp.scores')}", *bullets(words.scores())])

    # Choosing

    async def list_choices(self, table: TableId, about: About = "") -> str:
        words = await self._searched(table, about)
        lines = words.turn()
        if words.is_asked:
            open_now = words.choices(about) or [self._say("qd.mcp.no_such_choice")]
            lines += ["", *open_now]
        return "\n".join(lines)

    async def why_not(self, table: TableId, about: About = "") -> str:
        words = await self._searched(table, about)
        if not words.is_asked:
            return "\n".join(words.turn())
        closed = [] if words.names_open(about) else words.closed(about)
        if closed:
            return "\n".join(closed)
        if not about.strip():
            return self._say("qd.mcp.nothing_closed")
        open_now = words.choices(about, effects=False)
        if open_now:
            return "\n".join([self._say("qd.mcp.only_open"), *open_now])
        return await self._unexpected(table, about)

    async def _unexpected(self, table: str, notation: str) -> str:
        """Why a choice is closed that nobody would look for now, if it is one of the game's."""
        try:
            await self._api.get(f"tables/{table}/preview", choice=notation)
        except Refusal as refusal:
            if refusal.id.startswith(ILLEGAL):
                return str(refusal)
            if not refusal.id.startswith(NO_CHOICE):
                raise
        return self._say("qd.mcp.no_choice_fits")

    async def preview_choice(
        self, table: TableId, choice: Annotated[str, Field(min_length=1, max_length=2000)]
    ) -> str:
        words = await self._playing(table)
        told = await self._api.get(f"tables/{table}/preview", choice=choice)
        return "\n".join(bullets(words.mark(line) for line in told["text"]))

    async def choose(
        self,
        table: TableId,
        choice: Annotated[str, Field(min_length=1, max_length=2000)],
        expected: Lines,
    ) -> str:
        choices = [part.strip() for part in choice.split(";") if part.strip()]
        key = self._key("move", table, expected, choices)
        wish = {"expected": expected, "choices": choices, "key": key}
        await self._api.post(f"tables/{table}/moves", wish)
        return f"{self._say('qd.mcp.chosen')}\n{(await self._table(table)).question()}"

    async def wait_for_turn(
        self,
        table: TableId,
        context: Context[Any, Any],
        seconds: Annotated[int, Field(ge=1, le=LONGEST_WAIT)] = USUAL_WAIT,
    ) -> str:
        async def tell(elapsed: float, words: TableWords) -> None:
            await context.report_progress(elapsed, seconds, " ".join(words.turn()))

        words = await wait_for(self._api, lambda: self._table(table), table, seconds, tell)
        if words.is_playing and not words.is_mine:
            raise Refusal(self._say("qd.mcp.not_seated"))
        if words.is_asked or words.has_request or words.state.get("finished"):
            return words.question()
        return "\n".join([self._say("qd.mcp.still_waiting", count=seconds), *words.turn()])

    # Taking back

    async def take_back(self, table: TableId, expected: Lines, whole_turn: bool = False) -> str:
        key = self._key("undo", table, expected, whole_turn)
        wish = {"expected": expected, "key": key, "whole_turn": whole_turn}
        await self._api.post(f"tables/{table}/undo", wish)
        return (await self._table(table)).question()

    async def make_again(self, table: TableId, expected: Lines) -> str:
        key = self._key("redo", table, expected)
        await self._api.post(f"tables/{table}/redo", {"expected": expected, "key": key})
        return (await self._table(table)).question()

    async def ask_to_go_back(self, table: TableId, expected: Lines, ply: Lines) -> str:
        key = self._key("back", table, expected, ply)
        wish = {"expected": expected, "key": key, "ply": ply}
        told = await self._api.post(f"tables/{table}/back", wish)
        how = "qd.mcp.went_back" if told["went_back"] else "qd.mcp.asked_back"
        return f"{self._say(how)}\n{(await self._table(table)).question()}"

    async def answer_go_back(self, table: TableId, ply: Lines, agree: bool) -> str:
        wish = {"ply": ply, "agree": agree}
        told = await self._api.post(f"tables/{table}/back/answer", wish)
        how = "qd.mcp.went_back" if told["went_back"] else "qd.mcp.answered"
        return f"{self._say(how)}\n{(await self._table(table)).question()}"

    async def withdraw_go_back(self, table: TableId) -> str:
        await self._api.delete(f"tables/{table}/back")
        return self._say("qd.mcp.done")

    # Company

    async def let_bot_play(self, table: TableId, seat: SeatNumber, bot: BotName = "") -> str:
        told = await self._api.post(f"tables/{table}/seats/{seat}/stand-in", {"bot": bot})
        return self._say("qd.mcp.standing_in" if told["standing_in"] else "qd.mcp.voted")

    async def take_seat_back(self, table: TableId, seat: SeatNumber) -> str:
        await self._api.delete(f"tables/{table}/seats/{seat}/stand-in")
        return (await self._table(table)).question()

    async def nudge(self, table: TableId) -> str:
        await self._api.post(f"tables/{table}/nudge")
        return self._say("qd.mcp.done")

    async def say(
        self, table: TableId, text: Annotated[str, Field(min_length=1, max_length=500)]
    ) -> str:
        await self._api.settle()
        wish = {"text": text, "key": uuid.uuid4().hex}
        await self._api.post(f"tables/{table}/chat", wish)
        return self._say("qd.mcp.said")

    async def read_chat(self, table: TableId, after: Lines = 0) -> str:
        said = await self._api.get(f"tables/{table}/chat", after=after)
        words = await self._table(table)
        lines = []
        for line in said[-MOST_CHAT:]:
            if not line["name"]:
                # The server tells it in its own words
                lines.append(f"{line['number']}. {words.mark(line['text'])}")
                continue
            where = "qd.mcp.speaker.player" if line["seat"] is not None else "qd.mcp.speaker.other"
            name = quote(line["name"], LONGEST_NAME)
            who = self._say(where, name=name, seat=line["seat"] or 0)
            lines.append(f"{line['number']}. {who}: {quote(line['text'])}")
        if not lines:
            return self._say("qd.mcp.no_chat")
        return "\n".join([self._say("qd.mcp.untrusted"), "<chat>", *lines, "</chat>"])
