"""Everything a server of the tests loads sooner or later, loaded at once; see `forking.py`."""

from quarterdeck import games
from quarterdeck.bots import simple
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server import app, run

__all__ = ["app", "run", "simple"]

games.load_all()
for language in LANGUAGES:
    Translator(language).knows("qd.player")
