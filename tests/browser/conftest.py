"""A server, a browser, and people who sit in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from quarterdeck.server.assets import has_script
from tests.browser.people import PATIENCE, Person
from tests.server.servers import Server
from tests.server.serving import SEED
from tools.assets import SOURCES, build_assets
from tools.browser import FLAGS, chromium

Arrive = Callable[..., Person]
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser, a server and bots on a busy machine: what fails here is tried once more.

    The summary names every such test and shows why it failed, so that its cause is looked for.
    """
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages have their script. It deals the same at every table."""
    if not has_script():
        build_assets(SOURCES)
    assert has_script(), "the page's script has not been built"
    folder = tmp_path_factory.mktemp("browser-server")
    made = Server(folder, f"sqlite:///{folder / 'table.db'}", environment={SEED: 7}).start()
    yield made
    made.kill()


# Playwright keeps an event loop running, so no test with a loop of its own may run meanwhile: the
# browser is gone before the next module begins.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def arrive(browser: Browser, server: Server) -> Iterator[Arrive]:
    """Somebody opens a browser of their own; what goes wrong in their pages fails the test."""
    opened: list[tuple[BrowserContext, Person]] = []

    def start(name: str = "", *, language: str = "en", **wishes: Any) -> Person:
        size = wishes.pop("size", (1366, 768))
        # Tests of other things do not wait for what bots do.
        pace = wishes.pop("pace", "once")
        settings = {
            "base_url": server.address,
            "locale": language,
            "reduced_motion": "reduce",
            # It looks after devices, and takes a while to start; its own tests allow it.
            "service_workers": "block",
            "viewport": {"width": size[0], "height": size[1]},
            **wishes,
        }
        context = browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(
            "if (!localStorage.getItem('quarterdeck-pace'))"
            f" localStorage.setItem('quarterdeck-pace', '{pace}')"
        )
        person = Person(context, server.address)
        opened.append((context, person))
        if name:
            person.settle(name)
        return person

    yield start
    troubles = [trouble for _, person in opened for trouble in person.troubles]
    for context, _ in opened:
        context.close()
    assert not troubles, troubles
