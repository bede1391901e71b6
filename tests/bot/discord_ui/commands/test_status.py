"""/status: how the referee does, told to those who run it and to nobody else."""

from __future__ import annotations

import pytest

from bot.app import Referee
from tests.bot.support.people import Pair, settled, shown
from tests.wire import Human, Standin


def host(standin: Standin) -> Human:
    """The owner of the application."""
    owner = standin.guild().owner
    return Human(standin.hub, owner, standin.channel())


async def test_for_the_owner(discord_: Standin, referee: Referee, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner sees version, shards, servers, games, what waits, at most five things set aside, and the backup."""

    async def last_backup(_: Referee) -> int:
        return 5_000

    await pair.move("Tbc3")
    await settled(referee)
    owner = host(discord_)
    assert (await shown(await owner.slash("status"))).content.endswith("\nFile: no backup made by itself yet")
    monkeypatch.setattr(Referee, "last_backup", last_backup)
    for number in range(7):
        referee.controller.games.ledger.aside.note(f"game {number}", "it was damaged")
    message = await shown(await owner.slash("status"))
    assert message.ephemeral
    lines = message.content.split("\n")
    assert lines[0].startswith("**Hexmarshal ")
    assert lines[1] == "Connection: 1 of 1 shard connected; 1 server"
    assert lines[2] == "Games: 1 under way, no open challenges, 0 over"
    assert lines[3] == "Waiting: no games to be shown, no late deadlines"
    assert lines[4] == "Set aside: game 0, game 1, game 2, game 3, game 4 and 2 more"
    assert lines[5].startswith("Store: 0.")
    assert lines[6:] == ["File: last backup <t:5:R>"]


async def test_for_nobody_else(discord_: Standin, referee: Referee) -> None:
    """Others are refused with the reason."""
    assert referee.application
    message = await shown(await discord_.human("carol").slash("status"))
    assert message.content == "Only those who run me see that: the owner of my application, or a member of its team."
