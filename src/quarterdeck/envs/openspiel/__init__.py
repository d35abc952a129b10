"""The games for OpenSpiel (`pip install "quarterdeck[research]"`).

    >>> import pyspiel
    >>> from quarterdeck.envs import openspiel
    >>> openspiel.register()
    >>> game = pyspiel.load_game("quarterdeck_salty_ocean(players=3)")

Chance is explicit, players act one at a time, and nobody is told more than at the table. See
docs/openspiel.md.
"""

from __future__ import annotations

from quarterdeck import games
from quarterdeck.envs.errors import MissingLibrary

__all__ = ["register"]


def register() -> list[str]:
    """Make all games known to `pyspiel.load_game`; gives the names they have there.

    Raises MissingLibrary without OpenSpiel. Doing it again is harmless.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise MissingLibrary("OpenSpiel", "research", error) from None
    from quarterdeck.envs.openspiel.game import PREFIX, make_class, type_of

    names = []
    known = set(pyspiel.registered_names())
    for rules in games.load_all():
        name = PREFIX + rules.id
        if name not in known:
            pyspiel.register_game(type_of(rules), make_class(rules))
        names.append(name)
    return names
