"""Everything a server of the tests loads sooner or later, loaded at once; see `forking.py`."""

from datetime import date

from quarterdeck.bots import simple
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server import app, run
from quarterdeck.server.pages.common import page_templates
from quarterdeck.server.puzzles import puzzles_of

__all__ = ["app", "run", "simple"]

puzzles_of(date.today())
for language in LANGUAGES:
    Translator(language).knows("qd.player")
for template in page_templates().list_templates():
    page_templates().get_template(template)
