"""What a boat may still bring home: expected tokens, zones and returns."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import (
    DOUBLE_SPACE,
    KINDS,
    TOKEN_TYPES,
    ZONES,
)
from quarterdeck.games.saltfjord.position import SaltfjordPosition

MOST_FISHINGS: Final = 16
# Of two tokens one keeps the better; the better of a few is the one that is doubled
PICK: Final = 0.6
BEST_OF_MANY: Final = 1.3


class Catch:
    """The best use of a number of Go fishing actions, from each zone."""

    def __init__(self, p: SaltfjordPosition, goods: list[float]) -> None:
        self.p = p
        box = p.table.box
        self.token = [
            box.token_points[token]
            + sum(box.token_goods[token][kind] * goods[kind] for kind in range(KINDS))
            for token in range(len(box.token_points))
        ]
        # By type: the worth of any token, of the better of two, and the points to double
        self.any_token = [0.0] * TOKEN_TYPES
        self.better = [0.0] * TOKEN_TYPES
        self.doubled = [0.0] * TOKEN_TYPES
        for kind in range(TOKEN_TYPES):
            tokens = p.table.tokens_of[kind]
            count = sum(p.unseen_tokens[token] for token in tokens)
            if not count:
                continue
            mean = sum(p.unseen_tokens[t] * self.token[t] for t in tokens) / count
            spread = sum(p.unseen_tokens[t] * abs(self.token[t] - mean) for t in tokens) / count
            points = sum(p.unseen_tokens[t] * box.token_points[t] for t in tokens) / count
            self.any_token[kind] = mean
            self.better[kind] = mean + PICK * spread
            self.doubled[kind] = points * BEST_OF_MANY
        self._tables: dict[int, list[list[float]]] = {}

    def promise(self, level: int, upgraded: bool, zone: int, fishings: float) -> float:
        """Points to hope for from so many Go fishing actions, which need not be whole."""
        key = level * 2 + upgraded
        table = self._tables.get(key)
        if table is None:
            table = self._table(level, upgraded)
            self._tables[key] = table
        fishings = min(fishings, MOST_FISHINGS - 0.01)
        whole = int(fishings)
        part = fishings - whole
        return table[whole][zone] * (1 - part) + table[whole + 1][zone] * part

    def _table(self, level: int, upgraded: bool) -> list[list[float]]:
        p = self.p
        zone_points = p.table.box.zone_points
        types = 1 if level < 2 else min(level, TOKEN_TYPES)
        by_type = self.better if level else self.any_token
        token = [0.0] * (ZONES + 1)
        double = 0.0
        for zone in range(1, ZONES + 1):
            for kind in range(types):
                if p.token_left[(zone - 1) * TOKEN_TYPES + kind]:
                    token[zone] = max(token[zone], by_type[kind])
                    double = max(double, self.doubled[kind])
        farthest = ZONES if upgraded else DOUBLE_SPACE
        table = [[0.0] * (ZONES + 1)]
        for left in range(1, MOST_FISHINGS + 1):
            before = table[left - 1]
            row = [0.0] * (ZONES + 1)
            for zone in range(ZONES + 1):
                found = before[zone]
                if zone < farthest:
                    found = max(found, token[zone + 1] + before[zone + 1])
                if zone:
                    home = zone_points[zone] + (double if upgraded else 0.0)
                    found = max(found, home + before[0])
                row[zone] = found
            table.append(row)
        return table
