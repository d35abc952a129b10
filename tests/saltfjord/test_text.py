"""The view as text: what a person who cannot see the board reads."""

from __future__ import annotations

from typing import cast

import pytest

from quarterdeck import games
from quarterdeck.games.saltfjord.boardtext import SIGNS
from quarterdeck.games.saltfjord.names import (
    ABILITIES,
    BARTER,
    CARPENTRY,
    CELL_NAMES,
    CRATES,
    DOUBLE_SPACE,
    GOODS,
    ICONS,
    KINDS,
    NO_CRATE,
    NO_TILE,
    SCORE_TILES,
    TILES,
    TOKENS,
    WORKER_PIECE,
)
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    at_quay,
    in_store,
    in_village,
    on_boat,
    on_track,
    token_stack,
)
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.fishing import KeepToken
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import Section

RULES = games.load("saltfjord")
NAMES = ("Anne", "Bruno", "Chloé", "Dora")
A, B = 0, 1


def table(seats: int = 2, **options: str) -> SaltfjordPosition:
    """The first turn of a game in which chance and players always take what comes first."""
    options.setdefault("first_player", "1" if seats > 1 else "random")
    p = cast(SaltfjordPosition, RULES.start(seats, options))
    while p.round == 0 or p.chance:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            seat = p.actors()[0]
            p.play(seat, p.legal(seat)[0])
    return p


def read(p: SaltfjordPosition, viewer: int | None = A, language: str = "en") -> dict[str, Section]:
    """The sections by kind."""
    sections = RULES.text(RULES.view(p, viewer), Translator(language, NAMES))
    found = {section.kind: section for section in sections}
    assert len(found) == len(sections), "two sections of one kind"
    return found


def play(p: SaltfjordPosition, *notations: str) -> SaltfjordPosition:
    for notation in notations:
        p.play(A, RULES.space.parse(notation))
    return p


def store(p: SaltfjordPosition, seat: int, **goods: int) -> None:
    for kind in range(KINDS):
        p.goods[in_store(seat, kind)] = goods.get(GOODS[kind], 0)


def put(p: SaltfjordPosition, seat: int, cell: str, icon: str) -> None:
    p.icons[in_village(seat, CELL_NAMES.index(cell))] = ICONS.index(icon)


# The turn


def test_set_up_tells_the_sets_and_the_snowflakes() -> None:
    p = cast(SaltfjordPosition, RULES.start(2, {"first_player": "1"}))
    while p.chance:
        p.deal(p.outcomes()[0][0])
    found = read(p, B)
    assert found["turn"].title == "Set-up"
    assert len(found["sets"].lines) == 4
    ability = ABILITIES[p.sets[0]]
    assert found["sets"].lines[0].startswith(f"Set 1: {ability.capitalize()} (")
    assert "building with pulp and technology" in found["sets"].lines[0]
    assert "Row 3: empty, wood, snowflake, snowflake, empty, boardwalk paying 3 points" in (
        found["player-1-village"].lines
    )
    assert "sets" not in read(table())


