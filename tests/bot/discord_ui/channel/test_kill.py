"""The referee's process killed at seeded points of a scripted game: nothing is lost, and nothing is shown twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app import Referee
from tests.bot.support.people import OPENING
from tests.suites import SIGNALLED
from tests.wire import ROOT, Hold, Human, Message, Outcome, Standin, running

pytestmark = SIGNALLED

SCRIPT = ["Tfg2", "Gcb4", "Tgd5", "Gb3", "Tdb4", "Tfe4", "Ged3", "Td5", "Txc6", "Te3", "Txd7"]
LONG = ["f1g2", "c5b4", "g2d5", "b4b3", "d5b4", "f5e4", "e2d3", "e4d5", "b4c6", "d5e3", "c6d7"]
CHALLENGE = "1:challenge"
FAST, SLOW = range(1), range(1, 8)


def nonce(moves: int) -> str:
    """The nonce of the board after so many moves; the last shows the event that reveals the secret, too."""
    return f"1:{OPENING + moves + (moves == len(SCRIPT))}"


class Point(NamedTuple):
    """A request in whose course the process may be killed: its method, and a part of its path."""

    method: str
    path: str


ACKNOWLEDGEMENT = Point("POST", "/callback")
CONFIRMATION = Point("PATCH", "/messages/@original")
POSTING = Point("POST", "/messages")
STRIPPING = Point("PATCH", "/channels/")
POINTS = (ACKNOWLEDGEMENT, CONFIRMATION, POSTING, STRIPPING)


@dataclass
class Host:
    """Whoever runs the referee's process, kills it and starts it again."""

    standin: Standin
    database: Path
    stack: AsyncExitStack
    starts: int = 0
    kills: int = 0
    process: asyncio.subprocess.Process | None = None
    held: list[Hold] = field(default_factory=list)

    async def start(self) -> None:
        """Start the process, and wait until it is logged in."""
        settings = {"DISCORD_TOKEN": self.standin.token, "DATABASE_PATH": str(self.database), "LOG_LEVEL": "ERROR"}
        settings["PYTHONWARNINGS"] = "ignore:resource_tracker"  # which cleans up after processes that think
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
        child = self.standin.child(
            "tests.bot.support.quick_bot",
            cwd=self.database.parent,
            env=inherited | {"PYTHONPATH": str(ROOT)} | settings,
            stdout=PIPE,
            stderr=STDOUT,
        )
        self.process = await self.stack.enter_async_context(child)
        self.starts += 1
        await self.standin.wait_for_login(self.starts)

    async def kill(self) -> None:
        """Kill the process without a word of warning; until then it has had nothing to complain of."""
        assert self.process is not None
        self.process.kill()
        written, _ = await self.process.communicate()
        assert self.process.returncode == -signal.SIGKILL
        assert written == b""
        await self.standin.wait_disconnected()
        self.kills += 1

    def stored(self) -> list[str]:
        """The moves in the store in long notation; their events are numbered without a gap, the secret's comes last."""
        with closing(sqlite3.connect(self.database)) as store:
            rows = store.execute(
                "SELECT sequence - ?1, kind, fields FROM events WHERE sequence > ?1 ORDER BY sequence", (OPENING,)
            ).fetchall()
        kinds = ["moved"] * len(LONG) + ["revealed"]
        assert [(sequence, kind) for sequence, kind, _ in rows] == list(enumerate(kinds[: len(rows)], 1))
        assert len(rows) != len(LONG), "the last move comes with the secret"
        return [json.loads(fields)["move"] for _, kind, fields in rows if kind == "moved"]

    def stage(self) -> str | None:
        """The stage of the only game; None where there is none."""
        with closing(sqlite3.connect(self.database)) as store:
            rows = store.execute("SELECT stage FROM games").fetchall()
        assert len(rows) <= 1
        return str(rows[0][0]) if rows else None

    def ratings(self) -> list[tuple[object, ...]]:
        """The finished games in the store with their rated players."""
        with closing(sqlite3.connect(self.database)) as store:
            return store.execute(
                "SELECT game, verdict, count(*), max(games) FROM outcomes JOIN ratings ON outcome = number GROUP BY 1"
            ).fetchall()

    def hold(self, chance: random.Random, points: Sequence[Point]) -> Hold | None:
        """Choose where to be killed: in one of the requests, before or after its effect, or at any moment (None)."""
        point = chance.choice((*points, None))
        if point is None:
            return None
        hold = self.standin.delay(*point, effective=chance.random() < 0.5)
        self.held.append(hold)
        return hold


