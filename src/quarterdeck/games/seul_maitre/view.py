"""What a viewer sees: everything public, and the families of the discoveries on his own ship.

Frozen, typed, plain data. Page, terminal, bots and tensors draw from here and from nowhere
else, so what is not here cannot leak. Cells are named `r0c0` to `r4c4` (row, column); a place is
a zone (`r2c3/1`) or a spot of a cell (`r2c3/site`, `r2c3/port`, `r2c3/lair`).
"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.odds import Odds
from quarterdeck.kernel.views import seen

# The colours of the house by seat, as on the page; all told apart by anybody.
PLAYER_COLOURS = ("sky", "green", "vermilion", "yellow")


@seen
class TileView:
    """A map tile as it lies: where it has land, and the corner and zone of what is on it.

    `zones` gives the number of the zone each corner belongs to, in the order of CORNERS. A tile is
    called by its `kind` and the `number` of its site or lair.
    """

    id: str
    kind: str
    number: int
    quarters: int
    land: tuple[str, ...]
    zones: tuple[int, ...]
    feature: str
    corner: str
    storm: bool


@seen
class CellView:
    name: str
    tile: TileView | None
    storms: int


@seen
class SiteView:
    """A discovery site: tokens left by rarity (known, rare, new), and who has a marker there."""

    number: int
    place: str
    left: tuple[int, ...]
    markers: tuple[int, ...]


@seen
class TokenView:
    """A discovery; `family` is empty where the viewer may not know it."""

    rarity: str
    family: str


@seen
class SpecialistView:
    branch: str
    level: int
    leader: bool


@seen
class ShipView:
    """A player's ship and purse. Sailors are in the hold, in the sails, on deck, on leaks, at
    cannons (`crew`) or kept at hit ones (`blocked`)."""

    seat: int
    colour: str
    nation: str
    home: str
    kind: str
    place: str
    money: int
    vp: int
    score: int
    tokens: int
    spent: int
    reinforced: bool
    ended: bool
    bid: int | None
    fought: bool
    storm_bound: bool
    hold: int
    sails: int
    deck: int
    leaks: int
    crew: int
    blocked: int
    supply: int
    spaces: int
    sailor_spaces: int
    room: int
    deck_limit: int
    cargo: tuple[tuple[str, int], ...]
    charge: int
    base_sails: int
    sail_bonus: int
    sail_damage: int
    capacity: int
    points: int
    cannons: int
    most_cannons: int
    cannon_damage: int
    extended: bool
    orange: bool
    untrained: int
    specialists: tuple[SpecialistView, ...]
    aboard: tuple[TokenView, ...]
    landed: tuple[TokenView, ...]
    # What each improvement costs in the shipyard; None if there is no use for it
    prices: tuple[int | None, ...]


@seen
class PirateView:
    """A pirate; its values are without damage, `treasure` lies in its lair."""

    number: int
    place: str
    lair: str
    cannons: int
    cannon_damage: int
    sailors: int
    crew_damage: int
    sails: int
    sail_damage: int
    money: int
    treasure: int
    controller: int | None
    stuck: bool
    fought: bool
    number_up: bool


@seen
class ColumnView:
    """A column of the market: victory points of its slots, how many are filled, prices."""

    resource: str
    port: str
    slots: tuple[int, ...]
    filled: int
    purchase: int
    sale: int
    black_market: int


@seen
class LeaderView:
    branch: str
    holder: int | None


@seen
class MovingView:
    """A vessel in the middle of its movement: points left, and the cost of each direction."""

    vessel: str
    points: int
    costs: tuple[int, ...]


@seen
class LayingView:
    """The tile somebody is about to lay, and where, once that is chosen."""

    seat: int
    tile: TileView
    cell: str


@seen
class SideView:
    """One side of a combat: its white dice by face, cannons manned and hit, boarding strength."""

    vessel: str
    player: int | None
    dice: tuple[tuple[str, int], ...]
    manned: int
    cannon_hits: int
    strength: int


@seen
class CombatView:
    """A combat under way, or decided as long as it has consequences: then `winner` is known.

    `odds` of the boarding hold if both sides man all the cannons they can and use no re-roll and
    no doubling.
    """

    attacker: SideView
    defender: SideView
    stage: int
    odds: Odds
    winner: str | None = None


@seen
class MasterView:
    viewer: int | None
    round: int
    rounds: int
    finished: bool
    actors: tuple[int, ...]
    wind: str
    costs: tuple[int, ...]
    order: tuple[int, ...]
    slots: tuple[int, ...]
    cells: tuple[CellView, ...]
    row: tuple[TileView, ...]
    pile: tuple[TileView, ...]
    ports: tuple[tuple[str, str], ...]
    sites: tuple[SiteView, ...]
    undrawn: tuple[tuple[TokenView, int], ...]
    market: tuple[ColumnView, ...]
    leaders: tuple[LeaderView, ...]
    extension: int  # the spaces a hold extension adds
    academy: tuple[tuple[int, ...], ...]  # the prices of the levels, by branch
    upgrades: tuple[int, ...]
    players: tuple[ShipView, ...]
    pirates: tuple[PirateView, ...]
    moving: MovingView | None
    building: LayingView | None
    combat: CombatView | None
    ranks: tuple[int, ...]
