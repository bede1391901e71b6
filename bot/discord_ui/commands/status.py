"""The command /status: how the referee does, for those who run it."""

from __future__ import annotations

from math import isfinite

from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.alarm import owners
from bot.discord_ui.channel.messages import answer
from bot.discord_ui.commands.respond import DeskCog, everywhere, open_privately
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import Controller
from bot.games.condition import condition_of
from bot.text.status import Connection, NotTheHost, status, work


class StatusCog(DeskCog):
    """The referee's condition."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._since = controller.games.now()

    @everywhere
    @app_commands.command(description="How I am doing, for those who run me")
    async def status(self, interaction: Interaction) -> None:
        """Tell it, in private."""
        open_privately(interaction)
        if interaction.user.id not in owners(interaction.client):
            await answer(interaction, NotTheHost())
            return
        games = self.controller.games
        uptime = games.now() - self._since
        servers = sum(not guild.unavailable for guild in interaction.client.guilds)
        connection = Connection(version(), uptime, _latencies(interaction), servers)
        gate = self.controller.gate
        more = [work(gate.inside, gate.most, gate.refused), *[await report() for report in self.controller.reports]]
        await answer(interaction, status(connection, await condition_of(games.ledger, games.now()), more))


def _latencies(interaction: Interaction) -> dict[int, float | None]:
    """How long (s) each shard takes to answer; None for one that is away or has not been measured."""
    shards = getattr(interaction.client, "shards", {})
    return {
        number: shard.latency if not shard.is_closed() and isfinite(shard.latency) else None
        for number, shard in shards.items()
    }
