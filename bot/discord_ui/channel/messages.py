"""Discord's users, channels and permissions as the referee's; pings, and pictures as files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import Flag
from hashlib import sha256
from io import BytesIO
from typing import Any

import aiohttp
import discord

from bot.discord_ui.components.gate import Unacknowledged, acknowledged
from bot.games import Location, Picture, everywhere
from bot.store import Player, known
from bot.store.games import FORMER
from bot.text.harmless import worded
from engine.model.refusal import Refusal, Refused

BROKEN = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of Discord and of the connection to it."""
UNTOLD = (*BROKEN, RuntimeError, Unacknowledged)
"""The errors for which somebody is not told something; the library raises RuntimeError once it is closed."""
LONGEST = 1900
"""The characters of the longest text sent; Discord takes 2000."""
NONCE_MAX_CHARS = 25
"""The characters of the longest nonce that Discord takes."""
NOBODY = discord.AllowedMentions.none()

Said = str | Refusal
"""What is answered; `worded` makes a text of it."""
Tell = Callable[[Said], Awaitable[None]]


class OutsideServers(Refusal):
    words = "I referee games in servers and their threads, not here."


class Need(Flag):
    NOTHING = 0
    WRITE = 1
    FILES = WRITE | 2
    THREAD = FILES | 4


class Lacking(Refusal):
    """Something that the bot cannot post where it is asked to: the permissions that it has not."""

    permissions: tuple[str, ...]

    words = "I cannot do that here until a moderator gives me {permissions:and}. Nothing has changed."


def person(user: discord.abc.User) -> Player:
    return Player(user.id, user.display_name)


def roles_of(user: discord.abc.User) -> frozenset[int]:
    return frozenset(role.id for role in user.roles) if isinstance(user, discord.Member) else frozenset()


def place_of(interaction: discord.Interaction[Any]) -> Location:
    """Where in one of the bot's servers an interaction happens."""
    place = place_in_server(interaction)
    if place is None:
        raise Refused(OutsideServers())
    return place


def place_in_server(interaction: discord.Interaction[Any]) -> Location | None:
    """The same; None outside of the bot's servers."""
    if interaction.guild_id is None or interaction.channel_id is None or not hosted(interaction):
        return None
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return Location(interaction.guild_id, interaction.channel_id, parent)


def hosted(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot is a member of the server where an interaction happens, and so may post there by itself."""
    return interaction.is_guild_integration()


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Whether somebody may manage the server that they act in."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def anywhere(interaction: discord.Interaction[Any]) -> Location:
    """Where a question is asked; outside of the bot's servers it is about all of them."""
    return place_in_server(interaction) or everywhere(interaction.channel_id or 0)


def mention(player: Player) -> str:
    """A player as a mention; whether it pings is decided by the message's allowed mentions.

    The referee, and a former player, have no account to be told things by, only a name.
    """
    if player.reachable:
        return f"<@{player.id}>"
    return player.name or known(player.id).name or FORMER


def pinging(players: Iterable[Player]) -> discord.AllowedMentions:
    """Allowed mentions that ping these players and nobody else."""
    users = [discord.Object(player.id) for player in players if player.reachable]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def nonce_of(*parts: object) -> str:
    """Return the nonce that keeps a message from coming twice: the parts joined, or their hash if that is too long."""
    text = ":".join(map(str, parts))
    return text if len(text) <= NONCE_MAX_CHARS else sha256(text.encode()).hexdigest()[:NONCE_MAX_CHARS]


def attachment(data: bytes, name: str, description: str | None = None) -> discord.File:
    return discord.File(BytesIO(data), name, description=description)


def picture_file(picture: Picture, name: str = "board.png") -> discord.File:
    return attachment(picture.png, name, description=picture.words)


async def answer(interaction: discord.Interaction[Any], said: Said, **extras: Any) -> None:  # noqa: ANN401 - passed on
    """Fill in the answer to a command, or put something in the place of a private message."""
    await change(interaction, content=worded(said), **extras)


async def change(interaction: discord.Interaction[Any], **shown: Any) -> None:  # noqa: ANN401 - passed on
    """Change the answer to a command, or the message that was pressed, once the interaction is acknowledged."""
    await acknowledged(interaction)
    await interaction.edit_original_response(allowed_mentions=NOBODY, **shown)


async def remove(interaction: discord.Interaction[Any]) -> None:
    await acknowledged(interaction)
    await interaction.delete_original_response()


async def whisper(interaction: discord.Interaction[Any], said: Said, **extras: Any) -> None:  # noqa: ANN401 - passed on
    await acknowledged(interaction)
    await interaction.followup.send(worded(said), ephemeral=True, allowed_mentions=NOBODY, **extras)


def whispering(interaction: discord.Interaction[Any], **extras: Any) -> Tell:  # noqa: ANN401 - passed on
    """A way to tell the presser of a button things."""

    async def tell(said: Said) -> None:
        await whisper(interaction, said, **extras)

    return tell


def lacking(allowed: discord.Permissions, need: Need, *, thread: bool) -> Lacking | None:
    """What the bot may not do in a channel but must for what it is asked; None if nothing is missing."""
    if need is Need.NOTHING:
        return None
    writing = ("Send Messages in Threads", allowed.send_messages_in_threads)
    wanted = (
        ("View Channel", allowed.view_channel),
        writing if thread else ("Send Messages", allowed.send_messages),
        ("Attach Files", allowed.attach_files or Need.FILES not in need),
        ("Create Public Threads", allowed.create_public_threads or Need.THREAD not in need),
        ("Send Messages in Threads", allowed.send_messages_in_threads or Need.THREAD not in need),
    )
    missing = tuple(dict.fromkeys(name for name, granted in wanted if not granted))
    return Lacking(missing) if missing else None


def lacking_at(interaction: discord.Interaction[Any], need: Need) -> Lacking | None:
    return lacking(interaction.app_permissions, need, thread=isinstance(interaction.channel, discord.Thread))
