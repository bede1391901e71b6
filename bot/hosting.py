"""How the referee is hosted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import aiohttp

from bot.upkeep.plan import BackupPlan


@dataclass(frozen=True)
class Hosting:
    """What its host wants of the referee.

    Errors are told in the channel with the id `owner_channel`, or where it is 0 directly to the application's owner.
    `backups` says which are made by themselves. With `take_over` the file is claimed even where another process holds
    it.
    `trace` follows the requests to Discord, `arrived()` gets the id of each interaction.
    """

    owner_channel: int = 0
    backups: BackupPlan | None = None
    take_over: bool = False
    trace: aiohttp.TraceConfig | None = None
    arrived: Callable[[int], None] = lambda _: None


ALONE = Hosting()
