"""The choice of a starting set, and where its building goes."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.actions import SET
from quarterdeck.games.saltfjord.faces.building import PlacementFace
from quarterdeck.games.saltfjord.names import ABILITIES
from quarterdeck.games.saltfjord.position import SaltfjordPosition, set_ability, set_resources
from quarterdeck.games.saltfjord.steps.setup import ChooseSet, PlaceStartBuilding
from quarterdeck.games.saltfjord.things import icon_things
from quarterdeck.games.saltfjord.words import ability_name, gains, icons_words
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class ChooseSetFace(Face[SaltfjordPosition, ChooseSet]):
    step = ChooseSet

    def prompt(self, p: SaltfjordPosition, step: ChooseSet) -> Message:
        return Message("sf.prompt.set")

    def expected(self, p: SaltfjordPosition, step: ChooseSet) -> Sequence[int]:
        return range(SET.base, SET.end)

    @describes(SET)
    def set(self, p: SaltfjordPosition, step: ChooseSet, code: int) -> Description:
        number = SET.value(code)
        resources = p.sets[set_resources(number - 1)]
        box = p.table.box
        said = Message(
            "sf.choice.set",
            number=number,
            ability=ability_name(p.sets[set_ability(number - 1)]),
            icons=icons_words(box, box.start_buildings[number - 1]),
            goods=gains(box.start_goods[resources], 0, 0, box.start_fishing[resources]),
        )
        things = (
            f"ability-{ABILITIES[p.sets[set_ability(number - 1)]]}",
            *icon_things(box, box.start_buildings[number - 1]),
            "starting-set",
        )
        effect = Message("sf.effect.set")
        return Description(said, (f"set-{number}",), effect=effect, things=things)


class PlaceStartBuildingFace(PlacementFace[PlaceStartBuilding]):
    step = PlaceStartBuilding

    def prompt(self, p: SaltfjordPosition, step: PlaceStartBuilding) -> Message:
        return Message("sf.prompt.start_building")
