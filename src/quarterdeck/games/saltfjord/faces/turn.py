"""The main action, a die in hand, and the windows of retiring."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord.actions import (
    BUILD_LARGE,
    DIE,
    DISCARD,
    GO_ON,
    LINE,
    RETIRE,
    TAVERN_DIE,
)
from quarterdeck.games.saltfjord.faces.building import describe_stack
from quarterdeck.games.saltfjord.faces.free import OpenFace
from quarterdeck.games.saltfjord.names import COLOURS, FIRST_LARGE_STACK, TAVERNS
from quarterdeck.games.saltfjord.obstacles import change_price, line_of
from quarterdeck.games.saltfjord.position import SaltfjordPosition, on_tavern
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, reachable
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction, QuayWindow
from quarterdeck.games.saltfjord.words import (
    die_name,
    icons_words,
    line_name,
    quay_name,
    tavern_name,
)
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


def line_yields(p: SaltfjordPosition, seat: int, line: int) -> Message:
    """The icons a die can activate along a line, in its order."""
    cells = reachable(p, seat, line, NOT_BEGUN)
    if not cells:
        return Message("sf.nothing")
    return icons_words(p.table.box, [p.icon(seat, cell) for cell in cells])


def describe_die(p: SaltfjordPosition, seat: int, code: int) -> Description:
    """A die of the board or, alone, of a tavern, with what it finds in its line."""
    if DIE.has(code):
        colour, face = DIE.values(code)
        said = Message(
            "sf.choice.die", die=die_name(colour, face), line=_line(p, seat, colour, face)
        )
        return Description(said, (f"die-{COLOURS[colour]}-{face}",))
    tavern, colour = TAVERN_DIE.values(code)
    face = p.solo_dice[on_tavern(tavern, colour)] or 1
    said = Message(
        "sf.choice.tavern_die",
        die=die_name(colour, face),
        number=tavern + 1,
        line=_line(p, seat, colour, face),
    )
    return Description(said, (f"die-{COLOURS[colour]}-{TAVERNS[tavern]}",))


def _line(p: SaltfjordPosition, seat: int, colour: int, value: int) -> Message:
    line = line_of(colour, value)
    return Message("sf.line.yields", line=line_name(line), icons=line_yields(p, seat, line))


class MainActionFace(OpenFace[MainAction]):
    step = MainAction

    def prompt(self, p: SaltfjordPosition, step: MainAction) -> Message:
        return Message("sf.prompt.main")

    def expected(self, p: SaltfjordPosition, step: MainAction) -> Sequence[int]:
        return [
            *(DIE.base + place for place, dice in enumerate(p.pool) if dice),
            *(TAVERN_DIE.base + place for place, face in enumerate(p.solo_dice) if face),
            *range(BUILD_LARGE.base, BUILD_LARGE.end),
            *range(RETIRE.base, RETIRE.end),
        ]

    @describes(DIE, TAVERN_DIE)
    def die(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        return describe_die(p, step.seat, code)

    @describes(BUILD_LARGE)
    def build_large(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        return describe_stack(p, step.seat, FIRST_LARGE_STACK + BUILD_LARGE.value(code))

    @describes(RETIRE)
    def retire(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        tavern = RETIRE.value(code)
        said = Message("sf.choice.retire", tavern=tavern_name(tavern))
        return Description(said, (f"tavern-{TAVERNS[tavern]}",))


class DieUseFace(Face[SaltfjordPosition, DieUse]):
    step = DieUse

    def prompt(self, p: SaltfjordPosition, step: DieUse) -> Message:
        return Message("sf.prompt.die_use", die=die_name(step.colour, step.face))

    def expected(self, p: SaltfjordPosition, step: DieUse) -> Sequence[int]:
        return range(LINE.base, LINE.end)

    @describes(LINE)
    def line(self, p: SaltfjordPosition, step: DieUse, code: int) -> Description:
        value = LINE.value(code)
        line = line_of(step.colour, value)
        said = Message(
            "sf.choice.line", line=line_name(line), icons=line_yields(p, step.seat, line)
        )
        price = change_price(p, step.seat, step.face, value)
        return Description(said, (f"line-{COLOURS[step.colour]}-{value}",), price or None)

    @describes(DISCARD)
    def discard(self, p: SaltfjordPosition, step: DieUse, code: int) -> Description:
        return Description(Message("sf.choice.discard", count=p.table.box.discard_fish))


class QuayWindowFace(OpenFace[QuayWindow]):
    step = QuayWindow

    def prompt(self, p: SaltfjordPosition, step: QuayWindow) -> Message:
        return Message("sf.prompt.quay_window", quay=quay_name(step.quay))

    @describes(GO_ON)
    def go_on(self, p: SaltfjordPosition, step: QuayWindow, code: int) -> Description:
        return Description(Message("sf.choice.go_on", quay=quay_name(step.quay)))
