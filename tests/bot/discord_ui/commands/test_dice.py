"""Dice that anyone can check: games' and channels' commitments, rolls, secrets, checks and luck."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app import Referee
from bot.store.dice import SharedRoll
from engine.dice.commitment import stream_dice
from engine.dice.expression import evaluate, read
from tests.bot.support.fought import Fought
from tests.bot.support.people import Pair, deliver_again, games_of, labels, says, settled, shown, told, untouched
from tests.wire import NOBODY, Channel, Human, Message, Standin, bits, running

COMMITTED = "I've committed to the secret behind"
pytestmark = pytest.mark.usefixtures("referee")


# ---- a game that was fought


@pytest.fixture
async def fought(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Fought:
    return await Fought.played(discord_, referee, monkeypatch)


async def test_the_commitment_is_kept(fought: Fought, referee: Referee) -> None:
    """The commitment of the challenge, of /dice commit and of the record is the SHA-256 of the secret revealed."""
    digest = hashlib.sha256(fought.secret).hexdigest()
    message = await fought.pair.channel.wait_for(says("Game on!"))
    assert message.content.endswith(f": {digest}")
    answer = await told(await fought.pair.discord.human("carol").slash("dice commitment", game="1"))
    assert answer.startswith(f"{COMMITTED} the dice of game #1. Its SHA-256:\n`{digest}`\nThe record's hash, in short ")
    assert [game.commitment for game in await games_of(referee)] == [digest]
    for sheet in (fought.before, fought.record):
        assert f'[Commitment "{digest}"]' in sheet
    assert "Secret" not in fought.before
    assert f'[Secret "{fought.secret.hex()}"]' in fought.record


async def test_checking_in_discord(carol: Human, discord_: Standin, fought: Fought, referee: Referee) -> None:
    """When the game is over, anyone may have all its rolls checked, and they match; before, nobody."""
    message = await shown(await carol.slash("dice check", game="1"))
    genuine = "✅ All 5 rolls are genuine: they follow from the secret I committed to before the game."
    assert (message.content, labels(message)) == (genuine, ["Why?"])
    why = (await (await carol.press(message, "Why?")).reply()).content
    assert why.startswith(f"{genuine}\nEach roll follows from a secret ")
    assert f"\n-# Commitment `{hashlib.sha256(fought.secret).hexdigest()}`\n-# Secret `{fought.secret.hex()}`\n" in why
    pair = await Pair.seated(discord_, 2, options="combat=poly")
    async with untouched(discord_, referee):
        assert "when it's over. Check the dice then" in await told(await pair.red.slash("dice check", game="2"))
        luck_ = await told(await pair.blue.slash("dice luck", game="2"))
        assert luck_.splitlines() == ["alice has rolled no dice.", "You have rolled no dice."]


async def test_a_changed_store(fought: Fought, discord_: Standin, referee: Referee, database: Path) -> None:
    """In a copy of the store with one event changed, /dice check says which roll does not match."""
    copy = database.with_name("copy.sqlite")
    await settled(referee)
    with closing(sqlite3.connect(database)) as store, closing(sqlite3.connect(copy)) as other:
        store.backup(other)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            other.execute("UPDATE events SET kind = kind")
        other.execute("DROP TRIGGER events_stay")
        attack, defence = fought.rolls[3]
        changed = (attack, defence + 1) if defence < 8 else (attack % 6 + 1, defence)
        drawn = "SELECT sequence FROM events WHERE kind = 'rolled' ORDER BY sequence LIMIT 1 OFFSET 1"
        dice = json.dumps({"dice": "-".join(map(str, changed))})
        other.execute(f"UPDATE events SET fields = ? WHERE sequence = ({drawn})", (dice,))  # noqa: S608 - no input
        other.commit()
    await referee.close()
    await discord_.wait_disconnected()
    async with running(Referee(copy)):
        heading, first, *_ = (
            await shown(await discord_.human("carol").slash("dice check", game="1"))
        ).content.splitlines()
        assert heading == "❌ Not all rolls are genuine:"
        assert first.startswith("Roll 4 (move 2, b5c1) is ")


async def test_luck(fought: Fought, discord_: Standin) -> None:
    """Each player's average stands against what was expected; beside the text stand the curves, with words."""
    message = await shown(await discord_.human("carol").slash("dice luck", game="1"))
    rolls = fought.rolls
    mean = (rolls[1][0] + rolls[2][0] + rolls[3][1] + rolls[4][0]) / 4
    assert message.content.startswith(f"alice: 4 dice, average {mean:.2f} (expected 4.50) – ")
    (picture,) = message.attachments
    assert picture.filename == "luck.png"
    assert (picture.description or "").startswith("Luck in game 1, as curves of the sum of the dice")


