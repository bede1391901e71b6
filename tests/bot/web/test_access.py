"""The page behind Discord: who is let in, who can look and act, who can watch, and what ends that."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import discord
import pytest
from aiohttp import ClientResponse, ClientSession, CookieJar, TCPConnector
from aiohttp.test_utils import unused_port

from bot.app import Referee
from bot.config import BadConfig
from bot.discord_ui.commands.browsers import SIGNED_OUT
from bot.games import Terms
from bot.games.bus import GameChanged
from bot.store import Player
from bot.web import access
from engine.clocks.control import DAY, MINUTE, SECOND
from tests.bot.discord_ui.commands.test_server import opened
from tests.bot.discord_ui.stories.test_privacy_story import forgotten
from tests.bot.support.people import Pair, is_board, labels, more, moves_of, shown, untouched
from tests.bot.support.timed import Time
from tests.bot.web.local import Client, heard
from tests.wire import Channel, Human, Message, Standin, bits, running

GAME, ACTS = "api/games/1", "api/games/1/acts"
MOVE = {"act": "move", "move": "b1c3"}


@dataclass
class Page:
    """The referee with its page; everything it sees happens at a `time` that a test lets pass."""

    discord: Standin
    referee: Referee
    address: str
    time: Time
    sessions: list[ClientSession] = field(default_factory=list)

    def browser(self, prefix: str = "") -> Client:
        """A browser of its own, on the page under a prefix."""
        self.sessions.append(ClientSession(cookie_jar=CookieJar(unsafe=True), connector=TCPConnector(limit=0)))
        return Client(self.referee.controller.games, self.sessions[-1], f"{self.address}/{prefix}")

    async def of(self, who: Human, game: int = 1) -> Client:
        """A browser in which somebody has signed in."""
        browser = self.browser()
        token = await browser.games.browsers.invite(Player(who.id, who.name), game)
        await browser.post("api/enter", {"token": token})
        return browser


@asynccontextmanager
async def paged(standin: Standin, database: Path, url: str = "") -> AsyncIterator[Page]:
    """Log a referee in with a page on this machine, known by another address if there is one."""
    time, place = Time(), f"127.0.0.1:{unused_port()}"
    terms = Terms(grace=10**15, page=url or f"http://{place}", page_at=place)
    async with running(Referee(database, terms, time)) as client:
        page = Page(standin, client, f"http://{place}", time)
        yield page
        for session in page.sessions:
            await session.close()


@pytest.fixture
async def page(discord_: Standin, database: Path) -> AsyncIterator[Page]:
    async with paged(discord_, database) as opened:
        yield opened


@pytest.fixture
async def pair(page: Page) -> Pair:
    return await Pair.seated(page.discord)


async def invited(who: Human, board: Message) -> str:
    """Press Play in browser in the menu of a board; the token of the link."""
    message = await (await more(who, board, "Play in browser")).reply()
    assert message.ephemeral
    (token,) = re.findall(r"/#enter/([\w-]{43})>", message.content)
    return str(token)


async def listening(browser: Client) -> ClientResponse:
    """Open a stream of changes of game 1, and read the first."""
    stream = await browser.listen()
    await heard(stream)
    return stream


async def ended(stream: ClientResponse) -> bool:
    """Whether a stream ends soon, without another word about the game."""
    return b"data" not in await asyncio.wait_for(stream.content.read(), 5)


def open_to_all(channel: Channel, permissions: int) -> None:
    """Set what all members may do in a channel, in which the bot may do everything."""
    assert channel.guild
    channel.set_permissions(channel.hub.bot, bits.ALL_PERMISSIONS)
    channel.set_permissions(channel.guild.roles[channel.guild.id], permissions)


# ---- signing in


async def test_signing_in(pair: Pair, page: Page) -> None:
    """A link names its person as often as it is looked at, and signs one browser in; the cookie is the page's own.

    The link under /games leads to no game; a browser that signs in again leaves no second one behind.
    """
    browser, token = page.browser(), await invited(pair.red, pair.board)
    await browser.get("api/home", 401)
    for _ in range(2):
        assert await browser.get("api/enter", 200, **{"X-Token": token}) == {"name": "alice", "game": 1}
    await browser.post("api/enter", {"token": token})
    (cookie,) = browser.session.cookie_jar
    assert (cookie.key, cookie["path"], cookie["max-age"]) == ("hexmarshal", "/", str(30 * 24 * 3600))
    assert (cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("Lax", True, "")
    home = await browser.get("api/home")
    assert (home["mode"], home["name"], [game["number"] for game in home["games"]]) == ("member", "alice", [1])
    await page.browser().post("api/enter", {"token": token}, 410)
    await page.browser().get("api/enter", 410, **{"X-Token": token})
    listing = await (await pair.red.slash("games")).reply()
    message = await shown(await pair.red.press(listing, "Play in browser"))
    token = message.content.split("/#enter/")[1].rstrip(">")
    assert await browser.post("api/enter", {"token": token}) == {"name": "alice", "game": 0}
    await browser.get("api/home")
    await page.browser().get("api/home", 401, Cookie=f"hexmarshal={cookie.value}")


async def test_what_signs_nobody_in(pair: Pair, page: Page) -> None:
    """Forged and old links, forged and old cookies, and one taken for the other, are nobody's."""
    token, browser = await invited(pair.red, pair.board), page.browser()
    for forged in ("", "x", token[:-1], token[::-1], "\ud800"):
        await browser.post("api/enter", {"token": forged}, 410)
    for forged in ("", "x", token[:-1], token[::-1], token):
        await browser.get("api/home", 401, Cookie=f"hexmarshal={forged}")
    page.time.go(10 * MINUTE)
    await browser.get("api/enter", 410, **{"X-Token": token})
    await browser.post("api/enter", {"token": token}, 410)
    browser = await page.of(pair.red)
    (cookie,) = browser.session.cookie_jar
    await browser.get("api/enter", 410, **{"X-Token": cookie.value})
    page.time.go(30 * DAY - SECOND)
    await browser.get("api/home")
    page.time.go(SECOND)
    await browser.get("api/home", 401)
    await page.referee.scheduler.meet()
    assert await browser.games.ledger.database.rows("SELECT * FROM browsers") == []


