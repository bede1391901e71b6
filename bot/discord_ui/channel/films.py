"""Replays as files, whether a command asks for them or a button."""

from __future__ import annotations

import discord

from bot.discord_ui.channel.messages import LONGEST, Tell, attachment
from bot.games import Games, Table
from bot.games.pictures import ALT_TEXT
from bot.games.study.replays import ReplayWish
from bot.store import Player
from bot.text import games as wording
from bot.text.harmless import named


async def film(games: Games, table: Table, player: Player, wish: ReplayWish, tell: Tell) -> tuple[str, discord.File]:
    """A game's replay for a player, seen from their side, and what stands above it; they are told if they must wait."""
    seats = table.game.seats_of(player.id)
    viewer = await games.settings.viewer(player, seats[0] if seats else 1, guild=table.game.guild)
    ahead = games.replays.ahead(player)
    if ahead:
        await tell(wording.replays_ahead(ahead))
    made = await games.replays.make(table, player, viewer, wish)
    name = f"game-{table.game.number}.{made.form.value}"
    file = attachment(made.data, name, description=wording.replay_in_words(table, made)[:ALT_TEXT])
    return wording.replay_shown(table, made, named)[:LONGEST], file
