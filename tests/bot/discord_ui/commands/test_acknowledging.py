"""Acknowledgements that Discord refuses: quietly noted where none was waited for, else errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.app import Referee
from bot.discord_ui.components.gate import Gate
from bot.store.hand import Clerk, Hand
from tests.bot.people import Pair, settled, told, untouched
from tests.wire import Human, Outcome


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (404, 10062)])
async def test_acknowledged_otherwise(
    pair: Pair, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """That a press, command or completion was acknowledged, or is no longer waited for, is logged in a quiet line."""
    caplog.set_level(logging.INFO)
    hurried = pair.red.hurried()
    async with untouched(pair.discord, referee):
        pair.discord.fail("POST", "/callback", status, times=3, code=code)
        await hurried.press(pair.board, "Move")
        await hurried.slash("move", notation="Tbc3")
        with pytest.raises(AssertionError, match="suggested nothing"):
            await hurried.autocomplete("move", notation="T")
        await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 3 or None, "three refusals", 5)
        await told(await pair.blue.slash("games"))
    quiet = [record.levelno for record in caplog.records if record.name == "bot.discord_ui.components.acknowledging"]
    assert quiet == [logging.INFO] * 3
    assert [record.getMessage() for record in caplog.records if record.exc_info or record.levelno > logging.INFO] == []


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (404, 10015), (403, 50013)])
async def test_other_refusals_are_errors(pair: Pair, caplog: pytest.LogCaptureFixture, status: int, code: int) -> None:
    """An acknowledgement refused for any other reason is an error, with its traceback."""
    hurried = pair.red.hurried()  # the apology for the command is refused, too
    pair.discord.fail("POST", "/callback", status, times=4, code=code)
    await hurried.press(pair.board, "Move")
    await hurried.slash("move", notation="Tbc3")
    with pytest.raises(AssertionError, match="suggested nothing"):
        await hurried.autocomplete("move", notation="T")
    await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 4 or None, "four refusals", 5)
    await told(await pair.blue.slash("games"))
    assert len([record for record in caplog.records if record.exc_info and record.levelno == logging.ERROR]) == 3


def filled(command: app_commands.Command[Any, ..., Any], somebody: Human) -> dict[str, Any]:
    """What a command must be given: somebody, the first of its choices, or a word."""
    needed = [option for option in command.parameters if option.required]
    assert {option.type for option in needed} <= {
        discord.AppCommandOptionType.user,
        discord.AppCommandOptionType.string,
    }
    return {
        option.name: somebody
        if option.type is discord.AppCommandOptionType.user
        else next((choice.value for choice in option.choices), "word")
        for option in needed
    }


@pytest.fixture
async def still(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.Event]:
    """Let the store answer nothing until the event is set."""
    awake, answering = asyncio.Event(), Clerk.do

    async def slow(clerk: Clerk, work: Callable[[Hand], object]) -> object:
        await awake.wait()
        return await answering(clerk, work)

    assert pair.board
    monkeypatch.setattr(Clerk, "do", slow)
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
        assert (await outcome.reply(20)).content is not None, name
    await settled(referee)


def failed(pair: Pair) -> list[int]:
    """The acknowledgements that were refused."""
    requests = pair.discord.requests_to("POST", "/callback")
    return [request.status for request in requests if request.status is not None and request.status >= 400]
