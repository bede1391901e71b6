"""The commands about players who are away: /game claim-time, close and replace, and /settings vacation."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import BROKEN, Need, answer, manages, mention, nonce_of, person, pinging
from bot.discord_ui.commands.autocomplete import GAME as NUMBER
from bot.discord_ui.commands.autocomplete import (
    LEVEL_CHOICES,
    LONGEST,
    Choices,
    Interaction,
    about_a_game,
    fitting,
    offer_games,
)
from bot.discord_ui.commands.groups import GAME, SETTINGS
from bot.discord_ui.commands.respond import DeskCog, EitherOr, carry_out, open_on, open_privately, seats_for, tell_in
from bot.discord_ui.components.buttons import takeover_view
from bot.games.lobby.lobby import RefereeRests
from bot.games.lobby.request import USUAL_LEVEL
from bot.games.refusals import BadChoice, NotYourGame, if_granted
from bot.text import clocks, members
from bot.text import games as wording
from bot.text.harmless import named
from engine.clocks.control import in_words
from engine.model.english import counted, listed
from engine.model.refusal import Refused
from engine.play.commands import ClaimTime

NOT_ASKED = "I cannot write in the channel of that game right now, so nobody has been asked. Please try again later."


class AwayCog(DeskCog):
    """What can be done about players who are away, and by them."""

    @GAME.command(name="claim-time", description="Claim that the player to move has run out of time")
    @app_commands.describe(game=NUMBER)
    async def claim_time(self, interaction: Interaction, game: str | None = None) -> None:
        """Claim that the player to move has run out of time."""
        await carry_out(interaction, self.controller, game, ClaimTime)

    @claim_time.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_games(self.controller, interaction, typed, awaiting=False)

    @SETTINGS.command(description="Stop your clock in all your games but live ones, or see how much vacation is left")
    @app_commands.describe(
        days="Go on vacation for so many days; you may come back earlier", end="Come back from vacation now"
    )
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 1, 366] | None = None, end: bool = False
    ) -> None:
        """Go on vacation, come back from it, or tell how much is left."""
        open_privately(interaction)
        vacations, player = self.controller.games.vacations, person(interaction.user)
        if days is not None and end:
            raise Refused(EitherOr("`days`, to go on vacation,", "`end`, to come back"))
        if days is not None:
            vacation = await vacations.begin(player, days)
            games, ends = counted(await vacations.games_of(player), "game"), clocks.discord_stamp(vacation.ends)
            told = f"Enjoy your vacation: your clock stands still in {games}. It ends {ends}."
        elif end:
            await vacations.end(player)
            left = in_words((await vacations.standing(player)).left)
            told = f"Welcome back: your clocks run again. You have {left} of vacation left this year."
        else:
            told = clocks.vacation(await vacations.standing(player))
        await answer(interaction, told)

    @GAME.command(description="Close a game that the player to move has abandoned: nobody wins, and it is not rated")
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

    @GAME.command(description="Let somebody else play on for a player who is away; the game is unrated from then on")
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
        if new.level and not games.lobby.plays:
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
