"""The message catalogues: complete, alike in every language, and nothing in them unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.catalog import Message as Entry

from quarterdeck import games
from quarterdeck.games.rolling_seas import names as rolling
from quarterdeck.games.rolling_seas.boardtext import SIGNS
from quarterdeck.games.rolling_seas.text import SHAPES
from quarterdeck.games.rolling_seas.view import COLOURS
from quarterdeck.games.rolling_seas.words import COUNTED
from quarterdeck.games.saltfjord import boardtext as village
from quarterdeck.games.saltfjord import names as saltfjord
from quarterdeck.games.saltfjord.actions import (
    ACTIVATE,
    BARTER_CUBE,
    DEGRADE,
    PAID_UPGRADE,
    SELL_AND_UPGRADE,
    SMOKE,
    UPGRADE_CUBE,
    WORKER,
)
from quarterdeck.games.saltfjord.names import MEDALS
from quarterdeck.games.saltfjord.view import PLAYER_COLOURS
from quarterdeck.games.salty_ocean import names as salty
from quarterdeck.games.salty_ocean.faces.move import ACTION_CODES
from quarterdeck.games.seul_maitre import names as master
from quarterdeck.games.seul_maitre import sheettext as master_sheet
from quarterdeck.games.seul_maitre.chart import ZONE_OF_CORNER
from quarterdeck.games.seul_maitre.view import PLAYER_COLOURS as MASTER_COLOURS
from quarterdeck.games.seul_maitre.words import PLAIN, WITH_SITE
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons import find_lesson
from tools.catalogues import catalogue_files, message_id, read_catalogue, texts

SOURCES = Path(__file__).resolve().parents[1] / "src"
PREFIXES = ("qd", *(games.load(game).prefix for game in games.GAMES))
ID = re.compile(rf"\b(?:{'|'.join(PREFIXES)})\.[a-z0-9_.]*[a-z0-9_]")

# Calls whose first argument completes an id: function -> what stands before it.
COMPLETED = {"problem": "qd.components.", "UnknownName": "qd.error.unknown."}

# Which names a template's field may stand for, so that `{ship:the}` can be checked for all ships.
SHIPS = [f"so.ship.{ship}" for ship in salty.SHIPS]
PLACES = [f"so.place.{place}" for place in salty.PLACES]
WAYS = [f"rs.way.{way}" for way in rolling.DIRECTIONS]
MASTER_PORTS = [f"sm.port.{port}" for port in master.PORTS]
MASTER_PLACES = ["cell", "zone", "site", "lair"]
MASTER_VESSELS = ["sm.vessel.ship", "sm.vessel.pirate"]
MASTER_SECTIONS = ["row", "map", "whereabouts", "market", "sites", "pirates", "academy"]
MASTER_WAYS = [f"sm.way.{way}" for way in master.DIRECTIONS]
NAMED = {
    "qd": {"round": [games.load(game).round_name.id for game in games.GAMES]},
    "so": {
        "building": [f"so.building.{building}" for building in salty.BUILDINGS],
        "good": [f"so.good.{good}" for good in salty.GOODS],
        "ship": SHIPS,
        "store": ["so.store.depot", *SHIPS],
        "place": PLACES,
        "first": PLACES,
        "second": PLACES,
    },
    "sm": {
        "action": [f"sm.action.{action}" for action in master.ACTIONS[:-1]],
        "branch": [f"sm.branch.{branch}" for branch in master.BRANCHES],
        "improvement": [f"sm.improvement.{each}" for each in master.IMPROVEMENTS],
        "place": [*MASTER_PORTS, *(f"sm.place.{kind}" for kind in MASTER_PLACES)],
        "port": MASTER_PORTS,
        "resource": [f"sm.resource.{resource}" for resource in master.RESOURCES],
        "vessel": MASTER_VESSELS,
        "attacker": MASTER_VESSELS,
        "defender": MASTER_VESSELS,
        "loser": MASTER_VESSELS,
        "met": [*MASTER_VESSELS, "sm.list"],
        "first": MASTER_VESSELS,
        "rest": [*MASTER_VESSELS, "sm.list"],
        "way": MASTER_WAYS,
        "wind": MASTER_WAYS,
    },
    "rs": {
        "ship": [f"rs.ship.{ship}" for ship in rolling.SHIPS],
        "way": WAYS,
        "wind": WAYS,
    },
    "sf": {
        "die": [f"sf.die.{colour}" for colour in saltfjord.COLOURS],
        "line": ["sf.line.column", "sf.line.row"],
        "tile": [f"sf.tile.{shape}" for shape in (*saltfjord.SHAPES, "start")],
    },
}

# Gains and losses in one text: their count carries its sign.
SIGNED = "rs.change."


def names_of(rules: AnyRules) -> set[str]:
    """What the house asks of every game."""
    ids = {rules.title.id, rules.cost_label(1).id, f"{rules.prefix}.summary"}
    for option in rules.options:
        ids |= {rules.option_label(option).id, f"{rules.option_label(option).id}.help"}
        values = (*option.values, *option.seeded)
        ids |= {rules.value_label(option, value).id for value in values}
    for order in rules.orders:
        wording = rules.order_wording(order)
        ids |= {wording.title.id, wording.help.id, wording.base}
        ids |= {f"{wording.base}.end.{end}" for end in order.ends}
        for parameter in order.parameters:
            ids |= {wording.parameter(parameter).id}
            ids |= {wording.value(parameter, value).id for value in parameter.values}
    for thing in rules.things.values():
        ids |= {thing.name.id, thing.text.id}
    ids |= {rules.faces.about_id(face) for face in rules.faces.all()}
    ids |= {rules.round_name.id, f"{rules.round_name.id}.title"}
    return ids | names_of_choices(rules) | names_of_lesson(rules)


def names_of_lesson(rules: AnyRules) -> set[str]:
    """What the coach says in a game's lesson."""
    lesson = find_lesson(rules)
    if lesson is None:
        return set()
    told = {lesson.text_of(remark) for remark in lesson.remarks if not remark.wordless}
    return told | {lesson.mistake_of(remark) for remark in lesson.remarks if remark.mistakes}


