"""Drawing hidden facts again: fishing tokens that others have seen.  SF-11.5"""

from __future__ import annotations

from random import Random

from quarterdeck.games.saltfjord.names import NO_TOKEN, TOKEN_TYPES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import KeepToken, sees_top


def redraw(p: SaltfjordPosition, viewer: int | None, random: Random) -> None:
    """Tokens put back or looked at by others become any unseen ones of their type."""
    place, step = _looking(p, viewer)
    covered = [stack for stack in range(len(p.put_back)) if _is_hidden(p, viewer, stack)]
    for stack in covered:
        p.unseen_tokens[p.put_back[stack]] += 1
    if step is not None:
        p.unseen_tokens[step.other] += 1
        if p.put_back[step.stack] == NO_TOKEN:
            p.unseen_tokens[step.one] += 1
    for stack in covered:
        p.put_back[stack] = _draw(p, stack, random)
    if step is not None:
        one = p.put_back[step.stack]
        if one == NO_TOKEN:
            one = _draw(p, step.stack, random)
        other = _draw(p, step.stack, random)
        p.stack[place] = KeepToken(step.seat, step.stack, one, other)


def _looking(p: SaltfjordPosition, viewer: int | None) -> tuple[int, KeepToken | None]:
    """Where on the stack somebody else looks at two tokens, and that step."""
    for place, step in enumerate(p.stack):
        if isinstance(step, KeepToken) and step.seat != viewer:
            return place, step
    return -1, None


def _is_hidden(p: SaltfjordPosition, viewer: int | None, stack: int) -> bool:
    """Whether a token was put back on a stack that this viewer has not seen there."""
    return p.put_back[stack] != NO_TOKEN and not sees_top(p, viewer, stack)


def _draw(p: SaltfjordPosition, stack: int, random: Random) -> int:
    kinds = p.table.tokens_of[stack % TOKEN_TYPES]
    token = random.choices(kinds, [p.unseen_tokens[kind] for kind in kinds])[0]
    p.unseen_tokens[token] -= 1
    return token
