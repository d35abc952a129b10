"""Which bots there are, and how one asks for one: `greedy`, `flat:playouts=500:width=8`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from quarterdeck.bots.parameters import Value
from quarterdeck.bots.protocol import Bot
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.plugins import NAME, Plugins, Unfit
from quarterdeck.kernel.rules import AnyRules

# The opponent of whoever asks for none in particular.
DEFAULT = "greedy"
# The opponent of whoever is learning.
GENTLE = "gentle"

# What a form says where the bot is written out in another field.
WRITTEN = "written"

# What else a seat may be said to be, where a bot's name could stand.
RESERVED = ("here", "none", "open", WRITTEN)

# Columns of the database are as long as that.
LONGEST_SPEC = 40


def check_bot(_: str, found: object) -> type[Bot]:
    """A kind of bot that the house can offer; raises Unfit."""
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise Unfit(Message("qd.plugin.no_bot", found=type(found).__name__))
    if getattr(found, "__abstractmethods__", None):
        raise Unfit(Message("qd.plugin.abstract", missing=", ".join(found.__abstractmethods__)))
    for parameter in found.PARAMETERS:
        named = NAME.fullmatch(parameter.name)
        if not named or parameter.read(parameter.write(parameter.default)) is None:
            raise Unfit(Message("qd.plugin.field", field=f"PARAMETERS: {parameter}"[:80]))
    return found


PLUGINS: Plugins[type[Bot]] = Plugins(
    "bot",
    "quarterdeck.bots",
    {
        "greedy": "quarterdeck.bots.simple:GreedyBot",
        "gentle": "quarterdeck.bots.simple:GentleBot",
        "deckhand": "quarterdeck.bots.levels:Deckhand",
        "boatswain": "quarterdeck.bots.levels:Boatswain",
        "mate": "quarterdeck.bots.levels:Mate",
        "captain": "quarterdeck.bots.levels:Captain",
        "admiral": "quarterdeck.bots.levels:Admiral",
        "judge": "quarterdeck.bots.judge:JudgeBot",
        "search": "quarterdeck.bots.search:SearchBot",
        "flat": "quarterdeck.bots.flat:FlatBot",
        "random": "quarterdeck.bots.simple:RandomBot",
    },
    check_bot,
    RESERVED,
)


@dataclass(frozen=True)
class Spec:
    """A bot and what is set about it; only what is not the default anyway, in the bot's order."""

    name: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return ":".join([self.name, *(f"{name}={value}" for name, value in self.settings)])


def parse(text: str) -> Spec:
    """What is asked for, in one spelling; raises UnknownName or BadSetup."""
    name, kind, values = _read(text)
    spec = Spec(
        name,
        tuple(
            (parameter.name, parameter.write(values[parameter.name]))
            for parameter in kind.PARAMETERS
            if values[parameter.name] != parameter.default
        ),
    )
    if len(str(spec)) > LONGEST_SPEC:
        raise BadSetup(Message("qd.error.bot.too_long", bot=name, most=LONGEST_SPEC))
    return spec


def normalize(text: str) -> str:
    """The one spelling of what is asked for; raises UnknownName or BadSetup."""
    return str(parse(text))


def thinking_seconds(text: str) -> float | None:
    """How long a bot thinks about a choice as it is asked for; None if that cannot be set."""
    _, _, values = _read(text)
    seconds = values.get("seconds")
    return None if seconds is None else float(seconds)


def make(text: str, rules: AnyRules, seed: int | None = None) -> Bot:
    """A bot for a seat; raises UnknownName or BadSetup."""
    _, kind, values = _read(text)
    # Each kind of bot has a constructor of its own
    build: Any = kind
    made: Bot = build(rules, random.Random(seed), **values)
    return made


def _read(text: str) -> tuple[str, type[Bot], dict[str, Value]]:
    """The name, the kind of bot, and the value of each of its parameters."""
    name, *settings = (piece.strip() for piece in text.split(":"))
    kind = PLUGINS.load(name)
    known = {parameter.name: parameter for parameter in kind.PARAMETERS}
    given: dict[str, Value] = {}
    for setting in settings:
        parameter, equals, value = (part.strip() for part in setting.partition("="))
        if not known:
            raise BadSetup(Message("qd.error.bot.no_parameters", bot=name, text=setting[:80]))
        if not equals or not parameter:
            raise BadSetup(Message("qd.error.bot.form", bot=name, text=setting[:80]))
        if parameter not in known:
            raise BadSetup(
                Message(
                    "qd.error.bot.parameter",
                    bot=name,
                    parameter=parameter[:80],
                    known=", ".join(known),
                )
            )
        if parameter in given:
            raise BadSetup(Message("qd.error.bot.repeated", bot=name, parameter=parameter))
        given[parameter] = known[parameter].parse(name, value)
    return name, kind, {each.name: given.get(each.name, each.default) for each in kind.PARAMETERS}
