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

_GROUP = "group"


@dataclass(frozen=True)
class CommandGroup:
    """A command of which only subcommands can be used: its name, and what it is for.

    `permissions` are those that a member needs by default to see it; None lets everybody.
    """

    name: str
    description: str
    permissions: discord.Permissions | None = None

    def command(self, *, description: str, name: str = "") -> Callable[[Callable[..., Any]], AnyCommand]:
        """Decorates a cog's method as a subcommand, named after the method where no name is given."""
        named = name or discord.utils.MISSING
        return app_commands.command(name=named, description=description, extras={_GROUP: self})

    def build(self) -> app_commands.Group:
        """The command as Discord's library knows it, without subcommands."""
        return app_commands.Group(name=self.name, description=self.description, default_permissions=self.permissions)


DICE = CommandGroup("dice", "Dice that anyone can check")
GAME = CommandGroup("game", "What you can do in a game besides moving")
PLAYERS = CommandGroup("players", "Who plays how well")
RECORD = CommandGroup("record", "The scoresheet of a game, and scoresheets from elsewhere")
SETTINGS = CommandGroup("settings", "What you can choose for yourself, in all your games")


def group_of(command: Top) -> CommandGroup | None:
    """The group that a command was made for; None for one at top level."""
    return command.extras.get(_GROUP)