# ---- a channel's dice


FOOT = re.compile(r"\n-# Roll (\d+) of `([0-9a-f]{12})…`$")


class Stream(NamedTuple):
    """A channel's dice, as they can be thrown by whoever knows the secret."""

    number: int
    channel: int
    secret: bytes

    def value(self, expression: str, number: int) -> int:
        """The value of an expression as roll `number` of the stream."""
        dice = stream_dice(self.secret, f"channel {self.channel} stream {self.number}", number)
        return evaluate(read(expression).request, dice.throw).value


async def stream_of(referee: Referee, channel: Channel) -> Stream:
    stream = await referee.controller.games.shared.stream(channel.id)
    return Stream(stream.number, channel.id, stream.secret)


async def rolls_of(referee: Referee, channel: Channel) -> list[SharedRoll]:
    """The rolls of a channel's open stream as the store has them."""
    shared = referee.controller.games.shared
    return await shared.streams.rolls(await shared.stream(channel.id))


async def rolled(who: Human, expression: str) -> Message:
    """Roll for the channel; the message everybody sees, the only answer, which pings nobody."""
    before = len(who.place.messages)
    assert await told(await who.slash("roll", expression=expression)) == ""
    (message,) = who.place.messages[before:]
    assert message.content.startswith(f"{who.mention} rolls ")
    assert FOOT.search(message.content)
    assert message.pinged == NOBODY
    return message


def public(standin: Standin, channel: Channel | None = None) -> list[str]:
    return [m.content for m in (channel or standin.channel()).messages]


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        ("4d6kh3", r"4d6kh3 \[(\*\*\d\*\*(, )?|~~\d~~(, )?){4}\]"),
        ("(1d4+2)*3 - d%", r"\(d4 \[\*\*\d\*\*\] \+ 2\) \* 3 - d100 \[\*\*\d+\*\*\]"),
    ],
)
async def test_a_roll(carol: Human, discord_: Standin, referee: Referee, expression: str, shape: str) -> None:
    """A roll shows every die, kept and dropped ones apart, its value, number and stream; the dice are the stream's."""
    stream = await stream_of(referee, discord_.channel())
    for number in range(2):
        text = (await rolled(carol, expression)).content.removeprefix(f"{carol.mention} rolls ")
        foot = FOOT.search(text)
        assert foot
        assert (foot[1], foot[2]) == (str(number + 1), hashlib.sha256(stream.secret).hexdigest()[:12])
        dice, _, value = text[: foot.start()].rpartition(" = ")
        assert re.fullmatch(shape, dice), dice
        assert value == f"**{stream.value(expression, number)}**"
    rolls = await rolls_of(referee, discord_.channel())
    assert [(roll.number, roll.player.id, roll.request) for roll in rolls] == [
        (number, carol.id, expression) for number in range(2)
    ]


async def test_private_rolls(carol: Human, discord_: Standin, referee: Referee) -> None:
    """A private roll is seen by the asker alone, takes its number, and is listed without what it was."""
    stream = await stream_of(referee, discord_.channel())
    before = public(discord_)
    answer = await shown(await carol.slash("roll", expression="3d6 # @everyone **b**", private=True))
    assert answer.viewer == carol.user
    assert f"= **{stream.value('3d6', 0)}** for @\u200beveryone \\*\\*b\\*\\*\n-# Roll 1 of" in answer.content
    assert public(discord_) == before
    assert f"= **{stream.value('3d6', 1)}**\n" in (await rolled(carol, "3d6")).content
    private, shared = (await revealed(carol)).splitlines()[-2:]
    assert private == "1: a private roll by carol"
    assert shared.startswith("2: carol: 3d6 [")


