"""What whoever runs a server copies from `deploy/` and its page of the docs fits the program."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml  # type: ignore[import-untyped]

from quarterdeck.cli.app import app
from quarterdeck.server import health, metrics

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "running-a-server.md").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
# A name and a version, from wherever the reader's machine takes its images.
IMAGE = re.compile(r"[a-z]+:[\w.-]+")


def options_of(command: str) -> set[str]:
    """The options a command of ours takes."""
    group: Any = typer.main.get_command(app)
    return {name for parameter in group.commands[command].params for name in parameter.opts}


def unit(name: str) -> configparser.ConfigParser:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / name, encoding="utf-8")
    return read


def said() -> list[tuple[str, str]]:
    """Every command of ours with each of its options, wherever it is shown."""
    shown = [
        PAGE,
        *(file.read_text(encoding="utf-8") for file in DEPLOY.iterdir() if file.is_file()),
    ]
    found = []
    for text in shown:
        flat = re.sub(r"`[^`]*`", lambda match: match[0].replace("\n", " "), text)
        for command, rest in re.findall(r"\bquarterdeck (\w+)\b([^`\n]*)", flat):
            if command in ("serve", "backup", "restore", "doctor"):
                found += [(command, option) for option in re.findall(r"--[a-z][a-z-]*", rest)]
    served = COMPOSE["services"]["table"]["command"][1:]
    found += [("serve", word.partition("=")[0]) for word in served]
    for options in re.findall(r"QUARTERDECK_OPTIONS=(.*)", PAGE):
        found += [("serve", o) for o in re.findall(r"--[a-z][a-z-]*", options)]
    for quoted in re.findall(r"`(--[a-z-]+)[^`]*`", PAGE):
        if quoted != "--replace":
            found.append(("serve", quoted))
    return sorted(set(found))


@pytest.mark.parametrize(("command", "option"), said())
def test_every_option_that_is_shown_exists(command: str, option: str) -> None:
    assert option in options_of(command)


def test_the_options_of_the_page_are_found_at_all() -> None:
    assert ("serve", "--behind-proxy") in said()
    assert ("backup", "--force") in said()
    assert ("restore", "--database") in said()


def test_every_number_that_the_page_names_is_counted() -> None:
    named = set(re.findall(r"`(quarterdeck_\w+?)(?:_total)?(?:\{[^}]*\})?`", PAGE))
    counted = {
        metric._name for metric in vars(metrics).values() if hasattr(metric, "_documentation")
    }
    assert len(named) > 8
    assert named <= counted


def test_every_reason_not_to_be_ready_is_named() -> None:
    flat = " ".join(PAGE.split())
    for reason in (
        health.STARTING,
        health.ENDING,
        health.NO_DATABASE,
        health.READ_ONLY,
        health.OLD_SCHEMA,
    ):
        assert f"`{reason}`" in flat


# Containers


def test_images_are_named_without_a_registry() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(images) == 2
    for image in [*images, COMPOSE["services"]["database"]["image"]]:
        assert IMAGE.fullmatch(image)


def test_the_image_runs_as_nobody_in_particular_and_is_probed() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (\S+)", last, re.MULTILINE) == ["quarterdeck"]
    assert "/readyz" in last
    assert "VOLUME /var/lib/quarterdeck" in last
    assert "gcc" not in last


def test_what_the_image_copies_is_there_and_is_let_through() -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert ignored[0] == "*"
    for line in re.findall(r"^COPY (?!--from)(.*)", DOCKERFILE, re.MULTILINE):
        for source in shlex.split(line)[:-1]:
            assert (ROOT / source).exists()
            assert f"!{source}" in ignored


def test_the_password_is_in_a_secret_file_only() -> None:
    services = COMPOSE["services"]
    name = "database_password"
    for service in services.values():
        assert service["secrets"] == [name]
        files = [value for key, value in service["environment"].items() if "PASSWORD" in key]
        assert files == [f"/run/secrets/{name}"]
    assert COMPOSE["secrets"][name]["file"] == f"./secrets/{name}"
    address = services["table"]["environment"]["QUARTERDECK_DATABASE"]
    assert address == "postgresql://quarterdeck@database/quarterdeck"


def test_the_containers_are_open_to_this_machine_only_and_keep_what_matters() -> None:
    table, database = COMPOSE["services"]["table"], COMPOSE["services"]["database"]
    assert table["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in database
    kept = {volume.partition(":")[0] for s in (table, database) for volume in s["volumes"]}
    assert kept == set(COMPOSE["volumes"])
    assert table["depends_on"]["database"]["condition"] == "service_healthy"
    gateway = COMPOSE["networks"]["default"]["ipam"]["config"][0]["gateway"]
    assert f"--behind-proxy={gateway}" in table["command"]


# systemd


def test_the_service_may_do_little() -> None:
    service = unit("quarterdeck.service")["Service"]
    for key in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome", "PrivateDevices"):
        assert service[key] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectoryMode"] == "0700"
    assert service["Restart"] == "on-failure"
    assert int(service["LimitNOFILE"]) >= 65536
    # What is kept is where the server looks for it.
    assert service["StateDirectory"] == "quarterdeck"
    assert "XDG_DATA_HOME=/var/lib" in service["Environment"]


def test_service_and_backup_work_on_the_same_things() -> None:
    service, backup = unit("quarterdeck.service")["Service"], unit("quarterdeck-backup.service")
    for key in ("User", "DynamicUser", "StateDirectory", "StateDirectoryMode", "EnvironmentFile"):
        assert backup["Service"][key] == service[key]
    assert unit("quarterdeck-backup.timer")["Timer"]["Persistent"] == "yes"


def test_no_secret_is_in_a_unit() -> None:
    for file, name in (
        ("postgresql.conf", "database-password"),
        ("mail.conf", "mail-password"),
    ):
        credential = unit(file)["Service"]
        assert credential["LoadCredential"].partition(":")[0] == name
        assert credential["Environment"].endswith(f"%d/{name}")
