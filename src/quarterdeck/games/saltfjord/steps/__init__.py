"""One class per decision, chance or automatic phase: the rules, in the order they are met."""

from __future__ import annotations

from typing import Any

from quarterdeck.games.saltfjord.steps import (
    activation,
    building,
    closing,
    fishing,
    orders,
    pay,
    rewards,
    setup,
    sweep,
    techs,
    turn,
)
from quarterdeck.kernel.position import Step

STEPS: dict[str, type[Step[Any]]] = {
    step.__name__: step
    for step in (
        setup.FirstPlayer,
        setup.DealVillage,
        setup.BoardAbility,
        setup.SetAbility,
        setup.SetResources,
        setup.DealScoreTile,
        setup.DealSpecialTile,
        setup.StartCrate,
        setup.ChooseSets,
        setup.ChooseSet,
        setup.PlaceStartBuilding,
        setup.StartResources,
        turn.RoundStart,
        turn.RollDice,
        turn.SoloRoll,
        turn.MainAction,
        turn.DieUse,
        turn.StartSweep,
        sweep.CartStep,
        sweep.CartsGoOn,
        sweep.NextBuilding,
        activation.UpgradeChoice,
        activation.ActionChoice,
        activation.AfterWorker,
        activation.ForemanOffer,
        activation.Repeat,
        pay.Pay,
        orders.QuayChoice,
        orders.LayCrate,
        orders.RevealCrate,
        orders.OrderReward,
        techs.TechSpace,
        techs.Rearrange,
        techs.AbilityChoice,
        techs.SecondCart,
        building.PlaceTile,
        building.LinesComplete,
        building.RevealTile,
        building.SoloRemoval,
        fishing.GoFishing,
        fishing.DrawToken,
        fishing.LookAtTwo,
        fishing.KeepToken,
        fishing.TokenSpace,
        fishing.AfterFishing,
        fishing.DoryOffer,
        rewards.PendingReward,
        turn.Quays,
        turn.QuayWindow,
        turn.GainCube,
        closing.TurnEnd,
        closing.TurnOver,
        turn.RoundEnd,
    )
}
