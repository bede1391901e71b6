"""The commands /hint and /review: advice where nobody is wronged by it, and what a finished game shows."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.discord_ui.channel.messages import LONGEST, Need, lacking_at, mention, person, picture_file
from bot.discord_ui.commands.autocomplete import SHARE, about_a_game
from bot.discord_ui.commands.respond import DeskCog, EitherOr, everywhere, give, open_on, open_privately
from bot.discord_ui.components.items import Interaction
from bot.games import Table, pictures
from bot.games.pictures import BoardView, Occasion, occasion_of
from bot.games.refusals import Numbered, refuse
from bot.games.study.coaching import NothingToAdvise, Overlap, against_people
from bot.games.study.exploring import ValueUntold
from bot.text import study
from engine.lookahead.coach import Hint
from engine.model.refusal import Refused


class HintsNotAgreed(Numbered):
    words = (
        "In game #{number} you play against people, and no hints were agreed. /play with hints: True makes a challenge "
        "to a game in which everybody may ask for them, and sees what others are told."
    )


class HintElsewhere(Numbered):
    words = "Hints in game #{number} are shown to everybody: ask for one in the channel where it is played."


Advice = tuple[Hint, BoardView, tuple[int, int], Table | None]
"""A hint, the board it is for, the numbers of what it is about and of how far that has come; and its table if it is
shown to everybody."""


class CoachingCog(DeskCog):
    @everywhere
    @app_commands.command(description="Get a hint: which piece; ask again for where it goes, and again for why")
    @app_commands.describe(about="What you want a hint for; leave out for a game in which it is your turn")
    @about_a_game
    async def hint(
        self,
        interaction: Interaction,
        game: str | None = None,
        about: Literal["game", "exploration", "lesson"] = "game",
    ) -> None:
        open_privately(interaction)
        if about != "game" and game is not None:
            raise Refused(EitherOr("game:", f"about:{about}"))
        advise = {"lesson": self._in_lesson, "exploration": self._in_exploration}.get(about)
        found, board, asked, table = await (advise(interaction) if advise else self._in_game(interaction, game))
        steps, files = self.controller.games.coaching.step(interaction.user.id, *asked), []
        if table is None or lacking_at(interaction, Need.FILES) is None:  # a channel without pictures gets the words
            files = [picture_file(await pictures.advised(board, found, steps), "hint.png")]
        asker = mention(person(interaction.user))
        words = study.hint_to_all(table, asker, found, steps) if table else study.hint_told(found, steps)
        await give(interaction, words, files, share=table is not None, told=study.IN_CHANNEL)

    async def _in_lesson(self, interaction: Interaction) -> Advice:
        uses, player = self.controller.games, person(interaction.user)
        learning = await uses.lessons.open(player, None, None, begin=False)
        if learning.step is None or learning.done:
            raise Refused(NothingToAdvise())
        found = await uses.coaching.waited(player.id, uses.coaching.taught(learning.step))
        viewer = await uses.settings.viewer(player, learning.step.position.turn)
        board = BoardView(learning.step.state, viewer)
        return found, board, (-learning.progress.number, learning.progress.step), None

    async def _in_exploration(self, interaction: Interaction) -> Advice:
        uses, player = self.controller.games, person(interaction.user)
        explored = await uses.exploring.latest(player)
        if not explored.open:
            raise Refused(ValueUntold(explored.table.game.number))
        refuse(await uses.fairness.against(player, explored.state))
        found = await uses.coaching.waited(player.id, uses.coaching.hint(explored.state))
        exploration = explored.progress
        viewer = await uses.settings.viewer(player, exploration.seat, guild=explored.table.game.guild)
        board = BoardView(explored.state, viewer, Occasion("", explored.round))
        return found, board, (-exploration.number, exploration.version), None

    async def _in_game(self, interaction: Interaction, number: str | None) -> Advice:
        uses, player = self.controller.games, person(interaction.user)
        meant = await self.controller.mine(interaction, number)
        table = await uses.play.to_move(meant.number, player)
        game, open_to_all = table.game, against_people(table.game, player)
        if open_to_all and not game.hints:
            raise Refused(HintsNotAgreed(game.number))
        if open_to_all and interaction.channel_id != game.channel:
            raise Refused(HintElsewhere(game.number))
        refuse(lacking_at(interaction, Need.WRITE if open_to_all else Need.NOTHING))
        refuse(await uses.fairness.against(player, table.state, game.number))
        found = await uses.coaching.waited(player.id, uses.coaching.hint(table.state))
        if open_to_all:
            viewer = await uses.settings.channel(table)
        else:
            viewer = await uses.settings.viewer(player, table.state.turn, guild=game.guild)
        board = BoardView(table.state, viewer, occasion_of(table), await uses.company.at(table))
        return found, board, (game.number, table.state.changed), table if open_to_all else None

    # ---- reviews

    @app_commands.command(description="Review a game that is over: who stood better, and where it turned")
    @app_commands.describe(share=SHARE)
    @about_a_game
    async def review(self, interaction: Interaction, game: str | None = None, share: bool = False) -> None:
        table = await open_on(interaction, self.controller.seen_table, game, Need.FILES if share else Need.NOTHING)
        uses, player = self.controller.games, person(interaction.user)
        overlap = await uses.fairness.overlap(player, table.state) if table.state.result is not None else Overlap()
        found = await uses.coaching.waited(player.id, uses.coaching.review(table.state, overlap.plies))
        text = f"**Review of game #{table.game.number}**\n{study.reviewed(found, overlap)}"[:LONGEST]
        seats = table.game.seats_of(player.id)
        viewer = await uses.settings.viewer(player, seats[0] if seats else 1, guild=table.game.guild)
        curve = await pictures.review(table, found, viewer)
        files = [picture_file(curve, "review.png")] if curve is not None else []
        files += [
            picture_file(await pictures.turning(table, turning, viewer), f"move-{turning.ply + 1}.png")
            for turning in found.turning
        ]
        await give(interaction, text, files, share=share, told=study.REVIEW_IN_CHANNEL)