async def test_behind_https(discord_: Standin, database: Path) -> None:
    """The cookie is bound to the page's host; other hosts, and what other pages send, are refused."""
    async with paged(discord_, database, "https://chess.example.org") as page:
        pair, browser = await Pair.seated(discord_), page.browser()
        form, sent = {"token": await invited(pair.red, pair.board)}, {"Host": "chess.example.org"}
        await browser.get("api/home", 421, Host="127.0.0.1")
        for origin in ("http://chess.example.org", "https://evil.example.org", "null"):
            await browser.post("api/enter", form, 403, **{**sent, "Origin": origin})
        sent["Origin"] = "https://chess.example.org"
        async with browser.session.post(f"{page.address}/api/enter", headers=sent, json=form) as response:
            name, *flags = response.headers["Set-Cookie"].split("; ")
    assert name.startswith("__Host-hexmarshal=")
    assert {*flags} == {"HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"}


async def test_nothing_in_discord_speaks_of_a_page_where_none_is_set_up(discord_: Standin, referee: Referee) -> None:
    assert referee.is_ready()
    pair = await Pair.seated(discord_)
    assert "Play in browser" not in labels(await shown(await pair.red.press(pair.board, "⋯")))
    assert not (await (await pair.red.slash("games")).reply()).buttons


async def test_a_page_that_cannot_be_served_keeps_the_bot_from_starting(page: Page, new_file: Path) -> None:
    place = page.address.removeprefix("http://")
    second = Referee(new_file.with_name("second.sqlite"), Terms(page=page.address, page_at=place))
    with pytest.raises(BadConfig, match="WEB_ADDRESS"):
        async with running(second):
            """It doesn't start."""


# ---- looking and acting


