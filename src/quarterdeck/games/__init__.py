"""The games, by id: the house's own, and what packages add. Loading one imports only that game."""

from __future__ import annotations

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.plugins import NAME, Plugins, Unfit
from quarterdeck.kernel.rules import AnyRules, Rules

# The house's own, each with the prefix of its texts: no other game may have it.
PREFIXES = {
    "salty_ocean": "so",
    "rolling_seas": "rs",
    "saltfjord": "sf",
    "seul_maitre": "sm",
}
GAMES = tuple(PREFIXES)
OF_THE_HOUSE = "qd"
LONGEST_DIGEST = 64


def check_rules(id: str, found: object) -> AnyRules:
    """Rules that the house can offer; raises Unfit."""
    if not isinstance(found, Rules):
        raise Unfit(Message("qd.plugin.no_rules", found=type(found).__name__))
    if found.id != id:
        raise Unfit(Message("qd.plugin.other_id", other=str(found.id)[:80]))
    _check_prefix(id, found.prefix)
    if found.default_seats not in found.seats or found.version < 1 or found.length_bound < 1:
        raise Unfit(Message("qd.plugin.field", field="default_seats, version, length_bound"))
    # Stored with every table, though the types of a package from outside may be anybody's guess
    digest: object = found.component_digest
    if not isinstance(digest, str) or not 0 < len(digest) <= LONGEST_DIGEST:
        raise Unfit(Message("qd.plugin.field", field="component_digest"))
    # Once more: they were withdrawn if a package that imported this one could not be used
    found.add_texts()
    for language in LANGUAGES:
        for text in (found.title.id, f"{found.prefix}.summary"):
            if not Translator(language).knows(text):
                raise Unfit(Message("qd.plugin.no_text", text=text, language=language))
    if not (found.folder / "RULES.md").is_file():
        raise Unfit(Message("qd.plugin.no_file", file=str(found.folder / "RULES.md")))
    return found


def _check_prefix(id: str, prefix: object) -> None:
    """Raises Unfit unless the texts of this game, and of no other, can begin with this."""
    if not isinstance(prefix, str) or not NAME.fullmatch(prefix):
        raise Unfit(Message("qd.plugin.field", field=f"prefix: {prefix!r}"[:80]))
    if prefix == OF_THE_HOUSE:
        raise Unfit(Message("qd.plugin.prefix_of_house", prefix=prefix))
    taken = {prefix: id for id, prefix in PREFIXES.items()}
    taken.update((rules.prefix, rules.id) for rules in PLUGINS.loaded())
    if taken.get(prefix, id) != id:
        raise Unfit(Message("qd.plugin.prefix", prefix=prefix, game=taken[prefix]))


PLUGINS: Plugins[AnyRules] = Plugins(
    "game",
    "quarterdeck.games",
    {id: f"quarterdeck.games.{id}:RULES" for id in GAMES},
    check_rules,
)


def load(game: str, components: str = "") -> AnyRules:
    """The rules of a game; raises UnknownName.

    With the component values of this digest, if the game ever came with them.
    """
    rules = PLUGINS.load(game)
    return rules.with_box(components) if components else rules


def load_all() -> list[AnyRules]:
    """The rules of all games; those that cannot be used are left out."""
    return PLUGINS.load_all()
