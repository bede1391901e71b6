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
    """A small real client with a command and buttons, which notes what it hears."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"intents": discord.Intents.default()} | options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []

    async def setup_hook(self) -> None:
        @self.tree.command(description="Start a game")
        async def play(
            interaction: discord.Interaction, opponent: discord.Member, rounds: app_commands.Range[int, 1, 9] = 1
        ) -> None:
            text = f"{interaction.user.mention} against {opponent.mention}, {rounds}"
            await interaction.response.send_message(text, view=buttons(), allowed_mentions=QUIET)

        @self.tree.command(description="Say nothing")
        async def mute(_: discord.Interaction) -> None:
            return

        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.content)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        pressed = data.get("custom_id")
        if pressed == "change":
            await interaction.response.edit_message(content="changed")
        elif pressed == "later":
            await interaction.response.defer()
            await interaction.edit_original_response(content="changed later")
        elif pressed == "secret":
            await interaction.response.send_message("only you see this", view=buttons(), ephemeral=True)


def buttons() -> discord.ui.View:
    """A button for each way to answer."""
    view = discord.ui.View(timeout=None)
    for name in ("change", "later", "secret"):
        view.add_item(discord.ui.Button(label=name, custom_id=name))
    return view


@pytest.fixture
async def discord_() -> AsyncIterator[Standin]:
    """Start a stand-in that this process's clients talk to."""
    async with Standin() as standin:
        with standin.point_library():
            yield standin


@pytest.fixture
async def bot(discord_: Standin) -> AsyncIterator[SampleBot]:
    """Log a small client in."""
    assert discord_.base_url
    async with running(SampleBot()) as client:
        yield client


async def test_wrong_token(discord_: Standin) -> None:
    with pytest.raises(discord.LoginFailure):
        async with running(SampleBot(), "bad-token"):
            pass
    assert discord_.logins == 0


# ---- people


@pytest.mark.parametrize(
    ("command", "options", "problem"),
    [
        ("plya", {}, "not offered here"),
        ("play", {}, "needs opponent"),
        ("play", {"oponent": None, "opponents": 1}, "has no option opponents"),
        ("play", {"opponent": "bob", "rounds": 10}, "too much"),
    ],
)
async def test_what_discords_client_would_not_send(
    discord_: Standin, bot: SampleBot, command: str, options: dict[str, Any], problem: str
) -> None:
    """Mistakes of the test itself are told apart from the bot's."""
    assert bot.user
    if "opponent" in options:
        options = options | {"opponent": discord_.human("bob")}
    with pytest.raises((LookupError, AssertionError), match=problem):
        await discord_.human("alice").slash(command, **options)


