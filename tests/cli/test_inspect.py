"""Commands that look at things: games, rules, replay, perft, doctor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quarterdeck
from quarterdeck import bots, games, record
from quarterdeck.bots.levels import LEVELS
from quarterdeck.cli.common import out
from quarterdeck.cli.inspect import tell_channels
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import Position
from tests.cli.conftest import Run
from tests.fixtures.stories import FOLDER

SALTY = games.load("salty_ocean")
RECORD = FOLDER / "two_players.jsonl"


# The front door


def test_the_version_is_told(run: Run) -> None:
    result = run("--version")
    assert (result.code, result.out.strip()) == (0, quarterdeck.__version__)


def test_without_a_command_there_is_help(run: Run) -> None:
    result = run()
    assert result.code == 2
    for command in ("games", "play", "sim", "replay", "rules", "perft", "doctor"):
        assert f" {command} " in result.out
    assert result.err == ""


@pytest.mark.parametrize("command", ["play", "sim", "replay", "rules", "perft", "games", "doctor"])
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.code == 0
    assert "Usage:" in result.out


# games


def test_games_are_listed_with_seats_and_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "width", 300)
    result = run("games")
    assert result.code == 0
    assert result.lines[0] == "Upon a Salty Ocean  salty_ocean, built in"
    assert "2 to 4 players" in result.out
    first, *others = games.GAMES
    after = next(
        n for n, line in enumerate(result.lines) if line.endswith(f"  {others[0]}, built in")
    )
    assert first == SALTY.id
    for option in SALTY.options:
        assert f"  {option.id}: " in result.out
        for value in option.values:
            said = [line for line in result.lines[:after] if line.startswith(f"      {value}: ")]
            assert [line.endswith("(default)") for line in said] == [value == option.default]
    for game in others:
        assert any(line.endswith(f"  {game}, built in") for line in result.lines)


def test_bots_are_listed_with_their_parameters(run: Run) -> None:
    result = run("bots")
    named = [line.split()[0] for line in result.lines if not line.startswith(" ")]
    assert named[:5] == list(LEVELS)
    assert set(named) == set(bots.PLUGINS.names())
    assert result.lines[:2] == [
        "deckhand  Deckhand  built in, default",
        "  Is learning the ropes: small mistakes, never absurd ones.",
    ]
    assert "greedy  Merchant bot  built in" in result.lines
    place = result.lines.index("flat  Trial bot  built in")
    assert result.lines[place + 2 : place + 5] == [
        "  playouts: a whole number from 1 to 100000 (default: 200)",
        "  width: a whole number from 2 to 1000 (default: 12)",
        "random  Random bot  built in",
    ]
    assert "un nombre entier de 1 à 100000" in run("bots", "--lang", "fr").out


def test_games_are_listed_in_french(run: Run) -> None:
    result = run("games", "--lang", "fr")
    assert "2 à 4 joueurs" in result.out
    assert "par défaut" in result.out


def test_the_language_of_the_system_is_spoken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert "2 à 4 joueurs" in run("games").out
    assert "2 to 4 players" in run("games", "--lang", "en").out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "2 to 4 players" in run("games").out


# rules


def test_the_whole_rules_are_told(run: Run) -> None:
    result = run("rules", "salty_ocean")
    assert result.code == 0
    assert result.out == (SALTY.folder / "RULES.md").read_text(encoding="utf-8") + "\n"


def test_the_rules_are_told_in_french(run: Run) -> None:
    result = run("rules", "salty_ocean", "--lang=fr")
    assert result.out == (SALTY.folder / "RULES.fr.md").read_text(encoding="utf-8") + "\n"


def test_one_rule_is_one_line(run: Run) -> None:
    result = run("rules", "salty_ocean", "SO-4.5")
    (line,) = result.lines
    assert line.startswith("SO-4.5 [RB] Right after the activation cost is paid")


def test_a_rule_can_be_asked_for_in_small_letters_and_in_french(run: Run) -> None:
    (line,) = run("rules", "salty_ocean", "so-4.5", "--lang", "fr").lines
    (english,) = run("rules", "salty_ocean", "SO-4.5").lines
    assert line.startswith("SO-4.5 [RB] ")
    assert line != english


def test_a_section_is_all_its_rules_and_no_others(run: Run) -> None:
    ids = [line.split()[0] for line in run("rules", "salty_ocean", "SO-1").lines]
    assert ids == [f"SO-1.{number}" for number in range(1, 14)]


# replay


def test_a_record_is_shown_with_log_position_and_result(run: Run) -> None:
    result = run("replay", RECORD)
    found = record.read(RECORD)
    assert result.code == 0
    assert found.outcome is not None
    winner = found.header.names[found.outcome.ranks.index(1)]
    assert result.lines[-1] == f"{winner} wins."
    log = [line for line in result.lines if line.startswith("  ")]
    assert len(log) > len(found.entries) / 2


def test_a_record_is_shown_in_french(run: Run) -> None:
    assert run("replay", RECORD, "--lang", "fr").lines[-1].endswith("l’emporte.")


def test_a_record_is_shown_at_any_ply(run: Run) -> None:
    whole = record.read(RECORD)
    for ply in (0, 1, 40, len(whole.entries)):
        result = run("replay", RECORD, "--ply", ply)
        game = Game(SALTY, whole.until(ply), None)
        assert result.code == 0
        for section in game.text(None, "en"):
            assert f"## {section.title}\n" + "\n".join(section.lines) in result.out
        assert ("wins." in result.out) == game.finished


def test_verifying_only_checks(run: Run) -> None:
    whole = record.read(RECORD)
    result = run("replay", RECORD, "--verify")
    digest = whole.digests[len(whole.entries)]
    assert result.out == (
        f"{len(whole.entries)} entries, {len(whole.digests)} digests checked, finished game, "
        f"all in order. Last digest {digest}\n"
    )


def test_an_unfinished_record_is_verified_as_such(run: Run) -> None:
    result = run("replay", RECORD, "--verify", "--ply", 30, "--lang", "fr")
    assert result.out.startswith("30 coups enregistrés")
    assert "partie en cours" in result.out


def test_secrets_of_an_unfinished_game_are_not_shown(run: Run) -> None:
    found = record.read(FOLDER / "fierte_swap.jsonl")
    ply = next(i for i, e in enumerate(found.entries, 1) if e.audience >= 0)
    _, _, tile = found.entries[ply - 1].notation.split()
    label = Game(SALTY, found.until(ply), None).translator("en")(f"so.tile.{tile}")
    assert label not in run("replay", FOLDER / "fierte_swap.jsonl", "--ply", ply).out


@pytest.mark.parametrize("more", [[], ["--verify"]])
def test_a_damaged_record_is_refused_with_its_line(
    run: Run, tmp_path: Path, more: list[str]
) -> None:
    file = tmp_path / "cut.jsonl"
    file.write_bytes(RECORD.read_bytes()[:2000])
    result = run("replay", file, *more)
    line = RECORD.read_bytes()[:2000].count(b"\n") + 1
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith(f"quarterdeck: {file}, line {line}: damaged; ")
    assert result.err.count("\n") == 1


def test_a_record_whose_choices_do_not_fit_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "changed.jsonl"
    rows = RECORD.read_text(encoding="utf-8").splitlines()
    rows[6] = '{"seat": 0, "play": "sail_home"}'
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    result = run("replay", file)
    assert result.code == 2
    assert f"{file}, line 7: damaged" in result.err
    before = run("replay", file, "--ply", 4)
    assert before.code == 0, "what comes before the damage can be shown"


def test_a_record_that_lost_its_last_line_still_has_a_result(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    rows = RECORD.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(rows[:-1]) + "\n", encoding="utf-8")
    assert run("replay", file).lines[-1] == run("replay", RECORD).lines[-1]


def test_a_record_made_with_other_components_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    header, *rows = RECORD.read_text(encoding="utf-8").splitlines()
    other = json.dumps(json.loads(header) | {"components": "0123456789abcdef"})
    file.write_text("\n".join([other, *rows]) + "\n", encoding="utf-8")
    for more in ([], ["--verify"], ["--ply", "3"]):
        result = run("replay", file, *more)
        assert result.code == 2
        assert "other components (0123456789abcdef)" in result.err


def test_a_record_of_another_rules_version_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    header, *rows = RECORD.read_text(encoding="utf-8").splitlines()
    old = json.dumps(json.loads(header) | {"rules": 0})
    file.write_text("\n".join([old, *rows]) + "\n", encoding="utf-8")
    result = run("replay", file)
    assert (result.code, result.out) == (2, "")
    assert "rules version 0" in result.err


# perft


def test_perft_counts_sequences_by_length(run: Run) -> None:
    result = run("perft", "salty_ocean", "--depth", 3)
    counts = [int(line.split()[1].replace(",", "")) for line in result.lines]
    assert counts == [1, 4, 4 * 10, 4 * 10 * 9]


def test_perft_knows_seats_and_options(run: Run) -> None:
    for more in (["--seats", "2"], ["--seats", "2", "-o", "price_table=seven_rows"]):
        counts = [line.split()[1] for line in run("perft", "salty_ocean", *more).lines]
        assert counts == ["1", "2", "20", "180"]


# doctor


def test_the_doctor_finds_everything_well(run: Run) -> None:
    result = run("doctor")
    assert result.code == 0
    assert result.lines[-len(games.GAMES) :] == [f"{game}: all is well" for game in games.GAMES]
    assert quarterdeck.__version__ in result.lines[0]
    assert "typer" in result.out
    assert all(f"{game}: the bot judge" in result.out for game in games.GAMES)
    french = run("doctor", "--lang", "fr").lines[-len(games.GAMES)]
    assert french == "salty_ocean: tout va bien"


def test_the_doctor_finds_a_broken_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(position: Position) -> None:
        raise AssertionError("barrels from nowhere")

    monkeypatch.setattr(SALTY, "check", broken)
    result = run("doctor")
    assert result.code == 1
    assert result.lines[-len(games.GAMES)] == (
        "salty_ocean: fails its self-check with 2 players, seed 0: barrels from nowhere"
    )


def test_the_doctor_says_how_people_would_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_MAIL_HOST", "mail.example.org")
    monkeypatch.setenv("QUARTERDECK_MAIL_FROM", "table@example.org")
    monkeypatch.setenv("QUARTERDECK_PUBLIC_URL", "https://table.example.org")
    told: list[str] = []
    monkeypatch.setattr(out, "print", lambda line, **_: told.append(line))
    assert tell_channels(Translator("en"))
    monkeypatch.setenv("QUARTERDECK_MAIL_TLS", "ssl")
    assert not tell_channels(Translator("en"))
    assert told == [
        "E-mail is on: by mail.example.org, from table@example.org.",
        "Push to people’s devices is on, for whoever opens the pages by https or on this machine.",
        "Webhooks are on.",
        "--mail-tls is starttls, tls or none, not ssl.",
    ]
