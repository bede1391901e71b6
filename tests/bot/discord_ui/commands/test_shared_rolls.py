"""Shared rolls: anyone's dice, from a channel's committed stream, for all to see or for the asker alone."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

import pytest

from bot.app import Referee
from bot.games import Location
from bot.store import Player
from bot.store.dice import SharedRoll
from engine.dice.commitment import stream_dice
from engine.dice.expression import evaluate, read
from engine.model.refusal import Refused
from tests.bot.support.people import deliver_again, shown, told
from tests.wire import NOBODY, Channel, Human, Message, Standin

pytestmark = pytest.mark.usefixtures("referee")
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
    """The open stream of a channel, with its secret."""
    stream = await referee.controller.games.shared.stream(channel.id)
    return Stream(stream.number, channel.id, stream.secret)


async def rolls_of(referee: Referee, channel: Channel) -> list[SharedRoll]:
    """The rolls of a channel's open stream as the store has them."""
    shared = referee.controller.games.shared
    return await shared.streams.rolls(await shared.stream(channel.id))


async def rolled(who: Human, expression: str) -> Message:
    """Roll for the channel; the message everybody sees, which says what the asker is told, and pings nobody."""
    answer = await told(await who.slash("roll", expression=expression))
    assert FOOT.search(answer), answer
    message = await who.place.wait_for(lambda m: m.content == f"{who.mention} rolls {answer}")
    assert message.pinged == NOBODY
    return message


def public(standin: Standin, channel: Channel | None = None) -> list[str]:
    """What everybody sees in a channel."""
    return [m.content for m in (channel or standin.channel()).messages]


EXPRESSIONS = {
    "d20": r"d20 \[\*\*\d+\*\*\]",
    "2d6+1": r"2d6 \[\*\*\d\*\*, \*\*\d\*\*\] \+ 1",
    "4d6kh3": r"4d6kh3 \[(\*\*\d\*\*(, )?|~~\d~~(, )?){4}\]",
    "2d20kl1": r"2d20kl1 \[(\*\*\d+\*\*, ~~\d+~~|~~\d+~~, \*\*\d+\*\*)\]",
    "2d4!": r"2d4! \[\*\*\d\*\*(, \*\*\d\*\*!?)+\]",
    "(1d4+2)*3 - d%": r"\(d4 \[\*\*\d\*\*\] \+ 2\) \* 3 - d100 \[\*\*\d+\*\*\]",
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
async def test_a_roll(discord_: Standin, referee: Referee, expression: str) -> None:
    """A roll shows every die, kept and dropped ones apart, its value, number and stream; the dice are the stream's."""
    carol = discord_.human("carol")
    stream = await stream_of(referee, discord_.channel())
    for number in range(3):
        message = await rolled(carol, expression)
        text = message.content.removeprefix(f"{carol.mention} rolls ")
        foot = FOOT.search(text)
        assert foot
        assert (foot[1], foot[2]) == (str(number + 1), hashlib.sha256(stream.secret).hexdigest()[:12])
        dice, _, value = text[: foot.start()].rpartition(" = ")
        assert re.fullmatch(EXPRESSIONS[expression], dice), dice
        assert value == f"**{stream.value(expression, number)}**"
        kept = [int(die) for die in re.findall(r"\*\*(\d+)\*\*", dice)]
        if expression not in {"2d6+1", "(1d4+2)*3 - d%"}:
            assert value == f"**{sum(kept)}**"
    assert [(roll.number, roll.player.id, roll.request) for roll in await rolls_of(referee, discord_.channel())] == [
        (number, carol.id, expression) for number in range(3)
    ]


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("2d6 sneak attack", "sneak attack"),
        ("2d6 # 1d6 more", "1d6 more"),
        ("2d6#fire", "fire"),
        ("2d6 @everyone <@{bob}> @here", "@\u200beveryone \\<@\u200b{bob}> @\u200bhere"),
        ("2d6 # **bold** `code`", r"\*\*bold\*\* \`code\`"),
        ("2d6 # \u202eevil", "evil"),
    ],
)
async def test_labels(discord_: Standin, typed: str, label: str) -> None:
    """A label stands behind the value, harmless, and pings nobody."""
    bob = discord_.human("bob")
    message = await rolled(discord_.human("carol"), typed.replace("{bob}", str(bob.id)))
    text = FOOT.sub("", message.content)
    shown_label = text.partition("** for ")[2]
    assert shown_label.replace("\u200b", "") == label.replace("\u200b", "").replace("{bob}", str(bob.id))
    assert not any(m.pinged.everyone or m.pinged.users or m.pinged.roles for m in discord_.messages)
    assert "@everyone" not in message.content


async def test_a_label_that_begins_with_for(discord_: Standin) -> None:
    """A roll for something is not said to be for it twice."""
    carol = discord_.human("carol")
    for typed, words in (("for luck", "for luck"), ("FOR luck", "FOR luck"), ("forever", "for forever")):
        text = FOOT.sub("", (await rolled(carol, f"2d6 {typed}")).content)
        assert text.endswith(f"** {words}")