def names_of_choices(rules: AnyRules) -> set[str]:
    """What faces and obstacles compute. Not every family is called by its name alone; the kit
    reads every label, so one that is missing would be found there."""
    prefix, families = rules.prefix, rules.space.families
    ids = {f"{prefix}.prompt.wait", *(obstacle.message for obstacle in rules.obstacles.all)}
    ids |= {f"{prefix}.group.{family.group}" for family in families}
    # What statistics call a family whose group says too little
    ids |= {f"{prefix}.use.{family.name}" for family in families} & everything()
    return ids | {f"{prefix}.choice.{family.name}" for family in families} & everything()


def names_of_salty_ocean() -> dict[str, set[str]]:
    """Its computed ids: f-string with empty braces -> what comes of it."""
    rules = games.load("salty_ocean")
    sheet = rules.score_sheet(rules.start())
    parts: dict[str, list[str]] = {
        "so.good.{}": list(salty.GOODS),
        "so.ship.{}": list(salty.SHIPS),
        "so.building.{}": list(salty.BUILDINGS),
        "so.tile.{}": list(salty.TILES),
        "so.place.{}": list(salty.PLACES),
        "so.group.{}": list(salty.TYPES),
        "so.colour.{}": list(salty.COLOURS),
        "so.choice.{}": [family.name for family in rules.space.families],
        "so.event.action.{}": sorted({rules.space.family_of(code).name for code in ACTION_CODES}),
        "so.score.{}": [line.id for line in sheet],
    }
    return {pattern: {pattern.format(part) for part in values} for pattern, values in parts.items()}


def names_of_rolling_seas() -> dict[str, set[str]]:
    rules = games.load("rolling_seas")
    sheet = rules.score_sheet(rules.start())
    parts: dict[str, list[str]] = {
        "rs.card.{}": list(rolling.CARDS),
        "rs.type.{}": [*rolling.TYPES, "calm"],
        "rs.shape.{}": list(SHAPES.values()),
        "rs.map.{}": ["size", "count", "coasts", "sea", "sea.pirates", "ashore", "near", "quarter"],
        "rs.way.{}": list(rolling.DIRECTIONS),
        "rs.ship.{}": list(rolling.SHIPS),
        "rs.power.{}": list(rolling.POWERS),
        "rs.change.{}": list(COUNTED),
        "rs.colour.{}": list(COLOURS),
        "rs.sign.{}": [*SIGNS.values(), "current"],
        "rs.score.{}": [line.id for line in sheet if not line.id.startswith("port_")],
        "rs.title.{}": [str(number) for number in range(1, 9)],
        "rs.title.{}.comment": [str(number) for number in range(1, 9)],
    }
    return {pattern: {pattern.format(part) for part in values} for pattern, values in parts.items()}


