"""The commands /game close and /game replace: games that somebody has abandoned are closed, or gone on with."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import (
    BROKEN,
    Need,
    answer,
    manages,
    mention,
    nonce_of,
    person,
    pinging,
    whisper,
    whispering,
)
from bot.discord_ui.commands.autocomplete import (
    LEVEL_CHOICES,
    LONGEST,
    Choices,
    about_a_game,
    fitting,
)
from bot.discord_ui.commands.respond import DeskCog, open_on, seats_for, tell_in
from bot.discord_ui.components.buttons import takeover_view
from bot.discord_ui.components.items import GREEN, Interaction, Press, button
from bot.discord_ui.controller import Controller
from bot.games.lobby.limits import RefereeRests
from bot.games.lobby.request import USUAL_LEVEL
from bot.games.refusals import BadChoice, NotYourGame, if_granted
from bot.text import games as wording
from bot.text import members
from bot.text.harmless import named
from engine.model.english import listed
from engine.model.refusal import Refused

NOT_ASKED = "I cannot write in the channel of that game right now, so nobody has been asked. Please try again later."


class AwayCog(DeskCog):
    @app_commands.command(
        description="Close a game that the player to move has abandoned: nobody wins, and it is not rated"
    )
    @about_a_game
    async def close(self, interaction: Interaction, game: str | None = None) -> None:
        """Close an abandoned game, as one of its other players, or as one who manages the server."""
        controller, games, player = self.controller, self.controller.games, person(interaction.user)
        meant = await open_on(interaction, controller.seen, game, Need.FILES)
        if meant.seats_of(player.id):
            close = await games.absences.close(meant.number)
            await controller.carry_out(meant, player, close, interaction.id, tell_in(interaction))
            return
        if not manages(interaction):
            raise Refused(NotYourGame(meant.number))
        done = await games.absences.shut(meant.number)
        await games.moderation.note(meant.guild, player, f"closed #{meant.number}")
        await controller.tell_and_show(done.now.game, wording.done(done, named), tell_in(interaction))

    @app_commands.command(
        description="Let somebody else play on for a player who is away; the game is unrated from then on"
    )
    @app_commands.describe(
        seat="Which side",
        by="Who is to take over; they are asked. In games for three or four, that may be me",
        level="How well I play, where I take over",
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    @about_a_game
    async def replace(
        self,
        interaction: Interaction,
        seat: str,
        by: discord.User | discord.Member,
        game: str | None = None,
        level: int = USUAL_LEVEL,
    ) -> None:
        """Ask somebody to take over a seat, in the channel of the game."""
        controller, games, player = self.controller, self.controller.games, person(interaction.user)
        meant = await open_on(interaction, controller.seen, game, Need.FILES)
        variant = games.tables.variant(meant)
        side = variant.seat_named(seat)
        if side is None:
            sides = listed([each.name for each in variant.seats], "and")
            raise Refused(BadChoice(f"the sides of this game are {sides}"))
        (new,), _ = seats_for(interaction, [by], level)
        if new.level and not games.lobby.limits.plays:
            raise Refused(RefereeRests())
        if isinstance(by, discord.Member):
            await games.membership.seen(meant.guild, by.id)
        moderated = manages(interaction) and not meant.seats_of(player.id)
        asked = await games.absences.ask(meant.number, side.number, new, player, moderated=moderated)
        if moderated:
            await games.moderation.note(meant.guild, player, f"asked for another player in #{meant.number}")
        if asked.done is not None:
            told = f"Done. {wording.standing(asked.done.now, named, player)}"
            await controller.tell_and_show(asked.done.now.game, told, tell_in(interaction))
            return
        try:
            await interaction.client.get_partial_messageable(meant.channel, guild_id=meant.guild).send(
                members.question(asked, mention),
                view=takeover_view(asked),
                allowed_mentions=pinging({*asked.lacking, *(() if asked.gone else (asked.holder,))}),
                nonce=nonce_of(meant.number, "takeover", asked.asked.number),
            )
        except BROKEN:
            await answer(interaction, NOT_ASKED)
            return
        await answer(interaction, f"You have asked {named(new)}. Nothing changes until all have agreed.")

    @replace.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        """The sides of the game meant, with their players."""
        meant = await if_granted(self.controller.seen(interaction, interaction.namespace.game))
        if meant is None:
            return []
        variant = self.controller.games.tables.variant(meant)
        held = {seat.name: meant.seats[seat.number].name for seat in variant.seats if seat.number in meant.seats}
        return fitting([(f"{side} ({name})"[:LONGEST], side) for side, name in held.items()], typed)


@button("closegame", "Close it unrated", door="mine", posts=True)
async def _close(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Close a game that waits in silence."""
    game = await controller.games.tables.game(press.game)
    close = await controller.games.absences.close(press.game, press.sequence)
    if await controller.carry_out(game, person(interaction.user), close, interaction.id, whispering(interaction)):
        await controller.change(interaction, view=None)


@button("agreeover", "Agree", GREEN, door="seen", posts=True)
@button("takeover", "Take over", GREEN, door="seen", posts=True)
async def _agree(controller: Controller, interaction: Interaction, press: Press) -> None:
    player = person(interaction.user)
    asked = await controller.games.absences.agree(press.sequence, player)
    if asked.done is None:
        await controller.change(interaction, content=members.question(asked, mention), view=takeover_view(asked))
        await whisper(interaction, "Thank you. I am waiting for the others to agree.")
        return
    await controller.change(interaction, content=members.handed_over(asked, mention), view=None)
    told = f"Done. {wording.standing(asked.done.now, named, player)}"
    await controller.tell_and_show(asked.done.now.game, told, whispering(interaction))


@button("declineover", "Decline", door="seen", posts=True)
async def _decline(controller: Controller, interaction: Interaction, press: Press) -> None:
    player = person(interaction.user)
    asked = await controller.games.absences.decline(press.sequence, player)
    await controller.change(interaction, content=members.declined(asked, player, mention), view=None)
    await whisper(interaction, "You have said no, and nothing changes.")
