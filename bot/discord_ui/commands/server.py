"""The commands /server and /status, for those who manage a server and for those who run the bot."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from math import isfinite
from typing import TypeVar

import discord
from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.alarm import owners
from bot.discord_ui.channel.messages import answer, manages, person
from bot.discord_ui.commands.autocomplete import Choices, offer_listed
from bot.discord_ui.commands.respond import DeskCog, everywhere, open_in_server, open_privately, to_the_line
from bot.discord_ui.components.items import GREY, RED, Interaction, Item, Press, button, drawn, menu, view_of
from bot.discord_ui.controller import Controller, game_number
from bot.games import label
from bot.games.condition import condition_of
from bot.games.puzzles import FIELD as DAILY_CHANNELS
from bot.store import StoredGame
from bot.store.servers import ServerSettings, Value
from bot.text import servers as words
from bot.text.ratings import family_name
from bot.text.status import Connection, NotTheHost, status, work
from engine.model.refusal import Refusal, Refused


class StatusCog(DeskCog):
    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._since = controller.games.now()

    @everywhere
    @app_commands.command(description="How I am doing, for those who run me")
    async def status(self, interaction: Interaction) -> None:
        open_privately(interaction)
        if interaction.user.id not in owners(interaction.client):
            await answer(interaction, NotTheHost())
            return
        games = self.controller.games
        uptime = games.now() - self._since
        servers = sum(not guild.unavailable for guild in interaction.client.guilds)
        connection = Connection(version(), uptime, _latencies(interaction), servers)
        gate = self.controller.gate
        more = [work(gate.inside, gate.most, gate.refused), *[await report() for report in self.controller.reports]]
        await answer(interaction, status(connection, await condition_of(games.ledger, games.now()), more))


def _latencies(interaction: Interaction) -> dict[int, float | None]:
    """How long (s) each shard takes to answer; None for one that is away or has not been measured."""
    shards = getattr(interaction.client, "shards", {})
    return {
        number: shard.latency if not shard.is_closed() and isfinite(shard.latency) else None
        for number, shard in shards.items()
    }


PAGE = 25
"""How many options a menu of Discord's holds."""
SEARCHED = 200
"""How many games are searched for what somebody types."""
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
]

Shown = tuple[str, discord.ui.View]
Step = Callable[[Controller, int, Press], Awaitable[Shown]]
"""What a button or a menu of the panel of a server (its id) does, and what is shown then."""
Taken = TypeVar("Taken", bound=Step)


class NotManager(Refusal):
    words = "Only those who may manage this server can change that. Nothing has changed."


def _step(
    action: str, label: str = "", style: discord.ButtonStyle = GREY, *, deed: str = ""
) -> Callable[[Taken], Taken]:
    """Declare a step as the answer to a button or a menu; a `deed` is logged."""

    def declare(step: Taken) -> Taken:
        async def take(controller: Controller, interaction: Interaction, press: Press) -> None:
            guild, games = interaction.guild_id, controller.games
            if guild is None or not manages(interaction):
                raise Refused(NotManager())
            text, view = await step(controller, guild, press)
            if deed:
                logged = words.done(deed, press.words[0], await games.servers.settings(guild))
                await games.moderation.note(guild, person(interaction.user), logged)
            await answer(interaction, to_the_line(text), view=view)

        button(action, label, style)(take)
        return step

    return declare


# ---- settings


@_step("srv", "Back")
async def panel(controller: Controller, guild: int, _: Press | None = None) -> Shown:
    """What holds in a server, with the menu of all that can be changed."""
    options = [
        discord.SelectOption(label=field.label, value=name, description=field.text[:100])
        for name, field in words.FIELDS.items()
    ]
    options += [discord.SelectOption(label=name, description=text) for name, (text, _) in LISTS.items()]
    opening = menu("srvopen", 0, placeholder="Choose what to change", options=options)
    return words.overview(await controller.games.servers.settings(guild)), view_of([opening])


@_step("srvopen")
async def _open(controller: Controller, guild: int, press: Press) -> Shown:
    (name,) = press.chosen
    if name in LISTS:
        return await LISTS[name][1](controller, guild, press)
    settings = await controller.games.servers.settings(guild)
    field, now, identity = words.FIELDS[name], getattr(settings, name), f"hm:srvset:{name}"
    chooser: Item
    if field.choices:
        chooser = discord.ui.Select(placeholder=field.label, custom_id=identity)
        for index, (value, text) in enumerate(field.choices.items()):
            chooser.add_option(label=text[:100], value=str(index), default=value == now)
    elif isinstance(now, frozenset):
        channel = discord.SelectDefaultValueType.channel
        chosen = [discord.SelectDefaultValue(id=each, type=channel) for each in sorted(now)[:PAGE]]
        select = partial(discord.ui.ChannelSelect, channel_types=CHANNELS, max_values=PAGE, default_values=chosen)
        chooser = select(placeholder=field.label, custom_id=identity)
    else:
        chooser = discord.ui.RoleSelect(placeholder=field.label, custom_id=identity)
    usual = [] if field.choices else [drawn("srvusual", name)]
    return words.asked(name, settings), view_of([Press(chooser), *usual, drawn("srv", 0)])


