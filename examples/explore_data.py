"""Look at self-play data with Polars and Altair. The cells (`# %%`) also run as a notebook.

pip install "quarterdeck[research,lab]"
quarterdeck generate salty_ocean --games 200 --bots greedy,gentle,random --out selfplay
python examples/explore_data.py selfplay
"""

# %% The data: one row for each decision (docs/data.md lists the columns)
import sys
from pathlib import Path

import altair as alt
import polars as pl

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "selfplay")
rows = pl.scan_parquet(folder / "*.parquet")
BLUE, SAND = "#1f6f8b", "#d9a441"

# %% Who wins? One row for each seat of each game, then shares with 95 % intervals
seats = rows.group_by("game_id", "seat").agg(pl.col("bot", "win_share").first())
wins = (
    seats.group_by("bot")
    .agg(games=pl.len(), share=pl.col("win_share").mean(), spread=pl.col("win_share").std())
    .with_columns(error=1.96 * pl.col("spread") / pl.col("games").sqrt())
    .with_columns(
        low=(pl.col("share") - pl.col("error")).clip(lower_bound=0),
        high=(pl.col("share") + pl.col("error")).clip(upper_bound=1),
    )
    .sort("share")
    .collect()
)
base = alt.Chart(wins, title="Share of wins").encode(y=alt.Y("bot:N", sort="-x", title=None))
won = base.mark_bar(color=BLUE).encode(
    x=alt.X("share:Q", axis=alt.Axis(format="%"), title="share of wins, with 95 % interval")
) + base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
won.properties(width=420, height=120).save(folder / "wins.svg")

# %% How much is there to choose from? The number of legal choices, round by round
open_choices = (
    rows.select("round", choices=pl.col("legal").list.len())
    .group_by("round")
    .agg(
        middle=pl.col("choices").median(),
        low=pl.col("choices").quantile(0.1),
        high=pl.col("choices").quantile(0.9),
    )
    .sort("round")
    .collect()
)
base = alt.Chart(open_choices, title="Choices open at a decision").encode(
    x=alt.X("round:O", axis=alt.Axis(labelAngle=0))
)
choices = base.mark_area(opacity=0.25, color=BLUE).encode(
    y=alt.Y("low:Q", title="legal choices: median, 10 % to 90 %"), y2="high:Q"
) + base.mark_line(color=BLUE, point=True).encode(y="middle:Q")
choices.properties(width=420, height=240).save(folder / "choices.svg")

# %% What goes with winning? How often winners and others choose each kind of action in a game
games = rows.select("game_id", "seat", "win_share").unique()
sides = games.with_columns(
    side=pl.when(pl.col("win_share") > 0).then(pl.lit("winners")).otherwise(pl.lit("others"))
)
players = sides.group_by("side").agg(players=pl.len())
kinds = (
    rows.select("game_id", "seat", kind=pl.col("notation").str.split(" ").list.first())
    .join(sides.select("game_id", "seat", "side"), on=["game_id", "seat"])
    .group_by("kind", "side")
    .agg(times=pl.len())
    .join(players, on="side")
    .with_columns(per_game=pl.col("times") / pl.col("players"))
    .collect()
)
most = kinds.group_by("kind").agg(pl.col("times").sum()).top_k(12, by="times")["kind"]
used = (
    alt.Chart(
        kinds.filter(pl.col("kind").is_in(most.implode())), title="Kinds of choices in a game"
    )
    .mark_bar()
    .encode(
        x=alt.X("per_game:Q", title="choices per player and game"),
        y=alt.Y("kind:N", sort="-x", title=None),
        yOffset=alt.YOffset("side:N", sort=["winners", "others"]),
        color=alt.Color(
            "side:N", scale=alt.Scale(domain=["winners", "others"], range=[BLUE, SAND]), title=None
        ),
    )
)
used.properties(width=420, height=360).save(folder / "kinds.svg")
print(f"Written: {folder}/wins.svg, choices.svg, kinds.svg")
