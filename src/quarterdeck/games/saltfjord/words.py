"""From numbers to messages: names of pieces, goods and gains in words."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.components import Components, Walk
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    CELL_NAMES,
    COLOURS,
    FACES,
    FISH,
    FISH_ICON,
    GOODS,
    ICONS,
    KINDS,
    LOGISTICS,
    MEDALS,
    QUAYS,
    SCORE_TILES,
    SHAPES,
    SIDE,
    SIDES,
    START_TILE,
    TAVERNS,
    TRACKS,
    WALK,
)
from quarterdeck.kernel.messages import Message


def cell_name(cell: int) -> Message:
    return Message("sf.cell", row=cell // SIDE + 1, column=cell % SIDE + 1)


def cell_spot(cell: int) -> str:
    """A cell of a village, as the board knows it."""
    return f"cell-{CELL_NAMES[cell]}"


def line_name(line: int) -> Message:
    kind = "column" if line < FACES else "row"
    return Message(f"sf.line.{kind}", number=line % FACES + 1)


def die_name(colour: int, face: int) -> Message:
    return Message(f"sf.die.{COLOURS[colour]}", face=face)


def good_name(kind: int, count: int = 1) -> Message:
    """So many cubes of a kind: "2 wood"."""
    return Message(f"sf.goods.{GOODS[kind]}", count=count)


def points_words(count: int) -> Message:
    return Message("sf.points", count=count)


def room_name(kind: int) -> Message:
    """A kind of goods by itself, without a number."""
    return Message(f"sf.room.{GOODS[kind]}")


def side_name(side: int) -> Message:
    return Message(f"sf.option.village_side.{SIDES[side]}")


def shape_name(shape: int) -> Message:
    return Message(f"sf.shape.{SHAPES[shape]}")


def tile_name(shape: int, tile: int) -> Message:
    """A tile of the stacks or, from START_TILE on, a starting building."""
    if tile >= START_TILE:
        return Message("sf.tile.start", number=tile - START_TILE + 1)
    return Message(f"sf.tile.{SHAPES[shape]}")


def crate_words(box: Components, crate: int) -> Message:
    """What a crate asks and what it is worth."""
    cost, points = cost_words(box.crate_cost[crate]), box.crate_points[crate]
    return Message("sf.crate.worth", cost=cost, count=points)


def token_type(number: int) -> str:
    """As the tokens show it."""
    return "I" * number


def token_name(box: Components, token: int) -> Message:
    """A token by what it gives."""
    return join_messages(_gains(box.token_goods[token], box.token_points[token]))


def track_name(track: int, carts: bool) -> Message:
    if carts and track == LOGISTICS:
        return Message("sf.track.carts")
    return Message(f"sf.track.{TRACKS[track]}")


def ability_name(ability: int) -> Message:
    return Message(f"sf.ability.{ABILITIES[ability]}")


def score_tile_name(tile: int) -> Message:
    return Message(f"sf.score_tile.{SCORE_TILES[tile]}")


def tavern_name(tavern: int) -> Message:
    return Message(f"sf.tavern.{TAVERNS[tavern]}")


def quay_name(quay: int) -> Message:
    return Message(f"sf.quay.{QUAYS[quay]}")


def quay_words(box: Components, quay: int) -> Message:
    """A quay with what it pays for each crate."""
    return Message("sf.quay.pays", quay=quay_name(quay), gains=quay_gains(box, quay))


def quay_gains(box: Components, quay: int, crates: int = 1) -> Message:
    """What a quay pays for so many crates."""
    goods = [0] * KINDS
    goods[FISH] = crates * box.quay_fish[quay]
    effects = (box.quay_points[quay], box.quay_upgrades[quay], box.quay_fishing[quay])
    return join_messages(_gains(goods, *(crates * number for number in effects)))


def icon_name(box: Components, icon: int) -> Message:
    """What a cell shows; a boardwalk is told with its reward."""
    if icon == FISH_ICON:
        return good_name(FISH, box.fish_icon)
    if icon < WALK:
        return Message(f"sf.icon.{ICONS[icon]}")
    return walk_name(box.walks[icon - WALK])


def walk_name(walk: Walk) -> Message:
    return Message("sf.icon.walk", gains=walk_gains(walk))


def walk_gains(walk: Walk) -> Message:
    """What a boardwalk pays."""
    return join_messages(_gains(walk.goods, walk.points, walk.upgrades, walk.fishing))


def icons_words(box: Components, icons: list[int]) -> Message:
    return list_messages([icon_name(box, icon) for icon in icons])


def list_messages(parts: list[Message]) -> Message:
    """Several messages as one, with commas between them."""
    said = parts[-1]
    for part in reversed(parts[:-1]):
        said = Message("sf.list", first=part, rest=said)
    return said


def join_messages(parts: list[Message]) -> Message:
    """The same without a comma before the last, so that it can stand inside a list."""
    if not parts:
        return Message("sf.nothing")
    if len(parts) == 1:
        return parts[0]
    return list_messages([*parts[:-2], Message("sf.and", first=parts[-2], rest=parts[-1])])


def goods_words(goods: list[int]) -> Message:
    """The goods there are, or the word for nothing."""
    parts = [good_name(kind, goods[kind]) for kind in range(KINDS) if goods[kind]]
    return list_messages(parts) if parts else Message("sf.nothing")


def cost_words(goods: list[int]) -> Message:
    """The same where it stands among other words."""
    return join_messages([good_name(kind, goods[kind]) for kind in range(KINDS) if goods[kind]])


def gains(goods: list[int], points: int = 0, upgrades: int = 0, fishing: int = 0) -> Message:
    """What an effect promises."""
    parts = _gains(goods, points, upgrades, fishing)
    return list_messages(parts) if parts else Message("sf.nothing")


def _gains(goods: list[int], points: int = 0, upgrades: int = 0, fishing: int = 0) -> list[Message]:
    parts = [good_name(kind, goods[kind]) for kind in range(KINDS) if goods[kind]]
    if points:
        parts.append(points_words(points))
    if upgrades:
        parts.append(Message("sf.upgrades", count=upgrades))
    if fishing:
        parts.append(Message("sf.fishings", count=fishing))
    return parts


def changes(before: list[int], after: list[int]) -> Message | None:
    """What was gained and spent between two moments; points come after the goods."""
    parts = []
    for kind in range(KINDS):
        if after[kind] != before[kind]:
            count = after[kind] - before[kind]
            sign = "gained" if count > 0 else "spent"
            parts.append(Message(f"sf.change.{sign}", goods=good_name(kind, abs(count))))
    if after[KINDS] != before[KINDS]:
        points = Message("sf.points", count=after[KINDS] - before[KINDS])
        parts.append(Message("sf.change.gained", goods=points))
    return list_messages(parts) if parts else None


# Solo


def medal_words(medal: int, score: int, total: int, medals: Sequence[int]) -> Message:
    """Won, and with which medal; what decides it: the score without carts, and the next mark.

    SF-19.15, SF-19.16
    """
    said = Message(f"sf.medal.{MEDALS[medal]}")
    if medal < len(medals):
        said = Message("sf.medal.next", medal=said, needed=points_words(medals[medal]))
    if score != total:
        said = Message("sf.medal.without_carts", medal=said, count=score)
    return said
