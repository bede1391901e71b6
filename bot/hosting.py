"""How the referee is hosted."""

from __future__ import annotations

from dataclasses import dataclass

from bot.upkeep.plan import BackupPlan


@dataclass(frozen=True)
class Hosting:
    """What its host wants of the referee.

    Errors are told in the channel with the id `owner_channel`, or where it is 0 directly to the application's owner.
    `backups` says which are made automatically.
    """

    owner_channel: int = 0
    backups: BackupPlan | None = None


ALONE = Hosting()
