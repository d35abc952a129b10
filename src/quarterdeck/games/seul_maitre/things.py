"""What can be pointed at on the board: what it is called and what it does for a player.

Names that a piece already has come from `words.py`, values from the box. Prices that stand on the
board next to a thing are not repeated.
"""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.games.seul_maitre.components import Components
from quarterdeck.games.seul_maitre.names import (
    ACTIONS,
    BANK,
    BRANCHES,
    CAPTAIN,
    CORSAIR,
    ENGINEER,
    FACES,
    IMPROVEMENTS,
    LEAST_BONUS,
    MERCHANT,
    NAVIGATION,
    NAVIGATOR,
    NEW,
    PORTS,
    RARE,
    RARITIES,
    REINFORCEMENT,
    RESOURCES,
    SAIL_4,
    SCIENTIST,
    SHIPS,
    SHIPYARD,
    TRADER,
)
from quarterdeck.games.seul_maitre.words import (
    action_name,
    branch_name,
    doubloons,
    face_name,
    improvement_name,
    listed,
    movement_points,
    port_name,
    rarity_name,
    resource_name,
    sailors_words,
)
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.kernel.things import Thing


def name_things(rules: AnyRules) -> Iterator[Thing]:
    """Everything on the board, region by region."""
    box: Components = rules.box
    yield from _name_the_chart(rules, box)
    yield from _name_the_round(rules, box)
    yield from _name_the_actions(rules, box)
    yield from _name_the_market(rules, box)
    yield from _name_the_academy(rules, box)
    yield from _name_the_shipyard(rules, box)
    yield from _name_the_sheet(rules, box)
    yield from _name_the_discoveries(rules, box)
    yield from _name_the_combat(rules, box)


# Chart and vessels


def _name_the_chart(rules: AnyRules, box: Components) -> Iterator[Thing]:
    cape = movement_points(box.cape_cost)
    yield rules.thing("zone", "SM-3.5", points=cape)
    yield rules.thing("cell", "SM-2.8")
    for kind in ("open", "gale", "coast", "bay"):
        yield rules.thing(f"tile-{kind}", "SM-3.3", Message(f"sm.tile.{kind}"), points=cape)
    for kind in ("islet", "headland", "inlet", "lair", "port"):
        yield rules.thing(f"tile-{kind}", "SM-3.6")
    yield rules.thing("pile", "SM-2.1")
    yield rules.thing("cape", "SM-3.14", points=cape)
    yield rules.thing("storm", "SM-9.2")
    for port, name in enumerate(PORTS):
        yield Thing(f"port-{name}", port_name(port), _port_text(box, port), "SM-7.8")
    yield rules.thing("site", "SM-16.5")
    yield rules.thing("marker", "SM-16.8")
    yield rules.thing("lair", "SM-17.7")
    yield rules.thing("treasure", "SM-22.5", unit=doubloons(box.treasure_unit))
    for ship, rule in ((MERCHANT, "SM-10.5"), (CORSAIR, "SM-10.4")):
        yield rules.thing(
            f"ship-{SHIPS[ship]}",
            rule,
            Message(f"sm.ship.{SHIPS[ship]}"),
            hold=box.hold[ship],
            sails=box.sails[ship],
            cannons=box.most_cannons[ship],
            boarders=box.deck[ship],
            count=box.cubes_sold[ship],
        )
    yield rules.thing("pirate", "SM-17.3")
    yield rules.thing("pirate-money", "SM-22.4", repair=doubloons(box.price_repair))
    yield rules.thing("controller", "SM-17.2")
    yield rules.thing("stuck", "SM-5.15")


def _port_text(box: Components, port: int) -> Message:
    """What a port is good for, and what it sells."""
    points = movement_points(box.harbour_cost)
    goods = [resource_name(n) for n, each in enumerate(box.resources) if each.port == port]
    if not goods:
        return Message("sm.thing.port.bare.text", points=points)
    return Message("sm.thing.port.text", goods=listed(goods), points=points)


# Round, wind and order


