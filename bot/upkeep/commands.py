"""The commands that look after the file, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.upkeep.command import Command
from bot.upkeep.health import health

COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "health": Command("whether the referee is alive, by its heartbeat in the file", health),
    }
)
"""What can be asked for at the terminal: `python -m bot NAME …`."""
