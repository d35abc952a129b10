"""Upon a Salty Ocean (2 to 4 players): salt, fish and the city of Rouen."""

from quarterdeck.games.salty_ocean.rules import SaltyOcean

RULES = SaltyOcean()
