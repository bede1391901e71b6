"""/status: how the referee does, told to those who run it and to nobody else."""

from __future__ import annotations

import pytest

from bot.app import Referee
from bot.discord_ui.commands.status import aside, file, shards
from bot.store.status import DISCORD_EPOCH, counts
from tests.bot.people import Pair, settled, shown
from tests.wire import Human, Standin
from tests.wire.snowflakes import EPOCH_MS


def host(standin: Standin) -> Human:
    """The owner of the application."""
    owner = standin.guild().owner
    return Human(standin.hub, owner, standin.channel())


async def test_for_the_owner(discord_: Standin, referee: Referee, pair: Pair) -> None:
    """The owner sees version, shards, servers, games, what waits and what other parts add, in private."""

    async def report() -> str:
        return "Backup: an hour ago"

    await pair.move("Tbc3")
    await settled(referee)
    referee.controller.reports.append(report)
    referee.controller.games.ledger.aside.note("game 9", "it was damaged")
    message = await shown(await host(discord_).slash("status"))
    assert message.ephemeral
    lines = message.content.split("\n")
    assert lines[0].startswith("**Hexmarshal ")
    assert lines[1].startswith("Connection: 1 of 1 shard connected")
    assert lines[1].endswith("; 1 server")
    assert lines[2] == "Games: 1 under way, no open challenges, 0 over; 1 command carried out today (UTC)"
    assert lines[3] == "Waiting: no games to be shown, no late deadlines"
    assert lines[4] == "Set aside: game 9"
    assert lines[5].startswith("Store: 0.")
    assert lines[6].startswith("Work: ")
    assert lines[6].endswith(" of at most 128 requests under way; 0 turned away since I started")
    assert lines[7:] == ["File: no backup made by itself yet", "Backup: an hour ago"]


def test_how_the_file_is() -> None:
    """A backup is told by its time."""
    assert file(5_000) == "File: last backup <t:5:R>"


async def test_for_nobody_else(discord_: Standin, referee: Referee) -> None:
    """Others are refused with the reason."""
    assert referee.application
    message = await shown(await discord_.human("carol").slash("status"))
    assert message.content == "Only those who run me see that: the owner of my application, or a member of its team."


async def test_what_has_been_done_since(pair: Pair, referee: Referee) -> None:
    """Commands are counted by the time in the ids behind them."""
    await pair.moves("Tbc3 Tfe4")
    database = referee.controller.games.ledger.database
    first = min(message.id for message in pair.channel.messages)
    assert (await counts(database, (first >> 22) + DISCORD_EPOCH, 0)).acts == 2
    assert (await counts(database, 10**13, 0)).acts == 0
    assert DISCORD_EPOCH == EPOCH_MS


@pytest.mark.parametrize(
    ("latencies", "said"),
    [
        ({0: 0.04, 1: None}, "1 of 2 shards connected, the slowest answers in 40 ms; away: 1"),
        ({}, "0 of 0 shards connected"),
    ],
)
def test_shards(latencies: dict[int, float | None], said: str) -> None:
    """What is away is named."""
    assert shards(latencies) == said


def test_set_aside() -> None:
    """At most five things set aside are named."""
    assert aside([f"game {n}" for n in range(7)]).endswith("game 3, game 4 and 2 more")
