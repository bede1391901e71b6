"""The stand-in itself: what protects other tests from a Discord that is kinder than the real one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from tests.wire import Pinged, Standin, running, spec

QUIET = discord.AllowedMentions.none()
AUTHORIZED = {"Authorization": "Bot good-token"}


class SampleBot(discord.Client):
    """A small real client with a command, which notes what it hears."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

    async def setup_hook(self) -> None:
        @self.tree.command(description="Say nothing")
        async def mute(_: discord.Interaction) -> None:
            return

        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.content)


@pytest.fixture
async def discord_() -> AsyncIterator[Standin]:
    """Start a stand-in that this process's clients talk to."""
    async with Standin() as standin:
        with standin.point_library():
            yield standin


@pytest.fixture
async def bot(discord_: Standin) -> AsyncIterator[SampleBot]:
    assert discord_.base_url
    async with running(SampleBot()) as client:
        yield client


async def test_acknowledging_late_or_twice(discord_: Standin, bot: SampleBot) -> None:
    """Past the deadline an interaction is unknown; a second acknowledgement is refused, and so is a token too old."""
    alice = discord_.human("alice")

    async def muted(deadline: float) -> discord.Interaction:
        discord_.hub.ack_deadline = deadline
        waiting = asyncio.create_task(bot.wait_for("interaction", timeout=5))
        await asyncio.sleep(0)
        outcome = await (alice if deadline < 1 else alice.hurried()).slash("mute")
        assert not outcome.acknowledged
        return await waiting

    late = await muted(0.05)
    with pytest.raises(discord.NotFound, match="10062"):
        await late.response.send_message("too late")
    twice = await muted(3)
    await twice.response.send_message("once")
    twice.response._response_type = None
    with pytest.raises(discord.HTTPException, match="40060"):
        await twice.response.send_message("twice")
    discord_.hub.token_life = 0.0
    with pytest.raises(discord.HTTPException, match="50027"):
        await twice.followup.send("after a quarter of an hour")


async def test_content_rule(discord_: Standin, bot: SampleBot) -> None:
    """A human's text arrives only if it mentions the bot itself, or in private."""
    alice, mention = discord_.human("alice"), discord_.bot.mention
    await alice.say("a secret")
    await alice.say(f"{discord_.guild().bot_role.mention} Pxd4")
    await alice.say(f"{mention} Pxd4")
    await alice.at(alice.dm).say("hello")
    await bot.get_partial_messageable(discord_.channel().id).send("heard")
    assert bot.heard == ["", "", f"{mention} Pxd4", "hello"]


async def test_pings(discord_: Standin, bot: SampleBot) -> None:
    """Who is notified follows from the text, the allowed mentions and the flags; edits notify nobody."""
    alice, bob, channel = discord_.human("alice"), discord_.human("bob"), discord_.channel()
    judges = discord_.guild().role("judges")
    place = bot.get_partial_messageable(channel.id)
    text = f"{alice.mention} `{bob.mention}` {judges.mention} @everyone"

    async def sent(content: str, **how: Any) -> Pinged:
        return discord_.hub.messages[(await place.send(content, **how)).id].pinged

    assert await sent(text) == Pinged(frozenset({alice.id}), frozenset({judges.id}), everyone=True)
    assert not await sent(text, allowed_mentions=QUIET)
    assert not await sent(text, silent=True)
    only_bob = discord.AllowedMentions(users=[discord.Object(bob.id)], everyone=False, roles=False)
    assert (await sent(f"{alice.mention} {bob.mention}", allowed_mentions=only_bob)).users == {bob.id}
    channel.deny(bob, 1 << 10)
    assert not await sent(bob.mention)
    edited = await place.send("nobody")
    await edited.edit(content=alice.mention)
    assert not discord_.hub.messages[edited.id].pinged


async def test_unhandled_and_violations_fail_the_test() -> None:
    """On leaving, everything Discord would object to is listed, unless cleared."""
    standin = await Standin().__aenter__()
    async with aiohttp.ClientSession(standin.base_url, headers=AUTHORIZED) as session:
        await session.get("/api/v10/voice/regions")
        await session.post(f"/api/v10/channels/{standin.channel().id}/messages", json={})
    with pytest.raises(AssertionError, match=r"(?s)empty message.*not served: GET /voice/regions"):
        await standin.__aexit__(None, None, None)


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"components": [{"type": 1, "components": list(components)}]}


def button(name: str, label: str = "a") -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": label, "custom_id": name}


def select(*values: str) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": v, "value": v} for v in values]}


BROKEN = {
    "long content": ({"content": "x" * 2001}, "2000"),
    "long nonce": ({"content": "x", "nonce": "1" * 26}, "nonce"),
    "six rows": ({"components": [row(button(str(n)))["components"][0] for n in range(6)]}, "6 rows"),
    "six buttons": (row(*(button(str(n)) for n in range(6))), ""),
    "same custom_id": (row(button("x"), button("x")), "comes 2 times"),
    "26 options": (row(select(*map(str, range(26)))), ""),
    "same option": (row(select("a", "a")), "comes 2 times"),
    "contradiction": ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "both"),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_broken_messages(discord_: Standin, case: str) -> None:
    """A message that breaks a rule is refused, and the rule named."""
    body, complaint = BROKEN[case]
    async with aiohttp.ClientSession(discord_.base_url, headers=AUTHORIZED) as session:
        answer = await session.post(f"/api/v10/channels/{discord_.channel().id}/messages", json=body)
    assert answer.status == 400
    (violation,) = discord_.violations
    assert complaint in violation
    assert discord_.channel().messages == []
    discord_.violations.clear()


@pytest.mark.skipif(not spec.available, reason=spec.reason)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/channels/1/messages", row(button("x", "a" * 81))),
        ("PUT", "/applications/1/commands", [{"name": "a", "description": "x" * 101, "type": 1}]),
        ("POST", "/interactions/1/t/callback", {"type": 4, "data": {"content": "x" * 2001}}),
        (
            "POST",
            "/interactions/1/t/callback",
            {"type": 8, "data": {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}},
        ),
    ],
)
def test_discords_own_description(method: str, path: str, body: Any) -> None:
    assert "long" in (spec.problem(method, path, body) or "")
