"""Write docs/strength.md: what `quarterdeck ladder` has measured, from the files that ship.

With --check it fails if the page does not tell what the files tell.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strength.md"
sys.path.insert(0, str(ROOT / "src"))  # the sources, not an older build that is installed

from quarterdeck.bots.strength import FILE, read_strength  # noqa: E402
from quarterdeck.games import load_all  # noqa: E402
from quarterdeck.kernel.catalogue import translator  # noqa: E402

INTRODUCTION = """\
# How strong the levels are

Measured by `quarterdeck ladder`, as [Opponents that learn](opponents.md) explains it, with the
weights that ship and fresh seeds. Bots that search had 0.1 s of processor time for a choice. In
brackets: 95 % intervals, and how many games. A number of players that is missing has not been
measured with the present weights and levels. This page is written by `tools/strength.py` from the
`strength.json` of each game, and `make check` fails if it tells anything else.

```
quarterdeck ladder GAME --seats N --games 28 --versus VERSUS --seed 1
```

VERSUS is the number of games against greedy in the table. A step ends when it is clear. In
Saltfjord, and in Rolling Seas with three players and more, the round had 14 games.
"""


def main() -> int:
    page = write_page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
        print(f"Written: {PAGE.relative_to(ROOT)}.")
        return 0
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        print("docs/strength.md does not tell what was measured: run tools/strength.py.")
        return 1
    print("docs/strength.md tells what was measured.")
    return 0


def write_page() -> str:
    parts = [INTRODUCTION]
    for rules in load_all():
        tables = read_strength(rules.folder / FILE)["seats"]
        if tables:
            parts.append(f"## {translator('en').text(rules.title)}\n")
            parts += [_tell(int(count), tables[count]) for count in sorted(tables, key=int)]
    return "\n".join(parts)


def _tell(seats: int, table: dict[str, Any]) -> str:
    rivals = f"{seats - 1} × greedy" if seats > 1 else "greedy, same deal"
    lines = [
        "### Alone\n" if seats == 1 else f"### {seats} players\n",
        f"| bot | rating (greedy 1000) | won against {rivals} | mean score in the round |",
        "|---|---|---|---:|",
    ]
    for name, bot in table["bots"].items():
        among = bot["among_greedy"]
        won = "" if among is None else _share(among)
        rating = f"{bot['rating']} ({bot['low']} to {bot['high']})" if name != "greedy" else "1000"
        lines.append(f"| {name} | {rating} | {won} | {bot['score']} |")
    lines += [
        "",
        "| one of | among | par | won, interval at any time | verdict |",
        "|---|---|---:|---|---|",
    ]
    for step in table["steps"]:
        lines.append(
            f"| {step['higher']} | {step['lower']} | {step['par']:.1%} "
            f"| {_share(step['won'])} | {step['verdict']} |"
        )
    told = {name: bot["titles"] for name, bot in table["bots"].items() if bot.get("titles")}
    if told:
        lines += ["", "| bot | results |", "|---|---|"]
        for name, titles in told.items():
            counted = sorted(titles.items(), key=lambda entry: -entry[1])
            lines.append(f"| {name} | {'; '.join(f'{what}: {count}' for what, count in counted)} |")
    return "\n".join([*lines, ""])


def _share(won: dict[str, Any]) -> str:
    return f"{won['share']:.1%} ({won['low']:.1%} to {won['high']:.1%}, {won['games']})"


if __name__ == "__main__":
    sys.exit(main())
