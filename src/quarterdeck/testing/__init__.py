"""The conformance kit: what every game must keep, tested with pytest.

It needs pytest, which `pip install "quarterdeck[testing]"` brings along. A game tests itself with
one small file:

    from quarterdeck.testing import Case, Check, conformance
    from my_game import RULES

    @conformance.parametrize(RULES)
    def test_conformance(case: Case, check: Check) -> None:
        check(case)

What else is here:

- `rule("XX-1.2")` and `example("7")` tag a test with what it proves; `stated` finds the rules that
  no test proves.
- `boards.Boards` checks a game's picture, `faults.Faults` what the loader of its components says
  of faulty files, `mutations.check_mutations` that whatever the loader accepts can be played.
- `things.check_things` checks that everything on a board and every choice explains itself.
- `foresight` finds and words what choices would change; `news.check_news` checks that what players
  do can be summed up, `news.find_concerned` tells to whom it is called out.
- `howto.check_howto` checks that How to play can be shown as it is written.
- `catalogues.find_differences` compares the texts of a game language by language.
- `records` checks recorded games, `walk` plays the random games that all of this looks at.
"""

from __future__ import annotations

try:
    import pytest
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        'quarterdeck.testing needs pytest: pip install "quarterdeck[testing]"', name="pytest"
    ) from missing

# Before they are imported, so that their asserts explain themselves as those of a test do
pytest.register_assert_rewrite(
    "quarterdeck.testing.boards",
    "quarterdeck.testing.conformance",
    "quarterdeck.testing.faults",
    "quarterdeck.testing.foresight",
    "quarterdeck.testing.howto",
    "quarterdeck.testing.lanes",
    "quarterdeck.testing.mutations",
    "quarterdeck.testing.news",
    "quarterdeck.testing.records",
    "quarterdeck.testing.secrecy",
    "quarterdeck.testing.things",
    "quarterdeck.testing.walk",
)

from quarterdeck.testing import conformance as conformance  # noqa: E402
from quarterdeck.testing import stated as stated  # noqa: E402
from quarterdeck.testing.conformance import Check as Check  # noqa: E402
from quarterdeck.testing.tags import example as example  # noqa: E402
from quarterdeck.testing.tags import rule as rule  # noqa: E402
from quarterdeck.testing.walk import Case as Case  # noqa: E402
