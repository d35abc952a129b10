"""The server that a client of the protocol talks to: tools, resources and a prompt."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
    Resource,
    TextContent,
    ToolAnnotations,
)
from pydantic import ValidationError

from quarterdeck import __version__
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.mcp.api import Api, Refusal
from quarterdeck.mcp.toolbox import Toolbox
from quarterdeck.mcp.words import bounded

NAME = "quarterdeck"
HOW_TO = "quarterdeck://how-to-play/{game}"
RULES = "quarterdeck://rules/{game}"
RULE = "quarterdeck://rules/{game}/{rule}"
PROMPT = "play"
MARKDOWN = "text/markdown"
# What a refusal repeats of the arguments it names.
LONGEST_ARGUMENT = 40
MOST_ARGUMENTS = 20
_PART = re.compile(r"[\w-]{1,40}(\.[0-9]{1,4})?")

# Whether a tool only reads, and whether the same call once more changes nothing more.
READING = ToolAnnotations(read_only_hint=True)
REPEATABLE = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True)
CHANGING = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)

# In the order in which they are listed.
TOOLS: dict[str, ToolAnnotations] = {
    "list_games": READING,
    "how_to_play": READING,
    "read_rules": READING,
    "search_rules": READING,
    "list_tables": READING,
    "create_table": CHANGING,
    "join_table": CHANGING,
    "start_with_bots": CHANGING,
    "leave_table": CHANGING,
    "read_position": READING,
    "list_choices": READING,
    "why_not": READING,
    "preview_choice": READING,
    "choose": REPEATABLE,
    "wait_for_turn": READING,
    "read_log": READING,
    "result": READING,
    "take_back": REPEATABLE,
    "make_again": REPEATABLE,
    "ask_to_go_back": REPEATABLE,
    "answer_go_back": REPEATABLE,
    "withdraw_go_back": REPEATABLE,
    "let_bot_play": REPEATABLE,
    "take_seat_back": REPEATABLE,
    "nudge": CHANGING,
    "say": CHANGING,
    "read_chat": READING,
    "rematch": REPEATABLE,
}


def make_tool(function: Callable[..., Any], name: str, say: Translator) -> Tool:
    """A tool that is described, with its parameters, in the reader's language."""
    tool = Tool.from_function(
        function,
        name=name,
        description=say(f"qd.mcp.tool.{name}"),
        annotations=TOOLS[name],
        structured_output=False,
    )
    for parameter, schema in tool.parameters.get("properties", {}).items():
        own = f"qd.mcp.tool.{name}.{parameter}"
        schema["description"] = say(own if say.knows(own) else f"qd.mcp.parameter.{parameter}")
        schema.pop("title", None)
    # Programs that read the schema know that we refuse what we do not know
    tool.parameters["additionalProperties"] = False
    return tool


def unknown_arguments(tool: Tool, arguments: Mapping[str, Any], say: Translator) -> str:
    """What is wrong with arguments that a tool does not have; empty if it has all of them."""
    known = tool.parameters.get("properties", {})
    strange = [name for name in arguments if name not in known]
    if not strange:
        return ""
    told = {"tool": tool.name, "unknown": _in_backquotes(strange)}
    if not known:
        return say("qd.mcp.error.no_arguments", **told)
    return say("qd.mcp.error.unknown_arguments", known=_in_backquotes(known), **told)


