"""The buttons and menus of a server's settings, all of one private message; what they stand for is in their ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Self, cast

import discord

from bot.discord_ui.components.items import HandsOver, Interaction, Item
from bot.games import label
from bot.games.servers import ServerSettings
from bot.store import StoredGame
from bot.text.ratings import family_name
from bot.text.servers import FIELDS, PLACES

MOST = 25
_IDS = r":(?P<deed>[a-z_]+):(?P<about>[a-z0-9+_-]*)"
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


class PanelItem(HandsOver, discord.ui.DynamicItem[discord.ui.Item[Any]], template="hm:srv" + _IDS):
    """A button or menu of the panel: what it does, about what, and what was chosen in it."""

    action = "server"
    game = sequence = 0
    deed: str
    about: str
    chosen: tuple[str, ...] = ()

    @classmethod
    def of(cls, item: discord.ui.Item[Any], deed: str, about: str = "", chosen: Sequence[str] = ()) -> Self:
        """An item that does this deed."""
        made = cls(item)
        made.deed, made.about, made.chosen = deed, about, tuple(chosen)
        return made

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Item, match: re.Match[str]) -> Self:
        """What was used, with what was chosen in it."""
        values = cast("dict[str, list[str]]", interaction.data).get("values", [])
        return cls.of(item, match["deed"], match["about"], values)


def _named(deed: str, about: str | int = "") -> str:
    return f"hm:srv:{deed}:{about}"


def _button(deed: str, about: str | int = "") -> PanelItem:
    words, style = LABELS[deed]
    button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
        label=words, style=style, custom_id=_named(deed, about)
    )
    return PanelItem.of(button, deed, str(about))


def _menu(deed: str, about: str, placeholder: str, options: Sequence[discord.SelectOption]) -> PanelItem:
    menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        placeholder=placeholder, options=list(options[:MOST]), custom_id=_named(deed, about)
    )
    return PanelItem.of(menu, deed, about)


def _view(*items: discord.ui.Item[Any]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def panel_view() -> discord.ui.View:
    """The menu of all that can be changed."""
    options = [
        discord.SelectOption(label=field.label, value=name, description=field.text[:100])
        for name, field in FIELDS.items()
    ]
    options += [
        discord.SelectOption(label="Open games", value=GAMES, description="list them, end or delete one"),
        discord.SelectOption(label="Leaderboards", value=BOARDS, description="reset one"),
        discord.SelectOption(label="Log", value=LOG, description="what moderators have done here"),
    ]
    return _view(_menu("open", "", "Choose what to change", options))


def field_view(name: str, settings: ServerSettings) -> discord.ui.View:
    """The menu of what may be chosen for one setting, with the way back."""
    field = FIELDS[name]
    if field.choices:
        now = getattr(settings, name)
        options = [
            discord.SelectOption(label=choice.words[:100], value=str(index), default=choice.value == now)
            for index, choice in enumerate(field.choices)
        ]
        return _view(_menu("choose", name, field.label, options), _button("panel"))
    if name in PLACES:
        channels: discord.ui.ChannelSelect[discord.ui.View] = discord.ui.ChannelSelect(
            placeholder=field.label,
            channel_types=CHANNELS,
            max_values=MOST,
            custom_id=_named("choose", name),
            default_values=[
                discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
                for each in sorted(getattr(settings, name))[:MOST]
            ],
        )
        return _view(PanelItem.of(channels, "choose", name), _button("usual", name), _button("panel"))
    roles: discord.ui.RoleSelect[discord.ui.View] = discord.ui.RoleSelect(
        placeholder=field.label, custom_id=_named("choose", name)
    )
    return _view(PanelItem.of(roles, "choose", name), _button("usual", name), _button("panel"))


def games_view(games: Sequence[StoredGame], more: bool) -> discord.ui.View:
    """The menu of games, with a button to older ones."""
    options = [discord.SelectOption(label=label(game)[:100], value=str(game.number)) for game in games]
    items: list[discord.ui.Item[Any]] = [_menu("game", "", "Choose a game", options)] if options else []
    items += [_button("games", games[-1].number)] if more else []
    return _view(*items, _button("panel"))


def game_view(game: StoredGame) -> discord.ui.View:
    """What may be done about a game."""
    ends = [_button("end", game.number)] if game.stage in {"open", "playing"} else []
    return _view(*ends, _button("delete", game.number), _button("panel"))


def sure_view(deed: str, about: str | int, back: str) -> discord.ui.View:
    """The question whether to do it."""
    cancel = _button(back, about if back == "game" else "")
    return _view(_button(deed, about), cancel)


def back_view() -> discord.ui.View:
    """The way back alone."""
    return _view(_button("panel"))


def boards_view(families: Sequence[str]) -> discord.ui.View:
    """The menu of leaderboards."""
    options = [discord.SelectOption(label=family_name(family)[:100], value=family) for family in families]
    menu = [_menu("board", "", "Choose a leaderboard", options)] if options else []
    return _view(*menu, _button("panel"))
