"""The command /replay: a game as an animation, or as a strip of its moments."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import NOBODY, Need, answer, person
from bot.discord_ui.commands.autocomplete import SHARE, Choices, Interaction, about_a_game, offer_positions
from bot.discord_ui.commands.respond import DeskCog, open_on
from bot.games.refusals import if_granted
from bot.games.study.replays import Form, ReplayWish
from bot.text import replays

FORMS = [
    app_commands.Choice(name="GIF: every move", value="gif"),
    app_commands.Choice(name="film strip: the moments that mattered, in one picture", value="strip"),
]
Moves = app_commands.Range[str, 1, 40]


class ReplaysCog(DeskCog):
    """Showing whole games."""

    @app_commands.command(description="Show a whole game as a GIF, or its moments in one picture")
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="After which move to begin: 3 (everyone's third), 3. Tc4 or 3. … Txc1; leave out for the start",
        last="After which move to end, likewise; leave out for the last",
        form="A GIF of every move, or the moments that mattered in one picture; leave out for the GIF",
        share=SHARE,
    )
    @app_commands.choices(form=FORMS)
    @about_a_game
    async def replay(
        self,
        interaction: Interaction,
        game: str | None = None,
        first: Moves | None = None,
        last: Moves | None = None,
        form: str = "gif",
        share: bool = False,
    ) -> None:
        """Show a game, to the asker or to the channel."""
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        text, file = await papers.film(
            self.controller.games,
            table,
            person(interaction.user),
            ReplayWish(Form[form.upper()], first, last),
            partial(answer, interaction),
        )
        if not share or not isinstance(interaction.channel, discord.abc.Messageable):
            await answer(interaction, text, attachments=[file])
            return
        await interaction.channel.send(text, file=file, allowed_mentions=NOBODY)
        await answer(interaction, replays.IN_CHANNEL)

    @replay.autocomplete("first")
    @replay.autocomplete("last")
    async def _positions(self, interaction: Interaction, typed: str) -> Choices:
        table = await if_granted(self.controller.seen_table(interaction, interaction.namespace.game))
        if table is None:
            return []
        work = partial(offer_positions, table.state, typed)
        found = await if_granted(self.controller.games.readers.read(interaction.user.id, work))
        return [] if found is None else found
