"""Parts of a picture: from memory or drawn anew, nobody can tell the difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from markupsafe import Markup

import quarterdeck as qd
from quarterdeck import games, pictures
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.pictures.parts import Blank, Part
from quarterdeck.pictures.reading import PER_READ, SOURCES, Memory, Numbers, SeenView, Sources

RULES = games.load("salty_ocean")
NAMES = (("Anne", "Bob", "Cléo"), ("Bob", "Anne", "Cléo"))


@dataclass(frozen=True)
class View:
    """A view of a game that does not exist."""

    turn: int = 1
    flag: object = 0
    known: str | None = None


class Drawer:
    """Draws one part, and counts how often."""

    def __init__(self, *reads: str) -> None:
        self.memory: Memory[Blank] = Memory()
        self.reads = reads
        self.count = 0

    def part(self, source: Sources, key: str = "part") -> Blank:
        def draw() -> Blank:
            self.count += 1
            text = " ".join(repr(source.read(field)) for field in self.reads)
            return Blank(key, (text,))

        return source.recall(self.memory, key, draw)


def test_a_part_is_drawn_once_for_everybody_for_whom_it_is_the_same() -> None:
    drawer = Drawer("turn")
    first = drawer.part(Sources(View(turn=3)))
    assert drawer.part(Sources(View(turn=3, known="the key"))) is first
    assert drawer.count == 1


def test_a_part_is_drawn_again_if_anything_it_read_differs() -> None:
    drawer = Drawer("turn", "flag")
    before, other = Sources(View(turn=3)), Sources(View(turn=3, flag=1))
    first = drawer.part(before)
    second = drawer.part(other)
    assert (drawer.count, second.pieces == first.pieces) == (2, False)
    assert (drawer.part(before), drawer.part(other), drawer.count) == (first, second, 2)


def test_a_secret_is_drawn_for_whoever_knows_it() -> None:
    drawer = Drawer("turn", "known")
    for _ in range(2):
        assert "mermaid" in str(drawer.part(Sources(View(known="mermaid"))).pieces)
        assert "mermaid" not in str(drawer.part(Sources(View())).pieces)
    assert drawer.count == 2


def test_equal_numbers_that_are_written_differently_are_told_apart() -> None:
    drawer = Drawer("flag")
    drawn = [drawer.part(Sources(View(flag=flag))).pieces for flag in (1, True, 1.0, 1)]
    assert drawn == [("1",), ("True",), ("1.0",), ("1",)]


def test_what_is_read_may_depend_on_what_was_read() -> None:
    memory: Memory[Blank] = Memory()

    def part(view: View) -> str:
        source = Sources(view)

        def draw() -> Blank:
            text = str(source.read("known") if source.read("flag") else "hidden")
            return Blank("part", (text,))

        return str(source.recall(memory, "part", draw).pieces[0])

    for _ in range(2):
        assert part(View(flag=0, known="a")) == part(View(flag=0, known="b")) == "hidden"
        assert [part(View(flag=1, known=known)) for known in ("a", "b")] == ["a", "b"]


def test_a_part_reads_what_the_parts_inside_it_read() -> None:
    memory: Memory[Blank] = Memory()

    def outer(view: View) -> str:
        source = Sources(view)

        def inner() -> Blank:
            return Blank("inner", (str(source.read("turn")),))

        def draw() -> Blank:
            return Blank("outer", ("turn ", *source.recall(memory, "inner", inner).pieces))

        return "".join(map(str, source.recall(memory, "outer", draw).pieces))

    # The second time the inner part comes out of memory, for a new outer one.
    assert [outer(View(turn=turn)) for turn in (1, 2)] == ["turn 1", "turn 2"]
    memory._young.pop("outer")
    assert [outer(View(turn=turn)) for turn in (1, 2, 1)] == ["turn 1", "turn 2", "turn 1"]


def test_what_failed_is_not_remembered() -> None:
    drawer = Drawer("turn")
    source = Sources(View())

    def fail() -> Blank:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        source.recall(drawer.memory, "part", fail)
    assert drawer.part(source).pieces == ("1",)


def test_memory_is_bounded_and_keeps_what_is_used() -> None:
    drawer = Drawer("turn")
    drawer.memory = Memory(most=25 * PER_READ)
    for turn in range(1000):
        drawer.part(Sources(View(turn=turn)))
        drawer.part(Sources(View(turn=0)))
    assert drawer.count == 1000
    kept: list[Any] = [*drawer.memory._young.values(), *drawer.memory._old.values()]
    assert sum(len(fork.answers) for fork in kept) < 60


def test_numbers_stand_for_values() -> None:
    numbers = Numbers(most=3)
    given = [numbers.of(value) for value in (1, True, 1.0, (1,), "1")]
    assert len(set(given)) == len(given)
    # What is used stays, what is not is forgotten, and its number never comes back.
    assert numbers.of("1") == given[4]
    for other in range(100, 150):
        given.append(numbers.of(other))
        assert numbers.of("1") == given[4]
    assert numbers.of(True) not in given
    assert len(numbers._given._young) + len(numbers._given._old) <= 6


def test_templates_read_the_view_field_by_field() -> None:
    token = SOURCES.set(Sources(View(turn=5)))
    try:
        assert SeenView().turn == 5
    finally:
        SOURCES.reset(token)


def test_an_id_and_a_text_make_a_digest() -> None:
    one, two = Part.of("a", Markup("x")), Part.of("b", Markup("x"))
    assert one.digest != two.digest
    assert one.group == '<g id="a">x</g>'


# Whole boards


def moments(seed: int) -> Iterator[qd.Game]:
    """Positions of several games in turn, as a server meets them."""
    random = Random(seed)
    tables = [qd.new("salty_ocean", seats=3, seed=seed + n, names=NAMES[n % 2]) for n in range(3)]
    for _ in range(25):
        for game in tables:
            for _ in range(random.randint(1, 4)):
                if not game.finished:
                    game.play(random.choice(game.legal.codes))
            yield game


@pytest.mark.parametrize("most", [300_000, 10**9], ids=["forgetful", "keen"])
def test_a_board_out_of_memory_is_the_board_drawn_anew(most: int) -> None:
    album = pictures.Album(most)
    for number, game in enumerate(moments(seed=3)):
        viewer = (game.actor, 0, None)[number % 3]
        say = game.translator(LANGUAGES[number % 2])
        standalone = number % 5 == 0
        known, anew = (
            pictures.drawing(RULES, game.view(viewer), say, standalone=standalone, album=which)
            for which in (album, pictures.Album())
        )
        assert str(known) == str(anew)
        assert known.digest == anew.digest
        assert [part.digest for part in known.parts] == [part.digest for part in anew.parts]


def test_viewers_who_see_the_same_share_what_is_drawn() -> None:
    game = qd.new("salty_ocean", seats=3, seed=5, names=NAMES[0])
    album = pictures.Album()
    say = game.translator("fr")
    one = pictures.drawing(RULES, game.view(1), say, album=album)
    two = pictures.drawing(RULES, game.view(None), say, album=album)
    assert len(one.parts) > 20
    assert all(a is b for a, b in zip(one.parts, two.parts, strict=True))


def test_a_move_changes_only_parts_of_a_board() -> None:
    game = qd.new("salty_ocean", seats=3, seed=5, names=NAMES[0])
    say = game.translator("en")
    before = pictures.drawing(RULES, game.view(None), say)
    mover = game.actor
    game.play("saline")
    after = pictures.drawing(RULES, game.view(None), say)
    changed = [a.id for a, b in zip(before.parts, after.parts, strict=True) if a.digest != b.digest]
    assert before.digest == after.digest
    assert 0 < len(changed) < len(after.parts) / 2
    assert f"board-levels-{mover}" in changed
    assert "board-building-banque" not in changed


def test_parts_of_two_games_never_meet() -> None:
    """The same view under the rules of an owner's own components is another picture."""
    own = RULES.with_components(RULES.folder / "components.toml")
    game = qd.new("salty_ocean", seats=2, seed=1)
    album = pictures.Album()
    say = game.translator("en")
    one = pictures.drawing(RULES, game.view(None), say, album=album)
    two = pictures.drawing(own, game.view(None), say, album=album)
    assert not any(a is b for a, b in zip(one.parts, two.parts, strict=True))


