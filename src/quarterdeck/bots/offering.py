"""How bots are offered to people: the five levels first, in order, then all others, in words."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.bots.levels import LEVELS, tell_stand_in
from quarterdeck.bots.specs import PLUGINS
from quarterdeck.bots.strength import measured
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules

# Whom a newcomer plays against.
FIRST_OPPONENT = LEVELS[0]
# Whom everybody else plays against unless they ask for another: above the gentlest, but nobody has
# to be good at a game to have a chance.
USUAL_OPPONENT = LEVELS[1]


@dataclass(frozen=True)
class Offer:
    """A bot as people are offered it: how one asks for it, its name, and what it is like."""

    bot: str
    label: str
    about: str


@dataclass(frozen=True)
class Offers:
    """Everything that can be asked for."""

    levels: tuple[Offer, ...]
    others: tuple[Offer, ...]


def offer_bots(say: Translator) -> Offers:
    """The bots a seat may be given to. Those from outside bring their names with them when loaded;
    one that is broken is left out."""
    PLUGINS.load_all()
    names = PLUGINS.names()
    others = [name for name in names if name not in LEVELS]
    return Offers(
        tuple(_offer(name, say) for name in LEVELS),
        tuple(_offer(name, say) for name in others),
    )


def _offer(name: str, say: Translator) -> Offer:
    return Offer(name, bot_label(say, name), describe_bot(say, name))


def describe_bot(say: Translator, bot: str) -> str:
    """What a bot is like, in one line; empty if nobody has said."""
    id = f"qd.bot.about.{bot.partition(':')[0]}"
    return say(id) if say.knows(id) else ""


def tell_strengths(say: Translator, rules: AnyRules, bot: str) -> tuple[tuple[int, str], ...]:
    """What was measured of a bot in a game, for each number of players; nothing else is told."""
    found = []
    for seats in rules.seats:
        known = measured(rules, seats, bot)
        if known is not None and known.among_greedy is not None:
            won = known.among_greedy
            percent, others = round(100 * won.share), seats - 1
            text = say(
                "qd.bot.strength", percent=percent, games=won.games, seats=seats, others=others
            )
            found.append((seats, text))
    return tuple(found)


def note_on_bot(say: Translator, rules: AnyRules, bot: str) -> str:
    """What players should know of a bot at their table: that another plays for it, and why."""
    name = bot.partition(":")[0]
    told = tell_stand_in(rules, name) if name in LEVELS else None
    return "" if told is None else say.text(told)


def tell_bot(say: Translator, rules: AnyRules, bot: str) -> list[str]:
    """What is known of a bot in a game, line by line."""
    note = note_on_bot(say, rules, bot)
    lines = [text for _, text in tell_strengths(say, rules, bot.partition(":")[0])]
    return [*lines, note] if note else lines


def bot_label(say: Translator, bot: str) -> str:
    """What a bot is called, with what is set about it."""
    name, _, settings = bot.partition(":")
    id = f"qd.page.bot.{name}"
    if not say.knows(id):
        return bot
    return f"{say(id)} ({settings.replace(':', ', ')})" if settings else say(id)
