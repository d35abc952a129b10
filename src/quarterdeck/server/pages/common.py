"""What all pages share: the reader, the templates, forms, and where a form leads back to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from quarterdeck import games
from quarterdeck.bots.offering import bot_label, note_on_bot, offer_bots, tell_strengths
from quarterdeck.kernel.catalogue import LANGUAGES, Translator, write_decimal, write_number
from quarterdeck.kernel.rules import AnyRules, Option
from quarterdeck.pictures.templates import templates_in
from quarterdeck.server.assets import (
    APPLE_ICON,
    CHIEF_FONTS,
    FACES,
    asset,
    has_faces,
    has_icons,
    has_script,
)
from quarterdeck.server.errors import TableError
from quarterdeck.server.house import House
from quarterdeck.server.pages.marks import mark, plain_token, token
from quarterdeck.server.paths import link, root, root_in_a_page
from quarterdeck.server.people import Caller, language_of
from quarterdeck.server.sight import Hands
from quarterdeck.server.state import ShownChoice
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.talking import admit

FOLDER = Path(__file__).parents[1]
THEMES = ("auto", "light", "dark")
# The bar above every page by day and by night: see `style/base.css`.
BARS = {"light": "#fbf5e6", "dark": "#1a3147"}
THEME_COOKIE = "quarterdeck_theme"
# Who holds a device that several people of a table share; sent to that table's pages only.
HANDS_COOKIE = "quarterdeck_hands"
# The header in which a page says what it shows: see `parts.py`.
HAVE = "x-have"
# The header in which it says which of its parts nobody looks at now.
CLOSED = "x-closed"
# The header in which it names itself: see `following.py`.
PAGE = "x-page"
LONGEST_PAGE = 64
MOST_FIELDS = 60
LONGEST_FIELD = 4000


@dataclass(frozen=True)
class Reader:
    """Whoever reads a page, and how."""

    house: House
    guest: Guest | None
    language: str
    theme: str
    hands: Hands
    request: Request
    # Digests of what the reader's page shows already.
    have: frozenset[str] = frozenset()
    # Parts of it that stand on closed panels.
    closed: frozenset[str] = frozenset()
    # What the reader's page calls itself.
    page: str = ""
    # Who that is, and how we know.
    caller: Caller = field(default_factory=Caller)

    @property
    def guest_id(self) -> str | None:
        return self.guest.id if self.guest else None

    def say(self, names: Sequence[str] = ()) -> Translator:
        return Translator(self.language, names)

    @property
    def path(self) -> str:
        """Where this page can be asked for again; a form's answer belongs to its table."""
        url = self.request.url
        if self.request.method != "GET":
            found = re.match(r"/t/[\w-]+", url.path)
            return found[0] if found else "/"
        return url.path + (f"?{url.query}" if url.query else "")

    @property
    def address(self) -> str:
        """The address of this server, as the reader knows it."""
        return f"{self.request.url.scheme}://{self.request.url.netloc}{root()}"


async def reader_of(request: Request) -> Reader:
    """Who reads a page; raises if the table's host has sent them away."""
    reader = await any_reader_of(request)
    table_id = request.path_params.get("table_id")
    if table_id is not None and reader.guest is not None:
        admit(await reader.house.tables.live(table_id), reader.guest.id)
    return reader


async def any_reader_of(request: Request) -> Reader:
    house: House = request.app.state.house
    caller = await house.people.caller(request)
    if "table_id" in request.path_params:
        await house.tables.visited(request.path_params["table_id"], caller)
    theme = request.cookies.get(THEME_COOKIE, "auto")
    return Reader(
        house,
        caller.guest,
        language_of(request),
        theme if theme in THEMES else "auto",
        Hands.read(request.cookies.get(HANDS_COOKIE)),
        request,
        frozenset(request.headers.get(HAVE, "").split()),
        frozenset(request.headers.get(CLOSED, "").split()),
        request.headers.get(PAGE, "")[:LONGEST_PAGE],
        caller,
    )


# Forms


class Fields:
    """A posted form, with limits. Nothing is trusted."""

    def __init__(self, values: dict[str, list[str]]) -> None:
        self._values = values

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, [default])[-1][:LONGEST_FIELD]

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number; raises if it is none and there is no default."""
        text = self.text(name)
        if text.isascii() and text.isdecimal() and len(text) < 8:
            return int(text)
        if default is None or text:
            raise TableError("qd.server.malformed", fields=name)
        return default

    def __contains__(self, name: str) -> bool:
        return name in self._values


async def fields_of(request: Request) -> Fields:
    body = await request.body()
    try:
        values = parse_qs(
            body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise TableError("qd.server.malformed", fields="-") from None
    return Fields(values)


def local_path(path: str, otherwise: str = "/") -> str:
    """A path on this server, or `otherwise`: nobody is sent away to another one."""
    plain = path.startswith("/") and path.isprintable() and len(path) < 300
    return path if plain and not path.startswith(("//", "/\\")) else otherwise


def see_other(path: str) -> RedirectResponse:
    """Lead a browser to another page of this server."""
    return RedirectResponse(link(path), status_code=303)


def wants_parts(request: Request) -> bool:
    """Whether the page's script asks, and wants parts rather than a whole page."""
    return request.headers.get("hx-request") == "true"


