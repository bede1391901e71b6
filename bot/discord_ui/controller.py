"""The referee's desk: commands judged, committed and shown to the channel, for slash commands and buttons alike."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord

from bot.discord_ui.channel.messages import Said, Tell, person, place_of
from bot.discord_ui.channel.poster import Poster
from bot.discord_ui.channel.rolls import Rolls
from bot.games import Matches, Place, Table
from bot.games.refusals import NoGameNumber
from bot.store import Game, Player
from bot.text import agenda, games
from bot.text.harmless import named
from engine.play.commands import Command
from engine.play.events import Moved
from engine.refusal import Refusal

log = logging.getLogger(__name__)

NOT_SHOWN = "I cannot show that in the channel just now; it is safe, and will be shown as soon as I may write there."
SORRY = "Something went wrong on my side. Nothing was lost; please look at /board and try again."

Interaction = discord.Interaction[Any]
Finder = Callable[[Place, Player, int | None], Awaitable[Game | Refusal]]


class Desk:
    """What commands and buttons share; texts it returns are ready to be sent."""

    def __init__(self, matches: Matches, poster: Poster, rolls: Rolls) -> None:
        self.matches = matches
        self.poster = poster
        self.rolls = rolls

    async def mine(self, interaction: Interaction, game: str | None) -> Game | Refusal:
        """The game a player's command is for."""
        return await self.found(interaction, game, self.matches.directory.mine)

    async def waiting(self, interaction: Interaction, game: str | None) -> Game | Refusal:
        """The game in which a player waits for others."""
        return await self.found(interaction, game, self.matches.directory.waiting)

    async def seen(self, interaction: Interaction, game: str | None) -> Game | Refusal:
        """The game a question is about."""
        return await self.found(interaction, game, self.matches.directory.shown)

    async def followed(self, interaction: Interaction, game: str | None) -> Game | Refusal:
        """The game of others that a spectator means."""
        return await self.found(interaction, game, self.matches.directory.followed)

    async def joinable(self, interaction: Interaction, game: str | None) -> Game | Refusal:
        """The challenge that is meant to be answered."""
        return await self.found(interaction, game, self.matches.directory.joinable)

    async def my_table(self, interaction: Interaction, game: str | None) -> Table | Refusal:
        """The table of the game a player's command is for."""
        return await self._table(await self.mine(interaction, game))

    async def seen_table(self, interaction: Interaction, game: str | None) -> Table | Refusal:
        """The table of the game a question is about."""
        return await self._table(await self.seen(interaction, game))

    async def _table(self, meant: Game | Refusal) -> Table | Refusal:
        return meant if isinstance(meant, Refusal) else await self.matches.tables.find(meant.number)

    async def found(self, interaction: Interaction, game: str | None, find: Finder) -> Game | Refusal:
        """The game that `find` gives for the place, the user and the number typed."""
        place = place_of(interaction)
        if isinstance(place, Refusal):
            return place
        number = game_number(game) if game else None
        return number if isinstance(number, Refusal) else await find(place, person(interaction.user), number)

    async def carry_out(
        self, game: Game, player: Player, command: Callable[[int], Command], cause: int, tell: Tell
    ) -> bool:
        """Judge and commit a command, tell the player, then show the game; False if it was refused.

        `cause` is the id of the message or interaction behind it.
        """
        try:
            turned = await self.matches.play.act(game.number, player, command, cause)
        except Exception:
            log.exception("game %d after event %d: a command failed", game.number, game.sequence)
            await self.try_to(tell, SORRY)
            return False
        if isinstance(turned, Refusal):
            await self.try_to(tell, turned)
            return False
        text = games.done(turned, named)
        if any(isinstance(event.what, Moved) for event in turned.events):
            text += await self._next_after(game, player)
        await self.tell_and_show(turned.table.game, text, tell)
        return True

    async def _next_after(self, game: Game, player: Player) -> str:
        """Behind a move, a line about the game that the player is to turn to next; "" where none awaits them."""
        try:
            awaiting = await self.matches.agendas.awaiting(player, game.guild)
        except Exception:
            log.exception("what awaits player %d could not be read", player.id)
            return ""
        others = [entry for entry in awaiting if entry.game.number != game.number]
        line = agenda.next_one(others, player, game.channel)
        return f"\n{line}" if line else ""

    async def tell_and_show(self, game: Game, text: str, tell: Tell) -> None:
        """Tell somebody what they have done, and show the game to its channel."""
        telling = asyncio.create_task(self.try_to(tell, text))
        shown = await self.show(game)
        await telling
        if not shown:
            await self.try_to(tell, NOT_SHOWN)

    async def try_to(self, tell: Tell, said: Said) -> None:
        """Tell somebody something; where that is not possible, the game goes on without it."""
        try:
            await tell(said)
        except (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError) as problem:
            log.info("somebody could not be told: %s", problem)

    async def show(self, game: Game) -> bool:
        """Show a game to its channel; False, and logged, if that is not possible now."""
        try:
            await self.poster.reopen(game.channel)
            shown = await self.poster.show(game.number)
            if shown:
                await self.matches.reminders.reopened(Place(game.guild, game.channel))
        except Exception:
            if not self.poster.closing:
                log.exception("game %d after event %d is not shown", game.number, game.sequence)
            return False
        return shown


def game_number(text: str) -> int | NoGameNumber:
    """The number in `14` or `#14 Hexeh vs Bob, your move`."""
    word = text.strip().removeprefix("#").split(" ")[0]
    return int(word) if word.isdecimal() and word.isascii() and len(word) <= 15 else NoGameNumber(text)
