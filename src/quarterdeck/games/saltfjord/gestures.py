"""Choices a player makes with one gesture: a die and its line, a tile put down."""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import DIE, LINE, PLACE, SPACE, TAVERN_DIE
from quarterdeck.games.saltfjord.faces.building import placement_words
from quarterdeck.games.saltfjord.faces.turn import describe_die, line_yields
from quarterdeck.games.saltfjord.names import COLOURS, FACES, FISH, WHITE
from quarterdeck.games.saltfjord.obstacles import change_price, line_obstacle, line_of
from quarterdeck.games.saltfjord.position import SaltfjordPosition, on_tavern
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, reachable
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction
from quarterdeck.games.saltfjord.words import cell_spot, die_name, good_name, line_name
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
            if line_obstacle(p, seat, step.colour, step.face, value) is None
        ]
    if isinstance(step, PlaceTile | PlaceStartBuilding):
        return _placements(p, seat, step)
    return []


# A die and its line


def _dice_and_lines(p: SaltfjordPosition, seat: int) -> list[Gesture]:
    """Every die by itself, and every line with every die that may activate it, cheapest first."""
    dice: list[tuple[int, int, int]] = []
    for code in p.legal(seat):
        if DIE.has(code):
            colour, face = DIE.values(code)
            dice.append((colour, face, code))
        elif TAVERN_DIE.has(code):
            tavern, colour = TAVERN_DIE.values(code)
            dice.append((colour, p.solo_dice[on_tavern(tavern, colour)], code))
    found = [_die(p, seat, colour, number, code) for colour, number, code in dice]
    for colour in (WHITE, WHITE + 1):
        for value in range(1, FACES + 1):
            ways = sorted(
                (change_price(p, seat, number, value), code, number)
                for own, number, code in dice
                if own == colour and line_obstacle(p, seat, colour, number, value) is None
            )
            for turn, (_, code, number) in enumerate(ways):
                notation = (SPACE.notation(code),)
                found.append(_line(p, seat, colour, number, value, notation, turn))
    return found


def _die(p: SaltfjordPosition, seat: int, colour: int, number: int, code: int) -> Gesture:
    """A die taken in hand: pointing at it shows the line of its own value."""
    described = describe_die(p, seat, code)
    return Gesture(
        choices=(SPACE.notation(code),),
        label=described.label,
        spot=described.spots[0],
        covers=_way(p, seat, line_of(colour, number)),
        passes=True,
    )


def _line(
    p: SaltfjordPosition,
    seat: int,
    colour: int,
    number: int,
    value: int,
    taking: tuple[str, ...],
    turn: int,
) -> Gesture:
    """A line for a die; `taking`: the choice that takes it first, if it is not in hand yet."""
    line = line_of(colour, value)
    price = change_price(p, seat, number, value)
    label = Message(
        "sf.gesture.line.paid" if price else "sf.gesture.line",
        die=die_name(colour, number),
        line=line_name(line),
        icons=line_yields(p, seat, line),
        cost=good_name(FISH, price),
    )
    return Gesture(
        choices=(*taking, SPACE.notation(LINE.base + value - 1)),
        label=label,
        spot=f"line-{COLOURS[colour]}-{value}",
        covers=_way(p, seat, line),
        passes=True,
        turn=turn,
        badge=f"−{price}" if price else "",
    )


def _way(p: SaltfjordPosition, seat: int, line: int) -> tuple[str, ...]:
    """The cells a die passes along a line."""
    return tuple(cell_spot(cell) for cell in reachable(p, seat, line, NOT_BEGUN))


# Putting down a tile


def _placements(
    p: SaltfjordPosition, seat: int, step: PlaceTile | PlaceStartBuilding
) -> list[Gesture]:
    shape, icons = step.tile(p)
    by_code = {PLACE.base + x.number: x for x in p.table.placements[shape]}
    found = []
    for code in p.legal(seat):
        placement = by_code[code]
        found.append(
            Gesture(
                choices=(SPACE.notation(code),),
                label=placement_words(p, seat, icons, placement.cells, placement.mask),
                # Turning leaves the first part of the tile where one points
                spot=cell_spot(placement.cells[0]),
                covers=tuple(cell_spot(cell) for cell in placement.cells),
                turn=placement.turn,
            )
        )
    return found
