"""A PostgreSQL of our own for the tests: installed if missing, private, gone afterwards.

    python -m tools.postgres FOLDER OWNER

makes a cluster in FOLDER, starts it on a free port of this machine, writes its address to
FOLDER/address and waits. Once the process OWNER is no more, the cluster is stopped and removed.
What went wrong is written to FOLDER/failed. Linux only; to install, it needs Debian and root.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from tools.debian import install

USER = "postgres"
# A machine that is switched off may lose test data, so nothing waits for the disk.
SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=200")


class Unavailable(Exception):
    """There is no PostgreSQL here, and it could not be installed."""


def programs() -> Path:
    """The folder with PostgreSQL's programs; installs them if there is none."""
    found = _installed()
    if found is None:
        _install()
        found = _installed()
    if found is None:
        raise Unavailable("PostgreSQL was installed, but its initdb is nowhere to be found.")
    return found


def _installed() -> Path | None:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    if debian:
        return debian[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).resolve().parent if elsewhere else None


def _version(initdb: Path) -> float:
    return float(initdb.parts[-3])


def _install() -> None:
    """From Debian's archive. The cluster that the package would make for itself is not wanted."""
    if os.geteuid() == 0:
        settings = Path("/etc/postgresql-common/createcluster.d")
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "quarterdeck.conf").write_text("create_main_cluster = false\n")
    problem = install("postgresql")
    if problem:
        raise Unavailable(f"The tests need PostgreSQL (initdb). {problem}")


def as_owner(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root: then another user runs it."""
    return [*(("runuser", "-u", USER, "--") if os.geteuid() == 0 else ()), *command]


def run(*command: str) -> None:
    done = subprocess.run(
        as_owner(*command), capture_output=True, text=True, check=False, cwd="/", timeout=120
    )
    if done.returncode:
        raise Unavailable(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(folder: Path) -> str:
    """Make and start a cluster; gives its address without a database name."""
    found = programs()
    data = folder / "data"
    data.mkdir()
    if os.geteuid() == 0:
        shutil.chown(data, USER)
        folder.chmod(0o711)
    initdb = [str(found / "initdb"), "-D", str(data), "-U", USER, "--auth=trust", "-E", "UTF8"]
    run(*initdb, "--locale=C.UTF-8", "--no-sync", "--no-instructions")
    address = f"postgresql://{USER}@127.0.0.1:{free_port()}"
    start_again(folder, address)
    return address


def start_again(folder: Path, address: str) -> None:
    """Start a cluster that was made before, at an address it had before."""
    data = folder / "data"
    flags = [f"-c {setting}" for setting in (*SETTINGS, "listen_addresses=127.0.0.1")]
    options = " ".join([*flags, f"-p {address.rpartition(':')[2]}", f"-k {data}"])
    control = [str(programs() / "pg_ctl"), "-D", str(data), "-w", "-t", "60"]
    run(*control, "-l", str(data / "server.log"), "-o", options, "start")


def stop(folder: Path) -> None:
    data = folder / "data"
    if (data / "postmaster.pid").exists():
        run(str(programs() / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")


def keep(folder: Path, owner: int) -> None:
    """Run a cluster as long as its owner lives."""
    try:
        address = start(folder)
    except (Unavailable, OSError, subprocess.SubprocessError) as error:
        _publish(folder / "failed", str(error))
        return
    _publish(folder / "address", address)
    try:
        while Path(f"/proc/{owner}").exists():
            time.sleep(0.5)
    finally:
        stop(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _publish(path: Path, text: str) -> None:
    """Whoever waits for the file never sees half of it."""
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.rename(path)


if __name__ == "__main__":
    keep(Path(sys.argv[1]), int(sys.argv[2]))
