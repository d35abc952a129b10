"""Seul Maître à Bord (2 to 4 players): wind, trade, discoveries and combats at sea."""

from quarterdeck.games.seul_maitre.rules import SeulMaitre

RULES = SeulMaitre()
