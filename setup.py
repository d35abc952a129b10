"""The build steps that pyproject.toml cannot state: message catalogues and native modules.

Everything else is declared in pyproject.toml. Metadata, sdists and editable installs compile
nothing: an editable install runs the .py sources.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # a build backend does not put the project on the path

from tools.assets import AssetsError, build_assets, missing_script  # noqa: E402
from tools.build_kind import native_build, why_pure  # noqa: E402
from tools.catalogues import compile_catalogues  # noqa: E402
from tools.hot_modules import hot_modules  # noqa: E402

PACKAGE = "quarterdeck"
# Set by `make install`, which works without npm.
WITHOUT_SCRIPT = "QUARTERDECK_WITHOUT_SCRIPT"


class BuildPython(build_py):
    """Compiles the catalogues and the page's script before the package data are collected."""

    def run(self) -> None:
        compile_catalogues(ROOT / "src")
        build_script(may_be_missing=self.editable_mode or WITHOUT_SCRIPT in os.environ)
        self.__dict__.pop("data_files", None)
        if not self.editable_mode:
            if why_pure():
                print(f"{PACKAGE}: building pure Python: {why_pure()}", flush=True)
            self._forget_removed_files()
        super().run()

    def _forget_removed_files(self) -> None:
        """A file deleted from the sources must not live on in build/ and so in the wheel."""
        built = Path(self.build_lib)
        for file in (built / PACKAGE).rglob("*"):
            source = ROOT / "src" / file.relative_to(built)
            if file.is_file() and file.suffix not in {".so", ".pyd"} and not source.exists():
                file.unlink()


class BuildSources(sdist):
    """Builds the page's script first: whoever installs from an sdist need not have npm."""

    def run(self) -> None:
        build_script(may_be_missing=False)
        super().run()


def build_script(may_be_missing: bool) -> None:
    """Build the page's script; where it may be missing, say loudly that it is."""
    try:
        build_assets(ROOT / "src")
    except AssetsError as error:
        if not may_be_missing:
            raise SystemExit(
                f"{PACKAGE}: the page's script cannot be built: {error}\n"
                f"A package without it is not for others. To install one for yourself all the "
                f"same, with pages that work as plain forms, set {WITHOUT_SCRIPT}=1."
            ) from error
        print(missing_script(str(error)), file=sys.stderr, flush=True)


class BuildNative(build_ext):
    """Compiles the hot modules with mypyc, only once a build really asks for them."""

    def run(self) -> None:
        self.distribution.ext_modules = [] if self.editable_mode else native_extensions()
        self.swig_opts = None  # type: ignore[assignment]  # as before it was finalized
        self.finalize_options()
        self._forget_removed_modules()
        super().run()

    def build_extensions(self) -> None:
        """The compiler takes the files of an extension side by side, one per core."""
        compile_files = self.compiler.compile

        def compile_side_by_side(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                jobs = [pool.submit(compile_files, [file], *args, **kwargs) for file in sources]
                return [built for job in jobs for built in job.result()]

        self.compiler.compile = compile_side_by_side
        super().build_extensions()

    def _forget_removed_modules(self) -> None:
        built = Path(self.build_lib)
        current = {Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions}
        for suffix in (".so", ".pyd"):
            for file in built.rglob(f"*{suffix}"):
                if file not in current:
                    file.unlink()


def native_extensions() -> list[Any]:
    """One shared library for all hot modules: calls between them are plain C calls.

    Each module is a C file of its own: one file for all took a compiler twice as long, on one core.
    """
    from mypyc.build import mypycify

    files = [str(file.relative_to(ROOT)) for file in hot_modules(ROOT / "src")]
    flags = [
        f"--config-file={ROOT / 'pyproject.toml'}",
        "--cache-dir=build/mypyc-cache",
        # Only the hot modules are compiled. What they lead to is checked by `make check`, and may
        # need packages that an isolated build does not have.
        "--follow-imports=silent",
        "--ignore-missing-imports",
    ]
    return mypycify(
        [*flags, *files],
        opt_level="3",
        group_name=PACKAGE,
        target_dir="build/mypyc",
        multi_file=True,
    )


setup(
    cmdclass={"build_py": BuildPython, "build_ext": BuildNative, "sdist": BuildSources},
    # A stand-in that marks the wheel as platform-specific; BuildNative puts the real ones here.
    ext_modules=[Extension(PACKAGE + "__mypyc", sources=[])] if native_build() else [],
)
