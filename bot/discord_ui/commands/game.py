"""The command /game: what players and spectators can do in a game besides moving."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Need, answer, person, place_in_server
from bot.discord_ui.commands.autocomplete import GAME, Choices, about_a_game, fitting, offer_others
from bot.discord_ui.commands.away import AwayCog
from bot.discord_ui.commands.proposals import ProposalsCog
from bot.discord_ui.commands.respond import open_in_server, open_on, tell_in
from bot.discord_ui.components.items import Interaction
from bot.discord_ui.controller import game_number
from bot.games import Table, label
from bot.games.players.own import WriteOrDelete
from bot.games.refusals import HasThread, NoThread, NoThreadHere, PlayedElsewhere
from bot.store import Player, StoredGame
from bot.text import reminders as reminderwords
from bot.text.harmless import named
from engine.model.refusal import Refusal, Refused
from engine.play.referee import call_due

When = Literal["end", "each", "off"]
WATCHED = {
    "end": "I will ping you when game #{} is over.",
    "each": "I will ping you at each board of game #{}.",
    "off": "You no longer watch game #{}.",
}


class GameCog(
    AwayCog,
    ProposalsCog,
    commands.GroupCog,
    group_name="game",
    group_description="What you can do in a game besides moving",
):
    @app_commands.command(description="Ask the player to move to go on, once a day for each game")
    @about_a_game
    async def nudge(self, interaction: Interaction, game: str | None = None) -> None:
        meant = await open_on(interaction, self.controller.waiting, game)
        self.controller.poster.look_after(meant.number)
        moving = await self.controller.games.nudges.nudge(meant.number, person(interaction.user))
        await answer(interaction, reminderwords.nudged(named(moving)))

    @app_commands.command(description="Watch somebody else's game: I ping you at its end, or at each move")
    @app_commands.describe(at="When to be pinged; leave out for the end")
    @about_a_game
    async def watch(self, interaction: Interaction, game: str | None = None, at: When = "end") -> None:
        meant = await open_on(interaction, self.controller.followed, game)
        watching, player = self.controller.games.watching, person(interaction.user)
        if at == "off":
            await watching.stop(meant, player)
        else:
            await watching.watch(meant, player, often=at == "each")
        await answer(interaction, WATCHED[at].format(meant.number))

    @watch.autocomplete("game")
    async def _others(self, interaction: Interaction, typed: str) -> Choices:
        return await offer_others(self.controller, interaction, typed)

    @app_commands.command(description="Notes to yourself on a game, at its last move; nobody else sees them")
    @app_commands.describe(text="What to note; leave out to read your notes", delete="A note to delete")
    @about_a_game
    async def note(
        self, interaction: Interaction, text: str | None = None, game: str | None = None, delete: int | None = None
    ) -> None:
        meant = await open_on(interaction, self.controller.seen, game)
        player = person(interaction.user)
        if text is not None and delete is not None:
            raise Refused(WriteOrDelete())
        if text is not None:
            await answer(interaction, await self._write(meant, player, text))
        elif delete is not None:
            await answer(interaction, await self._delete(meant, player, delete))
        else:
            text, files, *_ = papers.notebook(meant.number, await self.controller.games.notes.read(meant, player))
            await answer(interaction, text, attachments=files)

    async def _write(self, game: StoredGame, player: Player, text: str) -> str:
        number = await self.controller.games.notes.write(game, player, text)
        return f"Note {number} on game #{game.number} is saved."

    async def _delete(self, game: StoredGame, player: Player, number: int) -> str:
        await self.controller.games.notes.delete(game, player, number)
        return f"Note {number} on game #{game.number} is deleted."

    @app_commands.command(description="Give a game you play a thread of its own, opened from its board")
    @about_a_game
    async def thread(self, interaction: Interaction, game: str | None = None) -> None:
        table = await open_on(interaction, self.controller.seated, game, Need.THREAD)
        await answer(interaction, _objection(interaction, table) or await self._opened(table.game))

    async def _opened(self, game: StoredGame) -> str:
        ledger = self.controller.games.ledger
        await ledger.want_thread(game.number)
        await self.controller.show(game)
        moved = await ledger.game(game.number)
        if moved is None or moved.parent is None:
            await ledger.want_thread(game.number, wanted=False)
            raise Refused(NoThread(game.number))
        return f"Game #{moved.number} goes on in <#{moved.channel}>."

    @app_commands.command(name="move-here", description="Go on here with a game you play whose channel is gone")
    @app_commands.describe(game=GAME)
    async def move_here(self, interaction: Interaction, game: str | None = None) -> None:
        place = open_in_server(interaction, Need.FILES)
        player = person(interaction.user)
        meant = game_number(game) if game else await self.controller.games.channels.only_lost(player, place.guild)
        await self.controller.move_here(meant, player, place, tell_in(interaction))

    @move_here.autocomplete("game")
    async def _lost(self, interaction: Interaction, typed: str) -> Choices:
        place, player = place_in_server(interaction), person(interaction.user)
        if place is None:
            return []
        games = await self.controller.games.channels.lost_of(player, place.guild)
        return fitting([(label(game, player), str(game.number)) for game in games], typed)


def _objection(interaction: Interaction, table: Table) -> Refusal | None:
    """Why a game cannot get a thread from where it is asked for.

    While a roll waits, its board and the replies to it stay together in one channel.
    """
    game, state = table.game, table.state
    if game.parent is not None:
        return HasThread(game.number, game.channel)
    if interaction.channel_id != game.channel:
        return PlayedElsewhere(game.number, game.channel)
    if not isinstance(interaction.channel, discord.TextChannel):
        return NoThreadHere()
    return call_due(state, game.seats_of(interaction.user.id))
