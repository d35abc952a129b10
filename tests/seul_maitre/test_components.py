"""Every printed value of the box against the tables of the rules, and every fault reported."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import OUTCOMES, SPACE
from quarterdeck.games.seul_maitre.components import Components
from quarterdeck.games.seul_maitre.names import CAPTAIN, TRADER
from quarterdeck.games.seul_maitre.obstacles import NO_SUCH_SLOT
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.rules import SeulMaitre
from quarterdeck.games.seul_maitre.steps.initiative import Bid, Bribe, bid_obstacle
from quarterdeck.games.seul_maitre.steps.learning import level_price
from quarterdeck.games.seul_maitre.steps.refit import become_corsair
from quarterdeck.games.seul_maitre.steps.setup import FirstWind
from quarterdeck.games.seul_maitre.steps.tossing import ExitRoll
from quarterdeck.games.seul_maitre.words import tile_name
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.componentfile import PROVENANCES, ComponentFile
from quarterdeck.kernel.playout import playout
from quarterdeck.testing import rule
from quarterdeck.testing.faults import Data, Faults, Place, put
from quarterdeck.testing.mutations import check_mutations, toml
from quarterdeck.testing.walk import Case, walk

FILE = RULES.folder / "components.toml"
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def listed(key: str, *fields: str) -> dict[str, tuple[Any, ...]]:
    """An array of tables by id: the values of these fields."""
    return {entry["id"]: tuple(entry[field] for field in fields) for entry in DATA[key]}


def values(key: str) -> dict[str, Any]:
    return {name: value for name, value in DATA[key].items() if name != "provenance"}


# The tables


@rule("SM-1.2", "SM-7.1")
def test_the_start() -> None:
    assert values("start") == {
        "money": 20,
        "sailors": 4,
        "action_tokens": 4,
        "reinforcement_tokens": 1,
        "sailor_cubes": 12,
    }


def test_prices_and_points() -> None:
    assert values("price") == {
        "sailor": 1,
        "sailors_per_action": 3,
        "improvements_per_action": 1,
        "specialist": 2,
        "repair": 1,
        "sail_point": 3,
        "hold_ext": 4,
        "cannon": 8,
        "letter": 10,
        "bank_gain": 2,
        "ransom_ship": 2,
        "ransom_pair": 1,
        "treasure_unit": 3,
        "money_per_vp": 5,
        "corruption_first": 2,
        "corruption_next": 1,
    }
    branches = ("navigator", "captain", "engineer", "scientist", "trader")
    assert values("academy") == {branch: [2, 3, 4] for branch in branches}
    assert values("victory") == {
        "attack_win": 3,
        "defence_win": 2,
        "tie": 1,
        "black_market": 1,
        "trader_extra": 6,
    }


def test_resources() -> None:
    assert listed("resource", "port", "purchase", "sale", "black_market", "slots") == {
        "gold": ("centre", 6, 12, 5, [4, 5, 6]),
        "spice": ("centre", 5, 9, 4, [3, 4, 5, 6]),
        "sugar": ("sugar", 4, 8, 3, [3, 4, 5, 6]),
        "vanilla": ("vanilla", 4, 7, 3, [2, 3, 4, 5]),
        "coffee": ("coffee", 2, 4, 1, [2, 3, 4, 5]),
        "rum": ("rum", 2, 3, 1, [1, 2, 3, 4]),
    }
    slots = [slot for entry in DATA["resource"] for slot in entry["slots"]]
    assert (len(slots), sum(slots)) == (23, 89)


def test_ships_and_pirates() -> None:
    fields = ("hold", "sailor_spaces", "cannons", "most_cannons", "deck", "sails", "extension")
    assert listed("ship", *fields, "cubes_sold") == {
        "merchant": (9, 6, 1, 2, 5, 4, 3, 2),
        "corsair": (8, 8, 2, 4, 7, 5, 0, 1),
    }
    assert values("pirate") == {
        "cannons": 2,
        "sailors": 5,
        "sails": 6,
        "money": 0,
        "number_tiles": [1, 1, 1, 1],
        "up_sailor": 3,
        "up_sail": 3,
        "up_cannon": 2,
    }


def test_dice_and_tracks() -> None:
    assert values("dice") == {
        "red": [2, 2, 1, 1, 0],
        "white": [1, 2, 1, 1, 1],
        "change": [1, 1, 1, 1, 1],
        "wind": [1, 1, 1, 1, 1, 1, 1, 1],
    }
    assert values("initiative") == {"slots": [0, 1, 2, 3, 4, 5, 6]}
    assert values("movement") == {
        "wind": [0, 1, 1, 2, 2],
        "wind_navigator": [0, 1, 1, 1, 2],
        "harbour": 1,
        "cape": 1,
        "site": 0,
        "least": 1,
    }


def test_discoveries() -> None:
    assert values("discovery") == {
        "known": [3, 3, 3, 3, 3],
        "rare": [2, 2, 2, 2, 2],
        "new": [1, 1, 1, 1, 1],
        "per_site": [3, 2, 1],
        "vp": [2, 3, 4],
        "family_bonus": [0, 1, 3],
    }


def test_tiles() -> None:
    tiles = listed("tile", "land", "feature", "corner", "storm")
    assert Counter(land for land, *_ in tiles.values()) == {"none": 9, "n": 14, "n_e": 2}
    assert [name for name, values in tiles.items() if values[3]] == ["gale_1", "gale_2"]
    assert {name: values[1:3] for name, values in tiles.items() if values[2] in ("ne", "nw")} == {
        "lair_1": ("lair_1", "ne"),
        "lair_2": ("lair_2", "nw"),
        "lair_3": ("lair_3", "ne"),
        "lair_4": ("lair_4", "nw"),
        "head_1": ("site_3", "ne"),
        "head_2": ("site_4", "nw"),
        "bay_1": ("site_5", "ne"),
    }


def test_no_value_is_said_to_be_public() -> None:
    """The rulebook is the only source."""
    text = FILE.read_text(encoding="utf-8")
    said = {word for word in PROVENANCES if f'"{word}"' in text.partition("format = 2")[2]}
    assert said == {"rulebook", "inferred", "reconstructed"}


# What a printed box may show


Change = tuple[Place, Any]


def with_changes(*changes: Change) -> Data:
    data = copy.deepcopy(DATA)
    for place, value in changes:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        put(holder, place[-1], value)
    return data


def rules_with(folder: Path, *changes: Change) -> SeulMaitre:
    """The rules with an owner's own file."""
    path = folder / "own.toml"
    path.write_text(toml(with_changes(*changes)), encoding="utf-8")
    return RULES.with_components(path)


