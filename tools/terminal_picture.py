"""Draw docs/terminal.svg: the first move of a game as the terminal shows it.

.venv/bin/python tools/terminal_picture.py
"""

from __future__ import annotations

from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import quarterdeck as qd
from quarterdeck.bots import Budget, ask, make
from quarterdeck.cli.screen import Screen

TARGET = Path(__file__).resolve().parents[1] / "docs" / "terminal.svg"


def without_web_fonts(template: str) -> str:
    """The picture must not fetch anything: the reader's own monospaced font will do."""
    start = template.index("@font-face")
    end = template.index(".{unique_id}-matrix")
    return template[:start] + template[end:]


def main() -> None:
    console = Console(record=True, width=132, height=60, force_terminal=True, highlight=False)
    game = qd.new("salty_ocean", seats=3, seed=11, names=["Anne", "Bruno", "Chloé"])
    bots = [make("greedy", game.rules, seed) for seed in range(3)]
    while game.view().turn < 3 or game.actor != 0:
        seat = game.actor
        assert seat is not None
        game.play(ask(bots[seat], game.position, seat, Budget()), seat=seat)
    shown = Screen(game, "en", plain=False, console=console)
    shown.show_lines(game.log(0, game.ply - 5))
    shown.show_position(0)
    prompt = game.prompt(0)
    assert prompt is not None
    shown.line(shown.say("qd.cli.asks", seat=0, prompt=prompt), "bold")
    shown.show_choices(list(game.legal))
    template = without_web_fonts(CONSOLE_SVG_FORMAT)
    console.save_svg(str(TARGET), title="quarterdeck play", code_format=template)


if __name__ == "__main__":
    main()
