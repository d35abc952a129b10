"""Which build this machine makes: compiled if a C compiler works, otherwise pure Python.

Run as a script it prints `compiled` or `pure`, for the Makefile.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from setuptools import Distribution, Extension
from setuptools.errors import BaseError, CCompilerError

PROBE = """\
#include <Python.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "probe", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&probe); }
"""


@cache
def why_pure() -> str:
    """Why the build is pure Python; empty if it is not."""
    if os.environ.get("QUARTERDECK_PURE", "") not in {"", "0"}:
        return "QUARTERDECK_PURE is set"
    if sys.implementation.name != "cpython":
        return "only CPython runs compiled modules"
    if not _compiler_works():
        return "no working C compiler with Python headers"
    return ""


def native_build() -> bool:
    return not why_pure()


def _compiler_works() -> bool:
    """Really build an extension module, just as the build would."""
    with tempfile.TemporaryDirectory() as folder, _silence():
        source = Path(folder, "probe.c")
        source.write_text(PROBE, encoding="ascii")
        distribution = Distribution({"name": "probe"})
        distribution.ext_modules = [Extension("probe", [str(source)])]
        build = distribution.get_command_obj("build_ext")
        build.build_lib = build.build_temp = folder
        try:
            build.ensure_finalized()
            build.run()
        except (BaseError, CCompilerError, OSError):
            return False
    return True


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Discard what the compiler writes: a failed probe is an answer, not an error."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    saved = [(number, os.dup(number)) for number in (1, 2)]
    logging.disable(logging.CRITICAL)
    try:
        with Path(os.devnull).open("w", encoding="ascii") as nowhere:
            for number, _ in saved:
                os.dup2(nowhere.fileno(), number)
        yield
    finally:
        for number, copy in saved:
            os.dup2(copy, number)
            os.close(copy)
        logging.disable(logging.NOTSET)


if __name__ == "__main__":
    print("compiled" if native_build() else "pure")
    if why_pure():
        print(f"quarterdeck: pure Python build: {why_pure()}", file=sys.stderr)
