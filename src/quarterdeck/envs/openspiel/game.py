"""The games as OpenSpiel knows games: types, parameters, states."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pyspiel

from quarterdeck.envs.observing import Observer
from quarterdeck.envs.openspiel.observer import SpielObserver
from quarterdeck.envs.openspiel.playing import setup_of, take_next
from quarterdeck.envs.rewards import rank_rewards, win_shares
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.position import NATURE, NOBODY, Position
from quarterdeck.kernel.rules import AnyRules, Option
from quarterdeck.record import Record

PREFIX = "quarterdeck_"
PLAYERS = "players"
REWARD = "reward"
ADVICE = "advice"
DETAILS = "details"
WORDS = {"false": False, "true": True}
MARK = "value_"
Parameter = bool | int | str


def win_returns(rules: AnyRules, position: Position) -> list[float]:
    """1 for a win, the same in all taken from the others; winners share it. Alone: 1 or -1."""
    seats = position.seats
    shares = win_shares(rules, position)
    if seats == 1:
        return [2 * shares[0] - 1]
    return [(seats * share - 1) / (seats - 1) for share in shares]


RETURNS: dict[str, Callable[[AnyRules, Position], list[float]]] = {
    "win": win_returns,
    "rank": rank_rewards,
}


def default_parameters(rules: AnyRules) -> dict[str, Parameter]:
    """The parameters of a game with their defaults: players, reward, whether observations hold
    advice and details, and every option."""
    found: dict[str, Parameter] = {PLAYERS: rules.default_seats, REWARD: "win"}
    found |= {ADVICE: False, DETAILS: False}
    for option in rules.options:
        found[option.id] = as_parameter(option, option.default)
    return found


def as_parameter(option: Option, value: str) -> Parameter:
    """OpenSpiel reads `true` as a truth value and `3` as a number, and wants to know before. So
    where an option has other words as well, these are marked as words, too."""
    if set(option.values) <= set(WORDS):
        return WORDS[value]
    if all(each.isdecimal() for each in (*option.values, *option.seeded)):
        return int(value)
    return MARK + value if value in WORDS or value.isdecimal() else value


def _as_word(value: Parameter) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).removeprefix(MARK)


def type_of(rules: AnyRules, seats: int | None = None) -> Any:
    """What OpenSpiel asks about a game in general; alone, nobody else loses what one wins."""
    encodes = rules.features is not None
    alone = seats == 1
    return pyspiel.GameType(
        short_name=PREFIX + rules.id,
        long_name=Translator("en").text(rules.title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, "GENERAL_SUM" if alone else "ZERO_SUM"),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seats[-1],
        min_num_players=rules.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=encodes,
        provides_observation_string=True,
        provides_observation_tensor=encodes,
        parameter_specification=default_parameters(rules),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with seats and options chosen."""

    def __init__(self, rules: AnyRules, parameters: Mapping[str, Parameter] | None = None) -> None:
        chosen = default_parameters(rules) | dict(parameters or {})
        reward = str(chosen.pop(REWARD))
        if reward not in RETURNS:
            raise UnknownName("reward", reward, list(RETURNS))
        self.advice = bool(chosen.pop(ADVICE))
        self.details = bool(chosen.pop(DETAILS))
        seats, options = rules.checked_setup(
            int(chosen.pop(PLAYERS)), {name: _as_word(value) for name, value in chosen.items()}
        )
        self.setup = setup_of(rules.id, seats, tuple(sorted(options.items())))
        self.rules = rules
        self.returns_of = RETURNS[reward]
        settled = {o.id: as_parameter(o, options[o.id]) for o in rules.options}
        super().__init__(
            type_of(rules, seats),
            self._info(rules, seats, reward),
            {
                PLAYERS: seats,
                REWARD: reward,
                ADVICE: self.advice,
                DETAILS: self.details,
                **settled,
            },
        )

    def _info(self, rules: AnyRules, seats: int, reward: str) -> Any:
        lowest = -1.0 if seats == 1 or reward == "rank" else -1 / (seats - 1)
        return pyspiel.GameInfo(
            num_distinct_actions=rules.space.size,
            max_chance_outcomes=rules.outcome_space.size,
            num_players=seats,
            min_utility=lowest,
            max_utility=1.0,
            utility_sum=None if seats == 1 else 0.0,
            max_game_length=rules.length_bound,
        )

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.length_bound

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def state_of(self, record: Record) -> SpielState:
        """The state that a record leads to; raises RecordError if it was made otherwise."""
        state = self.new_initial_state()
        queue = deque(record.entries)
        while queue:
            state.apply_action(take_next(state.play, queue))
        return state

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        """An observer for one seat, or for what everybody sees; None for anything else."""
        if params:
            raise ValueError(f"observers take no parameters: {', '.join(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        secrets = kind.private_info
        if not kind.public_info or secrets == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        sees_own = secrets == pyspiel.PrivateInfoType.SINGLE_PLAYER
        encoder = None
        if sees_own and self.rules.features is not None:
            encoder = Observer(self.rules, self.advice, self.details)
        return SpielObserver(self.setup, encoder, sees_own=sees_own, recalls=kind.perfect_recall)


def make_class(rules: AnyRules) -> type[SpielGame]:
    """What OpenSpiel makes a game of these rules from. A class, like its own games: it keeps what
    it is given beyond the end of Python, which any other callable would not survive."""

    class RegisteredGame(SpielGame):
        def __init__(self, parameters: Mapping[str, Parameter] | None = None) -> None:
            super().__init__(rules, parameters)

    return RegisteredGame


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. OpenSpiel copies and saves whatever attributes it has: there is one."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.setup.begin()

    # Who may do what

    def current_player(self) -> int:
        player = self.play.player
        if player >= 0:
            return player
        return _TERMINAL if player == NOBODY else _CHANCE

    def is_terminal(self) -> bool:
        return self.play.player == NOBODY

    def is_chance_node(self) -> bool:
        return self.play.player == NATURE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same as OpenSpiel's own, which asks back four times."""
        play = self.play
        if play.player < 0 or (player is not None and player < 0):
            found: list[int] = super().legal_actions(*(() if player is None else (player,)))
            return found
        return play.position.legal(play.player)[:] if player in (None, play.player) else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.position.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weighted = self.play.position.outcomes()
        total = sum([weight for _, weight in weighted])
        return [(code, weight / total) for code, weight in weighted]

    def _action_to_string(self, player: int, action: int) -> str:
        """The notation of a choice, as in records."""
        setup = self.play.setup
        return (setup.outcomes if player == _CHANCE else setup.choices)[action]

    def string_to_action(self, *arguments: Any) -> int:
        """The code of a choice in notation; the player, if given, comes first as in OpenSpiel."""
        rules = self.play.setup.rules
        player = arguments[0] if len(arguments) > 1 else self.current_player()
        space = rules.outcome_space if player == _CHANCE else rules.space
        return space.parse(arguments[-1])

    # Moving on

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def returns(self) -> list[float]:
        """Zero until the game is over."""
        play = self.play
        if play.player != NOBODY:
            return [0.0] * play.setup.seats
        found: list[float] = self.get_game().returns_of(play.setup.rules, play.position)
        return found

    # What is known

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that may be the true one for all this player knows. Its history is empty: nobody
        knows the true one, and what is imagined has none."""
        state: SpielState = self.get_game().new_initial_state()
        state.play = self.play.imagine(player, Random(sampler()))
        return state

    def record(self) -> Record:
        """The record of the game so far; an imagined state has none and raises RecordError."""
        return self.play.record()

    def __str__(self) -> str:
        play = self.play
        known = [f"{move.seat}: {play.notation(move)}" for move in play.moves]
        return "\n".join([str(self.get_game()), *known, f"position: {play.position.digest()}"])


_CHANCE = int(pyspiel.PlayerId.CHANCE)
_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
