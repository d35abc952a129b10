"""One game being played, dealt by a seeded dealer outside the rules.

    >>> from quarterdeck.envs.match import Match
    >>> match = Match("salty_ocean", seats=3)
    >>> match.reset(seed=7)
    >>> match.play(match.legal(match.actor)[0])

The same seed and the same choices give the same game, bit for bit, in every build.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from quarterdeck import games
from quarterdeck.envs.reading import read_seats, read_seed, read_wishes, repeat
from quarterdeck.envs.rewards import win_shares
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.kernel.options import SEEDS
from quarterdeck.kernel.playout import pick
from quarterdeck.kernel.position import NOBODY, Position
from quarterdeck.kernel.rules import AnyRules, Rules


def load_rules(game: object) -> AnyRules:
    """The rules of a game by its id, or as they are given; raises UnknownName."""
    if isinstance(game, Rules):
        return game
    if not isinstance(game, str):
        raise UnknownName("game", repeat(game), list(games.GAMES))
    return games.load(game)


class Match:
    """One game at a time, of a setup that stays. Call `reset` before anything else."""

    def __init__(
        self,
        game: str | AnyRules,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.rules = load_rules(game)
        self.wishes = read_wishes(options)
        self.seats, chosen = self.rules.checked_setup(read_seats(seats), self.wishes)
        # Words such as `generated`, which get a number drawn for each game
        self._drawn = [
            option.id
            for option in self.rules.options
            if self.wishes.get(option.id, option.default) in option.seeded
        ]
        self.options = chosen
        self.dealer = random.Random()
        self._first = self.rules.start(self.seats, chosen)
        self.position: Position = self._first.clone()
        # All choices so far as (seat, code), and how many of them everybody knows of
        self.choices: list[tuple[int, int]] = []
        self._known = 0
        self._lanes_opened = -1

    # Starting and going on

    def reset(self, seed: int | None = None) -> None:
        """A new game. A seed sets the dealer; without one it goes on as it is. Raises BadSetup, and
        changes nothing, if it is none."""
        number = read_seed(seed)
        if number is not None:
            self.dealer.seed(number)
        if self._drawn:
            self._draw_options()
        self.position = self._first.clone()
        self.choices = []
        self._settle()

    def play(self, code: int, seat: int | None = None) -> None:
        """Carry out a choice of whoever is to act, or of another seat that is asked as well; then
        deal what is due. Raises, and changes nothing, if it is not open."""
        acting = self.actor if seat is None else seat
        self.position.play(acting, code)
        self.choices.append((acting, code))
        self._settle()

    def _settle(self) -> None:
        position = self.position
        while position.chance:
            position.deal(pick(position.outcomes(), self.dealer.random()))
        if not position.lanes:
            self._known = len(self.choices)
            self._lanes_opened = -1
        elif position.barrier != self._lanes_opened:
            self._known = len(self.choices)
            self._lanes_opened = position.barrier

    def _draw_options(self) -> None:
        wishes = dict(self.options)
        for name in self._drawn:
            word = self.wishes.get(name) or next(
                option.default for option in self.rules.options if option.id == name
            )
            wishes[name] = f"{word}:{self.dealer.randrange(SEEDS)}"
        _, self.options = self.rules.checked_setup(self.seats, wishes)
        self._first = self.rules.start(self.seats, self.options)

    # What stands

    @property
    def actor(self) -> int:
        """Whose choice comes next: while several act at once, the first of them; NOBODY at the
        end. In which order they act makes no difference: nobody sees what others do meanwhile."""
        actors = self.position.actors()
        return actors[0] if actors else NOBODY

    @property
    def actors(self) -> list[int]:
        """Everybody who is asked."""
        return self.position.actors()

    def legal(self, seat: int) -> list[int]:
        """The open choices of a seat, increasing; empty if it is not asked. Do not change it."""
        return self.position.legal(seat)

    @property
    def finished(self) -> bool:
        return self.position.finished

    def last_choice(self, viewer: int | None) -> tuple[int, int] | None:
        """The latest choice that this viewer knows of, as seat and code."""
        if self._known == len(self.choices) > 0:
            return self.choices[-1]
        for number in range(len(self.choices) - 1, -1, -1):
            if number < self._known or self.choices[number][0] == viewer:
                return self.choices[number]
        return None

    # How it ended

    @property
    def scores(self) -> list[int]:
        return self.position.scores

    @property
    def ranks(self) -> list[int]:
        """1 for the winners; whoever has lost alone comes second."""
        return self.rules.final_ranks(self.position)

    @property
    def win_shares(self) -> list[float]:
        """Winners share the win."""
        return win_shares(self.rules, self.position)
