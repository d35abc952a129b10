"""The turn: cards, calm sea, dice, and what ends it.  RS-3.4 to RS-3.9, RS-4, RS-5, RS-8, RS-14"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.rolling_seas.actions import DIE, POWER, SETUP_CARD, TURN_CARD, WINDS
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    AMBUSH,
    CALM_COUNT,
    DRAWN_COUNT,
    MONSTERS,
    ROCKS,
    SETUP_CARDS,
    SPRUNG,
)
from quarterdeck.games.rolling_seas.obstacles import POWER_AT_TOP, can_draw
from quarterdeck.games.rolling_seas.position import NO_DICE, RollingPosition
from quarterdeck.games.rolling_seas.scoring import ranking, total
from quarterdeck.games.rolling_seas.steps.action import Action
from quarterdeck.games.rolling_seas.steps.combat import Combat
from quarterdeck.games.rolling_seas.steps.drawing import AmbushCentre, PlaceAnchor, hiding_places
from quarterdeck.games.rolling_seas.steps.setup import HomePort
from quarterdeck.games.rolling_seas.steps.telling import before, tell_changes
from quarterdeck.games.rolling_seas.words import card_name, power_name, way_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import ChanceStep, Phase, Step

DIE_ROLLS: Final[list[tuple[int, int]]] = [(DIE.at(face), 1) for face in range(1, 7)]


class SetupCard(ChanceStep[RollingPosition]):
    """A card that everybody draws before the first turn; never an ambush.  RS-3.4, RS-3.6"""

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        seen = position.adventures_seen
        return [(SETUP_CARD.at(c), 1) for c in range(DRAWN_COUNT) if not seen >> c & 1]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        card = SETUP_CARD.value(code)
        p.setup_cards += 1
        p.adventures_seen |= 1 << card
        p.card = card
        if p.log is not None:
            p.say(Message("rs.event.setup_card", card=card_name(card)))
        if p.setup_cards < SETUP_CARDS:
            p.push(SetupCard())
        p.push(DrawAdventure(card))


class DrawAdventure(Phase[RollingPosition]):
    """A card is drawn once on every board, by its owner or by a neighbour.  RS-6.1, RS-7.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        super().__init__()
        self.card = card

    def run(self, position: RollingPosition) -> None:
        p = position
        kind = p.table.kind[self.card]
        passed = p.seats > 1 and kind >= ROCKS
        firsts: list[Step[RollingPosition] | None] = []
        for seat in range(p.seats):
            board = p.board_of(seat, self.card) if passed else seat
            captain = p.captains[board]
            if kind == AMBUSH:
                possible = hiding_places(captain) != 0
            else:
                possible = can_draw(captain, self.card)
            if not possible:
                # RS-6.8, RS-7.19
                firsts.append(None)
                if p.log is not None:
                    card = card_name(self.card)
                    p.say(Message("rs.event.not_drawn", seat=board, card=card))
            elif kind == AMBUSH:
                firsts.append(AmbushCentre(seat, board))
            else:
                firsts.append(PlaceAnchor(seat, board, self.card))
        p.open_lanes(firsts)


class ChooseHomes(Phase[RollingPosition]):
    """Everybody chooses a home port and a start cell.  RS-3.10"""

    def run(self, position: RollingPosition) -> None:
        position.open_lanes([HomePort(seat) for seat in range(position.seats)])


class NextTurn(Phase[RollingPosition]):
    """As many turns as the deck has cards, then the end of the game.  RS-4.1, RS-4.2, RS-15"""

    def run(self, position: RollingPosition) -> None:
        p = position
        if p.turn == p.table.turns:
            p.conclude([total(p, seat) for seat in range(p.seats)], ranking(p))
            if p.log is not None:
                p.say(Message("rs.event.end"))
            return
        p.turn += 1
        p.winds = NO_DICE
        p.die = 0
        if p.seats == 1:
            p.tier = p.table.tier_of_turn(p.turn)
        if p.log is not None:
            p.say(Message("rs.event.turn", turn=p.turn, turns=p.table.turns))
        p.push(self)
        p.push(TurnEnd())
        p.push(ActionPhase())
        p.push(ExplorationDie())
        p.push(WindDice())
        p.push(TurnCard())