def names_of_saltfjord() -> dict[str, set[str]]:
    rules = games.load("saltfjord")
    # Two seats know the tie-break, one alone the special tiles
    sheets = [rules.score_sheet(rules.start(seats, {"carts": "true"})) for seats in (1, 2)]
    cube_moves = (UPGRADE_CUBE, SELL_AND_UPGRADE, PAID_UPGRADE, DEGRADE, BARTER_CUBE, SMOKE)
    tracks = [*saltfjord.TRACKS, "carts"]
    effects = [f"{track}_{level}" for track in tracks for level in range(1, saltfjord.TOP)]
    parts: dict[str, list[str]] = {
        "sf.goods.{}": list(saltfjord.GOODS),
        "sf.room.{}": list(saltfjord.GOODS),
        # Fish are told by their number
        "sf.icon.{}": [icon for icon in saltfjord.ICONS if icon != village.FISH_WORD],
        "sf.sign.{}": [sign for sign in village.SIGNS if sign != village.FISH_WORD],
        "sf.die.{}": list(saltfjord.COLOURS),
        "sf.line.{}": ["column", "row"],
        "sf.shape.{}": list(saltfjord.SHAPES),
        "sf.tile.{}": list(saltfjord.SHAPES),
        "sf.track.{}": tracks,
        "sf.effect.{}": [*effects, "score_tile"],
        "sf.ability.{}": list(saltfjord.ABILITIES),
        "sf.ability.{}.text": list(saltfjord.ABILITIES),
        "sf.score_tile.{}": list(saltfjord.SCORE_TILES),
        "sf.score_tile.{}.text": list(saltfjord.SCORE_TILES),
        "sf.tavern.{}": list(saltfjord.TAVERNS),
        "sf.quay.{}": list(saltfjord.QUAYS),
        "sf.colour.{}": list(PLAYER_COLOURS),
        "sf.option.village_side.{}": list(saltfjord.SIDES),
        "sf.choice.{}": [family.name for family in (ACTIVATE, WORKER, *cube_moves)],
        "sf.event.rolled.{}": list(saltfjord.COLOURS),
        "sf.event.cart_{}": ["moved", "stayed"],
        "sf.text.dice.{}": list(saltfjord.COLOURS),
        "sf.score.{}": [*{line.id for sheet in sheets for line in sheet}, "tie_tavern"],
        "sf.score.special.{}": ["passed", "not_yet", "failed"],
        "sf.medal.{}": list(MEDALS),
    }
    return {pattern: {pattern.format(part) for part in values} for pattern, values in parts.items()}


def names_of_seul_maitre() -> dict[str, set[str]]:
    rules = games.load("seul_maitre")
    sheet = rules.score_sheet(rules.start())
    harbours = ["enter_port", "leave_port", "enter_lair", "leave_lair"]
    voyage = ["move", "cape", *harbours]
    levels = range(1, master.TOP_LEVEL + 1)
    parts: dict[str, list[str]] = {
        "sm.tile.{}": [*master.TILES[:5], *PLAIN, *WITH_SITE, "gale", "lair"],
        "sm.way.{}": list(master.DIRECTIONS),
        "sm.port.{}": list(master.PORTS),
        "sm.place.{}": MASTER_PLACES,
        "sm.side.{}": _sides(),
        "sm.land.{}": ["none", *_subsets(master.EDGES)],
        "sm.resource.{}": list(master.RESOURCES),
        "sm.face.{}": list(master.FACES),
        "sm.station.{}": list(master.STATIONS),
        "sm.improvement.{}": list(master.IMPROVEMENTS),
        "sm.branch.{}": list(master.BRANCHES),
        "sm.branch.{}.{}": [f"{branch}.{level}" for branch in master.BRANCHES for level in levels],
        "sm.leader.{}": list(master.BRANCHES),
        "sm.action.{}": list(master.ACTIONS),
        "sm.rarity.{}": list(master.RARITIES),
        "sm.family.{}": list(master.FAMILIES),
        "sm.upgrade.{}": list(master.UPGRADES),
        "sm.ship.{}": list(master.SHIPS),
        "sm.nation.{}": list(master.NATIONS),
        "sm.colour.{}": list(MASTER_COLOURS),
        "sm.choice.{}": [*voyage, "mend_sails", "mend_leaks", "mend_cannons"],
        "sm.choice.{}.{}": [f"{step}.{danger}" for step in voyage for danger in ("forced", "may")],
        "sm.choice.{}.off": harbours,
        "sm.gesture.sail{}": ["", ".forced", ".may"],
        "sm.prompt.{}": ["retreat", "flee", "zone.toss"],
        "sm.prompt.{}.own": ["retreat", "flee", "zone.toss"],
        "sm.log.shot.{}": ["attack", "defence"],
        "sm.score.{}": [line.id for line in sheet],
        "sm.text.{}": MASTER_SECTIONS,
        "sm.text.sailors.{}": list(master_sheet.STATIONS),
        "sm.text.side.{}": ["attack", "defence"],
    }
    return {
        pattern: {_filled(pattern, part) for part in values} for pattern, values in parts.items()
    }


