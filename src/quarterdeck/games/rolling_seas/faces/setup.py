"""Home port and start cell."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.rolling_seas.actions import HOME, START
from quarterdeck.games.rolling_seas.names import SHIPS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.setup import HomePort, StartCell
from quarterdeck.games.rolling_seas.words import cell_name, spot
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class HomePortFace(Face[RollingPosition, HomePort]):
    step = HomePort

    def prompt(self, p: RollingPosition, step: HomePort) -> Message:
        return Message("rs.prompt.home")

    def expected(self, p: RollingPosition, step: HomePort) -> Sequence[int]:
        return [HOME.at(port) for port in p.table.port_cells]

    @describes(HOME)
    def home(self, p: RollingPosition, step: HomePort, code: int) -> Description:
        port = HOME.value(code)
        said = Message("rs.choice.home", cell=cell_name(port))
        return Description(said, (spot(port),), things=("home", "port"))


class StartCellFace(Face[RollingPosition, StartCell]):
    step = StartCell

    def prompt(self, p: RollingPosition, step: StartCell) -> Message:
        return Message("rs.prompt.start")

    @describes(START)
    def start(self, p: RollingPosition, step: StartCell, code: int) -> Description:
        cell = START.value(code)
        said = Message("rs.choice.start", cell=cell_name(cell))
        effect = Message("rs.effect.start")
        return Description(said, (spot(cell),), effect=effect, things=(SHIPS[0],))
