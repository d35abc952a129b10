"""Positions to order: put on the table exactly what a test speaks of, then let a phase begin.

    p = voyage(seats=2)                               # every ship at H7, home port G7
    captain(p, A, cell="G9", prov="1/5", wind="1/1")  # held/circled, as the rules write it
    draw(p, A, "open_sea_stream", "H8", 1)            # card, anchor, turn
    act(p, winds="e ne w", die=4)                     # the action phase opens its lanes
    play(p, A, "sail e", "step e")
    assert (where(p, A), prov(p, A)) == ("H12", "1/5")

Until `act`, `reveal`, `set_out` or `count_up` nobody is asked anything, so facts may be set in
any order. Those four fill up the cards seen so far, so that the count of cards fits the turn; a
card that a test wants to turn up later is kept out of that with `keep`. They check the position
with the game's own invariants.
"""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck import games
from quarterdeck.games.rolling_seas.actions import OUTCOMES, SPACE
from quarterdeck.games.rolling_seas.captain import Captain
from quarterdeck.games.rolling_seas.chart import BIT, cells_of
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    CARDS,
    CELL_NAMES,
    DIRECTIONS,
    DRAWN,
    DRAWN_COUNT,
    SETUP_CARDS,
    SPENT,
    WAITING,
)
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import draw as put_down
from quarterdeck.games.rolling_seas.steps.sailing import Sail
from quarterdeck.games.rolling_seas.steps.turn import ActionPhase, ChooseHomes, NextTurn, TurnEnd
from quarterdeck.games.rolling_seas.view import RollingView
from quarterdeck.kernel.errors import IllegalAction

A, B, C, D, E, F = range(6)
RULES = games.load("rolling_seas")


# Cells by name


def cell(name: str) -> int:
    return CELL_NAMES.index(name)


def mask(names: str) -> int:
    """A set of cells from their names: "I7 J7"."""
    bits = 0
    for name in names.split():
        bits |= BIT[cell(name)]
    return bits


def names(bits: int) -> str:
    """The names of a set of cells, in reading order: "I7 J7"."""
    return " ".join(CELL_NAMES[each] for each in cells_of(bits))


# Setting a position up


def voyage(
    seats: int = 2, turn: int | None = None, cell: str = "H7", home: str = "G7", **options: str
) -> RollingPosition:
    """A game under way with nothing drawn yet and every ship on the same cell.

    Nobody is asked anything before a phase begins. Without a `turn`, the least one is taken in
    which so many cards can have been drawn.
    """
    p = cast(RollingPosition, RULES.blank(*RULES.checked_setup(seats, options)))
    p.set_up()
    p.turn = turn or 0
    for seat in range(p.seats):
        captain(p, seat, cell=cell, home=home)
    return p


def captain(
    p: RollingPosition,
    seat: int,
    *,
    cell: str | None = None,
    home: str | None = None,
    trail: str = "",
    ship: int | None = None,
    prov: str | None = None,
    gold: str | None = None,
    wind: str | None = None,
    story: int | None = None,
    cannons: int | None = None,
    monsters: int | None = None,
    pirates: int | None = None,
    told: str | None = None,
    renown: tuple[int, ...] | None = None,
    explored: str | None = None,
    treasure: int | None = None,
) -> Captain:
    """Change what is named of a board and a sheet; what is not named stays.

    `ship` counts from 1; `prov`, `gold` and `wind` are "held/circled"; cells are names. A new
    `cell` starts the trail anew, `trail` adds to it (pirates on it are met). `told` ports have
    brought `renown`, or nothing; explored monoliths are counted.
    """
    own = p.captains[seat]
    if cell is not None:
        own.cell = CELL_NAMES.index(cell)
        own.trail = BIT[own.cell]
    own.trail |= mask(trail)
    if home is not None:
        own.home = CELL_NAMES.index(home)
    if ship is not None:
        own.ship = ship - 1
    if prov is not None:
        own.provisions, own.provisions_circled = _boxes(prov)
    if gold is not None:
        own.gold, own.gold_circled = _boxes(gold)
    if wind is not None:
        own.wind, own.wind_circled = _boxes(wind)
    if story is not None:
        own.story = story
    if cannons is not None:
        own.cannons = cannons
    if monsters is not None:
        own.monster_power = monsters
    if pirates is not None:
        own.pirate_power = pirates
    if told is not None:
        own.told = mask(told)
        own.renown = list(renown or [0] * own.told.bit_count())
    if explored is not None:
        own.explored = mask(explored)
        own.monoliths = (own.explored & p.table.monoliths).bit_count()
    if treasure is not None:
        own.treasure = treasure
    return own


def _boxes(written: str) -> tuple[int, int]:
    held, circled = written.split("/")
    return int(held), int(circled)


