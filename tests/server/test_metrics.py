"""Metrics: what is counted is right, of all processes together, and tells nothing about anybody."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.publishing import Processes, address_of, publish
from tests.server.client import Client, play_out, two_players, wait_until
from tests.server.servers import ROOT, new_postgres_database
from tools.postgres import free_port

Numbers = dict[str, float]


class Served:
    """`quarterdeck serve`, with metrics."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port, self.metrics = free_port(), free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "quarterdeck", "serve", "--port", str(self.port)]
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--metrics", str(self.metrics), *arguments],
                cwd=ROOT,
                env={**os.environ, "XDG_DATA_HOME": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        wait_until(self.answers, "a server that answers")

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
        try:
            return Client(self.address).get("/readyz").status == 200
        except OSError:
            return False

    def text(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics}/metrics") as answer:
            found: str = answer.read().decode()
            return found

    def numbers(self) -> Numbers:
        """Every number by its name and labels, as in the text."""
        return {
            sample.name
            + "".join(f" {k}={v}" for k, v in sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(self.text())
            for sample in family.samples
        }

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


Serve = Callable[..., Served]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serve]:
    started: list[Served] = []

    def start(*arguments: str) -> Served:
        started.append(Served(tmp_path, *arguments))
        return started[-1]

    yield start
    for one in started:
        one.stop()


def test_a_table_is_counted_from_its_first_move_to_its_bots(served: Serve) -> None:
    server = served()
    anne = Client(server.address).come("Anne-Bonny")
    table = anne.host("here", "greedy")
    moves = play_out(table, {0: anne}, lambda notations: notations[0], stop=12)
    with anne.watching(table) as stream:
        stream.next()
        numbers = server.numbers()
        assert numbers["quarterdeck_streams"] == 1
    assert numbers["quarterdeck_moves_total game=salty_ocean"] >= 2
    assert moves >= 12
    posted = numbers["quarterdeck_answers_total kind=move status=200"]
    assert posted >= 1
    assert numbers["quarterdeck_request_seconds_count kind=move"] == posted
    assert numbers["quarterdeck_store_commit_seconds_count"] >= posted
    assert numbers["quarterdeck_bot_seconds_count bot=greedy"] >= 1
    # The bot may be about to choose
    wait_until(lambda: server.numbers()["quarterdeck_store_waiting"] == 0, "an idle store")

    def looked() -> bool:
        found = server.numbers()
        return (
            found["quarterdeck_database_up"] == 1
            and found["quarterdeck_tables_in_memory"] == 1
            and found.get("quarterdeck_tables status=running") == 1
            and found["quarterdeck_streams"] == 0
        )

    wait_until(looked, "the table among the numbers")
    # Nothing about anybody
    text = server.text()
    assert anne.secret is not None
    for word in (table, anne.id, anne.name, anne.secret):
        assert word not in text
    ours = "\n".join(line for line in text.splitlines() if line.startswith("quarterdeck_"))
    labels = set(re.findall(r'[{,](?!le=)\w+="([^"]*)"', ours))
    assert labels <= {
        *("move", "undo", "stream", "table", "act", "chat", "replay", "static", "api", "page"),
        *("lobby", "gathering", "running", "finished", "salty_ocean", "greedy", "random"),
        *("200", "201", "409", "none", "info", "warning", "error"),
    }


def test_the_port_of_visitors_tells_no_metrics(served: Serve) -> None:
    server = served()
    assert Client(server.address).get("/metrics").status == 404


def test_requests_that_are_refused_are_counted(served: Serve) -> None:
    server = served()
    # Sent all at once, they come faster than one may ask, however slow this machine is
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
        refused = "quarterdeck_answers_total kind=api status=429"
        wait_until(lambda: server.numbers().get(refused, 0) >= 1, "a refusal")


def test_several_processes_are_added_up(served: Serve, postgres: str) -> None:
    server = served("--database", new_postgres_database(postgres), "--workers", "2")
    anne, bob = Client(server.address).come("Anne"), Client(server.address).come("Bob")
    table, first, _ = two_players(anne, bob)
    # Each request on a connection of its own, so that both processes answer some.
    for _ in range(40):
        anne.close()
        anne.table(table)
    first.move(table, first.lines(table), first.choices(table)["choices"][0]["notation"])

    def added() -> bool:
        found = server.numbers()
        return (
            found["quarterdeck_answers_total kind=table status=200"] >= 40
            and found["quarterdeck_moves_total game=salty_ocean"] >= 1
            and found.get("quarterdeck_tables status=running") == 1
            and found["quarterdeck_database_up"] == 1
        )

    wait_until(added, "the numbers of both processes")


def test_what_only_a_living_process_has_goes_with_it(tmp_path: Path) -> None:
    count = """
from quarterdeck.server.metrics import MOVES, STREAMS
MOVES.labels("salty_ocean").inc(3)
STREAMS.inc(5)
"""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for wait in ("", "print('ready', flush=True); input()"):
        process = subprocess.Popen(
            [sys.executable, "-c", count + wait],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if not wait:
            process.communicate()
    assert process.stdout is not None
    process.stdout.readline()
    found = {m.name: sum(s.value for s in m.samples) for m in Processes(tmp_path).collect()}
    process.communicate(b"\n")
    assert found["quarterdeck_moves"] == 6
    assert found["quarterdeck_streams"] == 5


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),  # noqa: S104
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_a_port_alone_is_open_to_this_machine_only(text: str, address: tuple[str, int]) -> None:
    assert address_of(text) == address


@pytest.mark.parametrize("text", ["yes", "0", "65536", "-1", "1.2.3.4.5:80", "::1:x", "host:80"])
def test_an_odd_address_for_metrics_is_refused(text: str) -> None:
    with pytest.raises(BadSetup) as refused:
        address_of(text)
    assert refused.value.message == Message("qd.server.metrics_form", text=text)


def test_an_address_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetup) as refused:
            publish(str(port), several=False)
    assert refused.value.message.id == "qd.server.metrics_taken"


def test_reviews_are_counted_by_game_and_result(served: Serve) -> None:
    server = served()
    anne = Client(server.address).come("Anne")
    table = anne.host("random", "random")
    wait_until(lambda: bool(anne.table(table).get("finished")), "the end of the game")
    path = f"/api/tables/{table}/review"
    wait_until(lambda: anne.ask(path)["stage"] == "complete", "the review", 120)
    numbers = server.numbers()
    assert numbers["quarterdeck_reviews_total game=salty_ocean result=complete"] == 1
    assert numbers["quarterdeck_reviews_waiting"] == 0
