"""The page in a real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import gzip
import random
import re
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from bot.store import Player
from bot.web.local import HERE
from bot.web.server import PAGE
from engine.notation.position_code import position_of
from engine.variants import variant_of
from tests.bot.web.conftest import NewWindow
from tests.bot.web.local import Client

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


async def _at(page: Page, local: Client, number: int) -> None:
    await page.goto(f"{local.address}#game/{number}")
    await expect(page.locator("#status")).not_to_be_empty()


def _cell(page: Page, name: str) -> Any:
    return page.locator(f'[data-cell="{name}"]')


async def _tap(page: Page, *cells: str) -> None:
    for name in cells:
        await _cell(page, name).tap()


async def _press(page: Page, name: str) -> None:
    """Press a button, in the menu of acts if it is there."""
    button = page.get_by_role("button", name=name, exact=True)
    if not await button.is_visible():
        await page.get_by_role("button", name="More").tap()
    await button.tap()


# ---- a game by taps


async def test_a_stranger_plays_a_game_to_its_end_by_taps_alone(page: Page, local: Client) -> None:
    await page.goto(local.address)
    await page.get_by_role("button", name="Start").tap()
    status, chance = page.locator("#status"), random.Random(5)  # noqa: S311 - a game
    for _ in range(150):
        await expect(status).to_have_class(re.compile("yours|over"), timeout=20_000)
        await expect(page.locator("#board")).to_have_attribute("aria-busy", "false")
        if await status.get_attribute("class") == "over":
            break
        await expect(page.locator("polygon.movable").first).to_be_attached()
        moves = await page.locator("polygon.movable").count()
        await page.locator("polygon.movable").nth(chance.randrange(moves)).tap()
        strikes = page.locator("polygon.target[aria-label*=capture]")
        targets = strikes if await strikes.count() else page.locator("polygon.target")
        moved = await page.locator("#moves button").count()
        await targets.nth(chance.randrange(await targets.count())).tap()
        sure, made = page.get_by_role("button", name="Play it anyway"), page.locator("#moves button").nth(moved)
        await expect(sure.or_(made).first).to_be_visible()
        if await sure.is_visible():
            await sure.tap()
            await expect(made).to_be_visible()
    await expect(status).to_contain_text("wins")
    await _press(page, "Play again")
    await expect(status).to_have_text("Your move")


async def test_a_target_is_marked_and_a_tap_elsewhere_unselects(page: Page, local: Client) -> None:
    await _at(page, local, await local.begin())
    await _tap(page, "b1")
    await expect(_cell(page, "c3")).to_have_class("target")
    await _tap(page, "d4")
    await expect(page.locator("polygon.selected")).to_have_count(0)


async def test_a_piece_can_be_dragged(page: Page, local: Client) -> None:
    await _at(page, local, await local.begin())
    await _cell(page, "b1").drag_to(_cell(page, "c3"))
    await expect(page.locator("#news")).to_contain_text("Tbc3")


async def test_a_refused_move_is_explained(page: Page, local: Client) -> None:
    await _at(page, local, await local.begin())
    await _cell(page, "a1").drag_to(_cell(page, "a4"))
    await expect(page.get_by_role("alert")).to_contain_text("The guard on a1 can't go to a4")
    await _tap(page, "b1", "c3")
    await expect(page.locator("#news")).to_contain_text("Tbc3")
    await expect(page.locator("#toast")).to_be_empty()


async def test_a_promotion_is_chosen(page: Page, local: Client) -> None:
    number = await local.begin("chess")
    for move in ("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6"):
        await local.move(number, move)
    await _at(page, local, number)
    await _tap(page, "b7", "a8")
    await page.get_by_role("button", name="Knight", exact=True).tap()
    await expect(page.locator("#news")).to_contain_text("=N")


async def test_the_king_castles(page: Page, local: Client) -> None:
    number = await local.begin("chess")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"):
        await local.move(number, move)
    await _at(page, local, number)
    await _tap(page, "e1", "g1")
    await expect(page.locator("#news")).to_contain_text("castles")


async def test_scouts_are_placed(page: Page, local: Client) -> None:
    number = await local.begin("imperial")
    move = (await local.get(f"api/games/{number}"))["moves"][0]
    await _at(page, local, number)
    await _tap(page, move["from"], move["to"])
    await expect(page.locator("#moves button")).to_have_count(1)


async def test_a_fight_shows_its_dice(page: Page, local: Client) -> None:
    number = await local.begin("chess", combat="poly")
    for move in ("e2e4", "d7d5"):
        await local.move(number, move)
    await _at(page, local, number)
    await _tap(page, "e4", "d5")
    await expect(page.locator("#fight .die").first).to_be_visible()
    await expect(page.locator("#news")).to_contain_text("exd5 – ")


async def test_the_kings_prerogative_is_fought(page: Page, local: Client) -> None:
    variant = variant_of("combat-chess")
    players = {1: Player(1, "White"), 2: Player(2, "Black")}
    mated = position_of(variant, "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
    await _at(page, local, await local.games.lobby.set_up(HERE, variant, players, mated))
    await _tap(page, "e8", "f7")
    await expect(page.locator("#fight .die").first).to_be_visible()


async def test_a_hint_grows(page: Page, local: Client) -> None:
    number = await local.begin("hexeh", level=0)
    await _at(page, local, number)
    await _press(page, "Hint")
    await expect(page.get_by_role("dialog")).to_contain_text("Look at", timeout=20_000)
    await page.get_by_role("button", name="Where to?").tap()
    await page.get_by_role("button", name="Why?").tap()
    await page.get_by_role("button", name="Close").tap()
    await expect(page.get_by_role("dialog")).to_have_count(0)


# ---- looking


async def test_two_windows_see_each_others_moves(new_window: NewWindow, page: Page, local: Client) -> None:
    number = await local.begin()
    await _at(page, local, number)
    other = await new_window()
    await _at(other, local, number)
    await _tap(page, "b1", "c3")
    await expect(other.locator("#news")).to_contain_text("Tbc3")


async def test_a_page_that_lost_its_connection_catches_up(page: Page, local: Client) -> None:
    number = await local.begin()
    await _at(page, local, number)
    await page.context.set_offline(offline=True)
    await local.move(number, "b1c3")
    await local.move(number, "b5c4")
    await page.context.set_offline(offline=False)
    await expect(page.locator("#moves button")).to_have_count(2, timeout=10_000)
    await expect(page.locator("#status")).to_have_text("Red to move")


async def test_a_hidden_page_listens_to_nothing_and_catches_up(page: Page, local: Client) -> None:
    """A browser allows six streams a host, so that a seventh tab works only if hidden ones close theirs."""
    number = await local.begin()
    tabs = [page]
    for _ in range(7):
        await _at(tabs[-1], local, number)
        await tabs[-1].evaluate(_HIDE, arg=True)
        tabs.append(await page.context.new_page())
    await _at(tabs[-1], local, number)
    await _tap(tabs[-1], "b1", "c3")
    await expect(tabs[-1].locator("#news")).to_contain_text("Tbc3")
    await expect(page.locator("#moves button")).to_have_count(0)
    await page.evaluate(_HIDE, arg=False)
    await expect(page.locator("#news")).to_contain_text("Tbc3")


_HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


async def test_one_looks_back_and_flips_the_board(page: Page, local: Client) -> None:
    number = await local.begin()
    await local.move(number, "b1c3")
    await _at(page, local, number)
    await page.get_by_role("button", name="Back").tap()
    await expect(page.locator("#status")).to_contain_text("Looking back")
    await page.get_by_role("button", name="Now").tap()
    before = await _cell(page, "a1").get_attribute("points")
    await page.get_by_role("button", name="Flip").tap()
    await expect(_cell(page, "a1")).not_to_have_attribute("points", before or "")


async def test_a_game_is_played_by_keys_alone(page: Page, local: Client) -> None:
    await _at(page, local, await local.begin())
    for _ in range(12):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.dataset.cell || ''"):
            break
    for _ in range(40):
        if await page.evaluate("document.activeElement.classList.contains('movable')"):
            break
        await page.keyboard.press("ArrowRight" if _ % 3 else "ArrowUp")
    await page.keyboard.press("Enter")
    await expect(page.locator("polygon.selected")).to_have_count(1)
    target = await page.locator("polygon.target").first.get_attribute("data-cell")
    await _cell(page, str(target)).focus()
    await page.keyboard.press("Space")
    await expect(page.locator("#moves button")).to_have_count(1)


async def test_a_large_board_is_zoomed_by_the_wheel(page: Page, local: Client) -> None:
    await _at(page, local, await local.begin("nd-wellisch-4-trios"))
    await _cell(page, "h8").hover()
    await page.mouse.wheel(0, -400)
    whole = page.get_by_role("button", name="Whole board")
    await expect(whole).to_be_visible()
    await whole.tap()
    await expect(whole).to_be_hidden()


async def test_a_puzzle_is_shown_helped_and_followed_by_another(page: Page, local: Client) -> None:
    await page.goto(local.address)
    await page.get_by_role("button", name="Show me one").tap()
    await expect(page.locator("#status")).to_contain_text("You play")
    await _press(page, "Hint")
    await expect(page.locator("#panel")).to_contain_text("Hint:")
    alt = await page.locator("#board img").get_attribute("alt")
    await _press(page, "Next puzzle")
    await expect(page.locator("#board img")).not_to_have_attribute("alt", alt or "")


# ---- for everybody


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(page: Page, local: Client, scheme: Any) -> None:
    await page.emulate_media(color_scheme=scheme)
    number = await local.begin("chess", combat="poly", time="10+5")
    for move in ("e2e4", "d7d5", "e4d5"):
        await local.move(number, move)
    await page.goto(local.address)
    await expect(page.get_by_role("button", name="Start")).to_be_visible()
    assert _found(await Axe().run(page)) == []
    await _at(page, local, number)
    assert _found(await Axe().run(page)) == []
    await _press(page, "Resign")
    assert _found(await Axe().run(page)) == []


def _found(results: Any) -> list[str]:
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in results.response["violations"]]


async def test_the_page_is_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in PAGE.iterdir()) <= 40_000
