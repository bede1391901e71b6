"""The commands /game watch and /game note."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import answer, person
from bot.discord_ui.commands.autocomplete import Choices, Interaction, about_a_game, offer_others
from bot.discord_ui.commands.groups import GAME
from bot.discord_ui.commands.respond import DeskCog, open_on
from bot.games.players.own import WriteOrDelete
from bot.store import Player, StoredGame
from engine.model.refusal import Refused

When = Literal["end", "each", "off"]
WATCHED = {
    "end": "I will ping you when game #{} is over.",
    "each": "I will ping you at each board of game #{}.",
    "off": "You no longer watch game #{}.",
}


class WatchingCog(DeskCog):
    """Following games."""

    @GAME.command(description="Watch somebody else's game: I ping you at its end, or at each move")
    @app_commands.describe(at="When to be pinged; leave out for the end")
    @about_a_game
    async def watch(self, interaction: Interaction, game: str | None = None, at: When = "end") -> None:
        """Watch a game, or stop."""
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

    @GAME.command(description="Notes to yourself on a game, at its last move; nobody else sees them")
    @app_commands.describe(text="What to note; leave out to read your notes", delete="A note to delete")
    @about_a_game
    async def note(
        self, interaction: Interaction, text: str | None = None, game: str | None = None, delete: int | None = None
    ) -> None:
        """Write, read or delete notes."""
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