@dataclass
class Game:
    """The scripted game: every step is taken again until it is in the store; the steps in `kills` are cut short."""

    host: Host
    chance: random.Random
    kills: set[str]

    def __post_init__(self) -> None:
        self.red = self.host.standin.human("alice").hurried()
        self.blue = self.host.standin.human("bob").hurried()

    async def play(self) -> None:
        """Play the whole script."""
        red, blue = self.red, self.blue
        challenge = partial(red.slash, "play", game="hexeh", clock="none", opponent=blue, side="Red")
        await self.step("challenge", challenge, lambda: self.host.stage() is not None)
        card = await self.shown(CHALLENGE, blue)
        accept = next(b.custom_id for b in card.buttons if b.label == "Accept")
        await self.step("accept", partial(blue.press, card, custom_id=accept), lambda: self.host.stage() == "playing")
        await self.shown(nonce(0), red, blue)
        for number, notation in enumerate(SCRIPT, 1):
            mover, other = (red, blue) if number % 2 else (blue, red)
            move = partial(mover.slash, "move", notation=notation)
            await self.step(notation, move, partial(self.moved, number))
            await self.shown(nonce(number), other)

    def moved(self, number: int) -> bool:
        """Whether exactly this many moves of the script are in the store."""
        return self.host.stored() == LONG[:number]

    async def step(self, name: str, do: Callable[[], Awaitable[Outcome]], done: Callable[[], bool]) -> None:
        """Take a step; where it was cut short and lost, take it again."""
        if name in self.kills:
            outcome = await self.cut_short(do, POINTS[: 3 if name == "challenge" else 4])
            assert done() or not confirmed(outcome), "what was confirmed is not in the store"
            if done():
                return
        outcome = await do()
        source = outcome.interaction.source
        if source is None or not source.ephemeral:  # a private message that was pressed may just go away
            await outcome.reply()
        # The lobby's message, which a press answers to, may be edited before by what the next process catches up with.
        await self.host.standin.hub.pulse.until(lambda: done() or None, f"{name} to be in the store", 5)

    async def cut_short(self, do: Callable[[], Awaitable[Outcome]], points: Sequence[Point]) -> Outcome:
        """Begin a step, kill the process in its course, and start it anew; now and then kill it once more."""
        hold = self.host.hold(self.chance, points)
        outcome = await do()
        if hold is None:
            await asyncio.sleep(self.chance.uniform(0, 0.08))
        else:
            with suppress(TimeoutError):  # a challenge that was not noted as shown is not stripped
                await hold.reached(1.0)
        await self.host.kill()
        if hold is not None:
            hold.times = hold.hits
            if self.chance.random() < 0.5:
                hold.release()
        await self.host.start()
        if self.chance.random() < 0.3:
            await asyncio.sleep(self.chance.uniform(0, 0.08))
            await self.host.kill()
            await self.host.start()
        return outcome

    async def shown(self, wanted: str, *pinged: Human) -> Message:
        """Wait for what the channel is to be shown; it pings these alone."""
        message = await self.host.standin.channel().wait_for(lambda m: m.nonce == wanted, timeout=10)
        assert sorted(human.id for human in pinged) == sorted(message.pinged.users)
        return message


def confirmed(outcome: Outcome) -> bool:
    """Whether the player has been told that it is done."""
    moved = ("Red: ", "Gold: ", "Blue: ", "You resign.")
    words = ("You have made challenge #1", "You are in game #1", "Game #1 begins", *moved)
    state = outcome.interaction
    answers = [state.original, *state.followups] if state.source is None else state.followups
    return any(m.content.startswith(words) for m in answers if m is not None and not m.loading)


async def check(standin: Standin, database: Path, seed: int) -> None:
    """Play a game whose process is killed several times, and see that all was shown once."""
    chance = random.Random(seed)  # noqa: S311 - a seed for a test
    async with AsyncExitStack() as stack:
        host = Host(standin, database, stack)
        await host.start()
        await Game(host, chance, set(chance.sample(["challenge", "accept", *SCRIPT], 4))).play()
        for hold in host.held:
            hold.release()
        await host.kill()
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        assert await referee.controller.games.ledger.lagging() == []
    assert host.kills >= 5
    assert (host.stage(), host.stored()) == ("over", LONG)
    assert host.ratings() == [(1, "rated", 2, 1)]
    nonces = [m.nonce for m in standin.channel().messages if m.author == standin.bot]
    assert nonces == [CHALLENGE, *map(nonce, range(len(SCRIPT) + 1))]


@pytest.mark.parametrize("seed", FAST)
async def test_killed(discord_: Standin, database: Path, seed: int) -> None:
    """Every confirmed move outlasts a kill, none is made twice, each is shown once, and the game is rated once."""
    await check(discord_, database, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
async def test_killed_often(discord_: Standin, database: Path, seed: int) -> None:
    """The same holds for many more seeds."""
    await check(discord_, database, seed)