async def test_a_move_on_the_page(pair: Pair, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's move is seen in the channel; another member can look, but not move; limits are those of Discord."""
    carol, alice = await page.of(page.discord.human("carol")), await page.of(pair.red)
    assert (await carol.get(GAME))["yours"] is False
    limits = (("stopping", True, "I'm restarting."), ("_each", 0, "I'm still working"), ("most", 0, "I'm very busy"))
    async with untouched(page.discord, page.referee):
        await carol.post(ACTS, MOVE, 409)
        for limit, reached, words in limits:
            with monkeypatch.context() as gate:
                gate.setattr(page.referee.controller.gate, limit, reached)
                assert (await alice.post(ACTS, MOVE, 409))["error"].startswith(words)
    assert (await alice.post(ACTS, MOVE))["ply"] == 1
    assert "Tbc3" in (await pair.next_board()).content
    assert await moves_of(page.referee) == ["b1c3"]


async def test_two_hundred_pages_hear_of_a_move_within_a_second(pair: Pair, page: Page) -> None:
    alice = await page.of(pair.red)
    await alice.get(GAME)
    pages = await asyncio.gather(*(listening(alice) for _ in range(200)))
    async with asyncio.timeout(1):
        moved = await alice.post(ACTS, MOVE)
        await alice.get("api/home")
        assert {*await asyncio.gather(*map(heard, pages))} == {moved["sequence"]}
    for each in pages:
        each.close()


async def test_discord_is_asked(pair: Pair, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before every act, for looks from time to time; one in a timeout can look, who has left can't."""
    alice, games = await page.of(pair.red), page.discord.channel()
    asked = f"/members/{pair.red.id}"
    before = len(page.discord.requests_to("GET", asked))
    for path in (GAME, f"{GAME}/board.png", GAME):
        await alice.get(path)
    assert len(page.discord.requests_to("GET", asked)) == before + 1
    for number in (2, 3):
        await alice.post(ACTS, {"act": "move", "move": "a1a9"}, 409)
        assert len(page.discord.requests_to("GET", asked)) == before + number
    with monkeypatch.context() as moderated:
        moderated.setattr(discord.Member, "is_timed_out", lambda _: True)
        assert "timeout" in (await alice.post(ACTS, MOVE, 409))["error"]
    await alice.get(GAME)
    games.deny(pair.red.user, bits.VIEW_CHANNEL)
    await alice.post(ACTS, MOVE, 404)
    for path in (GAME, f"{GAME}/board.png", f"{GAME}/events", "api/games/2"):
        await alice.get(path, 404)
    games.allow(pair.red.user, bits.VIEW_CHANNEL)
    page.discord.fail("GET", asked, 403)
    await alice.post(ACTS, MOVE, 404)
    page.discord.guild().remove(pair.red)
    await alice.post(ACTS, MOVE, 404)
    assert await moves_of(page.referee) == []


async def test_a_private_thread_is_for_its_members(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "ANSWER_HOLDS_S", 0)
    monkeypatch.setattr("bot.web.server.BREATH_S", 0.05)
    monkeypatch.setattr("bot.web.server.CHECK_S", 0.1)
    open_to_all(page.discord.channel(), bits.ALL_PERMISSIONS & ~bits.MANAGE_THREADS)
    pair = await Pair.seated(page.discord, place=page.discord.channel().thread("hideout", private=True))
    pair.channel.members |= {pair.red.id, pair.blue.id}
    alice, carol = await page.of(pair.red), await page.of(page.discord.human("carol"))
    await carol.get(GAME, 404)
    stream = await listening(alice)
    pair.channel.members.remove(pair.red.id)
    assert await ended(stream)
    await alice.get(GAME, 404)
    await alice.post(ACTS, MOVE, 404)


async def test_games_in_direct_messages_and_puzzles_are_a_persons_own(page: Page) -> None:
    human = page.discord.human("alice")
    await human.at(human.dm).slash("play", game="hexeh", clock="none", side="1")
    await human.dm.wait_for(is_board)
    alice, bob = await page.of(human), await page.of(page.discord.human("bob"))
    await alice.get(GAME)
    await bob.get(GAME, 404)
    await bob.post(ACTS, MOVE, 404)
    puzzle = (await alice.post("api/puzzles", {"game": ""}))["number"]
    await alice.get(f"api/puzzles/{puzzle}")
    await bob.get(f"api/puzzles/{puzzle}", 409)
    await bob.post(f"api/puzzles/{puzzle}/acts", {"act": "solution"}, 409)


# ---- watching


async def watch_link(who: Human, board: Message) -> str:
    """The link to watch a game in the menu of a board, without the page's address; "" where there is none."""
    menu = str((await shown(await who.press(board, "⋯"))).components)
    return "".join(re.findall(r"/(watch/[\w-]{43}/)'", menu))


async def test_watching(pair: Pair, page: Page) -> None:
    """Where a moderator allows it, anyone with the link sees names, board and moves of one game, and nothing else."""
    assert await watch_link(pair.red, pair.board) == ""
    await allow_watching(page.discord)
    link = await watch_link(pair.red, pair.board)
    assert link == await watch_link(page.discord.human("carol"), pair.board) != ""
    await pair.red.slash("game draw action:offer", game="1")
    other, watcher = await Pair.seated(page.discord, 2), page.browser(link)
    home, view = await watcher.get("api/home"), await watcher.get(GAME)
    assert (home["mode"], home["game"], [game["number"] for game in home["games"]]) == ("watch", 1, [1])
    assert {side["player"] for side in view["sides"]} == {"alice", "bob"}
    assert (view["yours"], view["moves"], view["offers"], view["acts"], view["link"]) == (False, [], [], [], "")
    await watcher.get(f"{GAME}/board.png")
    async with watcher.session.get(watcher.address) as response:
        assert response.headers["X-Robots-Tag"] == "noindex"
    await watcher.get(f"api/games/{other.number}", 404)
    await watcher.get("api/enter", 404)
    for act in ({"act": "hint"}, {"act": "review"}, MOVE):
        await watcher.post(ACTS, act, 404)
    await watcher.post("api/puzzles", {"game": "hexeh"}, 404)
    await page.browser(f"watch/{'x' * 43}/").get(GAME, 404)


async def allow_watching(standin: Standin, choice: str = "0") -> None:
    """Choose whether games can be watched, as a moderator."""
    olga = standin.human("olga")
    standin.channel().allow(olga.user, bits.MANAGE_GUILD)
    await (await olga.choose(await opened(olga, "watched"), "Watching", choice)).reply()


async def test_watching_ends(pair: Pair, page: Page) -> None:
    """A link dies for good when the channel isn't open to all, or a moderator takes it back; streams end, too."""
    await allow_watching(page.discord)
    watcher = page.browser(await watch_link(pair.red, pair.board))
    stream = await listening(watcher)
    open_to_all(page.discord.channel(), 0)
    assert await ended(stream)
    assert await watch_link(pair.red, pair.board) == ""
    open_to_all(page.discord.channel(), bits.ALL_PERMISSIONS)
    await watcher.get(GAME, 404)
    watcher = page.browser(await watch_link(pair.red, pair.board))
    page.discord.guild().recover()
    stream = await listening(watcher)
    await allow_watching(page.discord, "1")
    assert await ended(stream)
    await allow_watching(page.discord)
    await watcher.get(GAME, 404)
    await page.browser(await watch_link(pair.red, pair.board)).get(GAME)
    thread = page.discord.channel().thread("hideout", private=True)
    hidden = await Pair.seated(page.discord, 2, place=thread)
    assert await watch_link(hidden.red.at(thread), hidden.board) == ""


# ---- the end


async def test_a_stream_ends_with_its_game(pair: Pair, page: Page) -> None:
    stream, games = await listening(await page.of(pair.red)), page.referee.controller.games
    await games.departures.forget(page.discord.guild().id)
    await games.bus.tell(GameChanged(1))
    assert await ended(stream)


@pytest.mark.parametrize("everything", [False, True])
async def test_signing_out(pair: Pair, page: Page, *, everything: bool) -> None:
    """Signing out, or deleting everything, ends a person's browsers, streams and unused links; others' stay."""
    alice, bob, link = await page.of(pair.red), await page.of(pair.blue), await invited(pair.red, pair.board)
    stream = await listening(alice)
    if everything:
        await forgotten(pair.red)
    else:
        menu = await (await pair.red.slash("settings privacy")).reply()
        assert (await (await pair.red.press(menu, "Sign out of browsers")).reply()).content == SIGNED_OUT
    await asyncio.wait_for(stream.content.read(), 5)
    await alice.get("api/home", 401)
    await alice.post("api/enter", {"token": link}, 410)
    await bob.get(GAME)
    assert await bob.games.ledger.database.rows("SELECT player FROM browsers") == [(pair.blue.id,)]


async def test_a_stop_waits_for_no_page_and_ends_its_stream(pair: Pair, page: Page) -> None:
    alice = await page.of(pair.red)
    stream = await listening(alice)
    await alice.post(ACTS, MOVE)
    async with asyncio.timeout(3):
        await page.referee.leave()
        await stream.content.read()
