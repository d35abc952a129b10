"""Home port and start cell.  RS-3.10 to RS-3.12"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.rolling_seas.actions import HOME, START
from quarterdeck.games.rolling_seas.chart import BIT, cells_of
from quarterdeck.games.rolling_seas.obstacles import NO_PORT, NO_START, start_cells
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.words import cell_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import Step


class HomePort(Step[RollingPosition]):
    """The home port; several players may choose the same.  RS-3.10"""

    def options(self, position: RollingPosition) -> list[int]:
        board = position.captains[self.seat]
        ports = position.table.port_cells
        return [HOME.at(port) for port in ports if start_cells(board, port)]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        port = HOME.value(code)
        p.captains[self.seat].home = port
        p.push(StartCell(self.seat, port))
        if p.log is not None:
            p.say(Message("rs.event.home", seat=self.seat, port=cell_name(port)))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        if HOME.has(code):
            port = bool(position.table.ports & BIT[HOME.value(code)])
            return NO_START.reason() if port else NO_PORT.reason()
        return super().why_not(position, code)


class StartCell(Step[RollingPosition]):
    """Where the ship starts: the first cell of its trail.  RS-3.11, RS-3.12"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "port")

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat)
        self.port = port

    def options(self, position: RollingPosition) -> list[int]:
        board = position.captains[self.seat]
        return [START.at(cell) for cell in cells_of(start_cells(board, self.port))]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        board = p.captains[self.seat]
        board.cell = START.value(code)
        board.trail = BIT[board.cell]
        if p.log is not None:
            p.say(Message("rs.event.start", seat=self.seat, cell=cell_name(board.cell)))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        return NO_START.reason() if START.has(code) else super().why_not(position, code)
