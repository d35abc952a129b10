"""The view as text: sections of short lines that read well aloud and fit a terminal."""

from __future__ import annotations

from quarterdeck.games.salty_ocean.names import GOODS, TYPES
from quarterdeck.games.salty_ocean.view import (
    BuildingView,
    PlayerView,
    SaltyView,
    ShipView,
    SpaceView,
    TileView,
)
from quarterdeck.kernel.catalogue import Translator, write_number
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Section

# Buildings whose spaces are not all worth the same.
RANKED = (
    "bureau_des_finances",
    "vitraux",
    "hotel_de_ville",
    "gros_horloge",
    "saint_maclou",
    "fierte",
)


def sections(view: SaltyView, say: Translator) -> list[Section]:
    """The whole view: the turn and the sea, the market, the city, then every player."""
    return [
        Section(_title(view, say), tuple(_sea(view, say)), "turn"),
        Section(say("so.text.market"), tuple(_market(view, say)), "market"),
        Section(say("so.text.city"), tuple(_city(view, say)), "city"),
        *(_player(view, seat, say) for seat in view.order),
    ]


def _title(view: SaltyView, say: Translator) -> str:
    if view.finished:
        return say("so.text.finished")
    return say("so.text.turn", turn=view.turn, turns=view.turns)


# The sea and the tiles


def _sea(view: SaltyView, say: Translator) -> list[str]:
    lines = []
    if view.weather:
        lines.append(say("so.text.weather", tile=_tile(view.weather, say)))
        if view.weather.pirates:
            state = "active" if view.pirates_active else "spent"
            lines.append(say(f"so.text.pirates.{state}"))
    if view.forecast:
        lines.append(say("so.text.forecast", tile=_tile(view.forecast, say)))
    for place in view.places:
        if place.tile and not place.face_up:
            name = Message(f"so.place.{place.id}")
            others = [say.player(seat) for seat in place.looked_by if seat != view.viewer]
            id = "so.text.known_tile.shared" if others else "so.text.known_tile"
            tile = _tile(place.tile, say)
            lines.append(say(id, place=name, tile=tile, others=", ".join(others)))
    if view.finished:
        spare = [p.tile for p in view.places[view.turns :] if p.tile]
        lines.append(say("so.text.spare", tiles=" · ".join(_tile(tile, say) for tile in spare)))
    costs = [
        say("so.text.cost", type=Message(f"so.group.{kind}"), cost=cost)
        for kind, cost in zip(TYPES, view.costs, strict=True)
    ]
    lines.append(say("so.text.costs", costs=" · ".join(costs)))
    return lines


def _tile(tile: TileView, say: Translator) -> str:
    sea = [say("so.weather.storm" if tile.storm else "so.weather.calm")]
    if tile.pirates:
        sea.append(say("so.weather.pirates"))
    if tile.poor_fishing:
        sea.append(say("so.weather.poor_fishing"))
    changes = [
        f"{say(f'so.good.{good}')} {write_number(change, '+')}"
        for good, change in zip(GOODS, tile.change, strict=False)
        if change
    ]
    name = say(f"so.tile.{tile.id}")
    return f"{name} ({', '.join(sea)} · {', '.join(changes)})"


# The market


def _market(view: SaltyView, say: Translator) -> list[str]:
    lines = []
    for good, name in enumerate(view.goods):
        column = [row[good] for row in view.prices]
        marked = [
            f"[{price}]" if row == view.rows[good] else f" {price} "
            for row, price in enumerate(column)
        ]
        label = say(f"so.good.{name}")
        lines.append(f"{label:<8}{''.join(marked)}")
    return lines


# The city


def _city(view: SaltyView, say: Translator) -> list[str]:
    lines = [_cathedral(view, say)]
    lines += [_building(building, say) for building in view.buildings]
    return lines


def _cathedral(view: SaltyView, say: Translator) -> str:
    parts = []
    for step in view.cathedral[1:]:
        places = "" if step.limit is None else f" ({len(step.reached)}/{step.limit})"
        parts.append(f"{step.coins}{places}")
    return say("so.text.cathedral", steps=" · ".join(parts))


def _building(building: BuildingView, say: Translator) -> str:
    """Owners and free spaces; where the spaces differ, what each is worth."""
    name = Message(f"so.building.{building.id}")
    if building.id in RANKED:
        spaces = [_space(building, space, say) for space in building.spaces]
    else:
        spaces = [say.player(s.owner) for s in building.spaces if s.owner is not None]
        free = len(building.spaces) - len(spaces)
        if free:
            spaces.append(say("so.text.free_spaces", count=free))
    return say("so.text.building", building=name, spaces=", ".join(spaces))


def _space(building: BuildingView, space: SpaceView, say: Translator) -> str:
    owner = say("so.text.free") if space.owner is None else say.player(space.owner)
    id = f"so.text.space.{building.id}"
    if space.per and not space.value:
        id = "so.text.space.hotel_de_ville.bare"
    return f"{owner} ({say(id, value=space.value, count=space.per or space.value)})"


# The players


def _player(view: SaltyView, seat: int, say: Translator) -> Section:
    player = view.players[seat]
    lines = [_money(view, player, say), _estate(player, say)]
    lines += [_ship(ship, say) for ship in player.ships]
    if player.buildings:
        owned = ", ".join(say(f"so.building.{b.id}") for b in player.buildings)
        lines.append(say("so.text.owns", buildings=owned))
    if player.clock_ready:
        lines.append(say("so.text.clock_ready"))
    place = view.order.index(seat) + 1
    title = say(
        "so.text.player",
        place=place,
        seat=seat,
        colour=Message(f"so.colour.{player.colour}"),
    )
    if seat in view.actors:
        title = say("so.text.player.asked", player=title)
    return Section(title, tuple(lines), f"player-{seat}")


def _money(view: SaltyView, player: PlayerView, say: Translator) -> str:
    if view.finished:
        return say("so.text.final", count=player.coins, score=_points("total", player))
    if player.coin_limit is None:
        return say("so.text.money.unlimited", count=player.coins, score=_points("so_far", player))
    score = _points("so_far", player)
    return say("so.text.money", count=player.coins, limit=player.coin_limit, score=score)


def _points(when: str, player: PlayerView) -> Message:
    return Message(f"so.text.points.{when}", count=player.score)


def _estate(player: PlayerView, say: Translator) -> str:
    goods = _goods(player.depot, say)
    return say(
        "so.text.estate",
        level=player.saline_level,
        salt=player.salt_per_turn,
        stored=sum(player.depot),
        room=player.depot_room,
        goods=goods,
        step=player.cathedral_step,
        coins=player.cathedral_coins,
    )


def _goods(counts: tuple[int, ...], say: Translator) -> str:
    held = [
        f"{count} {say(f'so.good.{good}')}"
        for good, count in zip(GOODS, counts, strict=False)
        if count
    ]
    return ", ".join(held) if held else say("so.text.empty")


def _ship(ship: ShipView, say: Translator) -> str:
    line = say(
        f"so.text.ship.{ship.where}",
        ship=Message(f"so.ship.{ship.id}"),
        loaded=sum(ship.cargo),
        room=ship.hold,
        goods=_goods(ship.cargo, say),
    )
    if ship.damage:
        line += say("so.text.damage", count=ship.damage)
    return line