def begun(rules: SeulMaitre) -> MasterPosition:
    """A game at its first action."""
    p = rules.start(2, {"map_mode": "random"})
    while p.chance:
        p.deal(p.outcomes()[0][0])
    return p


def tile(number: int, **values: Any) -> list[Change]:
    return [(("tile", number, key), value) for key, value in values.items()]


def track(*slots: int) -> list[Change]:
    return [(("initiative",), {"slots": list(slots), "provenance": "public"})]


ODD_BOXES: dict[str, list[Change]] = {
    "four slots": track(0, 2, 4, 8),
    "twelve slots": track(0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10),
    "a wind die of six faces": [(("dice", "wind"), [2, 0, 1, 0, 1, 1, 1, 0])],
    "two number tiles of a pirate, none of another": [(("pirate", "number_tiles"), [2, 1, 1, 0])],
    "no upgrades": [
        (("pirate", "up_sailor"), 0),
        (("pirate", "up_sail"), 0),
        (("pirate", "up_cannon"), 0),
    ],
    "uneven families": [(("discovery", "known"), [6, 1, 4, 4, 0])],
    "tokens left in the box": [(("discovery", "new"), [2, 2, 2, 2, 2])],
    "prices by branch": [(("academy", "captain"), [3, 5, 7]), (("academy", "trader"), [1, 1, 9])],
    "two improvements at a time": [(("price", "improvements_per_action"), 2)],
    "one slot of gold, nine of rum": [
        (("resource", 0, "slots"), [9]),
        (("resource", 5, "slots"), [1, 1, 1, 2, 2, 2, 3, 3, 3]),
    ],
    "all goods in the centre": [(("resource", n, "port"), "centre") for n in range(6)],
    "eight coasts and four bays": [
        *(change for n in (21, 22) for change in tile(n, land="n_e")),
    ],
    "no open sea": [
        *(change for n in range(5, 13) for change in tile(n, land="n", corner="ne")),
    ],
    "a harbour beside its island": tile(1, corner="ne"),
    "a Corsair slower than a Merchant": [(("ship", 1, "sails"), 2)],
    "a Corsair with fewer cannons": [(("ship", 1, "cannons"), 0)],
}


