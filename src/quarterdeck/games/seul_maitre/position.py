"""The state of a game, and the few operations every rule uses: room, sailors, points, victory.

All state is ints and flat lists of ints. Lists with one entry per seat are indexed by seat; the
wider ones have blocks per seat: `cargo` by (seat, resource), `level` by (seat, branch),
`carried` and `landed` by (seat, token kind), `lines` by (seat, line). Vessels are the ships by
seat and then the pirates from FIRST_PIRATE on. Flags of seats, vessels or pirates are bits.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from quarterdeck.games.seul_maitre.actions import SPACE
from quarterdeck.games.seul_maitre.chart import (
    CELL_OF,
    INNER_CORNER,
    NOWHERE,
    UNCHARTED,
    Chart,
    inner_corner,
    turned,
)
from quarterdeck.games.seul_maitre.components import Layout
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    CAPTAIN,
    CELL_COUNT,
    CENTRE_CELL,
    CENTRE_TILE,
    FACE_COUNT,
    FIRST_PIRATE,
    LINE_COUNT,
    NAVIGATOR,
    NO_SEAT,
    NO_TILE,
    PIRATE_COUNT,
    RESOURCE_COUNT,
    SITES,
    TOKEN_KINDS,
)
from quarterdeck.kernel.position import Position, Step

_EMPTY: Final[list[int]] = []
NO_DICE: Final[list[int]] = [0] * (2 * FACE_COUNT)
NO_BID: Final = -1


class MasterPosition(Position):
    """A game of Seul Maître à Bord at one moment."""

    STATE: ClassVar[tuple[str, ...]] = (
        "tiles",
        "turns",
        "row",
        "home",
        "storms",
        "round",
        "wind",
        "order",
        "mover",
        "ended",
        "bids",
        "tokens",
        "spent",
        "reinforced",
        "used",
        "place",
        "fought",
        "bound",
        "money",
        "vp",
        "lines",
        "kind",
        "hold",
        "sails",
        "deck",
        "leaks",
        "crew",
        "blocked",
        "sail_damage",
        "cannon_damage",
        "bonus",
        "extended",
        "bought",
        "cargo",
        "untrained",
        "level",
        "orange",
        "extra_sold",
        "leaders",
        "aboard",
        "carried",
        "landed",
        "markers",
        "pile",
        "unseen",
        "filled",
        "pirate_money",
        "pirate_cannons",
        "pirate_sailors",
        "pirate_sails",
        "pirate_cannon_damage",
        "pirate_crew_damage",
        "pirate_sail_damage",
        "treasure",
        "control",
        "stuck",
        "number_tiles",
        "upgrades",
        "dice",
        "manned",
        "cannon_hits",
        "sold",
        "combats",
        "victories",
    )

    def __init__(self, table: Layout) -> None:
        super().__init__(table.seats, SPACE)
        self.table = table
        self.chart = UNCHARTED
        # The map: tile and quarter turns by cell, the face-up tiles, each player's port.
        self.tiles = _EMPTY
        self.turns = _EMPTY
        self.row = _EMPTY
        self.home = _EMPTY
        self.storms = _EMPTY
        # The round: seats in turn order, whose turn it is (an index into that order), who has
        # ended his turn, and the slot each seat has bid.
        self.round = 0
        self.wind = 0
        self.order = _EMPTY
        self.mover = 0
        self.ended = 0
        self.bids = _EMPTY
        # Action tokens unused and spent this round; who has a further one next round; the
        # once-per-round actions each seat has used, as bits.
        self.tokens = _EMPTY
        self.spent = _EMPTY
        self.reinforced = 0
        self.used = _EMPTY
        # Vessels: where they are, who has fought this round; ships that wait out a storm.
        self.place = _EMPTY
        self.fought = 0
        self.bound = 0
        self.money = _EMPTY
        self.vp = _EMPTY
        self.lines = _EMPTY
        # Ships: their kind, where their sailors are, damage, improvements, cargo.
        self.kind = _EMPTY
        self.hold = _EMPTY
        self.sails = _EMPTY
        self.deck = _EMPTY
        self.leaks = _EMPTY
        self.crew = _EMPTY
        self.blocked = _EMPTY
        self.sail_damage = _EMPTY
        self.cannon_damage = _EMPTY
        self.bonus = _EMPTY
        self.extended = 0
        self.bought = _EMPTY
        self.cargo = _EMPTY
        # Specialists: untrained ones, levels, spent orange markers, Trader's extra sales used.
        self.untrained = _EMPTY
        self.level = _EMPTY
        self.orange = 0
        self.extra_sold = 0
        self.leaders = _EMPTY
        # Discovery tokens: how many on board, which, which landed; markers on sites as bits;
        # what is left in the piles by (site, rarity), and by kind, undrawn.
        self.aboard = _EMPTY
        self.carried = _EMPTY
        self.landed = _EMPTY
        self.markers = _EMPTY
        self.pile = _EMPTY
        self.unseen = _EMPTY
        # How many slots of each market column players have filled.
        self.filled = _EMPTY
        self.pirate_money = _EMPTY
        self.pirate_cannons = _EMPTY
        self.pirate_sailors = _EMPTY
        self.pirate_sails = _EMPTY
        self.pirate_cannon_damage = _EMPTY
        self.pirate_crew_damage = _EMPTY
        self.pirate_sail_damage = _EMPTY
        self.treasure = _EMPTY
        self.control = _EMPTY
        self.stuck = 0
        self.number_tiles = _EMPTY
        self.upgrades = _EMPTY
        # The combat under way, attacker first: white dice by (side, face), cannons manned, and
        # cannons hit. Replaced, never changed in place.
        self.dice = NO_DICE
        self.manned = _EMPTY
        self.cannon_hits = _EMPTY
        # For the report at the end: cubes sold by (seat, resource), combats fought and won.
        self.sold = _EMPTY
        self.combats = _EMPTY
        self.victories = _EMPTY

    def set_up(self) -> None:
        """Everything that does not depend on chance.  SM-1.2 to 1.4, 1.11, 1.12, 1.15, SM-1.16"""
        table = self.table
        box = table.box
        seats = self.seats
        self.tiles = [NO_TILE] * CELL_COUNT
        self.tiles[CENTRE_CELL] = CENTRE_TILE
        self.turns = [0] * CELL_COUNT
        self.row = []
        self.home = []
        self.storms = []
        self.order = []
        self.bids = [NO_BID] * seats
        self.tokens = [0] * seats
        self.spent = [0] * seats
        self.used = [0] * seats
        self.place = [NOWHERE] * (FIRST_PIRATE + PIRATE_COUNT)
        self.money = [box.start_money] * seats
        self.vp = [0] * seats
        self.lines = [0] * (seats * LINE_COUNT)
        self.kind = [0] * seats
        self.hold = [box.start_sailors] * seats
        self.sails = [0] * seats
        self.deck = [0] * seats
        self.leaks = [0] * seats
        self.crew = [0] * seats
        self.blocked = [0] * seats
        self.sail_damage = [0] * seats
        self.cannon_damage = [0] * seats
        self.bonus = [0] * seats
        self.bought = [0] * seats
        self.cargo = [0] * (seats * RESOURCE_COUNT)
        self.untrained = [0] * seats
        self.level = [0] * (seats * BRANCH_COUNT)
        self.leaders = [NO_SEAT] * BRANCH_COUNT
        self.aboard = [0] * seats
        self.carried = [0] * (seats * TOKEN_KINDS)
        self.landed = [0] * (seats * TOKEN_KINDS)
        self.markers = [0] * seats
        self.pile = box.per_site * SITES
        self.unseen = table.family_tokens[:]
        self.filled = [0] * RESOURCE_COUNT
        self.pirate_money = [box.pirate_money] * PIRATE_COUNT
        self.pirate_cannons = [box.pirate_cannons] * PIRATE_COUNT
        self.pirate_sailors = [box.pirate_sailors] * PIRATE_COUNT
        self.pirate_sails = [box.pirate_sails] * PIRATE_COUNT
        self.pirate_cannon_damage = [0] * PIRATE_COUNT
        self.pirate_crew_damage = [0] * PIRATE_COUNT
        self.pirate_sail_damage = [0] * PIRATE_COUNT
        self.treasure = [0] * PIRATE_COUNT
        self.control = [NO_SEAT] * PIRATE_COUNT
        self.number_tiles = box.number_tiles[:]
        self.upgrades = box.upgrades[:]
        self.manned = [0, 0]
        self.cannon_hits = [0, 0]
        self.sold = [0] * (seats * RESOURCE_COUNT)
        self.combats = [0] * seats
        self.victories = [0] * seats

    def clone(self) -> MasterPosition:
        twin = MasterPosition(self.table)
        self.copy_machine(twin)
        twin.chart = self.chart
        if self.round == 0:
            twin.tiles = self.tiles[:]
            twin.turns = self.turns[:]
            twin.row = self.row[:]
            twin.home = self.home[:]
            twin.order = self.order[:]
        else:
            # The map is finished; the order is replaced each round, never changed in place
            twin.tiles = self.tiles
            twin.turns = self.turns
            twin.row = self.row
            twin.home = self.home
            twin.order = self.order
        twin.storms = self.storms  # replaced when they move
        twin.round = self.round
        twin.wind = self.wind
        twin.mover = self.mover
        twin.ended = self.ended
        twin.bids = self.bids[:]
        twin.tokens = self.tokens[:]
        twin.spent = self.spent[:]
        twin.reinforced = self.reinforced
        twin.used = self.used[:]
        twin.place = self.place[:]
        twin.fought = self.fought
        twin.bound = self.bound
        twin.money = self.money[:]
        twin.vp = self.vp[:]
        twin.lines = self.lines[:]
        twin.kind = self.kind[:]
        twin.hold = self.hold[:]
        twin.sails = self.sails[:]
        twin.deck = self.deck[:]
        twin.leaks = self.leaks[:]
        twin.crew = self.crew[:]
        twin.blocked = self.blocked[:]
        twin.sail_damage = self.sail_damage[:]
        twin.cannon_damage = self.cannon_damage[:]
        twin.bonus = self.bonus[:]
        twin.extended = self.extended
        twin.bought = self.bought[:]
        twin.cargo = self.cargo[:]
        twin.untrained = self.untrained[:]
        twin.level = self.level[:]
        twin.orange = self.orange
        twin.extra_sold = self.extra_sold
        twin.leaders = self.leaders[:]
        twin.aboard = self.aboard[:]
        twin.carried = self.carried[:]
        twin.landed = self.landed[:]
        twin.markers = self.markers[:]
        twin.pile = self.pile[:]
        twin.unseen = self.unseen[:]
        twin.filled = self.filled[:]
        twin.pirate_money = self.pirate_money[:]
        twin.pirate_cannons = self.pirate_cannons[:]
        twin.pirate_sailors = self.pirate_sailors[:]
        twin.pirate_sails = self.pirate_sails[:]
        twin.pirate_cannon_damage = self.pirate_cannon_damage[:]
        twin.pirate_crew_damage = self.pirate_crew_damage[:]
        twin.pirate_sail_damage = self.pirate_sail_damage[:]
        twin.treasure = self.treasure[:]
        twin.control = self.control[:]
        twin.stuck = self.stuck
        twin.number_tiles = self.number_tiles[:]
        twin.upgrades = self.upgrades[:]
        twin.dice = self.dice
        twin.manned = self.manned
        twin.cannon_hits = self.cannon_hits
        twin.sold = self.sold[:]
        twin.combats = self.combats[:]
        twin.victories = self.victories[:]
        return twin

    def dump(self) -> dict[str, Any]:
        data = super().dump()
        data["chart"] = self.chart.dump()
        return data

    def restore(self, data: dict[str, Any], steps: dict[str, type[Step[Any]]]) -> None:
        land, feature, corner = data["chart"]
        self.chart = Chart(land[:], feature[:], corner[:])
        super().restore(data, steps)

    # The sea

    def draw_chart(self) -> None:
        """The map is finished."""
        table = self.table
        land: list[int] = []
        feature: list[int] = []
        corner: list[int] = []
        for cell in range(CELL_COUNT):
            tile = self.tiles[cell]
            quarters = self.turns[cell]
            land.append(turned(table.land[tile], quarters))
            feature.append(table.feature[tile])
            at = table.corner[tile]
            if at >= 0:
                at = (at + quarters) % 4
            elif at == INNER_CORNER:
                at = inner_corner(cell)
            corner.append(at)
        self.chart = Chart(land, feature, corner)

    def covered(self, cell: int) -> bool:
        """Whether a storm lies on a cell."""
        return cell == self.storms[0] or cell == self.storms[1]

    def storms_on(self, cell: int) -> int:
        """How many storms lie on a cell.  SM-5.21"""
        return (1 if cell == self.storms[0] else 0) + (1 if cell == self.storms[1] else 0)

    def cell_of(self, vessel: int) -> int:
        return CELL_OF[self.place[vessel]]

    def player_of(self, vessel: int) -> int:
        """Who a vessel fights for: its owner, or this round's controller, if any."""
        return vessel if vessel < FIRST_PIRATE else self.control[vessel - FIRST_PIRATE]

    # The hold, SM-20

    def cubes(self, seat: int) -> int:
        """Resource cubes on board."""
        cargo = self.cargo
        i = seat * RESOURCE_COUNT
        return cargo[i] + cargo[i + 1] + cargo[i + 2] + cargo[i + 3] + cargo[i + 4] + cargo[i + 5]

    def spaces(self, seat: int) -> int:
        """Hold spaces of a ship."""
        kind = self.kind[seat]
        if self.extended >> seat & 1:
            return self.table.hold[kind] + self.table.extension[kind]
        return self.table.hold[kind]

    def sailor_spaces(self, seat: int) -> int:
        """Hold spaces that sailors may use."""
        kind = self.kind[seat]
        if self.extended >> seat & 1:
            return self.table.sailor_spaces[kind] + self.table.extension[kind]
        return self.table.sailor_spaces[kind]

    def room(self, seat: int) -> int:
        """Free spaces for cargo.  SM-20.3"""
        held = self.cubes(seat) + self.aboard[seat] + self.hold[seat] + self.leaks[seat]
        return max(0, self.spaces(seat) - held)

    def berths(self, seat: int) -> int:
        """How many more sailors fit into the hold.  SM-20.2"""
        return max(
            0,
            min(
                self.sailor_spaces(seat) - self.hold[seat] - self.leaks[seat],
                self.room(seat),
            ),
        )

    def sailors(self, seat: int) -> int:
        """All sailors on board, wherever they are."""
        return self.able(seat) + self.leaks[seat]

    def able(self, seat: int) -> int:
        """Sailors on board that are not kept at a leak."""
        return (
            self.hold[seat]
            + self.sails[seat]
            + self.deck[seat]
            + self.crew[seat]
            + self.blocked[seat]
        )

    def supply(self, seat: int) -> int:
        return self.table.box.sailor_cubes - self.sailors(seat)

    def stow(self, seat: int, coming: int) -> None:
        """Sailors go to the hold as far as they fit, the rest to the deck.  SM-20.1, SM-20.5"""
        fitting = min(coming, self.berths(seat))
        self.hold[seat] += fitting
        self.deck[seat] += coming - fitting

    def recover(self, seat: int) -> None:
        """Sailors come back from the sails and the deck; the orange marker too.  SM-20.1"""
        coming = self.sails[seat] + self.deck[seat]
        self.sails[seat] = 0
        self.deck[seat] = 0
        if coming:
            self.stow(seat, coming)
        self.orange &= ~(1 << seat)

    def recovery_helps(self, seat: int) -> bool:
        """Whether a Recovery would change anything.  SM-7.7"""
        if self.sails[seat] or self.orange >> seat & 1:
            return True
        return self.deck[seat] > 0 and self.berths(seat) > 0

    # Moving and fighting

    def charge(self, seat: int, further: int = 0) -> int:
        """What cargo weighs, with so many further cubes on board.  SM-8.1"""
        return max(0, self.cubes(seat) + further - 1)

    def capacity(self, seat: int, further: int = 0) -> int:
        """Movement points the sails allow, with so many further cubes.  SM-8.2, SM-8.3"""
        charge = self.charge(seat, further)
        if charge and self.level[seat * BRANCH_COUNT + NAVIGATOR] >= 2:
            charge -= 1
        return max(
            self.table.box.least_capacity,
            self.full_sails(seat) - charge - self.sail_damage[seat],
        )

    def full_sails(self, seat: int) -> int:
        return self.table.sails[self.kind[seat]] + self.bonus[seat]

    def points(self, seat: int) -> int:
        """Movement points this ship could spend now, without the leader's.  SM-8.4 to SM-8.7"""
        return self.points_of(seat, self.capacity(seat))

    def points_of(self, seat: int, capacity: int) -> int:
        """The same for one who knows the capacity already."""
        points = min(self.hold[seat], max(0, capacity - self.sails[seat]))
        if self.has_orange(seat):
            points += 1
        return points

    def has_orange(self, seat: int) -> bool:
        """Whether the Navigator's marker is there to be used.  SM-8.7"""
        if self.level[seat * BRANCH_COUNT + NAVIGATOR] < 2:
            return False
        return not self.orange >> seat & 1

    def cannons(self, seat: int) -> int:
        """SM-14.6, SM-14.9"""
        return self.table.cannons[self.kind[seat]] + self.bought[seat]

    def crew_size(self, seat: int) -> int:
        """Sailors needed for one cannon.  SM-11.9"""
        return 1 if self.level[seat * BRANCH_COUNT + CAPTAIN] >= 1 else self.table.crew

    def leads(self, seat: int, branch: int) -> bool:
        return self.leaders[branch] == seat

    # Victory points and tokens

    def score(self, seat: int, line: int, points: int) -> None:
        self.vp[seat] += points
        self.lines[seat * LINE_COUNT + line] += points

    def spend_token(self, seat: int) -> None:
        self.tokens[seat] -= 1
        self.spent[seat] += 1

    def bank(self, seat: int, tokens: int) -> None:
        """Turn tokens into money.  SM-19.1"""
        self.tokens[seat] -= tokens
        self.spent[seat] += tokens
        self.money[seat] += tokens * self.table.box.bank_gain
