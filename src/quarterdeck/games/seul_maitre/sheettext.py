"""A ship sheet as text."""

from __future__ import annotations

from collections import Counter

from quarterdeck.games.seul_maitre.boardtext import describe_place
from quarterdeck.games.seul_maitre.view import MasterView, ShipView, SpecialistView, TokenView
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Section

STATIONS = ("hold", "sails", "deck", "leaks", "crew", "blocked")


def section(view: MasterView, ship: ShipView, say: Translator) -> Section:
    lines = _sheet(view, ship, say) if view.round else _home(ship, say)
    return Section(_title(view, ship, say), tuple(lines), f"player-{ship.seat}")


def _title(view: MasterView, ship: ShipView, say: Translator) -> str:
    nation = Message(f"sm.nation.{ship.nation}")
    colour = Message(f"sm.colour.{ship.colour}")
    title = say("sm.text.player", seat=ship.seat, nation=nation, colour=colour)
    return say("sm.text.player.asked", player=title) if ship.seat in view.actors else title


def _home(ship: ShipView, say: Translator) -> list[str]:
    return [say("sm.text.home", port=Message(f"sm.port.{ship.home}"))] if ship.home else []


def _sheet(view: MasterView, ship: ShipView, say: Translator) -> list[str]:
    lines = [
        _score(view, ship, say),
        _whereabouts(view, ship, say),
        _purse(ship, say),
        _sailors(ship, say),
        _hold(ship, say),
        _sails(ship, say),
        _cannons(ship, say),
    ]
    if ship.specialists or ship.untrained:
        lines.append(say("sm.text.specialists", specialists=_specialists(ship, say)))
    if ship.aboard:
        lines.append(say("sm.text.aboard", tokens=_tokens(ship.aboard, say)))
    if ship.landed:
        lines.append(say("sm.text.landed", tokens=_tokens(ship.landed, say)))
    return lines


def _score(view: MasterView, ship: ShipView, say: Translator) -> str:
    id = "sm.text.score.final" if view.finished else "sm.text.score"
    return say(id, vp=ship.vp, score=ship.score)


def _whereabouts(view: MasterView, ship: ShipView, say: Translator) -> str:
    kind = Message(f"sm.ship.{ship.kind}")
    parts = [say("sm.text.ship", kind=kind, place=describe_place(view, ship.place))]
    if ship.storm_bound:
        parts.append(say("sm.text.storm_bound"))
    if ship.fought:
        parts.append(say("sm.text.fought"))
    return ", ".join(parts)


def _purse(ship: ShipView, say: Translator) -> str:
    parts = [say("sm.text.purse", money=ship.money, tokens=ship.tokens)]
    if ship.reinforced:
        parts.append(say("sm.text.reinforced"))
    if ship.ended:
        parts.append(say("sm.text.ended"))
    return ", ".join(parts)


def _sailors(ship: ShipView, say: Translator) -> str:
    """Where the sailors are; the hold always, other places if anybody is there."""
    counts = {station: getattr(ship, station) for station in STATIONS}
    stations = [
        say(f"sm.text.sailors.{station}", number=number)
        for station, number in counts.items()
        if number or station == "hold"
    ]
    return say("sm.text.sailors", stations=", ".join(stations), supply=ship.supply)


def _hold(ship: ShipView, say: Translator) -> str:
    cargo = [
        say("sm.text.cargo", resource=Message(f"sm.resource.{resource}"), number=number)
        for resource, number in ship.cargo
        if number
    ]
    return say(
        "sm.text.hold",
        room=ship.room,
        spaces=ship.spaces,
        berths=ship.sailor_spaces,
        cargo=", ".join(cargo) or say("sm.text.cargo.none"),
    )


def _sails(ship: ShipView, say: Translator) -> str:
    said = say(
        "sm.text.sails",
        sails=ship.base_sails + ship.sail_bonus,
        charge=ship.charge,
        damage=ship.sail_damage,
        capacity=ship.capacity,
        points=ship.points,
    )
    return f"{said}, {say('sm.text.orange')}" if ship.orange else said


def _cannons(ship: ShipView, say: Translator) -> str:
    return say(
        "sm.text.cannons",
        cannons=ship.cannons,
        most=ship.most_cannons,
        damage=ship.cannon_damage,
        deck=ship.deck_limit,
    )


def _specialists(ship: ShipView, say: Translator) -> str:
    parts = [_specialist(each, say) for each in ship.specialists]
    if ship.untrained:
        parts.append(say("sm.text.untrained", number=ship.untrained))
    return say("sm.text.break").join(parts)


def _specialist(specialist: SpecialistView, say: Translator) -> str:
    id = "sm.text.specialist.leader" if specialist.leader else "sm.text.specialist"
    return say(id, branch=Message(f"sm.branch.{specialist.branch}"), level=specialist.level)


def _tokens(tokens: tuple[TokenView, ...], say: Translator) -> str:
    """Tokens of a kind together; the family only where the view tells it."""
    said = []
    for token, number in Counter(tokens).items():
        rarity = Message(f"sm.rarity.{token.rarity}")
        if token.family:
            family = Message(f"sm.family.{token.family}")
            text = say("sm.text.token", family=family, rarity=rarity)
        else:
            text = say("sm.text.token.hidden", rarity=rarity)
        said.append(say("sm.text.times", what=text, number=number) if number > 1 else text)
    return ", ".join(said)
