"""Drawing hidden facts again: fishing tokens that others have seen.  SF-11.5"""

from __future__ import annotations

from random import Random

from quarterdeck.games.saltfjord.names import NO_TOKEN, TOKEN_TYPES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import KeepToken, sees_top


def redraw(p: SaltfjordPosition, viewer: int | None, random: Random) -> None:
    """Tokens put back or looked at by others become any unseen ones of their type."""
    place = next((n for n, step in enumerate(p.stack) if isinstance(step, KeepToken)), -1)
    step = p.stack[place] if place >= 0 else None
    covered = [stack for stack in range(len(p.put_back)) if _is_hidden(p, viewer, stack)]
    for stack in covered:
        p.unseen_tokens[p.put_back[stack]] += 1
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


def _is_hidden(p: SaltfjordPosition, viewer: int | None, stack: int) -> bool:
    """Whether a token was put back on a stack that this viewer has not seen there."""
    return p.put_back[stack] != NO_TOKEN and not sees_top(p, viewer, stack)


def _draw(p: SaltfjordPosition, stack: int, random: Random) -> int:
    kinds = p.table.tokens_of[stack % TOKEN_TYPES]
    token = random.choices(kinds, [p.unseen_tokens[kind] for kind in kinds])[0]
    p.unseen_tokens[token] -= 1
    return token
