"""How messages are sent, people let in and acts ended: nonces, files, the gate, and a stop within two seconds."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from bot.app import Referee
from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import (
    FULL,
    NONCE_MAX_CHARS,
    RESTARTING,
    STILL_BUSY,
    BrokenOff,
    Gate,
    TooManyRolls,
    nonce_of,
    post,
)
from bot.discord_ui.components.screens import Screen, attachment
from bot.text.harmless import answer_text
from engine.model.refusal import Refusal
from tests.bot.support.dying import program
from tests.bot.support.people import Pair, told
from tests.bot.support.refusals import outcome
from tests.suites import SIGNALLED
from tests.wire import Standin, running

LARGEST = 2**63 - 1
"""The largest number that the store gives, and that Discord has for an id."""


@pytest.mark.parametrize(
    "parts",
    [
        (1, "challenge"),
        (LARGEST, LARGEST, LARGEST),
    ],
)
def test_nonces_fit(parts: tuple[object, ...]) -> None:
    """A nonce has at most 25 characters, is the same for the same parts, and differs where one of them differs."""
    nonce = nonce_of(*parts)
    assert len(nonce) <= NONCE_MAX_CHARS == 25
    assert nonce == nonce_of(*parts)
    assert nonce != nonce_of(*parts[:-1], f"{parts[-1]}0"[1:])


async def test_it_is_sent_whole_after_a_failure(discord_: Standin) -> None:
    """An upload that Discord has refused for its own reasons is tried again, with all its bytes."""
    client = discord.Client(intents=discord.Intents.none())
    discord_.fail("POST", "/messages", 502)
    async with running(client):
        channel = client.get_partial_messageable(discord_.channel().id)
        await post(channel, Screen("Here.", files=[attachment(b"pixels", "board.png", "a board")]))
    (sent,) = discord_.channel().messages[-1].attachments
    assert (sent.filename, sent.description, sent.data) == ("board.png", "a board", b"pixels")


class Visit:
    """Somebody who stays inside until told to go."""

    def __init__(self, gate: Gate, person: int) -> None:
        self.words: list[Refusal] = []
        self.refusal: Refusal | None = None
        self._gate, self._person = gate, person
        self.go = asyncio.Event()
        self.task = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        async def hear(said: Refusal) -> None:
            self.words.append(said)

        self.refusal = self._gate.enter(self._person, hear)
        if self.refusal is None:
            await self.go.wait()

    async def leave(self) -> None:
        self.go.set()
        await self.task
        await asyncio.sleep(0)


async def visit(gate: Gate, person: int) -> Visit:
    made = Visit(gate, person)
    await asyncio.sleep(0)
    return made


@asynccontextmanager
async def stopping(gate: Gate, patience: float = 5) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(gate.stop(patience))
    await asyncio.sleep(0)
    yield task
    await task


async def test_so_much_and_no_more() -> None:
    """One person and all together have so much inside and no more; who leaves makes room."""
    gate = Gate(most=3, each=2)
    first, second = await visit(gate, 1), await visit(gate, 1)
    assert (await outcome(visit(gate, 1))).refusal == STILL_BUSY
    third = await visit(gate, 2)
    assert (await outcome(visit(gate, 3))).refusal == FULL
    assert (gate.inside, gate.refused) == (3, 2)
    await first.leave()
    fourth = await visit(gate, 3)
    assert [None] * 4 == [each.refusal for each in (first, second, third, fourth)]
    for each in (second, third, fourth):
        await each.leave()
    assert gate.inside == 0


async def test_a_stop_waits() -> None:
    """A stop lets nobody in, and ends when the last one has left, who is told nothing."""
    gate = Gate()
    inside = await visit(gate, 1)
    async with stopping(gate) as task:
        assert (await outcome(visit(gate, 2))).refusal == RESTARTING
        assert not task.done()
        await inside.leave()
    assert inside.words == []
    assert not inside.task.cancelled()


async def test_a_stop_does_not_wait_for_ever() -> None:
    """When its patience is at an end, those inside are told, and broken off."""
    gate = Gate()
    inside = await outcome(visit(gate, 1))
    async with stopping(gate, 0.01):
        pass
    await asyncio.wait([inside.task])
    assert inside.words == [BrokenOff()]
    assert inside.task.cancelled()


def test_so_many_rolls_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rolls too often is told until when; others don't count."""
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    gate = Gate()
    assert {None} == {gate.roll(1) for _ in range(30)}
    now += 15.5
    assert gate.roll(1) == TooManyRolls("45 seconds")
    assert gate.roll(2) is None
    now += 45
    assert gate.roll(1) is None


@asynccontextmanager
async def started(standin: Standin, database: Path, *troubles: str) -> AsyncIterator[Process]:
    """Start the program; it ends without a complaint, but for the library's about a connection that is lost."""
    async with program(standin, database, *troubles) as child:
        yield child
        complaints, _ = await child.communicate()
        assert child.returncode == 0
        assert standin.gateway.away or complaints == b""


@SIGNALLED
@pytest.mark.slow
async def test_what_was_acknowledged_is_finished(discord_: Standin, database: Path) -> None:
    """Told to stop during a move, the referee answers it and posts its board first; whoever comes then is told."""
    async with started(discord_, database) as child:
        pair = await Pair.seated(discord_)
        hold = discord_.delay("DELETE", "/messages/@original")
        moving = await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
        board = await pair.next_board()
        child.send_signal(signal.SIGTERM)
        said = ""
        while said != answer_text(RESTARTING):
            asking = await discord_.human("carol").slash("roll", expression="d6", private=True)
            assert asking.acknowledged
            said = asking.original.content if asking.kind == 4 else ""
        assert (await (await pair.blue.press(pair.board, "Flip")).reply()).content == answer_text(RESTARTING)
        assert await pair.red.autocomplete("move", notation="") == ()
        assert child.returncode is None
        hold.release()
        assert await told(moving) == ""
        assert "**Tbc3**" in board.content
    await discord_.wait_disconnected()
    async with running(Referee(database)):
        await pair.move("Tbc4")


@SIGNALLED
@pytest.mark.slow
async def test_what_takes_too_long_is_broken_off(discord_: Standin, database: Path) -> None:
    """A player whose board Discord doesn't take is told so, the process ends, and the next start shows the board."""
    async with started(discord_, database) as child:
        pair = await Pair.seated(discord_)
        hold = discord_.delay("POST", f"/channels/{discord_.channel().id}/messages", times=2)
        moving = await pair.red.slash("move", notation="Tbc3")
        await hold.reached()
        await ends_in_time(child)
        assert await told(moving) == answer_text(BrokenOff())
    hold.release()
    await discord_.wait_disconnected()
    async with running(Referee(database)):
        assert "**Tbc3**" in (await pair.next_board()).content


@SIGNALLED
@pytest.mark.slow
async def test_the_end_without_discord(discord_: Standin, database: Path) -> None:
    """The process ends in time while the library waits to connect again."""
    async with started(discord_, database, "waits") as child:
        discord_.gateway.away = True
        discord_.gateway.cut()
        assert child.stdout is not None
        assert b"Attempting a reconnect for shard ID 0 in 60.00s" in await child.stdout.readline()
        await ends_in_time(child)


async def ends_in_time(child: Process) -> None:
    """Tell the process to stop; it grants its work less than two seconds, and does not wait for Discord."""
    assert messages.PATIENCE_S + messages.GOODBYE_S < 2
    child.send_signal(signal.SIGTERM)
    await asyncio.wait_for(child.wait(), 20)
