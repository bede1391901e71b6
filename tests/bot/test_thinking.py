"""The processes in which the referee thinks: the same answers, in turn, also where a process is killed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator

import pytest

from bot.thinking import GAMES_FIRST, NoAnswer, Query, Thinkers
from engine.lookahead.coach import ADVISING
from engine.lookahead.search import Thought, level_of, think
from engine.play.game import new_game
from engine.play.state import State
from engine.records.replay import replay_moves
from engine.variants import variant_of
from tests import confined
from tests.suites import SIGNALLED
from tests.wire import ROOT

SHORT = ADVISING._replace(nodes=300)
HEXEH = new_game(variant_of("hexeh"))


def played(variant: str, *moves: str, **options: str) -> State:
    """A game after some moves in long notation."""
    return replay_moves(variant_of(variant, options), " ".join(moves))


@pytest.mark.parametrize(
    "state",
    [
        played("chess", "e2e4", "c7c5", "e4e5", "d7d5"),
        played("hexeh", "b1c3", combat="poly"),
        new_game(variant_of("imperial")),
        new_game(variant_of("nd-wellisch-3")),
        new_game(variant_of("chess", {"goal": "three-check"})),
    ],
    ids=lambda state: state.variant.key,
)
def test_a_question_survives_its_pickle(state: State) -> None:
    """A question and its answer survive their pickles, and the answer is what one gets without asking elsewhere."""
    for level in (SHORT, level_of(2)):
        asked = Query.of(state, level, 5)
        again = pickle.loads(pickle.dumps(asked))  # noqa: S301 - our own
        assert again == asked
        thought = again.answer()
        assert pickle.loads(pickle.dumps(thought)) == thought == think(state, level, 5)  # noqa: S301 - our own


def test_what_cannot_come_again_is_left_out() -> None:
    """Of the earlier positions those with more pieces than now are not asked about."""
    state = played("chess", "e2e4", "d7d5", "e4d5")
    assert (len(state.line), len(Query.of(state, SHORT, 0).line)) == (4, 1)


# ---- turns


class Listed(Thinkers):
    """Notes what is thought about, by its seed, once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.order: list[int] = []
        self.let = asyncio.Event()

    async def _answer(self, question: Query) -> Thought:
        await self.let.wait()
        self.order.append(question.seed)
        return question.answer()

    def ask(self, game: int) -> asyncio.Task[Thought]:
        """Ask about a game, whose number is the seed, or with 0 about none."""
        return asyncio.create_task(self.think(HEXEH, level_of(1), game, game))


async def test_games_come_first() -> None:
    """Games come before other questions; after some a question has its turn. Whoever leaves holds up nobody."""
    line = Listed()
    asked = [line.ask(1)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked += [line.ask(game) for game in (0, 0, *range(2, 9))]
    await asyncio.sleep(0)
    gone = line.ask(99)
    await asyncio.sleep(0)
    assert [line.ahead(game) for game in (1, 2, 8, 99, 77)] == [0, 0, 6, 7, 0]
    gone.cancel()
    line.let.set()
    await asyncio.gather(*asked)
    assert line.order == [1, 2, 3, 4, 5, 0, 6, 7, 8, 0]
    assert GAMES_FIRST == 4
    async with asyncio.timeout(1):
        await line.ask(7)
    await line.stop()


# ---- in processes


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """Begin with two processes at most, and end them."""
    made = Thinkers(2)
    yield made
    await made.stop()


async def begun(known: set[int]) -> int:
    """Wait for a process that is not one of those `known`; its id."""
    for _ in range(1000):
        await asyncio.sleep(0.01)
        for process in multiprocessing.active_children():
            if process.pid is not None and process.pid not in known:
                return process.pid
    raise AssertionError("nobody thinks")


async def test_in_a_process(thinkers: Thinkers) -> None:
    """A process gives the thought that this one would have, for games and others; none where no move is due."""
    assert multiprocessing.active_children() == []
    assert await thinkers.think(HEXEH, SHORT, 7, 1) == think(HEXEH, SHORT, 7)
    assert await thinkers.think(HEXEH, SHORT, 0) == think(HEXEH, SHORT, 0)
    assert len(multiprocessing.active_children()) in {1, 2}
    assert {type(process).__name__ for process in multiprocessing.active_children()} == {"SpawnProcess"}
    with pytest.raises(NoAnswer):
        await thinkers.think(played("chess", "f2f3", "e7e5", "g2g4", "d8h4"), SHORT, 0)


@SIGNALLED
@pytest.mark.slow
@pytest.mark.parametrize("kills", [1, 2])
async def test_killed(thinkers: Thinkers, kills: int) -> None:
    """Where a process is killed, all its and the others' questions are asked again, and find the same."""
    asked = [asyncio.create_task(thinkers.think(HEXEH, level_of(6), game, game)) for game in (1, 2)]
    known: set[int] = set()
    for _ in range(kills):
        new = await begun(known)
        known |= {process.pid or 0 for process in multiprocessing.active_children()} | {new}
        os.kill(new, signal.SIGKILL)
    assert await asyncio.gather(*asked) == [think(HEXEH, level_of(6), game) for game in (1, 2)]


async def test_stopped_while_it_thinks(thinkers: Thinkers) -> None:
    """At its end nobody waits for a thought, no process stays, and nothing more is thought about."""
    asked = asyncio.create_task(thinkers.think(HEXEH, level_of(8), 1, 1))
    await begun(set())
    async with asyncio.timeout(5):
        await thinkers.stop()
    with pytest.raises(NoAnswer):
        await asked
    assert multiprocessing.active_children() == []
    with pytest.raises(NoAnswer):
        await thinkers.think(HEXEH, SHORT, 0)


LEFT = """
import asyncio, multiprocessing
from tests.bot.test_thinking import HEXEH, SHORT, Thinkers

async def ask():
    await Thinkers(1).think(HEXEH, SHORT, 0)
    print(multiprocessing.active_children()[0].pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(ask())
"""


@SIGNALLED
@pytest.mark.slow
async def test_it_ends_with_its_parent() -> None:
    """When the bot is killed, the processes in which it thinks end."""
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", LEFT, cwd=ROOT, stdout=PIPE)
    assert parent.stdout is not None
    child = int(await asyncio.wait_for(parent.stdout.readline(), 30))
    os.kill(child, 0)
    parent.kill()
    await asyncio.wait_for(parent.communicate(), 10)  # which ends once the child has closed its end, too


ASKED = """
import asyncio, os
from tests.bot.test_thinking import HEXEH, SHORT, Thinkers

async def ask():
    thinkers = Thinkers(1)
    before = os.nice(0)
    print(os.nice(10) - before, tuple(await thinkers.think(HEXEH, SHORT, 7, 1)))
    await thinkers.stop()

asyncio.run(ask())
"""
"""Lowers its own priority, as its processes do, and asks one of them."""


@pytest.mark.slow
@pytest.mark.skipif(not confined.USABLE, reason="systemd-analyze or libseccomp is missing")
async def test_it_thinks_under_the_filter_of_the_service() -> None:
    """The system calls that the unit for systemd allows are enough to think, and to stand back behind others."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.confined", sys.executable, "-c", ASKED, cwd=ROOT, stdout=PIPE, stderr=STDOUT
    )
    written, _ = await asyncio.wait_for(process.communicate(), 60)
    assert f"10 {tuple(think(HEXEH, SHORT, 7))}\n" == written.decode()
