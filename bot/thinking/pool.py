"""The processes in which the referee thinks, begun when they are first needed, and who waits before them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from bot.thinking.problem import Problem, Solution
from bot.thinking.query import Query, read_thought
from bot.thinking.queue import Queue
from engine.lookahead.search import Thought

log = logging.getLogger(__name__)

Found = TypeVar("Found")

TRIES = 3
"""How many processes are tried in all for a problem on which they end."""
LONGEST = 600.0
"""After how long (s) a process counts as stuck."""
GOODBYE = 2.0
"""How long (s) a process has to end by itself."""
LIMIT = 1 << 20
"""The longest line (bytes) that is read."""
_PROGRAM = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from bot.thinking.worker import main; main()"


class Unthinkable(Exception):
    """A problem that cannot be solved: no process has answered it."""


class Thinkers:
    """So many processes at most, which take the games and queries that wait, each in its turn (`Queue`).

    A game waits once at a time, so that each gets its turn however many there are. Nothing runs before it is needed. A
    process that ends, or is stuck, is replaced by another, which is given what it was about.
    """

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._queue = Queue(most)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._stopped = False

    def ahead(self, game: int) -> int:
        """How many games come before one that waits; 0 for one that is being thought about, or does not wait."""
        return self._queue.ahead(game)

    async def solve(self, problem: Problem) -> Solution:
        """The referee's move, in its turn; Unthinkable where there is none."""
        async with self._queue.of_game(problem.game):
            return await self._answered(problem.line, Solution.read, f"game {problem.game}")

    async def think(self, query: Query) -> Thought:
        """What a process thinks, once it is the query's turn; Unthinkable where there is nothing to think."""
        async with self._queue.of_query():
            return await self._answered(query.text, read_thought, "a query")

    async def _answered(self, written: Callable[[], bytes], read: Callable[[bytes], Found], what: str) -> Found:
        line = await asyncio.to_thread(written)
        for _ in range(TRIES):
            if self._stopped:
                break
            answer = await self._answer(line)
            if answer is not None:
                try:
                    return read(answer)
                except ValueError:
                    raise Unthinkable from None
            if not self._stopped:
                log.warning("%s: a process that thinks has ended; another one takes over", what)
        raise Unthinkable

    async def _answer(self, line: bytes) -> bytes | None:
        """What a process answers; None where it has ended meanwhile, or is stuck."""
        async with self._process() as process:
            if process.stdin is None or process.stdout is None:
                return None
            with contextlib.suppress(OSError, TimeoutError, ValueError):
                async with asyncio.timeout(LONGEST):
                    process.stdin.write(line)
                    await process.stdin.drain()
                    answer = await process.stdout.readline()
                if answer.endswith(b"\n"):
                    self._idle.append(process)
                    return answer
        return None

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[Process]:
        """A process that has nothing to do; unless it is put back among those, it ends."""
        while self._idle and self._idle[-1].returncode is not None:
            await _ended(self._idle.pop())
        process = self._idle.pop() if self._idle else await _begun()
        self._busy.add(process)
        try:
            yield process
        finally:
            self._busy.discard(process)
            if process not in self._idle:
                await _ended(process)
            elif self._stopped:
                self._idle.remove(process)
                await _ended(process)

    async def stop(self) -> None:
        """End all processes; what they were about is lost."""
        self._stopped = True
        idle, self._idle = self._idle, []
        await asyncio.gather(*(_ended(process) for process in (*idle, *self._busy)))


async def _begun() -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PROGRAM, json.dumps(sys.path), stdin=PIPE, stdout=PIPE, limit=LIMIT
    )


async def _ended(process: Process) -> None:
    """End a process, by force if it does not do so at once."""
    if process.stdin is not None:
        process.stdin.close()
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE):
            await process.wait()
