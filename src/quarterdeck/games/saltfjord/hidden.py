"""Drawing hidden facts again: fishing tokens that others have seen.  SF-11.5"""

from __future__ import annotations

from random import Random

from quarterdeck.games.saltfjord.names import NO_TOKEN, TOKEN_TYPES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import KeepToken


def redraw(p: SaltfjordPosition, viewer: int | None, random: Random) -> None:
    """Tokens put back or looked at by others become any unseen ones of their type."""
    covered = [
        stack
        for stack, token in enumerate(p.put_back)
        if token != NO_TOKEN and not (viewer is not None and p.known[viewer] >> stack & 1)
    ]
    for stack in covered:
        p.unseen_tokens[p.put_back[stack]] += 1
    place = next((n for n, step in enumerate(p.stack) if isinstance(step, KeepToken)), -1)
    step = p.stack[place] if place >= 0 else None
    if not isinstance(step, KeepToken) or step.seat == viewer:
        for stack in covered:
            p.put_back[stack] = _draw(p, stack, random)
        return
    # Whoever looks at two tokens has a choice, so they differ
    fresh = p.put_back[step.stack] == NO_TOKEN
    p.unseen_tokens[step.other] += 1
    if fresh:
        p.unseen_tokens[step.one] += 1
    start = p.unseen_tokens[:]
    one = other = step.one
    while one == other:
        p.unseen_tokens = start[:]
        for stack in covered:
            p.put_back[stack] = _draw(p, stack, random)
        one = _draw(p, step.stack, random) if fresh else p.put_back[step.stack]
        other = _draw(p, step.stack, random)
    p.stack[place] = KeepToken(step.seat, step.stack, one, other)


def _draw(p: SaltfjordPosition, stack: int, random: Random) -> int:
    kinds = p.table.tokens_of[stack % TOKEN_TYPES]
    token = random.choices(kinds, [p.unseen_tokens[kind] for kind in kinds])[0]
    p.unseen_tokens[token] -= 1
    return token
