"""Commands about dice: /roll for anyone, /dice for the dice of games and of the channel."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.ext import commands

from bot import wording
from bot.cogs.answering import NOBODY, answer, open_privately, tell_in
from bot.cogs.games import GAME
from bot.cogs.offering import Choices, Interaction, offer_games
from bot.desk import GUILD_ONLY, Desk
from bot.matches import Table
from bot.matches.refusals import NoCommitment
from bot.rolling import rolled_text
from bot.sending import named, person, place_of, quoted
from engine.referee import AddSalt
from engine.refusal import Refusal

LONGEST = 1900


class DiceCog(commands.Cog):
    """Rolling, and checking what was rolled."""

    dice = app_commands.Group(name="dice", description="Dice that anyone can check")

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @app_commands.command(description="Roll dice, such as 2d6+1, 4d6kh3, 3d6! or 2d20kh1")
    @app_commands.describe(expression="The dice, and a label if you like", private="Show the roll only to you")
    async def roll(self, interaction: Interaction, expression: str, private: bool = False) -> None:
        """Roll an expression for the channel, or for the asker alone."""
        if not await open_privately(interaction):
            return
        place = place_of(interaction)
        if place is None or not isinstance(interaction.channel, discord.abc.Messageable):
            await answer(interaction, GUILD_ONLY)
            return
        player = person(interaction.user)
        outcome = await self.desk.matches.shared.roll(place.channel, player, expression, interaction.id, hidden=private)
        if isinstance(outcome, Refusal):
            await answer(interaction, quoted(outcome.text))
            return
        await self.desk.try_to(tell_in(interaction), rolled_text(outcome))
        if not private:
            await self.desk.rolls.show(outcome)

    @dice.command(description="The commitment behind this channel's dice, or a game's")
    @app_commands.describe(game="A game's number; this channel's shared dice if left out")
    async def commit(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a commitment."""
        if not await open_privately(interaction):
            return
        place = place_of(interaction)
        if place is None:
            await answer(interaction, GUILD_ONLY)
        elif game is None:
            stream = await self.desk.matches.shared.stream(place.channel)
            await answer(interaction, f"This channel's shared dice are committed to\n`{stream.commitment}`")
        else:
            table = await self._seen(interaction, game)
            if isinstance(table, Table) and not table.game.commitment:
                await answer(interaction, NoCommitment().text)
            elif isinstance(table, Table):
                await answer(interaction, f"Game #{table.game.number} is committed to\n`{table.game.commitment}`")

    @dice.command(description="End this channel's stream of shared dice, publish its secret, begin the next")
    async def reveal(self, interaction: Interaction) -> None:
        """Reveal the channel's secret."""
        if not await open_privately(interaction):
            return
        place = place_of(interaction)
        if place is None or not isinstance(interaction.channel, discord.abc.Messageable):
            await answer(interaction, GUILD_ONLY)
            return
        closed = await self.desk.matches.shared.reveal(place.channel)
        if isinstance(closed, Refusal):
            await answer(interaction, quoted(closed.text))
            return
        text = (
            f"This channel's dice so far: commitment `{closed.stream.commitment}`, secret `{closed.secret}`; the file "
            f"lists every roll. The next dice are committed to `{closed.following.commitment}`."
        )
        file = discord.File(io.BytesIO(closed.listing.encode()), f"dice-{closed.stream.number}.txt")
        await interaction.channel.send(text, file=file, allowed_mentions=NOBODY)
        await answer(interaction, "The secret is in the channel.")

    @dice.command(description="Add a word of your own to a game's dice, effective from the next roll")
    @app_commands.describe(word="1 to 64 characters", game=GAME)
    async def salt(self, interaction: Interaction, word: str, game: str | None = None) -> None:
        """Add a salt."""
        if not await open_privately(interaction):
            return
        meant = await self.desk.mine(interaction, game)
        if isinstance(meant, str):
            await answer(interaction, meant)
            return
        player = person(interaction.user)
        tell = tell_in(interaction)
        await self.desk.carry_out(meant, player, lambda seat: AddSalt(seat, None, word), interaction.id, tell)

    @dice.command(description="Check every die of a finished game against the secret")
    @app_commands.describe(game=GAME)
    async def verify(self, interaction: Interaction, game: str | None = None) -> None:
        """Check a game's dice."""
        if not await open_privately(interaction):
            return
        table = await self._seen(interaction, game)
        if isinstance(table, Table):
            found = await asyncio.to_thread(wording.check_of, table)
            await answer(interaction, quoted(found.text) if isinstance(found, Refusal) else found[:LONGEST])

    @dice.command(description="The players' dice against what was to be expected")
    @app_commands.describe(game=GAME)
    async def luck(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the luck of a game."""
        if not await open_privately(interaction):
            return
        table = await self._seen(interaction, game)
        if isinstance(table, Table):
            await answer(interaction, await asyncio.to_thread(wording.luck_of, table, named))

    @salt.autocomplete("game")
    @verify.autocomplete("game")
    @luck.autocomplete("game")
    @commit.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.desk, interaction, typed, awaiting=False)

    async def _seen(self, interaction: Interaction, game: str | None) -> Table | None:
        """The table a question is about; None after saying why there is none."""
        meant = await self.desk.seen(interaction, game)
        if isinstance(meant, str):
            await answer(interaction, meant)
            return None
        table = await self.desk.matches.tables.find(meant.number)
        if isinstance(table, Refusal):
            await answer(interaction, quoted(table.text))
            return None
        return table
