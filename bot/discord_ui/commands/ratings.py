"""The commands /players leaderboard and /players profile."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel.messages import Need, person
from bot.discord_ui.commands.autocomplete import SHARE, completing, offer_families
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.components.screens import Screen, picture_file
from bot.discord_ui.controller import Controller, DeskCog, give, open_in_server, to_the_line
from bot.games import Location, Picture, label, pictures
from bot.games.ratings import BotProfile, SamePlayer, family_name, family_named
from bot.games.refusals import refuse_if
from bot.store import Player
from bot.text import ratings
from bot.text.harmless import Naming, escape, escaped_name
from engine.model.refusal import Refused

MAX_FAMILIES, LEADERS_EACH = 8, 3


def _naming(you: int) -> Naming:
    return lambda player: f"{escaped_name(player)} (you)" if player.id == you else escaped_name(player)


class RatingsCog(DeskCog, commands.GroupCog, group_name="players", group_description="Who plays how well"):
    @app_commands.command(description="The best players of this server")
    @app_commands.describe(game="The game (all games if left out)", share=SHARE)
    @app_commands.autocomplete(game=completing(offer_families))
    async def leaderboard(self, interaction: Interaction, game: str | None = None, share: bool = False) -> None:
        place = open_in_server(interaction, Need.FILES if share else Need.NOTHING)
        asker, name = person(interaction.user), escaped_name if share else _naming(interaction.user.id)
        standings = self.controller.games.standings
        if game is None:
            boards = [
                ratings.leaderboard(family, await standings.leaders(place.guild, family, LEADERS_EACH, asker.id), name)
                for family in (await standings.families(place.guild))[:MAX_FAMILIES]
            ]
            text = "\n".join(boards) or "No one here has a rating yet. Start a rated game with /play."
            await give(interaction, _screen(text), share=share)
            return
        family = family_named(game)
        leaders = await standings.leaders(place.guild, family, also=asker.id)
        text = f"{ratings.leaderboard(family, leaders, name)}\n-# {ratings.RULE}"
        viewer = await self.controller.games.settings.viewer(asker, 1, guild=place.guild)
        picture = await pictures.leaders(family_name(family), leaders, None if share else asker, viewer)
        await give(interaction, _screen(text, picture), share=share)

    @app_commands.command(description="A player's ratings and games, or two players compared")
    @app_commands.describe(player="The player (you if left out)", against="Another player to compare with", share=SHARE)
    async def profile(
        self,
        interaction: Interaction,
        player: discord.Member | discord.User | None = None,
        against: discord.Member | discord.User | None = None,
        share: bool = False,
    ) -> None:
        place = open_in_server(interaction, Need.FILES if share else Need.NOTHING)
        user, you = player or interaction.user, None if share else person(interaction.user)
        refuse_if(user.bot or (against is not None and against.bot), BotProfile())
        if against is None:
            screen = await profile_of(self.controller, place, user, person(interaction.user), you)
        elif against.id == user.id:
            raise Refused(SamePlayer())
        else:
            tallies = await self.controller.games.standings.duels(place.guild, person(user), person(against))
            screen = _screen(ratings.duels(person(user), person(against), tallies, escaped_name, you))
        await give(interaction, screen, share=share)


async def profile_of(
    controller: Controller, place: Location, user: discord.abc.User, asker: Player, you: Player | None = None
) -> Screen:
    """A profile in a server, public or for `you`, with the ratings in the asker's theme."""
    standings, shown = controller.games.standings, person(user)
    seen = await standings.profile(place.guild, shown)
    here = [escape(label(game, you)) for game in seen.running if game.channel == place.channel]
    viewer = await controller.games.settings.viewer(asker, 1, guild=place.guild)
    picture = await pictures.careers(shown.name, await standings.histories(place.guild, shown), viewer)
    return _screen(ratings.profile(seen, here, escaped_name, you), picture)


def _screen(text: str, picture: Picture | None = None) -> Screen:
    return Screen(to_the_line(text), files=[picture_file(picture, "ratings.png")] if picture else [])