@pytest.mark.parametrize("name", ODD_BOXES)
@pytest.mark.parametrize("map_mode", ["build", "random"])
def test_another_box_can_be_played(name: str, map_mode: str, tmp_path: Path) -> None:
    rules = rules_with(tmp_path, *ODD_BOXES[name])
    assert rules.component_digest != RULES.component_digest
    for moment in walk(Case(rules, 3, (("map_mode", map_mode), ("rounds", "4")), 0)):
        assert isinstance(moment.position, MasterPosition)
        rules.check(moment.position)


@rule("SM-1.14")
def test_the_first_wind_shows_the_faces_of_the_die(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, (("dice", "wind"), [2, 0, 1, 0, 1, 1, 1, 0]))
    found = FirstWind().weighted(rules.start(2))
    assert [(OUTCOMES.notation(code), weight) for code, weight in found] == [
        ("wind n", 2),
        ("wind e", 1),
        ("wind s", 1),
        ("wind sw", 1),
        ("wind w", 1),
    ]


@rule("SM-5.10")
def test_a_storm_throws_by_the_faces_of_the_die(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, (("dice", "wind"), [2, 0, 1, 0, 3, 1, 1, 0]))
    p = begun(rules)
    p.storms = [0, 24]
    found = ExitRoll(0, 0, 0).weighted(p)
    # South-east has no face
    assert [(OUTCOMES.notation(code), weight) for code, weight in found] == [
        ("tossed e", 1),
        ("tossed s", 3),
    ]


@rule("SM-6.1")
def test_a_longer_track_has_more_slots_to_bid_for(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, *track(*range(9)))
    p = rules.start(2, {"map_mode": "random"})
    while p.round < 2 or p.chance or not isinstance(p.step_of(p.actors()[0]), Bid):
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            p.play(p.actors()[0], p.legal(p.actors()[0])[-1])
    (seat,) = p.actors()
    assert [SPACE.notation(code) for code in p.legal(seat)] == [f"bid {n}" for n in range(9)]
    refused = rules.start(2)
    assert bid_obstacle(refused, 0, 9) == NO_SUCH_SLOT


@rule("SM-6.8")
def test_number_tiles_come_back_when_all_lie_face_up(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, (("pirate", "number_tiles"), [2, 0, 0, 1]))
    p = rules.start(2)
    drawn = []
    for _ in range(3):
        bribe = Bribe(0)
        found = bribe.weighted(p)
        drawn.append([(OUTCOMES.notation(code), weight) for code, weight in found])
        bribe.take(p, found[0][0])
    assert drawn == [
        [("bribed pirate_1", 2), ("bribed pirate_4", 1)],
        [("bribed pirate_1", 1), ("bribed pirate_4", 1)],
        [("bribed pirate_4", 1)],
    ]
    assert p.number_tiles == [2, 0, 0, 1]


@rule("SM-15.1")
def test_each_branch_has_its_prices(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, (("academy", "captain"), [3, 5, 7]))
    p = begun(rules)
    assert [level_price(p, CAPTAIN, level) for level in range(3)] == [3, 5, 7]
    assert [level_price(p, TRADER, level) for level in range(3)] == [2, 3, 4]
    sections = rules.text(rules.see(p, 0), Translator("en"))
    lines = [line for section in sections for line in section.lines]
    assert "Captain: levels 1, 2, 3 cost 3, 5, 7 db" in lines


@rule("SM-14.9")
def test_damage_a_corsair_has_no_room_for_is_gone(tmp_path: Path) -> None:
    rules = rules_with(tmp_path, (("ship", 1, "sails"), 2), (("ship", 1, "cannons"), 0))
    p = rules.start(2)
    p.sail_damage[0], p.cannon_damage[0] = 4, 1
    become_corsair(p, 0)
    assert (p.sail_damage[0], p.cannon_damage[0]) == (2, 0)


def test_a_tile_is_called_by_what_it_shows(tmp_path: Path) -> None:
    """Whatever the file calls it: an owner's tiles need not be ours."""
    changes = [
        *tile(11, land="n", feature="site_4", corner="ne"),
        *tile(18, land="none", feature="site_1", corner="any"),
        *tile(24, land="n_e", feature="lair_3", corner="nw"),
        *tile(15, feature="none"),
        *tile(5, land="n"),
    ]
    p = rules_with(tmp_path, *changes).start(2)
    said = Translator("en").text
    names = {number: said(tile_name(p.table, number)) for number in (11, 18, 24, 15, 5, 9)}
    assert names == {
        11: "Headland (site 4)",
        18: "Islet (site 1)",
        24: "Lair 3",
        15: "Coast",
        5: "Coast",
        9: "Stormy sea",
    }


