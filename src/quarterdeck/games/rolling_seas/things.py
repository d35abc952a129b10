"""What can be pointed at on the board: what it is called and what it does for a player.

Names that cards, ships and tracks already have come from `words.py` and the board, values from the
box; those that differ from one to the next are listed in order: "15 / 10 / 5".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT
from quarterdeck.games.rolling_seas.components import Adventure, Components
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    ADVENTURES,
    CALM,
    CARDS,
    COLUMNS,
    FACES,
    NO_CELL,
    PASSES,
    ROCKS,
    SHIPS,
    TYPES,
)
from quarterdeck.games.rolling_seas.words import card_name, face_gains, gains, ship_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.kernel.things import Thing


def name_things(rules: AnyRules) -> Iterator[Thing]:
    """Everything on the board, region by region."""
    box: Components = rules.box
    yield from _name_the_chart(rules, box)
    yield from _name_the_adventures(rules, box)
    yield from _name_the_weather(rules, box)
    yield from _name_the_cards(box)
    yield from _name_the_sheet(rules, box)


def thing_at(captain: Captain, cell: int) -> str:
    """What a ship that enters this cell, or lies next to it, has to do with."""
    table = captain.table
    found = (
        (captain.rocks, "rocks"),
        (captain.monsters, "monster"),
        (captain.perils, "peril"),
        (captain.currents, "current"),
        (captain.unmet(), "pirates"),
        (captain.lurking(), "ambush"),
        (table.ports, "port"),
        (table.monoliths, "monolith"),
        (table.gold_land, "land-gold"),
        (table.provision_land, "land-provisions"),
        (table.story_land, "land-story"),
        (table.land, "land"),
    )
    if cell != NO_CELL:
        for cells, id in found:
            if cells & BIT[cell]:
                return id
    return "sea"


# The chart


def _name_the_chart(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("sea", "RS-10.5", first=box.cost[0], last=box.cost[-1])
    yield rules.thing("land", "RS-12.1")
    for icon in ("gold", "provisions", "story"):
        more = Message(f"rs.change.{icon}", count=1)
        yield rules.thing(f"land-{icon}", "RS-12.6", more=more)
    yield rules.thing("explored", "RS-12.3")
    yield rules.thing("monolith", "RS-12.5", story=_list(box.monolith_story))
    yield rules.thing("port", "RS-13.2")
    yield rules.thing("port-told", "RS-13.3")
    yield rules.thing("home", "RS-15.3", home=box.home_port, other=box.any_port)
    yield rules.thing("wake", "RS-1.7")
    yield rules.thing("used", "RS-11.2")
    yield rules.thing("lines", "RS-6.6")
    yield rules.thing("captain", "RS-4.3")


def _name_the_adventures(rules: AnyRules, box: Components) -> Iterator[Thing]:
    food = Message("rs.amount.provisions", count=box.monster_provisions)
    yield rules.thing("monster", "RS-11.5", story=_story(box.monster_story), provisions=food)
    yield rules.thing("peril", "RS-11.7", story=_story(box.peril_story))
    yield rules.thing("current", "RS-11.9", cells=box.current_cells)
    yield rules.thing("rocks", "RS-7.6")
    toll = Message("rs.amount.provisions", count=box.pirate_provisions)
    yield rules.thing(
        "pirates",
        "RS-11.18",
        gains=gains(box.pirate_story, box.pirate_gold, 0),
        provisions=toll,
        unmet=box.unmet_pirates,
    )
    yield rules.thing("pirates-met", "RS-11.23")
    yield rules.thing(
        "ambush",
        "RS-14.2",
        won=_story(box.won_story),
        tied=_story(box.tied_story),
        lost=_story(box.lost_story),
    )


# Card, winds, book


def _name_the_weather(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("turn", "RS-4.1")
    yield rules.thing("no-card", "RS-5.1")
    yield rules.thing("wind-rose", "RS-10.3", costs=_list(box.cost))
    yield rules.thing("wind-dice", "RS-10.1")
    yield rules.thing("movement", "RS-10.2", points=_list(box.movement))
    for number, face in enumerate(FACES):
        name = Message("rs.board.face", face=number + 1)
        text = Message("rs.thing.face.text", gains=face_gains(box, number + 1))
        yield Thing(f"face-{face}", name, text, "RS-12.4")


def _name_the_cards(box: Components) -> Iterator[Thing]:
    for card, adventure in enumerate(box.adventures):
        yield Thing(
            f"card-{ADVENTURES[card]}", card_name(card), _say_adventure(adventure), "RS-6.1"
        )
    for calm, name in enumerate(CALM):
        yield Thing(
            f"card-{name}", card_name(ADVENTURE_COUNT + calm), _say_calm(box, calm), "RS-5.2"
        )


def _say_adventure(adventure: Adventure) -> Message:
    """Who draws it, and where."""
    side = PASSES[adventure.right]
    if TYPES[adventure.kind] == "ambush":
        return Message(f"rs.thing.card.ambush.{side}.text")
    row, column = adventure.row + 1, COLUMNS[adventure.column]
    if adventure.kind == ROCKS:
        return Message(f"rs.thing.card.rocks.{side}.text", row=row, column=column)
    return Message(f"rs.thing.card.{TYPES[adventure.kind]}.text", row=row, column=column)


def _say_calm(box: Components, calm: int) -> Message:
    if box.calm_either[calm]:
        return Message("rs.thing.card.calm.either.text")
    raised = (box.calm_monsters[calm], box.calm_pirates[calm])
    effect = gains(0, box.calm_gold[calm], box.calm_provisions[calm], box.calm_wind[calm], *raised)
    return Message("rs.thing.card.calm.text", effect=effect)


def card_thing(card: int) -> str:
    return f"card-{CARDS[card]}"


# The ship sheet


def _name_the_sheet(rules: AnyRules, box: Components) -> Iterator[Thing]:
    yield rules.thing("story", "RS-2.3", Message("rs.board.story"))
    yield rules.thing("provisions", "RS-10.6", Message("rs.board.provisions"))
    yield rules.thing("gold", "RS-13.5", Message("rs.board.gold"))
    yield rules.thing("wind", "RS-9.3")
    yield rules.thing("fill", "RS-13.8", price=Message("rs.cost", count=box.fill_price))
    yield rules.thing(
        "cannons",
        "RS-2.13",
        Message("rs.board.cannons"),
        prices=_list(box.cannon_gold),
        provisions=Message("rs.amount.provisions", count=box.cannon_provisions),
    )
    yield rules.thing("power-monsters", "RS-11.5")
    yield rules.thing("power-pirates", "RS-11.19")
    for ship, name in enumerate(SHIPS):
        yield rules.thing(
            name,
            "RS-13.6",
            ship_name(ship),
            points=box.movement[ship],
            hold=box.hold[ship],
            price=Message("rs.cost", count=box.ship_price[ship]),
            stars=sum(box.ship_stars[: ship + 1]),
        )
    yield rules.thing("monoliths", "RS-12.7", story=_list(box.monolith_story))
    yield rules.thing("treasure", "RS-12.8", stars=_list(box.treasure))
    yield rules.thing("renown", "RS-13.2", bonus=box.eight_ports)
    yield rules.thing("stars", "RS-2.7")
    yield rules.thing("score", "RS-15.5")


def _story(count: int) -> Message:
    return Message("rs.amount.story", count=count)


def _list(values: Iterable[int]) -> str:
    return " / ".join(str(value) for value in values)
