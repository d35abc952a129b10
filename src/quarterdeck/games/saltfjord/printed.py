"""Printed numbers that the texts of tiles and spaces name: an owner's file may have others."""

from __future__ import annotations

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    FISH,
    GOODS,
    KINDS,
    SCORE_TILES,
    WOOD,
)
from quarterdeck.games.saltfjord.view import Goods, PrintedView
from quarterdeck.games.saltfjord.words import good_name, goods_words
from quarterdeck.kernel.messages import Message


def printed_numbers(box: Components) -> PrintedView:
    """The numbers of a box that texts name."""
    fish = {
        "smokehouse": (box.upgrade_fish - box.smokehouse_off, box.upgrade_fish),
        "pilot": (box.pilot_fish, 0),
        "foreman": (box.foreman_fish, 0),
        "dory": (box.dory_fish, 0),
        "shipwright": (box.shipwright_fish, 0),
        "broker": (box.broker_fish, 0),
        "surveyor": (box.surveyor_basic, box.surveyor_advanced),
    }
    points = (
        box.score_large,
        box.score_small,
        box.score_rows,
        box.score_crates,
        box.score_best_quay,
        box.score_tech,
        box.score_actions,
        box.score_tokens,
        box.score_people,
        box.now_points,
        box.now_fishing_points,
    )
    wood_off = [0] * KINDS
    wood_off[WOOD] = box.wood_off
    return PrintedView(
        abilities=tuple((id, fish.get(id, (0, 0))) for id in ABILITIES),
        tiles=tuple(zip(SCORE_TILES, points, strict=True)),
        tile_fishing=box.now_fishing,
        effects=(
            ("craft_1", _named(box.craft_goods)),
            ("carpentry_3", _named(wood_off)),
            ("logistics_1", _named(box.logistics_goods)),
        ),
        fish_icon=box.fish_icon,
    )


def _named(goods: list[int]) -> Goods:
    return tuple((GOODS[kind], goods[kind]) for kind in range(KINDS) if goods[kind])


def ability_text(printed: PrintedView, id: str) -> Message:
    """What an ability does."""
    fish, more = dict(printed.abilities)[id]
    said = f"sf.ability.{id}.text"
    return Message(said, fish=good_name(FISH, fish), more=good_name(FISH, more))


def tile_text(printed: PrintedView, id: str) -> Message:
    """What a score tile pays."""
    trips = Message("sf.fishings", count=printed.tile_fishing)
    return Message(f"sf.score_tile.{id}.text", count=dict(printed.tiles)[id], fishing=trips)


def effect_text(printed: PrintedView, effect: str) -> Message:
    """What a space of a track does, by the word of `seen.effect_of`."""
    return Message(f"sf.effect.{effect}", goods=effect_goods(printed, effect))


def effect_goods(printed: PrintedView, effect: str) -> Message:
    """The goods that a space of a track gives or saves."""
    goods = [0] * KINDS
    for id, count in dict(printed.effects).get(effect, ()):
        goods[GOODS.index(id)] = count
    return goods_words(goods)