async def test_buttons(discord_: Standin, bot: SampleBot) -> None:
    """A press changes the message, now or later, or answers in private, where only one person can go on."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await (await alice.slash("play", opponent=bob)).reply()
    assert not message.pinged
    assert (await (await bob.press(message, "later")).reply()).content == "changed later"
    secret = await (await alice.press(message, "secret")).reply()
    assert secret.ephemeral
    assert secret not in discord_.channel().messages
    assert alice.private_messages == [secret]
    with pytest.raises(AssertionError, match="does not see"):
        await bob.press(secret, "change")
    assert (await (await alice.press(secret, "change")).reply()) is secret
    assert secret.content == "changed"
    with pytest.raises(AssertionError, match="no button"):
        await bob.press(message, "c4")
    assert bot.heard == []


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


# ---- messages


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


async def test_permissions(discord_: Standin, bot: SampleBot) -> None:
    """What is denied, or gone, is refused."""
    channel, alice = discord_.channel(), discord_.human("alice")
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    theirs = await alice.say("mine")
    own = await place.send("own")
    thread = await own.create_thread(name="game 7")
    with pytest.raises(discord.HTTPException, match="160004"):
        await own.create_thread(name="game 7 again")
    with pytest.raises(discord.Forbidden, match="50005"):
        await place.get_partial_message(theirs.id).edit(content="yours")
    channel.deny(discord_.bot, discord.Permissions(attach_files=True).value)
    with pytest.raises(discord.Forbidden, match="50013"):
        await place.send(file=discord.File(__file__))
    channel.deny(discord_.bot, discord.Permissions(send_messages=True).value)
    with pytest.raises(discord.Forbidden, match="50013"):
        await place.send("x")
    await thread.send("still here")
    assert place.permissions_for(place.guild.me).send_messages is False
    channel.set_permissions(discord_.bot, 0)
    with pytest.raises(discord.Forbidden, match="50001"):
        await thread.send("x")
    channel.delete()
    with pytest.raises(discord.NotFound, match="10003"):
        await place.send("x")
    alice.refuse_direct_messages()
    friend = await bot.create_dm(discord.Object(alice.id))
    with pytest.raises(discord.Forbidden, match="50007"):
        await friend.send("psst")


async def test_nonce(discord_: Standin, bot: SampleBot) -> None:
    """The same nonce again, in time, makes no second message."""
    place = bot.get_partial_messageable(discord_.channel().id)
    first = await place.send("turn 3", nonce="game-14-3")
    assert (await place.send("turn 3", nonce="game-14-3")).id == first.id
    assert (await place.send("turn 4", nonce="game-14-4")).id > first.id
    discord_.hub.nonce_window = 0.0
    assert (await place.send("turn 3", nonce="game-14-3")).id > first.id


# ---- troubles


async def test_faults(discord_: Standin, bot: SampleBot) -> None:
    """Requests are refused, held before or after their effect, or answered in vain."""
    channel = discord_.channel()
    place = bot.get_partial_messageable(channel.id)
    discord_.fail("POST", "/messages", 429, times=2, retry_after=0.03)
    discord_.fail("POST", "/messages", 403, after=1, code=50001)
    await place.send("after all")
    with pytest.raises(discord.Forbidden, match="50001"):
        await place.send("never")
    for effective in (False, True):
        hold = discord_.delay("POST", "/messages", effective=effective)
        before = len(channel.messages)
        sending = asyncio.create_task(place.send("held"))
        await hold.reached()
        assert len(channel.messages) - before == int(effective)
        hold.release()
        await sending
    discord_.lose_reply("POST", "/messages")
    with pytest.raises((aiohttp.ClientError, OSError)):
        await place.send("once", nonce="1")
    await place.send("once", nonce="1")
    assert [m.content for m in channel.messages] == ["after all", "held", "held", "once"]


async def test_connections_that_break(discord_: Standin, bot: SampleBot) -> None:
    """A client that comes back hears what it missed, unless its session is over."""
    alice = discord_.human("alice")
    for count, trouble in enumerate((discord_.gateway.reconnect, discord_.gateway.cut), 1):
        trouble()
        await discord_.wait_disconnected()
        await alice.say(f"{discord_.bot.mention} missed {count}")
        await discord_.wait_for_resume(count)
    assert (await alice.slash("play", opponent=alice)).acknowledged
    assert [text.split()[-1] for text in bot.heard] == ["1", "2"]
    discord_.gateway.invalidate()
    await discord_.wait_for_login(2)


async def test_a_client_that_dies_while_it_writes(discord_: Standin) -> None:
    """Half a request has no effect and disturbs nobody."""
    host, port = discord_.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    path = f"/api/v10/channels/{discord_.channel().id}/messages"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bot good-token\r\nContent-Length: 99\r\n\r\n"
    writer.write(head.encode() + b'{"content": "ha')
    await writer.drain()
    writer.transport.abort()
    async with aiohttp.ClientSession(discord_.base_url, headers=AUTHORIZED) as session:
        await session.post(path, json={"content": "whole"})
    assert [m.content for m in discord_.channel().messages] == ["whole"]


async def test_unhandled_and_violations_fail_the_test() -> None:
    """On leaving, everything Discord would object to is listed, unless cleared."""
    standin = await Standin().__aenter__()
    async with aiohttp.ClientSession(standin.base_url, headers=AUTHORIZED) as session:
        await session.get("/api/v10/voice/regions")
        await session.post(f"/api/v10/channels/{standin.channel().id}/messages", json={})
    with pytest.raises(AssertionError, match=r"(?s)empty message.*not served: GET /voice/regions"):
        await standin.__aexit__(None, None, None)


def row(*components: dict[str, Any]) -> dict[str, Any]:
    """A body with a row of components."""
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
    "no such picture": ({"embeds": [{"image": {"url": "attachment://board.png"}}]}, "names no attachment"),
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
