"""What a viewer sees: everything public, and their own open window.

Frozen, typed, plain data. Page, terminal, bots and tensors draw from here and from nowhere
else, so what is not here cannot leak. Cells are named (`A1` to `S15`).
"""

from __future__ import annotations

from functools import lru_cache

from quarterdeck.games.rolling_seas import scoring
from quarterdeck.games.rolling_seas.captain import LINES, NOT_DRAWN, Captain
from quarterdeck.games.rolling_seas.chart import BIT, cells_of
from quarterdeck.games.rolling_seas.names import (
    ADVENTURE_COUNT,
    ADVENTURES,
    AMBUSH,
    AXES,
    BONUSES,
    CALM,
    CARDS,
    CELL_NAMES,
    COLUMNS,
    DIRECTIONS,
    DRAWN_COUNT,
    NO_BONUS,
    NO_CELL,
    PASSES,
    ROCKS,
    SHIPS,
    SPENT,
    TYPES,
)
from quarterdeck.games.rolling_seas.placements import Drawings
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.drawing import (
    AmbushCentre,
    AmbushDot,
    PlaceAnchor,
    PlaceTurn,
)
from quarterdeck.games.rolling_seas.steps.sailing import Sail
from quarterdeck.kernel.views import seen

COLOURS = ("sky", "green", "vermilion", "yellow", "purple", "orange")


@seen
class CardView:
    """A card. Calm sea cards have amounts, adventures a type, and mostly a shape and lines.

    `cells` are the cells of the shape from its first one: steps east and south.
    """

    id: str
    type: str
    shape: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    row: int = 0
    column: str = ""
    passed: str = ""
    axis: str = ""
    gold: int = 0
    provisions: int = 0
    wind: int = 0
    monsters: int = 0
    pirates: int = 0
    either: bool = False


@seen
class DrawingView:
    """An adventure on a board: its cells in order, which of them are used, a current's exit."""

    card: str
    type: str
    cells: tuple[str, ...]
    used: tuple[bool, ...]
    exit: str = ""


@seen
class AmbushView:
    ambusher: int
    centre: str
    dots: tuple[str, ...]
    spent: bool


@seen
class TrackView:
    """Boxes held and boxes circled so far, of so many."""

    held: int
    circled: int
    boxes: int


@seen
class CaptainView:
    """A player's board and ship sheet. `course` holds the pairs of cells the line joins."""

    seat: int
    colour: str
    home: str
    cell: str
    trail: tuple[str, ...]
    course: tuple[tuple[str, str], ...]
    drawings: tuple[DrawingView, ...]
    ambushes: tuple[AmbushView, ...]
    explored: tuple[str, ...]
    told: tuple[str, ...]
    met: tuple[str, ...]
    unmet: tuple[str, ...]
    ship: str
    movement: int
    hold: int
    provisions: TrackView
    gold: TrackView
    wind: TrackView
    story: TrackView
    cannons: int
    monster_power: int
    pirate_power: int
    monoliths: int
    treasure: int
    renown: tuple[int, ...]
    stars: int
    score: int


@seen
class BonusView:
    """A bonus of a track: the box that gives it, its kind and amount."""

    box: int
    kind: str
    amount: int


@seen
class DrawingTask:
    """What the viewer has to draw now, and on whose board."""

    card: CardView
    board: int


@seen
class Sailing:
    """The navigation the viewer is in the middle of: the cost of each direction."""

    wind: str
    points: int
    costs: tuple[int, ...]