# Formats


def format_1() -> Data:
    """The file as it was before the wind die was in it."""
    data = with_changes(
        (("format",), 1),
        (("academy",), None),
        (("price", "improvements_per_action"), None),
        (("price", "provenance", "improvements_per_action"), None),
        (("dice", "wind"), None),
        (("dice", "provenance", "wind"), None),
        (("pirate", "number_tiles"), None),
        (("pirate", "provenance", "number_tiles"), None),
    )
    data["price"]["academy"] = [2, 3, 4]
    data["price"]["provenance"]["academy"] = ["rulebook", "reconstructed", "reconstructed"]
    for rarity in ("known", "rare", "new"):
        del data["discovery"][rarity], data["discovery"]["provenance"][rarity]
    data["discovery"]["per_family"] = [3, 2, 1]
    data["discovery"]["provenance"]["per_family"] = "inferred"
    return data


# The digest that games recorded before version 2 carry
FIRST_DIGEST = "0208597f50715f26"


def test_a_file_of_the_first_format_is_still_read_and_is_the_same_box() -> None:
    assert Components(ComponentFile(format_1(), "old")).digest == FIRST_DIGEST
    assert RULES.component_digest == FIRST_DIGEST


def test_an_owners_old_file_keeps_its_digest() -> None:
    """Whoever has corrected a price goes on with the games played so far."""
    old = format_1()
    old["price"]["academy"] = [2, 4, 6]
    new = with_changes(*((("academy", b), [2, 4, 6]) for b in DATA["box"]["branches"]))
    digests = {Components(ComponentFile(data, "own")).digest for data in (old, new)}
    assert len(digests) == 1
    assert digests == {ComponentFile(old, "own").digest()}


def test_faults_in_an_old_file_are_named_as_in_a_new_one() -> None:
    old = format_1()
    old["price"]["academy"] = [2, 3]
    old["discovery"]["per_family"] = 7
    assert {"academy.navigator", "discovery.known"} <= set(FAULTS.reported(old))


def test_provenance_is_no_part_of_the_digest() -> None:
    data = with_changes((("price", "provenance"), "reconstructed"))
    assert Components(ComponentFile(data, "own")).digest == RULES.component_digest


# Provenance


def test_what_the_rulebook_does_not_print_is_not_said_to_be_printed() -> None:
    """Beside the values of the file that are all of one provenance."""
    for place, word in (
        (("price", "provenance", "improvements_per_action"), "reconstructed"),
        (("victory", "provenance", "trader_extra"), "reconstructed"),
        (("academy", "provenance", "default"), "reconstructed"),
        (("academy", "provenance", "trader", 1), "reconstructed"),
        (("dice", "provenance", "default"), "reconstructed"),
        (("dice", "provenance", "wind"), "inferred"),
        (("movement", "provenance", "wind", 4), "inferred"),
        (("movement", "provenance", "least"), "reconstructed"),
        (("initiative", "provenance", "slots", 6), "reconstructed"),
        (("discovery", "provenance", "known"), "inferred"),
        (("start", "provenance", "sailor_cubes"), "reconstructed"),
    ):
        assert FAULTS.at(place) == word


# Faults

FAULTS = Faults(RULES, Components)


def test_no_entry_can_be_missing_unnoticed() -> None:
    assert FAULTS.silent_when_missing() == []


