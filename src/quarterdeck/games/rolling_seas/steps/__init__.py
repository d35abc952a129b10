"""One class per decision, chance or automatic phase: the rules, in the order they are met."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.rolling_seas.steps import (
    action,
    combat,
    drawing,
    exploring,
    port,
    sailing,
    setup,
    turn,
)
from quarterdeck.kernel.position import Step

STEPS: dict[str, type[Step[Any]]] = {
    step.__name__: step
    for step in (
        turn.SetupCard,
        turn.DrawAdventure,
        drawing.PlaceAnchor,
        drawing.PlaceTurn,
        drawing.AmbushCentre,
        drawing.AmbushDot,
        turn.ChooseHomes,
        setup.HomePort,
        setup.StartCell,
        turn.NextTurn,
        turn.TurnCard,
        turn.CalmSea,
        turn.CalmPower,
        turn.WindDice,
        turn.ExplorationDie,
        turn.ActionPhase,
        action.Action,
        sailing.Sail,
        sailing.AfterAction,
        sailing.PirateReward,
        exploring.MonolithFace,
        exploring.Build,
        port.PortServices,
        turn.TurnEnd,
        combat.Combat,
        combat.AmbushRoll,
        combat.DefenceRoll,
        combat.AmbushSpoils,
        combat.Defeat,
        combat.AmbushLoss,
    )
}
