"""What a choice does and what is risky about it reaches every reader, where a game says so."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from quarterdeck import Game
from quarterdeck.cli.screen import Screen
from quarterdeck.kernel.faces import Choice, Description, Faces, describes
from quarterdeck.kernel.messages import Message
from quarterdeck.server.pages.common import fill_in
from quarterdeck.server.state import ShownChoice
from tests.toy import position as sk
from tests.toy.faces import CourseFace
from tests.toy.position import SkerriesPosition
from tests.toy.rules import Skerries
from tests.toy.steps import Course, skerry_name


class TellingFace(CourseFace):
    """Says more about rowing than its label."""

    step = Course

    @describes(sk.ROW)
    def row(self, p: SkerriesPosition, step: Course, code: int) -> Description:
        said = Message("sk.choice.row", skerry=skerry_name(sk.ROW.value(code)))
        return Description(said, effect=Message("sk.prompt.anchor"), risk=Message("sk.event.end"))


class Telling(Skerries):
    faces = Faces("sk", sk.SPACE, [TellingFace])


def choices() -> tuple[Game, list[Choice]]:
    game = Game.new(Telling(), 2)
    for charm in ("cork", "coral"):
        game.deal(f"charm {charm}")
    return game, list(game.legal_for(0))


def test_the_terminal_tells_them_below_the_choice() -> None:
    game, found = choices()
    out = io.StringIO()
    Screen(game, "en", True, Console(file=out, width=200)).show_choices(found)
    assert "  1  row to Gull Rock\n     Which rope?\n     " in out.getvalue()


@pytest.mark.parametrize("text", [False, True])
def test_the_page_tells_them_in_the_button(text: bool) -> None:
    choice = ShownChoice(
        3, "dig", "Dig", "", "SK-3.1", None, "", (), False, "Finds <shells>", "Sinks"
    )
    told = str(fill_in("parts/choice.html.jinja", choice=choice, money="coin", text=text))
    assert '<span class="effect">Finds &lt;shells&gt;</span><span class="risk">' in told
    assert "Sinks</span>" in told
    plain = ShownChoice(3, "dig", "Dig", "", "SK-3.1", None, "", (), False)
    assert "effect" not in fill_in("parts/choice.html.jinja", choice=plain, money="", text=text)
