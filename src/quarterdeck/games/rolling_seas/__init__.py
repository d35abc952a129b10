"""Rolling Seas (1 to 6 players): sail, explore, and tell the story in every port."""

from quarterdeck.games.rolling_seas.rules import RollingSeas

RULES = RollingSeas()