def draw(
    p: RollingPosition, seat: int, card: str, anchor: str, turn: int = 0, used: str = ""
) -> None:
    """Draw a card on a seat's board, wherever its row and column are (turns from 4 on: flipped).

    The cells `used` have been entered, so they are on the trail.
    """
    board = p.captains[seat]
    number = DRAWN.index(card)
    drawings = p.table.drawings[number]
    found = [n for n in drawings.by_anchor[cell(anchor)] if drawings.turn[n] == turn]
    assert found, f"{card} cannot lie at {anchor} turned by {turn}"
    put_down(board, number, found[0])
    entered = mask(used)
    assert not entered & ~drawings.mask[found[0]], f"{card} does not cover all of {used}"
    board.monsters &= ~entered
    board.perils &= ~entered
    board.currents &= ~entered
    board.trail |= entered
    _see(p, number)


def ambush(
    p: RollingPosition, owner: int, by: int, centre: str, dots: str = "", spent: bool = False
) -> None:
    """An ambush of seat `by` on the board of seat `owner`."""
    board = p.captains[owner]
    laid = len(board.marks)
    board.ambushers = [*board.ambushers, by]
    board.centres = [*board.centres, cell(centre)]
    board.marks = [*board.marks, mask(f"{centre} {dots}")]
    board.ambush_states = [*board.ambush_states, SPENT if spent else WAITING]
    _see(p, DRAWN_COUNT + laid)


def _see(p: RollingPosition, card: int) -> None:
    if card < ADVENTURE_COUNT:
        p.adventures_seen |= 1 << card
    else:
        p.calm_seen |= 1 << card - ADVENTURE_COUNT


def _fill_cards(p: RollingPosition, before_card: bool, keep: str) -> None:
    """Let so many cards have been seen as the turn asks for; `before_card`: the turn's own is
    still to come."""
    kept = keep.split()
    spare = [card for card in range(DRAWN_COUNT) if DRAWN[card] not in kept]
    while p.adventures_seen.bit_count() < SETUP_CARDS:
        _see(p, next(c for c in reversed(spare) if not p.adventures_seen >> c & 1))
    p.setup_cards = SETUP_CARDS
    shown = p.calm_seen.bit_count() + p.adventures_seen.bit_count() - SETUP_CARDS
    p.turn = max(p.turn, shown + before_card, 1)
    fillers = [card for card in spare if not p.adventures_seen >> card & 1]
    # Calm cards that are kept must still find a place in the deck
    wanted = sum(1 for name in set(kept) if name.startswith("calm"))
    room = max(0, p.table.deck_calm - p.calm_seen.bit_count() - wanted)
    calm = [c for c in range(ADVENTURE_COUNT, len(CARDS)) if CARDS[c] not in kept]
    unseen = [c for c in reversed(calm) if not p.calm_seen >> c - ADVENTURE_COUNT & 1]
    for card in [*unseen[:room], *reversed(fillers)][: p.turn - before_card - shown]:
        _see(p, card)


# Letting a phase begin


def act(
    p: RollingPosition, winds: str = "ne se w", die: int = 1, keep: str = "", tier: int = 1
) -> RollingPosition:
    """The dice are rolled; the action phase begins and asks every seat."""
    _fill_cards(p, False, keep)
    p.winds = sorted(DIRECTIONS.index(way) for way in winds.split())
    p.die = die
    p.tier = tier - 1 if p.seats > 1 else p.table.tier_of_turn(p.turn)
    p.stack = [NextTurn(), TurnEnd(), ActionPhase()]
    return _begin(p)


def reveal(p: RollingPosition, card: str, keep: str = "", tier: int = 1) -> RollingPosition:
    """A turn begins and this card is revealed: who has to draw or to choose is asked."""
    _fill_cards(p, True, f"{keep} {card}")
    p.turn -= 1
    p.tier = tier - 1
    p.stack = [NextTurn()]
    _begin(p)
    return deal(p, f"card {card}")


def set_out(p: RollingPosition) -> RollingPosition:
    """The set-up cards are drawn; every seat is asked for its home port."""
    _fill_cards(p, True, "")
    p.turn = 0
    for own in p.captains:
        own.cell = own.home = -1
        own.trail = 0
    p.stack = [NextTurn(), ChooseHomes()]
    return _begin(p)


def count_up(p: RollingPosition) -> RollingPosition:
    """The last turn is over: the score is counted."""
    p.turn = p.table.turns
    _fill_cards(p, False, "")
    p.stack = [NextTurn()]
    return _begin(p)


def _begin(p: RollingPosition) -> RollingPosition:
    p.advance()
    RULES.check(p)
    return p


def start(seats: int = 2, *setup_cards: str, **options: str) -> RollingPosition:
    """A game from its very beginning; the set-up cards named are drawn by everybody in the
    first way offered."""
    p = cast(RollingPosition, RULES.start(seats, options))
    for card in setup_cards:
        deal(p, f"setup_card {card}")
        finish(p)
    return p


# Playing


