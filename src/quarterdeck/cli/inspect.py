"""Commands that look at things: games, rules, records, perft counts, the installation."""

from __future__ import annotations

import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from quarterdeck import __version__, bots, games, record
from quarterdeck.bots.judge import trained_network, why_untrained
from quarterdeck.bots.offering import FIRST_OPPONENT, offer_bots, tell_bot
from quarterdeck.cli.checkup import examine_database
from quarterdeck.cli.common import (
    ComponentsOption,
    GameArgument,
    LanguageOption,
    OptionsOption,
    SeatsOption,
    err,
    game_options,
    out,
    translator,
    whole_number,
)
from quarterdeck.cli.screen import Screen
from quarterdeck.game import Game, rules_for, rules_of
from quarterdeck.kernel import position as machine
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.perft import perft
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.plugins import BUILT_IN, Plugins
from quarterdeck.kernel.rules import AnyRules


def games_command(lang: LanguageOption = None) -> None:
    """List the games with their seats and options, and where each comes from."""
    say = translator(lang)
    for rules in games.load_all():
        origin = escape(say.text(games.PLUGINS.origin(rules.id).message))
        title = escape(say.text(rules.title))
        out.print(f"[bold]{title}[/bold]  [dim]{rules.id}, {origin}[/dim]")
        out.print(f"  {say(f'{rules.prefix}.summary')}", markup=False)
        out.print("  " + say("qd.cli.seats", least=rules.seats[0], most=rules.seats[-1]))
        for option in rules.options:
            about = escape(say.text(rules.option_label(option)))
            out.print(f"  [cyan]{option.id}[/cyan]: {about}")
            for value in option.values + option.seeded:
                default = f" [dim]({say('qd.cli.default')})[/dim]"
                mark = default if value == option.default else ""
                label = escape(say.text(rules.value_label(option, value)))
                out.print(f"      {value}: {label}{mark}")
    tell_left_out(games.PLUGINS, say)


