"""The latest rounds of games of a run, kept so that each is learnt from more than once."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.training.episodes import Episode

PARTS = ("rows", "shares", "points")


class Memory:
    """Rounds by the number of games that had been played after them, one file each."""

    def __init__(self, folder: Path, rounds: int) -> None:
        self.folder = folder
        self.rounds = rounds
        self._known: dict[int, list[Episode]] = {}

    def add(self, games: int, episodes: Sequence[Episode]) -> None:
        """Remember a round, and forget the one that is too long ago."""
        joined = _join(episodes)
        self.folder.mkdir(exist_ok=True)
        path = self._path(games)
        written = path.with_name(path.name + ".new")
        with written.open("wb") as file:
            np.savez_compressed(
                file,
                allow_pickle=False,
                **{
                    f"{part}_{number}": getattr(episode, part)
                    for number, episode in enumerate(joined)
                    for part in PARTS
                },
            )
        written.replace(path)
        self._known[games] = joined
        self._known = dict(sorted(self._known.items())[-self.rounds :])

    def recall(self) -> list[Episode]:
        """The games of all rounds that are remembered, those with equally many seats joined."""
        return [episode for episodes in self._known.values() for episode in episodes]

    def read(self, games: int) -> None:
        """Remember what a run knew that has played so many games; raises BadSetup if a file is
        broken. A round after that was not learnt from yet, and will be played again."""
        paths = {int(path.stem): path for path in self.folder.glob("*.npz")}
        known = sorted(number for number in paths if number <= games)[-self.rounds :]
        self._known = {number: _read(paths[number]) for number in known}

    def drop_old(self) -> None:
        """Remove the files of rounds that are forgotten."""
        for path in self.folder.glob("*.npz"):
            if int(path.stem) < min(self._known, default=0):
                path.unlink()

    def _path(self, games: int) -> Path:
        return self.folder / f"{games:08}.npz"


def _join(episodes: Sequence[Episode]) -> list[Episode]:
    """Games with equally many seats become one."""
    joined = []
    for seats in sorted({episode.rows.shape[1] for episode in episodes}):
        alike = [episode for episode in episodes if episode.rows.shape[1] == seats]
        rows, shares, points = (
            np.concatenate([getattr(episode, part) for episode in alike]) for part in PARTS
        )
        joined.append(Episode(rows, shares, points))
    return joined


def _read(path: Path) -> list[Episode]:
    try:
        with np.load(path, allow_pickle=False) as file:
            count = len(file.files) // len(PARTS)
            return [Episode(*(file[f"{part}_{n}"] for part in PARTS)) for n in range(count)]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as broken:
        raise BadSetup(Message("qd.error.train.broken", file=str(path))) from broken
