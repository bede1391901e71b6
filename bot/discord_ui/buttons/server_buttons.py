"""The answers to buttons and menus of a server's settings."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.discord_ui.channel.messages import answer, manages, person
from bot.discord_ui.components.items import Interaction, Press
from bot.discord_ui.components.server_panel import (
    BOARDS,
    GAMES,
    LOG,
    MOST,
    PanelItem,
    back_view,
    boards_view,
    field_view,
    game_view,
    games_view,
    panel_view,
    sure_view,
)
from bot.discord_ui.controller import Controller
from bot.games.puzzles import FIELD as DAILY_CHANNELS
from bot.games.servers import ServerSettings, Value
from bot.store import StoredGame
from bot.text import servers as words
from engine.model.refusal import Refusal, Refused
from engine.variants import families


class NotManager(Refusal):
    """Something in the panel that was used by somebody who does not manage the server."""

    words = "Only those who may manage this server can change that. Nothing has changed."


Shown = tuple[str, discord.ui.View]


class ServerButtons:
    """What comes of uses of the panel; each shows the message anew."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._servers = controller.games.servers
        self._moderation = controller.games.moderation
        self._deeds: Mapping[str, Callable[[int, PanelItem], Awaitable[Shown]]] = {
            "open": self._open,
            "panel": self._panel,
            "choose": self._choose,
            "usual": self._choose,
            "games": self._games,
            "game": self._game,
            "end": self._sure,
            "ended": self._end,
            "delete": self._sure,
            "deleted": self._delete,
            "board": self._board,
            "reset": self._reset,
        }

    async def answer(self, interaction: Interaction, press: Press) -> None:
        """Do what was chosen, if the presser manages the server."""
        if not isinstance(press, PanelItem) or press.deed not in self._deeds:
            return
        if interaction.guild_id is None or not manages(interaction):
            raise Refused(NotManager())
        shown = await self._deeds[press.deed](interaction.guild_id, press)
        if (deed := await self._deed(interaction.guild_id, press)) is not None:
            await self._moderation.note(interaction.guild_id, person(interaction.user), deed)
        text, view = shown
        await answer(interaction, text, view=view)

    async def _deed(self, guild: int, press: PanelItem) -> str | None:
        """What a press has done, for the log; None where it only leads on."""
        match press.deed:
            case "ended" | "deleted":
                return f"{press.deed} #{press.about}"
            case "reset":
                return words.reset(press.about)
            case "choose" | "usual":
                return words.changed(press.about, await self._servers.settings(guild))
            case _:
                return None

    # ---- settings

    async def _panel(self, guild: int, _: PanelItem) -> Shown:
        return words.overview(await self._servers.settings(guild)), panel_view()

    async def _open(self, guild: int, press: PanelItem) -> Shown:
        (name,) = press.chosen
        if name == GAMES:
            return await self._listed(guild, sys.maxsize)
        if name == LOG:
            return words.log(await self._moderation.log(guild)), back_view()
        if name == BOARDS:
            played = await self._controller.games.standings.families(guild)
            return words.boards(played), boards_view(played)
        settings = await self._servers.settings(guild)
        return words.asked(name, settings), field_view(name, settings)

    async def _choose(self, guild: int, press: PanelItem) -> Shown:
        name = press.about
        await self._servers.choose(guild, name, _value(name, press))
        if name == DAILY_CHANNELS:
            await self._controller.games.daily.begin()
        return await self._panel(guild, press)

    # ---- games

    async def _games(self, guild: int, press: PanelItem) -> Shown:
        return await self._listed(guild, int(press.about))

    async def _listed(self, guild: int, before: int) -> Shown:
        found = await self._controller.games.ledger.going_on_in(guild, before, MOST + 1)
        games, more = found[:MOST], len(found) > MOST
        return words.listing(games, more=more), games_view(games, more=more)

    async def _game(self, guild: int, press: PanelItem) -> Shown:
        game = await self._found(guild, press)
        return words.about(game), game_view(game)

    async def _sure(self, guild: int, press: PanelItem) -> Shown:
        game = await self._found(guild, press)
        deletes = press.deed == "delete"
        view = sure_view("deleted" if deletes else "ended", game.number, "game")
        return words.sure(game, deletes=deletes), view

    async def _end(self, guild: int, press: PanelItem) -> Shown:
        game = await self._moderation.end(guild, int(press.about))
        await self._controller.show(game)
        return await self._listed(guild, sys.maxsize)

    async def _delete(self, guild: int, press: PanelItem) -> Shown:
        game = await self._moderation.delete(guild, int(press.about))
        await self._controller.poster.take_down(game)
        return await self._listed(guild, sys.maxsize)

    async def _found(self, guild: int, press: PanelItem) -> StoredGame:
        return await self._moderation.game(guild, int(press.chosen[0] if press.chosen else press.about))

    # ---- leaderboards

    async def _board(self, _: int, press: PanelItem) -> Shown:
        (family,) = press.chosen
        return words.resetting(family), sure_view("reset", family, "panel")

    async def _reset(self, guild: int, press: PanelItem) -> Shown:
        if press.about in families():
            await self._controller.games.standings.reset(guild, press.about)
        return await self._panel(guild, press)


def _value(name: str, press: PanelItem) -> Value:
    """What was chosen for a setting; what is usual where nothing was."""
    choices = words.FIELDS[name].choices
    if choices and press.chosen:
        return choices[int(press.chosen[0])].value
    if name in words.PLACES:
        return frozenset(map(int, press.chosen))
    return int(press.chosen[0]) if press.chosen else ServerSettings().challengers
