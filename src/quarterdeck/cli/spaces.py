"""`quarterdeck spaces`: what an agent observes of a game, and what it may choose."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.markup import escape

from quarterdeck import games
from quarterdeck.cli.common import GameArgument, LanguageOption, SeatsOption, out, translator
from quarterdeck.envs.describing import (
    TABLE,
    Field,
    describe_spaces,
    factored_sizes,
    features_of,
    find_fields,
)
from quarterdeck.kernel.actions import ActionSpace, Family, Parameter
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.features import OWN, FeatureSet

# Of a parameter's values, so many are named; then the last.
NAMED = 12
# Numbers are described for research, in one language.
DESCRIBED_IN = "en"


def spaces_command(
    game: GameArgument,
    seats: SeatsOption = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Also what the game's own advice makes of a position.")
    ] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Also every place of the table for itself.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, every number.")] = False,
    lang: LanguageOption = None,
) -> None:
    """Tell what an agent observes of a game, number by number, and what it may choose."""
    say = translator(lang)
    rules = games.load(game)
    count, _ = rules.checked_setup(seats, None)
    if as_json:
        told = json.dumps(
            describe_spaces(rules, count, advice, details), ensure_ascii=False, indent=1
        )
        out.print(told, markup=False, soft_wrap=True)
        return
    out.print(f"[bold]{escape(say.text(rules.title))}[/bold]")
    features = features_of(rules, advice)
    more = len(rules.details) if rules.details is not None else 0
    size = len(features) + (more if details else 0)
    _head(say("qd.cli.spaces.observation", size=size, version=features.version))
    if say.language != DESCRIBED_IN:
        _remark(say("qd.cli.spaces.descriptions"))
    if len(features) < len(features_of(rules)):
        _remark(say("qd.cli.spaces.facts", more=len(features_of(rules)) - len(features)))
    if more:
        told = "qd.cli.spaces.with_details" if details else "qd.cli.spaces.without_details"
        _remark(say(told, more=more, first=len(features)))
    _tell_numbers(features, 0, count, say)
    if rules.details is not None and details:
        _head(say("qd.cli.spaces.details", size=more, version=rules.details.version))
        _tell_numbers(rules.details, len(features), count, say)
    _tell_actions(rules.space, say)


def _tell_numbers(features: FeatureSet, offset: int, seats: int, say: Translator) -> None:
    """`offset`: where in the observation they begin."""
    fields = find_fields(features, offset)
    _head(say("qd.cli.spaces.table", size=features.table_size))
    for field in fields:
        if field.block == TABLE:
            _tell_field(field)
    _head(say("qd.cli.spaces.own", size=features.seat_size))
    for field in fields:
        if field.block == OWN:
            _tell_field(field)
    first = offset + features.table_size
    for rival in range(1, features.seats):
        start = first + rival * features.seat_size
        last = start + features.seat_size - 1
        there = "qd.cli.spaces.rival" if rival < seats else "qd.cli.spaces.empty"
        _head(say(there, block=f"rival_{rival}", first=start, last=last, seats=seats))


def _tell_field(field: Field) -> None:
    """One line, or one for each number if they say different things."""
    about = field.about
    if about is None:
        _line(_places(field.places), f"{field.name} ({len(field.places)})", "", "")
        for place, word, each in zip(field.places, field.words, field.features, strict=True):
            _line(str(place), f"  .{word}", _range(each.least, each.most), each.about)
        return
    name = field.name
    if len(field.places) > 1 or field.words != (field.name.rpartition(".")[2],):
        name = f"{name} ({len(field.places)})"
        about = f"{about}: {', '.join(field.words)}"
    _line(_places(field.places), name, _range(field.least, field.most), about)


def _tell_actions(space: ActionSpace, say: Translator) -> None:
    _head(say("qd.cli.spaces.actions", size=space.size, families=len(space.families)))
    for family in space.families:
        codes = _places(range(family.base, family.end))
        _line(codes, family.name, family.rule, _tell_parameters(family))
    sizes = ", ".join(str(size) for size in factored_sizes(space))
    _head(say("qd.cli.spaces.factored", sizes=f"[{sizes}]"))


def _tell_parameters(family: Family) -> str:
    return "; ".join(f"{each.name} ({each.size}): {_values(each)}" for each in family.parameters)


def _values(parameter: Parameter) -> str:
    if all(word.isdigit() for word in parameter.words):
        return f"{parameter.words[0]}–{parameter.words[-1]}"
    if parameter.size <= NAMED:
        return ", ".join(parameter.words)
    return f"{', '.join(parameter.words[: NAMED - 1])}, … {parameter.words[-1]}"


def _places(places: range | tuple[int, ...]) -> str:
    return str(places[0]) if len(places) == 1 else f"{places[0]}–{places[-1]}"


def _range(least: float, most: float) -> str:
    return f"{least:g} … {most:g}"


def _remark(text: str) -> None:
    out.print(text, markup=False, soft_wrap=True)


def _head(text: str) -> None:
    out.print(f"\n[bold]{escape(text)}[/bold]", soft_wrap=True)


def _line(places: str, name: str, between: str, about: str) -> None:
    rest = f"{name:<26} {between:<10} {about}".rstrip()
    named, told = escape(rest[: len(name)]), escape(rest[len(name) :])
    out.print(f"[dim]{places:>9}[/dim]  [cyan]{named}[/cyan]{told}", soft_wrap=True)
