"""Checks and build steps of the project itself. Nothing here is installed."""
