"""Acknowledgements: made before any work, waited for only by private answers, and what counts if they are refused."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
from aiosqlite import Connection
from discord import app_commands

import bot
from bot.app import Referee
from bot.discord_ui.channel.messages import Gate
from tests.bot.support.people import Pair, challenge, deliver_again, is_board, moves_of, settled, told
from tests.wire import Human, Outcome, Standin


async def test_a_command_does_not_wait_for_its_acknowledgement(pair: Pair) -> None:
    """A move's board is posted before Discord has answered the acknowledgement; then its maker is told."""
    hold = pair.discord.delay("POST", "/callback")
    outcome = await pair.red.hurried().slash("move", notation="Tbc3")
    await hold.reached()
    assert "Red: Tbc3" in (await pair.next_board()).content
    assert not outcome.acknowledged
    hold.release()
    assert (await told(outcome)).startswith("Red: Tbc3")


async def test_a_button_does_not_wait_for_its_acknowledgement(pair: Pair) -> None:
    """A draw that is accepted is shown before Discord has answered the acknowledgement; then its player is told."""
    await told(await pair.red.slash("game draw", action="offer"))
    offer = await pair.channel.wait_for(lambda message: any(b.label == "Accept draw" for b in message.buttons))
    hold = pair.discord.delay("POST", "/callback")
    outcome = await pair.blue.hurried().press(offer, "Accept draw")
    await hold.reached()
    assert "Draw" in (await pair.next_board()).content
    assert not outcome.acknowledged
    hold.release()
    assert await told(outcome)


async def test_a_form_does_not_wait_for_its_acknowledgement(discord_: Standin, referee: Referee) -> None:
    """The game that begins with a form's word is shown before Discord has answered the form's acknowledgement."""
    assert referee.is_ready()
    bob = discord_.human("bob")
    message = await challenge(discord_.human("alice"), opponent=bob)
    form = await bob.press(message, "Accept with a word")
    hold = discord_.delay("POST", "/callback")
    submitted = await bob.hurried().submit(form, text="pear")
    await hold.reached()
    await discord_.channel().wait_for(is_board)
    assert not submitted.acknowledged
    hold.release()
    assert (await told(submitted)).startswith("Game #1 begins.")


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 50035), (404, 10015), (403, 50013)])
async def test_an_act_counts_though_its_acknowledgement_is_refused(
    pair: Pair, referee: Referee, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """A move counts and is shown, and no private answer is tried; only what came too late is logged quietly."""
    caplog.set_level(logging.INFO)
    hurried = pair.red.hurried()
    pair.discord.fail("POST", "/callback", status, times=3, code=code)
    await hurried.press(pair.board, "Flip")
    await hurried.slash("move", notation="Tbc3")
    with pytest.raises(AssertionError, match="suggested nothing"):
        await hurried.autocomplete("move", notation="T")
    await pair.discord.hub.pulse.until(lambda: len(failed(pair)) == 3 or None, "three refusals", 5)
    assert "Red: Tbc3" in (await pair.next_board()).content
    await settled(referee)
    assert ["b1c3"] == await moves_of(referee)
    assert [] == [request.path for request in pair.discord.requests_to("*", "/webhooks/") if request.status != 200]
    loud = [record.levelno for record in caplog.records if record.levelno > logging.INFO]
    quiet = [record for record in caplog.records if "was no longer waited for" in record.getMessage()]
    assert ([], 3) == (loud, len(quiet)) if code == 10062 else ([logging.ERROR] * 3, 0) == (loud, len(quiet))
    assert "your move" in await told(await pair.blue.slash("games"))


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


def test_what_needs_an_acknowledgement_waits_for_it() -> None:
    """Only the module that waits for the acknowledgement uses an interaction's token."""
    uses = re.compile(r"\.(followup|\w+_original_response|original_response)\b|\.defer\(")
    found = {path.name for path in Path(bot.__file__).parent.rglob("*.py") if uses.search(path.read_text("utf-8"))}
    assert {"messages.py"} == found


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
        assert (await outcome.reply(20)).content is not None, name
    await settled(referee)


def failed(pair: Pair) -> list[int]:
    """The acknowledgements that were refused."""
    requests = pair.discord.requests_to("POST", "/callback")
    return [request.status for request in requests if request.status is not None and request.status >= 400]
