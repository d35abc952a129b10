"""The games as PettingZoo environments, where agents act one after the other (AEC).

    >>> from quarterdeck.envs import pettingzoo
    >>> env = pettingzoo.env("salty_ocean", seats=4)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     if termination:
    ...         env.step(None)
    ...     else:
    ...         env.step(env.action_space(agent).sample(observation["action_mask"]))

Games end when their rules say so. Where several seats act at once, the environment asks one after
the other, and nobody sees what others chose meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quarterdeck.envs.actions import FlatActions, notations
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.reading import read_reward
from quarterdeck.envs.rendering import MODES, check_mode, render
from quarterdeck.envs.rewards import Tally
from quarterdeck.kernel.errors import BadNotation, IllegalAction
from quarterdeck.kernel.rules import AnyRules

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger

    from quarterdeck.envs.spaces import Sight, action_space, make_actions
except ImportError as missing:
    raise MissingLibrary("pettingzoo", "research", missing) from missing


def env(
    game: str | AnyRules,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    **settings: Any,
) -> AECEnv[str, Any, Any]:
    """A game for agents `player_0`, `player_1`, … with PettingZoo's usual checks around it.

    `settings` are those of `raw_env`.
    """
    made: AECEnv[str, Any, Any] = raw_env(game, seats, options, **settings)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801
    """A game without the checks.

    - `reward`: `win`, `rank`, `score` or `shaped`; see `quarterdeck.envs.rewards`.
    - `observation`: `flat` numbers or `structured` by table, own and rival_n.
    - `advice`: also what the game’s own advice makes of the position; slower.
    - `details`: also every place of the table for itself, which the facts sum up.
    - `actions`: `flat` codes, or `factored` into family and parameters.
    - `illegal_reward`: what an illegal action costs. It ends the game, as PettingZoo has it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo has it so
        "name": "quarterdeck_v1",
        "render_modes": list(MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str | AnyRules,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        reward: str = "win",
        observation: str = "flat",
        advice: bool = False,
        details: bool = False,
        actions: str = "flat",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.match = Match(game, seats, options)
        rules = self.match.rules
        self.metadata = {**raw_env.metadata, "name": f"{rules.id}_v{rules.version}"}
        self.render_mode = check_mode(render_mode)
        self.illegal_reward = read_reward(illegal_reward)
        self.actions = make_actions(rules.space, actions)
        self.observer = Observer(rules, advice, details)
        self.sight = Sight(self.observer, observation)
        self._tally = Tally(self.observer, self.match.seats, reward)
        self.possible_agents = [f"player_{seat}" for seat in range(self.match.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space(self.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict({"observation": self.sight.space, "action_mask": self._mask_space()})
            for agent in self.possible_agents
        }

    def _mask_space(self) -> spaces.Space[Any]:
        if isinstance(self.actions, FlatActions):
            return spaces.MultiBinary(self.actions.mask_size)
        return spaces.Tuple([spaces.MultiBinary(size) for size in self.actions.sizes])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed and actions give the same game; `options` is not used."""
        self.match.reset(seed)
        self._tally.reset()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: Any) -> None:
        """Carry out the action of `agent_selection`. Raises, and changes nothing, if it is none."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        code = self.actions.read(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            if code is None:
                raise BadNotation(str(action), "qd.error.bad_code")
            self.match.play(code, self._seats[agent])
        except (BadNotation, IllegalAction) as error:
            self._forfeit(agent, str(error))
        else:
            self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Ask whoever is next, or end the game."""
        match = self.match
        if match.finished:
            self.rewards = dict(
                zip(self.possible_agents, self._tally.finish(match.position), strict=True)
            )
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            seat = match.actor
            self.agent_selection = self.possible_agents[seat]
            if self._tally.is_shaped:
                row = self.observer.observe(match.position, seat)
                self.rewards[self.agent_selection] = self._tally.note(match.position, seat, row)
        self.infos = self._tell()

    def _forfeit(self, agent: str, reason: str) -> None:
        """An illegal action ends the game for all, at the cost of whoever tried it, who is told
        why it is not open."""
        EnvLogger.warn_on_illegal_move()
        self.infos[agent]["illegal"] = reason
        self.rewards[agent] = self.illegal_reward
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    # What agents see

    def observe(self, agent: str) -> dict[str, Any]:
        """What this agent may know, and what is open to it: nothing while it is not asked."""
        seat = self._seats[agent]
        row = self.observer.observe(self.match.position, seat)
        mask: Any = self.actions.mask(self.match.legal(seat))
        if not isinstance(self.actions, FlatActions):
            mask = self.actions.divide(mask)
        return {"observation": self.sight.shape(row), "action_mask": mask}

    def _tell(self) -> dict[str, dict[str, Any]]:
        """By agent, choices in notation: what is open, and the latest that this agent knows of; at
        the end, how it ended."""
        match = self.match
        words = notations(match.rules.space)
        # Only while several act at once does one know of a choice that others do not
        known_to_all = None if match.position.lanes else self._latest(None)
        told: dict[str, dict[str, Any]] = {
            agent: {"legal": [], "last": known_to_all or self._latest(seat)}
            for agent, seat in self._seats.items()
        }
        for seat in match.actors:
            legal = match.legal(seat)
            told[self.possible_agents[seat]]["legal"] = [words[code] for code in legal]
        if match.finished:
            ended = zip(match.scores, match.ranks, match.win_shares, strict=True)
            for info, (score, rank, share) in zip(told.values(), ended, strict=True):
                info |= {"score": score, "rank": rank, "win_share": share}
        return told

    def _latest(self, viewer: int | None) -> tuple[str, str] | None:
        """The latest choice that somebody knows of: by which agent, in notation."""
        last = self.match.last_choice(viewer)
        if last is None:
            return None
        return self.possible_agents[last[0]], notations(self.match.rules.space)[last[1]]

    def render(self) -> Any:
        """Text, a picture or pixels, as a spectator sees the table; by `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
            return None
        return render(self.match, self.render_mode, self.possible_agents)

    def close(self) -> None:
        """There is nothing to give back."""
