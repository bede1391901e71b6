"""Admission, acknowledgement and answers; Discord's users, channels and permissions as the referee's.

Acknowledgements run beside the work: a request is judged, committed and shown without waiting for Discord's answer.
Only messages sent with the interaction's token (`acknowledged`) wait for it. So a command counts even if its
acknowledgement is refused: the board shows it, and the private answer is left out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from enum import Flag
from functools import partial
from hashlib import sha256
from math import ceil
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot import journal
from bot.discord_ui.components.screens import Screen, TextOrRefusal, screen_of
from bot.games import Location
from bot.games.refusals import Pointing, refuse
from bot.store import Player, referee
from bot.store.games import FORMER
from engine.clocks.control import in_words
from engine.model.refusal import Refusal

log = logging.getLogger(__name__)


class Unacknowledged(Exception):
    """An interaction cannot be answered: Discord has refused its acknowledgement, as the log says."""


DISCORD_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
SEND_ERRORS = (*DISCORD_ERRORS, RuntimeError, Unacknowledged)
"""Errors after which a person is not told something; the library raises RuntimeError once it is closed."""
NONCE_MAX_CHARS = 25
NOBODY = discord.AllowedMentions.none()


class DirectMessagesClosed(Pointing):
    words = (
        "Discord doesn't let me write to you, so I haven't started a game. Allow direct messages from a server that we "
        "share (*Privacy Settings → Direct Messages*), or start a chat with me. Then try again."
    )


class Need(Flag):
    NOTHING = 0
    WRITE = 1
    FILES = WRITE | 2
    THREAD = FILES | 4


class Lacking(Refusal):
    permissions: tuple[str, ...]

    words = "I need {permissions:and} here. Ask a moderator, then try again."


def person(user: discord.abc.User) -> Player:
    return Player(user.id, user.display_name)


def place_in_server(interaction: discord.Interaction[Any]) -> Location | None:
    """The place of an interaction in one of the bot's servers; None elsewhere."""
    if interaction.guild_id is None or interaction.channel_id is None or not hosted(interaction):
        return None
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return Location(interaction.guild_id, interaction.channel_id, parent)


def hosted(interaction: discord.Interaction[Any]) -> bool:
    """True if the bot is a member of the interaction's server, and so can post there."""
    return interaction.is_guild_integration()


def elsewhere(interaction: discord.Interaction[Any]) -> bool:
    """True where the bot can only answer: in a server without it, or among people without it."""
    return not (hosted(interaction) or interaction.context.dm_channel)


def manages(interaction: discord.Interaction[Any]) -> bool:
    return hosted(interaction) and interaction.permissions.manage_guild


def anywhere(interaction: discord.Interaction[Any]) -> Location:
    """The place of a question: outside of the bot's servers a conversation, from where all of them are seen."""
    return place_in_server(interaction) or Location(0, interaction.channel_id or 0)


def mention(player: Player) -> str:
    """A player as a mention; whether it pings is decided by the message's allowed mentions.

    The referee, and a former player, have no account to be told things by, only a name.
    """
    if player.reachable:
        return f"<@{player.id}>"
    return player.name or (FORMER if player.level is None else referee(player.level).name)


def pinging(players: Iterable[Player]) -> discord.AllowedMentions:
    users = [discord.Object(player.id) for player in players if player.reachable]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def nonce_of(*parts: object) -> str:
    """Return the nonce that keeps a message from coming twice: the parts joined, or their hash if that is too long."""
    text = ":".join(map(str, parts))
    return text if len(text) <= NONCE_MAX_CHARS else sha256(text.encode()).hexdigest()[:NONCE_MAX_CHARS]


async def answer(interaction: discord.Interaction[Any], shown: TextOrRefusal | Screen) -> None:
    """Fill in the answer to a command, or change the message that was pressed, once that is acknowledged."""
    await acknowledged(interaction)
    screen = screen_of(shown)
    await interaction.edit_original_response(view=screen, attachments=screen.files, allowed_mentions=NOBODY)


async def remove(interaction: discord.Interaction[Any]) -> None:
    """Take away the answer to a command that is still to come, or the message that was pressed."""
    await acknowledged(interaction)
    await interaction.delete_original_response()


async def send_private(interaction: discord.Interaction[Any], shown: TextOrRefusal | Screen) -> None:
    await acknowledged(interaction)
    screen = screen_of(shown)
    await interaction.followup.send(view=screen, files=screen.files, ephemeral=True, allowed_mentions=NOBODY)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """True if the answer replaces a private message, or answers a command."""
    return interaction.message is None or interaction.message.flags.ephemeral


async def in_place(interaction: discord.Interaction[Any], shown: TextOrRefusal | Screen) -> None:
    await (answer if is_private(interaction) else send_private)(interaction, shown)


