"""The view as text: sections of short lines that read well aloud and fit a terminal."""

from __future__ import annotations

from quarterdeck.games.seul_maitre import boardtext, sheettext
from quarterdeck.games.seul_maitre.names import DIRECTIONS, RARITIES, UPGRADES
from quarterdeck.games.seul_maitre.view import (
    ColumnView,
    CombatView,
    LayingView,
    LeaderView,
    MasterView,
    MovingView,
    PirateView,
    SideView,
    SiteView,
)
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Section


def sections(view: MasterView, say: Translator) -> list[Section]:
    """The round, a combat, the own ship; the map and its boards; the others' ships."""
    found = [Section(_title(view, say), tuple(_round(view, say)), "round")]
    if view.combat:
        found.append(_combat(view.combat, say))
    mine = [ship for ship in view.players if ship.seat == view.viewer]
    others = [ship for ship in view.players if ship.seat != view.viewer]
    found += [sheettext.section(view, ship, say) for ship in mine]
    if view.row:
        found.append(_section("row", boardtext.row(view, say), say))
    found.append(_section("map", boardtext.cells(view, say), say))
    if view.round:
        found += [
            _section("whereabouts", boardtext.whereabouts(view, say), say),
            _section("market", _market(view, say), say),
            _section("sites", _sites(view, say), say),
            _section("pirates", _pirates(view, say), say),
            _section("academy", _academy(view, say), say),
        ]
    return found + [sheettext.section(view, ship, say) for ship in others]


def _section(kind: str, lines: list[str], say: Translator) -> Section:
    return Section(say(f"sm.text.{kind}"), tuple(lines), kind)


def _title(view: MasterView, say: Translator) -> str:
    if view.finished:
        return say("sm.text.finished")
    if view.round == 0:
        return say("sm.text.setup")
    return say("sm.text.round", round=view.round, rounds=view.rounds)


# The round


def _round(view: MasterView, say: Translator) -> list[str]:
    if view.finished:
        ranked = sorted(view.players, key=lambda ship: view.ranks[ship.seat])
        return [
            say("sm.text.rank", rank=view.ranks[ship.seat], seat=ship.seat, score=ship.score)
            for ship in ranked
        ]
    lines = []
    if view.wind:
        wind = Message(f"sm.way.{view.wind}")
        lines.append(say("sm.text.wind", wind=wind, costs=_costs(view.costs, say)))
    if view.order:
        lines.append(say("sm.text.order", players=_names(view.order, say)))
    bids = [ship.bid for ship in view.players]
    if None in bids and any(bid is not None for bid in bids):
        lines.append(say("sm.text.bids", slots=_slots(view, say)))
    if view.moving:
        lines += _moving(view, view.moving, say)
    if view.building:
        lines.append(_building(view.building, say))
    return lines


def _costs(costs: tuple[int, ...], say: Translator) -> str:
    return ", ".join(
        say("sm.text.cost", way=Message(f"sm.way.{way}"), cost=cost)
        for way, cost in zip(DIRECTIONS, costs, strict=True)
    )


def _names(seats: tuple[int, ...], say: Translator) -> str:
    return ", ".join(say.player(seat) for seat in seats)


def _slots(view: MasterView, say: Translator) -> str:
    takers = {ship.bid: ship.seat for ship in view.players if ship.bid is not None}
    return ", ".join(
        say("sm.text.slot.taken", slot=price, seat=takers[number])
        if number in takers
        else say("sm.text.slot", slot=price)
        for number, price in enumerate(view.slots)
    )


def _moving(view: MasterView, moving: MovingView, say: Translator) -> list[str]:
    vessel = boardtext.describe_vessel(moving.vessel)
    lines = [say("sm.text.moving", vessel=vessel, count=moving.points)]
    if moving.costs != view.costs:
        lines.append(say("sm.text.moving.costs", costs=_costs(moving.costs, say)))
    return lines


def _building(building: LayingView, say: Translator) -> str:
    tile = boardtext.describe_tile(building.tile)
    id = "sm.text.building.cell" if building.cell else "sm.text.building"
    return say(id, seat=building.seat, tile=tile, cell=building.cell)


# A combat


def _combat(combat: CombatView, say: Translator) -> Section:
    sides = [boardtext.describe_vessel(side.vessel) for side in (combat.attacker, combat.defender)]
    lines = (
        _side("attack", combat.attacker, say),
        _side("defence", combat.defender, say),
        *_prospect(combat, say),
    )
    return Section(say("sm.text.combat", attacker=sides[0], defender=sides[1]), lines, "combat")


def _prospect(combat: CombatView, say: Translator) -> tuple[str, ...]:
    """Who has won, or how likely each end is."""
    if combat.winner:
        return (say("sm.log.wins", vessel=boardtext.describe_vessel(combat.winner)),)
    odds = combat.odds
    chances = say(
        "sm.text.odds",
        won=round(100 * odds.attacker / odds.of),
        tied=round(100 * odds.tie / odds.of),
        lost=round(100 * odds.defender / odds.of),
    )
    return chances, say("sm.text.odds.if")