def _name_the_round(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("round", "SM-4.2")
    yield rules.thing("wind", "SM-8.11", most=max(box.wind_cost))
    yield rules.thing("points", "SM-8.4")
    yield rules.thing("order", "SM-6.5")
    yield rules.thing("initiative", "SM-6.6", gain=doubloons(box.bank_gain))
    yield rules.thing("tokens", "SM-7.1", count=box.tokens)


# Actions


def _name_the_actions(rules: AnyRules, box: Components) -> Iterator[Thing]:
    said: dict[int, dict[str, Argument]] = {
        NAVIGATION: {},
        SHIPYARD: {"sailors": sailors_words(box.recruits)},
        BANK: {"gain": doubloons(box.bank_gain)},
        REINFORCEMENT: {"count": box.extra_tokens},
    }
    rule = (
        "SM-8.10",
        "SM-14.1",
        "SM-15.1",
        "SM-16.1",
        "SM-17.1",
        "SM-18.1",
        "SM-19.1",
        "SM-20.1",
        "SM-21.1",
        "SM-7.11",
        "SM-7.12",
        "SM-7.6",
    )
    for action, name in enumerate(ACTIONS):
        arguments = said.get(action, {})
        yield rules.thing(f"action-{name}", rule[action], action_name(action), **arguments)


# Market


def _name_the_market(rules: AnyRules, box: Components) -> Iterator[Thing]:
    for good, name in enumerate(RESOURCES):
        port = port_name(box.resources[good].port)
        text = Message("sm.thing.resource.text", port=port)
        yield Thing(f"resource-{name}", resource_name(good), text, "SM-18.9")
    yield rules.thing("price-buy", "SM-18.13", Message("sm.board.buy"))
    yield rules.thing("price-sell", "SM-18.8", Message("sm.board.sell"))
    yield rules.thing(
        "price-black", "SM-18.10", Message("sm.board.black"), points=box.vp_black_market
    )
    yield rules.thing("slots", "SM-18.9")


# Academy


def _name_the_academy(rules: AnyRules, box: Components) -> Iterator[Thing]:
    branches: dict[int, dict[str, Argument]] = {
        NAVIGATOR: {},
        CAPTAIN: {},
        ENGINEER: {
            "sail": doubloons(box.engineer_sail),
            "hold": doubloons(box.engineer_hold),
            "cannon": doubloons(box.engineer_cannon),
        },
        SCIENTIST: {},
        TRADER: {"money": doubloons(box.trader_money), "points": box.vp_extra},
    }
    cards: dict[int, dict[str, Argument]] = {
        NAVIGATOR: {},
        CAPTAIN: {"count": box.leader_boarding},
        ENGINEER: {"money": doubloons(box.leader_improvement)},
        SCIENTIST: {"points": box.leader_landing},
        TRADER: {"money": doubloons(box.leader_sale)},
    }
    for branch, name in enumerate(BRANCHES):
        yield rules.thing(f"branch-{name}", "SM-15.4", branch_name(branch), **branches[branch])
    yield rules.thing("leader", "SM-15.5", Message("sm.board.leader"))
    for branch, name in enumerate(BRANCHES):
        title = Message("sm.thing.leader.of", branch=branch_name(branch))
        yield rules.thing(f"leader-{name}", "SM-15.6", title, **cards[branch])
    yield rules.thing("specialist", "SM-14.12", price=doubloons(box.price_specialist))


# Shipyard


def _name_the_shipyard(rules: AnyRules, box: Components) -> Iterator[Thing]:
    for improvement, name in enumerate(IMPROVEMENTS):
        id = f"improve-{name}"
        title = improvement_name(improvement)
        if improvement <= SAIL_4:
            text = Message("sm.thing.improve-sail.text", count=improvement + LEAST_BONUS)
            yield Thing(id, title, text, "SM-14.4")
        else:
            spaces = box.extension[MERCHANT]
            most = box.most_cannons[MERCHANT]
            letter = box.most_cannons[CORSAIR]
            yield rules.thing(id, "SM-14.1", title, count=spaces, merchant=most, corsair=letter)
    yield rules.thing("repair", "SM-14.2", price=doubloons(box.price_repair))


# Ship sheet


def _name_the_sheet(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("sheet", "SM-1.2")
    yield rules.thing("money", "SM-23.1", per=doubloons(box.money_per_vp))
    yield rules.thing("points-won", "SM-23.1")
    for id, rule in (("fought", "SM-10.2"), ("storm-bound", "SM-5.7"), ("reinforced", "SM-21.1")):
        yield rules.thing(id, rule)
    yield rules.thing("hold", "SM-20.2")
    yield rules.thing("sailor", "SM-8.4", price=doubloons(box.price_sailor))
    yield rules.thing("leak", "SM-11.16")
    yield rules.thing("sails", "SM-8.3")
    yield rules.thing("sail-damage", "SM-11.15")
    yield rules.thing("charge", "SM-8.1")
    yield rules.thing("orange", "SM-8.7")
    yield rules.thing("deck", "SM-11.22")
    yield rules.thing("cannons", "SM-11.8")
    yield rules.thing("cannon-damage", "SM-11.21")
    yield rules.thing("crew", "SM-11.6")
    yield rules.thing("blocked", "SM-11.20")
    yield rules.thing("specialists", "SM-14.11", Message("sm.board.specialists"))


# Discoveries


def _name_the_discoveries(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("landed", "SM-18.2")
    rare, new = box.family_bonus[RARE], box.family_bonus[NEW]
    yield rules.thing("family", "SM-18.4", rare=rare, new=new)
    for rarity, name in enumerate(RARITIES):
        title = Message("sm.thing.rarity", rarity=rarity_name(rarity))
        yield rules.thing(f"rarity-{name}", "SM-16.4", title, points=box.token_vp[rarity])
    yield rules.thing("discoveries", "SM-16.5", Message("sm.board.discoveries"))


# Combat


def _name_the_combat(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing(
        "combat",
        "SM-10.1",
        Message("sm.board.combat"),
        attack=box.vp_attack,
        defence=box.vp_defence,
        tie=box.vp_tie,
    )
    yield rules.thing("stages", "SM-11.13")
    yield rules.thing("strength", "SM-11.23")
    yield rules.thing("manned", "SM-11.10")
    yield rules.thing("odds", "SM-11.23")
    rule = ("SM-11.14", "SM-11.15", "SM-11.16", "SM-11.18", "SM-11.20")
    for face, name in enumerate(FACES):
        title = Message("sm.thing.face", face=face_name(face))
        yield rules.thing(f"face-{name}", rule[face], title)
    yield rules.thing("ransom", "SM-12.11", money=doubloons(box.ransom_ship))
    yield rules.thing("flight", "SM-12.9")