# Templates


def _difference(points: int) -> str:
    """With a sign of its own."""
    return write_number(points, "+" if points else "")


@pass_context
def _decimal(context: Context, number: float) -> str:
    return write_decimal(number, context["language"])


@lru_cache
def page_templates() -> Environment:
    """What pages are written with."""
    environment = templates_in(FOLDER / "templates")
    # What templates may use is given to each when it is written (`_helpers`): Jinja copies globals
    # one by one for every template that it fills in, also for those nobody uses.
    environment.globals.clear()
    environment.filters["points"] = write_number
    environment.filters["difference"] = _difference
    environment.filters["decimal"] = _decimal
    return environment


def fill_in(template: str, **values: Any) -> Markup:
    """A template with these values."""
    # The templates escape everything they are given.
    return Markup(page_templates().get_template(template).render(_helpers(), **values))  # noqa: S704


@lru_cache
def _helpers() -> dict[str, Any]:
    """What all templates may use."""
    return {
        "range": range,
        "asset": asset,
        "has_script": has_script,
        "has_faces": has_faces,
        "has_icons": has_icons,
        "APPLE_ICON": APPLE_ICON,
        "BARS": BARS,
        "FACES": FACES,
        "CHIEF_FONTS": CHIEF_FONTS,
        "LANGUAGES": LANGUAGES,
        "THEMES": THEMES,
        "offer_bots": offer_bots,
        "note_on_bot": _note_on_bot,
        "tell_strengths": _tell_strengths,
        "mark": mark,
        "token": token,
        "plain_token": plain_token,
        "root": root_in_a_page,
        "bot_label": bot_label,
        "button": _button,
    }


def _note_on_bot(say: Translator, game: str, bot: str) -> str:
    return note_on_bot(say, games.load(game), bot) if game in games.PLUGINS else ""


def _tell_strengths(say: Translator, game: str, bot: str) -> tuple[tuple[int, str], ...]:
    return tell_strengths(say, games.load(game), bot)


@lru_cache(maxsize=8192)
def _button(choice: ShownChoice, money: str, text: bool) -> Markup:
    """A choice as a button: most of them are open again after the next move."""
    return fill_in("parts/choice.html.jinja", choice=choice, money=money, text=text).rstrip()


def render(template: str, reader: Reader, say: Translator, **values: Any) -> Markup:
    return fill_in(
        template,
        say=say,
        language=reader.language,
        theme=reader.theme,
        guest=reader.guest,
        reader=reader,
        **values,
    )


def page(
    template: str, reader: Reader, say: Translator, status: int = 200, **values: Any
) -> HTMLResponse:
    made = HTMLResponse(
        render(template, reader, say, **values), status, headers={"cache-control": "no-store"}
    )
    if reader.caller.session is not None and reader.caller.renewed:
        secure = reader.request.url.scheme == "https"
        reader.house.people.remember(made, reader.caller.session, secure)
    return made


# Names of things


def game_title(say: Translator, game: str) -> str:
    # A stored table may name a game that nobody knows any more
    return say.text(games.load(game).title) if game in games.PLUGINS else game


@dataclass(frozen=True)
class OptionField:
    """An option of a game as a form shows it."""

    id: str
    label: str
    help: str
    default: str
    values: tuple[tuple[str, str], ...]


def option_fields(rules: AnyRules, say: Translator) -> list[OptionField]:
    return [_option_field(rules, option, say) for option in rules.options]


def _option_field(rules: AnyRules, option: Option, say: Translator) -> OptionField:
    explained = f"{rules.prefix}.option.{option.id}.help"
    return OptionField(
        option.id,
        say.text(rules.option_label(option)),
        say(explained) if say.knows(explained) else "",
        option.default,
        tuple(
            (value, say.text(rules.value_label(option, value)))
            for value in option.values + option.seeded
        ),
    )


def named_options(
    rules: AnyRules, chosen: dict[str, str], say: Translator
) -> list[tuple[str, str]]:
    """The options of a table that differ from what the rules start from, in words."""
    return [
        (say.text(rules.option_label(option)), say.text(rules.value_label(option, value)))
        for option in rules.options
        if (value := chosen.get(option.id, option.default)) != option.default
    ]
