"""How programs are named and started: `mine=python remote_bot.py {server} {table} …`."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Collection, Mapping

from quarterdeck.bots.specs import PLUGINS, RESERVED
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.plugins import NAME

# What a program must be told, and what it may be told.
NEEDED = ("server", "table", "token")
PLACEHOLDERS = (*NEEDED, "seed")
EXAMPLE = "mine=python remote_bot.py {server} {table} --token {token}"

_PLACEHOLDER = re.compile(r"\{(\w*)\}")


def read_programs(given: Collection[str]) -> dict[str, str]:
    """The command of each program, by its name; raises BadSetup."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, command = (part.strip() for part in text.partition("="))
        if not equals:
            raise _refuse("form", text=text[:80], example=EXAMPLE)
        if not NAME.fullmatch(name) or name in RESERVED:
            raise _refuse("name", name=name[:80])
        if name in PLUGINS:
            raise _refuse("taken", name=name)
        if name in found:
            raise _refuse("repeated", name=name)
        _check(name, command)
        found[name] = command
    return found


def _check(name: str, command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise _refuse("quotes", name=name) from error
    if not words:
        raise _refuse("empty", name=name, example=EXAMPLE)
    used = _PLACEHOLDER.findall(command)
    unknown = [each for each in used if each not in PLACEHOLDERS]
    if unknown:
        raise _refuse("placeholder", name=name, found=_show(unknown), known=_show(PLACEHOLDERS))
    missing = [each for each in NEEDED if each not in used]
    if missing:
        raise _refuse("missing", name=name, missing=_show(missing))
    if shutil.which(words[0]) is None:
        raise _refuse("not_found", name=name, command=words[0][:80])


def _refuse(why: str, **arguments: Argument) -> BadSetup:
    return BadSetup(Message(f"qd.cli.error.program.{why}", **arguments))


def _show(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in dict.fromkeys(names))


def fill_in(command: str, values: Mapping[str, str]) -> list[str]:
    """The words of a command, with what the placeholders stand for; no shell reads them."""
    return [_PLACEHOLDER.sub(lambda found: values[found[1]], word) for word in shlex.split(command)]
