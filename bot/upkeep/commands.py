"""The commands that look after the file, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.upkeep.command import Command

COMMANDS: Mapping[str, Command] = MappingProxyType({})
"""What can be asked for at the terminal: `python -m bot NAME …`."""
