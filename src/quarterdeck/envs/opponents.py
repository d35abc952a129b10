"""The other seats of a game in which one seat learns: bots of the house, by the words that ask for
them. They are shown imagined worlds only."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quarterdeck.bots import Bot, Budget, ask, make
from quarterdeck.bots.specs import normalize
from quarterdeck.envs.match import Match
from quarterdeck.envs.reading import as_whole, read_seed, repeat
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

# By the clock, no game could be played again.
ENDLESS = Budget(math.inf)
# Any open choice: whoever takes it needs no world to look at.
RANDOM = "random"
# The agent’s seat moves on by one with every game.
ROTATE = "rotate"


def check_opponents(opponents: object, others: int) -> tuple[str, ...]:
    """One bot for each other seat: the same for all, or one each; raises UnknownName, BadSetup."""
    if isinstance(opponents, str):
        return (normalize(opponents),) * others
    if not isinstance(opponents, Sequence) or not all(isinstance(o, str) for o in opponents):
        raise BadSetup(Message("qd.env.opponents_kind", opponents=repeat(opponents)))
    if len(opponents) != others:
        raise BadSetup(Message("qd.env.opponents", found=len(opponents), others=others))
    return tuple(normalize(each) for each in opponents)


def check_seat(seat: int | str, seats: int) -> int | str:
    """A seat of the table, or `rotate`; raises BadSetup."""
    if isinstance(seat, str) and seat == ROTATE:
        return seat
    place = as_whole(seat)
    if place is not None and 0 <= place < seats:
        return place
    raise BadSetup(Message("qd.env.seat", seat=repeat(seat), last=seats - 1))


class Table:
    """A game between one seat and bots on the others, from the next seat on in turn order."""

    def __init__(self, match: Match, opponents: str | Sequence[str], seat: int | str) -> None:
        self.match = match
        self._specs = check_opponents(opponents, match.seats - 1)
        self._wish = check_seat(seat, match.seats)
        self._games = 0
        self.seat = 0
        self._bots: dict[int, Bot | None] = {}

    def reset(self, seed: int | None) -> None:
        """A new game, up to the first choice of the agent. A seed begins the rotation anew. Raises
        BadSetup, and changes nothing, if it is none."""
        match = self.match
        if read_seed(seed) is not None:
            self._games = 0
        self.seat = self._games % match.seats if isinstance(self._wish, str) else self._wish
        self._games += 1
        match.reset(seed)
        for place, spec in enumerate(self._specs, 1):
            number = match.dealer.getrandbits(64)
            self._bots[(self.seat + place) % match.seats] = (
                None if spec == RANDOM else make(spec, match.rules, number)
            )
        self._let_others_play()

    def play(self, code: int) -> None:
        """A choice of the agent, and what the others answer until it is asked again or the game
        is over. Raises, and changes nothing, if it is not open."""
        self.match.play(code, self.seat)
        self._let_others_play()

    def _let_others_play(self) -> None:
        match = self.match
        while not match.finished and not match.legal(self.seat):
            actor = match.actor
            bot = self._bots[actor]
            if bot is None:
                legal = match.legal(actor)
                match.play(legal[int(match.dealer.random() * len(legal))], actor)
            else:
                match.play(ask(bot, match.position, actor, ENDLESS), actor)
