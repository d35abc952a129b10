"""Reaching people who are not looking: what is said, to whom, when, and by which channel."""
