"""Access to the page by Discord: for people who sign in with a link of their own, and spectators with one to a game.

The bot isn't told of members, so it asks Discord: before every act, and from time to time while a person looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic

import discord
from aiohttp import ClientError, web

from bot.games import Games, Table
from bot.games.browsers import BROWSER_HOLDS_MS
from bot.games.directory import unbegun
from bot.games.refusals import if_granted, refuse, refuse_if
from bot.store import StoredGame
from bot.web.server import asked, word
from bot.web.views import View, home_view
from bot.web.visitors import Visitor
from engine.model.refusal import Refusal
from engine.model.wording import say

ANSWER_HOLDS_S, MAX_CACHED_ANSWERS = 15.0, 4096
"""Cache of Discord's answers to looks: how long each holds, and its size. Streams ask again within 45 s."""
LISTED = 30
"""Maximum games on the first page."""
SIGN_IN = "Get a link in Discord: press “Play in browser” in the menu ⋯ under a board."
SPENT = f"That link was used, or is older than ten minutes. {SIGN_IN}"
UNSEEN = "There's no game #{number} that you can see."
SILENT = "Discord isn't answering. Please try again in a minute."
TIMED_OUT = "you're in a timeout there, so you can only look"
ENDED = "That link doesn't work any more."


class DiscordAccess:
    """Access by cookies, with what Discord says; `admit` lets a person's act in, or says why not."""

    prefixes: tuple[str, ...] = ("", r"/watch/{key:[\w-]+}")

    def __init__(self, client: discord.Client, games: Games, admit: Callable[[int], Refusal | None]) -> None:
        self._client = client
        self._games = games
        self._admit = admit
        self._answers: dict[tuple[int, int], tuple[bool, float]] = {}  # by player and channel, until a time
        self.origin = games.browsers.address
        self._secure = self.origin.startswith("https:")
        self._cookie = "__Host-hexmarshal" if self._secure else "hexmarshal"

    async def visitor(self, request: web.Request) -> Visitor:
        if not self._client.is_ready():
            raise web.HTTPServiceUnavailable(text=SILENT)
        if (key := request.match_info.get("key")) is not None:
            number = await self._games.browsers.watched(key)
            game = None if number is None else await if_granted(self._games.tables.game(number))
            if game is None or request.method == "POST" or not await can_be_watched(self._client, self._games, game):
                raise web.HTTPNotFound(text=ENDED)
            return Visitor(watched=game.number)
        player = await self._games.browsers.person(request.cookies.get(self._cookie, ""))
        if player is None:
            raise web.HTTPUnauthorized(text=SIGN_IN)
        if request.method == "POST":
            refuse(self._admit(player.id))
        return Visitor(player)

    async def table(self, visitor: Visitor, number: int, *, acting: bool = False) -> Table:
        game = await if_granted(self._games.tables.game(number))
        if game is None or not await self._sees(visitor, game, acting=acting):
            raise web.HTTPNotFound(text=say(UNSEEN, number=number))
        refuse(unbegun(game))
        return await self._games.tables.at(game)

    async def home(self, visitor: Visitor) -> View:
        if visitor.watched:
            return {**home_view([await self._games.tables.game(visitor.watched)], visitor), "game": visitor.watched}
        games = await self._games.ledger.held(visitor.player.id, LISTED) if visitor.player else []
        return home_view(games, visitor)

    def routes(self) -> Iterable[web.RouteDef]:
        yield web.get(f"{self.prefixes[0]}/api/enter", self._look)
        yield web.post(f"{self.prefixes[0]}/api/enter", self._enter)

    # ---- signing in

    async def _look(self, request: web.Request) -> web.Response:
        """Tell whom a link signs in, which doesn't spend it."""
        link = await self._games.browsers.look(request.headers.get("X-Token", ""))
        if link is None:
            raise web.HTTPGone(text=SPENT)
        return web.json_response({"name": link.player.name, "game": link.game})

    async def _enter(self, request: web.Request) -> web.Response:
        """Spend a link, and sign this browser in; whom it was signed in for before is signed out."""
        before = request.cookies.get(self._cookie, "")
        entered = await self._games.browsers.enter(word(await asked(request), "token"), before)
        if entered is None:
            raise web.HTTPGone(text=SPENT)
        cookie, browser = entered
        response = web.json_response({"name": browser.player.name, "game": browser.game})
        life, secure = BROWSER_HOLDS_MS // 1000, self._secure
        response.set_cookie(self._cookie, cookie, max_age=life, secure=secure, httponly=True, samesite="Lax")
        return response

    # ---- what Discord says

    async def changed(self, _: object, now: discord.abc.GuildChannel | discord.Role) -> None:
        """Void the links to games in channels that a change has closed to some members."""
        for channel in await self._games.browsers.store.watched_channels(now.guild.id):
            if _all_see(now.guild, channel) is False:
                await self._games.browsers.end_watching(now.guild.id, channel)

    async def _sees(self, visitor: Visitor, game: StoredGame, *, acting: bool) -> bool:
        """True if a visitor can see a game now; one in direct messages is its person's alone."""
        if visitor.watched:
            return game.number == visitor.watched and not acting
        if visitor.player is None or not game.guild:
            return visitor.player is not None and bool(game.seats_of(visitor.player.id))
        place, now = (visitor.player.id, game.channel), monotonic()
        known, until = self._answers.get(place, (False, 0.0))
        if not acting and now < until:
            return known
        if len(self._answers) >= MAX_CACHED_ANSWERS:
            self._answers.clear()
        seen = await self._asked(visitor.player.id, game, acting=acting)
        self._answers[place] = seen, now + ANSWER_HOLDS_S
        return seen

    async def _asked(self, player: int, game: StoredGame, *, acting: bool) -> bool:
        """Ask Discord whether a player sees the channel of a game; one in a timeout can't act."""
        guild = self._client.get_guild(game.guild)
        if guild is None:
            return False
        try:
            channel = guild.get_channel_or_thread(game.channel) or await guild.fetch_channel(game.channel)
            member = await guild.fetch_member(player)
            allowed = channel.permissions_for(member)
            if isinstance(channel, discord.Thread) and channel.is_private() and not allowed.manage_threads:
                await channel.fetch_member(player)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData, discord.ClientException):
            return False
        except (discord.HTTPException, ClientError, OSError, TimeoutError):
            raise web.HTTPServiceUnavailable(text=SILENT) from None
        refuse_if(acting and allowed.view_channel and member.is_timed_out(), TIMED_OUT)
        return allowed.view_channel


async def can_be_watched(client: discord.Client, games: Games, game: StoredGame) -> bool:
    """True if a server lets anyone with the link watch a game, in a channel that all its members see.

    The links to games in a channel that they no longer see are void from then on.
    """
    guild = client.get_guild(game.guild) if game.guild else None
    seen = _all_see(guild, game.channel) if guild else None
    if guild and seen is False:
        await games.browsers.end_watching(guild.id, game.channel)
    return bool(guild and seen and not unbegun(game) and (await games.servers.settings(guild.id)).watched)


def _all_see(guild: discord.Guild, number: int) -> bool | None:
    """True if all members of a server see a channel; None while the bot doesn't know it."""
    channel = guild.get_channel_or_thread(number)
    if guild.unavailable or channel is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None
    private = isinstance(channel, discord.Thread) and channel.is_private()
    return not private and channel.permissions_for(guild.default_role).view_channel
