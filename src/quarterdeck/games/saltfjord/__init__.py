"""Saltfjord (1 to 4 players): a village, its quays and the fjord."""

from quarterdeck.games.saltfjord.rules import Saltfjord

RULES = Saltfjord()
