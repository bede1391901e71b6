"""The page's visitors, known by a key at this screen or by Discord."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from aiohttp import web

from bot.games import Table
from bot.store import Player, StoredGame


@dataclass(frozen=True)
class Visitor:
    """A `player` of Discord, all who share this screen (`local`), or one who only watches game number `watched`."""

    player: Player | None = None
    local: bool = False
    watched: int = 0

    @property
    def mode(self) -> str:
        return "local" if self.local else "member" if self.player else "watch"

    def seats(self, game: StoredGame) -> tuple[int, ...]:
        """The seats that this visitor acts for."""
        if self.local:
            return tuple(seat for seat, held in sorted(game.seats.items()) if seat and not held.is_bot)
        return game.seats_of(self.player.id) if self.player else ()

    def you(self, game: StoredGame) -> Player:
        """The player whom the page calls "you": nobody where several share it, or none plays."""
        players = {game.seats[seat] for seat in self.seats(game)}
        return players.pop() if len(players) == 1 else Player(0, "")


class Access(Protocol):
    """A way to know visitors, and what they may see and do.

    Host and Origin of requests must equal those of `origin`, like `http://127.0.0.1:8080`. `prefixes` are the paths,
    patterns of aiohttp, under which the page is; each begins with a slash or is empty.
    """

    origin: str
    prefixes: tuple[str, ...]

    async def visitor(self, request: web.Request) -> Visitor:
        """The visitor who asks; raises an HTTPException where nobody is known."""
        ...

    async def table(self, visitor: Visitor, number: int, *, acting: bool = False) -> Table:
        """A game that a visitor may see now, or is about to act in; raises HTTPNotFound where it is none of theirs."""
        ...

    async def home(self, visitor: Visitor) -> dict[str, Any]:
        """The first page, in values for JSON."""
        ...

    def routes(self) -> Iterable[web.RouteDef]:
        """The routes that only this kind of access has."""
        ...
