"""The owner's view: /status, and errors, each reported once in seven days, in a channel or directly.

Reports name places in the program and ids, never a word that people typed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import discord
from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.messages import answer, pinging, post
from bot.discord_ui.components.emoji import KNOWN, remove_icons, upload_icons
from bot.discord_ui.components.items import Interaction, Press, button, drawn
from bot.discord_ui.components.screens import Item, Screen
from bot.discord_ui.controller import Controller, DeskCog, everywhere
from bot.games.refusals import refuse_if
from bot.journal import about, message_of, without_message
from bot.store import Player
from bot.text.harmless import MESSAGE_CHARS, escape, stamp
from engine.clocks.control import DAY, MINUTE, in_words
from engine.model.refusal import Refusal
from engine.model.wording import say

log = logging.getLogger(__name__)

NAMED = 5
"""Number of skipped games named."""


class NotTheHost(Refusal):
    words = "Only my owner can see this."


STATUS = """\
**Hexmarshal {version}**, up for {time}
Connection: {connected} of {shards:counted shard} connected; {servers:counted server}
Games: {playing} running, {challenges:counted open challenge}, {over} over
Waiting: {behind:counted game} to be shown, {late:counted late deadline}
Skipped: {skipped}
Database: {mebibytes:.1f} MiB
{backup}"""


class StatusCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._since = controller.games.now()

    @everywhere
    @app_commands.command(description="How I'm doing, for my owner")
    async def status(self, interaction: Interaction) -> None:
        client, ledger, now = interaction.client, self.controller.games.ledger, self.controller.games.now()
        refuse_if(interaction.user.id not in owners(client), NotTheHost())
        counted, backup = await ledger.counts(now - MINUTE), await client.last_backup()
        aside = sorted(ledger.skipped.named)
        words = "{named} and {more} more" if len(aside) > NAMED else "{named}"
        named = ", ".join(map(escape, aside[:NAMED])) or "nothing"
        said = say(
            STATUS,
            version=version(),
            time=in_words(max(now - self._since, MINUTE) // MINUTE * MINUTE),
            connected=sum(not shard.is_closed() for shard in client.shards.values()),
            shards=client.shards,
            servers=client.guilds,
            behind=await ledger.outbox.boards(),
            skipped=say(words, named=named, more=len(aside) - NAMED),
            mebibytes=counted.size / 2**20,
            backup=say("Last backup: {when}", when=stamp(backup)) if backup else "No automatic backup yet",
            **counted._asdict(),
        )
        await answer(interaction, Screen(said, icons_items()))


@button("icons", "Upload piece icons")
@button("noicons", "Remove piece icons")
async def _change_icons(_: Controller, interaction: Interaction, press: Press) -> None:
    refuse_if(interaction.user.id not in owners(interaction.client), NotTheHost())
    await (upload_icons if press.action == "icons" else remove_icons)(interaction.client)
    done = "Buttons and menus show piece icons now." if KNOWN else "The piece icons are gone."
    await answer(interaction, Screen(done, icons_items()))


def icons_items() -> list[Item]:
    return [drawn("noicons" if KNOWN else "icons", 0)]


# ---- errors


REPEAT_ERROR_MS = 7 * DAY
"""After how long (ms) the same error is told again."""
WAITING = 20
"""Maximum reports waiting to be sent; others are only logged."""
NOISY = ("discord.shard", "discord.gateway", "discord.http")
"""Loggers of lost connections, which recover automatically."""


def owners(client: discord.Client, *, invited: bool = False) -> tuple[int, ...]:
    """The ids of the owner, who comes first, and of their team, as Discord told them at login; none before.

    With `invited` those, too, who have yet to accept that they join the team: nobody's dice may be theirs to bend.
    """
    application = client.application
    if application is None or application.team is None:
        return (application.owner.id,) if application is not None else ()
    team, accepted = application.team, discord.TeamMembershipState.accepted
    members = [member.id for member in team.members if invited or member.membership_state is accepted]
    return tuple(dict.fromkeys([team.owner_id, *members] if team.owner_id is not None else members))


class Alarm(logging.Handler):
    """Tells the owner; `now()` gives UTC ms, `channel` is the id of theirs, 0 for a direct message."""

    def __init__(self, client: discord.Client, channel: int, now: Callable[[], int]) -> None:
        super().__init__(logging.ERROR)
        self._client = client
        self._channel = channel
        self._now = now
        self._told: dict[str, int] = {}
        self._queue: asyncio.Queue[str] = asyncio.Queue(WAITING)
        self._loop = asyncio.get_running_loop()

    async def tell(self, what: str) -> None:
        """Report a whole sentence, even a repeated one: callers report changes only."""
        log.warning("%s", what)
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(what)

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of an error in the log, unless it is about a lost connection; any thread may call this."""
        problem = record.exc_info[1] if record.exc_info else None
        why = without_message(problem) if problem is not None else ""
        text = "\n".join(filter(None, [say("An error: {message}", message=message_of(record)), why, about()]))
        if not (record.name.startswith(NOISY) or self._loop.is_closed()):
            self._loop.call_soon_threadsafe(self._take, f"{record.name} {record.msg} {why}", text)

    def _take(self, key: str, text: str) -> None:
        """Tell something, unless the same was told not long ago."""
        now = self._now()
        self._told = {each: when for each, when in self._told.items() if now - when < REPEAT_ERROR_MS}
        if key not in self._told and not self._queue.full():
            self._told[key] = now
            self._queue.put_nowait(text)

    async def send_next(self) -> None:
        await self._client.wait_until_ready()
        text = escape(await self._queue.get())[: MESSAGE_CHARS - 100]
        owner = next(iter(owners(self._client)), 0)
        try:
            if self._channel:
                channel = self._client.get_partial_messageable(self._channel)
                await post(channel, f"<@{owner}> {text}", pinging([Player(owner, "")]))
            else:
                await post(await self._client.create_dm(discord.Object(owner)), text)
        except Exception as problem:  # noqa: BLE001 - an error here would be told of by the alarm itself
            log.warning("the owner could not be told: %s", without_message(problem))
        finally:
            self._queue.task_done()