def test_no_number_can_be_of_another_kind_or_size_unnoticed() -> None:
    assert FAULTS.silent_when_wrong() == []


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        pytest.param(
            tile(20, land="none") * 1
            + [change for n in range(13, 17) for change in tile(n, land="none")],
            "tile.land = n",
            id="too few coasts",
        ),
        pytest.param(
            [change for n in (20, 21, 22) for change in tile(n, land="n_e")],
            "tile.land = n_e",
            id="too many bays",
        ),
        pytest.param(tile(11, feature="site_2"), "tile.feature", id="a site twice"),
        pytest.param(tile(9, storm=0), "tile.storm", id="one storm"),
        pytest.param(tile(0, land="n"), "tile[0].land", id="a centre with a coast"),
        pytest.param(tile(1, land="none"), "tile[1].land", id="a port at sea"),
        pytest.param(tile(2, land="n_e"), "tile[2].land", id="a port in a bay"),
        pytest.param(
            [*tile(1, feature="lair_1"), *tile(13, feature="port_vanilla")],
            "tile[1].feature",
            id="a lair in a corner",
        ),
        pytest.param([*tile(1, storm=1), *tile(9, storm=0)], "tile[1].storm", id="a stormy port"),
        pytest.param(tile(13, corner="any"), "tile[13].corner", id="a lair in either zone"),
        pytest.param(tile(13, corner="inner"), "tile[13].corner", id="a lair that never turns"),
        pytest.param([(("resource", 5, "purchase"), 0)], "resource[5].purchase", id="free rum"),
        pytest.param([(("resource", 0, "slots"), [])], "resource[0].slots", id="no slots"),
        pytest.param([(("resource", 0, "slots"), [1] * 13)], "resource[0].slots", id="13 slots"),
        pytest.param([(("price", "letter"), None)], "price.letter", id="a price forgotten"),
        pytest.param([(("pirate", "sail"), 6)], "pirate.sail", id="a key misspelt"),
        pytest.param([(("dice", "white"), [0, 0, 0, 0, 0])], "dice.white", id="a blank die"),
        pytest.param([(("dice", "red"), [2, 1, 1, 1, 1])], "dice.red[4]", id="a red cannon"),
        pytest.param([(("dice", "wind"), [1, 0, 0, 0, 1, 1, 1, 0])], "dice.wind", id="no way out"),
        pytest.param([(("dice", "wind"), [1, 1, 1, 1])], "dice.wind", id="half a wind die"),
        pytest.param([(("initiative", "slots"), [0, 1, 2])], "initiative.slots", id="3 slots"),
        pytest.param(
            [(("initiative", "slots"), list(range(13)))], "initiative.slots", id="13 bids"
        ),
        pytest.param(
            [(("initiative", "slots"), [0, 5, 9, 9])], "initiative.slots[3]", id="dear slots"
        ),
        pytest.param(
            [(("pirate", "number_tiles"), [0, 0, 0, 0])], "pirate.number_tiles", id="no numbers"
        ),
        pytest.param([(("pirate", "up_cannon"), 7)], "pirate.up_cannon", id="a floating fort"),
        pytest.param([(("discovery", "known"), [3, 3, 3, 3, 2])], "discovery.known", id="too few"),
        pytest.param(
            [(("discovery", "family_bonus"), [1, 1, 3])], "discovery.family_bonus[0]", id="known"
        ),
        pytest.param([(("ship", 0, "extension"), 9)], "ship[0].extension", id="a huge hold"),
        pytest.param([(("ship", 0, "extension"), 0)], "ship[0].extension", id="no extension"),
        pytest.param([(("ship", 1, "extension"), 2)], "ship[1].extension", id="of a Corsair"),
        pytest.param([(("ship", 0, "sailor_spaces"), 3)], "start.sailors", id="too few berths"),
        pytest.param([(("start", "sailors"), 7)], "start.sailors", id="too many sailors"),
        pytest.param([(("ship", 1, "most_cannons"), 2)], "ship[1].most_cannons", id="cannons"),
        pytest.param(
            [(("movement", "wind"), [0, 0, 0, 1, 1])], "movement.wind[2]", id="endless voyages"
        ),
        pytest.param([(("movement", "provenance"), None)], "movement.wind", id="no provenance"),
        pytest.param([(("format",), 3)], "format", id="a later format"),
    ],
)
def test_faults_are_named(changes: list[Change], path: str) -> None:
    assert path in FAULTS.reported(with_changes(*changes))


def test_mutated_files_are_refused_or_played(tmp_path: Path) -> None:
    played, refused = check_mutations(FAULTS, RULES, tmp_path, range(6))
    assert played
    assert refused


@pytest.mark.soak
@pytest.mark.parametrize("first", range(6, 206, 100))
def test_many_mutated_files_are_refused_or_played(first: int, tmp_path: Path) -> None:
    check_mutations(FAULTS, RULES, tmp_path, range(first, first + 100))


def test_an_owners_file_changes_the_game(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = FILE.read_text(encoding="utf-8").replace("sale = 12", "sale = 13")
    own.write_text(text, encoding="utf-8")
    rules = RULES.with_components(own)
    assert rules.component_digest != RULES.component_digest
    p = rules.start(2, {"map_mode": "random"})
    assert p.table.sale[0] == 13
    playout(p, 1)
    rules.check(p)
