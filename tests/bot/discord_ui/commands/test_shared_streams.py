"""Channels' streams of shared dice: committed to, revealed with every roll, and followed by the next."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from bot.app import Referee
from bot.games.dice import listing
from bot.store import Player
from bot.store.dice import SharedRoll
from tests.bot.discord_ui.commands.test_shared_rolls import FOOT, rolled, stream_of
from tests.bot.support.people import settled, told
from tests.wire import NOBODY, Human, Standin, bits

pytestmark = pytest.mark.usefixtures("referee")


async def test_commitments(discord_: Standin, referee: Referee) -> None:
    """/dice commit shows the channel's commitment, the same before and after rolls; another channel has another."""
    alice, bob = discord_.human("alice"), discord_.human("bob").at(discord_.channel("annex"))
    before = await told(await alice.slash("dice commitment"))
    stream = await stream_of(referee, discord_.channel())
    digest = hashlib.sha256(stream.secret).hexdigest()
    assert before == f"This channel's shared dice are committed to\n`{digest}`"
    await rolled(alice, "d6")
    assert await told(await discord_.human("carol").slash("dice commitment")) == before
    assert await told(await bob.slash("dice commitment")) != before
    assert "-# Roll 1 of" in (await rolled(bob, "d6")).content


async def revealed(who: Human) -> str:
    """End the channel's stream; the listing that everybody is given."""
    assert await told(await who.slash("dice reveal")) == "The secret is in the channel."
    message = await who.place.wait_for(lambda m: any(a.filename.startswith("dice-") for a in m.attachments))
    assert message.pinged == NOBODY
    return message.attachments[0].data.decode()


async def test_revealing(discord_: Standin, referee: Referee) -> None:
    """/dice reveal publishes the secret and every roll, all derived from it; the next stream has another secret."""
    channel, alice, bob = discord_.channel(), discord_.human("alice"), discord_.human("@everyone **b**")
    first = await stream_of(referee, channel)
    asked = ["2d6+1 sneak", "4d6kh3", "3d6!", "d20"]
    told_ = [await rolled(who, text) for who, text in zip((alice, bob, alice, bob), asked, strict=True)]
    listing = await revealed(alice)
    second = await stream_of(referee, channel)
    digest, following = (hashlib.sha256(stream.secret).hexdigest() for stream in (first, second))
    message = await channel.wait_for(lambda m: bool(m.attachments))
    assert message.content == (
        f"This channel's dice so far: commitment `{digest}`, secret `{first.secret.hex()}`; the file lists every roll. "
        f"The next dice are committed to `{following}`."
    )
    head, _, lines = listing.partition("\n\n")
    assert head.splitlines()[:3] == [
        f"Commitment: {digest}",
        f"Secret: {first.secret.hex()}",
        f"Scope: channel {channel.id} stream {first.number}",
    ]
    for number, (text, line, said) in enumerate(zip(asked, lines.splitlines(), told_, strict=True)):
        shown_dice = FOOT.sub("", said.content).partition(" rolls ")[2]
        dice, _, rest = shown_dice.rpartition(" = ")
        assert f"**{first.value(text, number)}**" in rest
        label = " (sneak)" if "sneak" in text else ""
        name = (alice, bob)[number % 2].name
        assert line == f"{number + 1}: {name}: {dice.replace('**', '')} = {first.value(text, number)}{label}"
    assert len({first.secret, second.secret}) == 2
    assert "-# Roll 1 of" in (await rolled(alice, "d6")).content


UNUSED = "Nobody has rolled these dice since the last reveal, so there is nothing to reveal. /roll rolls them."
NOT_YOURS = (
    "Only bob, who rolled these dice first, or somebody who manages messages here, can reveal them. Ask one of them."
)


async def test_nothing_to_reveal(discord_: Standin, referee: Referee) -> None:
    """A stream that nobody has rolled from is not revealed, however often somebody asks; the last is not repeated."""
    carol = discord_.human("carol")
    stream = await stream_of(referee, discord_.channel())
    assert await told(await carol.slash("dice reveal")) == UNUSED
    assert await stream_of(referee, discord_.channel()) == stream
    await rolled(carol, "d6")
    await revealed(carol)
    following = await stream_of(referee, discord_.channel())
    for _ in range(3):
        assert await told(await carol.slash("dice reveal")) == UNUSED
    assert await stream_of(referee, discord_.channel()) == following
    assert len([message for message in discord_.channel().messages if message.attachments]) == 1


