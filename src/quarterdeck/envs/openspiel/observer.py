"""What a player, or a spectator, sees or remembers, as OpenSpiel's observers tell it.

- Observation: what lies on the table now. As a string, the table in words and the open choices; as
  a tensor, `player` (which seat it is) and `features` (`quarterdeck spaces GAME` explains them).
- Information state: all that the player may remember. As a string, every move they know of and a
  fingerprint of all that they were told; as a tensor, the observation and `moves`, the moves they
  know of from the first on: by whom and which, both as shares of 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.envs.arrays import Floats, np
from quarterdeck.envs.observing import Observer
from quarterdeck.envs.openspiel.playing import Play, Setup
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import NATURE

if TYPE_CHECKING:
    from quarterdeck.envs.openspiel.game import SpielState

BY_WHOM_AND_WHICH = 2


class SpielObserver:
    """Has a `tensor` and, under names, its parts in `dict`, as OpenSpiel wants it."""

    def __init__(
        self, setup: Setup, encoder: Observer | None, *, sees_own: bool, recalls: bool
    ) -> None:
        self._rules = setup.rules
        self._sees_own = sees_own
        self._recalls = recalls
        self._translator = Translator("en")
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if encoder is not None:
            self._encoder = encoder
            self._lay_out(setup.seats, encoder.size)

    def _lay_out(self, seats: int, features: int) -> None:
        shapes: dict[str, tuple[int, ...]] = {"player": (seats,), "features": (features,)}
        if self._recalls:
            shapes["moves"] = (self._rules.length_bound, BY_WHOM_AND_WHICH)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        begin = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[begin : begin + sizes[name]].reshape(shape)
            begin += sizes[name]

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is None:
            return
        play = state.play
        self.dict["player"].fill(0)
        self.dict["player"][player] = 1
        self._encoder.write(play.position, player, self.dict["features"])
        if self._recalls:
            self._write_moves(play, player)

    def _write_moves(self, play: Play, player: int) -> None:
        moves = self.dict["moves"]
        moves.fill(0)
        known = play.known(player)
        if not known:
            return
        choices, outcomes = self._rules.space.size, self._rules.outcome_space.size
        moves[: len(known)] = [
            (1.0, (move.code + 1) / outcomes)
            if move.seat == NATURE
            else (move.seat / play.setup.seats, (move.code + 1) / choices)
            for move in known
        ]

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, or remembers, as a string."""
        viewer = player if self._sees_own else None
        if self._recalls:
            return state.play.recall(viewer)
        return self._describe(state.play, viewer)

    def _describe(self, play: Play, viewer: int | None) -> str:
        view = self._rules.view(play.position, viewer)
        told: list[str] = []
        for section in self._rules.text(view, self._translator):
            told += [section.title, *(f"  {line}" for line in section.lines)]
        if viewer is not None:
            told[:0] = [f"seat {viewer}"]
            if legal := play.position.legal(viewer):
                told.append("choices: " + ", ".join(play.setup.choices[code] for code in legal))
        return "\n".join(told)
