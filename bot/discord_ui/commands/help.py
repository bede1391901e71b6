"""Commands that explain: /rules and /help."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import NOBODY, answer
from bot.discord_ui.commands.autocomplete import FIGHTS, FOUGHT, Interaction, options, options_of, variants
from bot.discord_ui.commands.groups import everywhere
from bot.discord_ui.commands.respond import DeskCog
from bot.games.lobby.request import game_named
from bot.store import StoredGame
from bot.text.ratings import RULE
from engine.model.refusal import Refusal
from engine.variants import GAMES

HELP = """\
I referee board games: I check every move, draw the board and keep the game safe.

**Learn**: `/learn` teaches a game step by step: you make moves, and only you see it.
**Begin**: `/play` and choose a game; somebody else presses *Accept*. For three or four players, the others press \
*Join*, then the challenger presses *Start*.
**Move**: `/move Pxd4` (I complete what you type), or mention me: {me} `Pxd4`, or press *Move* under the board.
With several games here, name one: {me} `#14 Pxd4`; `/game thread` gives a game a thread of its own.
**Write moves** as letter and cell: `Tc3`, `Pxd4` (takes), `Tbc3` or `T4c3` (which of two), `Gd7=W` (promotes). \
`b1c3` works too.
**Look**: `/board` (`letters:True` adds letters to the icons), `/board piece:c2` (where that piece can go), \
`/games`, `/record get`, `/rules`.
**Dice**: in games with `fights:`, captures are fought out. `/dice check` checks every die (not \
the moves) once the game is over, `/dice luck` compares the dice with what was expected, `/dice word` adds a word of \
yours. `/roll 2d6+1` rolls for the channel.
**Ahead**: `/game if Pxd4 then Gxd4, Tb3 then Pe5` keeps answers, which I make when those moves come; nobody else sees \
them.
`/explore` is a private copy of a position to try moves on. `/settings change only-move:on` makes your only legal move \
for you.
**Undo**: `/game takeback` needs everybody's agreement. I first say which moves it undoes; rolled dice stay spent.
**End**: `/game draw`; `/game resign`.

Games: {games}. A refused move changes nothing."""
MORE = """\
**Time**: `/play clock:3 days/move` (or `7d+1d max 10d`, `10+5`, none); `/game pause`, `/settings vacation`; \
`/game claim-time` where I do not end the game myself. \
`/game close` ends a game without a clock that somebody has abandoned; `/game replace` lets somebody else play on. \
`/settings reminders` shows and changes when I remind you.
**Scoresheets**: `/record get` gives one, `/record look` leafs through one, `/record continue` goes on with its game.
**Watch**: `/game watch` pings you at the end of somebody else's game, or at each move; `/game note` keeps notes to \
yourself.
**Ratings**: `/players leaderboard`, `/players profile`. {rule}
**Privacy**: `/settings privacy` says what I keep about you, gives it to you as a file, or deletes it."""


class HelpCog(DeskCog):
    """Explaining the games and the referee."""

    @everywhere
    @app_commands.command(description="The rules card of a game")
    @app_commands.describe(game="The game; leave out for the one played here", fights=FIGHTS, options="Other rules")
    @app_commands.choices(fights=FOUGHT)
    @app_commands.autocomplete(game=variants, options=options)
    async def rules(
        self, interaction: Interaction, game: str | None = None, fights: str | None = None, options: str = ""
    ) -> None:
        """Show a rules card."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        chosen = options_of(options, fights)
        if isinstance(chosen, Refusal):
            await answer(interaction, chosen)
            return
        seen = await self.controller.seen(interaction, None) if game is None else None
        if isinstance(seen, StoredGame):
            game, chosen = seen.variant, dict(seen.options)
        known = game_named((game or next(iter(GAMES))).strip().casefold(), chosen)
        if isinstance(known, Refusal):
            await answer(interaction, known)
            return
        _, files, pages = await papers.rules(known)
        await answer(interaction, "", embed=pages[0], attachments=files)
        for page in pages[1:]:
            await interaction.followup.send(embed=page, ephemeral=True, allowed_mentions=NOBODY)

    @everywhere
    @app_commands.command(description="How to play here")
    async def help(self, interaction: Interaction) -> None:
        """Explain the commands."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        me = f"<@{interaction.application_id}>"
        games = ", ".join(game.name for game in GAMES.values())
        more = discord.Embed(description=MORE.format(rule=RULE))
        await answer(interaction, HELP.format(me=me, games=games), embed=more)
