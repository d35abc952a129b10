"""The host of a table keeps order, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive


def test_the_host_mutes_a_spectator_and_sends_them_away(arrive: Arrive) -> None:
    anne, eve = arrive("Anne"), arrive("Eve", language="fr", size=(390, 844))
    table = anne.new_table("here", "here")
    for person in (anne, eve):
        person.page.goto(f"/t/{table}")
        person.page.locator(".tab-chat").click()
    eve.page.locator("#chat-text").fill("Bonjour")
    eve.page.locator("#chat-text").press("Enter")
    line = anne.page.locator(".chat li", has_text="Bonjour")
    expect(line).to_contain_text("spectator")
    # Two messages in a row: the form has a new key each time
    for text in ("One", "Two"):
        anne.page.locator("#chat-text").fill(text)
        anne.page.locator("#chat-text").press("Enter")
        expect(anne.page.locator(".chat li", has_text=text)).to_have_count(1)
        expect(anne.page.locator("#chat-text")).to_have_value("")
    anne.page.locator("#company > summary").click()
    anne.page.locator(".spectators button[value=muted]").click()
    expect(eve.page.locator(".chat-silent")).to_contain_text("retiré la parole")
    expect(eve.page.locator("#chat-text")).to_be_hidden()
    # What was open stays open
    anne.page.locator(".spectators button[value='']").click()
    expect(eve.page.locator("#chat-text")).to_be_visible()
    anne.page.locator(".spectators button[value=removed]").click()
    expect(eve.page.locator("#part-notice")).to_contain_text("exclu")
    # That her page was turned away is no trouble of the page
    eve.page.goto("/")
    eve.troubles[:] = [trouble for trouble in eve.troubles if "403" not in trouble]
