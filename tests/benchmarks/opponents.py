"""Many games with the referee at once: how soon people are answered while it thinks, and how late the loop is.

Lateness is what a sleep of a few milliseconds takes too long, first while nobody thinks, then while the referee does.
The stand-in shares the loop, and its work counts as the referee's.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bot.app import Referee
from bot.games import Table
from engine.model.position import long_form
from engine.play.referee import sheet
from tests.wire import Human, Standin, running

TICK = 0.005


class Lateness:
    """How late the loop was, tick by tick (s)."""

    def __init__(self) -> None:
        self.late: list[float] = []

    async def watch(self, seconds: float) -> None:
        """Look for so long."""
        end = time.perf_counter() + seconds
        while (begin := time.perf_counter()) < end:
            await asyncio.sleep(TICK)
            self.late.append(time.perf_counter() - begin - TICK)


def told(name: str, values: Sequence[float]) -> str:
    """The median, the 99th of a hundred, and the greatest of some times, as a line."""
    ordered = sorted(values) or [0.0]
    part = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99, 1.0)]
    return f"{name}: median {1000 * part[0]:.1f} ms, p99 {1000 * part[1]:.1f} ms, most {1000 * part[2]:.1f} ms"


async def measured(games: int, level: int, seconds: float, say: Callable[[str], object]) -> None:
    """Begin the games, let everybody move once, and look at both while the referee answers."""
    async with Standin() as standin:
        people = [standin.human(f"player{number}") for number in range(games)]
        with tempfile.TemporaryDirectory() as folder, standin.point_library():
            async with running(Referee(Path(folder) / "games.sqlite"), within=120) as referee:
                for who in people:
                    await _begin(who, standin, level)
                await asyncio.sleep(3)
                await _look("idle", people, seconds, say)
                moved = await asyncio.gather(*(_move(referee, who) for who in people))
                say(told(f"{games} moves at once, acknowledged", moved))
                await asyncio.sleep(5)  # the boards of all these moves are drawn
                opponent = referee.controller.games.opponent
                say(f"{len(opponent._turns)} games are thought about, or wait")
                await _look("while the referee thinks", people, seconds, say)
                say(f"{len(opponent._turns)} games are thought about, or wait")


async def _look(when: str, people: Sequence[Human], seconds: float, say: Callable[[str], object]) -> None:
    """Look how late the loop is while nobody asks anything, then how soon people are answered."""
    lateness = Lateness()
    await lateness.watch(seconds / 2)
    say(told(f"late, {when}", lateness.late))
    answered, end = list[float](), time.perf_counter() + seconds / 2
    while time.perf_counter() < end:
        for who in people[:4]:
            answered.append((await who.slash("games")).acknowledged_in)
        await asyncio.sleep(0.2)
    say(told(f"acknowledged, {when} ({len(answered)} commands)", answered))


async def _begin(who: Human, standin: Standin, level: int) -> None:
    outcome = await who.slash("play", game="hexeh", opponent=standin.bot, level=level, side="1", clock="none")
    await outcome.reply(60)


async def _move(referee: Referee, who: Human) -> float:
    """Make a move in somebody's only game; how long the acknowledgement took (s)."""
    (game,) = await referee.controller.games.ledger.games_of(who.id, None)
    table = await referee.controller.games.tables.find(game.number)
    assert isinstance(table, Table)
    move = long_form(table.state.variant.board, sheet(table.state).legal[0])
    outcome = await who.slash("move", notation=move, game=str(game.number))
    return float(outcome.acknowledged_in)


def opponents(arguments: Sequence[str]) -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks opponents", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=15)
    asked = parser.parse_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)

    asyncio.run(measured(asked.games, asked.level, asked.seconds, say))
    return 0
