"""People who wait for others: nudges, told privately and passed on as the other has chosen, and who is next."""

from __future__ import annotations

import pytest

from bot.app import Referee
from engine.clocks.control import DAY
from tests.bot.support.parties import Party
from tests.bot.support.people import Pair, link_to, says, told, untouched
from tests.bot.support.timed import NOON
from tests.wire import Human, Standin

PASSED_ON = "Nudged – alice decides when (and whether) such pings arrive."


@pytest.fixture
async def pair(discord_: Standin, referee: Referee) -> Pair:
    """Seat alice as Red and bob as Blue at a game without a clock."""
    assert referee.is_ready()
    return await Pair.seated(discord_)


async def nudge(by: Human) -> str:
    return await told(await by.slash("game nudge"))


@pytest.mark.usefixtures("time")
async def test_a_nudge(pair: Pair, referee: Referee) -> None:
    """Who waits nudges by command: the other is pinged in the channel with a link to the board, once a day."""
    assert await nudge(pair.blue) == PASSED_ON
    message = await pair.channel.wait_for(says("nudges:off"))
    assert message.content == (
        f"{pair.red.mention}, another player is waiting for your move: **#1 Hexeh vs bob** in {pair.channel.mention}, "
        f"{link_to(pair.board)}\n-# Don't want nudges? /settings change nudges:off"
    )
    assert message.pinged.users == {pair.red.id}
    async with untouched(pair.discord, referee):
        again = f"Game #1 has already had a nudge today. You can nudge again <t:{(NOON + DAY) // 1000}:R>."
        assert await nudge(pair.blue) == again
        assert await nudge(pair.red) == "It's your own move in game #1."
        stranger = await told(await pair.discord.human("carol").slash("game nudge", game="1"))
        assert stranger.startswith("You're not in game #1 – ")


@pytest.mark.usefixtures("toys")
async def test_who_is_next(discord_: Standin, referee: Referee) -> None:
    """In a game for three, who wishes so is pinged under the board when they are next, and others are not."""
    party = await Party.seated(discord_)
    alice, bob, carol = party.players
    assert referee.is_ready()
    for who in (alice, carol):
        assert "Heads-up when you're next: on" in await told(await who.slash("settings change", next="on"))
    for mover, following, wishes in ((bob, carol, True), (carol, alice, True), (alice, bob, False)):
        moves = await party.mover.autocomplete("move", notation="")
        await party.move(str(moves[0].value))
        assert party.mover == mover
        assert party.board.content.partition("\n")[0].endswith(f" · next {following.mention}")
        assert party.board.pinged.users == {mover.id, *([following.id] if wishes else [])}
