"""The coach of the terminal: the same hints as at the table."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from quarterdeck.bots.judge import why_untrained
from quarterdeck.cli.screen import Screen
from quarterdeck.game import Game

if TYPE_CHECKING:
    from quarterdeck.review.hints import Hint

# Seconds that a hint may take.
PATIENCE = 2.0


def find_hint(game: Game, seat: int) -> Hint | None:
    """The best choices of a seat that is asked, judged by what it may know; None if nobody has
    trained this game, or nothing can be judged."""
    if why_untrained(game.rules) is not None:
        return None
    # Only who asks for a hint waits for NumPy
    from quarterdeck.review import hints
    from quarterdeck.review.calibration import reviewing_network

    dealer = random.Random()
    world = game.rules.imagine(game.position, seat, dealer)
    network = reviewing_network(game.rules, game.seats)
    hint = hints.find_hint(game.rules, network, world, seat, f"{dealer.getrandbits(64)}", PATIENCE)
    return hint if hint.choices else None


def show_hint(screen: Screen, seat: int, hint: Hint) -> None:
    """The best choices with what they promise, how sure that is, and why."""
    from quarterdeck.review.hint_telling import tell_error, tell_value, tell_verdict, tell_why

    game, say = screen.game, screen.say
    about = game.rules.about(game.position.visible_to(seat), seat) or game.prompt(seat)
    assert about is not None
    screen.line(f"{say('qd.coach.question')} {say.text(about)}", "bold cyan")
    screen.line(say("qd.hint.best", count=len(hint.choices)), "bold cyan")
    # With the numbers of the menu, to be typed
    menu = {choice.notation: (n, choice) for n, choice in enumerate(game.legal_for(seat), 1)}
    for each in hint.choices:
        number, choice = menu[each.notation]
        value, error = tell_value(hint, each, say), tell_error(hint, each, say)
        offer = game.rules.offer(choice)
        screen.line(f"{number:3}  {say('qd.cli.hinted', choice=offer, value=value, error=error)}")
    against = say.text(menu[hint.against][1].label) if hint.against in menu else ""
    for text in (tell_verdict(hint, say), tell_why(hint, against, say)):
        if text:
            screen.line(f"  {text}")
