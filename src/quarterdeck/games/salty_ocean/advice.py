"""How good a choice looks to a sensible merchant. Bots build on this.

An action is judged by playing it out with the habits below and weighing what the player then
has: coins, sure points, fish at the price hoped for, salt the ships can still turn into fish,
and income still to come. All is counted in coins at the end of the game. The smaller questions
inside an action (which ship, how many barrels, which fish) have habits of their own.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.salty_ocean.actions import (
    CATCH,
    DONE,
    LOAD,
    LOOK,
    LOSE,
    NO_LOOK,
    PASS,
    REPAIR,
    SELL_FROM,
    SHIP,
    STOP,
    SWAP,
    TAKE,
)
from quarterdeck.games.salty_ocean.components import MOST_BARRELS
from quarterdeck.games.salty_ocean.hidden import tiles_seen
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    BANQUE,
    BUREAU,
    CARAVEL_2,
    CARRACK,
    CHANTIER,
    COD,
    DEPOT,
    FIERTE,
    GOOD_COUNT,
    HERRING,
    HORLOGE,
    IN_PORT,
    MACLOU,
    MARKET,
    NAVIGATION,
    NO_TILE,
    PHARE,
    PORT,
    SALLE,
    SALT,
    SHIP_COUNT,
    TURNS,
    UNBUILT,
    hold_at,
    ship_at,
    store_at,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import bonus
from quarterdeck.games.salty_ocean.steps.harbour import LOADS_PER_GOOD, Load
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.steps.turn_end import Look, Repair, Swap, coin_limit, rent

# Acting for nothing only raises the costs
EFFORT: Final = 0.25
# A debt ties the hands; whoever is near the lowest balance cannot even pay to sell
STRAIN: Final = 0.4
SAFE_DEBT: Final = 10
TRAP: Final = 3.0
# This much debt is accepted to buy goods
MOST_DEBT: Final = 6
# Coins above the limit are lost at turn end unless something is bought with them first
SURPLUS: Final = 0.5
# How likely each lot a rival has in Rouen is sold before ours
RIVAL_SELLS: Final = 0.6
# Tomorrow's price, seen from today
TOMORROW: Final = 0.95
# The part of the price that each stage on the way to a sale may count on: fish in Rouen, fish
# at sea, salt aboard, salt to be loaded. Every stage done is worth something.
READY: Final = 0.85
COMING: Final = 0.8
LOADED: Final = 0.7
TO_LOAD: Final = 0.6
# What an action costs early in the next turn
NEXT_TURN_COST: Final = 1.5
# Prices of later turns, compared with now: everybody fishes and sells
LATER_PRICE: Final = 0.5
# The actions of one fishing trip in a later turn, together
TRIP: Final = 6.0
# A free place in the Dépôt, per later turn: room to buy cheap today and sell dear tomorrow
ROOM: Final = 0.3
# Per later turn: sales of a Bureau owner, use of a Horloge
SALES: Final = 1.0
CLOCK: Final = 1.0
# Chance that an unbuilt ship of a rival will be built, per later turn
RIVAL_SHIP: Final = 0.15
# Expected growth of wealth per later turn, which a Bank lets one keep
GROWTH: Final = 10.0
BANK_KEEPS: Final = 0.2


def advise(p: SaltyPosition, seat: int, codes: list[int]) -> list[float]:
    """The worth of each open choice, in coins or on a scale of its own; higher is better."""
    threat = rows_at_risk(p, seat)
    if isinstance(p.step_of(seat), Move | Clock):
        return [_worth_of_action(p, seat, code, threat) for code in codes]
    return [_habit(p, seat, code, threat) for code in codes]


def _worth_of_action(p: SaltyPosition, seat: int, code: int, threat: list[float]) -> float:
    if code == PASS.base and p.turn == TURNS:
        # There may be no other move: goods not sold by now are worth nothing
        return _final_coins(p, seat, 0.0)
    if code in (PASS.base, STOP.base):
        return worth(p, seat, threat)
    after = p.clone()
    after.play(seat, code)
    while seat in after.actors() and not isinstance(after.step_of(seat), Move | Clock):
        codes = after.legal(seat)
        habits = [_habit(after, seat, each, threat) for each in codes]
        after.play(seat, codes[habits.index(max(habits))])
    return worth(after, seat, threat) - EFFORT


# Prices


def rows_at_risk(p: SaltyPosition, seat: int) -> list[float]:
    """Per good, the rows its price may fall because rivals sell before our next sale."""
    return _risk_from(p, seat, _lots_in_rouen(p))


def all_rows_at_risk(p: SaltyPosition) -> list[list[float]]:
    """The same for every seat."""
    lots = _lots_in_rouen(p)
    return [_risk_from(p, seat, lots) for seat in range(p.seats)]


def _lots_in_rouen(p: SaltyPosition) -> list[int]:
    """By seat and good, in how many lots it could be sold now."""
    lot = p.table.lot
    return [
        (in_rouen(p, seat, good) + lot - 1) // lot
        for seat in range(p.seats)
        for good in range(GOOD_COUNT)
    ]


def _risk_from(p: SaltyPosition, seat: int, lots: list[int]) -> list[float]:
    risk = [0.0, 0.0, 0.0]
    for good in range(p.table.goods):
        rows = 0.0
        for rival in range(p.seats):
            if rival != seat:
                rows += lots[rival * GOOD_COUNT + good] * p.table.rows_per_lot * RIVAL_SELLS
        risk[good] = rows
    return risk


def in_rouen(p: SaltyPosition, seat: int, good: int) -> int:
    """Barrels of a good in the Dépôt and on ships in Rouen."""
    count = p.goods[store_at(seat, DEPOT) + good]
    for ship in range(SHIP_COUNT):
        if p.place[ship_at(seat, ship)] == IN_PORT:
            count += p.goods[hold_at(seat, ship) + good]
    return count


def price_at(p: SaltyPosition, good: int, row: float) -> float:
    """The price on a row, or between two rows."""
    table = p.table
    row = min(max(row, 0.0), table.rows - 1.0)
    upper = int(row)
    price = table.price[good * table.rows + upper]
    if row == upper:
        return price
    lower = table.price[good * table.rows + upper + 1]
    return price + (lower - price) * (row - upper)


def hoped_price(p: SaltyPosition, good: int, threat: list[float]) -> float:
    """What a barrel will bring: sold soon, or next turn if the tile lying open raises the price."""
    row = p.rows[good] + threat[good]
    price = price_at(p, good, row)
    if p.turn < TURNS and p.tiles[p.turn] != NO_TILE:
        rise = p.table.change[p.tiles[p.turn]][good]
        price = max(price, TOMORROW * price_at(p, good, row - rise))
    return price


# What a position is worth


def worth(p: SaltyPosition, seat: int, threat: list[float]) -> float:
    """Coins this player may hope to end with."""
    later = TURNS - p.turn
    fish = _worth_of_fish(p, seat, threat)
    salt = _worth_of_salt(p, seat, later, threat)
    if not later:
        value = _final_coins(p, seat, fish + salt)
        return value - _strain(p, seat) if fish + salt else value
    value = _worth_of_coins(p, seat, p.coins[seat]) - _strain(p, seat) + fish + salt
    return value + _worth_of_buildings(p, seat, later) + bonus(p, seat)


def _final_coins(p: SaltyPosition, seat: int, sales: float) -> float:
    """The result if sales still bring this much and nothing else happens."""
    return _worth_of_coins(p, seat, p.coins[seat] + sales + rent(p, seat)) + bonus(p, seat)


def _strain(p: SaltyPosition, seat: int) -> float:
    """What a debt costs in freedom, as long as there is something left to do."""
    debt = max(0, -p.coins[seat])
    return STRAIN * debt + TRAP * max(0, debt - SAFE_DEBT)


def _worth_of_coins(p: SaltyPosition, seat: int, coins: float) -> float:
    if coins < 0:
        return coins - 1
    limit = coin_limit(p, seat)
    if limit < 0:
        return coins + coins / p.table.per_interest_vault
    if p.owns(seat, BANQUE):
        coins += coins / p.table.per_interest_bank
    if coins > limit:
        return limit + (coins - limit) * SURPLUS
    return coins


def _cost(p: SaltyPosition, kind: int) -> float:
    """What an action of a type costs: now, or next turn when the costs start again at 0."""
    cost = float(p.counters[kind])
    return cost if p.turn == TURNS else min(cost, NEXT_TURN_COST)


def _worth_of_fish(p: SaltyPosition, seat: int, threat: list[float]) -> float:
    """Fish at the price hoped for, less the actions it still needs."""
    value = 0.0
    at_sea = 0.0
    for good in range(HERRING, p.table.goods):
        total = p.barrels(seat, good)
        if total:
            price = hoped_price(p, good, threat)
            ready = in_rouen(p, seat, good)
            at_sea += (total - ready) * price * COMING
            value += max(0.0, ready * price * READY - _cost(p, MARKET))
    if at_sea:
        value += max(0.0, at_sea - _cost(p, NAVIGATION) - _cost(p, MARKET))
    return value


def _holds(p: SaltyPosition, seat: int) -> int:
    """Usable capacity of all ships."""
    return sum(
        p.hold(seat, ship) for ship in range(SHIP_COUNT) if p.place[ship_at(seat, ship)] != UNBUILT
    )


def _worth_of_salt(p: SaltyPosition, seat: int, later: int, threat: list[float]) -> float:
    """The best of: a trip with the salt aboard, a trip after loading, keeping or selling it."""
    fish = max(hoped_price(p, good, threat) for good in range(HERRING, p.table.goods))
    salt = hoped_price(p, SALT, threat)
    stock = in_rouen(p, seat, SALT)
    holds = _holds(p, seat)
    best = _future_of_salt(p, seat, stock, holds, later, fish, salt)
    if not stock:
        return best
    cost = 2 * _cost(p, NAVIGATION) + 1 + _cost(p, MARKET)
    for loading, hope in ((False, LOADED), (True, TO_LOAD)):
        load, caught, damage = trip_now(p, seat, stock if loading else 0)
        if caught:
            rest = _future_of_salt(p, seat, stock - load, holds - damage, later, fish, salt)
            best = max(best, rest + caught * fish * hope - cost)
        cost += _cost(p, PORT)
    return best


def trip_now(p: SaltyPosition, seat: int, to_load: int) -> tuple[int, int, int]:
    """Salt used, fish caught and damage taken if all ships in Rouen with salt sailed now.

    They carry what is aboard, or are loaded anew if there is something `to_load`.
    """
    table = p.table
    tile = p.tiles[p.turn - 1]
    storm = table.storm_damage * table.storm[tile]
    poor = 0 if p.owns(seat, FIERTE) else table.poor_fishing_salt * table.poor_fishing[tile]
    attack = table.pirate_damage if p.pirates and not p.owns(seat, MACLOU) else 0
    left = to_load
    used = caught = damage = 0
    for ship in range(SHIP_COUNT):
        if p.place[ship_at(seat, ship)] != IN_PORT:
            continue
        hold = p.hold(seat, ship)
        load = min(left, hold) if to_load else p.goods[hold_at(seat, ship) + SALT]
        if load:
            left -= load
            used += load
            hit = min(hold, storm + attack)
            attack = 0
            damage += hit
            caught += max(0, min(load, hold - hit) - poor)
    return used, caught, damage


def _future_of_salt(
    p: SaltyPosition,
    seat: int,
    stock: int,
    holds: int,
    later: int,
    fish: float,
    salt: float,
) -> float:
    """Salt kept and salt still to be made: fish as far as the ships can carry it."""
    if not later:
        return max(0.0, stock * salt - p.counters[MARKET])
    table = p.table
    room = table.depot[p.depot[seat]]
    made = table.saline[p.saline[seat]]
    # What the Dépôt cannot take at turn end is lost
    kept = min(room - min(room, p.stock(seat, DEPOT)), made)
    supply = stock + kept + (later - 1) * min(made, room)
    carried = min(supply, holds * later)
    price = LATER_PRICE * (fish + price_at(p, HERRING, table.start_row)) / 2
    catch = carried * price - (TRIP * carried / holds if holds else 0.0)
    return max(catch, carried * salt) + (supply - carried) * salt


def _worth_of_buildings(p: SaltyPosition, seat: int, later: int) -> float:
    """What buildings, levels and ships will still bring."""
    value = float(rent(p, seat)) * (later + 1)
    value += ROOM * later * p.table.depot[p.depot[seat]]
    if p.owns(seat, BUREAU):
        value += p.space_value(seat, BUREAU) * SALES * (later + 0.5)
    if p.owns(seat, HORLOGE):
        value += CLOCK * later
    if p.owns(seat, PHARE):
        value += sum(p.damage[ship_at(seat, 0) : ship_at(seat, SHIP_COUNT)]) * 0.5 * later
    if p.owns(seat, BANQUE):
        wealth = max(0.0, p.coins[seat] + GROWTH * later)
        value += wealth * BANK_KEEPS * (2 if p.owns(seat, SALLE) else 1)
    return value + _worth_of_yards(p, seat, later)


def _worth_of_yards(p: SaltyPosition, seat: int, later: int) -> float:
    """Ships without fees, and fees from rivals; half as much while the other yard is missing."""
    value = 0.0
    for building, fees, shares in (
        (CHANTIER, p.table.shipyard_fee, p.table.shipyard_share),
        (ACADEMIE, p.table.academy_fee, p.table.academy_share),
    ):
        if not p.owns(seat, building):
            continue
        for ship in (CARAVEL_2, CARRACK):
            if p.place[ship_at(seat, ship)] == UNBUILT:
                value += fees[ship] * min(1.0, 0.3 * later)
            share = fees[ship] if p.built[building] == 1 else shares[ship]
            for rival in range(p.seats):
                if rival != seat and p.place[ship_at(rival, ship)] == UNBUILT:
                    value += share * RIVAL_SHIP * later
    return value


# Habits for the questions inside an action


def _habit(p: SaltyPosition, seat: int, code: int, threat: list[float]) -> float:
    step = p.step_of(seat)
    if isinstance(step, SailOut):
        return _which_ship_sails(p, seat, code, step)
    if isinstance(step, SailHome):
        # All of them, in ship order
        return 0.0 if code == DONE.base else 3.0 - SHIP.value(code)
    if isinstance(step, FishSplit):
        return _which_fish(p, seat, code, threat)
    if isinstance(step, Loss):
        # Salt goes first, then the cheaper fish
        lost = LOSE.values(code)[1]
        return lost if step.good == SALT or p.price(HERRING) < p.price(COD) else -lost
    if isinstance(step, Load):
        return _how_much_to_load(p, seat, code, step.good)
    if isinstance(step, SellFrom):
        return _how_much_to_sell(p, seat, code, step)
    if isinstance(step, Buy):
        return _how_much_to_buy(p, seat, code, step.good)
    if isinstance(step, Repair):
        return p.damage[ship_at(seat, REPAIR.value(code))]
    if isinstance(step, Look):
        return 0.0 if code == NO_LOOK.base else 10.0 - LOOK.value(code)
    assert isinstance(step, Swap)
    return _whether_to_swap(p, seat, code, step)


def _which_ship_sails(p: SaltyPosition, seat: int, code: int, step: SailOut) -> float:
    """Every ship with salt, in ship order; the pirates meet the one with least to lose."""
    if code == DONE.base:
        return 0.0
    ship = SHIP.value(code)
    salt = p.goods[hold_at(seat, ship) + SALT]
    if step.threatened and not step.started:
        return p.damage[ship_at(seat, ship)] * 0.1 - p.stock(seat, ship + 1)
    return 3.0 - ship if salt else -1.0


def _which_fish(p: SaltyPosition, seat: int, code: int, threat: list[float]) -> float:
    """All of the dearer kind: one sale is one action, and all its barrels have one price."""
    herring = CATCH.value(code)
    if p.table.goods <= COD:
        return 0.0
    gain = hoped_price(p, HERRING, threat) - hoped_price(p, COD, threat)
    if gain == 0:
        gain = p.barrels(seat, HERRING) - 0.5
    return herring * gain


def _how_much_to_load(p: SaltyPosition, seat: int, code: int, good: int) -> float:
    """Ships take salt; fish goes aboard only if the Dépôt would overflow at turn end."""
    count = (code - LOAD.base) % LOADS_PER_GOOD
    if good == SALT:
        return count
    overfull = p.table.saline[p.saline[seat]] - p.depot_room(seat)
    return -abs(count - max(0, overfull))


def _how_much_to_sell(p: SaltyPosition, seat: int, code: int, step: SellFrom) -> float:
    """Everything; but salt the ships will need stays."""
    count = (code - SELL_FROM.base) % (MOST_BARRELS + 1)
    later = TURNS - p.turn
    if step.good != SALT or not later:
        return count
    supply = in_rouen(p, seat, SALT) + later * p.table.saline[p.saline[seat]]
    return -abs(count - max(0, supply - _holds(p, seat) * later))


def _how_much_to_buy(p: SaltyPosition, seat: int, code: int, good: int) -> float:
    """Salt for the empty holds in port, fish as much as coins and a small debt allow."""
    count = TAKE.value(code)
    # What a printed table gives away, anybody can afford
    price = max(1, p.buying_price(good))
    affordable = max(0, p.coins[seat] + MOST_DEBT) // price
    wanted = p.depot_room(seat) - p.table.saline[p.saline[seat]]
    if good == SALT:
        wanted = _holds(p, seat) - in_rouen(p, seat, SALT)
    return -abs(count - max(1, min(wanted, affordable)))


def _tile_profit(p: SaltyPosition, tile: int) -> float:
    """How welcome a tile is to somebody with ships and fish."""
    table = p.table
    value = float(sum(table.change[tile][good] for good in range(table.goods)))
    return value - 1.5 * table.storm[tile] - table.pirates[tile] - table.poor_fishing[tile]


def _whether_to_swap(p: SaltyPosition, seat: int, code: int, step: Swap) -> float:
    """Bring the better tile onto the grid, or the better one to the earlier turn."""
    first, second = step.first, step.second
    tiles = tiles_seen(p, seat)
    if code != SWAP.base or NO_TILE in (tiles[first], tiles[second]):
        return 0.0
    gain = _tile_profit(p, tiles[second]) - _tile_profit(p, tiles[first])
    return gain if first < second else -gain
