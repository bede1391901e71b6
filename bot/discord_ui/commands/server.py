"""The commands /server and /status, for those who manage a server and for those who run the bot."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from math import isfinite

import discord
from discord import app_commands

from bot.config import version
from bot.discord_ui.channel.alarm import owners
from bot.discord_ui.channel.messages import answer, manages, person
from bot.discord_ui.commands.autocomplete import Choices, offer_listed
from bot.discord_ui.commands.respond import DeskCog, everywhere, open_in_server, open_privately
from bot.discord_ui.components.items import Interaction, Item, Press, button, drawn, menu, view_of
from bot.discord_ui.controller import Controller, game_number
from bot.games import Games, label
from bot.games.puzzles import FIELD as DAILY_CHANNELS
from bot.store import ConditionStore, StoredGame
from bot.store.servers import ServerSettings, Value
from bot.text import servers as words
from bot.text.ratings import family_name
from bot.text.status import Connection, NotTheHost, status, work
from engine.model.refusal import Refusal, Refused
from engine.variants import families


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
        lagging = len(await games.ledger.lagging())
        condition = await ConditionStore(games.ledger.database).found(games.now(), lagging)
        await answer(interaction, status(connection, condition, more))


def _latencies(interaction: Interaction) -> dict[int, float | None]:
    """How long (s) each shard takes to answer; None for one that is away or has not been measured."""
    shards = getattr(interaction.client, "shards", {})
    return {
        number: shard.latency if not shard.is_closed() and isfinite(shard.latency) else None
        for number, shard in shards.items()
    }


PAGE = 25
"""How many options a menu of Discord's holds."""
CHANNELS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
]
GAMES, BOARDS, LOG = "open games", "leaderboards", "log"
"""What else the first menu leads to."""
LABELS = {
    "panel": ("Back", discord.ButtonStyle.secondary),
    "games": ("Older", discord.ButtonStyle.secondary),
    "usual": ("As usual", discord.ButtonStyle.secondary),
    "game": ("Cancel", discord.ButtonStyle.secondary),
    "end": ("End it", discord.ButtonStyle.danger),
    "ended": ("Yes, end it", discord.ButtonStyle.danger),
    "delete": ("Delete it", discord.ButtonStyle.danger),
    "deleted": ("Yes, delete it", discord.ButtonStyle.danger),
    "reset": ("Yes, reset it", discord.ButtonStyle.danger),
}
DONE = {"choose", "usual", "ended", "deleted", "reset"}
"""The deeds that change something, which the log tells of."""

Shown = tuple[str, discord.ui.View]


class NotManager(Refusal):
    """Something in the panel that was used by somebody who does not manage the server."""

    words = "Only those who may manage this server can change that. Nothing has changed."


# ---- what is shown


def panel(settings: ServerSettings) -> Shown:
    """What holds in a server, with the menu of all that can be changed."""
    options = [
        discord.SelectOption(label=field.label, value=name, description=field.text[:100])
        for name, field in words.FIELDS.items()
    ]
    options += [
        discord.SelectOption(label="Open games", value=GAMES, description="list them, end or delete one"),
        discord.SelectOption(label="Leaderboards", value=BOARDS, description="reset one"),
        discord.SelectOption(label="Log", value=LOG, description="what moderators have done here"),
    ]
    return words.overview(settings), view_of([_menu("open", "Choose what to change", options)])


def about_game(game: StoredGame) -> Shown:
    ends = [_button("end", game.number)] if game.stage in {"open", "playing"} else []
    return words.about(game), view_of([*ends, _button("delete", game.number), _button("panel")])


def _about_field(name: str, settings: ServerSettings) -> Shown:
    field, now, identity = words.FIELDS[name], getattr(settings, name), f"hm:srv:choose:{name}"
    buttons = [_button("usual", name), _button("panel")]
    chooser: Item
    if field.choices:
        options = [
            discord.SelectOption(label=text[:100], value=str(index), default=value == now)
            for index, (value, text) in enumerate(field.choices.items())
        ]
        chooser, buttons = _menu("choose", field.label, options, name), buttons[1:]
    elif isinstance(now, frozenset):
        channel = discord.SelectDefaultValueType.channel
        chosen = [discord.SelectDefaultValue(id=each, type=channel) for each in sorted(now)[:PAGE]]
        select = partial(discord.ui.ChannelSelect, channel_types=CHANNELS, max_values=PAGE, default_values=chosen)
        chooser = Press(select(placeholder=field.label, custom_id=identity))
    else:
        chooser = Press(discord.ui.RoleSelect(placeholder=field.label, custom_id=identity))
    return words.asked(name, settings), view_of([chooser, *buttons])


