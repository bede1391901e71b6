"""Acts that wait at the same time are committed together, each as if it were alone.

Nobody waits for company: while one transaction is on its way to the disk others come in, and these go with the next.
Each act is acknowledged after the commit that holds it. One that is refused is undone alone, by its savepoint; where
anything else goes wrong, each of them is carried out anew in a transaction of its own, and has its own outcome.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar, cast

from bot.store.damage import BROKEN, StoreError
from bot.store.hand import Hand

MOST = 128
"""How many acts at most are committed together."""
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

Found = TypeVar("Found")


class Deed(NamedTuple):
    """Something that is written wholly or not at all: it may be begun more than once, and changes nothing but the file.

    `single` tells that it is one statement, which SQLite itself undoes where it fails.
    """

    work: Callable[[Hand], object]
    single: bool


class Outcome(NamedTuple):
    """What an act has found, or why nothing of it is in the file."""

    found: object = None
    problem: BaseException | None = None


Told = Callable[[Sequence[Outcome]], None]
"""What is told the outcomes of acts, in the event loop."""


def carried_out(hand: Hand, acts: Sequence[Deed]) -> list[Outcome]:
    """The outcomes of acts, in the thread of the connection; what they have written is durable."""
    if len(acts) > 1:
        try:
            hand.run("BEGIN IMMEDIATE")
            outcomes = [_inside(hand, act) for act in acts]
            hand.run("COMMIT")
        except (*BROKEN, StoreError) as problem:
            began = hand.inside
            hand.undo()
            if not began and getattr(problem, "sqlite_errorcode", 0) & 0xFF in _LOCKED:
                return [Outcome(problem=problem) for _ in acts]
        else:
            return outcomes
    return [_alone(hand, act) for act in acts]


def _inside(hand: Hand, act: Deed) -> Outcome:
    """The outcome of an act among others; what concerns more than the act is raised."""
    if not act.single:
        hand.run("SAVEPOINT act")
    try:
        found = act.work(hand)
    except Exception as problem:
        if not (_confined(problem) and hand.inside):
            raise
        if not act.single:
            hand.run("ROLLBACK TO act")
            hand.run("RELEASE act")
        return Outcome(problem=problem)
    if not act.single:
        hand.run("RELEASE act")
    return Outcome(found)


def _confined(problem: Exception) -> bool:
    """Whether a problem is the act's own: a constraint, or whatever its code raises of itself."""
    return isinstance(problem, sqlite3.IntegrityError) or not isinstance(problem, (*BROKEN, sqlite3.Error, StoreError))


def _alone(hand: Hand, act: Deed) -> Outcome:
    """The outcome of an act in a transaction of its own."""
    try:
        if act.single:
            return Outcome(act.work(hand))
        hand.run("BEGIN IMMEDIATE")
        found = act.work(hand)
        hand.run("COMMIT")
    except Exception as problem:  # noqa: BLE001 - handed to whoever waits
        hand.undo()
        return Outcome(problem=problem)
    return Outcome(found)


class Batches:
    """The acts that wait, and whoever waits for them.

    `carry_out` begins to carry acts out, and lets `told` know of their outcomes once these are durable.
    """

    def __init__(self, carry_out: Callable[[Sequence[Deed], Told], None]) -> None:
        self._carry_out = carry_out
        self._waiting: list[tuple[Deed, asyncio.Future[object]]] = []
        self._busy = False

    async def do(self, act: Deed) -> object:
        """What an act finds; raises why it was refused. It is left out where nobody waits for it when it has its turn.

        Whoever is cancelled while it is carried out does not learn its outcome.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append((act, done))
        if not self._busy:
            self._busy = True
            loop.call_soon(self._begin)  # after whoever else acts now
        return await done

    def _begin(self) -> None:
        """Begin to carry out what waits and is still wanted."""
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        batch = [(act, done) for act, done in batch if not done.done()]
        if not batch:
            self._go_on()
            return
        acts = [act for act, _ in batch]
        try:
            self._carry_out(acts, partial(self._end, batch))
        except ValueError as problem:  # the connection is closed
            self._end(batch, [Outcome(problem=problem)] * len(batch))

    def _end(self, batch: Sequence[tuple[Deed, asyncio.Future[object]]], outcomes: Sequence[Outcome]) -> None:
        for (_, done), (found, problem) in zip(batch, outcomes, strict=True):
            if done.done():
                continue
            if problem is None:
                done.set_result(found)
            else:
                done.set_exception(problem)
        self._go_on()

    def _go_on(self) -> None:
        """Begin with what waits now, once those who have just been answered may have come back."""
        self._busy = bool(self._waiting)
        if self._busy:
            asyncio.get_running_loop().call_soon(self._begin)


def driven(
    unit: Callable[[Callable[..., Awaitable[list[sqlite3.Row]]]], Awaitable[Found]],
    by: Callable[..., list[sqlite3.Row]],
) -> Callable[[Hand], Found]:
    """A unit of work as what a thread carries out at once: it awaits nothing but the statements that it runs.

    `by` runs a statement by a hand.
    """

    def work(hand: Hand) -> Found:
        async def told(statement: str, *values: object) -> list[sqlite3.Row]:
            return by(hand, statement, *values)

        steps = unit(told).__await__()
        try:
            next(steps)
        except StopIteration as end:
            return cast("Found", end.value)
        raise RuntimeError("a unit of work awaits nothing but its statements")

    return work