@seen
class RollingView:
    viewer: int | None
    turn: int
    turns: int
    finished: bool
    actors: tuple[int, ...]
    stops_on_last: bool
    grid: tuple[str, ...]
    ports: tuple[str, ...]
    card: CardView | None
    seen: tuple[str, ...]
    winds: tuple[str, ...]
    wind_costs: tuple[tuple[int, ...], ...]
    die: int
    faces: tuple[tuple[int, int, int], ...]
    tier: int
    treasures: tuple[int, ...]
    cannon_prices: tuple[int, ...]
    cannon_provisions: int
    ship_prices: tuple[int, ...]
    fill_price: int
    most_power: int
    track_bonuses: tuple[tuple[str, tuple[BonusView, ...]], ...]
    players: tuple[CaptainView, ...]
    drawing: DrawingTask | None
    sailing: Sailing | None
    ranks: tuple[int, ...]
    title: int


@lru_cache(maxsize=4096)
def names(bits: int) -> tuple[str, ...]:
    return tuple(CELL_NAMES[cell] for cell in cells_of(bits))


def name(cell: int) -> str:
    return CELL_NAMES[cell] if cell != NO_CELL else ""


def view(p: RollingPosition, viewer: int | None) -> RollingView:
    """The game as this viewer sees it: a seat, or None for a spectator."""
    table = p.table
    box = table.box
    seen = [ADVENTURES[c] for c in range(ADVENTURE_COUNT) if p.adventures_seen >> c & 1]
    seen += [id for c, id in enumerate(CALM) if p.calm_seen >> c & 1]
    return RollingView(
        viewer=viewer,
        turn=p.turn,
        turns=table.turns,
        finished=p.finished,
        actors=tuple(p.actors()),
        stops_on_last=table.stops_on_last,
        grid=table.grid,
        ports=tuple(CELL_NAMES[port] for port in table.port_cells),
        card=card_view(p, p.card) if p.card >= 0 else None,
        seen=tuple(seen),
        winds=tuple(DIRECTIONS[wind] for wind in p.winds),
        wind_costs=tuple(_costs(p, wind) for wind in p.winds),
        die=p.die,
        faces=tuple(zip(box.face_story, box.face_gold, box.face_provisions, strict=True)),
        tier=p.tier,
        treasures=tuple(box.treasure),
        cannon_prices=tuple(box.cannon_gold),
        cannon_provisions=box.cannon_provisions,
        ship_prices=tuple(box.ship_price),
        fill_price=box.fill_price,
        most_power=box.most_power,
        track_bonuses=_bonuses(p),
        players=tuple(_captain(p, seat) for seat in range(p.seats)),
        drawing=_drawing(p, viewer),
        sailing=_sailing(p, viewer),
        ranks=tuple(p.ranks),
        title=scoring.title(p) if p.finished else scoring.NO_TITLE,
    )


def card_view(p: RollingPosition, card: int) -> CardView:
    box = p.table.box
    if card >= ADVENTURE_COUNT:
        calm = card - ADVENTURE_COUNT
        return CardView(
            id=CARDS[card],
            type="calm",
            gold=box.calm_gold[calm],
            provisions=box.calm_provisions[calm],
            wind=box.calm_wind[calm],
            monsters=box.calm_monsters[calm],
            pirates=box.calm_pirates[calm],
            either=bool(box.calm_either[calm]),
        )
    adventure = box.adventures[card]
    passes = adventure.kind in (ROCKS, AMBUSH) and p.seats > 1
    shaped = adventure.kind != AMBUSH
    shape = box.shapes[adventure.shape]
    return CardView(
        id=CARDS[card],
        type=TYPES[adventure.kind],
        shape=shape.name if shaped else "",
        cells=tuple(zip(shape.east, shape.south, strict=True)) if shaped else (),
        row=adventure.row + 1 if shaped else 0,
        column=COLUMNS[adventure.column] if shaped else "",
        passed=PASSES[adventure.right] if passes else "",
        axis=AXES[adventure.axis] if adventure.kind == ROCKS and p.seats == 1 else "",
    )


def _costs(p: RollingPosition, wind: int) -> tuple[int, ...]:
    return tuple(p.table.step_cost[wind])


