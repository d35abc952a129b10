"""What buildings ask at the end of a turn."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import KEEP, LOOK, NO_LOOK, REPAIR, SWAP
from quarterdeck.games.salty_ocean.names import BUILDINGS, FIERTE, PHARE, PLACES, SHIPS, TURNS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.turn_end import Look, Repair, Swap
from quarterdeck.games.salty_ocean.words import place_name, ship_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message

SHRINE = f"building-{BUILDINGS[FIERTE]}"


class RepairFace(Face[SaltyPosition, Repair]):
    step = Repair

    def prompt(self, p: SaltyPosition, step: Repair) -> Message:
        return Message("so.prompt.repair")

    @describes(REPAIR)
    def repair(self, p: SaltyPosition, step: Repair, code: int) -> Description:
        ship = REPAIR.value(code)
        said = Message("so.choice.repair", ship=ship_name(ship))
        return Description(
            said,
            (f"ship-{step.seat}-{SHIPS[ship]}",),
            effect=Message("so.effect.repair", count=p.table.capacity[ship]),
            things=("damage", f"building-{BUILDINGS[PHARE]}"),
        )


class LookFace(Face[SaltyPosition, Look]):
    step = Look

    def prompt(self, p: SaltyPosition, step: Look) -> Message:
        return Message("so.prompt.look" if step.first < 0 else "so.prompt.look.second")

    @describes(LOOK)
    def look(self, p: SaltyPosition, step: Look, code: int) -> Description:
        place = LOOK.value(code)
        said = Message("so.choice.look", place=place_name(place))
        return Description(
            said,
            (f"tile-{PLACES[place]}",),
            effect=Message("so.effect.look"),
            things=("tile-hidden" if place < TURNS else "tile-stock", SHRINE),
        )

    @describes(NO_LOOK)
    def no_look(self, p: SaltyPosition, step: Look, code: int) -> Description:
        effect = Message("so.effect.no_look")
        return Description(Message("so.choice.no_look"), effect=effect, things=(SHRINE,))


class SwapFace(Face[SaltyPosition, Swap]):
    step = Swap

    def prompt(self, p: SaltyPosition, step: Swap) -> Message:
        return Message("so.prompt.swap")

    @describes(KEEP, SWAP)
    def swap(self, p: SaltyPosition, step: Swap, code: int) -> Description:
        name = "swap" if SWAP.has(code) else "keep"
        first, second = place_name(step.first), place_name(step.second)
        said = Message(f"so.choice.{name}", first=first, second=second)
        return Description(
            said,
            (f"tile-{PLACES[step.first]}", f"tile-{PLACES[step.second]}"),
            effect=Message(f"so.effect.{name}"),
            things=(SHRINE,),
        )
