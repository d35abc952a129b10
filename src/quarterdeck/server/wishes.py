"""What the host of an open table wishes for: whom they would like to play with, in which language,
and whether bots sit down if nobody else comes.

There is no range of ratings: most people have none, those who have keep theirs to themselves unless
they show it, and to be turned away would tell it.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server.errors import TableError
from quarterdeck.server.identity import readable

ANY = "any"
BEGINNERS, EXPERIENCED = "beginners", "experienced"
EXPERIENCES = (ANY, BEGINNERS, EXPERIENCED)
SPOKEN = (ANY, *LANGUAGES)
# After how many hours bots may sit down on the free seats; 0: never.
FILL_HOURS = (0, 1, 6, 24, 72)
HOUR = 3600.0
LONGEST_REMARK = 140


@dataclass(frozen=True)
class Wishes:
    """`fill_after`: so many hours after the table was set up, `fill_bot` takes the free seats."""

    experience: str = ANY
    language: str = ANY
    remark: str = ""
    fill_after: int = 0
    fill_bot: str = ""

    def checked(self) -> Wishes:
        """The same with a remark that people can read; raises if something is unknown."""
        for name, value, known in (
            ("experience", self.experience, EXPERIENCES),
            ("language", self.language, SPOKEN),
            ("fill_after", self.fill_after, FILL_HOURS),
        ):
            if value not in known:
                raise TableError("qd.server.malformed", fields=name)
        remark = readable(self.remark)
        if len(remark) > LONGEST_REMARK:
            raise TableError("qd.server.long_remark", most=LONGEST_REMARK)
        return Wishes(self.experience, self.language, remark, self.fill_after, self.fill_bot)


NO_WISHES = Wishes()
