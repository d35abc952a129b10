"""Texts name the numbers of the component file, in both languages, one or several."""

from __future__ import annotations

import copy
from functools import cache

import pytest

from quarterdeck import pictures
from quarterdeck.games.saltfjord.printed import (
    ability_text,
    effect_text,
    printed_numbers,
    tile_text,
)
from quarterdeck.kernel.catalogue import Translator
from tests.saltfjord.scenario import RULES, A, final, fjord, player
from tests.saltfjord.test_component_fuzz import FAULTS, Mutated

SAY = {language: Translator(language, ("Anne", "Bruno")) for language in ("en", "fr")}


@cache
def other() -> Mutated:
    """A box with other numbers than the printed ones."""
    data = copy.deepcopy(FAULTS.data)
    data["storage"] |= {"upgrade_fish": 3, "fish_icon": 1}
    data["ability"] |= {"foreman_fish": 1, "dory_fish": 4, "pilot_fish": 2, "broker_fish": 1}
    data["ability"] |= {"surveyor_basic": 1, "surveyor_advanced": 5, "smokehouse_off": 2}
    data["score_tile"] |= {"large": 1, "tech": 4, "now_fishing_points": 6, "now_fishing": 1}
    data["track"] |= {"craft_1": [0, 2, 0, 0, 0, 0, 0, 1], "logistics_1": [2, 0, 0, 0, 0, 0, 0, 0]}
    data["building"]["wood_off"] = 2
    return Mutated(data)


def box(name: str) -> Mutated:
    return other() if name == "other" else Mutated(copy.deepcopy(FAULTS.data))


@pytest.mark.parametrize(
    ("name", "language", "ability", "said"),
    [
        ("printed", "en", "smokehouse", "costs 1 fish instead of 2 fish"),
        ("other", "en", "smokehouse", "costs 1 fish instead of 3 fish"),
        ("other", "fr", "smokehouse", "coûte 1 poisson au lieu de 3 poissons"),
        ("printed", "fr", "foreman", "répéter l’action de ce bâtiment pour 2 poissons"),
        ("other", "fr", "foreman", "répéter l’action de ce bâtiment pour 1 poisson"),
        ("other", "en", "dory", "go fishing once more for 4 fish"),
        ("other", "en", "pilot", "costs 2 fish in all"),
        ("other", "fr", "broker", "1 poisson pour chaque commande"),
        ("printed", "fr", "shipwright", "2 poissons pour chaque tuile"),
        (
            "other",
            "fr",
            "surveyor",
            "se payer 1 poisson au lieu d’une ressource de base, 5 poissons",
        ),
        ("printed", "en", "barter", "free"),
    ],
)
def test_abilities(name: str, language: str, ability: str, said: str) -> None:
    assert said in SAY[language].text(ability_text(printed_numbers(box(name).box), ability))


@pytest.mark.parametrize(
    ("name", "language", "tile", "said"),
    [
        ("printed", "en", "score_large", "3 points per large"),
        ("other", "en", "score_large", "1 point per large"),
        ("other", "fr", "score_large", "1 point par grand"),
        ("printed", "fr", "score_tech", "1 point par niveau"),
        ("other", "fr", "score_tech", "4 points par niveau"),
        ("printed", "en", "score_now_fishing", "5 points at once, and 2 fishing trips"),
        ("other", "en", "score_now_fishing", "6 points at once, and 1 fishing trip"),
    ],
)
def test_score_tiles(name: str, language: str, tile: str, said: str) -> None:
    assert said in SAY[language].text(tile_text(printed_numbers(box(name).box), tile))


@pytest.mark.parametrize(
    ("name", "language", "effect", "said"),
    [
        ("printed", "en", "craft_1", "gain 1 gold"),
        ("other", "en", "craft_1", "gain 2 planks, 1 fish"),
        ("other", "fr", "craft_1", "gagner 2 planches, 1 poisson"),
        ("printed", "en", "logistics_1", "gain 1 paper, 1 wood, 1 fish"),
        ("other", "en", "logistics_1", "gain 2 gold"),
        ("other", "fr", "carpentry_3", "bâtiments à 2 bois de moins"),
        ("other", "en", "craft_2", "take a worker"),
    ],
)
def test_spaces_of_tracks(name: str, language: str, effect: str, said: str) -> None:
    assert SAY[language].text(effect_text(printed_numbers(box(name).box), effect)) == said


@pytest.mark.parametrize(
    ("language", "points", "said"),
    [("en", 1, "1 point,"), ("en", 2, "2 points,"), ("fr", 1, "1 point,"), ("fr", 2, "2 points,")],
)
def test_a_point_is_no_points(language: str, points: int, said: str) -> None:
    p = fjord(1)
    player(p, A, points=points, goods="0 fish")
    final(p, "1", checked=False)
    view = RULES.view(p, A)
    assert view.players[0].score == points
    assert RULES.text(view, SAY[language])[0].lines[0].startswith(said)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_text_and_picture_tell_the_numbers_of_the_box(language: str) -> None:
    rules = other()
    p = rules.start(2, {"first_player": "1"})
    while p.chance:
        p.deal(p.outcomes()[-1][0])
    view = rules.view(p, 0)
    say = SAY[language]
    told = "\n".join(line for section in rules.text(view, say) for line in section.lines)
    drawn = pictures.board(rules, view, say)
    shown = [offered.ability for offered in view.sets] + list(view.abilities)
    for ability in shown:
        assert say.text(ability_text(view.printed, ability)) in told
    assert say.text(effect_text(view.printed, "craft_1")) in told
    assert say.text(effect_text(view.printed, "craft_1")) in drawn
    # The first row of side A begins with the icon of fish, and so does the key of its chart
    (village,) = [s for s in rules.text(view, say) if s.kind == "player-0-village"]
    fish = say("sf.goods.fish", count=1)
    assert f"f {fish}" in village.lines[7]
    assert fish in village.lines[8]
