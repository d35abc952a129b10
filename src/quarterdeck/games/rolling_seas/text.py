"""The view as text: sections of short lines that read well aloud and fit a terminal."""

from __future__ import annotations

from quarterdeck.games.rolling_seas import boardtext
from quarterdeck.games.rolling_seas.names import (
    ADVENTURES,
    DIRECTIONS,
    MONOLITH_COUNT,
    SHIPS,
)
from quarterdeck.games.rolling_seas.view import BonusView, CaptainView, CardView, RollingView
from quarterdeck.games.rolling_seas.words import gains, list_messages
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import Section


def sections(view: RollingView, say: Translator) -> list[Section]:
    """The turn; the board the viewer looks at, and their own sheet; the others, shorter."""
    first = Section(_title(view, say), tuple(_turn(view, say)), "turn")
    if view.viewer is None:
        return [first, *(_whole(view, captain, say) for captain in view.players)]
    at = view.drawing.board if view.drawing else view.viewer
    captain = view.players[at]
    board = [*boardtext.chart(view, captain, say), *boardtext.words(view, captain, say)]
    mine = view.players[view.viewer]
    own = _sheet(view, mine, say)
    if at != view.viewer:
        own += boardtext.words(view, mine, say)
    return [
        first,
        Section(_board_title(view, at, say), tuple(board), "board"),
        Section(_player_title(view, mine, say), tuple(own), f"player-{mine.seat}"),
        *(_shorter(view, c, say, c.seat != at) for c in view.players if c.seat != mine.seat),
    ]


def _whole(view: RollingView, captain: CaptainView, say: Translator) -> Section:
    lines = [
        *_sheet(view, captain, say),
        *boardtext.chart(view, captain, say),
        *boardtext.words(view, captain, say),
    ]
    return Section(_player_title(view, captain, say), tuple(lines), f"player-{captain.seat}")


def _shorter(view: RollingView, captain: CaptainView, say: Translator, board: bool) -> Section:
    lines = [_score(view, captain, say), _short_sheet(captain, say)]
    if board:
        lines += boardtext.words(view, captain, say)
    return Section(_player_title(view, captain, say), tuple(lines), f"player-{captain.seat}")


def _title(view: RollingView, say: Translator) -> str:
    if view.finished:
        return say("rs.text.finished")
    if view.turn == 0:
        return say("rs.text.setup")
    return say("rs.text.turn", turn=view.turn, turns=view.turns)


def _board_title(view: RollingView, seat: int, say: Translator) -> str:
    return say("rs.text.board.yours" if seat == view.viewer else "rs.text.board.draw", seat=seat)


def _player_title(view: RollingView, captain: CaptainView, say: Translator) -> str:
    colour = Message(f"rs.colour.{captain.colour}")
    title = say("rs.text.player", seat=captain.seat, colour=colour)
    return say("rs.text.player.asked", player=title) if captain.seat in view.actors else title


# The turn


def _turn(view: RollingView, say: Translator) -> list[str]:
    if view.finished:
        return _result(view, say)
    lines = []
    if view.card:
        lines += _card(view.card, say)
    # Two dice may show the same wind
    winds = dict(zip(view.winds, view.wind_costs, strict=True))
    lines += [_wind(wind, costs, say) for wind, costs in winds.items()]
    if view.die:
        lines += _die(view, say)
    lines.append(say("rs.text.treasure", stars=view.treasures[view.tier]))
    adventures = sum(card in ADVENTURES for card in view.seen)
    calm = len(view.seen) - adventures
    lines.append(say("rs.text.seen", adventures=adventures, calm=calm))
    return lines


def _result(view: RollingView, say: Translator) -> list[str]:
    order = sorted(view.players, key=lambda captain: view.ranks[captain.seat])
    lines = [
        say("rs.text.rank", rank=view.ranks[c.seat], seat=c.seat, score=c.score) for c in order
    ]
    if view.title:
        title = Message(f"rs.title.{view.title}")
        comment = Message(f"rs.title.{view.title}.comment")
        lines.append(say("rs.text.title", title=title, comment=comment))
    return lines


def _card(card: CardView, say: Translator) -> list[str]:
    name = Message(f"rs.card.{card.id}")
    if card.type == "calm":
        return [say("rs.text.card.calm", card=name, effect=_effect(card))]
    if card.type == "ambush":
        lines = [say("rs.text.card.ambush", card=name)]
    else:
        id = f"rs.text.card.solo.{card.axis}" if card.axis else "rs.text.card"
        lines = [
            say(
                id,
                card=name,
                type=Message(f"rs.type.{card.type}"),
                shape=_shape(card),
                row=card.row,
                column=card.column,
                crossing=f"{card.column}{card.row}",
            )
        ]
    if card.passed:
        lines.append(say(f"rs.text.passed.{card.passed}"))
    return lines


# The words for shapes by their look, as they are printed. An owner's own shapes may have others.
SHAPES = {
    "XX": "line2",
    ".X/X.": "diag2",
    "XXX": "line3",
    "XX/X.": "corner3",
    ".X./X.X": "chevron3",
    "XX./.XX": "zigzag4",
    "XXXX": "line4",
    "XXX/..X": "hook4",
    "...X/..X./.X../X...": "diag4",
    "XXX/..X/..X": "bend5",
}