async def post(
    channel: discord.abc.Messageable,
    shown: TextOrRefusal | Screen,
    pinged: discord.AllowedMentions = NOBODY,
    nonce: str = "",
    **more: Any,  # noqa: ANN401 - passed on
) -> discord.Message:
    screen = screen_of(shown)
    sent: dict[str, Any] = {"nonce": nonce, **more} if nonce else more
    message: discord.Message = await channel.send(view=screen, files=screen.files, allowed_mentions=pinged, **sent)
    return message


async def revise(message: discord.PartialMessage, shown: TextOrRefusal | Screen) -> None:
    screen = screen_of(shown)
    await message.edit(view=screen, attachments=screen.files, allowed_mentions=NOBODY)


def lacking(channel: object, allowed: discord.Permissions, need: Need) -> Lacking | None:
    """The permissions the bot lacks in a channel for a request; None if nothing is missing."""
    if need is Need.NOTHING:
        return None
    writing = ("Send Messages in Threads", allowed.send_messages_in_threads)
    wanted = (
        ("View Channel", allowed.view_channel),
        writing if isinstance(channel, discord.Thread) else ("Send Messages", allowed.send_messages),
        ("Attach Files", allowed.attach_files or Need.FILES not in need),
        ("Create Public Threads", allowed.create_public_threads or Need.THREAD not in need),
        ("Send Messages in Threads", allowed.send_messages_in_threads or Need.THREAD not in need),
    )
    missing = tuple(dict.fromkeys(name for name, granted in wanted if not granted))
    return Lacking(missing) if missing else None


def lacking_at(interaction: discord.Interaction[Any], need: Need) -> Lacking | None:
    """The same at the place of an interaction; outside of the bot's servers nothing is missing for an answer."""
    return lacking(interaction.channel, interaction.app_permissions, need) if hosted(interaction) else None


def require(interaction: discord.Interaction[Any], need: Need) -> None:
    refuse(lacking_at(interaction, need))


# ---- acknowledged


ALREADY_ACKNOWLEDGED = 40060
TOO_LATE = frozenset({ALREADY_ACKNOWLEDGED, 10062, 50027})
"""Discord's codes for an interaction that is acknowledged already, an unknown one, and a token after 15 minutes."""
COMPLETION_TIMEOUT_S = 1.0
"""Time limit (s) for suggestions: Discord waits three seconds, and people keep typing."""
_TASK = "acknowledgement"


