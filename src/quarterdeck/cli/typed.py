"""What people type, as notations of the game: in any case, and short where that is clear."""

from __future__ import annotations

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.faces import Choice
from quarterdeck.kernel.messages import Message

LONGEST_NUMBER = 9  # digits


def pick(choices: list[Choice], typed: str) -> Choice:
    """The choice with a number."""
    number = int(typed[:LONGEST_NUMBER])
    if not 1 <= number <= len(choices):
        raise BadSetup(Message("qd.cli.error.number", number=number, count=len(choices)))
    return choices[number - 1]


def notations(typed: str, space: ActionSpace, open_choices: list[Choice]) -> list[str]:
    """The choices of a line, separated by `;`. The first may leave out the name of its family."""
    first, *others = (part.strip() for part in typed.split(";"))
    return [_meant(first, space, open_choices), *(_spelled(part, space) for part in others)]


def _meant(text: str, space: ActionSpace, open_choices: list[Choice]) -> str:
    wanted = " ".join(text.split()).casefold()
    meant = [c.notation for c in open_choices if c.notation.partition(" ")[2].casefold() == wanted]
    return meant[0] if wanted and len(meant) == 1 else _spelled(text, space)


def _spelled(text: str, space: ActionSpace) -> str:
    """The text as the game spells it; as it was typed where nothing matches."""
    words = text.split()
    family = next((f for f in space.families if words and f.name == words[0].casefold()), None)
    if family is None:
        return text
    spelled = [family.name]
    for number, word in enumerate(words[1:]):
        known = family.parameters[number].words if number < len(family.parameters) else []
        spelled.append(next((k for k in known if k.casefold() == word.casefold()), word))
    return " ".join(spelled)
