"""Scientific discoveries.  SM-16"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import NONE, PICK, TOKEN
from quarterdeck.games.seul_maitre.chart import CELL_OF, PORT, SITE
from quarterdeck.games.seul_maitre.names import (
    FAMILY_COUNT,
    RARITY_COUNT,
    SCIENTIST,
    SITES,
    TOP_LEVEL,
    branch_at,
    family_of,
    pile_at,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.obstacles import (
    HOLD_FULL,
    NO_TOKEN_LEFT,
    NOT_ON_A_SITE,
    OWN_MARKER,
    RARITY_NOT_ALLOWED,
    STORM_OVER_IT,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.words import family_name, rarity_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step


def site_of(p: MasterPosition, seat: int) -> int:
    """The site this ship is on, or -1."""
    place = p.place[seat]
    return p.chart.site_at[place - SITE] if SITE <= place < PORT else -1


def discovery_obstacle(p: MasterPosition, seat: int) -> Obstacle | None:
    """SM-16.1 to SM-16.5"""
    site = site_of(p, seat)
    if site < 0:
        return NOT_ON_A_SITE
    if p.covered(CELL_OF[p.place[seat]]):
        return STORM_OVER_IT
    if p.markers[seat] >> site & 1:
        return OWN_MARKER
    if not p.room(seat):
        return HOLD_FULL
    for rarity in range(RARITY_COUNT):
        if rarity_obstacle(p, seat, site, rarity) is None:
            return None
    return NO_TOKEN_LEFT


def rarity_obstacle(p: MasterPosition, seat: int, site: int, rarity: int) -> Obstacle | None:
    """SM-16.4, SM-16.5"""
    if rarity > p.level[branch_at(seat, SCIENTIST)]:
        return RARITY_NOT_ALLOWED
    return None if p.pile[pile_at(site, rarity)] else NO_TOKEN_LEFT


def explore(p: MasterPosition, seat: int) -> None:
    site = site_of(p, seat)
    p.push(MarkSite(seat, site))
    p.push(Pick(seat, site, 0))


class Pick(Step[MasterPosition]):
    """The rarity of the token to draw; a second one may be declined.  SM-16.4 to SM-16.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "site", "second")

    def __init__(self, seat: int, site: int, second: int) -> None:
        super().__init__(seat)
        self.site = site
        self.second = second

    def options(self, position: MasterPosition) -> list[int]:
        codes = [
            PICK.at(rarity)
            for rarity in range(RARITY_COUNT)
            if rarity_obstacle(position, self.seat, self.site, rarity) is None
        ]
        if self.second:
            codes.append(NONE.base)
        return codes

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        if code == NONE.base:
            return
        rarity = PICK.value(code)
        p.pile[pile_at(self.site, rarity)] -= 1
        if p.log is not None:
            p.say(Message("sm.log.discovers", seat=self.seat, rarity=rarity_name(rarity)))
        trained = p.level[branch_at(self.seat, SCIENTIST)]
        if not self.second and trained == TOP_LEVEL:
            p.push(SecondPick(self.seat, self.site))
        p.push(DrawToken(self.seat, rarity))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not PICK.has(code):
            return NOT_OFFERED
        return explain(rarity_obstacle(position, self.seat, self.site, PICK.value(code)))


class SecondPick(Phase[MasterPosition]):
    """A Scientist of level 3 may take a second token if there is room.  SM-16.4, SM-16.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "site")

    def __init__(self, owner: int, site: int) -> None:
        super().__init__()
        self.owner = owner
        self.site = site

    def run(self, position: MasterPosition) -> None:
        if position.room(self.owner):
            position.push(Pick(self.owner, self.site, 1))


class DrawToken(ChanceStep[MasterPosition]):
    """A token of the named rarity, unseen by the others.  SM-16.5, SM-16.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "rarity")

    def __init__(self, owner: int, rarity: int) -> None:
        super().__init__()
        self.owner = owner
        self.rarity = rarity

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        first = token_kind(self.rarity, 0)
        unseen = position.unseen
        return [
            (TOKEN.base + first + family, unseen[first + family])
            for family in range(FAMILY_COUNT)
            if unseen[first + family]
        ]

    def audience(self) -> int:
        return self.owner

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        token = code - TOKEN.base
        p.unseen[token] -= 1
        p.carried[token_at(self.owner, token)] += 1
        p.aboard[self.owner] += 1
        if p.log is not None:
            family = family_name(family_of(token))
            p.say(Message("sm.log.token", seat=self.owner, family=family), self.owner)


class MarkSite(Phase[MasterPosition]):
    """A marker on the site; full sets of markers come back.  SM-16.8, SM-16.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "site")

    def __init__(self, owner: int, site: int) -> None:
        super().__init__()
        self.owner = owner
        self.site = site

    def run(self, position: MasterPosition) -> None:
        p = position
        p.markers[self.owner] |= 1 << self.site
        wanted = 0
        for site in range(SITES):
            first = pile_at(site, 0)
            if any(p.pile[first : first + RARITY_COUNT]):
                wanted |= 1 << site
        for seat in range(p.seats):
            if p.markers[seat] and p.markers[seat] & wanted == wanted:
                p.markers[seat] = 0
                if p.log is not None:
                    p.say(Message("sm.log.markers_back", seat=seat))