@pytest.mark.parametrize("expression", ["100d10000 #" + "*" * 100, "10#10d2!", f"10#d4{'*1000000' * 14}"])
async def test_the_longest_answers(discord_: Standin, expression: str) -> None:
    """However many dice are shown, each time with its total, the answer keeps within a message."""
    message = await rolled(discord_.human("carol"), expression)
    assert len(message.content) <= 2000
    assert len(re.findall(r" = \*\*-?\d+\*\*", message.content)) == (10 if expression.startswith("10#") else 1)


async def test_an_interaction_delivered_twice(discord_: Standin, referee: Referee) -> None:
    """A roll that Discord delivers twice is rolled and shown once."""
    carol, channel = discord_.human("carol"), discord_.channel()
    outcome = await carol.slash("roll", expression="d20")
    await told(outcome)
    await deliver_again(carol, outcome, "roll", expression="d20")
    await rolled(carol, "d12")
    assert [roll.request for roll in await rolls_of(referee, channel)] == ["d20", "d12"]
    assert len([text for text in public(discord_) if "d20 [" in text]) == 1


async def revealed(who: Human) -> str:
    """End the channel's stream; the listing that everybody is given."""
    assert await told(await who.slash("dice reveal")) == ""
    message = await who.place.wait_for(lambda m: any(a.filename.startswith("dice-") for a in m.attachments))
    assert message.pinged == NOBODY
    return message.attachments[0].data.decode()


async def test_revealing(discord_: Standin, referee: Referee) -> None:
    """A reveal publishes the secret committed to and every roll, derived from it; the next dice have another secret."""
    channel, alice, bob = discord_.channel(), discord_.human("alice"), discord_.human("@everyone **b**")
    first = await stream_of(referee, channel)
    digest = hashlib.sha256(first.secret).hexdigest()
    assert digest in await told(await alice.slash("dice commitment"))
    assert digest not in await told(await alice.at(discord_.channel("annex")).slash("dice commitment"))
    asked = ["2d6+1 sneak", "3d6!"]
    said = [await rolled(who, text) for who, text in zip((alice, bob), asked, strict=True)]
    head, _, lines = (await revealed(alice)).partition("\n\n")
    following = hashlib.sha256((await stream_of(referee, channel)).secret).hexdigest()
    message = await channel.wait_for(lambda m: bool(m.attachments))
    assert all(text in message.content for text in (digest, first.secret.hex(), f"committed to `{following}`"))
    assert head.splitlines()[:3] == [
        f"Commitment: {digest}",
        f"Secret: {first.secret.hex()}",
        f"Scope: channel {channel.id} stream {first.number}",
    ]
    for number, (text, line, shown_) in enumerate(zip(asked, lines.splitlines(), said, strict=True)):
        dice = FOOT.sub("", shown_.content).partition(" rolls ")[2].rpartition(" = ")[0].replace("**", "")
        who = (alice, bob)[number].name
        assert line.startswith(f"{number + 1}: {who}: {dice} = {first.value(text, number)}")
    assert digest != following


async def test_who_may_reveal(discord_: Standin, referee: Referee) -> None:
    """Dice are revealed by whoever rolled them first, and by those who manage messages; unused ones by nobody."""
    channel, bob, carol, dave = discord_.channel(), *(discord_.human(name) for name in ("bob", "carol", "dave"))
    for who in (bob, carol):
        channel.deny(who, bits.MANAGE_MESSAGES)
    stream = await stream_of(referee, channel)
    assert (await told(await dave.slash("dice reveal"))).startswith("There have been no rolls")
    await told(await bob.slash("roll", expression="d6", private=True))
    assert (await told(await carol.slash("dice reveal"))).startswith("Only bob, who rolled these dice first, or ")
    assert await stream_of(referee, channel) == stream
    assert f"Secret: {stream.secret.hex()}" in await revealed(bob)
    await rolled(bob, "d6")
    assert await told(await dave.slash("dice reveal")) == ""
