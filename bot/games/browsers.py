"""The board in a browser: people who sign in there with a link of their own, and links with which anyone can watch."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bot.games.bus import AccessEnded, Bus
from bot.store import Browser, BrowserStore, Player
from engine.clocks.control import DAY, MINUTE

INVITATION_HOLDS_MS, BROWSER_HOLDS_MS = 10 * MINUTE, 30 * DAY


@dataclass(frozen=True)
class Browsers:
    """The browsers of all players on the page at `address`, "" for no page; `now()` gives UTC ms.

    The store knows only hashes of tokens and cookies; these have 256 random bits.
    """

    store: BrowserStore
    bus: Bus
    now: Callable[[], int]
    address: str

    async def invite(self, player: Player, game: int = 0) -> str:
        """A new token, with which one browser can sign in as a player; it opens a game, if one is named."""
        token, until = secrets.token_urlsafe(32), self.now() + INVITATION_HOLDS_MS
        await self.store.invite(Browser(_hashed(token), player, game, None, until))
        return token

    async def look(self, token: str) -> Browser | None:
        """The player and game that a token is for, without spending it; None if it was spent before, or is too old."""
        found = await self.store.find(_hashed(token), self.now())
        return found if found is not None and found.entered is None else None

    async def enter(self, token: str, before: str = "") -> tuple[str, Browser] | None:
        """Spend a token: a cookie, which replaces the one `before`, and the browser it signs in; None as in `look`."""
        cookie, now = secrets.token_urlsafe(32), self.now()
        entered = await self.store.enter(_hashed(token), _hashed(cookie), now, now + BROWSER_HOLDS_MS)
        if entered is not None:
            await self.store.leave(_hashed(before))
        return None if entered is None else (cookie, entered)

    async def person(self, cookie: str) -> Player | None:
        """The player who is signed in with a cookie."""
        found = await self.store.find(_hashed(cookie), self.now())
        return None if found is None or found.entered is None else found.player

    async def clear(self) -> None:
        await self.store.clear(self.now())

    async def end(self, player: Player) -> None:
        """Sign a player out everywhere, and void their links."""
        await self.store.end(player.id)
        await self.bus.tell(AccessEnded())

    async def watch_key(self, game: int) -> str:
        return await self.store.watch(game, secrets.token_urlsafe(32))

    async def watched(self, key: str) -> int | None:
        """The number of the game that is watched with a key."""
        return await self.store.watched(key)

    async def end_watching(self, guild: int, channel: int | None = None) -> None:
        """Void the links with which games of a server, or of one of its channels, are watched."""
        if await self.store.unwatch(guild, channel):
            await self.bus.tell(AccessEnded())


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
