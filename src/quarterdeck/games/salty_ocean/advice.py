"""How good a choice looks to a sensible merchant. Bots build on this.

An action is judged by playing it out with the habits below and weighing what the player then
has: coins, sure points, goods on their way to the market, and income still to come. The
smaller questions inside an action (which ship, how many barrels, which fish) have habits of
their own.
"""

from __future__ import annotations

from quarterdeck.games.salty_ocean.actions import (
    CATCH,
    DONE,
    LOAD,
    LOOK,
    LOSE,
    NO_LOOK,
    PASS,
    REPAIR,
    SHIP,
    STOP,
    SWAP,
    TAKE,
)
from quarterdeck.games.salty_ocean.hidden import known_to
from quarterdeck.games.salty_ocean.names import (
    ACADEMIE,
    AT_SEA,
    AUBERGE,
    BANQUE,
    BUREAU,
    CARAVEL_2,
    CARRACK,
    CHANTIER,
    COD,
    DEPOT,
    FIERTE,
    HERRING,
    HORLOGE,
    IN_PORT,
    MARKET,
    NAVIGATION,
    PHARE,
    PORT,
    SALLE,
    SALT,
    TURNS,
    UNBUILT,
)
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.scoring import bonus
from quarterdeck.games.salty_ocean.steps.harbour import LOADS_PER_GOOD, Load
from quarterdeck.games.salty_ocean.steps.losses import Loss
from quarterdeck.games.salty_ocean.steps.market import Buy, SellFrom
from quarterdeck.games.salty_ocean.steps.move import Clock, Move
from quarterdeck.games.salty_ocean.steps.sailing import FishSplit, SailHome, SailOut
from quarterdeck.games.salty_ocean.steps.turn_end import Look, Repair, Swap, coin_limit, rent


def advise(p: SaltyPosition, seat: int, codes: list[int]) -> list[float]:
    """The worth of each open choice, in coins or on a scale of its own; higher is better."""
    step = p.step_of(seat)
    if isinstance(step, Move | Clock):
        return [_worth_of_action(p, seat, code) for code in codes]
    return [_habit(p, seat, code) for code in codes]


def _worth_of_action(p: SaltyPosition, seat: int, code: int) -> float:
    if code in (PASS.base, STOP.base):
        return worth(p, seat)
    after = p.clone()
    after.play(seat, code)
    while seat in after.actors() and not isinstance(after.step_of(seat), Move | Clock):
        codes = after.legal(seat)
        habits = [_habit(after, seat, each) for each in codes]
        after.play(seat, codes[habits.index(max(habits))])
    # Acting for nothing only raises the costs
    return worth(after, seat) - 0.25


# What a position is worth


def worth(p: SaltyPosition, seat: int) -> float:
    """Coins this player may hope to end with."""
    later = TURNS - p.turn
    value = _worth_of_coins(p, seat, later) + bonus(p, seat)
    value += _worth_of_goods(p, seat, later)
    value += _worth_of_income(p, seat, later)
    return value


def _worth_of_coins(p: SaltyPosition, seat: int, later: int) -> float:
    coins = p.coins[seat]
    if coins < 0:
        # Interest, and less freedom to act
        return coins * 1.15 - 1
    limit = coin_limit(p, seat)
    if limit < 0:
        return coins + coins // p.table.per_interest_vault
    if p.owns(seat, BANQUE):
        coins += coins // p.table.per_interest_bank
    surplus = coins - limit
    if surplus > 0:
        # Coins above the limit are lost at turn end unless something is bought with them
        return limit + surplus * (0.2 if later else 0.02)
    return float(coins)


def expected_price(p: SaltyPosition, good: int, later: int) -> float:
    """What a barrel may bring: today's price, and tomorrow's where the tile is known."""
    table = p.table
    price = float(p.price(good))
    if not later:
        return price
    row = p.rows[good]
    middle = table.price[good * table.rows + table.start_row]
    if p.tiles[p.turn] >= 0:
        row = max(0, row - table.change[p.tiles[p.turn] * 3 + good])
    tomorrow = table.price[good * table.rows + row]
    return 0.4 * price + 0.4 * tomorrow + 0.2 * middle