def _in_backquotes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name[:LONGEST_ARGUMENT]}`" for name in islice(names, MOST_ARGUMENTS))


class TableServer(MCPServer[None]):
    """The tools with refusals in plain words, and a text for every game as a resource."""

    def __init__(self, api: Api, say: Translator) -> None:
        self._api = api
        self._say = say
        box = Toolbox(api, say)
        self._made = {name: make_tool(getattr(box, name), name, say) for name in TOOLS}
        super().__init__(
            NAME,
            title="Quarterdeck",
            version=__version__,
            instructions=say("qd.mcp.instructions"),
            tools=list(self._made.values()),
            # Requests are nobody's business, and no secret ever gets near a log
            log_level="WARNING",
            lifespan=_closing(api),
        )
        self.resource(HOW_TO, name="how_to_play", mime_type=MARKDOWN)(self._read_how_to)
        self.resource(RULES, name="rules", mime_type=MARKDOWN)(self._read_book)
        self.resource(RULE, name="rule", mime_type=MARKDOWN)(self._read_rule)
        self.prompt(name=PROMPT, description=say("qd.mcp.prompt.play"))(self._begin)

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """What a tool answers; what is refused, in our own words alone."""
        if name in self._made:
            strange = unknown_arguments(self._made[name], arguments, self._say)
            if strange:
                return _answer(strange, is_error=True)
        try:
            answer = await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            return _answer(self._explain(error), is_error=True)
        if isinstance(answer, CallToolResult):
            for content in answer.content:
                if isinstance(content, TextContent):
                    content.text = bounded(content.text, self._say)
        return answer

    def _explain(self, error: ToolError) -> str:
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            fields = {_name_fault(each) for each in cause.errors()}
            return self._say("qd.mcp.error.malformed", fields=", ".join(sorted(fields))[:200])
        return str(cause if isinstance(cause, Refusal) else error)

    async def list_resources(self) -> list[Resource]:
        """How to play and the rules of every game of the server; none while it is away."""
        try:
            games = await self._api.get("games")
        except Refusal:
            return []
        return [
            Resource(
                uri=template.format(game=game["id"]),
                name=f"{kind}_{game['id']}",
                title=self._say(f"qd.mcp.resource.{kind}", game=game["title"]),
                mime_type=MARKDOWN,
            )
            for game in games
            for kind, template in (("how_to_play", HOW_TO), ("rules", RULES))
        ]

    async def _fetch(self, *path: str) -> Any:
        """What the server tells about a game; raises ResourceError."""
        try:
            return await self._api.get("/".join(["games", *map(_checked, path)]))
        except Refusal as refusal:
            raise ResourceError(str(refusal)) from refusal

    async def _read_how_to(self, game: str) -> str:
        told = await self._fetch(game, "how-to-play")
        return f"{told['how_to_play']}\n\n{told['aid']}"

    async def _read_book(self, game: str) -> str:
        told = await self._fetch(game, "rules")
        chapters = [
            f"## {' '.join(filter(None, (c['id'], c['title'])))}\n\n{c['text']}"
            for c in told["chapters"]
        ]
        return "\n\n".join([f"# {told['title']}", *chapters])

    async def _read_rule(self, game: str, rule: str) -> str:
        told = await self._fetch(game, "rules", rule)
        return f"# {told['chapter']}\n\n{told['text']}"

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        context: Context[None, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """The prompt, for exactly the argument it has."""
        if name == PROMPT and set(arguments or ()) != {"game"}:
            raise MCPError(INVALID_PARAMS, self._say("qd.mcp.error.prompt"))
        return await super().get_prompt(name, arguments, context)

    async def _begin(self, game: str) -> str:
        """What a model is told that shall play a game."""
        try:
            told = await self._fetch(game, "how-to-play")
        except ResourceError as refusal:
            raise MCPError(INVALID_PARAMS, str(refusal)) from refusal
        begin = self._say("qd.mcp.begin", game=told["title"], code=told["game"])
        return "\n\n".join([begin, told["how_to_play"], told["aid"]])


def _name_fault(fault: Mapping[str, Any]) -> str:
    """Which argument is wrong, with the limit that it breaks."""
    name = ".".join(map(str, fault["loc"])) or "-"
    signs = {"ge": "≥", "le": "≤", "gt": ">", "lt": "<"}
    limits = [
        f"{signs[key]} {limit}" for key, limit in fault.get("ctx", {}).items() if key in signs
    ]
    return f"{name} ({', '.join(limits)})" if limits else name


def _checked(part: str) -> str:
    """A part of an address; what may not be one leads nowhere."""
    return part if _PART.fullmatch(part) else "-"


def _closing(api: Api) -> Any:
    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await api.close()

    return lifespan


def _answer(text: str, is_error: bool) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=is_error)
