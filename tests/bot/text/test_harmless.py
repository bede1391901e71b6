"""People's words under the referee's name: nothing in them becomes a link, a mention or markup."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from bot.app import Referee
from bot.text.harmless import escape, strip_invisible
from engine.clocks.control import DAY
from tests.bot.support.markup import Mark, as_read, marks
from tests.bot.support.people import Pair, final, says, settled, shown, told
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Message, Standin, Typing

PIECES = [
    "[evil](https://evil.example)", "[a](https://b.co)", "[a](<https://evil.example>)", "](https://evil.example)",
    "[", "]", "(", ")", "<https://evil.example>", "https://evil.example/_x_", "http://", "steam://run/1", "://",
    "discord.gg/evil", "discord.com/invite/evil", "@everyone", "@here", "<@1>", "<@!1>", "<@&1>", "<#1>", "@", "<", ">",
    "<t:0>", "<t:0:R>", "</evil:1>", "<:evil:1>", "<a:evil:1>", "<id:guide>", "<a@evil.example>", "<+4930123456>",
    "# ", "## ", "-# ", "> ", ">>> ", "- ", "* ", "+ ", "1. ", "12", ".", "#", "-", "`", "``", "```", "**", "__", "~~",
    "||", "*", "_", "~", "|", "\\", "\n", " ", "\t", "\r", "\u2028", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff",
    "evil", "b", "é", "עברית",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join)
FRAMES = [
    "{}", "{} resigns.", "**{}**", "-# {}", "- {}", "1. if {}", "~~if {}~~ (gone)", "“{}” is no move.", "{}: x\n{}: y",
    "d6 [**3**, 4] = **7** for {}\n-# Roll 1 of `c0ffee…`", "**#1 {}** in <#1>, [board](https://b.org/1)", "{} (x)",
]  # fmt: skip


@given(TEXTS)
def test_words_stay_words(text: str) -> None:
    """Whatever is typed, a reader sees what was typed and nothing else, invisible characters left out."""
    harmless = escape(text)
    assert marks(harmless) == []
    assert as_read(harmless) == strip_invisible(text)


@given(st.sampled_from(FRAMES), TEXTS)
def test_words_stay_words_inside_of_markup(frame: str, text: str) -> None:
    """Inside of the referee's own sentences, lists, links and marks, words change nothing about these."""
    if not strip_invisible(text).strip():
        return
    expected = [mark.kind for mark in marks(frame.replace("{}", "x"))]
    assert [mark.kind for mark in marks(frame.replace("{}", escape(text)))] == expected


