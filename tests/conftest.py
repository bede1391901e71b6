"""Where tests keep their files: in memory, where there is room, so that no store waits for a disk."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that nobody else can enter
ENOUGH = 1 << 30
"""The room (bytes) that the files of all tests may need."""


def pytest_configure() -> None:
    """Have pytest make its folders in memory; `PYTEST_DEBUG_TEMPROOT` and `--basetemp` name other places."""
    if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
