"""Skerries: what a rower may know, as numbers."""

from __future__ import annotations

from quarterdeck.kernel.features import Feature, FeatureSet, flags
from tests.toy import position as sk
from tests.toy.position import SkerriesPosition

SEATS = 4
TIDES = 10
SHELLS = 10

FEATURES = FeatureSet(
    [
        Feature("tide", 0, 1, "the tide, in tens"),
        Feature("lanes", 0, 1, "everybody chooses a course"),
        *flags("charm", (*sk.CHARMS, "none"), "their own charm"),
    ],
    [
        Feature("present", 0, 1, "somebody has this seat"),
        Feature("asked", 0, 1, "they are to choose"),
        Feature("shells", 0, 10, "shells, in tens"),
        Feature("wrecked", 0, 1, "they are wrecked"),
        *flags("at", (*sk.SKERRIES, "ashore"), "where they are"),
    ],
    SEATS,
    SHELLS,
    ("shells", SHELLS),
)


DETAILS = FeatureSet(
    [Feature(f"gone.{charm}", 0, 3, "charms used up") for charm in sk.CHARMS],
    [Feature("rope", 0, 2, "the rope they anchor with")],
    SEATS,
)


def encode_details(p: SkerriesPosition, viewer: int) -> list[float]:
    ropes = [float(p.rope[(viewer + i) % p.seats]) for i in range(p.seats)]
    return [*map(float, p.gone), *ropes, *[0.0] * (SEATS - p.seats)]


def encode(p: SkerriesPosition, viewers: list[int], advice: bool) -> list[float]:
    rows: list[float] = []
    for viewer in viewers:
        rows += [p.tide / TIDES, float(bool(p.lanes))]
        rows += _one_of(4, p.charm[viewer])
        for i in range(p.seats):
            seat = (viewer + i) % p.seats
            rows += [1.0, float(seat in p.actors())]
            rows += [p.shells[seat] / SHELLS, float(p.wrecked[seat])]
            rows += _one_of(4, p.spot[seat])
        rows += [0.0] * FEATURES.seat_size * (SEATS - p.seats)
    return rows


def _one_of(count: int, which: int) -> list[float]:
    row = [0.0] * count
    row[which] = 1.0  # the last if there is none
    return row
