"""`quarterdeck play`, typed from a script."""

from __future__ import annotations

import random
from itertools import takewhile
from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.cli.common import out
from quarterdeck.game import Game
from tests.cli.conftest import Result, Run
from tests.fixtures.stories import FOLDER

SALTY = games.load("salty_ocean")
ALWAYS_1 = "1\n" * 3000


def numbers(seed: int) -> str:
    """Somebody who types small numbers, whether or not they are offered."""
    typist = random.Random(seed)
    return "".join(f"{typist.randint(1, 12)}\n" for _ in range(6000))


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def hot_seat(run: Run, *typed: str, file: Path | None = None, lang: str = "en") -> Result:
    """Two people at one keyboard, always the same deal."""
    more = ["--save", str(file)] if file else []
    arguments = ["--seats", "2", "--bots", "none", "--seed", "5", "--lang", lang, *more]
    return run("play", "salty_ocean", *arguments, typed=lines(*typed))


def played(file: Path) -> list[str]:
    """The choices in a record that is sound."""
    found = record.read(file)
    record.verify(found, SALTY)
    return [entry.notation for entry in found.entries if not entry.is_chance]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# To the end


@pytest.mark.parametrize("typed", [ALWAYS_1, numbers(1), numbers(2)], ids=["ones", "1", "2"])
@pytest.mark.parametrize(
    ("lang", "ends"),
    [
        ("en", ("wins.", "share the victory.")),
        ("fr", ("l’emporte.", "se partagent la victoire.")),
    ],
)
def test_a_game_is_played_to_its_end(
    run: Run, file: Path, typed: str, lang: str, ends: tuple[str, ...]
) -> None:
    result = run(
        "play", "--seats", 3, "--bots", "random,random", "--save", file, "--lang", lang, typed=typed
    )
    assert result.code == 0
    assert result.err == ""
    assert result.lines[-2].endswith(ends)
    assert str(file) in result.lines[-1]
    found = record.read(file)
    assert record.verify(found, SALTY).finished
    assert found.header.names == ("", "random-2", "random-3")


def test_bots_alone_play_to_the_end(run: Run) -> None:
    result = run("play", "--seats", 2, "--bots", "random,random", "--seed", 1)
    assert result.code == 0
    assert result.lines[-1].endswith(("wins.", "share the victory."))


def test_two_people_play_to_the_end_at_one_keyboard(run: Run, file: Path) -> None:
    result = hot_seat(run, *numbers(3).split(), file=file)
    assert result.code == 0
    assert {e.seat for e in record.read(file).entries if not e.is_chance} == {0, 1}
    assert "Player 1: " in result.out
    assert "Player 2: " in result.out


def test_a_newcomer_finds_opponents_at_the_table(run: Run, file: Path) -> None:
    result = run("play", "--seed", 1, "--save", file, typed="q\n")
    assert result.code == 0
    header = record.read(file).header
    assert header.seats == 4
    assert header.names == ("", "deckhand-2", "deckhand-3", "deckhand-4")


def test_people_are_called_by_their_names(run: Run, file: Path) -> None:
    arguments = ["--names", "Zoé, Bob", "--bots", "random", "--save", str(file)]
    result = run("play", *arguments, typed="q\n")
    assert record.read(file).header.names == ("Zoé", "Bob", "random-3")
    assert "Zoé: " in result.out or "Bob: " in result.out


def test_the_same_seed_deals_the_same_game(run: Run) -> None:
    first, again = (hot_seat(run, "q").out for _ in range(2))
    assert first == again


