"""`quarterdeck sim`: many games, one summary."""

from __future__ import annotations

import json
from typing import Any

from tests.cli.conftest import Run

BOT_KEYS = {"bot", "games", "win_share", "low", "high", "mean_score"}


def summary(run: Run, *arguments: object) -> dict[str, Any]:
    result = run("sim", "salty_ocean", "--json", *arguments)
    assert result.code == 0
    (line,) = result.lines
    found: dict[str, Any] = json.loads(line)
    return found


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in found.items() if k not in ("seconds", "decisions_per_second")}


def test_the_summary_is_one_json_object(run: Run) -> None:
    found = summary(run, "--games", 4, "--seed", 1)
    assert {"game", "seats", "seed", "games", "decisions_per_second", "bots"} <= found.keys()
    assert (found["game"], found["seats"], found["seed"]) == ("salty_ocean", 4, 1)
    assert found["games"] == 4
    assert found["decisions_per_second"] > 0
    assert found["shortest"] <= found["mean_length"] <= found["longest"]
    for bot in found["bots"]:
        assert bot.keys() == BOT_KEYS
        assert 0 <= bot["low"] <= bot["win_share"] <= bot["high"] <= 1


def test_one_name_is_for_all_seats(run: Run) -> None:
    (bot,) = summary(run, "--games", 3, "--seats", 3, "--bots", "random")["bots"]
    assert (bot["bot"], bot["games"]) == ("random", 9)
    assert abs(bot["win_share"] - 1 / 3) < 1e-9


def test_as_many_names_as_seats(run: Run) -> None:
    found = summary(run, "--games", 2, "--bots", "random,greedy,random")
    assert found["seats"] == 3
    assert [(bot["bot"], bot["games"]) for bot in found["bots"]] == [("random", 4), ("greedy", 2)]


def test_the_same_seed_gives_the_same_summary(run: Run) -> None:
    first, again, other = (
        without_time(summary(run, "--games", 5, "--seats", 2, "--seed", seed)) for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_without_a_seed_the_one_used_is_told(run: Run) -> None:
    found = summary(run, "--games", 2, "--seats", 2)
    again = summary(run, "--games", 2, "--seats", 2, "--seed", found["seed"])
    assert without_time(again) == without_time(found)


def test_more_workers_give_the_same_summary(run: Run) -> None:
    alone = summary(run, "--games", 8, "--seats", 2, "--seed", 3)
    together = summary(run, "--games", 8, "--seats", 2, "--seed", 3, "--workers", 2)
    assert without_time(together) == without_time(alone)


def test_options_are_used(run: Run) -> None:
    usual = summary(run, "--games", 5, "--seed", 3)
    changed = summary(run, "--games", 5, "--seed", 3, "-o", "phase_end = full_round")
    assert changed["decisions"] != usual["decisions"]


def test_people_read_a_table(run: Run) -> None:
    result = run("sim", "salty_ocean", "--games", 3, "--seed", 1, "--bots", "greedy,random")
    assert result.code == 0
    assert result.lines[0].startswith("3 games, seed 1, ")
    assert result.lines[1].startswith("decisions per game: ")
    rows = [line for line in result.lines if "greedy" in line or "random" in line]
    assert len(rows) == 2
    assert "%" in rows[0]


def test_people_read_it_in_french(run: Run) -> None:
    result = run("sim", "salty_ocean", "--games", 1, "--seed", 1, "--lang", "fr")
    assert result.lines[0].startswith("1 partie, graine 1, ")
    assert "victoires" in result.out


def test_progress_is_not_mixed_into_the_result(run: Run) -> None:
    """Standard output has only the result, whatever the bar writes to standard error."""
    result = run("sim", "salty_ocean", "--games", 3, "--seats", 2, "--json")
    assert json.loads(result.out)["games"] == 3
