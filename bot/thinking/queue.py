"""The queue: who is next where only so many things can be thought about at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

FIRST = 4
"""How many games at most come before a query that waits."""

_Waiting = tuple[int, "asyncio.Future[None]"]
"""The number of a game, 0 for a query, and its turn."""


class Queue:
    """So many places at a time. Games come first, queries next, each in the order in which they came.

    After FIRST games that went before them a query has its turn, so that it comes however many games there are.
    """

    def __init__(self, most: int) -> None:
        self._free = most
        self._games: list[_Waiting] = []
        self._queries: list[_Waiting] = []
        self._before = 0

    def ahead(self, game: int) -> int:
        """How many games come before one that waits; 0 for one that does not wait."""
        waiting = [number for number, _ in self._games]
        return waiting.index(game) if game in waiting else 0

    def of_game(self, game: int) -> AbstractAsyncContextManager[None]:
        """A place for a game, in its turn."""
        return self._place(self._games, game)

    def of_query(self) -> AbstractAsyncContextManager[None]:
        """A place for a query, in its turn."""
        return self._place(self._queries, 0)

    @asynccontextmanager
    async def _place(self, line: list[_Waiting], game: int) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._turn(line, game)
        try:
            yield
        finally:
            self._next()

    async def _turn(self, line: list[_Waiting], game: int) -> None:
        """Wait in a line; a turn given to somebody who waits no more goes to the next."""
        waiting = game, asyncio.get_running_loop().create_future()
        line.append(waiting)
        try:
            await waiting[1]
        except asyncio.CancelledError:
            if waiting in line:
                line.remove(waiting)
            else:
                self._next()
            raise

    def _next(self) -> None:
        """Give a place that has become free to whoever is next."""
        queries = [each for each in self._queries if not each[1].done()]
        games = [each for each in self._games if not each[1].done()]
        if not (games or queries):
            self._free += 1
            return
        first = bool(games) and not (queries and self._before >= FIRST)
        self._before = self._before + 1 if first and queries else 0
        line, waiting = (self._games, games[0]) if first else (self._queries, queries[0])
        line.remove(waiting)
        waiting[1].set_result(None)
