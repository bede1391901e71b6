"""The page in a real browser beside Discord: people who signed in by their own links, and one who watches."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from engine.clocks.control import MINUTE
from tests.bot.discord_ui.channel.test_calls import rolled, seated
from tests.bot.support.people import Pair, says
from tests.bot.web import test_access as access
from tests.bot.web.conftest import NewWindow
from tests.wire import Human, Message, Standin

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def site(database: Path) -> AsyncIterator[access.Page]:
    """Start a stand-in and a referee with its page in the browser's loop."""
    async with Standin() as standin:
        with standin.point_library():
            async with access.paged(standin, database) as opened:
                yield opened


async def signed_in(window: Page, site: access.Page, who: Human, board: Message) -> Page:
    """Press Play in browser under a board, and follow the link."""
    await window.goto(f"{site.address}/#enter/{await access.invited(who, board)}")
    await window.get_by_role("button", name=f"Continue as {who.name}").tap()
    await expect(window.locator("#status")).not_to_be_empty()
    return window


async def tap(window: Page, *cells: str) -> None:
    for name in cells:
        await window.locator(f'[data-cell="{name}"]').tap()


async def test_two_windows_and_discord_see_each_others_moves(site: access.Page, new_window: NewWindow) -> None:
    pair = await Pair.seated(site.discord)
    windows = [await signed_in(await new_window(), site, who, pair.board) for who in (pair.red, pair.blue)]
    await tap(windows[0], "b1", "c3")
    assert "Tbc3" in (await pair.next_board()).content
    await expect(windows[1].locator("#news")).to_contain_text("Tbc3")
    await expect(windows[1].locator("#status")).to_have_text("Your move")
    await pair.move("Tfe4")
    for window in windows:
        await expect(window.locator("#news")).to_contain_text("Tfe4")
        await expect(window.locator("#moves button")).to_have_count(2)


async def test_a_roll_is_asked_on_the_page_and_made_in_discord(site: access.Page, new_window: NewWindow) -> None:
    """The page leads to the message that asks, and can't throw."""
    pair = await seated(site.discord)
    red, blue = [await signed_in(await new_window(), site, who, pair.board) for who in (pair.red, pair.blue)]
    await tap(red, "b1", "c6")
    board = await pair.channel.wait_for(says(", roll!"), after=pair.board)
    for window, words in ((red, "bob rolls in Discord."), (blue, "Your roll! Reply to the board in Discord.")):
        await expect(window.locator("#roll")).to_contain_text(words)
        await expect(window.locator("#roll").get_by_role("link")).to_have_attribute("href", re.compile(f"/{board.id}$"))
        await expect(window.locator("#roll button, polygon.movable")).to_have_count(0)
        assert await window.locator("#acts button").all_text_contents() == ["Resign"]
    await rolled(pair, pair.blue, board, "plum")
    for window in (red, blue):
        await expect(window.locator("#fight .die").first).to_be_visible()
        await expect(window.locator("#roll")).to_be_empty()


async def test_a_watcher_sees_the_game_alone_until_watching_ends(site: access.Page, page: Page) -> None:
    pair = await Pair.seated(site.discord)
    await access.allow_watching(site.discord)
    await pair.red.slash("game draw action:offer", game="1")
    await page.goto(f"{site.address}/{await access.watch_link(pair.red, pair.board)}")
    await expect(page.locator(".side b")).to_have_text(["bob", "alice"])
    await pair.move("Tbc3")
    await expect(page.locator("#news")).to_contain_text("Tbc3")
    await expect(page.locator("#offers")).to_be_empty()
    await expect(page.locator("#acts button, #acts a, polygon.movable")).to_have_count(0)
    await access.allow_watching(site.discord, "1")
    await expect(page.locator("#message")).to_contain_text("That link doesn't work any more.")
    await expect(page.locator("#board")).to_be_hidden()


async def test_a_link_that_is_used_or_old_says_so(site: access.Page, page: Page) -> None:
    pair = await Pair.seated(site.discord)
    used, old = [await access.invited(pair.red, pair.board) for _ in range(2)]
    await site.browser().post("api/enter", {"token": used})
    site.time.go(10 * MINUTE)
    for token in (used, old):
        await page.goto(f"{site.address}/#enter/{token}")
        await expect(page.locator("#message")).to_contain_text("That link was used, or is older than ten minutes.")
        await expect(page.locator("#message")).to_contain_text("press “Play in browser”")
        await page.goto("about:blank")
