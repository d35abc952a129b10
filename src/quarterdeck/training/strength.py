"""How strong a network is: games of one seat that judges against greedy ones, on fresh seeds."""

from __future__ import annotations

import random
from dataclasses import dataclass

from quarterdeck.bots import make
from quarterdeck.bots.arena import Match, Plan, SeatTally, play_seated, summarize
from quarterdeck.bots.judge import JudgeBot
from quarterdeck.bots.network import Network
from quarterdeck.kernel.rules import AnyRules

JUDGE = "judge"
RIVAL = "greedy"


@dataclass(frozen=True)
class Strength:
    """How a judge did at a table of greedy players."""

    seats: int
    judge: SeatTally
    rivals: SeatTally | None


def play_test(rules: AnyRules, network: Network, seats: int, seed: int, number: int) -> Match:
    """One game of a judge against greedy players; they move on one seat per game."""
    plan = _plan(rules, seats, seed)
    dealer = random.Random(f"test/{seed}/{number}")
    seating = plan.seating(number)
    players = [
        JudgeBot(rules, random.Random(dealer.getrandbits(64)), 1, 8, network=network)
        if plan.bots[bot] == JUDGE
        else make(RIVAL, rules, dealer.getrandbits(64))
        for bot in seating
    ]
    return play_seated(rules, plan, seating, players, dealer)


def _plan(rules: AnyRules, seats: int, seed: int) -> Plan:
    _, options = rules.checked_setup(seats, {})
    return Plan(rules.id, seats, options, (JUDGE, *[RIVAL] * (seats - 1)), seed)


def sum_up(rules: AnyRules, seats: int, seed: int, matches: list[Match]) -> Strength:
    plan = _plan(rules, seats, seed)
    tallies = summarize(plan, matches, sum(match.seconds for match in matches)).bots
    return Strength(seats, tallies[0], tallies[1] if len(tallies) > 1 else None)
