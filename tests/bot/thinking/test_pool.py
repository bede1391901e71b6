"""The processes in which the referee thinks: the same answers, in turn, also where a process is killed."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Collection

import pytest

from bot.thinking import Problem, Query, Solution, Thinkers, Unthinkable
from bot.thinking.problem import Solver
from bot.thinking.query import read_thought, written
from bot.thinking.queue import FIRST, Queue
from bot.thinking.worker import main, work
from engine.lookahead.coach import ADVISING
from engine.lookahead.search import level_of, think
from engine.play.events import Event, Moved
from engine.play.game import new_game, replay
from engine.play.state import State
from engine.variants import variant_of
from tests import confined
from tests.suites import SIGNALLED
from tests.wire import ROOT


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
    assert Problem.of(json.loads(asked.line())) == asked
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


# ---- queries


SHORT = ADVISING._replace(nodes=300)


def played(variant: str, *moves: str, **options: str) -> State:
    """A game after some moves in long notation."""
    game = variant_of(variant, options)
    seats = len(game.seats)
    events = tuple(Event(number, number, (number - 1) % seats + 1, Moved(move)) for number, move in enumerate(moves, 1))
    return replay(game, events)


@pytest.mark.parametrize(
    "state",
    [
        played("chess", "e2e4", "c7c5", "e4e5", "d7d5"),
        played("chess", "g1f3", "g8f6", "f3g1", "f6g8"),
        played("hexeh", "b1c3", combat="poly"),
        new_game(variant_of("imperial")),
        new_game(variant_of("nd-wellisch-3")),
        new_game(variant_of("shafran")),
        new_game(variant_of("chess", {"goal": "three-check"})),
    ],
    ids=lambda state: state.variant.key,
)
def test_a_query_is_read_as_it_was_asked(state: State) -> None:
    """A query survives its line, and so does its answer, which is what one gets without asking elsewhere."""
    for level in (SHORT, level_of(2)):
        asked = Query.of(state, level, 5)
        again = Query.read(json.loads(asked.text())["query"])
        assert again == asked
        thought = again.thought()
        assert read_thought(written(thought)) == thought == think(state, level, 5)


def test_what_cannot_come_again_is_left_out() -> None:
    """Of the earlier positions those with more pieces than now are not asked about."""
    state = played("chess", "e2e4", "d7d5", "e4d5")
    assert (len(state.line), len(Query.of(state, SHORT, 0).line)) == (4, 1)


async def test_a_query_in_a_process(thinkers: Thinkers) -> None:
    """A process gives the thought that this one would have, beside the moves; none where no move is due."""
    state = new_game(variant_of("hexeh"))
    assert await thinkers.think(Query.of(state, SHORT, 0)) == think(state, SHORT, 0)
    assert await thinkers.solve(problem()) == Solver().solve(problem())
    assert len(thinkers._idle) == 1
    mated = played("chess", "f2f3", "e7e5", "g2g4", "d8h4")
    with pytest.raises(Unthinkable):
        await thinkers.think(Query.of(mated, SHORT, 0))


async def test_games_come_first() -> None:
    """Games come before queries; after some of them a query has its turn. Whoever leaves holds up nobody."""
    turns, order, let = Queue(1), list[int](), asyncio.Event()

    async def come(number: int) -> None:
        async with turns.of_game(number) if number else turns.of_query():
            await let.wait()
            order.append(number)

    tasks = [asyncio.create_task(come(number)) for number in (1, 0, 0, *range(2, 9))]
    await asyncio.sleep(0)
    gone = asyncio.create_task(come(99))
    await asyncio.sleep(0)
    assert (turns.ahead(2), turns.ahead(8), turns.ahead(99)) == (0, 6, 7)
    gone.cancel()
    let.set()
    await asyncio.gather(*tasks)
    assert order == [1, 2, 3, 4, 5, 0, 6, 7, 8, 0]
    assert FIRST == 4
    async with asyncio.timeout(1):
        await come(7)


async def test_a_turn_that_comes_too_late() -> None:
    """A turn given to somebody who has just gone is given to the next."""
    turns = Queue(1)
    held = turns.of_game(1)
    await held.__aenter__()
    waiting = [asyncio.create_task(turns.of_query().__aenter__()) for _ in range(2)]
    await asyncio.sleep(0)
    await held.__aexit__(None, None, None)
    waiting[0].cancel()
    async with asyncio.timeout(1):
        await waiting[1]


# ---- in a sandbox

ASKED = """
import asyncio, os
from bot.thinking import Thinkers
from tests.bot.thinking.test_pool import problem

async def ask():
    thinkers = Thinkers(1)
    before = os.nice(0)
    print(os.nice(10) - before, tuple(await thinkers.solve(problem())))
    await thinkers.stop()

asyncio.run(ask())
"""
"""Lowers its own priority, as its processes do, and asks one of them."""


@pytest.mark.skipif(not confined.USABLE, reason="systemd-analyze or libseccomp is missing")
async def test_it_thinks_under_the_filter_of_the_service() -> None:
    """The system calls that the unit for systemd allows are enough to think, and to stand back behind others."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.confined", sys.executable, "-c", ASKED, cwd=ROOT, stdout=PIPE, stderr=STDOUT
    )
    written, _ = await asyncio.wait_for(process.communicate(), 60)
    assert f"10 {tuple(Solver().solve(problem()))}\n" == written.decode()


def test_it_thinks_where_priorities_are_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that may not lower its priority thinks all the same."""

    def forbidden(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", forbidden)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(problem().line())))
    answers = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", answers)
    monkeypatch.setattr("bot.thinking.worker.settle", lambda: None)
    before = signal.getsignal(signal.SIGINT)
    main()
    signal.signal(signal.SIGINT, before)
    assert Solver().solve(problem()) == Solution.read(answers.detach().getvalue())
