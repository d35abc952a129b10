"""Games as tables: one row for each decision, in Parquet files, from records or from self-play.

Nothing but `schema`, `writing` and what uses them needs the libraries of the extra [research].
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder

add_folder(Path(__file__).parent / "messages")
