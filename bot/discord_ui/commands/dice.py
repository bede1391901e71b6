"""The commands about dice: /roll for anyone, /dice for the dice of games and of the channel."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import messages
from bot.discord_ui.channel.messages import Need, answer, anywhere, hosted, person
from bot.discord_ui.channel.outbox import rolled_text
from bot.discord_ui.commands.autocomplete import about_a_game, own_games
from bot.discord_ui.components.items import Interaction, Press, button, buttons
from bot.discord_ui.components.screens import Screen, picture_file
from bot.discord_ui.controller import POSTING, POSTING_DIRECTLY, Controller, DeskCog, everywhere, open_on
from bot.games import Table, pictures
from bot.games.refusals import refuse, refuse_if
from bot.text import games
from bot.text import lobby as wording
from bot.text.harmless import MESSAGE_CHARS, escape, escaped_name
from engine.model.wording import say
from engine.play.refusals import LateWord

COMMITTED = "I've committed to the secret behind this channel's dice. Its SHA-256:\n`{commitment}`"


class RollCog(DeskCog):
    @everywhere
    @app_commands.command(description="Roll dice, like 2d6+1, 4d6kh3, 3d6! or 2d20kh1", extras=POSTING_DIRECTLY)
    @app_commands.describe(expression="The dice, then a label after # if you like", private="Show the roll only to you")
    async def roll(self, interaction: Interaction, expression: str, private: bool = False) -> None:
        private = private or messages.elsewhere(interaction)
        if not private:
            messages.require(interaction, Need.WRITE)
        player, shared, place = person(interaction.user), self.controller.games.shared, anywhere(interaction)
        refuse(self.controller.gate.roll(player.id))
        token, cause = _token(interaction), interaction.id
        outcome = await shared.roll(place, player, expression, cause, hidden=private, token=token)
        if private:
            await answer(interaction, rolled_text(outcome))
        else:
            await _publish(self.controller, interaction, *outcome.letter)


@everywhere
class DiceCog(DeskCog, commands.GroupCog, group_name="dice", group_description="Dice that anyone can check"):
    @app_commands.command(description="The commitment behind this channel's dice, or a game's")
    @app_commands.describe(game="A game's number (this channel's dice if left out)")
    @app_commands.autocomplete(game=own_games)
    async def commitment(self, interaction: Interaction, game: str | None = None) -> None:
        if game is None:
            place = anywhere(interaction)
            stream = await self.controller.games.shared.stream(place.channel, place.guild)
            await answer(interaction, say(COMMITTED, commitment=stream.commitment))
            return
        table = await open_on(interaction, self.controller.seen_table, game)
        await answer(interaction, games.commitment_of(table))

    @app_commands.command(
        description="Publish the secret of this channel's dice (first roller or moderators)", extras=POSTING
    )
    async def reveal(self, interaction: Interaction) -> None:
        messages.require(interaction, Need.FILES)
        shared = self.controller.games.shared
        moderates = interaction.permissions.manage_messages
        you, token = person(interaction.user), _token(interaction)
        letter = await shared.reveal(anywhere(interaction), you, moderates=moderates, token=token)
        await _publish(self.controller, interaction, *letter)

    @app_commands.command(description="Add your lucky word to the dice of a game that hasn't started")
    @app_commands.describe(word="1 to 64 characters")
    @about_a_game
    async def word(self, interaction: Interaction, word: str, game: str | None = None) -> None:
        meant, player = await open_on(interaction, self.controller.for_word, game, Need.FILES), person(interaction.user)
        refuse_if(meant.stage != "open", LateWord())
        changed = await self.controller.games.lobby.reword(meant.number, player, word)
        said = say(wording.WORDED, number=meant.number)
        await self.controller.tell_and_show(interaction, changed, said)

    @app_commands.command(description="Check every roll of a finished game, or its record's hash")
    @app_commands.describe(seal="The record's hash from a board, like 3f2a 91c0 77de 5b1c")
    @about_a_game
    async def check(self, interaction: Interaction, game: str | None = None, seal: str = "") -> None:
        table = await open_on(interaction, self.controller.seen_table, game)
        await answer(interaction, await dice_checked(table, seal))

    @app_commands.command(description="See how lucky the players' dice were")
    @about_a_game
    async def luck(self, interaction: Interaction, game: str | None = None) -> None:
        table = await open_on(interaction, self.controller.seen_table, game)
        you = person(interaction.user)
        text = await asyncio.to_thread(games.luck_of, table, escaped_name, you)
        picture = await pictures.luck(table, await self.controller.games.settings.viewer_of(table, you))
        await answer(interaction, Screen(text, files=[picture_file(picture, "luck.png")] if picture else []))


async def _publish(controller: Controller, interaction: Interaction, kind: str, key: str) -> None:
    """Send a letter that is public: as the answer where the bot isn't a member, else as a post instead of one."""
    await messages.acknowledged(interaction)
    await controller.outbox.send(kind, key)
    if hosted(interaction):
        await messages.remove(interaction)


def _token(interaction: Interaction) -> str:
    """The token that answers if the bot isn't a member and can't post."""
    return "" if hosted(interaction) else interaction.token


async def dice_checked(table: Table, seal: str = "", more: str = "") -> Screen:
    """The result of checking a finished game's dice, or the comparison of a seal with a game's record."""
    found = await asyncio.to_thread(lambda: games.compared_with(table, seal) if seal else games.check_of(table))
    why = buttons(table.game.number, 0, "whydice") if table.state.secret and table.state.rolls else ()
    return Screen(f"{escape(found)}\n{more}".strip()[:MESSAGE_CHARS], why)


@button("whydice", "Why?", door="seen")
async def _why(controller: Controller, interaction: Interaction, press: Press) -> None:
    table = await controller.games.tables.find(press.game)
    await messages.in_place(interaction, (await asyncio.to_thread(games.why_genuine, table))[:MESSAGE_CHARS])


async def dice_in_words(table: Table) -> Screen:
    """A game's commitment and the luck of the dice, or the result of a check once the secret is revealed."""
    rolled = await asyncio.to_thread(games.luck_of, table, escaped_name) if table.state.rolls else ""
    if table.state.secret:
        return await dice_checked(table, more=rolled)
    return Screen(f"{games.commitment_of(table)}\n{rolled}".strip()[:MESSAGE_CHARS])