async def test_private_rolls(discord_: Standin, referee: Referee) -> None:
    """A private roll is seen by the asker alone, and takes its number in the stream."""
    carol = discord_.human("carol")
    stream = await stream_of(referee, discord_.channel())
    before = public(discord_)
    answer = await shown(await carol.slash("roll", expression="3d6 hidden", private=True))
    assert answer.viewer == carol.user
    assert f"= **{stream.value('3d6', 0)}** for hidden\n-# Roll 1 of" in answer.content
    assert public(discord_) == before
    message = await rolled(carol, "3d6")
    assert "-# Roll 2 of" in message.content
    assert f"= **{stream.value('3d6', 1)}**\n" in message.content


ABSURD = {
    "101d6": "from 1 to 100 dice at a time",
    "0d6": "from 1 to 100 dice at a time",
    "9999999d9999999": "from 1 to 100 dice at a time",
    "60d6+60d6": "at most 100 dice at a time",
    "d0": "a die has 1 to 10000 faces",
    "d10001": "a die has 1 to 10000 faces",
    "2d1!": "an exploding one at least 2",
    "2d6kh3": "2d6kh3 keeps or drops more dice than it throws",
    "1000001": "numbers go up to 1000000",
    "99999999": "I can't read",
    "d6+" * 41: "an expression has at most 120 characters",
    "(" * 60: "I can't read",
    "": "Write dice like",
    " ": "Write dice like",
    "1d20 +STR": "I can't read “+STR”",
    "2d6 goblin 2": "put a # before it",
    "hello": "I can't read",
    "@everyone": "I can't read",
    "2d6+": "I can't read",
    "2d6sneak": "I can't read",
    "d6)": "I can't read",
    "1d6\n1d6": "I can't read",
    "٣d٦": "I can't read",
    "d-6": "I can't read",
    "1.5d6": "I can't read",
}


@pytest.mark.parametrize("expression", ABSURD)
async def test_absurd_expressions(discord_: Standin, referee: Referee, expression: str) -> None:
    """An expression that is none, or beyond the limits, is refused in words; nothing is rolled, stored or shown."""
    carol = discord_.human("carol")
    before = public(discord_)
    answer = await told(await carol.slash("roll", expression=expression))
    assert ABSURD[expression].casefold() in answer.replace("\\", "").casefold()
    assert answer.endswith(".")
    assert len(answer) < 200
    assert public(discord_) == before
    assert await rolls_of(referee, discord_.channel()) == []


LONGEST = ["100d10000 #" + "*" * 100, "100d2!", "100d10000kl1", "d6+" * 39 + "d6"]


@pytest.mark.parametrize("expression", LONGEST)
async def test_the_longest_answers(discord_: Standin, referee: Referee, expression: str) -> None:
    """However many dice are shown, the answer keeps within a message, and its value is told."""
    stream = await stream_of(referee, discord_.channel())
    message = await rolled(discord_.human("carol"), expression)
    assert len(message.content) <= 2000
    assert f"= **{stream.value(expression, 0)}**" in message.content


@pytest.mark.parametrize(
    "expression", ["6#4d6dl1 for stats", "10#10d2!", f"10#d4{'*1000000' * 14}", "10#d6" + "+1" * 57]
)
async def test_several_rolls(discord_: Standin, referee: Referee, expression: str) -> None:
    """A roll that is asked for several times has a line with a total for each, within one message."""
    stream = await stream_of(referee, discord_.channel())
    message = await rolled(discord_.human("carol"), expression)
    head, *lines = FOOT.sub("", message.content).split("\n")
    times, _, one = expression.partition("#")
    assert head.partition(" rolls ")[2] == f"{times} times{' for stats' if 'stats' in one else ''}:"
    dice = stream_dice(stream.secret, f"channel {stream.channel} stream {stream.number}", 0)
    values = [evaluate(read(one).request, dice.throw).value for _ in range(int(times))]
    assert [line.rpartition(" = ")[2] for line in lines] == [f"**{value}**" for value in values]
    assert len(message.content) <= 2000


async def test_an_interaction_delivered_twice(discord_: Standin, referee: Referee) -> None:
    """A roll that Discord delivers twice is rolled and shown once."""
    carol, channel = discord_.human("carol"), discord_.channel()
    outcome = await carol.slash("roll", expression="d20")
    await told(outcome)
    await deliver_again(carol, outcome, "roll", expression="d20")
    await rolled(carol, "d12")
    assert [roll.request for roll in await rolls_of(referee, channel)] == ["d20", "d12"]
    assert len([text for text in public(discord_) if "d20 [" in text]) == 1
    with pytest.raises(Refused, match="I have already acted on that"):
        await referee.controller.games.shared.roll(
            Location(0, channel.id), Player(carol.id, "carol"), "d20", outcome.interaction.id
        )
    assert len(await rolls_of(referee, channel)) == 2
