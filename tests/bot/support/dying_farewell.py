"""The referee as a program that is killed in the middle of a farewell, before what it has deleted is committed."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from bot.store import privacy
from tests.bot.support import quick_bot


async def _die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    privacy.put = _die  # type: ignore[assignment, attr-defined]
    sys.exit(quick_bot.run())