def _worth_of_goods(p: SaltyPosition, seat: int, later: int) -> float:
    """Every barrel at what it may bring, less what it still has to go through."""
    table = p.table
    value = 0.0
    fish = max(expected_price(p, good, later) for good in range(HERRING, table.goods))
    holds = sum(
        p.hold(seat, ship) for ship in range(3) if p.place[seat * 3 + ship] != UNBUILT
    )
    waiting_salt = 0
    for good in range(table.goods):
        price = expected_price(p, good, later)
        ready = 0
        for store in range(4):
            count = p.goods[seat * 12 + store * 3 + good]
            if not count:
                continue
            at_sea = store > 0 and p.place[seat * 3 + store - 1] == AT_SEA
            if at_sea:
                home = p.counters[NAVIGATION] if not later else 2
                value += max(0.0, count * price * (0.86 if later else 0.75) - 0.5 * home)
            elif good == SALT:
                loaded = store > 0
                if later and loaded:
                    value += count * max(price * 0.5, fish * 0.55)
                elif later:
                    waiting_salt += count
                else:
                    value += _last_turn_salt(p, count, price, fish, loaded)
            else:
                ready += count
        if ready:
            # One sale sells them all; the row falls by lots
            cost = p.counters[MARKET] if not later else min(p.counters[MARKET], 2)
            value += max(0.0, ready * price * (0.92 if later else 0.95) - 0.5 * cost)
    if waiting_salt:
        fishable = min(waiting_salt, holds * min(later, 2))
        value += fishable * fish * 0.38 + (waiting_salt - fishable) * 0.5
    return value


def _last_turn_salt(
    p: SaltyPosition, count: int, price: float, fish: float, loaded: bool
) -> float:
    """Salt in the last turn: sell it, or one more trip if the actions are cheap enough."""
    straight = count * price * 0.9 - 0.5 * p.counters[MARKET]
    trip = count * fish * 0.8 - 2 * p.counters[NAVIGATION] - 1 - p.counters[MARKET]
    if not loaded:
        trip -= p.counters[PORT]
    return max(0.0, straight, trip * 0.8)


def _worth_of_income(p: SaltyPosition, seat: int, later: int) -> float:
    """What buildings, levels and ships will still bring."""
    table = p.table
    value = float(rent(p, seat)) * (later + 1)
    holds = sum(
        table.capacity[ship] for ship in range(3) if p.place[seat * 3 + ship] != UNBUILT
    )
    if later:
        salt = table.saline[p.saline[seat]]
        room = table.depot[p.depot[seat]]
        kept = min(salt, room)
        # A barrel of salt a ship can carry is worth a trip; beyond that only its price
        carried = min(kept, holds)
        value += later * (carried * 1.9 + (kept - carried) * 0.6)
        value += later * 0.22 * min(room, 2 * salt + holds)
        # Larger fleets earn more per trip
        value += later * 0.55 * holds
        if p.owns(seat, BUREAU):
            value += p.space_value(seat, BUREAU) * (1.6 * later + 0.8)
        if p.owns(seat, HORLOGE):
            value += later * (7 - p.space_value(seat, HORLOGE)) * 0.6
        if p.owns(seat, FIERTE):
            value += later * 0.5
        value += _worth_of_yards(p, seat, later)
        if p.owns(seat, PHARE):
            value += sum(p.damage[seat * 3 : seat * 3 + 3]) * 0.5 * later
        if p.owns(seat, BANQUE):
            value += later * 2.5
        if p.owns(seat, SALLE):
            value += later * 3.0
    value -= sum(p.damage[seat * 3 : seat * 3 + 3]) * 0.9 * later
    return value


def _worth_of_yards(p: SaltyPosition, seat: int, later: int) -> float:
    """Own ships without fees, and fees from others; nothing without the other yard."""
    if later < 2 or not (p.owns(seat, CHANTIER) or p.owns(seat, ACADEMIE)):
        return 0.0
    ships = sum(1 for ship in (CARAVEL_2, CARRACK) if p.place[seat * 3 + ship] == UNBUILT)
    value = 0.0
    for building in (CHANTIER, ACADEMIE):
        if p.owns(seat, building):
            value += 1.6 * ships + 2.0 / p.built[building]
    return value


# Habits for the questions inside an action


