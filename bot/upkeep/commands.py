"""The commands that look after the file, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType

from bot.upkeep.subcommand import Subcommand


def _late(module: str, name: str) -> Callable[[Sequence[str]], int]:
    """What runs a command, loaded once it is asked for."""

    def run(arguments: Sequence[str]) -> int:
        status: int = getattr(import_module(f"bot.upkeep.{module}"), name)(arguments)
        return status

    return run


COMMANDS: Mapping[str, Subcommand] = MappingProxyType(
    {
        "health": Subcommand("whether the referee is alive, by its heartbeat in the file", _late("health", "health")),
        "backup": Subcommand("copy all games into a file, while the bot runs", _late("backing_up", "back_up")),
        "restore": Subcommand(
            "put a backup in place of the games, without what was deleted since", _late("restoring", "restore")
        ),
        "doctor": Subcommand("look whether all is sound", _late("doctoring", "doctor")),
    }
)
"""What can be asked for at the terminal: `python -m bot NAME …`."""