@pytest.mark.parametrize("part", ["[a](", "<", "\n", "<http://"])
def test_long_texts_are_gone_through_once(part: str) -> None:
    """A text of many brackets that are never closed takes no longer than any other."""
    text = part * (200_000 // len(part))
    assert len(escape(text)) <= 2 * len(text)


# ---- where words come in

WORDS = [
    "[evil](https://e.vil)", "<https://e.vil/evil>", "discord.gg/evil", "@everyone <@1>", "<t:0> </evil:1> <#1>",
    "<:evil:1> `evil` ||evil||", "**evil** ~~evil~~", "x\n# evil\n> evil", "x\n- evil\n-# evil",
]  # fmt: skip
ALL = f"[x](https://b.co) {' '.join(WORDS)}"
NAME = "[x](https://b.co) [evil](https://e.vil) https://e.vil/evil <t:0> @here `evil`"
FILLED = {
    "play": {"game": "hexeh"}, "rules": {"game": "hexeh"}, "roll": {"expression": "d20"},
    "move": {"notation": "Tbc3"}, "dice word": {"word": "plum"}, "game draw": {"action": "offer"},
    "game pause": {"action": "offer"},
}  # fmt: skip
"""What a command needs beside the option that somebody fills in with words."""
SERVERWIDE = {"games", "players profile", "players leaderboard"}
"""Commands about no game."""


def dangers(message: Message) -> list[str]:
    """What in a message is more than words, and comes of words."""
    texts = [message.content, *(str(embed.get("description", "")) for embed in message.embeds)]
    people = [user.mention for user in message.channel.hub.users.values()]
    texts = [text.removeprefix("#").lstrip("# ") for text in texts]  # the referee's own heading
    return [mark.text for text in texts for mark in marks(text) if mark.text not in people and typed(mark)]


def typed(mark: Mark) -> bool:
    """Whether a mark comes of words, and is none of the referee's own around them."""
    if mark.kind in {"bold", "small print", "list", "struck"}:
        return mark.text.lstrip("*~#>- ").startswith("evil")
    return any(word in mark.text for word in ("evil", "b.co", "e.vil", "<t:0>", "<#1>", "@"))


def text_options(referee: Referee) -> Iterator[tuple[str, str, int]]:
    """Every command with every option of it that takes any text, and the longest it takes."""
    for command in referee.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.type is discord.AppCommandOptionType.string and not option.choices:
                    yield command.qualified_name, option.display_name, int(option.max_value or 6000)


def everything(standin: Standin) -> list[str]:
    return [danger for message in standin.messages for danger in dangers(message)]


def answering(asked: Message) -> Callable[[Message], bool]:
    return lambda message: message.reference is asked


async def test_options(pair: Pair, referee: Referee) -> None:
    """Words in any option of any command are answered without a link, a mention or markup made of them."""
    found = list(text_options(referee))
    assert len(found) > 40
    filled = FILLED | {"game replace": {"seat": "Red", "by": pair.blue}}
    for command, option, longest in found:
        typed = filled.get(command, {}) | {option: ALL[:longest]}
        message = await final(await pair.red.slash(command, **typed))
        assert dangers(message) == [], f"/{command} {option}"
    await settled(referee)
    assert everything(pair.discord) == []


async def test_messages(pair: Pair) -> None:
    """Words in a message that mentions the referee are answered so, too."""
    for text in (ALL, f"#{ALL}", f"#1 {ALL}"):
        message = await pair.red.say(f"{pair.discord.bot.mention} {text}")
        assert dangers(await pair.channel.wait_for(answering(message))) == [], text


async def test_what_is_kept(pair: Pair, referee: Referee) -> None:
    """Words that are kept, of rolls, notes and scoresheets, are shown so, too; a roll's to everybody."""
    alice = pair.red
    for hidden in (True, False):
        assert "evil" in await told(await alice.slash("roll", expression=f"d20 {ALL[:100]}", private=hidden))
    await told(await alice.slash("game note", text=ALL))
    assert "e.vil" in await told(await alice.slash("game note"))
    line = ALL.replace("\n", " ")
    sheet = f'[Game "hexeh@1"]\n[Red "{line}"]\n[Commitment "{line}"]\n\n1. Tbc3\n'
    assert "e.vil" in (await (await alice.slash("record look", file=("x.txt", sheet.encode()))).reply()).content
    assert "evil" in await told(await alice.slash("record look", file=("x.txt", f"{sheet}* evil {line}".encode())))
    await settled(referee)
    assert everything(pair.discord) == []


async def test_names(discord_: Standin, database: Path) -> None:
    """Names are shown so in everything that is said of a game and its players, in threads and in reminders, too."""
    time = Time()
    async with refereed(database, time, PATIENT) as referee:
        alice, bob = discord_.human(NAME), discord_.human(f"{NAME}\u202e]")
        mores: tuple[dict[str, Any], ...] = ({"clock": "3d/move"}, {"thread": True})
        for number, more in enumerate(mores, 1):
            await told(await alice.slash("play", game="hexeh", opponent=bob, side="Red", **more))
            challenge = await discord_.channel().wait_for(says(f"#{number} "))
            await bob.press(challenge, "Accept")
        await discord_.wait_for_request("POST", "/threads")
        for who in (alice, bob, alice, bob, alice):
            (move, *_) = await who.autocomplete("move", game="1", notation=Typing("T"))
            await told(await who.slash("move", notation=move.value, game="1"))
        for who in (alice, bob):
            for command in ("games", "board", "dice luck", "players profile", "players leaderboard", "board piece:all"):
                await (await who.slash(command, **({} if command in SERVERWIDE else {"game": "1"}))).reply()
            await told(await who.slash("players profile", player=alice, against=bob))
            assert (await shown(await who.slash("board"))).content
        await told(await bob.slash("game draw", action="offer", game="1"))
        time.go(2 * DAY, referee)
        await discord_.channel().wait_for(says("it's your turn"))
        await alice.press(await discord_.channel().wait_for(says("do you accept")), "Accept draw")
        await settled(referee)
        assert "\u202e" not in discord_.hub.channels[challenge.id].name
        for looked_up in (await bob.slash("players profile", player=alice), await alice.slash("players leaderboard")):
            assert NAME[:9] in as_read(await told(looked_up))
    assert everything(discord_) == []
