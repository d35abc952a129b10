"""The French rules name every piece as the French catalogues do, and only so."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from quarterdeck import games
from quarterdeck.kernel.catalogue import Translator

FRENCH, ENGLISH = Translator("fr"), Translator("en")
CHAPTERS = ("Valeurs du matériel", "Feuille de score")

# The families of names that stand on pieces, places and score sheets: ids without arguments.
FAMILIES = {
    "salty_ocean": ("good", "ship", "store", "building", "tile", "weather", "type"),
    "rolling_seas": ("card", "type", "shape", "way", "ship", "power", "option.deck", "score"),
    "saltfjord": (
        "room",
        "icon",
        "shape",
        "quay",
        "tavern",
        "track",
        "ability",
        "score_tile",
    ),
    "seul_maitre": (
        "resource",
        "face",
        "branch",
        "action",
        "family",
        "rarity",
        "port",
        "nation",
        "score",
    ),
}
# Headings of the game's own texts and signs that the rules have no need to name.
UNNAMED = {
    "rs.option.deck.help",
    "rs.score.port",
    "sf.icon.empty",
    "sf.icon.walk",
    "sf.icon.build_single",
    "sf.quay.pays",
    "sf.score.detail",
    "sm.action.end_turn",
    "sm.port.centre",
}


def chapters(game: str) -> dict[str, str]:
    text = (games.load(game).folder / "RULES.fr.md").read_text(encoding="utf-8")
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return {
        chapter.partition("\n")[0].strip(): chapter for chapter in re.split(r"(?m)^## ", text)[1:]
    }


def component_chapters(game: str) -> str:
    found = chapters(game)
    return "\n".join(found[title] for title in CHAPTERS if title in found)


def rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


@cache
def names(game: str) -> tuple[str, ...]:
    """The ids of the pieces of a game that have a name in the catalogues."""
    rules = games.load(game)
    text = (rules.folder / "messages" / "fr.po").read_text(encoding="utf-8")
    families = "|".join(re.escape(family) for family in FAMILIES[game])
    wanted = re.compile(
        rf'^msgid "({rules.prefix}\.(?:{families})\.[a-z0-9_]+)"\nmsgstr', re.MULTILINE
    )
    return tuple(id for id in wanted.findall(text) if id not in UNNAMED)


def words(value: object) -> Iterator[str]:
    """All keys and texts of a component file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)


@pytest.mark.parametrize("game", FAMILIES)
def test_the_component_tables_have_french_columns_only(game: str) -> None:
    heads = {cell for row in rows(component_chapters(game)) for cell in row}
    assert heads
    assert not heads & {"id", "ids", "anglais", "nom anglais", "en anglais", "English"}


@pytest.mark.parametrize("game", FAMILIES)
def test_the_component_tables_show_no_code_ids(game: str) -> None:
    file = games.load(game).folder / "components.toml"
    ids = set(words(tomllib.loads(file.read_text(encoding="utf-8"))))
    ids |= {id.rpartition(".")[2] for id in names(game)}
    ids = {id for id in ids if re.fullmatch(r"[a-z]+[0-9]*|[a-z]+(_[a-z0-9]+)+", id)}
    assert len(ids) > 20
    shown = set(re.findall(r"`([^`\n]+)`", component_chapters(game)))
    single = {"p", "s", "g"}  # signs of a map's legend
    assert sorted((shown & ids) - single - {"public"}) == []
    assert not re.search(r"[a-z]_[a-z0-9]", re.sub(r"`[^`\n]*`", "", component_chapters(game)))


@pytest.mark.parametrize("game", FAMILIES)
def test_the_component_tables_show_no_english_names(game: str) -> None:
    french = {FRENCH(id).lower() for id in names(game)}
    english = {ENGLISH(id).lower() for id in names(game)} - french
    assert len(english) > 20
    cells = {cell.lower() for row in rows(component_chapters(game)) for cell in row}
    assert sorted(cells & english) == []


@pytest.mark.parametrize("game", FAMILIES)
def test_the_rules_name_every_piece_as_the_catalogues_do(game: str) -> None:
    text = "\n".join(chapters(game).values()).lower()
    assert names(game)
    missing = [id for id in names(game) if FRENCH(id).lower() not in text]
    assert missing == []
