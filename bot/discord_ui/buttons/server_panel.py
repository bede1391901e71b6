"""The panel of a server's settings, games and leaderboards: one private message, what its items do in their ids."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Self, cast

import discord

from bot.discord_ui.channel.messages import answer, manages, person
from bot.discord_ui.components.items import HandsOver, Interaction, Item, Press
from bot.discord_ui.controller import Controller
from bot.games import label
from bot.games.puzzles import FIELD as DAILY_CHANNELS
from bot.games.servers import ServerSettings, Value
from bot.store import StoredGame
from bot.text import servers as words
from bot.text.ratings import family_name
from engine.model.refusal import Refusal, Refused
from engine.variants import families

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


class PanelItem(
    HandsOver,
    discord.ui.DynamicItem[discord.ui.Item[Any]],
    template="hm:srv:(?P<deed>[a-z_]+):(?P<about>[a-z0-9+_-]*)",
):
    """A button or menu of the panel: what it does, about what, and what was chosen in it."""

    action = "server"
    game = sequence = 0
    deed: str
    about: str
    chosen: tuple[str, ...] = ()

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:
        """Return what was used, with what was chosen in it."""
        made = cls(item)
        made.deed, made.about = match["deed"], match["about"]
        made.chosen = tuple(cast("dict[str, list[str]]", interaction.data).get("values", []))
        return made


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
    return words.overview(settings), _view(_menu("open", "Choose what to change", options))


def about_game(game: StoredGame) -> Shown:
    """What can be done about a game."""
    ends = [_button("end", game.number)] if game.stage in {"open", "playing"} else []
    return words.about(game), _view(*ends, _button("delete", game.number), _button("panel"))


def _about_field(name: str, settings: ServerSettings) -> Shown:
    field, now, identity = words.FIELDS[name], getattr(settings, name), f"hm:srv:choose:{name}"
    buttons = [_button("usual", name), _button("panel")]
    menu: discord.ui.Item[Any]
    if field.choices:
        options = [
            discord.SelectOption(label=text[:100], value=str(index), default=value == now)
            for index, (value, text) in enumerate(field.choices.items())
        ]
        menu, buttons = _menu("choose", field.label, options, name), buttons[1:]
    elif isinstance(now, frozenset):
        chosen = [
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in sorted(now)[:PAGE]
        ]
        menu = PanelItem(
            discord.ui.ChannelSelect(
                placeholder=field.label,
                channel_types=CHANNELS,
                max_values=PAGE,
                custom_id=identity,
                default_values=chosen,
            )
        )
    else:
        menu = PanelItem(discord.ui.RoleSelect(placeholder=field.label, custom_id=identity))
    return words.asked(name, settings), _view(menu, *buttons)


def _button(deed: str, about: str | int = "") -> PanelItem:
    text, style = LABELS[deed]
    return PanelItem(discord.ui.Button(label=text, style=style, custom_id=f"hm:srv:{deed}:{about}"))


def _menu(deed: str, placeholder: str, options: Sequence[discord.SelectOption], about: str = "") -> PanelItem:
    return PanelItem(
        discord.ui.Select(placeholder=placeholder, options=list(options[:PAGE]), custom_id=f"hm:srv:{deed}:{about}")
    )


def _view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


# ---- what is done


class ServerButtons:
    """What comes of uses of the panel; each shows the message anew."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._games = controller.games

    async def answer(self, interaction: Interaction, press: Press) -> None:
        """Do what was chosen, if the presser manages the server, and log it if it changes something."""
        if not isinstance(press, PanelItem):
            return
        guild = interaction.guild_id
        if guild is None or not manages(interaction):
            raise Refused(NotManager())
        text, view = await self._shown(guild, press)
        if press.deed in DONE:
            logged = words.done(press.deed, press.about, await self._games.servers.settings(guild))
            await self._games.moderation.note(guild, person(interaction.user), logged)
        await answer(interaction, text, view=view)

    async def _shown(self, guild: int, press: PanelItem) -> Shown:
        match press.deed:
            case "open":
                return await self._opened(guild, press.chosen[0])
            case "games":
                return await self._listed(guild, int(press.about))
            case "game" | "end" | "delete" | "ended" | "deleted":
                return await self._about_game(guild, press)
            case "board":
                (family,) = press.chosen
                return words.resetting(family), _view(_button("reset", family), _button("panel"))
            case "choose" | "usual":
                await self._games.servers.choose(guild, press.about, _value(press.about, press.chosen))
                if press.about == DAILY_CHANNELS:
                    await self._games.daily.begin()
            case "reset" if press.about in families():
                await self._games.standings.reset(guild, press.about)
        return panel(await self._games.servers.settings(guild))

    async def _opened(self, guild: int, name: str) -> Shown:
        if name == GAMES:
            return await self._listed(guild, sys.maxsize)
        if name == LOG:
            return words.log(await self._games.moderation.log(guild)), _view(_button("panel"))
        if name == BOARDS:
            played = await self._games.standings.families(guild)
            options = [discord.SelectOption(label=family_name(each)[:100], value=each) for each in played]
            menu = [_menu("board", "Choose a leaderboard", options)] if options else []
            return words.boards(played), _view(*menu, _button("panel"))
        return _about_field(name, await self._games.servers.settings(guild))

    async def _listed(self, guild: int, before: int) -> Shown:
        found = await self._games.ledger.going_on_in(guild, before, PAGE + 1)
        games, more = found[:PAGE], len(found) > PAGE
        options = [discord.SelectOption(label=label(game)[:100], value=str(game.number)) for game in games]
        items = [_menu("game", "Choose a game", options)] if options else []
        items += [_button("games", games[-1].number)] if more else []
        return words.listing(games, more=more), _view(*items, _button("panel"))

    async def _about_game(self, guild: int, press: PanelItem) -> Shown:
        number, moderation = int(press.chosen[0] if press.chosen else press.about), self._games.moderation
        changing = {"ended": moderation.end, "deleted": moderation.delete}
        game = await changing.get(press.deed, moderation.game)(guild, number)
        if press.deed == "game":
            return about_game(game)
        if press.deed in {"end", "delete"}:
            sure = _button("ended" if press.deed == "end" else "deleted", number)
            return words.sure(game, press.deed), _view(sure, _button("game", number))
        await (self._controller.show(game) if press.deed == "ended" else self._controller.poster.take_down(game))
        return await self._listed(guild, sys.maxsize)


def _value(name: str, chosen: Sequence[str]) -> Value:
    """What was chosen for a setting; the default where nothing was."""
    choices = words.FIELDS[name].choices
    if choices:
        values: list[Value] = list(choices)
        return values[int(chosen[0])]
    if isinstance(getattr(ServerSettings, name), frozenset):
        return frozenset(map(int, chosen))
    return int(chosen[0]) if chosen else 0
