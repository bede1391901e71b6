"""The stand-in's messages: who reads them, whom they ping, and what is refused."""

import asyncio
from typing import Any

import discord
import pytest

from . import Pinged, Standin, running
from .sample_bot import QUIET, SampleBot, board


async def test_content_rule(discord_: Standin, bot: SampleBot) -> None:
    """A human's text arrives only if it mentions the bot itself, or in private."""
    alice, channel = discord_.human("alice"), discord_.channel()
    role = discord_.guild().bot_role
    await alice.say("a secret", files={"plan.txt": b"plan"})
    await alice.say(f"{role.mention} Pxd4")
    await alice.say(f"{discord_.bot.mention} Pxd4")
    await alice.at(alice.dm).say("hello")
    answered = await alice.say(f"{discord_.bot.mention} answer me")
    reply = await channel.wait_for(lambda m: m.content == "here I am", after=answered)
    assert reply.reference is answered
    assert alice in reply.pinged
    heard = [m for m in bot.heard if m.author.id == alice.id]
    assert [m.content for m in heard] == ["", "", f"{discord_.bot.mention} Pxd4", "hello", answered.content]
    assert heard[0].attachments == []
    assert [r.id for r in heard[1].role_mentions] == [role.id]
    place = bot.get_partial_messageable(channel.id)
    assert [m.content async for m in place.history(limit=3, oldest_first=True, before=reply)][:2] != ["a secret"]
    assert [m.content async for m in place.history(limit=1, after=discord.Object(0))] == [""]


async def test_edits_and_deletions_are_heard(discord_: Standin, bot: SampleBot) -> None:
    """An edit brings the new text, if it mentions the bot; a deletion only the id."""
    alice = discord_.human("alice")
    message = await alice.say("Pxd4")
    edited = asyncio.create_task(bot.wait_for("raw_message_edit", timeout=5))
    deleted = asyncio.create_task(bot.wait_for("raw_message_delete", timeout=5))
    await asyncio.sleep(0)
    await alice.edit(message, f"{discord_.bot.mention} Pxd5")
    assert (await edited).data["content"].endswith("Pxd5")
    await alice.delete(message)
    assert (await deleted).message_id == message.id
    assert discord_.channel().messages == []


async def test_only_what_was_asked_for(discord_: Standin) -> None:
    """A client without the message intents hears no messages; one with the content intent hears all text."""
    alice = discord_.human("alice")
    async with running(SampleBot(intents=discord.Intents(guilds=True))) as deaf:
        await alice.say(f"{discord_.bot.mention} hello")
        assert (await alice.slash("draw offer")).acknowledged
        assert deaf.heard == []
    intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    async with running(SampleBot(intents=intents)) as nosy:
        await alice.say("hello")
        await alice.slash("draw offer")
        assert "hello" in [m.content for m in nosy.heard]


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
    question = await alice.say("?")
    quiet = discord.AllowedMentions(replied_user=False)
    target = place.get_partial_message(question.id)
    assert not await sent("!", reference=target, allowed_mentions=quiet)
    assert (await sent("!", reference=target)).users == {alice.id}


async def test_messages_threads_and_gone_things(discord_: Standin, bot: SampleBot) -> None:
    """Messages are read, edited, pinned and deleted; what is gone is answered with 404."""
    announced = asyncio.create_task(bot.wait_for("guild_channel_create", timeout=5))
    await asyncio.sleep(0)
    channel = discord_.channel("tournament")
    place = await announced
    assert isinstance(place, discord.TextChannel)
    assert place.id == channel.id
    message = await place.send("hi", file=board("a.png"))
    message = await message.edit(content="ho", attachments=[*message.attachments, board("b.png")])
    assert [a.filename for a in message.attachments] == ["a.png", "b.png"]
    message = await message.edit(attachments=message.attachments[1:])
    kept = discord_.hub.messages[message.id]
    assert [a.filename for a in kept.attachments] == ["b.png"]
    assert len(kept.edits) == 2
    await message.pin()
    thread = await message.create_thread(name="game 7")
    await thread.send("in the thread")
    assert discord_.hub.channels[thread.id].messages[0].content == "in the thread"
    with pytest.raises(discord.HTTPException, match="160004"):
        await message.create_thread(name="game 7 again")
    with pytest.raises(discord.HTTPException, match="50024"):
        await (await thread.send("deeper")).create_thread(name="a thread in a thread")
    assert (await place.fetch_message(message.id)).content == "ho"
    async with place.typing():
        pass
    alice = discord_.human("alice")
    theirs = await alice.at(channel).say(f"{discord_.bot.mention} mine")
    with pytest.raises(discord.Forbidden) as forbidden:
        await place.get_partial_message(theirs.id).edit(content="yours")
    assert forbidden.value.code == 50005
    await message.delete()
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="?")
    assert gone.value.code == 10008
    channel.delete()
    with pytest.raises(discord.NotFound) as closed:
        await place.send("?")
    assert closed.value.code == 10003
    friend = await bot.fetch_user(alice.id)
    assert (await (await bot.fetch_guild(discord_.guild().id)).fetch_member(alice.id)).name == "alice"
    await friend.send("psst")
    assert [m.content for m in alice.dm.messages] == ["psst"]
    assert alice in alice.dm.messages[0].pinged
    alice.refuse_direct_messages()
    with pytest.raises(discord.Forbidden, match="50007"):
        await friend.send("psst")


async def test_permissions(discord_: Standin, bot: SampleBot) -> None:
    """What is denied is refused, and everybody agrees about it: cache, interactions and REST."""
    channel = discord_.channel()
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="t", type=discord.ChannelType.public_thread)

    async def refused(code: int, where: discord.abc.Messageable, **what: Any) -> None:
        with pytest.raises(discord.Forbidden) as forbidden:
            await where.send("x", **what)
        assert forbidden.value.code == code

    channel.deny(discord_.bot, discord.Permissions(attach_files=True).value)
    await place.send("text only")
    await refused(50013, place, file=board())
    channel.deny(discord_.bot, discord.Permissions(send_messages=True).value)
    await refused(50013, place)
    await thread.send("still here")
    channel.deny(discord_.bot, discord.Permissions(send_messages_in_threads=True).value)
    await refused(50013, thread)
    waiting = asyncio.create_task(bot.wait_for("interaction", timeout=5))
    outcome = await discord_.human("alice").slash("draw offer")
    assert outcome.acknowledged
    interaction = await waiting
    assert not interaction.app_permissions.send_messages
    assert interaction.app_permissions.view_channel
    assert place.permissions_for(place.guild.me).send_messages is False
    channel.set_permissions(discord_.bot, 0)
    await refused(50001, place)
    await refused(50001, thread)


async def test_nonce(discord_: Standin, bot: SampleBot) -> None:
    """The same nonce again makes no second message."""
    place = bot.get_partial_messageable(discord_.channel().id)
    first = await place.send("turn 3", nonce="game-14-3")
    again = await place.send("turn 3", nonce="game-14-3")
    other = await place.send("turn 4", nonce="game-14-4")
    assert first.id == again.id < other.id
    assert [m.content for m in discord_.channel().messages] == ["turn 3", "turn 4"]
    assert len(discord_.requests_to("POST", "/messages")) == 3
    discord_.hub.nonce_window = 0.0
    assert (await place.send("turn 3", nonce="game-14-3")).id > other.id
