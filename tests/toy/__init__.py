"""Skerries: a small invented game that uses everything the machine offers. For tests only."""

from tests.toy.rules import Skerries

TOY = Skerries()

__all__ = ["TOY", "Skerries"]
