"""The games as Gymnasium environments: one seat learns, bots of the house play the others.

    >>> import gymnasium
    >>> import quarterdeck.envs.gymnasium
    >>> env = gymnasium.make("quarterdeck/SaltyOcean-v1", seats=2, opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> env.step(env.action_space.sample(info["action_mask"]))

Many games at once: `quarterdeck.envs.vector`, or `gymnasium.make_vec`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quarterdeck.envs.actions import FlatActions, notations
from quarterdeck.envs.arrays import NDArray, np
from quarterdeck.envs.errors import MissingLibrary
from quarterdeck.envs.match import Match
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.opponents import Table
from quarterdeck.envs.reading import read_reward, read_seed
from quarterdeck.envs.rendering import MODES, check_mode, render
from quarterdeck.envs.rewards import Tally
from quarterdeck.kernel.errors import BadNotation, BadSetup, IllegalAction
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

try:
    import gymnasium

    from quarterdeck.envs.registration import register
    from quarterdeck.envs.spaces import Sight, action_space, make_actions
except ImportError as missing:
    raise MissingLibrary("gymnasium", "research", missing) from missing

register()


class GameEnv(gymnasium.Env[Any, Any]):
    """One seat of a game, to its natural end.

    - `opponents`: a bot for all other seats (`greedy`, `flat:playouts=50`), or a list of them.
    - `seat`: which one the agent plays, or `rotate`: another with every game.
    - `reward`: `win`, `rank`, `score` or `shaped`; see `quarterdeck.envs.rewards`.
    - `observation`: `flat` numbers or `structured` by table, own and rival_n.
    - `advice`: also what the game’s own advice makes of the position; slower.
    - `details`: also every place of the table for itself, which the facts sum up.
    - `actions`: `flat` codes, or `factored` into family and parameters.
    - `illegal_reward`: what an illegal action costs. It ends the game; `info["illegal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium has it so

    def __init__(
        self,
        game: str | AnyRules,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | str = 0,
        *,
        reward: str = "win",
        observation: str = "flat",
        advice: bool = False,
        details: bool = False,
        actions: str = "flat",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(game, seats, options)
        rules = self.match.rules
        self.render_mode = check_mode(render_mode)
        self.illegal_reward = read_reward(illegal_reward)
        self._table = Table(self.match, opponents, seat)
        self.actions = make_actions(rules.space, actions)
        self._observer = Observer(rules, advice, details)
        self._sight = Sight(self._observer, observation)
        self._tally = Tally(self._observer, self.match.seats, reward)
        self._is_over = True
        self.observation_space = self._sight.space
        self.action_space = action_space(self.actions)

    @property
    def seat(self) -> int:
        """The agent’s seat in this game."""
        return self._table.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game. The same seed and actions give the same game; `options` is not used."""
        seed = read_seed(seed)
        super().reset(seed=seed)
        self._table.reset(seed)
        self._is_over = False
        self._tally.reset()
        row = self._observer.observe(self.match.position, self.seat)
        self._tally.note(self.match.position, self.seat, row)
        return self._sight.shape(row), self._tell()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A choice of the agent, and what the others answer. Raises, and changes nothing, if the
        game is over or the action is none."""
        match = self.match
        if self._is_over:
            raise BadSetup(Message("qd.env.ended"))
        code = self.actions.read(action)
        refusal = ""
        try:
            if code is None:
                raise BadNotation(str(action), "qd.error.bad_code")
            self._table.play(code)
        except (BadNotation, IllegalAction) as error:
            refusal = str(error)
        row = self._observer.observe(match.position, self.seat)
        info = self._tell()
        if refusal:
            info["illegal"] = refusal
            reward = self.illegal_reward
        elif match.finished:
            reward = self._tally.finish(match.position)[self.seat]
        else:
            reward = self._tally.note(match.position, self.seat, row)
        self._is_over = bool(refusal) or match.finished
        return self._sight.shape(row), reward, self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is open, as maskable agents ask for it (sb3-contrib's `MaskablePPO`)."""
        return self.actions.mask(self.match.legal(self.seat)).astype(np.bool_)

    def _tell(self) -> dict[str, Any]:
        """The mask, and choices in notation: what is open, and the latest that is known here; at
        the end, how it ended."""
        match = self.match
        words = notations(match.rules.space)
        legal = match.legal(self.seat)
        last = match.last_choice(self.seat)
        mask: Any = self.actions.mask(legal)
        if not isinstance(self.actions, FlatActions):
            mask = self.actions.divide(mask)
        told: dict[str, Any] = {
            "action_mask": mask,
            "legal": [words[code] for code in legal],
            "last": None if last is None else (last[0], words[last[1]]),
            "seat": self.seat,
        }
        if match.finished:
            told["scores"] = list(match.scores)
            told["ranks"] = list(match.ranks)
            told["win_share"] = match.win_shares[self.seat]
        return told

    def render(self) -> Any:
        """Text, a picture or pixels, as a spectator sees the table; by `render_mode`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode")
            return None
        names = [f"player_{seat}" for seat in range(self.match.seats)]
        return render(self.match, self.render_mode, names)