def test_the_turn_tells_the_dice_by_what_they_activate() -> None:
    p = table()
    p.pool[:] = [0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    turn = read(p)["turn"]
    assert turn.title == "Round 1 of 3"
    assert turn.lines == (
        "First player of the round: Anne",
        "White dice, for columns: 2 ×2, 3",
        "Orange dice, for rows: 6",
        "Orange dice joining in later rounds: 2, 2",
    )
    p.pool[:] = [0] * len(p.pool)
    assert "Dés orange, pour les lignes\u00a0: aucun" in read(p, language="fr")["turn"].lines


def test_a_die_in_hand_is_told_with_its_line_and_its_place() -> None:
    p = table()
    store(p, A, fish=2)
    play(p, "die white 1")
    assert "Anne has taken the white 1" in read(p, B)["turn"].lines
    play(p, "line 3")
    assert "Anne: the white 3 on column 3" in read(p, B)["turn"].lines
    play(p, "activate r3c3")
    assert "Anne: the white 3 on column 3, standing on row 3 column 3" in read(p, B)["turn"].lines


def test_a_tile_and_rewards_under_way_are_told() -> None:
    p = table()
    p.tops[2] = TILES.index("d05")
    p.push(PlaceTile(A, 2))
    assert "Anne is placing a tile: small building (wood, order)" in read(p, B)["turn"].lines
    p = table()
    p.tops[6] = TILES.index("l06")
    p.push(PlaceTile(A, 6))
    turns = [line.split(": ")[1] for line in read(p)["turn"].lines if line.startswith("Turn ")]
    assert turns == [
        "wood, – / cloth, boardwalk paying 2 points",
        "cloth, wood / boardwalk paying 2 points, –",
        "boardwalk paying 2 points, cloth / –, wood",
        "–, boardwalk paying 2 points / wood, cloth",
    ]
    p = table()
    p.push(PendingReward(A, 1, 2))
    assert "Anne still has to take: 1 upgrade, 2 fishing trips" in read(p, B)["turn"].lines


# Tokens


def test_a_token_put_back_is_told_to_those_who_know_it_only() -> None:
    p = table()
    p.put_back[token_stack(1, 0)] = TOKENS.index("t1_points2")
    p.known[A] |= 1
    known = "types I, II, III: 10 (you know the top one: “2 points”)"
    unknown = "types I, II, III: 10 (on top, one that was put back)"
    assert known in read(p, A)["fjord"].lines[0]
    for viewer in (B, None):
        assert unknown in read(p, viewer)["fjord"].lines[0]
        assert "2 points" not in read(p, viewer)["fjord"].lines[0]


def test_two_tokens_looked_at_are_told_to_the_looker_only() -> None:
    p = table()
    one, other = TOKENS.index("t1_fish3"), TOKENS.index("t1_wood_fish")
    p.unseen_tokens[one] -= 1
    p.unseen_tokens[other] -= 1
    p.push(KeepToken(A, 0, one, other))
    told = "Only you see these two tokens: “3 fish” and “1 wood and 1 fish”"
    assert told in read(p, A)["turn"].lines
    for viewer in (B, None):
        assert not any("Only you" in line for line in read(p, viewer)["turn"].lines)
        assert "8 × “3 fish”" in read(p, viewer)["fjord"].lines[4]
    assert "7 × “3 fish”" in read(p, A)["fjord"].lines[4]


def test_a_token_somebody_put_back_is_no_longer_unseen_once_it_is_looked_at() -> None:
    p = table()
    top, other = TOKENS.index("t1_fish3"), TOKENS.index("t1_points2")
    p.unseen_tokens[top] -= 1
    p.unseen_tokens[other] -= 1
    p.put_back[0] = top
    p.known[B] |= 1
    assert "8 × “3 fish”" in read(p, A)["fjord"].lines[4]
    p.push(KeepToken(A, 0, top, other))
    assert "7 × “3 fish”" in read(p, A)["fjord"].lines[4]
    assert "4 × “2 points”" in read(p, A)["fjord"].lines[4]


# The main board


def test_the_market_tells_cost_points_and_quay() -> None:
    p = table()
    p.market[1] = CRATES.index("k24")
    p.crates_left[1] = 9
    p.market[2] = NO_CRATE
    p.crates_left[2] = 0
    lines = read(p)["market"].lines
    assert lines[1] == ("For quay 2 (2 upgrades): 1 paper and 2 wool; 8 points, 9 more below")
    assert lines[2] == "For quay 3 (2 points): no crate left"
    assert (
        "Selling a cube brings, in fish: "
        "gold 4, planks 3, cloth 3, paper 3, wood 2, wool 2, pulp 2" in lines
    )


def test_the_stacks_tell_their_top_tiles() -> None:
    p = table()
    p.tops[3] = TILES.index("d18")
    p.stack_left[3] = 4
    p.tops[0] = NO_TILE
    p.stack_left[0] = 0
    lines = read(p)["stacks"].lines
    assert lines[0] == "Stack, one-cell building: empty"
    assert lines[3] == (
        "Stack, small building: D18 (order or technology, boardwalk paying 2 points); "
        "4 tiles in all"
    )


def test_the_tracks_tell_steps_and_score_tiles() -> None:
    p = table()
    p.score_tiles[0] = SCORE_TILES.index("score_people")
    lines = read(p)["tracks"].lines
    assert lines[0] == (
        "Craft: 1 (wool): gain 1 gold · 2 (cloth): take a worker · 3 (cloth): take a worker"
        " · 4 (gold): score tile"
    )
    assert lines[1] == (
        "Top of Craft: Community, 3 points per worker and per ability tile you own"
        " (now Anne 6, Bruno 6)"
    )
    carts = read(table(carts="true"))["tracks"].lines
    assert any(line.startswith("Advanced Logistics: 1 (pulp): take the second") for line in carts)


def test_the_taverns_tell_who_is_there() -> None:
    p = table()
    p.taverns[B] = 3
    found = read(p)
    assert found["taverns"].lines[3] == "At tavern 4 (one-cell building): Bruno"
    assert found["taverns"].lines[0] == "At tavern 1 (go fishing): nobody"
    assert "Retired to tavern 4 (one-cell building)" in found["player-1"].lines


# Players


def test_a_player_is_told_with_goods_boat_crates_and_abilities() -> None:
    p = table()
    store(p, A, gold=1, planks=2, fish=3)
    p.tech[on_track(A, CARPENTRY)] = 1
    p.zones[A] = 2
    p.boat[on_boat(A, 0)] = TOKENS.index("t1_fish2_points1")
    p.boat[on_boat(A, DOUBLE_SPACE)] = TOKENS.index("t3_points6")
    p.caught[A] = 5
    p.crate_places[CRATES.index("k16")] = at_quay(A, 3)
    p.quays[at_quay(A, 3)] = 1
    p.abilities[A] = 1 << BARTER
    p.used = 1 << BARTER
    player = read(p)["player-0"]
    assert player.title == "Anne (sky blue, side A), to play"
    assert "Goods: 1 gold, 2 planks, 3 fish" in player.lines
    assert "Technology levels: Craft 0, Carpentry 1, Logistics 0, Fishing 0" in player.lines
    assert (
        "Boat in zone 2: “2 fish and 1 point”, 2 free spaces, ×2 “5 points”;"
        " tokens caught: 5" in player.lines
    )
    assert "Crates at quay 4: K16 (7 points)" in player.lines
    assert any(line.startswith("Ability Barter (used this turn): ") for line in player.lines)
    p.tech[on_track(A, CARPENTRY)] = 3
    assert "A small building costs nothing, a large one 1 plank" in read(p)["player-0"].lines


def test_a_village_is_told_row_by_row_with_its_pieces() -> None:
    p = table(carts="true")
    for number in range(1, 7):
        put(p, A, f"r{number}c4", "upgrade")
    for number in (1, 2, 3, 5, 6):
        put(p, A, f"r1c{number}", "wool")
    p.pieces[CELL_NAMES.index("r3c2")] = WORKER_PIECE
    lines = read(p)["player-0-village"].lines
    assert "Row 1, complete: wool (cart 1), wool, wool, upgrade, wool, wool" in lines
    assert any(line.startswith("Row 3: empty, wood (worker), ") for line in lines)
    assert "Complete columns: 4" in lines
    assert lines[1].split() == ["1", "l=", "l", "l", "u", "l", "l"]
    assert lines[3].split()[2] == "w+"


def test_lines_that_lack_little_are_told_with_what_they_pay() -> None:
    p = table()
    for column in (1, 2, 4):
        put(p, A, f"r6c{column}", "wool")
        put(p, A, f"r{column}c6", "wool")
    lines = read(p)["player-0-village"].lines
    assert "Row 6 lacks only column 5 (pays 4 points)" in lines
    assert "Column 6 lacks only row 5 (pays 3 points)" in lines
    assert not any(line.startswith("Row 1 lacks") for line in lines)


def test_the_chart_is_for_the_viewer_and_for_spectators() -> None:
    p = table()
    assert any(line.startswith("Key: ") for line in read(p, A)["player-0-village"].lines)
    assert not any(line.startswith("Key: ") for line in read(p, A)["player-1-village"].lines)
    for seat in (A, B):
        seen = read(p, None)[f"player-{seat}-village"].lines
        assert any(line.startswith("Key: ") for line in seen)


def test_every_icon_has_its_own_sign() -> None:
    assert set(SIGNS) == {*ICONS, "walk"}
    assert len(set(SIGNS.values())) == len(SIGNS)


# Alone, and the end


def test_alone_dice_lie_on_taverns_and_special_tiles_are_told() -> None:
    p = table(seats=1)
    p.solo_dice[:] = [0, 0, 3, 0, 0, 0, 2, 5, 1, 1]
    p.special_tiles = [SCORE_TILES.index("score_people"), SCORE_TILES.index("score_rows")]
    found = read(p)
    assert not any("dice, for" in line for line in found["turn"].lines)
    assert (
        "Special score tile Community (3 points per worker and per ability tile you own):"
        " 6 of 10 points" in found["turn"].lines
    )
    assert found["taverns"].lines[1] == "At tavern 2 (technology): white 3"
    assert found["taverns"].lines[3] == "At tavern 4 (one-cell building): white 2, orange 5"


@pytest.mark.parametrize("seats", [1, 2])
def test_the_end_tells_the_outcome(seats: int) -> None:
    p = table(seats)
    while not p.finished:
        if p.chance:
            p.deal(p.outcomes()[0][0])
        else:
            seat = p.actors()[0]
            p.play(seat, p.legal(seat)[-1])
    turn = read(p)["turn"]
    assert turn.title == "The game is over"
    if seats == 1:
        assert turn.lines[0] == (
            f"{p.scores[0]} points, lost: a special score tile falls short of its points"
        )
        return
    best = p.ranks.index(1)
    assert turn.lines[0] == f"1. {NAMES[best]}: {p.scores[best]} points"


def test_french_reads_as_french() -> None:
    p = table()
    store(p, A, wood=1, pulp=2, gold=2)
    p.market[0] = CRATES.index("k03")
    found = read(p, language="fr")
    assert found["turn"].title == "Manche 1 sur 3"
    assert "Stock\u00a0: 2 or, 1 bois, 2 pâtes à papier" in found["player-0"].lines
    assert found["market"].lines[0] == (
        "Pour le quai 1 (3 poissons)\u00a0: "
        "1 laine et 2 pâtes à papier\u202f; 7 points,"
        f" encore {p.crates_left[0]} en dessous"
    )