class TurnCard(ChanceStep[RollingPosition]):
    """The next card of the adventure deck, of which nobody knows what is in it.  RS-3.5, RS-5.1"""

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        p = position
        table = p.table
        calm = p.calm_seen.bit_count()
        adventures = p.adventures_seen.bit_count() - SETUP_CARDS
        pool = ADVENTURE_COUNT if table.ambushes else DRAWN_COUNT
        for_adventure = (table.deck_adventure - adventures) * (CALM_COUNT - calm)
        for_calm = (table.deck_calm - calm) * (pool - SETUP_CARDS - adventures)
        cards: list[tuple[int, int]] = []
        if for_adventure:
            for card in range(pool):
                if not p.adventures_seen >> card & 1:
                    cards.append((TURN_CARD.at(card), for_adventure))
        if for_calm:
            for card in range(CALM_COUNT):
                if not p.calm_seen >> card & 1:
                    cards.append((TURN_CARD.at(ADVENTURE_COUNT + card), for_calm))
        return cards

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        card = TURN_CARD.value(code)
        p.card = card
        if p.log is not None:
            p.say(Message("rs.event.card", card=card_name(card)))
        if card < ADVENTURE_COUNT:
            p.adventures_seen |= 1 << card
            p.push(DrawAdventure(card))
        else:
            p.calm_seen |= 1 << card - ADVENTURE_COUNT
            p.push(CalmSea(card - ADVENTURE_COUNT))


class CalmSea(Phase[RollingPosition]):
    """A calm sea card takes effect on every sheet.  RS-5.2, RS-5.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: int) -> None:
        super().__init__()
        self.card = card

    def run(self, position: RollingPosition) -> None:
        p = position
        box = p.table.box
        card = self.card
        for seat in range(p.seats):
            earlier = before(p, seat)
            captain = p.captains[seat]
            captain.gain(0, box.calm_gold[card], box.calm_provisions[card])
            captain.gain_wind(box.calm_wind[card])
            for _ in range(box.calm_monsters[card]):
                captain.raise_monsters()
            for _ in range(box.calm_pirates[card]):
                captain.raise_pirates()
            captain.trim()
            tell_changes(p, seat, earlier)
        if box.calm_either[card]:
            firsts: list[Step[RollingPosition] | None] = []
            for seat in range(p.seats):
                free = power_is_free(p, seat, 0) or power_is_free(p, seat, 1)
                firsts.append(CalmPower(seat) if free else None)
            p.open_lanes(firsts)


def power_is_free(p: RollingPosition, seat: int, power: int) -> bool:
    """Whether a power can still be raised.  RS-5.4"""
    captain = p.captains[seat]
    value = captain.monster_power if power == MONSTERS else captain.pirate_power
    return value < p.table.most_power


class CalmPower(Step[RollingPosition]):
    """Which of the two powers goes up; each player chooses alone.  RS-5.3, RS-5.4"""

    def options(self, position: RollingPosition) -> list[int]:
        return [POWER.at(power) for power in (0, 1) if power_is_free(position, self.seat, power)]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        captain = p.captains[self.seat]
        power = POWER.value(code)
        if power == MONSTERS:
            captain.raise_monsters()
        else:
            captain.raise_pirates()
        if p.log is not None:
            p.say(Message("rs.event.power", seat=self.seat, power=power_name(power)))

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        if POWER.has(code):
            return POWER_AT_TOP.reason()
        return super().why_not(position, code)


class WindDice(ChanceStep[RollingPosition]):
    """Three winds for everybody, never three alike.  RS-8.1, RS-8.3"""

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        return position.table.wind_rolls

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        p.winds = WINDS.values(code)
        if p.log is not None:
            first, second, third = (way_name(way) for way in p.winds)
            p.say(Message("rs.event.winds", first=first, second=second, third=third))


class ExplorationDie(ChanceStep[RollingPosition]):
    """RS-8.2"""

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        return DIE_ROLLS

    def take(self, position: RollingPosition, code: int) -> None:
        position.die = DIE.value(code)
        if position.log is not None:
            position.say(Message("rs.event.die", face=position.die))


class ActionPhase(Phase[RollingPosition]):
    """Everybody does one action, all at once.  RS-4.3, RS-9.1"""

    def run(self, position: RollingPosition) -> None:
        p = position
        for captain in p.captains:
            captain.fresh_perils = 0
            captain.stopped = 0
        p.open_lanes([Action(seat) for seat in range(p.seats)])


class TurnEnd(Phase[RollingPosition]):
    """The next treasure opens if one was taken; then the ambush combats.  RS-14.1 to RS-14.3"""

    def run(self, position: RollingPosition) -> None:
        p = position
        taken = False
        for captain in p.captains:
            # Nothing that counts for the turn only outlives it
            captain.fresh_perils = 0
            captain.stopped = 0
            taken = taken or captain.treasure_turn == p.turn
        if taken and p.seats > 1 and p.tier + 1 < len(p.table.box.treasure):
            p.tier += 1
        for owner in range(p.seats - 1, -1, -1):
            states = p.captains[owner].ambush_states
            for number in range(len(states) - 1, -1, -1):
                if states[number] == SPRUNG:
                    p.push(Combat(owner, number))
