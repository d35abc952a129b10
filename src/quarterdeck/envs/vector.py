"""Many games at once: one call steps them all and returns arrays that are there already.

    >>> from quarterdeck.envs.vector import VectorGameEnv
    >>> envs = VectorGameEnv(64, "salty_ocean", seats=2, opponents="self")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations, rewards, terminations, truncations, infos = envs.step(actions)

With `opponents="self"` each row is the game of whoever is to act: `infos["seat"]` names the seat.
Otherwise the agent has one seat, and bots play the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.envs.arrays import NDArray, np
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.opponents import Table
from quarterdeck.envs.rewards import Tally
from quarterdeck.kernel.errors import BadNotation, BadSetup, IllegalAction
from quarterdeck.kernel.features import packing
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:
    raise MissingLibrary("gymnasium", "research", missing) from missing

# Whoever is to act, in every game.
SELF = "self"


class VectorGameEnv(VectorEnv[Any, Any, Any]):
    """So many games of one kind, each with a seed of its own.

    `infos` holds, by game:

    - `action_mask`: 1 for each open code. Where a game has just ended, all zeros.
    - `seat`: whose turn it is, and who gets the observation.
    - `all_rewards`: what each seat has earned by this step. `rewards` is that of the agent’s
      seat or, if all play for themselves, of the seat that has just acted.
    - `final_obs` and `final_seat`, if games are reset in the same step: the last observation of
      those that ended, and whose it is; the other rows mean nothing.

    The arrays are the same ones at every step, filled anew: copy what is to be kept. With
    `copy=True` they come as copies.
    With `advice`, observations hold what the game’s own advice makes of the position as well; with
    `details`, every place of the table for itself.
    An illegal action ends its game, with `illegal_reward` for the seat that tried it.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium has it so

    def __init__(
        self,
        num_envs: int,
        game: str | AnyRules,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | str = 0,
        *,
        reward: str = "win",
        advice: bool = False,
        details: bool = False,
        illegal_reward: float = -1.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = False,
    ) -> None:
        if num_envs < 1:
            raise BadSetup(Message("qd.env.no_games"))
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**VectorGameEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self._matches = [Match(game, seats, options) for _ in range(num_envs)]
        self.match = self._matches[0]
        rules = self.match.rules
        count = self.match.seats
        self._tables = (
            None
            if opponents == SELF
            else [Table(match, opponents, seat) for match in self._matches]
        )
        self._observer = Observer(rules, advice, details)
        self._tallies = [Tally(self._observer, count, reward) for _ in self._matches]
        self._is_shaped = self._tallies[0].is_shaped
        self._illegal_reward = illegal_reward
        self._copies = copy
        self._prepare_spaces(rules)
        self._prepare_arrays(rules, count)

    def _prepare_spaces(self, rules: AnyRules) -> None:
        observer = self._observer
        self.single_observation_space = spaces.Box(observer.low, observer.high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(rules.space.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _prepare_arrays(self, rules: AnyRules, count: int) -> None:
        games, size = self.num_envs, self._observer.size
        self._observations = np.zeros((games, size), np.float32)
        self._packing = packing(size)
        self._rewards = np.zeros(games, np.float64)
        self._all_rewards = np.zeros((games, count), np.float64)
        self._terminations = np.zeros(games, np.bool_)
        self._truncations = np.zeros(games, np.bool_)
        self._masks = np.zeros((games, rules.space.size), np.int8)
        # Bytes one by one: for a few codes much faster than to have NumPy take a list
        self._marks = self._masks.reshape(-1).data
        self._starts = [game * rules.space.size for game in range(games)]
        self._rows = np.arange(games)
        self._seats = np.zeros(games, np.int64)
        # The same as ints: NumPy's own are slow one by one
        self._actors = [0] * games
        self._over = [False] * games
        self.infos: dict[str, NDArray[Any]] = {
            "action_mask": self._masks,
            "seat": self._seats,
            "all_rewards": self._all_rewards,
        }
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._final = np.zeros((games, size), np.float32)
            self._final_seats = np.zeros(games, np.int64)
            self.infos |= {"final_obs": self._final, "final_seat": self._final_seats}

    # Playing

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """New games in all rows, or in those of `options["reset_mask"]`. A seed is for the first
        game, the next ones get those that follow; or one seed each."""
        seeds = self._spread(seed)
        chosen = None if options is None else options.get("reset_mask")
        for number in range(self.num_envs):
            if chosen is None or chosen[number]:
                self._begin(number, seeds[number])
                self._terminations[number] = False
        self._look()
        observations, *_, infos = self._give()
        return observations, infos

    def _spread(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return [int(seed) + number for number in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadSetup(Message("qd.env.seeds", found=len(seed), games=self.num_envs))
        return list(seed)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One choice in each game, by code; games that are over begin anew, as `autoreset_mode`
        says, whatever their action is."""
        self._all_rewards.fill(0.0)
        self._terminations.fill(False)
        codes: list[int] = np.asarray(actions).tolist()
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        acted = self._seats.copy()
        for number, code in enumerate(codes):
            if self._over[number]:
                if self.autoreset_mode is AutoresetMode.DISABLED:
                    raise BadSetup(Message("qd.env.over", number=number))
                self._begin(number, None)
                continue
            self._act(number, code)
            if same_step and self._over[number]:
                self._keep_final(number)
                self._begin(number, None)
        self._look()
        self._rewards[:] = self._all_rewards[self._rows, acted]
        return self._give()

    def _begin(self, number: int, seed: int | None) -> None:
        """A new game in a row."""
        match = self._matches[number]
        self._tallies[number].reset()
        self._over[number] = False
        if self._tables is None:
            match.reset(seed)
            self._actors[number] = match.actor
        else:
            self._tables[number].reset(seed)
            self._actors[number] = self._tables[number].seat

    def _act(self, number: int, code: int) -> None:
        """Carry out a choice in a row, and what follows up to the next one."""
        match = self._matches[number]
        seat = self._actors[number]
        try:
            if self._tables is None:
                match.play(code, seat)
            else:
                self._tables[number].play(code)
        except (BadNotation, IllegalAction):
            self._all_rewards[number, seat] = self._illegal_reward
            self._over[number] = self._terminations[number] = True
            return
        if match.finished:
            self._all_rewards[number] = self._tallies[number].finish(match.position)
            self._over[number] = self._terminations[number] = True
        elif self._tables is None:
            self._actors[number] = match.actor

    def _keep_final(self, number: int) -> None:
        seat = self._actors[number]
        self._final_seats[number] = seat
        self._observer.write(self._matches[number].position, seat, self._final[number])

    # What is seen

    def _look(self) -> None:
        """Fill in observations and masks."""
        numbers_of = self._observer.numbers
        actors, matches = self._actors, self._matches
        packing, observations = self._packing, self._observations.data
        place = 0
        marks = self._marks
        self._masks.fill(0)
        for number in range(self.num_envs):
            seat = actors[number]
            position = matches[number].position
            row = numbers_of(position, seat)
            packing.pack_into(observations, place, *row)
            place += packing.size
            if not self._over[number]:
                start = self._starts[number]
                for code in position.legal(seat):
                    marks[start + code] = 1
                if self._is_shaped:
                    self._all_rewards[number, seat] += self._tallies[number].note(
                        position, seat, row
                    )
        self._seats[:] = actors

    def _give(self) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        arrays = (self._observations, self._rewards, self._terminations, self._truncations)
        if not self._copies:
            return (*arrays, self.infos)
        kept = tuple(array.copy() for array in arrays)
        infos = {name: array.copy() for name, array in self.infos.items()}
        return kept[0], kept[1], kept[2], kept[3], infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What is open in each game."""
        return self._masks.astype(np.bool_)
