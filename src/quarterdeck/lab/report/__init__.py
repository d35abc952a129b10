"""The report of a study: one page for people, and the same figures for programs.

From games to columns of numbers (`samples.py`), to what they tell (`findings.py`, `uses.py`,
`effects.py`), to words (`words.py`, `sentences.py`), charts and a page. Needs the extra `[lab]`.
"""

from __future__ import annotations

from pathlib import Path

from quarterdeck.kernel.catalogue import add_folder

add_folder(Path(__file__).parent / "messages")