def bots_command(
    of: Annotated[
        str | None, typer.Option("--game", help="With what was measured of each in this game.")
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """List the bots: the levels in order, then all others, with their parameters."""
    say = translator(lang)
    game = None if of is None else games.load(of)
    offers = offer_bots(say)
    offered = {offer.bot: offer for offer in (*offers.levels, *offers.others)}
    for name in (name for name in offered if name in bots.PLUGINS):
        kind = bots.PLUGINS.load(name)
        origin = escape(say.text(bots.PLUGINS.origin(name).message))
        mark = f", {say('qd.cli.default')}" if name == FIRST_OPPONENT else ""
        label = offered[name].label
        called = f"  {escape(label)}" if label != name else ""
        out.print(f"[bold]{name}[/bold]{called}  [dim]{origin}{mark}[/dim]")
        if offered[name].about:
            out.print(f"  {escape(offered[name].about)}", soft_wrap=True)
        if game is not None:
            for line in tell_bot(say, game, name):
                out.print(f"  {escape(line)}", soft_wrap=True)
        for parameter in kind.PARAMETERS:
            told = say(
                "qd.cli.parameter",
                name=parameter.name,
                about=parameter.message,
                value=parameter.write(parameter.default),
            )
            out.print(f"  {escape(told)}", soft_wrap=True)
    tell_left_out(bots.PLUGINS, say)


def tell_left_out(plugins: Plugins[Any], say: Translator) -> bool:
    """What packages add that cannot be used, and why; False if there is nothing of the kind."""
    broken = plugins.left_out()
    for each in broken:
        err.print(say.text(each.message), markup=False, soft_wrap=True)
    return bool(broken)


RULE_LINE = re.compile(r"- \*\*(?P<id>[A-Z]+-[\d.]+)\*\* \[(?P<tag>\w+)\] (?P<text>.*)")


def rules_command(
    game: GameArgument,
    rule: Annotated[str | None, typer.Argument(help="A rule (SO-4.5) or section (SO-4).")] = None,
    lang: LanguageOption = None,
) -> None:
    """Read the rules of a game, or one rule by its id."""
    say = translator(lang)
    rules = games.load(game)
    text = rules_text(rules, say.language)
    if rule is None:
        out.print(text, markup=False, highlight=False, soft_wrap=True)
        return
    wanted = rule.upper()
    found = [
        line
        for line in text.splitlines()
        if (match := RULE_LINE.match(line))
        and (match["id"] == wanted or match["id"].startswith(f"{wanted}."))
    ]
    if not found:
        sections = re.findall(r"^## ([A-Z]+-\d+)", text, re.MULTILINE)
        raise UnknownName("rule", rule, sections)
    for line in found:
        match = RULE_LINE.match(line)
        assert match is not None
        plain = match["text"].replace("`", "")
        out.print(f"[bold]{match['id']}[/bold] [dim]\\[{match['tag']}][/dim]", end=" ")
        out.print(plain, markup=False, soft_wrap=not out.is_terminal)


def rules_text(rules: AnyRules, lang: str) -> str:
    """The rules of a game in a language, as Markdown."""
    file = rules.folder / f"RULES.{lang}.md"
    if not file.exists():
        file = rules.folder / "RULES.md"
    return file.read_text(encoding="utf-8")


def replay_command(
    file: Annotated[Path, typer.Argument(help="A record (JSON Lines).")],
    ply: Annotated[
        int | None,
        typer.Option(parser=whole_number(0), help="Show the game after this many entries."),
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check the record.")] = False,
    lang: LanguageOption = None,
    components: ComponentsOption = None,
    plain: Annotated[bool, typer.Option(help="No colours and frames.")] = False,
) -> None:
    """Show a recorded game: its log and its position at any ply."""
    say = translator(lang)
    found = record.read(file)
    rules = rules_for(found.header, components)
    found = record.migrate(found, rules)
    game = Game(rules, found if ply is None else found.until(ply), None)
    found, position = game.record, game.position
    if verify:
        state = "finished" if position.finished else "unfinished"
        out.print(
            say(
                f"qd.cli.verified.{state}",
                count=len(found.entries),
                digests=len(found.digests),
                digest=position.digest(),
            ),
            soft_wrap=True,
        )
        return
    screen = Screen(game, say.language, plain)
    screen.show_lines(game.log())
    screen.show_position(None)
    if game.finished:
        screen.show_result()


def perft_command(
    game: GameArgument,
    depth: Annotated[
        int, typer.Option(parser=whole_number(0), help="Length of the sequences.")
    ] = 3,
    seats: SeatsOption = None,
    option: OptionsOption = None,
    components: ComponentsOption = None,
) -> None:
    """Count the sequences of choices and outcomes from the start, by length."""
    rules = rules_of(game, components)
    for length in range(depth + 1):
        began = perf_counter()
        count = perft(rules.start(seats, game_options(option)), length)
        out.print(f"{length:3d} {count:15,d}   {perf_counter() - began:.2f} s")


def doctor_command(
    database: Annotated[
        str | None,
        typer.Option(help="Replay every table stored there instead; nothing is changed."),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Versions, compiled or pure, and a self-check of every game; or of every stored table."""
    say = translator(lang)
    if database is not None:
        examine_database(database, say)
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_row("quarterdeck", __version__)
    table.add_row("python", f"{platform.python_version()} ({sys.executable})")
    table.add_row(say("qd.cli.doctor.build"), say(f"qd.cli.doctor.{build_kind()}"))
    table.add_row(say("qd.cli.doctor.machine"), str(machine.__file__))
    for package in ("typer", "rich", "numpy"):
        table.add_row(package, _version(package))
    out.print(table, soft_wrap=True)
    healthy = tell_channels(say)
    for rules in games.load_all():
        learnt, fits = tell_learnt(rules, say)
        healthy = healthy and fits
        out.print(f"{rules.id}: {learnt}", markup=False, soft_wrap=True)
    for rules in games.load_all():
        fault = self_check(rules, say)
        healthy = healthy and fault is None
        verdict = say("qd.cli.doctor.well") if fault is None else fault
        out.print(f"{_named(rules.id, games.PLUGINS, say)}: {verdict}", markup=False)
    bots.PLUGINS.load_all()
    for name in bots.PLUGINS.names():
        if bots.PLUGINS.origin(name) != BUILT_IN:
            verdict = say("qd.cli.doctor.bot")
            out.print(f"{_named(name, bots.PLUGINS, say)}: {verdict}", markup=False)
    for plugins in (games.PLUGINS, bots.PLUGINS):
        healthy = not tell_left_out(plugins, say) and healthy
    if not healthy:
        raise typer.Exit(1)


def tell_channels(say: Translator) -> bool:
    """How a server in this environment would reach people; False if that cannot work."""
    try:
        from quarterdeck.server.reach.reach import describe_channels
        from quarterdeck.server.settings import reaching_settings
    except ImportError:
        # Without the web extra there is no server
        return True
    try:
        lines, sound = describe_channels(reaching_settings()), True
    except BadSetup as error:
        lines, sound = [error.message], False
    for line in lines:
        out.print(say.text(line), markup=False, soft_wrap=True)
    return sound


def _named(name: str, plugins: Plugins[Any], say: Translator) -> str:
    """A game or a bot, and the package that adds it."""
    origin = plugins.origin(name)
    return name if origin == BUILT_IN else f"{name} ({say.text(origin.message)})"


def tell_learnt(rules: AnyRules, say: Translator) -> tuple[str, bool]:
    """What bots have learnt of a game, and whether it fits the game as it is."""
    why = why_untrained(rules)
    if why is not None:
        return say("qd.cli.doctor.untrained", why=why), True
    try:
        network = trained_network(rules)
    except BadSetup as error:
        return say.text(error.message), False
    assert network is not None
    return say("qd.cli.doctor.trained", games=network.facts["trained"]["games"]), True


def build_kind() -> str:
    """Which build is loaded: "pure" Python or "compiled"."""
    return "pure" if str(machine.__file__).endswith(".py") else "compiled"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def self_check(rules: AnyRules, say: Translator) -> str | None:
    """Play a few games with every number of players; None if all is well."""
    for seats in rules.seats:
        for seed in range(3):
            game = Game.new(rules, seats, dealer=Random(seed))
            position = game.position
            while not position.finished:
                playout(position, seed + position.barrier, 1)
                try:
                    rules.check(position)
                except AssertionError as error:
                    return say("qd.cli.doctor.ill", seats=seats, seed=seed, why=str(error))
    return None
