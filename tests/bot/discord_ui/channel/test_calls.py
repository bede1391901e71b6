"""What it costs to find the roll that a reply makes, counted in the store's steps and in what is read of channels."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from discord.utils import time_snowflake

from bot.discord_ui.channel.calls import BoardReply
from bot.games import Carried
from engine.play.commands import MakeMove
from engine.play.state import Await
from tests.bot.store.test_growth import Steps
from tests.bot.support.cheating import HOST, ME, Channel, Den
from tests.bot.support.crowded import repeat
from tests.bot.support.league import HERE, Club

LATER = datetime(2027, 6, 1, tzinfo=UTC)
"""A time after all attacks in a club."""
FEW = 20


class Read(Channel):
    """A channel that counts how often it is read, and how many messages of it are."""

    readings = messages = 0

    async def history(self, *, before: Any, **_: object) -> AsyncIterator[Any]:
        """What was said before a message."""
        self.readings += 1
        async for each in super().history(before=before):
            self.messages += 1
            yield each


class Scene(NamedTuple):
    """A den with game 1, whose attack waits, its board, the channel of all games, and the steps of the store."""

    den: Den
    board: BoardReply
    channel: Read
    steps: Steps


@asynccontextmanager
async def waiting(path: Path, others: int) -> AsyncIterator[Scene]:
    """Open a store in which the attack of game 1 waits, and in the same channel those of so many others."""
    async with Club.opened(path) as club:
        den = Den(club, Random(1), time_snowflake(LATER))  # noqa: S311 - the same ids each time
        den.channel = channel = Read()
        number = await den.begin("1", player_rolls=True)
        turned = await den.games.play.act(number, HOST, lambda seat: MakeMove(seat, None, "b1c6"))
        assert isinstance(turned, Carried)
        board = BoardReply(number, turned.now.state.sequence, den.next_message())
        await den.games.ledger.shown(number, board.event, board.message, HERE.channel)
        await repeat(club.database, number, others)
        await club.database.rows("UPDATE games SET message = message + number WHERE number > 1")
        assert len(await den.games.ledger.rolling()) == others + 1
        steps = Steps()
        await club.database._connection.set_progress_handler(steps, 1)
        yield Scene(den, board, channel, steps)


async def heard(path: Path, others: int) -> tuple[int, int, int]:
    """The steps, readings and messages read that a reply to game 1 takes among so many others."""
    async with waiting(path, others) as (den, board, channel, steps):
        await den.calls.hear(den.say(board), board, ME)
        assert (await den.table(1)).state.awaits is Await.MOVE
        return steps.taken, channel.readings, channel.messages


async def test_a_reply_is_heard_alike_among_few_and_many(tmp_path: Path) -> None:
    """Finding the roll that a reply makes takes as much whether few others wait or twice as many."""
    few, many = [await heard(tmp_path / f"{others}.sqlite", others) for others in (FEW, 2 * FEW)]
    assert few == many
    assert few[1:] == (1, 0), "the channel is read once, and nothing stands there before the reply"


async def caught_up(path: Path, others: int) -> tuple[int, int, int]:
    """The same for catching up when everybody has replied while nobody was there."""
    async with waiting(path, others) as (den, _, channel, steps):
        for game in await den.games.ledger.rolling():
            state = (await den.table(game.number)).state
            reply = den.say(BoardReply(game.number, game.sequence, game.message or 0))
            reply.author = SimpleNamespace(id=game.seats[state.due].id)
        steps.taken = 0
        await den.calls.catch_up()
        assert await den.games.ledger.rolling() == []
        return steps.taken, channel.readings, channel.messages


async def test_catching_up_is_linear(tmp_path: Path) -> None:
    """Twice as many replies that were missed take twice as many steps; their channel is read once for each game."""
    few, many = [await caught_up(tmp_path / f"{others}.sqlite", others) for others in (FEW, 2 * FEW)]
    assert (few[1], many[1]) == (FEW + 1, 2 * FEW + 1)
    assert 1.7 < many[0] / few[0] < 2.1
