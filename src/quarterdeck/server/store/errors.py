"""What the store cannot do."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else was faster: this ply, key, seat or wish is taken or gone."""


class TooFast(Exception):
    """Somebody has said as much lately as one may."""


class NameHeld(Exception):
    """Somebody else has protected a name that looks like this one."""