@pytest.mark.parametrize("columns", [80, 160])
def test_on_a_terminal_there_are_frames(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(out, "width", columns)
    framed = run("play", "--seats", 2, "--bots", "random", "--seed", 5, typed=ALWAYS_1)
    plain = run("play", "--seats", 2, "--bots", "random", "--seed", 5, "--plain", typed=ALWAYS_1)
    assert framed.code == plain.code == 0
    assert "╭" not in plain.out
    side_by_side = any(line.count("╭") > 1 for line in framed.lines)
    assert "╭" in framed.out
    assert side_by_side == (columns == 160)


# What can be typed


def test_a_choice_is_a_number_a_notation_or_several(run: Run, file: Path) -> None:
    hot_seat(run, "2", "saline", "buy salt; take 2", "q", file=file)
    assert played(file) == ["saline", "saline", "buy salt", "take 2"]


def test_undo_and_redo(run: Run, file: Path) -> None:
    hot_seat(run, "buy salt", "u", "q", file=file)
    assert played(file) == []
    hot_seat(run, "buy salt", "undo", "redo", "take 1", "q", file=file)
    assert played(file) == ["buy salt", "take 1"]


def test_undo_ends_where_the_turn_of_another_began(run: Run, file: Path) -> None:
    result = hot_seat(run, "saline", "u", "redo", "q", file=file)
    assert played(file) == ["saline"]
    assert "There is nothing you can undo." in result.out
    assert "There is nothing to redo." in result.out


def test_why_tells_what_is_closed(run: Run) -> None:
    result = hot_seat(run, "why", "?", "q")
    assert result.out.count("[SO-7.2]") == 2
    assert "[SO-7.2]" in hot_seat(run, "why", "q", lang="fr").out


def test_a_question_mark_and_a_number_tell_what_a_choice_would_change(run: Run) -> None:
    told = hot_seat(run, "? 2", "? depot", "? 99", "q").out
    assert told.count(" is open.\n  ") == 2
    assert told.count("\n  Room in the Warehouse 6 → 15\n") >= 1
    assert "choose 1 to" in told.lower()
    assert "Places au Dépôt 6 → 15" in hot_seat(run, "? depot", "q", lang="fr").out


def test_why_says_so_when_nothing_is_closed(run: Run) -> None:
    result = hot_seat(run, "buy salt", "why", "q")
    assert "None of the choices you might expect is closed here." in result.out


def test_the_log_is_told_again(run: Run) -> None:
    once = hot_seat(run, "q")
    event = next(line for line in once.lines if line.startswith("  "))
    assert once.out.count(event) == 1
    assert hot_seat(run, "log", "l", "q").out.count(event) == 3


def test_everybody_is_told_what_happened_since_their_last_choice(run: Run, file: Path) -> None:
    result = hot_seat(run, "saline", "depot", "pass", "q", file=file)
    game = Game(SALTY, record.read(file), None)
    say = game.translator("en")
    first, second, third = (say.text(line.event.message) for line in game.log(since=4))
    assert result.out.count(first) == result.out.count(second) == 2, "to one, and to the other"
    assert result.out.count(third) == 1, "nobody else was asked since"
    assert result.out.index(first) < result.out.index(second) < result.out.index(third)


def test_the_table_is_shown_again(run: Run) -> None:
    heading = next(line for line in hot_seat(run, "q").lines if line.startswith("## "))
    assert hot_seat(run, "q").out.count(heading) == 1
    assert hot_seat(run, "v", "view", "q").out.count(heading) == 3


def test_rules_are_read_at_the_table(run: Run) -> None:
    result = hot_seat(run, "r so-4.5", "rule SO-2", "rule XX-1", "q")
    assert "SO-4.5  Right after the activation cost is paid" in result.out
    assert all(f"SO-2.{number}  " in result.out for number in range(1, 5))
    assert "There is no rule XX-1." in result.out
    assert "Il n’y a pas de règle XX-1." in hot_seat(run, "rule XX-1", "q", lang="fr").out


def test_help_names_every_command(run: Run) -> None:
    for word in ("h", "help", "HELP"):
        result = hot_seat(run, word, "q")
        for command in ("undo", "redo", "why", "save FILE", "leave the table"):
            assert command in result.out
    assert "quitter la table" in hot_seat(run, "h", "q", lang="fr").out


def test_a_game_is_kept_from_any_moment_on(run: Run, file: Path) -> None:
    result = hot_seat(run, "saline", "save", f"save {file}", "saline", "quit")
    assert "Save to which file? Type: save FILE" in result.out
    assert f"The game is saved in {file} from now on." in result.out
    assert result.lines[-1].endswith(f"quarterdeck play --resume {file}")
    assert played(file) == ["saline", "saline"]


def test_who_leaves_without_saving_is_told(run: Run) -> None:
    result = hot_seat(run, "saline", "q")
    assert result.code == 0
    assert result.lines[-1].endswith(
        "The game was not saved (next time: save FILE before you leave)."
    )


def test_an_empty_line_asks_again(run: Run, file: Path) -> None:
    result = hot_seat(run, "", "   ", "q", file=file)
    assert result.out.count("Your choice (") == 3
    assert played(file) == []


BAD = [
    ("0", "there is no choice number 0; choose 1 to"),
    ("99", "there is no choice number 99; choose 1 to"),
    ("9" * 5000, "there is no choice number 999999999"),
    ("fly", "“fly” is not a choice of this game."),
    ("-1", "“-1” is not a choice of this game."),
    ("1.5", "“1.5” is not a choice of this game."),
    ("undo it", "“undo it” is not a choice of this game."),
    ("take", "“take” does not have the form “take <barrels>”."),
    ("sell gold", "“gold” cannot stand for <good>."),
    ("sail_home", "“sail_home” is not allowed: "),
    ("pass; fly", "“fly” is not a choice of this game."),
    ("saline; saline", "has nothing to choose now."),
    (";", "“” is not a choice of this game."),
    ("redo", "There is nothing to redo."),
    ("u", "There is nothing you can undo."),
    ("save no/such/folder/game.jsonl", "cannot be written: No such file or directory"),
    ("save a\0b", "cannot be written: embedded null byte"),
    ("\udcff", "is not a choice of this game."),
    ("[bold]", "“[bold]” is not a choice of this game."),
]


@pytest.mark.parametrize(("typed", "answer"), BAD, ids=[repr(typed[:20]) for typed, _ in BAD])
def test_what_makes_no_sense_is_answered_and_changes_nothing(
    run: Run, file: Path, typed: str, answer: str
) -> None:
    result = hot_seat(run, typed, "saline", "q", file=file)
    assert result.code == 0
    assert result.err == ""
    assert answer in result.out
    assert played(file) == ["saline"]


def test_answers_are_in_the_language_of_the_table(run: Run) -> None:
    result = hot_seat(run, "99", "fly", "sail_home", "u", "q", lang="fr")
    assert "il n’y a pas de choix numéro 99" in result.out
    assert "sail_home" in result.out
    assert not {"not", "nothing", "is"} & set(result.out.lower().split())


def test_the_end_of_the_input_ends_the_program(run: Run, file: Path) -> None:
    result = hot_seat(run, "saline", file=file)
    assert result.code == 130
    assert result.err.strip() == ""
    assert played(file) == ["saline"]


# Secrets at one keyboard


def before_a_look(file: Path) -> list[str]:
    """Keep a game in which somebody may look at tiles now; gives the choices until it is done.

    The next one who is asked is somebody else, and knows nothing yet.
    """
    whole = record.read(FOLDER / "fierte_swap.jsonl")
    first = next(i for i, e in enumerate(whole.entries) if e.notation.startswith("look "))
    owner = whole.entries[first].seat
    later = [entry for entry in whole.entries[first:] if not entry.is_chance]
    done = list(takewhile(lambda entry: entry.seat == owner, later))
    record.write(whole.until(first), file)
    return [entry.notation for entry in done]


def test_a_secret_is_told_to_its_owner_only(run: Run, file: Path) -> None:
    choices = before_a_look(file)
    owner = record.replay(record.read(file), SALTY).actors()[0]
    result = run("play", "--resume", file, typed=lines(*choices, "", "", "log", "q"))
    assert result.code == 0
    game = Game(SALTY, record.read(file), None)
    say = game.translator("en")
    secrets = [say.text(t.event.message) for t in game.log(owner) if t.event.audience == owner]
    theirs, _, others = result.out.partition("press Enter when the others are looking away.")
    assert secrets
    assert others
    for secret in secrets:
        assert secret in theirs
        assert secret not in others


def test_without_secrets_the_keyboard_is_just_handed_on(run: Run) -> None:
    assert "press Enter" not in hot_seat(run, "saline", "saline", "saline", "q").out


# Resuming


def test_a_kept_game_is_resumed_and_goes_on_in_its_file(run: Run, file: Path) -> None:
    hot_seat(run, "saline", "buy salt", "q", file=file)
    assert run("play", "--resume", file, typed="q\n").code == 0
    assert played(file) == ["saline", "buy salt"]
    result = run("play", "--resume", file, typed=lines("take 1") + ALWAYS_1)
    assert result.code == 0
    assert played(file)[:3] == ["saline", "buy salt", "take 1"]
    assert record.read(file).outcome is not None


def test_a_game_is_resumed_with_bots(run: Run, file: Path) -> None:
    hot_seat(run, "saline", "q", file=file)
    result = run("play", "--resume", file, "--bots", "random", typed=ALWAYS_1)
    assert result.code == 0
    assert record.verify(record.read(file), SALTY).finished


def test_a_game_is_resumed_into_another_file(run: Run, file: Path, tmp_path: Path) -> None:
    hot_seat(run, "saline", "q", file=file)
    before = file.read_bytes()
    run("play", "--resume", file, "--save", tmp_path / "other.jsonl", typed=lines("saline", "q"))
    assert file.read_bytes() == before
    assert played(tmp_path / "other.jsonl") == ["saline", "saline"]


def test_a_finished_game_shows_its_result(run: Run, file: Path) -> None:
    file.write_bytes((FOLDER / "two_players.jsonl").read_bytes())
    result = run("play", "--resume", file)
    assert result.code == 0
    assert result.lines[-2].endswith("wins.")


def test_a_damaged_game_is_resumed_only_when_asked_to(run: Run, file: Path) -> None:
    whole = (FOLDER / "two_players.jsonl").read_bytes()
    half = whole[: len(whole) // 2]
    file.write_bytes(half)
    refused = run("play", "--resume", file, typed="q\n")
    assert (refused.code, refused.out) == (2, "")
    assert "damaged; only the beginning can be recovered" in refused.err
    assert file.read_bytes() == half, "not touched"

    result = run("play", "--resume", file, "--salvage", typed="q\n")
    assert result.code == 0
    saved = record.read(file)
    record.verify(saved, SALTY)
    sound = half[: half.rindex(b"\n") + 1]
    assert saved.entries == record.parse(sound.decode()).entries


def test_a_changed_game_is_resumed_at_the_last_sound_ply(run: Run, file: Path) -> None:
    rows = (FOLDER / "two_players.jsonl").read_text(encoding="utf-8").splitlines()
    digests = [number for number, row in enumerate(rows) if '"digest"' in row]
    rows[digests[2]] = '{"digest": "0000000000000000", "ply": 40}'
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert run("play", "--resume", file, typed="q\n").code == 2
    assert run("play", "--resume", file, "--salvage", typed="q\n").code == 0
    assert len(record.read(file).entries) == 20


def test_a_game_with_a_wrong_result_can_be_salvaged(run: Run, file: Path) -> None:
    rows = (FOLDER / "two_players.jsonl").read_text(encoding="utf-8").splitlines()
    rows[-1] = rows[-1].replace('"ranks": [', '"ranks": [7, ')
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert run("play", "--resume", file).code == 2
    result = run("play", "--resume", file, "--salvage")
    assert result.code == 0
    assert record.verify(record.read(file), SALTY).finished


def test_nothing_is_salvaged_where_nothing_is(run: Run, file: Path) -> None:
    file.write_bytes(b"")
    result = run("play", "--resume", file, "--salvage")
    assert result.code == 2
    assert "There is nothing in it." in result.err


def test_a_game_whose_file_disappears_goes_on(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def remove(*_: object) -> None:
        file.unlink(missing_ok=True)

    monkeypatch.setattr("quarterdeck.cli.screen.Screen.show_position", remove)
    result = hot_seat(run, "saline", "saline", "q", file=file)
    assert result.code == 0
    assert result.out.count("cannot be written: No such file or directory") == 1
    assert result.lines[-1].endswith(
        "The game was not saved (next time: save FILE before you leave)."
    )