def acknowledge(interaction: discord.Interaction[Any], *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Begin to acknowledge an interaction, unless that has been done; parameters as in discord.py's `defer`."""
    if not _is_acknowledged(interaction):
        deferring = interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
        interaction.extras[_TASK] = asyncio.create_task(_accepted(deferring), name=_TASK)


async def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Wait until the token of an interaction can be used; Unacknowledged if it cannot."""
    task = interaction.extras.get(_TASK)
    if task is not None and not await asyncio.shield(task):
        raise Unacknowledged


def _is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    return _TASK in interaction.extras or interaction.response.is_done()


async def _accepted(deferring: Awaitable[object]) -> bool:
    """Acknowledge; False if Discord refuses. If it was acknowledged before, or may have been, answers are tried."""
    try:
        await deferring
    except discord.HTTPException as problem:
        if not too_late(problem):
            log.exception("an acknowledgement was refused")
        return problem.code == ALREADY_ACKNOWLEDGED
    except (aiohttp.ClientError, OSError, RuntimeError) as problem:  # the library raises RuntimeError once it is closed
        log.warning("whether an interaction is acknowledged is not known: %r", problem)
    return True


def too_late(problem: BaseException | None) -> bool:
    """True if a failure is a refused acknowledgement, or an answer after 15 minutes, which is logged quietly."""
    if isinstance(problem, app_commands.CommandInvokeError):
        problem = problem.original
    if isinstance(problem, Unacknowledged):
        return True
    if not isinstance(problem, discord.HTTPException) or problem.code not in TOO_LATE:
        return False
    log.info("an interaction had been answered, or was no longer waited for: %s", problem)
    return True


def _is_loud(record: logging.LogRecord) -> bool:
    return not (record.exc_info and too_late(record.exc_info[1]))


def quiet_logs() -> None:
    """Log autocompletions that come too late quietly, too, and keep private lines of discord.py's out of the log."""
    journal.keep_private_lines_out()
    logging.getLogger("discord.app_commands.tree").addFilter(_is_loud)


async def admit(gate: Gate, interaction: discord.Interaction[Any]) -> bool:
    """Admit the task that answers an interaction; False if it is refused, which the user is told immediately."""
    refusal, looking = gate.enter(interaction.user.id, partial(_tell, interaction)), asyncio.current_task()
    if refusal is not None:
        await _tell(interaction, refusal)
    elif interaction.type is discord.InteractionType.autocomplete and looking is not None:
        interaction.extras["patience"] = asyncio.create_task(_keep_short(interaction, looking))
    return refusal is None


async def _keep_short(interaction: discord.Interaction[Any], looking: asyncio.Task[Any]) -> None:
    """Suggest nothing where a task does not come up with suggestions in time."""
    await asyncio.wait([looking], timeout=COMPLETION_TIMEOUT_S)
    if not looking.done() and not interaction.response.is_done():
        looking.cancel()
        await _tell(interaction, None)


async def _tell(interaction: discord.Interaction[Any], said: Refusal | None) -> None:
    """Tell the user of an interaction alone why nothing comes of it; where suggestions were wanted there are none."""
    try:
        if said is None or interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        elif _is_acknowledged(interaction):
            await send_private(interaction, said)
        else:
            await interaction.response.send_message(view=Screen(said), ephemeral=True, allowed_mentions=NOBODY)
    except (discord.DiscordException, aiohttp.ClientError, OSError, Unacknowledged) as problem:
        log.info("somebody could not be turned away: %r", problem)


MAX_TASKS, EACH = 128, 16
"""Maximum concurrent tasks: in all, and for one person."""
ROLLS, SPAN_S = 30, 60.0
"""Rate limit of shared rolls for one person: number, and seconds; pictures and texts wait for their threads."""
PATIENCE_S, GOODBYE_S = 1.0, 0.3
"""Patience of a stop: for running tasks, then for the last words (s); the bot ends within two seconds."""

LastWord = Callable[[Refusal], Awaitable[None]]
"""Tells the person who waits for a task that it is broken off."""


class TurnedAway(Refusal):
    """Something that is not let in; `why` says so in a sentence, whatever it was."""

    why: str
    then: str

    words = "{why} {then}"


FULL = TurnedAway("I'm very busy right now.", "Please try again in a minute.")
STILL_BUSY = TurnedAway("I'm still working on your last request.", "Please try again in a moment.")
RESTARTING = TurnedAway("I'm restarting.", "Your games are safe. Please try again in a minute.")


class BrokenOff(Refusal):
    words = "I'm restarting. Your games are safe: if you don't see this done in a minute, please try again."


class TooManyRolls(Refusal):
    wait: str

    words = "Slow down – you can roll again in {wait}."


class Gate:
    """Lets `most` tasks in, `each` of them for one person, and rolls as often as one person may."""

    def __init__(self, most: int = MAX_TASKS, each: int = EACH) -> None:
        self.most, self._each = most, each
        self._inside: dict[asyncio.Task[Any], tuple[int, LastWord | None]] = {}
        self._rolls = commands.CooldownMapping[int].from_cooldown(ROLLS, SPAN_S, int)
        self.stopping = False
        self.refused = 0

    @property
    def inside(self) -> int:
        return len(self._inside)

    def enter(self, person: int, last_word: LastWord | None = None) -> TurnedAway | None:
        """Let the present task in for a person, until it ends, or say why not."""
        task = asyncio.current_task()
        if task is None or task in self._inside:
            return None
        if self.stopping:
            refusal = RESTARTING
        elif sum(each == person for each, _ in self._inside.values()) >= self._each:
            refusal = STILL_BUSY
        elif len(self._inside) >= self.most:
            refusal = FULL
        else:
            self._inside[task] = person, last_word
            task.add_done_callback(self._inside.pop)
            return None
        self.refused += 1
        return refusal

    def roll(self, person: int) -> TooManyRolls | None:
        """Count a roll by a person, or say why they cannot roll now."""
        wait = self._rolls.update_rate_limit(person)
        return None if wait is None else TooManyRolls(in_words(ceil(wait) * 1000))

    async def stop(self, patience: float = PATIENCE_S) -> None:
        """Let nothing in any more, and wait until all inside is done, `patience` s at most.

        What is left then is broken off, and its people are told; the next start shows what it has committed.
        """
        self.stopping = True
        if self._inside:
            await asyncio.wait(list(self._inside), timeout=patience)
        left = {task: last_word for task, (_, last_word) in self._inside.items() if not task.done()}
        if left:
            log.warning("%d pieces of work are broken off", len(left))
        words = [asyncio.ensure_future(tell(BrokenOff())) for tell in left.values() if tell]
        if words:
            await asyncio.wait(words, timeout=GOODBYE_S)
        for task in left:
            task.cancel()


# ---- why a game is not shown where it is played


def missing_in(client: discord.Client, guild: int, channel: int) -> tuple[str, ...] | None:
    """The permissions that the bot lacks in a channel or thread to show games there; None where that is not known."""
    home = client.get_guild(guild)
    place = home.get_channel_or_thread(channel) if home is not None else None
    if home is None or place is None or home.me is None:
        return None
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    missing = lacking(place, place.permissions_for(home.me), Need.FILES)
    return missing.permissions if missing else ()


def is_gone(client: discord.Client, guild: int, channel: int) -> bool:
    home = client.get_guild(guild)
    return home is not None and not home.unavailable and home.get_channel_or_thread(channel) is None