def _habit(p: SaltyPosition, seat: int, code: int) -> float:
    step = p.step_of(seat)
    if isinstance(step, SailOut):
        return _which_ship_sails(p, seat, code, step)
    if isinstance(step, SailHome):
        return _which_ship_comes_home(p, seat, code)
    if isinstance(step, FishSplit):
        return _which_fish(p, seat, code)
    if isinstance(step, Loss):
        # Lose the cheaper good first: salt before herring, herring before cod only if cheaper
        lost = LOSE.values(code)[1]
        return lost if step.good == SALT or p.price(HERRING) < p.price(COD) else -lost
    if isinstance(step, Load):
        return _how_much_to_load(p, code)
    if isinstance(step, SellFrom):
        return code
    if isinstance(step, Buy):
        return _how_much_to_buy(p, seat, code, step.good)
    if isinstance(step, Repair):
        return p.damage[seat * 3 + REPAIR.value(code)]
    if isinstance(step, Look):
        if code == NO_LOOK.base:
            return 0.0
        return 10.0 - LOOK.value(code)
    assert isinstance(step, Swap)
    return _whether_to_swap(p, seat, code, step)


def _load_value(p: SaltyPosition, seat: int, ship: int) -> int:
    return p.goods[seat * 12 + (ship + 1) * 3 + SALT]


def _which_ship_sails(p: SaltyPosition, seat: int, code: int, step: SailOut) -> float:
    if code == DONE.base:
        return 0.0
    ship = code - SHIP.base
    salt = _load_value(p, seat, ship)
    if step.threatened and not step.started:
        # The first ship draws the pirates: let it be the one with least to lose
        others = sum(
            _load_value(p, seat, s) for s in range(3) if p.place[seat * 3 + s] == IN_PORT
        )
        return others - salt + 0.01 * p.damage[seat * 3 + ship]
    return salt - 0.5


def _which_ship_comes_home(p: SaltyPosition, seat: int, code: int) -> float:
    if code == DONE.base:
        return -0.5
    return float(3 - (code - SHIP.base))


def _which_fish(p: SaltyPosition, seat: int, code: int) -> float:
    """Mostly the dearer fish, but not more of one kind than a lot or two."""
    herring = code - CATCH.base
    step = p.step_of(seat)
    assert isinstance(step, FishSplit)
    salt = p.goods[seat * 12 + (step.ship + 1) * 3 + SALT]
    later = TURNS - p.turn
    owned = [0, 0, 0]
    for good in (HERRING, COD):
        owned[good] = sum(p.goods[seat * 12 + store * 3 + good] for store in range(4))
    value = 0.0
    for good, caught in ((HERRING, herring), (COD, salt - herring)):
        price = expected_price(p, good, later)
        count = owned[good] + caught
        value += count * price - 0.02 * count * count
    return value


def _how_much_to_load(p: SaltyPosition, code: int) -> float:
    """Ships take salt, fish stays in the Dépôt to be sold; a full Dépôt sends fish back."""
    offset = code - LOAD.base
    count = offset % LOADS_PER_GOOD
    good = offset // LOADS_PER_GOOD % 3
    seat = p.actors()[0]
    if good == SALT:
        return count
    overfull = -p.depot_room(seat)
    return -abs(count - max(0, overfull))


def _how_much_to_buy(p: SaltyPosition, seat: int, code: int, good: int) -> float:
    """Salt for the empty holds in port, and only with coins in hand."""
    count = TAKE.value(code)
    price = p.buying_price(good)
    affordable = max(0, p.coins[seat]) // price if price else count
    if good != SALT:
        return -abs(count - min(4, affordable))
    room = sum(
        p.hold(seat, ship) for ship in range(3) if p.place[seat * 3 + ship] == IN_PORT
    )
    wanted = max(1, min(room - p.goods[seat * 12 + DEPOT * 3 + SALT], affordable))
    return -abs(count - wanted)


def _tile_profit(p: SaltyPosition, tile: int) -> float:
    """How welcome a tile is to somebody with ships and fish."""
    table = p.table
    value = float(sum(table.change[tile * 3 + good] for good in range(table.goods)))
    return value - 1.5 * table.storm[tile] - table.pirates[tile] - table.poor_fishing[tile]


def _whether_to_swap(p: SaltyPosition, seat: int, code: int, step: Swap) -> float:
    """Bring the better tile onto the grid, or the better one to the earlier turn."""
    first, second = step.first, step.second
    if not (known_to(p, first, seat) and known_to(p, second, seat)):
        return 0.0
    gain = _tile_profit(p, p.tiles[second]) - _tile_profit(p, p.tiles[first])
    if second < first:
        gain = -gain
    return gain if code == SWAP.base else 0.0
