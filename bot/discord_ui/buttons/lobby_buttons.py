"""The handlers of the buttons and the menu of a challenge."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

import discord

from bot.discord_ui.channel import papers
from bot.discord_ui.channel.messages import Said, answer, change, person, whisper, whispering
from bot.discord_ui.components.buttons import card_view
from bot.discord_ui.components.cards import card_pages
from bot.discord_ui.components.forms import FilledForm, word_form
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.lobby import SeatMenu, seat_view
from bot.discord_ui.controller import Controller
from bot.games import Table
from bot.games.lobby.lobby import ChallengerGone
from bot.games.lobby.seats import present
from bot.games.refusals import UnknownGame
from bot.store import Player, StoredGame
from bot.text import challenges, games
from bot.text.harmless import named
from engine.model.refusal import Refused
from engine.variants import variant_of
from engine.variants.variant import Variant


class LobbyButtons:
    """The answers to presses on challenges, by action; those for two are accepted or declined, others fill."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.answers: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "join": self._join,
            "refuse": self._refuse,
            "withdraw": self._withdraw,
            "enter": self._enter,
            "side": self._enter,
            "seat": self._choose,
            "leave": self._leave,
            "start": self._start,
            "rules": self._rules,
            "pieces": self._pieces,
        }
        self.private: Mapping[str, Callable[[Interaction, Press], Awaitable[None]]] = {
            "cardback": self._page,
            "cardon": self._page,
        }

    async def _join(self, interaction: Interaction, press: Press) -> None:
        await self._accept(interaction, press.game)

    async def _accept(self, interaction: Interaction, number: int, word: str = "") -> None:
        lobby, message = self._controller.games.lobby, _challenge(interaction)
        async with self._closing():
            table = await lobby.accept(number, person(interaction.user), word, message)

        async def strip(_: Said) -> None:
            await change(interaction, view=None)

        async with self._controller.telling(strip, ""):
            await self._controller.tell_and_show(
                table.game, begins(table, person(interaction.user)), whispering(interaction)
            )

    async def _refuse(self, interaction: Interaction, press: Press) -> None:
        game = await self._controller.games.lobby.decline(press.game, person(interaction.user))
        await self._ended(interaction, game, "You have declined the challenge.")

    async def _withdraw(self, interaction: Interaction, press: Press) -> None:
        game = await self._controller.games.lobby.withdraw(press.game, person(interaction.user))
        await self._ended(interaction, game, "You have withdrawn the challenge.")

    async def _ended(self, interaction: Interaction, game: StoredGame, told: str) -> None:
        """Let the message of a challenge say how it has ended; who has pressed is told where it cannot."""
        if game.stage == "open" or not await self._controller.show(game):
            await self._controller.tell_and_show(game, told, whispering(interaction))

    @asynccontextmanager
    async def _closing(self) -> AsyncIterator[None]:
        """Answer a challenge; one that is closed by the attempt says so in its message."""
        try:
            yield
        except Refused as refused:
            if isinstance(refused.refusal, ChallengerGone):
                await self._controller.poster.show(refused.refusal.number)
            raise

    # ---- what explains the game

    async def _rules(self, interaction: Interaction, press: Press) -> None:
        variant = await self._variant(interaction, press)
        pages = card_pages(variant)
        await whisper(interaction, "", embed=pages[0], view=card_view(press.game, 0, len(pages)))

    async def _page(self, interaction: Interaction, press: Press) -> None:
        """Put another page of a rules card in the place of the one shown."""
        variant = await self._variant(interaction, press)
        pages = card_pages(variant)
        page = min(press.sequence, len(pages) - 1)
        await change(interaction, embed=pages[page], view=card_view(press.game, page, len(pages)))

    async def _pieces(self, interaction: Interaction, press: Press) -> None:
        variant = await self._variant(interaction, press)
        await papers.whisper_pieces(self._controller.games, interaction, variant)

    async def _variant(self, interaction: Interaction, press: Press) -> Variant:
        """The rules of the game pressed, in the server where it is."""
        tables = self._controller.games.tables
        game = await tables.game(press.game)
        if game.guild != interaction.guild_id:
            raise Refused(UnknownGame(game.number))
        return tables.variant(game)

    # ---- words for the dice

    async def take_word(self, interaction: Interaction, form: FilledForm) -> None:
        """Answer a challenge with the word in a form, or give it for the dice of a game that one is in."""
        player, lobby = person(interaction.user), self._controller.games.lobby
        game = await self._controller.games.tables.game(form.game)
        if player.id in {game.challenger, *(guest.player.id for guest in present(game))}:
            await self.reword(interaction, form.game, form.text)
            return
        if not game.guests:
            await self._accept(interaction, form.game, form.text)
            return
        await self._entered(interaction, await lobby.join(form.game, player, word=form.text))

    async def reword(self, interaction: Interaction, number: int, word: str) -> None:
        """Take a word for the dice of a game that has not begun, from one who is in."""
        game = await self._controller.games.lobby.reword(number, person(interaction.user), word)
        await self._controller.tell_and_show(game, challenges.worded(number), whispering(interaction))

    # ---- games for more than two

    async def _enter(self, interaction: Interaction, press: Press) -> None:
        """Let the presser in, and offer the sides to choose from."""
        lobby = self._controller.games.lobby
        async with self._closing():
            joined = await lobby.join(press.game, person(interaction.user), message=_challenge(interaction))
        await self._entered(interaction, joined)

    async def _entered(self, interaction: Interaction, game: StoredGame) -> None:
        player = person(interaction.user)
        if game.stage == "open":
            text = f"{place_in_words(game, player)} Choose your side here, if you like."
            await self._controller.tell_and_show(game, text, whispering(interaction, view=sides_for(game, player)))
        else:
            await self._controller.tell_and_show(game, f"Game #{game.number} begins.", whispering(interaction))

    async def _choose(self, interaction: Interaction, press: Press) -> None:
        """Take the side chosen in the menu."""
        player = person(interaction.user)
        side = press.chosen if isinstance(press, SeatMenu) else "0"
        game = await self._controller.games.lobby.join(press.game, player, "random" if side == "0" else side)

        async def tell(said: Said) -> None:
            await answer(interaction, said, view=sides_for(game, player))

        await self._controller.tell_and_show(game, place_in_words(game, player), tell)

    async def _leave(self, interaction: Interaction, press: Press) -> None:
        game = await self._controller.games.lobby.leave(press.game, person(interaction.user))
        await self._controller.tell_and_show(game, f"You have left game #{press.game}.", whispering(interaction))

    async def _start(self, interaction: Interaction, press: Press) -> None:
        message = _challenge(interaction)
        table = await self._controller.games.lobby.start(press.game, person(interaction.user), message)
        await self._controller.tell_and_show(
            table.game, begins(table, person(interaction.user)), whispering(interaction)
        )


async def open_word(interaction: Interaction, press: Press) -> None:
    """Open the form for a word for the dice."""
    await interaction.response.send_modal(word_form(press.game))


def _challenge(interaction: Interaction) -> int | None:
    """The id of the message that was pressed, where everybody sees it."""
    message = interaction.message
    return message.id if message is not None and not message.flags.ephemeral else None


def begins(table: Table, you: Player) -> str:
    """What the one who has started a game is told."""
    return f"Game #{table.game.number} begins. {games.standing(table, named, you)}"


def place_in_words(game: StoredGame, player: Player) -> str:
    """A player's place in a game that has not begun, as they are told of it."""
    wish = next(guest.wish for guest in present(game) if guest.player.id == player.id)
    side = f"you play {variant_of(game.variant, game.options).seat(wish).name}" if wish else "your side will be drawn"
    return f"You are in game #{game.number}: {side}."


def sides_for(game: StoredGame, player: Player) -> discord.ui.View:
    """The menu of the sides that a player who is in may choose."""
    return seat_view(game, variant_of(game.variant, game.options), player.id)
