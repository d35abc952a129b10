"""What can be pointed at on the board: what it is called and what it does for a player.

Things of a kind (buildings that give goods, boardwalks, fishing tokens, quays …) share a text and
differ in its arguments, which come from the box.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    EMPTY,
    FIRST_GOODS_ICON,
    FISH,
    FISH_ICON,
    GOLD,
    GOODS,
    ICONS,
    KINDS,
    LOGISTICS,
    ORDER,
    QUAYS,
    ROUNDS,
    SCORE_NOW_POINTS,
    SCORE_TILES,
    SHAPES,
    SINGLE,
    TAVERNS,
    TIER,
    TOKEN_TYPES,
    TOKENS,
    TOP,
    TRACKS,
    UPGRADE,
    WALK,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import ADVANCED_OF
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.printed import effect_goods, printed_numbers, tile_text
from quarterdeck.games.saltfjord.words import (
    ability_name,
    cost_words,
    good_name,
    icon_name,
    points_words,
    quay_gains,
    quay_name,
    room_name,
    score_tile_name,
    shape_name,
    tavern_name,
    token_name,
    token_type,
    track_name,
    walk_gains,
)
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.kernel.things import Thing

CARTS_TRACK = "carts"
ABILITY_RULES = dict(zip(ABILITIES, range(2, 10), strict=True))


def name_things(rules: AnyRules) -> Iterator[Thing]:
    """Everything on the board, region by region."""
    box: Components = rules.box
    yield from _name_the_village(rules, box)
    yield from _name_the_dice(rules, box)
    yield from _name_the_storage(rules, box)
    yield from _name_the_boat(rules, box)
    yield from _name_the_abilities(rules, box)
    yield from _name_the_tracks(rules, box)
    yield from _name_the_score_tiles(rules, box)
    yield from _name_the_fjord(rules, box)
    yield from _name_the_crates(rules, box)
    yield from _name_the_stacks(rules, box)
    yield from _name_the_taverns()
    yield from _name_the_rounds(rules)


# Villages


def icon_thing(box: Components, icon: int) -> str:
    """What a cell shows, as a thing."""
    if icon == EMPTY:
        return "lot"
    return box.walks[icon - WALK].word if icon >= WALK else f"building-{ICONS[icon]}"


def icon_things(box: Components, icons: Iterable[int]) -> tuple[str, ...]:
    """The same for several cells, each thing once."""
    return tuple(dict.fromkeys(icon_thing(box, icon) for icon in icons))


def building_text(box: Components, icon: int) -> Message:
    """What activating a building does."""
    if icon < UPGRADE:
        fish = icon == FISH_ICON
        goods = good_name(FISH, box.fish_icon) if fish else good_name(icon - FIRST_GOODS_ICON)
        return Message("sf.thing.building.goods.text", goods=goods)
    said: dict[str, Argument] = {}
    if icon == UPGRADE:
        said = {"fish": good_name(FISH, box.upgrade_instead)}
    elif "build" in ICONS[icon]:
        said = {"cost": cost_words(box.small_cost)}
    return Message(f"sf.thing.building-{ICONS[icon]}.text", **said)


def _building_rule(icon: int) -> str:
    return "SF-7.2" if icon < UPGRADE else "SF-7.3" if icon < ORDER else "SF-7.8"


def _name_the_village(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("village", "SF-4.8")
    yield rules.thing("lot", "SF-10.3")
    yield rules.thing("snowflake", "SF-1.18")
    for icon in range(FISH_ICON, WALK):
        name = Message("sf.thing.building", icon=icon_name(box, icon))
        text = building_text(box, icon)
        yield Thing(icon_thing(box, icon), name, text, _building_rule(icon))
    for number, walk in enumerate(box.walks):
        text = Message("sf.thing.walk.text", gains=walk_gains(walk))
        yield Thing(walk.word, icon_name(box, WALK + number), text, "SF-10.11")
    yield rules.thing("line-column", "SF-4.7")
    yield rules.thing("line-row", "SF-4.7")
    yield rules.thing("blocked", "SF-4.14")
    yield rules.thing("worker", "SF-12.2")
    yield rules.thing("cart", "SF-18.4")


# Dice


def die_things(colour: int) -> tuple[str, str]:
    """What a die is, and which lines it activates."""
    return ("die-orange", "line-row") if colour else ("die-white", "line-column")


def _name_the_dice(rules: AnyRules, box: Components) -> Iterator[Thing]:
    fish = good_name(FISH, box.discard_fish)
    yield rules.thing("die-white", "SF-4.1", limit=box.white_limit, fish=fish)
    yield rules.thing("die-orange", "SF-4.1", fish=fish)
    yield rules.thing("dice-taken", "SF-4.2", limit=box.white_limit)
    yield rules.thing("dice-to-come", "SF-15.4")


# Storage


def _name_the_storage(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("storage", "SF-2.1")
    for kind in range(KINDS):
        yield _name_the_good(rules, box, kind)
    yield rules.thing("upgrade", "SF-2.6", fish=good_name(FISH, box.upgrade_fish))
    yield rules.thing("degrade", "SF-2.8")
    yield rules.thing("exchange", "SF-14.2")
    yield rules.thing("waiting", "SF-10.14", Message("sf.board.waiting"))


def _name_the_good(rules: AnyRules, box: Components, kind: int) -> Thing:
    id, name = f"good-{GOODS[kind]}", room_name(kind)
    if kind == FISH:
        return rules.thing(id, "SF-2.1", name, number=box.fish_per_point)
    sale = good_name(FISH, box.sells_for[kind])
    if kind == GOLD:
        return rules.thing(id, "SF-2.10", name, fish=sale)
    better = GOLD if TIER[kind] == TIER[GOLD] - 1 else ADVANCED_OF[kind]
    tier = "basic" if TIER[kind] == 1 else "advanced"
    text = Message(f"sf.thing.good.{tier}.text", fish=sale, good=room_name(better))
    return Thing(id, name, text, "SF-2.10")


# Boat and fjord


def _name_the_boat(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("boat", "SF-11.8", number=box.basic_spaces)
    yield rules.thing("boat-double", "SF-11.10")
    for token, id in enumerate(TOKENS):
        said = Message("sf.thing.token", token=token_name(box, token))
        text = "sf.thing.token.points.text" if box.token_points[token] else "sf.thing.token.text"
        yield Thing(f"token-{id}", said, Message(text, token=token_name(box, token)), "SF-11.9")


def _name_the_fjord(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("harbour", "SF-11.9", Message("sf.board.harbour"))
    for zone in range(1, ZONES + 1):
        text = Message("sf.thing.zone.text", points=points_words(box.zone_points[zone]))
        yield Thing(f"zone-{zone}", Message("sf.thing.zone", zone=zone), text, "SF-11.9")
    for kind in range(1, TOKEN_TYPES + 1):
        name = Message("sf.thing.tokens", type=token_type(kind))
        yield rules.thing(f"tokens-{kind}", "SF-11.3", name)
    yield rules.thing("put-back", "SF-11.5")
    yield rules.thing("boat-at-sea", "SF-11.2")


# Abilities, technologies, score tiles


def _name_the_abilities(rules: AnyRules, box: Components) -> Iterator[Thing]:
    fish = dict(printed_numbers(box).abilities)
    for ability, id in enumerate(ABILITIES):
        first, second = fish[id]
        name = ability_name(ability)
        said = {"fish": good_name(FISH, first), "more": good_name(FISH, second)}
        yield rules.thing(f"ability-{id}", f"SF-14.{ABILITY_RULES[id]}", name, **said)


def space_thing(effect: str) -> str:
    """A space of a track below its top, by the word of `seen.effect_of`."""
    return f"space-{effect}"


def track_thing(p: SaltfjordPosition, track: int) -> str:
    carts = p.table.carts and track == LOGISTICS
    return f"track-{CARTS_TRACK if carts else TRACKS[track]}"


def _name_the_tracks(rules: AnyRules, box: Components) -> Iterator[Thing]:
    printed = printed_numbers(box)
    for track, carts in ((0, False), (1, False), (2, False), (2, True), (3, False)):
        id = CARTS_TRACK if carts else TRACKS[track]
        rule = "SF-18.1" if carts else "SF-9.1"
        yield rules.thing(f"track-{id}", rule, track_name(track, carts))
        for level in range(1, TOP):
            effect = f"{id}_{level}"
            name = Message("sf.thing.space", track=track_name(track, carts), level=level)
            goods = effect_goods(printed, effect)
            yield rules.thing(
                space_thing(effect), _space_rule(track, level, carts), name, goods=goods
            )
    values = " / ".join(str(points) for points in box.track_points[1:])
    yield rules.thing("row-points", "SF-16.7", values=values)


def _space_rule(track: int, level: int, carts: bool) -> str:
    if track == LOGISTICS:
        within = ("SF-18.13", "SF-18.14", "SF-18.15") if carts else ("SF-9.9", "SF-8.3", "SF-8.5")
        return within[level - 1]
    by_track = {
        0: ("SF-9.4", "SF-9.5", "SF-9.5"),
        1: ("SF-9.6", "SF-9.7", "SF-9.8"),
        3: ("SF-11.5", "SF-11.3", "SF-11.3"),
    }
    return by_track[track][level - 1]


def _name_the_score_tiles(rules: AnyRules, box: Components) -> Iterator[Thing]:
    printed = printed_numbers(box)
    for tile, id in enumerate(SCORE_TILES):
        kind = "end" if tile < SCORE_NOW_POINTS else "now"
        worth = tile_text(printed, id)
        text = Message(f"sf.thing.tile.{kind}.text", worth=worth)
        yield Thing(f"tile-{id}", score_tile_name(tile), text, f"SF-17.{tile + 1}")
        if tile < SCORE_NOW_POINTS:
            needed = points_words(box.threshold)
            text = Message("sf.thing.special.text", worth=worth, needed=needed)
            name = Message("sf.thing.special", tile=score_tile_name(tile))
            yield Thing(f"special-{id}", name, text, "SF-19.13")
    yield rules.thing("medals", "SF-19.15")


# Crates, quays, tiles


def _name_the_crates(rules: AnyRules, box: Components) -> Iterator[Thing]:
    for quay, id in enumerate(QUAYS):
        paid = quay_gains(box, quay)
        crates = Message("sf.thing.crates", number=quay + 1)
        text = Message("sf.thing.crates.text", quay=quay_name(quay))
        yield Thing(f"crates-{id}", crates, text, "SF-8.1")
        yield Thing(
            f"quay-{id}", quay_name(quay), Message("sf.thing.quay.text", gains=paid), "SF-6.5"
        )
    yield rules.thing("crate", "SF-16.5", points=points_words(box.set_points))


def stack_thing(shape: int) -> str:
    return f"stack-{SHAPES[shape]}"


def _name_the_stacks(rules: AnyRules, box: Components) -> Iterator[Thing]:
    costs: Sequence[list[int]] = ([], box.small_cost, box.large_cost, box.large_cost)
    for shape, cost in enumerate(costs):
        said: dict[str, Argument] = {} if shape == SINGLE else {"cost": cost_words(cost)}
        rule = ("SF-10.2", "SF-10.1", "SF-5.1", "SF-5.1")[shape]
        yield rules.thing(stack_thing(shape), rule, shape_name(shape), **said)
    yield rules.thing("starting-set", "SF-1.14")
    yield rules.thing("tile-in-hand", "SF-10.3")


# Taverns and rounds


def _name_the_taverns() -> Iterator[Thing]:
    for tavern, id in enumerate(TAVERNS):
        action = Message(f"sf.thing.tavern.{id}")
        text = Message("sf.thing.tavern.text", action=action)
        yield Thing(f"tavern-{id}", tavern_name(tavern), text, "SF-6.2")


def _name_the_rounds(rules: AnyRules) -> Iterator[Thing]:
    yield rules.thing("round", "SF-3.1", rounds=ROUNDS)
    yield rules.thing("first-player", "SF-15.5")
    yield rules.thing("score", "SF-16.1")
    yield rules.thing("player", "SF-3.2")
