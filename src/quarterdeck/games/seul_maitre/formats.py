"""Component files of an older format: what went without saying in them, and their fingerprints."""

from __future__ import annotations

import copy
from typing import Any, Final

from quarterdeck.games.seul_maitre.names import BRANCHES, FAMILY_COUNT, PIRATES, RARITIES
from quarterdeck.kernel.componentfile import ComponentFile

PRESENT: Final = 2
_INFERRED: Final = "inferred"
_RECONSTRUCTED: Final = "reconstructed"

Data = dict[str, Any]


def renew(data: Data) -> Data:
    """A file of format 1 in the present format; any other is left as it is."""
    if type(data.get("format")) is not int or data["format"] != 1:
        return data
    new = copy.deepcopy(data)
    new["format"] = PRESENT
    price = new.get("price")
    if isinstance(price, dict):
        _add(price, "improvements_per_action", 1, _RECONSTRUCTED)
        if "academy" in price:
            levels, said = _take(price, "academy")
            new["academy"] = dict.fromkeys(BRANCHES, levels)
            new["academy"]["provenance"] = {"default": said}
    if isinstance(new.get("dice"), dict):
        _add(new["dice"], "wind", [1] * 8, _INFERRED)
    if isinstance(new.get("pirate"), dict):
        _add(new["pirate"], "number_tiles", [1] * len(PIRATES), _INFERRED)
    discovery = new.get("discovery")
    if isinstance(discovery, dict) and "per_family" in discovery:
        counts, said = _take(discovery, "per_family")
        for number, rarity in enumerate(RARITIES):
            several = isinstance(counts, list) and number < len(counts)
            each = [counts[number]] * FAMILY_COUNT if several else counts
            word = said[number] if isinstance(said, list) and number < len(said) else said
            _add(discovery, rarity, each, word)
    return new


def fingerprint(file: ComponentFile) -> str:
    """The digest of checked components in the oldest format that can say them.

    So the same box has the same digest whichever format it is written in, and games that were
    recorded with it before are still games with it.
    """
    old = _format_1(file.data)
    again = ComponentFile(renew(old), file.source)
    oldest = ComponentFile(old, file.source) if again.digest() == file.digest() else file
    return oldest.digest()


def _format_1(data: Data) -> Data:
    """Checked components in format 1, as far as that can say them."""
    old = copy.deepcopy(data)
    old["format"] = 1
    old["price"]["academy"] = old.pop("academy")[BRANCHES[0]]
    del old["price"]["improvements_per_action"]
    del old["dice"]["wind"]
    del old["pirate"]["number_tiles"]
    discovery = old["discovery"]
    discovery["per_family"] = [discovery.pop(rarity)[0] for rarity in RARITIES]
    return old


def _add(table: Data, key: str, value: Any, provenance: Any) -> None:
    """A value with a provenance of its own."""
    said = table.get("provenance")
    table["provenance"] = {**(said if isinstance(said, dict) else {"default": said})}
    table["provenance"].setdefault(key, provenance)
    table.setdefault(key, value)


def _take(table: Data, key: str) -> tuple[Any, Any]:
    """A value and its provenance, both taken out."""
    said = table.get("provenance")
    if not isinstance(said, dict):
        return table.pop(key), said
    return table.pop(key), said.pop(key, said.get("default"))
