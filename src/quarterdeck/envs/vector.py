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
from quarterdeck.envs.opponents import Table, check_seat
from quarterdeck.envs.reading import as_whole, read_name, read_reward, read_seed
from quarterdeck.envs.rendering import check_mode
from quarterdeck.envs.rewards import Tally
from quarterdeck.kernel.errors import BadNotation, BadSetup, IllegalAction
from quarterdeck.kernel.features import packing
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from quarterdeck.envs.spaces import ACTIONS, OBSERVATIONS
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
    - `illegal`, only in a step in which somebody tried what is not open: why it is not, in words;
      `_illegal` marks the games.
    - `final_obs` and `final_info`, only in a step in which games ended and were reset in the same
      step: their last observation, and in `final_info` whose it is (`seat`), `all_rewards` and
      `illegal`; `_final_obs` and `_final_info` mark the games.

    All that is handed out is the caller’s own. With `copy=False`, which is faster, the arrays are
    the same ones at every step, filled anew: copy what is to be kept.
    With `advice`, observations hold what the game’s own advice makes of the position as well; with
    `details`, every place of the table for itself.
    An illegal action ends its game, with `illegal_reward` for the seat that tried it.
    There are flat observations and codes only, and no pictures: whoever wants others makes single
    environments side by side (`gymnasium.make_vec(…, vectorization_mode="sync")`).
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
        copy: bool = True,
        observation: str = "flat",
        actions: str = "flat",
        render_mode: str | None = None,
    ) -> None:
        count = as_whole(num_envs)
        if count is None or count < 1:
            raise BadSetup(Message("qd.env.no_games"))
        _refuse_forms(observation, actions, render_mode)
        self.num_envs = num_envs = count
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**VectorGameEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self._matches = [Match(game, seats, options) for _ in range(num_envs)]
        self.match = self._matches[0]
        rules = self.match.rules
        seated = self.match.seats
        check_seat(seat, seated)
        self._tables = (
            None
            if opponents == SELF
            else [Table(match, opponents, seat) for match in self._matches]
        )
        self._observer = Observer(rules, advice, details)
        self._tallies = [Tally(self._observer, seated, reward) for _ in self._matches]
        self._is_shaped = self._tallies[0].is_shaped
        self._illegal_reward = read_reward(illegal_reward)
        self._copies = copy
        self._prepare_spaces(rules)
        self._prepare_arrays(rules, seated)

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
        self._starts = [game * rules.space.size for game in range(games)]
        self._rows = np.arange(games)
        self._seats = np.zeros(games, np.int64)
        # The same as ints: NumPy's own are slow one by one
        self._actors = [0] * games
        self._over = [False] * games
        self._has_begun = False
        # Of this step, by game: why an action was refused, and the last observation and whose it is
        self._refusals: dict[int, str] = {}
        self._finals: dict[int, tuple[NDArray[np.float32], int]] = {}

    # Playing

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """New games in all rows, or in those of `options["reset_mask"]`. A seed is for the first
        game, the next ones get those that follow; or one seed each."""
        chosen = self._read_reset_mask(options)
        seeds = self._spread(seed)
        self._clear()
        self._has_begun = True
        for number in range(self.num_envs):
            if chosen[number]:
                self._begin(number, seeds[number])
        self._look()
        observations, *_, infos = self._give()
        return observations, infos

    def _spread(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
            if len(seed) != self.num_envs:
                raise BadSetup(Message("qd.env.seeds", found=len(seed), games=self.num_envs))
            return [read_seed(each) for each in seed]
        first = read_seed(seed)
        if first is None:
            return [None] * self.num_envs
        super().reset(seed=first)
        return [first + number for number in range(self.num_envs)]

    def _read_reset_mask(self, options: dict[str, Any] | None) -> list[bool]:
        """Which games begin anew; before the first time, all."""
        asked = None if options is None else options.get("reset_mask")
        if asked is None:
            return [True] * self.num_envs
        mask = np.asarray(asked)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise BadSetup(Message("qd.env.reset_mask", games=self.num_envs))
        chosen: list[bool] = mask.tolist()
        return chosen if self._has_begun else [True] * self.num_envs

    def _clear(self) -> None:
        """Forget what the last step told."""
        self._all_rewards.fill(0.0)
        self._terminations.fill(False)
        self._refusals.clear()
        self._finals.clear()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One choice in each game, by code; games that are over begin anew, as `autoreset_mode`
        says, whatever their action is."""
        codes = self._read(actions)
        self._clear()
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        acted = self._seats.copy()
        for number, code in enumerate(codes):
            if self._over[number]:
                self._begin(number, None)
                continue
            self._act(number, code)
            if same_step and self._over[number]:
                self._keep_final(number)
                self._begin(number, None)
        self._look()
        self._rewards[:] = self._all_rewards[self._rows, acted]
        return self._give()

    def _read(self, actions: Any) -> list[int]:
        """The actions as codes, one for each game; raises BadSetup, before any game has moved."""
        if not self._has_begun:
            raise BadSetup(Message("qd.env.ended"))
        try:
            given = np.asarray(actions)
        except ValueError:  # rows of different lengths
            given = np.empty(0)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadSetup(Message("qd.env.actions", games=self.num_envs))
        if self.autoreset_mode is AutoresetMode.DISABLED and True in self._over:
            raise BadSetup(Message("qd.env.over", number=self._over.index(True)))
        codes: list[int] = given.tolist()
        return codes

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
        except (BadNotation, IllegalAction) as error:
            self._refusals[number] = str(error)
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
        row = self._observer.observe(self._matches[number].position, seat)
        self._finals[number] = row, seat

    # What is seen

    def _look(self) -> None:
        """Fill in observations and masks."""
        numbers_of = self._observer.numbers
        actors, matches = self._actors, self._matches
        packing, observations = self._packing, self._observations.data
        place = 0
        # Bytes one by one: for a few codes much faster than to have NumPy take a list
        marks = self._masks.reshape(-1).data
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
        infos: dict[str, Any] = {
            "action_mask": self._own(self._masks),
            "seat": self._own(self._seats),
            "all_rewards": self._own(self._all_rewards),
        }
        if self._refusals:
            infos |= self._by_game("illegal", self._refusals)
        if self._finals:
            infos |= self._tell_finals()
        return (
            self._own(self._observations),
            self._own(self._rewards),
            self._own(self._terminations),
            self._own(self._truncations),
            infos,
        )

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array

    def _by_game(self, name: str, values: Mapping[int, Any]) -> dict[str, Any]:
        """What only some games have to tell, as Gymnasium puts it: None elsewhere, and a mask."""
        told = np.full(self.num_envs, None, dtype=object)
        mask = np.zeros(self.num_envs, np.bool_)
        for number, value in values.items():
            told[number] = value
            mask[number] = True
        return {name: told, f"_{name}": mask}

    def _tell_finals(self) -> dict[str, Any]:
        """The last observations of the games that have just ended and begun anew, and more."""
        told = self._by_game("final_obs", {n: row for n, (row, _) in self._finals.items()})
        mask = told["_final_obs"]
        seats = np.zeros(self.num_envs, np.int64)
        for number, (_, seat) in self._finals.items():
            seats[number] = seat
        final: dict[str, Any] = {
            "seat": seats,
            "_seat": mask.copy(),
            "all_rewards": np.where(mask[:, None], self._all_rewards, 0.0),
            "_all_rewards": mask.copy(),
        }
        if self._refusals:
            final |= self._by_game("illegal", self._refusals)
        return {**told, "final_info": final, "_final_info": mask.copy()}

    def action_masks(self) -> NDArray[np.bool_]:
        """What is open in each game."""
        return self._masks.astype(np.bool_)


def _refuse_forms(observation: str, actions: str, render_mode: str | None) -> None:
    """Raises BadSetup for what single environments have and many at once have not."""
    read_name("observation", observation, OBSERVATIONS)
    read_name("actions", actions, ACTIONS)
    check_mode(render_mode)
    for value in (observation, actions, render_mode):
        if value not in ("flat", None):
            raise BadSetup(Message("qd.env.not_vector", value=value))
