"""The command /status: how the referee does, for those who run it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.alarm import owners
from bot.discord_ui.channel.messages import answer
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import Controller, DeskCog, everywhere, open_privately
from bot.store.status import counts
from bot.text.harmless import quoted
from engine.clocks.control import DAY, MINUTE, in_words
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
        open_privately(interaction)
        client, gate, ledger = interaction.client, self.controller.gate, self.controller.games.ledger
        if interaction.user.id not in owners(client):
            raise Refused(NotTheHost())
        now = self.controller.games.now()
        found = await counts(ledger.database, now - now % DAY, now - MINUTE)
        latencies = {
            number: shard.latency if not shard.is_closed() and isfinite(shard.latency) else None
            for number, shard in getattr(client, "shards", {}).items()
        }
        played = f"{found.playing} under way, {counted(found.open, 'open challenge')}, {found.over} over"
        waiting = f"{counted(len(await ledger.lagging()), 'game')} to be shown"
        working = f"{gate.inside} of at most {gate.most} requests under way"
        lines = [
            f"**Hexmarshal {version()}**, up for {in_words(max(now - self._since, MINUTE) // MINUTE * MINUTE)}",
            f"Connection: {shards(latencies)}; {counted(sum(not g.unavailable for g in client.guilds), 'server')}",
            f"Games: {played}; {counted(found.acts, 'command')} carried out today (UTC)",
            f"Waiting: {waiting}, {counted(found.overdue, 'late deadline')}",
            f"Set aside: {aside(ledger.aside.named)}",
            f"Store: {found.size / 2**20:.1f} MiB",
            f"Work: {working}; {gate.refused} turned away since I started",
            *[await report() for report in self.controller.reports],
        ]
        await answer(interaction, "\n".join(lines))


def file(backup: int | None) -> str:
    saved = f"last backup <t:{backup // 1000}:R>" if backup is not None else "no backup made by itself yet"
    return f"File: {saved}"


def shards(latencies: Mapping[int, float | None]) -> str:
    """How the shards are connected, by the seconds that each takes to answer; None for one that is away or unknown."""
    away = [str(number) for number, latency in latencies.items() if latency is None]
    known = [latency for latency in latencies.values() if latency is not None]
    slowest = f", the slowest answers in {max(known) * 1000:.0f} ms" if known else ""
    missing = f"; away: {', '.join(away)}" if away else ""
    return f"{len(known)} of {len(latencies)} shard{'' if len(latencies) == 1 else 's'} connected{slowest}{missing}"


def aside(things: Sequence[str]) -> str:
    if not things:
        return "nothing"
    shown = ", ".join(quoted(thing) for thing in things[:NAMED])
    return shown if len(things) <= NAMED else f"{shown} and {len(things) - NAMED} more"
