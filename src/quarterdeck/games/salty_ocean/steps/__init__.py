"""One class per decision, chance or automatic phase: the rules, in the order they are met."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.salty_ocean.steps import (
    harbour,
    losses,
    market,
    move,
    sailing,
    setup,
    turn_end,
)
from quarterdeck.kernel.position import Step

STEPS: dict[str, type[Step[Any]]] = {
    step.__name__: step
    for step in (
        setup.FirstPlayer,
        setup.RevealTile,
        setup.NextTurn,
        setup.EventsPhase,
        move.ActionsPhase,
        move.NextMove,
        move.Move,
        move.Clock,
        sailing.SailOut,
        sailing.Catch,
        sailing.FishSplit,
        sailing.SailHome,
        losses.Loss,
        harbour.Load,
        market.SellFrom,
        market.Buy,
        turn_end.TurnEnd,
        turn_end.Upkeep,
        turn_end.Repair,
        turn_end.Look,
        turn_end.See,
        turn_end.Swap,
        turn_end.Production,
        turn_end.Income,
    )
}
