"""What the tests of the page start from."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, async_playwright

from tests.bot.web.local import Client, opened

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE = ViewportSize(width=390, height=844)
NewWindow = Callable[[], Awaitable[Page]]


@pytest.fixture
async def local(database: Path) -> AsyncIterator[Client]:
    """Serve a page of local games."""
    async with opened(database) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Start Chromium once."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    async with async_playwright() as driver:
        started = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="module")
async def new_window(browser: Browser) -> AsyncIterator[NewWindow]:
    """Open a window of a phone of its own; what its pages log as an error fails the test."""
    contexts, problems = list[BrowserContext](), list[str]()

    async def open_one() -> Page:
        context = await browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        context.on("weberror", lambda problem: problems.append(str(problem.error)))
        contexts.append(context)
        return await context.new_page()

    yield open_one
    for context in contexts:
        await context.close()
    assert problems == []


@pytest_asyncio.fixture(loop_scope="module")
async def page(new_window: NewWindow) -> Page:
    return await new_window()
