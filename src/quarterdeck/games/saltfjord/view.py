"""What a viewer sees: everything public, and the tokens only he has looked at.

Frozen, typed, plain data. Page, terminal, bots and tensors draw from here and from nowhere
else, so what is not here cannot leak. Cells are named `r1c1` to `r6c6` (row, column).
"""

from __future__ import annotations

from quarterdeck.kernel.views import seen

PLAYER_COLOURS = ("sky", "green", "vermilion", "yellow")

Goods = tuple[tuple[str, int], ...]


@seen
class TileView:
    """A building tile: its shape, and what each of its cells shows, in order.

    `offsets` are the cells unturned: steps down and right from the anchor.
    """

    id: str
    shape: str
    icons: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]


@seen
class StackView:
    id: str
    shape: str
    top: TileView | None
    left: int


@seen
class CrateView:
    id: str
    cost: Goods
    points: int


@seen
class MarketView:
    """A stack of crates: the one face up, and how many lie face down below it."""

    number: int
    crate: CrateView | None
    left: int


@seen
class TokenView:
    id: str
    type: int
    goods: Goods
    points: int


@seen
class TokenStackView:
    """A stack of fishing tokens. `top` is the token put back there, for those who know it."""

    type: int
    left: int
    put_back: bool
    top: TokenView | None


@seen
class ZoneView:
    number: int
    points: int
    stacks: tuple[TokenStackView, ...]
    boats: tuple[int, ...]


@seen
class SpaceView:
    """A space of a technology track: what the step there costs and what it does."""

    level: int
    cost: str
    effect: str
    points: int
    markers: tuple[int, ...]


@seen
class TrackView:
    id: str
    spaces: tuple[SpaceView, ...]
    tile: str
    tile_worth: tuple[int, ...]


@seen
class TavernView:
    """A tavern: who has retired there, and in solo the faces of its dice (0: none)."""

    id: str
    seat: int | None
    white: int
    orange: int


@seen
class SetView:
    number: int
    ability: str
    icons: tuple[str, ...]
    goods: Goods
    fishing: bool


@seen
class SpecialView:
    id: str
    worth: int
    needed: int


@seen
class CellView:
    """A cell of a village. `piece` is "", worker, white or orange; `face` the die's value."""

    name: str
    icon: str
    tile: str
    snowflake: bool
    piece: str
    face: int
    carts: tuple[int, ...]


@seen
class AbilityView:
    id: str
    used: bool


@seen
class QuayView:
    id: str
    crates: tuple[CrateView, ...]


@seen
class PlayerView:
    """A player's village, storage, boat and quays. The last boat space doubles points."""

    seat: int
    colour: str
    side: str
    cells: tuple[CellView, ...]
    columns_complete: tuple[bool, ...]
    rows_complete: tuple[bool, ...]
    goods: Goods
    workers: int
    workers_owned: int
    carts_waiting: int
    tech: tuple[int, ...]
    zone: int
    upgraded: bool
    boat: tuple[TokenView | None, ...]
    caught: int
    abilities: tuple[AbilityView, ...]
    quays: tuple[QuayView, ...]
    white_taken: int
    orange_taken: int
    tavern: str
    small_cost: Goods
    large_cost: Goods
    points: int
    score: int


@seen
class HandView:
    """The die somebody has taken: with its line once that is chosen, and the cell it stands on."""

    seat: int
    colour: str
    face: int
    line: int
    cell: str


@seen
class PlacingView:
    """The tile somebody is about to place."""

    seat: int
    tile: TileView


@seen
class WaitingView:
    """Rewards that wait to be taken."""

    seat: int
    upgrades: int
    fishing: int


@seen
class PrintedView:
    """Printed numbers that texts name: fish of abilities, points of tiles, goods of effects."""

    abilities: tuple[tuple[str, tuple[int, int]], ...]
    tiles: tuple[tuple[str, int], ...]
    tile_fishing: int
    effects: tuple[tuple[str, Goods], ...]
    fish_icon: int


@seen
class SaltfjordView:
    viewer: int | None
    solo: bool
    carts: bool
    round: int
    rounds: int
    first: int
    finished: bool
    actors: tuple[int, ...]
    white: tuple[int, ...]
    orange: tuple[int, ...]
    orange_to_come: tuple[int, ...]
    white_limit: int
    stacks: tuple[StackView, ...]
    market: tuple[MarketView, ...]
    zones: tuple[ZoneView, ...]
    unseen: tuple[tuple[TokenView, int], ...]
    abilities: tuple[str, ...]
    tracks: tuple[TrackView, ...]
    special: tuple[SpecialView, ...]
    sets: tuple[SetView, ...]
    taverns: tuple[TavernView, ...]
    quay_rewards: tuple[tuple[str, int, int, int, int], ...]
    sells_for: tuple[int, ...]
    upgrade_fish: int
    printed: PrintedView
    players: tuple[PlayerView, ...]
    hand: HandView | None
    placing: PlacingView | None
    waiting: WaitingView | None
    # Whether the viewer is asked how to pay
    paying: bool
    looking: tuple[TokenView, ...]
    ranks: tuple[int, ...]
    won: bool
    medal: int
    # Alone: the points each medal asks for, and those that count for them
    medals: tuple[int, ...]
    medal_score: int
