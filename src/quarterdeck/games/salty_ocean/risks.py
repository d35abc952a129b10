"""What may go wrong with a choice, said before it is made. It all follows from public facts."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.games.salty_ocean.actions import BUILD_SHIP, SAIL_OUT, SALINE, SHIP
from quarterdeck.games.salty_ocean.names import (
    DEPOT,
    FIERTE,
    GOOD_COUNT,
    IN_PORT,
    SALT,
    SHIP_COUNT,
    TURNS,
    hold_at,
    ship_at,
    store_at,
)
from quarterdeck.games.salty_ocean.obstacles import fee_due
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.harbour import Load
from quarterdeck.games.salty_ocean.steps.sailing import (
    is_attacked,
    poor_fishing_loss,
    sea_damage,
    ships_after,
    storm_damage,
)
from quarterdeck.games.salty_ocean.steps.turn_end import (
    coin_limit,
    interest_on,
    overdraft_on,
    rent,
)
from quarterdeck.games.salty_ocean.words import coins, ship_name
from quarterdeck.kernel.messages import Message


def of_action(p: SaltyPosition, seat: int, code: int, cost: int) -> Message | None:
    """Debt, the weather, and salt that finds no room."""
    payments = [cost]
    found: list[Message | None] = []
    if BUILD_SHIP.has(code):
        payments.append(fee_due(p, seat, code - BUILD_SHIP.base + 1))
    elif SAIL_OUT.has(code):
        found += _of_the_weather(p, seat)
    elif SALINE.has(code):
        found.append(_of_more_salt(p, seat))
    return joined([of_debt(p, seat, *payments), *found])


def of_debt(p: SaltyPosition, seat: int, *payments: int) -> Message | None:
    """Falling below zero costs interest.  SO-5.3, SO-11.12"""
    before = balance = p.coins[seat]
    for payment in payments:
        balance = p.balance_after(balance, payment)
    if before < 0 or balance >= 0 or balance < p.table.lowest:
        return None
    interest = coins(p.table.overdraft_interest)
    return Message("so.risk.debt", count=balance, interest=interest)


def _of_the_weather(p: SaltyPosition, seat: int) -> list[Message | None]:
    """What awaits the ships of this seat, whichever of them sail out.  SO-7.7 to SO-7.12"""
    ships = [ship for ship in range(SHIP_COUNT) if p.place[ship_at(seat, ship)] == IN_PORT]
    if len(ships) == 1:
        return [of_sailing_out(p, seat, ships[0])]
    found: list[Message | None] = []
    if is_attacked(p, seat):
        found.append(Message("so.risk.fleet.pirates", count=p.table.pirate_damage))
    if storm_damage(p):
        found.append(Message("so.risk.fleet.storm", count=storm_damage(p)))
    if p.table.poor_fishing[p.tiles[p.turn - 1]] and not p.owns(seat, FIERTE):
        found.append(Message("so.risk.fleet.poor_fishing", count=p.table.poor_fishing_salt))
    return found


def of_sailing_out(p: SaltyPosition, seat: int, ship: int) -> Message | None:
    """What happens to this ship when it puts to sea next.  SO-7.6 to SO-7.13"""
    damage = sea_damage(p, seat, ship)
    lost = max(0, p.stock(seat, ship + 1) + damage - p.hold(seat, ship))
    # Whoever has a choice of what to lose may keep the salt
    spoiled = poor_fishing_loss(p, seat, p.goods[hold_at(seat, ship) + SALT])
    found: list[Message | None] = []
    if damage:
        attacked = is_attacked(p, seat)
        cause = "pirates" if attacked else "storm"
        if attacked and storm_damage(p):
            cause = "both"
        said = Message(f"so.risk.cause.{cause}")
        found.append(Message("so.risk.damage", cause=said, count=damage, ship=ship_name(ship)))
    if lost:
        found.append(Message("so.risk.lost", count=lost))
    if spoiled:
        found.append(Message("so.risk.poor_fishing", count=spoiled))
    return joined(found)


def of_skipping(p: SaltyPosition, seat: int, ship: int, last: int, where: int) -> Message | None:
    """Ships asked for before this one, which this action leaves where they are.  SO-7.1, SO-7.2"""
    kind = "out" if where == IN_PORT else "home"
    return joined(
        Message(f"so.risk.skipped.{kind}", ship=ship_name(SHIP.value(code)))
        for code in ships_after(p, seat, last, where)
        if SHIP.value(code) < ship
    )


def _of_more_salt(p: SaltyPosition, seat: int) -> Message | None:
    """A Salt mine that makes more than the Warehouse holds.  SO-11.8"""
    level = p.saline[seat] + 1
    room = p.table.depot[p.depot[seat]]
    if level == len(p.table.saline) or p.table.saline[level] <= room:
        return None
    return Message(
        "so.risk.saline",
        count=p.table.saline[level] - room,
        salt=p.table.saline[level],
        room=room,
    )


def of_loading(p: SaltyPosition, step: Load, count: int) -> Message | None:
    """Barrels for which there will be no room, whatever is loaded afterwards.  SO-8.12"""
    seat = step.seat
    left = p.stock(seat, DEPOT) - count
    room = p.hold(seat, step.ship) - p.stock(seat, step.ship + 1) - count
    first = store_at(seat, DEPOT)
    left -= min(room, sum(p.goods[first + step.good + 1 : first + GOOD_COUNT]))
    for ship in range(step.ship + 1, SHIP_COUNT):
        if p.place[ship_at(seat, ship)] == IN_PORT:
            left -= p.hold(seat, ship) - p.stock(seat, ship + 1)
    lost = left - p.table.depot[p.depot[seat]]
    return Message("so.risk.overflow", count=lost) if lost > 0 else None


def of_passing(p: SaltyPosition, seat: int) -> Message | None:
    """What this seat loses at the end of the turn, as it stands.  SO-11.8 to SO-11.14, SO-12.4"""
    found: list[Message | None] = []
    if p.turn < TURNS:
        spoiled = p.table.saline[p.saline[seat]] - p.depot_room(seat)
        if spoiled > 0:
            found.append(Message("so.risk.turn_end.goods", count=spoiled))
    else:
        unsold = sum(p.barrels(seat, good) for good in range(p.table.goods))
        if unsold:
            found.append(Message("so.risk.unsold", count=unsold))
    balance = p.coins[seat] + rent(p, seat)
    balance += interest_on(p, seat, balance)
    limit = coin_limit(p, seat)
    if 0 <= limit < balance:
        found.append(Message("so.risk.turn_end.limit", count=balance - limit))
    due = overdraft_on(p, balance)
    if due:
        found.append(Message("so.risk.turn_end.debt", count=due))
    return joined(found)


def joined(risks: Iterable[Message | None]) -> Message | None:
    """Several risks as one text."""
    said: Message | None = None
    for risk in risks:
        if risk is not None:
            said = risk if said is None else Message("so.risk.both", first=said, second=risk)
    return said
