"""The compiled engine's thinking against the pure one's, on the same positions, each thought about once."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice

from bot.thinking.worker import settle
from engine.lookahead.search import level_of, think
from engine.play.state import Await, State
from engine.variants import variant_of
from engine.variants.variant import Variant
from tests.benchmarks.builds import ROOT
from tests.benchmarks.pairing import Aim, Ratio, Work, alternated
from tests.engine.support import random_fights

GAMES = (
    ("glinski", "off"), ("nd-mccooey", "off"), ("nd-trios", "off"), ("hexeh", "off"), ("chess", "off"),
    ("imperial", "off"), ("nd-wellisch-3", "off"), ("hexeh", "poly"),
)  # fmt: skip
"""Games, and how they are fought."""
LEVEL, SEED, POSITIONS, STAGES = 5, 1, 24, 12
"""`STAGES` are how far on in their games positions are, in turns; each is three plies later than the one before."""


def thinking() -> Iterator[Ratio]:
    """The seconds that a move of the referee's takes, to the pure engine's; a fifth is five times as many nodes."""
    for key, combat in GAMES:
        with pure_engine(key, combat) as anchor, settled():
            candidate = partial(think_on, iter(list(positions(key, combat))))
            name = f"thinking: {key}, combat={combat}, a move of level {LEVEL}, to the pure engine"
            yield alternated(name, Aim(0.2), (candidate, anchor), times=(1, 1), rounds=POSITIONS)


def positions(key: str, combat: str) -> Iterator[State]:
    """Positions to think about, each from another game played by chance, later and later ones.

    Left out are those that a tenth of what a level has is enough for: a single legal move, or a win in one.
    """
    variant = variant_of(key, {"combat": combat})
    found = (_played(variant, number) for number in range(STAGES * POSITIONS))
    return islice(filter(_asks, found), POSITIONS)


def _played(variant: Variant, number: int) -> State:
    plies = 12 + 3 * (number % STAGES)
    return [state for state in random_fights(variant, number, plies) if state.awaits is Await.MOVE][-1]


def _asks(state: State) -> bool:
    """Whether a position takes thought."""
    level = level_of(LEVEL)
    tenth = level.nodes // 10
    return think(state, level._replace(nodes=tenth), SEED).nodes == tenth


def think_on(states: Iterator[State]) -> None:
    """Find the referee's move in the next position."""
    think(next(states), level_of(LEVEL), SEED)


@contextmanager
def settled() -> Iterator[None]:
    """For a while this process is as one that thinks for the bot."""
    usual = gc.get_threshold()
    settle()
    yield
    gc.set_threshold(*usual)
    gc.unfreeze()


@contextmanager
def pure_engine(key: str, combat: str) -> Iterator[Work]:
    """What does the same in a process that has the pure engine."""
    command = [sys.executable, "-m", "tests.benchmarks.pure", key, combat]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        asking, answers = child.stdin, child.stdout

        def ask() -> None:
            asking.write(b"\n")
            asking.flush()
            if not answers.readline():
                raise ChildProcessError("the pure engine has gone")

        assert answers.readline()
        yield ask
        asking.close()
