"""The processes in which the referee thinks: the same answers, in turn, also where a process is killed."""

from __future__ import annotations

import asyncio
import io
import os
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Collection

import pytest

from bot.thinking import Problem, Solution, Thinkers, Unthinkable
from bot.thinking.problem import Solver
from bot.thinking.worker import work
from engine.play.events import Event, Moved
from tests.suites import SIGNALLED


def problem(game: int = 1, level: int = 2, moves: tuple[str, ...] = ()) -> Problem:
    """A game of Hexeh after some moves."""
    events = tuple(Event(number, 1000 * number, 2 - number % 2, Moved(move)) for number, move in enumerate(moves, 1))
    return Problem(game, "hexeh", {}, None, "none", "2", events, level, 7)


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """Begin with one process at most, and end it."""
    made = Thinkers(1)
    yield made
    await made.stop()


async def begun(thinkers: Thinkers, known: Collection[int] = ()) -> Process:
    """Wait for a process that thinks, and is not one of those `known` by their ids."""
    for _ in range(1000):
        await asyncio.sleep(0.01)
        for process in thinkers._busy:
            if process.pid not in known:
                return process
    raise AssertionError("nobody thinks")


def test_a_problem_is_read_as_it_was_written() -> None:
    """A problem survives its line."""
    asked = problem(moves=("f1g2", "c5b4"))
    assert Problem.read(asked.line()) == asked
    assert Solution.read(Solution("f1g2", -3).line()) == Solution("f1g2", -3)


def test_a_game_is_gone_on_with() -> None:
    """A solver goes on from what it remembers, also where moves were taken back, and finds what a new one finds."""
    solver = Solver()
    for moves in ((), ("f1g2",), ("f1g2", "c5b4"), ("f1g2",), ("b1c3",)):
        assert solver.solve(problem(moves=moves)) == Solver().solve(problem(moves=moves))


def test_what_cannot_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    """A line that is no problem gets an empty one, and the next is answered; what was wrong is told by its kind."""
    answers = io.BytesIO()
    work(io.BytesIO(b"secret\n" + problem().line()), answers)
    first, second = answers.getvalue().splitlines()
    assert (first, Solution.read(second)) == (b"", Solver().solve(problem()))
    assert capsys.readouterr().err == "a position was not solved: JSONDecodeError\n"


async def test_in_a_process(thinkers: Thinkers) -> None:
    """A process gives the answer that this one would give; nothing runs before it is asked."""
    assert not thinkers._idle
    assert await thinkers.solve(problem()) == Solver().solve(problem())
    assert len(thinkers._idle) == 1
    with pytest.raises(Unthinkable):
        await thinkers.solve(problem(level=99))


async def test_the_line(thinkers: Thinkers) -> None:
    """Games are thought about in the order in which they came, and know how many are before them."""
    done: list[int] = []

    async def ask(game: int) -> None:
        await thinkers.solve(problem(game, level=4))
        done.append(game)

    asked = [asyncio.create_task(ask(game)) for game in (5, 3, 9)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [thinkers.ahead(game) for game in (5, 3, 9, 77)] == [0, 0, 1, 0]
    await asyncio.gather(*asked)
    assert done == [5, 3, 9]


@SIGNALLED
@pytest.mark.parametrize("kills", [1, 2])
async def test_killed(thinkers: Thinkers, kills: int) -> None:
    """A process that is killed is replaced by another, which finds the same."""
    asked = asyncio.create_task(thinkers.solve(problem(level=6)))
    known: set[int] = set()
    for _ in range(kills):
        new = await begun(thinkers, known)
        known.add(new.pid)
        os.kill(new.pid, signal.SIGKILL)
    assert await asked == Solver().solve(problem(level=6))


async def test_stopped_while_it_thinks(thinkers: Thinkers) -> None:
    """At its end nobody waits for a thought, and no process stays."""
    asked = asyncio.create_task(thinkers.solve(problem(level=8)))
    process = await begun(thinkers)
    await thinkers.stop()
    with pytest.raises(Unthinkable):
        await asked
    assert process.returncode is not None
