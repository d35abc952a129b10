"""Set-up, the sequence of turns and the events phase.  SO-1, SO-2, SO-3"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.salty_ocean.actions import FIRST_PLAYER, REVEAL
from quarterdeck.games.salty_ocean.names import TILE_COUNT, TURNS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import ranking, totals
from quarterdeck.games.salty_ocean.steps.move import ActionsPhase
from quarterdeck.games.salty_ocean.steps.turn_end import TurnEnd, possible_tiles
from quarterdeck.games.salty_ocean.words import place_name, tile_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import ChanceStep, Phase


class FirstPlayer(ChanceStep[SaltyPosition]):
    """Draw the first player; the others follow clockwise.  SO-1.2 to SO-1.4"""

    def weighted(self, position: SaltyPosition) -> list[tuple[int, int]]:
        return [(FIRST_PLAYER.at(seat), 1) for seat in range(position.seats)]

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        first = FIRST_PLAYER.value(code)
        p.order = [(first + i) % p.seats for i in range(p.seats)]
        for i, seat in enumerate(p.order):
            p.coins[seat] = p.table.starting_coins[i]
        if p.log is not None:
            p.say(Message("so.event.first_player", seat=first))


class RevealTile(ChanceStep[SaltyPosition]):
    """Turn the tile of a grid place face up.  SO-1.11, SO-3.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("place",)

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place

    def weighted(self, position: SaltyPosition) -> list[tuple[int, int]]:
        return possible_tiles(position, REVEAL.base, self.place)

    def take(self, position: SaltyPosition, code: int) -> None:
        p = position
        tile = (code - REVEAL.base) % TILE_COUNT
        p.tiles[self.place] = tile
        if p.log is not None:
            p.say(Message("so.event.reveal", place=place_name(self.place), tile=tile_name(tile)))


class NextTurn(Phase[SaltyPosition]):
    """Five turns of three phases, then the end of the game.  SO-2.1, SO-2.2, SO-12"""

    def run(self, position: SaltyPosition) -> None:
        p = position
        if p.turn == TURNS:
            p.conclude(totals(p), ranking(p))
            if p.log is not None:
                p.say(Message("so.event.end"))
            return
        p.turn += 1
        if p.log is not None:
            p.say(Message("so.event.turn", turn=p.turn))
        p.push(self)
        p.push(TurnEnd())
        p.push(ActionsPhase())
        p.push(EventsPhase())


class EventsPhase(Phase[SaltyPosition]):
    """The tile of this turn takes effect, the next one is turned up.  SO-3.1 to SO-3.10"""

    def run(self, position: SaltyPosition) -> None:
        p = position
        tile = p.tiles[p.turn - 1]
        for good in range(p.table.goods):
            p.move_row(good, -p.table.change[tile][good])
        p.pirates = p.table.pirates[tile]
        if p.log is not None:
            p.say(Message("so.event.weather", tile=tile_name(tile)))
        if p.turn < TURNS:
            p.push(RevealTile(p.turn))
