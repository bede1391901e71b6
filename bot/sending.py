"""Small matters of Discord: people as players, texts made harmless, pings, pictures as files, permissions."""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiohttp
import discord

from bot.matches import Picture, Place
from bot.store import Player

BROKEN = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What Discord and connections to it raise."""
LONGEST = 1900
"""The characters of the longest text sent; Discord takes 2000."""
_ARMED = re.compile(
    r"""
      ^\ *[-+\#>]             # lists, headings, small print, quotes
    | ^\ *\d+\.              # numbered lists
    | [\\*_~|`<\[\]]         # emphasis, spoilers, code, all that stands in pointed brackets, links with words
    | (?<=\])\(              # their targets, behind a bracket of the referee's own, too
    | :(?=//)                # bare links
    | \.[^\W\d_]{2,}/        # invitations, which need no scheme
    """,
    re.MULTILINE | re.VERBOSE,
)
"""What Discord makes more than words of; a backslash before the last character of each makes it plain."""


def person(user: discord.abc.User) -> Player:
    """A Discord user as a player."""
    return Player(user.id, user.display_name)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """Where an interaction happens, or None outside servers."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    return Place(interaction.guild_id, interaction.channel_id)


def visible(text: str) -> str:
    """A text without what cannot be seen: control characters, other directions of writing, blanks without a width."""
    return "".join(character for character in text if character.isprintable() or character == "\n")


def quoted(text: str) -> str:
    """A text that may hold what people typed, made harmless in a message or an embed: it reads as it was typed.

    Nothing in it becomes a link, a mention or markup, whatever of the referee's own stands around it.
    """
    plain = _ARMED.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", visible(text))
    return plain.replace("@", "@\u200b")


def named(player: Player) -> str:
    """A player's shown name, harmless in a message."""
    return quoted(player.name)


def mention(player: Player) -> str:
    """A player as a mention; whether it pings is decided by the message's allowed mentions."""
    return f"<@{player.id}>"


def pinging(players: Iterable[Player]) -> discord.AllowedMentions:
    """Allowed mentions that ping these players and nobody else."""
    users = [discord.Object(player.id) for player in players]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def picture_file(picture: Picture, name: str = "board.png") -> discord.File:
    """A picture as an attachment with its alternative text."""
    return discord.File(io.BytesIO(picture.png), name, description=picture.words)


async def whisper(interaction: discord.Interaction[Any], text: str, **extras: Any) -> None:  # noqa: ANN401 - passed on
    """Say something that only the presser of a button sees, beside the message pressed."""
    await interaction.followup.send(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), **extras)


def whispering(interaction: discord.Interaction[Any], **extras: Any) -> Callable[[str], Awaitable[None]]:  # noqa: ANN401 - passed on
    """A way to tell the presser of a button things."""

    async def tell(text: str) -> None:
        await whisper(interaction, text, **extras)

    return tell


def lacking(allowed: discord.Permissions, *, thread: bool, embeds: bool = False, opens: bool = False) -> str | None:
    """What the bot may not do in a channel but must to referee there, as a sentence; None if nothing is missing.

    With `embeds`, it is to embed a rules card, too; with `opens`, to open a thread and write there.
    """
    writing = ("Send Messages in Threads", allowed.send_messages_in_threads)
    wanted = (
        ("View Channel", allowed.view_channel),
        writing if thread else ("Send Messages", allowed.send_messages),
        ("Attach Files", allowed.attach_files),
        ("Embed Links", allowed.embed_links or not embeds),
        ("Create Public Threads", allowed.create_public_threads or not opens),
        ("Send Messages in Threads", allowed.send_messages_in_threads or not opens),
    )
    missing = list(dict.fromkeys(name for name, granted in wanted if not granted))
    if not missing:
        return None
    return f"I cannot referee here until a moderator gives me {' and '.join(missing)}. Nothing has changed."


def lacking_at(interaction: discord.Interaction[Any], *, embeds: bool = False, opens: bool = False) -> str | None:
    """What the bot lacks where an interaction happens, as a sentence."""
    threaded = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, thread=threaded, embeds=embeds, opens=opens)