def deal(p: RollingPosition, *notations: str) -> RollingPosition:
    """Chance deals: "card kraken", "winds n ne e", "die 4" … (winds in any order)."""
    for notation in notations:
        assert p.chance, f"no chance is due for {notation!r}"
        words = notation.split()
        if words[0] == "winds":
            words[1:] = sorted(words[1:], key=DIRECTIONS.index)
        p.deal(OUTCOMES.parse(" ".join(words)))
    return p


def play(p: RollingPosition, seat: int, *notations: str) -> RollingPosition:
    """A seat makes these choices, one after the other."""
    for notation in notations:
        p.play(seat, SPACE.parse(notation))
    return p


def finish(p: RollingPosition, *seats: int) -> RollingPosition:
    """These seats (or all) finish the open window: they stay, end or take the first option."""
    for seat in seats or range(p.seats):
        lanes = p.barrier
        while p.barrier == lanes and p.legal(seat):
            shown = options(p, seat)
            done = [n for n in ("stay", "end", "done") if n in shown]
            play(p, seat, done[0] if done else shown[0])
    return p


def next_turn(
    p: RollingPosition, card: str = "calm_03", winds: str = "ne se w", die: int = 1
) -> RollingPosition:
    """Everybody finishes what is asked, then a turn with this card and these dice begins."""
    while not p.chance:
        finish(p)
    deal(p, f"card {card}")
    while not p.chance:
        finish(p)
    return deal(p, f"winds {winds}", f"die {die}")


def options(p: RollingPosition, seat: int, *families: str) -> list[str]:
    """What is open to a seat now, in notation; only these families if any are named."""
    shown = [SPACE.notation(code) for code in p.legal(seat)]
    return [n for n in shown if not families or n.split()[0] in families]


def ways(p: RollingPosition, seat: int, family: str = "step") -> str:
    """The directions open to a seat in one family: "n ne e"."""
    return " ".join(notation.split()[1] for notation in options(p, seat, family))


def asked(p: RollingPosition, seat: int) -> str | None:
    """The name of the step that asks a seat."""
    step = p.step_of(seat)
    return None if step is None else type(step).__name__


def refused(p: RollingPosition, seat: int, notation: str) -> str:
    """Try a choice that must not be open: nothing changes. Gives the rule that refuses it."""
    before = p.digest(), options(p, seat)
    with pytest.raises(IllegalAction) as caught:
        p.play(seat, SPACE.parse(notation))
    assert (p.digest(), options(p, seat)) == before
    return caught.value.rule


def chances(p: RollingPosition) -> dict[str, int]:
    """What chance may deal now, in notation, with weights."""
    return {OUTCOMES.notation(code): weight for code, weight in p.outcomes()}


def placements(p: RollingPosition, seat: int) -> list[str]:
    """Every drawing a seat that is asked for an anchor can make: its cells in their order.

    Each is found by playing it, so two ways to the same drawing would show up twice. Nobody may
    have drawn this card yet.
    """
    made = []
    for anchor in options(p, seat, "anchor"):
        trial = play(p.clone(), seat, anchor)
        turned = [play(trial.clone(), seat, turn) for turn in options(trial, seat)]
        made += [drawn_cells(each, p.card) for each in turned or [trial]]
    return [" ".join(cells) for boards in made for cells in boards]


def drawn_cells(p: RollingPosition, card: int) -> list[list[str]]:
    """The cells of a card on every board where it is drawn, in the order of its shape."""
    drawings = p.table.drawings[card]
    return [
        [CELL_NAMES[each] for each in drawings.cells[own.drawn[card]]]
        for own in p.captains
        if own.drawn[card] >= 0
    ]


# Reading


def where(p: RollingPosition, seat: int) -> str:
    return CELL_NAMES[p.captains[seat].cell]


def prov(p: RollingPosition, seat: int) -> str:
    """Provisions "held/circled"."""
    return f"{p.captains[seat].provisions}/{p.captains[seat].provisions_circled}"


def gold(p: RollingPosition, seat: int) -> str:
    """Gold "held/circled"."""
    return f"{p.captains[seat].gold}/{p.captains[seat].gold_circled}"


def wind(p: RollingPosition, seat: int) -> str:
    """Wind in the sails "held/circled"."""
    return f"{p.captains[seat].wind}/{p.captains[seat].wind_circled}"


def story(p: RollingPosition, seat: int) -> int:
    return p.captains[seat].story


def points(p: RollingPosition, seat: int) -> int:
    """The movement points left of a seat that is sailing."""
    step = p.step_of(seat)
    assert isinstance(step, Sail), f"seat {seat} is not sailing"
    return step.points


def seen(p: RollingPosition, viewer: int | None = None) -> RollingView:
    """The game as a seat or a spectator sees it."""
    return cast(RollingView, RULES.view(p, viewer))


def score(p: RollingPosition) -> dict[str, tuple[int, ...]]:
    """The lines of the score sheet: points of every seat."""
    return {line.id: line.points for line in RULES.score_sheet(p)}
