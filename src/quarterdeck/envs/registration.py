"""The ids by which Gymnasium knows the games.

`gymnasium.make` finds them once `quarterdeck.envs.gymnasium` was imported, or by the long way:
`gymnasium.make("quarterdeck.envs.gymnasium:quarterdeck/SaltyOcean-v1")`.
"""

from __future__ import annotations

import gymnasium

from quarterdeck import games

NAMESPACE = "quarterdeck"
VERSION = 1
# Any game, by the argument `game`: also those that packages add
ANY_GAME = "Game"
_ENTRY = "quarterdeck.envs.gymnasium:GameEnv"
_VECTOR_ENTRY = "quarterdeck.envs.vector:VectorGameEnv"


def env_id(game: str) -> str:
    """How Gymnasium calls a game of the house: `quarterdeck/SaltyOcean-v1`."""
    name = "".join(word.capitalize() for word in game.split("_"))
    return f"{NAMESPACE}/{name}-v{VERSION}"


def register() -> None:
    """Make the games known; once is enough."""
    for name, settings in [(game, {"game": game}) for game in games.GAMES] + [(ANY_GAME, {})]:
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                env_id(name), entry_point=_ENTRY, vector_entry_point=_VECTOR_ENTRY, kwargs=settings
            )
