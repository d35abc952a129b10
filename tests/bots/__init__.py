"""Tests of bots and of the arena."""
