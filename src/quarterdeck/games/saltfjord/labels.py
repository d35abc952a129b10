"""Choices in words: what a label says, which spots of the board it points at, what it costs."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.games.saltfjord.actions import (
    ABILITY,
    ACTIVATE,
    ADVANCE,
    ADVANCE_ONLY,
    AGAIN,
    BARTER_CUBE,
    BUILD,
    BUILD_LARGE,
    CART,
    CART_CELL,
    DEGRADE,
    DIE,
    DISCARD,
    GAIN_FISH,
    GO_ON,
    KEEP,
    LINE,
    ORDER_FROM,
    PAID_UPGRADE,
    PAY,
    PAY_PART,
    PLACE,
    QUAY,
    REARRANGE,
    REPEAT,
    RETIRE,
    RETURN,
    SELL,
    SELL_AND_UPGRADE,
    SET,
    SLOT_DOUBLE,
    SLOT_PLAIN,
    SMOKE,
    SPACE,
    TAVERN_DIE,
    TECH_FISH,
    TECH_STEP,
    UPGRADE_CUBE,
    WORKER,
)
from quarterdeck.games.saltfjord.figures import ability_text, effect_text, figures
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BARTER,
    BOAT_SPACES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    DOMINO,
    DOUBLE_SPACE,
    FIRST_LARGE_STACK,
    GOODS,
    KINDS,
    NO_CRATE,
    NO_TILE,
    NO_TOKEN,
    QUAYS,
    SMOKEHOUSE,
    STACKS,
    TAVERNS,
    TOKEN_TYPES,
    TOKENS,
    TOP,
    TRACKS,
    WALK,
    WOOD,
    ZONES,
)
from quarterdeck.games.saltfjord.paying import asked, parting_kind
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.seen import effect_of, knows
from quarterdeck.games.saltfjord.steps.activation import ForemanOffer
from quarterdeck.games.saltfjord.steps.building import PlaceTile, completed
from quarterdeck.games.saltfjord.steps.fishing import (
    TokenSpace,
)
from quarterdeck.games.saltfjord.steps.free import upgrade_price
from quarterdeck.games.saltfjord.steps.obstacles import (
    building_cost,
    change_price,
    fish_instead,
    line_of,
    next_cost,
)
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import (
    NOT_BEGUN,
    cart_target,
    reachable,
)
from quarterdeck.games.saltfjord.steps.turn import DieUse, QuayWindow
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.words import (
    ability_name,
    cell_name,
    changes,
    cost_words,
    die_name,
    gains,
    good_name,
    goods_words,
    icon_name,
    icons_words,
    line_name,
    listed,
    quay_name,
    quay_words,
    room_name,
    shape_name,
    tavern_name,
    tile_name,
    token_name,
    token_type,
    track_name,
)
from quarterdeck.kernel.actions import Family
from quarterdeck.kernel.messages import Argument, Message

# Label, spots on the board, cost in fish.
Face = tuple[Message, tuple[str, ...], int | None]

# How the spot of a moving cube begins.
ARROWS = {
    UPGRADE_CUBE: "up",
    PAID_UPGRADE: "up",
    SMOKE: "up",
    DEGRADE: "down",
    SELL_AND_UPGRADE: "swap",
    BARTER_CUBE: "swap",
}


def spot(cell: int) -> str:
    return f"cell-{CELL_NAMES[cell]}"


class Offer:
    """A choice to be put into words: label, spots and price by its family."""

    def __init__(self, p: SaltfjordPosition, seat: int, code: int) -> None:
        self.p = p
        self.seat = seat
        self.code = code
        self.family = SPACE.family_of(code)

    # Set-up and the main action

    def set(self) -> Face:
        number = SET.value(self.code)
        ability, resources = self.p.sets[number * 2 - 2], self.p.sets[number * 2 - 1]
        box = self.p.table.box
        said = Message(
            "sf.choice.set",
            number=number,
            ability=ability_name(ability),
            icons=icons_words(box, box.start_buildings[number - 1]),
            goods=gains(box.start_goods[resources], 0, 0, box.start_fishing[resources]),
        )
        return said, (f"set-{number}",), None

    def die(self) -> Face:
        colour, face = DIE.values(self.code)
        said = Message(
            "sf.choice.die", die=die_name(colour, face), line=_line(self.p, self.seat, colour, face)
        )
        return said, (f"die-{COLOURS[colour]}-{face}",), None

    def tavern_die(self) -> Face:
        tavern, colour = TAVERN_DIE.values(self.code)
        face = self.p.solo_dice[tavern * 2 + colour] or 1
        said = Message(
            "sf.choice.tavern_die",
            die=die_name(colour, face),
            number=tavern + 1,
            line=_line(self.p, self.seat, colour, face),
        )
        return said, (f"die-{COLOURS[colour]}-{TAVERNS[tavern]}",), None

    def build_large(self) -> Face:
        return _building(self.p, self.seat, self.code - BUILD_LARGE.base + FIRST_LARGE_STACK)

    def build(self) -> Face:
        return _building(self.p, self.seat, self.code - BUILD.base)

    def retire(self) -> Face:
        tavern = RETIRE.value(self.code)
        said = Message("sf.choice.retire", tavern=tavern_name(tavern))
        return said, (f"tavern-{TAVERNS[tavern]}",), None

    # A die in hand

    def die_line(self) -> Face:
        value = LINE.value(self.code)
        step = self.p.step_of(self.seat)
        assert isinstance(step, DieUse)
        price = change_price(self.p, self.seat, step.face, value)
        line = line_of(step.colour, value)
        icons = line_yields(self.p, self.seat, line)
        said = Message("sf.choice.line", line=line_name(line), icons=icons)
        return said, (f"line-{COLOURS[step.colour]}-{value}",), price or None

    def discard(self) -> Face:
        return Message("sf.choice.discard", count=self.p.table.box.discard_fish), (), None

    def cart(self) -> Face:
        number, way, cells = CART.values(self.code)
        target = cart_target(self.p.carts[self.seat * 2 + number - 1], way, cells)
        if target < 0:
            return Message("sf.choice.cart.off", number=number), (), None
        icon = icon_name(self.p.table.box, self.p.icons[self.seat * CELLS + target])
        kind = "move" if way else "stay"
        said = Message(f"sf.choice.cart.{kind}", number=number, cell=cell_name(target), icon=icon)
        return said, (spot(target),), None

    def on_building(self) -> Face:
        cell = self.family.value(self.code)
        icon = icon_name(self.p.table.box, self.p.icons[self.seat * CELLS + cell])
        said = Message(f"sf.choice.{self.family.name}", icon=icon, cell=cell_name(cell))
        return said, (spot(cell),), None

    # Goods

    def gain_fish(self) -> Face:
        count = self.p.table.box.upgrade_instead
        return Message("sf.choice.gain_fish", count=count), ("good-fish",), None

    def moving(self) -> Face:
        """A cube that changes its room: up or down an arrow, or by an exchange."""
        good, to = self.family.values(self.code)
        if self.family is SELL_AND_UPGRADE:
            to += WOOD
        said = Message(f"sf.choice.{self.family.name}", good=room_name(good), to=room_name(to))
        arrow = ARROWS[self.family]
        spots = (f"{arrow}-{GOODS[good]}-{GOODS[to]}",)
        return said, spots, self._moving_price(good)

    def _moving_price(self, good: int) -> int | None:
        if self.family in (SMOKE, PAID_UPGRADE):
            return upgrade_price(self.p, self.seat, good)
        return None

    def sell(self) -> Face:
        good = SELL.value(self.code)
        said = Message("sf.choice.sell", good=room_name(good), count=self.p.table.sells_for[good])
        return said, (f"sell-{GOODS[good]}",), None

    def pay(self) -> Face:
        """A way of paying: what it takes, what is left, and the abilities it uses up."""
        step = self.p.step_of(self.seat)
        assert isinstance(step, Pay)
        way = step.ways(self.p)[self.code - PAY.base]
        now = self.p.goods[self.seat * KINDS : self.seat * KINDS + KINDS]
        spent = changes([*now, 0], [*way.goods, 0]) or Message("sf.nothing")
        used = [
            ability_name(ability)
            for ability, uses in ((BARTER, way.bartered), (SMOKEHOUSE, way.smoked))
            if uses
        ]
        left = goods_words(way.goods)
        if used:
            said = Message("sf.choice.pay.ability", spent=spent, left=left, ability=listed(used))
        else:
            said = Message("sf.choice.pay", spent=spent, left=left)
        return said, (), None

    def pay_part(self) -> Face:
        """Several ways of paying: what they leave of the kind that tells them from the others."""
        step = self.p.step_of(self.seat)
        assert isinstance(step, Pay)
        kind = parting_kind(step.ways(self.p))
        part = step.parts(self.p)[self.code - PAY_PART.base]
        most, least = part[0].goods[kind], part[-1].goods[kind]
        id = "sf.choice.pay_part" if most == least else "sf.choice.pay_part.up_to"
        return Message(id, kept=good_name(kind, most), count=len(part)), (), None

    # Orders, technologies, buildings

    def order(self) -> Face:
        stack = self.code - ORDER_FROM.base
        crate = self.p.market[stack]
        spots = (f"crate-{stack + 1}",)
        if crate == NO_CRATE:
            return Message("sf.choice.order.none", number=stack + 1), spots, None
        said = Message(
            "sf.choice.order",
            cost=_price(self.p, self.seat, self.p.table.crate_cost[crate]),
            count=self.p.table.box.crate_points[crate],
            quay=quay_name(stack),
        )
        return said, spots, None

    def tech(self) -> Face:
        track = TECH_STEP.value(self.code)
        spots = (f"track-{TRACKS[track]}",)
        name = track_name(track, self.p.table.carts)
        level = self.p.level(self.seat, track)
        if level >= TOP:
            return Message("sf.choice.tech.top", track=name), spots, None
        said = Message(
            "sf.choice.tech",
            track=name,
            level=level + 1,
            effect=effect_text(figures(self.p.table.box), effect_of(self.p, track, level + 1)),
            cost=_price(self.p, self.seat, 1 << 3 * next_cost(self.p, self.seat, track)),
        )
        return said, spots, None

    def tech_fish(self) -> Face:
        track = TECH_FISH.value(self.code)
        spots = (f"track-{TRACKS[track]}",)
        name = track_name(track, self.p.table.carts)
        level = self.p.level(self.seat, track)
        if level >= TOP:
            return Message("sf.choice.tech.top", track=name), spots, None
        effect = effect_text(figures(self.p.table.box), effect_of(self.p, track, level + 1))
        said = Message("sf.choice.tech_fish", track=name, level=level + 1, effect=effect)
        return said, spots, fish_instead(self.p, next_cost(self.p, self.seat, track))

    def place(self) -> Face:
        """A placement, with the lines it completes."""
        anchor, turn = divmod(self.code - PLACE.base, 4)
        step = self.p.step_of(self.seat)
        assert isinstance(step, PlaceTile | PlaceStartBuilding)
        shape, icons = placing(self.p, step)
        found = next(
            (x for x in self.p.table.placements[shape] if x.anchor == anchor and x.turn == turn),
            None,
        )
        if found is None:
            return Message("sf.choice.place.off", cell=cell_name(anchor)), (spot(anchor),), None
        spots = tuple(spot(cell) for cell in found.cells)
        return placement_words(self.p, self.seat, icons, found.cells, found.mask), spots, None

    def quay(self) -> Face:
        quay = QUAY.value(self.code)
        said = Message("sf.choice.quay", quay=quay_words(self.p.table.box, quay))
        return said, (f"quay-{QUAYS[quay]}",), None

    def ability(self) -> Face:
        ability = ABILITY.value(self.code)
        said = Message(
            "sf.choice.ability",
            ability=ability_name(ability),
            text=ability_text(figures(self.p.table.box), ABILITIES[ability]),
        )
        return said, (f"ability-{ABILITIES[ability]}",), None

    def cart_cell(self) -> Face:
        cell = CART_CELL.value(self.code)
        return Message("sf.choice.cart_cell", cell=cell_name(cell)), (spot(cell),), None

    # Fishing

    def advance(self) -> Face:
        kind = ADVANCE.value(self.code)
        zone = self.p.zones[self.seat] + 1
        if zone > ZONES:
            return Message("sf.choice.advance.off", type=token_type(kind)), (), None
        spots = (f"tokens-{zone}-{kind}",)
        stack = (zone - 1) * TOKEN_TYPES + kind - 1
        if self.p.put_back[stack] != NO_TOKEN and knows(self.p, self.seat, stack):
            top = token_name(self.p.table.box, self.p.put_back[stack])
            return (
                Message("sf.choice.advance.known", zone=zone, type=token_type(kind), token=top),
                spots,
                None,
            )
        return Message("sf.choice.advance", zone=zone, type=token_type(kind)), spots, None

    def advance_only(self) -> Face:
        zone = self.p.zones[self.seat] + 1
        return Message("sf.choice.advance_only", zone=zone), (f"zone-{zone}",), None

    def going_home(self) -> Face:
        """What a return brings: zone and tokens together.  SF-11.9, SF-11.10"""
        box = self.p.table.box
        goods = [0] * KINDS
        points = box.zone_points[self.p.zones[self.seat]]
        for space in range(BOAT_SPACES):
            token = self.p.boat[self.seat * BOAT_SPACES + space]
            if token != NO_TOKEN:
                goods = [a + b for a, b in zip(goods, box.token_goods[token], strict=True)]
                points += box.token_points[token] * (2 if space == DOUBLE_SPACE else 1)
        return Message("sf.choice.return", gains=gains(goods, points)), ("harbour",), None

    def keep(self) -> Face:
        token = KEEP.value(self.code)
        said = Message("sf.choice.keep", token=token_name(self.p.table.box, token))
        return said, (f"look-{TOKENS[token]}",), None

    def slot(self) -> Face:
        kind = "double" if self.code == SLOT_DOUBLE.base else "plain"
        step = self.p.step_of(self.seat)
        assert isinstance(step, TokenSpace)
        said = Message(f"sf.choice.{kind}", token=token_name(self.p.table.box, step.token))
        return said, (f"boat-{kind}",), None

    def rearrange(self) -> Face:
        token = REARRANGE.value(self.code)
        said = Message("sf.choice.rearrange", token=token_name(self.p.table.box, token))
        return said, (f"boat-{TOKENS[token]}",), None

    # Offers and windows

    def repeat(self) -> Face:
        step = self.p.step_of(self.seat)
        assert isinstance(step, ForemanOffer)
        icon = icon_name(self.p.table.box, self.p.icons[self.seat * CELLS + step.cell])
        said = Message("sf.choice.repeat", icon=icon, cell=cell_name(step.cell))
        return said, (spot(step.cell),), self.p.table.box.foreman_fish

    def again(self) -> Face:
        return Message("sf.choice.again"), (), self.p.table.box.dory_fish

    def go_on(self) -> Face:
        step = self.p.step_of(self.seat)
        assert isinstance(step, QuayWindow)
        return Message("sf.choice.go_on", quay=quay_name(step.quay)), (), None


def _line(p: SaltfjordPosition, seat: int, colour: int, value: int) -> Message:
    """A line with what a die finds there."""
    line = line_of(colour, value)
    return Message("sf.line.yields", line=line_name(line), icons=line_yields(p, seat, line))


def line_yields(p: SaltfjordPosition, seat: int, line: int) -> Message:
    """The icons a die can activate along a line, in its order."""
    cells = reachable(p, seat, line, NOT_BEGUN)
    if not cells:
        return Message("sf.nothing")
    return icons_words(p.table.box, [p.icons[seat * CELLS + cell] for cell in cells])


def _building(p: SaltfjordPosition, seat: int, stack: int) -> Face:
    top = p.tops[stack]
    spots = (f"stack-{STACKS[stack]}",)
    if top == NO_TILE:
        shape, number = shape_name(stack // 2), stack % 2 + 1
        return Message("sf.choice.build.none", shape=shape, number=number), spots, None
    cost = building_cost(p, seat, stack)
    arguments: dict[str, Argument] = {
        "tile": tile_name(stack // 2, top),
        "icons": icons_words(p.table.box, p.table.icons_of[top]),
    }
    if not cost:
        return Message("sf.choice.build.free", **arguments), spots, None
    arguments["cost"] = _price(p, seat, cost)
    return Message("sf.choice.build", **arguments), spots, None


def _price(p: SaltfjordPosition, seat: int, cost: int) -> Message:
    """A cost in goods, with a word where it takes an exchange to pay it.  SF-13.4"""
    wanted = [asked(cost, kind) for kind in range(KINDS)]
    said = cost_words(wanted)
    stored = all(p.held(seat, kind) >= wanted[kind] for kind in range(KINDS))
    if stored or not p.can_pay(seat, cost):
        return said
    return Message("sf.cost.exchange", goods=said)


def placing(p: SaltfjordPosition, step: PlaceTile | PlaceStartBuilding) -> tuple[int, list[int]]:
    """Shape and icons of the tile in hand."""
    if isinstance(step, PlaceStartBuilding):
        return DOMINO, p.table.box.start_buildings[step.number]
    tile = p.tops[step.stack]
    return p.table.shape_of[tile], p.table.icons_of[tile]


def placement_words(
    p: SaltfjordPosition, seat: int, icons: list[int], cells: list[int], mask: int
) -> Message:
    """Where each part of a tile comes to lie, which lines that completes, what they pay."""
    box = p.table.box
    parts = [
        Message("sf.choice.place.part", icon=icon_name(box, icon), cell=cell_name(cell))
        for icon, cell in zip(icons, cells, strict=True)
    ]
    filled = p.filled(seat)
    lines = completed(filled | mask) & ~completed(filled)
    if not lines:
        return Message("sf.choice.place", parts=listed(parts))
    goods = [0] * KINDS
    points = upgrades = fishing = 0
    shown = {cell: icon for icon, cell in zip(icons, cells, strict=True)}
    names = []
    for number, line in enumerate(LINES):
        if not lines >> number & 1:
            continue
        names.append(line_name(number))
        for cell in line:
            icon = shown.get(cell, p.icons[seat * CELLS + cell])
            if icon >= WALK:
                walk = box.walks[icon - WALK]
                goods = [a + b for a, b in zip(goods, walk.goods, strict=True)]
                points += walk.points
                upgrades += walk.upgrades
                fishing += walk.fishing
    return Message(
        "sf.choice.place.lines",
        parts=listed(parts),
        lines=listed(names),
        gains=gains(goods, points, upgrades, fishing),
    )


WORDING: dict[Family, Callable[[Offer], Face]] = {
    SET: Offer.set,
    DIE: Offer.die,
    TAVERN_DIE: Offer.tavern_die,
    BUILD_LARGE: Offer.build_large,
    BUILD: Offer.build,
    RETIRE: Offer.retire,
    LINE: Offer.die_line,
    DISCARD: Offer.discard,
    CART: Offer.cart,
    ACTIVATE: Offer.on_building,
    WORKER: Offer.on_building,
    GAIN_FISH: Offer.gain_fish,
    UPGRADE_CUBE: Offer.moving,
    SELL_AND_UPGRADE: Offer.moving,
    PAID_UPGRADE: Offer.moving,
    DEGRADE: Offer.moving,
    BARTER_CUBE: Offer.moving,
    SMOKE: Offer.moving,
    SELL: Offer.sell,
    PAY: Offer.pay,
    PAY_PART: Offer.pay_part,
    ORDER_FROM: Offer.order,
    TECH_STEP: Offer.tech,
    TECH_FISH: Offer.tech_fish,
    PLACE: Offer.place,
    QUAY: Offer.quay,
    ABILITY: Offer.ability,
    CART_CELL: Offer.cart_cell,
    ADVANCE: Offer.advance,
    ADVANCE_ONLY: Offer.advance_only,
    RETURN: Offer.going_home,
    KEEP: Offer.keep,
    SLOT_DOUBLE: Offer.slot,
    SLOT_PLAIN: Offer.slot,
    REARRANGE: Offer.rearrange,
    REPEAT: Offer.repeat,
    AGAIN: Offer.again,
    GO_ON: Offer.go_on,
}


def face(p: SaltfjordPosition, seat: int, code: int) -> Face:
    """Label, spots and price of a choice; a choice without particulars has only its name."""
    family = SPACE.family_of(code)
    if family in WORDING:
        return WORDING[family](Offer(p, seat, code))
    return Message(f"sf.choice.{family.name}"), (), None
