"""The command /status: how the referee does, for those who run it."""

from __future__ import annotations

from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.alarm import owners
from bot.discord_ui.channel.messages import answer
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import Controller, DeskCog, everywhere
from bot.store.status import counts
from bot.text.harmless import quoted
from engine.clocks.control import MINUTE, in_words
from engine.model.english import counted
from engine.model.refusal import Refusal, Refused

NAMED = 5
"""How many of the things set aside are named."""


class NotTheHost(Refusal):
    words = "Only those who run me see that: the owner of my application, or a member of its team."


class StatusCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._since = controller.games.now()

    @everywhere
    @app_commands.command(description="How I am doing, for those who run me")
    async def status(self, interaction: Interaction) -> None:
        client, ledger, now = interaction.client, self.controller.games.ledger, self.controller.games.now()
        if interaction.user.id not in owners(client):
            raise Refused(NotTheHost())
        playing, challenges, over, late, size = await counts(ledger.database, now - MINUTE)
        connected, shards = sum(not shard.is_closed() for shard in client.shards.values()), len(client.shards)
        aside, backup = ledger.aside.named, await client.last_backup()
        more = f" and {len(aside) - NAMED} more" if len(aside) > NAMED else ""
        saved = f"last backup <t:{backup // 1000}:R>" if backup else "no backup made by itself yet"
        lines = [
            f"**Hexmarshal {version()}**, up for {in_words(max(now - self._since, MINUTE) // MINUTE * MINUTE)}",
            f"Connection: {connected} of {counted(shards, 'shard')} connected; {counted(len(client.guilds), 'server')}",
            f"Games: {playing} under way, {counted(challenges, 'open challenge')}, {over} over",
            f"Waiting: {counted(len(await ledger.lagging()), 'game')} to be shown, {counted(late, 'late deadline')}",
            f"Set aside: {', '.join(map(quoted, aside[:NAMED])) or 'nothing'}{more}",
            f"Store: {size / 2**20:.1f} MiB",
            f"File: {saved}",
        ]
        await answer(interaction, "\n".join(lines))
