"""Saltfjord (1 to 4 players): a village, its quays and the fjord."""
