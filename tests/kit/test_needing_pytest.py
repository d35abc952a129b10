"""The kit without pytest."""

from __future__ import annotations

import subprocess
import sys


def test_without_pytest_the_kit_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['pytest'] = None; import quarterdeck.testing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == (
        'ModuleNotFoundError: quarterdeck.testing needs pytest: pip install "quarterdeck[testing]"'
    )