async def test_who_may_reveal(discord_: Standin, referee: Referee) -> None:
    """Dice are revealed by whoever rolled them first, in private too, and by those who manage messages, nobody else."""
    channel, bob, carol, dave = discord_.channel(), *(discord_.human(name) for name in ("bob", "carol", "dave"))
    for who in (bob, carol):
        channel.deny(who, bits.MANAGE_MESSAGES)
    await told(await bob.slash("roll", expression="d6", private=True))
    stream = await stream_of(referee, channel)
    assert await told(await carol.slash("dice reveal")) == NOT_YOURS
    assert await stream_of(referee, channel) == stream
    assert f"Secret: {stream.secret.hex()}" in await revealed(bob)
    await rolled(bob, "d6")
    await rolled(carol, "d6")
    assert await told(await carol.slash("dice reveal")) == NOT_YOURS
    assert await told(await dave.slash("dice reveal")) == "The secret is in the channel."


async def test_rolls_at_once(discord_: Standin, referee: Referee) -> None:
    """People who roll at the same moment get rolls of their own, and two who reveal at once end one stream."""
    people = [discord_.human(name) for name in ("alice", "bob", "carol", "dave")]
    stream = await stream_of(referee, discord_.channel())
    outcomes = await asyncio.gather(*(who.slash("roll", expression="d10000") for who in people for _ in range(3)))
    answers = [await told(outcome) for outcome in outcomes]
    numbers = sorted(int(found[1]) for answer in answers if (found := FOOT.search(answer)))
    assert numbers == list(range(1, 13))
    for answer in answers:
        found = FOOT.search(answer)
        assert found
        assert answer.startswith(f"d10000 [**{stream.value('d10000', int(found[1]) - 1)}**]")
    reveals = await asyncio.gather(*(who.slash("dice reveal") for who in people))
    said = sorted([await told(outcome) for outcome in reveals])
    assert said.count("The secret is in the channel.") == 1
    assert (await stream_of(referee, discord_.channel())).number == stream.number + 1


async def test_a_secret_that_did_not_arrive(discord_: Standin, referee: Referee) -> None:
    """A secret that has not been seen to arrive is published once by the next catching up, whoever rolls meanwhile."""
    carol, channel = discord_.human("carol"), discord_.channel()
    stream = await stream_of(referee, channel)
    await told(await carol.slash("roll", expression="d20", private=True))
    discord_.fail("POST", f"/channels/{channel.id}/messages", 403)
    await told(await carol.slash("dice reveal"))
    await rolled(carol, "d6")
    await settled(referee)
    (letter,) = await referee.controller.games.ledger.outbox.due(2**60)
    await referee.controller.games.ledger.outbox.tried(letter, 0, 1)
    (deadline,) = await referee.controller.games.ledger.deadlines.due(["send"], 1 << 62)
    for _ in range(2):
        await referee.controller.outbox.meet(deadline)
        assert len([message for message in channel.messages if stream.secret.hex() in message.content]) == 1
    assert await referee.controller.games.ledger.outbox.due(2**60) == []


async def test_private_rolls_in_the_listing(discord_: Standin) -> None:
    """The listing says that there was a private roll, but neither what it was for nor what came of it."""
    carol = discord_.human("carol")
    await told(await carol.slash("roll", expression="3d6 treason", private=True))
    await rolled(carol, "3d6")
    lines = (await revealed(carol)).splitlines()[-2:]
    assert lines[0] == "1: a private roll by carol"
    assert lines[1].startswith("2: carol: 3d6 [")


async def test_rolls_of_other_forms_in_the_listing(discord_: Standin, referee: Referee) -> None:
    """The listing has each time of a roll with its total, and goes past a request that an older version took."""
    carol, streams = discord_.human("carol"), referee.controller.games.shared.streams
    await rolled(carol, "2#d1/2 halves")
    stream = await referee.controller.games.shared.stream(discord_.channel().id)
    await streams.add(
        stream.channel, 0, b"", SharedRoll(0, 1, Player(carol.id, "carol"), "d6 goblin 2", hidden=True), 1
    )
    await rolled(carol, "d1")
    rolls = [roll._replace(hidden=False) for roll in await streams.rolls(stream)]
    assert listing(stream, rolls).splitlines()[6:] == [
        "1: carol: d1 [1] / 2 = 0 (rounded down); d1 [1] / 2 = 0 (rounded down) (halves)",
        "2: carol: a roll that cannot be read any more",
        "3: carol: d1 [1] = 1",
    ]
