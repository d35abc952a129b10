"""My tables in a browser: the next one by key and by tap, and a list that keeps up to date."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, Person
from tests.server.client import Client
from tests.server.servers import Server

pytestmark = pytest.mark.browser


def as_client(person: Person, server: Server) -> Client:
    """The same person, as a program."""
    person.page.goto("/me")
    person.page.locator('form[action="/me/link"] button').click()
    link = person.page.locator("#link").input_value()
    return Client(server.address, link.rsplit("/", 1)[-1])


def sit_down(anne: Client, bob: Client, count: int) -> list[str]:
    """Tables of two, all of which wait for the one who is asked first there."""
    tables = [anne.host("here", "open", title=f"Table {number}") for number in range(count)]
    for table in tables:
        bob.join(table)
    return tables


def pass_on(player: Client, table: str) -> None:
    while player.choices(table)["choices"]:
        last = player.choices(table)["choices"][-1]["notation"]
        player.move(table, player.lines(table), last)


@pytest.mark.parametrize("device", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_one_key_or_tap_leads_to_the_next_table(
    arrive: Arrive, server: Server, device: dict[str, Any]
) -> None:
    reader = arrive("Reader", **device)
    anne, bob = as_client(reader, server), server.client("Bob")
    tables = sit_down(anne, bob, 3)
    if not anne.choices(tables[0])["choices"]:
        for table in tables:
            pass_on(bob, table)
    waiting = [each["id"] for each in anne.ask("/api/me/tables")["waiting"]]
    assert sorted(waiting) == sorted(tables)

    def go() -> None:
        if device is DESKTOP:
            reader.page.keyboard.press("n")
        else:
            reader.page.locator("#next-table").tap()

    page = reader.page
    page.goto("/mine")
    expect(page.locator("#next-count")).to_have_text("3")
    for table in (*waiting, waiting[0]):
        go()
        page.wait_for_url(f"**/t/{table}")
        # Two more wait besides this one
        expect(page.locator("#next-count")).to_have_text("2")
    for table in waiting:
        pass_on(anne, table)
    expect(page.locator("#next-count")).to_be_hidden()
    go()
    page.wait_for_url("**/mine?next=none")
    expect(page.locator("#part-notice")).not_to_be_empty()


def test_the_key_is_in_the_help_and_minds_typing(arrive: Arrive, server: Server) -> None:
    reader = arrive("Reader")
    anne, bob = as_client(reader, server), server.client("Bob")
    (table,) = sit_down(anne, bob, 1)
    page = reader.page
    page.goto(f"/t/{table}")
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_contain_text("next table where it is your turn")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.locator("#chat-text").press_sequentially("no nonsense")
    expect(page.locator("#chat-text")).to_have_value("no nonsense")
    assert page.url.endswith(f"/t/{table}")
    page.goto("/mine")
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()


def test_the_list_keeps_up_to_date_without_loading_the_page(arrive: Arrive, server: Server) -> None:
    reader = arrive("Reader")
    anne, bob = as_client(reader, server), server.client("Bob")
    (table,) = sit_down(anne, bob, 1)
    pass_on(anne, table)
    page = reader.page
    page.goto("/mine")
    loads = reader.loads
    entry = page.locator(f"#mine-{table}")
    expect(page.locator("#mine-others")).to_be_visible()
    pass_on(bob, table)
    expect(page.locator("#mine-waiting")).to_be_visible()
    expect(entry).to_contain_text("Since you looked: Bob chose")
    expect(page).to_have_title("(1) My tables · Quarterdeck")
    assert reader.loads == loads
    # Having looked, there is nothing new
    entry.locator("a.button").click()
    page.wait_for_url(f"**/t/{table}")
    page.goto("/mine")
    expect(entry).to_be_visible()
    expect(entry).not_to_contain_text("Since you looked")


def test_a_table_is_found_joined_and_set_up_without_scripts(arrive: Arrive, server: Server) -> None:
    host = server.client("Hostess")
    wished = host.host("here", "open", "open", title="Marins", language="fr", remark="Venez !")
    plain = arrive("Plain", java_script_enabled=False)
    page = plain.page
    page.goto("/?language=fr#joinable")
    entry = page.locator(".entry", has_text="Marins")
    expect(entry).to_contain_text("Venez !")
    entry.get_by_role("button").click()
    page.wait_for_url(f"**/t/{wished}")
    page.goto("/new/saltfjord")
    page.locator('[name="seats"][value="3"]').check(force=True)
    page.locator("#seat-1").select_option("open")
    page.locator("#fill-after").select_option("6")
    page.locator(".new-table button.large").click()
    expect(page.locator(".fills")).to_contain_text("Bots take the free seats")
    page.locator(".fills button").click()
    expect(page.locator(".fills")).to_have_count(0)
