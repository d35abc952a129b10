"""Does a review find what is wrong, and nothing else?

    python tools/insight.py blunders GAME SEATS [--cases 100]
    python tools/insight.py equals GAME SEATS [--games 10] [--bots captain]
    python tools/insight.py losses GAME SEATS [--games 10] [--bots mate]

`blunders`: games of captains, at some places of which a choice is replaced by a blunder: the one of
the menu that the game's own advice likes least, if a long look (pairs of lines in other worlds,
until it is clear, 60 at most) says that it gives away at least 15 %. The review has to mark it.

`equals`: whole reviews of games between equal bots: how many of their choices are marked.

`losses`: the same reviews: how much is given away, beyond its error, by one choice of so many. The
thresholds of marks are read off this.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from quarterdeck.bots import ask, make
from quarterdeck.bots.arena import ENDLESS, wilson
from quarterdeck.bots.judge import trained_network
from quarterdeck.bots.protocol import Bot
from quarterdeck.game import Game, rules_of
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review import Mark, review
from quarterdeck.review.choices import ChoiceJudge
from quarterdeck.review.examining import Examiner, make_judge
from quarterdeck.review.lines import LinePlayer, look_again
from quarterdeck.review.marks import CERTAIN, is_doubtful
from quarterdeck.review.model import Judgement

LEAST_LOSS = 0.15
ONE_OF = (10, 20, 50, 100, 200, 500)
PAIRS = 60
# Errors by which a loss must differ from `LEAST_LOSS` before no more pairs are played.
CLEAR = 3
# Places in one game where a blunder is looked for.
TRIES = 6


def play_on(game: Game, players: Sequence[Bot], most: int) -> None:
    """Let a game go on until it has so many entries, or is over."""
    while not game.finished and len(game.record.entries) < most:
        seat = game.actors[0]
        game.play(ask(players[seat], game.position, seat, ENDLESS), seat=seat)


def begin(rules: AnyRules, seats: int, dealer: random.Random) -> tuple[Game, list[Bot]]:
    """A game of captains."""
    game = Game.new(rules, seats, {}, dealer)
    return game, [make("captain", rules, dealer.getrandbits(64)) for _ in range(seats)]


def find_blunder(
    rules: AnyRules, position: Position, seat: int, judge: ChoiceJudge
) -> tuple[str, float] | None:
    """The choice that advice likes least, if it gives away enough."""
    legal = position.legal(seat)
    if len(legal) < 2:
        return None
    world = rules.imagine(position, seat, judge.dealer)
    advice = rules.advise(world, seat, legal)
    worst = legal[advice.index(min(advice))]
    best = judge.look(position, seat, worst).ranked()[0].code
    if best == worst:
        return None
    seen = look_again(
        LinePlayer(judge),
        position,
        seat,
        best,
        worst,
        PAIRS,
        lambda loss, error: abs(loss - LEAST_LOSS) > CLEAR * error,
    )
    loss = seen.ahead[seat]
    return (rules.space.notation(worst), loss) if loss >= LEAST_LOSS else None


def look_for_blunders(rules: AnyRules, seats: int, cases: int, seed: int) -> None:
    network = trained_network(rules)
    assert network is not None
    found: list[bool] = []
    marks: Counter[Mark] = Counter()
    game, players = begin(rules, seats, random.Random(seed))
    play_on(game, players, rules.length_bound)
    length, number = len(game.record.entries), 0
    while len(found) < cases:
        dealer = random.Random(f"{seed}/blunders/{number}")
        number += 1
        game, players = begin(rules, seats, dealer)
        for most in sorted(dealer.sample(range(length), TRIES)):
            play_on(game, players, most)
            if game.finished or len(found) >= cases:
                break
            seat = game.actors[0]
            judge = ChoiceJudge(rules, network, 4, f"{seed}/{number}/{most}")
            blunder = find_blunder(rules, game.position, seat, judge)
            if blunder is None:
                continue
            examiner = Examiner(make_judge(rules, network, f"{number}/{most}"), seats)
            judged = examiner.look(game.position, game.ply, seat, blunder[0])
            if is_doubtful(judged.loss, examiner.unit):
                judged, _ = examiner.look_again(game.position, judged)
            found.append(judged.mark is not Mark.NONE)
            marks[judged.mark] += 1
            said = f"{blunder[0]}, {blunder[1]:.2f} given away: {judged.mark or 'missed'}"
            print(f"{len(found)}: game {number}, {most}: {said}", flush=True)
    low, high = wilson(sum(found), len(found))
    share = sum(found) / len(found)
    print(f"{rules.id} {seats}: {share:.1%} of {len(found)} found ({low:.1%} to {high:.1%})")
    print({mark.value or "missed": count for mark, count in marks.items()})


def review_equals(
    rules: AnyRules, seats: int, games: int, bots: str, seed: int
) -> Iterator[Judgement]:
    """Every choice of games between equal bots."""
    for number in range(games):
        dealer = random.Random(f"{seed}/equals/{number}")
        game = Game.new(rules, seats, {}, dealer)
        players = [make(bots, rules, dealer.getrandbits(64)) for _ in range(seats)]
        while not game.finished:
            seat = game.actors[0]
            game.play(ask(players[seat], game.position, seat, ENDLESS), seat=seat)
        yield from review(game.record, rules, seed=number).judgements


def count_marks(rules: AnyRules, seats: int, games: int, bots: str, seed: int) -> None:
    choices = 0
    marks: Counter[Mark] = Counter()
    for each in review_equals(rules, seats, games, bots, seed):
        choices += 1
        if each.mark is not Mark.NONE:
            marks[each.mark] += 1
    told = ", ".join(f"{mark} {marks[mark] / choices:.2%}" for mark in marks)
    print(f"{rules.id} {seats}, {bots}: {games} games, {choices} choices; {told or 'no marks'}")


def rank_losses(rules: AnyRules, seats: int, games: int, bots: str, seed: int) -> None:
    losses = [
        each.loss if each.loss > CERTAIN * each.error else 0.0
        for each in review_equals(rules, seats, games, bots, seed)
    ]
    losses.sort(reverse=True)
    told = ", ".join(f"{each}: {losses[len(losses) // each]:.3f}" for each in ONE_OF)
    print(f"{rules.id} {seats}, {bots}: {len(losses)} choices; one of {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["blunders", "equals", "losses"])
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--bots", default="captain")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    rules = rules_of(asked.game)
    if asked.what == "blunders":
        look_for_blunders(rules, asked.seats, asked.cases, asked.seed)
    else:
        tell = count_marks if asked.what == "equals" else rank_losses
        tell(rules, asked.seats, asked.games, asked.bots, asked.seed)


if __name__ == "__main__":
    main()
