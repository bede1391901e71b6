"""The gate in Discord: whoever comes when there is no room is told at once, and what is there goes on working."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from aiosqlite import Connection

from bot.app import Referee
from bot.discord_ui.channel.messages import Gate
from tests.bot.support.people import Pair, button, labels, settled, told

FULL = "I have too much to do right now. Nothing has changed; please try again in a minute."


async def test_no_room(pair: Pair, referee: Referee) -> None:
    """Without room commands, presses and forms are refused in one call, nothing is suggested, and messages are told."""
    await asyncio.gather(*referee.controller.gate._inside)
    await asyncio.gather(*referee.controller.poster._looking)
    gate, referee.controller.gate = referee.controller.gate, Gate(most=0)
    before = len(pair.discord.requests)
    asked = await pair.red.slash("move", notation="Tbc3")
    assert (asked.kind, asked.private, asked.original.content) == (4, True, FULL)
    pressed = await pair.red.press(pair.board, "Flip")
    assert (pressed.kind, pressed.private, pressed.original.content) == (4, True, FULL)
    assert await pair.red.autocomplete("move", notation="") == ()
    assert len(pair.discord.requests) == before + 3
    for _ in range(3):
        await pair.red.say(f"<@{pair.discord.bot.id}> Tbc3")
    reply = await pair.channel.wait_for(lambda m: m.content == FULL and not m.ephemeral)
    assert reply.author == pair.discord.bot
    referee.controller.gate = gate
    await told(await pair.red.slash("games"))
    assert len([m for m in pair.channel.messages if m.content == FULL and not m.ephemeral]) == 1
    await pair.move("Tbc3")


async def test_old_buttons_under_load(pair: Pair, referee: Referee) -> None:
    """While much is being done, a button of an old board is answered with the way on, and old boards lose theirs."""
    old, people = pair.board, [pair.discord.human(f"p{number}") for number in range(10)]
    move = button(old, "Move")
    await pair.move("Tbc3")
    busy = [await who.hurried().slash("board", game="1") for who in people for _ in range(3)]
    pressed = await pair.blue.press(old, custom_id=move)
    assert pressed.acknowledged
    assert "The game has moved on since that board. Here is the newest" in (await pressed.followup()).content
    await pair.move("Tbc4")
    for outcome in busy:
        await outcome.reply(20)
    await settled(referee)
    assert labels(old) == []
    assert referee.controller.gate.refused == 0


async def test_suggestions_in_time(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where suggestions do not come in time there are none, in time; nobody goes on looking for them."""
    monkeypatch.setattr("bot.discord_ui.channel.messages.HASTE", 0.05)
    answering, asleep, gate = Connection.execute_fetchall, asyncio.Event(), referee.controller.gate
    await asyncio.wait_for(asyncio.gather(*gate._inside), 5)

    async def never(connection: Connection, statement: str, values: Sequence[object] = ()) -> object:
        await asleep.wait()
        return await answering(connection, statement, values)

    monkeypatch.setattr(Connection, "execute_fetchall", never)
    assert await pair.red.autocomplete("move", notation="") == ()
    assert gate.inside == 0
    asleep.set()
