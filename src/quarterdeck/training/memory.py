"""The latest games of a run, kept on disk round by round: what was learnt is not forgotten at once.

A run that is resumed finds them again, so it goes on as if it had not been interrupted.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from quarterdeck.training.episodes import Episode

PARTS = ("rows", "shares", "points")


class Memory:
    """The games of the last few rounds, oldest first; each round is known by its last game."""

    def __init__(self, folder: Path, rounds: int) -> None:
        self.folder = folder
        self.rounds = rounds
        self._kept: dict[int, list[Episode]] = {}

    @property
    def episodes(self) -> list[Episode]:
        return [episode for last in sorted(self._kept) for episode in self._kept[last]]

    def add(self, last: int, episodes: list[Episode]) -> None:
        """Keep a round; whole or not at all."""
        self._kept[last] = episodes
        arrays = {
            f"{part}_{number}": getattr(episode, part)
            for number, episode in enumerate(episodes)
            for part in PARTS
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        written = self.folder / "round.new"
        with written.open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        written.replace(self._file(last))

    def forget(self) -> None:
        """Let go of what is too old. Call it when a run's state has been kept: until then, a
        resumed run may need it."""
        for last in sorted(self._kept)[: -self.rounds]:
            del self._kept[last]
            self._file(last).unlink(missing_ok=True)

    def read(self, games: int) -> None:
        """The rounds up to so many games; later ones were never learnt from."""
        self._kept = {}
        for path in sorted(self.folder.glob("round_*.npz")):
            last = int(path.stem.removeprefix("round_"))
            if last > games:
                path.unlink()
                continue
            with np.load(path, allow_pickle=False) as file:
                count = len(file.files) // len(PARTS)
                self._kept[last] = [
                    Episode(*(file[f"{part}_{number}"] for part in PARTS))
                    for number in range(count)
                ]
        self.forget()

    def _file(self, last: int) -> Path:
        return self.folder / f"round_{last:08}.npz"