def _side(name: str, side: SideView, say: Translator) -> str:
    dice = [
        say("sm.text.die", face=Message(f"sm.face.{face}"), number=number)
        for face, number in side.dice
        if number
    ]
    return say(
        f"sm.text.side.{name}",
        strength=side.strength,
        manned=side.manned,
        hits=side.cannon_hits,
        dice=", ".join(dice) or say("sm.text.dice.none"),
    )


# Market and ports


def _market(view: MasterView, say: Translator) -> list[str]:
    ports = [
        say("sm.text.ports.port", port=Message(f"sm.port.{port}"), cell=cell)
        for port, cell in view.ports
    ]
    lines = [_column(column, say) for column in view.market]
    return [*lines, say("sm.text.ports", ports=", ".join(ports))]


def _column(column: ColumnView, say: Translator) -> str:
    full = column.filled >= len(column.slots)
    said = say(
        "sm.text.column.full" if full else "sm.text.column",
        resource=Message(f"sm.resource.{column.resource}"),
        port=Message(f"sm.port.{column.port}"),
        sale=column.sale,
        points=0 if full else column.slots[column.filled],
        filled=column.filled,
        slots=len(column.slots),
        purchase=column.purchase,
        black=column.black_market,
    )
    return said[0].upper() + said[1:]


# Sites and discoveries


def _sites(view: MasterView, say: Translator) -> list[str]:
    lines = [_site(site, say) for site in view.sites]
    unseen: dict[str, list[str]] = {}
    for token, number in view.undrawn:
        if number:
            family = Message(f"sm.family.{token.family}")
            said = say("sm.text.family", family=family, number=number)
            unseen.setdefault(token.rarity, []).append(said)
    return lines + [
        say("sm.text.unseen", rarity=Message(f"sm.rarity.{rarity}"), families=", ".join(families))
        for rarity, families in unseen.items()
    ]


def _site(site: SiteView, say: Translator) -> str:
    left = [
        say("sm.text.rarity", rarity=Message(f"sm.rarity.{rarity}"), number=number)
        for rarity, number in zip(RARITIES, site.left, strict=True)
        if number
    ]
    return say(
        "sm.text.site.marked" if site.markers else "sm.text.site.left",
        number=site.number,
        cell=site.place.partition("/")[0],
        left=", ".join(left) or say("sm.text.site.empty"),
        players=_names(site.markers, say),
    )


# Pirates, Academy


def _pirates(view: MasterView, say: Translator) -> list[str]:
    lines = [_pirate(view, pirate, say) for pirate in view.pirates]
    bribed = [str(pirate.number) for pirate in view.pirates if pirate.number_up]
    if bribed:
        lines.append(say("sm.text.numbers", numbers=", ".join(bribed)))
    left = [
        say("sm.text.upgrade", upgrade=Message(f"sm.upgrade.{upgrade}"), number=number)
        for upgrade, number in zip(UPGRADES, view.upgrades, strict=True)
        if number
    ]
    return [*lines, say("sm.text.upgrades", upgrades=", ".join(left))] if left else lines


def _pirate(view: MasterView, pirate: PirateView, say: Translator) -> str:
    parts = [
        say(
            "sm.text.pirate",
            vessel=boardtext.describe_vessel(f"pirate_{pirate.number}"),
            place=boardtext.describe_place(view, pirate.place),
            cannons=_value(pirate.cannons, pirate.cannon_damage, say),
            sailors=_value(pirate.sailors, pirate.crew_damage, say),
            sails=_value(pirate.sails, pirate.sail_damage, say),
            money=pirate.money,
        )
    ]
    if pirate.treasure:
        parts.append(say("sm.text.pirate.treasure", money=pirate.treasure, number=pirate.number))
    if pirate.controller is not None:
        parts.append(say("sm.text.pirate.controller", seat=pirate.controller))
    if pirate.stuck:
        parts.append(say("sm.text.pirate.stuck"))
    if pirate.fought:
        parts.append(say("sm.text.fought"))
    return ", ".join(parts)


def _value(full: int, damage: int, say: Translator) -> str:
    return say("sm.text.value", left=full - damage, full=full) if damage else str(full)


def _academy(view: MasterView, say: Translator) -> list[str]:
    alike = len(set(view.academy)) == 1
    lines = [say("sm.text.levels", prices=_prices(view.academy[0]))] if alike else []
    if not alike:
        for card, levels in zip(view.leaders, view.academy, strict=True):
            branch = Message(f"sm.branch.{card.branch}")
            lines.append(say("sm.text.levels.branch", branch=branch, prices=_prices(levels)))
    return [*lines, *(_leader(card, say) for card in view.leaders)]


def _prices(levels: tuple[int, ...]) -> str:
    return ", ".join(map(str, levels))


def _leader(card: LeaderView, say: Translator) -> str:
    branch = Message(f"sm.branch.{card.branch}")
    effect = Message(f"sm.leader.{card.branch}")
    if card.holder is None:
        return say("sm.text.leader.nobody", branch=branch, effect=effect)
    return say("sm.text.leader", branch=branch, seat=card.holder, effect=effect)
