"""The stand-in, tried out with a small real client: login and interactions."""

import asyncio

import aiohttp
import discord
import pytest

from . import Standin, Typing, interactions, running
from .sample_bot import SampleBot


@pytest.mark.parametrize("compress", [True, False])
async def test_login_and_sync(*, compress: bool) -> None:
    """A client logs in, plain or compressed, knows the server, and has registered its commands."""
    async with Standin(compress=compress) as standin:
        with standin.point_library():
            async with running(SampleBot()) as client:
                assert client.user is not None
                assert client.user.id == standin.bot.id
                assert [guild.name for guild in client.guilds] == ["Hex Club"]
                assert client.get_channel(standin.channel().id) is not None
                synced = {command["name"] for command in standin.commands}
                assert synced == {"play", "slow", "promote", "mute", "layout", "draw"}
                assert standin.requests_to("PUT", "/commands")[0].status == 200
            await standin.wait_disconnected()


async def test_wrong_token(discord_: Standin) -> None:
    """Only the one token is taken."""
    with pytest.raises(discord.LoginFailure):
        async with running(SampleBot(), "bad-token"):
            pass
    assert discord_.logins == 0


async def test_several_guilds_and_shards(discord_: Standin) -> None:
    """Each shard hears of its own servers."""
    discord_.hub.shards = 2
    names = {discord_.guild(f"guild {n}").name for n in range(3)} | {"Hex Club"}

    class Sharded(discord.AutoShardedClient):
        pass

    async with running(Sharded(intents=discord.Intents.default(), shard_count=2)) as client:
        assert {guild.name for guild in client.guilds} == names
        assert discord_.logins == 2


async def test_slash_with_options(discord_: Standin, bot: SampleBot) -> None:
    """A command's options arrive with their types, and its reply with its picture."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    outcome = await alice.slash("play", variant="hexeh", opponent=bob, rounds=3, rated=True)
    assert outcome.kind == interactions.REPLY
    assert outcome.acknowledged_in < 1
    assert not outcome.private
    message = await outcome.reply()
    assert message.content == f"hexeh: {alice.mention} against {bob.mention}, 3, True"
    assert not message.pinged
    assert message is discord_.channel().messages[-1]
    assert [button.label for button in message.buttons] == ["c4", "silent", "secret", "thinking", "note", "end"]
    (picture,) = message.attachments
    assert picture.description == "alt text of board.png"
    assert picture.size == (1, 1)
    async with aiohttp.ClientSession() as session, session.get(picture.url) as response:
        assert await response.read() == picture.data
    assert (await discord_.channel().wait_for(lambda m: "hexeh" in m.content)) is message
    assert bot.get_user(bob.id) is None


async def test_what_discords_client_would_not_send(discord_: Standin, bot: SampleBot) -> None:
    """Mistakes of the test itself are told apart from the bot's."""
    del bot
    alice, bob = discord_.human("alice"), discord_.human("bob")
    with pytest.raises(LookupError, match="not offered here"):
        await alice.slash("plya")
    with pytest.raises(LookupError, match="needs opponent"):
        await alice.slash("play", variant="hexeh")
    with pytest.raises(LookupError, match="has no option oponent"):
        await alice.slash("play", variant="hexeh", oponent=bob)
    with pytest.raises(AssertionError, match="too much"):
        await alice.slash("play", variant="hexeh", opponent=bob, rounds=10)


async def test_subcommand_locale_and_direct_message(discord_: Standin, bot: SampleBot) -> None:
    """Subcommands are found by their path, and people may use them in private."""
    del bot
    alice = discord_.human("alice")
    assert (await (await alice.slash("draw offer", game="14")).reply()).content == "draw in game 14 here, en-US"
    private = await alice.at(alice.dm).speaking("de").slash("draw offer")
    assert (await private.reply()).content == "draw in game None in private, de"
    assert (await private.reply()).channel is alice.dm


async def test_autocomplete(discord_: Standin, bot: SampleBot) -> None:
    """The last option is the one being typed, or the one marked."""
    del bot
    alice = discord_.human("alice")
    assert [c.value for c in await alice.autocomplete("play", variant="h")] == ["hexeh"]
    assert [c.name for c in await alice.autocomplete("play", variant=Typing("g"), opponent=alice)] == ["Glinski"]


async def test_deferred_reply_and_followup(discord_: Standin, bot: SampleBot) -> None:
    """A thinking reply is filled in without pinging; a followup comes as a message of its own."""
    del bot
    alice = discord_.human("alice")
    outcome = await alice.slash("slow")
    assert outcome.kind == interactions.DEFERRED_REPLY
    message = await outcome.reply()
    assert message.content == f"done {alice.mention}"
    assert not message.pinged
    assert not message.ephemeral
    assert [attachment.filename for attachment in message.attachments] == ["board.png"]
    whisper = await outcome.followup()
    assert whisper.ephemeral
    assert whisper.viewer == alice.user
    assert alice in whisper.pinged
    assert alice.private_messages == [whisper]
    assert whisper not in discord_.channel().messages


