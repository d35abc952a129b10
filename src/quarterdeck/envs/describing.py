"""What observations and actions of a game are, in words and as data: `quarterdeck spaces`.

Needs no library, so whoever is about to install one can look first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.features import Feature, FeatureSet
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

# Whom numbers are about: everybody, or a chair ("own", "rival_1", …)
TABLE = "table"


@dataclass(frozen=True)
class Field:
    """Numbers that belong together: those of one block whose names differ in the last word."""

    block: str
    name: str
    features: tuple[Feature, ...]
    places: tuple[int, ...]  # in the flat observation

    @property
    def words(self) -> tuple[str, ...]:
        """What each number is about; of one that stands alone, the field's own name."""
        return tuple(feature.name.rpartition(".")[2] for feature in self.features)

    @property
    def least(self) -> float:
        return min(feature.least for feature in self.features)

    @property
    def most(self) -> float:
        return max(feature.most for feature in self.features)

    @property
    def about(self) -> str | None:
        """What all numbers say, if they differ in their words only."""
        said = {
            feature.about.removesuffix(f": {word}")
            for feature, word in zip(self.features, self.words, strict=True)
        }
        return said.pop() if len(said) == 1 else None


def features_of(rules: AnyRules, advice: bool = True) -> FeatureSet:
    """The numbers of a game, with advice or the facts alone; raises BadSetup if it has no
    encoder."""
    if rules.features is None:
        raise BadSetup(Message("qd.env.no_features", game=rules.title))
    return rules.features if advice else rules.features.facts


def find_observed(rules: AnyRules, advice: bool, details: bool) -> list[Field]:
    """All that is observed, put together by the names that numbers share; details come last."""
    features = features_of(rules, advice)
    fields = find_fields(features)
    if details and rules.details is not None:
        fields += find_fields(rules.details, len(features))
    return fields


def find_fields(features: FeatureSet, first: int = 0) -> list[Field]:
    """The numbers of a set, put together by the names that they share; `first`: where it begins."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, feature in enumerate(features.all):
        block, name = TABLE, feature.name
        if place >= features.table_size:
            block, _, name = name.partition(".")
        parent, _, word = name.rpartition(".")
        found.setdefault((block, parent or word), []).append(place)
    return [
        Field(
            block,
            name,
            tuple(features.all[place] for place in places),
            tuple(first + place for place in places),
        )
        for (block, name), places in found.items()
    ]


def factored_sizes(space: ActionSpace) -> list[int]:
    """How many values each part of a factored action has: family, first parameter, and so on."""
    longest = max(len(family.parameters) for family in space.families)
    sizes = [len(space.families)]
    for place in range(longest):
        sizes.append(
            max(f.parameters[place].size for f in space.families if len(f.parameters) > place)
        )
    return sizes


def describe_spaces(
    rules: AnyRules, seats: int, advice: bool = False, details: bool = False
) -> dict[str, Any]:
    """Observation and actions as plain data."""
    features = features_of(rules, advice)
    fields = find_observed(rules, advice, details)
    return {
        "game": rules.id,
        "rules": rules.version,
        "seats": seats,
        "observation": {
            "advice": advice,
            "details": details,
            "size": sum(len(field.places) for field in fields),
            "dtype": "float32",
            "version": features.version,
            "details_version": None if rules.details is None else rules.details.version,
            "blocks": _describe_blocks(fields, seats),
        },
        "actions": {
            "size": rules.space.size,
            "families": _describe_families(rules.space),
            "factored": factored_sizes(rules.space),
        },
    }


def _describe_blocks(fields: list[Field], seats: int) -> list[dict[str, Any]]:
    blocks: dict[str, list[Field]] = {}
    for field in fields:
        blocks.setdefault(field.block, []).append(field)
    return [
        {
            "block": block,
            # After the table come the chairs, first that of the observer
            "present": number <= seats,
            "size": sum(len(field.places) for field in of_block),
            "fields": [_describe_field(field) for field in of_block],
        }
        for number, (block, of_block) in enumerate(blocks.items())
    ]


def _describe_field(field: Field) -> dict[str, Any]:
    return {
        "field": field.name,
        "shape": [len(field.places)],
        "least": field.least,
        "most": field.most,
        "numbers": [
            {
                "place": place,
                "name": feature.name,
                "least": feature.least,
                "most": feature.most,
                "about": feature.about,
                "advice": feature.is_advice,
            }
            for place, feature in zip(field.places, field.features, strict=True)
        ],
    }


def _describe_families(space: ActionSpace) -> list[dict[str, Any]]:
    return [
        {
            "family": family.name,
            "first": family.base,
            "size": family.size,
            "rule": family.rule,
            "group": family.group,
            "parameters": [
                {"name": each.name, "size": each.size, "values": list(each.words)}
                for each in family.parameters
            ],
        }
        for family in space.families
    ]
