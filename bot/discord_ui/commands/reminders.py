"""The commands /settings reminders and /game nudge: how a player is reminded, and reminding another of their move."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import answer, person, place_in_server
from bot.discord_ui.commands.autocomplete import Choices, Interaction, about_a_game, choices, fitting, value_of
from bot.discord_ui.commands.groups import GAME, SETTINGS
from bot.discord_ui.commands.respond import DeskCog, open_on
from bot.discord_ui.components.acknowledging import acknowledge
from bot.games.reminders.preferences import BadWhere, PreferenceChange, Spot
from bot.text import reminders as reminderwords
from bot.text.harmless import named
from engine.clocks.zones import zones_like
from engine.model.refusal import Refusal, Refused

AT = (
    ("at half and at the last tenth", "1/2 1/10"),
    ("at the last tenth", "1/10"),
    ("when a day is left", "1 day"),
    ("when 12 hours are left", "12h"),
    ("never", "off"),
)
WHERE = (("in the channel of each game", "game"), ("here", "here"), ("by direct message", "dm"))
QUIET = (("from 22:00 to 8:00", "22:00-08:00"), ("from 23:00 to 7:00", "23:00-07:00"), ("none", "off"))


class MayNotWrite(Refusal):
    """Reminders wished for where the bot may not write."""

    words = "I may not write here, so I cannot remind you here. Nothing has changed."


class RemindersCog(DeskCog):
    """Reminding players."""

    @SETTINGS.command(description="Show or change when and where I remind you of games that await you")
    @app_commands.describe(
        at="How much of your time is left when I remind you, such as 1/2, 1/10, 50% or 12h; or off",
        where="In each game's channel, here (this channel or thread), or by direct message",
        quiet="Hours without reminders, such as 22:00-08:00; or off",
        zone="Your time zone, such as Berlin, Kenya or +02:00",
        live="Whether to remind you in live games, too",
    )
    async def reminders(
        self,
        interaction: Interaction,
        at: str | None = None,
        where: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        live: bool | None = None,
    ) -> None:
        """Show or change how the asker is reminded."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        at = at and value_of(at, AT)
        quiet = quiet and value_of(quiet, QUIET)
        spot = _spot(interaction, value_of(where, WHERE)) if where is not None else None
        reminders, player = self.controller.games.reminders, person(interaction.user)
        wanted = PreferenceChange(at, quiet, zone, live, spot)
        told = await (reminders.standing(player) if wanted == PreferenceChange() else reminders.choose(player, wanted))
        await answer(interaction, reminderwords.standing(told, self.controller.games.now()))

    @GAME.command(description="Ask the player to move to go on, once a day for each game")
    @about_a_game
    async def nudge(self, interaction: Interaction, game: str | None = None) -> None:
        """Nudge the player to move."""
        meant = await open_on(interaction, self.controller.waiting, game)
        self.controller.poster.look_after(meant.number)
        moving = await self.controller.games.nudges.nudge(meant.number, person(interaction.user))
        await answer(interaction, reminderwords.nudged(named(moving)))

    @reminders.autocomplete("at")
    async def _parts(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - Discord's signature
        return fitting(AT, typed)

    @reminders.autocomplete("where")
    async def _places(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - likewise
        return fitting(WHERE, typed)

    @reminders.autocomplete("quiet")
    async def _hours(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - likewise
        return fitting(QUIET, typed)

    @reminders.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> Choices:  # noqa: ARG002 - likewise
        return choices([(zone, zone) for zone in zones_like(typed)])


def _spot(interaction: Interaction, text: str) -> Spot:
    """The spot that a player chooses where they are."""
    wanted, place = text.strip().casefold(), place_in_server(interaction)
    if wanted in {"game", "dm"}:
        return Spot(direct=wanted == "dm")
    if wanted != "here":
        raise Refused(BadWhere())
    if interaction.context.dm_channel:
        return Spot(direct=True)
    if place is None:
        raise Refused(MayNotWrite())
    allowed = interaction.app_permissions
    threaded = isinstance(interaction.channel, discord.Thread)
    if not allowed.view_channel or not (allowed.send_messages_in_threads if threaded else allowed.send_messages):
        raise Refused(MayNotWrite())
    return Spot(place.guild, place.channel)
