"""The referee's process killed at seeded points while a game for three gathers, begins and loses a player."""

from __future__ import annotations

import random
import sqlite3
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from bot.app import Referee
from tests.bot.discord_ui.channel.test_kill import CHALLENGE, Game, Host
from tests.bot.support.parties import edited
from tests.bot.support.people import OPENING
from tests.suites import SIGNALLED
from tests.wire import Human, Message, Standin, running

pytestmark = SIGNALLED

STEPS = (
    "challenge", "join bob", "side bob", "join carol", "side carol", "start", "c5d6", "Pjj12", "resign", "j5j6", "d6e7",
)  # fmt: skip
SHOWN = [CHALLENGE, "1:full:3", *(f"1:{OPENING + sequence}" for sequence in range(6))]
FAST, SLOW = range(1), range(1, 4)


@dataclass
class Gathering(Game):
    """Alice, bob and carol gather and play; bob resigns when carol is to move."""

    async def play(self) -> None:
        """Play the whole script."""
        alice, bob, carol = self.red, self.blue, self.host.standin.human("carol").hurried()
        challenge = partial(alice.slash, "play", game="nd-wellisch-3", clock="none", side="Red")
        await self.step("challenge", challenge, lambda: self.host.stage() == "open")
        lobby = await self.shown(CHALLENGE)
        for who, side in ((bob, "Gold"), (carol, "Blue")):
            join = partial(who.press, lobby, custom_id="hm:enter:1:0")
            await self.step(f"join {who.name}", join, partial(self.joined, who))
            menu = await (await replace(who, patient=True).press(lobby, custom_id="hm:enter:1:0")).followup()
            choose = partial(who.choose, menu, "Choose your side", side)
            await self.step(f"side {who.name}", choose, partial(self.joined, who, wish=True))
            await edited(lobby, f"{side}: {who.mention}")
        await self.shown("1:full:3", alice)
        start = partial(alice.press, lobby, custom_id="hm:start:1:0")
        await self.step("start", start, lambda: self.host.stage() == "playing")
        await self.shown(f"1:{OPENING}", alice, bob, carol)
        await self.moved_to(1, alice, "c5d6", bob)
        board = await self.moved_to(2, bob, "Pjj12", carol)
        sure = await (await bob.press(await (await bob.press(board, "More…")).followup(), "Resign")).reply()
        await self.step("resign", partial(bob.press, sure, "Yes, resign"), partial(self.counted, 3))
        await self.shown(f"1:{OPENING + 3}", carol)
        await self.moved_to(4, carol, "j5j6", alice)
        await self.moved_to(5, alice, "d6e7", carol)

    async def moved_to(self, sequence: int, who: Human, notation: str, following: Human) -> Message:
        """Make a move, and wait for its board, which pings the next player alone."""
        move = partial(who.slash, "move", notation=notation)
        await self.step(notation, move, partial(self.counted, sequence))
        return await self.shown(f"1:{OPENING + sequence}", following)

    def counted(self, events: int) -> bool:
        """Whether there are exactly this many events in the store since the game began."""
        return self.rows("SELECT count(*) FROM events") == [(OPENING + events,)]

    def joined(self, who: Human, *, wish: bool = False) -> bool:
        """Whether somebody is in, and with a wish whether they have chosen a side."""
        return (who.id,) in self.rows(f"SELECT player FROM guests WHERE stage = 'in' AND wish >= {int(wish)}")  # noqa: S608

    def rows(self, statement: str) -> list[tuple[int, ...]]:
        """Rows of the store."""
        with closing(sqlite3.connect(self.host.database)) as store:
            return store.execute(statement).fetchall()


async def check(standin: Standin, database: Path, seed: int) -> None:
    """Gather and play with several kills, and see that everything was kept, and shown once."""
    chance = random.Random(seed)  # noqa: S311 - a seed for a test
    async with AsyncExitStack() as stack:
        host = Host(standin, database, stack)
        await host.start()
        await Gathering(host, chance, set(chance.sample(STEPS, 4))).play()
        for hold in host.held:
            hold.release()
        await host.kill()
    async with running(Referee(database)) as referee:
        await referee.controller.poster.catch_up()
        assert await referee.controller.games.ledger.lagging() == []
    assert [m.nonce for m in standin.channel().messages if m.author == standin.bot] == SHOWN


@pytest.mark.parametrize("seed", FAST)
async def test_killed(discord_: Standin, database: Path, seed: int) -> None:
    """Whoever has joined stays in, a started game goes on without who resigned, and all is shown exactly once."""
    await check(discord_, database, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
async def test_killed_often(discord_: Standin, database: Path, seed: int) -> None:
    """The same holds for many more seeds."""
    await check(discord_, database, seed)