def _filled(pattern: str, part: str) -> str:
    return pattern.replace("{}.{}", part).replace("{}", part)


def _subsets(names: Sequence[str]) -> list[str]:
    """All that can be made of some names in their order, but nothing at all."""
    chosen = [combinations(names, count) for count in range(1, len(names) + 1)]
    return ["".join(each) for group in chosen for each in group]


def _sides() -> list[str]:
    """The corners of every zone of every tile with several zones."""
    found = set()
    for zones in ZONE_OF_CORNER[1:]:
        for zone in set(zones):
            corners = zip(master.CORNERS, zones, strict=True)
            found.add("".join(corner for corner, each in corners if each == zone))
    return sorted(found)


def names_computed() -> dict[str, set[str]]:
    return (
        names_of_salty_ocean()
        | names_of_rolling_seas()
        | names_of_saltfjord()
        | names_of_seul_maitre()
    )


# Reading


@cache
def catalogue(language: str) -> dict[str, Entry]:
    """All entries of a language, from all folders."""
    files = [file for file in catalogue_files(SOURCES) if file.stem == language]
    return {
        message_id(entry): entry for file in files for entry in read_catalogue(file) if entry.id
    }


@cache
def everything() -> set[str]:
    return {id for language in LANGUAGES for id in catalogue(language)}


def fields(entry: Entry) -> Iterator[tuple[str, str]]:
    """Name and format of every field of a template."""
    for text in texts(entry):
        for _, name, form, _ in Formatter().parse(text):
            if name is not None:
                yield name, form or ""


def forms() -> Iterator[tuple[str, str, str]]:
    """Every grammatical form a template asks for: id of the template, field, form."""
    for language in LANGUAGES:
        for id, entry in catalogue(language).items():
            for name, form in fields(entry):
                if re.fullmatch(r"[a-z_]{2,}", form) and form not in ("player", "de_player"):
                    yield id, name, form


