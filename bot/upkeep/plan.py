"""What a host wants of the backups that are made by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class BackupPlan:
    """Where backups go, the time between two (ms), and how many are kept."""

    folder: Path
    interval: int
    kept: int