@_step("srvset", deed="set")
@_step("srvusual", "As usual", deed="set")
async def _choose(controller: Controller, guild: int, press: Press) -> Shown:
    """Choose what was chosen for a setting; the default where nothing was."""
    games, (name,) = controller.games, press.words
    values, choices = [int(each) for each in press.chosen], list(words.FIELDS[name].choices)
    value: Value = values[0] if values else 0
    if choices:
        value = choices[values[0]]
    elif isinstance(getattr(ServerSettings, name), frozenset):
        value = frozenset(values)
    await games.servers.choose(guild, name, value)
    if name == DAILY_CHANNELS:
        await games.daily.begin()
    return await panel(controller, guild)


# ---- games


async def _list_games(controller: Controller, guild: int, _: Press) -> Shown:
    games = await controller.games.ledger.going_on_in(guild, sys.maxsize, PAGE + 1)
    return words.listing(games[:PAGE], more=len(games) > PAGE), _choices(
        "srvgame", "Choose a game", [(str(game.number), label(game)) for game in games[:PAGE]]
    )


def about_game(game: StoredGame) -> Shown:
    ends = [drawn("srvend", game.number)] if game.stage in {"open", "playing"} else []
    return words.about(game), view_of([*ends, drawn("srvdelete", game.number), drawn("srv", 0)])


@_step("srvgame", "Cancel")
async def _show_game(controller: Controller, guild: int, press: Press) -> Shown:
    return about_game(
        await controller.games.moderation.game(guild, int(press.chosen[0]) if press.chosen else press.game)
    )


@_step("srvend", "End it", RED)
@_step("srvdelete", "Delete it", RED)
async def _ask(controller: Controller, guild: int, press: Press) -> Shown:
    game = await controller.games.moderation.game(guild, press.game)
    deed = press.action.removeprefix("srv")
    sure = drawn("srvended" if deed == "end" else "srvdeleted", press.game)
    return words.sure(game, deed), view_of([sure, drawn("srvgame", press.game)])


@_step("srvended", "Yes, end it", RED, deed="ended")
async def _end(controller: Controller, guild: int, press: Press) -> Shown:
    await controller.show(await controller.games.moderation.end(guild, press.game))
    return await _list_games(controller, guild, press)


@_step("srvdeleted", "Yes, delete it", RED, deed="deleted")
async def _delete(controller: Controller, guild: int, press: Press) -> Shown:
    await controller.poster.take_down(await controller.games.moderation.delete(guild, press.game))
    return await _list_games(controller, guild, press)


# ---- leaderboards, and the log


async def _list_boards(controller: Controller, guild: int, _: Press) -> Shown:
    played = await controller.games.standings.families(guild)
    return words.boards(played), _choices(
        "srvboard", "Choose a leaderboard", [(each, family_name(each)) for each in played]
    )


@_step("srvboard")
async def _ask_about_board(_: Controller, __: int, press: Press) -> Shown:
    (family,) = press.chosen
    return words.resetting(family), view_of([drawn("srvreset", family), drawn("srv", 0)])


@_step("srvreset", "Yes, reset it", RED, deed="reset")
async def _reset(controller: Controller, guild: int, press: Press) -> Shown:
    await controller.games.standings.reset(guild, *press.words)
    return await panel(controller, guild)


async def _log(controller: Controller, guild: int, _: Press) -> Shown:
    return words.log(await controller.games.servers.logged(guild, LOG_ENTRIES)), view_of([drawn("srv", 0)])


def _choices(action: str, placeholder: str, pairs: Sequence[tuple[str, str]]) -> discord.ui.View:
    """A menu, where there is anything to choose, and the way back."""
    options = [discord.SelectOption(label=text[:100], value=value) for value, text in pairs[:PAGE]]
    chooser = [menu(action, 0, placeholder=placeholder, options=options)] if options else []
    return view_of([*chooser, drawn("srv", 0)])


LOG_ENTRIES = 20
"""How many entries of a moderators' log are shown."""
LISTS: Mapping[str, tuple[str, Step]] = {
    "Open games": ("list them, end or delete one", _list_games),
    "Leaderboards": ("reset one", _list_boards),
    "Log": ("what moderators have done here", _log),
}
"""What else the first menu leads to."""


class ServerCog(DeskCog):
    @app_commands.command(description="Settings, open games and leaderboards of this server, for those who manage it")
    @app_commands.describe(game="The number of a game to end or delete; leave out for the settings")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def server(self, interaction: Interaction, game: str | None = None) -> None:
        place = open_in_server(interaction)
        if game is None:
            text, view = await panel(self.controller, place.guild)
        else:
            text, view = about_game(await self.controller.games.moderation.game(place.guild, game_number(game)))
        await answer(interaction, text, view=view)

    @server.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        ledger = self.controller.games.ledger
        return offer_listed(await ledger.going_on_in(interaction.guild_id or 0, sys.maxsize, SEARCHED), typed)