# Lettering


def test_a_board_is_drawn_once_for_readers_of_all_languages() -> None:
    game = qd.new("salty_ocean", seats=3, seed=5, names=NAMES[0])
    album = pictures.Album()
    view = game.view(None)
    boards = {
        language: str(pictures.drawing(RULES, view, game.translator(language), album=album))
        for language in LANGUAGES
    }
    assert len(album.outlines._young) > 1
    drawn = [len(album.outlines._young), len(album.blanks._young)]
    for language, names in (("fr", NAMES[1]), ("en", ())):
        pictures.drawing(RULES, view, Translator(language, names), album=album)
    assert [len(album.outlines._young), len(album.blanks._young)] == drawn
    assert boards["en"] != boards["fr"]


def test_what_names_nobody_is_shared_by_tables_of_other_people() -> None:
    game = qd.new("salty_ocean", seats=3, seed=5)
    album = pictures.Album()
    one, two = (
        pictures.drawing(RULES, game.view(None), Translator("en", names), album=album)
        for names in NAMES
    )
    shared = [a.id for a, b in zip(one.parts, two.parts, strict=True) if a is b]
    assert {"board-symbols", "board-track", "board-heading-city"} <= set(shared)
    assert not {"board-sheet-0", "board-sheet-1"} & set(shared)


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_names_are_written_as_they_are_and_no_mark_is_left(game: str) -> None:
    rules = games.load(game)
    names = ("A & <b>", "\x02 7\x03", "\x007", "D")[: max(rules.seats)]
    played = qd.new(game, seats=min(2, max(rules.seats)), seed=3)
    random = Random(4)
    for _ in range(60):
        if played.finished or played.actor is None:
            break
        played.play(random.choice(played.legal.codes))
        svg = pictures.board(rules, played.view(None), Translator("fr", names[: played.seats]))
        assert "\x02" not in svg
        assert "\x03" not in svg
        assert "&amp;lt;" not in svg
