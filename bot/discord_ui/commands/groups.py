"""The slash commands that have subcommands: a cog of any module adds to one of them by decorating a method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import app_commands

Method = TypeVar("Method", bound=Callable[..., Any])
AnyCommand = app_commands.Command[Any, ..., Any]
Top = AnyCommand | app_commands.ContextMenu | app_commands.Group

Offered = TypeVar("Offered", AnyCommand, app_commands.Group)

_GROUP = "group"


@dataclass(frozen=True)
class CommandGroup:
    """A command of which only subcommands can be used: its name, and what it is for.

    `permissions` are those that a member needs by default to see it; None lets everybody. With `everywhere` it
    works outside of the bot's servers, too.
    """

    name: str
    description: str
    permissions: discord.Permissions | None = None
    everywhere: bool = False

    def command(self, *, description: str, name: str = "") -> Callable[[Callable[..., Any]], AnyCommand]:
        """Decorates a cog's method as a subcommand, named after the method where no name is given."""
        named = name or discord.utils.MISSING
        return app_commands.command(name=named, description=description, extras={_GROUP: self})

    def build(self) -> app_commands.Group:
        """The command as Discord's library knows it, without subcommands."""
        group = app_commands.Group(name=self.name, description=self.description, default_permissions=self.permissions)
        return everywhere(group) if self.everywhere else group


def everywhere(command: Offered) -> Offered:
    """Decorates a command that works outside of the bot's servers, too: in direct messages, and for who installs it."""
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return contexts(app_commands.allowed_installs(guilds=True, users=True)(command))


DICE = CommandGroup("dice", "Dice that anyone can check", everywhere=True)
GAME = CommandGroup("game", "What you can do in a game besides moving")
PLAYERS = CommandGroup("players", "Who plays how well")
RECORD = CommandGroup("record", "The scoresheet of a game, and scoresheets from elsewhere")
SETTINGS = CommandGroup("settings", "What you can choose for yourself, in all your games", everywhere=True)


def group_of(command: Top) -> CommandGroup | None:
    """The group that a command was made for; None for one at top level."""
    return command.extras.get(_GROUP)