class Uses(ast.NodeVisitor):
    """The message ids of a module: those written out, those completed, those computed."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.patterns: set[str] = set()
        self.arguments: list[tuple[str, set[str]]] = []

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and ID.fullmatch(node.value):
            self.ids.add(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
        pattern = "".join(map(str, parts))
        if pattern.startswith(tuple(f"{prefix}." for prefix in PREFIXES)):
            self.patterns.add(pattern)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part)

    def visit_Call(self, node: ast.Call) -> None:
        function = getattr(node.func, "attr", getattr(node.func, "id", ""))
        first = node.args[0] if node.args else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            if function in COMPLETED:
                self.ids.add(COMPLETED[function] + first.value)
            given = {keyword.arg for keyword in node.keywords}
            if function in ("Message", "say") and None not in given:
                self.arguments.append((first.value, {name for name in given if name}))
        self.generic_visit(node)


@cache
def uses() -> Uses:
    found = Uses()
    for file in sorted(SOURCES.glob("quarterdeck/**/*.py")):
        found.visit(ast.parse(file.read_text(encoding="utf-8")))
    for file in sorted(SOURCES.glob("quarterdeck/**/*.jinja")):
        text = file.read_text(encoding="utf-8")
        # "qd.page.tab." ~ tab: an id completed by the template
        begun = re.compile(rf"[\"']((?:{'|'.join(PREFIXES)})\.[a-z0-9_.]*\.)[\"'] ~")
        found.patterns |= {f"{start}{{}}" for start in begun.findall(text)}
        found.ids |= set(ID.findall(begun.sub("", text)))
    return found


def expected() -> set[str]:
    ids = set(uses().ids)
    for game in games.GAMES:
        ids |= names_of(games.load(game))
    return ids.union(*names_computed().values())


# Both languages


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_id(language: str) -> None:
    assert everything() - set(catalogue(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    empty = [
        id
        for id, entry in catalogue(language).items()
        if not texts(entry) or not all(text.strip() for text in texts(entry))
    ]
    assert empty == []


def test_an_id_lives_in_one_folder_only() -> None:
    for language in LANGUAGES:
        files = [file for file in catalogue_files(SOURCES) if file.stem == language]
        ids = [message_id(entry) for file in files for entry in read_catalogue(file) if entry.id]
        assert len(ids) == len(set(ids))


def test_languages_agree_on_fields_and_plurals() -> None:
    first, *others = LANGUAGES
    for id in sorted(everything()):
        mine = catalogue(first)[id]
        for other in others:
            theirs = catalogue(other)[id]
            assert isinstance(mine.id, str) == isinstance(theirs.id, str), id
            assert {n for n, _ in fields(mine)} == {n for n, _ in fields(theirs)}, id


def test_what_has_a_count_has_a_plural() -> None:
    for language in LANGUAGES:
        for id, entry in catalogue(language).items():
            if any(name == "count" for name, _ in fields(entry)):
                assert not isinstance(entry.id, str), f"{language}: {id}"


# Catalogues and source


def test_every_id_of_the_source_has_a_text() -> None:
    assert sorted(expected() - everything()) == []


def test_every_computed_id_has_a_text() -> None:
    for pattern in sorted(uses().patterns):
        possible = re.compile(re.escape(pattern).replace(r"\{\}", r"[a-z0-9_.]+"))
        assert any(possible.fullmatch(id) for id in everything()), pattern


def test_every_text_is_used() -> None:
    """Ids computed in ways not listed above count as used if an f-string could give them."""
    known = names_computed()
    others = [
        re.compile(re.escape(pattern).replace(r"\{\}", "[a-z0-9_]+"))
        for pattern in uses().patterns
        if pattern not in known
    ]
    used = expected()
    asked = {f"{name}.{form}" for id, field, form in forms() for name in named(id, field)}
    asked |= {f"{name}.the" for family in NAMED.values() for ids in family.values() for name in ids}
    dead = [
        id
        for id in sorted(everything() - used - asked)
        if not any(pattern.fullmatch(id) for pattern in others)
    ]
    assert dead == []


def test_templates_get_the_arguments_they_use() -> None:
    for id, given in uses().arguments:
        if id in everything():
            wanted = {name for name, _ in fields(catalogue(LANGUAGES[0])[id])}
            assert wanted <= given, id


# Forms


def named(id: str, field: str) -> list[str]:
    return NAMED.get(id.partition(".")[0], {}).get(field, [])


def test_every_form_asked_for_exists() -> None:
    for id, field, form in forms():
        assert named(id, field), f"{id}: say in NAMED what {{{field}}} may be"
        for name in named(id, field):
            for language in LANGUAGES:
                assert f"{name}.{form}" in catalogue(language), f"{id}: {name}.{form}"


# Real texts


def said_in_a_game(rules: AnyRules, seats: int, seed: int) -> Iterator[Message]:
    """Everything people read in a random game."""
    random = Random(seed)
    position = rules.start(seats)
    position.log = []
    while not position.finished:
        if position.chance:
            codes, weights = zip(*position.outcomes(), strict=True)
            position.deal(random.choices(codes, weights)[0])
            continue
        seat = position.actors()[0]
        legal = position.legal(seat)
        yield rules.prompt(position, seat)
        for code in legal:
            choice = rules.describe(position, seat, code)
            yield rules.offer(choice)
            yield choice.group
        for closed in rules.closed(position, seat):
            yield closed.choice.label
            yield closed.reason.message
        position.play(seat, random.choice(legal))
    yield from (event.message for event in position.log)
    for line in rules.score_sheet(position):
        yield line.label
        yield from (detail for detail in line.details if detail is not None)


def counts(message: Message) -> Iterator[int]:
    for name, value in message.arguments.items():
        if isinstance(value, Message):
            yield from counts(value)
        elif name == "count" and not message.id.startswith(SIGNED):
            yield int(value)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", games.GAMES)
def test_everything_said_in_a_game_can_be_read(game: str, seed: int) -> None:
    rules = games.load(game)
    translators = [Translator(language) for language in LANGUAGES]
    for seats in rules.seats:
        for message in said_in_a_game(rules, seats, seed):
            assert all(count >= 0 for count in counts(message)), message
            for translator in translators:
                text = translator.text(message)
                assert text.strip(), message
                assert not ID.search(text), text
