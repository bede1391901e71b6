"""The command /server for moderators: settings, open games, leaderboards, and the log."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import discord
from discord import app_commands

from bot.discord_ui.channel.messages import answer, manages
from bot.discord_ui.commands.autocomplete import FOUGHT, Choices, offer_listed
from bot.discord_ui.components.items import GREY, RED, Interaction, Press, button, drawn, menu, menu_option
from bot.discord_ui.components.picker import MAX_OPTIONS
from bot.discord_ui.components.screens import BOOK, Item, Screen
from bot.discord_ui.controller import Controller, DeskCog, game_number, open_in_server, to_the_line
from bot.games import label
from bot.games.directory import LISTED
from bot.games.puzzles import FIELD as DAILY_CHANNELS
from bot.games.ratings import family_name
from bot.games.refusals import granted
from bot.games.settings import AUTO, AUTOMATIC, THEMED
from bot.store import ServerSettings, StoredGame
from bot.store.settings import Value
from bot.text.games import board_link
from bot.text.harmless import escape, stamp
from engine.clocks.control import read_control
from engine.model.english import count_of, join_words
from engine.model.refusal import Refusal, Refused
from engine.model.wording import say
from engine.variants import GAMES

LOG_ENTRIES = 20
CHANNELS = [discord.ChannelType[kind] for kind in ("text", "news", "public_thread", "private_thread")]

Shown = tuple[str, list[Item]]
Step = Callable[[Controller, int, Press], Awaitable[Shown | tuple[str, list[Item], str]]]
"""A step of the panel: a button's or menu's action for a server (its id); the next screen, and the log entry."""
Taken = TypeVar("Taken", bound=Step)


class NotManager(Refusal):
    words = "Only moderators of this server can change that."


def _step(action: str, label: str = "", style: discord.ButtonStyle = GREY) -> Callable[[Taken], Taken]:

    def declare(step: Taken) -> Taken:
        async def take(controller: Controller, interaction: Interaction, press: Press) -> None:
            guild = interaction.guild_id
            if guild is None or not manages(interaction):
                raise Refused(NotManager())
            games = controller.games
            text, items, *deeds = await step(controller, guild, press)
            for deed in deeds:
                await games.servers.log(guild, interaction.user.id, deed, games.now())
            await answer(interaction, Screen(to_the_line(text), items, colour=BOOK))

        button(action, label, style)(take)
        return step

    return declare


def _choices(action: str, placeholder: str, pairs: Sequence[tuple[str, str]]) -> list[Item]:
    """A menu, where there is anything to choose, and the way back."""
    options = [menu_option(text, value) for value, text in pairs[:MAX_OPTIONS]]
    chooser = [menu(action, 0, placeholder=placeholder, options=options)] if options else []
    return [*chooser, drawn("srv", 0)]


# ---- settings


class ServerField(NamedTuple):
    """A setting of a server: its label, what it is about, and its choices in words.

    Channels and roles are chosen from Discord's own menus; then `unset` says what holds if none is chosen.
    """

    label: str
    text: str
    choices: Mapping[Any, str] = MappingProxyType({})
    unset: str = ""


_GAMES = {"": "none", **{game.key: game.name for game in GAMES.values()}}
_FIGHTS = {"": "each game's own rule", **{each.value: each.name for each in FOUGHT}}
_CLOCKS = {
    time: granted(read_control(time)).words
    for time in (
        "none", "1d/move soft", "3d/move soft", "7d/move soft", "1d/move", "3d/move", "7d/move", "7d+1d max 10d",
        "15m+10s", "30m+30s",
    )
}  # fmt: skip
_THEMES = {"": f"{AUTO} ({AUTOMATIC})", **THEMED}
_CLOSING = {0: "never", **{days: f"after {count_of(days, 'day')}" for days in (3, 7, 14, 28, 60, 90)}}
_FOUGHT = "dice fights for captures, unless the challenge says otherwise"
_WATCHED = "whether anyone with its link can watch a game in a browser, if all members see its channel"
_ROLLED = "who rolls in fights, unless the challenge says otherwise"
_CLOSED = "when I close games without a clock in which no one moves"
_SWITCH = {True: "yes", False: "no"}
_BELOW = {False: "the first player, always", True: "the player to move"}
_SHRINK = {True: "shrink to one line", False: "stay"}
_ROLLER = {True: "the defender rolls", False: "I roll"}

WATCHED = "watched"
FIELDS: Mapping[str, ServerField] = {
    "channels": ServerField("Channels", "where games can be started", unset="all I can write in"),
    "challengers": ServerField("Who can start games", "the role that can start games", unset="everyone"),
    "game": ServerField("Default game", "for challenges that don't name one", _GAMES),
    "fights": ServerField("Fights", _FOUGHT, _FIGHTS),
    "player_rolls": ServerField("Dice", _ROLLED, _ROLLER),
    "time": ServerField("Default clock", "for challenges that don't name one", _CLOCKS),
    "rated": ServerField("Rated", "whether games count for ratings", _SWITCH),
    "threaded": ServerField("Threads", "whether each game gets its own thread", _SWITCH),
    "theme": ServerField("Board", "the board's colours, for players who haven't chosen any", _THEMES),
    "mover_below": ServerField("Bottom of boards", "whose side is at the bottom of boards in channels", _BELOW),
    "turned": ServerField("Exceptions", "channels where it's the other way round", unset="none"),
    "shrink": ServerField("Old boards", "what happens to a board when there's a newer one", _SHRINK),
    "daily": ServerField("Puzzle of the day", "the channels where I post a puzzle every day", unset="off"),
    WATCHED: ServerField("Watching", _WATCHED, _SWITCH),
    "abandoned_days": ServerField("Abandoned games", _CLOSED, _CLOSING),
}
"""The settings by the names of their fields in ServerSettings."""


def holding(name: str, settings: ServerSettings) -> str:
    field, value = FIELDS[name], getattr(settings, name)
    if field.choices:
        return field.choices.get(value, str(value))
    if isinstance(value, frozenset):
        return join_words([f"<#{each}>" for each in sorted(value)], "and") or field.unset
    return f"<@&{value}>" if value else field.unset


@_step("srv", "Back")
async def panel(controller: Controller, guild: int, _: Press | None = None) -> Shown:
    entries = [(name, field.label, field.text) for name, field in FIELDS.items()]
    entries += [(name, name, text) for name, (text, _) in LISTS.items()]
    options = [menu_option(label, name, text) for name, label, text in entries]
    opening = menu("srvopen", 0, placeholder="Choose what to change", options=options)
    settings = await controller.games.servers.settings(guild)
    lines = [f"**{field.label}**: {holding(name, settings)}" for name, field in FIELDS.items()]
    return "\n".join(["**Server settings**", *lines]), [opening]


@_step("srvopen")
async def _open(controller: Controller, guild: int, press: Press) -> Shown:
    (name,) = press.chosen
    if name in LISTS:
        return await LISTS[name][1](controller, guild, press)
    settings = await controller.games.servers.settings(guild)
    field, now = FIELDS[name], getattr(settings, name)
    text = f"**{field.label}**: {field.text}.\nNow: {holding(name, settings)}."
    if field.choices:
        options = [menu_option(text, i, default=value == now) for i, (value, text) in enumerate(field.choices.items())]
        return text, [menu("srvset", name, placeholder=field.label, options=options), drawn("srv", 0)]
    named: dict[str, Any] = {"placeholder": field.label, "custom_id": f"hm:srvset:{name}"}
    chooser: Item = discord.ui.RoleSelect(**named)
    if isinstance(now, frozenset):
        channel = discord.SelectDefaultValueType.channel
        chosen = [discord.SelectDefaultValue(id=each, type=channel) for each in sorted(now)[:MAX_OPTIONS]]
        chooser = discord.ui.ChannelSelect(
            channel_types=CHANNELS, max_values=MAX_OPTIONS, default_values=chosen, **named
        )
    return text, [Press(chooser), drawn("srvusual", name), drawn("srv", 0)]


@_step("srvset")
@_step("srvusual", "Default")
async def _choose(controller: Controller, guild: int, press: Press) -> tuple[str, list[Item], str]:
    """Choose what was chosen for a setting; the default where nothing was."""
    games, (name,) = controller.games, press.words
    values, field = [int(each) for each in press.chosen], FIELDS[name]
    several = isinstance(getattr(ServerSettings, name), frozenset)
    value: Value = frozenset(values) if several else next(iter(values), 0)
    if field.choices:
        value = list(field.choices)[values[0]]
    await games.servers.choose(guild, name, value)
    if name == DAILY_CHANNELS:
        await games.daily.begin()
    if name == WATCHED:
        await games.browsers.end_watching(guild)
    text, items = await panel(controller, guild)
    return text, items, f"set {field.label}: {holding(name, await games.servers.settings(guild))}"


# ---- games


GAMES_LISTED = "Open games and challenges, the newest first. Choose one to end or delete it."
OLDER = "`/server game:` finds older ones."


async def _list_games(controller: Controller, guild: int, _: Press) -> Shown:
    games = await controller.games.ledger.going_on_in(guild, sys.maxsize, MAX_OPTIONS + 1)
    lines = [f"{GAMES_LISTED} {OLDER}" if len(games) > MAX_OPTIONS else GAMES_LISTED]
    lines += [", ".join(filter(None, (escape(label(game)), board_link(game)))) for game in games[:MAX_OPTIONS]]
    text = "\n".join(lines) if games else "There are no open games or challenges."
    return text, _choices("srvgame", "Choose a game", [(str(game.number), label(game)) for game in games[:MAX_OPTIONS]])


POSSIBLE = {
    "open": "**End it**: the challenge is closed, and its message says so.\n**Delete it**: the same, and I forget it.",
    "playing": (
        "**End it**: no result, no ratings; its record stays.\n"
        "**Delete it**: its moves, notes and dice are gone for good."
    ),
}
DELETION = (
    "**Delete it**: its moves, notes and dice are gone for good. Its rating changes go, too, unless later games built "
    "on them."
)


def about_game(game: StoredGame) -> Shown:
    ends = [drawn("srvend", game.number)] if game.stage in POSSIBLE else []
    text = f"{escape(label(game))}\n{POSSIBLE.get(game.stage, DELETION)}"
    return text, [*ends, drawn("srvdelete", game.number), drawn("srv", 0)]


@_step("srvgame", "Cancel")
async def _show_game(controller: Controller, guild: int, press: Press) -> Shown:
    number = int(press.chosen[0]) if press.chosen else press.game
    return about_game(await controller.games.moderation.game(guild, number))


@_step("srvend", "End it", RED)
@_step("srvdelete", "Delete it", RED)
async def _ask(controller: Controller, guild: int, press: Press) -> Shown:
    game = await controller.games.moderation.game(guild, press.game)
    words, sure = "Delete {game}? This can't be undone.", "srvdeleted"
    if press.action == "srvend":
        words, sure = "End {game}? This can't be undone.", "srvended"
    return say(words, game=escape(label(game))), [drawn(sure, press.game), drawn("srvgame", press.game)]


@_step("srvended", "Yes, end it", RED)
@_step("srvdeleted", "Yes, delete it", RED)
async def _close(controller: Controller, guild: int, press: Press) -> tuple[str, list[Item], str]:
    moderation, deed = controller.games.moderation, press.action.removeprefix("srv")
    if deed == "ended":
        await controller.show(await moderation.end(guild, press.game))
    else:
        await controller.poster.take_down(await moderation.delete(guild, press.game))
    text, items = await _list_games(controller, guild, press)
    return text, items, f"{deed} #{press.game}"


# ---- leaderboards, and the log


async def _list_boards(controller: Controller, guild: int, _: Press) -> Shown:
    played = {family: family_name(family) for family in await controller.games.standings.families(guild)}
    words = "Leaderboards: {games:and}. Choose one to reset it."
    if not played:
        words = "There's no leaderboard yet: no rated game has ended here."
    return say(words, games=list(played.values())), _choices("srvboard", "Choose a leaderboard", list(played.items()))


RESETTING = (
    "Reset the leaderboard of {game}? Everyone starts again as a newcomer; the games stay. This can't be undone."
)


@_step("srvboard")
async def _ask_about_board(_: Controller, __: int, press: Press) -> Shown:
    (family,) = press.chosen
    return say(RESETTING, game=family_name(family)), [drawn("srvreset", family), drawn("srv", 0)]


@_step("srvreset", "Yes, reset it", RED)
async def _reset(controller: Controller, guild: int, press: Press) -> tuple[str, list[Item], str]:
    (family,) = press.words
    await controller.games.standings.reset(guild, family)
    text, items = await panel(controller, guild)
    return text, items, say("reset the leaderboard of {game}", game=family_name(family))


async def _log(controller: Controller, guild: int, _: Press) -> Shown:
    entries = await controller.games.servers.logged(guild, LOG_ENTRIES)
    lines = [
        f"{stamp(each.at, 'f')} {f'<@{each.moderator}>' if each.moderator else 'a former moderator'} "
        f"{escape(each.deed)}"
        for each in entries
    ]
    text = "\n".join(["**Moderators' log**", *lines])
    return text if lines else "No changes by moderators yet.", [drawn("srv", 0)]


LISTS: Mapping[str, tuple[str, Callable[[Controller, int, Press], Awaitable[Shown]]]] = {
    "Open games": ("list them, end or delete one", _list_games),
    "Leaderboards": ("reset one", _list_boards),
    "Log": ("what moderators have done here", _log),
}
"""The other entries of the first menu."""


class ServerCog(DeskCog):
    @app_commands.command(description="This server's settings, open games and leaderboards (moderators)")
    @app_commands.describe(game="The number of a game to end or delete")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def server(self, interaction: Interaction, game: str | None = None) -> None:
        place = open_in_server(interaction)
        if game is None:
            text, items = await panel(self.controller, place.guild)
        else:
            text, items = about_game(await self.controller.games.moderation.game(place.guild, game_number(game)))
        await answer(interaction, Screen(text, items, colour=BOOK))

    @server.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        ledger = self.controller.games.ledger
        return offer_listed(await ledger.going_on_in(interaction.guild_id or -1, sys.maxsize, LISTED), typed)
