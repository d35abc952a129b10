"""What the commands share: consoles, languages, and reading what the user typed."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn

from quarterdeck import bots, games
from quarterdeck.kernel.catalogue import LANGUAGES, Translator, add_folder
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message

add_folder(Path(__file__).parent / "messages")

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def whole_number(least: int | None = None) -> Callable[[str], int]:
    """Reads an option's value; what is no number, or too small, is refused in our own words."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError as error:
            raise refused(text) from error
        if least is not None and number < least:
            raise refused(text)
        return number

    def refused(text: str) -> BadSetup:
        return BadSetup(Message("qd.cli.error.whole_number", text=str(text)[:80]))

    return read


WHICH_GAME = f"Which game: {', '.join(games.GAMES)}, or another that `quarterdeck games` lists."
GameArgument = Annotated[str, typer.Argument(help=WHICH_GAME)]
SeatsOption = Annotated[int | None, typer.Option(parser=whole_number(), help="How many players.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A game option as name=value; may be repeated."),
]
ComponentsOption = Annotated[
    Path | None,
    typer.Option(help="Your own component file (TOML), e.g. with corrected printed values."),
]
LanguageOption = Annotated[
    str | None, typer.Option("--lang", help="en or fr; by default the language of your system.")
]


def language(asked: str | None) -> str:
    """The language asked for, else the system's, else English."""
    if asked is not None:
        if asked not in LANGUAGES:
            raise UnknownName("language", asked, list(LANGUAGES))
        return asked
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            found = os.environ[variable][:2]
            return found if found in LANGUAGES else "en"
    return "en"


def translator(asked: str | None) -> Translator:
    return Translator(language(asked))


def game_options(pairs: list[str] | None) -> dict[str, str]:
    """`name=value` pairs as a mapping."""
    chosen: dict[str, str] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadSetup(Message("qd.cli.error.option_form", text=pair))
        chosen[name.strip()] = value.strip()
    return chosen


def bot_names(listed: str) -> list[str]:
    """A comma-separated list of bots, each checked and spelled in full."""
    return [bots.normalize(name) for name in listed.split(",") if name.strip()]


def fresh_seed(asked: int | None) -> int:
    return random.SystemRandom().getrandbits(32) if asked is None else asked


@contextmanager
def ending_when_told() -> Iterator[None]:
    """Meanwhile SIGTERM ends the command as Ctrl+C does: what is half done is cleared away."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def progress_bar(label: str, *columns: ProgressColumn) -> Progress:
    """A bar on standard error that is gone when everything is done."""
    return Progress(
        TextColumn(label), BarColumn(), *columns, console=Console(stderr=True), transient=True
    )


@contextmanager
def needing(id: str) -> Iterator[None]:
    """Import what an extra brings; raises BadSetup, which says which one, if it is not there."""
    try:
        yield
    except ImportError as missing:
        raise BadSetup(Message(id, why=str(missing))) from missing


def need_library() -> None:
    """Raises BadSetup if what judges positions is not installed."""
    with needing("qd.cli.error.review_library"):
        import quarterdeck.bots.network  # noqa: F401
