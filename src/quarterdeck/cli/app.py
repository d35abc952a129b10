"""The Typer application. Mistakes of the user end in one clear line and exit code 2."""

from __future__ import annotations

import io
import logging
import sys

import typer
from typer.exceptions import Abort, TyperException

from quarterdeck import __version__
from quarterdeck.cli import (
    backup,
    export,
    generate,
    inspect,
    lab,
    ladder,
    learn,
    mcp,
    new_game,
    picture,
    play,
    puzzles,
    review,
    serve,
    simulate,
    spaces,
    stats,
    train,
)
from quarterdeck.cli.common import err, language
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadComponents, QuarterdeckError, UnknownName

app = typer.Typer(
    name="quarterdeck",
    help="Modern sea-trading board games: play, simulate, replay.",
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)
app.command("games")(inspect.games_command)
app.command("bots")(inspect.bots_command)
app.command("play")(play.play_command)
app.command("learn")(learn.learn_command)
app.command("sim")(simulate.sim_command)
app.command("train")(train.train_command)
app.command("ladder")(ladder.ladder_command)
app.command("replay")(inspect.replay_command)
app.command("review")(review.review_command)
app.command("stats")(stats.stats_command)
app.command("export")(export.export_command)
app.command("generate")(generate.generate_command)
app.add_typer(lab.app, name="lab")
app.add_typer(puzzles.app, name="puzzles")
app.command("picture")(picture.picture_command)
app.command("rules")(inspect.rules_command)
app.command("spaces")(spaces.spaces_command)
app.command("perft")(inspect.perft_command)
app.command("new-game")(new_game.new_game_command)
app.command("serve")(serve.serve_command)
app.command("mcp")(mcp.mcp_command)
app.command("backup")(backup.backup_command)
app.command("restore")(backup.restore_command)
app.command("doctor")(inspect.doctor_command)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Show the version and exit."),
) -> None:
    if show:
        typer.echo(__version__)
        raise typer.Exit


def _asked_language(arguments: list[str]) -> str:
    """The language of error messages: what was asked for, if it can be had."""
    asked = None
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            asked = arguments[index + 1]
        elif argument.startswith("--lang="):
            asked = argument.partition("=")[2]
    try:
        return language(asked)
    except UnknownName:
        return language(None)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    given = sys.argv[1:] if arguments is None else arguments
    _tolerate_unknown_characters()
    # What cannot be used is told by the commands that look for it, in the reader's language
    logging.getLogger("quarterdeck.kernel.plugins").addHandler(logging.NullHandler())
    try:
        code = app(given, standalone_mode=False)
    except QuarterdeckError as error:
        _complain(error, _asked_language(given))
        sys.exit(2)
    except TyperException as error:
        # No message: the help was shown.
        if error.format_message():
            err.print(f"quarterdeck: {error.format_message()}", markup=False, soft_wrap=True)
        sys.exit(2)
    except (Abort, KeyboardInterrupt, EOFError):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has had enough, as `head` does.
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def _tolerate_unknown_characters() -> None:
    """What a stream's encoding does not know is read and written as a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(error: QuarterdeckError, lang: str) -> None:
    say = Translator(lang)
    err.print(f"quarterdeck: {say.text(error.message)}", markup=False, soft_wrap=True)
    if isinstance(error, BadComponents):
        for problem in error.problems[1:]:
            err.print(f"  {say.text(problem)}", markup=False, soft_wrap=True)
