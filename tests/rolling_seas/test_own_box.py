"""What an owner's box may show is taken and played; what cannot be played is refused."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.rolling_seas.components import Components
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.playout import playout
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.testing import rule
from quarterdeck.testing.faults import Data, Faults, Place
from quarterdeck.testing.mutations import check_mutations, check_play, toml
from quarterdeck.testing.walk import Case, walk

ROLLING = games.load("rolling_seas")
FAULTS = Faults(ROLLING, Components)


def with_changes(*changes: tuple[Place, Any]) -> Data:
    data = copy.deepcopy(FAULTS.data)
    for place, value in changes:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        if value is None:
            del holder[place[-1]]
        else:
            holder[place[-1]] = value
    return data


def box(folder: Path, *changes: tuple[Place, Any]) -> AnyRules:
    path = folder / "mine.toml"
    path.write_text(toml(with_changes(*changes)), encoding="utf-8")
    return ROLLING.with_components(path)


# Taken


def test_the_written_file_says_what_ours_says(tmp_path: Path) -> None:
    assert box(tmp_path).component_digest == ROLLING.component_digest


KINDS = ["monster"] * 3 + ["rocks"] * 9 + ["current"] * 2 + ["peril"] * 10


def test_there_may_be_other_numbers_of_cards_of_a_type(tmp_path: Path) -> None:
    changes: list[tuple[Place, Any]] = []
    for number, kind in enumerate(KINDS):
        card = {key: FAULTS.data["adventure"][number][key] for key in ("id", "row", "column")}
        card |= {"type": kind, "shape": "cur_hook4" if kind == "current" else "corner3"}
        if kind == "rocks":
            card |= {"pass": "right", "axis": "column"}
        changes.append((("adventure", number), {**card, "provenance": "public"}))
    mine = box(tmp_path, *changes)
    position = mine.start(2, {"deck": "stormy"})
    playout(position, 1)
    mine.check(position)
    seen = {d.type for player in mine.view(position, None).players for d in player.drawings}
    assert seen == {"monster", "rocks", "current", "peril"}
    check_play(mine, Random(1))


def test_bonuses_may_stand_on_any_boxes(tmp_path: Path) -> None:
    at = [2, 3, 11, 29, 30, 31, 44, 50, 59, 60]
    mine = box(tmp_path, (("story", "column"), None), (("story", "at"), at))
    bonuses = dict(mine.view(mine.start(1), None).track_bonuses)["story"]
    assert [bonus.box for bonus in bonuses] == at
    assert [bonus.kind for bonus in bonuses] == FAULTS.data["story"]["bonus"]
    check_play(mine, Random(1))


def test_a_map_may_have_other_numbers_of_pirates_and_icons(tmp_path: Path) -> None:
    rows = [row.replace("X", ".").replace("g", "#") for row in FAULTS.data["map"]["map_1"]["rows"]]
    mine = box(tmp_path, (("map", "map_1", "rows"), rows))
    assert mine.view(mine.start(1), None).players[0].unmet == ()
    position = mine.start(2)
    playout(position, 1)
    mine.check(position)
    rows = FAULTS.data["map"]["map_1"]["rows"][:]
    rows[0] = "#.X.X.X.X.X.X.X.X.#"
    mine = box(tmp_path, (("map", "map_1", "rows"), rows))
    assert len(mine.view(mine.start(1), None).players[0].unmet) == 12
    check_play(mine, Random(1))


def test_there_may_be_other_shapes(tmp_path: Path) -> None:
    cross = {"east": [0, 1, -1, 0, 0], "south": [0, 0, 0, 1, -1], "turns": 1, "flips": 0}
    west = {"east": [0, -1, -2], "south": [0, 0, -1], "turns": 4, "flips": 4}
    mine = box(
        tmp_path,
        (("shape", "cross"), {**cross, "provenance": "public"}),
        (("shape", "cur_west"), {**west, "provenance": "public"}),
        (("shape", "chevron3"), None),
        *((("adventure", n, "shape"), "cross") for n in (0, 1, 11, 23)),
        *((("adventure", n, "shape"), "cur_west") for n in range(12, 18)),
    )
    said = set()
    for moment in walk(Case(mine, 1, (("deck", "stormy"),), 0)):
        if type(moment.position.step_of(0)).__name__ == "PlaceAnchor":
            view = mine.view(moment.position, 0)
            for language in LANGUAGES:
                say = Translator(language, ("Anne",))
                said |= {line for section in mine.text(view, say) for line in section.lines}
                pictures.board(mine, view, say)
    assert any("5 cells (.X. / XXX / .X.)" in line for line in said)
    assert any("3 cases (X.. / .XX)" in line for line in said)
    check_play(mine, Random(1))


@rule("RS-8.1")
def test_the_wind_dice_may_have_other_faces(tmp_path: Path) -> None:
    faces = ["n", "n", "e", "s", "w", "w"]
    die = {"faces": faces, "provenance": "public"}
    mine = box(tmp_path, (("wind_die",), die))
    rolled = {w for m in walk(Case(mine, 2, (), 0)) for w in mine.view(m.position, None).winds}
    assert rolled == {"n", "e", "s", "w"}
    position = next(
        m.position
        for m in walk(Case(mine, 1, (), 0))
        if m.position.chance and type(m.position.stack[-1]).__name__ == "WindDice"
    )
    weights = {mine.outcome_space.notation(code): w for code, w in position.outcomes()}
    # Of 6 x 6 x 6 rolls those with three alike are rolled again: n and w 8 times, e and s once
    assert sum(weights.values()) == 216 - 8 - 1 - 1 - 8
    assert weights["winds n n e"] == 3 * 2 * 2
    assert weights["winds n e s"] == 6 * 2
    check_play(mine, Random(1))


@pytest.mark.parametrize("boxes", [1, 7, 99])
def test_tracks_may_have_other_lengths(tmp_path: Path, boxes: int) -> None:
    """Also if every box has a bonus that leads to the next one."""
    changes: list[tuple[Place, Any]] = [(("wind", "boxes"), boxes), (("provisions", "start"), 1)]
    for track, bonus in (("story", "gold"), ("gold", "full_hold"), ("provisions", "story")):
        changes += [
            ((track, "boxes"), boxes),
            ((track, "column"), 1),
            ((track, "bonus"), [bonus] * boxes),
            ((track, "amount"), [1] * boxes),
            ((track, "provenance"), "public"),
        ]
    check_play(box(tmp_path, *changes), Random(1))


@rule("RS-2.10")
def test_more_winds_than_the_hold_takes_may_be_stored(tmp_path: Path) -> None:
    """Our wind track is shorter than the smallest hold; one of eight boxes is not."""
    mine = box(tmp_path, (("wind", "boxes"), 8))
    position = mine.start(1)
    own = position.captains[0]
    own.gain_wind(7)
    assert own.hold == 5
    assert (own.wind, own.wind_circled, own.provisions) == (7, 7, 5)
    mine.check(position)


# Refused


@pytest.mark.parametrize(
    ("place", "value", "path", "kind"),
    [
        (("calm", 4, "provisions"), 0, "calm[4]", "no_effect"),
        (("face", 4), {"id": "5", "story": 0, "gold": 0, "provisions": 0}, "face[4]", "no_effect"),
        (("ship", 0, "hold"), 4, "provisions.start", "hold_too_small"),
        (("ship", 1, "hold"), 11, "ship[2].hold", "range"),
        (("ship", 2, "movement"), 3, "ship[2].movement", "range"),
        (("powers", "start"), 0, "powers.start", "range"),
        (("shape", "line3", "east"), [0, 1, 1], "shape.line3", "overlap"),
        (("shape", "line3", "east"), [0, 1, 3], "shape.line3", "gap"),
        (("shape", "line3", "east"), [1, 2, 3], "shape.line3", "anchor"),
        (("shape", "corner3", "turns"), 2, "shape.corner3.turns", "range"),
        (("shape", "zigzag4", "flips"), 0, "shape.zigzag4.flips", "range"),
        (("shape", "cur_hook4", "south"), [0, 0, 0, 2], "shape.cur_hook4", "flow_gap"),
        (("shape", "cur_line3", "east"), [0], "shape.cur_line3", "short_current"),
        (("shape", "Line 2"), {"east": [0]}, "shape.Line 2", "name"),
        (("shape",), {}, "shape", "kind"),
        (("story", "at"), [1, 2], "story", "one_of_two"),
        (("wind_die",), {"faces": ["n", "n"]}, "wind_die.faces", "wind_faces"),
        (("wind_die",), {"faces": ["n", "up"]}, "wind_die.faces[1]", "word"),
        (("wind_die",), {"faces": []}, "wind_die.faces", "kind"),
        (("wind_die",), 3, "wind_die.faces", "missing"),
    ],
)
def test_what_cannot_be_played_is_refused(place: Place, value: Any, path: str, kind: str) -> None:
    problems = FAULTS.problems(with_changes((place, value)))
    found = {(str(problem.arguments["path"]), problem.id) for problem in problems}
    assert (path, f"qd.components.{kind}") in found


def test_a_box_of_a_track_is_named_once() -> None:
    at = [6, 12, 18, 18, 24, 30, 36, 42, 48, 54]
    data = with_changes((("story", "column"), None), (("story", "at"), at))
    (problem,) = FAULTS.problems(data)
    assert (problem.id, problem.arguments["value"]) == ("qd.components.twice", 18)
    data["story"]["at"] = at[::-1]
    assert "qd.components.rising" in {problem.id for problem in FAULTS.problems(data)}
    data["story"]["at"] = [*range(52, 62)]
    assert "story.at[9]" in {p.arguments["path"] for p in FAULTS.problems(data)}


def test_a_refusal_is_told_in_the_reader_s_language(tmp_path: Path) -> None:
    with pytest.raises(BadComponents) as caught:
        box(tmp_path, (("shape", "line3", "east"), [0, 1, 1]))
    told = Translator("fr").text(caught.value.message)
    assert "shape.line3\N{NO-BREAK SPACE}: la case 3 recouvre une autre case de la forme" in told


# Changed at random


def test_a_file_changed_at_random_is_refused_or_played(tmp_path: Path) -> None:
    played, refused = check_mutations(FAULTS, ROLLING, tmp_path, range(12))
    assert played
    assert refused


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1300, 100))
def test_many_files_changed_at_random_are_refused_or_played(tmp_path: Path, first: int) -> None:
    check_mutations(FAULTS, ROLLING, tmp_path, range(first, first + 100))