def _shape(card: CardView) -> Message:
    easts, souths = zip(*card.cells, strict=True)
    rows = [
        "".join(
            "X" if (east, south) in card.cells else "."
            for east in range(min(easts), max(easts) + 1)
        )
        for south in range(min(souths), max(souths) + 1)
    ]
    look = "/".join(rows)
    if look in SHAPES:
        return Message(f"rs.shape.{SHAPES[look]}")
    return Message("rs.shape.other", count=len(card.cells), look=look.replace("/", " / "))


def _effect(card: CardView) -> Message:
    amounts = {
        "gold": card.gold,
        "provisions": card.provisions,
        "wind": card.wind,
        "monster_power": card.monsters,
        "pirate_power": card.pirates,
    }
    parts = [Message(f"rs.change.{id}", count=count) for id, count in amounts.items() if count]
    if card.either:
        parts.append(Message("rs.text.either"))
    return list_messages(parts)


def _wind(wind: str, costs: tuple[int, ...], say: Translator) -> str:
    parts = [
        say("rs.text.cost", way=Message(f"rs.way.{way}"), cost=cost)
        for way, cost in zip(DIRECTIONS, costs, strict=True)
    ]
    return say("rs.text.wind", wind=Message(f"rs.way.{wind}"), costs=", ".join(parts))


def _die(view: RollingView, say: Translator) -> list[str]:
    """The reward of the die, and what a monolith offers besides."""
    low, high = (view.die + 4) % 6 + 1, view.die % 6 + 1
    return [
        say("rs.text.die", face=view.die, gains=_face(view, view.die)),
        say(
            "rs.text.die.monolith",
            low=low,
            low_gains=_face(view, low),
            high=high,
            high_gains=_face(view, high),
        ),
    ]


def _face(view: RollingView, face: int) -> Message:
    return gains(*view.faces[face - 1])


# Ship sheets


def _sheet(view: RollingView, captain: CaptainView, say: Translator) -> list[str]:
    lines = [_score(view, captain, say)]
    if captain.renown:
        boxes = ", ".join(map(str, captain.renown))
        lines.append(say("rs.text.renown", boxes=boxes))
    for id in ("story", "provisions", "gold", "wind"):
        track = getattr(captain, id)
        lines.append(
            say(
                f"rs.text.track.{id}",
                held=track.held,
                circled=track.circled,
                boxes=track.boxes,
                hold=captain.hold,
                bonus=_next_bonus(view, id, track.circled, say),
            )
        )
    lines += [_ship(view, captain, say), _cannons(view, captain, say), _powers(captain, say)]
    return [*lines, _monoliths(captain, say)]


def _score(view: RollingView, captain: CaptainView, say: Translator) -> str:
    id = "rs.text.score.final" if view.finished else "rs.text.score"
    return say(id, score=captain.score, stars=captain.stars)


def _next_bonus(view: RollingView, track: str, circled: int, say: Translator) -> str:
    for bonus in dict(view.track_bonuses).get(track, ()):
        if bonus.box > circled:
            return say("rs.text.bonus", box=bonus.box, bonus=_bonus(bonus))
    return ""


def _bonus(bonus: BonusView) -> Message:
    if bonus.kind == "full_hold":
        return Message("rs.text.bonus.full_hold")
    if bonus.kind == "star":
        return Message("rs.text.bonus.star", amount=bonus.amount)
    return Message(f"rs.change.{bonus.kind}", count=bonus.amount)


def _ship(view: RollingView, captain: CaptainView, say: Translator) -> str:
    following = SHIPS.index(captain.ship) + 1
    last = following == len(SHIPS)
    return say(
        "rs.text.ship" if last else "rs.text.ship.next",
        ship=Message(f"rs.ship.{captain.ship}"),
        points=captain.movement,
        hold=captain.hold,
        cost=0 if last else view.ship_prices[following],
    )


def _cannons(view: RollingView, captain: CaptainView, say: Translator) -> str:
    boxes = len(view.cannon_prices)
    if captain.cannons == boxes:
        return say("rs.text.cannons", held=captain.cannons, boxes=boxes)
    return say(
        "rs.text.cannons.next",
        held=captain.cannons,
        boxes=boxes,
        cost=view.cannon_prices[captain.cannons],
        provisions=view.cannon_provisions,
        bonus=_next_bonus(view, "cannons", captain.cannons, say),
    )


def _powers(captain: CaptainView, say: Translator) -> str:
    def state(power: int) -> Message:
        beaten = captain.cannons >= power
        return Message("rs.text.power.beaten" if beaten else "rs.text.power.stronger")

    return say(
        "rs.text.powers",
        monsters=captain.monster_power,
        monsters_state=state(captain.monster_power),
        pirates=captain.pirate_power,
        pirates_state=state(captain.pirate_power),
    )


def _monoliths(captain: CaptainView, say: Translator) -> str:
    return say(
        "rs.text.monolith_count.treasure" if captain.treasure else "rs.text.monolith_count",
        found=captain.monoliths,
        boxes=MONOLITH_COUNT,
        stars=captain.treasure,
    )


def _short_sheet(captain: CaptainView, say: Translator) -> str:
    return say(
        "rs.text.short",
        story=captain.story.held,
        provisions=captain.provisions.held,
        hold=captain.hold,
        gold=captain.gold.held,
        wind=captain.wind.held,
        cannons=captain.cannons,
        monsters=captain.monster_power,
        pirates=captain.pirate_power,
        ship=Message(f"rs.ship.{captain.ship}"),
        found=captain.monoliths,
    )
