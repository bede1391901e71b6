"""The commands /game close and /game replace: games that somebody has abandoned are closed, or gone on with."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import BROKEN, Need, answer, manages, mention, nonce_of, person, pinging
from bot.discord_ui.commands.autocomplete import LEVEL_CHOICES, LONGEST, Choices, about_a_game, fitting
from bot.discord_ui.commands.respond import DeskCog, open_on, seats_for, tell_in
from bot.discord_ui.components.buttons import takeover_view
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import Controller
from bot.games import Carried
from bot.games.lobby.lobby import RefereeRests
from bot.games.lobby.request import USUAL_LEVEL
from bot.games.members.replacement import TakeoverQuestion
from bot.games.refusals import BadChoice, NotYourGame, if_granted
from bot.store import StoredGame
from bot.text import games, members
from bot.text.harmless import named
from engine.model.english import listed
from engine.model.refusal import Refusal, Refused
from engine.variants.variant import Variant


class BotSeat(Refusal):
    """A bot asked to take over a seat."""

    words = "Bots do not play, except me. Name me or a person to take over."


def side_of(variant: Variant, text: str) -> int:
    """The seat of a side's name."""
    seat = variant.seat_named(text)
    if seat is None:
        sides = listed([seat.name for seat in variant.seats], "and")
        raise Refused(BadChoice(f"the sides of this game are {sides}"))
    return seat.number


class AbsentCog(DeskCog):
    """What can be done about players who are away."""

    @app_commands.command(
        description="Close a game that the player to move has abandoned: nobody wins, and it is not rated"
    )
    @about_a_game
    async def close(self, interaction: Interaction, game: str | None = None) -> None:
        """Close an abandoned game."""
        await close_game(interaction, self.controller, game)

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
        self, interaction: Interaction, seat: str, by: discord.User, game: str | None = None, level: int = USUAL_LEVEL
    ) -> None:
        """Ask somebody to take over a seat."""
        await replace_player(interaction, self.controller, seat, by, game, level)

    @replace.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        """The sides of the game meant, with their players."""
        meant = await if_granted(self.controller.seen(interaction, interaction.namespace.game))
        if meant is None:
            return []
        variant = self.controller.games.tables.variant(meant)
        held = {seat.name: meant.seats[seat.number].name for seat in variant.seats if seat.number in meant.seats}
        return fitting([(f"{side} ({name})"[:LONGEST], side) for side, name in held.items()], typed)


async def close_game(interaction: Interaction, controller: Controller, game: str | None) -> None:
    """Close a game that its player to move has abandoned, as one of the others, or as one who manages the server."""
    meant = await open_on(interaction, controller.seen, game, Need.FILES)
    player, abandonments = person(interaction.user), controller.games.abandonments
    if not meant.seats_of(player.id):
        if not manages(interaction):
            raise Refused(NotYourGame(meant.number))
        done = await abandonments.shut(meant)
        await controller.games.moderation.note(meant.guild, player, f"closed #{meant.number}")
        await controller.tell_and_show(done.now.game, games.done(done, named), tell_in(interaction))
        return
    table = await controller.games.tables.find(meant.number)
    close = await abandonments.close(table)
    await controller.carry_out(meant, player, lambda seat: close(seat, None), interaction.id, tell_in(interaction))


async def replace_player(
    interaction: Interaction,
    controller: Controller,
    seat: str,
    by: discord.User | discord.Member,
    game: str | None,
    level: int,
) -> None:
    """Ask somebody to take over a seat, in the channel of the game."""
    meant = await open_on(interaction, controller.seen, game, Need.FILES)
    asked = await _asked(interaction, controller, meant, seat, by, level)
    if manages(interaction) and not meant.seats_of(interaction.user.id):
        deed = f"asked for another player in #{meant.number}"
        await controller.games.moderation.note(meant.guild, person(interaction.user), deed)
    if isinstance(asked, Carried):
        told = f"Done. {games.standing(asked.now, named, person(interaction.user))}"
        await controller.tell_and_show(asked.now.game, told, tell_in(interaction))
        return
    place = interaction.client.get_partial_messageable(meant.channel, guild_id=meant.guild)
    try:
        await place.send(
            members.question(asked, mention),
            view=takeover_view(asked),
            allowed_mentions=pinging(asked.concerned),
            nonce=nonce_of(meant.number, "takeover", asked.takeover.number),
        )
    except BROKEN:
        await answer(interaction, NOT_ASKED)
        return
    await answer(interaction, f"You have asked {named(asked.takeover.player)}. Nothing changes until all have agreed.")


NOT_ASKED = "I cannot write in the channel of that game right now, so nobody has been asked. Please try again later."


async def _asked(
    interaction: Interaction,
    controller: Controller,
    game: StoredGame,
    seat: str,
    by: discord.User | discord.Member,
    level: int,
) -> TakeoverQuestion | Carried:
    """What is asked, or why it is not; the game as it goes on, where nobody has to be asked."""
    variant = controller.games.tables.variant(game)
    number = side_of(variant, seat)
    try:
        invited, _ = seats_for(interaction, [by], level)
    except Refused:
        raise Refused(BotSeat()) from None
    if invited[0].level and not controller.games.lobby.plays:
        raise Refused(RefereeRests())
    if isinstance(by, discord.Member):
        await controller.games.membership.seen(game.guild, by.id)
    moderated = manages(interaction) and not game.seats_of(interaction.user.id)
    return await controller.games.replacements.ask(
        game.number, number, invited[0], person(interaction.user), moderated=moderated
    )
