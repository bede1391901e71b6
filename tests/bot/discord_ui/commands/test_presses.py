"""Commands, presses and forms: acknowledged before any work, in time, and once; told when there is no room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import discord
import pytest
from aiosqlite import Connection
from discord import app_commands

from bot.app import Referee
from bot.discord_ui.channel.messages import Gate
from tests.bot.support.people import Pair, deliver_again, moves_of, settled, told
from tests.wire import Human, Outcome


async def test_a_command_does_not_wait_for_its_acknowledgement(pair: Pair) -> None:
    """A move's board is posted before Discord has answered the acknowledgement."""
    hold = pair.discord.delay("POST", "/callback")
    outcome = await pair.red.hurried().slash("move", notation="Tbc3")
    await hold.reached()
    assert "**Tbc3**" in (await pair.next_board()).content
    assert not outcome.acknowledged
    hold.release()
    assert await told(outcome) == ""


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (403, 50013)])
async def test_an_act_counts_though_its_acknowledgement_is_refused(
    pair: Pair, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """A move counts and is shown, and no private answer is tried; only what came too late is logged quietly."""
    caplog.set_level(logging.INFO)
    hurried = pair.red.hurried()
    pair.discord.fail("POST", "/callback", status, times=2, code=code)
    await hurried.press(pair.board, "Flip")
    await hurried.slash("move", notation="Tbc3")
    await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 2 or None, "two refusals", 5)
    assert "**Tbc3**" in (await pair.next_board()).content
    await settled(referee)
    assert ["b1c3"] == await moves_of(referee)
    assert [] == [
        request.path for request in pair.discord.requests_to("*", "/webhooks/") if request.status not in {200, 204}
    ]
    loud = [record.levelno for record in caplog.records if record.levelno > logging.INFO]
    assert loud == ([] if code == 10062 else [logging.ERROR] * 2)


async def test_acknowledged_otherwise(pair: Pair, referee: Referee, caplog: pytest.LogCaptureFixture) -> None:
    """A move whose interaction was acknowledged before, as its second delivery is, counts once, and nothing is loud."""
    caplog.set_level(logging.INFO)
    outcome = await pair.red.slash("move", notation="Tbc3")
    await deliver_again(pair.red, outcome, "move", notation="Tbc3")
    await pair.next_board()
    await settled(referee)
    assert [400] == failed(pair)
    assert ["b1c3"] == await moves_of(referee)
    assert [] == [record.getMessage() for record in caplog.records if record.exc_info or record.levelno > logging.INFO]


def filled(command: app_commands.Command[Any, ..., Any], somebody: Human) -> dict[str, Any]:
    """What a command must be given: somebody, the first of its choices, or a word."""
    return {
        option.name: somebody
        if option.type is discord.AppCommandOptionType.user
        else next((choice.value for choice in option.choices), "word")
        for option in command.parameters
        if option.required
    }


@pytest.fixture
async def still(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.Event]:
    """Let the store answer nothing until the event is set."""
    awake, answering = asyncio.Event(), Connection.execute_fetchall

    async def slow(connection: Connection, statement: str, values: Sequence[object] = ()) -> object:
        await awake.wait()
        return await answering(connection, statement, values)

    assert pair.board
    monkeypatch.setattr(Connection, "execute_fetchall", slow)
    yield awake
    awake.set()


async def test_acknowledged_before_any_work(pair: Pair, referee: Referee, still: asyncio.Event) -> None:
    """Every command and every entry of a menu is acknowledged though the store does not answer, and then answered."""
    pair.discord.hub.ack_deadline = 5
    referee.controller.gate = Gate(each=100)
    outcomes: dict[str, Outcome] = {}
    for command in referee.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            name = command.qualified_name
            outcomes[name] = await pair.red.slash(name, **filled(command, pair.blue))
    for kind, target in ((discord.AppCommandType.user, pair.blue.user), (discord.AppCommandType.message, pair.board)):
        for entry in referee.tree.get_commands(type=kind):
            outcomes[entry.name] = await pair.red.point(entry.name, target)
    assert len(outcomes) > 30
    assert [name for name, outcome in outcomes.items() if not outcome.acknowledged] == []
    still.set()
    for name, outcome in outcomes.items():
        await pair.discord.hub.pulse.until(partial(_settled, outcome), name, 20)
    await settled(referee)


def _settled(outcome: Outcome) -> bool | None:
    """Whether a command has been answered, or its answer was taken away."""
    return outcome.original.deleted or not outcome.original.loading or None


def failed(pair: Pair) -> list[int]:
    requests = pair.discord.requests_to("POST", "/callback")
    return [request.status for request in requests if request.status is not None and request.status >= 400]


FULL = "I'm very busy right now. Please try again in a minute."


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


async def test_suggestions_in_time(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where suggestions do not come in time there are none, in time; nobody goes on looking for them."""
    monkeypatch.setattr("bot.discord_ui.channel.messages.COMPLETION_TIMEOUT_S", 0.05)
    answering, asleep, gate = Connection.execute_fetchall, asyncio.Event(), referee.controller.gate
    await asyncio.wait_for(asyncio.gather(*gate._inside), 5)

    async def never(connection: Connection, statement: str, values: Sequence[object] = ()) -> object:
        await asleep.wait()
        return await answering(connection, statement, values)

    monkeypatch.setattr(Connection, "execute_fetchall", never)
    assert await pair.red.autocomplete("move", notation="") == ()
    assert gate.inside == 0
    asleep.set()