def _bonuses(p: RollingPosition) -> tuple[tuple[str, tuple[BonusView, ...]], ...]:
    box = p.table.box
    tracks = {
        "provisions": box.provisions,
        "gold": box.gold,
        "story": box.story,
        "cannons": box.cannons,
    }
    return tuple(
        (
            id,
            tuple(
                BonusView(number, BONUSES[track.kind[number]], track.amount[number])
                for number in range(1, track.boxes + 1)
                if track.kind[number] != NO_BONUS
            ),
        )
        for id, track in tracks.items()
    )


def _captain(p: RollingPosition, seat: int) -> CaptainView:
    captain = p.captains[seat]
    table = p.table
    box = table.box
    pirates = table.pirates
    return CaptainView(
        seat=seat,
        colour=COLOURS[seat],
        home=name(captain.home),
        cell=name(captain.cell),
        trail=names(captain.trail),
        course=_course(captain),
        drawings=tuple(
            drawing_view(captain, card) for card in range(DRAWN_COUNT) if captain.drawn[card] >= 0
        ),
        ambushes=tuple(_ambush(captain, number) for number in range(len(captain.ambushers))),
        explored=names(captain.explored),
        told=names(captain.told),
        met=names(pirates & captain.trail),
        unmet=names(captain.unmet()),
        ship=SHIPS[captain.ship],
        movement=table.movement[captain.ship],
        hold=captain.hold,
        provisions=TrackView(captain.provisions, captain.provisions_circled, box.provisions.boxes),
        gold=TrackView(captain.gold, captain.gold_circled, box.gold.boxes),
        wind=TrackView(captain.wind, captain.wind_circled, box.wind_boxes),
        story=TrackView(captain.story, captain.story, box.story.boxes),
        cannons=captain.cannons,
        monster_power=captain.monster_power,
        pirate_power=captain.pirate_power,
        monoliths=captain.monoliths,
        treasure=captain.treasure,
        renown=tuple(captain.renown),
        stars=scoring.stars(p, seat),
        score=scoring.total(p, seat),
    )


def _course(captain: Captain) -> tuple[tuple[str, str], ...]:
    return tuple(
        (CELL_NAMES[cell], CELL_NAMES[cell + apart])
        for apart, bits in zip(LINES, captain.course, strict=True)
        for cell in cells_of(bits)
    )


def drawing_view(captain: Captain, card: int) -> DrawingView:
    """An adventure as it lies on a board."""
    number = captain.drawn[card]
    assert number != NOT_DRAWN
    drawings = captain.table.drawings[card]
    used = drawings.mask[number] & captain.trail
    return _lying(drawings, card, captain.table.kind[card], number, used)


@lru_cache(maxsize=4096)
def _lying(drawings: Drawings, card: int, kind: int, number: int, used: int) -> DrawingView:
    cells = drawings.cells[number]
    return DrawingView(
        card=ADVENTURES[card],
        type=TYPES[kind],
        cells=tuple(CELL_NAMES[cell] for cell in cells),
        used=tuple(bool(used & BIT[cell]) for cell in cells),
        exit=name(drawings.exit[number]),
    )


def _ambush(captain: Captain, number: int) -> AmbushView:
    centre = captain.centres[number]
    return AmbushView(
        ambusher=captain.ambushers[number],
        centre=CELL_NAMES[centre],
        dots=names(captain.marks[number] & ~BIT[centre]),
        spent=captain.ambush_states[number] == SPENT,
    )


def _drawing(p: RollingPosition, viewer: int | None) -> DrawingTask | None:
    step = p.step_of(viewer) if viewer is not None else None
    if isinstance(step, PlaceAnchor | PlaceTurn | AmbushCentre | AmbushDot):
        return DrawingTask(card_view(p, p.card), step.board)
    return None


def _sailing(p: RollingPosition, viewer: int | None) -> Sailing | None:
    step = p.step_of(viewer) if viewer is not None else None
    if not isinstance(step, Sail):
        return None
    return Sailing(DIRECTIONS[step.wind], step.points, _costs(p, step.wind))