def _button(deed: str, about: str | int = "") -> Press:
    text, style = LABELS[deed]
    return drawn("srv", deed, about, label=text, style=style)


def _menu(deed: str, placeholder: str, options: Sequence[discord.SelectOption], about: str = "") -> Press:
    return menu("srv", deed, about, placeholder=placeholder, options=list(options[:PAGE]))


# ---- what is done


@button("srv")
async def _panel(controller: Controller, interaction: Interaction, press: Press) -> None:
    """Do what was chosen, if the presser manages the server, log it if it changes something, and show what follows."""
    guild, games = interaction.guild_id, controller.games
    if guild is None or not manages(interaction):
        raise Refused(NotManager())
    text, view = await _shown(controller, guild, press)
    deed, about = press.words
    if deed in DONE:
        logged = words.done(deed, about, await games.servers.settings(guild))
        await games.moderation.note(guild, person(interaction.user), logged)
    await answer(interaction, text, view=view)


async def _shown(controller: Controller, guild: int, press: Press) -> Shown:
    games, (deed, about) = controller.games, press.words
    match deed:
        case "open":
            return await _opened(games, guild, press.chosen[0])
        case "games":
            return await _listed(games, guild, int(about))
        case "game" | "end" | "delete" | "ended" | "deleted":
            return await _about_game(controller, guild, press)
        case "board":
            (family,) = press.chosen
            return words.resetting(family), view_of([_button("reset", family), _button("panel")])
        case "choose" | "usual":
            await games.servers.choose(guild, about, _value(about, press.chosen))
            if about == DAILY_CHANNELS:
                await games.daily.begin()
        case "reset" if about in families():
            await games.standings.reset(guild, about)
    return panel(await games.servers.settings(guild))


async def _opened(games: Games, guild: int, name: str) -> Shown:
    if name == GAMES:
        return await _listed(games, guild, sys.maxsize)
    if name == LOG:
        return words.log(await games.moderation.log(guild)), view_of([_button("panel")])
    if name == BOARDS:
        played = await games.standings.families(guild)
        options = [discord.SelectOption(label=family_name(each)[:100], value=each) for each in played]
        boards = [_menu("board", "Choose a leaderboard", options)] if options else []
        return words.boards(played), view_of([*boards, _button("panel")])
    return _about_field(name, await games.servers.settings(guild))


async def _listed(games: Games, guild: int, before: int) -> Shown:
    found = await games.ledger.going_on_in(guild, before, PAGE + 1)
    listed, more = found[:PAGE], len(found) > PAGE
    options = [discord.SelectOption(label=label(game)[:100], value=str(game.number)) for game in listed]
    items = [_menu("game", "Choose a game", options)] if options else []
    items += [_button("games", listed[-1].number)] if more else []
    return words.listing(listed, more=more), view_of([*items, _button("panel")])


async def _about_game(controller: Controller, guild: int, press: Press) -> Shown:
    games, (deed, about) = controller.games, press.words
    number = int(press.chosen[0] if press.chosen else about)
    changing = {"ended": games.moderation.end, "deleted": games.moderation.delete}
    game = await changing.get(deed, games.moderation.game)(guild, number)
    if deed == "game":
        return about_game(game)
    if deed in {"end", "delete"}:
        sure = _button("ended" if deed == "end" else "deleted", number)
        return words.sure(game, deed), view_of([sure, _button("game", number)])
    await (controller.show(game) if deed == "ended" else controller.poster.take_down(game))
    return await _listed(games, guild, sys.maxsize)


def _value(name: str, chosen: Sequence[str]) -> Value:
    """What was chosen for a setting; the default where nothing was."""
    choices = words.FIELDS[name].choices
    if choices:
        values: list[Value] = list(choices)
        return values[int(chosen[0])]
    if isinstance(getattr(ServerSettings, name), frozenset):
        return frozenset(map(int, chosen))
    return int(chosen[0]) if chosen else 0


SEARCHED = 200
"""How many games are searched for what somebody types."""


class ServerCog(DeskCog):
    @app_commands.command(description="Settings, open games and leaderboards of this server, for those who manage it")
    @app_commands.describe(game="The number of a game to end or delete; leave out for the settings")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def server(self, interaction: Interaction, game: str | None = None) -> None:
        place = open_in_server(interaction)
        if game is None:
            text, view = panel(await self.controller.games.servers.settings(place.guild))
        else:
            text, view = about_game(await self.controller.games.moderation.game(place.guild, game_number(game)))
        await answer(interaction, text, view=view)

    @server.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        ledger = self.controller.games.ledger
        return offer_listed(await ledger.going_on_in(interaction.guild_id or 0, sys.maxsize, SEARCHED), typed)
