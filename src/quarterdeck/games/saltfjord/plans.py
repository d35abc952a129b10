"""Looking through a turn: what a player could still do in it, and how it would end.

Every step is taken by the machine's own steps on clones, so nothing here knows a rule. The most
promising moments come first. What chance uncovers stays covered; tokens are usual ones.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

from quarterdeck.games.saltfjord.actions import (
    DEGRADE,
    LINE,
    LOOK,
    PAY,
    PAY_PART,
    SELL,
    TOKEN,
    WORKER,
)
from quarterdeck.games.saltfjord.names import (
    FACES,
    FISHING_TRACK,
    KINDS,
    NO_TOKEN,
    ORDER,
    TOKEN_COUNT,
    TOKEN_TYPES,
)
from quarterdeck.games.saltfjord.pending import Pending
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.sites import best_sites
from quarterdeck.games.saltfjord.steps.building import PlaceTile, RevealTile
from quarterdeck.games.saltfjord.steps.closing import TurnOver
from quarterdeck.games.saltfjord.steps.fishing import DrawToken, KeepToken, LookAtTwo, TokenSpace
from quarterdeck.games.saltfjord.steps.orders import QuayChoice, RevealCrate
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.techs import AbilityChoice, Rearrange, SecondCart
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction, RoundEnd, RoundStart
from quarterdeck.games.saltfjord.worth import Worth
from quarterdeck.kernel.position import NATURE, NOBODY, Step

# A search plays so many choices at most, the most promising first
MOST_CHOICES: Final = 350
# Whoever lets others judge goes on where this much less is promised than what was found
RESERVE: Final = 22.0
# Of the ways to pay and the lines for a die only the best are looked at
WAYS: Final = 2
LINES_PER_DIE: Final = 3
# What it is worth to have Barter still to use in this turn
BARTERED: Final = 0.2
UNKNOWN: Final = -1000.0

THE_END: Final = (TurnOver, RoundStart, RoundEnd)
# Choices that belong to the one before: they are made at once
CLOSED: Final = (
    Pay,
    PlaceTile,
    PlaceStartBuilding,
    QuayChoice,
    KeepToken,
    TokenSpace,
    Rearrange,
    AbilityChoice,
    SecondCart,
)


class Study:
    """A search from the present step of a seat to the end of its turn.

    `reserve`: how much less than the best found so far a moment may promise and still be followed.
    """

    def __init__(
        self, p: SaltfjordPosition, seat: int, effort: int = 1, reserve: float = 0.0
    ) -> None:
        self.p = p.clone()
        self.seat = seat
        forget_hidden(self.p, seat)
        self.worth = Worth(self.p, seat)
        self.pending = Pending(self.worth, seat)
        self.best: list[float] = []
        self.root = 0
        self.reserve = reserve
        self.most_choices = MOST_CHOICES * effort
        self.played = 0
        # Where plans may end: their worth, the choice they begin with, the position, all choices
        self.ends: list[tuple[float, int, SaltfjordPosition, list[int]]] = []
        self._waiting: list[tuple[float, int, int, SaltfjordPosition, list[int], list[int]]] = []
        self._met: set[tuple[float, int, type[Step[Any]]]] = set()

    def judge(self, codes: list[int]) -> list[float]:
        """For each choice, the best that can come of it in this turn."""
        self.best = [UNKNOWN] * len(codes)
        sensible = self._sensible(self.p, self.p.stack[-1], codes)
        for root, code in enumerate(codes):
            if code in sensible:
                self.root = root
                self._follow(self.p, code, [])
        while self._waiting and self.played < self.most_choices:
            promise, _, self.root, p, options, path = heappop(self._waiting)
            if self.reserve - promise <= max(self.best):
                break
            for code in self._sensible(p, p.stack[-1], options):
                self._follow(p, code, path)
        return self.best

    def _follow(self, before: SaltfjordPosition, code: int, path: list[int]) -> None:
        """Take a choice after those of a path, and all that follows without another open one."""
        self.played += 1
        path = [*path, code]
        p = before.clone()
        stack = p.stack
        stack.pop().take(p, code)
        while stack:
            step = stack[-1]
            if isinstance(step, THE_END):
                break
            if step.seat == NOBODY:
                stack.pop().run(p)
            elif step.seat == NATURE:
                stack.pop()
                self._expect(p, step)
            elif step.seat != self.seat:
                break
            else:
                options = step.options(p)
                if len(options) > 1:
                    self._choose(p, step, options, path)
                    return
                stack.pop().take(p, options[0])
        self._note_end(p, self.worth.total(p), path)

    def _choose(
        self, p: SaltfjordPosition, step: Step[Any], options: list[int], path: list[int]
    ) -> None:
        if isinstance(step, CLOSED):
            for code in self._sensible(p, step, options):
                self._follow(p, code, path)
            return
        # Nobody has to do more than this
        found = self.worth.total(p)
        self._note_end(p, found, path)
        promise = found + self.pending.total(p)
        # Ways to the same state promise exactly the same
        key = (promise, len(p.stack), type(step))
        if key not in self._met:
            self._met.add(key)
            heappush(self._waiting, (-promise, self.played, self.root, p, options, path))

    def _note_end(self, p: SaltfjordPosition, worth: float, path: list[int]) -> None:
        self.ends.append((worth, self.root, p, path))
        self.best[self.root] = max(self.best[self.root], worth)

    # Chance

    def _expect(self, p: SaltfjordPosition, step: Step[Any]) -> None:
        """Tokens are usual ones; tiles and crates stay covered."""
        if isinstance(step, DrawToken):
            step.take(p, TOKEN.base + self._usual(p, step.stack))
        elif isinstance(step, LookAtTwo):
            token = self._usual(p, step.stack)
            top = p.put_back[step.stack]
            one = token if top == NO_TOKEN else top
            step.take(p, LOOK.base + one * TOKEN_COUNT + token)
        else:
            assert isinstance(step, RevealTile | RevealCrate)

    def _usual(self, p: SaltfjordPosition, stack: int) -> int:
        """The token nearest to what a draw is worth."""
        kind = stack % TOKEN_TYPES
        catch = self.worth.catch(sum(self.worth.dice_left(p)))
        looks = p.level(self.seat, FISHING_TRACK) and p.token_left[stack] > 1
        mean = (catch.better if looks else catch.any_token)[kind]
        unseen = [token for token in p.table.tokens_of[kind] if p.unseen_tokens[token]]
        far = [abs(catch.token[token] - mean) for token in unseen]
        return unseen[far.index(min(far))]

    # What is worth looking at

    def _sensible(self, p: SaltfjordPosition, step: Step[Any], options: list[int]) -> list[int]:
        if isinstance(step, PlaceTile | PlaceStartBuilding):
            return best_sites(p, self.seat, step, options, self.worth)
        if isinstance(step, Pay):
            return self._ways(p, step, options)
        if isinstance(step, DieUse):
            return self._lines(p, step, options)
        kept: list[int] = []
        icons: list[int] = []
        for code in options:
            if WORKER.has(code):
                icon = p.icon(self.seat, WORKER.value(code))
                # Workers for actions can wait until the main action has been taken
                if icon in icons or (isinstance(step, MainAction) and icon >= ORDER):
                    continue
                icons.append(icon)
            elif SELL.base <= code < DEGRADE.end:
                continue
            kept.append(code)
        return kept

    def _ways(self, p: SaltfjordPosition, step: Pay, options: list[int]) -> list[int]:
        """The ways to pay that leave most."""
        prices = self.worth.prices(sum(self.worth.dice_left(p))).goods
        ways, parts = step.ways(p), step.parts(p)
        left = [
            max(
                sum(way.goods[kind] * prices[kind] for kind in range(KINDS))
                - BARTERED * way.bartered
                for way in (parts[code - PAY_PART.base] if parts else [ways[code - PAY.base]])
            )
            for code in options
        ]
        order = sorted(range(len(options)), key=lambda number: -left[number])
        return [options[number] for number in order[:WAYS]]

    def _lines(self, p: SaltfjordPosition, step: DieUse, options: list[int]) -> list[int]:
        """The lines with most to activate, and the discard."""
        lines = [code for code in options if LINE.has(code)]
        worth = [
            self.pending.line(p, step.colour * FACES + code - LINE.base, 0)
            - self.pending.change(p, step.face, LINE.value(code))
            for code in lines
        ]
        order = sorted(range(len(lines)), key=lambda number: -worth[number])
        return [lines[number] for number in order[:LINES_PER_DIE]] + options[len(lines) :]


def forget_hidden(p: SaltfjordPosition, seat: int) -> None:
    """Tokens that others have put back are any unseen ones for this seat."""
    for stack, token in enumerate(p.put_back):
        if token != NO_TOKEN and not p.known[seat] >> stack & 1:
            p.unseen_tokens[token] += 1
            p.put_back[stack] = NO_TOKEN
