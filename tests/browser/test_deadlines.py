"""Pace, deadlines and holidays in a browser: set up, counted, told in the reader's time zone."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import DESKTOP, FRENCH_PHONE, Person
from tests.server.servers import Server

HOUR = 3600

# The page looks at the clock at least so often, in milliseconds
LOOK_AGAIN = 20_000


def set_up(host: Person, pace: str, time_up: str = "turn") -> None:
    """Fill in the form of a new table, as anybody does."""
    page = host.page
    page.goto("/new/salty_ocean")
    page.locator("label:has(input[name=seats][value='2'])").click()
    page.locator("#seat-1").select_option("open")
    expect(page.locator(".time-up")).to_be_hidden()
    expect(page.locator(".own-pace")).to_be_hidden()
    page.locator("#pace").select_option(pace)
    expect(page.locator(".time-up")).to_be_visible()
    page.locator(f"input[name=time-up][value={time_up}]").check()


def finish(host: Person) -> str:
    """Send the form; gives the id of the table."""
    host.page.locator("main button.primary.large").click()
    host.page.wait_for_url(re.compile("/t/"))
    return host.page.url.rsplit("/", 1)[-1]


@pytest.mark.parametrize("device", [DESKTOP, FRENCH_PHONE], ids=["desktop", "phone"])
def test_a_table_with_a_bank_from_form_to_deadline(
    arrive: Arrive, server: Server, device: dict[str, Any], tmp_path: Path
) -> None:
    host = arrive("Anne", **device, timezone_id="Asia/Tokyo")
    set_up(host, "bank")
    page = host.page
    expect(page.locator(".own-pace")).to_be_visible()
    page.locator("#bank-hours").fill("60")
    page.locator("#refill-hours").fill("6")
    page.screenshot(path=tmp_path / "new.png", full_page=True)
    table = finish(host)
    french = device["language"] == "fr"
    expect(page.locator("#pace")).to_contain_text("6 heures" if french else "6 hours")
    page.screenshot(path=tmp_path / "waiting.png", full_page=True)
    friend = arrive("Bob", language="en")
    assert friend.post(f"/t/{table}/join", {"seat": "1"}).ok
    expect(page.locator("#turn-line")).to_be_visible()
    clocks = page.locator("#clocks")
    expect(clocks).to_contain_text("2 jours" if french else "2 days")
    # The moment is written as the reader's own clock shows it
    expect(clocks.locator("time")).not_to_contain_text("UTC")
    when = clocks.locator("time").inner_text()
    there = page.evaluate(
        """() => new Intl.DateTimeFormat(document.documentElement.lang, {hour: "numeric",
        minute: "2-digit", timeZone: "Asia/Tokyo"}).format(
        new Date(document.querySelector("#clocks time").dateTime))"""
    )
    assert there in when
    page.screenshot(path=tmp_path / "table.png")
    server.skip(50 * HOUR)
    page.reload()
    expect(clocks).to_contain_text("encore 9" if french else "9 hr")
    # It counts by itself. Only what the clock shows is moved: to run its timers as well would
    # break off a request that is under way.
    page.clock.install()
    page.reload()
    later = page.evaluate("Date.now()") + 20 * HOUR * 1000
    page.clock.set_system_time(later / 1000)
    page.clock.run_for(LOOK_AGAIN)
    expect(clocks.locator(".overdue")).to_be_visible()
    expect(clocks).to_contain_text("en retard de 10 h" if french else "overdue by 10 hr")


def test_a_forgotten_turn_is_played_and_told_while_one_looks(
    arrive: Arrive, server: Server
) -> None:
    host, friend = arrive("Anne"), arrive("Bob")
    set_up(host, "day")
    table = finish(host)
    assert friend.post(f"/t/{table}/join", {"seat": "1"}).ok
    friend.page.goto(f"/t/{table}")
    expect(host.page.locator("#clocks")).to_be_visible()
    names = host.page.locator("#clocks b").all_inner_texts()
    waiting = friend if names == ["Anne"] else host
    server.skip(25 * HOUR)
    # Nobody does anything: the house finds it, and the page learns of it
    expect(waiting.page.locator("#turn-line")).to_have_attribute("data-asked", "yes")
    expect(waiting.page.locator("#clocks b")).not_to_have_text(names[0])
    waiting.page.locator("label.tab-chat").click()
    expect(waiting.page.locator("#part-chat")).to_contain_text(f"plays this turn for {names[0]}")


def test_holidays_propose_the_time_zone_of_the_device_and_the_day_it_is_there(
    arrive: Arrive, server: Server, tmp_path: Path
) -> None:
    person = arrive("Anne", **FRENCH_PHONE, timezone_id="Europe/Paris")
    page = person.page
    # In Paris the next day has begun
    server.skip_to(23.4)
    page.goto("/me/holidays")
    expect(page.locator("#zone")).to_have_value("Europe/Paris")
    last = page.locator("#last").input_value()
    there = date.fromisoformat(last)
    # Whoever chooses another zone is proposed the day it is there, unless they chose a day
    page.locator("#last").fill((there + timedelta(days=3)).isoformat())
    page.locator("#zone").select_option("America/New_York")
    expect(page.locator("#first")).to_have_value((there - timedelta(days=1)).isoformat())
    expect(page.locator("#last")).to_have_value((there + timedelta(days=3)).isoformat())
    page.locator("#zone").select_option("Europe/Paris")
    expect(page.locator("#first")).to_have_value(last)
    page.locator("main form.new-table button.primary").click()
    expect(page.locator(".holidays li")).to_have_count(1)
    assert last[:4] in page.locator(".holidays li").inner_text()
    page.screenshot(path=tmp_path / "holidays.png", full_page=True)
    page.locator(".holidays button").click()
    expect(page.locator(".holidays li")).to_have_count(0)