async def test_buttons(discord_: Standin, bot: SampleBot) -> None:
    """A press changes the message, now or later, or answers anew; the first followup fills a thinking reply."""
    del bot
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await (await alice.slash("play", variant="hexeh", opponent=bob)).reply()
    outcome = await bob.press(message, "c4")
    assert outcome.kind == interactions.UPDATE
    assert await outcome.reply() is message
    assert message.content == "moved to c4"
    assert [a.filename for a in message.attachments] == ["moved.png"]
    assert message.edits[0].attachments[0].filename == "board.png"
    silent = await bob.press(message, "silent")
    assert silent.kind == interactions.DEFERRED_UPDATE
    assert (await silent.reply()).content == "changed silently"
    thinking = await bob.press(message, "thinking")
    assert thinking.private
    assert (await thinking.reply()).content == "thought about it"
    assert thinking.followups == ()
    await bob.press(message, "end")
    assert message.buttons == ()
    with pytest.raises(AssertionError, match="no button"):
        await bob.press(message, "c4")
    stale = await bob.press(message, custom_id="move:c4")
    assert (await stale.reply()).content == "moved to c4"


async def test_buttons_on_a_private_message(discord_: Standin, bot: SampleBot) -> None:
    """A private message's buttons work for the one who sees it, and reach it through the interaction only."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    message = await (await alice.slash("play", variant="hexeh", opponent=bob)).reply()
    secret = await (await alice.press(message, "secret")).reply()
    assert secret.ephemeral
    assert secret not in discord_.channel().messages
    with pytest.raises(AssertionError, match="does not see"):
        await bob.press(secret, "here")
    received = asyncio.create_task(bot.wait_for("interaction", timeout=5))
    await asyncio.sleep(0)
    outcome = await alice.press(secret, "silent")
    source = (await received).message
    assert source is not None
    assert source.flags.ephemeral
    assert (await outcome.reply()) is secret
    assert secret.content == "changed silently"
    assert outcome.private
    assert (await (await alice.press(secret, custom_id="move:here")).reply()).content == "moved to here"
    with pytest.raises(discord.NotFound):
        await bot.get_partial_messageable(message.channel.id).fetch_message(secret.id)


async def test_select(discord_: Standin, bot: SampleBot) -> None:
    """Options are chosen by label or value, in a select found by its placeholder or custom_id."""
    del bot
    alice = discord_.human("alice")
    message = await (await alice.slash("promote")).reply()
    assert (await (await alice.choose(message, "Promote to", "Rook")).reply()).content == "chose r"
    assert (await (await alice.choose(message, "piece", "q")).reply()).content == "chose q"


async def test_modal(discord_: Standin, bot: SampleBot) -> None:
    """A form is opened, filled in and answered."""
    del bot
    alice = discord_.human("alice")
    message = await (await alice.slash("play", variant="hexeh", opponent=alice)).reply()
    opened = await alice.press(message, "note")
    assert opened.kind == interactions.MODAL
    assert opened.modal["title"] == "A note"
    sent = await alice.submit(opened, Text="gg", Mood="Good")
    assert (await sent.reply()).content == "gg / Good"
    assert sent.private
    with pytest.raises(AssertionError, match="takes less"):
        await alice.submit(opened, text="x" * 21, mood="Bad")


async def test_layout(discord_: Standin, bot: SampleBot) -> None:
    """A layout's text, pictures and buttons are found."""
    del bot
    message = await (await discord_.human("alice").slash("layout")).reply()
    assert message.layout
    assert message.content == ""
    assert message.text == "# Game 7"
    assert [button.custom_id for button in message.buttons] == ["ok"]
    assert message.components[0]["components"][1]["items"][0]["media"]["url"] == message.attachments[0].url


async def test_acknowledging_late_or_twice(discord_: Standin, bot: SampleBot) -> None:
    """Past the deadline an interaction is unknown; a second acknowledgement is refused."""
    discord_.hub.ack_deadline = 0.05
    alice = discord_.human("alice")
    waiting = asyncio.create_task(bot.wait_for("interaction", timeout=5))
    await asyncio.sleep(0)
    outcome = await alice.slash("mute")
    assert not outcome.acknowledged
    with pytest.raises(AssertionError, match="did not respond"):
        _ = outcome.kind
    late: discord.Interaction = await waiting
    with pytest.raises(discord.NotFound) as refused:
        await late.response.send_message("too late")
    assert refused.value.code == 10062
    with pytest.raises(discord.NotFound):
        await late.followup.send("nor this")

    discord_.hub.ack_deadline = 3.0
    waiting = asyncio.create_task(bot.wait_for("interaction", timeout=5))
    await asyncio.sleep(0)
    await alice.hurried().slash("mute")
    twice: discord.Interaction = await waiting
    await twice.response.send_message("once")
    twice.response._response_type = None
    with pytest.raises(discord.HTTPException) as again:
        await twice.response.send_message("twice")
    assert again.value.code == 40060
    discord_.hub.token_life = 0.0
    with pytest.raises(discord.HTTPException) as expired:
        await twice.followup.send("after a quarter of an hour")
    assert expired.value.code == 50027
