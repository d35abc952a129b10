"""A die goes along its line; carts first.  SF-4, SF-18"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import ACTIVATE, BARTER_CUBE, CART, END_TURN
from quarterdeck.games.saltfjord.names import CARTS, NO_CELL, NOTHING, SIDE, WALK
from quarterdeck.games.saltfjord.obstacles import (
    CART_BARRED,
    NOT_BEGUN_YET,
    NOT_IN_LINE,
    cart_obstacle,
    explain,
    reach_obstacle,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition, in_village, of_cart
from quarterdeck.games.saltfjord.steps.activation import carry_out
from quarterdeck.games.saltfjord.steps.building import gain_walk
from quarterdeck.games.saltfjord.steps.closing import TurnEnd, TurnOver
from quarterdeck.games.saltfjord.steps.free import OpenStep, add_closings, close
from quarterdeck.games.saltfjord.steps.rewards import wait_for
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import cell_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import Phase

NOT_BEGUN = -1


def reachable(p: SaltfjordPosition, seat: int, line: int, position: int) -> list[int]:
    """The buildings of a line that the die may still activate.  SF-4.8 to SF-4.12"""
    cells: list[int] = []
    for number in range(position + 1, SIDE):
        if reach_obstacle(p, seat, line, position, number) is None:
            cells.append(LINES[line][number])
    return cells


def start_sweep(p: SaltfjordPosition, seat: int, line: int, piece: int) -> None:
    """SF-18.3"""
    if p.table.carts:
        next_cart(p, seat, line, piece, 0)
    else:
        p.push(NextBuilding(seat, line, piece, NOT_BEGUN, 0))


class NextBuilding(OpenStep):
    """The next building of the line, or the end of the turn.  SF-4.8 to SF-4.20"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "line", "piece", "position", "carted")

    def __init__(self, seat: int, line: int, piece: int, position: int, carted: int) -> None:
        super().__init__(seat)
        self.line = line
        self.piece = piece
        self.position = position
        self.carted = carted

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        cells = reachable(p, self.seat, self.line, self.position)
        codes = [ACTIVATE.base + cell for cell in sorted(cells)]
        begun = self.position != NOT_BEGUN or self.carted
        if begun:
            self.add_free(p, codes)
        if begun or not cells:
            add_closings(p, self.seat, True, codes)
            codes.append(END_TURN.base)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        seat = self.seat
        if self.take_free(p, code):
            return
        if ACTIVATE.has(code):
            cell = ACTIVATE.value(code)
            behind = NO_CELL
            if self.position != NOT_BEGUN:
                behind = LINES[self.line][self.position]
                p.pieces[in_village(seat, behind)] = NOTHING
            p.pieces[in_village(seat, cell)] = self.piece
            reached = LINES[self.line].index(cell)
            p.push(NextBuilding(seat, self.line, self.piece, reached, self.carted))
            carry_out(p, seat, cell, behind=behind)
        elif code == END_TURN.base:
            p.push(TurnOver(seat))
        else:
            p.push(TurnEnd(seat, 1) if BARTER_CUBE.has(code) else TurnOver(seat))
            close(p, seat, code)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if ACTIVATE.has(code):
            cell = ACTIVATE.value(code)
            if cell not in LINES[self.line]:
                return NOT_IN_LINE.reason()
            number = LINES[self.line].index(cell)
            found = reach_obstacle(position, self.seat, self.line, self.position, number)
            return explain(found)
        if code == END_TURN.base:
            return NOT_BEGUN_YET.reason()
        return super().why_not(position, code)


# Carts


def next_cart(p: SaltfjordPosition, seat: int, line: int, piece: int, handled: int) -> None:
    """Ask for the next cart of the line, or go on with the die.  SF-18.4, SF-18.18"""
    for number in range(CARTS):
        cart = p.cart(seat, number)
        if not handled >> number & 1 and cart >= 0 and cart in LINES[line]:
            p.push(CartStep(seat, line, piece, handled))
            return
    p.push(NextBuilding(seat, line, piece, NOT_BEGUN, 1 if handled else 0))


def cart_target(cart: int, way: int, cells: int) -> int:
    """Where a cart would come to stand; ways: stay, up, down, left, right."""
    row, column = divmod(cart, SIDE)
    row += cells * (way == 2) - cells * (way == 1)
    column += cells * (way == 4) - cells * (way == 3)
    inside = 0 <= row < SIDE and 0 <= column < SIDE
    return row * SIDE + column if inside else NO_CELL


class CartStep(OpenStep):
    """A cart in the line moves aside or stays, and activates where it stands.  SF-18.3 to 18.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "line", "piece", "handled")

    def __init__(self, seat: int, line: int, piece: int, handled: int) -> None:
        super().__init__(seat)
        self.line = line
        self.piece = piece
        self.handled = handled

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        codes: list[int] = []
        for number in range(CARTS):
            cart = p.cart(self.seat, number)
            if self.handled >> number & 1 or cart < 0 or cart not in LINES[self.line]:
                continue
            codes.append(CART(number + 1, 0, 0))
            # In a column carts go left or right, in a row up or down
            for way in (3, 4) if self.line < SIDE else (1, 2):
                for cells in range(1, 3 if p.cart_level(self.seat) >= 3 else 2):
                    target = cart_target(cart, way, cells)
                    if target == NO_CELL or cart_obstacle(p, self.seat, target) is not None:
                        break
                    codes.append(CART(number + 1, way, cells))
        if self.handled:
            self.add_free(p, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        seat = self.seat
        if self.take_free(p, code):
            return
        number, way, cells = CART.values(code)
        place = of_cart(seat, number - 1)
        p.carts[place] = cart_target(p.carts[place], way, cells)
        handled = self.handled | 1 << number - 1
        if p.log is not None:
            kind = "moved" if way else "stayed"
            where = cell_name(p.carts[place])
            p.say(Message(f"sf.event.cart_{kind}", seat=seat, number=number, cell=where))
        p.push(CartsGoOn(seat, self.line, self.piece, handled))
        cell = p.carts[place]
        if p.is_vacant(seat, cell):
            carry_out(p, seat, cell)
            return
        icon = p.icon(seat, cell)
        if icon >= WALK and p.cart_level(seat) >= 2:
            # SF-18.14
            earlier = before(p, seat)
            gain_walk(p, seat, icon)
            tell_changes(p, seat, earlier)
            walk = icon - WALK
            wait_for(p, seat, p.table.walk_upgrades[walk], p.table.walk_fishing[walk])

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if CART.has(code):
            return CART_BARRED.reason()
        return super().why_not(position, code)


class CartsGoOn(Phase[SaltfjordPosition]):
    """After a cart: the next one, or the die.  SF-18.18"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "line", "piece", "handled")

    def __init__(self, owner: int, line: int, piece: int, handled: int) -> None:
        super().__init__()
        self.owner = owner
        self.line = line
        self.piece = piece
        self.handled = handled

    def run(self, position: SaltfjordPosition) -> None:
        next_cart(position, self.owner, self.line, self.piece, self.handled)
