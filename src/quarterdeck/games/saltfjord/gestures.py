"""Choices a player makes with one gesture: a die and its line, a tile put down."""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import DIE, LINE, PLACE, SPACE, TAVERN_DIE
from quarterdeck.games.saltfjord.labels import line_yields, placement_words, placing, spot
from quarterdeck.games.saltfjord.names import COLOURS, FACES, FISH, WHITE
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.obstacles import (
    OPEN,
    change_price,
    line_obstacle,
    line_of,
)
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, reachable
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction
from quarterdeck.games.saltfjord.words import die_name, good_name, line_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Gesture


def gestures(p: SaltfjordPosition, seat: int) -> list[Gesture]:
    """What the present step and the ones it leads to offer as one gesture."""
    step = p.step_of(seat)
    if isinstance(step, MainAction):
        return _dice_and_lines(p, seat)
    if isinstance(step, DieUse):
        return [
            _line(p, seat, step.colour, step.face, value, (), 0)
            for value in range(1, FACES + 1)
            if line_obstacle(p, seat, step.colour, step.face, value) == OPEN
        ]
    if isinstance(step, PlaceTile | PlaceStartBuilding):
        return _placements(p, seat, step)
    return []


# A die and its line


def _dice_and_lines(p: SaltfjordPosition, seat: int) -> list[Gesture]:
    """Every line with every die that may activate it, the cheapest first."""
    dice: list[tuple[int, int, int]] = []
    for code in p.legal(seat):
        if DIE.has(code):
            colour, face = DIE.values(code)
            dice.append((colour, face, code))
        elif TAVERN_DIE.has(code):
            tavern, colour = TAVERN_DIE.values(code)
            dice.append((colour, p.solo_dice[tavern * 2 + colour], code))
    found: list[Gesture] = []
    for colour in (WHITE, WHITE + 1):
        for value in range(1, FACES + 1):
            ways = sorted(
                (change_price(p, seat, face, value), code, face)
                for own, face, code in dice
                if own == colour and line_obstacle(p, seat, colour, face, value) == OPEN
            )
            for turn, (_, code, face) in enumerate(ways):
                notation = (SPACE.notation(code),)
                found.append(_line(p, seat, colour, face, value, notation, turn))
    return found


def _line(
    p: SaltfjordPosition,
    seat: int,
    colour: int,
    face: int,
    value: int,
    taking: tuple[str, ...],
    turn: int,
) -> Gesture:
    """A line for a die; `taking`: the choice that takes it first, if it is not in hand yet."""
    line = line_of(colour, value)
    price = change_price(p, seat, face, value)
    label = Message(
        "sf.gesture.line.paid" if price else "sf.gesture.line",
        die=die_name(colour, face),
        line=line_name(line),
        icons=line_yields(p, seat, line),
        cost=good_name(FISH, price),
    )
    return Gesture(
        choices=(*taking, SPACE.notation(LINE.base + value - 1)),
        label=label,
        spot=f"line-{COLOURS[colour]}-{value}",
        covers=tuple(spot(cell) for cell in reachable(p, seat, line, NOT_BEGUN)),
        passes=True,
        turn=turn,
        badge=f"−{price}" if price else "",
    )


# Putting down a tile


def _placements(
    p: SaltfjordPosition, seat: int, step: PlaceTile | PlaceStartBuilding
) -> list[Gesture]:
    shape, icons = placing(p, step)
    by_code = {PLACE.base + x.anchor * 4 + x.turn: x for x in p.table.placements[shape]}
    found = []
    for code in p.legal(seat):
        placement = by_code[code]
        found.append(
            Gesture(
                choices=(SPACE.notation(code),),
                label=placement_words(p, seat, icons, placement.cells, placement.mask),
                spot=spot(placement.anchor),
                covers=tuple(spot(cell) for cell in placement.cells),
                turn=placement.turn,
            )
        )
    return found
