"""`quarterdeck backup` and `quarterdeck restore`: everything a server keeps, in one file."""

from __future__ import annotations

import signal
import sys
from asyncio import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from quarterdeck.cli.checkup import examine_database
from quarterdeck.cli.common import LanguageOption, err, needing, out, translator
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

if TYPE_CHECKING:
    from quarterdeck.server.backup import Found

DatabaseOption = Annotated[
    str, typer.Option(help="sqlite:///file or postgresql://user:password@host/name.")
]
KeyOption = Annotated[
    Path | None,
    typer.Option("--key-file", help="The file with the key the server signs cookies with."),
]


def backup_command(
    file: Annotated[Path, typer.Argument(help="The file to write, e.g. table.backup.")],
    database: DatabaseOption = "",
    key_file: KeyOption = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    lang: LanguageOption = None,
) -> None:
    """Write everything a server keeps to one file, while it runs."""
    say = translator(lang)
    with needing("qd.cli.error.no_web"):
        from quarterdeck.server.backup import take
        from quarterdeck.server.settings import Settings
    settings = Settings(database=database, key_file=key_file)
    key, push_key = _read(settings.key_path), _read(settings.push_key_path)
    try:
        header = take(settings.database_url, file, key, force, push_key)
    except CancelledError:
        raise typer.Exit(128 + signal.SIGTERM) from None
    _tell(
        say(
            "qd.cli.backup.done",
            file=str(file),
            tables=header.rows("tables"),
            guests=header.rows("guests"),
            lines=header.rows("entries"),
        )
    )
    if key is None:
        err.print(say("qd.cli.backup.no_key", file=str(settings.key_path)), soft_wrap=True)


def restore_command(
    file: Annotated[Path, typer.Argument(help="A file written by `quarterdeck backup`.")],
    database: DatabaseOption = "",
    key_file: KeyOption = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what the database holds, after a question.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="With --replace: do not ask, for scripts.")
    ] = False,
    lang: LanguageOption = None,
) -> None:
    """Put a backup into a database, empty unless you say --replace."""
    say = translator(lang)
    with needing("qd.cli.error.no_web"):
        from quarterdeck.server.backup import BackupError, check, look, restore
        from quarterdeck.server.identity import put_key
        from quarterdeck.server.settings import Settings
    settings = Settings(database=database, key_file=key_file)
    header = check(file)
    found = look(settings.database_url)
    if found.anything and not replace:
        raise BackupError("not_empty", tables=found.tables, guests=found.guests)
    if found.anything and not yes:
        _ask(say, found)
    restore(file, header, settings.database_url, replace)
    _tell(
        say(
            "qd.cli.restore.done",
            created=header.created,
            tables=header.rows("tables"),
            guests=header.rows("guests"),
            lines=header.rows("entries"),
        )
    )
    if header.key is None:
        err.print(say("qd.cli.restore.no_key"), soft_wrap=True)
    elif put_key(settings.key_path, header.key, replace):
        _tell(say("qd.cli.restore.key", file=str(settings.key_path)))
    else:
        err.print(say("qd.cli.restore.other_key", file=str(settings.key_path)), soft_wrap=True)
    if header.push_key is not None and not put_key(
        settings.push_key_path, header.push_key, replace
    ):
        told = say("qd.cli.restore.other_push_key", file=str(settings.push_key_path))
        err.print(told, soft_wrap=True)
    # What was counted is there; whether every table can be played on, only playing it again tells.
    examine_database(settings.database_url, say)


def _read(key: Path) -> bytes | None:
    return key.read_bytes() if key.exists() else None


def _ask(say: Translator, found: Found) -> None:
    """Whoever deletes games says so in a word, not by pressing Enter."""
    word = say("qd.cli.restore.word")
    question = say("qd.cli.restore.ask", tables=found.tables, guests=found.guests, word=word)
    out.print(question, markup=False, soft_wrap=True, end=" ")
    if sys.stdin.readline().strip() != word:
        raise BadSetup(Message("qd.cli.restore.left_alone"))


def _tell(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)
