"""Commands that begin, end and list games: /play, /game resign, /games."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import Need, answer, anywhere, person, roles_of
from bot.discord_ui.commands.autocomplete import (
    CLOCK,
    FOUGHT,
    LEVEL_CHOICES,
    OPPONENT,
    OPTIONS,
    PLAYER,
    ROLLED,
    ROLLS,
    SIDE,
    WORD,
    Interaction,
    about_a_game,
    options,
    options_of,
    sides,
    times,
    variants,
)
from bot.discord_ui.commands.groups import GAME, everywhere
from bot.discord_ui.commands.respond import DeskCog, open_in_server, open_on, post_challenge, seats_for
from bot.discord_ui.components.acknowledging import acknowledge
from bot.discord_ui.components.buttons import resigning
from bot.games import ChallengeRequest
from bot.games.lobby.request import LONGEST_COMMENT
from bot.games.refusals import NoThreadHere
from bot.text import agenda as agendawords
from bot.text.gamelist import key_of
from engine.model.english import plain


class GamesCog(DeskCog):
    """Beginning, ending and listing games."""

    @app_commands.command(description="Challenge somebody, or anyone, to a game")
    @app_commands.describe(
        game="The game; leave out for the one that is usual in this server",
        opponent=OPPONENT,
        level="How well I play, where I do; unless you name me, I take all places that are left",
        clock=CLOCK,
        fights="Whether captures are fought out with dice; leave out for what is usual here",
        rolls=ROLLS,
        word=WORD,
        side=SIDE,
        rated="Whether the game counts for ratings; leave out for what is usual here",
        thread="Whether the game gets a thread of its own; leave out for what is usual here",
        comment="What you want to say with the challenge",
        standing="Whether the challenge stays open, so that everyone who accepts begins a game with you",
        opponent2="Whom else to invite, in games for three or four",
        opponent3="Whom else to invite, in games for four",
        options=OPTIONS,
        hints="Whether players may ask for hints, which everybody sees; the game does not count then",
        position="A position code or FEN to begin from; leave out for the game's starting position",
    )
    @app_commands.choices(fights=FOUGHT, rolls=ROLLED)
    @app_commands.choices(level=LEVEL_CHOICES)
    @app_commands.autocomplete(game=variants, options=options, clock=times, side=sides)
    async def play(  # noqa: PLR0913, PLR0917 - each word is an option of the command
        self,
        interaction: Interaction,
        game: str = "",
        opponent: discord.Member | discord.User | None = None,
        level: int = 0,
        clock: str = "",
        fights: str | None = None,
        side: str = "",
        rated: bool | None = None,
        thread: bool | None = None,
        comment: app_commands.Range[str, 1, LONGEST_COMMENT] = "",
        standing: bool = False,
        opponent2: discord.Member | discord.User | None = None,
        opponent3: discord.Member | discord.User | None = None,
        options: str = "",
        position: str = "",
        rolls: str | None = None,
        word: str = "",
        hints: bool = False,
    ) -> None:
        """Post a challenge."""
        place = open_in_server(interaction, Need.THREAD if thread else Need.FILES)
        chosen = options_of(options, fights)
        if not isinstance(interaction.channel, discord.TextChannel):
            if thread:
                await answer(interaction, NoThreadHere())
                return
            thread = False
        opponents = [each for each in (opponent, opponent2, opponent3) if each is not None]
        invited, left = seats_for(interaction, opponents, level)
        first, others = (invited[0] if invited else None), tuple(invited[1:])
        wishes = ChallengeRequest(
            key_of(game),
            chosen,
            first,
            side,
            plain(position),
            others,
            clock,
            rated,
            thread,
            comment=comment,
            standing=standing,
            player_rolls=None if rolls is None else rolls == PLAYER,
            word=word,
            level=left,
            hints=hints,
        )
        lobby = self.controller.games.lobby
        made = await lobby.challenge(place, person(interaction.user), wishes, roles_of(interaction.user))
        await post_challenge(interaction, self.controller, made)

    @GAME.command(description="Resign a game; you are asked first whether you are sure")
    @about_a_game
    async def resign(self, interaction: Interaction, game: str | None = None) -> None:
        """Ask whether to resign."""
        table = await open_on(interaction, self.controller.named, game)
        text, view = resigning(table, person(interaction.user))
        await answer(interaction, text, view=view)

    @everywhere
    @app_commands.command(description="Your games, the most urgent first, and those that await you in other servers")
    async def games(self, interaction: Interaction) -> None:
        """List the asker's games."""
        acknowledge(interaction, ephemeral=True, thinking=True)
        player, place = person(interaction.user), anywhere(interaction)
        agenda = await self.controller.games.agendas.of(player, place.server)
        await answer(interaction, agendawords.listing(agenda, player, place))
        self.controller.poster.look_after(*(entry.game.number for entry in (*agenda.here, *agenda.elsewhere)))
